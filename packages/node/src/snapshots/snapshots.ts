/** Snapshots of a token's holders, made by a job (document 2, POST /snapshots/generate/{tokenId}). */

import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Mirror } from '@quorate/ledger'
import {
  ApiError,
  type Clock,
  type Database,
  forbidden,
  type Jobs,
  PermanentJobError,
  type Session,
} from '@quorate/platform'
import type { Selectable } from 'kysely'
import type { SnapshotFile, Tables } from '../store.ts'
import { type Format, fileOf, writeFiles } from './files.ts'
import { holdersAt, newestTime } from './holders.ts'

/** Where content is kept, if it is. */
export interface Content {
  /** Stores bytes for an account and answers their content identifier. */
  store(owner: { chain: string; owner: string }, bytes: AsyncIterable<Uint8Array>, filename: string): Promise<string>
  status(): Promise<{ connected: boolean; peers: number; storage: { pinned: number; available: string } }>
}

export interface SnapshotsOptions {
  chains: ReadonlyMap<string, { mirror: Mirror }>
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  dataDir: string
  content?: Content | undefined
}

export type Snapshots = ReturnType<typeof createSnapshots>

export function createSnapshots({ chains, database, jobs, clock, dataDir, content }: SnapshotsOptions) {
  const folder = join(dataDir, 'snapshots')
  const update = (id: string, values: object) =>
    database.change(async (change) => {
      await change.updateTable('node.snapshot').set(values).where('id', '=', id).execute()
    })

  const kind = jobs.define<{ id: string }>('node.snapshot', async ({ id }, { final }) => {
    const row = await rowOf(id)
    if (!row || row.status === 'DONE') return
    try {
      await make(row)
    } catch (error) {
      const isLast = final || (error instanceof ApiError && error.statusCode < 500)
      const message = (error as Error).message
      await update(
        id,
        isLast ? { status: 'FAILED', error: message, finished_at: new Date(clock.now()) } : { error: message },
      )
      throw isLast && !final ? new PermanentJobError(message) : error
    }
  })

  const rowOf = (id: string) =>
    database.read.selectFrom('node.snapshot').selectAll().where('id', '=', id).executeTakeFirst()

  async function make(row: Selectable<Tables['node.snapshot']>): Promise<void> {
    const { id, chain, token } = row
    const mirror = chains.get(chain)?.mirror
    if (!mirror) throw new PermanentJobError(`${chain} is not served any more`)
    const about = await mirror.get(`/tokens/${token}`)
    const newest = await newestTime(mirror)
    if (!newest) throw new Error('the mirror has nothing yet')
    let writing: Awaited<ReturnType<typeof writeFiles>> | undefined
    let count = 0
    try {
      for await (const { at, holders } of holdersAt(mirror, token, newest)) {
        writing ??= await writeFiles(folder, id, {
          chain,
          tokenId: token,
          name: String(about.name),
          symbol: String(about.symbol),
          decimals: Number(about.decimals),
          timestamp: at,
        })
        await writing.add(holders)
        count += holders.length
        await update(id, { status: 'RUNNING', holders: count, at })
      }
      const sizes = await writing?.finish()
      const files = { json: await keep(row, 'json', sizes?.json ?? 0), csv: await keep(row, 'csv', sizes?.csv ?? 0) }
      const done = { status: 'DONE', error: null, files: JSON.stringify(files), finished_at: new Date(clock.now()) }
      await update(id, done)
    } catch (error) {
      await writing?.abandon()
      throw error
    }
  }

  async function keep(
    { id, chain, sender, token }: Selectable<Tables['node.snapshot']>,
    format: Format,
    size: number,
  ): Promise<SnapshotFile> {
    if (!content) return { size, cid: null }
    const bytes = createReadStream(fileOf(folder, id, format))
    return { size, cid: await content.store({ chain, owner: sender }, bytes, `${token}.${format}`) }
  }

  return {
    /** Begins one; its id. @throws 404 for a token that is not there */
    async begin({ chain, walletId }: Session, token: string): Promise<string> {
      await chains.get(chain)?.mirror.get(`/tokens/${token}`)
      const id = randomUUID()
      const jobId = await database.change(async (change) => {
        const created_at = new Date(clock.now())
        const none = { holders: 0, at: null, files: null, error: null, finished_at: null }
        await change
          .insertInto('node.snapshot')
          .values({ id, chain, token, sender: walletId, status: 'PENDING', created_at, ...none })
          .execute()
        return jobs.create(change, kind, { id })
      })
      void jobs.run(kind, jobId, { id })
      return id
    },

    /** Who asked for it, and operators, may see it. @throws 403 SNAPSHOT_FORBIDDEN for everybody else, and for what does not exist */
    async find({ chain, walletId, role }: Session, id: string) {
      const row = await rowOf(id)
      const isTheirs = row?.chain === chain && (row.sender === walletId || role === 'operator')
      if (row && isTheirs) return row
      throw forbidden('SNAPSHOT_FORBIDDEN', `the snapshot ${id.slice(0, 40)} is not one of ${walletId}'s`)
    },

    pathOf: (id: string, format: Format): string => fileOf(folder, id, format),
  }
}
