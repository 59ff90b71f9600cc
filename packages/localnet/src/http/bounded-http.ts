import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { boundConnections } from '#grpc/places.ts'
import { limits } from '../limits.ts'
import { BoundedRequest } from './bounded-request.ts'

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

type Exchange = [request: IncomingMessage, response: ServerResponse<IncomingMessage> & { req: IncomingMessage }]

/**
 * Begins the requests of a connection one after the other, with other events in between, and closes a connection that
 * sends too many ahead.
 */
function oneAfterTheOther(handle: RequestListener): RequestListener {
  /** The requests of each connection that have no answer yet. The first one is under way. */
  const unanswered = new WeakMap<Socket, Exchange[]>()
  const begin = (requests: Exchange[]): void => {
    const [[request, response]] = requests as [Exchange]
    const { socket } = request
    response.once('close', () => {
      requests.shift()
      if (requests.length === 0) unanswered.delete(socket)
      else setImmediate(() => socket.destroyed || begin(requests))
    })
    handle(request, response)
  }
  return (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    const requests = unanswered.get(socket)
    if (!requests) {
      const first: Exchange[] = [[request, response]]
      unanswered.set(socket, first)
      begin(first)
    } else if (requests.push([request, response]) > limits.maxWaitingRequests.value) socket.destroy()
  }
}
