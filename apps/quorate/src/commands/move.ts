import { ConfigError, createLogger, lockDataDirectory, openDatabase, systemClock } from '@quorate/platform'
import { entriesIn, POSTGRES } from '../backup/folder.ts'
import { Failure } from '../exit-codes.ts'
import { type Moved, move as moveDatabase } from '../move/move.ts'
import { schemas } from '../schemas.ts'
import { settingsFor } from '../settings.ts'
import { note, printList } from '../terminal/output.ts'
import { progress } from '../terminal/progress.ts'

/** `quorate move`: moves the embedded database to a server. */
export async function move({ to, json }: { to: string; json: boolean }): Promise<void> {
  const { shared } = settingsFor([], process.env)
  const { DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: level } = shared
  if (url !== undefined)
    throw new ConfigError('DATABASE_URL is set, but only the embedded database in DATA_DIR can be moved: unset it')
  if (!entriesIn(dataDir).includes(POSTGRES))
    throw new Failure('usage', `${dataDir} has no embedded database: set DATA_DIR to its folder`)
  const logger = createLogger({ level })
  const lock = lockDataDirectory(dataDir)
  const shown = progress('moving', (rows) => `${rows} rows`)
  try {
    await using servers = new AsyncDisposableStack()
    const target = await openDatabase({ url: to, urlName: '--to', waits: false, settings: shared, logger })
    servers.defer(() => target.close())
    const source = await openDatabase({ dataDir, lock, logger })
    servers.defer(() => source.close())
    let rows = 0
    const moved = await moveDatabase({
      from: source,
      to: target,
      schemas,
      clock: systemClock,
      logger,
      passed(table) {
        rows += table.rows
        shown.show(rows)
      },
    })
    shown.end()
    await printList<Moved>(moved, {
      json,
      empty: '',
      columns: [
        { title: 'table', of: ({ table }) => table },
        { title: 'rows', of: (one) => one.rows },
      ],
    })
    if (!json)
      note(
        `Each table is the same on the server. Start with DATABASE_URL, and keep DATA_DIR: the ledger, keys and content stay there. ${POSTGRES} in it is not used any more.`,
      )
  } finally {
    lock.release()
  }
}
