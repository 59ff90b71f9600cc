/** Limits for addresses and connections in Socket.IO, which has few limits itself. */
import type { EventEmitter } from 'node:events'
import { type Server as HttpServer, type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Server } from 'socket.io'
import type { Clock } from '../base/clock.ts'
import { type ErrorBody, errorBody, tooMany } from '../base/errors.ts'
import { limits } from '../bounds/platform-limits.ts'
import { countInMemory, networkOf } from '../bounds/rate-limit.ts'
import { networks } from '../http/server/http-server.ts'
import { trustedProxies } from '../http/server/private-socket.ts'

/** Engine.IO's session of one client, before and after it has sent a valid token. */
interface Connection extends EventEmitter {
  readonly request: IncomingMessage
  readonly transport: { readonly socket?: { readonly bufferedAmount: number; terminate(): void } }
  close(discard: boolean): void
}

interface Engine extends EventEmitter {
  readonly clientsCount: number
  /** They run in this order. If one of them sets CORS headers, it answers preflights. */
  readonly middlewares: Middleware[]
}

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/**
 * Counts a further request of the connection's address: an event, or a token to verify.
 * @throws 429 `RATE_LIMITED`
 */
export type CountRequest = (connection: unknown) => void

export interface GuardOptions {
  clock: Clock
  /** Addresses or networks of proxies whose `X-Forwarded-For` is trusted. */
  trustProxy?: readonly string[] | undefined
  /** Requests a minute of one address, including the events and tokens that its sockets send; 0 for unlimited. */
  requestsPerAddress: number
  /** The maximum number of connections of all addresses, and of one, over either transport. */
  connections: number
  connectionsPerAddress: number
  /** Whether Engine.IO answers preflights. */
  cors: boolean
}

/** The window of the packet limit per connection, in milliseconds. */
const WINDOW_MS = 10_000
/** A client that reads has only a few kilobytes waiting. */
const MAX_UNSENT_BYTES = 1_048_576

export function guardSockets(io: Server<never, never>, server: HttpServer, options: GuardOptions): CountRequest {
  const engine = io.engine as unknown as Engine
  const addressOf = addressReader(trustedProxies(options.trustProxy))
  const countRequest = requestCounter(options)
  const open = new Map<string, number>()
  refuseUpgradesElsewhere(server, `${io.path()}/`)
  refuseTooMany(engine, options, { addressOf, countRequest, connectionsOf: (address) => open.get(address) ?? 0 })
  engine.on('connection', (connection: Connection) => {
    const address = addressOf(connection.request)
    open.set(address, (open.get(address) ?? 0) + 1)
    connection.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left === 0) open.delete(address)
      else open.set(address, left)
    })
    const count = countInMemory()
    connection.on('packet', () => {
      const window = Math.floor(options.clock.now() / WINDOW_MS)
      if (count(window, '') > limits.socketPackets.value) cut(connection)
    })
    connection.on('drain', () => {
      if ((connection.transport.socket?.bufferedAmount ?? 0) > MAX_UNSENT_BYTES) cut(connection)
    })
  })
  return (connection) => {
    const excess = countRequest(addressOf((connection as Connection).request))
    if (excess !== undefined) throw tooMany('RATE_LIMITED', `${excess}: wait`)
  }
}

/** Engine.IO would leave WebSockets at other paths half open for a while. */
function refuseUpgradesElsewhere(server: HttpServer, path: string): void {
  server.prependListener('upgrade', (request: IncomingMessage, socket: Socket) => {
    // Node has removed its own listener. Without one, a client that resets its connection would end the process.
    socket.on('error', () => {})
    if (request.url?.startsWith(path)) return
    refuse(request, undefined, errorBody(404, 'NOT_FOUND', `WebSockets are opened at ${path}`))
  })
}

/** Ends a connection immediately, without waiting for the client to read. */
function cut(connection: Connection): void {
  connection.transport.socket?.terminate()
  connection.close(true)
}

/** Counts the requests of each address; returns a message if there are too many. */
function requestCounter({ clock, requestsPerAddress }: GuardOptions): (address: string) => string | undefined {
  const count = countInMemory()
  return (address) =>
    requestsPerAddress > 0 && count(Math.floor(clock.now() / 60_000), address) > requestsPerAddress
      ? `More than ${requestsPerAddress} requests in a minute`
      : undefined
}

interface Counts {
  addressOf(request: IncomingMessage): string
  countRequest(address: string): string | undefined
  connectionsOf(address: string): number
}

/** Answers 429 before Engine.IO creates a session, and 405 to methods that Engine.IO would answer with a 500. */
function refuseTooMany(
  engine: Engine,
  { connections, connectionsPerAddress, cors }: GuardOptions,
  { addressOf, countRequest, connectionsOf }: Counts,
): void {
  const excessOf = (request: IncomingMessage): string | undefined => {
    const address = addressOf(request)
    const tooManyRequests = countRequest(address)
    if (tooManyRequests !== undefined) return tooManyRequests
    if (hasSession(request) || request.method === 'OPTIONS') return undefined
    if (connectionsOf(address) >= connectionsPerAddress)
      return `More than ${connectionsPerAddress} connections of one address`
    return engine.clientsCount >= connections ? `More than ${connections} connections` : undefined
  }
  const methods = new Set(['GET', 'POST', ...(cors ? ['OPTIONS'] : [])])
  engine.middlewares.unshift((request, response, next) => {
    const excess = excessOf(request)
    if (excess !== undefined) refuse(request, response, errorBody(429, 'RATE_LIMITED', `${excess}: wait`))
    else if (methods.has(request.method ?? '')) next()
    else refuse(request, response, errorBody(405, 'METHOD_NOT_ALLOWED', `${request.method} is not supported here`))
  })
}

/** Whether the request belongs to an Engine.IO session; Engine.IO has parsed the query already. */
const hasSession = (request: IncomingMessage): boolean =>
  Boolean((request as { _query?: Record<string, string> })._query?.sid)

function refuse({ socket }: IncomingMessage, response: unknown, body: ErrorBody): void {
  const text = JSON.stringify(body)
  const headers = {
    'content-type': 'application/json',
    ...(body.statusCode === 429 && { 'retry-after': '10' }),
    ...(body.statusCode === 405 && { allow: 'GET, POST' }),
    connection: 'close',
  }
  if (response instanceof ServerResponse) {
    response.writeHead(body.statusCode, headers).end(text)
    return
  }
  // Engine.IO's response object for an upgrade sends nothing.
  const lines = Object.entries({ ...headers, 'content-length': text.length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  socket.end(`HTTP/1.1 ${body.statusCode} ${body.error}\r\n${lines.join('')}\r\n${text}`, () => socket.destroy())
}

/**
 * Finds the client's address. If a trusted proxy sent the request, it is the last address in `X-Forwarded-For` that
 * does not belong to a trusted proxy.
 */
function addressReader(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const isProxy = networks(trustProxy)
  return ({ socket, headers }) => {
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
    let address = socket.remoteAddress ?? ''
    while (address !== '' && isProxy(address)) {
      const before = forwarded.pop()?.trim()
      if (!before) break
      address = before
    }
    return networkOf(address)
  }
}
