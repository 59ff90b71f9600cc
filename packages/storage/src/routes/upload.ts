/** The route that stores files (`POST /ipfs/upload`, multipart). */
import { on } from 'node:events'
import {
  ApiError,
  badRequest,
  coverStreamedBody,
  type Http,
  namedSchema,
  replayEarlier,
  tooLarge,
  tooMany,
} from '@quorate/platform'
import type { FastifyRequest } from 'fastify'
import type { CID } from 'multiformats/cid'
import { Type } from 'typebox'
import { createConcurrencyLimit, type Release } from '../http/concurrency.ts'
import { boundaryOf, type Part, partsOf } from '../http/multipart.ts'
import { cidText } from '../identifier/identifier.ts'
import { limits } from '../limits.ts'
import { ownerOf } from '../model/owner.ts'
import type { AddFile } from '../pins/add-file.ts'
import type { Settings } from '../settings.ts'
import { visibleName } from '../streams/text.ts'

const Uploaded = namedSchema(
  'Upload',
  Type.Object({
    cid: Type.String({ description: 'the content identifier' }),
    size: Type.Integer({ description: 'bytes' }),
    mimetype: Type.String({ description: 'the media type, as detected from the first bytes' }),
    filename: Type.String(),
  }),
)

/** Bytes that a form may have in addition to its file. */
const FORM_BYTES = 64 * 1024

export async function uploadRoutes(
  http: Http,
  { addFile, settings }: { addFile: AddFile; settings: Settings },
): Promise<void> {
  const { MAX_FILE_SIZE } = settings
  const placeFor = createUploadPlaces()
  await http.register(async (scope) => {
    // The handler reads the body as it arrives.
    scope.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
    scope.post(
      '/ipfs/upload',
      {
        config: {
          streamedBody: Type.Object({ file: Type.String({ format: 'binary' }) }),
          access: 'session',
          scope: 'ipfs:upload',
          takesForm: true,
        },
        schema: {
          tags: ['content'],
          summary: 'Upload and pin a file',
          consumes: ['multipart/form-data'],
          description: 'multipart/form-data with the field `file`. Answers 201 once the file is stored whole.',
          errors: {
            400: ['FILE_MISSING', 'MALFORMED_FORM', 'TOO_MANY_FILES', 'UPLOAD_CUT'],
            408: ['UPLOAD_STALLED'],
            413: ['FILE_TOO_LARGE', 'FORM_TOO_LARGE', 'QUOTA_EXCEEDED'],
            415: ['NOT_MULTIPART'],
            429: ['TOO_MANY_PINS', 'TOO_MANY_UPLOADS'],
          },
          response: { 201: Uploaded },
        },
        onSend: async (request) => readRest(request, MAX_FILE_SIZE + FORM_BYTES),
      },
      async (request, reply) => {
        const boundary = boundaryOf(request.headers['content-type'])
        if (boundary === undefined) throw notMultipart()
        const length = Number(request.headers['content-length'] ?? 0)
        if (length > MAX_FILE_SIZE + FORM_BYTES) throw fileTooLarge(MAX_FILE_SIZE)
        const place = placeFor(request)
        const parts = partsOf(received(request, settings), boundary)
        try {
          const part = await filePart(parts)
          const filename = nameOf(part)
          const accept = async ({ cid }: { cid: CID }) => {
            if (coverStreamedBody(request, JSON.stringify([cidText(cid), filename]))) throw new AnsweredBefore()
          }
          const content = whole(part, parts, MAX_FILE_SIZE)
          const stored = await addFile(ownerOf(request.session), content, filename, accept)
          const cid = cidText(stored.cid)
          request.log.info({ cid, size: stored.size }, 'a file was stored')
          return reply
            .code(201)
            .header('location', `/ipfs/${cid}`)
            .send({ cid, size: stored.size, mimetype: stored.mimetype, filename })
        } catch (error) {
          if (error instanceof AnsweredBefore) return replayEarlier(request, reply) as never
          // After a timeout the connection is closed; otherwise the rest of the body would be read for nothing.
          if (!request.raw.complete && error instanceof ApiError && error.statusCode === 408)
            reply.header('connection', 'close')
          throw error
        } finally {
          place()
          await parts.return(undefined)
        }
      },
    )
  })
}

function createUploadPlaces(): (request: FastifyRequest) => Release {
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

/** The same file has been uploaded with the same Idempotency-Key before. */
class AnsweredBefore extends Error {}

const fileTooLarge = (limit: number): ApiError =>
  tooLarge('FILE_TOO_LARGE', `The file is larger than ${limit} bytes (MAX_FILE_SIZE), and was not stored`)

const notMultipart = (): ApiError =>
  new ApiError(415, 'NOT_MULTIPART', 'Send the file as multipart/form-data with a boundary, in the field `file`')

async function filePart(parts: AsyncGenerator<Part>): Promise<Part> {
  let skipped = 0
  for (let { value: part } = await parts.next(); part; part = (await parts.next()).value) {
    if (part.name === 'file') return part
    if (part.filename !== undefined)
      throw badRequest('FILE_MISSING', `The file is in the field ${JSON.stringify(part.name)}: send it as \`file\``)
    for await (const bytes of part.content) {
      skipped += bytes.length
      if (skipped > FORM_BYTES)
        throw tooLarge('FORM_TOO_LARGE', `The form fields other than the file are larger than ${FORM_BYTES} bytes`)
    }
  }
  throw badRequest('FILE_MISSING', 'The form has no file: send it as the field `file`')
}

/** The filename without the folders that some clients send. */
function nameOf({ filename = '' }: Part): string {
  if (filename.includes('\0')) throw badRequest('INVALID_TEXT', 'The filename has a NUL character')
  return visibleName((filename.split(/[/\\]/).at(-1) ?? '').slice(0, 255))
}

/** The file's bytes. Throws if there are too many, or if anything but fields follows the file. */
async function* whole(part: Part, parts: AsyncGenerator<Part>, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const bytes of part.content) {
    size += bytes.length
    if (size > limit) throw fileTooLarge(limit)
    yield bytes
  }
  let after = 0
  for await (const { name, filename, content } of parts) {
    if (name === 'file' || filename !== undefined) throw badRequest('TOO_MANY_FILES', 'The form has more than one file')
    for await (const bytes of content) after += bytes.length
    if (after > FORM_BYTES)
      throw tooLarge('FORM_TOO_LARGE', `The form fields other than the file are larger than ${FORM_BYTES} bytes`)
  }
}

const PROGRESS = 16 * 1024 * 1024
/** The body as it arrives. @throws if the connection breaks off, or nothing comes for `IPFS_TIMEOUT` */
async function* received({ raw, log }: FastifyRequest, { IPFS_TIMEOUT }: Settings): AsyncGenerator<Buffer> {
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
function readRest({ raw }: FastifyRequest, limit: number): void {
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
  new ApiError(408, 'UPLOAD_STALLED', `Nothing of the file came for ${ms} ms (IPFS_TIMEOUT)`)
