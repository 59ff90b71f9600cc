import { type Kysely, sql } from 'kysely'

/**
 * Signatures of a wallet's owners that are collected until they satisfy its key, for a veto of a proposal or an
 * immediate change of a DAO's rules. Each key has at most one signature per subject.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table governance.joint_signature (
      subject uuid not null,
      public_key text collate "C" not null,
      account text collate "C" not null,
      text_signed text not null,
      body jsonb not null,
      signature text not null,
      given_at timestamptz not null,
      primary key (subject, public_key)
    )`.execute(db)
  await sql`create index joint_signature_age on governance.joint_signature (given_at)`.execute(db)
}
