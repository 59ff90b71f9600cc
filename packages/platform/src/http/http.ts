/** The HTTP server of a service, without the service's routes. */
import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import fastify, { type FastifyBaseLogger, type FastifyRequest, LogController } from 'fastify'
import { Type } from 'typebox'
import { badRequest, unauthorized, unavailable } from '../base/errors.ts'
import { createMetrics } from '../base/metrics.ts'
import { limits } from '../bounds/platform-limits.ts'
import type { Session } from '../tokens/session.ts'
import { assertMayReadMetrics } from './access/metrics-access.ts'
import { answerBrokenRequest, answerFailure } from './answers/failures.ts'
import { securityHeaders } from './answers/security-headers.ts'
import { buildSerializer } from './answers/serializers.ts'
import { acceptJson } from './bodies/json-bodies.ts'
import { validatorCompiler } from './bodies/validation.ts'
import { describeApi } from './openapi/openapi.ts'
import type { HttpOptions } from './options.ts'
import { answerUnrouted, countRequests, createRequestLimits, type RequestLimits } from './request-limits.ts'
import { guardRoutes } from './route-guards.ts'
import { createHttpServer } from './server/http-server.ts'
import type { Http } from './server/http-type.ts'
import { trustedProxies } from './server/private-socket.ts'
import { closeInOrder, decorateStop } from './server/stop.ts'

/**
 * Creates a server that does not listen yet: register routes, then call `listen({host, port})`. `close()` finishes
 * accepted requests.
 */
export async function createHttp(options: HttpOptions): Promise<Http> {
  const { name, settings, logger } = options
  let requestLimits: RequestLimits = {}
  const http: Http = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    trustProxy: trustedProxies(settings.TRUST_PROXY),
    bodyLimit: limits.bodyBytes.value,
    return503OnClosing: false,
    routerOptions: { maxParamLength: limits.pathParameterLength.value },
    schemaController: { compilersFactory: { buildSerializer } },
    serverFactory: (handle) => createHttpServer(settings, handle),
    frameworkErrors: (error, request, reply) => void answerUnrouted(error, request, reply, requestLimits),
    clientErrorHandler: answerBrokenRequest,
  })
  const metrics = createMetrics(name, options.clock)
  http.decorate('metrics', metrics)
  http.setValidatorCompiler(validatorCompiler)
  acceptJson(http)
  decorateSession(http)
  decorateStop(http)
  await addHeaders(http)
  await http.register(cookie)
  requestLimits = await createRequestLimits(http, options)
  // The CORS hook answers preflights, so they are counted before it. Other requests are counted after it, so that a
  // page can read a 429.
  countRequests(http, requestLimits, (method) => method === 'OPTIONS')
  if (settings.CORS_ORIGINS.length) await http.register(cors, corsOptions(settings.CORS_ORIGINS))
  countRequests(http, requestLimits, (method) => method !== 'OPTIONS')
  http.addHook('onRequest', (request, _reply, done) => done(faultOfHead(request)))
  guardRoutes(http, options, requestLimits)
  closeInOrder(http)
  await describeApi(http, { ...options, takesKeys: options.idempotencyStore !== undefined })
  http.setErrorHandler(answerFailure)
  addOwnRoutes(http, settings.METRICS_TOKEN, options.version)
  return http
}

/** The caller's request id if it is a plain one, otherwise a new one. */
const requestId = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID()

function decorateSession(http: Http): void {
  http.decorateRequest('sessionIfAny', undefined)
  http.decorateRequest('heldKey', undefined)
  http.decorateRequest('earlierAnswer', undefined)
  http.decorateRequest('streamedHash', undefined)
  http.decorateRequest('session', {
    getter(this: FastifyRequest): Session {
      if (this.sessionIfAny) return this.sessionIfAny
      throw unauthorized()
    },
  })
}

async function addHeaders(http: Http): Promise<void> {
  const headers = await securityHeaders()
  http.addHook('onRequest', (request, reply, done) => {
    for (const [name, value] of headers) reply.header(name, value)
    reply.header('x-request-id', request.id)
    if (http.isStopping()) reply.header('connection', 'close')
    done()
  })
}

function faultOfHead({ url, raw }: FastifyRequest): Error | undefined {
  // Node uses the first of several Host headers, but a proxy in front may have used another one (RFC 9112 §3.2).
  if (hasSeveralHosts(raw.rawHeaders))
    return badRequest('SEVERAL_HOSTS', 'The request has several Host headers: send one')
  if (url.includes('%00')) return badRequest('INVALID_URL', 'The address contains a NUL character (%00)')
  const most = limits.queryParameters.value
  if (url.split('&', most + 1).length <= most) return undefined
  return badRequest('TOO_MANY_PARAMETERS', `The query has more than ${most} parameters`)
}

/** @param headers Names and values in turn, in the order received. */
function hasSeveralHosts(headers: readonly string[]): boolean {
  let hosts = 0
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] ?? ''
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts++
  }
  return hosts > 1
}
const HOST = 'host'

const corsOptions = (origins: readonly string[]) => ({
  origin: origins.includes('*') ? '*' : [...origins],
  credentials: !origins.includes('*'),
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  // The headers that pages may read, in addition to those that are always readable, such as `cache-control` and
  // `content-length`.
  exposedHeaders: [
    'x-request-id',
    'retry-after',
    'link',
    'x-total-count',
    'location',
    'allow',
    'www-authenticate',
    'idempotency-replayed',
    'ratelimit-limit',
    'ratelimit-remaining',
    'ratelimit-reset',
    'accept-ranges',
    'content-disposition',
    'content-range',
    'etag',
  ],
  maxAge: 600,
})

const Health = Type.Object({
  status: Type.Literal('ok'),
  version: Type.String({ description: 'the version of the service' }),
})

function addOwnRoutes(http: Http, metricsToken: string | undefined, version: string): void {
  const measured = {
    summary: 'Get metrics for Prometheus',
    description: 'In the text format of Prometheus. Only for this machine, or with METRICS_TOKEN as the bearer token.',
    tags: ['health'],
    errors: { 401: ['METRICS_TOKEN_REQUIRED'], 403: ['METRICS_FORBIDDEN'] },
    response: { 200: { description: 'As text', content: { 'text/plain': { schema: Type.String() } } } },
  }
  http.get('/metrics', { schema: measured, config: { access: 'public' } }, async (request, reply) => {
    assertMayReadMetrics(request, metricsToken)
    return reply.type(http.metrics.contentType).send((await http.metrics.text()) as never)
  })
  const schema = {
    summary: 'Check that the service is up',
    description: 'With its version. Checks nothing that it depends on: see `GET /health/check`.',
    tags: ['health'],
    response: { 200: Health },
  }
  http.get('/health', { schema, config: { access: 'public', rateLimited: false } }, (_request, reply) => {
    if (http.isStopping()) throw unavailable('STOPPING', 'The service is stopping')
    reply.send({ status: 'ok', version })
  })
}
