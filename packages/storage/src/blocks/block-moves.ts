/** Blocks on their way into the store, and out of it. */
import { rename } from 'node:fs/promises'
import type { CID } from 'multiformats/cid'
import { blockKey } from '../identifier/identifier.ts'
import { syncFolder } from './block-folder.ts'
import type { StoredBlocks } from './stored-blocks.ts'

/** A block that is not yet part of the store, with its file unless it is in a pack. */
interface Arriving {
  cid: CID
  file?: string | undefined
}

/** How many files are renamed, or folders forced to the drive, at once. */
const AT_ONCE = 16

export type Moves = ReturnType<typeof createMoves>

/** @param onRemoval Called with the key of each block that is removed. */
export function createMoves(blocks: StoredBlocks, onRemoval: (key: string) => void) {
  const deleting = new Map<string, Promise<void>>()
  const arriving = new Map<string, Promise<void>>()
  let removals = 0

  return {
    /**
     * Moves files into the store once `write` is done, which may also add a pack. Resolves when everything is on the
     * drive. Readers find the blocks only then.
     */
    async arrive(files: readonly Arriving[], write = async (): Promise<void> => {}): Promise<void> {
      const moved = new Set<string>()
      const move = async ({ cid, file }: Arriving): Promise<void> => {
        if (file === undefined) return
        const { path, folder } = await blocks.prepare(cid)
        await deleting.get(blockKey(cid))?.catch(() => {})
        await rename(file, path)
        moved.add(folder)
      }
      const arrival = write()
        .then(() => inParts(files, move))
        .then(() => inParts([...moved], syncFolder))
      for (const { cid } of files) arriving.set(blockKey(cid), arrival)
      try {
        await arrival
      } finally {
        for (const { cid } of files) if (arriving.get(blockKey(cid)) === arrival) arriving.delete(blockKey(cid))
      }
    },

    /** The blocks that are on their way into the store, by their keys. */
    arriving: arriving as ReadonlyMap<string, Promise<void>>,

    /** Resolves when the block is neither being removed nor on its way to the drive. */
    async settled(cid: CID): Promise<void> {
      const key = blockKey(cid)
      await arriving.get(key)?.catch(() => {})
      await deleting.get(key)?.catch(() => {})
    },

    /** @param onRemove Called once reads of this block have begun to wait for its removal. */
    async remove(key: string, onRemove = (_key: string): void => {}): Promise<void> {
      const already = deleting.get(key)
      // A second removal could come after the block is stored again.
      if (already) return already
      onRemoval(key)
      const removal = blocks.remove(key)
      deleting.set(key, removal)
      try {
        onRemove(key)
        await removal
      } finally {
        deleting.delete(key)
        removals++
      }
    },

    removed: {
      /** The number of blocks that have been removed. */
      count: () => removals,
      /** Resolves when the removals under way have ended. */
      all: () => Promise.allSettled(deleting.values()),
    },
  }
}

async function inParts<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) await Promise.all(items.slice(at, at + AT_ONCE).map(work))
}
