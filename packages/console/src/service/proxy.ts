/** The three APIs under the console's origin: `/api/node`, `/api/multisig`, `/api/governance`. */
import type { IncomingMessage } from 'node:http'
import { finished, PassThrough, type Readable } from 'node:stream'
import httpProxy from '@fastify/http-proxy'
import { ApiError, badRequest, forbidden, type Http, unavailable } from '@quorate/platform'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../limits.ts'
import type { ForwardedHeaders } from './forwarded.ts'
import type { Upstreams } from './upstreams.ts'

const APIS = ['node', 'multisig', 'governance'] as const

/**
 * A service's answer is only data. Without this policy, an uploaded file could run as a page of this origin, with its
 * session.
 */
const POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"
/** The allowed uses of an answer in a browser. A script, worker or style of the page is not among them. */
const DESTINATIONS = new Set(['empty', 'document', 'image', 'audio', 'video'])
const READS = new Set(['GET', 'HEAD'])

export async function proxyRequests(http: Http, upstreams: Upstreams, forwarded: ForwardedHeaders): Promise<void> {
  for (const name of APIS) {
    const upstream = upstreams[name]
    if (!upstream) continue
    const scoped = async (scope: Http): Promise<void> => {
      // Bodies are forwarded unchanged, whatever their type.
      scope.removeAllContentTypeParsers()
      scope.addHook('onRequest', async (request) => {
        refuseUnfit(request)
        keepWord(request.raw)
      })
      scope.addHook('preHandler', async (request) => {
        if (request.body) request.body = apartFromItsConnection(request.raw)
      })
      await scope.register(httpProxy, {
        upstream: upstream.base,
        prefix: `/api/${name}`,
        // The service itself applies the rate limit, by wallet or by the client's address.
        config: { access: 'public', rateLimited: false, anyQuery: true },
        disableRequestLogging: true,
        disableCache: true,
        undici: {
          // Each client connection has one request at a time. With fewer connections than clients, a few slow requests
          // would delay all others.
          connections: null,
          pipelining: 1,
          headersTimeout: limits.upstreamTime.value,
          bodyTimeout: limits.upstreamTime.value,
        },
        destroyAgent: true,
        replyOptions: {
          rewriteRequestHeaders: ({ raw }, headers) => {
            const { 'content-length': length, ...others } = forwarded(raw as IncomingMessage, headers)
            // The body of a read is not forwarded.
            return length === undefined || READS.has(raw.method ?? '')
              ? others
              : { ...others, 'content-length': length }
          },
          // Drops the headers of the connection to the service (RFC 9110 §7.6.1). They would keep the client's
          // connection open although the service closes its own.
          rewriteHeaders: ({ connection: _, 'keep-alive': __, ...headers }) => ({
            ...headers,
            'content-security-policy': POLICY,
          }),
          // The proxy closes a connection if the service answers before it has the whole body. A client that still
          // sends would then lose the answer. The rest of the body is read and dropped, so the connection stays open.
          onResponse(_request, reply, { stream }) {
            // Only if it is present: removing an absent header would make Node leave out its own.
            if (reply.hasHeader('connection')) reply.removeHeader('connection')
            reply.send(stream)
          },
          // The client decides what to retry.
          retryDelay: () => null,
          onError: (reply, { error }) => void answerUnreached(reply as FastifyReply, name, error),
        },
      })
    }
    // Without this, each client that disconnects would cause a warning.
    await http.register(scoped, { logLevel: 'error' })
  }
}

/**
 * Returns the body to forward. If the service answers early, for example because a file is too large, its HTTP client
 * destroys the forwarded body. Destroying the original would close the client's connection before it has the answer.
 * Instead, the rest of the original is read and dropped, within the usual time limit of servers.
 */
function apartFromItsConnection(body: Readable): Readable {
  const handedOn = new PassThrough()
  finished(body, (error) => error && handedOn.destroy(error))
  handedOn.once('close', () => {
    body.unpipe(handedOn)
    body.resume()
  })
  return body.pipe(handedOn)
}

/**
 * Headers that tell the services which page sent a request. Without them, a request would look as if it came from no
 * page.
 */
const OF_PAGES = /^(origin|referer|content-type|sec-.*)$/

/**
 * Prevents the client's `Connection` header from removing these headers. Other headers that it names are still removed
 * (RFC 9110 §7.6.1).
 */
function keepWord({ headers }: IncomingMessage): void {
  if (headers.connection === undefined) return
  const named = headers.connection.split(',').map((name) => name.trim())
  headers.connection = named.filter((name) => !OF_PAGES.test(name.toLowerCase())).join(', ')
}

function refuseUnfit({ raw, headers }: FastifyRequest): void {
  const path = (raw.url ?? '').split('?', 1)[0] ?? ''
  if (path.includes('\\') || decodeURIComponent(path).split('/').includes('..'))
    throw badRequest('INVALID_URL', 'The address contains a backslash or "..": send the resolved path')
  const destination = headers['sec-fetch-dest']
  if (destination !== undefined && !DESTINATIONS.has(String(destination)))
    throw forbidden('NOT_A_PAGE', `The answers of services are data: a page cannot load them as a ${destination}`)
}

function answerUnreached(reply: FastifyReply, name: string, error: Error): FastifyReply {
  const isLate = 'statusCode' in error && error.statusCode === 504
  return reply.send(
    isLate
      ? new ApiError(
          504,
          'UPSTREAM_TIMEOUT',
          `The ${name} service did not answer in time: look up the outcome before you send it again`,
        )
      : unavailable('SERVICE_UNREACHABLE', `The ${name} service cannot be reached: try again`),
  )
}
