import { json } from '@quorate/platform'
import type { Selectable } from 'kysely'
import type { FurtherRules, VotingRules } from '../model/dao.ts'
import type { RulesVersion } from '../model/rules.ts'
import type { Page, Read, Tables, Trx } from './tables.ts'

const versionFrom = (row: Selectable<Tables['governance.rules']>): RulesVersion => ({
  number: row.number,
  rules: row.voting_rules,
  members: row.members,
  proposalId: row.proposal_id,
  emergency: row.emergency,
  changedAt: row.changed_at,
})

/** All versions of a DAO's rules, newest first. */
export async function rulesOf(read: Read, daoId: string, { limit, cursor }: Page): Promise<RulesVersion[]> {
  let query = read
    .selectFrom('governance.rules')
    .selectAll()
    .where('dao_id', '=', daoId)
    .orderBy('number', 'desc')
    .limit(limit)
  if (cursor !== undefined) query = query.where('number', '<', Number(cursor))
  return (await query.execute()).map(versionFrom)
}

/** Whether the change that a proposal decided was carried out. */
export async function isCarriedOut(read: Read, proposalId: string): Promise<boolean> {
  const row = await read
    .selectFrom('governance.rules')
    .select('number')
    .where('proposal_id', '=', proposalId)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertRules(trx: Trx, daoId: string, version: RulesVersion): Promise<void> {
  await trx
    .insertInto('governance.rules')
    .values({
      dao_id: daoId,
      number: version.number,
      voting_rules: json<VotingRules>(version.rules),
      members: version.members && json<RulesVersion['members']>(version.members),
      proposal_id: version.proposalId,
      emergency: version.emergency && json<RulesVersion['emergency']>(version.emergency),
      changed_at: version.changedAt,
    })
    .execute()
}

/** The DAO's rules from now on. The DAO must be locked. */
export async function setRules(trx: Trx, daoId: string, version: RulesVersion): Promise<void> {
  const {
    threshold,
    minVotingPeriod,
    tokenWeighted: _weighted,
    tokenId: _token,
    votingDelay,
    ...further
  } = version.rules
  await insertRules(trx, daoId, version)
  await trx
    .updateTable('governance.dao')
    .set({
      threshold,
      min_voting_period: minVotingPeriod,
      voting_delay: votingDelay,
      further_rules: json<FurtherRules>(further),
      rules_number: version.number,
      updated_at: version.changedAt,
    })
    .where('dao_id', '=', daoId)
    .execute()
}
