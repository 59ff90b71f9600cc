/**
 * The block store. A block, or a pack of small blocks, is written to a temporary file, forced to the drive, and then
 * renamed. So either all of it is stored or none of it, even after a power failure. A sweep runs while blocks are read
 * and written. It keeps the blocks that an open {@link Use} has named.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CID } from 'multiformats/cid'
import { blockKey } from '../identifier/identifier.ts'
import { quotaBytes } from '../model/quota.ts'
import { createMoves } from './block-moves.ts'
import { createBlockRoom } from './block-room.ts'
import { type Collection, sweepBlocks } from './block-sweep.ts'
import { createUses, type Use, type UseOptions } from './blocks-in-use.ts'
import type { AssertRoom } from './drive.ts'
import { type Staging, stageIn, writeWhole } from './staging.ts'
import { openStoredBlocks } from './stored-blocks.ts'
import { createUnpinnedBlocks } from './unpinned.ts'

export interface BlockFiles {
  /**
   * The block, without checking its hash again: it was checked before the block was stored. The caller may give back
   * the buffer of a raw block.
   */
  get(cid: CID): Promise<Uint8Array | undefined>
  has(cid: CID): Promise<boolean>
  put(cid: CID, bytes: Uint8Array): Promise<void>
  delete(cid: CID): Promise<void>
  use(options?: UseOptions): Use
  /** @throws 507 `STORAGE_FULL` if less than the reserve would be free even without the blocks that were only read */
  assertRoom: AssertRoom
  stage(): Promise<Staging>
  /** Moves all staged blocks into the store. */
  adopt(staging: Staging): Promise<void>
  /**
   * Removes all blocks except those below the roots and those in use; returns how many. It lists every stored block, in
   * short steps. Blocks that are only read then count towards the share of unpinned blocks.
   */
  sweep(collection: Collection): Promise<number>
  close(): void
}

/**
 * @param folder Its `staging` folder is emptied and its marks are deleted. They belong to a process that died before it
 * confirmed those blocks to a client.
 */
export async function openBlockFiles(
  folder: string,
  assertFree: AssertRoom = async () => {},
  unpinned = createUnpinnedBlocks(0),
): Promise<BlockFiles> {
  const stagings = join(folder, 'staging')
  const marksFile = join(folder, 'marks.sqlite')
  await rm(stagings, { recursive: true, force: true })
  await rm(marksFile, { recursive: true, force: true })
  await mkdir(stagings, { recursive: true })
  const blocks = await openStoredBlocks(folder, stagings)
  const uses = createUses(unpinned.delete)
  const moves = createMoves(blocks, unpinned.delete)
  const { arrive, settled, remove } = moves
  const { assertRoom, fitToShare } = createBlockRoom({ moves, unpinned, assertFree })

  /**
   * Counts a block that is about to be stored as unpinned. Blocks of uploads and pins count in a wallet's quota
   * instead.
   */
  function countUnpinned(cid: CID, bytes: number): void {
    const key = blockKey(cid)
    if (!uses.isToBeStored(key)) unpinned.add(key, bytes)
  }
  /** Counts a block that no upload or pin stores any more, but that a reader still reads or waits for. */
  async function keepUnpinned(key: string): Promise<void> {
    if (unpinned.has(key)) return
    const size = await blocks.sizeOf(key)
    if (size !== undefined && !uses.isToBeStored(key)) unpinned.add(key, quotaBytes({ length: size }))
  }
  async function sweepWith(path: string, collection: Collection): Promise<number> {
    const inUse = uses.watch()
    try {
      const count = await sweepBlocks(path, collection, { blocks, inUse, keepUnpinned, remove })
      await blocks.tidy()
      await fitToShare()
      return count
    } finally {
      await rm(marksFile, { recursive: true, force: true })
    }
  }

  return {
    use: uses.open,
    assertRoom,
    async get(cid) {
      // While a block is being removed, its file can still be read, and a reader would believe that the block stays.
      await settled(cid)
      return blocks.read(cid)
    },
    has: blocks.has,
    async put(cid, bytes) {
      await settled(cid)
      if (await blocks.has(cid)) return
      await assertRoom()
      if (await blocks.has(cid)) return
      // Counted before the block is written, so that a pin that finds it can subtract it again.
      countUnpinned(cid, quotaBytes(bytes))
      const aside = join(stagings, `.${randomUUID()}`)
      try {
        await arrive([{ cid, file: aside }], () => writeWhole(aside, bytes))
      } catch (error) {
        unpinned.delete(blockKey(cid))
        await rm(aside, { force: true })
        throw error
      }
      await fitToShare()
    },
    delete: (cid) => blocks.remove(blockKey(cid)),
    stage: () => stageIn(join(stagings, randomUUID()), assertRoom),
    async adopt({ cids, bytesOf, fileOf, pack, discard }) {
      for (const cid of cids)
        if (!uses.isToBeStored(blockKey(cid)) && !(await blocks.has(cid))) countUnpinned(cid, bytesOf(cid))
      await arrive(
        cids.map((cid) => ({ cid, file: fileOf(cid) })),
        () => blocks.addPack(pack()),
      )
      await discard()
      await fitToShare()
    },
    // A full drive may have no space for the marks, and only a sweep frees space. The marks are then kept in memory.
    sweep: (collection) =>
      sweepWith(marksFile, collection).catch((error) => {
        if (!isOfSqlite(error)) throw error
        return sweepWith(':memory:', collection)
      }),
    close: blocks.close,
  }
}

const isOfSqlite = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
