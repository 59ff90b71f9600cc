/**
 * Idempotency-Key (draft-ietf-httpapi-idempotency-key-header): a repeated write is not executed again, but gets the
 * first answer again.
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest, onSendHookHandler, preHandlerHookHandler, RouteOptions } from 'fastify'
import { ApiError, badRequest, tooMany, unprocessable } from '../../base/errors.ts'
import { limits } from '../../bounds/platform-limits.ts'
import type { Claim, FirstAnswer, HeldKey, IdempotencyStore, KeyOwner } from './store.ts'

export const IDEMPOTENCY_KEY = 'idempotency-key'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while this request is the first with its key. */
    heldKey: HeldKey | undefined
    /**
     * On a route with a streamed body: the answer to the first request with this key. The bodies of the two requests
     * may differ.
     */
    earlierAnswer: { answer: FirstAnswer; requestHash: string } | undefined
    /** The hash of this request and its streamed body, once the whole body has arrived. */
    streamedHash: string | undefined
  }
}

type Refused = Exclude<Claim, { is: 'answered' } | { is: 'first' }>

/** Adds the hooks for Idempotency-Keys to a write route. For requests without the header they do nothing. */
export function answerOnce(route: RouteOptions, service: string, answers: IdempotencyStore): void {
  const before: preHandlerHookHandler = (request, reply, done) => {
    const key = request.headers[IDEMPOTENCY_KEY]
    if (key === undefined) return done()
    begin(request, reply, ownerOf(request, service, key), answers).then((answered) => {
      const { heldKey } = request
      if (heldKey) answers.whileHeld(heldKey, () => request.heldKey === heldKey, done)
      else if (!answered) done()
    }, done)
  }
  const after: onSendHookHandler = (request, reply, payload, done) => {
    const { heldKey } = request
    if (heldKey === undefined) return done(null, payload)
    request.heldKey = undefined
    finish(request, heldKey, reply, payload, answers)
      .catch((error: unknown) =>
        request.log.error({ err: error }, 'The first answer of an Idempotency-Key was not kept'),
      )
      .then(() => done(null, payload))
  }
  route.preHandler = [before, ...[route.preHandler ?? []].flat()]
  route.onSend = [...[route.onSend ?? []].flat(), after]
}

function ownerOf(request: FastifyRequest, service: string, key: string | string[]): KeyOwner {
  const { chain, walletId } = request.session
  const text = String(key)
  if (/^[\x21-\x7e]{1,255}$/.test(text)) return { service, wallet: `${chain}:${walletId}`, key: text }
  throw badRequest(
    'INVALID_IDEMPOTENCY_KEY',
    'The Idempotency-Key must be 1 to 255 visible ASCII characters, such as a UUID',
  )
}

/**
 * Claims the key. Returns true if the request was answered with the first answer.
 * @throws 409, 422 or 429, with the codes of {@link refusal}
 */
async function begin(
  request: FastifyRequest,
  reply: FastifyReply,
  owner: KeyOwner,
  answers: IdempotencyStore,
): Promise<boolean> {
  const isStreamed = request.routeOptions.config.streamedBody !== undefined
  const claim = await answers.claim(owner, isStreamed ? undefined : hashOf(request, request.body))
  if (claim.is === 'answered' && isStreamed) {
    // The streamed body must be read first, since it may differ from the first request's.
    request.earlierAnswer = claim
    return false
  }
  if (claim.is === 'answered') {
    replay(reply, claim.answer)
    return true
  }
  if (claim.is !== 'first') throw refusal(claim, owner.key)
  request.heldKey = claim.held
  return false
}

const hashOf = ({ method, url }: FastifyRequest, body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest('base64')

/**
 * Ties the content of a streamed body to the request's Idempotency-Key. The handler calls it once the whole body has
 * arrived, before it uses the body. True if the same content was sent with that key before: then the handler does
 * nothing else and calls {@link replayEarlier}.
 *
 * @param fingerprint Identifies the content, such as its hash.
 * @throws 422 `IDEMPOTENCY_KEY_REUSED` if the key came with other content before
 */
export function coverStreamedBody(request: FastifyRequest, fingerprint: string): boolean {
  const hash = hashOf(request, fingerprint)
  request.streamedHash = hash
  if (!request.earlierAnswer) return false
  if (request.earlierAnswer.requestHash === hash) return true
  throw refusal({ is: 'reused' }, String(request.headers[IDEMPOTENCY_KEY]))
}

/** Sends the answer of the first request with this key again. */
export function replayEarlier({ earlierAnswer }: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!earlierAnswer) throw new Error('this request has not been answered before')
  replay(reply, earlierAnswer.answer)
  return reply
}

function replay(reply: FastifyReply, { status, contentType, location, body }: FirstAnswer): void {
  if (location !== null) reply.header('location', location)
  reply.code(status).header('idempotency-replayed', 'true').type(contentType).serializer(String).send(body)
}

function refusal(claim: Refused, key: string): ApiError {
  if (claim.is === 'full') {
    const message = `All clients together may store ${limits.idempotencyBytesPerHour.value} bytes of Idempotency-Keys and answers an hour, and your share is used up. Nothing was done: send no key, or wait`
    return tooMany('TOO_MANY_IDEMPOTENCY_KEYS', message, Math.ceil(claim.waitMs / 1000))
  }
  if (claim.is === 'unkept') {
    const message = `The first request with the Idempotency-Key ${key} was executed and answered ${claim.status}. Its answer was too large to store, or exceeded your share, so it cannot be sent again. The request is not executed again`
    return new ApiError(409, 'IDEMPOTENCY_ANSWER_NOT_KEPT', message)
  }
  if (claim.is === 'reused') {
    return unprocessable(
      'IDEMPOTENCY_KEY_REUSED',
      `The Idempotency-Key ${key} was already sent with another request: use a new key`,
    )
  }
  const message = `The first request with the Idempotency-Key ${key} is still being executed: try again`
  return new ApiError(409, 'IDEMPOTENCY_KEY_IN_USE', message, { retryAfterSeconds: 1 })
}

/**
 * Statuses of temporary refusals: the state behind a 409 changes, space may be freed after a 413, and a 429 ends with
 * time.
 */
const PASSING = new Set([409, 413, 429])

/**
 * Stores the answer, or releases the key so that the client may retry with it. These are not stored: 5xx and temporary
 * refusals; for a `repeatable` route, everything but its result; secrets; and streams.
 */
async function finish(
  { routeOptions, streamedHash, log }: FastifyRequest,
  held: HeldKey,
  reply: FastifyReply,
  payload: unknown,
  answers: IdempotencyStore,
): Promise<void> {
  const { statusCode: status } = reply
  // The request was answered before its whole body had arrived, so the answer cannot be tied to its content.
  if (routeOptions.config.streamedBody !== undefined && streamedHash === undefined) return answers.release(held)
  const kept =
    status < 500 &&
    !PASSING.has(status) &&
    !(routeOptions.config.repeatable && (status === 202 || status >= 400)) &&
    !routeOptions.config.secret &&
    (typeof payload === 'string' || payload === null || payload === undefined)
  if (!kept) return answers.release(held)
  const location = reply.getHeader('location')
  const contentType = String(reply.getHeader('content-type') ?? 'application/json; charset=utf-8')
  const answer = {
    status,
    contentType,
    location: location === undefined ? null : String(location),
    body: payload ?? '',
  }
  if (!(await answers.keep(held, answer, streamedHash)))
    log.warn({ key: held.key }, 'An Idempotency-Key was lost to a later request while the first was under way')
}
