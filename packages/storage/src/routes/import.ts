/** The route that stores archives (`POST /ipfs/import`, CAR). */
import { ApiError, coverStreamedBody, type Http, namedSchema, replayEarlier, tooLarge } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { type Static, Type } from 'typebox'
import { closeAfterTimeout, readRest, received, type UploadPlaces } from '../http/form-body.ts'
import { TYPES } from '../http/formats.ts'
import { cidText, parseCid } from '../identifier/identifier.ts'
import { ownerOf } from '../model/owner.ts'
import type { AddArchive } from '../pins/add-archive.ts'
import type { Settings } from '../settings.ts'
import { visibleName } from '../streams/text.ts'

const Imported = namedSchema(
  'Import',
  Type.Object({
    cid: Type.String({ description: 'the identifier of the content that is pinned' }),
    size: Type.Union([Type.Integer(), Type.Null()], { description: 'bytes of a file; null for a directory' }),
    mimetype: Type.Union([Type.String(), Type.Null()], { description: 'the media type of a file' }),
    filename: Type.Optional(Type.String()),
    blocks: Type.Integer({ description: 'the number of blocks of the content' }),
  }),
)

const ImportQuery = Type.Object({
  root: Type.Optional(
    Type.String({
      maxLength: 512,
      description: 'the identifier of the content to pin; without it, the only root that the archive names',
    }),
  ),
  filename: Type.Optional(Type.String({ maxLength: 255, description: 'the name of the pin' })),
})

export async function importRoutes(
  http: Http,
  deps: { addArchive: AddArchive; settings: Settings; uploadPlaces: UploadPlaces },
): Promise<void> {
  const { addArchive, settings, uploadPlaces } = deps
  const { MAX_FILE_SIZE } = settings
  await http.register(async (scope) => {
    // The handler reads the body as it arrives.
    scope.addContentTypeParser(TYPES.car, (_request, _body, done) => done(null))
    scope.post(
      '/ipfs/import',
      {
        config: {
          streamedBody: Type.String({ format: 'binary' }),
          access: 'session',
          scope: 'ipfs:upload',
          takes: TYPES.car,
        },
        schema: {
          tags: ['content'],
          summary: 'Import an archive and pin its content',
          consumes: [TYPES.car],
          description:
            'A CAR archive of version 1 or 2. Each block is checked against its identifier. All blocks below the root must be in the archive or on the node. Answers 201 once the content is stored whole.',
          querystring: ImportQuery,
          errors: {
            400: ['INVALID_CID', 'MALFORMED_ARCHIVE', 'ROOT_MISSING', 'UPLOAD_CUT'],
            408: ['UPLOAD_STALLED'],
            413: ['ARCHIVE_TOO_LARGE', 'QUOTA_EXCEEDED'],
            415: ['UNSUPPORTED_MEDIA_TYPE'],
            422: ['INCOMPLETE_ARCHIVE', 'MALFORMED_CONTENT', 'UNSUPPORTED_CONTENT'],
            429: ['TOO_MANY_PINS', 'TOO_MANY_UPLOADS'],
          },
          response: { 201: Imported },
        },
        onSend: async (request) => readRest(request, MAX_FILE_SIZE),
      },
      async (request, reply) => {
        const { root, filename: given } = request.query as Static<typeof ImportQuery>
        if (!request.headers['content-type']?.startsWith(TYPES.car)) throw notAnArchive()
        const length = Number(request.headers['content-length'] ?? 0)
        if (length > MAX_FILE_SIZE) throw archiveTooLarge(MAX_FILE_SIZE)
        const filename = given === undefined ? undefined : visibleName(given)
        const asked = { root: root === undefined ? undefined : parseCid(root), filename }
        const place = uploadPlaces(request)
        const body = received(request, settings)
        try {
          const accept = async ({ cid }: { cid: CID }) => {
            if (coverStreamedBody(request, cidText(cid))) throw new AnsweredBefore()
          }
          const stored = await addArchive(ownerOf(request.session), bounded(body, MAX_FILE_SIZE), { ...asked, accept })
          const cid = cidText(stored.cid)
          request.log.info({ cid, blocks: stored.blocks }, 'an archive was stored')
          return reply
            .code(201)
            .header('location', `/ipfs/${cid}`)
            .send({ ...stored, cid, ...(filename === undefined ? {} : { filename }) })
        } catch (error) {
          if (error instanceof AnsweredBefore) return replayEarlier(request, reply) as never
          throw closeAfterTimeout(error, request, reply)
        } finally {
          place()
          await body.return(undefined)
        }
      },
    )
  })
}

/** The same archive has been imported with the same Idempotency-Key before. */
class AnsweredBefore extends Error {}

const notAnArchive = (): ApiError =>
  new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', `Send the archive as the body, with Content-Type: ${TYPES.car}`)

const archiveTooLarge = (limit: number): ApiError =>
  tooLarge('ARCHIVE_TOO_LARGE', `The archive is larger than ${limit} bytes (MAX_FILE_SIZE), and was not stored`)

async function* bounded(body: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const bytes of body) {
    size += bytes.length
    if (size > limit) throw archiveTooLarge(limit)
    yield bytes
  }
}
