/**
 * Migrations of a service's tables. Each service has one baseline, which creates all tables. When a released version
 * changes them, it adds a migration.
 */
import { Kysely, sql, type Transaction } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import { ConfigError } from '../base/errors.ts'
import type { Connections } from './connection.ts'
import { dialectOf } from './kysely-dialect.ts'

export interface ServiceSchema {
  /** The Postgres schema, named after the service. */
  schema: string
  /** By name. They run in the order of their names, the baseline first. */
  migrations: Record<string, Migration>
}

/**
 * The tables in a database compared with this version's migrations: `behind` has migrations left to run, `newer` was
 * made by a later version, and `unreleased` by a version from before the baseline, which cannot be migrated.
 */
export type SchemaAge = 'current' | 'behind' | 'newer' | 'unreleased'

export function schemaAge({ migrations }: ServiceSchema, done: readonly string[]): SchemaAge {
  const [baseline] = Object.keys(migrations).sort()
  if (done.length > 0 && baseline !== undefined && !done.includes(baseline)) return 'unreleased'
  if (done.some((name) => !(name in migrations))) return 'newer'
  return done.length === Object.keys(migrations).length ? 'current' : 'behind'
}

/**
 * Runs all migrations in one transaction, under a lock for the service, so that all of them run once, or none.
 *
 * @throws ConfigError if a newer version, or one from before the first release, made the tables
 */
export async function migrate(connections: Connections, service: ServiceSchema): Promise<void> {
  const { schema, migrations } = service
  const kysely = new Kysely({ dialect: dialectOf(connections, { isPatient: true }) })
  await kysely.transaction().execute(async (trx) => {
    // No time limit: another process may hold the lock for as long as it migrates, and an index of a large table takes
    // long.
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`select pg_advisory_xact_lock(hashtext(${`quorate migrations of ${schema}`}))`.execute(trx)
    const done = await doneMigrations(trx, schema)
    if (done !== undefined) {
      const age = schemaAge(service, done)
      if (age === 'newer' || age === 'unreleased')
        throw new ConfigError(refusal(age, service, done, connections.kind === 'pglite'))
      if (age === 'current') return
    }
    const provider = { getMigrations: async () => migrations }
    const { error } = await new Migrator({ db: trx, provider, migrationTableSchema: schema }).migrateToLatest()
    if (error) throw new Error(`The database schema "${schema}" could not be migrated`, { cause: error })
  })
}

/**
 * The names of the migrations that were run; undefined if the schema has none. Kysely's migrator lists all tables of
 * the database twice for this, which takes PGlite a tenth of a second at each start of a service.
 */
async function doneMigrations<Tables>(trx: Transaction<Tables>, schema: string): Promise<string[] | undefined> {
  const { rows: tables } = await sql`
    select 1 from pg_tables where schemaname = ${schema} and tablename = ${DEFAULT_MIGRATION_TABLE}`.execute(trx)
  if (tables.length === 0) return undefined
  const table = sql.table(`${schema}.${DEFAULT_MIGRATION_TABLE}`)
  const { rows } = await sql<{ name: string }>`select name from ${table} order by name`.execute(trx)
  return rows.map(({ name }) => name)
}

function refusal(
  age: 'newer' | 'unreleased',
  { schema, migrations }: ServiceSchema,
  done: readonly string[],
  isEmbedded: boolean,
): string {
  const unknown = done.filter((name) => !(name in migrations))
  if (age === 'newer')
    return `The tables of "${schema}" were made by a newer version (${unknown.join(', ')}): start that one, or restore a backup from before it`
  const fresh = isEmbedded ? 'set DATA_DIR to an empty folder' : 'set DATABASE_URL to an empty database'
  return `The tables of "${schema}" are from before the first release (${unknown[0]}) and cannot be migrated: ${fresh} to start over, or start the version that created them`
}
