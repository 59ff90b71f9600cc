import { type Kysely, sql } from 'kysely'

/**
 * Files of folders are written by the thousand. At least half of the time went into two unnecessary things: the check
 * that the folder exists (it is locked anyway), and an index for files that no Kubo node holds.
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
