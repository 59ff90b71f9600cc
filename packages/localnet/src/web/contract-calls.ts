import fastify, { type FastifyInstance } from 'fastify'
import { MAX_MESSAGE_BYTES } from '#grpc/consensus-server.ts'

const REFUSAL =
  'This local network runs no contracts: they answer NOT_SUPPORTED. Use a network with an EVM for this call'
/** EIP-1474: the method is not supported. */
const METHOD_NOT_SUPPORTED = -32_004
/** Calls of one batch that are answered each by themselves. */
const MAX_BATCH = 100

/**
 * Refuses contract calls, not listening yet: SDKs look for the mirror's `POST /contracts/call` on port 8545 of a local
 * network, and other tools for a JSON-RPC relay.
 */
export function contractCallServer(): FastifyInstance {
  const server = fastify({ bodyLimit: MAX_MESSAGE_BYTES, forceCloseConnections: true })
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*').header('access-control-allow-headers', 'content-type')
  })
  server.options('/*', (_request, reply) => reply.code(204).send())
  server.post('/*', (request, reply) =>
    request.url.startsWith('/api/') ? reply.code(501).send(mirrorRefusal()) : reply.send(rpcRefusal(request.body)),
  )
  server.setNotFoundHandler((_request, reply) => reply.code(501).send(mirrorRefusal()))
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
