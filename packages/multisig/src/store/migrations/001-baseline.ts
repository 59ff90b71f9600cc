import { budgetTable } from '@quorate/platform'
import { type Kysely, sql } from 'kysely'

/**
 * Wallets, their owners and roles, and their requests. A request is also a history entry: its row has both ids. A
 * request stays `open` until the ledger's outcome is certain, even if its state is final before. Events are only added,
 * and a counted signature is an event: one per request and public key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createWallets(db)
  await createRoles(db)
  await createRequests(db)
  await createEvents(db)
  await createInboxes(db)
  await createSchedules(db)
  await createPlans(db)
  for (const statement of budgetTable('multisig.spending')) await statement.execute(db)
}

async function createWallets(db: Kysely<unknown>): Promise<void> {
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
      named_by text,
      named_at timestamptz,
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
  // The wallets of an account in the order of its list. It may own any number of them.
  await sql`create index owner_wallets on multisig.owner (chain, account, wallet)`.execute(db)
  await sql`
    create table multisig.template (
      id text primary key,
      chain text not null,
      wallet text not null,
      name text not null,
      payments jsonb not null,
      memo text,
      saved_by text not null,
      saved_at timestamptz not null,
      unique (chain, wallet, name),
      foreign key (chain, wallet) references multisig.wallet
    )`.execute(db)
}

/**
 * Roles of accounts that do not own a wallet, and changes of roles that owners sign. A role counts once its account has
 * confirmed it. `multisig.member` lists everybody who may see a wallet.
 */
async function createRoles(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table multisig.role_change (
      id text primary key,
      chain text not null,
      wallet text not null,
      account text not null,
      role text not null,
      asked_by text not null,
      text text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      done_at timestamptz,
      foreign key (chain, wallet) references multisig.wallet
    )`.execute(db)
  await sql`create unique index role_change_open on multisig.role_change (chain, wallet, account, role) where done_at is null`.execute(
    db,
  )
  await sql`create index role_change_of_wallet on multisig.role_change (chain, wallet, created_at)`.execute(db)
  await sql`
    create table multisig.role_signature (
      change_id text not null references multisig.role_change on delete cascade,
      public_key text not null,
      account text not null,
      signature bytea not null,
      created_at timestamptz not null,
      primary key (change_id, public_key)
    )`.execute(db)
  await sql`
    create table multisig.role (
      chain text not null,
      wallet text not null,
      account text not null,
      role text not null,
      change_id text not null references multisig.role_change,
      given_at timestamptz not null,
      expires_at timestamptz not null,
      confirmed_at timestamptz,
      primary key (chain, wallet, account),
      foreign key (chain, wallet) references multisig.wallet
    )`.execute(db)
  await sql`create index role_of_account on multisig.role (chain, account, wallet)`.execute(db)
  await sql`
    create view multisig.member as
      select chain, wallet, account, 'owner' as role from multisig.owner
      union all
      select chain, wallet, account, role from multisig.role where confirmed_at is not null`.execute(db)
}

/**
 * At most one of the requests with the same `slot` may be executed: they replace each other, and the slot is the
 * `job_id` of the first of them. A replacement may have the transaction id of the replaced request,
 * `replaced_transaction`. Requests with the same `group_id` are reviewed and signed together.
 */
async function createRequests(db: Kysely<unknown>): Promise<void> {
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
      counted_for text not null,
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
      execute_at timestamptz,
      schedule_id text,
      schedule_state text,
      schedule_expires_at timestamptz,
      schedule_execute text,
      schedule_watch integer not null default 0,
      state text not null,
      code text,
      message text,
      consensus_timestamp text,
      receipt jsonb,
      open boolean not null default true,
      maybe_submitted boolean not null default false,
      submitted text[] not null default '{}',
      replaces text,
      replaced_transaction text,
      slot text,
      group_id text,
      group_position integer,
      group_size integer,
      requester_role text
    )`.execute(db)
  for (const index of [
    sql`request_transaction on multisig.request (chain, transaction_id)`,
    sql`request_of_wallet on multisig.request (chain, wallet, sequence desc)`,
    sql`request_open_of_wallet on multisig.request (chain, wallet) where state in ('pending', 'executing')`,
    sql`request_window on multisig.request (window_ends_at) where open`,
    sql`request_unsettled on multisig.request (chain, counted_for, created_at) where state <> 'success'`,
    sql`request_open on multisig.request (chain, counted_for) where state in ('pending', 'executing')`,
    sql`request_failed on multisig.request (updated_at) where state = 'error' and not open`,
    sql`request_kept on multisig.request (chain, wallet) where schedule_state = 'open'`,
    sql`request_kept_of on multisig.request (chain, counted_for) where schedule_state = 'open'`,
    sql`request_slot on multisig.request (slot, sequence) where slot is not null`,
    // The requests that gave an account an allowance.
    sql`
      request_spender on multisig.request (chain, (payload -> 'operation' -> 'body' ->> 'spenderAccountId'), wallet)
      where operation = 'operation' and payload -> 'operation' ->> 'path' = '/accounts/allowance/approve'`,
  ])
    await sql`create index ${index}`.execute(db)
  for (const index of [
    sql`request_own_transaction on multisig.request (chain, transaction_id) where replaces is null`,
    sql`request_group on multisig.request (chain, wallet, group_id, group_position) where group_id is not null`,
  ])
    await sql`create unique index ${index}`.execute(db)
}

async function createEvents(db: Kysely<unknown>): Promise<void> {
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
      public_key text,
      confirmed boolean not null default true
    )`.execute(db)
  await sql`create index event_of_request on multisig.event (job_id, id)`.execute(db)
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
  await sql`create index comment_of_request on multisig.comment (job_id, timestamp)`.execute(db)
  await sql`create index comment_of_account on multisig.comment (account, timestamp)`.execute(db)
}

/**
 * The accounts that each pending request waits for, so that reading an inbox does not depend on the number of other
 * requests. `source` is the request's wallet, or the requester of a new one. `turn` is the request's place among the
 * open ones of its source; inboxes take turns by it. An acquaintance is an account's relation to a source: it has
 * signed there, or has muted it.
 */
async function createInboxes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table multisig.inbox (
      chain text not null,
      account text not null,
      ends_at timestamptz not null,
      job_id text not null references multisig.request,
      source text not null,
      turn integer not null,
      primary key (job_id, account)
    )`.execute(db)
  await sql`create index inbox_of_account on multisig.inbox (chain, account, turn, ends_at, job_id)`.execute(db)
  await sql`create index inbox_of_source on multisig.inbox (chain, source, turn)`.execute(db)
  await sql`
    create table multisig.acquaintance (
      chain text not null,
      account text not null,
      source text not null,
      standing text not null,
      since timestamptz not null,
      primary key (chain, account, source)
    )`.execute(db)
  await sql`create index acquaintance_muted on multisig.acquaintance (chain, source) where standing = 'muted'`.execute(
    db,
  )
  await sql`
    create table multisig.reminder (
      chain text not null,
      account text not null,
      socket boolean not null,
      webhook text,
      secret text,
      messages boolean not null,
      before text[] not null,
      notices text[] not null default '{}',
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

async function createSchedules(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table multisig.draft (
      job_id text not null references multisig.request,
      sender text not null,
      kind text not null,
      bytes bytea not null,
      body_bytes bytea not null,
      expires_at timestamptz not null,
      submitted boolean not null default false,
      paid boolean not null default false,
      primary key (job_id, sender, kind, paid, expires_at)
    )`.execute(db)
  // A row stays when its request is deleted, so that a proposal opens only one request.
  await sql`
    create table multisig.opened_proposal (
      chain text not null,
      proposal text not null,
      wallet text not null,
      job_id text not null,
      opened_at timestamptz not null,
      primary key (chain, proposal)
    )`.execute(db)
}

/** Plans that open the requests of a template's payments again and again. */
async function createPlans(db: Kysely<unknown>): Promise<void> {
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
