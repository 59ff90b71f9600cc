/**
 * Makes answers smaller. JSON is compressed if the client accepts that (RFC 9110 §12.5.3). Public reads have an entity
 * tag, so a client that already has the same answer gets 304 (RFC 9110 §13.1.2).
 */
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest, onSendHookHandler, RouteOptions } from 'fastify'

/** Below this size, compression and caching save about as many bytes as their headers cost. */
const LEAST_BYTES = 1024
const LONGEST_HEADER = 1024
/** Compression runs in libuv's few threads. */
const MAX_AT_ONCE = 2
const JSON_TYPE = /^application\/json\b/

const inBrotli = promisify(brotliCompress)
const inGzip = promisify<Uint8Array, { level: number }, Buffer>(gzip)

/**
 * Both encoders at their fastest level. Slower levels make JSON a fifth smaller for two to three times the processor
 * time.
 */
const encoders: Record<string, (bytes: Uint8Array) => Promise<Buffer>> = {
  br: (bytes) =>
    inBrotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes) => inGzip(bytes, { level: 1 }),
}
const encodings = [...Object.keys(encoders), 'identity']

/**
 * Adds the hooks to a route. For reads they run before the route's own hooks. For writes they run after them, since
 * answers for Idempotency-Keys are stored uncompressed. Answers with a secret are not compressed, so that their length
 * reveals nothing.
 */
export function makeAnswersSmaller(): (route: RouteOptions, isRead: boolean) => void {
  const compress = compressing()
  return (route, isRead) => {
    if (route.config?.secret) return
    const own = [route.onSend ?? []].flat()
    if (isRead) route.onSend = [...(route.config?.access === 'public' ? [tag] : []), compress, ...own]
    else route.onSend = [...own, compress]
  }
}

/** Compresses a few answers at once. Meanwhile, further ones are sent uncompressed. */
function compressing(): onSendHookHandler {
  let busy = 0
  return (request, reply, payload, done) => {
    if (!isJson(reply, payload) || payload.length < LEAST_BYTES) return done(null, payload)
    addVary(reply, 'Accept-Encoding')
    const encoder = encoderFor(request)
    if (!encoder || busy >= MAX_AT_ONCE) return done(null, payload)
    busy++
    encoder
      .encode(typeof payload === 'string' ? Buffer.from(payload) : payload)
      .finally(() => busy--)
      .then((bytes) => {
        reply.header('content-encoding', encoder.name).removeHeader('content-length')
        done(null, bytes)
      }, done)
  }
}

function encoderFor(request: FastifyRequest) {
  const name = acceptedEncoding(request, encodings)
  const encode = name === undefined ? undefined : encoders[name]
  return name !== undefined && encode ? { name, encode } : undefined
}

/** Returns the encoding that the client prefers; undefined if it accepts none of them, or does not say. */
export function acceptedEncoding<T extends string>(
  { headers }: Pick<FastifyRequest, 'headers'>,
  offered: readonly T[],
): T | undefined {
  const accepted = headers['accept-encoding']
  if (typeof accepted !== 'string' || accepted.length > LONGEST_HEADER) return undefined
  const name = negotiate(accepted, [...offered])
  return offered.find((one) => one === name)
}

/** Gives a public read its weak entity tag, and answers 304 to a client that sends the tag. */
const tag: onSendHookHandler = (request, reply, payload, done) => {
  const { statusCode } = reply
  if (statusCode !== 200 || !isJson(reply, payload) || !isWorthATag(reply, payload)) return done(null, payload)
  const own = hashOf(payload)
  reply.header('etag', `W/"${own}"`)
  if (!namesTag(request.headers['if-none-match'] ?? '', `"${own}"`)) return done(null, payload)
  if (payload.length >= LEAST_BYTES) addVary(reply, 'Accept-Encoding')
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  // For HEAD, Fastify sends the length of the payload and not the payload. It fails without one.
  done(null, request.method === 'HEAD' ? payload : null)
}

const hashes = new WeakMap<Buffer, string>()

/** Bytes that answer many requests are hashed once. */
function hashOf(payload: string | Buffer): string {
  if (typeof payload === 'string') return hash('sha256', payload, 'base64url')
  const known = hashes.get(payload) ?? hash('sha256', payload, 'base64url')
  hashes.set(payload, known)
  return known
}

/** Short answers get a tag only if caches may store them. */
function isWorthATag(reply: FastifyReply, payload: string | Buffer): boolean {
  const caching = String(reply.getHeader('cache-control') ?? '')
  if (reply.hasHeader('etag') || caching.includes('no-store')) return false
  return payload.length >= LEAST_BYTES || caching.includes('public')
}

/** Whether an answer is JSON that we made. Files have their own tags and encodings. */
const isJson = (reply: FastifyReply, payload: unknown): payload is string | Buffer =>
  (typeof payload === 'string' || Buffer.isBuffer(payload)) &&
  JSON_TYPE.test(String(reply.getHeader('content-type'))) &&
  !reply.hasHeader('content-encoding') &&
  !reply.hasHeader('accept-ranges')

/** Whether an `If-None-Match` header contains this entity tag, strong or weak (RFC 9110 §13.1.2). */
export const namesTag = (header: string, tag: string): boolean =>
  header === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)

/** Adds a request header that the answer depends on to the `Vary` header. */
export function addVary(reply: FastifyReply, name: string): void {
  const varied = reply.getHeader('vary')
  reply.header('vary', varied === undefined ? name : [varied, name].flat().join(', '))
}
