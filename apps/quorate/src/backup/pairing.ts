/**
 * Pairs the embedded ledger and the database: the database stores the ledger's id and its mark, a counter that the
 * ledger increases. So a start notices if one of them belongs to another installation, or is an older copy.
 */
import type { Localnet } from '@quorate/localnet'
import { ConfigError, type Database, type DatabaseServer, type Logger, type Migration } from '@quorate/platform'
import { type Generated, sql } from 'kysely'

interface Tables {
  'embedded.ledger': { one: Generated<boolean>; id: string; mark: number }
}

const migrations: Record<string, Migration> = {
  '001-ledger': {
    async up(db) {
      await sql`
        create table embedded.ledger (
          one boolean primary key default true check (one),
          id uuid not null,
          mark integer not null
        )`.execute(db)
    },
  },
}

export const schema = { schema: 'embedded', migrations }

const MARK_EVERY_MS = 1_000
/**
 * How far the ledger's mark may be ahead of the database's. It is one ahead if a process died after raising the mark
 * and before storing it. The next start can raise it once more, because transactions became due on the ledger in the
 * meantime.
 */
const AHEAD = 2

export interface PairingOptions {
  server: DatabaseServer
  net: Pick<Localnet, 'id' | 'mark'>
  /** Pairs this database with this ledger, even if they do not belong together. */
  anew: boolean
  logger: Pick<Logger, 'warn'>
}

/**
 * Checks that database and ledger belong together, and writes each further mark to the database until the returned
 * function is called.
 *
 * @throws ConfigError if they don't belong together
 */
export async function keepPaired({ server, net, anew, logger }: PairingOptions): Promise<() => Promise<void>> {
  const database = await server.open<Tables>(schema)
  const known = await database.read.selectFrom('embedded.ledger').select(['id', 'mark']).executeTakeFirst()
  let mark = await net.mark()
  const refusal = refusalOf(known, { id: net.id, mark })
  if (refusal !== undefined && !anew) throw new ConfigError(`${refusal}: ${ADVICE}`)
  if (refusal !== undefined) logger.warn(`${refusal}: pairing them now, because of --pair-anew`)
  await tell(database, net.id, mark)

  let isTold = true
  let telling = Promise.resolve()
  const tellNext = async (): Promise<void> => {
    // Writes a pending mark before it raises another. If the mark rose again and again during a database outage, the
    // ledger would seem far ahead.
    const next = isTold ? await net.mark() : mark
    if (next === mark && isTold) return
    mark = next
    isTold = false
    await tell(database, net.id, mark)
    isTold = true
  }
  // Errors are ignored: the services that need the database report its outage.
  const begin = () => {
    telling = telling.then(tellNext).catch(() => {})
  }
  const timer = setInterval(begin, MARK_EVERY_MS).unref()
  return async () => {
    clearInterval(timer)
    begin()
    await telling
  }
}

const tell = (database: Database<Tables>, id: string, mark: number): Promise<void> =>
  database.change(async (trx) => {
    await trx
      .insertInto('embedded.ledger')
      .values({ id, mark })
      .onConflict((conflict) => conflict.column('one').doUpdateSet({ id, mark }))
      .execute()
  })

const ADVICE =
  'restore both from one backup (quorate restore), set DATABASE_URL or DATA_DIR to a matching pair, or accept this pair with quorate start --pair-anew'

/**
 * The reason why the two don't belong together; undefined if they do. Installations of earlier versions have no marks
 * yet.
 */
export function refusalOf(
  known: { id: string; mark: number } | undefined,
  ledger: { id: string; mark: number },
): string | undefined {
  if (known === undefined)
    return ledger.mark > AHEAD ? 'The embedded ledger in DATA_DIR was used with a different database' : undefined
  if (known.id !== ledger.id) return 'The database belongs to a different ledger than the embedded one in DATA_DIR'
  if (known.mark > ledger.mark)
    return 'The embedded ledger in DATA_DIR is an older copy: the database knows of transactions that the ledger lacks'
  if (known.mark + AHEAD < ledger.mark)
    return 'The database is an older copy: the embedded ledger in DATA_DIR has transactions that the database lacks'
  return undefined
}
