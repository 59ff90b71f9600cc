/** Moves an installation's database from the embedded one to a server, completely or not at all. */
import {
  type Clock,
  type DatabaseServer,
  type DatabaseSession,
  type Logger,
  openFirstAnswers,
  openJobs,
  type ServiceSchema,
} from '@quorate/platform'
import { Failure } from '../exit-codes.ts'
import { copyRows, digestOf, SAME_TEXTS } from './rows.ts'
import { schemasIn, sequencesIn, tablesIn } from './tables.ts'

export interface Moved {
  table: string
  rows: number
}

export interface MoveOptions {
  from: DatabaseServer
  to: DatabaseServer
  /** The schemas of the services. */
  schemas: readonly ServiceSchema[]
  clock: Clock
  logger: Logger
  /** Called after each table's rows are copied. */
  passed(table: Moved): void
}

/** The schemas that jobs and HTTP create for themselves. */
const SHARED = ['platform', 'pgboss']

/**
 * Creates the tables on the server, copies all rows in one transaction, and compares each table before the commit.
 *
 * @throws Failure if the server's database has such tables already, or a table differs after it was copied
 */
export async function move(options: MoveOptions): Promise<Moved[]> {
  const { from, to, schemas } = options
  const names = [...schemas.map(({ schema }) => schema), ...SHARED]
  await onSession(to, async (session) => {
    const [there] = await schemasIn(session, names)
    if (there !== undefined)
      throw new Failure(
        'failed',
        `The database to move to has a schema "${there}" already: name an empty database, such as a new one made with createdb`,
        'DATABASE_NOT_EMPTY',
      )
  })
  try {
    for (const server of [from, to]) await makeTables(server, options)
    return await onSession(from, (source) => onSession(to, (target) => copyAll(source, target, options)))
  } catch (error) {
    await onSession(to, (session) => session.script(`drop schema if exists ${names.join(', ')} cascade`))
    throw error
  }
}

/** Creates the tables as a start of this version does, so that both databases have the same ones. */
async function makeTables(server: DatabaseServer, { schemas, clock, logger }: MoveOptions): Promise<void> {
  for (const schema of schemas) await server.open(schema)
  await openFirstAnswers(server, clock)
  const jobs = openJobs({ server, settings: { attempts: 1, backoffDelayMs: 0 }, clock, logger })
  await jobs.start()
  await jobs.stop()
}

async function copyAll(source: DatabaseSession, target: DatabaseSession, { passed }: MoveOptions): Promise<Moved[]> {
  for (const session of [source, target]) await session.script(`begin; ${SAME_TEXTS}`)
  await target.script('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
  const tables = await tablesIn(source)
  const moved: Moved[] = []
  try {
    // Removes the rows that came with the new tables; they come from the source, too.
    await target.script(`truncate ${tables.map(({ name }) => name).join(', ')} cascade`)
    for (const table of tables) {
      const one = { table: table.name, rows: await copyRows(source, target, table) }
      moved.push(one)
      passed(one)
    }
    for (const { name, lastValue } of await sequencesIn(source))
      if (lastValue !== null) await target.query('select setval($1::regclass, $2::bigint)', [name, lastValue])
    for (const table of tables) {
      const [ours, theirs] = [await digestOf(source, table), await digestOf(target, table)]
      if (ours !== theirs)
        throw new Failure('failed', `${table.name} is not the same on the server: nothing was moved`, 'ROWS_DIFFER')
    }
    await target.script('commit')
    await target.script('analyze')
    return moved
  } catch (error) {
    await target.script('rollback')
    throw error
  } finally {
    await source.script('rollback')
  }
}

async function onSession<R>(
  { connections }: DatabaseServer,
  work: (session: DatabaseSession) => Promise<R>,
): Promise<R> {
  const session = await connections.session({ isPatient: true })
  try {
    return await work(session)
  } finally {
    session.release()
  }
}
