/** `node bench/votes.ts`: votes on one proposal, to 100,000 and beyond; with BENCH_DATABASE_URL on PostgreSQL too. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { httpSource, recount } from '@quorate/governance'
import { openLedger } from '@quorate/ledger'
import { silentLogger as logger, openDatabase } from '@quorate/platform'
import { testDataDirectory } from '@quorate/platform/testing'
import { call } from './client.ts'
import { commits } from './limits.ts'

const AT_ONCE = 8
const SEGMENT = 10_000
const MANY = Number(process.env.BENCH_VOTES ?? 100_000)
const say = (text = '') => process.stdout.write(`${text}\n`)

interface Poll {
  child: ChildProcess
  tokens: string[]
  address: string
  daoId: string
  proposalId: string
  mirror: string
}

async function openPoll(url?: string): Promise<Poll> {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-votes-'))
  const file = join(folder, 'tokens')
  const script = fileURLToPath(new URL('./votes-server.ts', import.meta.url))
  const voters = String(MANY + 2 * SEGMENT)
  const child = spawn(process.execPath, [script, voters, file, ...(url ? [url] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('Ready ')) continue
    const tokens = readFileSync(file, 'utf8').split('\n')
    rmSync(folder, { recursive: true })
    return { child, tokens, ...JSON.parse(line.slice(6)) }
  }
  throw new Error('governance did not start')
}

const memoryMb = ({ child }: Poll): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024

/** Seconds of processor time that the service has taken; on a machine that others use too, these say more than rates. */
function processorSeconds({ child }: Poll): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Votes per second of the voters from `from` on, so many of them. */
async function vote({ tokens, address, daoId, proposalId }: Poll, from: number, count: number): Promise<number> {
  let next = from
  const started = performance.now()
  const voter = async () => {
    for (let index = next++; index < from + count; index = next++)
      await call(`${address}/votes`, 'POST', tokens[index], {
        ...{ proposalId, daoId, voterAddress: `0.0.${1_000_001 + index}`, choice: index % 3 ? 'YES' : 'NO' },
      })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, voter))
  return count / ((performance.now() - started) / 1000)
}

async function results({ address, proposalId }: Poll): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 101; round++) {
    const started = performance.now()
    await call(`${address}/votes/proposal/${proposalId}/results`, 'GET')
    times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)[50] ?? Number.NaN
}

async function measure(name: string, url?: string): Promise<void> {
  const server = await openDatabase(url ? { url, logger } : { dataDir: await testDataDirectory(), logger })
  const used = process.cpuUsage()
  const rows = await commits(server, AT_ONCE)
  const { user, system } = process.cpuUsage(used)
  await server.close()
  say(`\nVotes on one proposal on ${name}, ${AT_ONCE} at a time (one-row commits: ${rows.toFixed(0)} /s)`)
  const poll = await openPoll(url)
  await vote(poll, 0, 1000)
  const atRest = memoryMb(poll)
  const before = processorSeconds(poll)
  const early = await vote(poll, 1000, SEGMENT)
  const perVote = (processorSeconds(poll) - before) / SEGMENT
  say(`  after 1,000    ${early.toFixed(0).padStart(6)} /s  ${(early / rows).toFixed(3)} of one-row commits (aim 0.5)`)
  await vote(poll, 1000 + SEGMENT, MANY - 1000 - SEGMENT)
  const late = await vote(poll, MANY, SEGMENT)
  say(
    `  after ${MANY.toLocaleString('en')}  ${late.toFixed(0).padStart(6)} /s  ${(late / early).toFixed(3)} of after 1,000 (aim 0.9)`,
  )
  const perCommit = (user + system) / 1e6 / (rows * 3.75)
  say(
    `  processor      ${(perVote * 1e3).toFixed(2).padStart(6)} ms a vote, all of the service; ${(perCommit * 1e3).toFixed(2)} ms a one-row commit`,
  )
  say(`  results        ${(await results(poll)).toFixed(2).padStart(6)} ms (aim 10)`)
  say(
    `  memory         ${atRest.toFixed(0)} MB after 1,000, ${memoryMb(poll).toFixed(0)} MB after ${(MANY + SEGMENT).toLocaleString('en')}`,
  )
  await count(poll)
  poll.child.kill()
  await once(poll.child, 'exit')
}

/** A recount of what is anchored by now. */
async function count({ address, proposalId, mirror }: Poll): Promise<void> {
  const source = httpSource(address)
  const { chain, topicId } = await source.topicOf(proposalId)
  const ledger = openLedger({ chain, nodes: [{ nodeId: '0.0.3', address: '127.0.0.1:1' }], mirrorUrl: mirror })
  const started = performance.now()
  const { totalVotes, faults } = await recount({ proposalId, chain, topicId, mirror: ledger.mirror, source })
  const seconds = (performance.now() - started) / 1000
  const heap = process.memoryUsage().rss / 1024 / 1024
  say(
    `  recount        ${totalVotes} votes in ${seconds.toFixed(1)} s, ${faults.length} faults, ${heap.toFixed(0)} MB with the client`,
  )
  ledger.close()
}

await measure('PGlite')
if (process.env.BENCH_DATABASE_URL) await measure('PostgreSQL', process.env.BENCH_DATABASE_URL)
process.exit(0)
