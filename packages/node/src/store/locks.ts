import { sql } from 'kysely'
import type { Writes } from './tables.ts'

/** Makes changes with the same name wait for each other. */
export async function lock(trx: Writes, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`node ${name}`}, 0))`.execute(trx)
}

/** Like {@link lock}, for changes that must wait for holders of the lock but not for each other. */
export async function lockShared(trx: Writes, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${`node ${name}`}, 0))`.execute(trx)
}

/**
 * Makes changes that count one wallet's open items wait for each other, so that concurrent ones cannot exceed a limit
 * together.
 */
export const lockWallet = (trx: Writes, chain: string, wallet: string): Promise<void> => lock(trx, `${chain} ${wallet}`)
