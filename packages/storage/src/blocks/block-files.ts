/**
 * Blocks as files, one file for each block, named by its hash (the layout of blockstore-fs). A block is written to a
 * temporary file, forced to the drive, and then renamed, so that it is there whole or not at all, also after the power
 * failed. A sweep runs while blocks are read and
 * written: the blocks that an open {@link Use} has named stay.
 */

import { randomUUID } from 'node:crypto'
import { access, mkdir, open, opendir, readdir, readFile, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createSteps, type Steps } from '@quorate/platform'
import { base32upper } from 'multiformats/bases/base32'
import type { CID } from 'multiformats/cid'
import { isStorageFull } from '../errors.ts'
import { keyOf, keyOfMultihash, multihashOfKey, RAW } from '../identifier/identifier.ts'
import { limits } from '../limits.ts'
import { BUFFER, giveBack, takeBuffer } from '../streams/buffers.ts'
import { createUses, type Use, type UseOptions } from './blocks-in-use.ts'
import { countedBytes } from './counted.ts'
import { linkTargets } from './dag-pb.ts'
import type { AssertRoom } from './drive.ts'
import { type Marks, openMarks, type Released, type Settled } from './sweep-marks.ts'
import { createUnpinnedBlocks } from './unpinned.ts'

/** What a sweep keeps, and the callbacks that it reports to. */
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
  /** Called, in pages, with pinned roots below which blocks are missing that were stored before the sweep or never. */
  onIncomplete(roots: CID[]): Promise<void>
  /** Called with what became of the released roots, once the blocks are removed. */
  settle(page: Settled[]): Promise<void>
}

/** Blocks of one upload that are not yet part of the store. All of them are adopted together, or none. */
export interface Staging {
  put(cid: CID, bytes: Uint8Array): Promise<void>
  /** The sum over all staged blocks, each counted as a quota counts it. */
  readonly bytes: number
  readonly cids: readonly CID[]
  /** The bytes that one of them counts for. */
  bytesOf(cid: CID): number
  get(cid: CID): Promise<Uint8Array>
  /** A folder for other temporary files of the upload. Whoever writes there calls `assertRoom` first. */
  readonly folder: string
  assertRoom: AssertRoom
  discard(): Promise<void>
}

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
  const blocks = join(folder, 'blocks')
  const stagings = join(folder, 'staging')
  const marksFile = join(folder, 'marks.sqlite')
  await rm(stagings, { recursive: true, force: true })
  await rm(marksFile, { recursive: true, force: true })
  await mkdir(stagings, { recursive: true })
  await mkdir(blocks, { recursive: true })
  for (const parent of [folder, dirname(folder)]) await syncFolder(parent)
  const folders = new Set(await readdir(blocks))
  const uses = createUses(unpinned.delete)
  const deleting = new Map<string, Promise<void>>()
  const arriving = new Map<string, Promise<void>>()
  let removals = 0

  const placeOf = (multihash: Uint8Array): { path: string; folder: string } => {
    const name = base32upper.encode(multihash)
    const folder = name.slice(-2)
    return { path: join(blocks, folder, name + EXTENSION), folder }
  }
  const place = (cid: CID) => placeOf(cid.multihash.bytes)
  const prepare = async (folder: string): Promise<void> => {
    if (folders.has(folder)) return
    await mkdir(join(blocks, folder), { recursive: true })
    await syncFolder(blocks)
    folders.add(folder)
  }
  /** Moves written files into the store; resolves when the drive has them, and nobody finds them in it before. */
  async function arrive(files: readonly Arriving[]): Promise<void> {
    const moved = new Set<string>()
    const move = async ({ cid, file }: Arriving): Promise<void> => {
      const { path, folder } = place(cid)
      await prepare(folder)
      await deleting.get(keyOf(cid))?.catch(() => {})
      await rename(file, path)
      moved.add(join(blocks, folder))
    }
    const arrival = inParts(files, move).then(() => inParts([...moved], syncFolder))
    for (const { cid } of files) arriving.set(keyOf(cid), arrival)
    try {
      await arrival
    } finally {
      for (const { cid } of files) if (arriving.get(keyOf(cid)) === arrival) arriving.delete(keyOf(cid))
    }
  }
  /** Resolves when the block is neither being removed nor on its way to the drive. */
  const settled = async (cid: CID): Promise<void> => {
    const key = keyOf(cid)
    await arriving.get(key)?.catch(() => {})
    await deleting.get(key)?.catch(() => {})
  }

  /** @param onRemove Called once reads of this block have begun to wait for its removal. */
  async function remove(key: string, onRemove = (_key: string): void => {}): Promise<void> {
    const already = deleting.get(key)
    // A second removal could come after the block is stored again.
    if (already) return already
    unpinned.delete(key)
    const removal = unlink(placeOf(multihashOfKey(key)).path).catch(ignoreMissing)
    deleting.set(key, removal)
    try {
      onRemove(key)
      await removal
    } finally {
      deleting.delete(key)
      removals++
    }
  }
  /** Removes the oldest blocks that were only read, until so many bytes are free; answers whether there were any. */
  async function evict(bytes: number): Promise<boolean> {
    let evicted = 0
    while (evicted < bytes) {
      const oldest = unpinned.shift()
      if (!oldest) break
      await remove(oldest.key)
      evicted += oldest.bytes
    }
    return evicted > 0
  }
  async function assertRoom(): Promise<void> {
    for (;;) {
      const before = removals
      try {
        return await assertFree()
      } catch (error) {
        if (!isStorageFull(error)) throw error
        if (await evict(EVICTED_AT_ONCE)) continue
        // What others remove may leave the room that is missed here, or has left it since the drive was asked.
        await Promise.allSettled(deleting.values())
        if (removals === before) throw error
      }
    }
  }
  /**
   * Counts a block that is about to be stored, unless an upload or a pin stores it: then its wallet's quota counts it.
   */
  function countUnpinned(cid: CID, bytes: number): void {
    const key = keyOf(cid)
    if (!uses.isToBeStored(key)) unpinned.add(key, bytes)
  }
  /** Counts a block that nobody stores any more but somebody still reads or waits for. */
  async function keepUnpinned(key: string): Promise<void> {
    if (unpinned.has(key)) return
    const found = await stat(placeOf(multihashOfKey(key)).path).catch(ignoreMissing)
    if (found && !uses.isToBeStored(key)) unpinned.add(key, countedBytes({ length: found.size }))
  }
  /** The keys of all stored blocks. */
  async function* stored(steps: Steps): AsyncGenerator<string> {
    for (const folder of await readdir(blocks))
      for await (const { name } of await opendir(join(blocks, folder), { bufferSize: LISTED_AT_ONCE })) {
        const key = keyOfFile(name)
        if (key !== undefined) yield key
        await steps.done(LISTED_COST)
      }
  }
  /** A block that is not stored has no links. */
  const linksOf = async (key: string): Promise<Iterable<Uint8Array>> => {
    const block = await readFile(placeOf(multihashOfKey(key)).path).catch(ignoreMissing)
    return block ? linkTargets(block) : []
  }

  async function sweepWith(
    path: string,
    { roots, released, onRemove, onIncomplete, settle }: Collection,
  ): Promise<number> {
    const inUse = uses.watch()
    const steps = createSteps()
    let marks: Marks | undefined
    try {
      marks = openMarks(path, linksOf, steps)
      for await (const page of released()) marks.release(page)
      // This sweep ignores blocks that are stored after this line.
      for await (const key of stored(steps)) marks.add(key)
      let incomplete: CID[] = []
      for await (const root of roots()) {
        if (!(await marks.need(root))) incomplete.push(root)
        if (incomplete.length < INCOMPLETE_AT_ONCE) continue
        await onIncomplete(incomplete)
        incomplete = []
      }
      if (incomplete.length > 0) await onIncomplete(incomplete)
      await marks.claim()
      let removed = 0
      for (const key of marks.keys()) {
        await steps.done(MARK_COST)
        for (let root = inUse.nextStoredRoot(); root; root = inUse.nextStoredRoot()) await marks.need(root)
        for (let root = inUse.nextReadRoot(); root; root = inUse.nextReadRoot()) await marks.read(root)
        const isRead = marks.isRead(key)
        if (!isRead && !marks.isUnneeded(key)) continue
        if (inUse.isStored(key)) {
          marks.spare(key)
          continue
        }
        if (isRead || inUse.isRead(key)) {
          await keepUnpinned(key)
          continue
        }
        await remove(key, onRemove)
        removed++
      }
      for (const page of marks.settled()) await settle(page)
      await evict(unpinned.excess)
      return removed
    } finally {
      marks?.close()
      await rm(marksFile, { recursive: true, force: true })
      await inUse.end()
    }
  }

  const has = (cid: CID): Promise<boolean> =>
    access(place(cid).path).then(
      () => true,
      () => false,
    )

  return {
    use: uses.open,
    assertRoom,
    async get(cid) {
      // Until the file is removed it can still be read: a reader would then believe that the block is stored.
      await settled(cid)
      return (cid.code === RAW ? readLeaf : readFile)(place(cid).path).catch(ignoreMissing)
    },
    has,
    async put(cid, bytes) {
      await settled(cid)
      if (await has(cid)) return
      await assertRoom()
      if (await has(cid)) return
      // Counted before it is there: a pin that finds it takes it out again.
      countUnpinned(cid, countedBytes(bytes))
      const aside = join(stagings, `.${randomUUID()}`)
      try {
        await writeWhole(aside, bytes)
        await arrive([{ cid, file: aside }])
      } catch (error) {
        unpinned.delete(keyOf(cid))
        await rm(aside, { force: true })
        throw error
      }
      await evict(unpinned.excess)
    },
    delete: (cid) => unlink(place(cid).path).catch(ignoreMissing),
    stage: () => stageIn(join(stagings, randomUUID()), assertRoom),
    async adopt({ folder, cids, bytesOf }) {
      for (const cid of cids) if (!(await has(cid))) countUnpinned(cid, bytesOf(cid))
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

/** Directory entries that are read at once, and the cost of each in units of {@link createSteps}. */
const LISTED_AT_ONCE = 256
const LISTED_COST = 12
/** The cost of looking a block up among the marks, in the same units. */
const MARK_COST = 5
/** Roots with missing blocks that are reported at once. */
const INCOMPLETE_AT_ONCE = 1000
/** Files that are renamed, and folders that are forced to the drive, at once. */
const AT_ONCE = 16
/** Bytes of blocks that are removed at once where the drive has no room. */
const EVICTED_AT_ONCE = 4 * limits.maxBlockBytes.value
const EXTENSION = '.data'

/** A block's file that is written and not yet part of the store. */
interface Arriving {
  cid: CID
  file: string
}

async function inParts<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) await Promise.all(items.slice(at, at + AT_ONCE).map(work))
}

/** Forces the names in a folder to the drive. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * Does what `writeFile` does, with a single write where the system takes all bytes at once, and forces them to the
 * drive.
 */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
    await file.datasync()
  } finally {
    await file.close()
  }
}

const SMALL = limits.maxSmallAnswerBytes.value

async function readLeaf(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const buffer = takeBuffer()
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    if (bytesRead <= SMALL) {
      // Many small blocks may wait to be sent: each as a copy of its own size, so that it does not hold a whole buffer.
      const bytes = Uint8Array.from(buffer.subarray(0, bytesRead))
      giveBack(buffer)
      return bytes
    }
    return bytesRead <= BUFFER ? buffer.subarray(0, bytesRead) : await file.readFile()
  } finally {
    await file.close()
  }
}

const fileOf = (cid: CID): string => base32upper.encode(cid.multihash.bytes)

function keyOfFile(file: string): string | undefined {
  if (!file.endsWith(EXTENSION)) return undefined
  try {
    return keyOfMultihash(base32upper.decode(file.slice(0, -EXTENSION.length)))
  } catch {
    return undefined
  }
}

const isOfSqlite = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}

async function stageIn(folder: string, assertRoom: AssertRoom): Promise<Staging> {
  await mkdir(folder)
  const staged = new Map<string, { cid: CID; bytes: number }>()
  let total = 0
  return {
    folder,
    assertRoom,
    get bytes() {
      return total
    },
    get cids() {
      return Array.from(staged.values(), ({ cid }) => cid)
    },
    bytesOf: (cid) => staged.get(keyOf(cid))?.bytes ?? 0,
    async put(cid, bytes) {
      const key = keyOf(cid)
      if (staged.has(key)) return
      const counted = countedBytes(bytes)
      staged.set(key, { cid, bytes: counted })
      total += counted
      await assertRoom()
      await writeWhole(join(folder, fileOf(cid)), bytes)
    },
    get: (cid) => readFile(join(folder, fileOf(cid))),
    discard: () => rm(folder, { recursive: true, force: true }),
  }
}
