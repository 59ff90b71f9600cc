import { AmountOut, namedSchema } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import type { SnapshotRow } from '../store/snapshots.ts'
import { orNull } from './mirror.ts'

const FileOut = Type.Object({
  cid: orNull(Type.String({ description: 'the content identifier (CID); null if the file is not on IPFS' })),
  url: Type.String({ description: 'the path at which this node serves it' }),
  size: Type.Integer({ description: 'bytes' }),
})

export const SnapshotOut = namedSchema(
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

/** The contents of a snapshot's files, by media type. */
export const FileContents = {
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

export function snapshotOut(row: SnapshotRow): Static<typeof SnapshotOut> {
  const file = (format: 'json' | 'csv') => ({
    url: `/snapshots/${row.id}/${format}`,
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
}
