/** Idempotency-Key (draft-ietf-httpapi-idempotency-key-header): the same write sent again is answered, not done, again. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest, onSendHookHandler, preHandlerHookHandler, RouteOptions } from 'fastify'
import { ApiError, badRequest, unprocessable } from './errors.ts'
import type { Claim, FirstAnswer, FirstAnswers, KeyOwner } from './idempotency-answers.ts'

export const IDEMPOTENCY_KEY = 'idempotency-key'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while this request is the first with its key. */
    keyOwner: KeyOwner | undefined
  }
}

/** Gives a write its hooks. Without the header they cost one look at it. */
export function answerOnce(route: RouteOptions, service: string, answers: FirstAnswers): void {
  const before: preHandlerHookHandler = (request, reply, done) => {
    const key = request.headers[IDEMPOTENCY_KEY]
    if (key === undefined) return done()
    begin(request, reply, ownerOf(request, service, key), answers).then((answered) => answered || done(), done)
  }
  const after: onSendHookHandler = (request, reply, payload, done) => {
    const { keyOwner } = request
    if (keyOwner === undefined) return done(null, payload)
    request.keyOwner = undefined
    finish(keyOwner, reply, payload, answers)
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

/** Whether the request has been answered from the first one's answer. */
async function begin(
  request: FastifyRequest,
  reply: FastifyReply,
  owner: KeyOwner,
  answers: FirstAnswers,
): Promise<boolean> {
  const claim = await answers.claim(owner, hashOf(request))
  if (claim.is === 'answered') {
    replay(reply, claim.answer)
    return true
  }
  if (claim.is !== 'first') throw refusal(claim.is, owner.key)
  request.keyOwner = owner
  return false
}

const hashOf = ({ method, url, body }: FastifyRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest('base64')

function replay(reply: FastifyReply, { status, contentType, location, body }: FirstAnswer): void {
  if (location !== null) reply.header('location', location)
  reply.code(status).header('idempotency-replayed', 'true').type(contentType).serializer(String).send(body)
}

function refusal(is: Exclude<Claim['is'], 'answered' | 'first'>, key: string): ApiError {
  if (is === 'reused') {
    return unprocessable(
      'IDEMPOTENCY_KEY_REUSED',
      `The Idempotency-Key ${key} was sent with another request: use a new one`,
    )
  }
  const message = `The first request with the Idempotency-Key ${key} is still under way: ask again`
  return new ApiError(409, 'IDEMPOTENCY_KEY_IN_USE', message, { retryAfterSeconds: 1 })
}

/** Faults and refusals that pass are not kept: the same key may try again. */
async function finish(owner: KeyOwner, reply: FastifyReply, payload: unknown, answers: FirstAnswers): Promise<void> {
  const { statusCode: status } = reply
  const kept =
    status < 500 && status !== 429 && (typeof payload === 'string' || payload === null || payload === undefined)
  if (!kept) return answers.release(owner)
  const location = reply.getHeader('location')
  const contentType = String(reply.getHeader('content-type') ?? 'application/json; charset=utf-8')
  await answers.keep(owner, {
    status,
    contentType,
    location: location === undefined ? null : String(location),
    body: payload ?? '',
  })
}
