import { type Kysely, sql } from 'kysely'

/** Each account's settings for messages, its chat, and the messages that wait for the end of quiet hours. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const statements = [
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
