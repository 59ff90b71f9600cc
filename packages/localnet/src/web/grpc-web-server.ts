import { type StatusObject, status } from '@grpc/grpc-js'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { Handlers, UnaryHandler } from '#grpc/consensus-server.ts'
import { MAX_MESSAGE_BYTES } from '#grpc/consensus-server.ts'

/** A frame is a byte for its kind, the length of its content in four bytes, and the content. */
const FRAME_HEAD = 5
const DATA = 0
const TRAILERS = 0x80
const TYPES = ['application/grpc-web', 'application/grpc-web+proto']

/**
 * gRPC-Web for browsers, not listening yet: the calls of a consensus node, one message per request. It has the same
 * rpcs and handlers as the gRPC server.
 */
export function grpcWebServer(handlers: Handlers): FastifyInstance {
  const server = fastify({ bodyLimit: MAX_MESSAGE_BYTES + FRAME_HEAD, forceCloseConnections: true })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(TYPES, { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  server.addHook('onRequest', async (_request, reply) => {
    reply
      .header('access-control-allow-origin', '*')
      .header('access-control-expose-headers', 'grpc-status, grpc-message')
  })
  server.options('/*', (_request, reply) =>
    reply
      .header('access-control-allow-methods', 'POST')
      .header('access-control-allow-headers', 'content-type, grpc-timeout, x-grpc-web, x-user-agent')
      .header('access-control-max-age', '86400')
      .code(204)
      .send(),
  )
  server.post('/*', (request, reply) => {
    const handler = handlers.get(request.url)
    if (!handler) return refuse(reply, { code: status.UNIMPLEMENTED, details: 'There is no such rpc' })
    const message = messageIn(request.body)
    return message
      ? answer(handler, message, reply)
      : refuse(reply, { code: status.INVALID_ARGUMENT, details: 'The body must be one gRPC-Web frame of data' })
  })
  server.setErrorHandler((error, _request, reply) => {
    const { statusCode = 500, message } = error as { statusCode?: number; message?: string }
    return reply.code(statusCode).send({ message })
  })
  return server
}

/** The message of a request: the content of its only frame. */
function messageIn(body: unknown): Buffer | undefined {
  if (!Buffer.isBuffer(body) || body.length < FRAME_HEAD || body[0] !== DATA) return undefined
  const message = body.subarray(FRAME_HEAD)
  return message.length === body.readUInt32BE(1) ? message : undefined
}

function answer(handler: UnaryHandler, message: Buffer, reply: FastifyReply): Promise<FastifyReply> {
  return new Promise((resolve) => {
    handler({ request: message }, (error, response) =>
      resolve(response ? send(reply, response) : refuse(reply, error ?? {})),
    )
  })
}

function send(reply: FastifyReply, message: Uint8Array): FastifyReply {
  const trailers = Buffer.from('grpc-status:0\r\n')
  return reply.type('application/grpc-web+proto').send(Buffer.concat([frame(DATA, message), frame(TRAILERS, trailers)]))
}

function frame(kind: number, content: Uint8Array): Buffer {
  const head = Buffer.alloc(FRAME_HEAD)
  head[0] = kind
  head.writeUInt32BE(content.length, 1)
  return Buffer.concat([head, content])
}

/** An answer that has only trailers. They are sent as headers, with status 200. */
function refuse(reply: FastifyReply, { code = status.UNKNOWN, details = '' }: Partial<StatusObject>): FastifyReply {
  return reply
    .header('grpc-status', String(code))
    .header('grpc-message', encodeURIComponent(details))
    .type('application/grpc-web+proto')
    .send(Buffer.alloc(0))
}
