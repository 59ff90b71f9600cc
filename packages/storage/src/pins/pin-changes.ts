/** Completes pins, and releases the blocks of ended ones. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock, Database, Events, Logger } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { cidText } from '../identifier/identifier.ts'
import type { StorageEvents } from '../model/events.ts'
import type { PinOwner } from '../model/owner.ts'
import { overQuota, type Quota } from '../model/quota.ts'
import type { ContentNode } from '../nodes/node.ts'
import type { Settings } from '../settings.ts'
import { recordHeld } from '../store/held.ts'
import { isPinned, lockPin, lockUnpinning, type Pin, updatePin } from '../store/pins.ts'
import { deleteReplicas } from '../store/replicas.ts'
import type { Tables, Trx } from '../store/tables.ts'
import { addRelease, addUsage } from '../store/usage.ts'
import type { Collection } from './collection.ts'

export interface FileNames {
  filename?: string | undefined
  mimetype?: string | undefined
}

/** Content whose blocks are all stored here. */
export interface StoredContent extends FileNames {
  cid: CID
  /** The sum over its blocks, as a quota counts them. */
  bytes: number
  /** The file's size in bytes; null for a directory. */
  size: number | null
}

/** Milliseconds between checks whether another process has finished unpinning the content that is to be pinned. */
const HELD_AGAIN_MS = 100

export type PinChanges = ReturnType<typeof createPinChanges>

export function createPinChanges(deps: {
  database: Database<Tables>
  node: ContentNode
  events: Events<StorageEvents>
  settings: Settings
  clock: Clock
  logger: Logger
  quotaOf(owner: PinOwner): Quota
  collection: Collection
}) {
  const { database, node, events, settings, clock, logger, quotaOf, collection } = deps
  const now = () => new Date(clock.now())
  return {
    /** Makes the node itself pin the content, if it keeps pins itself. */
    async hold(cid: CID): Promise<void> {
      if (!node.pin) return
      // If a process is unpinning the content, it finishes first; otherwise it would remove the new pin.
      while (!(await database.change((trx) => recordHeld(trx, cidText(cid), now(), now())))) await delay(HELD_AGAIN_MS)
      await node.pin(cid, AbortSignal.timeout(settings.IPFS_TIMEOUT))
    },

    /**
     * Counts the bytes for the owner and sets the record to `pinned`; returns undefined if the record is gone.
     *
     * @throws 413 `QUOTA_EXCEEDED`
     */
    async complete(trx: Trx, owner: PinOwner, stored: StoredContent): Promise<Pin | undefined> {
      const text = cidText(stored.cid)
      const pin = await lockPin(trx, owner, text)
      if (!pin || pin.status === 'pinned') return pin
      const quota = quotaOf(owner)
      if (!(await addUsage(trx, owner, stored.bytes, quota.bytes))) throw overQuota(quota)
      const to = {
        status: 'pinned' as const,
        bytes: BigInt(stored.bytes),
        size: stored.size === null ? null : BigInt(stored.size),
        filename: stored.filename ?? pin.filename,
        mimetype: pin.mimetype ?? stored.mimetype ?? null,
        error: null,
        updated_at: now(),
      }
      await updatePin(trx, owner, text, to)
      return { ...pin, ...to }
    },

    /** Tells listeners and other nodes that the content is pinned. */
    announce(cid: CID): void {
      const text = cidText(cid)
      events.emit('ipfs:pin.verified', { cid: text, verified: true, timestamp: clock.now() })
      if (!settings.IPFS_PIN_BROADCAST) return
      void node
        .addresses()
        .then((addresses) => events.emit('ipfs:pin.announced', { cid: text, addresses }))
        .catch((error) => logger.warn({ err: error }, 'A pin could not be announced to other nodes'))
    },

    /** Counts unpinned blocks for this wallet until they are removed. */
    async release(owner: PinOwner, cid: string, bytes: number): Promise<void> {
      await database.change(async (trx) => {
        await lockUnpinning(trx, cid)
        await addRelease(trx, owner, cid, bytes)
        if (!(await isPinned(trx, cid))) await deleteReplicas(trx, cid)
      })
      await collection.soon()
    },
  }
}
