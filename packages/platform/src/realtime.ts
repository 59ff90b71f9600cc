/** Events to browsers and programs as they happen: Socket.IO 4 on a server of its own. */
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type DefaultEventsMap, Server, type Socket } from 'socket.io'
import type { Clock } from './clock.ts'
import { ApiError, errorBody, unauthorized } from './errors.ts'
import { asApiError } from './failures.ts'
import type { Logger } from './logger.ts'
import { type AdapterSource, openAdapter } from './realtime-adapters.ts'
import { type ClientEvents, serveClientEvents, trackUnderway, type Underway } from './realtime-events.ts'
import type { Session } from './session.ts'
import type { TokenVerifier } from './tokens.ts'

export interface RealtimeOptions extends AdapterSource {
  tokens: TokenVerifier
  /** Names without the slash; a client may be in several at once, with its token in each handshake. */
  namespaces: readonly string[]
  /** Port 0 is any; `cors` are origins. */
  settings: { host: string; port: number; cors: readonly string[] }
  clock: Clock
  logger: Logger
  /** Events from clients, each acknowledged. */
  on?: ClientEvents
}

export interface Realtime {
  /** Sends `{timestamp, data}` once to each socket that is in any of `rooms`, in every namespace and process. */
  emit(rooms: readonly string[], event: string, data: unknown): void
  /** Puts an account's sockets into a room, wherever they are connected. */
  join(accountRoom: string, room: string): void
  /** Takes an account's sockets out of a room. */
  evict(room: string, accountRoom: string): void
  /** Disconnects whose token has expired or was revoked; done by itself twice a second. */
  sweep(): void
  /** Where it listens: `http://host:port`. */
  address: string
  close(): Promise<void>
}

interface SocketData {
  session: Session
}
export type SessionSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>
type SessionServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>

/** The room that every socket of an account is in. */
export const accountRoom = (chain: string, walletId: string): string => `account:${chain}:${walletId}`

/** Between processes. */
const EVICTED = 'evicted'
const SWEEP_MS = 500
const LARGEST_MESSAGE = 64 * 1024

/** Listening when it resolves. */
export async function createRealtime(options: RealtimeOptions): Promise<Realtime> {
  const { tokens, namespaces, settings, clock } = options
  const server = createServer(answerNoSocket)
  const adapter = await openAdapter(options)
  const io: SessionServer = new Server(server, {
    serveClient: false,
    maxHttpBufferSize: LARGEST_MESSAGE,
    ...(adapter && { adapter: adapter.create }),
    ...(settings.cors.length && { cors: corsOf(settings.cors) }),
  })
  const underway = trackUnderway()
  const spaces = [...new Set(namespaces)].map((name) => io.of(`/${name}`))
  refuseRoot(io, namespaces)
  for (const space of spaces) {
    space.use((socket, next) => void admit(socket, tokens).then(next))
    space.on('connection', (socket) => welcome(socket, options, underway))
    space.on(EVICTED, underway.evict)
  }

  const sweep = (): void => {
    for (const space of spaces) for (const socket of space.sockets.values()) cutIfOver(socket, tokens)
  }
  const forget = tokens.onRevoked(sweep)
  const sweeping = setInterval(sweep, SWEEP_MS).unref()
  const address = await listen(server, settings)
  return {
    address,
    sweep,
    emit(rooms, event, data) {
      if (rooms.length === 0) return
      const payload = { timestamp: new Date(clock.now()).toISOString(), data }
      for (const space of spaces) space.to([...rooms]).emit(event, payload)
    },
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
      clearInterval(sweeping)
      await io.close()
      await adapter?.close()
    },
  }
}

/** Finds whose token the handshake brings; what is answered reaches the client as `connect_error`, with `data.code`. */
async function admit(socket: SessionSocket, tokens: TokenVerifier): Promise<Error | undefined> {
  try {
    socket.data.session = await tokens.verify(handshakeToken(socket))
    return undefined
  } catch (error) {
    return connectError(asApiError(error))
  }
}

function handshakeToken({ handshake }: SessionSocket): string {
  const { token } = handshake.auth as { token?: unknown }
  if (typeof token === 'string' && token !== '') return token.replace(/^Bearer /i, '')
  const bearer = handshake.headers.authorization?.match(/^Bearer (\S+)$/i)?.[1]
  if (bearer) return bearer
  throw unauthorized('UNAUTHORIZED', 'Connect with a token: auth: {token}')
}

const connectError = ({ message, code, statusCode }: ApiError): Error =>
  Object.assign(new Error(message), { data: { statusCode, code, message } })

/** Nothing is in the root namespace; to let clients in there would let in anybody. */
function refuseRoot(io: SessionServer, namespaces: readonly string[]): void {
  const names = namespaces.map((name) => `/${name}`).join(', ')
  io.use((_socket, next) => next(connectError(new ApiError(404, 'NOT_FOUND', `Connect to a namespace: ${names}`))))
}

function welcome(socket: SessionSocket, { tokens, on = {}, clock, logger }: RealtimeOptions, underway: Underway): void {
  const { chain, walletId } = socket.data.session
  void socket.join(accountRoom(chain, walletId))
  serveClientEvents(socket, on, { clock, logger, underway })
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

const answerNoSocket: Parameters<typeof createServer>[1] = (request, response) => {
  const body = errorBody(404, 'NOT_FOUND', `There is no ${request.url} here: this port is for Socket.IO clients`)
  response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function listen(server: HttpServer, { host, port }: { host: string; port: number }): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve(void server.off('error', reject)))
  })
  const { address, family, port: actual } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`
}
