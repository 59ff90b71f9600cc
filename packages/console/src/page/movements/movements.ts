/** Movements into and out of a wallet, from the mirror's transactions. */
import { type AssetMovement, memoOf, movementsOf, type Receiver } from '@quorate/verify/recount'
import type { Transaction } from '../mirror/answers.ts'

export interface Movement {
  wallet: string
  /** The consensus time in seconds, such as `1795000000.000000005`, which identifies the transaction. */
  at: string
  /** The account on the other side with the largest part; undefined if there is none. */
  other: string | undefined
  /** How many further accounts the wallet paid with it. */
  others: number
  /** The accounts that the wallet paid, the largest amount first. */
  receivers: readonly Receiver[]
  /** Positive if the wallet received it. In tinybars, or in the smallest unit of `token`. */
  change: bigint
  token?: string
  /** For an NFT. */
  serial?: string
  /** The memo of the transaction: other people's text. */
  memo: string | undefined
}

/** How much the hbars of the account changed, fees included. */
export const hbarChange = ({ transfers = [] }: Transaction, account: string): bigint =>
  transfers.reduce((sum, one) => (one.account === account ? sum + BigInt(one.amount) : sum), 0n)

/** The movements of a transaction, without fees. Empty if only fees were paid. */
export const movementsIn = (transaction: Transaction, wallet: string): Movement[] =>
  changesIn(transaction, wallet).movements

/** The movements of a transaction, and the fee that the account paid for it, in tinybars. */
export function changesIn(transaction: Transaction, wallet: string): { movements: Movement[]; fee: bigint } {
  const of = { wallet, at: transaction.consensus_timestamp, memo: memoOf(transaction) }
  const { movements, fee } = movementsOf(transaction, wallet)
  return { movements: movements.map((movement) => movementOf(movement, of)), fee }
}

export const movementOf = (
  { asset, serial, change, other, others, receivers }: AssetMovement,
  of: Pick<Movement, 'wallet' | 'at' | 'memo'>,
): Movement => ({
  ...of,
  other,
  others,
  receivers,
  change,
  ...(asset === 'HBAR' ? {} : { token: asset }),
  ...(serial === undefined ? {} : { serial }),
})

/** The maximum number of accounts or transactions that one read of the mirror returns. */
export const MOST_READ = 100

export interface Sums {
  received: bigint
  paid: bigint
  fees: bigint
}

/**
 * The hbars that an account received, paid and spent on fees since a moment, in tinybars; rewards count as received.
 *
 * @param transactions The account's newest, newest first
 * @returns undefined if the transactions do not reach back that far
 */
export function sumsSince(since: number, transactions: readonly Transaction[], account: string): Sums | undefined {
  const isIn = ({ consensus_timestamp: at }: Transaction): boolean => Number(at) * 1000 >= since
  if (transactions.length >= MOST_READ && transactions.every(isIn)) return undefined
  const sums = { received: 0n, paid: 0n, fees: 0n }
  for (const transaction of transactions.filter(isIn)) {
    const { movements, fee, reward } = movementsOf(transaction, account)
    const change = movements.find(({ asset }) => asset === 'HBAR')?.change ?? 0n
    sums.received += reward + (change > 0n ? change : 0n)
    sums.paid -= change < 0n ? change : 0n
    sums.fees += fee
  }
  return sums
}
