import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { base32upper } from 'multiformats/bases/base32'
import type { CID } from 'multiformats/cid'
import { blockKey } from '../identifier/identifier.ts'
import { quotaBytes } from '../model/quota.ts'
import type { AssertRoom } from './drive.ts'

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
  /** A folder for other temporary files of the upload. Call `assertRoom` before writing to it. */
  readonly folder: string
  assertRoom: AssertRoom
  discard(): Promise<void>
}

/** The drive is asked for room before the first block, and again after this many bytes. */
const ASSERT_EVERY = 1024 * 1024

export async function stageIn(folder: string, assertRoom: AssertRoom): Promise<Staging> {
  await mkdir(folder)
  const staged = new Map<string, { cid: CID; bytes: number }>()
  let total = 0
  let unasserted = ASSERT_EVERY
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
      const counted = quotaBytes(bytes)
      staged.set(key, { cid, bytes: counted })
      total += counted
      unasserted += counted
      if (unasserted >= ASSERT_EVERY) {
        unasserted = 0
        await assertRoom()
      }
      await writeWhole(join(folder, fileOf(cid)), bytes)
    },
    has: (cid) => staged.has(blockKey(cid)),
    async retain(keys) {
      for (const [key, { cid, bytes }] of staged) {
        if (keys.has(key)) continue
        await rm(join(folder, fileOf(cid)))
        staged.delete(key)
        total -= bytes
      }
    },
    get: (cid) => readFile(join(folder, fileOf(cid))),
    discard: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The name of a staged block's file. */
export const fileOf = (cid: CID): string => base32upper.encode(cid.multihash.bytes)

/**
 * Does what `writeFile` does, with a single write if the system takes all bytes at once, and forces them to the drive.
 */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
    await file.datasync()
  } finally {
    await file.close()
  }
}
