import { type Kysely, sql } from 'kysely'

/** What a change of the shared key needs after a restart, the outcome of the last ceremony, and confirmed backups. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table node.ceremony
      add column previous jsonb,
      add column outcome jsonb,
      add column ended_at timestamptz`.execute(db)
  await sql`alter table node.shared_key add column backed_up_at timestamptz`.execute(db)
}
