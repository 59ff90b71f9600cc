/** Carriers of events between processes: Redis's publish and subscribe, or PostgreSQL's notifications. */
import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Logger } from '../base/logger.ts'
import { connectRedis } from '../base/redis.ts'
import type { DatabaseServer } from '../database/database.ts'
import { createLine } from './line.ts'

export interface Carrier {
  send(text: string): Promise<unknown>
  close(): Promise<void>
}

/**
 * Logs and skips unreadable messages, since others may also write on the channel. An error thrown in a listener would
 * end the process.
 */
const tolerant =
  (logger: Logger, hear: (text: string) => void) =>
  (text: string): void => {
    try {
      hear(text)
    } catch (error) {
      logger.warn({ err: error }, 'Ignored a foreign message on the events channel')
    }
  }

export async function redisCarrier(
  url: string,
  channel: string,
  logger: Logger,
  heard: (text: string) => void,
): Promise<Carrier> {
  const sender = await connectRedis(url, logger)
  const receiver = await connectRedis(url, logger, { patient: true })
  const hear = tolerant(logger, heard)
  receiver.on('message', (_channel, text) => hear(text))
  const subscribed = receiver.subscribe(channel).catch(() => {})
  if (receiver.status === 'ready') await subscribed
  return {
    send: (text) => sender.publish(channel, text),
    close: async () => {
      sender.disconnect()
      receiver.disconnect()
    },
  }
}

/**
 * The maximum number of bytes of text in one notification. With the JSON around it, it stays below PostgreSQL's 8,000
 * bytes.
 */
const LARGEST_PART = 7000
/** How many messages may be incomplete at a time. Beyond that, the oldest is dropped. */
const INCOMPLETE = 1000

interface MessagePart {
  id: string
  part: number
  of: number
  base64: string
}

/** Sends messages in order. A message too large for a notification is sent in parts. */
export async function databaseCarrier(
  server: Pick<DatabaseServer, 'notify' | 'listen'>,
  channel: string,
  logger: Logger,
  heard: (text: string) => void,
): Promise<Carrier> {
  const join = joiner()
  const hear = tolerant(logger, (payload) => {
    const message = JSON.parse(payload) as string | MessagePart
    const whole = typeof message === 'string' ? message : join(message)
    if (whole !== undefined) heard(whole)
  })
  const stop = await server.listen(channel, hear)
  const sendParts = async (text: string): Promise<void> => {
    for (const payload of split(text)) await server.notify(channel, JSON.stringify(payload))
  }
  const inLine = createLine()
  return { send: (text) => inLine(() => sendParts(text)), close: stop }
}

function split(text: string): (string | MessagePart)[] {
  if (Buffer.byteLength(JSON.stringify(text)) <= LARGEST_PART) return [text]
  const base64 = Buffer.from(text).toString('base64')
  const id = randomUUID()
  const of = Math.ceil(base64.length / LARGEST_PART)
  return Array.from({ length: of }, (_, part) => ({
    id,
    part,
    of,
    base64: base64.slice(part * LARGEST_PART, (part + 1) * LARGEST_PART),
  }))
}

/** Returns the whole message once all its parts have arrived. */
function joiner(): (part: MessagePart) => string | undefined {
  const incomplete = new LRUCache<string, string[]>({ max: INCOMPLETE })
  return ({ id, part, of, base64 }) => {
    const parts = incomplete.get(id) ?? []
    parts[part] = base64
    incomplete.set(id, parts)
    if (Object.keys(parts).length < of) return undefined
    incomplete.delete(id)
    return Buffer.from(parts.join(''), 'base64').toString()
  }
}
