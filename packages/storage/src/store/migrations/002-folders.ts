import { type Kysely, sql } from 'kysely'

/** Uploads of folders, and the files of the open ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const statements = [
  sql`
    create table storage.folder (
      id uuid primary key default gen_random_uuid(),
      chain text not null,
      owner text not null,
      name text,
      files integer not null default 0,
      size bigint not null default 0,
      bytes bigint not null default 0,
      blocks bigint not null default 0,
      revision bigint not null default 0,
      cid text,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`,
  sql`create index on storage.folder (chain, owner, created_at)`,
  sql`
    create table storage.folder_file (
      folder uuid not null references storage.folder on delete cascade,
      path text collate "C" not null,
      cid text not null,
      size bigint not null,
      total bigint not null,
      bytes bigint not null,
      blocks bigint not null,
      node text,
      primary key (folder, path)
    )`,
  // For content that a Kubo node holds: is it a file of an open folder?
  sql`create index on storage.folder_file (cid)`,
]
