/** The HTTP half of a service: everything but its routes. */
import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type onRequestHookHandler,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
  type RouteOptions,
} from 'fastify'
import { Type } from 'typebox'
import { type Access, authentication } from './access.ts'
import type { Clock } from './clock.ts'
import { badRequest, unauthorized, unavailable } from './errors.ts'
import { answerBrokenRequest, answerFailure, answerUnknownPath } from './failures.ts'
import { answerOnce } from './idempotency.ts'
import type { FirstAnswers } from './idempotency-answers.ts'
import { acceptJson } from './json-bodies.ts'
import type { Logger } from './logger.ts'
import { createMetrics, type HttpMetrics } from './metrics.ts'
import { type ApiTitle, DOCS, describeApi } from './openapi.ts'
import { addressOf, createRateLimit, type RateLimit } from './rate-limits.ts'
import { connectRedis } from './redis.ts'
import { securityHeaders } from './security-headers.ts'
import type { Session } from './session.ts'
import type { TokenVerifier } from './tokens.ts'
import { validatorCompiler } from './validation.ts'

/** A Fastify instance whose routes are typed by their TypeBox schemas. */
export type Http = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyInstance {
    metrics: HttpMetrics
    /** From here on `/health` answers 503 and connections end with their answer, so that nobody sends more; `close()` does it too. */
    announceStop(): void
    isStopping(): boolean
  }
}

export interface HttpSettings {
  readonly RATE_LIMIT_WALLET: number
  readonly RATE_LIMIT_ADDRESS: number
  readonly CORS_ORIGINS: readonly string[]
  readonly TRUST_PROXY?: readonly string[]
  readonly REDIS_URL?: string | undefined
}

export interface HttpOptions extends ApiTitle {
  /** The service, as its metrics and limits name it. */
  name: string
  settings: HttpSettings
  logger: Logger
  clock: Clock
  /** Without it, routes with a session answer 401 to everybody. */
  tokens?: TokenVerifier
  /** Who may call GET and HEAD routes that do not say. Default `public`. */
  reads?: Access
  /** Where first answers are kept; without it an Idempotency-Key is not looked at. */
  firstAnswers?: FirstAnswers
  /** Whether routes read and set cookies (`request.cookies`, `reply.setCookie`). */
  cookies?: boolean
}

const BODY_LIMIT = 1024 * 1024
const LONGEST_PARAMETER = 1024

/** Not yet listening; register routes, then `listen({host, port})`. `close()` finishes what was accepted. */
export async function createHttp(options: HttpOptions): Promise<Http> {
  const { name, settings, logger } = options
  const http: Http = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    trustProxy: settings.TRUST_PROXY?.length ? [...settings.TRUST_PROXY] : false,
    bodyLimit: BODY_LIMIT,
    return503OnClosing: false,
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    frameworkErrors: answerFailure,
    clientErrorHandler: answerBrokenRequest,
  })
  const metrics = createMetrics(name)
  http.decorate('metrics', metrics)
  http.setValidatorCompiler(validatorCompiler)
  acceptJson(http)
  decorateSession(http)
  decorateStop(http)
  await addHeaders(http)
  if (settings.CORS_ORIGINS.length) await http.register(cors, corsOptions(settings.CORS_ORIGINS))
  if (options.cookies) await http.register(cookie)
  await guardRoutes(http, options)
  closeIdleConnections(http)
  await describeApi(http, { ...options, takesKeys: options.firstAnswers !== undefined })
  http.setErrorHandler(answerFailure)
  addOwnRoutes(http)
  return http
}

/** The caller's request id if it is a plain one, else a new one. */
const requestId = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID()

function decorateSession(http: Http): void {
  http.decorateRequest('sessionIfAny', undefined)
  http.decorateRequest('keyOwner', undefined)
  http.decorateRequest('session', {
    getter(this: FastifyRequest): Session {
      if (this.sessionIfAny) return this.sessionIfAny
      throw unauthorized()
    },
  })
}

function decorateStop(http: Http): void {
  let stopping = false
  http.decorate('isStopping', () => stopping)
  http.decorate('announceStop', () => {
    stopping = true
  })
}

async function addHeaders(http: Http): Promise<void> {
  const headers = await securityHeaders()
  http.addHook('onRequest', (request, reply, done) => {
    for (const [name, value] of headers) reply.header(name, value)
    reply.header('x-request-id', request.id)
    if (http.isStopping()) reply.header('connection', 'close')
    const nul = request.url.includes('%00')
    done(nul ? badRequest('INVALID_URL', 'The address holds a NUL, which is not text') : undefined)
  })
}

const corsOptions = (origins: readonly string[]) => ({
  origin: origins.includes('*') ? '*' : [...origins],
  credentials: !origins.includes('*'),
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders: [
    'x-request-id',
    'retry-after',
    'link',
    'location',
    'ratelimit-limit',
    'ratelimit-remaining',
    'ratelimit-reset',
  ],
  maxAge: 600,
})

/** Gives each route its own guards, so that a request runs only those that it needs. */
async function guardRoutes(http: Http, options: HttpOptions): Promise<void> {
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

/** While closing, a connection that has just become idle would hold the close up for as long as it is kept alive. */
function closeIdleConnections(http: Http): void {
  let closing: NodeJS.Timeout | undefined
  http.addHook('preClose', async () => {
    http.announceStop()
    closing = setInterval(() => http.server.closeIdleConnections(), 20)
  })
  http.addHook('onClose', async () => clearInterval(closing))
}

const Health = Type.Object({ status: Type.Literal('ok') })

function addOwnRoutes(http: Http): void {
  const plain = { access: 'public', counted: false } as const
  http.get('/metrics', { schema: { hide: true }, config: plain }, async (_request, reply) =>
    reply.type(http.metrics.contentType).send(await http.metrics.text()),
  )
  const schema = { summary: 'Whether the service is up', tags: ['health'], response: { 200: Health } }
  http.get('/health', { schema, config: plain }, (_request, reply) => {
    if (http.isStopping()) throw unavailable('STOPPING', 'The service is stopping')
    reply.send({ status: 'ok' })
  })
}
