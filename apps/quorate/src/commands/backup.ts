import { accessSync, constants, existsSync, mkdirSync, rmSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { endLoginsAtStart } from '@quorate/node'
import { ConfigError, DataDirectoryInUse, type DataDirectoryLock, lockDataDirectory } from '@quorate/platform'
import { type About, pack, unpack } from '../backup/archive.ts'
import { askForCopies } from '../backup/control.ts'
import { copyFiles, copyStopped } from '../backup/copies.ts'
import { COPIES, entriesIn, POSTGRES, RESTORING } from '../backup/folder.ts'
import { Failure } from '../exit-codes.ts'
import { settingsFor } from '../settings.ts'
import { note, printOne } from '../terminal/output.ts'
import { inBytes, progress } from '../terminal/progress.ts'

/** `quorate backup`: saves everything in `DATA_DIR` as of one point in time, even while the platform runs. */
export async function backup({ file, noContent, json }: { file: string; noContent: boolean; json: boolean }) {
  const dataDir = embeddedFolder('pg_dump backs up what is on a server')
  if (file !== '-') refuseFile(file)
  if (!entriesIn(dataDir).includes(POSTGRES))
    throw new Failure('usage', `${dataDir} has no platform data: set DATA_DIR to its folder`)
  const own = lockOr(join(dataDir, COPIES), `Another backup of ${dataDir} is being made`)
  const copies = join(dataDir, COPIES, 'files')
  try {
    rmSync(copies, { recursive: true, force: true })
    mkdirSync(copies)
    await copyStoresOf(dataDir, copies)
    const at = new Date().toISOString()
    const content = !noContent
    const blocks = await copyFiles(dataDir, copies, { content })
    let bytes = 0
    const shown = progress('writing', inBytes)
    await pack(copies, file, { at, content, blocks }, (written) => {
      bytes = written
      shown.show(written)
    })
    shown.end()
    if (file === '-') return
    const made = { file: resolve(file), at, bytes, content, blocks }
    printOne(made, { json, fields: [...fieldsOf(made), ['size', inBytes(bytes)], ['file', made.file]] })
    if (!json)
      note('It contains private keys: keep it as safe as the keys. Keys from environment variables are not in it.')
  } finally {
    rmSync(join(dataDir, COPIES), { recursive: true, force: true })
    own.release()
  }
}

/** @throws Failure if the file exists, or cannot be created */
function refuseFile(file: string): void {
  if (existsSync(file)) throw new Failure('usage', `${file} exists: name another, or remove it`)
  try {
    accessSync(dirname(resolve(file)), constants.W_OK)
  } catch (error) {
    throw new Failure('usage', `${file} cannot be written: name another (${(error as Error).message})`)
  }
}

/** The running platform makes the copies; if it is not running, this command does. */
async function copyStoresOf(dataDir: string, to: string): Promise<void> {
  let lock: DataDirectoryLock
  try {
    lock = lockDataDirectory(dataDir)
  } catch (error) {
    if (error instanceof DataDirectoryInUse) return askForCopies(dataDir)
    throw error
  }
  try {
    await copyStopped(dataDir, to)
  } finally {
    lock.release()
  }
}

/** `quorate restore`: replaces the contents of `DATA_DIR` with a backup. */
export async function restore({ file, replace, json }: { file: string; replace: boolean; json: boolean }) {
  const dataDir = embeddedFolder('pg_restore restores what pg_dump has saved')
  if (file !== '-' && !existsSync(file)) throw new Failure('usage', `${file} does not exist`)
  const lock = lockDataDirectory(dataDir)
  try {
    const restoring = join(dataDir, RESTORING)
    const before = entriesIn(dataDir)
    if (before.length > 0 && !replace)
      throw new Failure(
        'usage',
        `${dataDir} is not empty: name another folder in DATA_DIR, or pass --replace to move its content aside`,
      )
    rmSync(restoring, { recursive: true, force: true })
    mkdirSync(restoring)
    const about = await unpack(file, restoring).catch(async (error) => {
      // Files that were being written when the fault was found may still appear.
      await rm(restoring, { recursive: true, force: true, maxRetries: 20 })
      throw error
    })
    const aside =
      before.length > 0 ? join(dataDir, `${ASIDE}${new Date().toISOString().replaceAll(':', '-')}`) : undefined
    if (aside !== undefined) mkdirSync(aside)
    // First, so that logins also end after a restore that was interrupted.
    endLoginsAtStart(dataDir)
    for (const name of before) await rename(join(dataDir, name), join(aside ?? '', name))
    for (const name of entriesIn(restoring)) await rename(join(restoring, name), join(dataDir, name))
    rmSync(restoring, { recursive: true })
    const restored = { folder: resolve(dataDir), ...about, ...(aside === undefined ? {} : { before: aside }) }
    printOne(restored, { json, fields: [...fieldsOf(about), ['folder', restored.folder], ['what was there', aside]] })
  } finally {
    lock.release()
  }
}

/** The prefix of the folders for entries that a restore replaces. */
const ASIDE = '.before-restore-'

const fieldsOf = ({ at, content, blocks }: Omit<About, 'format'>) =>
  [
    ['as of', at],
    ['content', content ? `${blocks} files with blocks` : 'left out'],
  ] as const

/** @throws ConfigError if the database is on a server */
function embeddedFolder(instead: string): string {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = settingsFor([], process.env).shared
  if (url === undefined) return dataDir
  throw new ConfigError(
    `DATABASE_URL is set: this command is for an embedded database, and ${instead} (docs/guides/back-up-and-restore.md)`,
  )
}

function lockOr(folder: string, message: string): DataDirectoryLock {
  try {
    return lockDataDirectory(folder)
  } catch (error) {
    throw error instanceof DataDirectoryInUse ? new Failure('failed', message) : error
  }
}
