import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { base32upper } from 'multiformats/bases/base32'
import type { CID } from 'multiformats/cid'
import { blockKey } from '../identifier/identifier.ts'
import { quotaBytes } from '../model/quota.ts'
import type { AssertRoom } from './drive.ts'
import { createPackFile, type PackFile, type Place } from './packs/pack-file.ts'

/** Blocks of one upload that are not yet part of the store. All of them are adopted together, or none. */
export interface Staging {
  put(cid: CID, bytes: Uint8Array): Promise<void>
  /** The sum over all staged blocks, each counted as a quota counts it. */
  readonly bytes: number
  readonly cids: readonly CID[]
  /** The bytes of one staged block, counted as a quota counts them. */
  bytesOf(cid: CID): number
  has(cid: CID): boolean
  get(cid: CID): Promise<Uint8Array>
  /** Removes all blocks but these. @param keys {@link blockKey} */
  retain(keys: ReadonlySet<string>): Promise<void>
  /** The file of a block; undefined if the block is in the pack. */
  fileOf(cid: CID): string | undefined
  /** The small blocks, if there are several. */
  pack(): PackFile
  /** A folder for other temporary files of the upload. Call `assertRoom` before writing to it. */
  readonly folder: string
  assertRoom: AssertRoom
  discard(): Promise<void>
}

/** The free space of the drive is checked before the first block, and again after this many bytes. */
const ASSERT_EVERY = 1024 * 1024
/** Blocks of at most this many bytes share a pack, except the first one, since most uploads have no other. */
const PACKED = 128 * 1024

interface Staged {
  cid: CID
  bytes: number
  /** Its place in the pack. */
  place?: Place
}

export async function stageIn(folder: string, assertRoom: AssertRoom): Promise<Staging> {
  await mkdir(folder)
  const staged = new Map<string, Staged>()
  let total = 0
  let unasserted = ASSERT_EVERY
  let hasSmall = false
  let packs = 1
  let pack = createPackFile(join(folder, 'pack'))
  const fileOf = (cid: CID): string => join(folder, base32upper.encode(cid.multihash.bytes))

  /** Starts another pack, and copies the blocks that are still staged into it. */
  async function repack(): Promise<void> {
    const old = pack
    pack = createPackFile(join(folder, `pack${++packs}`))
    for (const one of staged.values()) {
      if (!one.place) continue
      one.place = pack.append(one.place.multihash, await old.read(one.place))
      await pack.written()
    }
    await old.close()
    await rm(old.path, { force: true })
  }
  return {
    folder,
    assertRoom,
    get bytes() {
      return total
    },
    get cids() {
      return Array.from(staged.values(), ({ cid }) => cid)
    },
    bytesOf: (cid) => staged.get(blockKey(cid))?.bytes ?? 0,
    async put(cid, bytes) {
      const key = blockKey(cid)
      if (staged.has(key)) return
      const isSmall = bytes.length <= PACKED
      const isPacked = isSmall && hasSmall
      hasSmall ||= isSmall
      const counted = quotaBytes(bytes)
      const one: Staged = { cid, bytes: counted }
      staged.set(key, one)
      total += counted
      unasserted += isPacked ? bytes.length : counted
      if (unasserted >= ASSERT_EVERY) {
        unasserted = 0
        await assertRoom()
      }
      if (!isPacked) return writeWhole(fileOf(cid), bytes)
      one.place = pack.append(cid.multihash.bytes, bytes)
      await pack.written()
    },
    has: (cid) => staged.has(blockKey(cid)),
    async retain(keys) {
      let isThinner = false
      for (const [key, { cid, bytes, place }] of staged) {
        if (keys.has(key)) continue
        if (place) isThinner = true
        else await rm(fileOf(cid))
        staged.delete(key)
        total -= bytes
      }
      if (isThinner) await repack()
    },
    get: (cid) => {
      const { place } = staged.get(blockKey(cid)) ?? {}
      return place ? pack.read(place) : readFile(fileOf(cid))
    },
    fileOf: (cid) => (staged.get(blockKey(cid))?.place ? undefined : fileOf(cid)),
    pack: () => pack,
    async discard() {
      await pack.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Like `writeFile`, but forces the bytes to the drive. It is a single write if the system takes all bytes at once. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
    await file.datasync()
  } finally {
    await file.close()
  }
}
