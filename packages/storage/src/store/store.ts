import type { Change, DatabaseServer, Reader, ServiceSchema } from '@quorate/platform'
import { type Generated, type Selectable, sql } from 'kysely'
import * as baseline from './migrations/001-baseline.ts'

export type PinStatus = 'queued' | 'pinning' | 'pinned' | 'failed'

export interface Tables {
  'storage.pin': {
    sequence: Generated<bigint>
    chain: string
    owner: string
    cid: string
    status: PinStatus
    /** The sum over its blocks, as the owner's quota counts them; 0 until the content is pinned. */
    bytes: bigint
    /** The file's size in bytes; null for a directory, and until it is known. */
    size: bigint | null
    filename: string | null
    mimetype: string | null
    /** Why the pin failed, or why it is not fetched yet. */
    error: string | null
    created_at: Date
    updated_at: Date
  }
  'storage.usage': {
    chain: string
    owner: string
    /** Bytes of all content that the wallet pins. */
    bytes: bigint
    /** The number of the wallet's pin records, whatever their status. */
    pins: Generated<bigint>
  }
  /** What a wallet has unpinned, until its blocks are removed. */
  'storage.release': { id: Generated<string>; chain: string; owner: string; cid: string; bytes: bigint }
  /**
   * Content that a node with pins of its own may hold for us. Until `letting_go_until` a process may be unpinning it.
   */
  'storage.held': { cid: string; since: Date; letting_go_until: Date | null }
  /** The content nodes on this database, by peer id. */
  'storage.node': {
    id: string
    host: string
    /** Where it stores blocks, on its host. */
    folder: string
    addresses: string[]
    /** Whether it stores blocks itself. Kubo nodes do not count as holders of content. */
    is_embedded: boolean
    seen_at: Date
  }
  /** All blocks below `cid` have been stored on `node`, after the last of them since `since`. */
  'storage.replica': { cid: string; node: string; since: Date }
}

/** The tables of this version. */
export const schema = {
  schema: 'storage',
  migrations: { '001-baseline': baseline },
} satisfies ServiceSchema

export const openTables = (server: DatabaseServer) => server.open<Tables>(schema)

export type Pin = Selectable<Tables['storage.pin']>
/** A wallet on its chain. */
export interface PinOwner {
  chain: string
  owner: string
}
type Read = Reader<Tables> | Change<Tables>

/** A literal, as in the partial indexes: for a parameter the planner would not use these. */
const NOT_PINNED = sql<boolean>`status <> 'pinned'`
const FAILED = sql<boolean>`status = 'failed'`

const pinOf = (read: Read, { chain, owner }: PinOwner, cid: string) =>
  read
    .selectFrom('storage.pin')
    .selectAll()
    .where('chain', '=', chain)
    .where('owner', '=', owner)
    .where('cid', '=', cid)

export const findPin = (read: Read, owner: PinOwner, cid: string): Promise<Pin | undefined> =>
  pinOf(read, owner, cid).executeTakeFirst()

/** The same, with a row lock until the change ends. */
export const lockPin = (trx: Change<Tables>, owner: PinOwner, cid: string): Promise<Pin | undefined> =>
  pinOf(trx, owner, cid).forUpdate().executeTakeFirst()

/** Newest first; the page before `cursor`, which is the `sequence` of the last pin of the previous page. */
export function pinsOf(
  read: Read,
  page: PinOwner & { limit: number; cursor: bigint | undefined; status: PinStatus | undefined },
): Promise<Pin[]> {
  let query = read
    .selectFrom('storage.pin')
    .selectAll()
    .where('chain', '=', page.chain)
    .where('owner', '=', page.owner)
    .orderBy('sequence', 'desc')
    .limit(page.limit)
  if (page.cursor !== undefined) query = query.where('sequence', '<', page.cursor)
  if (page.status !== undefined) query = query.where('status', '=', page.status)
  if (page.status !== undefined && page.status !== 'pinned') query = query.where(NOT_PINNED)
  return query.execute()
}

/**
 * The page after `after` of the identifiers with a pin of this status. Those of status `pinning` need no listing: the
 * fetch itself has their blocks in use.
 */
export async function cidsWith(
  read: Read,
  status: 'pinned' | 'queued',
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await read
    .selectFrom('storage.pin')
    .select('cid')
    .distinct()
    .where('cid', '>', after)
    .where('status', '=', status)
    .orderBy('cid')
    .limit(limit)
    .execute()
  return rows.map(({ cid }) => cid)
}

/** Whether any wallet has this content pinned. Pins that are queued or failed do not count. */
export async function isPinned(read: Read, cid: string): Promise<boolean> {
  const row = await read
    .selectFrom('storage.pin')
    .select('cid')
    .where('cid', '=', cid)
    .where('status', '=', 'pinned')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Counts the content that any wallet pins, in pages, so that the database can serve others in between. */
export async function countPins(read: Read): Promise<number> {
  let count = 0
  for (let after = ''; ; ) {
    const { cids, last } = await countPage(read, after)
    if (last === null) return count
    count += Number(cids)
    after = last
  }
}

const countPage = (read: Read, after: string) =>
  read
    .selectFrom((from) =>
      from
        .selectFrom('storage.pin')
        .select('cid')
        .where('cid', '>', after)
        .where('status', '=', 'pinned')
        .orderBy('cid')
        .limit(COUNTED_AT_ONCE)
        .as('page'),
    )
    .select([sql<bigint>`count(distinct cid)`.as('cids'), sql<string | null>`max(cid)`.as('last')])
    .executeTakeFirstOrThrow()
const COUNTED_AT_ONCE = 10_000

/** Takes a lock until the change ends, so that wallets end their pins of this content one after the other. */
export async function lockUnpinning(trx: Change<Tables>, cid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`storage unpin ${cid}`}, 0))`.execute(trx)
}

/** Creates the record unless the wallet has one for this content; answers whether it was created. */
export async function insertPin(
  trx: Change<Tables>,
  pin: PinOwner & Pick<Pin, 'cid' | 'status' | 'filename' | 'mimetype' | 'created_at'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('storage.pin')
    .values({ ...pin, bytes: 0n, size: null, error: null, updated_at: pin.created_at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const isNew = numInsertedOrUpdatedRows === 1n
  if (isNew) await countRecords(trx, pin, 1)
  return isNew
}

async function countRecords(trx: Change<Tables>, { chain, owner }: PinOwner, more: number): Promise<void> {
  const pins = BigInt(more)
  await trx
    .insertInto('storage.usage')
    .values({ chain, owner, bytes: 0n, pins })
    .onConflict((conflict) =>
      conflict.columns(['chain', 'owner']).doUpdateSet(({ eb }) => ({ pins: eb('storage.usage.pins', '+', pins) })),
    )
    .execute()
}

export async function updatePin(
  trx: Change<Tables>,
  { chain, owner }: PinOwner,
  cid: string,
  to: Partial<Pick<Pin, 'status' | 'bytes' | 'size' | 'filename' | 'mimetype' | 'error'>> & { updated_at: Date },
): Promise<void> {
  await trx
    .updateTable('storage.pin')
    .set(to)
    .where('chain', '=', chain)
    .where('owner', '=', owner)
    .where('cid', '=', cid)
    .execute()
}

export async function deletePin(
  trx: Change<Tables>,
  { chain, owner }: PinOwner,
  cid: string,
): Promise<Pin | undefined> {
  const pin = await trx
    .deleteFrom('storage.pin')
    .where('chain', '=', chain)
    .where('owner', '=', owner)
    .where('cid', '=', cid)
    .returningAll()
    .executeTakeFirst()
  if (pin) await countRecords(trx, pin, -1)
  return pin
}

export interface Usage {
  /** Bytes of all content that the wallet pins. */
  bytes: number
  /** Bytes that the wallet has unpinned and that are not removed yet. */
  released: number
}

export async function usageOf(read: Read, { chain, owner }: PinOwner): Promise<Usage> {
  const usage = read
    .selectFrom('storage.usage')
    .select('bytes')
    .where('chain', '=', chain)
    .where('owner', '=', owner)
    .executeTakeFirst()
  const releases = read
    .selectFrom('storage.release')
    .select(sql<bigint | null>`sum(bytes)::int8`.as('bytes'))
    .where('chain', '=', chain)
    .where('owner', '=', owner)
    .executeTakeFirst()
  const [pinned, released] = await Promise.all([usage, releases])
  return { bytes: Number(pinned?.bytes ?? 0n), released: Number(released?.bytes ?? 0n) }
}

/** Counts blocks that nobody pins any more for this wallet, until they are removed. */
export async function addRelease(
  trx: Change<Tables>,
  { chain, owner }: PinOwner,
  cid: string,
  bytes: number,
): Promise<void> {
  await trx
    .insertInto('storage.release')
    .values({ chain, owner, cid, bytes: BigInt(bytes) })
    .execute()
}

export type Release = Selectable<Tables['storage.release']>

/** The page after `after` of all wallets' releases. */
export async function releasesAfter(read: Read, after: string | undefined, limit: number): Promise<Release[]> {
  let query = read.selectFrom('storage.release').selectAll().orderBy('id').limit(limit)
  if (after !== undefined) query = query.where('id', '>', after)
  return query.execute()
}

/** Deletes releases whose blocks are removed. Several collections at once may delete the same ones. */
export async function deleteReleases(trx: Change<Tables>, releases: Release[]): Promise<void> {
  if (releases.length === 0) return
  await trx
    .deleteFrom('storage.release')
    .where(
      'id',
      'in',
      releases.map(({ id }) => id),
    )
    .execute()
}

/**
 * Restores releases whose blocks are still here. Another process, whose node has other blocks, may have deleted them.
 */
export async function restoreReleases(trx: Change<Tables>, releases: Release[]): Promise<void> {
  if (releases.length === 0) return
  await trx
    .insertInto('storage.release')
    .values(releases)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The number of a wallet's pins, and how many of these are still to be fetched, counted up to `most`. */
export async function countPinsOf(
  read: Read,
  { chain, owner }: PinOwner,
  most: number,
): Promise<{ all: number; pending: number }> {
  const usage = await read
    .selectFrom('storage.usage')
    .select('pins')
    .where('chain', '=', chain)
    .where('owner', '=', owner)
    .executeTakeFirst()
  const pending = await read
    .selectFrom('storage.pin')
    .select('cid')
    .where('chain', '=', chain)
    .where('owner', '=', owner)
    .where(NOT_PINNED)
    .where('status', '<>', 'failed')
    .limit(most)
    .execute()
  return { all: Number(usage?.pins ?? 0n), pending: pending.length }
}

/** Deletes up to `limit` pins that failed before `before`; answers how many. */
export async function forgetFailedPins(trx: Change<Tables>, before: Date, limit: number): Promise<number> {
  const old = await trx
    .selectFrom('storage.pin')
    .select(['chain', 'owner', 'cid'])
    .where(FAILED)
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(limit)
    .forUpdate()
    .execute()
  for (const pin of old) await deletePin(trx, pin, pin.cid)
  return old.length
}

/** Deletes the failed pins of a wallet except its newest ones. */
export async function forgetOldFailures(
  trx: Change<Tables>,
  { chain, owner }: PinOwner,
  newest: number,
): Promise<void> {
  const old = await trx
    .selectFrom('storage.pin')
    .select('cid')
    .where('chain', '=', chain)
    .where('owner', '=', owner)
    .where(NOT_PINNED)
    .where(FAILED)
    .orderBy('sequence', 'desc')
    .offset(newest)
    .forUpdate()
    .execute()
  for (const { cid } of old) await deletePin(trx, { chain, owner }, cid)
}

/**
 * Adds `bytes` (negative to subtract) unless the sum exceeds `quota`; answers whether it did. Concurrent calls see each
 * other's sums.
 */
export async function addUsage(
  trx: Change<Tables>,
  { chain, owner }: PinOwner,
  bytes: number,
  quota: number,
): Promise<boolean> {
  await trx
    .insertInto('storage.usage')
    .values({ chain, owner, bytes: 0n })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { numUpdatedRows } = await trx
    .updateTable('storage.usage')
    .set(({ eb }) => ({ bytes: eb('bytes', '+', BigInt(bytes)) }))
    .where('chain', '=', chain)
    .where('owner', '=', owner)
    .where(({ eb }) => eb('bytes', '<=', BigInt(quota - bytes)))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Records that the node holds the content since `since`. While a process is unpinning it, nothing is recorded and the
 * answer is false.
 */
export async function recordHeld(trx: Change<Tables>, cid: string, since: Date, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('storage.held')
    .values({ cid, since, letting_go_until: null })
    .onConflict((conflict) =>
      conflict
        .column('cid')
        .doUpdateSet({ since, letting_go_until: null })
        .where(({ eb, or }) =>
          or([eb('storage.held.letting_go_until', 'is', null), eb('storage.held.letting_go_until', '<=', now)]),
        ),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Those of these identifiers that the node holds although nobody pins them. */
export const heldUnpinned = async (read: Read, cids: string[]): Promise<string[]> => {
  const rows = await read
    .selectFrom('storage.held as held')
    .select('held.cid')
    .where('held.cid', 'in', cids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('storage.pin as pin')
            .select('pin.cid')
            .whereRef('pin.cid', '=', 'held.cid')
            .where('pin.status', '=', 'pinned'),
        ),
      ),
    )
    .execute()
  return rows.map(({ cid }) => cid)
}

/** Content that nobody pins any more, and that nobody has begun to store since `before`. */
const heldForNobody = (read: Read, before: Date) =>
  read
    .selectFrom('storage.held as held')
    .select('held.cid')
    .where('held.since', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('storage.pin as pin')
            .select('pin.cid')
            .whereRef('pin.cid', '=', 'held.cid')
            // The node may hold content already while it is still being fetched.
            .where('pin.status', '<>', 'failed'),
        ),
      ),
    )

export const cidsToUnpin = async (read: Read, before: Date, limit: number): Promise<string[]> => {
  const rows = await heldForNobody(read, before).limit(limit).execute()
  return rows.map(({ cid }) => cid)
}

/**
 * Begins to unpin the content, unless somebody holds it again or another process is unpinning it; answers whether it
 * began.
 */
export async function beginUnpinning(
  trx: Change<Tables>,
  cid: string,
  { before, now, until }: { before: Date; now: Date; until: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('storage.held')
    .set({ letting_go_until: until })
    .where('cid', 'in', heldForNobody(trx, before).where('held.cid', '=', cid))
    // Repeated here: if another change has updated the row meanwhile, PostgreSQL checks the conditions on this row
    // again, and no others.
    .where('since', '<', before)
    .where(({ eb, or }) => or([eb('letting_go_until', 'is', null), eb('letting_go_until', '<=', now)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends the unpinning: the node no longer holds the content, or still does, since it could not be asked. */
export async function endUnpinning(trx: Change<Tables>, cid: string, until: Date, isGone: boolean): Promise<void> {
  if (isGone)
    await trx.deleteFrom('storage.held').where('cid', '=', cid).where('letting_go_until', '=', until).execute()
  else
    await trx
      .updateTable('storage.held')
      .set({ letting_go_until: null })
      .where('cid', '=', cid)
      .where('letting_go_until', '=', until)
      .execute()
}
