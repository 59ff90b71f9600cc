/**
 * The store of blocks. A block is written to a temporary file, forced to the drive, and then renamed, so that it is
 * there whole or not at all, also after the power failed. A sweep runs while blocks are read and written: the blocks
 * that an open {@link Use} has named stay.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CID } from 'multiformats/cid'
import { isStorageFull } from '../errors.ts'
import { blockKey } from '../identifier/identifier.ts'
import { limits } from '../limits.ts'
import { quotaBytes } from '../model/quota.ts'
import { openBlockFolder } from './block-folder.ts'
import { createMoves } from './block-moves.ts'
import { type Collection, sweepBlocks } from './block-sweep.ts'
import { createUses, type Use, type UseOptions } from './blocks-in-use.ts'
import type { AssertRoom } from './drive.ts'
import { fileOf, type Staging, stageIn, writeWhole } from './staging.ts'
import { createUnpinnedBlocks } from './unpinned.ts'

export interface BlockFiles {
  /**
   * The block, without checking its hash again: it was checked before it was stored. The buffer of a raw block may be
   * given back.
   */
  get(cid: CID): Promise<Uint8Array | undefined>
  has(cid: CID): Promise<boolean>
  put(cid: CID, bytes: Uint8Array): Promise<void>
  delete(cid: CID): Promise<void>
  use(options?: UseOptions): Use
  /** @throws 507 `STORAGE_FULL` where less than the reserve is free, even without all blocks that were only read */
  assertRoom: AssertRoom
  stage(): Promise<Staging>
  /** Moves all staged blocks into the store. */
  adopt(staging: Staging): Promise<void>
  /**
   * Removes all blocks except those below the roots and those in use; answers how many. It lists every stored block, in
   * short steps. Blocks that are only read are from then on among those that have the share of what nobody pins.
   */
  sweep(collection: Collection): Promise<number>
}

/**
 * @param folder Its `staging` folder is emptied and its marks are deleted: a process that died left them there, and no
 *     client was told that they were stored.
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
  const blocks = await openBlockFolder(folder)
  const uses = createUses(unpinned.delete)
  const { arrive, arriving, settled, remove, removed } = createMoves(blocks, unpinned.delete)

  /** Removes the oldest blocks that were only read, until so many bytes are free; returns whether there were any. */
  async function evict(bytes: number): Promise<boolean> {
    let evicted = 0
    while (evicted < bytes) {
      // A block that arrives is removed later: now it would stay in the store, counted by nobody.
      const oldest = unpinned.shift(arriving)
      if (!oldest) break
      await remove(oldest.key)
      evicted += oldest.bytes
    }
    return evicted > 0
  }
  async function assertRoom(): Promise<void> {
    for (;;) {
      const before = removed.count()
      try {
        return await assertFree()
      } catch (error) {
        if (!isStorageFull(error)) throw error
        if (await evict(EVICTED_AT_ONCE)) continue
        // What others remove may leave the room that is missed here, or has left it since the drive was asked. Blocks
        // that arrive can be removed once they are there.
        const wereArriving = arriving.size > 0
        await Promise.allSettled([removed.all(), ...arriving.values()])
        if (removed.count() === before && !wereArriving) throw error
      }
    }
  }
  /**
   * Counts a block that is about to be stored, unless an upload or a pin stores it: then its wallet's quota counts it.
   */
  function countUnpinned(cid: CID, bytes: number): void {
    const key = blockKey(cid)
    if (!uses.isToBeStored(key)) unpinned.add(key, bytes)
  }
  /** Counts a block that nobody stores any more but somebody still reads or waits for. */
  async function keepUnpinned(key: string): Promise<void> {
    if (unpinned.has(key)) return
    const size = await blocks.sizeOf(key)
    if (size !== undefined && !uses.isToBeStored(key)) unpinned.add(key, quotaBytes({ length: size }))
  }
  async function sweepWith(path: string, collection: Collection): Promise<number> {
    const inUse = uses.watch()
    try {
      const count = await sweepBlocks(path, collection, { blocks, inUse, keepUnpinned, remove })
      await evict(unpinned.excess)
      return count
    } finally {
      await rm(marksFile, { recursive: true, force: true })
    }
  }

  return {
    use: uses.open,
    assertRoom,
    async get(cid) {
      // Until the file is removed it can still be read: a reader would then believe that the block is stored.
      await settled(cid)
      return blocks.read(cid)
    },
    has: blocks.has,
    async put(cid, bytes) {
      await settled(cid)
      if (await blocks.has(cid)) return
      await assertRoom()
      if (await blocks.has(cid)) return
      // Counted before it is there: a pin that finds it takes it out again.
      countUnpinned(cid, quotaBytes(bytes))
      const aside = join(stagings, `.${randomUUID()}`)
      try {
        await arrive([{ cid, file: aside }], () => writeWhole(aside, bytes))
      } catch (error) {
        unpinned.delete(blockKey(cid))
        await rm(aside, { force: true })
        throw error
      }
      await evict(unpinned.excess)
    },
    delete: (cid) => blocks.remove(blockKey(cid)),
    stage: () => stageIn(join(stagings, randomUUID()), assertRoom),
    async adopt({ folder, cids, bytesOf }) {
      for (const cid of cids) if (!(await blocks.has(cid))) countUnpinned(cid, bytesOf(cid))
      await arrive(cids.map((cid) => ({ cid, file: join(folder, fileOf(cid)) })))
      await rm(folder, { recursive: true, force: true })
      await evict(unpinned.excess)
    },
    // A full drive may have no room for the marks, and only a sweep makes room: the marks are then kept in memory.
    sweep: (collection) =>
      sweepWith(marksFile, collection).catch((error) => {
        if (!isOfSqlite(error)) throw error
        return sweepWith(':memory:', collection)
      }),
  }
}

/** Bytes of blocks that are removed at once where the drive has no room. */
const EVICTED_AT_ONCE = 4 * limits.maxBlockBytes.value

const isOfSqlite = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
