/**
 * Uploads of folders. Each file is stored when it arrives, and counts in its owner's quota from then on. When the
 * folder is finished, a directory of its files is made, and pinned like an uploaded file.
 */
import {
  type ApiError,
  type Clock,
  conflict,
  createSemaphore,
  type Database,
  type JobKind,
  type Jobs,
  notFound,
  tooLarge,
  tooMany,
  unavailable,
} from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { cidText, parseCid } from '../identifier/identifier.ts'
import { limits } from '../limits.ts'
import { foldersAbove } from '../model/folder-path.ts'
import type { PinOwner } from '../model/owner.ts'
import { overQuota, type Quota } from '../model/quota.ts'
import type { ContentNode } from '../nodes/node.ts'
import { createRefusal } from '../pins/add-file.ts'
import type { Collection } from '../pins/collection.ts'
import type { PinChanges } from '../pins/pin-changes.ts'
import type { Pins } from '../pins/pins.ts'
import type { QuotaCheck } from '../pins/quota-check.ts'
import type { Members } from '../replicas/members.ts'
import type { Blocks } from '../sources/blocks.ts'
import {
  addToFolder,
  type BatchFile,
  countOpenFolders,
  deleteFolder,
  type Folder,
  fileBelow,
  filesAfter,
  filesAt,
  findFolder,
  finishFolder,
  forgetFinishedFolders,
  insertFolder,
  lockFolder,
  lockFolders,
  putFiles,
  releaseFiles,
  removeFiles,
} from '../store/folders.ts'
import { RELEASED, recordHeld, releaseHeld } from '../store/held.ts'
import type { Tables, Trx } from '../store/tables.ts'
import { addReleases, addUsage } from '../store/usage.ts'
import { fetchGraph } from '../unixfs/dag.ts'
import { EqualHashes, putTree } from '../unixfs/directory.ts'
import { type Batch, createBatch } from './batch.ts'

/** A file as it arrives. */
export interface ArrivingFile {
  path: string
  content: AsyncGenerator<Uint8Array>
}

/** How many folders one process finishes at once. Each of them lists all its files. */
const FINISHED_AT_ONCE = 2
/** How many records of files are read at once. */
const PAGE = 1000
/** How many contents are fetched from other nodes, or pinned by a Kubo node, at once. */
const CONTENTS_AT_ONCE = 8

interface Deps {
  database: Database<Tables>
  jobs: Jobs
  node: ContentNode
  blocks: Blocks
  clock: Clock
  quotaOf(owner: PinOwner): Quota
  members: Pick<Members, 'id'>
  collection: Collection
  changes: PinChanges
  checkQuota: QuotaCheck
  pins: Pick<Pins, 'pinStored'>
}

export type Folders = ReturnType<typeof createFolders>

export function createFolders(deps: Deps) {
  const { database, jobs, node, clock } = deps
  const refusal = createRefusal(deps.collection)
  const inTurn = createSemaphore(FINISHED_AT_ONCE)
  const kind: JobKind<PinOwner & { id: string }> = jobs.define('storage.folder', async ({ id, ...owner }) => {
    await database.change(async (trx) => {
      const folder = await lockFolder(trx, owner, id)
      if (!folder) return
      if (folder.expires_at.getTime() > clock.now()) await plan(trx, folder)
      else await endFolder(deps, trx, folder)
    })
  })
  /** Plans the end of a folder at its expiry. */
  async function plan(trx: Trx, { id, chain, owner, expires_at: startAfter }: Folder): Promise<void> {
    await jobs.create(trx, kind, { id, chain, owner }, { startAfter, singletonKey: id })
  }
  const found = async (owner: PinOwner, id: string): Promise<Folder> =>
    existing(await findFolder(database.read, owner, id))

  return {
    /** @throws 429 `TOO_MANY_FOLDERS` */
    async open(owner: PinOwner, name: string | null): Promise<Folder> {
      const now = clock.now()
      return database.change(async (trx) => {
        await lockFolders(trx, owner)
        const { value: most } = limits.maxOpenFolders
        if ((await countOpenFolders(trx, owner)) >= most)
          throw tooMany(
            'TOO_MANY_FOLDERS',
            `${owner.owner} has ${most} open uploads of folders, the maximum: finish or delete one (GET /ipfs/folders lists them)`,
            60,
          )
        const folder = await insertFolder(trx, { ...owner, name, created_at: new Date(now), expires_at: expiry(now) })
        await plan(trx, folder)
        return folder
      })
    },

    /** @throws 404 `FOLDER_NOT_FOUND` */
    find: found,

    /**
     * Stores files of an open folder, and returns them in the order of their storage. If it fails, the earlier files
     * may already be stored.
     *
     * @throws 404 `FOLDER_NOT_FOUND`; 409 `FOLDER_FINISHED`, `FOLDER_PATH_CONFLICT`; 413 `FOLDER_TOO_LARGE`,
     * `QUOTA_EXCEEDED`; whatever `files` throws
     */
    async add(owner: PinOwner, id: string, files: AsyncIterable<ArrivingFile>): Promise<BatchFile[]> {
      assertOpen(await found(owner, id))
      const stored: BatchFile[] = []
      let batch: Batch | undefined
      try {
        for await (const { path, content } of files) {
          batch ??= createBatch(await node.stage())
          await batch.take(path, content)
          if (!batch.isFull()) continue
          stored.push(...(await commit(deps, owner, id, batch)))
          batch = undefined
        }
        if (batch) stored.push(...(await commit(deps, owner, id, batch)))
        batch = undefined
        return stored
      } catch (error) {
        throw refusal(error)
      } finally {
        await batch?.discard()
      }
    },

    /**
     * Makes the directory and pins it. A folder that is finished already is returned as it is.
     *
     * @throws 404 `FOLDER_NOT_FOUND`; 409 `FOLDER_CHANGED`, `FOLDER_PATH_CONFLICT`; 413 `FOLDER_TOO_LARGE`,
     * `QUOTA_EXCEEDED`; 429 `TOO_MANY_PINS`; 503 `TOO_FEW_REPLICAS`
     */
    finish: (owner: PinOwner, id: string): Promise<Folder> =>
      inTurn(async () => {
        const folder = await found(owner, id)
        if (folder.cid === null)
          await finish(deps, folder).catch((error) => {
            throw refusal(error)
          })
        return found(owner, id)
      }),

    /** Ends a folder. The pin of a finished one stays. @throws 404 `FOLDER_NOT_FOUND` */
    delete: (owner: PinOwner, id: string): Promise<Folder> =>
      database.change(async (trx) => {
        const folder = existing(await lockFolder(trx, owner, id))
        await endFolder(deps, trx, folder)
        return folder
      }),
  }
}

const expiry = (now: number): Date => new Date(now + limits.folderAge.value)

function existing(folder: Folder | undefined): Folder {
  if (folder) return folder
  throw notFound(
    'FOLDER_NOT_FOUND',
    'This folder upload does not exist, or it has expired: open one with POST /ipfs/folders',
  )
}

function assertOpen({ id, cid }: Folder): void {
  if (cid !== null) throw conflict('FOLDER_FINISHED', `The folder ${id} is finished, as ${cid}: open another one`)
}

/** Deletes a folder. The blocks of an open one count for its owner until they are removed. */
async function endFolder({ node, collection }: Deps, trx: Trx, folder: Folder): Promise<void> {
  if (folder.cid === null && folder.files > 0) {
    await addUsage(trx, folder, -Number(folder.bytes), Number.MAX_SAFE_INTEGER)
    await releaseFiles(trx, folder)
    if (node.unpin) await releaseHeld(trx, folder.id)
    await collection.plan(trx)
  }
  await deleteFolder(trx, folder.id)
}

/** Moves a batch's blocks into the store, then records its files. Both are durable when it returns. */
async function commit(deps: Deps, owner: PinOwner, id: string, batch: Batch): Promise<BatchFile[]> {
  const { database, node, changes, checkQuota, collection } = deps
  const { staging, replaced } = batch
  const files = batch.files()
  await checkQuota(owner, staging.bytes)
  const use = node.use({ stores: true })
  for (const block of staging.cids) use.keep(block)
  const store = async (): Promise<void> => {
    await node.adopt(staging)
    if (node.pin) await eachOf(new Set(files.map(({ cid }) => cid)), async (cid) => changes.hold(parseCid(cid)))
    await database.change((trx) => record(deps, trx, owner, { id, files, replaced }))
  }
  try {
    await (node.uncollected ? node.uncollected(store) : store())
  } catch (error) {
    // The blocks may already be in the store. They count as released by the owner until they are removed.
    await database.change((trx) => addReleases(trx, owner, [...files, ...replaced]))
    await collection.soon()
    throw error
  } finally {
    use.end()
    await batch.discard()
  }
  return files
}

async function record(
  { clock, node, members, quotaOf, collection }: Deps,
  trx: Trx,
  owner: PinOwner,
  { id, files, replaced }: { id: string; files: BatchFile[]; replaced: readonly BatchFile[] },
): Promise<void> {
  const folder = existing(await lockFolder(trx, owner, id))
  assertOpen(folder)
  const paths = files.map(({ path }) => path)
  const before = await filesAt(trx, id, paths)
  await removeFiles(
    trx,
    id,
    before.map(({ path }) => path),
  )
  await putFiles(trx, id, files, { node: members.id() ?? null, is_held: node.pin !== undefined })
  await assertNoConflict(trx, id, paths)
  const sum = (of: (file: BatchFile) => bigint): bigint =>
    files.reduce((total, file) => total + of(file), 0n) - before.reduce((total, file) => total + of(file), 0n)
  const more = { size: sum(({ size }) => size), bytes: sum(({ bytes }) => bytes), blocks: sum(({ blocks }) => blocks) }
  const changed = await addToFolder(trx, id, {
    ...more,
    files: files.length - before.length,
    expires_at: expiry(clock.now()),
  })
  assertSmall(changed)
  const quota = quotaOf(owner)
  if (!(await addUsage(trx, owner, Number(more.bytes), quota.bytes))) throw overQuota(quota)
  const cids = new Set(files.map(({ cid }) => cid))
  const released = [...before, ...replaced].filter(({ cid }) => !cids.has(cid))
  if (released.length === 0) return
  await addReleases(trx, owner, released)
  if (node.unpin) for (const { cid } of released) await recordHeld(trx, cid, RELEASED, new Date(clock.now()))
  await collection.plan(trx)
}

/** @throws 409 `FOLDER_PATH_CONFLICT` if a name is both a file and a folder */
async function assertNoConflict(trx: Trx, id: string, paths: readonly string[]): Promise<void> {
  const above = new Set(paths.flatMap((path) => [...foldersAbove(path)]))
  const [file] = above.size > 0 ? await filesAt(trx, id, [...above]) : []
  const below = file ? undefined : await fileBelow(trx, id, paths)
  const path = file?.path ?? [...foldersAbove(below ?? '')].find((one) => paths.includes(one))
  if (path === undefined) return
  throw pathConflict(`${JSON.stringify(path)} is a file, and another path leads through it as through a folder`)
}

const pathConflict = (message: string) => conflict('FOLDER_PATH_CONFLICT', message)

/** @throws 413 `FOLDER_TOO_LARGE` */
function assertSmall({ files, blocks }: Pick<Folder, 'files' | 'blocks'>): void {
  const { maxFilesInFolder, maxBlocksPerGraph } = limits
  if (files <= maxFilesInFolder.value && blocks <= maxBlocksPerGraph.value) return
  throw tooLarge(
    'FOLDER_TOO_LARGE',
    `The folder would have ${files} files of ${blocks} blocks, the maximum is ${maxFilesInFolder.value} files of ${maxBlocksPerGraph.value} blocks: make several folders`,
  )
}

async function finish(deps: Deps, folder: Folder): Promise<void> {
  const { database, node, blocks, members, checkQuota, pins } = deps
  const owner = { chain: folder.chain, owner: folder.owner }
  const use = node.use({ stores: true })
  const reader = blocks.reader('node first', { stores: true })
  const staging = await node.stage().catch((error) => {
    use.end()
    reader.close()
    throw error
  })
  try {
    // A collection that runs already does not know the new directory, so it finds the files through this use.
    const contents = createContents(use.keepAll)
    const root = await putTree(staging, contents.from(database, folder)).catch((error) => {
      if (error instanceof EqualHashes) throw pathConflict(`${error.message}, so that they cannot be in one directory`)
      throw error
    })
    assertSmall({ files: folder.files, blocks: folder.blocks + BigInt(staging.cids.length) })
    await eachOf(contents.elsewhere(members.id()), async ({ cid, path }) => {
      await fetchGraph(cid, reader.get).catch((error) => {
        throw fileUnavailable(path, error)
      })
    })
    await checkQuota(owner, staging.bytes)
    const [added, bytes] = [staging.bytes, contents.bytes() + staging.bytes]
    for (const block of staging.cids) use.keep(block)
    const before = (trx: Trx) => complete(deps, trx, folder, root.cid)
    const store = async () => {
      await node.adopt(staging)
      const content = { cid: root.cid, bytes, size: null, filename: folder.name ?? undefined }
      await pins.pinStored(owner, content, { before, added })
    }
    await (node.uncollected ? node.uncollected(store) : store())
  } finally {
    use.end()
    reader.close()
    await staging.discard()
  }
}

/**
 * The database transaction that makes the pin. The files of the folder stop counting separately, because they now count
 * as part of the pin.
 */
async function complete({ node }: Deps, trx: Trx, folder: Folder, cid: CID): Promise<void> {
  await lockFolders(trx, folder)
  const now = existing(await lockFolder(trx, folder, folder.id))
  if (now.cid === cidText(cid)) return
  if (now.cid !== null || now.revision !== folder.revision)
    throw conflict('FOLDER_CHANGED', 'Files of the folder arrived while it was being finished: finish it again')
  await addUsage(trx, folder, -Number(now.bytes), Number.MAX_SAFE_INTEGER)
  if (node.unpin) await releaseHeld(trx, folder.id)
  await finishFolder(trx, folder.id, cidText(cid))
  await forgetFinishedFolders(trx, folder, limits.maxFinishedFolders.value)
}

/**
 * The contents of a folder's files, each counted once. No collection removes their blocks while the folder is open.
 *
 * @param onContent Called with each content once
 */
function createContents(onContent: (cid: CID) => void) {
  const known = new Map<string, { cid: CID; path: string; node: string | null }>()
  let sum = 0
  return {
    bytes: () => sum,
    /** The contents that another node stored. */
    elsewhere: (own: string | undefined) => [...known.values()].filter(({ node }) => node !== (own ?? null)),
    async *from(database: Database<Tables>, { id }: Folder) {
      for (let after = ''; ; ) {
        const page = await filesAfter(database.read, id, after, PAGE)
        for (const { path, cid: text, total, bytes, node } of page) {
          const cid = known.get(text)?.cid ?? parseCid(text)
          if (!known.has(text)) {
            known.set(text, { cid, path, node })
            onContent(cid)
            sum += Number(bytes)
          }
          yield { path, cid, total: Number(total) }
        }
        after = page.at(-1)?.path ?? ''
        if (page.length < PAGE) return
      }
    },
  }
}

const fileUnavailable = (path: string, cause: unknown): ApiError =>
  unavailable(
    'FOLDER_FILE_UNAVAILABLE',
    `${JSON.stringify(path)} is on another node, which cannot send it now: finish the folder later, or send the file again`,
    10,
    cause,
  )

/** Does the work for each item, for a few at once. */
async function eachOf<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const all = items[Symbol.iterator]()
  const inLine = async (): Promise<void> => {
    for (let next = all.next(); !next.done; next = all.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: CONTENTS_AT_ONCE }, inLine))
}
