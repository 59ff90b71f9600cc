/** Small blocks that were asked for lately: content never changes, so that they are never stale. */
import type { CID } from 'multiformats/cid'
import { keyOf } from './identifier.ts'

const LARGEST = 64 * 1024
const CAPACITY = 16 * 1024 * 1024

export interface Memory {
  get(cid: CID): Uint8Array | undefined
  keep(cid: CID, bytes: Uint8Array): void
  clear(): void
}

export function createMemory(): Memory {
  const kept = new Map<string, Uint8Array>()
  let total = 0
  return {
    get: (cid) => kept.get(keyOf(cid)),
    keep(cid, bytes) {
      const key = keyOf(cid)
      if (bytes.length > LARGEST || kept.has(key)) return
      // A part of a larger buffer would hold all of it.
      kept.set(key, bytes.buffer.byteLength > bytes.length ? Uint8Array.from(bytes) : bytes)
      total += bytes.length
      for (const [oldest, { length }] of kept) {
        if (total <= CAPACITY) break
        kept.delete(oldest)
        total -= length
      }
    },
    clear() {
      kept.clear()
      total = 0
    },
  }
}
