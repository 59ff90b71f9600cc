import { type ListPage, listPage, pageWithin } from '@quorate/platform'
import { type Ballot, type OpenedBallot, partsOf, type Ranking } from '@quorate/verify/recount'
import { type RawBuilder, sql } from 'kysely'
import { limits } from '../limits.ts'
import { type Proposal, type Vote, votingOf } from '../model/dao.ts'
import type { Page, Read, Trx } from './tables.ts'

/** A vote that is not counted yet. */
export type NewVote = Pick<Vote, 'voter' | 'ballot' | 'weight' | 'comment' | 'proof' | 'castAt' | 'revision'>

/**
 * The outcome for several votes. `numbers` has the votes' numbers by position. Votes without a number were not counted.
 */
export interface Counted {
  open: boolean
  /** Whether a job that writes votes on the topic was already due. */
  batching: boolean
  numbers: Map<number, number>
}

/**
 * Counts the votes of voters who were members at the proposal's start and have not voted yet or, if votes may be
 * changed, whose `revision` follows that of their last vote. Locks the poll's row, inserts the votes, numbered without
 * gaps, and updates the tally; a replaced vote no longer counts. No voter may have two of the votes.
 */
export async function castVotes(trx: Trx, proposal: Proposal, votes: readonly NewVote[]): Promise<Counted> {
  const { proposalId, dao, startAt, options } = proposal
  const { votesChangeable = false } = dao.rules
  const given = votes.map(({ voter, ballot, weight, comment, proof, castAt, revision }, index) => ({
    index,
    voter,
    ...positionsOf(ballot, options),
    parts: ballot.choices
      ? partsOf(votingOf(proposal), ballot, weight).map((part) => [part.option, `${part.weight}`])
      : null,
    comment,
    proof,
    revision,
    weight: weight.toString(),
    cast_at: castAt.toISOString(),
  }))
  const { rows } = await sql<{ cast: { open: boolean; batching: boolean; counted: [number, number][] } }>`
    select governance.cast_votes(${proposalId}, ${dao.daoId}, ${startAt}, ${votesChangeable}, ${JSON.stringify(given)}::jsonb) as cast`.execute(
    trx,
  )
  const [row] = rows
  if (!row) throw new Error(`nothing was answered to votes on ${proposalId}`)
  const { open, batching, counted } = row.cast
  return { open, batching, numbers: new Map(counted) }
}

function positionsOf({ choice, choices, shares, sealed }: Ballot, options: readonly string[]) {
  if (sealed !== undefined) return { sealed }
  if (choice !== undefined) return { choice: options.indexOf(choice) }
  return { choices: choices?.map((one) => options.indexOf(one)), shares }
}

const query = (read: Read, proof = sql<Vote['proof']>`v.proof`) =>
  read
    .selectFrom('governance.vote as v')
    .select(['v.proposal_id', 'v.number', 'v.voter', 'v.choice', 'v.choices', 'v.shares', 'v.comment', 'v.cast_at'])
    .select(['v.revision', 'v.replaced', 'v.sealed', 'v.invalid'])
    .select([sql<string>`v.weight::text`.as('weight'), proof.as('proof')])

type VoteRow = Awaited<ReturnType<ReturnType<typeof query>['executeTakeFirstOrThrow']>>

const voteFrom = (row: VoteRow, options: readonly string[]): Vote => ({
  proposalId: row.proposal_id,
  number: row.number,
  voter: row.voter,
  ballot: row.sealed === null ? ballotFrom(row, options) : { sealed: row.sealed },
  opened: openedFrom(row, options),
  weight: BigInt(row.weight),
  comment: row.comment,
  proof: row.proof,
  castAt: row.cast_at,
  revision: row.revision,
  replaced: row.replaced,
})

/** The opened ballot; undefined if it is still sealed, or was not secret. */
function openedFrom(row: VoteRow, options: readonly string[]): OpenedBallot | undefined {
  const { sealed, choice, choices, invalid } = row
  if (sealed === null) return undefined
  if (invalid !== null) return { ballot: {}, invalid }
  return choice === null && choices === null ? undefined : { ballot: ballotFrom(row, options) }
}

function ballotFrom(
  { choice, choices, shares }: Pick<VoteRow, 'choice' | 'choices' | 'shares'>,
  options: readonly string[],
): Ballot {
  const nameOf = (position: number): string => options[position] ?? ''
  if (choice !== null) return { choice: nameOf(choice) }
  return { choices: (choices ?? []).map(nameOf), ...(shares === null ? {} : { shares }) }
}

/** The vote with this number, or a voter's last vote. */
export async function findVote(
  read: Read,
  { proposalId, options }: Pick<Proposal, 'proposalId' | 'options'>,
  by: { number: number } | { voter: string },
): Promise<Vote | undefined> {
  const found = query(read).where('v.proposal_id', '=', proposalId)
  const row = await ('number' in by
    ? found.where('v.number', '=', by.number)
    : found.where('v.voter', '=', by.voter).orderBy('v.revision', 'desc').limit(1)
  ).executeTakeFirst()
  return row && voteFrom(row, options)
}

/**
 * An empty proof. Lists only show whether a vote has a proof, and 100 signatures are 100 times as long as the rest of a
 * vote.
 */
const someProof = sql<Vote['proof']>`case when v.proof is null then null else '{"keyAt":"","signatures":[]}'::jsonb end`

/** A page of votes, newest first. Proofs have no content. The page ends earlier if the votes' texts are large. */
export async function votesOf(
  read: Read,
  { proposalId, options }: Pick<Proposal, 'proposalId' | 'options'>,
  { limit, cursor }: Page,
): Promise<ListPage<Vote>> {
  const before = cursor === undefined ? sql`` : sql`and number < ${Number(cursor)}`
  const list = sql`
    select number as place, ${voteSize(sql`${options}::text[]`)} as size
    from governance.vote where proposal_id = ${proposalId} ${before} order by number desc limit ${limit}`
  const rows = await query(read, someProof)
    .innerJoin(pageWithin<number>(list, limits.pageBytes.value).as('page'), 'page.place', 'v.number')
    .select('page.listed')
    .where('v.proposal_id', '=', proposalId)
    .orderBy('v.number', 'desc')
    .execute()
  return listPage(
    rows.map((row) => voteFrom(row, options)),
    rows[0]?.listed,
    limit,
  )
}

/** The bytes of a vote's texts. */
export const voteSize = (options: RawBuilder<unknown>) => sql`
  coalesce(octet_length(comment), 0) + coalesce((
    select sum(octet_length((${options})[choice + 1])) from unnest(choices) as choice), 0)`

/** These votes, newest first, with empty proofs. `options` are the options of their proposals. */
export async function votesAt(
  read: Read,
  places: readonly { owner: string; place: bigint }[],
  options: ReadonlyMap<string, readonly string[]>,
): Promise<Vote[]> {
  if (places.length === 0) return []
  const ids = places.map(({ owner }) => owner)
  const numbers = places.map(({ place }) => Number(place))
  const rows = await query(read, someProof)
    .where(
      sql<boolean>`(v.proposal_id, v.number) in (
        select * from unnest(${ids}::uuid[], ${numbers}::int[]))`,
    )
    .orderBy('v.number', 'desc')
    .execute()
  return rows.map((row) => voteFrom(row, options.get(row.proposal_id) ?? []))
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

/** The rankings of all votes that count, each with the sum of its weights. */
export async function rankingsOf(read: Read, proposalId: string): Promise<Ranking[]> {
  const rows = await read
    .selectFrom('governance.vote')
    .select(['choices', sql<string>`sum(weight)::text`.as('weight')])
    .where('proposal_id', '=', proposalId)
    .where('replaced', '=', false)
    .groupBy('choices')
    .execute()
  return rows.map(({ choices, weight }) => ({ choices: choices ?? [], weight: BigInt(weight) }))
}

/** The last votes of these voters, by voter. */
export async function ballotsOf(
  read: Read,
  { proposalId, options }: Pick<Proposal, 'proposalId' | 'options'>,
  voters: readonly string[],
): Promise<Map<string, Ballot>> {
  const rows = await read
    .selectFrom('governance.vote')
    .select(['voter', 'choice', 'choices', 'shares'])
    .where('proposal_id', '=', proposalId)
    .where('replaced', '=', false)
    .where(sql<boolean>`voter = any(${voters}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.voter, ballotFrom(row, options)]))
}

/** The known weights of these accounts' votes. */
export async function weightsOf(
  read: Read,
  proposalId: string,
  accounts: readonly string[],
): Promise<Map<string, bigint>> {
  const rows = await read
    .selectFrom('governance.weight')
    .select(['account', sql<string>`weight::text`.as('weight')])
    .where('proposal_id', '=', proposalId)
    .where('weight', 'is not', null)
    .where(sql<boolean>`account = any(${accounts}::text[])`)
    .execute()
  return new Map(rows.map(({ account, weight }) => [account, BigInt(weight)]))
}

export interface Weight {
  /** The weight of the account's vote; null while it is not known. */
  weight: bigint | null
  /** The account's part of the eligible weight. */
  eligible: bigint
}

export async function findWeight(read: Read, proposalId: string, account: string): Promise<Weight | undefined> {
  const row = await read
    .selectFrom('governance.weight')
    .select([
      sql<string | null>`weight::text`.as('weight'),
      sql<string>`coalesce(eligible, weight)::text`.as('eligible'),
    ])
    .where('proposal_id', '=', proposalId)
    .where('account', '=', account)
    .executeTakeFirst()
  return row && { weight: row.weight === null ? null : BigInt(row.weight), eligible: BigInt(row.eligible) }
}

/** Stores a weight, unless one is already stored. */
export async function recordWeight(
  trx: Trx,
  proposalId: string,
  account: string,
  { weight, eligible }: Weight,
): Promise<void> {
  await trx
    .insertInto('governance.weight')
    .values({
      proposal_id: proposalId,
      account,
      weight: weight === null ? null : weight.toString(),
      eligible: eligible === weight ? null : eligible.toString(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['proposal_id', 'account'])
        .doUpdateSet(({ ref }) => ({ weight: ref('excluded.weight') }))
        .where('governance.weight.weight', 'is', null),
    )
    .execute()
}

/** Stores the opened contents of votes, by the votes' numbers. */
export async function openVotes(
  trx: Trx,
  { options, ...proposal }: Proposal,
  opened: readonly { number: number; weight: bigint; opened: OpenedBallot }[],
): Promise<void> {
  const { proposalId } = proposal
  const voting = votingOf({ ...proposal, options })
  const rows = opened.map(({ number, weight, opened: { ballot, invalid } }) => ({
    number,
    ...(invalid === undefined ? positionsOf(ballot, options) : { invalid }),
    parts:
      invalid === undefined && ballot.choices
        ? partsOf(voting, ballot, weight).map((part) => [part.option, `${part.weight}`])
        : null,
  }))
  await sql`
    update governance.vote v
    set choice = o.choice, choices = o.choices, shares = o.shares, invalid = o.invalid,
      parts = nullif(o.parts, 'null'::jsonb)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o(
      number int, choice smallint, choices smallint[], shares smallint[], parts jsonb, invalid text)
    where v.proposal_id = ${proposalId} and v.number = o.number`.execute(trx)
}
