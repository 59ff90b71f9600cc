/** The entries of `DATA_DIR`, by name. */
import { readdirSync } from 'node:fs'

export const POSTGRES = 'postgres'
export const LEDGER = 'ledger'
export const CONTENT = 'ipfs'
export const BLOCKS = 'blocks'
/** Small blocks that arrived together, in one file. */
export const PACKS = 'packs'
/** The folder for a backup's copies until they are in its file. */
export const COPIES = '.backup'
/** The folder for a restore's content until it is complete. */
export const RESTORING = '.restoring'
/** The address of the socket for commands of the same user. */
export const CONTROL = '.control'

/**
 * The entries that make up an installation; empty if there is no such folder. Entries that begin with a dot belong to
 * running processes.
 */
export function entriesIn(dataDir: string): string[] {
  try {
    return readdirSync(dataDir).filter((name) => !name.startsWith('.') && name !== OF_THE_DRIVE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** A folder that file systems create at the top of a drive. */
const OF_THE_DRIVE = 'lost+found'
