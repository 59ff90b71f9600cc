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
import { sql } from 'kysely'
import { limits } from '../limits.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import { lockWallet, type Tables } from '../store/store.ts'
import { decodeBody } from '../values/transaction-body.ts'
import type { Offer } from './offers.ts'
import { isOf, type OpeningFates } from './opening-fates.ts'
import type { Decision } from './permitted.ts'

/** The longest wait after a failure that charged the payer, in milliseconds. */
const LONGEST_WAIT_MS = 21_600_000
/** How long spoiled transactions are counted, in milliseconds after their window. */
const SPOILED_MS = 86_400_000
export function createOpeningLimits(deps: {
  database: Database<Tables>
  clock: Clock
  settle: OpeningFates['settle']
}) {
  const { database, clock, settle } = deps
  const { read } = database

  /** What a wallet handed in within 24 hours that failed, or still may fail: the node paid for the record of each. */
  const spoiledBy = (reader: Pick<Reader<Tables>, 'selectFrom'>, chain: string, wallet: string) =>
    reader
      .selectFrom('node.opening')
      .selectAll()
      .where('chain', '=', chain)
      .where('wallet', '=', wallet)
      // The literal condition of the partial index, so that PostgreSQL can use it.
      .where(sql<boolean>`state in ('claimed', 'sent', 'refused', 'spoiled')`)
      .where('expires_at', '>', new Date(clock.now() - SPOILED_MS))
      .orderBy('expires_at')

  /** Where a wallet is at its limit, finds out what became of its transactions that may still fail. */
  async function settleSpoiled(ledger: OperatedLedger, wallet: string): Promise<void> {
    const rows = await spoiledBy(read, ledger.chain, wallet).execute()
    if (rows.length < limits.maxSpoiledOpenings.value) return
    await mapInBatches(
      rows.filter(({ state }) => state !== 'spoiled'),
      (row) => settle(ledger, row),
    )
  }

  /** Checks the limit, in the change that claims. @throws 429 TOO_MANY_SPOILED */
  async function checkSpoiled(trx: Change<Tables>, { chain }: OperatedLedger, wallet: string): Promise<void> {
    await lockWallet(trx, chain, wallet)
    const { value: most } = limits.maxSpoiledOpenings
    const rows = await spoiledBy(trx, chain, wallet).execute()
    const [oldest] = rows.slice(-most)
    if (!oldest || rows.length < most) return
    const open = rows.find(({ state }) => state === 'claimed' || state === 'sent')
    const until = open ? open.expires_at.getTime() : oldest.expires_at.getTime() + SPOILED_MS
    throw tooMany(
      'TOO_MANY_SPOILED',
      `dao: ${rows.length} transactions for decisions that ${wallet} handed in failed in the last 24 hours, or may still fail: at most ${most}. Wait, or have another wallet hand it in`,
      Math.max(1, Math.ceil((until - clock.now()) / 1000)),
    )
  }

  /**
   * Refuses a payer that cannot pay the greatest fees of all chunks: the ledger would refuse the transaction after the
   * claim, and the decision would be held up for nothing.
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
   * Refuses an attempt too soon after attempts that failed and charged `payer`, longer after each of them: for a payer
   * for whom the network alone signs nobody else decides whether to pay again. A decision that ends leaves at least half
   * of what was left of it after the last failure.
   *
   * @throws 429 DECISION_FAILED
   */
  async function checkCharged({ chain }: OperatedLedger, decision: Decision, payer: string): Promise<void> {
    const { failures, last } = await read
      .selectFrom('node.opening')
      .select(({ fn }) => [fn.countAll<bigint>().as('failures'), fn.max('expires_at').as('last')])
      .where('chain', '=', chain)
      .where(isOf(decision))
      .where('charged', '=', true)
      .where(sql<boolean>`split_part(transaction_id, '@', 1) = ${payer}`)
      .executeTakeFirstOrThrow()
    if (!last) return
    const doubled = limits.waitAfterCharge.value * 2 ** (Number(failures) - 1)
    const left = (decision.validUntil ?? Number.POSITIVE_INFINITY) - last.getTime()
    const until = last.getTime() + Math.min(doubled, LONGEST_WAIT_MS, left / 2)
    if (clock.now() >= until) return
    throw tooMany(
      'DECISION_FAILED',
      `dao: ${failures} transactions for this decision failed on the ledger, which charged ${payer}, for whom the network alone signs: the next may be made from ${new Date(until).toISOString()} on`,
      Math.ceil((until - clock.now()) / 1000),
    )
  }

  return { settleSpoiled, checkSpoiled, checkBalance, checkCharged }
}
