import { setTimeout as delay } from 'node:timers/promises'
import { ApiError, type Clock, type Database, unavailable } from '@quorate/platform'
import type { ProposalJobs } from '../jobs/proposal-jobs.ts'
import { isDecided, type Proposal } from '../model/dao.ts'
import { unweighed } from '../store/members.ts'
import { findProposal, fixEligibleWeight } from '../store/proposals.ts'
import type { Tables } from '../store/tables.ts'
import { findWeight } from '../store/votes.ts'
import { createWeighing } from './weighing.ts'

export interface Weights {
  /**
   * Returns a member's weight: 1, or the lowest balance that it held during the delay before the proposal's start. A
   * balance is looked up once and stored. The mirror reads count for `wallet`.
   *
   * @throws 503 `WEIGHTS_NOT_KNOWN` while the mirror cannot tell, 429 `WALLET_BUDGET_USED`
   */
  weightOf(proposal: Proposal, account: string, wallet: string): Promise<bigint>
}

/**
 * How long a voter waits for its weight, in milliseconds. The weight is stored once it is known, so the next attempt
 * finds it.
 */
const VOTER_TIMEOUT_MS = 15_000
/** How long a job weighs one proposal's members before other proposals get their turn, in milliseconds. */
const SLICE_MS = 10_000
const ACCOUNTS_AT_ONCE = 8
/** How many reads of the mirror are free for each account while the whole electorate is weighed, which happens once. */
const FREE_READS = 9

export function createWeights(
  deps: { database: Database<Tables>; clock: Clock; proposalJobs: ProposalJobs } & Parameters<typeof createWeighing>[0],
): Weights {
  const { database, clock, proposalJobs } = deps
  const weighing = createWeighing(deps)

  proposalJobs.weighing.does(async ({ proposalId }) => {
    const proposal = await findProposal(database.read, proposalId)
    if (!proposal || isDecided(proposal)) return
    const isWhole = await weighSome(proposal)
    await database.change(async (trx) => {
      // The new job is queued behind other proposals' waiting jobs.
      if (isWhole === false) return proposalJobs.weighing.add(trx, { proposalId }, new Date(clock.now()))
      if (isWhole) await fixEligibleWeight(trx, proposalId)
      // If another process's clock is ahead, the decision job may already have run and ended without these weights.
      await proposalJobs.scheduleDecision(trx, proposal)
    })
  })

  /**
   * Weighs members for at most `SLICE_MS`. Returns true if all are weighed, false if some are left, and undefined if
   * the decision must weigh the rest because the creator's budget of reads is used up.
   */
  async function weighSome(proposal: Proposal): Promise<boolean | undefined> {
    if (proposal.eligibleWeight !== null) return true
    const { proposalId, dao, startAt, creator } = proposal
    await weighing.mirrorPassed(proposal)
    const until = performance.now() + SLICE_MS
    for (let after = ''; ; ) {
      const accounts = await unweighed(
        database.read,
        { proposalId, daoId: dao.daoId, at: startAt, after },
        ACCOUNTS_AT_ONCE,
      )
      const last = accounts.at(-1)
      if (last === undefined) return true
      const weights = Promise.all(
        accounts.map((account) => weighing.weighed(proposal, account, { wallet: creator, free: FREE_READS })),
      )
      try {
        if (!(await withTimeout(weights, until - performance.now()))) return false
      } catch (error) {
        // After the end, no later job would weigh the rest, so the error makes this job run again.
        if (error instanceof ApiError && error.code === 'WALLET_BUDGET_USED' && !weighing.isOver(proposal))
          return undefined
        throw error
      }
      after = last
    }
  }

  return {
    async weightOf(proposal, account, wallet) {
      if (!proposal.dao.rules.tokenWeighted) return 1n
      const known = await findWeight(database.read, proposal.proposalId, account)
      if (known && known.weight !== null) return known.weight
      await weighing.mirrorPassed(proposal)
      const found = await withTimeout(weighing.weigh(proposal, account, wallet), VOTER_TIMEOUT_MS)
      if (found) return found.value
      throw unavailable('WEIGHTS_NOT_KNOWN', `The holdings of ${account} are still being looked up: try again`, 5)
    },
  }
}

/** Returns undefined if the promise takes longer than `ms`. Its work continues in the background. */
async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<{ value: T } | undefined> {
  promise.catch(() => {})
  const over = new AbortController()
  const timeout = delay(Math.max(1, ms), undefined, { signal: over.signal }).catch(() => undefined)
  try {
    return await Promise.race([promise.then((value) => ({ value })), timeout])
  } finally {
    over.abort()
  }
}
