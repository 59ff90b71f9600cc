/** Turns every failure into an answer with the one error shape. It reveals nothing about our code or data. */
import type { Socket } from 'node:net'
import { VerifyError } from '@quorate/verify'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, errorBody, toApiError } from '../../base/errors.ts'

/** Our codes for Fastify's own refusals. */
const frameworkCodes: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'INVALID_CONTENT_LENGTH',
  FST_ERR_CTP_INVALID_JSON_BODY: 'INVALID_JSON',
  FST_ERR_BAD_URL: 'INVALID_URL',
  FST_ERR_MAX_PARAM_LENGTH: 'URL_TOO_LONG',
}

/**
 * `error` in the form that clients may see: an ApiError, a VerifyError or a refusal of Fastify with its message,
 * anything else as a bare 500 `INTERNAL_ERROR`.
 */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof VerifyError) return toApiError(error)
  const { statusCode = 500, code = '', message = '' } = error as Partial<FastifyError>
  if (statusCode < 400 || statusCode >= 500) {
    return new ApiError(500, 'INTERNAL_ERROR', 'An internal error occurred: the log describes it under this request id')
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', `${message}. Send JSON, with Content-Type: application/json`)
  const ownCode = frameworkCodes[code] ?? code.replace(/^FST_(ERR_)?/, '')
  return new ApiError(statusCode, ownCode || 'BAD_REQUEST', message)
}

/**
 * Answers with `error`, and logs it if it is the service's fault.
 *
 * @param bodyOf Makes the body, for an external API whose errors have another shape.
 */
export function answerFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  bodyOf: (failure: ApiError) => object = (failure) => failure.toBody(),
): FastifyReply {
  const failure = asApiError(error)
  logFailure(error, failure, request)
  if (failure.statusCode === 401) reply.header('www-authenticate', 'Bearer')
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(failure.retryAfterSeconds))
  return reply.code(failure.statusCode).type('application/json; charset=utf-8').send(bodyOf(failure))
}

function logFailure(error: unknown, failure: ApiError, { log, method, url }: FastifyRequest): void {
  const isOurs = error instanceof ApiError || error instanceof VerifyError
  if (!isOurs && failure.statusCode >= 500) {
    log.error({ err: error, method, url }, `${method} ${url} failed inside: answered 500`)
  } else if (failure.statusCode >= 500) {
    log.warn({ err: failure.cause ?? failure, method, url }, `${method} ${url}: ${failure.message}`)
  }
}

/** 404 `NOT_FOUND`; 405 `METHOD_NOT_ALLOWED` with `Allow` if the path has `methods`. */
export function answerUnknownPath(request: FastifyRequest, reply: FastifyReply, methods: string[]): FastifyReply {
  if (methods.length > 0) {
    const allowed = methods.join(', ')
    const path = request.url.slice(0, 200).split('?', 1)[0]
    reply.header('allow', allowed)
    const refusal = `${path} has no ${request.method}: send ${allowed}; the API is described at /api/docs`
    return answerFailure(new ApiError(405, 'METHOD_NOT_ALLOWED', refusal), request, reply)
  }
  const message = `There is no ${request.method} ${request.url.slice(0, 200)}; the API is described at /api/docs`
  return answerFailure(new ApiError(404, 'NOT_FOUND', message), request, reply)
}

const brokenRequests: Record<string, [status: number, code: string, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'HEADERS_TOO_LARGE', 'The headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT', 'The request did not arrive in time'],
}

/** Answers bytes that Node could not parse as a request, and closes the connection. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const [status, code, message] = brokenRequests[error.code ?? ''] ?? [
    400,
    'BROKEN_REQUEST',
    'This is not an HTTP request',
  ]
  const body = errorBody(status, code, message)
  const text = JSON.stringify(body)
  const head = `HTTP/1.1 ${status} ${body.error}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}`
  socket.end(`${head}\r\nConnection: close\r\n\r\n${text}`)
}
