/**
 * Connections to Redis or Valkey, which holds only caches, counts and messages. During an outage, work continues
 * without it.
 */
import { Redis, ReplyError } from 'ioredis'
import { ConfigError } from './errors.ts'
import type { Logger } from './logger.ts'

/** How long a command may take before work continues without its answer, in milliseconds. */
const TIMEOUT_MS = 300

/**
 * Opens a connection that fails fast while the server is down, reconnects by itself, and logs each outage once.
 * Resolves when it is ready, or has failed for the first time. A `patient` connection keeps commands until the server
 * is back.
 *
 * @throws {@link ConfigError} if the server refuses what REDIS_URL names, such as its database or its password
 */
export async function connectRedis(url: string, logger: Logger, options: { patient?: boolean } = {}): Promise<Redis> {
  const redis = new Redis(url, {
    enableOfflineQueue: options.patient === true,
    maxRetriesPerRequest: options.patient ? null : 0,
    ...(options.patient ? {} : { commandTimeout: TIMEOUT_MS }),
    connectTimeout: 5000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
  })
  reportOutages(redis, logger)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  redis.once('ready', resolve).once('error', (error) => {
    if (error instanceof ReplyError) reject(new ConfigError(`REDIS_URL cannot be used: ${error.message}`))
    else resolve()
  })
  await promise.catch((error: unknown) => {
    redis.disconnect()
    throw error
  })
  return redis
}

function reportOutages(redis: Redis, logger: Logger): void {
  let down = false
  let wasReady = false
  redis.on('error', (error) => {
    // A Redis error reply during startup aborts startup.
    if (error instanceof ReplyError && !wasReady) return
    if (!down) logger.warn({ err: error }, 'Redis at REDIS_URL does not answer: continuing without it until it does')
    down = true
  })
  redis.on('ready', () => {
    if (down) logger.info('Redis at REDIS_URL answers again')
    down = false
    wasReady = true
  })
}
