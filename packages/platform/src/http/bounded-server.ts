/**
 * HTTP servers that bound connections in number and time, and handle the requests of a connection one after the other.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import { errorBody } from '../base/errors.ts'
import { limits } from '../base/platform-limits.ts'
import { BoundedRequest } from './body-pieces.ts'
import { trustedProxies } from './private-entrance.ts'
import { networkOf } from './rate-limits.ts'
import { createReadTurns } from './read-turns.ts'
import { createRequestTurns } from './request-turns.ts'

export interface ServerSettings {
  readonly MAX_CONNECTIONS?: number
  readonly MAX_CONNECTIONS_PER_ADDRESS?: number
  /** Addresses or networks of proxies: their connections are those of many clients and are not counted by address. */
  readonly TRUST_PROXY?: readonly string[]
}

/** @param requestTimeMs How long a whole request, with its body, may take to arrive. */
export function createBoundedServer(
  settings: ServerSettings,
  handle: RequestListener,
  requestTimeMs: number = limits.requestTime.value,
): Server {
  const options = {
    maxHeaderSize: limits.headerBytes.value,
    headersTimeout: limits.headersTime.value,
    requestTimeout: requestTimeMs,
    connectionsCheckingInterval: 2000,
    keepAliveTimeout: 72_000,
    IncomingMessage: BoundedRequest,
  }
  const server = createServer(options, oneAfterTheOther(handle))
  server.maxConnections = settings.MAX_CONNECTIONS ?? limits.connections.value
  countByAddress(server, settings)
  readInTurns(server)
  stopParsingWhatIsOver(server)
  // Node would answer any `Expect` but 100-continue by itself, before the rate limits count the request. HTTP lets a
  // server ignore it.
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response))
  return server
}

/**
 * The part of Node's parser that is used here: it calls `onIncoming` with the head of each request; the answer 2 says
 * that no request follows.
 */
interface Parser {
  onIncoming(request: IncomingMessage & { readonly upgrade: boolean }, keepAlive: boolean): number
}

/** The connections of all servers take turns: they share an event loop. */
export const readTurns = createReadTurns()

/** The part of Node's parser that is used here: it calls a function after each read of its connection. */
type ReadingParser = Record<number, (result: unknown) => void> & {
  readonly constructor: { readonly kOnExecute: number }
}

function readInTurns(server: Server): void {
  server.on('connection', (socket: Socket & { parser: ReadingParser }) => {
    const { parser } = socket
    const { kOnExecute } = parser.constructor
    const executed = parser[kOnExecute]
    const wasRead = readTurns.add(socket)
    parser[kOnExecute] = (result) => {
      executed?.(result)
      wasRead(typeof result === 'number' ? result : 0)
    }
  })
}

/**
 * Node parses the bytes of a connection 64 KiB at a time, which may be thousands of requests. It goes on to parse all
 * of them even after one of the first closed the connection, or had no Host: to that one Node itself answers that the
 * connection ends. After a request to change the protocol, where nothing does, it would read for ever what it does not
 * parse: so the connection ends with the answer.
 */
function stopParsingWhatIsOver(server: Server): void {
  server.on('connection', (socket: Socket & { parser: Parser }) => {
    const { parser } = socket
    const begin = parser.onIncoming
    parser.onIncoming = (request, keepAlive) => {
      const answer = begin(request, keepAlive && !request.upgrade)
      const isLast = request.headers.host === undefined && request.httpVersion === '1.1'
      return isLast || socket.destroyed ? 2 : answer
    }
  })
}

/** Whether an address is in one of the networks, which are given in CIDR notation or as single addresses. */
export function networks(texts: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const text of texts) {
    const [address = '', bits] = text.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

function countByAddress(server: Server, { MAX_CONNECTIONS_PER_ADDRESS, TRUST_PROXY }: ServerSettings): void {
  const most = MAX_CONNECTIONS_PER_ADDRESS ?? limits.connectionsPerAddress.value
  const isProxy = networks(trustedProxies(TRUST_PROXY))
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isProxy(remoteAddress)) return
    const who = networkOf(remoteAddress)
    const count = (open.get(who) ?? 0) + 1
    open.set(who, count)
    socket.once('close', () => {
      const left = (open.get(who) ?? 1) - 1
      if (left === 0) open.delete(who)
      else open.set(who, left)
    })
    if (count > most) refuse(socket, most)
  })
}

function refuse(socket: Socket, most: number): void {
  const body = JSON.stringify(errorBody(429, 'TOO_MANY_CONNECTIONS', `More than ${most} connections of one address`))
  const head = `HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  socket.end(`${head}\r\nRetry-After: 1\r\nConnection: close\r\n\r\n${body}`, () => socket.destroy())
}

type Exchange = [request: IncomingMessage, response: ServerResponse]

/**
 * Clients may send further requests before the first is answered (pipelining). Node begins them all at once. Here a
 * connection's next request begins when the one before it is over, in a later turn than those of other connections; a
 * connection with too many of them is closed, and so is one that sends more where too many of all connections wait.
 */
export function oneAfterTheOther(handle: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, Exchange[]>()
  const beginInTurn = createRequestTurns()
  /** How many requests wait behind others, of all connections. */
  let ahead = 0
  const begin = ([request, response]: Exchange, waiting: Exchange[]): void => {
    const { socket } = request
    if (socket.destroyed) {
      forget(socket, waiting)
      return
    }
    response.once('prefinish', () => closeIfUnread(response, socket))
    response.once('pipe', () => closeIfStalled(response, socket))
    response.once('close', () => {
      const next = waiting.shift()
      if (!next) return void queues.delete(socket)
      ahead--
      if (socket.destroyed) forget(socket, waiting)
      else setImmediate(() => enter(next, waiting))
    })
    handle(request, response as Parameters<RequestListener>[1])
  }
  const forget = (socket: Socket, waiting: Exchange[]): void => {
    ahead -= waiting.splice(0).length
    queues.delete(socket)
  }
  const enter = (exchange: Exchange, waiting: Exchange[]): void =>
    beginInTurn(networkOf(exchange[0].socket.remoteAddress ?? ''), () => begin(exchange, waiting))
  // One request behind another is taken in any case: its client may have read the answer already.
  const mayWait = ({ length }: Exchange[]): boolean =>
    length === 0 || (length < limits.waitingRequests.value && ahead < limits.waitingRequestsInAll.value)
  return (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    const waiting = queues.get(socket)
    if (!waiting) {
      const queue: Exchange[] = []
      queues.set(socket, queue)
      enter([request, response], queue)
    } else if (mayWait(waiting)) {
      ahead++
      waiting.push([request, response])
    } else socket.destroy()
  }
}

/** Closes the connection where the client does not read the written answer in time: until then it stays in memory. */
function closeIfUnread(response: ServerResponse, socket: Socket): void {
  // The system has taken all of it already.
  if (response.writableLength === 0) return
  const late = setTimeout(() => socket.destroy(), limits.unreadTime.value).unref()
  response.once('close', () => clearTimeout(late))
}

/** Closes the connection where the client reads nothing of a streamed answer in that time, though more of it waits. */
function closeIfStalled(response: ServerResponse, socket: Socket): void {
  let before = -1
  const late = setInterval(() => {
    const taken = socket.bytesWritten - socket.writableLength
    if (response.writableNeedDrain && taken === before) socket.destroy()
    before = taken
  }, limits.unreadTime.value).unref()
  response.once('close', () => clearInterval(late))
}
