/** The IPNS records that wallets keep. */
import { type Selectable, sql } from 'kysely'
import type { PinOwner } from '../model/owner.ts'
import type { Read, Tables, Trx } from './tables.ts'

export type StoredName = Selectable<Tables['storage.name']>

export const findName = (read: Read, name: string): Promise<StoredName | undefined> =>
  read.selectFrom('storage.name').selectAll().where('name', '=', name).executeTakeFirst()

/** The name, with a row lock until the database transaction ends, so that it is not removed meanwhile. */
export const lockName = (trx: Trx, name: string): Promise<StoredName | undefined> =>
  trx.selectFrom('storage.name').selectAll().where('name', '=', name).forUpdate().executeTakeFirst()

/**
 * Stores the record if it is newer than the stored one: its sequence is higher, or the sequences are equal and it is
 * valid for longer. Returns whether it was stored.
 */
export async function storeRecord(
  trx: Trx,
  to: Pick<StoredName, 'name' | 'record' | 'value' | 'sequence' | 'valid_until' | 'ttl_ms' | 'updated_at'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('storage.name')
    .values({ ...to, routed_at: null, routing_error: null })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ ...to, routed_at: null, routing_error: null })
        .where(
          sql<boolean>`(excluded.sequence, excluded.valid_until) > (storage.name.sequence, storage.name.valid_until)`,
        ),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Takes a lock until the database transaction ends, so that the names of a wallet are counted one after the other. */
export async function lockNamesOf(trx: Trx, { chain, owner }: PinOwner): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`storage names ${chain} ${owner}`}, 0))`.execute(trx)
}

const ownedBy = (read: Read, { chain, owner }: PinOwner) =>
  read
    .selectFrom('storage.name_owner')
    .innerJoin('storage.name', 'storage.name.name', 'storage.name_owner.name')
    .where('storage.name_owner.chain', '=', chain)
    .where('storage.name_owner.owner', '=', owner)

/** The names that a wallet keeps, the first kept first. */
export const namesOf = (read: Read, owner: PinOwner): Promise<StoredName[]> =>
  ownedBy(read, owner)
    .selectAll('storage.name')
    .orderBy('storage.name_owner.created_at')
    .orderBy('storage.name.name')
    .execute()

export const findNameOf = (read: Read, owner: PinOwner, name: string): Promise<StoredName | undefined> =>
  ownedBy(read, owner).selectAll('storage.name').where('storage.name.name', '=', name).executeTakeFirst()

export async function countNamesOf(read: Read, { chain, owner }: PinOwner): Promise<number> {
  const { count } = await read
    .selectFrom('storage.name_owner')
    .select(sql<bigint>`count(*)`.as('count'))
    .where('chain', '=', chain)
    .where('owner', '=', owner)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertNameOwner(trx: Trx, owner: PinOwner, name: string, at: Date): Promise<void> {
  await trx
    .insertInto('storage.name_owner')
    .values({ ...owner, name, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Stops keeping the name for the wallet; deletes its record if no other wallet keeps it. False if the wallet kept none.
 */
export async function deleteNameOf(trx: Trx, { chain, owner }: PinOwner, name: string): Promise<boolean> {
  // The row is locked, so that wallets start and stop keeping the name one after the other.
  await lockName(trx, name)
  const { numDeletedRows } = await trx
    .deleteFrom('storage.name_owner')
    .where('chain', '=', chain)
    .where('owner', '=', owner)
    .where('name', '=', name)
    .executeTakeFirst()
  await trx
    .deleteFrom('storage.name')
    .where('name', '=', name)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('storage.name_owner').select('name').where('name', '=', name))),
    )
    .execute()
  return numDeletedRows > 0n
}

/** Records the outcome of giving this record to the routers, unless a newer one has been stored meanwhile. */
export async function noteRouting(
  trx: Trx,
  { name, sequence, valid_until }: StoredName,
  to: Pick<StoredName, 'routed_at' | 'routing_error'>,
): Promise<void> {
  await trx
    .updateTable('storage.name')
    .set(to)
    .where('name', '=', name)
    .where('sequence', '=', sequence)
    .where('valid_until', '=', valid_until)
    .execute()
}
