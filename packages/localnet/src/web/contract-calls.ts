import fastify, { type FastifyInstance } from 'fastify'
import { contractCall, MAX_CALL_BYTES } from '#mirror/rest/contracts/call.ts'
import { sendError } from '#mirror/rest/server.ts'

const REFUSAL = 'This local network has no JSON-RPC yet: use the Hedera SDK or the mirror'
/** EIP-1474: the method is not supported. */
const METHOD_NOT_SUPPORTED = -32_004
/** Calls of one batch that are answered each by themselves. */
const MAX_BATCH = 100

/**
 * Answers the mirror's `POST /contracts/call`, not listening yet: SDKs look for it on port 8545 of a local network.
 * Other tools look for a JSON-RPC relay there, and are refused.
 */
export function contractCallServer(context: Parameters<typeof contractCall>[1]): FastifyInstance {
  const server = fastify({ bodyLimit: MAX_CALL_BYTES, forceCloseConnections: true })
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*').header('access-control-allow-headers', 'content-type')
  })
  server.options('/*', (_request, reply) => reply.code(204).send())
  server.post('/api/v1/contracts/call', (request) => contractCall(request.body, context))
  server.post('/*', (request, reply) =>
    request.url.startsWith('/api/') ? reply.code(501).send(mirrorRefusal()) : reply.send(rpcRefusal(request.body)),
  )
  server.setNotFoundHandler((_request, reply) => reply.code(501).send(mirrorRefusal()))
  server.setErrorHandler((error, _request, reply) => sendError(reply, error))
  return server
}

const mirrorRefusal = (): object => ({ _status: { messages: [{ message: 'Not supported', detail: REFUSAL }] } })

function rpcRefusal(body: unknown): object {
  return Array.isArray(body) && body.length > 0 && body.length <= MAX_BATCH ? body.map(refusalOf) : refusalOf(body)
}

function refusalOf(call: unknown): object {
  const id = (call as { id?: unknown } | null | undefined)?.id
  const isId = typeof id === 'string' || typeof id === 'number'
  return { jsonrpc: '2.0', id: isId ? id : null, error: { code: METHOD_NOT_SUPPORTED, message: REFUSAL } }
}
