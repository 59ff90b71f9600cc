import { type Kysely, sql } from 'kysely'

/** Plans that open the requests of a template's payments again and again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table multisig.plan (
      id text primary key,
      template text not null unique references multisig.template on delete cascade,
      asked_by text not null,
      every text not null,
      start_at timestamptz not null,
      -- Null for a plan without an end.
      times integer,
      -- The index of the next payment.
      step integer not null,
      paused boolean not null,
      -- The request of the last payment that was opened.
      last_job text,
      problem jsonb
    )`.execute(db)
}
