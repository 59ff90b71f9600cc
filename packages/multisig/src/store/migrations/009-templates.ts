import { type Kysely, sql } from 'kysely'

/** Payments that owners keep to ask for them again. */
export async function up(db: Kysely<unknown>): Promise<void> {
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
