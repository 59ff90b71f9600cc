/** Events between the parts of a running system. They reach this process and others, and are not stored. */
import { randomUUID } from 'node:crypto'
import type { Logger } from '../base/logger.ts'
import type { DatabaseServer } from '../database/database.ts'
import { type Carrier, databaseCarrier, redisCarrier } from './carriers.ts'

/** The platform's own events. */
export interface PlatformEvents {
  /** A logout; `expiresAt` is when the token would expire, in milliseconds since the epoch. */
  'session.revoked': { tokenId: string; expiresAt: number }
}

/** Events by name, with their JSON data. A process that is not connected when an event is emitted misses it. */
export interface Events<Map extends object> {
  /**
   * Calls this process's listeners immediately, and those of other processes soon after. For a database change, call it
   * after the commit.
   */
  emit<Name extends keyof Map & string>(name: Name, data: Map[Name]): void
  /** Calls `listener` once for each event; its errors are logged. The returned function stops that. */
  on<Name extends keyof Map & string>(name: Name, listener: (data: Map[Name]) => void | Promise<void>): () => void
  close(): Promise<void>
}

export interface EventsOptions {
  /** Redis takes precedence over PostgreSQL. With neither, or an embedded database, events stay in this process. */
  redisUrl?: string | undefined
  server?: Pick<DatabaseServer, 'kind' | 'notify' | 'listen'> | undefined
  /** Processes with the same channel receive each other's events. */
  channel?: string
  logger: Logger
}

interface Message {
  /** The id of the process that emitted the event. Its own listeners have been called already. */
  origin: string
  name: string
  data: unknown
}

type Listener = (data: never) => void | Promise<void>

export async function createEvents<Map extends object = object>(
  options: EventsOptions,
): Promise<Events<Map & PlatformEvents>> {
  const { logger } = options
  const origin = randomUUID()
  const listeners = new Map<string, Set<Listener>>()

  const tell = async (listener: Listener, name: string, data: unknown): Promise<void> => {
    try {
      await listener(data as never)
    } catch (error) {
      logger.error({ err: error, event: name }, `A listener of ${name} failed`)
    }
  }
  const tellAll = (name: string, data: unknown): void => {
    for (const listener of listeners.get(name) ?? []) void tell(listener, name, data)
  }
  const carrier = await openCarrier(options, (text) => {
    const { origin: sender, name, data } = JSON.parse(text) as Message
    if (sender !== origin) tellAll(name, data)
  })
  return {
    emit(name, data) {
      tellAll(name, data)
      carrier?.send(JSON.stringify({ origin, name, data } satisfies Message)).catch((error: unknown) => {
        logger.warn({ err: error, event: name }, `The event ${name} did not reach other processes`)
      })
    },
    on(name, listener) {
      const heard = listeners.get(name) ?? new Set()
      listeners.set(name, heard.add(listener))
      return () => heard.delete(listener)
    },
    close: async () => carrier?.close(),
  }
}

async function openCarrier(
  { redisUrl, server, channel = 'quorate', logger }: EventsOptions,
  heard: (text: string) => void,
): Promise<Carrier | undefined> {
  if (redisUrl !== undefined) return redisCarrier(redisUrl, channel, logger, heard)
  return server?.kind === 'postgres' ? databaseCarrier(server, channel, logger, heard) : undefined
}
