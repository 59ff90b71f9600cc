/** Bytes made into blocks. */
import { importFile } from 'ipfs-unixfs-importer'
import { fixedSize } from 'ipfs-unixfs-importer/chunker'
import { balanced } from 'ipfs-unixfs-importer/layout'
import type { CID } from 'multiformats/cid'
import type { Staging } from './block-files.ts'
import { toV1 } from './identifier.ts'

type Options = NonNullable<Parameters<typeof importFile>[2]>

/** Blocks that are made at once, and that are written at once. */
const AT_ONCE = 4
const WRITES = 6

const LEAF = 1024 * 1024

/** How we make files: IPIP-499's `unixfs-v1-2025`, 1 MiB of raw bytes to a leaf, 1,024 leaves to a node. */
export const OURS: Options = { profile: 'unixfs-v1-2025', chunker: inLeaves }

/** As the library's own chunker does, with one copy of each byte; of nothing it makes one empty leaf. */
async function* inLeaves(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = []
  let length = 0
  let leaves = 0
  for await (const bytes of content) {
    for (let from = 0; from < bytes.length; ) {
      const part = bytes.subarray(from, from + LEAF - length)
      parts.push(part)
      length += part.length
      from += part.length
      if (length < LEAF) continue
      yield Buffer.concat(parts, LEAF)
      leaves++
      parts = []
      length = 0
    }
  }
  if (length > 0 || leaves === 0) yield Buffer.concat(parts, length)
}

/** How files are mostly made: as we do, as Kubo does for version 1, and for version 0 (IPIP-499's `unixfs-v0-2015`). */
export const PROFILES: Options[] = [
  OURS,
  {
    cidVersion: 1,
    rawLeaves: true,
    chunker: fixedSize({ chunkSize: 256 * 1024 }),
    layout: balanced({ maxChildrenPerNode: 174 }),
  },
  { profile: 'unixfs-v0-2015' },
]

/** Puts a file's blocks into `staging`, holding a few at a time, and answers the identifier once all of them are written. */
export async function importInto(
  staging: Staging,
  content: AsyncIterable<Uint8Array>,
  profile: Options = OURS,
): Promise<CID> {
  const writing = behind(staging)
  const store = { put: writing.put } as Parameters<typeof importFile>[1]
  try {
    const { cid } = await importFile({ content }, store, { ...profile, blockWriteConcurrency: AT_ONCE })
    await writing.done()
    return toV1(cid)
  } finally {
    await writing.settled()
  }
}

/** Writes behind the back of whoever makes the blocks, who waits only when too many are under way. */
function behind(staging: Staging) {
  const writes = new Set<Promise<void>>()
  const failures: unknown[] = []
  const settled = async (): Promise<void> => {
    await Promise.all(writes)
  }
  return {
    settled,
    async put(cid: CID, bytes: Uint8Array): Promise<CID> {
      if (failures.length > 0) throw failures[0]
      const write = staging
        .put(cid, bytes)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => writes.delete(write))
      writes.add(write)
      if (writes.size >= WRITES) await Promise.race(writes)
      return cid
    },
    async done(): Promise<void> {
      await settled()
      if (failures.length > 0) throw failures[0]
    },
  }
}
