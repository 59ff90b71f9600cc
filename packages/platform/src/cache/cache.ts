/** A cache: in the memory of this process, or in Redis for several processes. */

import { createSingleFlight } from '@quorate/verify'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../base/clock.ts'
import type { Logger } from '../base/logger.ts'
import { connectRedis } from '../base/redis.ts'

/** The maximum size of all keys and values of one in-memory cache, in UTF-16 units. */
const MAX_CHARACTERS = 67_108_864
/** A longer value is not cached. */
const MAX_VALUE_CHARACTERS = 65_536

/** Values must survive JSON. Each reader gets its own copy. */
export interface Cache {
  get<T>(key: string): Promise<T | undefined>
  set(key: string, value: unknown, ttlMs: number): Promise<void>
  delete(key: string): Promise<void>
  /**
   * Returns the value, and loads it first if it is not cached. Concurrent callers share one load. Failures are not
   * cached.
   */
  fetch<T>(key: string, ttlMs: number, load: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface CacheOptions {
  redisUrl?: string | undefined
  /** The prefix of each key in Redis. */
  prefix?: string
  /** How many values this process keeps: the most recently used ones, as far as {@link MAX_CHARACTERS} allows. */
  max?: number
  clock: Clock
  logger: Logger
}

interface Shelf {
  get(key: string): Promise<string | undefined>
  set(key: string, text: string, ttlMs: number): Promise<void>
  delete(key: string): Promise<void>
  close(): Promise<void>
}

/** During a Redis outage nothing is cached. */
export async function createCache(options: CacheOptions): Promise<Cache> {
  const shelf = options.redisUrl === undefined ? memoryShelf(options) : await redisShelf(options.redisUrl, options)
  const once = createSingleFlight<unknown>()

  const get = async <T>(key: string): Promise<T | undefined> => {
    const text = await shelf.get(key)
    return text === undefined ? undefined : (JSON.parse(text) as T)
  }
  const set = async (key: string, value: unknown, ttlMs: number): Promise<void> => {
    const text = JSON.stringify(value)
    if (text !== undefined) await shelf.set(key, text, ttlMs)
  }
  const loadOnce = async <T>(key: string, ttlMs: number, load: () => Promise<T>): Promise<T> => {
    const cached = await get<T>(key)
    if (cached !== undefined) return cached
    const value = await load()
    await set(key, value, ttlMs)
    return value
  }
  return {
    get,
    set,
    delete: shelf.delete,
    close: shelf.close,
    fetch: <T>(key: string, ttlMs: number, load: () => Promise<T>): Promise<T> =>
      once(key, () => loadOnce(key, ttlMs, load)) as Promise<T>,
  }
}

function memoryShelf({ max = 10_000, clock }: CacheOptions): Shelf {
  const perf = { now: () => clock.now() }
  const texts = new LRUCache<string, string>({
    max,
    maxSize: MAX_CHARACTERS,
    maxEntrySize: MAX_VALUE_CHARACTERS,
    sizeCalculation: (text, key) => key.length + text.length,
    perf,
    ttlResolution: 0,
  })
  return {
    get: async (key) => texts.get(key),
    set: async (key, text, ttl) => void texts.set(key, text, { ttl }),
    delete: async (key) => void texts.delete(key),
    close: async () => texts.clear(),
  }
}

async function redisShelf(url: string, { prefix = 'cache', logger }: CacheOptions): Promise<Shelf> {
  const redis = await connectRedis(url, logger)
  const away = (): undefined => undefined
  return {
    get: async (key) => (await redis.get(`${prefix}:${key}`).catch(away)) ?? undefined,
    set: async (key, text, ttlMs) => void (await redis.set(`${prefix}:${key}`, text, 'PX', ttlMs).catch(away)),
    delete: async (key) => void (await redis.del(`${prefix}:${key}`).catch(away)),
    close: async () => redis.disconnect(),
  }
}
