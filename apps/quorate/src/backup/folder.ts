/** What stands in `DATA_DIR`, by the names of its entries. */
import { readdirSync } from 'node:fs'

export const POSTGRES = 'postgres'
export const LEDGER = 'ledger'
export const CONTENT = 'ipfs'
export const BLOCKS = 'blocks'
/** Where a backup puts its copies until they are in its file. */
export const COPIES = '.backup'
/** Where a restore puts what it reads until it is whole. */
export const RESTORING = '.restoring'
/** The address of the entrance for commands of the same user. */
export const CONTROL = '.control'

/**
 * The entries that an installation is made of; none where there is no such folder. Those that begin with a dot are of
 * the processes that run.
 */
export function entriesIn(dataDir: string): string[] {
  try {
    return readdirSync(dataDir).filter((name) => !name.startsWith('.') && name !== OF_THE_DRIVE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** What file systems have at their top. */
const OF_THE_DRIVE = 'lost+found'
