/**
 * Blocks as files, one each, named by their hash (the layout of blockstore-fs). A block is written beside its place and moved there,
 * so that it is whole or not there. Removing what is no longer needed goes beside everything else: whatever an open
 * {@link Use} has named stays.
 */
import { randomUUID } from 'node:crypto'
import { access, mkdir, open, opendir, readdir, readFile, rename, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { base32upper } from 'multiformats/bases/base32'
import type { CID } from 'multiformats/cid'
import { keyOf, keyOfMultihash, multihashOfKey, RAW } from '../identifier/identifier.ts'
import { limits } from '../limits.ts'
import { BUFFER, giveBack, takeBuffer } from '../streams/buffers.ts'
import { createSteps, type Steps } from '../streams/steps.ts'
import { createUses, type Use } from './blocks-in-use.ts'
import { countedBytes } from './counted.ts'
import { linkTargets } from './dag-pb.ts'
import type { AssertRoom } from './drive.ts'
import { type Marks, openMarks, type Released, type Settled } from './sweep-marks.ts'

/** What a sweep keeps, and whom it tells of what it does. */
export interface Collection {
  /** Everything below these stays. */
  roots(): AsyncIterable<CID>
  /** Roots that were let go of, in pages. They are read before {@link roots}, of which they are none any more. */
  released(): AsyncIterable<Released[]>
  /** Told the key of each block before it is removed. */
  onRemove(key: string): void
  /** Told what became of the released roots, once the blocks are removed. */
  settle(page: Settled[]): Promise<void>
}

/** Blocks that are not yet part of the store; they go into it together, or not at all. */
export interface Staging {
  put(cid: CID, bytes: Uint8Array): Promise<void>
  /** Of all blocks, as a quota counts them. */
  readonly bytes: number
  readonly cids: readonly CID[]
  get(cid: CID): Promise<Uint8Array>
  /** A folder for what else is needed meanwhile; whoever writes there asks for room first. */
  readonly folder: string
  assertRoom: AssertRoom
  discard(): Promise<void>
}

export interface BlockFiles {
  /** As it was checked when it was put. A raw block may be given back. */
  get(cid: CID): Promise<Uint8Array | undefined>
  has(cid: CID): Promise<boolean>
  put(cid: CID, bytes: Uint8Array): Promise<void>
  delete(cid: CID): Promise<void>
  /** @param most How many blocks it keeps, {@link Use.keepAll} aside: of more, the latest. */
  use(most?: number): Use
  stage(): Promise<Staging>
  /** Moves all of it into the store. */
  adopt(staging: Staging): Promise<void>
  /** Removes all blocks but those below the roots and those in use; answers how many. Reads whatever was ever stored, in steps. */
  sweep(collection: Collection): Promise<number>
}

/** @param folder Its `staging` is emptied, and the marks of a sweep removed: what a dead process left there was acknowledged to nobody. */
export async function openBlockFiles(folder: string, assertRoom: AssertRoom = async () => {}): Promise<BlockFiles> {
  const blocks = join(folder, 'blocks')
  const stagings = join(folder, 'staging')
  const marksFile = join(folder, 'marks.sqlite')
  await rm(stagings, { recursive: true, force: true })
  await rm(marksFile, { recursive: true, force: true })
  await mkdir(stagings, { recursive: true })
  await mkdir(blocks, { recursive: true })
  const folders = new Set(await readdir(blocks))
  const uses = createUses()
  const deleting = new Map<string, Promise<void>>()

  const placeOf = (multihash: Uint8Array): { path: string; folder: string } => {
    const name = base32upper.encode(multihash)
    const folder = name.slice(-2)
    return { path: join(blocks, folder, name + EXTENSION), folder }
  }
  const place = (cid: CID) => placeOf(cid.multihash.bytes)
  const prepare = async (folder: string): Promise<void> => {
    if (folders.has(folder)) return
    await mkdir(join(blocks, folder), { recursive: true })
    folders.add(folder)
  }
  const arrive = async (cid: CID, move: (path: string) => Promise<void>): Promise<void> => {
    const { path, folder } = place(cid)
    await prepare(folder)
    await deleting.get(keyOf(cid))?.catch(() => {})
    await move(path)
  }

  /** @param onRemove Told when who asks for the block from then on waits until it is gone. */
  async function remove(key: string, onRemove: (key: string) => void): Promise<void> {
    const removal = unlink(placeOf(multihashOfKey(key)).path).catch(ignoreMissing)
    deleting.set(key, removal)
    try {
      onRemove(key)
      await removal
    } finally {
      deleting.delete(key)
    }
  }
  /** The keys of all blocks. */
  async function* stored(steps: Steps): AsyncGenerator<string> {
    for (const folder of await readdir(blocks))
      for await (const { name } of await opendir(join(blocks, folder), { bufferSize: LISTED_AT_ONCE })) {
        const key = keyOfFile(name)
        if (key !== undefined) yield key
        await steps.done(LISTED_COST)
      }
  }
  /** Blocks that are not there have no links. */
  const linksOf = async (key: string): Promise<Iterable<Uint8Array>> => {
    const block = await readFile(placeOf(multihashOfKey(key)).path).catch(ignoreMissing)
    return block ? linkTargets(block) : []
  }

  async function sweepWith(path: string, { roots, released, onRemove, settle }: Collection): Promise<number> {
    const inUse = uses.watch()
    const steps = createSteps()
    let marks: Marks | undefined
    try {
      marks = openMarks(path, linksOf, steps)
      for await (const page of released()) marks.release(page)
      // What comes from here on is not looked at by this sweep.
      for await (const key of stored(steps)) marks.add(key)
      for await (const root of roots()) await marks.need(root)
      await marks.claim()
      let removed = 0
      for (const key of marks.keys()) {
        await steps.done(MARK_COST)
        for (let root = inUse.nextRoot(); root; root = inUse.nextRoot()) await marks.need(root)
        if (!marks.isUnneeded(key)) continue
        if (inUse.has(key)) {
          marks.spare(key)
          continue
        }
        await remove(key, onRemove)
        removed++
      }
      for (const page of marks.settled()) await settle(page)
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
    async get(cid) {
      // Its file can be read until it is removed: whoever reads it then would take it for stored.
      await deleting.get(keyOf(cid))?.catch(() => {})
      return (cid.code === RAW ? readLeaf : readFile)(place(cid).path).catch(ignoreMissing)
    },
    has,
    async put(cid, bytes) {
      await deleting.get(keyOf(cid))?.catch(() => {})
      if (await has(cid)) return
      await assertRoom()
      const aside = join(stagings, `.${randomUUID()}`)
      try {
        await writeWhole(aside, bytes)
        await arrive(cid, (path) => rename(aside, path))
      } catch (error) {
        await rm(aside, { force: true })
        throw error
      }
    },
    delete: (cid) => unlink(place(cid).path).catch(ignoreMissing),
    stage: () => stageIn(join(stagings, randomUUID()), assertRoom),
    async adopt({ folder, cids }) {
      for (let at = 0; at < cids.length; at += MOVES)
        await Promise.all(
          cids.slice(at, at + MOVES).map((cid) => arrive(cid, (path) => rename(join(folder, fileOf(cid)), path))),
        )
      await rm(folder, { recursive: true, force: true })
    },
    // A drive that is full has no room for marks, and a sweep is what makes room.
    sweep: (collection) =>
      sweepWith(marksFile, collection).catch((error) => {
        if (!isOfSqlite(error)) throw error
        return sweepWith(':memory:', collection)
      }),
  }
}

/** Entries of a folder that are read at once, and what each costs in units of {@link createSteps}. */
const LISTED_AT_ONCE = 256
const LISTED_COST = 12
/** The same, of looking a block up among the marks. */
const MARK_COST = 5
/** Files that are moved at once. */
const MOVES = 16
const EXTENSION = '.data'

/** As `writeFile`, in one piece where the system takes it in one. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
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
      // Many of these may wait to be sent, none of which needs all of the buffer.
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
  const staged = new Map<string, CID>()
  let total = 0
  return {
    folder,
    assertRoom,
    get bytes() {
      return total
    },
    get cids() {
      return [...staged.values()]
    },
    async put(cid, bytes) {
      const key = keyOf(cid)
      if (staged.has(key)) return
      staged.set(key, cid)
      total += countedBytes(bytes)
      await assertRoom()
      await writeWhole(join(folder, fileOf(cid)), bytes)
    },
    get: (cid) => readFile(join(folder, fileOf(cid))),
    discard: () => rm(folder, { recursive: true, force: true }),
  }
}
