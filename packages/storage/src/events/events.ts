import type { Bytes } from '@quorate/platform'
import type { Static } from 'typebox'

/** What is told between storage and whoever uses it, in this process and others. */
export interface StorageEvents {
  /** To be stored and pinned for `owner`. */
  'ipfs:write': { owner: string; content: Static<typeof Bytes>; chain?: string; filename?: string }
  /** To be had here soon: somebody is going to read it. */
  'ipfs:read': { cid: string; requester: string }
  'ipfs:pin': { cid: string; owner: string; chain?: string }
  'ipfs:unpin': { cid: string; owner: string; chain?: string }
  /** All blocks of a pin are here and right. */
  'ipfs:pin.verified': { cid: string; verified: true; timestamp: number }
  'ipfs:pin.failed': { cid: string; error: string; timestamp: number }
  /** With `IPFS_PIN_BROADCAST`: where what was pinned can be had, for the nodes of other processes. */
  'ipfs:pin.announced': { cid: string; addresses: string[] }
  /** The same of a node that has just started: what was announced before, it has missed. */
  'ipfs:node.started': { addresses: string[] }
  /** From a process that has heard of the node `to` (a peer id), which may connect to the addresses from now on. */
  'ipfs:node.answered': { addresses: string[]; to: string }
  /** Every node is to remove what nobody pins. */
  'ipfs:collect': { origin: string }
}
