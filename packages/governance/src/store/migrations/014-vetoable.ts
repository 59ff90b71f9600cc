import { type Kysely, sql } from 'kysely'

/** Finds the passed proposals that an account may veto, in DAOs that it need not be a member of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index proposal_veto on governance.proposal ((voting_rules ->> 'veto'), sequence)
    where status = 'PASSED' and voting_rules ->> 'veto' is not null`.execute(db)
}
