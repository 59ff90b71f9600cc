/** Carries events to the sockets of all processes: through Redis streams, or PostgreSQL's notifications. */
import { createAdapter as createPostgresAdapter } from '@socket.io/postgres-adapter'
import { createAdapter as createRedisAdapter } from '@socket.io/redis-streams-adapter'
import type { Redis } from 'ioredis'
import type { Client, Pool, QueryConfig } from 'pg'
import type { ServerOptions } from 'socket.io'
import type { Logger } from '../base/logger.ts'
import { connectRedis } from '../base/redis.ts'
import { lineBounds } from '../bounds/line-bounds.ts'
import { createLine } from '../events/line.ts'

interface PostgresServer {
  pool: Pool
  /** Opens a connection outside the pool. */
  connect(): Promise<Client>
}

export interface AdapterSource {
  /** Redis takes precedence over PostgreSQL. With neither, or an embedded database, events stay in this process. */
  redisUrl?: string | undefined
  server?: Partial<PostgresServer> | undefined
  /** Processes that serve the same sockets use the same name, such as the service's. */
  channel?: string
  logger: Logger
}

export interface Adapter {
  create: NonNullable<ServerOptions['adapter']>
  close(): Promise<void>
}

export async function openAdapter({
  redisUrl,
  server,
  channel = 'quorate',
  logger,
}: AdapterSource): Promise<Adapter | undefined> {
  if (redisUrl !== undefined) return redisAdapter(redisUrl, channel, logger)
  const { pool, connect } = server ?? {}
  return pool && connect ? postgresAdapter({ pool, connect }, channel, logger) : undefined
}

/**
 * Writes use a connection that fails fast, so that this process serves its sockets during a Redis outage. Reads use
 * patient connections, since the adapter retries immediately after a failure.
 */
async function redisAdapter(url: string, channel: string, logger: Logger): Promise<Adapter> {
  const readers: Redis[] = []
  const reader = await connectRedis(url, logger, { patient: true })
  const writer = await connectRedis(url, logger)
  const duplicate = (): Redis => {
    const copy = reader.duplicate()
    copy.on('error', () => {})
    readers.push(copy)
    return copy
  }
  Object.assign(writer, { duplicate })
  return {
    create: createRedisAdapter(writer, { streamName: `${channel}:events`, channelPrefix: channel }),
    async close() {
      for (const redis of [reader, writer, ...readers]) redis.disconnect()
    },
  }
}

/**
 * The table of events that are too large for a notification. Its ids are integers, since the adapter writes them as
 * JSON, which bigints do not survive.
 */
const ATTACHMENTS = 'platform.socket_io_attachments'

async function postgresAdapter({ pool, connect }: PostgresServer, channel: string, logger: Logger): Promise<Adapter> {
  await pool.query(`do $$ begin
    perform pg_advisory_xact_lock(hashtext('quorate ${ATTACHMENTS}'));
    create schema if not exists platform;
    create table if not exists ${ATTACHMENTS} (
      id integer generated always as identity (cycle) primary key, created_at timestamptz default now(), payload bytea);
  end $$`)
  const errorHandler = (error: Error): void =>
    logger.warn({ err: error }, 'An event did not reach the sockets of other processes')
  const listeners = listenersFrom(connect)
  const create = createPostgresAdapter({ ...answeringInTime(pool), connect: listeners.open } as unknown as Pool, {
    tableName: ATTACHMENTS,
    channelPrefix: channel,
    errorHandler,
  })
  const adapter = inOrder(create, errorHandler)
  return {
    ...adapter,
    async close() {
      await adapter.close()
      await listeners.close()
    },
  }
}

/**
 * Opens the adapter's listening connections, outside the pool. The adapter takes a new one whenever it has lost one or
 * a LISTEN failed, and returns none: a pool would be empty after a few losses.
 */
function listenersFrom(connect: () => Promise<Client>): { open(): Promise<Client>; close(): Promise<void> } {
  const opened = new Set<Client>()
  let closed = false
  /** Ends a connection. The adapter does not replace it. */
  const end = (client: Client): void => {
    opened.delete(client)
    client.removeAllListeners('end').connection.stream.destroy()
  }
  const open = async (): Promise<Client> => {
    const client = await connect().catch((error: unknown) => (closed ? undefined : Promise.reject(error)))
    if (client && closed) end(client)
    // Otherwise the adapter would continue to open connections after it was closed.
    if (closed || !client) return new Promise(() => {})
    opened.add(client)
    client.once('end', () => opened.delete(client))
    const query = client.query.bind(client) as (text: string) => Promise<unknown>
    const listen = (text: string): Promise<unknown> =>
      query(text).catch((error: unknown) => {
        // The adapter has already noticed the end, and would open two connections.
        if (!opened.has(client)) return
        end(client)
        throw error
      })
    return Object.assign(client, { query: listen, release: () => end(client) }) as Client
  }
  return {
    open,
    async close() {
      closed = true
      for (const client of opened) end(client)
    },
  }
}

/**
 * Adds a timeout to the adapter's statements, which have none. The pool closes the connection of a statement that timed
 * out.
 */
const answeringInTime = (pool: Pool) => ({
  query: (text: string, values?: unknown[]) =>
    pool.query({ text, ...(values && { values }), query_timeout: lineBounds.timeMs } as QueryConfig),
})

interface Publisher {
  doPublish(message: unknown): Promise<unknown>
}

/**
 * Publishes events one after the other. The adapter itself uses any free connection, so a later event could arrive
 * first.
 */
function inOrder(create: ReturnType<typeof createPostgresAdapter>, errorHandler: (error: Error) => void): Adapter {
  const inLine = createLine()
  let last: Promise<unknown> = Promise.resolve()
  // A function that Socket.IO can call with `new`.
  const ordered: Adapter['create'] = function adapterOf(space: unknown) {
    const adapter = create(space)
    const publisher = adapter as unknown as Publisher
    const publish = publisher.doPublish.bind(adapter)
    publisher.doPublish = (message) => {
      last = inLine(() => publish(message)).catch(errorHandler)
      return last
    }
    return adapter
  }
  return {
    create: ordered,
    async close() {
      await last
    },
  }
}
