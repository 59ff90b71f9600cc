/**
 * Stores the content of an archive (CAR). Each block is checked as it arrives, and staged; the blocks below the root
 * become part of the store once all of them are there and the quota has room for them.
 */
import { ApiError, badRequest, type Database, unprocessable } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import type { Use } from '../blocks/blocks-in-use.ts'
import type { Staging } from '../blocks/staging.ts'
import { malformed } from '../errors.ts'
import { typeOf } from '../http/file-types.ts'
import { inlined, matches } from '../identifier/hash.ts'
import { assertReadable, blockKey, cidText, toV1 } from '../identifier/identifier.ts'
import { limits } from '../limits.ts'
import type { PinOwner } from '../model/owner.ts'
import type { ContentNode } from '../nodes/node.ts'
import { type Car, openCar } from '../sources/car.ts'
import { findPin } from '../store/pins.ts'
import type { Tables } from '../store/tables.ts'
import { openContent } from '../unixfs/content.ts'
import { fetchGraph, type GetBlock } from '../unixfs/dag.ts'
import { enter, leave } from '../unixfs/import.ts'
import { createRefusal } from './add-file.ts'
import type { Collection } from './collection.ts'
import type { Pins } from './pins.ts'
import type { QuotaCheck } from './quota-check.ts'

export interface StoredArchive {
  cid: CID
  /** Bytes of a file; null for a directory. */
  size: number | null
  mimetype: string | null
  /** The number of blocks below the root, itself included. */
  blocks: number
}

export interface ArchiveOptions {
  /** The content to pin. Default: the only root that the archive names. */
  root?: CID | undefined
  filename?: string | undefined
  /** Called when all bytes have arrived, before anything is stored. If it throws, nothing is stored. */
  accept?: (received: { cid: CID }) => Promise<void>
}

/**
 * @throws 400 `MALFORMED_ARCHIVE`, `ROOT_MISSING`; 413 `QUOTA_EXCEEDED`; 422 `INCOMPLETE_ARCHIVE`, `MALFORMED_CONTENT`,
 * `UNSUPPORTED_CONTENT`; 503 `TOO_FEW_REPLICAS`; every error of `archive`. After an error, nothing is stored.
 */
export type AddArchive = (
  owner: PinOwner,
  archive: AsyncIterable<Uint8Array>,
  options?: ArchiveOptions,
) => Promise<StoredArchive>

/** How many blocks of one archive are checked and written at once. */
const AT_ONCE = 8

/** A check of the quota, to be called with the bytes so far. */
type CheckBytes = (total: number) => Promise<void>

export function createAddArchive(deps: {
  database: Database<Tables>
  node: ContentNode
  pins: Pick<Pins, 'pinStored'>
  checkQuota: QuotaCheck
  collection: Pick<Collection, 'later'>
}): AddArchive {
  const { database, node, pins, checkQuota, collection } = deps
  const refusal = createRefusal(collection)

  /** Content that the wallet already pins does not count again. */
  async function createCheck(owner: PinOwner, root: CID): Promise<CheckBytes> {
    if ((await findPin(database.read, owner, cidText(root)))?.status === 'pinned') return async () => {}
    let room = 0
    return async (total) => {
      if (total > room) room = await checkQuota(owner, total)
    }
  }

  async function store(owner: PinOwner, car: Car, staging: Staging, use: Use, options: ArchiveOptions) {
    const { filename, accept } = options
    const root = toV1(options.root ?? onlyRoot(await read(car.roots())))
    assertReadable(root)
    const check = await createCheck(owner, root)
    await stageBlocks(car, staging, check)
    await accept?.({ cid: root })
    /** The blocks that the root leads to. */
    const needed = new Set<string>()
    const get: GetBlock = async (cid) => {
      const bytes = inlined(cid)
      if (bytes) return bytes
      assertReadable(cid)
      use.keep(cid)
      needed.add(blockKey(cid))
      const found = staging.has(cid) ? await staging.get(cid) : await node.own(cid)
      if (found) return found
      throw unprocessable(
        'INCOMPLETE_ARCHIVE',
        `${cidText(cid)} is neither in the archive nor on this node: send an archive with all blocks below ${cidText(root)}`,
      )
    }
    const bytes = await fetchGraph(root, get, check)
    const content = await openContent(root, get)
    const described =
      content.kind === 'directory'
        ? { size: null, mimetype: null }
        : { size: content.size, mimetype: await typeOf(content, get) }
    await staging.retain(needed)
    const added = staging.bytes
    const keep = async () => {
      await node.adopt(staging)
      const names = { filename, mimetype: described.mimetype ?? undefined }
      await pins.pinStored(owner, { cid: root, bytes, size: described.size, ...names }, { added })
    }
    await (node.uncollected ? node.uncollected(keep) : keep())
    return { cid: root, ...described, blocks: needed.size }
  }

  return async (owner, archive, options = {}) => {
    const staging = await node.stage().catch((error) => {
      throw refusal(error)
    })
    const use = node.use({ stores: true })
    const car = openCar(archive)
    try {
      return await store(owner, car, staging, use, options)
    } catch (error) {
      throw refusal(error)
    } finally {
      use.end()
      await car.close()
      await staging.discard()
    }
  }
}

function onlyRoot(roots: readonly CID[]): CID {
  const [root, ...others] = roots
  if (root && others.length === 0) return root
  const named = roots.slice(0, 10).map(cidText).join(', ')
  const message = root
    ? `The archive has ${roots.length} roots: send one as ?root=: ${named}`
    : 'The archive names no root: send it as ?root='
  throw badRequest('ROOT_MISSING', message)
}

/** Checks each block of the archive against its identifier, and stages it. */
async function stageBlocks(car: Car, staging: Staging, check: CheckBytes): Promise<void> {
  const { value: most } = limits.maxBlocksPerGraph
  const failures: unknown[] = []
  const working = new Set<Promise<void>>()
  let count = 0
  const stage = async (cid: CID, bytes: Uint8Array): Promise<void> => {
    if (!(await matches(cid, bytes))) throw malformedArchive(`the bytes of ${cidText(cid)} are not those that it names`)
    if (!inlined(cid)) await staging.put(cid, bytes)
  }
  try {
    for (let block = await read(car.next()); block; block = await read(car.next())) {
      if (++count > most) throw malformed(`The archive has more than ${most} blocks`)
      assertReadable(block.cid)
      await enter()
      const work = stage(block.cid, block.bytes)
        .catch((error) => void failures.push(error))
        .finally(() => {
          leave()
          working.delete(work)
        })
      working.add(work)
      if (working.size >= AT_ONCE) await Promise.race(working)
      if (failures.length > 0) throw failures[0]
      await check(staging.bytes)
    }
  } finally {
    await Promise.all(working)
  }
  if (failures.length > 0) throw failures[0]
  await check(staging.bytes)
}

/** Reads a part of an archive. @throws 400 `MALFORMED_ARCHIVE` with the reason */
async function read<T>(part: Promise<T>): Promise<T> {
  try {
    return await part
  } catch (error) {
    throw error instanceof ApiError ? error : malformedArchive(error instanceof Error ? error.message : String(error))
  }
}

const malformedArchive = (why: string): ApiError =>
  badRequest('MALFORMED_ARCHIVE', `The body is not a CAR archive that can be imported: ${why}`)
