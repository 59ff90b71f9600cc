/**
 * Files of a folder that become durable together: their blocks are staged as the files arrive, then moved into the
 * store together. Many small files would otherwise wait for the drive and the database one after the other.
 */
import type { CID } from 'multiformats/cid'
import type { Staging } from '../blocks/staging.ts'
import { blockKey, cidText, RAW } from '../identifier/identifier.ts'
import { quotaBytes } from '../model/quota.ts'
import type { BatchFile } from '../store/folders.ts'
import { importInto, importSmall, type Target } from '../unixfs/import.ts'

/** A batch is full with this many files, or bytes of blocks. */
const MAX_FILES = 4096
const MAX_BYTES = 64 * 1024 * 1024
/** Smaller files are read whole: each is a single block. */
const SMALL_BYTES = 128 * 1024

export type Batch = ReturnType<typeof createBatch>

/** @param staging Used only by this batch. */
export function createBatch(staging: Staging) {
  const files = new Map<string, BatchFile>()
  /** Files that a later file with the same path has replaced. Their blocks are staged, but nothing names them. */
  const replaced: BatchFile[] = []
  let taken = 0

  function add(file: BatchFile): void {
    const earlier = files.get(file.path)
    if (earlier) replaced.push(earlier)
    files.set(file.path, file)
  }
  async function addLarge(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const { target, counted } = counting(staging)
    const cid = await importInto(target, content)
    add({ path, cid: cidText(cid), ...counted() })
  }
  async function addSmall(path: string, bytes: Uint8Array): Promise<void> {
    const cid = await importSmall(staging, bytes)
    const size = BigInt(bytes.length)
    add({ path, cid: cidText(cid), size, total: size, bytes: BigInt(quotaBytes(bytes)), blocks: 1n })
  }
  return {
    staging,
    /** Whether the batch must be committed before the next file. */
    isFull: () => taken >= MAX_FILES || staging.bytes >= MAX_BYTES,
    /** Reads a file to its end. */
    async take(path: string, content: AsyncGenerator<Uint8Array>): Promise<void> {
      taken++
      const start: Uint8Array[] = []
      let length = 0
      for (let next = await content.next(); !next.done; next = await content.next()) {
        // Copied, because the next read frees these bytes.
        start.push(new Uint8Array(next.value))
        length += next.value.length
        if (length > SMALL_BYTES) return addLarge(path, chained(start, content))
      }
      const [bytes = new Uint8Array(), ...others] = start
      return addSmall(path, others.length === 0 ? bytes : Buffer.concat(start))
    },
    files: (): BatchFile[] => [...files.values()],
    replaced: replaced as readonly BatchFile[],
    discard: (): Promise<void> => staging.discard(),
  }
}

async function* chained(start: readonly Uint8Array[], rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* start
  yield* rest
}

/** Counts the blocks that one file stores. A block that occurs twice is stored once. */
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
