/** What runs before a route's handler: limits, sessions, first answers; each route has only what it needs. */
import type { FastifyReply, FastifyRequest, onRequestHookHandler, RouteOptions } from 'fastify'
import { type Access, authentication } from './access.ts'
import { unauthorized } from './errors.ts'
import { answerUnknownPath } from './failures.ts'
import type { Http, HttpOptions } from './http-options.ts'
import { answerOnce } from './idempotency.ts'
import { DOCS } from './openapi.ts'
import { addressOf, createRateLimit, type RateLimit } from './rate-limits.ts'
import { connectRedis } from './redis.ts'

/** Gives each route its own guards, so that a request runs only those that it needs. */
export async function guardRoutes(http: Http, options: HttpOptions): Promise<void> {
  const { name, tokens, settings, reads = 'public', firstAnswers } = options
  const { byAddress, byWallet } = await rateLimits(http, options)
  http.addHook('onRoute', (route) => {
    const access = accessOf(route, reads)
    route.config = { ...route.config, access }
    const authenticate = tokens ? authentication(access, tokens, settings.CORS_ORIGINS) : refuseUnless('public', access)
    const counted = route.config.counted !== false
    const limitWallet = counted && tokens && access !== 'public' ? byWallet : undefined
    const limitAddress = counted ? byAddress?.(limitWallet === undefined) : undefined
    const steps = [limitAddress, authenticate, limitWallet].filter((step) => step !== undefined)
    route.onRequest = [...steps.map(inTurn), ...listOf(route.onRequest)]
    if (firstAnswers && access === 'session' && !isRead(route)) answerOnce(route, name, firstAnswers)
    const observe = http.metrics.ofRoute(String(route.method), route.url)
    route.onResponse = [observing(observe), ...listOf(route.onResponse)]
  })
  const unmatched = http.metrics.ofRoute('*', 'unmatched')
  const preHandler = byAddress ? [inTurn(byAddress(true))] : []
  http.setNotFoundHandler({ preHandler }, (request, reply) => {
    unmatched(404, reply.elapsedTime)
    return answerUnknownPath(request, reply)
  })
}

const listOf = <T>(value: T | T[] | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

const observing =
  (observe: (status: number, elapsedMs: number) => void) =>
  (_request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    observe(reply.statusCode, reply.elapsedTime)
    done()
  }

function accessOf(route: RouteOptions, reads: Access): Access {
  const { config, method, url } = route
  if (config?.access) return config.access
  if (url.startsWith(DOCS) || method === 'OPTIONS') return 'public'
  return isRead(route) ? reads : 'session'
}

const isRead = ({ method }: RouteOptions): boolean => listOf(method).every((verb) => verb === 'GET' || verb === 'HEAD')

type Step = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>

/** A step as a hook that waits only if the step does. */
const inTurn =
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

function refuseUnless(allowed: Access, access: Access): Step | undefined {
  if (access === allowed || access === 'optional') return undefined
  return () => {
    throw unauthorized('UNAUTHORIZED', 'This service checks no tokens')
  }
}

interface Limits {
  /** Announced in headers unless the wallet's limit is, which is the narrower one. */
  byAddress?: (announce: boolean) => Step
  byWallet?: Step
}

async function rateLimits(http: Http, { name, settings, clock, logger }: HttpOptions): Promise<Limits> {
  const redis = settings.REDIS_URL === undefined ? undefined : await connectRedis(settings.REDIS_URL, logger)
  if (redis) http.addHook('onClose', () => redis.disconnect())
  const limiting = (who: string, limit: number): RateLimit =>
    createRateLimit({ name: `${name}:${who}`, limit, clock, redis })
  const address = limiting('address', settings.RATE_LIMIT_ADDRESS)
  const wallet = limiting('wallet', settings.RATE_LIMIT_WALLET)
  const byWallet: Step = ({ sessionIfAny }, reply) =>
    sessionIfAny && wallet(`${sessionIfAny.chain}:${sessionIfAny.walletId}`, reply)
  return {
    ...(settings.RATE_LIMIT_ADDRESS > 0 && {
      byAddress: (announce) => (request, reply) => address(addressOf(request), reply, announce),
    }),
    ...(settings.RATE_LIMIT_WALLET > 0 && { byWallet }),
  }
}
