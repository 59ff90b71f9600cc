/** Copies the parts of an installation, laid out as in `DATA_DIR`. Together they show one point in time. */
import { constants } from 'node:fs'
import { cp, link, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Localnet } from '@quorate/localnet'
import type { DatabaseServer } from '@quorate/platform'
import { BLOCKS, CONTENT, entriesIn, LEDGER, PACKS, POSTGRES } from './folder.ts'

/**
 * Copies database and ledger while both are in use. The ledger's copy has everything that the database's copy refers
 * to: the database changes nothing until both are made.
 */
export async function copyStores(server: DatabaseServer, net: Localnet | undefined, to: string): Promise<void> {
  if (!server.copyTo) throw new Error('the database is on a server')
  await server.copyTo(join(to, POSTGRES), async () => net?.copyTo(join(to, LEDGER)))
}

/** Copies database and ledger of a platform that is not running. The caller holds the folder's lock. */
export async function copyStopped(dataDir: string, to: string): Promise<void> {
  for (const name of [POSTGRES, LEDGER].filter((name) => entriesIn(dataDir).includes(name)))
    await copy(join(dataDir, name), join(to, name))
}

/**
 * Copies files that are never changed in place: keys, snapshots, and, if `content` is set, the blocks of content as
 * hard links. Returns the number of files with blocks.
 */
export async function copyFiles(dataDir: string, to: string, { content }: { content: boolean }): Promise<number> {
  for (const name of entriesIn(dataDir))
    if (![POSTGRES, LEDGER, CONTENT].includes(name)) await copy(join(dataDir, name), join(to, name))
  if (!content) return 0
  const [here, there] = [join(dataDir, CONTENT), join(to, CONTENT)]
  return (
    (await linkBlocks(join(here, BLOCKS), join(there, BLOCKS))) +
    (await linkPacks(join(here, PACKS), join(there, PACKS)))
  )
}

const ignoreMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error
}

const copy = (from: string, to: string) => cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE })

/** Blocks that are no longer pinned may be removed while this runs, so missing files are ignored. */
async function linkBlocks(from: string, to: string): Promise<number> {
  let count = 0
  for (const folder of (await readdir(from).catch(ignoreMissing)) ?? []) {
    await mkdir(join(to, folder), { recursive: true })
    for (const name of await readdir(join(from, folder))) {
      await link(join(from, folder, name), join(to, folder, name)).catch(ignoreMissing)
      count++
    }
  }
  return count
}

/**
 * Links the packs. Their index is not copied, because it is made again from them. A pack that disappears meanwhile has
 * been replaced by a new one, so the folder is read again until none is missing.
 */
async function linkPacks(from: string, to: string): Promise<number> {
  const linked = new Set<string>()
  for (let isWhole = false; !isWhole; ) {
    isWhole = true
    const names = ((await readdir(from).catch(ignoreMissing)) ?? []).filter((name) => name.endsWith('.car'))
    if (names.length > 0) await mkdir(to, { recursive: true })
    for (const name of names.filter((one) => !linked.has(one)))
      try {
        await link(join(from, name), join(to, name))
        linked.add(name)
      } catch (error) {
        ignoreMissing(error as NodeJS.ErrnoException)
        isWhole = false
      }
  }
  return linked.size
}
