/** Checks what is reached over the network: the database, Redis and the ledgers. */
import { type Network, openLedger } from '@quorate/ledger'
import {
  connectRedis,
  createLogger,
  type DatabaseSettings,
  openPostgres,
  type SchemaAge,
  type ServiceSchema,
  schemaAge,
} from '@quorate/platform'
import { isLeaf, leaves, publicKeyText } from '@quorate/verify'
import { type Finding, failed, ok, reasonOf, warning } from './check.ts'

type PostgresStore = ReturnType<typeof openPostgres>
type DatabaseClient = Awaited<ReturnType<PostgresStore['connect']>>

const OLDEST_POSTGRES = 140_000

/** @param url The server's; undefined for the embedded database, which needs only its folder */
export async function checkDatabase(
  url: string | undefined,
  settings: DatabaseSettings,
  schemas: readonly ServiceSchema[],
): Promise<Finding[]> {
  if (url === undefined) return [ok('database', 'embedded, in the data folder')]
  const unusable = (where: string, error: unknown) => [
    failed(
      'database',
      `${where}: ${reasonOf(error)}`,
      'Start it, or correct the host, port, user, password or database in DATABASE_URL',
    ),
  ]
  let store: PostgresStore
  try {
    store = openPostgres(url, settings, silent)
  } catch (error) {
    return unusable('the settings', error)
  }
  // A start waits for the server. This check does not, since the user wants to know what blocks the start.
  let client: DatabaseClient | undefined
  try {
    client = await store.connect()
    return [
      ...(await serverFindings(client, store.place)),
      ...(settings.DATABASE_DIRECT_URL === undefined ? [] : await poolerFindings(store)),
      ...(await schemaFindings(client, schemas)),
    ]
  } catch (error) {
    return unusable(store.place, error)
  } finally {
    await client?.end()
    await store.close()
  }
}

const silent = createLogger({ level: 'silent' })

async function serverFindings(client: DatabaseClient, where: string): Promise<Finding[]> {
  const { rows } = await client.query<{ version: string; may: boolean; reads: string }>(
    `select current_setting('server_version_num') as version, current_setting('transaction_read_only') as reads,
      has_database_privilege(current_database(), 'CREATE') as may`,
  )
  const { version = '0', may, reads } = rows[0] ?? {}
  return [
    Number(version) >= OLDEST_POSTGRES
      ? ok('database', `PostgreSQL ${Math.floor(Number(version) / 10_000)} at ${where}`)
      : failed('database', `PostgreSQL ${version} at ${where}`, 'Use PostgreSQL 14 or newer'),
    ...(reads === 'on'
      ? [
          failed(
            'database',
            'it can only be read: it is a standby, or default_transaction_read_only is on',
            'Name the primary server in DATABASE_URL',
          ),
        ]
      : []),
    ...(may
      ? []
      : [
          failed('database', 'the user may not create schemas', 'grant create on database to the user of DATABASE_URL'),
        ]),
  ]
}

/** A pooler ignores session settings, so the role must limit statements. */
async function poolerFindings({ pool, place }: PostgresStore): Promise<Finding[]> {
  const { rows } = await pool.query<{ statement_timeout: string }>('show statement_timeout')
  if (rows[0]?.statement_timeout !== '0') return [ok('pooler', place)]
  return [
    warning(
      'pooler',
      `${place}: the server does not limit the time of statements`,
      "alter role <the user of DATABASE_URL> set statement_timeout = '5s'",
    ),
  ]
}

async function schemaFindings(client: DatabaseClient, schemas: readonly ServiceSchema[]): Promise<Finding[]> {
  const found: Finding[] = []
  for (const service of schemas) {
    const { schema } = service
    const { rows: tables } = await client.query(
      "select 1 from pg_tables where schemaname = $1 and tablename = 'kysely_migration'",
      [schema],
    )
    if (tables.length === 0) continue
    const { rows } = await client.query<{ name: string }>(`select name from ${schema}.kysely_migration order by name`)
    const done = rows.map(({ name }) => name)
    found.push(schemaFinding(`schema ${schema}`, schemaAge(service, done), done))
  }
  return found
}

function schemaFinding(check: string, age: SchemaAge, done: readonly string[]): Finding {
  switch (age) {
    case 'current':
      return ok(check, 'of this version')
    case 'behind':
      return ok(check, 'older than this version: a start migrates it')
    case 'newer':
      return failed(
        check,
        `made by a newer version (its last migration is ${done.at(-1)})`,
        'Start that version, or restore a backup from before it',
      )
    case 'unreleased':
      return failed(
        check,
        `from before the first release (${done[0]}), which no version migrates`,
        'Set DATABASE_URL to an empty database, or start the version that made the tables',
      )
  }
}

/** Redis carries caches and messages between processes. A single platform works without it. */
export async function checkRedis(url: string | undefined): Promise<Finding[]> {
  if (url === undefined) return []
  try {
    const redis = await connectRedis(url, silent)
    const isReady = redis.status === 'ready'
    redis.disconnect()
    return [
      isReady
        ? ok('Redis', 'answers')
        : warning(
            'Redis',
            'does not answer',
            'Start it, or correct REDIS_URL: until then processes do not share rate limits',
          ),
    ]
  } catch (error) {
    return [failed('Redis', reasonOf(error), 'Correct REDIS_URL: its host, port, password or database')]
  }
}

const CLOCK_MS = 10_000
const TIMEOUT_MS = 10_000

/** Checks the mirror, the clock against it, and the operator's key. */
export async function checkLedger(network: Network): Promise<Finding[]> {
  const { chain, mirrorUrl, operator } = network
  const prefix = chain.toUpperCase().replace(':', '_')
  const withoutOperator = operator
    ? []
    : [
        failed(
          `operator of ${chain}`,
          `${prefix}_OPERATOR_ID is not set`,
          `Set it and ${prefix}_OPERATOR_KEY: the node signs logins with that key, and the account pays`,
        ),
      ]
  const began = Date.now()
  const answer = await fetch(`${mirrorUrl}/api/v1/blocks?limit=1`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    (error: unknown) => error as Error,
  )
  if (answer instanceof Error || !answer.ok) {
    const why = answer instanceof Error ? reasonOf(answer.cause ?? answer) : `it answers ${answer.status}`
    return [
      failed(
        `mirror of ${chain}`,
        `${mirrorUrl}: ${why}`,
        `Make it reachable from this machine, or set ${prefix}_MIRROR_URL to another mirror`,
      ),
      ...withoutOperator,
    ]
  }
  const found = [ok(`mirror of ${chain}`, mirrorUrl), ...withoutOperator]
  const theirs = Date.parse(answer.headers.get('date') ?? '')
  // The header has whole seconds.
  const apart = Math.max(0, Math.abs(theirs + 500 - (began + Date.now()) / 2) - 1_000)
  if (apart > CLOCK_MS)
    found.push(
      failed(
        'clock',
        `${Math.round(apart / 1000)} s apart from the mirror of ${chain}`,
        'Set the clock of this machine (NTP): the ledger refuses transactions with a wrong time',
      ),
    )
  else if (!Number.isNaN(apart)) found.push(ok('clock', `as the mirror of ${chain}`))
  if (operator) found.push(await operatorOf({ ...network, operator }))
  return found
}

async function operatorOf(network: Network & { operator: NonNullable<Network['operator']> }): Promise<Finding> {
  const { chain, operator } = network
  const check = `operator of ${chain}`
  const ledger = openLedger(network)
  try {
    const account = await ledger.mirror.account(operator.accountId)
    if (!account || account.deleted)
      return failed(
        check,
        `the account ${operator.accountId} does not exist`,
        'Name an account of this chain as its operator',
      )
    const isKey =
      account.key && leaves(account.key).some((leaf) => publicKeyText(leaf) === publicKeyText(operator.publicKey))
    if (!isKey || !account.key || !isLeaf(account.key))
      return failed(
        check,
        `the operator key is not the key of ${operator.accountId} on the ledger`,
        'Correct the operator key, or name the account that has this key',
      )
    return account.balance > 0n
      ? ok(check, operator.accountId)
      : failed(check, `${operator.accountId} has no hbars`, 'Fund it: it pays for topics and records')
  } catch (error) {
    return failed(check, reasonOf(error), 'Try again')
  } finally {
    ledger.close()
  }
}
