import { type Kysely, sql } from 'kysely'

/** The account for which limits count a request: who asked, or the owner of the DAO that decided. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table multisig.request add column counted_for text`.execute(db)
  await sql`update multisig.request set counted_for = requester`.execute(db)
  await sql`alter table multisig.request alter column counted_for set not null`.execute(db)
  for (const index of ['request_unsettled', 'request_open', 'request_kept_of'])
    await sql`drop index multisig.${sql.ref(index)}`.execute(db)
  await sql`
    create index request_unsettled on multisig.request (chain, counted_for, created_at)
      where state <> 'success'`.execute(db)
  await sql`
    create index request_open on multisig.request (chain, counted_for)
      where state in ('pending', 'executing')`.execute(db)
  await sql`
    create index request_kept_of on multisig.request (chain, counted_for) where schedule_state = 'open'`.execute(db)
}
