/** Sessions that ended before their tokens expired. */
import type { Reader } from '@quorate/platform'
import { sql } from 'kysely'
import type { Reads, Tables, Writes } from './tables.ts'

/**
 * The database's time, in whole milliseconds like `since`. Revocations are dated with it, because the clocks of
 * processes that share the database may differ by more than the overlap of their reads.
 */
export const databaseNow = sql<Date>`date_trunc('milliseconds', clock_timestamp())`

export async function databaseTime(read: Reader<Tables>): Promise<Date> {
  const { at } = await read.selectNoFrom(databaseNow.as('at')).executeTakeFirstOrThrow()
  return at
}

/** Ends a session: deletes it, and stores a revocation until its token expires. */
export async function revokeSession(trx: Writes, tokenId: string, expiresAt: Date): Promise<void> {
  await trx
    .insertInto('node.revocation')
    .values({ token_id: tokenId, revoked_at: databaseNow, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await trx.deleteFrom('node.session').where('token_id', '=', tokenId).execute()
}

/**
 * At most `limit` revocations from `since` on, without those of expired tokens. With `after`, revocations dated exactly
 * `since` are included only if their token ids are greater than `after`.
 */
export function revocationsSince(
  read: Reads,
  { since, after, now, limit }: { since: Date; after?: string | undefined; now: Date; limit: number },
) {
  const found = read
    .selectFrom('node.revocation')
    .select(['token_id', 'revoked_at', 'expires_at'])
    .where('revoked_at', '>=', since)
    .where('expires_at', '>', now)
    .orderBy('revoked_at')
    .orderBy('token_id')
    .limit(limit)
  const rest =
    after === undefined
      ? found
      : found.where(({ eb, or }) => or([eb('revoked_at', '>', since), eb('token_id', '>', after)]))
  return rest.execute()
}

/**
 * Revocations from $1 on as [token id, expiry], and the current time, for processes that do not open the node's tables.
 */
export const SHARED_REVOCATIONS = `
  select now() as at, coalesce(json_agg(json_build_array(token_id, extract(epoch from expires_at) * 1000)), '[]') as found
  from node.revocation where revoked_at >= $1 and expires_at > now()`
