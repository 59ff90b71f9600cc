/**
 * Makes the files in `DATA_DIR` (keys, the embedded database, the embedded ledger) private to the user that runs the
 * platform.
 */
import { chmodSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Logger } from './logger.ts'

/** The mode bits that let anybody but the owner read, write or enter. */
const OTHERS = 0o077
/**
 * Folders of content, which anybody may request over HTTP anyway. With millions of blocks in them, only the folders'
 * own modes are checked.
 */
const PUBLIC_FOLDERS = new Set(['blocks', 'packs', 'staging'])
/** Files that hold a secret: another user who could read one may have a copy. */
const SECRET = /(^|-)key(\.pem)?$/

export interface FoundModes {
  /** Paths that were open to other users and are closed now. */
  mended: string[]
  /** Paths that are still open to them, since another user owns them. */
  open: string[]
}

/**
 * Removes the access of other users of the machine to `dataDir`, if it exists, and everything in it. Logs a warning
 * about paths that were open, or still are. `dataDir` may itself be a symbolic link; links inside it are not followed.
 */
export function keepPrivate(dataDir: string, logger: Pick<Logger, 'warn'>): FoundModes {
  const found: FoundModes = { mended: [], open: [] }
  // Windows has no such modes.
  if (process.platform === 'win32') return found
  if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory()) visit(realpathSync(dataDir), found)
  const keys = found.mended.filter((path) => SECRET.test(path))
  if (found.mended.length > 0)
    logger.warn(
      { mended: found.mended.length },
      `${found.mended.length} files and folders in DATA_DIR were accessible to other users of this machine. Their permissions were fixed`,
    )
  if (keys.length > 0)
    logger.warn(
      { keys },
      'keys in DATA_DIR were readable by other users until now: if somebody may have read them, replace them',
    )
  if (found.open.length > 0)
    logger.warn(
      { open: found.open.slice(0, 10) },
      'others may read what is in DATA_DIR, and its mode cannot be changed: give the folder to the user that runs this, mode 0700',
    )
  return found
}

function visit(path: string, found: FoundModes): void {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats || stats.isSymbolicLink()) return
  if ((stats.mode & OTHERS) !== 0) {
    try {
      chmodSync(path, stats.mode & 0o700)
      found.mended.push(path)
    } catch {
      found.open.push(path)
    }
  }
  if (!stats.isDirectory() || PUBLIC_FOLDERS.has(basename(path))) return
  for (const name of namesIn(path)) visit(join(path, name), found)
}

/** The names in a folder; none if another user owns it and we may not read it. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
