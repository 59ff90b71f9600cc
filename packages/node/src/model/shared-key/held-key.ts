import type { GroupKey } from '@quorate/frost'

/** A shared key that the node knows. */
export interface HeldKey {
  key: GroupKey
  /** Undefined if the node has no share, or cannot decrypt it. */
  share: Uint8Array | undefined
  /** When this node stored it. */
  createdAt?: Date | undefined
  /** When an operator last confirmed that a backup contains the share. */
  backedUpAt?: Date | undefined
}
