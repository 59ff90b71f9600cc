/**
 * Applies the rate limits to requests: by wallet to those with a valid token, by address to all others. All wallets of
 * one address together may send a multiple of the address's limit. A request whose token this process has not verified
 * yet also counts by address, before the token is verified.
 */
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { connectRedis } from '../base/redis.ts'
import { limits } from '../bounds/platform-limits.ts'
import { addressOf, createRateLimit, type RateLimit } from '../bounds/rate-limit.ts'
import type { Session } from '../tokens/session.ts'
import { tokenOf } from './access/access.ts'
import { answerFailure } from './answers/failures.ts'
import type { HttpOptions } from './options.ts'
import type { Http } from './server/http-type.ts'

export type Step = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>

/** Turns a step into a hook that waits only if the step does. */
export const inTurn =
  (step: Step): onRequestHookHandler =>
  (request, reply, done) => {
    try {
      const pending = step(request, reply)
      if (pending) pending.then(() => done(), done)
      else done()
    } catch (error) {
      done(error as Error)
    }
  }

declare module 'fastify' {
  interface FastifyRequest {
    /** The wallet that this request was counted for on arrival, instead of its address. */
    countedWallet: string | undefined
  }
}

export interface RequestLimits {
  /** Counts each request before anything else. */
  onArrival?: Step
  /**
   * Counts a request by its wallet once its token is verified. Does nothing if it was already counted by its wallet on
   * arrival.
   */
  byWallet?: Step
}

export async function createRequestLimits(
  http: Http,
  { name, settings, clock, logger, tokens, secureCookies = false }: HttpOptions,
): Promise<RequestLimits> {
  const redis = settings.REDIS_URL === undefined ? undefined : await connectRedis(settings.REDIS_URL, logger)
  if (redis) http.addHook('onClose', () => redis.disconnect())
  const limiting = (who: string, limit: number, isQuiet = false): RateLimit =>
    createRateLimit({ name: `${name}:${who}`, limit, clock, redis, isQuiet })
  const address = limiting('address', settings.RATE_LIMIT_ADDRESS)
  const sessions = limiting('sessions', settings.RATE_LIMIT_ADDRESS * limits.sessionsOfAddress.value, true)
  const wallet = limiting('wallet', settings.RATE_LIMIT_WALLET)
  const limitsWallets = tokens !== undefined && settings.RATE_LIMIT_WALLET > 0
  const byWallet: Step = ({ sessionIfAny, countedWallet }, reply) =>
    sessionIfAny && countedWallet === undefined ? wallet(nameOf(sessionIfAny), reply) : undefined
  const rememberedSession = (request: FastifyRequest): Session | undefined => {
    const token = tokenOf(request, secureCookies)
    try {
      return token === undefined ? undefined : tokens?.recall(token)
    } catch {
      return undefined
    }
  }
  const onArrival: Step = (request, reply) => {
    if (request.routeOptions.config?.rateLimited === false) return undefined
    const session = limitsWallets ? rememberedSession(request) : undefined
    if (!session) return address(addressOf(request), reply)
    const name = nameOf(session)
    request.countedWallet = name
    // A refused request of one wallet does not count against the other wallets of its address.
    const own = wallet(name, reply)
    return own ? own.then(() => sessions(addressOf(request), reply)) : sessions(addressOf(request), reply)
  }
  http.decorateRequest('countedWallet', undefined)
  return { ...(settings.RATE_LIMIT_ADDRESS > 0 && { onArrival }), ...(limitsWallets && { byWallet }) }
}

const nameOf = ({ chain, walletId }: Session): string => `${chain}:${walletId}`

/** Counts requests with a method that `isCounted` accepts, before anything else. */
export function countRequests(http: Http, { onArrival }: RequestLimits, isCounted: (method: string) => boolean): void {
  if (onArrival)
    http.addHook(
      'onRequest',
      inTurn((request, reply) => (isCounted(request.method) ? onArrival(request, reply) : undefined)),
    )
}

/** Counts and answers a request that reaches no route and no hook, such as one with a path that cannot be decoded. */
export async function answerUnrouted(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { onArrival }: RequestLimits,
): Promise<void> {
  let failure = error
  try {
    await onArrival?.(request, reply)
  } catch (overLimit) {
    failure = overLimit
  }
  answerFailure(failure, request, reply)
}
