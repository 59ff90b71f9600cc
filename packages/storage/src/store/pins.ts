import { type Selectable, sql } from 'kysely'
import type { PinOwner } from '../model/owner.ts'
import type { PinStatus, Read, Tables, Trx } from './tables.ts'
import { changePinCount } from './usage.ts'

export type Pin = Selectable<Tables['storage.pin']>

/** A literal, as in the partial indexes. With a parameter, the planner would not use these indexes. */
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

/** The pin, with a row lock until the database transaction ends. */
export const lockPin = (trx: Trx, owner: PinOwner, cid: string): Promise<Pin | undefined> =>
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
 * The page after `after` of the identifiers with a pin of this status. Pins of status `pinning` need no listing,
 * because their fetches have the blocks in use.
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

/** Counts the content that any wallet pins, in pages, so that the database can serve others between two pages. */
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

/** Takes a lock until the database transaction ends, so that wallets unpin this content one after the other. */
export async function lockUnpinning(trx: Trx, cid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`storage unpin ${cid}`}, 0))`.execute(trx)
}

/** Creates the record unless the wallet has one for this content; returns whether it was created. */
export async function insertPin(
  trx: Trx,
  pin: PinOwner & Pick<Pin, 'cid' | 'status' | 'filename' | 'mimetype' | 'created_at'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('storage.pin')
    .values({ ...pin, bytes: 0n, size: null, error: null, updated_at: pin.created_at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const isNew = numInsertedOrUpdatedRows === 1n
  if (isNew) await changePinCount(trx, pin, 1)
  return isNew
}

export async function updatePin(
  trx: Trx,
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

export async function deletePin(trx: Trx, { chain, owner }: PinOwner, cid: string): Promise<Pin | undefined> {
  const pin = await trx
    .deleteFrom('storage.pin')
    .where('chain', '=', chain)
    .where('owner', '=', owner)
    .where('cid', '=', cid)
    .returningAll()
    .executeTakeFirst()
  if (pin) await changePinCount(trx, pin, -1)
  return pin
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

/** Deletes up to `limit` pins that failed before `before`; returns how many. */
export async function forgetFailedPins(trx: Trx, before: Date, limit: number): Promise<number> {
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
export async function forgetOldFailures(trx: Trx, { chain, owner }: PinOwner, newest: number): Promise<void> {
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
