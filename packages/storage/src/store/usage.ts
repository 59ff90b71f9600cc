/** How much wallets use of their quotas, and what they have released. */
import { type Selectable, sql } from 'kysely'
import type { PinOwner } from '../model/owner.ts'
import type { Read, Tables, Trx } from './tables.ts'

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

/** Counts unpinned blocks for this wallet until they are removed. */
export const addRelease = (trx: Trx, owner: PinOwner, cid: string, bytes: number): Promise<void> =>
  addReleases(trx, owner, [{ cid, bytes: BigInt(bytes) }])

export async function addReleases(
  trx: Trx,
  { chain, owner }: PinOwner,
  contents: readonly Pick<Release, 'cid' | 'bytes'>[],
): Promise<void> {
  if (contents.length === 0) return
  const rows = contents.map(({ cid, bytes }) => ({ chain, owner, cid, bytes }))
  await trx.insertInto('storage.release').values(rows).execute()
}

export type Release = Selectable<Tables['storage.release']>

/** The page after `after` of all wallets' releases. */
export async function releasesAfter(read: Read, after: string | undefined, limit: number): Promise<Release[]> {
  let query = read.selectFrom('storage.release').selectAll().orderBy('id').limit(limit)
  if (after !== undefined) query = query.where('id', '>', after)
  return query.execute()
}

/** Deletes releases whose blocks are removed. Concurrent collections may delete the same ones. */
export async function deleteReleases(trx: Trx, releases: Release[]): Promise<void> {
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

/** Restores releases if their blocks are still here. A process with other blocks on its node may have deleted them. */
export async function restoreReleases(trx: Trx, releases: Release[]): Promise<void> {
  if (releases.length === 0) return
  await trx
    .insertInto('storage.release')
    .values(releases)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Adds `bytes` (negative to subtract) to what the wallet pins, unless that and its releases would exceed `quota`;
 * returns whether it did. Concurrent calls see each other's sums.
 */
export async function addUsage(trx: Trx, { chain, owner }: PinOwner, bytes: number, quota: number): Promise<boolean> {
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
    .where(({ eb, selectFrom }) => {
      const released = selectFrom('storage.release')
        .select(sql<bigint>`coalesce(sum(bytes), 0)::int8`.as('bytes'))
        .where('chain', '=', chain)
        .where('owner', '=', owner)
      return eb(eb('bytes', '+', released), '<=', BigInt(quota - bytes))
    })
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Changes the number of the wallet's pin records. */
export async function changePinCount(trx: Trx, { chain, owner }: PinOwner, more: number): Promise<void> {
  const pins = BigInt(more)
  await trx
    .insertInto('storage.usage')
    .values({ chain, owner, bytes: 0n, pins })
    .onConflict((conflict) =>
      conflict.columns(['chain', 'owner']).doUpdateSet(({ eb }) => ({ pins: eb('storage.usage.pins', '+', pins) })),
    )
    .execute()
}
