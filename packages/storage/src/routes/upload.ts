/** Files stored (documents 2 and 3: POST /ipfs/upload, multipart). */
import type { Readable } from 'node:stream'
import multipart, { type MultipartFile } from '@fastify/multipart'
import { ApiError, badRequest, type Http, tooLarge } from '@quorate/platform'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { cidText } from '../identifier.ts'
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
    const limits = { fileSize: MAX_FILE_SIZE, files: 1, fields: 20, fieldSize: FORM_BYTES, parts: 21 }
    await scope.register(multipart, { limits, throwFileSizeLimit: false })
    scope.post(
      '/ipfs/upload',
      {
        config: { access: 'session' },
        schema: {
          tags: ['content'],
          summary: 'Stores a file and pins it for the session',
          consumes: ['multipart/form-data'],
          description: 'multipart/form-data with the field `file`. Answers 201 once the file is stored whole.',
          response: { 201: Uploaded },
        },
      },
      async (request, reply) => {
        const length = Number(request.headers['content-length'] ?? 0)
        if (length > MAX_FILE_SIZE + FORM_BYTES) throw fileTooLarge(MAX_FILE_SIZE)
        const part = await filePart(request)
        const filename = part.filename.slice(0, 255)
        const stored = await store(ownerOf(request.session), arriving(request, part, settings), filename)
        const cid = cidText(stored.cid)
        request.log.info({ cid, size: stored.size }, 'a file was stored')
        return reply
          .code(201)
          .header('location', `/ipfs/${cid}`)
          .send({ cid, size: stored.size, mimetype: stored.mimetype, filename })
      },
    )
  })
}

const fileTooLarge = (limit: number): ApiError =>
  tooLarge('FILE_TOO_LARGE', `A file may have ${limit} bytes (MAX_FILE_SIZE): nothing of this one was kept`)

async function filePart(request: FastifyRequest): Promise<MultipartFile> {
  const part = await request.file()
  if (!part) throw badRequest('FILE_MISSING', 'The form has no file: send it as the field `file`')
  if (part.fieldname === 'file') return part
  part.file.resume()
  throw badRequest('FILE_MISSING', `The file is in the field ${JSON.stringify(part.fieldname)}: send it as \`file\``)
}

const PROGRESS = 16 * 1024 * 1024

/** The file's bytes as they come. Throws if they end before their end, are too many, or stop coming. */
async function* arriving(
  request: FastifyRequest,
  { file }: MultipartFile,
  { MAX_FILE_SIZE, IPFS_TIMEOUT }: Service['settings'],
): AsyncGenerator<Uint8Array> {
  const idle = setTimeout(() => cut(file, stalled(IPFS_TIMEOUT)), IPFS_TIMEOUT)
  const gone = () => request.raw.complete || cut(file, broken())
  request.raw.once('close', gone)
  let received = 0
  try {
    for await (const bytes of file as AsyncIterable<Uint8Array>) {
      idle.refresh()
      const before = received
      received += bytes.length
      if (Math.floor(before / PROGRESS) < Math.floor(received / PROGRESS))
        request.log.debug({ received }, 'a file is being received')
      yield bytes
    }
  } finally {
    clearTimeout(idle)
    request.raw.off('close', gone)
  }
  if (file.truncated) throw fileTooLarge(MAX_FILE_SIZE)
  if (!request.raw.complete && request.raw.destroyed) throw broken()
}

const cut = (file: Readable, error: Error): void => void file.destroy(error)

const broken = (): ApiError => new ApiError(400, 'UPLOAD_CUT', 'The connection ended before the file did')

const stalled = (ms: number): ApiError =>
  new ApiError(408, 'UPLOAD_STALLED', `No more of the file came for ${ms} ms (IPFS_TIMEOUT)`)
