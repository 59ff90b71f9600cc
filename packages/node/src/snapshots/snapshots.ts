/** Snapshots of a token's holders, made by a job (`POST /snapshots/generate/{tokenId}`). */

import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { PublicMirror } from '@quorate/ledger'
import {
  ApiError,
  type Change,
  type Clock,
  type Database,
  forbidden,
  type Jobs,
  PermanentJobError,
  type Reader,
  type Session,
  tooMany,
} from '@quorate/platform'
import { type Selectable, sql } from 'kysely'
import { limits } from '../limits.ts'
import type { Roles } from '../sessions/roles.ts'
import { lockWallet, type SnapshotFile, type Tables } from '../store/store.ts'
import { type Format, fileOf, removeFiles, type SnapshotWriter, writeFiles } from './files.ts'
import { holdersAt, newestTime } from './holders.ts'

/** Content storage. */
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
    database.change(async (trx) => {
      await trx.updateTable('node.snapshot').set(values).where('id', '=', id).execute()
    })
  /** Updates a snapshot that is done or has failed, and starts the next one of its sender. */
  const end = (row: Selectable<Tables['node.snapshot']>, values: object) =>
    database.change(async (trx) => {
      const finished = { finished_at: new Date(clock.now()), ...values }
      await trx.updateTable('node.snapshot').set(finished).where('id', '=', row.id).execute()
      await startNext(trx, row)
    })

  /**
   * Starts the oldest pending snapshot of a sender, unless one is running. Each wallet has one snapshot made at a time,
   * so that a wallet which asks for many holds up nobody else.
   */
  async function startNext(trx: Change<Tables>, { chain, sender }: { chain: string; sender: string }) {
    await lockWallet(trx, chain, sender)
    const open = await trx
      .selectFrom('node.snapshot')
      .select(['id', 'status'])
      .where('chain', '=', chain)
      .where('sender', '=', sender)
      .where('status', 'in', ['PENDING', 'RUNNING'])
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    const [next] = open
    if (!next || open.some(({ status }) => status === 'RUNNING')) return
    await trx.updateTable('node.snapshot').set({ status: 'RUNNING' }).where('id', '=', next.id).execute()
    await jobs.createAndRun(trx, kind, { id: next.id, chain, wallet: sender })
  }

  const kind = jobs.define<{ id: string; chain: string; wallet: string }>(
    'node.snapshot',
    async ({ id }, { final }) => {
      const row = await rowOf(id)
      if (!row || row.status === 'DONE') return
      try {
        await make(row)
      } catch (error) {
        const isLast = final || (error instanceof ApiError && error.statusCode < 500)
        const message = (error as Error).message
        if (isLast) await end(row, { status: 'FAILED', error: message })
        else await update(id, { error: message })
        throw isLast && !final ? new PermanentJobError(message) : error
      }
    },
    { ownerOf: ({ chain, wallet }) => `${chain} ${wallet}` },
  )

  jobs.whenSetAside(kind, async ({ id }, message) => {
    const row = await rowOf(id)
    if (row && row.status !== 'DONE') await end(row, { status: 'FAILED', error: message })
  })

  const expire = jobs.define<{ id: string }>('node.snapshot.expire', async ({ id }) => {
    await removeFiles(folder, id)
    await database.change(async (trx) => {
      const deleted = trx.deleteFrom('node.snapshot').where('id', '=', id).returning(['chain', 'sender'])
      const row = await deleted.executeTakeFirst()
      if (row) await startNext(trx, row)
    })
  })

  const rowOf = (id: string) =>
    database.read.selectFrom('node.snapshot').selectAll().where('id', '=', id).executeTakeFirst()

  async function make(row: Selectable<Tables['node.snapshot']>): Promise<void> {
    const { id, chain, token } = row
    const mirror = chains.get(chain)?.mirror
    if (!mirror) throw new PermanentJobError(`${chain} is not served any more`)
    const { name, symbol, decimals } = await mirror.get(`/tokens/${token}`)
    const newest = await newestTime(mirror)
    if (!newest) throw new Error('the mirror has nothing yet')
    const about = { chain, tokenId: token, name: String(name), symbol: String(symbol), decimals: Number(decimals) }
    let writing: SnapshotWriter | undefined
    try {
      let [count, bytes] = [0, 0]
      for await (const { at, holders } of holdersAt(mirror, token, newest)) {
        writing ??= await writeFiles(folder, id, { ...about, timestamp: at })
        await checkRoom(database.read, row, bytes)
        bytes += await writing.add(holders)
        count += holders.length
        await update(id, { status: 'RUNNING', holders: count, bytes, at })
      }
      const sizes = await writing?.finish()
      const files = { json: await keep(row, 'json', sizes?.json ?? 0), csv: await keep(row, 'csv', sizes?.csv ?? 0) }
      await end(row, { status: 'DONE', error: null, files: JSON.stringify(files) })
    } catch (error) {
      if (writing) {
        await writing.abandon()
        await removeFiles(folder, id)
        await update(id, { bytes: 0 })
      }
      throw error
    }
  }

  /**
   * Checks that a sender's files, with the `bytes` of this snapshot, leave room for more.
   * @throws 429 SNAPSHOT_STORAGE_FULL
   */
  async function checkRoom(
    reader: Pick<Reader<Tables>, 'selectFrom'>,
    { id, chain, sender }: { id: string; chain: string; sender: string },
    bytes: number,
  ): Promise<void> {
    const isOwn = sql<boolean>`chain = ${chain} and sender = ${sender}`
    const { own, all } = await reader
      .selectFrom('node.snapshot')
      .select([
        sql<bigint>`coalesce(sum(bytes) filter (where ${isOwn}), 0)::bigint`.as('own'),
        sql<bigint>`coalesce(sum(bytes), 0)::bigint`.as('all'),
      ])
      .where('id', '!=', id)
      .executeTakeFirstOrThrow()
    const { snapshotBytesPerWallet, snapshotBytes } = limits
    if (Number(own) + bytes < snapshotBytesPerWallet.value && Number(all) + bytes < snapshotBytes.value) return
    const whose = Number(all) + bytes < snapshotBytes.value ? `${sender}'s snapshots` : 'all snapshots'
    throw tooMany(
      'SNAPSHOT_STORAGE_FULL',
      `The files of ${whose} take all the bytes that the node keeps for them: ask again when some have expired`,
      3600,
    )
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
    /**
     * Begins a snapshot and answers its id. The snapshot is made after those that the wallet asked for before. Where
     * one of the same token is not done yet, its id is answered instead.
     *
     * @throws 404 for a token that the mirror does not have; 429 TOO_MANY_SNAPSHOTS, SNAPSHOT_STORAGE_FULL
     */
    async begin({ chain, walletId }: Session, token: string): Promise<string> {
      await chains.get(chain)?.mirror.get(`/tokens/${token}`)
      const id = randomUUID()
      return database.change(async (trx) => {
        await lockWallet(trx, chain, walletId)
        const kept = await trx
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
        await checkRoom(trx, { id, chain, sender: walletId }, 0)
        const created_at = new Date(clock.now())
        const none = { holders: 0, at: null, files: null, error: null, finished_at: null }
        await trx
          .insertInto('node.snapshot')
          .values({ id, chain, token, sender: walletId, status: 'PENDING', created_at, ...none })
          .execute()
        const startAfter = new Date(created_at.getTime() + limits.snapshotAge.value)
        await jobs.create(trx, expire, { id }, { startAfter })
        await startNext(trx, { chain, sender: walletId })
        return id
      })
    },

    /**
     * A snapshot, for the wallet that asked for it and for operators of its chain.
     *
     * @throws 403 SNAPSHOT_FORBIDDEN for everybody else, and for an id that does not exist
     */
    async find(session: Session, id: string) {
      const { chain, walletId } = session
      const row = await rowOf(id)
      const isTheirs = row?.chain === chain && (row.sender === walletId || roles.ofSession(session) === 'operator')
      if (row && isTheirs) return row
      throw forbidden('SNAPSHOT_FORBIDDEN', `The snapshot ${id.slice(0, 40)} is not one of ${walletId}'s`)
    },

    pathOf: (id: string, format: Format): string => fileOf(folder, id, format),
  }
}
