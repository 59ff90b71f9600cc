/** Reads from the mirror how much accounts held before a proposal's start. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Ledger } from '@quorate/ledger'
import { type Clock, createSingleFlight, type Database, unavailable } from '@quorate/platform'
import { eligibleAt, type HoldingQuestion, weighedBetween, weightAt } from '@quorate/verify/recount'
import type { Budgets } from '../anchoring/budgets.ts'
import type { Proposal } from '../model/dao.ts'
import type { Tables } from '../store/tables.ts'
import { findWeight, recordWeight, type Weight } from '../store/votes.ts'

/** The wallet that the mirror's reads are counted for, and how many of them are free for each account. */
export interface Payer {
  wallet: string
  free?: number
}

/** How long a voter waits for the mirror to pass the start, and how often the mirror is polled, in milliseconds. */
const TIMEOUT_MS = 5_000
const POLL_INTERVAL_MS = 100
/** The maximum number of reads that are counted at a time, before they are made. */
const COUNTED_READS = 10

export function createWeighing(deps: {
  database: Database<Tables>
  clock: Clock
  budgets: Budgets
  ledgerOf(on: { chain: string }): Ledger
}) {
  const { database, clock, budgets, ledgerOf } = deps
  /** For each chain, the time in milliseconds up to which its mirror is known to have everything. */
  const passed = new Map<string, number>()
  const once = createSingleFlight<Weight>()
  const isOver = ({ endAt }: Proposal): boolean => clock.now() >= endAt.getTime()

  /**
   * Waits until the mirror shows a transaction at or after the start of voting. It then has all earlier ones, too.
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
      account,
      tokenId,
      payer: payerOf(proposal, wallet),
      read: readsOf(proposal, wallet, free),
      ...weighedBetween(proposal.startAt.getTime(), votingDelay),
    }
  }

  /**
   * Reads for a decision have a separate payer, so that they neither wait for nor fail with reads that have a budget.
   */
  const payerOf = (proposal: Proposal, wallet: string): string => (isOver(proposal) ? `${wallet} at the end` : wallet)

  /** Counts this wallet's reads of the mirror until voting has ended. */
  function readsOf(proposal: Proposal, wallet: string, free: number): HoldingQuestion['read'] {
    let made = 0
    let paid = free
    return async (read) => {
      if (!isOver(proposal) && ++made > paid) {
        const reads = Math.min(paid + 1, COUNTED_READS)
        paid += reads
        await database.change((trx) => budgets.reserveReads(trx, { chain: proposal.dao.chain, wallet, reads }))
      }
      return read()
    }
  }

  /** Asks once for all concurrent callers on behalf of one wallet, and stores the weight immediately. */
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

  /** The account's part of the eligible weight, and its vote's weight if that is known. */
  const weighed = (proposal: Proposal, account: string, payer: Payer): Promise<Weight> =>
    askOnce(proposal, { account, wallet: payer.wallet, name: 'among the eligible' }, () =>
      eligibleAt(ledgerOf(proposal.dao).mirror, questionOf(proposal, account, payer), proposal.electorate?.size ?? 1),
    )

  /** The weight of the account's vote. */
  async function weigh(proposal: Proposal, account: string, wallet: string): Promise<bigint> {
    const { weight, eligible } =
      (await findWeight(database.read, proposal.proposalId, account)) ?? (await weighed(proposal, account, { wallet }))
    if (weight !== null) return weight
    const whole = await askOnce(proposal, { account, wallet, name: 'whole' }, async () => {
      const question = questionOf(proposal, account, { wallet })
      // An account with too long a history has no weight. Others can still vote.
      return { weight: (await weightAt(ledgerOf(proposal.dao).mirror, question)) ?? 0n, eligible }
    })
    return whole.weight ?? 0n
  }

  return { isOver, mirrorPassed, weighed, weigh }
}
