import { type Kysely, sql } from 'kysely'

/**
 * Drafts of proposals, and comments. A comment is on a draft, or on the proposal made from it, which has the same id.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const statements = [
  sql`
    create table governance.draft (
      draft_id uuid primary key,
      sequence bigint generated always as identity unique,
      dao_id uuid not null references governance.dao,
      chain text not null,
      author text collate "C" not null,
      revision integer not null default 1,
      content json not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`,
  sql`create index on governance.draft (dao_id, sequence)`,
  sql`create index on governance.draft (chain, author)`,
  sql`
    create table governance.comment (
      id bigint generated always as identity primary key,
      discussion_id uuid not null,
      dao_id uuid not null references governance.dao,
      chain text not null,
      author text collate "C" not null,
      text text not null,
      written_at timestamptz not null,
      edited_at timestamptz,
      hidden_at timestamptz
    )`,
  sql`create index on governance.comment (discussion_id, id)`,
  sql`create index on governance.comment (chain, author, written_at)`,
]
