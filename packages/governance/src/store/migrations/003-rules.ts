import { type Kysely, sql } from 'kysely'

/**
 * Adds a delay before voting, changes of members that are yet to be written on the topic, and the end of a decision's
 * validity.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const statements = [
  sql`alter table governance.dao add column voting_delay double precision not null default 0`,
  sql`alter table governance.dao add column members_anchored boolean not null default false`,
  sql`alter table governance.proposal add column valid_until text`,
  sql`
    create table governance.membership_change (
      id bigint generated always as identity primary key,
      dao_id uuid not null references governance.dao,
      account text not null,
      change text not null,
      changed_at timestamptz not null
    )`,
  sql`create index on governance.membership_change (dao_id, id)`,
]
