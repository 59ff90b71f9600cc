/** The route that stores files (`POST /ipfs/upload`, multipart). */
import {
  type ApiError,
  badRequest,
  coverStreamedBody,
  type Http,
  namedSchema,
  replayEarlier,
  tooLarge,
} from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { Type } from 'typebox'
import { closeAfterTimeout, FORM_BYTES, formParts, readRest, type UploadPlaces } from '../http/form-body.ts'
import type { Part } from '../http/multipart.ts'
import { cidText } from '../identifier/identifier.ts'
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

export async function uploadRoutes(
  http: Http,
  { addFile, settings, uploadPlaces }: { addFile: AddFile; settings: Settings; uploadPlaces: UploadPlaces },
): Promise<void> {
  const { MAX_FILE_SIZE } = settings
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
          takes: 'multipart/form-data',
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
        const length = Number(request.headers['content-length'] ?? 0)
        if (length > MAX_FILE_SIZE + FORM_BYTES) throw fileTooLarge(MAX_FILE_SIZE)
        const parts = formParts(request, settings)
        const place = uploadPlaces(request)
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
          throw closeAfterTimeout(error, request, reply)
        } finally {
          place()
          await parts.return(undefined)
        }
      },
    )
  })
}

/** The same file has been uploaded with the same Idempotency-Key before. */
class AnsweredBefore extends Error {}

const fileTooLarge = (limit: number): ApiError =>
  tooLarge('FILE_TOO_LARGE', `The file is larger than ${limit} bytes (MAX_FILE_SIZE), and was not stored`)

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
