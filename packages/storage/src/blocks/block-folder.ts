/** The folder of blocks that are stored as single files, named by their hashes (the layout of blockstore-fs). */
import { access, mkdir, open, opendir, readdir, readFile, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Steps } from '@quorate/platform'
import { base32upper } from 'multiformats/bases/base32'
import type { CID } from 'multiformats/cid'
import { keyOfMultihash, multihashOfKey, RAW } from '../identifier/identifier.ts'
import { BUFFER, giveBack, SMALL, takeBuffer } from '../streams/buffers.ts'

const EXTENSION = '.data'
/** Directory entries that are read at once, and the cost of each in units of {@link createSteps}. */
const LISTED_AT_ONCE = 256
const LISTED_COST = 12

export async function openBlockFolder(parent: string) {
  const root = join(parent, 'blocks')
  await mkdir(root, { recursive: true })
  for (const folder of [parent, dirname(parent)]) await syncFolder(folder)
  const folders = new Set(await readdir(root))

  const placeOf = (multihash: Uint8Array): { path: string; folder: string } => {
    const name = base32upper.encode(multihash)
    const folder = join(root, name.slice(-2))
    return { path: join(folder, name + EXTENSION), folder }
  }
  const pathOf = (key: string): string => placeOf(multihashOfKey(key)).path

  return {
    /** The block's file, in a folder that exists. */
    async prepare({ multihash }: CID): Promise<{ path: string; folder: string }> {
      const { path, folder } = placeOf(multihash.bytes)
      if (!folders.has(folder)) {
        await mkdir(folder, { recursive: true })
        await syncFolder(root)
        folders.add(folder)
      }
      return { path, folder }
    },
    has: ({ multihash }: CID): Promise<boolean> =>
      access(placeOf(multihash.bytes).path).then(
        () => true,
        () => false,
      ),
    async read({ code, multihash }: CID): Promise<Uint8Array | undefined> {
      return (code === RAW ? readLeaf : readFile)(placeOf(multihash.bytes).path).catch(ignoreMissing)
    },
    /** The size of the block's file in bytes. */
    sizeOf: async (key: string): Promise<number | undefined> => (await stat(pathOf(key)).catch(ignoreMissing))?.size,
    remove: (key: string): Promise<void> => unlink(pathOf(key)).catch(ignoreMissing),
    readKey: (key: string): Promise<Uint8Array | undefined> => readFile(pathOf(key)).catch(ignoreMissing),
    /** The keys of the blocks in this folder. */
    async *keys(steps: Steps): AsyncGenerator<string> {
      for (const folder of await readdir(root))
        for await (const { name } of await opendir(join(root, folder), { bufferSize: LISTED_AT_ONCE })) {
          const key = keyOfFile(name)
          if (key !== undefined) yield key
          await steps.done(LISTED_COST)
        }
    },
  }
}

/** Forces a folder's directory entries to the drive. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function readLeaf(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const buffer = takeBuffer()
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    if (bytesRead <= SMALL) {
      // Many small blocks may wait to be sent. Each is a copy of its exact size, so that it does not hold a whole
      // buffer.
      const bytes = Uint8Array.from(buffer.subarray(0, bytesRead))
      giveBack(buffer)
      return bytes
    }
    return bytesRead <= BUFFER ? buffer.subarray(0, bytesRead) : await file.readFile()
  } finally {
    await file.close()
  }
}

function keyOfFile(file: string): string | undefined {
  if (!file.endsWith(EXTENSION)) return undefined
  try {
    return keyOfMultihash(base32upper.decode(file.slice(0, -EXTENSION.length)))
  } catch {
    return undefined
  }
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
