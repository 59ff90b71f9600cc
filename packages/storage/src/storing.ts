/** Bytes stored: made into blocks aside as they come, and part of the store only when all of them are there and paid for. */
import type { CID } from 'multiformats/cid'
import type { Collecting } from './collecting.ts'
import { cidText } from './identifier.ts'
import { importInto } from './importing.ts'
import { detectType, SAMPLE } from './media-type.ts'
import type { Pins } from './pins.ts'
import { driveFull, overQuota, quotaOf } from './quota.ts'
import type { Service } from './service.ts'
import { findPin, type Owner, usageOf } from './store.ts'

export interface StoredFile {
  cid: CID
  size: number
  mimetype: string
}

/** @throws 413 `QUOTA_EXCEEDED`; whatever `content` throws, and then nothing is kept. */
export type Store = (owner: Owner, content: AsyncIterable<Uint8Array>, filename?: string) => Promise<StoredFile>

export function createStore({ database, node, settings }: Service, pins: Pins, collecting: Collecting): Store {
  return async (owner, content, filename) => {
    const left = quotaOf(settings) - (await usageOf(database.read, owner))
    if (left <= 0) throw overQuota(settings)
    const staging = await node.stage()
    const use = node.use()
    try {
      const counted = sampled(content)
      const cid = await importInto(staging, counted.bytes)
      const known = staging.bytes > left ? await findPin(database.read, owner, cidText(cid)) : undefined
      if (staging.bytes > left && known?.status !== 'pinned') throw overQuota(settings)
      const { bytes, cids } = staging
      for (const block of cids) use.keep(block)
      const mimetype = await detectType(counted.sample())
      const stored = { cid, size: counted.size(), mimetype }
      const keep = async () => {
        await node.adopt(staging)
        await pins.pinStored(owner, { ...stored, bytes, filename }).catch(async (error) => {
          await collecting.soon()
          throw error
        })
      }
      await (node.uncollected ? node.uncollected(keep) : keep())
      return stored
    } catch (error) {
      throw isFull(error) ? driveFull(error) : error
    } finally {
      use.end()
      await staging.discard()
    }
  }
}

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/** Counts what passes, and keeps the first bytes of it. */
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
