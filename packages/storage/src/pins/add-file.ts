/**
 * Stores a file. Its bytes become staged blocks as they arrive; the blocks become part of the store once all of them
 * are there and the quota has room for them.
 */
import type { Database } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { driveFull, isDriveFull } from '../errors.ts'
import { detectType, SAMPLE } from '../http/media-type.ts'
import { cidText } from '../identifier/identifier.ts'
import type { PinOwner } from '../model/owner.ts'
import type { ContentNode } from '../nodes/node.ts'
import { findPin } from '../store/pins.ts'
import type { Tables } from '../store/tables.ts'
import { importInto } from '../unixfs/import.ts'
import type { Collection } from './collection.ts'
import type { Pins } from './pins.ts'
import type { QuotaCheck } from './quota-check.ts'

export interface StoredFile {
  cid: CID
  size: number
  mimetype: string
}

/** @throws 413 `QUOTA_EXCEEDED`; 503 `TOO_FEW_REPLICAS`; every error of `content`, and then nothing is stored */
export type AddFile = (
  owner: PinOwner,
  content: AsyncIterable<Uint8Array>,
  filename?: string,
  /** Called when all bytes have arrived, before anything is stored. If it throws, nothing is stored. */
  accept?: (received: Pick<StoredFile, 'cid' | 'size'>) => Promise<void>,
) => Promise<StoredFile>

export function createAddFile(deps: {
  database: Database<Tables>
  node: ContentNode
  pins: Pick<Pins, 'pinStored'>
  checkQuota: QuotaCheck
  collection: Pick<Collection, 'later'>
}): AddFile {
  const { database, node, pins, checkQuota, collection } = deps
  const refusal = createRefusal(collection)
  return async (owner, content, filename, accept) => {
    const staging = await node.stage().catch((error) => {
      throw refusal(error)
    })
    const use = node.use({ stores: true })
    try {
      const received = sampled(content)
      const cid = await importInto(staging, received.bytes)
      await accept?.({ cid, size: received.size() })
      const { bytes, cids } = staging
      const known = await findPin(database.read, owner, cidText(cid))
      if (known?.status !== 'pinned') await checkQuota(owner, bytes)
      for (const block of cids) use.keep(block)
      const stored = { cid, size: received.size(), mimetype: await detectType(received.sample()) }
      const keep = async () => {
        await node.adopt(staging)
        await pins.pinStored(owner, { ...stored, bytes, filename })
      }
      await (node.uncollected ? node.uncollected(keep) : keep())
      return stored
    } catch (error) {
      throw refusal(error)
    } finally {
      use.end()
      await staging.discard()
    }
  }
}

/**
 * Returns what a failed upload throws. A full drive may hold unneeded blocks, so a collection is planned before the
 * error is passed on.
 */
export function createRefusal(collection: Pick<Collection, 'later'>): (error: unknown) => unknown {
  return (error) => {
    if (!isDriveFull(error)) return error
    collection.later()
    return driveFull(error)
  }
}

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
