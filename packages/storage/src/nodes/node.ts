import type { CID } from 'multiformats/cid'
import type { Collection } from '../blocks/block-sweep.ts'
import type { Use, UseOptions } from '../blocks/blocks-in-use.ts'
import type { Staging } from '../blocks/staging.ts'

/** A node of the content network: the embedded one (Helia), or an external one (Kubo). */
export interface ContentNode {
  readonly kind: 'helia' | 'kubo'
  /** A block that the node itself stores; undefined if it does not. */
  own(cid: CID, signal?: AbortSignal): Promise<Uint8Array | undefined>
  /**
   * A block from the node's peers. Its hash is checked, and the node then stores it.
   * @throws an error that says why the block was not found
   */
  ask(cid: CID, signal: AbortSignal): Promise<Uint8Array>
  /** Stores a fetched block. @param bytes The caller has checked them against `cid`. */
  put(cid: CID, bytes: Uint8Array): Promise<void>
  /** Opens a use: blocks that it names are not collected while it is open. */
  use(options?: UseOptions): Use
  stage(): Promise<Staging>
  /** Moves all staged blocks into the node's store. */
  adopt(staging: Staging): Promise<void>
  /** Only for a node that keeps pins itself. The embedded node keeps what the pin records name. */
  pin?(cid: CID, signal: AbortSignal): Promise<void>
  unpin?(cid: CID): Promise<void>
  /** Runs `work`, which adopts and pins blocks. A node that keeps pins itself must not collect garbage meanwhile. */
  uncollected?<T>(work: () => Promise<T>): Promise<T>
  /**
   * Removes the blocks that no root leads to and that are not in use; returns how many. Only the embedded node calls
   * {@link Collection.onRemove}.
   */
  collect(collection: Collection): Promise<number>
  status(): Promise<{ connected: boolean; peers: number }>
  /** The multiaddrs at which other nodes reach it. */
  addresses(): Promise<string[]>
  /** Connects to another node. */
  meet(address: string): Promise<void>
  close(): Promise<void>
}
