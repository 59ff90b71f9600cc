import { type Kysely, sql } from 'kysely'

/** Adds counts of the ledger messages that were set aside in an hour, by holder. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const statements = [
  sql`
    create table governance.spending (
      hour timestamptz not null,
      chain text not null,
      counter text not null,
      messages integer not null,
      primary key (hour, chain, counter)
    )`,
  sql`create index on governance.proposal (creator) where status in ('PENDING', 'ACTIVE')`,
]
