import { type Kysely, sql } from 'kysely'

/** All delegations that members ever gave. `current` marks the last one of each account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const statements = [
  sql`
    create table governance.delegation (
      id bigint generated always as identity primary key,
      dao_id uuid not null references governance.dao,
      account text collate "C" not null,
      number integer not null,
      delegate text collate "C",
      changed_at timestamptz not null,
      proof jsonb,
      current boolean not null default true,
      recorded boolean not null default false,
      unique (dao_id, account, number)
    )`,
  sql`create index on governance.delegation (dao_id, id) where not recorded`,
  sql`create index on governance.delegation (dao_id, id) where current and delegate is not null`,
  sql`create index on governance.delegation (dao_id, delegate, id) where current`,
]
