/** Files stored (documents 2 and 3: POST /ipfs/upload, multipart). */
import { on } from 'node:events'
import { ApiError, badRequest, type Http, tooLarge } from '@quorate/platform'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { cidText } from '../identifier.ts'
import { boundaryOf, type Part, partsOf } from '../multipart.ts'
import { ownerOf } from '../owner.ts'
import type { Service } from '../service.ts'
import type { Store } from '../storing.ts'

const Uploaded = Type.Object({
  cid: Type.String({ description: 'the content identifier' }),
  size: Type.Integer({ description: 'bytes' }),
  mimetype: Type.String({ description: 'as detected from the first bytes' }),
  filename: Type.String(),
})

/** What a form may have around its file. */
const FORM_BYTES = 64 * 1024

export async function uploadRoutes(http: Http, service: Service, store: Store): Promise<void> {
  const { settings } = service
  const { MAX_FILE_SIZE } = settings
  await http.register(async (scope) => {
    // The body is read by the handler, as it comes.
    scope.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
    scope.post(
      '/ipfs/upload',
      {
        config: {
          streamedBody: Type.Object({ file: Type.String({ format: 'binary' }) }),
          access: 'session',
        },
        schema: {
          tags: ['content'],
          summary: 'Stores a file and pins it for the session',
          consumes: ['multipart/form-data'],
          description: 'multipart/form-data with the field `file`. Answers 201 once the file is stored whole.',
          response: { 201: Uploaded },
        },
        onSend: async (request) => readRest(request, MAX_FILE_SIZE + FORM_BYTES),
      },
      async (request, reply) => {
        const boundary = boundaryOf(request.headers['content-type'])
        if (boundary === undefined) throw notMultipart()
        const length = Number(request.headers['content-length'] ?? 0)
        if (length > MAX_FILE_SIZE + FORM_BYTES) throw fileTooLarge(MAX_FILE_SIZE)
        const parts = partsOf(received(request, settings), boundary)
        try {
          const part = await filePart(parts)
          const filename = nameOf(part)
          const stored = await store(ownerOf(request.session), whole(part, parts, MAX_FILE_SIZE), filename)
          const cid = cidText(stored.cid)
          request.log.info({ cid, size: stored.size }, 'a file was stored')
          return reply
            .code(201)
            .header('location', `/ipfs/${cid}`)
            .send({ cid, size: stored.size, mimetype: stored.mimetype, filename })
        } catch (error) {
          // What is still to come of it would be read to its end, for nothing.
          if (!request.raw.complete && error instanceof ApiError && error.statusCode === 408)
            reply.header('connection', 'close')
          throw error
        } finally {
          await parts.return(undefined)
        }
      },
    )
  })
}

const fileTooLarge = (limit: number): ApiError =>
  tooLarge('FILE_TOO_LARGE', `A file may have ${limit} bytes (MAX_FILE_SIZE): nothing of this one was kept`)

const notMultipart = (): ApiError =>
  new ApiError(415, 'NOT_MULTIPART', 'A file is sent as multipart/form-data with a boundary, in the field `file`')

async function filePart(parts: AsyncGenerator<Part>): Promise<Part> {
  let skipped = 0
  for (let { value: part } = await parts.next(); part; part = (await parts.next()).value) {
    if (part.name === 'file') return part
    if (part.filename !== undefined)
      throw badRequest('FILE_MISSING', `The file is in the field ${JSON.stringify(part.name)}: send it as \`file\``)
    for await (const bytes of part.content) {
      skipped += bytes.length
      if (skipped > FORM_BYTES) throw tooLarge('FORM_TOO_LARGE', `Fields beside the file may have ${FORM_BYTES} bytes`)
    }
  }
  throw badRequest('FILE_MISSING', 'The form has no file: send it as the field `file`')
}

/** Without the folders that some clients send. */
function nameOf({ filename = '' }: Part): string {
  if (filename.includes('\0')) throw badRequest('INVALID_TEXT', 'The filename has a NUL character')
  return (filename.split(/[/\\]/).at(-1) ?? '').slice(0, 255).toWellFormed()
}

/** The file's bytes, if they are not too many and nothing but fields follows them. */
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
    if (after > FORM_BYTES) throw tooLarge('FORM_TOO_LARGE', `Fields beside the file may have ${FORM_BYTES} bytes`)
  }
}

const PROGRESS = 16 * 1024 * 1024
/** Who sends less in `IPFS_TIMEOUT` is not waited for. */
const PACE = 64 * 1024

/** The body as it comes. Throws if it breaks off, or comes too slowly; how long it takes to be stored does not count. */
async function* received({ raw, log }: FastifyRequest, { IPFS_TIMEOUT }: Service['settings']): AsyncGenerator<Buffer> {
  if (raw.destroyed) throw broken()
  const stop = new AbortController()
  const bounds = { signal: stop.signal, close: ['end', 'close'], highWaterMark: 16, lowWaterMark: 4 }
  const chunks = on(raw, 'data', bounds)
  let left = IPFS_TIMEOUT
  const next = async () => {
    const asked = performance.now()
    const late = setTimeout(() => stop.abort(), left)
    try {
      return await chunks.next()
    } catch {
      throw stop.signal.aborted ? stalled(IPFS_TIMEOUT) : broken()
    } finally {
      clearTimeout(late)
      left -= performance.now() - asked
    }
  }
  let count = 0
  try {
    for (let come = await next(); !come.done; come = await next()) {
      const [bytes] = come.value
      const before = count
      count += bytes.length
      if (Math.floor(before / PACE) < Math.floor(count / PACE)) left = IPFS_TIMEOUT
      if (Math.floor(before / PROGRESS) < Math.floor(count / PROGRESS))
        log.debug({ received: count }, 'a file is being received')
      yield bytes
    }
  } finally {
    await chunks.return?.()
  }
  if (!raw.complete) throw broken()
}

/** What still comes of a form that is done with: its connection can be used again only after it, but is not for ever. */
function readRest({ raw }: FastifyRequest, limit: number): void {
  if (raw.complete) return
  let count = 0
  raw.on('data', ({ length }: Buffer) => {
    count += length
    if (count > limit) raw.destroy()
  })
  raw.resume()
}

const broken = (): ApiError => new ApiError(400, 'UPLOAD_CUT', 'The connection ended before the file did')

const stalled = (ms: number): ApiError =>
  new ApiError(408, 'UPLOAD_STALLED', `Less than ${PACE} bytes of the file came in ${ms} ms (IPFS_TIMEOUT)`)
