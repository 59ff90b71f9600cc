/** Limits what a stranger, an address and a connection may use of Socket.IO, which has few limits of its own. */
import type { EventEmitter } from 'node:events'
import { type Server as HttpServer, type IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Server } from 'socket.io'
import type { Clock } from '../base/clock.ts'
import { type ErrorBody, errorBody, tooMany } from '../base/errors.ts'
import { limits } from '../base/platform-limits.ts'
import { networks, oneAfterTheOther } from '../http/bounded-server.ts'
import { trustedProxies } from '../http/private-entrance.ts'
import { countInMemory, networkOf } from '../http/rate-limits.ts'
import { createRequestTurns } from '../http/request-turns.ts'
import { countUnreadAnswers, tooMuchUnread, type UnreadAnswers } from '../http/unread-answers.ts'

/** Engine.IO's session of one client, before and after it has sent a valid token. */
interface Connection extends EventEmitter {
  readonly request: IncomingMessage
  readonly transport: { readonly socket?: WebSocket }
  readonly writeBuffer: readonly { data?: string | Buffer }[]
  readonly readyState: string
  close(discard: boolean): void
}

/** The part of the `ws` package's WebSocket that is used here. */
interface WebSocket extends EventEmitter {
  readonly bufferedAmount: number
  terminate(): void
}

interface Engine extends EventEmitter {
  readonly clients: Record<string, Connection>
  readonly clientsCount: number
  /** In the order in which they run. If there is one for CORS headers, it answers preflights. */
  readonly middlewares: Middleware[]
  readonly ws: {
    readonly options: { maxFragments?: number; maxBufferedChunks?: number; allowSynchronousEvents?: boolean }
    handleUpgrade(...given: [...unknown[], accept: (socket: WebSocket) => void]): void
  }
}

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

export interface Guard {
  /** Records that a socket of the connection has sent a valid token. */
  admitted(connection: unknown): void
  /** Records that a socket has left its namespace: a connection without another socket counts as a stranger again. */
  left(connection: unknown): void
  /**
   * Counts a further request of the connection's address: an event, or a token that is verified.
   * @throws 429 `RATE_LIMITED`
   */
  count(connection: unknown): void
  /** Cuts connections whose clients do not read their messages, or have not sent a valid token in time. */
  sweep(): void
}

export interface GuardOptions {
  clock: Clock
  /** Addresses or networks of proxies whose `X-Forwarded-For` is believed. */
  trustProxy?: readonly string[] | undefined
  /** Requests a minute of one address, including the events and tokens that its sockets send; 0 is no limit. */
  requestsPerAddress: number
  /** Connections of all addresses, and of one, whichever transport they have. */
  connections: number
  connectionsPerAddress: number
  /** Whether Engine.IO answers preflights. */
  cors: boolean
}

export function guardSockets(io: Server<never, never>, server: HttpServer, options: GuardOptions): Guard {
  const engine = io.engine as unknown as Engine
  const addressOf = addressReader(trustedProxies(options.trustProxy))
  const connections = countConnections()
  const strangers = trackStrangers(options.clock)
  const handshakes = trackHandshakes()
  const countRequest = requestCounter(options)
  const unread = countUnreadAnswers()
  const unsent = measureUnsent(unread)
  takeTurns(server, addressOf, { path: `${io.path()}/`, unread })
  refuseTooMany(engine, {
    ...options,
    addressOf,
    countRequest,
    connectionsOf: connections.of,
    strangersOf: strangers.of,
    handshakes,
  })
  // Engine.IO makes its WebSocket server anew when the server listens.
  server.on('listening', () => countFrames(engine, options.clock))
  engine.on('connection', (connection: Connection) => {
    const address = addressOf(connection.request)
    handshakes.end(connection.request)
    connections.add(address)
    connection.once('close', () => connections.remove(address))
    strangers.add(connection, address)
    connection.once('close', () => endSoon(connection))
    const count = counter(options.clock, limits.socketPackets.value)
    connection.on('packet', ({ data }: { data?: unknown }) => {
      if (count() || (data !== undefined && typeof data !== 'string')) cut(connection)
    })
    connection.on('packetCreate', () => {
      if (connection.writeBuffer.length > limits.socketUnsentPackets.value || isUnread(connection)) cut(connection)
    })
    unsent.follow(connection, address)
  })
  return {
    admitted: (connection) => strangers.admit(connection as Connection),
    left: (connection) => strangers.leave(connection as Connection),
    count(connection) {
      const fault = countRequest(addressOf((connection as Connection).request))
      if (fault !== undefined) throw tooMany('RATE_LIMITED', `${fault}: wait`)
    },
    sweep() {
      for (const connection of strangers.late()) cut(connection)
      for (const connection of Object.values(engine.clients)) unsent.measure(connection)
    },
  }
}

const isUnread = ({ transport }: Connection): boolean =>
  (transport.socket?.bufferedAmount ?? 0) > limits.socketUnsentBytes.value

/** Counts the unsent messages of Socket.IO connections together with unread HTTP answers. */
function measureUnsent(unread: UnreadAnswers) {
  /** Bytes that Engine.IO has not yet handed to the transport. */
  const waiting = new WeakMap<Connection, number>()
  const addresses = new WeakMap<Connection, string>()
  const changed = new Set<Connection>()
  let planned = false
  const measure = (connection: Connection): void => {
    const who = addresses.get(connection)
    if (who === undefined) return
    const bytes = (waiting.get(connection) ?? 0) + (connection.transport.socket?.bufferedAmount ?? 0)
    if (bytes > limits.socketUnsentBytes.value) cut(connection)
    else unread.hold(connection, { who, bytes, close: () => cut(connection) })
  }
  // At the end of the event loop's turn, messages to clients that read have left already, so only the others are
  // counted.
  const measureLater = (connection: Connection): void => {
    changed.add(connection)
    if (planned) return
    planned = true
    setImmediate(() => {
      planned = false
      const all = [...changed]
      changed.clear()
      for (const one of all) measure(one)
    })
  }
  return {
    measure,
    follow(connection: Connection, who: string): void {
      addresses.set(connection, who)
      connection.on('packetCreate', ({ data }: { data?: string | Buffer }) => {
        waiting.set(connection, (waiting.get(connection) ?? 0) + Buffer.byteLength(data ?? ''))
        measureLater(connection)
      })
      connection.on('flush', () => void waiting.delete(connection))
      connection.on('drain', () => measureLater(connection))
      connection.once('close', () => {
        addresses.delete(connection)
        unread.hold(connection, { who, bytes: 0, close: () => {} })
      })
    },
  }
}

/** Ends a connection at once, without waiting for the client to read. */
function cut(connection: Connection): void {
  connection.transport.socket?.terminate()
  connection.close(true)
}

/** Terminates a closed WebSocket after `socketCloseTime`: it would wait for the client's close frame. */
function endSoon({ transport: { socket } }: Connection): void {
  setTimeout(() => socket?.terminate(), limits.socketCloseTime.value).unref()
}

/**
 * Makes requests to Socket.IO begin one after the other, too, and refuses those of addresses that have not read earlier
 * answers.
 */
function takeTurns(
  server: HttpServer,
  addressOf: (request: IncomingMessage) => string,
  { path, unread }: { path: string; unread: UnreadAnswers },
): void {
  const handlers = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on(
    'request',
    oneAfterTheOther((request, response) => {
      const who = addressOf(request)
      unread.count(who, response)
      if (unread.isFull(who)) return refuse(request, response, tooMuchUnread().toBody())
      for (const handle of handlers) handle.call(server, request, response)
    }),
  )
  upgradeInTurns(server, addressOf, path)
}

type UpgradeListener = (request: IncomingMessage, socket: Socket, head: Buffer) => void

/**
 * Begins upgrades to WebSockets for a few milliseconds in each turn of the event loop, as requests. Those elsewhere are
 * refused here: Engine.IO would leave their connections half open.
 */
function upgradeInTurns(server: HttpServer, addressOf: (request: IncomingMessage) => string, path: string): void {
  const beginInTurn = createRequestTurns()
  const listeners = server.listeners('upgrade') as UpgradeListener[]
  server.removeAllListeners('upgrade')
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    // Node has taken its own listener away. Without any, a client that resets its connection would end the process.
    socket.on('error', () => {})
    beginInTurn(addressOf(request), () => {
      if (socket.destroyed) return
      if (request.url?.startsWith(path)) for (const listener of listeners) listener.call(server, request, socket, head)
      else refuse(request, socket, errorBody(404, 'NOT_FOUND', `WebSockets are opened at ${path}`))
    })
  })
}

/** Counts connections by address. */
function countConnections() {
  const counts = new Map<string, number>()
  return {
    of: (address: string): number => counts.get(address) ?? 0,
    add: (address: string) => void counts.set(address, (counts.get(address) ?? 0) + 1),
    remove(address: string): void {
      const left = (counts.get(address) ?? 1) - 1
      if (left === 0) counts.delete(address)
      else counts.set(address, left)
    },
  }
}

type Handshakes = ReturnType<typeof trackHandshakes>

/**
 * Tracks the handshakes whose sessions Engine.IO has not made yet. It makes them at the end of a step of the event
 * loop, which may begin many handshakes.
 */
function trackHandshakes() {
  const counted = countConnections()
  const begun = new Map<IncomingMessage, string>()
  const end = (request: IncomingMessage): void => {
    const address = begun.get(request)
    if (address !== undefined && begun.delete(request)) counted.remove(address)
  }
  return {
    of: counted.of,
    all: (): number => begun.size,
    begin(request: IncomingMessage, address: string): void {
      counted.add(address)
      begun.set(request, address)
      // A handshake that fails makes no session.
      setImmediate(() => end(request))
    },
    end,
  }
}

/** Tracks connections without a socket in any namespace: they have not sent a valid token yet, or have left. */
function trackStrangers(clock: Clock) {
  const counted = countConnections()
  const strangers = new Map<Connection, { address: string; since: number }>()
  const known = new WeakMap<Connection, { address: string; sockets: number }>()
  const begin = (connection: Connection, address: string): void => {
    counted.add(address)
    strangers.set(connection, { address, since: clock.now() })
  }
  const end = (connection: Connection): void => {
    const stranger = strangers.get(connection)
    if (stranger && strangers.delete(connection)) counted.remove(stranger.address)
  }
  return {
    of: counted.of,
    add(connection: Connection, address: string): void {
      known.set(connection, { address, sockets: 0 })
      begin(connection, address)
      connection.once('close', () => end(connection))
    },
    admit(connection: Connection): void {
      const its = known.get(connection)
      if (its) its.sockets++
      end(connection)
    },
    leave(connection: Connection): void {
      const its = known.get(connection)
      if (its && --its.sockets === 0 && connection.readyState !== 'closed') begin(connection, its.address)
    },
    /**
     * The strangers whose time is over. Socket.IO closes most of them itself, but first waits until the client has read
     * its messages.
     */
    late(): Connection[] {
      const latest = clock.now() - limits.socketConnectTime.value - limits.socketCloseTime.value
      return [...strangers].flatMap(([connection, { since }]) => (since < latest ? [connection] : []))
    },
  }
}

/** Counts the requests of each address; answers a message where there are too many, else undefined. */
function requestCounter({ clock, requestsPerAddress }: GuardOptions): (address: string) => string | undefined {
  const count = countInMemory()
  return (address) =>
    requestsPerAddress > 0 && count(minuteOf(clock), address) > requestsPerAddress
      ? `More than ${requestsPerAddress} requests in a minute`
      : undefined
}

const minuteOf = (clock: Clock): number => Math.floor(clock.now() / 60_000)

/** Answers 429 before Engine.IO makes a session. */
function refuseTooMany(
  engine: Engine,
  {
    clock,
    connections,
    connectionsPerAddress,
    cors,
    addressOf,
    countRequest,
    connectionsOf,
    strangersOf,
    handshakes,
  }: GuardOptions & {
    addressOf(request: IncomingMessage): string
    countRequest(address: string): string | undefined
    connectionsOf(address: string): number
    strangersOf(address: string): number
    handshakes: Handshakes
  },
): void {
  const countHandshake = countInMemory()
  const faultOf = (request: IncomingMessage): string | undefined => {
    const address = addressOf(request)
    const tooManyRequests = countRequest(address)
    if (tooManyRequests !== undefined) return tooManyRequests
    if (hasSession(request) || request.method === 'OPTIONS') return undefined
    if (strangersOf(address) + handshakes.of(address) >= limits.socketStrangers.value)
      return `More than ${limits.socketStrangers.value} connections of one address that did not say who they are`
    if (connectionsOf(address) + handshakes.of(address) >= connectionsPerAddress)
      return `More than ${connectionsPerAddress} connections of one address`
    if (countHandshake(minuteOf(clock), address) > limits.socketHandshakes.value)
      return `More than ${limits.socketHandshakes.value} new connections of one address in a minute`
    if (engine.clientsCount + handshakes.all() >= connections) return `More than ${connections} connections`
    handshakes.begin(request, address)
    return undefined
  }
  // Engine.IO answers other methods with a 500.
  const methods = new Set(['GET', 'POST', ...(cors ? ['OPTIONS'] : [])])
  engine.middlewares.unshift((request, response, next) => {
    const fault = faultOf(request)
    if (fault !== undefined) refuse(request, response, errorBody(429, 'RATE_LIMITED', `${fault}: wait`))
    else if (methods.has(request.method ?? '')) next()
    else refuse(request, response, errorBody(405, 'METHOD_NOT_ALLOWED', `There is no ${request.method} here`))
  })
}

/** Whether the request belongs to an Engine.IO session; Engine.IO has parsed the query already. */
const hasSession = (request: IncomingMessage): boolean =>
  Boolean((request as unknown as { _query?: { sid?: string } })._query?.sid)

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
  // An upgrade request has no response object.
  const lines = Object.entries({ ...headers, 'content-length': text.length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  socket.end(`HTTP/1.1 ${body.statusCode} ${body.error}\r\n${lines.join('')}\r\n${text}`, () => socket.destroy())
}

/**
 * Counts the WebSocket frames that never reach Engine.IO: pings, pongs, and messages before an upgrade. `ws` answers
 * pings even if nobody reads.
 */
function countFrames({ ws }: Engine, clock: Clock): void {
  // By default all messages that were read at once are emitted at once, even after one of them closed the connection.
  ws.options.allowSynchronousEvents = false
  // Bounds the pieces of one message: each takes memory, even if it has one byte.
  ws.options.maxFragments = limits.socketFragments.value
  ws.options.maxBufferedChunks = limits.socketFragments.value
  const upgrade = ws.handleUpgrade.bind(ws)
  ws.handleUpgrade = (...given) => {
    const accept = given.pop() as (socket: WebSocket) => void
    upgrade(...given, (socket: WebSocket) => {
      const count = counter(clock, limits.socketFrames.value)
      const countMessage = counter(clock, limits.socketPackets.value)
      const judge = (isTooMany: () => boolean) => (): void => {
        if (isTooMany()) socket.terminate()
      }
      socket.on('ping', judge(count)).on('pong', judge(count)).on('message', judge(countMessage))
      accept(socket)
    })
  }
}

/** Whether there were more than `most` in the present window. */
function counter(clock: Clock, most: number): () => boolean {
  let window = -1
  let counted = 0
  return () => {
    const now = Math.floor(clock.now() / limits.socketWindow.value)
    counted = now === window ? counted + 1 : 1
    window = now
    return counted > most
  }
}

/**
 * Finds the client's address: if a trusted proxy sent the request, the last one in `X-Forwarded-For` that is no trusted
 * proxy's.
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
