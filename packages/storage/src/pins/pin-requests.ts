/**
 * Requests of the Pinning Service API. Any number of them may name the same content, with different names and metadata.
 * The wallet has one pin of it, which counts once in its quota, and lasts until the last request ends. Its own upload
 * or pin of the content is such a request, too.
 */
import { type Clock, type Database, notFound, tooMany } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { cidText } from '../identifier/identifier.ts'
import type { PinOwner } from '../model/owner.ts'
import type { Quota } from '../model/quota.ts'
import {
  countRequestsOf,
  deleteRequest,
  findRequest,
  insertRequest,
  isRequested,
  lockRequests,
} from '../store/pin-requests.ts'
import { lockPin, lockUnpinning } from '../store/pins.ts'
import type { Tables, Trx } from '../store/tables.ts'
import type { PinRecords } from './pin-records.ts'

/** A pin as a client requests it. */
export interface RequestedPin {
  /** The identifier in the form that the client sent. */
  given: string
  name: string | null
  meta: Record<string, string> | null
}

export type PinRequests = ReturnType<typeof createPinRequests>

export function createPinRequests(deps: {
  database: Database<Tables>
  clock: Clock
  quotaOf(owner: PinOwner): Quota
  records: PinRecords
}) {
  const { database, clock, quotaOf, records } = deps

  async function assertFew(trx: Trx, owner: PinOwner): Promise<void> {
    // One request for each pin, and as many again for content that is pinned already.
    const most = 2 * quotaOf(owner).pins
    if (!Number.isFinite(most) || (await countRequestsOf(trx, owner, most)) < most) return
    throw tooMany('TOO_MANY_PINS', `${owner.owner} has ${most} requests for pins, the maximum: delete some`, 60)
  }
  /** Ends a request, and its pin if nothing else keeps it. @throws 404 `PIN_NOT_FOUND` */
  async function end(trx: Trx, owner: PinOwner, id: string): Promise<void> {
    const request = await findRequest(trx, owner, id)
    if (!request) throw noRequest(id)
    const { cid } = request
    await lockUnpinning(trx, cid)
    // New requests for the content are recorded while this row is locked, so none is missed here.
    await lockPin(trx, owner, cid)
    if (!(await deleteRequest(trx, owner, id))) throw noRequest(id)
    if (!(await isRequested(trx, owner, cid))) await records.end(trx, owner, cid)
  }

  return {
    /**
     * Adds a request; returns its id. With `replaced`, that request ends in the same database transaction.
     *
     * @throws 404 `PIN_NOT_FOUND` if there is nothing to replace; 429 `TOO_MANY_PINS`, `TOO_MANY_PENDING_PINS`
     */
    add: (owner: PinOwner, cid: CID, asked: RequestedPin, replaced?: string): Promise<string> =>
      database.change(async (trx) => {
        await lockRequests(trx, owner)
        const old = replaced === undefined ? undefined : await findRequest(trx, owner, replaced)
        // Always before the lock of a pin's row.
        if (old) await lockUnpinning(trx, old.cid)
        await assertFew(trx, owner)
        const text = cidText(cid)
        await records.begin(trx, owner, text, { filename: asked.name ?? undefined })
        const id = await insertRequest(trx, { ...owner, cid: text, ...asked, now: new Date(clock.now()) })
        if (replaced !== undefined) await end(trx, owner, replaced)
        return id
      }),

    /** Ends a request, and the pin with the last one. @throws 404 `PIN_NOT_FOUND` */
    end: (owner: PinOwner, id: string): Promise<void> => database.change((trx) => end(trx, owner, id)),
  }
}

export const noRequest = (id: string) => notFound('PIN_NOT_FOUND', `There is no pin request ${id}`)
