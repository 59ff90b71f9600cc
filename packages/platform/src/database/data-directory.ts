/** `DATA_DIR` belongs to one process at a time: two would silently lose each other's rows. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ConfigError } from '../base/errors.ts'

export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse'
}

export interface DataDirectoryLock {
  release(): void
}

/**
 * Creates the folder if it does not exist, and locks it until the lock is released or the process ends. The lock is an
 * exclusive transaction on a SQLite file, which the operating system releases with the process.
 *
 * @throws {@link DataDirectoryInUse} with one line that names the process and says what to do.
 * @throws ConfigError if the folder does not exist and cannot be created.
 */
export function lockDataDirectory(dataDir: string): DataDirectoryLock {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR ${resolve(dataDir)} is not a folder and cannot be created: set another one (${(error as Error).message})`,
    )
  }
  const lock = new DatabaseSync(join(dataDir, '.lock'))
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw new DataDirectoryInUse(inUse(dataDir), { cause: error })
  }
  writeFileSync(holderFile(dataDir), String(process.pid))
  return { release: () => lock.close() }
}

const holderFile = (dataDir: string) => join(dataDir, '.lock-holder')

function inUse(dataDir: string): string {
  const advice = 'stop it, or set another DATA_DIR'
  try {
    return `DATA_DIR ${resolve(dataDir)} is in use by process ${readFileSync(holderFile(dataDir), 'utf8')}: ${advice}`
  } catch {
    return `DATA_DIR ${resolve(dataDir)} is in use by another process: ${advice}`
  }
}
