/**
 * The database: PostgreSQL through Kysely, embedded (PGlite under `DATA_DIR`) or on a server (`DATABASE_URL`). Each
 * service has its tables in a separate Postgres schema. Reading and changing are different types: a {@link Reader}
 * cannot write, and a {@link Change} is one transaction.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { Client, Pool } from 'pg'
import type { Logger } from 'pino'
import { ApiError, ConfigError, unavailable } from '../base/errors.ts'
import { lineBounds } from '../bounds/line-bounds.ts'
import { createSemaphore } from '../bounds/semaphore.ts'
import { readSettings } from '../config/config.ts'
import { type DatabaseSettings, databaseSettings } from '../config/settings.ts'
import { type Connections, codeOf, isStalePlan, withSession } from './connection.ts'
import { type DataDirectoryLock, lockDataDirectory } from './data-directory.ts'
import { presentFence } from './fences.ts'
import { dialectOf } from './kysely-dialect.ts'
import { migrate, type ServiceSchema } from './migrations.ts'
import { openPglite, type PgliteStore } from './pglite.ts'
import { openPostgres, type PostgresStore } from './postgres/postgres.ts'

export type { Migration } from 'kysely/migration'
export type { ServiceSchema } from './migrations.ts'

/** Runs selects outside a change. Inside a change, read through the change. */
export type Reader<Tables> = ReadonlyKysely<Tables>

/** One transaction. It holds the embedded database's only connection, so await nothing in it but its own statements. */
export interface Change<Tables> extends Transaction<Tables> {
  /**
   * Registers a function to call after the commit, in the order of registration. It is not called after a rollback. Its
   * errors are logged.
   */
  onCommit(after: () => void): void
}

export interface Database<Tables> {
  readonly read: Reader<Tables>
  /**
   * Runs `work` in a transaction and returns its result after the commit. After serialization failures and deadlocks it
   * runs again, so `work` must have no effect except through the change.
   *
   * @throws ApiError 503 `DATABASE_UNAVAILABLE`; whatever `work` throws, after a rollback
   */
  change<R>(work: (change: Change<Tables>) => Promise<R>): Promise<R>
}

export interface DatabaseServer {
  readonly kind: 'pglite' | 'postgres'
  /** The connections to the database, for jobs. */
  readonly connections: Connections
  /** The pool of connections; absent for the embedded database. */
  readonly pool?: Pool
  /**
   * Copies the embedded database into a folder that another process can open as `DATA_DIR/postgres`. No change is made
   * from the time of the copy to the end of `beside`. Absent for a server.
   */
  copyTo?(folder: string, beside: () => Promise<void>): Promise<void>
  /** Opens a connection outside the pool. The caller closes it. Absent for the embedded database. */
  connect?(): Promise<Client>
  /** Creates or migrates the service's schema, one process at a time. Statements name tables with their schema. */
  open<Tables>(service: ServiceSchema): Promise<Database<Tables>>
  /**
   * Notifies all processes on this database. Fails if the server takes longer than `lineBounds.timeMs`. @param payload
   * Below 8,000 bytes.
   */
  notify(channel: string, payload: string): Promise<void>
  /**
   * Calls `heard` for the notifications of all processes, including this one, until the returned function is called.
   */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
  /** @throws ApiError 503 `DATABASE_UNAVAILABLE` if the database does not answer */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** `DATABASE_URL`; absent for the embedded database. */
  url?: string | undefined
  /** `DATA_DIR`, needed for the embedded database. */
  dataDir?: string | undefined
  /** The caller's lock on `DATA_DIR`. If absent, `openDatabase` takes the lock and `close` releases it. */
  lock?: DataDirectoryLock
  /** The name of the setting with `url`, for messages. Default: `DATABASE_URL`. */
  urlName?: string
  /** Whether to wait for a server that does not answer. Default: true. */
  waits?: boolean
  /** How to wait for a server. */
  settings?: DatabaseSettings
  logger: Logger
}

const allInUse = (): ApiError =>
  unavailable('DATABASE_UNAVAILABLE', 'Too many database transactions are open: send the request again', 1)

/**
 * Opens the database. Waits for a server until it answers.
 *
 * @throws {@link DataDirectoryInUse} if another process uses the folder.
 * @throws {@link ConfigError} if the URL is invalid, the database or user does not exist, or the only server is read-
 *   only.
 * @throws ApiError 503 `DATABASE_UNAVAILABLE` if the server does not answer and `waits` is false.
 */
export async function openDatabase(options: DatabaseOptions): Promise<DatabaseServer> {
  const { url, dataDir, lock: held, settings = readSettings(databaseSettings, { env: {} }), logger } = options
  const { urlName = 'DATABASE_URL', waits = true } = options
  if (url) {
    const places = settings.DATABASE_POOL_SIZE - Math.ceil(settings.DATABASE_POOL_SIZE / 4)
    const server = serve(openPostgres(url, settings, logger, urlName), logger, {
      place: createSemaphore(places, { ms: settings.DATABASE_CONNECT_TIMEOUT, expired: allInUse }),
    })
    await untilWritable(server, { logger, urlName, waits })
    return server
  }
  if (!dataDir) throw new Error('Set DATABASE_URL, or DATA_DIR for the embedded database')
  const lock = held ? undefined : lockDataDirectory(dataDir)
  try {
    return serve(await openPglite(join(dataDir, 'postgres'), logger), logger, { lock })
  } catch (error) {
    lock?.release()
    throw error
  }
}

const ASK_AGAIN_MS = 1_000

/** @throws ConfigError; ApiError 503 if `waits` is false */
async function untilWritable(
  server: DatabaseServer,
  { logger, urlName, waits }: { logger: Logger; urlName: string; waits: boolean },
): Promise<void> {
  for (let isWaiting = false; ; isWaiting = true) {
    try {
      const { rows } = await withSession(server.connections, (session) => session.query('show transaction_read_only'))
      if (rows[0]?.transaction_read_only !== 'on') return
      throw new ConfigError(`${urlName} can only be read: it is a standby, or default_transaction_read_only is on`)
    } catch (error) {
      if (!waits || !(error instanceof ApiError) || error.code !== 'DATABASE_UNAVAILABLE') {
        await server.close()
        throw isRefusal(error) ? new ConfigError(`${urlName} cannot be used: ${error.message}`) : error
      }
      if (!isWaiting) logger.warn(`The start waits for the database: ${error.message}`)
      await delay(ASK_AGAIN_MS)
    }
  }
}

/** Whether the server refuses this user or database. Waiting does not change that. */
const isRefusal = (error: unknown): error is Error => /^(28|3D)/.test(codeOf(error) ?? '')

interface Serving {
  lock?: DataDirectoryLock | undefined
  /** Lets a change wait for its turn among concurrent changes. The embedded database has its own turns. */
  place?: <R>(work: () => Promise<R>) => Promise<R>
}

function serve(
  opened: PgliteStore | PostgresStore,
  logger: Logger,
  { lock, place = (work) => work() }: Serving,
): DatabaseServer {
  const connections = refusedInsideChange(opened)
  return {
    kind: opened.kind,
    connections,
    ...('pool' in opened
      ? { pool: opened.pool, connect: opened.connect }
      : { copyTo: (folder: string, beside: () => Promise<void>) => opened.copyTo(folder, beside) }),
    async open<Tables>(service: ServiceSchema): Promise<Database<Tables>> {
      const kysely = new Kysely<Tables>({ dialect: dialectOf(connections) })
      await migrate(connections, service)
      return {
        read: kysely as unknown as Reader<Tables>,
        change: (work) => changing(() => place(() => changeOnce(kysely, connections, logger, work))),
      }
    },
    async notify(channel, payload) {
      const options = { timeoutMs: lineBounds.timeMs }
      await withSession(connections, (session) =>
        session.query('select pg_notify($1, $2)', [channel, payload], options),
      )
    },
    listen: (channel, heard) => connections.listen(channel, heard),
    async ping() {
      await withSession(connections, (session) => session.query('select 1'))
    },
    async close() {
      await opened.close()
      lock?.release()
    },
  }
}

const ATTEMPTS = 12
const RETRY_MS = 10
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'

async function changing<R>(once: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once()
    } catch (error) {
      if (attempt === ATTEMPTS || !mayPass(error)) throw error
      await delay(Math.random() * RETRY_MS * attempt)
    }
  }
}

function mayPass(error: unknown): boolean {
  const code = codeOf(error)
  return code === SERIALIZATION_FAILURE || code === DEADLOCK || isStalePlan(error)
}

async function changeOnce<Tables, R>(
  kysely: Kysely<Tables>,
  connections: Connections,
  logger: Logger,
  work: (change: Change<Tables>) => Promise<R>,
): Promise<R> {
  const afterwards: (() => void)[] = []
  const result = await kysely.transaction().execute(async (trx) => {
    const onCommit = (after: () => void) => void afterwards.push(after)
    const change = Object.assign(trx, { onCommit })
    return inScope(connections, async () => {
      await presentFence()?.(change)
      return work(change)
    })
  })
  for (const after of afterwards) {
    try {
      after()
    } catch (error) {
      logger.error({ err: error }, 'what was to be done after a commit failed')
    }
  }
  return result
}

interface Scope {
  connections: Connections
  open: boolean
}
const scopes = new AsyncLocalStorage<Scope>()

async function inScope<R>(connections: Connections, work: () => Promise<R>): Promise<R> {
  const scope = { connections, open: true }
  try {
    return await scopes.run(scope, work)
  } finally {
    scope.open = false
  }
}

const INSIDE_CHANGE =
  'The database was used from outside while a change is open: inside change() use the change it hands you, and leave the rest to onCommit()'

/**
 * Makes `session` throw inside a change. A second session would wait forever for the embedded database's only
 * connection.
 */
function refusedInsideChange(opened: Connections): Connections {
  const connections: Connections = {
    kind: opened.kind,
    async session(options) {
      const scope = scopes.getStore()
      if (scope?.open && scope.connections === connections) throw new Error(INSIDE_CHANGE)
      return opened.session(options)
    },
    listen: (channel, heard) => opened.listen(channel, heard),
    setSessionStatements: (statements) => opened.setSessionStatements(statements),
    close: () => opened.close(),
  }
  return connections
}

/** Casts a value for a JSON or JSONB column. Without the cast, both drivers would send an array as an SQL array. */
export const json = <T>(value: T): RawBuilder<T> => sql<T>`${JSON.stringify(value)}::jsonb`
