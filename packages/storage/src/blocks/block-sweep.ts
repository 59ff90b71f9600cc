/** Removes the blocks that no root leads to and that are not in use. */
import { createSteps } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import type { InUse } from './blocks-in-use.ts'
import type { StoredBlocks } from './stored-blocks.ts'
import { type Marks, openMarks, type Released, type Settled } from './sweep-marks.ts'

/** The blocks that a sweep keeps, and the callbacks it reports to. */
export interface Collection {
  /** The pinned roots. They and all blocks below them stay. */
  roots(): AsyncIterable<CID>
  /**
   * Roots that wallets have unpinned, in pages. The sweep reads them before {@link roots}, so that a root pinned again
   * meanwhile is kept.
   */
  released(): AsyncIterable<Released[]>
  /** Called with the key of each block before it is removed. */
  onRemove(key: string): void
  /** Called, in pages, with pinned roots below which blocks were missing when the sweep listed the stored blocks. */
  onIncomplete(roots: CID[]): Promise<void>
  /** Called with the outcome of the released roots, once the blocks are removed. */
  settle(page: Settled[]): Promise<void>
}

/** The cost of looking a block up among the marks, in units of {@link createSteps}. */
const MARK_COST = 5
/** How many roots with missing blocks are reported at once. */
const INCOMPLETE_AT_ONCE = 1000

/** @param path The file of the marks. */
export async function sweepBlocks(
  path: string,
  { roots, released, onRemove, onIncomplete, settle }: Collection,
  {
    blocks,
    inUse,
    keepUnpinned,
    remove,
  }: {
    blocks: StoredBlocks
    inUse: InUse
    keepUnpinned(key: string): Promise<void>
    remove(key: string, onRemove: (key: string) => void): Promise<void>
  },
): Promise<number> {
  const steps = createSteps()
  let marks: Marks | undefined
  try {
    marks = openMarks(path, blocks.linksOf, steps)
    for await (const page of released()) marks.release(page)
    // This sweep ignores blocks that are stored after this line.
    for await (const key of blocks.keys(steps)) marks.add(key)
    await needRoots(marks, roots(), onIncomplete)
    await marks.claim()
    let removed = 0
    for (const key of marks.keys()) {
      await steps.done(MARK_COST)
      for (let root = inUse.nextStoredRoot(); root; root = inUse.nextStoredRoot()) await marks.need(root)
      for (let root = inUse.nextReadRoot(); root; root = inUse.nextReadRoot()) await marks.read(root)
      const isRead = marks.isRead(key)
      if (!isRead && !marks.isUnneeded(key)) continue
      if (inUse.isStored(key)) marks.spare(key)
      else if (isRead || inUse.isRead(key)) await keepUnpinned(key)
      else {
        await remove(key, onRemove)
        removed++
      }
    }
    for (const page of marks.settled()) await settle(page)
    return removed
  } finally {
    marks?.close()
    await inUse.end()
  }
}

/** Marks everything below the roots as needed, and reports roots below which blocks are missing. */
async function needRoots(
  marks: Marks,
  roots: AsyncIterable<CID>,
  onIncomplete: Collection['onIncomplete'],
): Promise<void> {
  let incomplete: CID[] = []
  for await (const root of roots) {
    if (!(await marks.need(root))) incomplete.push(root)
    if (incomplete.length < INCOMPLETE_AT_ONCE) continue
    await onIncomplete(incomplete)
    incomplete = []
  }
  if (incomplete.length > 0) await onIncomplete(incomplete)
}
