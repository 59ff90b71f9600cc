import { type Kysely, sql } from 'kysely'

/**
 * The ledger keeps a scheduled request's transaction. `schedule_watch` counts the chains of jobs that look at it: only
 * the newest goes on. A draft is a transaction about the schedule that its sender may sign.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table multisig.request add column schedule_id text, add column schedule_state text,
      add column schedule_expires_at timestamptz, add column schedule_execute text,
      add column schedule_watch integer not null default 0`.execute(db)
  await sql`create index request_kept on multisig.request (chain, wallet) where schedule_state = 'open'`.execute(db)
  await sql`create index request_kept_of on multisig.request (chain, requester) where schedule_state = 'open'`.execute(
    db,
  )
  await sql`
    create table multisig.draft (
      job_id text not null references multisig.request,
      sender text not null,
      kind text not null,
      bytes bytea not null,
      body_bytes bytea not null,
      expires_at timestamptz not null,
      submitted boolean not null default false,
      primary key (job_id, sender, kind, expires_at)
    )`.execute(db)
}
