/** The statement of an account for a period: every movement, and the balances before, after each and at the end. */
import { Type } from 'typebox'
import { unavailable, unprocessable, VerifyError } from '../../error.ts'
import { limits } from '../../limits.ts'
import { HBAR_DECIMALS } from '../../values/amounts.ts'
import { isEntityId } from '../../values/ids/entity-ids.ts'
import { nanos, nanosText } from '../../values/timestamp-text.ts'
import type { MirrorGet } from '../reading/mirror-get.ts'
import { accountTransactions } from './account-transactions.ts'
import type { HistoryReads } from './history.ts'
import { type AssetMovement, type Movements, MovingTransaction, memoOf, movementsOf } from './movements.ts'
import { schedulePayers } from './schedule-payers.ts'

export interface StatementQuestion {
  account: string
  /** `seconds.nanos`, inclusive. */
  from: string
  /** `seconds.nanos`, exclusive. */
  to: string
}

export interface StatementMovement extends AssetMovement {
  /** The account's balance of the asset after the transaction; undefined for an NFT. */
  balance: bigint | undefined
}

export interface StatementEntry extends Omit<Movements, 'movements'> {
  /** The consensus time, `seconds.nanos`, which identifies the transaction. */
  at: string
  /** Such as `0.0.1001-1795000000-000000005`; a scheduled transaction has the id of its ScheduleCreate. */
  transactionId: string
  isScheduled: boolean
  /** Such as `CRYPTOTRANSFER`. */
  name: string
  /** The response code, `SUCCESS` if the transaction had its effect. A failed transaction costs its fee. */
  result: string
  /** The memo of the transaction, which others wrote. */
  memo: string | undefined
  movements: StatementMovement[]
  /** The account's tinybars after the transaction. */
  balance: bigint
}

/** The changes of an asset in a period: `closing = opening + received - paid - fees + rewards + unexplained`. */
export interface StatementAsset {
  /** `HBAR`, or the id of a fungible token. */
  asset: string
  symbol: string
  decimals: number
  opening: bigint
  received: bigint
  paid: bigint
  fees: bigint
  rewards: bigint
  closing: bigint
  /** Changes without a transfer on the mirror, such as the lost balance of a deleted token. */
  unexplained: bigint
}

export interface Statement {
  account: string
  from: string
  to: string
  /** First hbars, then the fungible tokens that moved. */
  assets: StatementAsset[]
  /** Oldest first. */
  entries: StatementEntry[]
}

export interface StatementReads {
  /**
   * The statement of an account. A period that has not ended is read up to now: call it again for the rest.
   *
   * @throws 422 STATEMENT_TOO_LONG if the account had more transactions than can be read
   */
  statementOf(question: StatementQuestion): Promise<Statement>
}

/** Public mirrors refuse questions about a period of more than 60 days. */
const MAX_PERIOD = 30n * 86_400n * 1_000_000_000n

const OrNull = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
const TransactionsAnswer = Type.Object({
  transactions: Type.Array(MovingTransaction, { maxItems: 1_000 }),
  links: Type.Optional(Type.Object({ next: OrNull(Type.String()) })),
})
const TokenAnswer = Type.Object({
  token_id: Type.String(),
  symbol: Type.String({ maxLength: 1_000 }),
  decimals: Type.Union([Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }), Type.String({ pattern: '^[0-9]{1,10}$' })]),
})

export function statementReads(
  mirror: MirrorGet,
  { existedAt, holdingAt }: Pick<HistoryReads, 'existedAt' | 'holdingAt'>,
): StatementReads {
  return {
    async statementOf({ account, from, to }) {
      if (!isEntityId(account))
        throw new VerifyError('INVALID_ENTITY_ID', `"${account.slice(0, 80)}" is not an id such as 0.0.1001`)
      const transactions = await transactionsOf(mirror, { account, from, to })
      const payers = await schedulePayers(mirror, transactions, account)
      const moved = transactions.map((transaction) => {
        const payer = transaction.scheduled ? payers.get(transaction.transaction_id) : undefined
        return { transaction, ...movementsOf(transaction, account, payer) }
      })
      const before = nanosText(justBefore(from))
      const last = nanosText(nanos(to) - 1n)
      const tokens = new Set(
        moved.flatMap(({ movements }) =>
          movements.flatMap(({ asset, serial }) => (serial === undefined && asset !== 'HBAR' ? [asset] : [])),
        ),
      )
      // Mirrors have no balances from before the ledger began.
      const wasThere = async (at: string): Promise<boolean> => (await existedAt(account, at)) !== 'no'
      const isOlder = await wasThere(before)
      const isThere = isOlder || (await wasThere(last))
      const assets: StatementAsset[] = []
      for (const asset of ['HBAR', ...tokens]) {
        const tokenId = asset === 'HBAR' ? null : asset
        const opening = isOlder ? await holdingAt({ account, tokenId, at: before }) : 0n
        const closing = isThere ? await holdingAt({ account, tokenId, at: last }) : 0n
        const { symbol, decimals } = await tokenOf(mirror, asset)
        const none = { received: 0n, paid: 0n, fees: 0n, rewards: 0n, unexplained: 0n }
        assets.push({ asset, symbol, decimals, opening, closing, ...none })
      }
      return { account, from, to, entries: summedUp(moved, assets), assets }
    },
  }
}

/** Adds each movement to the sums in `assets`. Returns the movements, each with the balance after it. */
function summedUp(
  moved: readonly (Movements & { transaction: MovingTransaction })[],
  assets: readonly StatementAsset[],
): StatementEntry[] {
  const held = new Map(assets.map(({ asset, opening }) => [asset, opening]))
  const assetOf = new Map(assets.map((one) => [one.asset, one]))
  const add = (asset: string, change: bigint): bigint => {
    const now = (held.get(asset) ?? 0n) + change
    held.set(asset, now)
    return now
  }
  const hbars = assetOf.get('HBAR')
  const entries = moved.map(({ transaction, movements, fee, reward }): StatementEntry => {
    if (hbars) {
      hbars.fees += fee
      hbars.rewards += reward
    }
    add('HBAR', reward - fee)
    const shown = movements.map((movement): StatementMovement => {
      const sums = movement.serial === undefined ? assetOf.get(movement.asset) : undefined
      if (!sums) return { ...movement, balance: undefined }
      if (movement.change > 0n) sums.received += movement.change
      else sums.paid -= movement.change
      return { ...movement, balance: add(movement.asset, movement.change) }
    })
    return {
      at: transaction.consensus_timestamp,
      transactionId: transaction.transaction_id,
      isScheduled: transaction.scheduled === true,
      name: transaction.name,
      result: transaction.result,
      memo: memoOf(transaction),
      movements: shown,
      fee,
      reward,
      balance: held.get('HBAR') ?? 0n,
    }
  })
  for (const one of assets) one.unexplained = one.closing - (held.get(one.asset) ?? 0n)
  return entries.filter(({ movements, fee, reward }) => movements.length > 0 || fee > 0n || reward > 0n)
}

async function tokenOf(mirror: MirrorGet, asset: string): Promise<{ symbol: string; decimals: number }> {
  if (asset === 'HBAR') return { symbol: 'HBAR', decimals: HBAR_DECIMALS }
  const path = `/api/v1/tokens/${asset}`
  const found = await mirror.get(path, TokenAnswer)
  if (found?.token_id !== asset) throw unavailable('MIRROR_UNAVAILABLE', `The mirror does not show ${asset} at ${path}`)
  return { symbol: found.symbol, decimals: Number(found.decimals) }
}

/** All transactions of an account in a period, oldest first. */
async function transactionsOf(
  mirror: MirrorGet,
  { account, from, to }: StatementQuestion,
): Promise<MovingTransaction[]> {
  const found: MovingTransaction[] = []
  let pages = 0
  const beforePage = (): void => {
    if (pages++ < limits.maxHistoryPages.value) return
    throw unprocessable(
      'STATEMENT_TOO_LONG',
      `The transactions of ${account} in that time are on more than ${limits.maxHistoryPages.value} pages, each of at most 100 transactions or 30 days: choose a shorter period`,
    )
  }
  const end = nanos(to) - 1n
  for (let after = justBefore(from); after < end; after += MAX_PERIOD) {
    const until = after + MAX_PERIOD < end ? after + MAX_PERIOD : end
    const question = { account, after, until, answer: TransactionsAnswer, beforePage }
    for await (const transactions of accountTransactions(mirror, question)) found.push(...transactions)
  }
  return found
}

/** In nanoseconds, but not before the epoch. */
const justBefore = (time: string): bigint => (nanos(time) > 0n ? nanos(time) - 1n : 0n)
