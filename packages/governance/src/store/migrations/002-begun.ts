import { type Kysely, sql } from 'kysely'

/** Marks proposals that have begun: accounts that join or leave from then on do so after their start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const statements = [
  sql`alter table governance.proposal add column begun boolean not null default false`,
  sql`update governance.proposal set begun = true where electorate_root is not null`,
  sql`create index on governance.proposal (dao_id, start_at) where begun`,
  sql`drop index governance.proposal_dao_id_start_at_idx`,
]
