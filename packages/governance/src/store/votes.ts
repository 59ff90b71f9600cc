import { sql } from 'kysely'
import { isUuid, type Proposal, type Vote } from '../dao.ts'
import type { Page, Read, Trx } from './tables.ts'

/** A vote that wants to be counted. */
export interface Ballot {
  voter: string
  /** Position among the options. */
  choice: number
  weight: bigint
  comment: string | null
  proof: Vote['proof']
  castAt: Date
}

/**
 * Inserts those ballots whose voter was a member at the proposal's start and has not voted, numbered from `counted + 1` on, and answers which
 * (by their index) with their numbers. The poll must be locked, and no voter be among the ballots twice. Each ballot looks into two indexes, by
 * subqueries that no plan turns into a join with whole tables.
 */
export async function insertVotes(
  trx: Trx,
  { proposalId, dao, startAt }: Pick<Proposal, 'proposalId' | 'dao' | 'startAt'>,
  counted: number,
  ballots: readonly Ballot[],
): Promise<{ index: number; number: number }[]> {
  const given = ballots.map(({ voter, choice, weight, comment, proof, castAt }, index) => ({
    ...{ index, voter, choice, comment, proof },
    weight: weight.toString(),
    cast_at: castAt.toISOString(),
  }))
  const { rows } = await sql<{ index: number; number: number }>`
    with eligible as (
      select b.*, ${counted}::int + (row_number() over (order by b.index))::int as number
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as b(
        index int, voter text, choice smallint, weight numeric, comment text, proof jsonb, cast_at timestamptz)
      where (
        select true from governance.member m
        where m.dao_id = ${dao.daoId} and m.account = b.voter
          and m.added_at < ${startAt} and (m.removed_at is null or m.removed_at >= ${startAt})
        limit 1)
      and (select true from governance.vote v where v.proposal_id = ${proposalId} and v.voter = b.voter) is null
    ), counted as (
      insert into governance.vote (proposal_id, number, voter, choice, weight, comment, proof, cast_at)
      select ${proposalId}, number, voter, choice, weight, comment, nullif(proof, 'null'::jsonb), cast_at from eligible
    )
    select index, number from eligible`.execute(trx)
  return rows
}

const query = (read: Read) =>
  read
    .selectFrom('governance.vote as v')
    .select(['v.proposal_id', 'v.number', 'v.voter', 'v.choice', 'v.comment', 'v.proof', 'v.cast_at'])
    .select(sql<string>`v.weight::text`.as('weight'))

type VoteRow = Awaited<ReturnType<ReturnType<typeof query>['executeTakeFirstOrThrow']>>

const voteFrom = (row: VoteRow, options: readonly string[]): Vote => ({
  proposalId: row.proposal_id,
  number: row.number,
  voter: row.voter,
  choice: options[row.choice] ?? '',
  weight: BigInt(row.weight),
  comment: row.comment,
  proof: row.proof,
  castAt: row.cast_at,
})

export async function findVote(
  read: Read,
  { proposalId, options }: Pick<Proposal, 'proposalId' | 'options'>,
  by: { number: number } | { voter: string },
): Promise<Vote | undefined> {
  const found = query(read).where('v.proposal_id', '=', proposalId)
  const row = await ('number' in by
    ? found.where('v.number', '=', by.number)
    : found.where('v.voter', '=', by.voter)
  ).executeTakeFirst()
  return row && voteFrom(row, options)
}

/** The newest first. */
export async function votesOf(
  read: Read,
  { proposalId, options }: Pick<Proposal, 'proposalId' | 'options'>,
  { limit, cursor }: Page,
): Promise<Vote[]> {
  let found = query(read).where('v.proposal_id', '=', proposalId).orderBy('v.number', 'desc').limit(limit)
  if (cursor !== undefined) found = found.where('v.number', '<', Number(cursor))
  return (await found.execute()).map((row) => voteFrom(row, options))
}

/** The votes numbered `first` to `last`, in order. */
export async function votesBetween(
  read: Read,
  { proposalId, options }: Pick<Proposal, 'proposalId' | 'options'>,
  first: number,
  last: number,
): Promise<Vote[]> {
  const found = query(read)
    .where('v.proposal_id', '=', proposalId)
    .where('v.number', '>=', first)
    .where('v.number', '<=', last)
    .orderBy('v.number')
  return (await found.execute()).map((row) => voteFrom(row, options))
}

export async function findWeight(read: Read, proposalId: string, account: string): Promise<bigint | undefined> {
  const row = await read
    .selectFrom('governance.weight')
    .select(sql<string>`weight::text`.as('weight'))
    .where('proposal_id', '=', proposalId)
    .where('account', '=', account)
    .executeTakeFirst()
  return row && BigInt(row.weight)
}

/** The first one that is recorded stands. */
export async function recordWeights(
  trx: Trx,
  proposalId: string,
  weights: readonly { account: string; weight: bigint }[],
): Promise<void> {
  if (weights.length === 0 || !isUuid(proposalId)) return
  await trx
    .insertInto('governance.weight')
    .values(weights.map(({ account, weight }) => ({ proposal_id: proposalId, account, weight: weight.toString() })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
