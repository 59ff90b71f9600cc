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
  type JobKind,
  type Jobs,
  PermanentJobError,
  type Session,
  tooMany,
} from '@quorate/platform'
import { limits } from '../limits.ts'
import type { Roles } from '../sessions/roles.ts'
import { lockWallet } from '../store/locks.ts'
import {
  deleteSnapshot,
  insertSnapshot,
  type SnapshotRow,
  snapshot,
  snapshotBytes,
  snapshotsOf,
  updateSnapshot,
} from '../store/snapshots.ts'
import type { Reads, SnapshotFile, Tables } from '../store/tables.ts'
import { type Format, fileOf, removeFiles, type SnapshotWriter, writeFiles } from './files.ts'
import { holdersAt, newestTime } from './holders.ts'

/** Content storage. */
export interface Content {
  /** Stores bytes for an account. Returns their content identifier. */
  store(owner: { chain: string; owner: string }, bytes: AsyncIterable<Uint8Array>, filename: string): Promise<string>
  status(): Promise<{ connected: boolean; peers: number; storage: { pinned: number; available: string } }>
}

export interface SnapshotsOptions {
  chains: ReadonlyMap<string, { mirror: PublicMirror }>
  database: Database<Tables>
  jobs: Jobs
  roles: Roles
  clock: Clock
  settings: { DATA_DIR: string }
  content?: Content | undefined
}

interface Deps extends SnapshotsOptions {
  /** The folder for the files of snapshots. */
  folder: string
}

interface SnapshotJob {
  id: string
  chain: string
  wallet: string
}

/** The jobs that make snapshots and remove them. */
interface Kinds {
  make: JobKind<SnapshotJob>
  expire: JobKind<{ id: string }>
}

export type Snapshots = ReturnType<typeof createSnapshots>

export function createSnapshots(options: SnapshotsOptions) {
  const { database, jobs, roles } = options
  const deps: Deps = { ...options, folder: join(options.settings.DATA_DIR, 'snapshots') }
  const kinds: Kinds = {
    make: jobs.define<SnapshotJob>('node.snapshot', ({ id }, { final }) => attempt(deps, kinds, id, final), {
      ownerOf: ({ chain, wallet }) => `${chain} ${wallet}`,
    }),
    expire: jobs.define<{ id: string }>('node.snapshot.expire', ({ id }) => expire(deps, kinds, id)),
  }
  jobs.whenSetAside(kinds.make, async ({ id }, message) => {
    const row = await snapshot(database.read, id)
    if (row && row.status !== 'DONE') await end(deps, kinds, row, { status: 'FAILED', error: message })
  })
  return {
    /**
     * Begins a snapshot and returns its id. It waits for the wallet's earlier snapshots. If the wallet already has an
     * unfinished snapshot of the same token, returns that one's id instead.
     *
     * @throws 404 for a token that the mirror does not have; 429 TOO_MANY_SNAPSHOTS, SNAPSHOT_STORAGE_FULL
     */
    begin: (session: Session, token: string): Promise<string> => begin(deps, kinds, session, token),

    /**
     * A snapshot, for the wallet that requested it and for operators of its chain.
     *
     * @throws 403 SNAPSHOT_FORBIDDEN for everybody else, and for an unknown id
     */
    async find(session: Session, id: string) {
      const { chain, walletId } = session
      const row = await snapshot(database.read, id)
      const isTheirs = row?.chain === chain && (row.sender === walletId || roles.ofSession(session) === 'operator')
      if (row && isTheirs) return row
      throw forbidden(
        'SNAPSHOT_FORBIDDEN',
        `The snapshot ${id.slice(0, 40)} does not belong to ${walletId}, or does not exist`,
      )
    },

    pathOf: (id: string, format: Format): string => fileOf(deps.folder, id, format),
  }
}

async function begin(deps: Deps, kinds: Kinds, { chain, walletId }: Session, token: string): Promise<string> {
  const { chains, database, jobs, clock } = deps
  await chains.get(chain)?.mirror.get(`/tokens/${token}`)
  const id = randomUUID()
  return database.change(async (trx) => {
    await lockWallet(trx, chain, walletId)
    const kept = await snapshotsOf(trx, chain, walletId)
    const running = kept.find((one) => one.token === token && isOpen(one))
    if (running) return running.id
    const { value: most } = limits.maxSnapshotsPerWallet
    if (kept.length >= most) {
      const hours = limits.snapshotAge.value / 3_600_000
      const message = `${walletId} has ${most} snapshots, which is the maximum: each expires after ${hours} hours`
      throw tooMany('TOO_MANY_SNAPSHOTS', message, 3600)
    }
    await checkRoom(trx, { id, chain, sender: walletId }, 0)
    const created_at = new Date(clock.now())
    await insertSnapshot(trx, { id, chain, token, sender: walletId, created_at })
    const startAfter = new Date(created_at.getTime() + limits.snapshotAge.value)
    await jobs.create(trx, kinds.expire, { id }, { startAfter })
    await startNext(deps, kinds, trx, { chain, sender: walletId })
    return id
  })
}

/**
 * Starts the oldest pending snapshot of a wallet, unless one is running. Each wallet has only one snapshot in progress,
 * so a wallet with many requests does not delay others.
 */
async function startNext(
  { jobs }: Deps,
  { make }: Kinds,
  trx: Change<Tables>,
  { chain, sender }: { chain: string; sender: string },
): Promise<void> {
  await lockWallet(trx, chain, sender)
  const open = (await snapshotsOf(trx, chain, sender)).filter(isOpen)
  const [next] = open
  if (!next || open.some(({ status }) => status === 'RUNNING')) return
  await updateSnapshot(trx, next.id, { status: 'RUNNING' })
  await jobs.createAndRun(trx, make, { id: next.id, chain, wallet: sender })
}

const isOpen = ({ status }: Pick<SnapshotRow, 'status'>): boolean => status === 'PENDING' || status === 'RUNNING'

async function attempt(deps: Deps, kinds: Kinds, id: string, final: boolean): Promise<void> {
  const row = await snapshot(deps.database.read, id)
  if (!row || row.status === 'DONE') return
  try {
    await make(deps, kinds, row)
  } catch (error) {
    const isLast = final || (error instanceof ApiError && error.statusCode < 500)
    const message = (error as Error).message
    if (isLast) await end(deps, kinds, row, { status: 'FAILED', error: message })
    else await update(deps, id, { error: message })
    throw isLast && !final ? new PermanentJobError(message) : error
  }
}

async function make(deps: Deps, kinds: Kinds, row: SnapshotRow): Promise<void> {
  const { chains, database, folder } = deps
  const { id, chain, token } = row
  const mirror = chains.get(chain)?.mirror
  if (!mirror) throw new PermanentJobError(`${chain} is no longer served by this node`)
  const { name, symbol, decimals } = await mirror.get(`/tokens/${token}`)
  const newest = await newestTime(mirror)
  if (!newest) throw new Error('The mirror has no transactions yet')
  const about = { chain, tokenId: token, name: String(name), symbol: String(symbol), decimals: Number(decimals) }
  let writing: SnapshotWriter | undefined
  try {
    let [count, bytes] = [0, 0]
    for await (const { at, holders } of holdersAt(mirror, token, newest)) {
      writing ??= await writeFiles(folder, id, { ...about, timestamp: at })
      await checkRoom(database.read, row, bytes)
      bytes += await writing.add(holders)
      count += holders.length
      await update(deps, id, { status: 'RUNNING', holders: count, bytes: BigInt(bytes), at })
    }
    const sizes = await writing?.finish()
    const files = {
      json: await keep(deps, row, 'json', sizes?.json ?? 0),
      csv: await keep(deps, row, 'csv', sizes?.csv ?? 0),
    }
    await end(deps, kinds, row, { status: 'DONE', error: null, files: JSON.stringify(files) })
  } catch (error) {
    if (writing) {
      await writing.abandon()
      await removeFiles(folder, id)
      await update(deps, id, { bytes: 0n })
    }
    throw error
  }
}

type Values = Parameters<typeof updateSnapshot>[2]

const update = ({ database }: Deps, id: string, values: Values): Promise<void> =>
  database.change((trx) => updateSnapshot(trx, id, values))

/** Updates a snapshot that is done or has failed, and starts the wallet's next one. */
const end = (deps: Deps, kinds: Kinds, row: SnapshotRow, values: Values): Promise<void> =>
  deps.database.change(async (trx) => {
    await updateSnapshot(trx, row.id, { finished_at: new Date(deps.clock.now()), ...values })
    await startNext(deps, kinds, trx, row)
  })

async function expire(deps: Deps, kinds: Kinds, id: string): Promise<void> {
  await removeFiles(deps.folder, id)
  await deps.database.change(async (trx) => {
    const row = await deleteSnapshot(trx, id)
    if (row) await startNext(deps, kinds, trx, row)
  })
}

/**
 * Checks that a wallet's files, including the `bytes` of this snapshot, stay within the limits.
 * @throws 429 SNAPSHOT_STORAGE_FULL
 */
async function checkRoom(
  read: Reads,
  { id, chain, sender }: Pick<SnapshotRow, 'id' | 'chain' | 'sender'>,
  bytes: number,
): Promise<void> {
  const { own, all } = await snapshotBytes(read, chain, sender, id)
  const { value: most } = limits.snapshotBytes
  if (own + bytes < limits.snapshotBytesPerWallet.value && all + bytes < most) return
  const whose = all + bytes < most ? `${sender}'s snapshots` : 'all snapshots'
  throw tooMany(
    'SNAPSHOT_STORAGE_FULL',
    `The files of ${whose} use all the storage that the node has for them: try again when some have expired`,
    3600,
  )
}

/** Adds a file to content storage, if there is one. */
async function keep(
  { content, folder }: Deps,
  { id, chain, sender, token }: SnapshotRow,
  format: Format,
  size: number,
): Promise<SnapshotFile> {
  if (!content) return { size, cid: null }
  const bytes = createReadStream(fileOf(folder, id, format))
  return { size, cid: await content.store({ chain, owner: sender }, bytes, `${token}.${format}`) }
}
