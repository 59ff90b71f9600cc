import { type Kysely, sql } from 'kysely'

/** The language of the messages to each address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['email', 'email_confirmation'])
    await sql`alter table ${sql.table(`node.${table}`)} add column language text not null default 'en'`.execute(db)
}
