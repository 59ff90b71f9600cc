import { type Kysely, sql } from 'kysely'

/** The accounts that want notices of a DAO's votes, and the notices made so far. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const statements = [
  sql`
    create table governance.notice (
      dao_id uuid not null references governance.dao,
      account text collate "C" not null,
      chain text not null,
      kinds text[] not null,
      primary key (dao_id, account)
    )`,
  sql`create index notice_account on governance.notice (chain, account)`,
  sql`
    create table governance.noticed (
      proposal_id uuid not null references governance.proposal,
      account text collate "C" not null,
      kind text not null,
      primary key (proposal_id, account, kind)
    )`,
]
