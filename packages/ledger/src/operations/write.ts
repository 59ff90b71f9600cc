import type { CustomFeeLimit, Transaction } from '@hiero-ledger/sdk'

export type EntityKind = 'account' | 'topic' | 'token'

/** An entity that a write creates. */
export interface Created {
  kind: EntityKind
  /** The consensus timestamp of the validator that it will be bound to. */
  validator: string
}

/**
 * An atomic swap from the view of one account: the leg that it gives and the leg that it gets. `tokenId` is null for ℏ.
 */
export interface Swap {
  account: string
  gives: { tokenId: string | null; amount: bigint }
  takes: { tokenId: string | null; amount: bigint }
}

/** An entity that a write moves to the network's current key without any other change. */
export interface Moved {
  kind: EntityKind
  id: string
}

/** A write, ready to be frozen. */
export interface UnfrozenWrite {
  transaction: Transaction
  creates?: Created
  moves?: Moved
  swaps?: Swap[]
  /** The message that the write submits to a topic. It may be too large for one transaction. */
  message?: { topicId: string; bytes: Uint8Array; limits: CustomFeeLimit[] }
}
