import { setTimeout as delay } from 'node:timers/promises'
import { type HoldingQuestion, isHistoryTooLong, type Ledger, type Mirror } from '@quorate/ledger'
import { type Database, unavailable } from '@quorate/platform'
import { type Proposal, weighedBetween } from '../model/dao.ts'
import { unweighed } from '../store/members.ts'
import { fixEligibleWeight } from '../store/proposals.ts'
import type { Tables } from '../store/tables.ts'
import { findWeight, recordWeights, type Weight } from '../store/votes.ts'

export interface Weights {
  /** A member's: 1, or what it held before the proposal's start, asked once and kept. @throws 503 while the mirror cannot say */
  weightOf(proposal: Proposal, account: string): Promise<bigint>
  /** Weighs all who may vote, for a quorum of a token-weighted proposal. */
  weighAll(proposal: Proposal): Promise<void>
}

/**
 * What an account's vote weighs, and what it counts for among those who may vote. Anybody can send an account so many transactions that nobody can follow
 * what it held: it cannot vote then, but the others can; and a quorum counts what it held before, so that nobody lowers a quorum by it.
 */
export async function weightAt(mirror: Pick<Mirror, 'holdingAt'>, question: HoldingQuestion): Promise<Weight> {
  try {
    const weight = await mirror.holdingAt(question)
    return { account: question.account, weight, eligible: weight }
  } catch (error) {
    if (isHistoryTooLong(error)) return { account: question.account, weight: 0n, eligible: error.held }
    throw error
  }
}

/** How long a voter waits for the mirror to pass the start, and how often it is asked, in milliseconds. */
const TIMEOUT_MS = 5_000
const PAUSE_MS = 100
const PAGE = 200
const AT_ONCE = 8

export function createWeights({
  database,
  ledgerOf,
}: {
  database: Database<Tables>
  ledgerOf(on: { chain: string }): Ledger
}): Weights {
  /** By chain: the newest transaction that its mirror had, in milliseconds. */
  const passed = new Map<string, number>()

  /** Only then the mirror knows all that happened before the start. */
  async function mirrorPassed({ dao, startAt }: Proposal): Promise<Ledger> {
    const ledger = ledgerOf(dao)
    const until = performance.now() + TIMEOUT_MS
    while ((passed.get(dao.chain) ?? 0) < startAt.getTime()) {
      const newest = await ledger.mirror.newest()
      if (newest !== null) passed.set(dao.chain, Math.max(newest, passed.get(dao.chain) ?? 0))
      if (newest !== null && newest >= startAt.getTime()) break
      if (performance.now() > until)
        throw unavailable('WEIGHTS_NOT_KNOWN', `The mirror has not reached ${startAt.toISOString()} yet`, 2)
      await delay(PAUSE_MS)
    }
    return ledger
  }

  async function ask({ mirror }: Ledger, proposal: Proposal, account: string): Promise<Weight> {
    const { tokenId, votingDelay } = proposal.dao.rules
    return weightAt(mirror, { account, tokenId, ...weighedBetween(proposal.startAt.getTime(), votingDelay) })
  }

  return {
    async weightOf(proposal, account) {
      if (!proposal.dao.rules.tokenWeighted) return 1n
      const known = await findWeight(database.read, proposal.proposalId, account)
      if (known !== undefined) return known
      const weighed = await ask(await mirrorPassed(proposal), proposal, account)
      await database.change((trx) => recordWeights(trx, proposal.proposalId, [weighed]))
      return weighed.weight
    },

    async weighAll(proposal) {
      if (proposal.eligibleWeight !== null) return
      const { proposalId, dao, startAt } = proposal
      const ledger = await mirrorPassed(proposal)
      for (let after = ''; ; ) {
        const accounts = await unweighed(database.read, { proposalId, daoId: dao.daoId, at: startAt, after }, PAGE)
        const last = accounts.at(-1)
        if (last === undefined) break
        const weights = await each(accounts, (account) => ask(ledger, proposal, account))
        await database.change((trx) => recordWeights(trx, proposalId, weights))
        after = last
      }
      await database.change((trx) => fixEligibleWeight(trx, proposalId))
    },
  }
}

/** In order, some at a time. */
export async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>, atOnce = AT_ONCE): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += atOnce)
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(work))))
  return results
}
