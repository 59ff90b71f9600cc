import { type Kysely, sql } from 'kysely'

/**
 * The records that the node submits in running ceremonies. They are stored before they are submitted, so that a retry
 * sends the same bytes and chunks of two versions never mix.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table node.ceremony_record (
      dkg_id text not null,
      name text not null,
      bytes bytea not null,
      primary key (dkg_id, name)
    )`.execute(db)
}
