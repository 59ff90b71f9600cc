import { type Kysely, sql } from 'kysely'

/**
 * Indexes that have an owner's and a member's DAOs in the order of their lists. A member's row has the chain and the
 * sequence of its DAO for that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const statements = [
  sql`create index if not exists dao_owner on governance.dao (chain, owner, sequence)`,
  sql`drop index if exists governance.dao_owner_sequence_idx`,
  sql`alter table governance.member add column if not exists chain text, add column if not exists dao_sequence bigint`,
  sql`
    update governance.member m set chain = d.chain, dao_sequence = d.sequence
    from governance.dao d where d.dao_id = m.dao_id`,
  sql`create index if not exists member_daos on governance.member (chain, account, dao_sequence)`,
  sql`create index if not exists member_daos_now on governance.member (chain, account, dao_sequence) where removed_at is null`,
  sql`drop index if exists governance.member_account`,
]
