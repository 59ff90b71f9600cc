import { messageChunks } from '@quorate/ledger'
import { type Clock, type HourlyBudget, type Refusal, takeFrom, tooMany } from '@quorate/platform'
import { HOUR_MS } from '@quorate/verify/recount'
import { limits } from '../limits.ts'
import { BATCH_BYTES } from '../model/leaves.ts'
import type { Settings } from '../settings.ts'
import type { Trx } from '../store/tables.ts'

/**
 * Budgets for ledger messages, which the service pays for and anybody with a session can cause. They are counted in the
 * database. Messages that open something (DAOs, members, proposals) are counted for each wallet and for all wallets
 * together. Half of MESSAGES_PER_HOUR is reserved for votes on running proposals. DAOs younger than a day have a
 * separate budget, so that they take nothing from older ones. The messages of a proposal's start and end are reserved
 * when it is made, so that no decision has to wait for a budget.
 */
export interface Budgets {
  /**
   * Reserves messages, in the database transaction that needs them. @throws 429 `WALLET_BUDGET_USED`,
   * `LEDGER_BUDGET_USED`
   */
  reserve(trx: Trx, of: Reserved): Promise<void>
  /** Reserves one message for a batch of a DAO's votes. If none is left, `wait` is when one will be available. */
  reserveForVotes(trx: Trx, dao: { chain: string; daoId: string }): Promise<{ wait?: Date }>
  /** Counts reads of the mirror that a wallet causes. @throws 429 `WALLET_BUDGET_USED` */
  reserveReads(trx: Trx, of: { chain: string; wallet: string; reads: number }): Promise<void>
  /** Reserves the part of a batch that a large vote of `bytes` takes. @throws 429 `LEDGER_BUDGET_USED` */
  reserveForLargeVote(trx: Trx, dao: { chain: string; daoId: string }, bytes: number): Promise<void>
}

export interface Reserved {
  chain: string
  wallet: string
  messages: number
  /** When the DAO of these messages was founded; absent for a new one. */
  founded?: Date
}

/** From this age on, a DAO's messages are counted separately from those of new DAOs. */
const DAY_MS = 24 * HOUR_MS

/** The parts of MESSAGES_PER_HOUR for new DAOs, for DAOs older than a day, and for votes. */
const PARTS = { opening: 1 / 4, established: 1 / 4, votes: 1 / 2 }

/** The most that one DAO may take of the share for votes, in percent. */
const PERCENT_OF_DAO = 10

/** The number of messages that creating a DAO's topic counts as. */
export const TOPIC_MESSAGES = 10

/** How many messages a record takes. */
export const messagesOf = (record: Uint8Array): number => messageChunks(record).length

export function createBudgets({ clock, settings }: { clock: Clock; settings: Settings }): Budgets {
  const { MESSAGES_PER_HOUR: all, WALLET_MESSAGES_PER_HOUR: perWallet } = settings
  const budget = (chain: string, of: keyof typeof PARTS): HourlyBudget => ({
    name: `${chain} ${of}`,
    perHour: all * PARTS[of],
  })
  const take = (trx: Trx, from: HourlyBudget, amount: number) =>
    takeFrom(trx, 'governance.spending', from, { amount }, clock.now())
  /** Takes from the hourly messages for votes. One DAO may take at most `PERCENT_OF_DAO` of them. */
  const takeForVotes = (trx: Trx, { chain, daoId }: { chain: string; daoId: string }, amount: number) => {
    const holder = { id: daoId, percent: PERCENT_OF_DAO }
    return takeFrom(trx, 'governance.spending', budget(chain, 'votes'), { amount, holder }, clock.now())
  }

  function refused(code: string, { waitMs }: Refusal, perHour: number, setting: string) {
    return tooMany(
      code,
      `The service pays at most ${Math.floor(perHour)} messages of the ledger an hour here (${setting}), and they are used up: try again after the time in Retry-After`,
      Math.ceil((Number.isFinite(waitMs) ? waitMs : HOUR_MS) / 1000),
    )
  }

  return {
    async reserve(trx, { chain, wallet, messages, founded }) {
      const own = await take(trx, { name: `${chain} of ${wallet}`, perHour: perWallet }, messages)
      if (own) throw refused('WALLET_BUDGET_USED', own, perWallet, 'WALLET_MESSAGES_PER_HOUR')
      const from = budget(chain, founded && clock.now() - founded.getTime() >= DAY_MS ? 'established' : 'opening')
      const shared = await take(trx, from, messages)
      if (shared) throw refused('LEDGER_BUDGET_USED', shared, from.perHour, 'a quarter of MESSAGES_PER_HOUR')
    },
    async reserveReads(trx, { chain, wallet, reads }) {
      const { value: perHour } = limits.walletReadsPerHour
      const later = await take(trx, { name: `${chain} reads of ${wallet}`, perHour }, reads)
      if (!later) return
      throw tooMany(
        'WALLET_BUDGET_USED',
        `The service makes at most ${perHour} reads an hour for ${wallet} to look up account balances: try again after the time in Retry-After`,
        Math.ceil(later.waitMs / 1000),
      )
    },
    async reserveForVotes(trx, dao) {
      const later = await takeForVotes(trx, dao, 1)
      return later ? { wait: new Date(clock.now() + later.waitMs) } : {}
    },
    async reserveForLargeVote(trx, dao, bytes) {
      const later = await takeForVotes(trx, dao, bytes / BATCH_BYTES)
      if (!later) return
      throw tooMany(
        'LEDGER_BUDGET_USED',
        `A vote with ${bytes} bytes of comment, choices and signatures needs more than what is left for large votes of this DAO: send it later, or without its comment`,
        Math.ceil(later.waitMs / 1000),
      )
    },
  }
}
