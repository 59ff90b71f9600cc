import { type Kysely, sql } from 'kysely'

/**
 * Files of folders are written by the thousand. Writing the row took no longer than the check that its folder exists,
 * which is locked anyway, and an index that only a Kubo node needs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const statements = [
  sql`alter table storage.folder_file drop constraint folder_file_folder_fkey`,
  sql`drop index storage.folder_file_cid_idx`,
  sql`alter table storage.folder_file add column is_held boolean not null default false`,
  sql`update storage.folder_file set is_held = true`,
  // For content that a Kubo node holds: is it a file of an open folder?
  sql`create index on storage.folder_file (cid) where is_held`,
]
