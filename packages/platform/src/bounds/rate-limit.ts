/**
 * Rate limits: how many requests a wallet or an address may send in each minute, counted in Redis by all processes if
 * there is one.
 */
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import type { Clock } from '../base/clock.ts'
import { tooMany } from '../base/errors.ts'

const WINDOW_MS = 60_000
/** How many wallets or addresses are counted in a window. Beyond that, the oldest are forgotten. */
const MAX_COUNTED = 200_000

/**
 * Counts one more request of `who`, and says in the ratelimit headers how many it has left.
 *
 * @throws 429 `RATE_LIMITED` beyond the limit
 */
export type RateLimit = (who: string, reply: FastifyReply) => void | Promise<void>

export interface RateLimitOptions {
  /** Requests a minute. */
  limit: number
  /** The name of the counter, such as `multisig:wallet`. */
  name: string
  clock: Clock
  redis?: Redis | undefined
  /** Whether to send the ratelimit headers only with a refusal, because otherwise they belong to another limit. */
  isQuiet?: boolean
}

/**
 * Windows are the clock's minutes, so all processes count in the same one. While Redis is down, each process counts
 * separately.
 */
export function createRateLimit({ limit, name, clock, redis, isQuiet = false }: RateLimitOptions): RateLimit {
  const countHere = countInMemory()
  const judge = (count: number, now: number, reply: FastifyReply): void => {
    if (isQuiet && count <= limit) return
    const resetSeconds = Math.ceil((WINDOW_MS - (now % WINDOW_MS)) / 1000)
    reply.header('ratelimit-limit', limit)
    reply.header('ratelimit-remaining', Math.max(0, limit - count))
    reply.header('ratelimit-reset', resetSeconds)
    if (count <= limit) return
    reply.header('connection', 'close')
    throw tooMany('RATE_LIMITED', `More than ${limit} requests in a minute: wait`, resetSeconds)
  }
  /** The count of this process, and with Redis the count of all processes. */
  const count = (who: string, now: number): [here: number, shared?: Promise<number>] => {
    const window = Math.floor(now / WINDOW_MS)
    const here = countHere(window, who)
    if (redis?.status !== 'ready') return [here]
    return [here, countInRedis(redis, `rate:${name}:${window}:${who}`).catch(() => here)]
  }
  return (who, reply) => {
    const now = clock.now()
    const [here, shared] = count(who, now)
    return shared ? shared.then((all) => judge(Math.max(all, here), now, reply)) : judge(here, now, reply)
  }
}

/**
 * Counts by wallet or address in the current window; a new window begins at 0. It uses a Map instead of lru-cache,
 * which takes 11 ms of processor time in each window to reserve memory for MAX_COUNTED, and twice as long for each
 * count.
 */
export function countInMemory(): (window: number, who: string) => number {
  let counted = new Map<string, number>()
  let current = -1
  return (window, who) => {
    if (window !== current) {
      counted = new Map()
      current = window
    }
    const count = (counted.get(who) ?? 0) + 1
    if (count === 1 && counted.size >= MAX_COUNTED) counted.delete(counted.keys().next().value ?? '')
    counted.set(who, count)
    return count
  }
}

async function countInRedis(redis: Redis, key: string): Promise<number> {
  const [count] = await Promise.all([redis.incr(key), redis.pexpire(key, 2 * WINDOW_MS)])
  return count
}

const mapped = new BlockList()
mapped.addSubnet('::ffff:0:0', 96, 'ipv6')

/** The address that a request counts for. An IPv6 host counts by its /64, since it controls all of it. */
export const addressOf = ({ ip }: Pick<FastifyRequest, 'ip'>): string => networkOf(ip)

/** The address itself, or the /64 of an IPv6 address. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || !isIPv6(ip) || mapped.check(ip, 'ipv6')) return ip
  const [head = '', tail] = ip.split('::')
  const before = head.split(':')
  if (tail === undefined) return before.slice(0, 4).join(':')
  const zeros = 8 - before.length - tail.split(':').length
  return [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...tail.split(':')].slice(0, 4).join(':')
}
