import { type Kysely, sql } from 'kysely'

/** Keeps the number of each DAO's members: a DAO may have a hundred thousand, and a list shows a hundred DAOs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table governance.dao add column if not exists member_count integer not null default 0`.execute(db)
  await sql`
    update governance.dao d set member_count = (
      select count(*) from governance.member m where m.dao_id = d.dao_id and m.removed_at is null)`.execute(db)
}
