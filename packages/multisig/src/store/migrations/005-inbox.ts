import { type Kysely, sql } from 'kysely'

/**
 * Whom each pending request waits for, so that an account's inbox costs the same whatever else there is. Requests that
 * are pending already are noted for everybody who may sign them; answers leave out those who need not.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table multisig.inbox (
      chain text not null,
      account text not null,
      ends_at timestamptz not null,
      job_id text not null references multisig.request,
      primary key (chain, account, ends_at, job_id)
    )`.execute(db)
  await sql`create index on multisig.inbox (job_id)`.execute(db)
  await sql`
    insert into multisig.inbox (chain, account, ends_at, job_id)
    select r.chain, o.account, r.expires_at, r.job_id
    from multisig.request r join multisig.owner o on o.chain = r.chain and o.wallet = r.wallet
    where r.state = 'pending'
    union
    select r.chain, unnest(r.participants || r.requester), r.expires_at, r.job_id
    from multisig.request r where r.state = 'pending'`.execute(db)
}
