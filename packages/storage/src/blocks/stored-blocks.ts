/** All stored blocks. A block is either a single file, or in a pack. */
import { join } from 'node:path'
import type { Steps } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { multihashOfKey } from '../identifier/identifier.ts'
import { openBlockFolder } from './block-folder.ts'
import { linkTargets } from './dag/links.ts'
import { openPacks } from './packs/packs.ts'

export type StoredBlocks = Awaited<ReturnType<typeof openStoredBlocks>>

/** @param aside A folder on the same drive for files that are not complete yet. */
export async function openStoredBlocks(folder: string, aside: string) {
  const files = await openBlockFolder(folder)
  const packs = await openPacks(join(folder, 'packs'), aside)
  const { prepare } = files
  const { add: addPack, tidy, close } = packs
  return {
    prepare,
    addPack,
    tidy,
    close,
    has: async (cid: CID): Promise<boolean> => packs.has(cid.multihash.bytes) || files.has(cid),
    read: async (cid: CID): Promise<Uint8Array | undefined> =>
      (await packs.read(cid.multihash.bytes)) ?? files.read(cid),
    /** The block's size in bytes; undefined if it is not stored. */
    sizeOf: async (key: string): Promise<number | undefined> => packs.sizeOf(multihashOfKey(key)) ?? files.sizeOf(key),
    async remove(key: string): Promise<void> {
      // An earlier version stored all blocks as single files, and a pack may have the same ones.
      await Promise.all([packs.remove(multihashOfKey(key)), files.remove(key)])
    },
    /** The links of a block; none if it is not stored. */
    async linksOf(key: string): Promise<Iterable<Uint8Array>> {
      const block = (await packs.read(multihashOfKey(key))) ?? (await files.readKey(key))
      return block ? linkTargets(block) : []
    },
    /** The keys of all stored blocks. A key may come twice. */
    async *keys(steps: Steps): AsyncGenerator<string> {
      yield* files.keys(steps)
      yield* packs.keys(steps)
    },
  }
}
