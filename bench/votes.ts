/**
 * Measures votes on one proposal, how their cost grows with their number, and what a vote of each kind costs.
 * BENCH_VOTES=100000 for many.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openLedger } from '@quorate/ledger'
import { httpSource, recount, type VotingMethod } from '@quorate/verify/recount'
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
  proposals: Record<VotingMethod, string>
  mirror: string
}

async function openPoll(members: number, url?: string): Promise<Poll> {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-votes-'))
  const file = join(folder, 'tokens')
  const script = fileURLToPath(new URL('./votes-server.ts', import.meta.url))
  const child = spawn(process.execPath, [script, String(members), file, ...(url ? [url] : [])], {
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

const yesOrNo = (index: number) => ({ choice: index % 3 ? 'YES' : 'NO' })

interface Voting {
  method?: VotingMethod
  from: number
  count: number
  contentOf?: (index: number) => object
}

/** Lets `count` voters vote, beginning with number `from`. Returns the votes per second. */
async function vote(
  { tokens, address, daoId, proposals }: Poll,
  { method = 'single', from, count, contentOf = yesOrNo }: Voting,
): Promise<number> {
  const proposalId = proposals[method]
  let next = from
  const started = performance.now()
  const voter = async () => {
    for (let index = next++; index < from + count; index = next++)
      await call(`${address}/votes`, 'POST', tokens[index], {
        ...{ proposalId, daoId, voterAddress: `0.0.${1_000_001 + index}`, ...contentOf(index) },
      })
  }
  await Promise.all(Array.from({ length: CLIENTS }, voter))
  return count / ((performance.now() - started) / 1000)
}

const resultsMs = ({ address, proposals }: Poll): Promise<number> =>
  median(101, async () => {
    const started = performance.now()
    await call(`${address}/votes/proposal/${proposals.single}/results`, 'GET')
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
  const poll = await openPoll(VOTES + SEGMENT, url)
  await vote(poll, { from: 0, count: 1000 })
  const earlyMb = memoryMb(poll)
  const before = processorSeconds(poll)
  const early = await vote(poll, { from: 1000, count: SEGMENT })
  const voteCpuMs = ((processorSeconds(poll) - before) / SEGMENT) * 1000
  if (VOTES > 1000 + SEGMENT) await vote(poll, { from: 1000 + SEGMENT, count: VOTES - 1000 - SEGMENT })
  const late = await vote(poll, { from: VOTES, count: SEGMENT })
  const rates = { early, late, voteCpuMs, resultsMs: await resultsMs(poll), earlyMb, lateMb: memoryMb(poll) }
  const found = { ...rates, recount: await recounted(poll) }
  await end(poll)
  return found
}

async function end({ child }: Poll): Promise<void> {
  child.kill()
  await once(child, 'exit')
}

const SPLIT = { choices: ['Oak', 'Elm', 'Ash', 'Yew', 'Fir'], shares: [10, 20, 30, 25, 15] }
const CHANGED = 'changed vote'
/** The most content of a vote by each method: it names all options where the method allows that. */
const CONTENTS: Record<string, Omit<Voting, 'from' | 'count'>> = {
  'single choice': { method: 'single' },
  approval: { method: 'approval', contentOf: () => ({ choices: ['Oak', 'Elm', 'Ash', 'Yew'] }) },
  weighted: { method: 'weighted', contentOf: () => SPLIT },
  ranked: { method: 'ranked', contentOf: () => ({ choices: ['Fir', 'Oak', 'Elm', 'Ash', 'Yew'] }) },
  quadratic: { method: 'quadratic', contentOf: () => SPLIT },
  [CHANGED]: { method: 'single', contentOf: () => ({ choice: 'NO', revision: 2 }) },
}
/** How many votes of a kind follow each other. */
const TURN = 500
const kindsOfCosts = Object.keys(CONTENTS)
export const VOTES_OF_A_KIND = TURN * kindsOfCosts.length

/**
 * The service's processor time for a vote of each kind, in milliseconds. The kinds take turns, in an order that
 * rotates, because votes are anchored during later turns.
 */
export async function voteCosts(): Promise<Record<string, number>> {
  const poll = await openPoll(VOTES_OF_A_KIND + TURN)
  const costs = Object.fromEntries(kindsOfCosts.map((kind) => [kind, 0]))
  // The first turn warms the service up, and casts the votes that are changed first.
  for (const kind of kindsOfCosts) if (kind !== CHANGED) await vote(poll, { from: 0, count: TURN, ...CONTENTS[kind] })
  for (let round = 1; round <= kindsOfCosts.length; round++)
    for (const kind of [...kindsOfCosts.slice(round), ...kindsOfCosts.slice(0, round)]) {
      const before = processorSeconds(poll)
      await vote(poll, { from: TURN * (kind === CHANGED ? round - 1 : round), count: TURN, ...CONTENTS[kind] })
      const spent = ((processorSeconds(poll) - before) / VOTES_OF_A_KIND) * 1000
      costs[kind] = (costs[kind] ?? 0) + spent
    }
  await end(poll)
  return costs
}

async function recounted({ address, proposals, mirror: mirrorUrl }: Poll): Promise<VoteRates['recount']> {
  const proposalId = proposals.single
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
