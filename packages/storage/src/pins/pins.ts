/** Pins: an owner's claim that content is kept. */
import { type Clock, type Database, forbidden, tooMany } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { cidText } from '../identifier/identifier.ts'
import { limits } from '../limits.ts'
import type { PinOwner } from '../model/owner.ts'
import type { Quota } from '../model/quota.ts'
import type { ContentNode } from '../nodes/node.ts'
import type { Replicas } from '../replicas/replicas.ts'
import { RELEASED, recordHeld } from '../store/held.ts'
import {
  countPinsOf,
  deletePin,
  findPin,
  insertPin,
  isPinned,
  lockPin,
  lockUnpinning,
  type Pin,
  updatePin,
} from '../store/pins.ts'
import { deleteReplicas } from '../store/replicas.ts'
import type { Tables, Trx } from '../store/tables.ts'
import { addRelease, addUsage } from '../store/usage.ts'
import type { Collection } from './collection.ts'
import type { FileNames, PinChanges, StoredContent } from './pin-changes.ts'
import type { PinFetches } from './pin-fetches.ts'

export type Pins = ReturnType<typeof createPins>

export interface StoredOptions {
  /** Runs in the change that makes the pin, before its bytes are counted. */
  before?: (trx: Trx) => Promise<void>
  /** The bytes that are released if the content cannot be pinned; without it, all. */
  added?: number
}

export function createPins(deps: {
  database: Database<Tables>
  node: ContentNode
  clock: Clock
  quotaOf(owner: PinOwner): Quota
  collection: Collection
  changes: PinChanges
  fetches: PinFetches
  replicas: Replicas
}) {
  const { database, node, clock, quotaOf, collection, changes, fetches, replicas } = deps
  const now = () => new Date(clock.now())

  /** Call it before a record is added. @throws 429 `TOO_MANY_PINS`, `TOO_MANY_PENDING_PINS` */
  async function assertFewPins(trx: Trx, owner: PinOwner, isPending: boolean): Promise<void> {
    const { maxPendingPins } = limits
    const { all, pending } = await countPinsOf(trx, owner, maxPendingPins.value)
    if (all >= quotaOf(owner).pins)
      throw tooMany('TOO_MANY_PINS', `${owner.owner} has ${all} pins, the maximum for one wallet: unpin something`, 60)
    if (isPending && pending >= maxPendingPins.value)
      throw tooMany(
        'TOO_MANY_PENDING_PINS',
        `${pending} pins of ${owner.owner} are still being fetched, the maximum: wait for some of them`,
        30,
      )
  }

  return {
    /** Pins content, which a job fetches; returns the record, `queued` unless it is pinned already. */
    async pin(owner: PinOwner, cid: CID, { filename, mimetype }: FileNames = {}): Promise<Pin> {
      const text = cidText(cid)
      const names = { filename: filename ?? null, mimetype: mimetype ?? null }
      return database.change(async (trx) => {
        const known = await findPin(trx, owner, text)
        if (!known || known.status === 'failed') await assertFewPins(trx, owner, true)
        const isNew = await insertPin(trx, { ...owner, cid: text, status: 'queued', ...names, created_at: now() })
        const pin = await lockPin(trx, owner, text)
        if (!pin) throw new Error(`The pin of ${text} by ${owner.owner} was not written`)
        if (!isNew && pin.status !== 'failed') return pin
        if (!isNew) await updatePin(trx, owner, text, { status: 'queued', error: null, updated_at: now() })
        await fetches.begin(trx, pin)
        return { ...pin, status: 'queued' as const, error: null }
      })
    },

    /**
     * Records a pin of content whose blocks have all just been stored here.
     *
     * @throws 413 `QUOTA_EXCEEDED`; 503 `TOO_FEW_REPLICAS`
     */
    async pinStored(
      owner: PinOwner,
      { filename, ...stored }: StoredContent,
      { before, added = stored.bytes }: StoredOptions = {},
    ): Promise<Pin> {
      const text = cidText(stored.cid)
      const names = { filename: filename ?? null, mimetype: stored.mimetype ?? null }
      const store = async (): Promise<Pin | undefined> => {
        await changes.hold(stored.cid)
        await replicas.ensure(stored.cid)
        return database.change(async (trx) => {
          await replicas.assertEnough(trx, text)
          await before?.(trx)
          if (!(await findPin(trx, owner, text))) await assertFewPins(trx, owner, false)
          await insertPin(trx, { ...owner, cid: text, status: 'pinning', ...names, created_at: now() })
          return changes.complete(trx, owner, { ...stored, filename })
        })
      }
      const pin = await store().catch(async (error) => {
        // The blocks are stored here. They count until they are removed: otherwise a wallet that is refused again and
        // again would fill the drive.
        await changes.release(owner, text, added)
        throw error
      })
      if (!pin) throw new Error(`The pin of ${text} by ${owner.owner} was not written`)
      changes.announce(stored.cid)
      return pin
    },

    /** @throws 403 `NOT_YOUR_PIN` */
    async unpin(owner: PinOwner, cid: CID): Promise<Pin> {
      const text = cidText(cid)
      return database.change(async (trx) => {
        // Without the lock, two owners who unpin the content at once would each see the other's pin, and take the
        // content for pinned.
        await lockUnpinning(trx, text)
        const pin = await deletePin(trx, owner, text)
        if (!pin) throw forbidden('NOT_YOUR_PIN', `${owner.owner} does not pin ${text}`)
        if (pin.bytes > 0n) await addUsage(trx, owner, -Number(pin.bytes), Number.MAX_SAFE_INTEGER)
        await collection.plan(trx)
        if (await isPinned(trx, text)) return pin
        await deleteReplicas(trx, text)
        if (pin.bytes > 0n) await addRelease(trx, owner, text, Number(pin.bytes))
        if (node.unpin) await recordHeld(trx, text, RELEASED, now())
        return pin
      })
    },
  }
}
