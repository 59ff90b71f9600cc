/**
 * How many claims of decisions may fail, or still may fail, for a wallet or a payer, and how soon one may follow
 * another.
 */
import {
  type Change,
  type Clock,
  type Database,
  mapInBatches,
  type Reader,
  tooMany,
  unprocessable,
} from '@quorate/platform'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { limits } from '../limits.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import { lockWallet, type Tables } from '../store/store.ts'
import { decodeBody } from '../values/transaction-body.ts'
import type { HandedIn, Offer } from './offers.ts'
import { isOf, type OpeningFates } from './opening-fates.ts'
import type { Decision } from './permitted.ts'

export const namesPayer = ({ sender }: Decision): boolean => sender?.id !== undefined

/** How long a payer's spoiled transactions are counted, in milliseconds after their window. */
const SPOILED_MS = 86_400_000
/** A limit that a claim counts towards. */
interface Count {
  /** Names the lock under which claims are counted one after the other. */
  holder: string
  where: (eb: ExpressionBuilder<Tables, 'node.opening'>) => Expression<SqlBool>
  whose: string
  /** Ends the advice in the refusal, "have another ...". */
  other: string
}

export function createOpeningLimits(deps: {
  database: Database<Tables>
  clock: Clock
  settle: OpeningFates['settle']
}) {
  const { database, clock, settle } = deps
  const { read } = database

  /**
   * The limits of claims that failed, or still may fail: the node pays for the record of each claim, and each holds its
   * decision up. Where the decision names the payer, each wallet has a few claims of that decision, so that other
   * wallets that hand in for this payer are not held up. Otherwise each wallet has a few claims in all, whoever pays;
   * and each payer that signs itself has a few in all, whoever hands them in. Anybody may name a payer for whom the
   * network alone signs, so what one wallet hands in for it does not count against another.
   */
  function countsOf(
    { operator }: OperatedLedger,
    decision: Decision,
    payer: string,
    { wallet, payerSigns }: Pick<HandedIn, 'wallet' | 'payerSigns'>,
  ): Count[] {
    if (payer === operator.accountId) return []
    const byWallet = sql<boolean>`wallet = ${wallet}`
    const ofWallet = { holder: wallet, whose: `that ${wallet} handed in`, other: 'wallet hand it in' }
    if (namesPayer(decision))
      return [
        {
          ...ofWallet,
          where: (eb) => eb.and([byWallet, isOf(decision)(eb)]),
          whose: `of this decision that ${wallet} handed in`,
        },
      ]
    const byPayer: Count = {
      holder: `payer ${payer}`,
      where: () => sql<boolean>`split_part(transaction_id, '@', 1) = ${payer}`,
      whose: `that ${payer} pays for`,
      other: 'account pay',
    }
    return [{ ...ofWallet, where: () => byWallet }, ...(payerSigns ? [byPayer] : [])]
  }

  const counted = (reader: Pick<Reader<Tables>, 'selectFrom'>, { chain }: OperatedLedger, { where }: Count) =>
    reader
      .selectFrom('node.opening')
      .where('chain', '=', chain)
      // The literal condition of the partial indexes (migration 015), so that PostgreSQL can use them.
      .where(sql<boolean>`state in ('claimed', 'sent', 'refused', 'spoiled')`)
      .where('expires_at', '>', new Date(clock.now() - SPOILED_MS))
      .where(where)
      .orderBy('expires_at')

  /** Where a limit is reached, finds out what became of the counted transactions that may still fail. */
  async function settleCounted(ledger: OperatedLedger, counts: Count[]): Promise<void> {
    for (const count of counts) {
      const query = counted(read, ledger, count)
      const { all } = await query
        .clearOrderBy()
        .select(({ fn }) => fn.countAll<bigint>().as('all'))
        .executeTakeFirstOrThrow()
      if (Number(all) < limits.maxSpoiledOpenings.value) continue
      const open = query.selectAll().where('state', '!=', 'spoiled').limit(limits.maxOffersPerWallet.value)
      await mapInBatches(await open.execute(), (row) => settle(ledger, row))
    }
  }

  /** Checks the limits, in the change that claims. @throws 429 TOO_MANY_SPOILED */
  async function checkSpoiled(trx: Change<Tables>, ledger: OperatedLedger, counts: Count[]): Promise<void> {
    // Every change takes these locks in the same order, so that no two of them wait for each other.
    for (const holder of counts.map(({ holder }) => holder).sort()) await lockWallet(trx, ledger.chain, holder)
    const { value: most } = limits.maxSpoiledOpenings
    for (const count of counts) {
      const rows = await counted(trx, ledger, count).select(['state', 'expires_at']).execute()
      const [oldest] = rows.slice(-most)
      if (!oldest || rows.length < most) continue
      const open = rows.find(({ state }) => state === 'claimed' || state === 'sent')
      const until = open ? open.expires_at.getTime() : oldest.expires_at.getTime() + SPOILED_MS
      throw tooMany(
        'TOO_MANY_SPOILED',
        `dao: ${rows.length} transactions for decisions ${count.whose} failed in the last 24 hours, or may still fail: at most ${most}; wait, or have another ${count.other}`,
        Math.max(1, Math.ceil((until - clock.now()) / 1000)),
      )
    }
  }

  /**
   * Refuses a payer that cannot pay the greatest fees of all chunks: the ledger would refuse the transaction after the
   * claim, and the decision would be held up for nothing. Only called where any other account may pay instead.
   *
   * @throws 422 INSUFFICIENT_PAYER_BALANCE
   */
  async function checkBalance({ mirror }: OperatedLedger, { frozen, sender }: Offer): Promise<void> {
    const fees = frozen.bodies.map((body) => BigInt(String(decodeBody(body).transactionFee ?? 0)))
    const fee = fees.reduce((sum, one) => sum + one, 0n)
    const balance = (await mirror.account(sender))?.balance ?? 0n
    if (balance >= fee) return
    throw unprocessable(
      'INSUFFICIENT_PAYER_BALANCE',
      `dao: ${sender} has ${balance} tinybars, and the greatest fee is ${fee}: have another account pay`,
    )
  }

  /**
   * Until when a decision is not tried again after attempts that came to nothing and charged `payer`, longer after each
   * of them: for a payer for whom the network alone signs nobody else decides whether to pay again. A decision that
   * ends leaves at least half of what was left of it after the last failure.
   *
   * @param only counts those that this wallet handed in, or those that others did
   */
  async function waitAfterCharges(
    { chain }: OperatedLedger,
    decision: Decision,
    payer: string,
    only?: { wallet: string; isTheirs: boolean },
  ): Promise<{ failures: bigint; until: number } | undefined> {
    const charged = read
      .selectFrom('node.opening')
      .select(({ fn }) => [fn.countAll<bigint>().as('failures'), fn.max('expires_at').as('last')])
      .where('chain', '=', chain)
      .where(isOf(decision))
      .where('charged', '=', true)
      .where(sql<boolean>`split_part(transaction_id, '@', 1) = ${payer}`)
    const counted = only
      ? charged.where('wallet', only.isTheirs ? 'is not distinct from' : 'is distinct from', only.wallet)
      : charged
    const { failures, last } = await counted.executeTakeFirstOrThrow()
    if (!last) return undefined
    const doubled = limits.waitAfterCharge.value * 2 ** (Number(failures) - 1)
    const left = (decision.validUntil ?? Number.POSITIVE_INFINITY) - last.getTime()
    const until = last.getTime() + Math.min(doubled, limits.longestWaitAfterCharge.value, left / 2)
    return clock.now() < until ? { failures, until } : undefined
  }

  return { countsOf, settleCounted, checkSpoiled, checkBalance, waitAfterCharges }
}
