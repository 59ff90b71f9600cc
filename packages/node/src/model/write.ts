import type { CustomFeeLimit, Transaction } from '@hiero-ledger/sdk'

export type EntityKind = 'account' | 'topic' | 'token'

/** An entity that a write creates. */
export interface Created {
  kind: EntityKind
  /** The consensus timestamp of the validator that it will be bound to. */
  validator: string
}

/**
 * An atomic swap as one of its accounts sees it: the leg that it gives and the leg that it takes in return. A `tokenId`
 * of null means ℏ.
 */
export interface Swap {
  account: string
  gives: { tokenId: string | null; amount: bigint }
  takes: { tokenId: string | null; amount: bigint }
}

/** A request for a write, as its client sent it. */
export interface OperationRequest {
  /** The operation's name. */
  name: string
  params: Record<string, string>
  body: Record<string, unknown>
}

/** A write, ready to be frozen. */
export interface UnfrozenWrite {
  transaction: Transaction
  creates?: Created
  swaps?: Swap[]
  /** The message that the write puts on a topic; it may be too large for one transaction. */
  message?: { topicId: string; bytes: Uint8Array; limits: CustomFeeLimit[] }
}
