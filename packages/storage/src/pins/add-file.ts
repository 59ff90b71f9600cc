/**
 * Stores a file. Its bytes become staged blocks as they arrive; the blocks become part of the store once all of them
 * are there and the quota has room for them.
 */
import type { CID } from 'multiformats/cid'
import { detectType, SAMPLE } from '../http/media-type.ts'
import { cidText } from '../identifier/identifier.ts'
import type { Service } from '../service.ts'
import { findPin, type PinOwner } from '../store/store.ts'
import { importInto } from '../unixfs/import.ts'
import type { Collection } from './gc.ts'
import type { Pins } from './pins.ts'
import { driveFull } from './quota.ts'
import type { QuotaReservations } from './quota-reservations.ts'

export interface StoredFile {
  cid: CID
  size: number
  mimetype: string
}

/** @throws 413 `QUOTA_EXCEEDED`; 503 `TOO_FEW_REPLICAS`; whatever `content` throws, and then nothing is stored */
export type AddFile = (
  owner: PinOwner,
  content: AsyncIterable<Uint8Array>,
  filename?: string,
  /** Called when all bytes have arrived, before anything is stored; if it throws, nothing is. */
  accept?: (received: Pick<StoredFile, 'cid' | 'size'>) => Promise<void>,
) => Promise<StoredFile>

export function createAddFile(
  { database, node, logger }: Service,
  pins: Pins,
  reservations: QuotaReservations,
  collection: Pick<Collection, 'soon'>,
): AddFile {
  /** A full drive may hold blocks that nobody needs, so a collection is planned before the error is passed on. */
  const refusal = (error: unknown): unknown => {
    if (!isFull(error)) return error
    collection.soon().catch((err) => logger.error({ err }, 'a collection could not be planned'))
    return driveFull(error)
  }
  return async (owner, content, filename, accept) => {
    const reservation = await reservations.open(owner)
    const staging = await node.stage().catch((error) => {
      reservation.end()
      throw refusal(error)
    })
    const use = node.use({ stores: true })
    try {
      const counted = sampled(content)
      const { put } = staging
      const written = () => reservation.growBeyondQuota(staging.bytes)
      const cid = await importInto({ put, written }, counted.bytes)
      await accept?.({ cid, size: counted.size() })
      const known = reservation.fits() ? undefined : await findPin(database.read, owner, cidText(cid))
      if (known?.status !== 'pinned') await reservation.grow(staging.bytes)
      const { bytes, cids } = staging
      for (const block of cids) use.keep(block)
      const mimetype = await detectType(counted.sample())
      const stored = { cid, size: counted.size(), mimetype }
      const keep = async () => {
        await node.adopt(staging)
        await pins.pinStored(owner, { ...stored, bytes, filename })
      }
      await (node.uncollected ? node.uncollected(keep) : keep())
      if (known?.status !== 'pinned') reservation.commit(bytes)
      return stored
    } catch (error) {
      throw refusal(error)
    } finally {
      reservation.end()
      use.end()
      await staging.discard()
    }
  }
}

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/** Counts the bytes that pass, and keeps the first of them for detection of the media type. */
function sampled(content: AsyncIterable<Uint8Array>) {
  const first: Uint8Array[] = []
  let size = 0
  async function* pass() {
    for await (const bytes of content) {
      if (size < SAMPLE) first.push(Uint8Array.from(bytes.subarray(0, SAMPLE - size)))
      size += bytes.length
      yield bytes
    }
  }
  return { bytes: pass(), sample: () => Buffer.concat(first), size: () => size }
}
