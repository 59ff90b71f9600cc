/** Challenges that wallets sign to log in. */
import type { Selectable } from 'kysely'
import type { Reads, Tables, Writes } from './tables.ts'

export type Challenge = Selectable<Tables['node.challenge']>

export const insertChallenge = (trx: Writes, challenge: Omit<Challenge, 'sequence' | 'consumed_at'>) =>
  trx
    .insertInto('node.challenge')
    .values({ ...challenge, consumed_at: null })
    .execute()

export const challengeByToken = (read: Reads, token: string): Promise<Challenge | undefined> =>
  read.selectFrom('node.challenge').selectAll().where('token', '=', token).executeTakeFirst()

/** The last challenge given with this cookie, used or not. */
export const lastChallenge = (read: Reads, binding: Uint8Array): Promise<Challenge | undefined> =>
  read
    .selectFrom('node.challenge')
    .selectAll()
    .where('binding', '=', binding)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Consumes a challenge; returns false if it was already used or has expired. Only one of several concurrent calls
 * succeeds.
 */
export async function consumeChallenge(trx: Writes, token: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('node.challenge')
    .set({ consumed_at: now })
    .where('token', '=', token)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
