/** A cache of small blocks that were read recently. A block's content never changes, so no entry is ever stale. */
import { LRUCache } from 'lru-cache'
import type { CID } from 'multiformats/cid'
import { blockKey } from '../identifier/identifier.ts'
import { compact, SMALL } from '../streams/buffers.ts'

const CAPACITY = 16 * 1024 * 1024
/** Overhead of an entry in bytes, in addition to its block. */
const ENTRY = 256

export interface Memory {
  get(cid: CID): Uint8Array | undefined
  keep(cid: CID, bytes: Uint8Array): void
  /** @param key {@link blockKey} */
  delete(key: string): void
  clear(): void
}

export function createMemory(): Memory {
  const kept = new LRUCache<string, Uint8Array>({ maxSize: CAPACITY, sizeCalculation: ({ length }) => length + ENTRY })
  return {
    get: (cid) => kept.get(blockKey(cid)),
    keep(cid, bytes) {
      const key = blockKey(cid)
      if (bytes.length <= SMALL && !kept.has(key)) kept.set(key, compact(bytes))
    },
    delete: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}
