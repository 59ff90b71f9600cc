/** Finds the newest valid record of an IPNS name: the stored one, or a router's, which is verified. */
import { type Clock, createSingleFlight, type Database, type Logger } from '@quorate/platform'
import { compareRecords, type IpnsName, type NameRecord, readRecord } from '@quorate/verify/ipns'
import { LRUCache } from 'lru-cache'
import { nameNotFound, nameTimeout } from '../errors.ts'
import type { Settings } from '../settings.ts'
import { findName, lockName, type StoredName, storeRecord } from '../store/names.ts'
import type { Tables } from '../store/tables.ts'
import type { Router } from './routers.ts'

/** A record with its bytes, as it was verified. */
export interface KnownRecord {
  bytes: Uint8Array
  fields: NameRecord
}

/** After the first valid record, other routers have this long to give a newer one, in milliseconds. */
const OTHERS_MS = 1_000
/** How long a record without a time to live is kept, as the Delegated Routing HTTP API suggests. */
const DEFAULT_TTL_MS = 60_000
/** Whatever its time to live, a record is looked for again after this long. */
const LONGEST_TTL_MS = 3_600_000
/** How many records of routers one process keeps in memory. A record has at most 10 KiB. */
const MAX_KNOWN = 1_000

export type Records = ReturnType<typeof createRecords>

export function createRecords(deps: {
  database: Database<Tables>
  routers: readonly Router[]
  settings: Pick<Settings, 'IPFS_TIMEOUT'>
  clock: Clock
  logger: Logger
}) {
  const { database, routers, settings, clock, logger } = deps
  const once = createSingleFlight<KnownRecord>()
  /**
   * Records of routers, and the time of each read. They are kept after their time to live, but not after their
   * validity.
   */
  const known = new LRUCache<string, { record: KnownRecord; askedAt: number }>({ max: MAX_KNOWN })
  /** When the routers were last asked for a newer record of a stored name. */
  const asked = new LRUCache<string, number>({ max: MAX_KNOWN })
  const isValid = ({ fields }: KnownRecord): boolean => fields.validUntil > clock.now()

  async function stored(name: string): Promise<KnownRecord | undefined> {
    const row = await findName(database.read, name)
    const record = row && recordOf(row)
    return record && isValid(record) ? record : undefined
  }

  async function fromRouters({ name, key }: IpnsName): Promise<KnownRecord> {
    const before = known.get(name)?.record
    const record = await newestOf(routers, name, settings.IPFS_TIMEOUT, (bytes) => {
      const fields = readRecord(key, bytes)
      if (fields.validUntil <= clock.now()) throw new Error('its record is no longer valid')
      return { bytes, fields }
    }).catch((error: unknown) => {
      if (before && isValid(before)) return before
      throw error
    })
    const newest = before && isValid(before) && compareRecords(before.fields, record.fields) > 0 ? before : record
    known.set(name, { record: newest, askedAt: clock.now() })
    return newest
  }

  /** Looks for a newer record of a stored name, which its owner may have published elsewhere. */
  async function renew({ name, key }: IpnsName, { fields }: KnownRecord): Promise<void> {
    if (routers.length === 0 || clock.now() < (asked.get(name) ?? 0) + ttlOf(fields)) return
    asked.set(name, clock.now())
    const found = await once(name, () => fromRouters({ name, key })).catch(() => undefined)
    if (!found || compareRecords(found.fields, fields) <= 0) return
    await database.change(async (trx) => {
      if (await lockName(trx, name)) await storeRecord(trx, rowOf(name, found, clock.now()))
    })
  }

  return {
    /**
     * The stored record if it is valid, for other nodes. Routers are not asked, so that nodes and routers never keep
     * asking each other.
     */
    stored,
    /** @throws 404 `NAME_NOT_FOUND`, 504 `NAME_TIMEOUT` */
    async find(name: IpnsName): Promise<KnownRecord> {
      const own = await stored(name.name)
      if (own) {
        void renew(name, own).catch((err) => logger.warn({ err }, 'A newer record of a name could not be stored'))
        return own
      }
      const entry = known.get(name.name)
      if (entry && isValid(entry.record) && clock.now() < entry.askedAt + ttlOf(entry.record.fields))
        return entry.record
      return once(name.name, () => fromRouters(name))
    },
    /** How long an answer with this record may be kept, in milliseconds. */
    maxAge: ({ fields }: KnownRecord): number => Math.min(ttlOf(fields), fields.validUntil - clock.now()),
  }
}

const ttlOf = ({ ttlMs }: NameRecord): number => Math.min(ttlMs === 0 ? DEFAULT_TTL_MS : ttlMs, LONGEST_TTL_MS)

export const recordOf = (
  row: Pick<StoredName, 'record' | 'value' | 'sequence' | 'valid_until' | 'ttl_ms'>,
): KnownRecord => ({
  bytes: row.record,
  fields: {
    value: row.value,
    sequence: row.sequence,
    validUntil: row.valid_until.getTime(),
    ttlMs: Number(row.ttl_ms),
  },
})

export const rowOf = (name: string, { bytes, fields }: KnownRecord, now: number) => ({
  name,
  record: bytes,
  value: fields.value,
  sequence: fields.sequence,
  valid_until: new Date(fields.validUntil),
  ttl_ms: BigInt(fields.ttlMs),
  updated_at: new Date(now),
})

/**
 * Asks all routers concurrently. Returns the newest valid record of those that arrive within a second of the first.
 *
 * @throws 404 `NAME_NOT_FOUND` if all fail, 504 `NAME_TIMEOUT` if that is because one did not answer in time
 */
async function newestOf(
  routers: readonly Router[],
  name: string,
  timeoutMs: number,
  check: (bytes: Uint8Array) => KnownRecord,
): Promise<KnownRecord> {
  if (routers.length === 0) throw nameNotFound(`${name} is not kept here, and this node knows no routers to ask`)
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(timeoutMs)])
  const found: KnownRecord[] = []
  const { promise: first, resolve } = Promise.withResolvers<void>()
  const asking = routers.map(async (router) => {
    found.push(check(await router.get(name, signal)))
    resolve()
  })
  const all = Promise.allSettled(asking)
  const timer = Promise.withResolvers<void>()
  try {
    await Promise.race([first, all])
    const handle = setTimeout(timer.resolve, OTHERS_MS)
    await Promise.race([all, timer.promise])
    clearTimeout(handle)
  } finally {
    stop.abort()
  }
  const newest = found.reduce<KnownRecord | undefined>(
    (best, one) => (best && compareRecords(best.fields, one.fields) >= 0 ? best : one),
    undefined,
  )
  if (newest) return newest
  const reasons = (await all).map((result, index) =>
    result.status === 'rejected' ? `${routers[index]?.name} (${reasonOf(result.reason)})` : '',
  )
  const message = `${name} was not found: asked ${reasons.join(', ')}`
  throw signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError'
    ? nameTimeout(message)
    : nameNotFound(message)
}

function reasonOf(error: unknown): string {
  const { message = '', name = '' } = (error ?? {}) as Partial<Error>
  return name === 'TimeoutError' || name === 'AbortError' ? 'it did not answer in time' : message.slice(0, 200)
}
