import { budgetTable } from '@quorate/platform'
import { type Kysely, sql } from 'kysely'

/** Tables of sessions and logins, snapshots, validators, decisions, and the node's own signatures and payments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...statements, ...sharedKey, ...messages]) await statement.execute(db)
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
  // Bindings that were read from the ledger, from the memos of creations or from the node topic.
  sql`
    create table node.binding (
      chain text not null,
      transaction_id text not null,
      kind text not null,
      validator text not null,
      owner text not null,
      entity text not null,
      settled boolean not null default false,
      topic_id text,
      started bigint not null,
      primary key (chain, transaction_id)
    )`,
  sql`create unique index on node.binding (chain, entity)`,
  sql`create index on node.binding (chain, owner, started)`,
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
      recorded_at text,
      body_hash text,
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
      key_hash text,
      application text,
      created_at timestamptz,
      used_at timestamptz,
      device text
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
      language text not null default 'en',
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
      language text not null default 'en',
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

/** The shared key of the network of nodes, the ceremonies that make it, and the moves of entities after a rotation. */
const sharedKey = [
  sql`
    create table node.ceremony (
      dkg_id text primary key,
      chain text not null,
      seed bytea,
      created_at timestamptz not null,
      previous jsonb,
      outcome jsonb,
      ended_at timestamptz
    )`,
  // The records that the node submits in running ceremonies. They are stored before they are submitted, so that a retry
  // sends the same bytes and chunks of two versions never mix.
  sql`
    create table node.ceremony_record (
      dkg_id text not null,
      name text not null,
      bytes bytea not null,
      primary key (dkg_id, name)
    )`,
  sql`
    create table node.shared_key (
      dkg_id text primary key,
      chain text not null,
      epoch integer not null,
      key jsonb not null,
      share bytea,
      created_at timestamptz not null,
      backed_up_at timestamptz,
      retired_at timestamptz
    )`,
  sql`create table node.used_nonce (hash text primary key, used_at timestamptz not null)`,
  sql`create index on node.used_nonce (used_at)`,
  sql`
    create table node.members_topic (
      chain text not null,
      topic_id text not null,
      read_to text,
      primary key (chain, topic_id)
    )`,
  // The node's parts of ballot keys for secret votes.
  sql`
    create table node.ballot_key (
      public_key text primary key,
      chain text not null,
      purpose text not null,
      ends_at timestamptz not null,
      share bytea not null,
      shared jsonb
    )`,
  sql`create index on node.ballot_key (ends_at)`,
  sql`
    create table node.creation (
      chain text not null,
      transaction_id text not null,
      kind text not null,
      expires_at timestamptz not null,
      primary key (chain, transaction_id)
    )`,
  sql`create index on node.creation (chain, expires_at)`,
  sql`
    create table node.key_move (
      chain text not null,
      entity text not null,
      kind text not null,
      state text not null,
      reason text,
      updated_at timestamptz not null,
      primary key (chain, entity)
    )`,
]

/** Each account's settings for messages, its chat, and the messages that wait for the end of quiet hours. */
const messages = [
  sql`
    create table node.message_delivery (
      chain text not null,
      wallet text not null,
      channels text[] not null,
      time_zone text not null,
      digest_at text,
      quiet_from text,
      quiet_to text,
      urgent_at_once boolean not null,
      primary key (chain, wallet)
    )`,
  sql`
    create table node.chat (
      chain text not null,
      wallet text not null,
      url text not null,
      format text not null,
      template text not null,
      chat text,
      language text not null,
      primary key (chain, wallet)
    )`,
  sql`
    create table node.held_message (
      chain text not null,
      wallet text not null,
      channel text not null,
      id text not null,
      subject text not null,
      text text not null,
      path text not null,
      held_at timestamptz not null,
      due_at timestamptz not null,
      primary key (chain, wallet, channel, id)
    )`,
]
