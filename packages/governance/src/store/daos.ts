import { json } from '@quorate/platform'
import type { Selectable } from 'kysely'
import { type Dao, type FurtherRules, isUuid } from '../model/dao.ts'
import { insertRules } from './rules.ts'
import type { Page, Read, Tables, Trx } from './tables.ts'

type DaoRow = Selectable<Tables['governance.dao']>

export const daoFrom = (row: DaoRow): Dao => ({
  daoId: row.dao_id,
  sequence: row.sequence,
  chain: row.chain,
  name: row.name,
  description: row.description,
  owner: row.owner,
  status: row.inactive ? 'INACTIVE' : row.topic_id === null ? 'PENDING' : 'ACTIVE',
  topicId: row.topic_id,
  rules: {
    threshold: row.threshold,
    minVotingPeriod: row.min_voting_period,
    tokenWeighted: row.token_weighted,
    tokenId: row.token_id,
    votingDelay: row.voting_delay,
    ...row.further_rules,
  },
  rulesNumber: row.rules_number,
  decimals: row.decimals,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export async function findDao(read: Read, daoId: string): Promise<Dao | undefined> {
  if (!isUuid(daoId)) return undefined
  const row = await read.selectFrom('governance.dao').selectAll().where('dao_id', '=', daoId).executeTakeFirst()
  return row && daoFrom(row)
}

/**
 * Locks the DAO: until the database transaction ends, no account joins or leaves it, and none of its proposals begins.
 */
export async function lockDao(trx: Trx, daoId: string): Promise<Dao | undefined> {
  const row = await trx
    .selectFrom('governance.dao')
    .selectAll()
    .where('dao_id', '=', daoId)
    .forUpdate()
    .executeTakeFirst()
  return row && daoFrom(row)
}

/** A chain's DAOs, newest first, optionally only those of an owner or with a member. */
export async function daosOn(
  read: Read,
  { chain, owner, member }: { chain: string; owner?: string | undefined; member?: string | undefined },
  page: Page,
): Promise<Dao[]> {
  let query = read.selectFrom('governance.dao as d').selectAll('d').where('d.chain', '=', chain).limit(page.limit)
  if (owner !== undefined) query = query.where('d.owner', '=', owner)
  if (member === undefined) {
    query = query.orderBy('d.sequence', 'desc')
    if (page.cursor !== undefined) query = query.where('d.sequence', '<', page.cursor)
  } else {
    const joined = query
      .innerJoin('governance.member as m', 'm.dao_id', 'd.dao_id')
      .where('m.chain', '=', chain)
      .where('m.account', '=', member)
      .where('m.removed_at', 'is', null)
      .orderBy('m.dao_sequence', 'desc')
    query = page.cursor === undefined ? joined : joined.where('m.dao_sequence', '<', page.cursor)
  }
  return (await query.execute()).map(daoFrom)
}

/** The newest DAOs that the account has ever been a member of. */
export async function daosEverOf(
  read: Read,
  { chain, account }: { chain: string; account: string },
  limit: number,
): Promise<string[]> {
  const rows = await read
    .selectFrom('governance.member')
    .select(['dao_sequence', 'dao_id'])
    .distinct()
    .where('chain', '=', chain)
    .where('account', '=', account)
    .orderBy('dao_sequence', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ dao_id }) => dao_id)
}

export async function countDaos(read: Read, { owner, chain }: Pick<Dao, 'owner' | 'chain'>): Promise<number> {
  const { count } = await read
    .selectFrom('governance.dao')
    .select((f) => f.fn.countAll<bigint>().as('count'))
    .where('owner', '=', owner)
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertDao(
  trx: Trx,
  dao: Omit<Dao, 'sequence' | 'status' | 'topicId' | 'rulesNumber'>,
): Promise<void> {
  const { threshold, minVotingPeriod, tokenWeighted, tokenId, votingDelay, ...further } = dao.rules
  await trx
    .insertInto('governance.dao')
    .values({
      dao_id: dao.daoId,
      chain: dao.chain,
      name: dao.name,
      description: dao.description,
      owner: dao.owner,
      topic_id: null,
      threshold,
      min_voting_period: minVotingPeriod,
      token_weighted: tokenWeighted,
      token_id: tokenId,
      voting_delay: votingDelay,
      further_rules: json<FurtherRules>(further),
      decimals: dao.decimals,
      created_at: dao.createdAt,
      updated_at: dao.updatedAt,
    })
    .execute()
  await insertRules(trx, dao.daoId, {
    number: 1,
    rules: dao.rules,
    members: null,
    proposalId: null,
    emergency: null,
    changedAt: dao.createdAt,
  })
}

export async function setInactive(trx: Trx, daoId: string, inactive: boolean, at: Date): Promise<void> {
  await trx.updateTable('governance.dao').set({ inactive, updated_at: at }).where('dao_id', '=', daoId).execute()
}

/** Returns false if the DAO already had a topic. */
export async function setTopic(trx: Trx, daoId: string, topicId: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('governance.dao')
    .set({ topic_id: topicId, updated_at: at })
    .where('dao_id', '=', daoId)
    .where('topic_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
