import { type Kysely, sql } from 'kysely'

/** Marks proposals whose start has passed: later changes of members do not affect their electorate. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const statements = [
  sql`alter table governance.proposal add column begun boolean not null default false`,
  sql`update governance.proposal set begun = true where electorate_root is not null`,
  sql`create index on governance.proposal (dao_id, start_at) where begun`,
  sql`drop index governance.proposal_dao_id_start_at_idx`,
]
