/**
 * A restored database is outdated: sessions that have ended since, and login signatures that were used since, would be
 * valid again. So the first start after a restore ends all of them.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, Logger } from '@quorate/platform'
import { deleteLogins } from '../store/sessions.ts'
import type { Tables } from '../store/tables.ts'

/** A file in `DATA_DIR` that exists until the logins have been ended. */
const MARK = '.logins-end'

/** Makes the next start on this `DATA_DIR` end all sessions and pending logins. */
export const endLoginsAtStart = (dataDir: string): void =>
  writeFileSync(join(dataDir, MARK), '', { mode: 0o600, flush: true })

export async function endLoginsIfMarked(
  database: Database<Tables>,
  dataDir: string,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  const mark = join(dataDir, MARK)
  if (!existsSync(mark)) return
  await database.change(deleteLogins)
  rmSync(mark)
  logger.warn('The data was restored from a backup: all sessions have been ended')
}
