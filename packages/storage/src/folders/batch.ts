/**
 * Files of a folder that become durable together: their blocks are staged as the files arrive, then moved into the
 * store at once. Many small files would otherwise wait for the drive and the database one after the other.
 */
import type { CID } from 'multiformats/cid'
import type { Staging } from '../blocks/staging.ts'
import { blockKey, cidText, RAW } from '../identifier/identifier.ts'
import { quotaBytes } from '../model/quota.ts'
import type { NewFile } from '../store/folders.ts'
import { importInto, type Target } from '../unixfs/import.ts'

/** A batch is full with this many files, or bytes of blocks. */
const MAX_FILES = 4096
const MAX_BYTES = 64 * 1024 * 1024
/** Smaller files are read whole, and this many of them are hashed and written at once. */
const SMALL_BYTES = 128 * 1024
const SMALL_AT_ONCE = 16

export type Batch = ReturnType<typeof createBatch>

/** @param staging Of this batch alone. */
export function createBatch(staging: Staging) {
  const files = new Map<string, { file: NewFile; place: number }>()
  /** Files whose path came again: their blocks are staged, and nothing names them. */
  const replaced: NewFile[] = []
  const failures: unknown[] = []
  const working = new Set<Promise<void>>()
  let taken = 0

  async function importFile(path: string, content: AsyncIterable<Uint8Array>, place: number): Promise<void> {
    const { target, counted } = counting(staging)
    const cid = await importInto(target, content)
    const made = { file: { path, cid: cidText(cid), node: null, ...counted() }, place }
    const other = files.get(path)
    // Small files may be done in another order than they came in; the last one counts.
    const [last, earlier] = other && other.place > place ? [other, made] : [made, other]
    files.set(path, last)
    if (earlier) replaced.push(earlier.file)
  }
  const inBackground = (work: Promise<void>): void => {
    const done = work
      .catch((error) => void failures.push(error))
      .finally(() => {
        working.delete(done)
      })
    working.add(done)
  }
  return {
    staging,
    /** Whether to commit it before the next file. */
    isFull: () => taken >= MAX_FILES || staging.bytes >= MAX_BYTES,
    /** Reads a file to its end. @throws what an earlier file of the batch failed with */
    async take(path: string, content: AsyncGenerator<Uint8Array>): Promise<void> {
      const place = taken++
      const start: Uint8Array[] = []
      let length = 0
      for (let next = await content.next(); !next.done; next = await content.next()) {
        // The next read frees these bytes.
        start.push(Uint8Array.from(next.value))
        length += next.value.length
        if (length > SMALL_BYTES) return importFile(path, chained(start, content), place)
      }
      inBackground(importFile(path, chained(start), place))
      if (working.size >= SMALL_AT_ONCE) await Promise.race(working)
      if (failures.length > 0) throw failures[0]
    },
    /** The files, once all of their blocks are staged. */
    async whole(): Promise<{ files: NewFile[]; replaced: NewFile[] }> {
      await Promise.all(working)
      if (failures.length > 0) throw failures[0]
      return { files: Array.from(files.values(), ({ file }) => file), replaced }
    },
    async discard(): Promise<void> {
      await Promise.all(working)
      await staging.discard()
    },
  }
}

async function* chained(start: readonly Uint8Array[], rest?: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* start
  if (rest) yield* rest
}

/** Counts what one file puts. A block that it has twice is stored once. */
function counting(staging: Target) {
  const keys = new Set<string>()
  let [size, total, bytes, blocks] = [0, 0, 0, 0]
  const target: Target = {
    async put(cid: CID, block: Uint8Array) {
      total += block.length
      if (cid.code === RAW) size += block.length
      const key = blockKey(cid)
      if (!keys.has(key)) {
        keys.add(key)
        bytes += quotaBytes(block)
        blocks++
      }
      await staging.put(cid, block)
    },
  }
  const counted = () => ({ size: BigInt(size), total: BigInt(total), bytes: BigInt(bytes), blocks: BigInt(blocks) })
  return { target, counted }
}
