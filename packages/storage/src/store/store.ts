import type { Change, DatabaseServer, Reader } from '@quorate/platform'
import { type Generated, type Selectable, sql } from 'kysely'
import * as pins from './migrations/001-pins.ts'
import * as released from './migrations/002-released.ts'
import * as removed from './migrations/003-removed.ts'
import * as releases from './migrations/004-releases.ts'
import * as pinCounts from './migrations/005-pin-counts.ts'
import * as lettingGo from './migrations/006-letting-go.ts'

export type PinStatus = 'queued' | 'pinning' | 'pinned' | 'failed'

export interface Tables {
  'storage.pin': {
    sequence: Generated<bigint>
    chain: string
    owner: string
    cid: string
    status: PinStatus
    /** Of its blocks, as the owner's quota counts them; 0 until it is pinned. */
    bytes: bigint
    /** Of the file; null for a directory, and until it is known. */
    size: bigint | null
    filename: string | null
    mimetype: string | null
    /** Why it failed, or why it takes so long. */
    error: string | null
    created_at: Date
    updated_at: Date
  }
  'storage.usage': {
    chain: string
    owner: string
    /** Of all that it pins. */
    bytes: bigint
    /** Records, whatever their status. */
    pins: Generated<bigint>
  }
  /** What a wallet has let go of, until its blocks are removed. */
  'storage.release': { id: Generated<string>; chain: string; owner: string; cid: string; bytes: bigint }
  /** What a node with pins of its own may hold for us. Until `letting_go_until` a process may be unpinning it. */
  'storage.held': { cid: string; since: Date; letting_go_until: Date | null }
}

export const openTables = (server: DatabaseServer) =>
  server.open<Tables>({
    schema: 'storage',
    migrations: {
      '001-pins': pins,
      '002-released': released,
      '003-removed': removed,
      '004-releases': releases,
      '005-pin-counts': pinCounts,
      '006-letting-go': lettingGo,
    },
  })

export type Pin = Selectable<Tables['storage.pin']>
/** A wallet on its chain. */
export interface Owner {
  chain: string
  owner: string
}
type Read = Reader<Tables> | Change<Tables>

/** In the words of the partial indexes: the planner does not see what a parameter is. */
const NOT_PINNED = sql<boolean>`status <> 'pinned'`
const FAILED = sql<boolean>`status = 'failed'`

const pinOf = (read: Read, { chain, owner }: Owner, cid: string) =>
  read
    .selectFrom('storage.pin')
    .selectAll()
    .where('chain', '=', chain)
    .where('owner', '=', owner)
    .where('cid', '=', cid)

export const findPin = (read: Read, owner: Owner, cid: string): Promise<Pin | undefined> =>
  pinOf(read, owner, cid).executeTakeFirst()

/** The same, held until the change ends. */
export const lockPin = (change: Change<Tables>, owner: Owner, cid: string): Promise<Pin | undefined> =>
  pinOf(change, owner, cid).forUpdate().executeTakeFirst()

/** Newest first; a page before `cursor`, the `sequence` of the last one of the page before. */
export function pinsOf(
  read: Read,
  page: Owner & { limit: number; cursor: bigint | undefined; status: PinStatus | undefined },
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

/** Every identifier that is pinned, or whose pin waits to be fetched, a page after `after`. What is being fetched is in use while that goes on. */
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

/** Whether a wallet keeps this content. One that only asked for it, or in vain, does not. */
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

/** What is pinned, by whomever. Counted in pages, between which the database serves others. */
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

/** Lets one wallet after the other end its pin of this content. */
export async function lockUnpinning(change: Change<Tables>, cid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`storage unpin ${cid}`}, 0))`.execute(change)
}

/** Creates the record unless there is one; answers whether it was created. */
export async function insertPin(
  change: Change<Tables>,
  pin: Owner & Pick<Pin, 'cid' | 'status' | 'filename' | 'mimetype' | 'created_at'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await change
    .insertInto('storage.pin')
    .values({ ...pin, bytes: 0n, size: null, error: null, updated_at: pin.created_at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const isNew = numInsertedOrUpdatedRows === 1n
  if (isNew) await countRecords(change, pin, 1)
  return isNew
}

async function countRecords(change: Change<Tables>, { chain, owner }: Owner, more: number): Promise<void> {
  const pins = BigInt(more)
  await change
    .insertInto('storage.usage')
    .values({ chain, owner, bytes: 0n, pins })
    .onConflict((conflict) =>
      conflict.columns(['chain', 'owner']).doUpdateSet(({ eb }) => ({ pins: eb('storage.usage.pins', '+', pins) })),
    )
    .execute()
}

export async function updatePin(
  change: Change<Tables>,
  { chain, owner }: Owner,
  cid: string,
  to: Partial<Pick<Pin, 'status' | 'bytes' | 'size' | 'filename' | 'mimetype' | 'error'>> & { updated_at: Date },
): Promise<void> {
  await change
    .updateTable('storage.pin')
    .set(to)
    .where('chain', '=', chain)
    .where('owner', '=', owner)
    .where('cid', '=', cid)
    .execute()
}

export async function deletePin(
  change: Change<Tables>,
  { chain, owner }: Owner,
  cid: string,
): Promise<Pin | undefined> {
  const pin = await change
    .deleteFrom('storage.pin')
    .where('chain', '=', chain)
    .where('owner', '=', owner)
    .where('cid', '=', cid)
    .returningAll()
    .executeTakeFirst()
  if (pin) await countRecords(change, pin, -1)
  return pin
}

export interface Usage {
  /** Of all that is pinned. */
  bytes: number
  /** Of what was let go of and is not removed yet. */
  released: number
}

export async function usageOf(read: Read, { chain, owner }: Owner): Promise<Usage> {
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

/** Counts blocks that nobody pins for this wallet any more, until they are removed. */
export async function addRelease(
  change: Change<Tables>,
  { chain, owner }: Owner,
  cid: string,
  bytes: number,
): Promise<void> {
  await change
    .insertInto('storage.release')
    .values({ chain, owner, cid, bytes: BigInt(bytes) })
    .execute()
}

export type Release = Selectable<Tables['storage.release']>

/** What is let go of by whomever, a page after `after`. */
export async function releasesAfter(read: Read, after: string | undefined, limit: number): Promise<Release[]> {
  let query = read.selectFrom('storage.release').selectAll().orderBy('id').limit(limit)
  if (after !== undefined) query = query.where('id', '>', after)
  return query.execute()
}

/** Their blocks are removed. Of several collections at once, each may say so of the same. */
export async function deleteReleases(change: Change<Tables>, releases: Release[]): Promise<void> {
  if (releases.length === 0) return
  await change
    .deleteFrom('storage.release')
    .where(
      'id',
      'in',
      releases.map(({ id }) => id),
    )
    .execute()
}

/** Their blocks are still here, though another process, which has others, may have said that they are removed. */
export async function keepReleases(change: Change<Tables>, releases: Release[]): Promise<void> {
  if (releases.length === 0) return
  await change
    .insertInto('storage.release')
    .values(releases)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** How many pins a wallet has, and how many of these are still to be fetched, up to `most` of them. */
export async function countPinsOf(
  read: Read,
  { chain, owner }: Owner,
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

/** Forgets pins that failed before `before`, up to `limit` of them; answers how many. */
export async function forgetFailedPins(change: Change<Tables>, before: Date, limit: number): Promise<number> {
  const old = await change
    .selectFrom('storage.pin')
    .select(['chain', 'owner', 'cid'])
    .where(FAILED)
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(limit)
    .forUpdate()
    .execute()
  for (const pin of old) await deletePin(change, pin, pin.cid)
  return old.length
}

/** Forgets the failed pins of a wallet but its newest. */
export async function forgetOldFailures(
  change: Change<Tables>,
  { chain, owner }: Owner,
  newest: number,
): Promise<void> {
  const old = await change
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
  for (const { cid } of old) await deletePin(change, { chain, owner }, cid)
}

/** Counts `bytes` more (or fewer), unless that is beyond `quota`; answers whether it was counted. Of many at once each sees the others. */
export async function addUsage(
  change: Change<Tables>,
  { chain, owner }: Owner,
  bytes: number,
  quota: number,
): Promise<boolean> {
  await change
    .insertInto('storage.usage')
    .values({ chain, owner, bytes: 0n })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { numUpdatedRows } = await change
    .updateTable('storage.usage')
    .set(({ eb }) => ({ bytes: eb('bytes', '+', BigInt(bytes)) }))
    .where('chain', '=', chain)
    .where('owner', '=', owner)
    .where(({ eb }) => eb('bytes', '<=', BigInt(quota - bytes)))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Records that it is held since then; answers false, and records nothing, while a process is unpinning it. */
export async function recordHeld(change: Change<Tables>, cid: string, since: Date, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await change
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

/** Which of these are held, though nobody pins them. */
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

/** What nobody pins any more, and nobody began to hold since `before`. */
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
            // One that is being fetched may be held already.
            .where('pin.status', '<>', 'failed'),
        ),
      ),
    )

export const releasedCids = async (read: Read, before: Date, limit: number): Promise<string[]> => {
  const rows = await heldForNobody(read, before).limit(limit).execute()
  return rows.map(({ cid }) => cid)
}

/** Begins to let go of it, unless somebody holds it again or another process is about it; answers whether it began. */
export async function beginLettingGo(
  change: Change<Tables>,
  cid: string,
  { before, now, until }: { before: Date; now: Date; until: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await change
    .updateTable('storage.held')
    .set({ letting_go_until: until })
    .where('cid', 'in', heldForNobody(change, before).where('held.cid', '=', cid))
    // Of one that changes meanwhile only the row itself is looked at again.
    .where('since', '<', before)
    .where(({ eb, or }) => or([eb('letting_go_until', 'is', null), eb('letting_go_until', '<=', now)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The node holds it no more, or still does since it could not be asked. */
export async function endLettingGo(change: Change<Tables>, cid: string, until: Date, isGone: boolean): Promise<void> {
  if (isGone)
    await change.deleteFrom('storage.held').where('cid', '=', cid).where('letting_go_until', '=', until).execute()
  else
    await change
      .updateTable('storage.held')
      .set({ letting_go_until: null })
      .where('cid', '=', cid)
      .where('letting_go_until', '=', until)
      .execute()
}
