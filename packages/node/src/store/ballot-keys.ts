/** The node's parts of ballot keys for secret votes, encrypted by the caller. */
import type { Dealing, KeyMember } from '@quorate/frost'
import { type Database, deleteAll, json } from '@quorate/platform'
import { sql } from 'kysely'
import type { Reads, Tables, Writes } from './tables.ts'

/** The ceremony and the members that share a ballot key; null if the node made the key alone. */
export interface SharedBy {
  dkgId: string
  members: readonly Pick<KeyMember, 'id' | 'key' | 'number'>[]
  commitments: Dealing['commitments']
}

export interface BallotKeyRow {
  publicKey: string
  chain: string
  /** The text that identifies the vote. */
  purpose: string
  /** From this time on, anybody may get the key. */
  endsAt: Date
  share: Uint8Array
  shared: SharedBy | null
}

/** Stores a part of a key, unless it is already stored. */
export const insertBallotKey = (trx: Writes, { publicKey, endsAt, shared, ...row }: BallotKeyRow) =>
  trx
    .insertInto('node.ballot_key')
    .values({ ...row, public_key: publicKey, ends_at: endsAt, shared: shared && json(shared) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export async function ballotKeyOf(read: Reads, publicKey: string): Promise<BallotKeyRow | undefined> {
  const row = await read
    .selectFrom('node.ballot_key')
    .selectAll()
    .where('public_key', '=', publicKey)
    .executeTakeFirst()
  if (!row) return undefined
  const { public_key, ends_at, shared, ...rest } = row
  return { ...rest, publicKey: public_key, endsAt: ends_at, shared: shared as SharedBy | null }
}

export const deleteOldBallotKeys = (database: Database<Tables>, before: Date) =>
  deleteAll(database, 'node.ballot_key', sql`ends_at < ${before}`)
