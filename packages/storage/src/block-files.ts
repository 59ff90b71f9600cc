/**
 * Blocks as files, one each, named by their hash (the layout of blockstore-fs). A block is written beside its place and moved there,
 * so that it is whole or not there. Removing what is no longer needed goes beside everything else: whatever an open
 * {@link Use} has named stays.
 */
import { randomUUID } from 'node:crypto'
import { access, mkdir, open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { base32upper } from 'multiformats/bases/base32'
import type { CID } from 'multiformats/cid'
import { BUFFER, takeBuffer } from './buffers.ts'
import { keyOf, RAW } from './identifier.ts'

/** What an upload, a fetch or a read works with: its blocks are not removed while it is open. */
export interface Use {
  keep(cid: CID): void
  /** Also everything below it. */
  keepAll(root: CID): void
  end(): void
}

/** Blocks that are not yet part of the store; they go into it together, or not at all. */
export interface Staging {
  put(cid: CID, bytes: Uint8Array): Promise<void>
  /** Of all blocks. */
  readonly bytes: number
  readonly cids: readonly CID[]
  get(cid: CID): Promise<Uint8Array>
  /** A folder for what else is needed meanwhile. */
  readonly folder: string
  discard(): Promise<void>
}

/** Names a root and everything below it. */
export type MarkBelow = (root: CID, name: (cid: CID) => void) => Promise<void>

export interface BlockFiles {
  /** As it was checked when it was put. A raw block may be given back. */
  get(cid: CID): Promise<Uint8Array | undefined>
  has(cid: CID): Promise<boolean>
  put(cid: CID, bytes: Uint8Array): Promise<void>
  delete(cid: CID): Promise<void>
  use(): Use
  stage(): Promise<Staging>
  /** Moves all of it into the store. */
  adopt(staging: Staging): Promise<void>
  /** Removes all blocks but those that `markBelow` names below the roots, and those in use; answers how many. */
  sweep(roots: AsyncIterable<CID>, markBelow: MarkBelow): Promise<number>
}

/** @param folder Its `staging` is emptied: what a dead process left there was acknowledged to nobody. */
export async function openBlockFiles(folder: string): Promise<BlockFiles> {
  const blocks = join(folder, 'blocks')
  const stagings = join(folder, 'staging')
  await rm(stagings, { recursive: true, force: true })
  await mkdir(stagings, { recursive: true })
  await mkdir(blocks, { recursive: true })
  const folders = new Set(await readdir(blocks))
  const uses = new Set<Set<string>>()
  /** Roots whose blocks are in use, and those that a sweep has still to mark. */
  const usedRoots = new Set<{ root: CID }>()
  let unmarked: CID[] = []
  /** What was in use at some time since the sweep that runs began. */
  let usedSince: Set<string> | undefined
  const deleting = new Map<string, Promise<void>>()

  const place = (cid: CID): { path: string; folder: string } => {
    const name = base32upper.encode(cid.multihash.bytes)
    const folder = name.slice(-2)
    return { path: join(blocks, folder, name + EXTENSION), folder }
  }
  const prepare = async (folder: string): Promise<void> => {
    if (folders.has(folder)) return
    await mkdir(join(blocks, folder), { recursive: true })
    folders.add(folder)
  }
  const arrive = async (cid: CID, move: (path: string) => Promise<void>): Promise<void> => {
    const { path, folder } = place(cid)
    await prepare(folder)
    await deleting.get(keyOf(cid))
    await move(path)
  }
  const isUsed = (key: string): boolean => usedSince?.has(key) === true || uses.values().some((keys) => keys.has(key))

  async function removeUnless(key: string, path: string, marked: Set<string>): Promise<boolean> {
    if (marked.has(key) || isUsed(key)) return false
    const removal = unlink(path).catch(ignoreMissing)
    deleting.set(key, removal)
    await removal
    deleting.delete(key)
    return true
  }

  const use = (): Use => {
    const keys = new Set<string>()
    const roots: { root: CID }[] = []
    uses.add(keys)
    return {
      keep: (cid) => void keys.add(keyOf(cid)),
      keepAll(root) {
        const used = { root }
        roots.push(used)
        usedRoots.add(used)
        if (usedSince) unmarked.push(root)
      },
      end() {
        uses.delete(keys)
        for (const used of roots) usedRoots.delete(used)
        for (const key of keys) usedSince?.add(key)
      },
    }
  }

  const has = (cid: CID): Promise<boolean> =>
    access(place(cid).path).then(
      () => true,
      () => false,
    )

  return {
    use,
    get: (cid) => (cid.code === RAW ? readLeaf : readFile)(place(cid).path).catch(ignoreMissing),
    has,
    async put(cid, bytes) {
      await deleting.get(keyOf(cid))
      if (await has(cid)) return
      const aside = join(stagings, `.${randomUUID()}`)
      await writeWhole(aside, bytes)
      await arrive(cid, (path) => rename(aside, path))
    },
    delete: (cid) => unlink(place(cid).path).catch(ignoreMissing),
    stage: () => stageIn(join(stagings, randomUUID())),
    async adopt({ folder, cids }) {
      for (let at = 0; at < cids.length; at += MOVES)
        await Promise.all(
          cids.slice(at, at + MOVES).map((cid) => arrive(cid, (path) => rename(join(folder, fileOf(cid)), path))),
        )
      await rm(folder, { recursive: true, force: true })
    },
    async sweep(roots, markBelow) {
      if (usedSince) return 0
      usedSince = new Set()
      try {
        const marked = new Set<string>()
        const mark = (root: CID) => markBelow(root, (cid) => marked.add(keyOf(cid)))
        unmarked = [...usedRoots].map(({ root }) => root)
        for await (const root of roots) await mark(root)
        let removed = 0
        for (const folder of await readdir(blocks))
          for (const file of await readdir(join(blocks, folder))) {
            for (let root = unmarked.pop(); root; root = unmarked.pop()) await mark(root)
            const key = keyOfFile(file)
            if (key !== undefined && (await removeUnless(key, join(blocks, folder, file), marked))) removed++
          }
        return removed
      } finally {
        usedSince = undefined
      }
    },
  }
}

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

async function readLeaf(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const buffer = takeBuffer()
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    return bytesRead <= BUFFER ? buffer.subarray(0, bytesRead) : await file.readFile()
  } finally {
    await file.close()
  }
}

const fileOf = (cid: CID): string => base32upper.encode(cid.multihash.bytes)

function keyOfFile(file: string): string | undefined {
  if (!file.endsWith(EXTENSION)) return undefined
  try {
    return Buffer.from(base32upper.decode(file.slice(0, -EXTENSION.length))).toString('base64')
  } catch {
    return undefined
  }
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}

async function stageIn(folder: string): Promise<Staging> {
  await mkdir(folder)
  const staged = new Map<string, CID>()
  let total = 0
  return {
    folder,
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
      total += bytes.length
      await writeWhole(join(folder, fileOf(cid)), bytes)
    },
    get: (cid) => readFile(join(folder, fileOf(cid))),
    discard: () => rm(folder, { recursive: true, force: true }),
  }
}
