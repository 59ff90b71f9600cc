import { type Kysely, sql } from 'kysely'

/** Who wants to be reminded of requests that wait for its signature, and which reminders were made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table multisig.reminder (
      chain text not null,
      account text not null,
      socket boolean not null,
      webhook text,
      secret text,
      before text[] not null,
      primary key (chain, account)
    )`.execute(db)
  await sql`
    create table multisig.reminded (
      job_id text not null references multisig.request,
      account text not null,
      before text not null,
      primary key (job_id, account, before)
    )`.execute(db)
}
