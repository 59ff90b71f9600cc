import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { Localnet } from '#localnet.ts'
import { MAX_OWN_NODES } from '#protocol/nodes.ts'
import { isLocal } from '#web/is-local.ts'
import { PAGE } from './page.ts'

/** How far the clock is moved at once, in either direction: ten years. */
export const MAX_ADVANCE_MS = 315_360_000_000

/** The address of an admin page, and how to close it. */
export interface Admin {
  /** `http://host:port` */
  readonly url: string
  close(): Promise<void>
}

const FAULT = {
  type: 'object',
  required: ['kind', 'calls'],
  additionalProperties: false,
  properties: {
    kind: { enum: ['busy', 'unreachable', 'slow', 'lost'] },
    calls: { type: 'integer', minimum: 0, maximum: 1_000_000 },
    on: { enum: ['transactions', 'queries', 'mirror'] },
    delayMs: { type: 'integer', minimum: 0, maximum: 600_000 },
    node: { type: 'integer', minimum: 0, maximum: MAX_OWN_NODES - 1 },
  },
} as const

const only = (name: string, minimum: number, maximum: number) => ({
  body: {
    type: 'object',
    required: [name],
    additionalProperties: false,
    properties: { [name]: { type: 'number', minimum, maximum } },
  },
})

/**
 * Serves the admin page of a network on loopback, and the same functions as JSON: GET /status, POST /clock {ms}, POST
 * /snapshots, GET /snapshots, POST /restore {snapshot}, DELETE /snapshots/{snapshot}, POST /faults {kind, calls, on,
 * delayMs}, GET /faults. Port 0 is any free port.
 */
export async function startAdmin(network: Localnet, port: number): Promise<Admin> {
  const server = fastify({ bodyLimit: 4096, forceCloseConnections: true })
  server.addHook('onRequest', async ({ headers }, reply) => {
    if (!isLocal(headers)) return refuse(reply, 403, 'This page is for this machine alone')
  })
  server.setErrorHandler((error, _request, reply) =>
    refuse(
      reply,
      (error as { statusCode?: number }).statusCode ?? 409,
      error instanceof Error ? error.message : String(error),
    ),
  )
  routes(server, network)
  const url = await server.listen({ host: '127.0.0.1', port })
  return { url, close: () => server.close() }
}

function routes(server: FastifyInstance, network: Localnet): void {
  const { grpc, nodeAccountId, nodes, mirrorGrpc, mirrorRest, accounts } = network
  server.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE))
  server.get('/status', async () => {
    const time = await network.now()
    return { time: time.toISOString(), grpc, nodeAccountId, nodes, mirrorGrpc, mirrorRest, accounts }
  })
  server.post<{ Body: { ms: number } }>(
    '/clock',
    { schema: only('ms', -MAX_ADVANCE_MS, MAX_ADVANCE_MS) },
    async ({ body }) => {
      await network.advance(body.ms)
      return { time: (await network.now()).toISOString() }
    },
  )
  server.get('/snapshots', async () => ({ snapshots: await network.snapshots() }))
  server.post('/snapshots', async () => ({ snapshot: await network.snapshot() }))
  server.delete<{ Params: { snapshot: number } }>(
    '/snapshots/:snapshot',
    { schema: { params: only('snapshot', 0, Number.MAX_SAFE_INTEGER).body } },
    async ({ params }) => {
      await network.dropSnapshot(params.snapshot)
      return {}
    },
  )
  server.get('/faults', async () => ({ faults: await network.faults() }))
  server.post<{ Body: { snapshot: number } }>(
    '/restore',
    { schema: only('snapshot', 0, Number.MAX_SAFE_INTEGER) },
    async ({ body }) => {
      await network.restore(body.snapshot)
      return { time: (await network.now()).toISOString() }
    },
  )
  server.post<{ Body: Parameters<Localnet['setFault']>[0] }>(
    '/faults',
    { schema: { body: FAULT } },
    async ({ body }) => {
      await network.setFault(body)
      return {}
    },
  )
}

function refuse(reply: FastifyReply, statusCode: number, message: string): FastifyReply {
  return reply.code(statusCode).send({ message })
}
