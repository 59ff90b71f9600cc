/** Sends events to browsers and programs as they happen: Socket.IO 4 on a separate server. */

import type { Server as HttpServer, RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type DefaultEventsMap, Server } from 'socket.io'
import type { Clock } from '../base/clock.ts'
import { ApiError, errorBody, tooMany, unauthorized } from '../base/errors.ts'
import type { Logger } from '../base/logger.ts'
import { limits } from '../bounds/platform-limits.ts'
import { countInMemory } from '../bounds/rate-limit.ts'
import { outOfScope, tokenOfPage } from '../http/access/access.ts'
import { asApiError } from '../http/answers/failures.ts'
import { createHttpServer } from '../http/server/http-server.ts'
import type { HttpSettings } from '../http/server/http-type.ts'
import type { Session } from '../tokens/session.ts'
import type { TokenVerifier } from '../tokens/tokens.ts'
import { type AdapterSource, openAdapter } from './adapters.ts'
import type { SessionSocket, SocketData } from './client-events.ts'
import { type ClientEvents, serveClientEvents, trackUnderway, type Underway } from './client-events.ts'
import { BEAT_MS, watchGaps } from './gaps.ts'
import { accountRoom, type FindRevoked, watchRooms } from './room-access.ts'
import { type CountRequest, guardSockets } from './socket-limits.ts'

export { accountRoom, type FindRevoked, type Follower } from './room-access.ts'

export interface RealtimeOptions extends AdapterSource {
  tokens: TokenVerifier
  /** Names without the slash. A client may connect to several at once, with its token in each handshake. */
  namespaces: readonly string[]
  /** Port 0 is any free port; `cors` lists origins; `http` has the settings for connections, requests and proxies. */
  settings: {
    host: string
    port: number
    cors: readonly string[]
    http?: Partial<
      Pick<HttpSettings, 'MAX_CONNECTIONS' | 'MAX_CONNECTIONS_PER_ADDRESS' | 'TRUST_PROXY' | 'RATE_LIMIT_ADDRESS'>
    >
  }
  clock: Clock
  logger: Logger
  /** Events from clients, each acknowledged. */
  on?: ClientEvents
  /**
   * Finds the accounts that have lost access to a room; called twice a minute. Without it, only `evict` removes
   * accounts from rooms.
   */
  findRevoked?: FindRevoked
  /** Finds the rooms that a new socket joins without asking. They don't count among `roomsPerSocket`. */
  roomsOf?: RoomsOf
}

export type RoomsOf = (session: Session) => Promise<readonly string[]>

export interface Realtime {
  /** Sends `{timestamp, data}` once to each socket that is in any of `rooms`, in every namespace and process. */
  emit(rooms: readonly string[], event: string, data: unknown): void
  /** Like `emit`, but only to the sockets of this process, for facts that each process learns by itself. */
  emitHere(rooms: readonly string[], event: string, data: unknown): void
  /** Sends `{timestamp, data}` to each socket, in every namespace and process. */
  broadcast(event: string, data: unknown): void
  /** Puts an account's sockets into a room, wherever they are connected. */
  join(accountRoom: string, room: string): void
  /** Takes an account's sockets out of a room. */
  evict(room: string, accountRoom: string): void
  /** Disconnects sockets whose token has expired or was revoked. Called automatically twice a second. */
  sweep(): void
  /** Removes the accounts that `findRevoked` returns from their rooms. Called automatically twice a minute. */
  checkRooms(): Promise<void>
  /**
   * Sends `resync` to this process's sockets if events from other processes may have been lost. Called automatically
   * every two seconds.
   */
  checkGaps(): Promise<void>
  /** The address that the server listens on: `http://host:port`. */
  address: string
  server: HttpServer
  close(): Promise<void>
}

type SessionServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>

/** The event that informs other processes of an eviction. */
const EVICTED = 'evicted'
/** The event that tells a client that it missed events, so that it reads everything that it shows again. */
const RESYNC = 'resync'
const SWEEP_MS = 500
/** How long a client has to send a valid token after it connected. */
const CONNECT_MS = 5000
/** A client's largest message names a room. */
const MAX_MESSAGE_BYTES = 16_384
/** How long the events of an account are counted together, in milliseconds. */
const EVENT_WINDOW_MS = 10_000

/** Opens the server; it listens when the promise resolves. */
export async function createRealtime(options: RealtimeOptions): Promise<Realtime> {
  const { tokens, namespaces, settings, clock } = options
  const { http = {} } = settings
  const server = createHttpServer(http, answerNoSocket)
  const adapter = await openAdapter(options)
  const gaps = adapter && watchGaps(adapter.create)
  const io: SessionServer = new Server(server, {
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    connectTimeout: CONNECT_MS,
    upgradeTimeout: CONNECT_MS,
    httpCompression: false,
    ...(gaps && { adapter: gaps.create }),
    ...(settings.cors.length && { cors: corsOf(settings.cors) }),
  })
  const countRequest = guardSockets(io, server, {
    clock,
    trustProxy: http.TRUST_PROXY,
    requestsPerAddress: http.RATE_LIMIT_ADDRESS ?? 0,
    connections: http.MAX_CONNECTIONS ?? limits.connections.value,
    connectionsPerAddress: http.MAX_CONNECTIONS_PER_ADDRESS ?? limits.connectionsPerAddress.value,
    cors: settings.cors.length > 0,
  })
  const accounts = countAccounts(clock)
  const underway = trackUnderway()
  const spaces = [...new Set(namespaces)].map((name) => io.of(`/${name}`))
  refuseRoot(io, namespaces)
  for (const space of spaces) {
    space.use((socket, next) => void admit(socket, options, { accounts, countRequest }).then(next))
    space.on('connection', (socket) => welcome(socket, options, { underway, accounts, countRequest }))
    // An eviction arrives as two messages, in any order. One removes the account's sockets from the room. This one
    // stops events in progress, and undoes the join of an event that ran between the two. It does not undo joins by the
    // service, because the other message arrives in order with these.
    space.on(EVICTED, (room: string, account: string) => {
      underway.evict(room, account)
      for (const id of space.adapter.rooms.get(account) ?? []) {
        const socket = space.sockets.get(id)
        if (socket?.data.joined.delete(room)) void socket.leave(room)
      }
    })
  }
  const rooms = watchRooms(spaces, { findRevoked: options.findRevoked, logger: options.logger })
  const resync = createResync(spaces, options, rooms.check)
  const checkGaps = async (): Promise<void> => {
    await resync(gaps?.check() ?? false)
  }
  const checkingGaps = gaps && setInterval(checkGaps, BEAT_MS).unref()
  void checkGaps()

  const sweep = (): void => {
    for (const space of spaces) for (const socket of space.sockets.values()) cutIfOver(socket, tokens)
  }
  // Many tokens are often revoked at once, so one sweep finds the sockets of all of them.
  let planned: NodeJS.Immediate | undefined
  const forget = tokens.onRevoked(() => {
    planned ??= setImmediate(() => {
      planned = undefined
      sweep()
    })
  })
  const sweeping = setInterval(sweep, SWEEP_MS).unref()
  const address = await listen(server, settings)
  return {
    address,
    server,
    sweep,
    checkRooms: rooms.check,
    checkGaps,
    ...sendersTo(spaces, clock),
    join(account, room) {
      for (const space of spaces) space.in(account).socketsJoin(room)
    },
    evict(room, account) {
      underway.evict(room, account)
      for (const space of spaces) {
        space.in(account).socketsLeave(room)
        if (adapter) space.serverSideEmit(EVICTED, room, account)
      }
    },
    async close() {
      forget()
      clearImmediate(planned)
      clearInterval(sweeping)
      clearInterval(checkingGaps)
      await rooms.close()
      await io.close()
      await gaps?.end()
      await adapter?.close()
    },
  }
}

type Space = ReturnType<SessionServer['of']>

function sendersTo(spaces: readonly Space[], clock: Clock): Pick<Realtime, 'emit' | 'emitHere' | 'broadcast'> {
  const payloadOf = (data: unknown) => ({ timestamp: new Date(clock.now()).toISOString(), data })
  return {
    emit(rooms, event, data) {
      if (rooms.length === 0) return
      const payload = payloadOf(data)
      for (const space of spaces) space.to([...rooms]).emit(event, payload)
    },
    emitHere(rooms, event, data) {
      if (rooms.length === 0) return
      const payload = payloadOf(data)
      for (const space of spaces) space.local.to([...rooms]).emit(event, payload)
    },
    broadcast(event, data) {
      const payload = payloadOf(data)
      for (const space of spaces) space.emit(event, payload)
    },
  }
}

/**
 * Tells each socket that events were lost. A lost event may have moved a socket into a room or out of one, so rooms are
 * read again first.
 */
function createResync(
  spaces: readonly Space[],
  { roomsOf, clock, logger }: RealtimeOptions,
  checkRooms: () => Promise<void>,
): (isLost: boolean) => Promise<void> {
  let isDue = false
  let underWay: Promise<void> | undefined
  async function tell(socket: SessionSocket): Promise<void> {
    const unasked = (await roomsOf?.(socket.data.session)) ?? []
    if (!socket.connected) return
    await socket.join([...unasked])
    socket.emit(RESYNC, { timestamp: new Date(clock.now()).toISOString(), data: {} })
  }
  async function tellAll(): Promise<void> {
    isDue = false
    try {
      await checkRooms()
      for (const space of spaces) for (const socket of space.sockets.values()) await tell(socket)
    } catch (error) {
      isDue = true
      logger.warn({ err: error }, 'Not all sockets could be notified of lost events: trying again')
    }
  }
  return async (isLost) => {
    isDue ||= isLost
    if (isDue)
      underWay ??= tellAll().finally(() => {
        underWay = undefined
      })
    await underWay
  }
}

/**
 * Verifies the token of the handshake. An error that it returns reaches the client as `connect_error`, with
 * `data.code`.
 */
async function admit(
  socket: SessionSocket,
  { tokens, roomsOf, settings }: RealtimeOptions,
  { accounts, countRequest }: { accounts: Accounts; countRequest: CountRequest },
): Promise<Error | undefined> {
  try {
    countRequest(socket.conn)
    const session = await tokens.verify(handshakeToken(socket, settings.cors))
    if (session.scope !== undefined) throw outOfScope(session.scope)
    socket.data = { session, joined: new Set(), unasked: [] }
    if (accounts.isFull(socket)) {
      const { value } = limits.socketsPerAccount
      throw tooMany('TOO_MANY_SOCKETS', `This account has ${value} sockets, the maximum at once`)
    }
    if (roomsOf) socket.data.unasked = await roomsOf(session)
    return undefined
  } catch (error) {
    return connectError(asApiError(error))
  }
}

function handshakeToken({ handshake }: SessionSocket, origins: readonly string[]): string {
  const { token } = handshake.auth as { token?: unknown }
  if (typeof token === 'string' && token !== '') return token.replace(/^Bearer /i, '')
  const bearer = handshake.headers.authorization?.match(/^Bearer (\S+)$/i)?.[1]
  if (bearer) return bearer
  const fromCookie = tokenOfPage(handshake.headers, origins)
  if (fromCookie) return fromCookie
  throw unauthorized('UNAUTHORIZED', 'Connect with a token: auth: {token}, or from our own page with its cookie')
}

const connectError = ({ message, code, statusCode }: ApiError): Error =>
  Object.assign(new Error(message), { data: { statusCode, code, message } })

/** Refuses connections to the root namespace: it has no events, and would let in clients without a token. */
function refuseRoot(io: SessionServer, namespaces: readonly string[]): void {
  const names = namespaces.map((name) => `/${name}`).join(', ')
  io.use((_socket, next) => next(connectError(new ApiError(404, 'NOT_FOUND', `Connect to a namespace: ${names}`))))
}

interface Accounts {
  /** Whether the account has as many sockets as it may have. */
  isFull(socket: SessionSocket): boolean
  /** Counts the socket until it disconnects. */
  add(socket: SessionSocket): void
  /** Counts an event of any of its account's sockets. @throws 429 `RATE_LIMITED` */
  countEvent(socket: SessionSocket): void
}

function countAccounts(clock: Clock): Accounts {
  const events = countInMemory()
  const counts = new Map<string, number>()
  const nameOf = ({ data: { session } }: SessionSocket): string => accountRoom(session.chain, session.walletId)
  return {
    isFull: (socket) => (counts.get(nameOf(socket)) ?? 0) >= limits.socketsPerAccount.value,
    add(socket) {
      const name = nameOf(socket)
      counts.set(name, (counts.get(name) ?? 0) + 1)
      socket.once('disconnect', () => {
        const left = (counts.get(name) ?? 1) - 1
        if (left === 0) counts.delete(name)
        else counts.set(name, left)
      })
    },
    countEvent(socket) {
      const { value } = limits.socketEvents
      if (events(Math.floor(clock.now() / EVENT_WINDOW_MS), nameOf(socket)) > value)
        throw tooMany(
          'RATE_LIMITED',
          `More than ${value} events of this account in ${EVENT_WINDOW_MS / 1000} seconds: wait`,
        )
    },
  }
}

function welcome(
  socket: SessionSocket,
  { tokens, on = {}, logger }: RealtimeOptions,
  { underway, accounts, countRequest }: { underway: Underway; accounts: Accounts; countRequest: CountRequest },
): void {
  // Other sockets of the account may have connected while this one's token was verified.
  if (accounts.isFull(socket)) return void socket.disconnect(true)
  accounts.add(socket)
  const { chain, walletId } = socket.data.session
  void socket.join([accountRoom(chain, walletId), ...socket.data.unasked])
  const count = (): void => {
    accounts.countEvent(socket)
    countRequest(socket.conn)
  }
  serveClientEvents(socket, on, { logger, underway, count })
  cutIfOver(socket, tokens)
}

function cutIfOver(socket: SessionSocket, tokens: TokenVerifier): void {
  try {
    tokens.check(socket.data.session)
  } catch {
    socket.disconnect(true)
  }
}

const corsOf = (origins: readonly string[]) => ({
  origin: origins.includes('*') ? '*' : [...origins],
  credentials: !origins.includes('*'),
})

const answerNoSocket: RequestListener = (request, response) => {
  const path = request.url?.slice(0, 200)
  const body = errorBody(404, 'NOT_FOUND', `There is no ${path} here: this port is for Socket.IO clients`)
  response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function listen(server: HttpServer, { host, port }: { host: string; port: number }): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve(void server.off('error', reject)))
  })
  const { address, family, port: actual } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`
}
