/** Space for blocks. If there is too little, the oldest blocks that were only read are removed. */
import { isStorageFull } from '../errors.ts'
import { limits } from '../limits.ts'
import type { Moves } from './block-moves.ts'
import type { AssertRoom } from './drive.ts'
import type { UnpinnedBlocks } from './unpinned.ts'

/** How many bytes of blocks are removed at once if the drive is full. */
const EVICTED_AT_ONCE = 4 * limits.maxBlockBytes.value

interface Deps {
  moves: Pick<Moves, 'arriving' | 'remove' | 'removed'>
  unpinned: UnpinnedBlocks
  assertFree: AssertRoom
}

export function createBlockRoom(deps: Deps) {
  return {
    /** Removes blocks that were only read, until they fit into their share. */
    fitToShare: (): Promise<boolean> => evict(deps, deps.unpinned.excess),
    /** @throws 507 `STORAGE_FULL` if less than the reserve would be free even without the blocks that were only read */
    assertRoom: (): Promise<void> => assertRoom(deps),
  }
}

/** Removes the oldest blocks that were only read, until `bytes` are free; returns whether there were any. */
async function evict({ moves, unpinned }: Deps, bytes: number): Promise<boolean> {
  let evicted = 0
  while (evicted < bytes) {
    // Skips blocks that are still being written. If one were removed now, its write would finish afterwards and leave a
    // block in the store that nothing counts.
    const oldest = unpinned.shift(moves.arriving)
    if (!oldest) break
    await moves.remove(oldest.key)
    evicted += oldest.bytes
  }
  return evicted > 0
}

async function assertRoom(deps: Deps): Promise<void> {
  const { arriving, removed } = deps.moves
  for (;;) {
    const before = removed.count()
    try {
      return await deps.assertFree()
    } catch (error) {
      if (!isStorageFull(error)) throw error
      if (await evict(deps, EVICTED_AT_ONCE)) continue
      // Another removal may free the missing space, or may have freed it since the drive was checked. Arriving blocks
      // can be removed once they are there.
      const wereArriving = arriving.size > 0
      await Promise.allSettled([removed.all(), ...arriving.values()])
      if (removed.count() === before && !wereArriving) throw error
    }
  }
}
