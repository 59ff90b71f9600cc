import { sql } from 'kysely'
import type { Writes } from './tables.ts'

/** Makes changes with the same name wait for each other. */
export async function lock(trx: Writes, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`node ${name}`}, 0))`.execute(trx)
}

/**
 * Like {@link lock}, but database transactions with a shared lock wait only for holders of {@link lock}, not for each
 * other.
 */
export async function lockShared(trx: Writes, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${`node ${name}`}, 0))`.execute(trx)
}

/**
 * Serialises database transactions that count one wallet's open items, so that concurrent ones cannot exceed a limit.
 */
export const lockWallet = (trx: Writes, chain: string, wallet: string): Promise<void> => lock(trx, `${chain} ${wallet}`)
