/** Applies the rate limits to requests: by address to all requests, by wallet on routes that look for a session. */
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { connectRedis } from '../base/redis.ts'
import type { Session } from '../tokens/session.ts'
import { answerFailure } from './failures.ts'
import type { Http, HttpOptions } from './options.ts'
import { addressOf, createRateLimit, type RateLimit } from './rate-limits.ts'

export type Step = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>

/** A step as a hook that waits only if the step does. */
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
    /**
     * Counts further requests for the sender of this one: each page of a mirror node that this request makes the
     * service read.
     */
    countMore(count: number): void
  }
}

export interface RequestLimits {
  byAddress?: Step
  /**
   * Comes second: the ratelimit headers of a request with a session are those of its wallet, whose limit is narrower.
   */
  byWallet?: Step
}

export async function createRequestLimits(
  http: Http,
  { name, settings, clock, logger, tokens }: HttpOptions,
): Promise<RequestLimits> {
  const redis = settings.REDIS_URL === undefined ? undefined : await connectRedis(settings.REDIS_URL, logger)
  if (redis) http.addHook('onClose', () => redis.disconnect())
  const limiting = (who: string, limit: number): RateLimit =>
    createRateLimit({ name: `${name}:${who}`, limit, clock, redis })
  const address = limiting('address', settings.RATE_LIMIT_ADDRESS)
  const wallet = limiting('wallet', settings.RATE_LIMIT_WALLET)
  const limitsWallets = tokens !== undefined && settings.RATE_LIMIT_WALLET > 0
  const byWallet: Step = ({ sessionIfAny }, reply) => sessionIfAny && wallet(nameOf(sessionIfAny), reply)
  const byAddress: Step = (request, reply) => {
    if (request.routeOptions.config?.rateLimited === false) return undefined
    return address(addressOf(request), reply)
  }
  http.decorateRequest('countMore', function (this: FastifyRequest, count: number): void {
    if (settings.RATE_LIMIT_ADDRESS > 0) address.add(addressOf(this), count)
    if (limitsWallets && this.sessionIfAny) wallet.add(nameOf(this.sessionIfAny), count)
  })
  return { ...(settings.RATE_LIMIT_ADDRESS > 0 && { byAddress }), ...(limitsWallets && { byWallet }) }
}

const nameOf = ({ chain, walletId }: Session): string => `${chain}:${walletId}`

/** Counts requests whose method `isCounted` names, before anything else is done with them. */
export function countByAddress(http: Http, { byAddress }: RequestLimits, isCounted: (method: string) => boolean): void {
  if (byAddress)
    http.addHook(
      'onRequest',
      inTurn((request, reply) => (isCounted(request.method) ? byAddress(request, reply) : undefined)),
    )
}

/** Counts and answers a request that no route and no hook sees, such as one whose path cannot be decoded. */
export async function answerUnrouted(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { byAddress }: RequestLimits,
): Promise<void> {
  let failure = error
  try {
    await byAddress?.(request, reply)
  } catch (overLimit) {
    failure = overLimit
  }
  answerFailure(failure, request, reply)
}
