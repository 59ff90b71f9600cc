import type { Bytes } from '@quorate/platform'
import type { Static } from 'typebox'

/** Events between storage and the services that use it, in this process and others. */
export interface StorageEvents {
  /** Asks that `content` is stored and pinned for `owner`. */
  'ipfs:write': { owner: string; content: Static<typeof Bytes>; chain?: string; filename?: string }
  /** Asks storage to fetch this content, since somebody is about to read it. */
  'ipfs:read': { cid: string; requester: string }
  'ipfs:pin': { cid: string; owner: string; chain?: string }
  'ipfs:unpin': { cid: string; owner: string; chain?: string }
  /** All blocks of a pin are stored here, and their hashes are checked. */
  'ipfs:pin.verified': { cid: string; verified: true; timestamp: number }
  'ipfs:pin.failed': { cid: string; error: string; timestamp: number }
  /** Sent with `IPFS_PIN_BROADCAST`: the addresses at which nodes of other processes can fetch the pinned content. */
  'ipfs:pin.announced': { cid: string; addresses: string[] }
  /** A node has recorded in the database that it runs, or that its addresses have changed. */
  'ipfs:node.started': { id: string }
  /** Asks these nodes (peer ids) to copy the content from those that have it. */
  'ipfs:replicate': { cid: string; nodes: string[] }
  /** A node has copied it, and has recorded that in the database. */
  'ipfs:replicated': { cid: string; node: string }
  /** Tells every node to remove unpinned blocks. */
  'ipfs:collect': { origin: string }
}
