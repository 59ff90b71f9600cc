import { setTimeout as delay } from 'node:timers/promises'
import {
  type HoldingQuestion,
  isHistoryTooLong,
  type Ledger,
  limits as ledgerLimits,
  type Mirror,
} from '@quorate/ledger'
import {
  ApiError,
  type Clock,
  createSingleFlight,
  createTurns,
  type Database,
  type Jobs,
  unavailable,
} from '@quorate/platform'
import type { Budgets } from '../anchoring/budgets.ts'
import { lastingKind } from '../anchoring/lasting-jobs.ts'
import { limits } from '../limits.ts'
import { isDecided, type Proposal, weighedBetween } from '../model/dao.ts'
import { unweighed } from '../store/members.ts'
import { findProposal, fixEligibleWeight } from '../store/proposals.ts'
import type { Tables, Trx } from '../store/tables.ts'
import { findWeight, recordWeight, type Weight } from '../store/votes.ts'

export interface Weights {
  /**
   * A member's: 1, or what it held before the proposal's start, asked once and kept. What it takes is counted for `wallet`.
   *
   * @throws 503 while the mirror cannot say, 429 `WALLET_BUDGET_USED`
   */
  weightOf(proposal: Proposal, account: string, wallet: string): Promise<bigint>
  /** Has all who may vote weighed, for the quorum of a token-weighted proposal, and a proposal that has ended decided then. */
  schedule(trx: Trx, proposal: Pick<Proposal, 'proposalId'>): Promise<void>
}

/** For whom reads are counted, beyond those that are free for each account. */
interface Payer {
  wallet: string
  free?: number
}

type HoldingAt = Pick<Mirror, 'holdingAt'>

/** What an account's vote weighs: nothing where nobody can follow what it held, as anybody can send it so many transactions. The others can vote. */
export async function weightAt(mirror: HoldingAt, question: HoldingQuestion): Promise<bigint> {
  return (await atMost(mirror, question, ledgerLimits.maxHistoryPages.value)).weight ?? 0n
}

/**
 * What an account counts for among `members` that may vote, as long as it has not voted: what it held before, where that cannot be followed with its
 * part of the pages that a proposal may take. So transactions may lower what those count for who do not vote, to what they held at the mirror's last
 * snapshot; whoever votes counts with its vote at least. `weight` is null where more pages would tell it.
 */
export function eligibleAt(mirror: HoldingAt, question: HoldingQuestion, members: number): Promise<Weight> {
  const { maxHistoryPages } = ledgerLimits
  const part = Math.floor(limits.maxElectoratePages.value / members)
  return atMost(mirror, question, Math.min(Math.max(part, 1), maxHistoryPages.value))
}

async function atMost(mirror: HoldingAt, question: HoldingQuestion, maxPages: number): Promise<Weight> {
  try {
    const weight = await mirror.holdingAt({ ...question, maxPages })
    return { weight, eligible: weight }
  } catch (error) {
    if (!isHistoryTooLong(error)) throw error
    return { weight: maxPages < ledgerLimits.maxHistoryPages.value ? null : 0n, eligible: error.held }
  }
}

/** How long a voter waits for the mirror to pass the start, and how often it is asked, in milliseconds. */
const TIMEOUT_MS = 5_000
const PAUSE_MS = 100
/** How long a voter waits for its weight. It is kept once it is known, so that the next attempt finds it. */
const VOTER_TIMEOUT_MS = 15_000
/** So long a proposal's members are weighed before others' are. */
const SLICE_MS = 10_000
const AT_ONCE = 8
/** So many reads at most are counted at once, before they are made. */
const COUNTED_READS = 10
/** So many of the reads for each account are free when all who may vote are weighed: that happens once. */
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
  /** By chain: the newest transaction that its mirror had, in milliseconds. */
  const passed = new Map<string, number>()
  const turns = createTurns(limits.weighingReads.value)
  /** What decisions need waits for nothing that votes cause. */
  const decisionTurns = createTurns(limits.weighingReads.value)
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
        // Behind those of other proposals that wait.
        if (isWhole === false) return kind.add(trx, { proposalId }, new Date(clock.now()))
        if (isWhole) await fixEligibleWeight(trx, proposalId)
        // The decision may have come before the weights, by the clock of another process.
        await scheduleDecision(trx, proposal)
      })
    },
  )

  const isOver = ({ endAt }: Proposal): boolean => clock.now() >= endAt.getTime()

  /** Only then the mirror knows all that happened before the start. */
  async function mirrorPassed({ dao, startAt }: Proposal): Promise<void> {
    const { mirror } = ledgerOf(dao)
    const until = performance.now() + TIMEOUT_MS
    while ((passed.get(dao.chain) ?? 0) < startAt.getTime()) {
      const newest = await mirror.newest()
      if (newest !== null) passed.set(dao.chain, Math.max(newest, passed.get(dao.chain) ?? 0))
      if (newest !== null && newest >= startAt.getTime()) break
      if (performance.now() > until)
        throw unavailable('WEIGHTS_NOT_KNOWN', `The mirror has not reached ${startAt.toISOString()} yet`, 2)
      await delay(PAUSE_MS)
    }
  }

  function questionOf(proposal: Proposal, account: string, { wallet, free = 0 }: Payer): HoldingQuestion {
    const { tokenId, votingDelay } = proposal.dao.rules
    return {
      ...{ account, tokenId, payer: payerOf(proposal, wallet), read: readsOf(proposal, wallet, free) },
      ...weighedBetween(proposal.startAt.getTime(), votingDelay),
    }
  }

  /** What is asked for a decision does not wait for what is counted, nor fail with it. */
  const payerOf = (proposal: Proposal, wallet: string): string => (isOver(proposal) ? `${wallet} at the end` : wallet)

  /** Reads in turn with those of other wallets, counted for this one until the voting has ended. */
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

  /** Once for all who ask at the same time on behalf of one wallet; kept as soon as it is known. */
  function shared(
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
    shared(proposal, { account, wallet: payer.wallet, name: 'among the eligible' }, () =>
      eligibleAt(ledgerOf(proposal.dao).mirror, questionOf(proposal, account, payer), proposal.electorate?.size ?? 1),
    )

  async function weigh(proposal: Proposal, account: string, wallet: string): Promise<bigint> {
    const { weight, eligible } =
      (await findWeight(database.read, proposal.proposalId, account)) ?? (await weighed(proposal, account, { wallet }))
    if (weight !== null) return weight
    const whole = await shared(proposal, { account, wallet, name: 'whole' }, async () => {
      const question = questionOf(proposal, account, { wallet })
      return { weight: await weightAt(ledgerOf(proposal.dao).mirror, question), eligible }
    })
    return whole.weight ?? 0n
  }

  /** True once all are weighed; undefined if that is left to the decision, as the creator has caused too much. */
  async function weighSome(proposal: Proposal): Promise<boolean | undefined> {
    if (proposal.eligibleWeight !== null) return true
    const { proposalId, dao, startAt, creator } = proposal
    await mirrorPassed(proposal)
    const until = performance.now() + SLICE_MS
    for (let after = ''; ; ) {
      const accounts = await unweighed(database.read, { proposalId, daoId: dao.daoId, at: startAt, after }, AT_ONCE)
      const last = accounts.at(-1)
      if (last === undefined) return true
      const weights = Promise.all(
        accounts.map((account) => weighed(proposal, account, { wallet: creator, free: FREE_READS })),
      )
      try {
        if (!(await within(weights, until - performance.now()))) return false
      } catch (error) {
        // Nothing comes after the end that would ask again.
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
      const found = await within(weigh(proposal, account, wallet), VOTER_TIMEOUT_MS)
      if (found) return found.value
      throw unavailable('WEIGHTS_NOT_KNOWN', `What ${account} held is still being looked up: ask again`, 5)
    },
  }
}

/** undefined if it takes longer; it goes on. */
async function within<T>(promise: Promise<T>, ms: number): Promise<{ value: T } | undefined> {
  promise.catch(() => {})
  const over = new AbortController()
  const timeout = delay(Math.max(1, ms), undefined, { signal: over.signal }).catch(() => undefined)
  try {
    return await Promise.race([promise.then((value) => ({ value })), timeout])
  } finally {
    over.abort()
  }
}

/** In order, some at a time. */
export async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>, atOnce = AT_ONCE): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += atOnce)
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(work))))
  return results
}
