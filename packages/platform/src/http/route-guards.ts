/** The steps before a route's handler: limits, sessions, first answers. Each route has only the steps that it needs. */
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { Type } from 'typebox'
import { unauthorized } from '../base/errors.ts'
import { type Access, authentication } from './access/access.ts'
import { answerUnknownPath } from './answers/failures.ts'
import { knownPaths } from './answers/known-paths.ts'
import { addVary, makeAnswersSmaller } from './answers/smaller-answers.ts'
import { answerOnce } from './idempotency/idempotency.ts'
import { DOCS } from './openapi/openapi.ts'
import type { HttpOptions } from './options.ts'
import { inTurn, type RequestLimits, type Step } from './request-limits.ts'
import type { Http } from './server/http-type.ts'

/** The query of a route without a query schema: the validator refuses any parameter. */
const NO_PARAMETERS = Type.Object({})

/** Adds each route's own guards, so that a request runs only those that it needs. */
export function guardRoutes(http: Http, options: HttpOptions, { byWallet }: RequestLimits): void {
  const { name, tokens, settings, reads = 'public', idempotencyStore } = options
  const cookieRules = { origins: settings.CORS_ORIGINS, secure: options.secureCookies ?? false }
  const makeSmaller = makeAnswersSmaller()
  http.addHook('onRoute', (route) => {
    const access = accessOf(route, reads)
    const { scope, acts, takes } = route.config ?? {}
    route.config = { ...route.config, access }
    if (!route.schema?.hide && !route.config.anyQuery) route.schema = { querystring: NO_PARAMETERS, ...route.schema }
    const authenticate = tokens
      ? authentication({ access, scope, acts, takes }, tokens, cookieRules)
      : refuseUnless('public', access)
    const rateLimited = route.config.rateLimited !== false
    const isPublic = access === 'public'
    const limitWallet = rateLimited && !isPublic ? byWallet : undefined
    const steps = [isPublic ? undefined : keepPrivate, authenticate, limitWallet].filter((step) => step !== undefined)
    route.onRequest = [...steps.map(inTurn), ...listOf(route.onRequest)]
    if (idempotencyStore && access === 'session' && !isRead(route)) answerOnce(route, name, idempotencyStore)
    makeSmaller(route, isRead(route))
    const observe = http.metrics.ofRoute(String(route.method), route.url)
    route.onResponse = [observing(observe), ...listOf(route.onResponse)]
  })
  answerUnmatched(http)
}

/** Answers to a session are only for its wallet, so caches must not keep them unless the route says so. */
const keepPrivate: Step = (_request, reply) => {
  reply.header('cache-control', 'private, no-store')
  addVary(reply, 'Authorization, Cookie')
}

/** Answers requests without a route before their bodies are read: 404 `NOT_FOUND`, 405 `METHOD_NOT_ALLOWED`. */
function answerUnmatched(http: Http): void {
  const observe = http.metrics.ofRoute('*', 'unmatched')
  const methodsOf = knownPaths(http)
  const answer = (request: FastifyRequest, reply: FastifyReply): void => {
    answerUnknownPath(request, reply, methodsOf(request.url.split('?', 1)[0] ?? ''))
    observe(reply.statusCode, reply.elapsedTime)
  }
  http.addHook('onRequest', (request, reply, done) => (request.is404 ? answer(request, reply) : done()))
  http.setNotFoundHandler(answer)
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

function refuseUnless(allowed: Access, access: Access): Step | undefined {
  if (access === allowed || access === 'optional') return undefined
  return () => {
    throw unauthorized('UNAUTHORIZED', 'This service does not accept tokens')
  }
}
