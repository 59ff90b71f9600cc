/** A PostgreSQL server, through a pool of connections. */
import { type Client, Pool, type PoolClient, type QueryResult, types } from 'pg'
import type { Logger } from 'pino'
import type { DatabaseSettings } from '../../config/settings.ts'
import {
  asUnavailable,
  type Connections,
  changesSchema,
  type DatabaseSession,
  isChange,
  isStalePlan,
  mayChangeSchema,
  type QueryOptions,
  type Row,
  type StatementResult,
} from '../connection.ts'
import { clientsOf, type DatabaseServers, serversOf } from './servers.ts'

const LISTEN_AGAIN_MS = 1_000
/** How much longer than the time limit of its statement a server's answer may take, in milliseconds. */
const ANSWER_MS = 1_000
/** How long a connection may take to end after it was closed, in milliseconds. */
const CLOSE_TIMEOUT_MS = 1_000
const PREPARED_STATEMENTS = 500

const INT8 = 20
const INT8_ARRAY = 1016
const TEXT_ARRAY = 1009
const BYTEA = 17

type Parse = (text: string) => unknown
const textArray: (text: string) => string[] = types.getTypeParser(TEXT_ARRAY as never)
const parsers = new Map<number, Parse>([
  [INT8, BigInt],
  [INT8_ARRAY, (text) => textArray(text).map((item) => (item === null ? null : BigInt(item)))],
  [BYTEA, (hex) => new Uint8Array(Buffer.from(hex.slice(2), 'hex'))],
])
const getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  parsers.get(oid) ?? types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text')

export interface PostgresStore extends Connections {
  readonly kind: 'postgres'
  readonly pool: Pool
  /** Its hosts and the database, as shown to people. */
  readonly place: string
  /** Opens a connection outside the pool. The caller closes it. */
  connect(): Promise<Client>
}

/**
 * @param url `postgres://user:password@host:5432/database`. With several hosts, the writable one is used. If
 *   `DATABASE_DIRECT_URL` is set, this URL may be a pooler that gives each transaction another session.
 * @throws ConfigError if the URL names no servers
 */
export function openPostgres(
  url: string,
  settings: DatabaseSettings,
  logger: Logger,
  urlName = 'DATABASE_URL',
): PostgresStore {
  const answerMs = settings.DATABASE_STATEMENT_TIMEOUT + ANSWER_MS
  const isPooled = settings.DATABASE_DIRECT_URL !== undefined
  const servers = serversOf(url, urlName)
  const direct = isPooled ? serversOf(settings.DATABASE_DIRECT_URL ?? '', 'DATABASE_DIRECT_URL') : servers
  const DirectClient = clientsOf(direct)
  const connection = {
    application_name: 'quorate',
    connectionTimeoutMillis: settings.DATABASE_CONNECT_TIMEOUT,
    keepAlive: true,
    keepAliveInitialDelayMillis: settings.DATABASE_KEEPALIVE,
  }
  const sessionTimeouts = {
    statement_timeout: settings.DATABASE_STATEMENT_TIMEOUT,
    idle_in_transaction_session_timeout: settings.DATABASE_TRANSACTION_IDLE_TIMEOUT,
  }
  const readingTypes = { types: { getTypeParser: getTypeParser as typeof types.getTypeParser } }
  const pool = new Pool({
    ...connection,
    ...readingTypes,
    // A pooler refuses them, since other clients share its sessions.
    ...(isPooled ? {} : sessionTimeouts),
    Client: clientsOf(servers),
    max: settings.DATABASE_POOL_SIZE,
    idleTimeoutMillis: settings.DATABASE_IDLE_TIMEOUT,
  })
  // A connection can also be lost between two statements of a change. The next statement then fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', ({ message }) => logger.warn(`an idle database connection was lost: ${message}`))
  const { where } = servers
  const statementNames = isPooled ? undefined : new StatementNames()
  let sessionStatements: string[] = []
  let prepared = new WeakSet<PoolClient>()

  const newClient = () =>
    ofAny(direct, async () => {
      const client = new DirectClient({ ...connection, query_timeout: answerMs })
      await client.connect()
      return watched(client, settings.DATABASE_KEEPALIVE)
    })
  const fromPool = async () => {
    const client = await ofAny(servers, () => pool.connect())
    if (prepared.has(client)) return client
    try {
      for (const statement of sessionStatements) await client.query(statement)
    } catch (error) {
      client.release(true)
      throw error
    }
    prepared.add(client)
    return client
  }
  /** A separate connection, for uses that a pooler's sessions do not allow. */
  const besidePool = () =>
    ofAny(direct, async (): Promise<PoolClient> => {
      const client = new DirectClient({ ...connection, ...readingTypes, ...sessionTimeouts })
      await client.connect()
      return Object.assign(client, { release: () => void end(client) })
    })

  return {
    kind: 'postgres',
    pool,
    place: where + new URL(servers.current()).pathname,
    connect: newClient,
    async session({ isPatient } = {}) {
      try {
        const client = isPatient && isPooled ? await besidePool() : await fromPool()
        return new PostgresSession(client, {
          names: statementNames,
          where,
          answerMs: isPatient ? undefined : answerMs,
          forScripts: isPooled && !isPatient ? besidePool : undefined,
        })
      } catch (error) {
        throw asUnavailable(error, where)
      }
    },
    async listen(channel, heard) {
      try {
        return await listen(newClient, channel, heard, logger)
      } catch (error) {
        throw asUnavailable(error, direct.where)
      }
    },
    async setSessionStatements(statements) {
      sessionStatements = statements
      prepared = new WeakSet()
    },
    close: () => pool.end(),
  }
}

/** Opens a connection to the first writable server, trying each server once. */
async function ofAny<Opened>(servers: DatabaseServers, open: () => Promise<Opened>): Promise<Opened> {
  for (let tried = 1; ; tried++) {
    const url = servers.current()
    try {
      return await open()
    } catch (error) {
      // If no attempt has switched to the next server, the pool had no free connection.
      if (tried >= servers.count || servers.current() === url) throw error
    }
  }
}

/**
 * Gives the same text the same name, so that a connection prepares it once. After the first 500 texts, new ones get no
 * name.
 */
class StatementNames {
  readonly #names = new Map<string, string>()

  nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql)
    if (known || this.#names.size >= PREPARED_STATEMENTS) return known
    const name = `q${this.#names.size}`
    this.#names.set(sql, name)
    return name
  }
}

interface SessionMeans {
  /** Absent if the next statement may run in another session, which has not prepared this one. */
  names: StatementNames | undefined
  where: string
  answerMs: number | undefined
  /** Opens the connection for scripts, if that is a different one. */
  forScripts: (() => Promise<PoolClient>) | undefined
}

class PostgresSession implements DatabaseSession {
  readonly #client: PoolClient
  readonly #means: SessionMeans
  #broken = false
  /** The error that made the server count as down for this session. */
  #gone: unknown
  #inTransaction = false

  constructor(client: PoolClient, means: SessionMeans) {
    this.#client = client
    this.#means = means
  }

  async query(
    sql: string,
    values: readonly unknown[] = [],
    { timeoutMs = this.#means.answerMs }: QueryOptions = {},
  ): Promise<StatementResult> {
    const limited = timeoutMs === undefined ? {} : { query_timeout: timeoutMs }
    const { rows, command, rowCount } = await this.#try(() => this.#prepared(sql, [...values], limited))
    if (command === 'BEGIN') this.#inTransaction = true
    if (command === 'COMMIT' || command === 'ROLLBACK') this.#inTransaction = false
    // PostgreSQL may have planned other prepared statements of this connection for the old schema.
    if (changesSchema(command)) this.#broken = true
    return { rows, command, affectedRows: isChange(command) ? (rowCount ?? 0) : 0 }
  }

  async #prepared(text: string, values: unknown[], limited: object): Promise<QueryResult<Row>> {
    const name = this.#means.names?.nameOf(text)
    if (!name) return this.#client.query<Row>({ text, values, ...limited })
    try {
      return await this.#client.query<Row>({ name, text, values, ...limited })
    } catch (error) {
      if (!isStalePlan(error)) throw error
      this.#broken = true
      if (this.#inTransaction) throw error
      return this.#client.query<Row>({ text, values, ...limited })
    }
  }

  async script(sql: string): Promise<StatementResult[]> {
    const { forScripts, ...means } = this.#means
    if (forScripts && !this.#inTransaction) {
      const beside = new PostgresSession(await forScripts(), { ...means, forScripts: undefined })
      return beside.script(sql).finally(() => beside.release())
    }
    if (mayChangeSchema(sql)) {
      this.#broken = true
      // An index of a large table may take long. The connection is closed afterwards.
      await this.#try(() => this.#client.query('set statement_timeout = 0'))
    }
    const answered = await this.#try(() => this.#client.query<Row>(sql))
    return [answered].flat().map(({ rows, command, rowCount }) => ({ rows, command, affectedRows: rowCount ?? 0 }))
  }

  async #try<R>(work: () => Promise<R>): Promise<R> {
    // Another statement, such as the ROLLBACK after this one, would wait just as long again.
    if (this.#gone) throw this.#gone
    try {
      return await work()
    } catch (error) {
      const thrown = asUnavailable(error, this.#means.where)
      if (thrown !== error) {
        this.#gone = thrown
        this.#broken = true
      }
      throw thrown
    }
  }

  /** Returns the connection to the pool, which closes it if it was lost or if its plans are stale. */
  release(): void {
    this.#client.release(this.#broken)
  }
}

/** Listens on a separate connection, and opens a new one whenever it is lost. */
async function listen(
  newClient: () => Promise<Client>,
  channel: string,
  heard: (payload: string) => void,
  logger: Logger,
): Promise<() => Promise<void>> {
  let current: Client | undefined
  let closed = false
  const connect = async () => {
    const client = await newClient()
    client.on('notification', (message) => heard(message.payload ?? ''))
    client.on('error', ({ message }) =>
      logger.warn(`the database connection that listens on ${channel} was lost: ${message}`),
    )
    client.once('end', () => !closed && current === client && again())
    try {
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`)
    } catch (error) {
      await end(client)
      throw error
    }
    current = client
    // The listener was closed while this connection was being opened.
    if (closed) await end(client)
  }
  const again = () => {
    setTimeout(() => closed || connect().catch(again), LISTEN_AGAIN_MS).unref()
  }
  await connect()
  return async () => {
    closed = true
    if (current) await end(current)
  }
}

/**
 * Returns the same connection, which is closed if the server does not answer a regular query. A connection that only
 * listens would not notice that the server or the network is gone.
 */
function watched(client: Client, everyMs: number): Client {
  // Users of the connection may replace its methods.
  const ask = client.query.bind(client) as (text: string) => Promise<unknown>
  const asking = setInterval(() => {
    ask('select 1').catch(() => client.connection.stream.destroy())
  }, everyMs).unref()
  return client.once('end', () => clearInterval(asking))
}

/** Closes a connection. A hanging server does not answer, so the socket is destroyed after {@link CLOSE_TIMEOUT_MS}. */
async function end(client: Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), CLOSE_TIMEOUT_MS)
  await client.end()
  clearTimeout(timer)
}
