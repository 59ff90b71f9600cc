import { setTimeout as delay } from 'node:timers/promises'
import type { Ledger } from '@quorate/ledger'
import {
  ApiError,
  type Clock,
  createFairTurns,
  createSingleFlight,
  type Database,
  type Jobs,
  unavailable,
} from '@quorate/platform'
import { eligibleAt, type HoldingQuestion, weighedBetween, weightAt } from '@quorate/verify/recount'
import type { Budgets } from '../anchoring/budgets.ts'
import { lastingKind } from '../anchoring/lasting-jobs.ts'
import { limits } from '../limits.ts'
import { isDecided, type Proposal } from '../model/dao.ts'
import { unweighed } from '../store/members.ts'
import { findProposal, fixEligibleWeight } from '../store/proposals.ts'
import type { Tables, Trx } from '../store/tables.ts'
import { findWeight, recordWeight, type Weight } from '../store/votes.ts'

export interface Weights {
  /**
   * Returns a member's weight: 1, or the least that it held during the delay before the proposal's start, which is
   * looked up once and kept. The mirror's reads for it count for `wallet`.
   *
   * @throws 503 `WEIGHTS_NOT_KNOWN` while the mirror cannot say, 429 `WALLET_BUDGET_USED`
   */
  weightOf(proposal: Proposal, account: string, wallet: string): Promise<bigint>
  /** Has the whole electorate weighed, for the quorum of a token-weighted proposal, and then schedules the decision. */
  schedule(trx: Trx, proposal: Pick<Proposal, 'proposalId'>): Promise<void>
}

/** The wallet for which the mirror's reads are counted, and how many of them are free for each account. */
interface Payer {
  wallet: string
  free?: number
}

/** How long a voter waits for the mirror to pass the start, and how often it is asked, in milliseconds. */
const TIMEOUT_MS = 5_000
const POLL_INTERVAL_MS = 100
/**
 * How long a voter waits for its weight, in milliseconds. The weight is kept once it is known, so that the next attempt
 * finds it.
 */
const VOTER_TIMEOUT_MS = 15_000
/** How long a job weighs the members of one proposal before other proposals have their turn, in milliseconds. */
const SLICE_MS = 10_000
const ACCOUNTS_AT_ONCE = 8
/** The most reads that are counted at once, before they are made. */
const COUNTED_READS = 10
/** Reads for each account that are free when the whole electorate is weighed, which happens once. */
const FREE_READS = 9

export function createWeights(deps: {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  budgets: Budgets
  ledgerOf(on: { chain: string }): Ledger
  /** Has a proposal decided at its end, or now if that has passed. */
  scheduleDecision(trx: Trx, proposal: Proposal): Promise<void>
}): Weights {
  const { database, clock, budgets, ledgerOf, scheduleDecision } = deps
  /** By chain: the time of the newest transaction that its mirror had, in milliseconds. */
  const passed = new Map<string, number>()
  const turns = createFairTurns(limits.weighingReads.value)
  /** Reads for decisions have turns of their own, so that they never wait for reads that votes cause. */
  const decisionTurns = createFairTurns(limits.weighingReads.value)
  const once = createSingleFlight<Weight>()

  const kind = lastingKind<{ proposalId: string }>(
    deps,
    'electorate.weigh',
    ({ proposalId }) => proposalId,
    async ({ proposalId }) => {
      const proposal = await findProposal(database.read, proposalId)
      if (!proposal || isDecided(proposal)) return
      const isWhole = await weighSome(proposal)
      await database.change(async (trx) => {
        // The new job stands behind the waiting jobs of other proposals.
        if (isWhole === false) return kind.add(trx, { proposalId }, new Date(clock.now()))
        if (isWhole) await fixEligibleWeight(trx, proposalId)
        // The decision job may have run already, by the clock of another process, and ended without these weights.
        await scheduleDecision(trx, proposal)
      })
    },
  )

  const isOver = ({ endAt }: Proposal): boolean => clock.now() >= endAt.getTime()

  /**
   * Waits until the mirror has a transaction from the start or later: then it has all that happened before.
   * @throws 503 `WEIGHTS_NOT_KNOWN`
   */
  async function mirrorPassed({ dao, startAt }: Proposal): Promise<void> {
    const { mirror } = ledgerOf(dao)
    const until = performance.now() + TIMEOUT_MS
    while ((passed.get(dao.chain) ?? 0) < startAt.getTime()) {
      const newest = await mirror.newest()
      if (newest !== null) passed.set(dao.chain, Math.max(newest, passed.get(dao.chain) ?? 0))
      if (newest !== null && newest >= startAt.getTime()) break
      if (performance.now() > until)
        throw unavailable('WEIGHTS_NOT_KNOWN', `The mirror has not reached ${startAt.toISOString()} yet`, 2)
      await delay(POLL_INTERVAL_MS)
    }
  }

  function questionOf(proposal: Proposal, account: string, { wallet, free = 0 }: Payer): HoldingQuestion {
    const { tokenId, votingDelay } = proposal.dao.rules
    return {
      ...{ account, tokenId, payer: payerOf(proposal, wallet), read: readsOf(proposal, wallet, free) },
      ...weighedBetween(proposal.startAt.getTime(), votingDelay),
    }
  }

  /**
   * Questions for a decision have a payer of their own, so that they do not wait for, or fail with, questions whose
   * reads are counted.
   */
  const payerOf = (proposal: Proposal, wallet: string): string => (isOver(proposal) ? `${wallet} at the end` : wallet)

  /**
   * Has reads of the mirror take turns with those of other wallets, and counts them for this wallet until the voting
   * has ended.
   */
  function readsOf(proposal: Proposal, wallet: string, free: number): HoldingQuestion['read'] {
    let made = 0
    let counted = free
    return async (read) => {
      const isDeciding = isOver(proposal)
      if (!isDeciding && ++made > counted) {
        const reads = Math.min(counted + 1, COUNTED_READS)
        counted += reads
        await database.change((trx) => budgets.reserveReads(trx, { chain: proposal.dao.chain, wallet, reads }))
      }
      return (isDeciding ? decisionTurns : turns)(wallet, read)
    }
  }

  /** Asks once for all concurrent callers on behalf of one wallet, and keeps the weight as soon as it is known. */
  function askOnce(
    proposal: Proposal,
    { account, wallet, name }: { account: string; wallet: string; name: string },
    ask: () => Promise<Weight>,
  ): Promise<Weight> {
    return once(`${proposal.proposalId} ${account} ${name} ${payerOf(proposal, wallet)}`, async () => {
      const weight = await ask()
      await database.change((trx) => recordWeight(trx, proposal.proposalId, account, weight))
      return weight
    })
  }

  const weighed = (proposal: Proposal, account: string, payer: Payer): Promise<Weight> =>
    askOnce(proposal, { account, wallet: payer.wallet, name: 'among the eligible' }, () =>
      eligibleAt(ledgerOf(proposal.dao).mirror, questionOf(proposal, account, payer), proposal.electorate?.size ?? 1),
    )

  async function weigh(proposal: Proposal, account: string, wallet: string): Promise<bigint> {
    const { weight, eligible } =
      (await findWeight(database.read, proposal.proposalId, account)) ?? (await weighed(proposal, account, { wallet }))
    if (weight !== null) return weight
    const whole = await askOnce(proposal, { account, wallet, name: 'whole' }, async () => {
      const question = questionOf(proposal, account, { wallet })
      // Whose history is too long has no weight. Other accounts can vote all the same.
      return { weight: (await weightAt(ledgerOf(proposal.dao).mirror, question)) ?? 0n, eligible }
    })
    return whole.weight ?? 0n
  }

  /**
   * Weighs members for `SLICE_MS` at most. True once all are weighed, false if some are left; undefined if the decision
   * must weigh the rest, because the creator's budget of reads is used.
   */
  async function weighSome(proposal: Proposal): Promise<boolean | undefined> {
    if (proposal.eligibleWeight !== null) return true
    const { proposalId, dao, startAt, creator } = proposal
    await mirrorPassed(proposal)
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
        accounts.map((account) => weighed(proposal, account, { wallet: creator, free: FREE_READS })),
      )
      try {
        if (!(await withTimeout(weights, until - performance.now()))) return false
      } catch (error) {
        // After the end no later job would weigh the rest: the error then has this job tried again.
        if (error instanceof ApiError && error.code === 'WALLET_BUDGET_USED' && !isOver(proposal)) return undefined
        throw error
      }
      after = last
    }
  }

  return {
    schedule: (trx, { proposalId }) => kind.add(trx, { proposalId }),

    async weightOf(proposal, account, wallet) {
      if (!proposal.dao.rules.tokenWeighted) return 1n
      const known = await findWeight(database.read, proposal.proposalId, account)
      if (known && known.weight !== null) return known.weight
      await mirrorPassed(proposal)
      const found = await withTimeout(weigh(proposal, account, wallet), VOTER_TIMEOUT_MS)
      if (found) return found.value
      throw unavailable('WEIGHTS_NOT_KNOWN', `What ${account} held is still being looked up: ask again`, 5)
    },
  }
}

/** Returns undefined if the promise takes longer than `ms`; its work goes on. */
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
