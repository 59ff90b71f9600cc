import type { CID } from 'multiformats/cid'
import type { Collection, Staging } from '../blocks/block-files.ts'
import type { Use } from '../blocks/blocks-in-use.ts'

/** A node of the content network: the embedded one (Helia), or one beside us (Kubo). */
export interface ContentNode {
  readonly kind: 'helia' | 'kubo'
  /** A block that the node itself has. */
  own(cid: CID, signal?: AbortSignal): Promise<Uint8Array | undefined>
  /** A block from the node's peers, checked; it is then the node's own. @throws why it cannot be had */
  ask(cid: CID, signal: AbortSignal): Promise<Uint8Array>
  /** Of what was fetched. @param bytes Checked against `cid` by whoever calls. */
  put(cid: CID, bytes: Uint8Array): Promise<void>
  /**
   * Blocks that a use names are not collected while it is open.
   *
   * @param most How many: of more, the latest.
   */
  use(most?: number): Use
  stage(): Promise<Staging>
  /** Makes all staged blocks the node's own. */
  adopt(staging: Staging): Promise<void>
  /** For a node with pins of its own; the embedded one keeps what the records of pins name. */
  pin?(cid: CID, signal: AbortSignal): Promise<void>
  unpin?(cid: CID): Promise<void>
  /** Adopting and pinning, between which a node with pins of its own must not collect. */
  uncollected?<T>(work: () => Promise<T>): Promise<T>
  /** Removes the blocks that no root leads to and nobody uses; answers how many. {@link Collection.onRemove} is told by the embedded node alone. */
  collect(collection: Collection): Promise<number>
  status(): Promise<{ connected: boolean; peers: number }>
  /** Where other nodes reach it, as multiaddrs. */
  addresses(): Promise<string[]>
  /** Connects to another node. */
  meet(address: string): Promise<void>
  close(): Promise<void>
}
