/** The names that wallets keep: their records are stored here, served, and given to routers. */
import { badRequest, type Clock, type Database, forbidden, type JobKind, type Jobs, tooMany } from '@quorate/platform'
import { type IpnsName, readRecord } from '@quorate/verify/ipns'
import { nameNotFound, recordOutdated } from '../errors.ts'
import { limits } from '../limits.ts'
import type { PinOwner } from '../model/owner.ts'
import type { Settings } from '../settings.ts'
import {
  countNamesOf,
  deleteNameOf,
  findName,
  findNameOf,
  insertNameOwner,
  lockName,
  lockNamesOf,
  noteRouting,
  type StoredName,
  storeRecord,
} from '../store/names.ts'
import type { Tables, Trx } from '../store/tables.ts'
import { type KnownRecord, rowOf } from './records.ts'
import type { Router } from './routers.ts'

/** How often a valid record is given to the routers again: those in the public network forget it after 48 hours. */
const AGAIN_MS = 24 * 3_600_000

export type Names = ReturnType<typeof createNames>

export function createNames(deps: {
  database: Database<Tables>
  jobs: Jobs
  routers: readonly Router[]
  settings: Pick<Settings, 'IPFS_TIMEOUT'>
  clock: Clock
}) {
  const { database, jobs, routers, settings, clock } = deps
  const publishers = routers.filter(({ put }) => put !== undefined)
  const kind: JobKind<{ name: string }> = jobs.define('storage.name', ({ name }, { final }) => route(name, final))

  /** Gives the stored record to all routers. A router that fails is tried again, with the others. */
  async function route(name: string, final: boolean): Promise<void> {
    const row = await findName(database.read, name)
    if (!row || row.valid_until.getTime() <= clock.now()) return
    const signal = AbortSignal.timeout(settings.IPFS_TIMEOUT)
    const given = await Promise.allSettled(publishers.map((router) => router.put?.(name, row.record, signal)))
    const failures = given.flatMap((result, index) =>
      result.status === 'rejected' ? [`${publishers[index]?.name}: ${messageOf(result.reason)}`] : [],
    )
    const error = failures.length > 0 ? failures.join('; ').slice(0, 500) : null
    await database.change(async (trx) => {
      await noteRouting(trx, row, {
        routed_at: error === null ? new Date(clock.now()) : row.routed_at,
        routing_error: error,
      })
      if (error === null || final)
        await jobs.create(trx, kind, { name }, { startAfter: new Date(clock.now() + AGAIN_MS), singletonKey: name })
    })
    if (error !== null && !final) throw new Error(error)
  }

  /** @throws 400 `IPNS_RECORD_INVALID`, `IPNS_RECORD_EXPIRED` */
  function checked({ key }: IpnsName, bytes: Uint8Array): KnownRecord {
    const fields = readRecord(key, bytes)
    if (fields.validUntil <= clock.now())
      throw badRequest('IPNS_RECORD_EXPIRED', `The record was valid until ${new Date(fields.validUntil).toISOString()}`)
    return { bytes, fields }
  }

  /** @throws 409 `IPNS_RECORD_OUTDATED` if the stored record is newer */
  async function store(trx: Trx, { name }: IpnsName, record: KnownRecord): Promise<StoredName> {
    const isStored = await storeRecord(trx, rowOf(name, record, clock.now()))
    const row = await findName(trx, name)
    if (!row) throw new Error(`The record of ${name} was not stored`)
    if (!isStored && Buffer.compare(row.record, record.bytes) !== 0)
      throw recordOutdated(
        `A newer record of ${name} is known, with the sequence ${row.sequence}: sign one with a higher sequence`,
      )
    if (isStored && publishers.length > 0) await jobs.createAndRun(trx, kind, { name }, { singletonKey: name })
    return row
  }

  return {
    /**
     * Starts to keep the name for a wallet, and stores this record.
     *
     * @throws 400 `IPNS_RECORD_INVALID`, `IPNS_RECORD_EXPIRED`, 409 `IPNS_RECORD_OUTDATED`, 429 `TOO_MANY_NAMES`
     */
    async keep(owner: PinOwner, name: IpnsName, bytes: Uint8Array): Promise<StoredName> {
      const record = checked(name, bytes)
      return database.change(async (trx) => {
        await lockNamesOf(trx, owner)
        const isKept = (await findNameOf(trx, owner, name.name)) !== undefined
        if (!isKept && (await countNamesOf(trx, owner)) >= limits.maxNames.value)
          throw tooMany('TOO_MANY_NAMES', `A wallet keeps at most ${limits.maxNames.value} names: remove one`)
        const row = await store(trx, name, record)
        await insertNameOwner(trx, owner, name.name, new Date(clock.now()))
        return row
      })
    },

    /**
     * Accepts a newer record of a kept name from anybody, because only the holder of the name's key can have made it.
     *
     * @throws 400 `IPNS_RECORD_INVALID`, `IPNS_RECORD_EXPIRED`, 403 `NAME_NOT_KEPT`, 409 `IPNS_RECORD_OUTDATED`
     */
    async update(name: IpnsName, bytes: Uint8Array): Promise<void> {
      const record = checked(name, bytes)
      await database.change(async (trx) => {
        if (!(await lockName(trx, name.name)))
          throw forbidden(
            'NAME_NOT_KEPT',
            `No wallet keeps ${name.name} here, so its record is not stored: log in, and publish it with POST /ipfs/names`,
          )
        await store(trx, name, record)
      })
    },

    /** Stops keeping a name for a wallet; deletes its record if no other keeps it. @throws 404 `NAME_NOT_FOUND` */
    async remove(owner: PinOwner, name: string): Promise<void> {
      if (!(await database.change((trx) => deleteNameOf(trx, owner, name))))
        throw nameNotFound(`${owner.owner} does not keep ${name}`)
    },
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
