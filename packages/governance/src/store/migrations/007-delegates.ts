import { type Kysely, sql } from 'kysely'

/** The statements of delegates in each DAO, and the accounts that DAO owners name as their treasury. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const statements = [
  sql`
    create table governance.statement (
      dao_id uuid not null references governance.dao,
      account text collate "C" not null,
      text text not null,
      stated_at timestamptz not null,
      primary key (dao_id, account)
    )`,
  sql`
    create table governance.treasury (
      dao_id uuid not null references governance.dao,
      account text collate "C" not null,
      label text not null,
      named_at timestamptz not null,
      primary key (dao_id, account)
    )`,
]
