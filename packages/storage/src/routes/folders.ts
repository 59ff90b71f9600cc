/** Routes for uploads of folders (`/ipfs/folders`). */
import { ApiError, badRequest, type Database, type Http, linkToNext, pageHeaders, tooLarge } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import {
  DeletedFolder,
  deletedFolder,
  FinishedFolder,
  FolderFileOut,
  FolderOut,
  folderFileOut,
  folderOut,
} from '../answers/folders.ts'
import type { ArrivingFile, Folders } from '../folders/folders.ts'
import { closeAfterTimeout, FORM_BYTES, formParts, readRest, type UploadPlaces } from '../http/form-body.ts'
import type { Part } from '../http/multipart.ts'
import { limits } from '../limits.ts'
import { folderPath } from '../model/folder-path.ts'
import { ownerOf } from '../model/owner.ts'
import type { Settings } from '../settings.ts'
import { filesAfter, foldersOf } from '../store/folders.ts'
import type { Tables } from '../store/tables.ts'
import { visibleName } from '../streams/text.ts'

const tags = ['folders']
/** Sessions with the scope `ipfs:upload` may upload folders, too. */
const config = { access: 'session', scope: 'ipfs:upload' } as const

const FolderId = Type.Object({
  id: Type.String({ format: 'uuid', description: 'the id of the upload' }),
})
const OpenBody = Type.Optional(
  Type.Object({ name: Type.Optional(Type.String({ maxLength: 255, description: 'the name that the pin gets' })) }),
)
const FilePage = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
  cursor: Type.Optional(Type.String({ maxLength: 4096, description: 'from the Link header of the page before' })),
})

interface Deps {
  database: Database<Tables>
  folders: Folders
  settings: Settings
  uploadPlaces: UploadPlaces
}

export async function folderRoutes(http: Http, deps: Deps): Promise<void> {
  openRoutes(http, deps)
  readRoutes(http, deps)
  await fileRoute(http, deps)
}

function openRoutes(http: Http, { folders }: Deps): void {
  http.post(
    '/ipfs/folders',
    {
      config: { ...config },
      schema: {
        tags,
        summary: 'Open an upload of a folder',
        description:
          'Then send its files, and finish it. An upload that gets no file for a day is deleted with its files.',
        body: OpenBody,
        errors: { 429: ['TOO_MANY_FOLDERS'] },
        response: { 201: FolderOut },
      },
    },
    async ({ body, session }, reply) => {
      const name = body?.name === undefined ? null : visibleName(body.name)
      const folder = await folders.open(ownerOf(session), name)
      return reply.code(201).header('location', `/ipfs/folders/${folder.id}`).send(folderOut(folder))
    },
  )
  http.post(
    '/ipfs/folders/:id/finish',
    {
      config: { ...config, repeatable: true },
      schema: {
        tags,
        summary: 'Make the folder of the files that have arrived, and pin it',
        description: 'A repeated request gets the same answer until the upload expires.',
        params: FolderId,
        errors: {
          404: ['FOLDER_NOT_FOUND'],
          409: ['FOLDER_CHANGED', 'FOLDER_PATH_CONFLICT'],
          413: ['FOLDER_TOO_LARGE', 'QUOTA_EXCEEDED'],
          429: ['TOO_MANY_PINS'],
          503: ['FOLDER_FILE_UNAVAILABLE'],
        },
        response: { 200: FinishedFolder },
      },
    },
    async ({ params, session, log }) => {
      const { cid, size, files } = await folders.finish(ownerOf(session), params.id)
      if (cid === null) throw new Error(`The folder ${params.id} was not finished`)
      log.info({ cid, files }, 'a folder was stored')
      return { cid, size: Number(size), files }
    },
  )
  http.delete(
    '/ipfs/folders/:id',
    {
      config: { ...config },
      schema: {
        tags,
        summary: 'Delete an upload of a folder, with its files if it is not finished',
        description: 'The pin of a finished folder stays.',
        params: FolderId,
        errors: { 404: ['FOLDER_NOT_FOUND'] },
        response: { 200: DeletedFolder },
      },
    },
    async ({ params, session }) => deletedFolder(await folders.delete(ownerOf(session), params.id)),
  )
}

function readRoutes(http: Http, { database, folders }: Deps): void {
  http.get(
    '/ipfs/folders',
    {
      config: { ...config },
      schema: {
        tags,
        summary: 'List my uploads of folders',
        description: 'Open folders, and recently finished ones; newest first.',
        response: { 200: Type.Array(FolderOut) },
      },
    },
    async ({ session }) => (await foldersOf(database.read, ownerOf(session))).map(folderOut),
  )
  http.get(
    '/ipfs/folders/:id',
    {
      config: { ...config },
      schema: {
        tags,
        summary: 'Get my upload of a folder',
        params: FolderId,
        errors: { 404: ['FOLDER_NOT_FOUND'] },
        response: { 200: FolderOut },
      },
    },
    async ({ params, session }) => folderOut(await folders.find(ownerOf(session), params.id)),
  )
  http.get(
    '/ipfs/folders/:id/files',
    {
      config: { ...config },
      schema: {
        tags,
        summary: 'List the files of my open upload of a folder',
        description: 'In the order of their paths. A finished upload lists none: read the directory instead.',
        params: FolderId,
        querystring: FilePage,
        errors: { 404: ['FOLDER_NOT_FOUND'] },
        response: { 200: { ...Type.Array(FolderFileOut), headers: pageHeaders } },
      },
    },
    async ({ params: { id }, query: { limit, cursor = '' }, session }, reply) => {
      await folders.find(ownerOf(session), id)
      const found = await filesAfter(database.read, id, cursor, limit)
      const last = found.at(-1)
      if (last && found.length === limit)
        linkToNext(reply, `/ipfs/folders/${id}/files`, { limit, cursor: encodeURIComponent(last.path) })
      return found.map(folderFileOut)
    },
  )
}

async function fileRoute(http: Http, { folders, settings, uploadPlaces }: Deps): Promise<void> {
  const { MAX_FILE_SIZE } = settings
  await http.register(async (scope) => {
    // The handler reads the body as it arrives.
    scope.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
    scope.post(
      '/ipfs/folders/:id/files',
      {
        config: {
          ...config,
          streamedBody: Type.Object({ file: Type.Array(Type.String({ format: 'binary' })) }),
          takes: 'multipart/form-data',
        },
        schema: {
          tags,
          summary: 'Upload files of a folder',
          consumes: ['multipart/form-data'],
          description:
            "multipart/form-data with any number of fields `file`; the filename of each is its path in the folder, percent-encoded. Answers 200 once all files are stored. A file replaces the one at its path. If the request fails, list the folder's files: those that came early may be stored.",
          params: FolderId,
          errors: {
            400: ['FILE_MISSING', 'INVALID_FOLDER_PATH', 'MALFORMED_FORM', 'TOO_MANY_FILES', 'UPLOAD_CUT'],
            404: ['FOLDER_NOT_FOUND'],
            408: ['UPLOAD_STALLED'],
            409: ['FOLDER_FINISHED', 'FOLDER_PATH_CONFLICT'],
            413: ['FILE_TOO_LARGE', 'FOLDER_TOO_LARGE', 'FORM_TOO_LARGE', 'QUOTA_EXCEEDED'],
            415: ['NOT_MULTIPART'],
            429: ['TOO_MANY_UPLOADS'],
          },
          response: { 200: Type.Object({ files: Type.Array(FolderFileOut) }) },
        },
        onSend: async (request) => readRest(request, MAX_FILE_SIZE + FORM_BYTES),
      },
      async (request, reply) => {
        const parts = formParts(request, settings, { paths: true })
        const place = uploadPlaces(request)
        try {
          const { id } = request.params as Static<typeof FolderId>
          const files = filesIn(parts, MAX_FILE_SIZE)
          const stored = await folders.add(ownerOf(request.session), id, files)
          return { files: stored.map(folderFileOut) }
        } catch (error) {
          throw closeAfterTimeout(error, request, reply)
        } finally {
          place()
          await parts.return(undefined)
        }
      },
    )
  })
}

async function* filesIn(parts: AsyncGenerator<Part>, maxFileSize: number): AsyncGenerator<ArrivingFile> {
  let count = 0
  let beside = 0
  for await (const { name, filename, content } of parts) {
    if (filename === undefined) {
      for await (const bytes of content) beside += bytes.length
      if (beside > FORM_BYTES)
        throw tooLarge('FORM_TOO_LARGE', `The form fields other than files are larger than ${FORM_BYTES} bytes`)
      continue
    }
    if (name !== 'file')
      throw badRequest('FILE_MISSING', `A file is in the field ${JSON.stringify(name)}: send each as \`file\``)
    if (++count > limits.maxFilesInForm.value)
      throw badRequest(
        'TOO_MANY_FILES',
        `The form has more than ${limits.maxFilesInForm.value} files: send the others in another request`,
      )
    const path = folderPath(filename)
    yield { path, content: bounded(path, content, maxFileSize) }
  }
  if (count === 0) throw badRequest('FILE_MISSING', 'The form has no file: send each as the field `file`')
}

async function* bounded(path: string, content: AsyncGenerator<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const bytes of content) {
    size += bytes.length
    if (size > limit)
      throw new ApiError(
        413,
        'FILE_TOO_LARGE',
        `${JSON.stringify(path)} is larger than ${limit} bytes (MAX_FILE_SIZE), and was not stored`,
      )
    yield bytes
  }
}
