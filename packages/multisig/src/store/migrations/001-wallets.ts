import { type Kysely, sql } from 'kysely'

/**
 * Wallets, their owners and their requests. A request is a history entry: one row has both identifiers. A request stays
 * `open` until the ledger's outcome is certain, whatever its state says before. Events are append-only, and a counted
 * signature is an event: one per request and public key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table multisig.wallet (
      chain text not null,
      wallet text not null,
      smart_app text not null,
      name text not null,
      description text not null,
      threshold integer not null,
      previous_key bytea,
      governed_since text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (chain, wallet)
    )`.execute(db)
  await sql`
    create table multisig.owner (
      chain text not null,
      wallet text not null,
      position integer not null,
      account text not null,
      name text not null,
      key bytea not null,
      primary key (chain, wallet, account),
      foreign key (chain, wallet) references multisig.wallet
    )`.execute(db)
  await sql`create index on multisig.owner (chain, account)`.execute(db)
  await sql`
    create table multisig.request (
      job_id text primary key,
      history_id text not null unique,
      sequence bigint generated always as identity unique,
      chain text not null,
      wallet text,
      operation text not null,
      type text not null,
      requester text not null,
      participants text[] not null,
      payload jsonb not null,
      threshold integer not null,
      signing jsonb not null,
      governance jsonb,
      transaction_id text not null,
      bytes bytea not null,
      body_bytes bytea not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      expires_at timestamptz not null,
      window_ends_at timestamptz not null,
      state text not null,
      code text,
      message text,
      consensus_timestamp text,
      receipt jsonb,
      open boolean not null default true,
      maybe_submitted boolean not null default false,
      unique (chain, transaction_id)
    )`.execute(db)
  await sql`create index on multisig.request (chain, wallet, sequence desc)`.execute(db)
  await sql`create index on multisig.request (chain, wallet) where state in ('pending', 'executing')`.execute(db)
  await sql`create index on multisig.request (window_ends_at) where open`.execute(db)
  await sql`
    create table multisig.event (
      id bigint generated always as identity primary key,
      job_id text not null references multisig.request,
      action text not null,
      status text not null,
      payload jsonb not null,
      timestamp timestamptz not null,
      transaction bytea,
      signature bytea,
      public_key text
    )`.execute(db)
  await sql`create index on multisig.event (job_id, id)`.execute(db)
  await sql`create unique index event_signature on multisig.event (job_id, public_key) where action = 'signature'`.execute(
    db,
  )
  await sql`
    create table multisig.rejection (
      job_id text not null references multisig.request,
      account text not null,
      reason text not null,
      timestamp timestamptz not null,
      primary key (job_id, account)
    )`.execute(db)
  await sql`
    create table multisig.comment (
      id text primary key,
      job_id text not null references multisig.request,
      account text not null,
      text text not null,
      timestamp timestamptz not null
    )`.execute(db)
  await sql`create index on multisig.comment (job_id, timestamp)`.execute(db)
}
