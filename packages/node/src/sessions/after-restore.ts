/**
 * A restored database is older than what it stands for: sessions that were ended since, and signatures of logins that
 * were used since, would count again. So the first start after a restore ends them all.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, Logger } from '@quorate/platform'
import { deleteLogins } from '../store/sessions.ts'
import type { Tables } from '../store/tables.ts'

/** A file in `DATA_DIR`, until the logins have ended. */
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
  logger.warn('The data were restored from a backup: all sessions have ended')
}
