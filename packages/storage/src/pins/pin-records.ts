/**
 * The records of pins: how they begin, why they are kept, and how they end. Call these functions in a database
 * transaction.
 */
import { type Clock, tooMany } from '@quorate/platform'
import { limits } from '../limits.ts'
import type { PinOwner } from '../model/owner.ts'
import type { Quota } from '../model/quota.ts'
import type { ContentNode } from '../nodes/node.ts'
import { RELEASED, recordHeld } from '../store/held.ts'
import { keepDirectly } from '../store/pin-requests.ts'
import { countPinsOf, deletePin, findPin, insertPin, isPinned, lockPin, type Pin, updatePin } from '../store/pins.ts'
import { deleteReplicas } from '../store/replicas.ts'
import type { Trx } from '../store/tables.ts'
import { addRelease, addUsage } from '../store/usage.ts'
import type { Collection } from './collection.ts'
import type { FileNames } from './pin-changes.ts'
import type { PinFetches } from './pin-fetches.ts'

export type PinRecords = ReturnType<typeof createPinRecords>

export function createPinRecords(deps: {
  node: ContentNode
  clock: Clock
  quotaOf(owner: PinOwner): Quota
  collection: Pick<Collection, 'plan'>
  fetches: Pick<PinFetches, 'begin'>
}) {
  const { node, clock, quotaOf, collection, fetches } = deps
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
    assertFewPins,

    /**
     * Begins a pin, which a job fetches; returns the record, `queued` unless it is pinned already. Its row is locked,
     * so that it stays until the caller has recorded why it is kept.
     */
    async begin(trx: Trx, owner: PinOwner, cid: string, { filename, mimetype }: FileNames): Promise<Pin> {
      const names = { filename: filename ?? null, mimetype: mimetype ?? null }
      const known = await findPin(trx, owner, cid)
      if (!known || known.status === 'failed') await assertFewPins(trx, owner, true)
      const isNew = await insertPin(trx, { ...owner, cid, status: 'queued', ...names, created_at: now() })
      const pin = await lockPin(trx, owner, cid)
      if (!pin) throw new Error(`The pin of ${cid} by ${owner.owner} was not written`)
      if (!isNew && pin.status !== 'failed') return pin
      if (!isNew) await updatePin(trx, owner, cid, { status: 'queued', error: null, updated_at: now() })
      await fetches.begin(trx, pin)
      return { ...pin, status: 'queued' as const, error: null }
    },

    /** Records that the wallet itself keeps the content, even if something else also keeps it. */
    keep: (trx: Trx, owner: PinOwner, { cid, filename: name }: Pin): Promise<void> =>
      keepDirectly(trx, { ...owner, cid, name, created_at: now() }),

    /** Ends a pin, whatever keeps it; undefined if there is none. Call it under `lockUnpinning`. */
    async end(trx: Trx, owner: PinOwner, cid: string): Promise<Pin | undefined> {
      const pin = await deletePin(trx, owner, cid)
      if (!pin) return undefined
      if (pin.bytes > 0n) await addUsage(trx, owner, -Number(pin.bytes), Number.MAX_SAFE_INTEGER)
      await collection.plan(trx)
      if (await isPinned(trx, cid)) return pin
      await deleteReplicas(trx, cid)
      if (pin.bytes > 0n) await addRelease(trx, owner, cid, Number(pin.bytes))
      if (node.unpin) await recordHeld(trx, cid, RELEASED, now())
      return pin
    },
  }
}
