/** Snapshots of a token's holders, made by a job (`POST /snapshots/generate/{tokenId}`). */

import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { PublicMirror } from '@quorate/ledger'
import {
  ApiError,
  type Clock,
  type Database,
  forbidden,
  type Jobs,
  PermanentJobError,
  type Session,
  tooMany,
} from '@quorate/platform'
import type { Selectable } from 'kysely'
import { limits } from '../limits.ts'
import type { Roles } from '../sessions/roles.ts'
import { countInTurn, type SnapshotFile, type Tables } from '../store/store.ts'
import { type Format, fileOf, removeFiles, writeFiles } from './files.ts'
import { holdersAt, newestTime } from './holders.ts'

/** Where content is kept, if it is. */
export interface Content {
  /** Stores bytes for an account and answers their content identifier. */
  store(owner: { chain: string; owner: string }, bytes: AsyncIterable<Uint8Array>, filename: string): Promise<string>
  status(): Promise<{ connected: boolean; peers: number; storage: { pinned: number; available: string } }>
}

export interface SnapshotsOptions {
  chains: ReadonlyMap<string, { mirror: PublicMirror }>
  database: Database<Tables>
  jobs: Jobs
  roles: Roles
  clock: Clock
  dataDir: string
  content?: Content | undefined
}

export type Snapshots = ReturnType<typeof createSnapshots>

export function createSnapshots({ chains, database, jobs, roles, clock, dataDir, content }: SnapshotsOptions) {
  const folder = join(dataDir, 'snapshots')
  const update = (id: string, values: object) =>
    database.change(async (change) => {
      await change.updateTable('node.snapshot').set(values).where('id', '=', id).execute()
    })

  const kind = jobs.define<{ id: string }>(
    'node.snapshot',
    async ({ id }, { final }) => {
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
    },
    { bounded: true },
  )

  jobs.whenSetAside(kind, async ({ id }, message) => {
    const row = await rowOf(id)
    if (row && row.status !== 'DONE')
      await update(id, { status: 'FAILED', error: message, finished_at: new Date(clock.now()) })
  })

  const expire = jobs.define<{ id: string }>('node.snapshot.expire', async ({ id }) => {
    await database.change((change) => change.deleteFrom('node.snapshot').where('id', '=', id).execute())
    await removeFiles(folder, id)
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
    /** Begins one, or finds the one of the same token that runs; its id. @throws 404 for a token that is not there, 429 TOO_MANY_SNAPSHOTS */
    async begin({ chain, walletId }: Session, token: string): Promise<string> {
      await chains.get(chain)?.mirror.get(`/tokens/${token}`)
      const id = randomUUID()
      return database.change(async (change) => {
        await countInTurn(change, chain, walletId)
        const kept = await change
          .selectFrom('node.snapshot')
          .select(['id', 'token', 'status'])
          .where('chain', '=', chain)
          .where('sender', '=', walletId)
          .execute()
        const running = kept.find(
          (one) => one.token === token && (one.status === 'PENDING' || one.status === 'RUNNING'),
        )
        if (running) return running.id
        const { value: most } = limits.maxSnapshotsPerWallet
        if (kept.length >= most) {
          const hours = limits.snapshotAge.value / 3_600_000
          const message = `${walletId} has ${most} snapshots, the most that are kept: each expires after ${hours} hours`
          throw tooMany('TOO_MANY_SNAPSHOTS', message, 3600)
        }
        const created_at = new Date(clock.now())
        const none = { holders: 0, at: null, files: null, error: null, finished_at: null }
        await change
          .insertInto('node.snapshot')
          .values({ id, chain, token, sender: walletId, status: 'PENDING', created_at, ...none })
          .execute()
        const startAfter = new Date(created_at.getTime() + limits.snapshotAge.value)
        await jobs.create(change, expire, { id }, { startAfter })
        await jobs.createAndRun(change, kind, { id })
        return id
      })
    },

    /** Who asked for it, and operators, may see it. @throws 403 SNAPSHOT_FORBIDDEN for everybody else, and for what does not exist */
    async find(session: Session, id: string) {
      const { chain, walletId } = session
      const row = await rowOf(id)
      const isTheirs = row?.chain === chain && (row.sender === walletId || roles.ofSession(session) === 'operator')
      if (row && isTheirs) return row
      throw forbidden('SNAPSHOT_FORBIDDEN', `the snapshot ${id.slice(0, 40)} is not one of ${walletId}'s`)
    },

    pathOf: (id: string, format: Format): string => fileOf(folder, id, format),
  }
}
