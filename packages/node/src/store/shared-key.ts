/** Ceremonies for the network's shared key, and the keys that they made. The caller encrypts the secrets. */
import type { GroupKey } from '@quorate/frost'
import { type Database, deleteAll, json } from '@quorate/platform'
import { sql } from 'kysely'
import type { Reads, Tables, Writes } from './tables.ts'

/** The node's row of a ceremony; undefined if the node takes no part in it. */
export const ceremonyOf = (read: Reads, dkgId: string) =>
  read.selectFrom('node.ceremony').select(['seed', 'previous']).where('dkg_id', '=', dkgId).executeTakeFirst()

/** Stores what the node needs in a ceremony, unless it is already stored. */
export const insertCeremony = (
  trx: Writes,
  row: { dkg_id: string; chain: string; seed: Uint8Array; previous: GroupKey | undefined; created_at: Date },
) =>
  trx
    .insertInto('node.ceremony')
    .values({ ...row, previous: row.previous ? json(row.previous) : null, outcome: null, ended_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Stores the outcome of a ceremony, and erases its seed and the records that the node wrote in it. */
export async function endCeremony(
  trx: Writes,
  { dkgId, chain, outcome, endedAt }: { dkgId: string; chain: string; outcome: object; endedAt: Date },
): Promise<void> {
  const ended = { seed: null, outcome: json(outcome) }
  await trx
    .insertInto('node.ceremony')
    .values({ dkg_id: dkgId, chain, created_at: endedAt, previous: null, ended_at: endedAt, ...ended })
    .onConflict((conflict) => conflict.column('dkg_id').doUpdateSet({ ...ended, previous: null }))
    .execute()
  await trx
    .updateTable('node.ceremony')
    .set({ ended_at: endedAt })
    .where('dkg_id', '=', dkgId)
    .where('ended_at', 'is', null)
    .execute()
  await trx.deleteFrom('node.ceremony_record').where('dkg_id', '=', dkgId).execute()
}

/** The outcome of the chain's last ceremony that has ended. */
export async function lastOutcome(read: Reads, chain: string): Promise<object | undefined> {
  const row = await read
    .selectFrom('node.ceremony')
    .select('outcome')
    .where('chain', '=', chain)
    .where('outcome', 'is not', null)
    .orderBy('ended_at', 'desc')
    .orderBy('dkg_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.outcome ?? undefined
}

export const ceremonyRecord = (read: Reads, dkgId: string, name: string) =>
  read
    .selectFrom('node.ceremony_record')
    .select('bytes')
    .where('dkg_id', '=', dkgId)
    .where('name', '=', name)
    .executeTakeFirst()

/** Stores a record before it is submitted, unless one with this name is already stored. */
export const insertCeremonyRecord = (trx: Writes, row: { dkg_id: string; name: string; bytes: Uint8Array }) =>
  trx
    .insertInto('node.ceremony_record')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export interface NewKey {
  chain: string
  key: GroupKey
  share: Uint8Array | null
  createdAt: Date
}

/**
 * Stores a key with the node's share, unless it is already stored, and erases earlier shares of the same public key.
 * Shares of a replaced key stay: they are needed while any entity still has that key.
 */
export async function insertSharedKey(trx: Writes, { chain, key, share, createdAt }: NewKey): Promise<void> {
  await trx
    .insertInto('node.shared_key')
    .values({ ...rowOf(chain, key), share, created_at: createdAt, ...fresh })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await trx
    .updateTable('node.shared_key')
    .set({ share: null })
    .where('chain', '=', chain)
    .where(publicKeyOf, '=', key.publicKey)
    .where('epoch', '<', key.epoch)
    .where('share', 'is not', null)
    .execute()
}

/** Stores the restored share of a key. */
export const replaceShare = (trx: Writes, { chain, key, share, createdAt }: NewKey) =>
  trx
    .insertInto('node.shared_key')
    .values({ ...rowOf(chain, key), share, created_at: createdAt, ...fresh })
    .onConflict((conflict) => conflict.column('dkg_id').doUpdateSet({ share, ...fresh }))
    .execute()

const fresh = { backed_up_at: null, retired_at: null }
const publicKeyOf = sql<string>`key->>'publicKey'`
const rowOf = (chain: string, key: GroupKey) => ({ dkg_id: key.dkgId, chain, epoch: key.epoch, key: json(key) })

/** The chain's keys that are not retired, each in its newest epoch, starting with the current key. */
export async function livingKeysOf(read: Reads, chain: string) {
  const rows = await read
    .selectFrom('node.shared_key')
    .select(['key', 'share', 'backed_up_at', 'created_at', 'retired_at'])
    .where('chain', '=', chain)
    .orderBy('epoch', 'desc')
    .execute()
  const all = rows.map(({ key, share, backed_up_at, created_at, retired_at }) => ({
    ...{ key: key as GroupKey, share, backedUpAt: backed_up_at, createdAt: created_at, retiredAt: retired_at },
  }))
  const newest = all.filter(({ key }, index) => all.findIndex((one) => one.key.publicKey === key.publicKey) === index)
  return newest.filter(({ retiredAt }, index) => index === 0 || retiredAt === null)
}

/** When this database stored the key that replaced a public key; undefined if it has stored none. */
export async function keyStoredAt(read: Reads, chain: string, replaced: string): Promise<Date | undefined> {
  const rows = await read
    .selectFrom('node.shared_key')
    .select(['key', 'created_at'])
    .where('chain', '=', chain)
    .orderBy('epoch')
    .execute()
  return rows.find(({ key }) => (key as GroupKey).replaced?.includes(replaced))?.created_at
}

/** Erases the shares of a public key that was replaced. */
export const retireKey = (trx: Writes, chain: string, publicKey: string, at: Date) =>
  trx
    .updateTable('node.shared_key')
    .set({ share: null, retired_at: at })
    .where('chain', '=', chain)
    .where(publicKeyOf, '=', publicKey)
    .execute()

/** Records that a backup contains the share; returns false if the node has no share of this key. */
export async function setBackedUp(trx: Writes, dkgId: string, at: Date): Promise<boolean> {
  const row = await trx
    .updateTable('node.shared_key')
    .set({ backed_up_at: at })
    .where('dkg_id', '=', dkgId)
    .where('share', 'is not', null)
    .returning('dkg_id')
    .executeTakeFirst()
  return row !== undefined
}

/** All keys of the chain that this database has ever stored, by epoch. */
export async function sharedKeysOf(read: Reads, chain: string): Promise<GroupKey[]> {
  const rows = await read
    .selectFrom('node.shared_key')
    .select('key')
    .where('chain', '=', chain)
    .orderBy('epoch')
    .execute()
  return rows.map(({ key }) => key as GroupKey)
}

/** Records that a commitment has been used; returns false if it was used before. */
export async function insertUsedNonce(trx: Writes, hash: string, usedAt: Date): Promise<boolean> {
  const row = await trx
    .insertInto('node.used_nonce')
    .values({ hash, used_at: usedAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}

export const deleteOldNonces = (database: Database<Tables>, before: Date) =>
  deleteAll(database, 'node.used_nonce', sql`used_at < ${before}`)
