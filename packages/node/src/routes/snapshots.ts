/** The endpoints that begin a snapshot, report its progress, and serve its files. */
import { createReadStream } from 'node:fs'
import { AmountOut, conflict, type Http, namedSchema, TokenId } from '@quorate/platform'
import { Type } from 'typebox'
import { orNull } from '../mirror/schemas.ts'
import { type Format, formats, mediaTypes } from '../snapshots/files.ts'
import type { Snapshots } from '../snapshots/snapshots.ts'

const JobId = Type.String({ maxLength: 64, description: 'the _jobId' })
const FileOut = Type.Object({
  cid: orNull(Type.String({ description: 'the content identifier (CID); null if the file is not on IPFS' })),
  url: Type.String({ description: 'the path at which this node serves it' }),
  size: Type.Integer({ description: 'bytes' }),
})

const SnapshotOut = namedSchema(
  'Snapshot',
  Type.Object({
    _sender: Type.String(),
    _jobId: Type.String(),
    chain: Type.String(),
    tokenId: Type.String(),
    status: Type.Enum(['PENDING', 'RUNNING', 'DONE', 'FAILED']),
    progress: Type.Object({ holders: Type.Integer({ description: 'how many holders are written so far' }) }),
    timestamp: orNull(
      Type.String({ description: 'the time of the ledger that the snapshot shows, seconds.nanoseconds' }),
    ),
    files: orNull(Type.Object({ json: FileOut, csv: FileOut })),
    error: orNull(Type.String()),
    createdAt: Type.String(),
    finishedAt: orNull(Type.String()),
  }),
)

const FileContents = {
  'application/json': {
    schema: Type.Object({
      chain: Type.String(),
      tokenId: Type.String(),
      name: Type.String(),
      symbol: Type.String(),
      decimals: Type.Integer(),
      timestamp: Type.String({ description: 'seconds.nanoseconds' }),
      holders: Type.Array(Type.Object({ account: Type.String(), balance: AmountOut })),
      count: Type.Integer(),
    }),
  },
  'text/csv': { schema: Type.String({ description: 'account,balance' }) },
}

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
      const row = await snapshots.find(session, jobId)
      const file = (format: Format) => ({
        url: `/snapshots/${jobId}/${format}`,
        ...(row.files?.[format] ?? { cid: null, size: 0 }),
      })
      return {
        _sender: row.sender,
        _jobId: row.id,
        chain: row.chain,
        tokenId: row.token,
        status: row.status,
        progress: { holders: row.holders },
        timestamp: row.at,
        files: row.files && { json: file('json'), csv: file('csv') },
        error: row.error,
        createdAt: row.created_at.toISOString(),
        finishedAt: row.finished_at?.toISOString() ?? null,
      }
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
