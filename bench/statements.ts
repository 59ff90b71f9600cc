/**
 * The SQL statements of a life cycle (a request, two signatures, its execution), by route: `node bench/statements.ts`,
 * and with `-v` their texts. Counts do not depend on how busy the machine is. BENCH_DATABASE_URL counts on PostgreSQL.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { testDatabase } from '@quorate/platform/testing'
import { openRealHarness, type Person } from '../packages/multisig/test/harness.ts'

const isVerbose = process.argv.includes('-v')
/** Finished jobs are removed from the queue within this time after an answer, in milliseconds. */
const AFTERWARDS_MS = 400
/** How long the idle queue is observed, in milliseconds. The statements that it repeats are not counted. */
const IDLE_MS = 2_000

const server = await testDatabase({ url: process.env.BENCH_DATABASE_URL ?? '' })
let texts: string[] = []
const session = server.connections.session.bind(server.connections)
server.connections.session = async (options) => {
  const one = await session(options)
  return {
    query(text, ...more) {
      texts.push(text.replaceAll(/\s+/g, ' ').trim())
      return one.query(text, ...more)
    },
    script: (text) => one.script(text),
    release: () => one.release(),
  }
}

const harness = await openRealHarness({ server })
const [ada, ben] = (await harness.people(2)) as [Person, Person]
const walletId = await harness.wallet([ada, ben], 2)

interface Counted {
  lines: string[]
  statements: number
}

async function lifeCycle(): Promise<Counted> {
  const cycle = { lines: [] as string[], statements: 0, commits: 0, jobs: 0 }
  const counted = async <R>(route: string, run: () => Promise<R>): Promise<R> => {
    texts = []
    const answer = await run()
    await delay(AFTERWARDS_MS)
    const own = texts.filter((text) => !idle.has(text))
    cycle.statements += own.length
    cycle.commits += own.filter((text) => text === 'commit').length
    cycle.jobs += own.filter((text) => /insert into pgboss\.job/i.test(text)).length
    cycle.lines.push(`${route}: ${own.length}`, ...(isVerbose ? own.map((text) => `    ${text.slice(0, 150)}`) : []))
    return answer
  }
  const payment = { walletId, receiverId: ada.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 1 }
  const request = await counted('request', () => harness.ask('withdraw', ada, payment))
  for (const by of [ada, ben]) await counted('sign', () => harness.sign(request, by, walletId))
  await counted('execute', () => harness.execute('withdraw', ben, request))
  const { statements, commits, jobs, lines } = cycle
  const sum = `life cycle on ${server.kind}: ${statements} statements, with begin and commit of ${commits} changes; ${jobs} jobs`
  return { statements, lines: [...lines, sum] }
}

const idle = new Set<string>()
await lifeCycle()
texts = []
await delay(IDLE_MS)
for (const text of texts) if (text !== 'begin' && text !== 'commit') idle.add(text)
// The smallest of three counts: some cycles also create a job that many requests share, such as the one for all windows
// that end within 5 s.
const cycles = [await lifeCycle(), await lifeCycle(), await lifeCycle()]
const least = cycles.reduce((found, one) => (one.statements < found.statements ? one : found))
process.stdout.write(`${least.lines.join('\n')}\n`)
await harness.close()
