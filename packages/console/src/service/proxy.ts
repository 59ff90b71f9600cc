/** The three APIs under the console's origin: `/api/node`, `/api/multisig`, `/api/governance`. */
import type { IncomingMessage } from 'node:http'
import httpProxy from '@fastify/http-proxy'
import { ApiError, type Http, unavailable } from '@quorate/platform'
import type { FastifyReply } from 'fastify'
import { limits } from '../limits.ts'
import type { ForwardedHeaders } from './forwarded.ts'
import type { Upstreams } from './upstreams.ts'

const APIS = ['node', 'multisig', 'governance'] as const

/**
 * What the services answer is data. Files that people uploaded would otherwise be pages of this origin, with its
 * session.
 */
const POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

export async function proxyRequests(http: Http, upstreams: Upstreams, forwarded: ForwardedHeaders): Promise<void> {
  for (const name of APIS) {
    const upstream = upstreams[name]
    if (!upstream) continue
    await http.register(async (scope) => {
      // Bodies are handed on as they come, whatever their type.
      scope.removeAllContentTypeParsers()
      await scope.register(httpProxy, {
        upstream: upstream.base,
        prefix: `/api/${name}`,
        // The service counts the request: by its wallet, or by the client's address.
        config: { access: 'public', rateLimited: false },
        disableRequestLogging: true,
        disableCache: true,
        undici: {
          connections: limits.upstreamConnections.value,
          pipelining: 1,
          headersTimeout: limits.upstreamTime.value,
          bodyTimeout: limits.upstreamTime.value,
        },
        destroyAgent: true,
        replyOptions: {
          rewriteRequestHeaders: (request, headers) => forwarded(request.raw as IncomingMessage, headers),
          rewriteHeaders: (headers) => ({ ...headers, 'content-security-policy': POLICY }),
          // The client repeats what may be repeated.
          retryDelay: () => null,
          onError: (reply, { error }) => void answerUnreached(reply as FastifyReply, name, error),
        },
      })
    })
  }
}

function answerUnreached(reply: FastifyReply, name: string, error: Error): FastifyReply {
  const isLate = 'statusCode' in error && error.statusCode === 504
  return reply.send(
    isLate
      ? new ApiError(504, 'UPSTREAM_TIMEOUT', `The ${name} service did not answer in time: look up what became of it`)
      : unavailable('SERVICE_UNREACHABLE', `The ${name} service cannot be reached: ask again`),
  )
}
