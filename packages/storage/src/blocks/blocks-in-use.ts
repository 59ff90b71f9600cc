/** Blocks that uploads, fetches and reads are using. Collections do not remove them meanwhile. */
import { createSteps } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { inlined } from '../identifier/hash.ts'
import { blockKey } from '../identifier/identifier.ts'

/** The blocks that one upload, fetch or read is using. They are not removed while it is open. */
export interface Use {
  keep(cid: CID): void
  /** Protects `root` and all blocks below it. */
  keepAll(root: CID): void
  end(): void
}

export interface UseOptions {
  /** The use protects this many of the blocks that it named last, in addition to those of {@link Use.keepAll}. */
  most?: number
  /** Whether an upload or a pin stores the blocks. If not, they are only read. */
  stores?: boolean
}

/** The blocks that are in use while a sweep runs, or were in use at some time since it began. */
export interface InUse {
  /** Whether an upload or a pin stores the block. @param key {@link blockKey} */
  isStored(key: string): boolean
  isRead(key: string): boolean
  /** A root below which a pin stores all blocks; each root is returned once. */
  nextStoredRoot(): CID | undefined
  /** A root below which all blocks are only read, or waited for. */
  nextReadRoot(): CID | undefined
  end(): Promise<void>
}

interface UsedRoot {
  root: CID
  isStoring: boolean
}

/** The keys that one use has named, and the map that counts them. */
interface Named {
  counts: Map<string, number>
  keys: Set<string>
}

export interface Uses {
  open(options?: UseOptions): Use
  /** Whether an open use that stores blocks has named this one. @param key {@link blockKey} */
  isToBeStored(key: string): boolean
  /** Begins to record uses for a sweep. Only one sweep may watch at a time. */
  watch(): InUse
}

/** @param onStore Called with the key of each block that is named by a use that stores blocks. */
export function createUses(onStore: (key: string) => void): Uses {
  /** The number of open uses that name a block, by its key: for uses that only read, and for uses that store. */
  const reads = new Map<string, number>()
  const stores = new Map<string, number>()
  const roots = new Set<UsedRoot>()
  let watched: { storedRoots: CID[]; readRoots: CID[]; ended: Named[] } | undefined

  function decrement(counts: Map<string, number>, key: string): void {
    const left = (counts.get(key) ?? 1) - 1
    if (left > 0) counts.set(key, left)
    else counts.delete(key)
  }
  /** Works in steps, since a use may have named very many blocks. */
  async function decrementAll({ counts, keys }: Named): Promise<void> {
    const steps = createSteps()
    for (const key of keys) {
      decrement(counts, key)
      const wait = steps.done(1)
      if (wait) await wait
    }
  }
  return {
    open({ most = Number.POSITIVE_INFINITY, stores: isStoring = false } = {}) {
      const counts = isStoring ? stores : reads
      const keys = new Set<string>()
      const own: UsedRoot[] = []
      let isOpen = true
      return {
        keep(cid) {
          // A block that is inlined in its identifier is not stored, so it is never removed.
          if (!isOpen || inlined(cid)) return
          const key = blockKey(cid)
          if (keys.has(key)) return
          keys.add(key)
          counts.set(key, (counts.get(key) ?? 0) + 1)
          if (isStoring) onStore(key)
          const [oldest] = keys.size > most ? keys : []
          if (oldest === undefined) return
          keys.delete(oldest)
          decrement(counts, oldest)
        },
        keepAll(root) {
          if (!isOpen) return
          const used = { root, isStoring }
          own.push(used)
          roots.add(used)
          if (isStoring) watched?.storedRoots.push(root)
          else watched?.readRoots.push(root)
        },
        end() {
          if (!isOpen) return
          isOpen = false
          for (const used of own) roots.delete(used)
          if (watched) watched.ended.push({ counts, keys })
          else void decrementAll({ counts, keys })
        },
      }
    },
    isToBeStored: (key) => stores.has(key),
    watch() {
      if (watched) throw new Error('A sweep is already running')
      const { stored = [], read = [] } = Object.groupBy(roots, ({ isStoring }) => (isStoring ? 'stored' : 'read'))
      const cids = (used: UsedRoot[]) => used.map(({ root }) => root)
      const mine = { storedRoots: cids(stored), readRoots: cids(read), ended: [] as Named[] }
      watched = mine
      return {
        isStored: (key) => stores.has(key),
        isRead: (key) => reads.has(key),
        nextStoredRoot: () => mine.storedRoots.pop(),
        nextReadRoot: () => mine.readRoots.pop(),
        async end() {
          watched = undefined
          for (const named of mine.ended) await decrementAll(named)
        },
      }
    },
  }
}
