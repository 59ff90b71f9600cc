/** Measures votes on one proposal, and how their cost grows with their number. BENCH_VOTES=100000 for many. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openLedger } from '@quorate/ledger'
import { httpSource, recount } from '@quorate/verify/recount'
import { call } from './client.ts'
import { median } from './measure.ts'

const CLIENTS = 8
const SEGMENT = 10_000
export const VOTES = Number(process.env.BENCH_VOTES ?? 30_000)

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
  const voters = String(VOTES + SEGMENT)
  const child = spawn(process.execPath, [script, voters, file, ...(url ? [url] : [])], {
    stdio: ['pipe', 'pipe', 'inherit'],
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

/** The processor time of the service in seconds. On a machine with other work it varies less than rates. */
function processorSeconds({ child }: Poll): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Lets `count` voters vote, beginning with number `from`. Returns the votes per second. */
async function vote({ tokens, address, daoId, proposalId }: Poll, from: number, count: number): Promise<number> {
  let next = from
  const started = performance.now()
  const voter = async () => {
    for (let index = next++; index < from + count; index = next++)
      await call(`${address}/votes`, 'POST', tokens[index], {
        ...{ proposalId, daoId, voterAddress: `0.0.${1_000_001 + index}`, choice: index % 3 ? 'YES' : 'NO' },
      })
  }
  await Promise.all(Array.from({ length: CLIENTS }, voter))
  return count / ((performance.now() - started) / 1000)
}

const resultsMs = ({ address, proposalId }: Poll): Promise<number> =>
  median(101, async () => {
    const started = performance.now()
    await call(`${address}/votes/proposal/${proposalId}/results`, 'GET')
    return performance.now() - started
  })

export interface VoteRates {
  /** Votes per second after 1,000 votes, and after VOTES. */
  early: number
  late: number
  /** The service's processor time for a vote, in milliseconds. */
  voteCpuMs: number
  resultsMs: number
  earlyMb: number
  lateMb: number
  /** A recount of the votes that are anchored by then. */
  recount: { votes: number; seconds: number; faults: number }
}

/** @param url The URL of a PostgreSQL server; default: PGlite */
export async function voteRates(url?: string): Promise<VoteRates> {
  const poll = await openPoll(url)
  await vote(poll, 0, 1000)
  const earlyMb = memoryMb(poll)
  const before = processorSeconds(poll)
  const early = await vote(poll, 1000, SEGMENT)
  const voteCpuMs = ((processorSeconds(poll) - before) / SEGMENT) * 1000
  if (VOTES > 1000 + SEGMENT) await vote(poll, 1000 + SEGMENT, VOTES - 1000 - SEGMENT)
  const late = await vote(poll, VOTES, SEGMENT)
  const rates = { early, late, voteCpuMs, resultsMs: await resultsMs(poll), earlyMb, lateMb: memoryMb(poll) }
  const found = { ...rates, recount: await recounted(poll) }
  poll.child.kill()
  await once(poll.child, 'exit')
  return found
}

async function recounted({ address, proposalId, mirror: mirrorUrl }: Poll): Promise<VoteRates['recount']> {
  const source = httpSource(address)
  const { chain, topicId } = await source.topicOf(proposalId)
  const ledger = openLedger({ chain, nodes: [{ nodeId: '0.0.3', address: '127.0.0.1:1' }], mirrorUrl })
  const started = performance.now()
  // The voters are not accounts on the ledger. This still makes one read of the mirror for each.
  const { keyAt } = ledger.mirror
  const mirror = { ...ledger.mirror, existedAt: (id: string, at: string) => keyAt(id, at).then(() => 'yes' as const) }
  const { totalVotes, faults } = await recount({ chain, proposalId, topicId, mirror, source })
  ledger.close()
  return { votes: totalVotes, seconds: (performance.now() - started) / 1000, faults: faults.length }
}
