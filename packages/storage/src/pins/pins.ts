/** Pins: an owner's claim that content is kept. */
import { type Clock, type Database, forbidden } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { cidText } from '../identifier/identifier.ts'
import type { PinOwner } from '../model/owner.ts'
import type { Quota } from '../model/quota.ts'
import type { ContentNode } from '../nodes/node.ts'
import type { Replicas } from '../replicas/replicas.ts'
import { findPin, insertPin, lockUnpinning, type Pin } from '../store/pins.ts'
import type { Tables, Trx } from '../store/tables.ts'
import type { Collection } from './collection.ts'
import type { FileNames, PinChanges, StoredContent } from './pin-changes.ts'
import type { PinFetches } from './pin-fetches.ts'
import { createPinRecords } from './pin-records.ts'
import { createPinRequests } from './pin-requests.ts'

export interface StoredOptions {
  /** Runs in the database transaction that makes the pin, before its bytes are counted. */
  before?: (trx: Trx) => Promise<void>
  /** The bytes that are released if the content cannot be pinned. Default: all its bytes. */
  added?: number
}

export type Pins = ReturnType<typeof createPins>

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
  const { database, clock, changes, replicas } = deps
  const records = createPinRecords(deps)

  return {
    /** The requests of the Pinning Service API. */
    requests: createPinRequests({ ...deps, records }),

    /** Pins content, which a job fetches; returns the record, `queued` unless it is pinned already. */
    pin: (owner: PinOwner, cid: CID, names: FileNames = {}): Promise<Pin> =>
      database.change(async (trx) => {
        const pin = await records.begin(trx, owner, cidText(cid), names)
        await records.keep(trx, owner, pin)
        return pin
      }),

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
          if (!(await findPin(trx, owner, text))) await records.assertFewPins(trx, owner, false)
          const created_at = new Date(clock.now())
          await insertPin(trx, { ...owner, cid: text, status: 'pinning', ...names, created_at })
          const pin = await changes.complete(trx, owner, { ...stored, filename })
          if (pin) await records.keep(trx, owner, pin)
          return pin
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

    /** Ends the wallet's pin, with all requests for it. @throws 403 `NOT_YOUR_PIN` */
    async unpin(owner: PinOwner, cid: CID): Promise<Pin> {
      const text = cidText(cid)
      return database.change(async (trx) => {
        // Without the lock, two owners who unpin the content at once would each see the other's pin, and consider the
        // content pinned.
        await lockUnpinning(trx, text)
        const pin = await records.end(trx, owner, text)
        if (!pin) throw forbidden('NOT_YOUR_PIN', `${owner.owner} does not pin ${text}`)
        return pin
      })
    },
  }
}
