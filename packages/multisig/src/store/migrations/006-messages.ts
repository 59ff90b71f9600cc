import { type Kysely, sql } from 'kysely'

/** The node sends messages to accounts by e-mail and in chats. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table multisig.reminder rename column email to messages`.execute(db)
}
