import { type Kysely, sql } from 'kysely'

/**
 * Roles of accounts that do not own a wallet, and changes of roles that owners sign. A role counts once its account has
 * confirmed it. `multisig.member` lists everybody who may see a wallet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
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
  await sql`alter table multisig.request add column requester_role text`.execute(db)
}
