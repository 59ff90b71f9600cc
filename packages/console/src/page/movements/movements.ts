/** Movements into and out of a wallet, from the mirror's transactions. */
import { type AssetMovement, memoOf, movementsOf } from '@quorate/verify/recount'
import type { Transaction } from '../explorer/answers.ts'

export interface Movement {
  wallet: string
  /** The consensus time in seconds, such as `1795000000.000000005`, which identifies the transaction. */
  at: string
  /** The account on the other side with the largest part; undefined if there is none. */
  other: string | undefined
  /** How many further accounts the wallet paid with it. */
  others: number
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
export function movementsIn(transaction: Transaction, wallet: string): Movement[] {
  const of = { wallet, at: transaction.consensus_timestamp, memo: memoOf(transaction) }
  return movementsOf(transaction, wallet).movements.map((movement) => movementOf(movement, of))
}

export const movementOf = (
  { asset, serial, change, other, others }: AssetMovement,
  of: Pick<Movement, 'wallet' | 'at' | 'memo'>,
): Movement => ({
  ...of,
  other,
  others,
  change,
  ...(asset === 'HBAR' ? {} : { token: asset }),
  ...(serial === undefined ? {} : { serial }),
})
