import type { Change, DatabaseServer, Reader } from '@quorate/platform'
import { type Generated, type Selectable, sql } from 'kysely'
import * as pins from './migrations/001-pins.ts'

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
  'storage.usage': { chain: string; owner: string; bytes: bigint }
  /** What a node with pins of its own may hold for us. */
  'storage.held': { cid: string; since: Date }
}

export const openTables = (server: DatabaseServer) =>
  server.open<Tables>({ schema: 'storage', migrations: { '001-pins': pins } })

export type Pin = Selectable<Tables['storage.pin']>
/** A wallet on its chain. */
export interface Owner {
  chain: string
  owner: string
}
type Read = Reader<Tables> | Change<Tables>

export const findPin = (read: Read, { chain, owner }: Owner, cid: string): Promise<Pin | undefined> =>
  read
    .selectFrom('storage.pin')
    .selectAll()
    .where('chain', '=', chain)
    .where('owner', '=', owner)
    .where('cid', '=', cid)
    .executeTakeFirst()

/** The same, held until the change ends. */
export const lockPin = (change: Change<Tables>, { chain, owner }: Owner, cid: string): Promise<Pin | undefined> =>
  change
    .selectFrom('storage.pin')
    .selectAll()
    .where('chain', '=', chain)
    .where('owner', '=', owner)
    .where('cid', '=', cid)
    .forUpdate()
    .executeTakeFirst()

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
  return query.execute()
}

/** Every identifier that anybody pins, a page after `after`. */
export async function pinnedCids(read: Read, after: string, limit: number): Promise<string[]> {
  const rows = await read
    .selectFrom('storage.pin')
    .select('cid')
    .distinct()
    .where('cid', '>', after)
    .where('status', '!=', 'failed')
    .orderBy('cid')
    .limit(limit)
    .execute()
  return rows.map(({ cid }) => cid)
}

export async function isPinned(read: Read, cid: string): Promise<boolean> {
  const row = await read.selectFrom('storage.pin').select('cid').where('cid', '=', cid).limit(1).executeTakeFirst()
  return row !== undefined
}

export async function countPins(read: Read): Promise<number> {
  const { count } = await read
    .selectFrom('storage.pin')
    .select(sql<bigint>`count(distinct cid)`.as('count'))
    .where('status', '=', 'pinned')
    .executeTakeFirstOrThrow()
  return Number(count)
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
  return numInsertedOrUpdatedRows === 1n
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
  return change
    .deleteFrom('storage.pin')
    .where('chain', '=', chain)
    .where('owner', '=', owner)
    .where('cid', '=', cid)
    .returningAll()
    .executeTakeFirst()
}

export async function usageOf(read: Read, { chain, owner }: Owner): Promise<number> {
  const row = await read
    .selectFrom('storage.usage')
    .select('bytes')
    .where('chain', '=', chain)
    .where('owner', '=', owner)
    .executeTakeFirst()
  return Number(row?.bytes ?? 0n)
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

export async function recordHeld(change: Change<Tables>, cid: string, since: Date): Promise<void> {
  await change
    .insertInto('storage.held')
    .values({ cid, since })
    .onConflict((conflict) => conflict.column('cid').doUpdateSet({ since }))
    .execute()
}

/** Takes what nobody pins any more, and nobody began to hold since `before`, off the list of what is held. */
export async function takeReleased(change: Change<Tables>, before: Date, limit: number): Promise<string[]> {
  const rows = await change
    .deleteFrom('storage.held')
    .where('cid', 'in', (select) =>
      select
        .selectFrom('storage.held as held')
        .select('held.cid')
        .where('held.since', '<', before)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('storage.pin as pin').select('pin.cid').whereRef('pin.cid', '=', 'held.cid'))),
        )
        .limit(limit),
    )
    .returning('cid')
    .execute()
  return rows.map(({ cid }) => cid)
}
