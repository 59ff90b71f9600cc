/** The endpoints that begin a snapshot, report its progress, and serve its files. */
import { createReadStream } from 'node:fs'
import { conflict, type Http, TokenId } from '@quorate/platform'
import { Type } from 'typebox'
import { FileContents, SnapshotOut, snapshotOut } from '../answers/snapshots.ts'
import { type Format, formats, mediaTypes } from '../snapshots/files.ts'
import type { Snapshots } from '../snapshots/snapshots.ts'

const JobId = Type.String({ maxLength: 64, description: 'the _jobId' })

export function snapshotRoutes(http: Http, { snapshots }: { snapshots: Snapshots }): void {
  const tags = ['snapshots']
  http.post(
    '/snapshots/generate/:tokenId',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'Begin a snapshot of a token',
        description:
          'Lists all holders of the token at one time of the ledger. Ask for its status with `GET /snapshots/{jobId}`.',
        params: Type.Object({ tokenId: TokenId }),
        errors: { 400: ['INVALID_PARAMETER'], 429: ['SNAPSHOT_STORAGE_FULL', 'TOO_MANY_SNAPSHOTS'] },
        response: { 200: Type.Object({ _sender: Type.String(), _jobId: Type.String() }) },
      },
    },
    async ({ session, params: { tokenId } }) => ({
      _sender: session.walletId,
      _jobId: await snapshots.begin(session, tokenId),
    }),
  )

  http.get(
    '/snapshots/:jobId',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'Get the status of a snapshot',
        description: 'With the addresses of its files once it is DONE.',
        params: Type.Object({ jobId: JobId }),
        errors: { 403: ['SNAPSHOT_FORBIDDEN'] },
        response: { 200: SnapshotOut },
      },
    },
    async ({ session, params: { jobId } }) => {
      return snapshotOut(await snapshots.find(session, jobId))
    },
  )

  http.get(
    '/snapshots/:jobId/:format',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'Download a snapshot',
        params: Type.Object({ jobId: JobId, format: Type.Enum([...formats]) }),
        errors: { 403: ['SNAPSHOT_FORBIDDEN'], 409: ['SNAPSHOT_NOT_DONE'] },
        response: { 200: { description: 'the holders', content: FileContents } },
      },
    },
    async ({ session, params: { jobId, format } }, reply) => {
      const row = await snapshots.find(session, jobId)
      if (row.status !== 'DONE') throw conflict('SNAPSHOT_NOT_DONE', `The snapshot ${jobId} is ${row.status}`)
      const path = snapshots.pathOf(jobId, format as Format)
      reply.header('content-disposition', `attachment; filename="${row.token}.${format}"`)
      return reply.type(mediaTypes[format as Format]).send(createReadStream(path) as never)
    },
  )
}
