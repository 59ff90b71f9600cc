/** A small service over real HTTP, for the tests of the HTTP half. */
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { Type } from 'typebox'
import type { Clock } from '../src/base/clock.ts'
import { unavailable } from '../src/base/errors.ts'
import { readSettings } from '../src/config/config.ts'
import { platformSettings } from '../src/config/settings.ts'
import { createHttp } from '../src/http/http.ts'
import type { HttpOptions } from '../src/http/options.ts'
import type { Http } from '../src/http/server/http-type.ts'
import { type TestTokens, testTokens } from '../src/testing/tokens.ts'
import { AmountIn } from '../src/values/amounts.ts'
import { Bytes } from '../src/values/bytes.ts'
import { AccountId } from '../src/values/ids.ts'

export interface Answer {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

export interface TestService {
  http: Http
  url: string
  port: number
  tokens: TestTokens
  /** Log lines so far. */
  log: Record<string, unknown>[]
  get(path: string, init?: RequestInit): Promise<Answer>
  /** Posts JSON with `token` as Bearer. */
  post(path: string, body: unknown, token?: string, headers?: Record<string, string>): Promise<Answer>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export const movableClock = (start = Date.parse('2026-01-01T00:00:00Z')): Clock & { advance(ms: number): void } => {
  let now = start
  return {
    now: () => now,
    advance(ms) {
      now += ms
    },
  }
}

/** Starts it with settings from `env`; `routes` adds to the standard ones. */
export async function startService(
  env: Record<string, string> = {},
  options: Partial<HttpOptions> = {},
  routes: (http: Http) => void | Promise<void> = () => {},
): Promise<TestService> {
  const log: Record<string, unknown>[] = []
  const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(JSON.parse(line)) })
  const clock = options.clock ?? movableClock()
  const tokens = await testTokens(clock)
  const settings = readSettings(platformSettings, { env })
  const title = { title: 'Test', description: 'A test service', version: '1.0.0' }
  const http = await createHttp({
    name: 'test',
    ...title,
    settings,
    logger,
    clock,
    tokens: tokens.verifier,
    ...options,
  })
  standardRoutes(http)
  await routes(http)
  const url = await http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = http.server.address() as AddressInfo
  const call = (path: string, init?: RequestInit) => fetch(url + path, init).then(read)
  return {
    http,
    url,
    port,
    tokens,
    log,
    get: call,
    post(path, body, token, headers = {}) {
      const bearer = token === undefined ? {} : { authorization: `Bearer ${token}` }
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...bearer, ...headers } }
      return call(path, { ...init, body: typeof body === 'string' ? body : JSON.stringify(body) })
    },
    close: () => http.close(),
    [Symbol.asyncDispose]: () => http.close(),
  }
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = text !== '' && response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : { text } }
}

function standardRoutes(http: Http): void {
  http.get('/open', () => ({ open: true }))
  http.get('/mine', { config: { access: 'session' } }, (request) => ({ wallet: request.session.walletId }))
  http.get('/maybe', { config: { access: 'optional' } }, (request) => ({
    wallet: request.sessionIfAny?.walletId ?? null,
  }))
  http.post('/upload', { config: { scope: 'ipfs:upload' } }, (request) => ({ wallet: request.session.walletId }))
  http.post('/write', (request) => ({ wallet: request.session.walletId, body: request.body ?? null }))
  http.post('/unguarded', { config: { access: 'public' } }, (request) => ({ body: request.body ?? null }))
  http.get('/broken', () => {
    throw new Error('the password is swordfish')
  })
  http.get('/down', () => {
    throw unavailable('MIRROR_UNAVAILABLE', 'The mirror does not answer', 7)
  })
  http.get('/query', { schema: { querystring: Query } }, (request) => request.query)
  http.get('/item/:id', { schema: { params: Type.Object({ id: AccountId }) } }, (request) => request.params)
  http.post(
    '/transfer',
    { schema: { body: Transfer, tags: ['transfers'] }, config: { access: 'public' } },
    (request) => request.body,
  )
}

const Query = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
  flag: Type.Optional(Type.Boolean()),
  names: Type.Optional(Type.Array(Type.String())),
  serial: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
})
const Transfer = Type.Object({
  receiverId: AccountId,
  amount: AmountIn,
  bytes: Type.Optional(Bytes),
  memo: Type.String({ default: '' }),
  owners: Type.Optional(Type.Array(Type.Object({ wallet: AccountId }))),
})
