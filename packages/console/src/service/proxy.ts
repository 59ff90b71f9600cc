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
 * What the services answer is data. Files that people uploaded would otherwise be pages of this origin, with its
 * session.
 */
const POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"
/** What a browser may take an answer for: never a script, a worker or a style of the page. */
const DESTINATIONS = new Set(['empty', 'document', 'image', 'audio', 'video'])
const READS = new Set(['GET', 'HEAD'])

export async function proxyRequests(http: Http, upstreams: Upstreams, forwarded: ForwardedHeaders): Promise<void> {
  for (const name of APIS) {
    const upstream = upstreams[name]
    if (!upstream) continue
    const scoped = async (scope: Http): Promise<void> => {
      // Bodies are handed on as they come, whatever their type.
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
        // The service counts the request: by its wallet, or by the client's address.
        config: { access: 'public', rateLimited: false, anyQuery: true },
        disableRequestLogging: true,
        disableCache: true,
        undici: {
          // A client's connection has one request at a time. With fewer connections than clients have, a few slow ones
          // would keep all others waiting.
          connections: null,
          pipelining: 1,
          headersTimeout: limits.upstreamTime.value,
          bodyTimeout: limits.upstreamTime.value,
        },
        destroyAgent: true,
        replyOptions: {
          rewriteRequestHeaders: ({ raw }, headers) => {
            const { 'content-length': length, ...others } = forwarded(raw as IncomingMessage, headers)
            // The body of a read is not handed on.
            return length === undefined || READS.has(raw.method ?? '')
              ? others
              : { ...others, 'content-length': length }
          },
          // What concerns the connection to the service (RFC 9110 §7.6.1) would keep the client's open that it closes.
          rewriteHeaders: ({ connection: _, 'keep-alive': __, ...headers }) => ({
            ...headers,
            'content-security-policy': POLICY,
          }),
          // The client repeats what may be repeated.
          retryDelay: () => null,
          onError: (reply, { error }) => void answerUnreached(reply as FastifyReply, name, error),
        },
      })
    }
    // Clients that go away are not worth a warning each.
    await http.register(scoped, { logLevel: 'error' })
  }
}

/**
 * The body as it is handed on. The client of the service destroys it where the service answers before it has read all
 * of it, as when a file is too large. The body itself would take the connection with it, before the answer is there: so
 * the rest is read and dropped, for the time that all servers give it.
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

/** By these the services tell which page asks: a client that had them stripped would look like one of no page. */
const OF_PAGES = /^(origin|referer|content-type|sec-.*)$/

/** A client's `Connection` can't remove these, as it does other headers that it names (RFC 9110 §7.6.1). */
function keepWord({ headers }: IncomingMessage): void {
  if (headers.connection === undefined) return
  const named = headers.connection.split(',').map((name) => name.trim())
  headers.connection = named.filter((name) => !OF_PAGES.test(name.toLowerCase())).join(', ')
}

function refuseUnfit({ raw, headers }: FastifyRequest): void {
  const path = (raw.url ?? '').split('?', 1)[0] ?? ''
  if (path.includes('\\') || decodeURIComponent(path).split('/').includes('..'))
    throw badRequest('INVALID_URL', 'The address holds a backslash or "..": name the path itself')
  const destination = headers['sec-fetch-dest']
  if (destination !== undefined && !DESTINATIONS.has(String(destination)))
    throw forbidden('NOT_A_PAGE', `An answer of a service is data, and is not given to be used as ${destination}`)
}

function answerUnreached(reply: FastifyReply, name: string, error: Error): FastifyReply {
  const isLate = 'statusCode' in error && error.statusCode === 504
  return reply.send(
    isLate
      ? new ApiError(504, 'UPSTREAM_TIMEOUT', `The ${name} service did not answer in time: look up what became of it`)
      : unavailable('SERVICE_UNREACHABLE', `The ${name} service cannot be reached: ask again`),
  )
}
