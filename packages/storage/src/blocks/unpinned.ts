/**
 * The stored blocks that no wallet's quota counts: they were read from elsewhere, or are still read although they are
 * no longer pinned. They may use a share of the drive, and the newest replace the oldest. Uploads and pins take
 * precedence over them. Collections find the unpinned blocks of earlier processes.
 */
import { limits } from '../limits.ts'

export interface UnpinnedBlocks {
  /** The total size of the blocks, counted as quotas count them. */
  readonly bytes: number
  /** The bytes above their share; zero or negative if they fit. */
  readonly excess: number
  /** @param key {@link blockKey} */
  has(key: string): boolean
  add(key: string, bytes: number): void
  /** Call it when an upload or a pin uses the block, or when the block is removed. */
  delete(key: string): void
  /** Takes the oldest block out, except those that are `busy`; undefined if there is none. */
  shift(busy: { has(key: string): boolean }): { key: string; bytes: number } | undefined
}

/** The number of whole gateway files that fit into the share. */
const FILES = 4
/** The iterator is replaced after this many deletions, or after as many as there are entries if that is more. */
const DELETED_AT_LEAST = 1024

/**
 * @param maxFileSize A gateway's file is stored whole before it is read, so the share has space for several of them.
 */
export function createUnpinnedBlocks(maxFileSize: number): UnpinnedBlocks {
  const share = Math.max(limits.unpinnedBytes.value, FILES * maxFileSize)
  const blocks = new Map<string, number>()
  /**
   * Kept between calls of `shift`, since a new iterator passes over all entries that were deleted before. It is
   * replaced from time to time, because it keeps every table that the map has outgrown or cleared since it was made.
   * Entries are added at the end.
   */
  let oldest = blocks.keys()
  let deleted = 0
  let total = 0
  const remove = (key: string): void => {
    total -= blocks.get(key) ?? 0
    if (!blocks.delete(key) || ++deleted < Math.max(blocks.size, DELETED_AT_LEAST)) return
    deleted = 0
    oldest = blocks.keys()
  }
  return {
    get bytes() {
      return total
    },
    get excess() {
      return total - share
    },
    has: (key) => blocks.has(key),
    add(key, bytes) {
      remove(key)
      blocks.set(key, bytes)
      total += bytes
    },
    delete: remove,
    shift(busy) {
      for (let isAnew = false; ; ) {
        const { done, value: key = '' } = oldest.next()
        if (done && isAnew) return undefined
        if (done) {
          // An iterator that came to the end stays there.
          oldest = blocks.keys()
          isAnew = true
        } else if (!busy.has(key)) {
          const bytes = blocks.get(key) ?? 0
          remove(key)
          return { key, bytes }
        }
      }
    },
  }
}
