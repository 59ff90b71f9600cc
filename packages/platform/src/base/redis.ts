/**
 * Connections to Redis or Valkey, which holds only caches, counts and messages: while it is down, work goes on without
 * it.
 */
import { Redis } from 'ioredis'
import type { Logger } from './logger.ts'

/** How long a command may take before we go on without its answer. */
const TIMEOUT_MS = 300

/**
 * Opens a connection that fails fast while the server is down, reconnects by itself, and logs each outage once.
 * Resolves when it is ready, or has failed for the first time. A `patient` connection keeps commands until the server
 * is back.
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
  await new Promise((resolve) => redis.once('ready', resolve).once('error', resolve))
  return redis
}

function reportOutages(redis: Redis, logger: Logger): void {
  let down = false
  redis.on('error', (error) => {
    if (!down) logger.warn({ err: error }, 'Redis at REDIS_URL does not answer: going on without it until it does')
    down = true
  })
  redis.on('ready', () => {
    if (down) logger.info('Redis at REDIS_URL answers again')
    down = false
  })
}
