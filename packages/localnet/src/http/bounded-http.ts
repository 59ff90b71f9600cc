import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { createLoopTurns } from '#grpc/event-loop-turns.ts'
import { boundConnections, networkOf } from '#grpc/places.ts'
import { limits } from '../limits.ts'
import { BoundedRequest } from './bounded-request.ts'
import { createReadTurns } from './read-turns.ts'

/**
 * A Fastify server, not listening yet, that bounds its connections, what arrives on each of them, and how long that
 * takes. The bounds stand in the HTTP server, because Fastify and Node answer some requests before any hook.
 */
export function boundedHttp(options: FastifyServerOptions): FastifyInstance {
  return fastify({ ...options, forceCloseConnections: true, serverFactory: boundedServer })
}

// The services have such a server, too. This one is written for itself, because the embedded ledger imports none of
// their packages.
function boundedServer(handle: RequestListener): Server {
  const server = createServer(
    { IncomingMessage: BoundedRequest, requestTimeout: limits.requestTimeout.value, keepAliveTimeout: 72_000 },
    oneAfterTheOther(handle),
  )
  // The timeout also ends connections whose client reads nothing.
  server.setTimeout(limits.requestTimeout.value)
  boundConnections(server, limits.maxConnections.value)
  readInTurns(server)
  stopParsingWhatIsOver(server)
  // Node would answer any `Expect` but 100-continue by itself, and such requests would not be counted.
  server.on('checkExpectation', ({ socket }) => socket.destroy())
  return server
}

/**
 * The part of Node's parser that is used here: it calls `onIncoming` with the head of each request; the answer 2 says
 * that no request follows.
 */
interface Parser {
  onIncoming(request: IncomingMessage & { readonly upgrade: boolean }, keepAlive: boolean): number
}

/**
 * Node parses up to 64 KiB of a connection in one turn of the event loop, which may be thousands of requests. It goes
 * on after the connection was closed, and after a request without Host, which it answers by itself. After a request to
 * change the protocol, which nothing here does, it would read for ever what it does not parse: so the connection ends
 * with the answer.
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

/** The connections of all servers take turns: they share an event loop. */
const readTurns = createReadTurns()

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

type Exchange = [request: IncomingMessage, response: ServerResponse<IncomingMessage> & { req: IncomingMessage }]

/**
 * Begins the requests of a connection one after the other, and those of all connections in turns of a few milliseconds.
 * Closes a connection that sends too many ahead, and one that sends more where too many of all connections wait.
 */
function oneAfterTheOther(handle: RequestListener): RequestListener {
  /** The requests of each connection that wait behind the one that is under way, or whose turn will come. */
  const queues = new WeakMap<Socket, Exchange[]>()
  const beginInTurn = createAddressTurns()
  /** How many requests wait behind others, of all connections. */
  let ahead = 0
  const begin = ([request, response]: Exchange, waiting: Exchange[]): void => {
    const { socket } = request
    if (socket.destroyed) {
      forget(socket, waiting)
      return
    }
    response.once('close', () => {
      const next = waiting.shift()
      if (!next) return void queues.delete(socket)
      ahead--
      if (socket.destroyed) forget(socket, waiting)
      else enter(next, waiting)
    })
    handle(request, response)
  }
  const forget = (socket: Socket, waiting: Exchange[]): void => {
    ahead -= waiting.splice(0).length
    queues.delete(socket)
  }
  const enter = (exchange: Exchange, waiting: Exchange[]): void =>
    beginInTurn(networkOf(exchange[0].socket.remoteAddress ?? ''), () => begin(exchange, waiting))
  // One request behind another is taken in any case: its client may have read the answer already.
  const mayWait = ({ length }: Exchange[]): boolean =>
    length === 0 || (length < limits.maxWaitingRequests.value && ahead < limits.maxWaitingRequestsInAll.value)
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

/** Begins requests in turns of the event loop. Addresses take turns, too. */
function createAddressTurns(): (address: string, begin: () => void) => void {
  const inTurn = createLoopTurns()
  /** By address; the one whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>()
  return (address, begin) => {
    const begins = waiting.get(address) ?? []
    waiting.set(address, begins)
    begins.push(begin)
    inTurn(() => {
      const [next] = waiting
      if (!next) return
      const [first, [beginFirst, ...others]] = next
      waiting.delete(first)
      if (others.length > 0) waiting.set(first, others)
      beginFirst?.()
    })
  }
}
