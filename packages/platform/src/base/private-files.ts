/** What stands in `DATA_DIR` (keys, the embedded database, the embedded ledger) is for the user that runs the platform alone. */
import { chmodSync, existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Logger } from './logger.ts'

/** Read, write or enter for anybody but the owner. */
const OTHERS = 0o077
/** Anybody may ask for content over HTTP, and there may be millions of blocks: their folder alone is looked at. */
const PUBLIC_FOLDERS = new Set(['blocks', 'staging'])
/** Files that hold a secret: whoever could read one may still have it. */
const SECRET = /(^|-)key(\.pem)?$/

export interface FoundModes {
  /** What others could read, write or enter, and now cannot. */
  mended: string[]
  /** What they still can: another user owns it. */
  open: string[]
}

/**
 * Takes `dataDir` and everything in it, if it is there, away from other users of the machine, and warns of what that was necessary for
 * or did not work. It may itself be a symbolic link; those in it are not followed.
 */
export function keepPrivate(dataDir: string, logger: Pick<Logger, 'warn'>): FoundModes {
  const found: FoundModes = { mended: [], open: [] }
  // Windows has no such modes.
  if (process.platform === 'win32') return found
  if (existsSync(dataDir)) visit(realpathSync(dataDir), found)
  const keys = found.mended.filter((path) => SECRET.test(path))
  if (found.mended.length > 0)
    logger.warn(
      { mended: found.mended.length },
      `${found.mended.length} files and folders in DATA_DIR were open to other users of this machine, and are not any more`,
    )
  if (keys.length > 0)
    logger.warn({ keys }, 'keys in DATA_DIR could be read by others until now: where they may have been, make new ones')
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

/** None of a folder that another user keeps closed. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
