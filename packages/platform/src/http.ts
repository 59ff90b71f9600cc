/** The HTTP half of a service: everything but its routes. */
import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import fastify, { type FastifyBaseLogger, type FastifyRequest, LogController } from 'fastify'
import { Type } from 'typebox'
import { badRequest, unauthorized, unavailable } from './errors.ts'
import { answerBrokenRequest, answerFailure } from './failures.ts'
import type { Http, HttpOptions } from './http-options.ts'
import { closeInOrder, decorateStop } from './http-stopping.ts'
import { acceptJson } from './json-bodies.ts'
import { createMetrics } from './metrics.ts'
import { describeApi } from './openapi.ts'
import { guardRoutes } from './route-guards.ts'
import { securityHeaders } from './security-headers.ts'
import type { Session } from './session.ts'
import { validatorCompiler } from './validation.ts'

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
  closeInOrder(http)
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

const Health = Type.Object({ status: Type.Literal('ok') })

function addOwnRoutes(http: Http): void {
  const plain = { access: 'public', counted: false } as const
  const measured = {
    summary: 'Measurements, in the text format of Prometheus',
    tags: ['health'],
    response: { 200: { description: 'As text', content: { 'text/plain': { schema: Type.String() } } } },
  }
  http.get('/metrics', { schema: measured, config: plain }, async (_request, reply) =>
    reply.type(http.metrics.contentType).send((await http.metrics.text()) as never),
  )
  const schema = { summary: 'Whether the service is up', tags: ['health'], response: { 200: Health } }
  http.get('/health', { schema, config: plain }, (_request, reply) => {
    if (http.isStopping()) throw unavailable('STOPPING', 'The service is stopping')
    reply.send({ status: 'ok' })
  })
}
