import { type Kysely, sql } from 'kysely'

/** Rules that change: all versions of a DAO's rules, and for each proposal the rules that decide it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const statements = [
  sql`alter table governance.dao add column rules_number integer not null default 1`,
  sql`
    create table governance.rules (
      dao_id uuid not null references governance.dao,
      number integer not null,
      voting_rules jsonb not null,
      members jsonb,
      proposal_id uuid,
      emergency jsonb,
      changed_at timestamptz not null,
      primary key (dao_id, number)
    )`,
  sql`create unique index on governance.rules (proposal_id) where proposal_id is not null`,
  sql`
    insert into governance.rules (dao_id, number, voting_rules, changed_at)
    select d.dao_id, 1, jsonb_build_object(
      'threshold', d.threshold, 'minVotingPeriod', d.min_voting_period, 'tokenWeighted', d.token_weighted,
      'tokenId', d.token_id, 'votingDelay', d.voting_delay) || d.further_rules, d.created_at
    from governance.dao d`,
  sql`alter table governance.proposal add column voting_rules jsonb`,
  sql`
    update governance.proposal p set voting_rules = r.voting_rules
    from governance.rules r where r.dao_id = p.dao_id and r.number = 1`,
  sql`alter table governance.proposal alter column voting_rules set not null`,
]
