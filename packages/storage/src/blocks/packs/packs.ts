/**
 * The folder of the packs. Forcing a pack to the drive takes as long as forcing a single block, so thousands of small
 * blocks become durable together. A pack is never changed. When fewer than half of its bytes are still stored, the rest
 * is written into another pack.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createSemaphore, type Steps } from '@quorate/platform'
import { isDriveFull } from '../../errors.ts'
import { syncFolder } from '../block-folder.ts'
import { createPackFile, type PackFile, type Place, placesIn, readAt } from './pack-file.ts'
import { openPackIndex, type PackIndex } from './pack-index.ts'

const EXTENSION = '.car'

export type Packs = Awaited<ReturnType<typeof openPacks>>

/** @param aside A folder on the same drive for packs that are not complete yet. */
export async function openPacks(folder: string, aside: string) {
  const fileOf = (number: number): string => join(folder, fileName(number))
  /** Opened with the first pack. */
  let index: PackIndex | undefined
  let latest = 0
  const inTurn = createSemaphore(1)

  async function openIndex(): Promise<PackIndex> {
    if (index) return index
    await mkdir(folder, { recursive: true })
    await syncFolder(join(folder, '..'))
    index ??= openPackIndex(join(folder, 'index.sqlite'))
    return index
  }
  /** Gives a complete pack its number and its name, and forces the name to the drive. */
  async function name({ path }: PackFile): Promise<number> {
    const number = ++latest
    try {
      await rename(path, fileOf(number))
      await syncFolder(folder)
      return number
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  }
  const drop = async (number: number): Promise<void> => {
    index?.removePack(number)
    await rm(fileOf(number), { force: true })
  }
  /** Writes the blocks that are still stored into another pack. */
  async function rewrite(old: number): Promise<void> {
    const file = await open(fileOf(old))
    try {
      const places: Place[] = []
      for await (const place of placesIn(file)) if (index?.find(place.multihash)?.pack === old) places.push(place)
      const made = await copy(aside, places, ({ position, size }) => readAt(file, position, size))
      if (made.places.length > 0) await index?.replace(old, await name(made), made.places)
    } finally {
      await file.close()
    }
  }
  /** Frees the space in a pack, unless the drive has no room for another one. */
  const thin = (number: number): Promise<void> =>
    inTurn(async () => {
      const live = index?.liveIfThin(number)
      if (live === undefined) return
      try {
        if (live > 0) await rewrite(number)
        // A block that cannot be read now keeps its pack.
        if (index?.isEmpty(number)) await drop(number)
      } catch (error) {
        // It may have lost its last block meanwhile.
        if (!isDriveFull(error) && !isMissing(error)) throw error
      }
    })
  latest = await update(folder, openIndex)

  return {
    has: (multihash: Uint8Array): boolean => index?.find(multihash) !== undefined,
    sizeOf: (multihash: Uint8Array): number | undefined => index?.find(multihash)?.size,
    async read(multihash: Uint8Array): Promise<Uint8Array | undefined> {
      for (let before: number | undefined; ; ) {
        const found = index?.find(multihash)
        // If the index names the same pack a second time, the pack's file is missing.
        if (!found || found.pack === before) return undefined
        const file = await open(fileOf(found.pack)).catch((error) => {
          if (!isMissing(error)) throw error
        })
        if (file) return readAt(file, found.position, found.size).finally(() => file.close())
        before = found.pack
      }
    },
    /** Adds the blocks of a pack that are not in another one. An open use protects all of them. */
    async add(pack: PackFile): Promise<void> {
      if (pack.places.length === 0) return
      const opened = await openIndex()
      await pack.finish()
      const number = await name(pack)
      await opened.add(number, pack.places)
      await thin(number)
    },
    /** Removes a block immediately, and its pack if it was the last one. */
    async remove(multihash: Uint8Array): Promise<void> {
      const emptied = index?.remove(multihash)
      if (emptied !== undefined) await drop(emptied)
    },
    async *keys(steps: Steps): AsyncGenerator<string> {
      if (index) yield* index.keys(steps)
    },
    /** Frees the space of removed blocks, unless the drive has no room for the others. */
    async tidy(): Promise<void> {
      for (const number of index?.thin() ?? []) await thin(number)
    },
    close: () => index?.close(),
  }
}

const fileName = (number: number): string => number + EXTENSION

/** Writes blocks into another pack. */
async function copy(
  aside: string,
  places: readonly Place[],
  read: (place: Place) => Promise<Uint8Array | undefined>,
): Promise<PackFile> {
  const made = createPackFile(join(aside, `.${randomUUID()}`))
  try {
    for (const place of places) {
      const bytes = await read(place)
      if (bytes) made.append(place.multihash, bytes)
      await made.written()
    }
    await made.finish()
  } catch (error) {
    await rm(made.path, { force: true })
    throw error
  } finally {
    await made.close()
  }
  return made
}

/**
 * Brings the index up to date with the packs, since a loss of power may have undone changes, or the index was lost.
 * Returns the highest number of a pack.
 */
async function update(folder: string, openIndex: () => Promise<PackIndex>): Promise<number> {
  const files = await readdir(folder).catch(() => [])
  if (files.length === 0) return 0
  const numbers = files.filter((file) => file.endsWith(EXTENSION)).map((file) => Number.parseInt(file, 10))
  const present = new Set(numbers)
  const index = await openIndex()
  const known = index.packs()
  for (const number of known.keys()) if (!present.has(number)) index.removePack(number)
  for (const number of numbers) {
    if (known.get(number)) continue
    const places: Place[] = []
    const file = await open(join(folder, fileName(number)))
    for await (const place of placesIn(file)) places.push(place)
    await file.close()
    await index.add(number, places)
  }
  return numbers.reduce((highest, number) => Math.max(highest, number), 0)
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
