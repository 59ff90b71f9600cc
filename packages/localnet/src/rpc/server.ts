import type { IncomingHttpHeaders } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import { WebSocketServer } from 'ws'
import type { Ledger } from '#ledger/ledger.ts'
import { contractCall, MAX_CALL_BYTES } from '#mirror/rest/contracts/call.ts'
import { sendError } from '#mirror/rest/server.ts'
import { isLocal } from '#web/is-local.ts'
import type { Methods } from './context.ts'
import type { Dispatcher } from './dispatch.ts'
import { serveSocket } from './subscriptions.ts'

/** Enough for a batch of calls, some of them with a program. */
const MAX_BODY_BYTES = 1_048_576
const MAX_SOCKETS = 1000

/**
 * JSON-RPC over HTTP and WebSocket, not listening yet. SDKs look for the mirror's `POST /contracts/call` on the port of
 * a local network where other tools look for JSON-RPC (8545), so this server answers both.
 */
export function rpcServer(ledger: Ledger, dispatcher: Dispatcher): FastifyInstance {
  const server = fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true })
  const sockets = new WebSocketServer({ server: server.server, maxPayload: MAX_BODY_BYTES })
  // Pages of other sites may send requests, but cannot use the development methods.
  const methodsFor = (headers: IncomingHttpHeaders): Methods => (isLocal(headers) ? dispatcher.development : {})
  sockets.on('connection', (socket, { headers }) => {
    if (sockets.clients.size > MAX_SOCKETS) socket.close(1013, 'Too many connections')
    else serveSocket(socket, { ledger, dispatcher, methods: methodsFor(headers) })
  })
  // The WebSocket server repeats its HTTP server's errors, such as a taken port. Listening reports these as well.
  sockets.on('error', () => {})
  server.addHook('onReady', () => dispatcher.begin())
  server.addHook('preClose', async () => {
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
  })
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*').header('access-control-allow-headers', 'content-type')
  })
  server.options('/*', (_request, reply) => reply.code(204).send())
  server.post('/api/v1/contracts/call', { bodyLimit: MAX_CALL_BYTES }, (request) => contractCall(request.body, ledger))
  server.register(async (scope) => {
    // Some clients send JSON under another type, or under none.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
    scope.post('/', async (request, reply) => {
      const answer = await dispatcher.answer(String(request.body ?? ''), methodsFor(request.headers))
      if (answer === undefined) return reply.code(204).send()
      return reply.type('application/json; charset=utf-8').send(answer)
    })
  })
  server.setNotFoundHandler((request, reply) => {
    const detail = `There is no ${request.method} ${request.url.slice(0, 80)} here: JSON-RPC is POST /, the mirror has another port`
    return reply.code(404).send({ _status: { messages: [{ message: 'Not found', detail }] } })
  })
  server.setErrorHandler((error: Error & { statusCode?: number }, request, reply) =>
    request.url.startsWith('/api/')
      ? sendError(reply, error)
      : reply.code(error.statusCode ?? 500).send(dispatcher.refuse(error.message)),
  )
  return server
}
