/** Copies of an installation's parts, side by side as in `DATA_DIR`, which together are one point in time. */
import { constants } from 'node:fs'
import { cp, link, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Localnet } from '@quorate/localnet'
import type { DatabaseServer } from '@quorate/platform'
import { BLOCKS, CONTENT, entriesIn, LEDGER, POSTGRES } from './folder.ts'

/**
 * Copies database and ledger while both are in use. The ledger's copy has everything that the database's knows of: the
 * database changes nothing before both are made.
 */
export async function copyStores(server: DatabaseServer, net: Localnet | undefined, to: string): Promise<void> {
  if (!server.copyTo) throw new Error('the database is on a server')
  await server.copyTo(join(to, POSTGRES), async () => net?.copyTo(join(to, LEDGER)))
}

/** Copies database and ledger of a platform that does not run. The caller holds the folder's lock. */
export async function copyStopped(dataDir: string, to: string): Promise<void> {
  for (const name of [POSTGRES, LEDGER].filter((name) => entriesIn(dataDir).includes(name)))
    await copy(join(dataDir, name), join(to, name))
}

/**
 * Copies what is not changed in place: keys, snapshots, and, where it is asked for, the blocks of content as further
 * names of the same files. Answers how many blocks.
 */
export async function copyFiles(dataDir: string, to: string, { content }: { content: boolean }): Promise<number> {
  for (const name of entriesIn(dataDir))
    if (![POSTGRES, LEDGER, CONTENT].includes(name)) await copy(join(dataDir, name), join(to, name))
  return content ? linkBlocks(join(dataDir, CONTENT, BLOCKS), join(to, CONTENT, BLOCKS)) : 0
}

const ignoreMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error
}

const copy = (from: string, to: string) => cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE })

/** A block that nobody pins any more may be removed meanwhile. */
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
