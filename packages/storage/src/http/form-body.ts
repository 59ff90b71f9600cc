/** The body of an upload: a form that is read as it arrives. */
import { on } from 'node:events'
import { ApiError, tooMany } from '@quorate/platform'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../limits.ts'
import type { Settings } from '../settings.ts'
import { createConcurrencyLimit, type Release } from './concurrency.ts'
import { boundaryOf, type FormOptions, type Part, partsOf } from './multipart.ts'

/** Bytes that a form may have in addition to its files. */
export const FORM_BYTES = 64 * 1024

/** Takes one of the places for uploads. @throws 429 `TOO_MANY_UPLOADS` */
export type UploadPlaces = (request: FastifyRequest) => Release

export function createUploadPlaces(): UploadPlaces {
  const { maxUploads, maxUploadsPerWallet } = limits
  const places = createConcurrencyLimit({ inAll: maxUploads.value, each: maxUploadsPerWallet.value })
  return ({ session }) => {
    const place = places.take(`${session.chain} ${session.walletId}`)
    if (typeof place !== 'string') return place
    const message =
      place === 'own'
        ? `${session.walletId} has ${maxUploadsPerWallet.value} uploads under way, the maximum for one wallet: try again`
        : `${maxUploads.value} uploads are under way, the maximum for this node: try again`
    throw tooMany('TOO_MANY_UPLOADS', message, 10)
  }
}

/**
 * The parts of a request's form, as they arrive.
 *
 * @throws 415 `NOT_MULTIPART`, 400 `UPLOAD_CUT`, 408 `UPLOAD_STALLED`
 */
export function formParts(
  request: FastifyRequest,
  settings: Pick<Settings, 'IPFS_TIMEOUT'>,
  options?: FormOptions,
): AsyncGenerator<Part> {
  const boundary = boundaryOf(request.headers['content-type'])
  if (boundary === undefined) throw notMultipart()
  return partsOf(received(request, settings), boundary, options)
}

/** Closes the connection after a timeout; otherwise the rest of the body would be read for nothing. */
export function closeAfterTimeout(error: unknown, { raw }: FastifyRequest, reply: FastifyReply): unknown {
  if (!raw.complete && error instanceof ApiError && error.statusCode === 408) reply.header('connection', 'close')
  return error
}

const notMultipart = (): ApiError =>
  new ApiError(415, 'NOT_MULTIPART', 'Send the file as multipart/form-data with a boundary, in the field `file`')

const PROGRESS = 16 * 1024 * 1024
/** The body of a request as it arrives. @throws if the connection breaks off, or nothing comes for `IPFS_TIMEOUT` */
export async function* received(
  { raw, log }: FastifyRequest,
  { IPFS_TIMEOUT }: Pick<Settings, 'IPFS_TIMEOUT'>,
): AsyncGenerator<Buffer> {
  if (raw.destroyed) throw broken()
  const stop = new AbortController()
  const bounds = { signal: stop.signal, close: ['end', 'close'], highWaterMark: 16, lowWaterMark: 4 }
  const chunks = on(raw, 'data', bounds)
  const next = async () => {
    const late = setTimeout(() => stop.abort(), IPFS_TIMEOUT)
    try {
      return await chunks.next()
    } catch {
      throw stop.signal.aborted ? stalled(IPFS_TIMEOUT) : broken()
    } finally {
      clearTimeout(late)
    }
  }
  let count = 0
  try {
    for (let come = await next(); !come.done; come = await next()) {
      const [bytes] = come.value
      const before = count
      count += bytes.length
      if (Math.floor(before / PROGRESS) < Math.floor(count / PROGRESS))
        log.debug({ received: count }, 'a file is being received')
      yield bytes
    }
  } finally {
    await chunks.return?.()
  }
  if (!raw.complete) throw broken()
}

/** Reads the rest of a form after its answer, up to a limit: the connection can be reused only after that. */
export function readRest({ raw }: FastifyRequest, limit: number): void {
  if (raw.complete) return
  let count = 0
  raw.on('data', ({ length }: Buffer) => {
    count += length
    if (count > limit) raw.destroy()
  })
  raw.resume()
}

const broken = (): ApiError => new ApiError(400, 'UPLOAD_CUT', 'The connection ended before the whole file was sent')

const stalled = (ms: number): ApiError =>
  new ApiError(408, 'UPLOAD_STALLED', `No bytes of the file arrived for ${ms} ms (IPFS_TIMEOUT)`)
