/**
 * The folder of an empty embedded database. PostgreSQL's initdb takes five seconds and half a gigabyte of memory, so it
 * ran once, in `generate-empty-database.ts`, and each new folder is a copy of its result.
 */
import { mkdir, rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { extract } from 'tar'

/** Named by the version of PGlite that made it. A test holds that this is the installed one. */
export const EMPTY_DATABASE = new URL('./pglite-0.5.16.tar.zst', import.meta.url)

/** Creates the folder, completely or not at all. */
export async function createDatabaseFolder(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  await extract({ file: fileURLToPath(EMPTY_DATABASE), cwd: unfinished, strict: true })
  await rename(unfinished, folder)
}
