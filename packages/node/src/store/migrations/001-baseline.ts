import { budgetTable } from '@quorate/platform'
import { type Kysely, sql } from 'kysely'

/** Tables of sessions and logins, snapshots, validators, decisions, and the node's own signatures and payments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const statements = [
  sql`
    create table node.challenge (
      token text primary key,
      sequence bigint generated always as identity,
      chain text not null,
      binding bytea not null,
      payload text not null,
      server_account text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      consumed_at timestamptz
    )`,
  sql`create index on node.challenge (binding, sequence desc)`,
  sql`create index on node.challenge (expires_at)`,
  sql`
    create table node."user" (
      chain text not null,
      wallet text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (chain, wallet)
    )`,
  sql`
    create table node.revocation (
      token_id text primary key,
      revoked_at timestamptz not null,
      expires_at timestamptz not null
    )`,
  sql`create index on node.revocation (revoked_at)`,
  sql`create index on node.revocation (expires_at)`,
  sql`
    create table node.snapshot (
      id text primary key,
      chain text not null,
      token text not null,
      sender text not null,
      status text not null,
      holders integer not null,
      at text,
      files jsonb,
      error text,
      created_at timestamptz not null,
      finished_at timestamptz,
      bytes bigint not null default 0
    )`,
  sql`create index on node.snapshot (chain, sender)`,
  sql`
    create table node.two_factor (
      chain text not null,
      wallet text not null,
      factor text not null,
      secret bytea not null,
      status text not null,
      last_step bigint not null,
      failures integer not null,
      locked_until timestamptz,
      recovery_hashes text[] not null default '{}',
      created_at timestamptz not null,
      primary key (chain, wallet)
    )`,
  sql`
    create table node.submission (
      chain text not null,
      name text not null,
      transaction_id text not null,
      node_id text not null,
      body_bytes bytea not null,
      expires_at timestamptz not null,
      receipt jsonb,
      primary key (chain, name)
    )`,
  sql`
    create table node.intent (
      chain text not null,
      transaction_id text not null,
      node_id text not null,
      kind text not null,
      validator text not null,
      owner text not null,
      expires_at timestamptz not null,
      entity text,
      written boolean not null default false,
      wallet text,
      body_bytes bytea,
      sequence bigint generated always as identity,
      primary key (chain, transaction_id)
    )`,
  sql`create unique index on node.intent (chain, entity)`,
  sql`create index on node.intent (chain, wallet) where entity is null`,
  sql`create index on node.intent (chain, owner, sequence) where entity is not null`,
  sql`
    create table node.topic (
      chain text primary key,
      topic_id text not null,
      read_to text
    )`,
  sql`
    create table node.offer (
      chain text not null,
      topic_id text not null,
      consensus_timestamp text not null,
      wallet text not null,
      sender text not null,
      transaction_id text not null,
      node_id text not null,
      expires_at timestamptz not null,
      request jsonb not null,
      answer jsonb not null,
      primary key (chain, topic_id, consensus_timestamp, wallet, sender)
    )`,
  sql`create unique index on node.offer (chain, transaction_id)`,
  sql`create index on node.offer (chain, wallet)`,
  sql`create index on node.offer (expires_at)`,
  sql`
    create table node.opening (
      chain text not null,
      transaction_id text not null,
      topic_id text not null,
      consensus_timestamp text not null,
      node_id text not null,
      expires_at timestamptz not null,
      parts jsonb,
      state text not null,
      proposal_id text not null,
      wallet text,
      charged boolean not null default false,
      sequence bigint generated always as identity,
      primary key (chain, transaction_id)
    )`,
  sql`create index on node.opening (chain, topic_id, consensus_timestamp)`,
  sql`create unique index on node.opening (chain, topic_id, consensus_timestamp) where state = 'claimed'`,
  sql`create index on node.opening (chain, topic_id, proposal_id)`,
  sql`create unique index on node.opening (chain, topic_id, proposal_id) where state = 'claimed'`,
  sql`create index on node.opening (chain, wallet, expires_at) where state in ('claimed', 'sent', 'refused', 'spoiled')`,
  sql`create index on node.opening (chain, topic_id, sequence)`,
  sql`create index on node.opening (chain, wallet, sequence)`,
  sql`
    create table node.network_key (
      public_key text primary key,
      chain text not null
    )`,
  sql`
    create table node.cosigned (
      chain text not null,
      entity text not null,
      wallet text not null,
      transaction_id text not null,
      expires_at timestamptz not null,
      chunks integer not null,
      primary key (chain, entity, transaction_id)
    )`,
  sql`create index on node.cosigned (expires_at)`,
  sql`
    create table node.delivery (
      id text primary key,
      chain text not null,
      wallet text not null,
      started_at timestamptz not null
    )`,
  sql`create index on node.delivery (chain, wallet)`,
  sql`create index on node.delivery (started_at)`,
  sql`
    create table node.session (
      token_id text primary key,
      chain text not null,
      wallet text not null,
      public_key text not null,
      expires_at timestamptz not null,
      wrong_codes integer not null default 0,
      holder text,
      key_hash text
    )`,
  sql`create index on node.session (chain, wallet, expires_at)`,
  sql`create index on node.session (expires_at)`,
  sql`create index on node.session (chain, holder) where holder is not null`,
  sql`
    create table node.key_watch (
      chain text primary key,
      read_to text not null
    )`,
  ...budgetTable('node.spending'),
  sql`
    create table node.email (
      chain text not null,
      wallet text not null,
      address text not null,
      confirmed_at timestamptz not null,
      primary key (chain, wallet)
    )`,
  sql`
    create table node.email_confirmation (
      chain text not null,
      wallet text not null,
      id text not null,
      address text not null,
      code_hash bytea,
      wrong_codes integer not null,
      expires_at timestamptz not null,
      primary key (chain, wallet)
    )`,
  sql`create index on node.email_confirmation (expires_at)`,
  ...budgetTable('node.messages'),
  sql`
    create table node.wallet_login (
      id text primary key,
      sequence bigint generated always as identity,
      chain text not null,
      wallet text not null,
      holder text not null,
      holder_key text not null,
      payload text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`,
  sql`create index on node.wallet_login (chain, wallet, sequence desc)`,
  sql`create index on node.wallet_login (chain, holder, sequence desc)`,
  sql`create index on node.wallet_login (expires_at)`,
  sql`
    create table node.wallet_login_signature (
      login text not null references node.wallet_login on delete cascade,
      public_key text not null,
      signature bytea not null,
      created_at timestamptz not null,
      primary key (login, public_key)
    )`,
  sql`
    create table node.wallet_revocation (
      id text primary key,
      chain text not null,
      wallet text not null,
      public_key text not null,
      expires_at timestamptz not null
    )`,
  sql`create index on node.wallet_revocation (chain, wallet, public_key)`,
  sql`create index on node.wallet_revocation (expires_at)`,
  sql`
    create table node.wallet_signature (
      chain text not null,
      proposal_id text not null,
      public_key text not null,
      transaction_id text not null,
      expires_at timestamptz not null,
      primary key (chain, proposal_id, public_key, transaction_id)
    )`,
  sql`create index on node.wallet_signature (expires_at)`,
  sql`
    create table node.process (
      id uuid primary key,
      host text not null,
      keys jsonb not null,
      seen_at timestamptz not null
    )`,
]
