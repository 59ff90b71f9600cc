import { type Database, deleteAll } from '@quorate/platform'
import { sql } from 'kysely'
import type { Tables } from './tables.ts'

/** Deletes expired logins, sessions, unconfirmed e-mail addresses and daily counts. No check needs them any more. */
export async function deleteExpired(database: Database<Tables>, now: Date): Promise<void> {
  const tables = [
    'node.challenge',
    'node.wallet_login',
    'node.wallet_revocation',
    'node.wallet_signature',
    'node.revocation',
    'node.session',
    'node.email_confirmation',
  ]
  for (const table of tables) await deleteAll(database, table, sql`expires_at <= ${now}`)
}
