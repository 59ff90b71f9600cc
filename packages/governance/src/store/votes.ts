import { sql } from 'kysely'
import type { Proposal, Vote } from '../model/dao.ts'
import type { Page, Read, Trx } from './tables.ts'

/** A vote that is not counted yet. */
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
 * The outcome for several ballots. `numbers` has the votes' numbers by position of the ballot. Ballots without a number
 * were not counted.
 */
export interface Counted {
  open: boolean
  /** Whether a job that writes votes on the topic was already due. */
  batching: boolean
  numbers: Map<number, number>
}

/**
 * Counts the ballots whose voters were members at the proposal's start and have not voted yet. Locks the poll's row,
 * inserts the votes, numbered without gaps, and adds them to the tally. No voter may have two of the ballots.
 */
export async function castVotes(
  trx: Trx,
  { proposalId, dao, startAt }: Pick<Proposal, 'proposalId' | 'dao' | 'startAt'>,
  ballots: readonly Ballot[],
): Promise<Counted> {
  const given = ballots.map(({ voter, choice, weight, comment, proof, castAt }, index) => ({
    index,
    voter,
    choice,
    comment,
    proof,
    weight: weight.toString(),
    cast_at: castAt.toISOString(),
  }))
  const { rows } = await sql<{ cast: { open: boolean; batching: boolean; counted: [number, number][] } }>`
    select governance.cast_votes(${proposalId}, ${dao.daoId}, ${startAt}, ${JSON.stringify(given)}::jsonb) as cast`.execute(
    trx,
  )
  const [row] = rows
  if (!row) throw new Error(`nothing was answered to ballots on ${proposalId}`)
  const { open, batching, counted } = row.cast
  return { open, batching, numbers: new Map(counted) }
}

const query = (read: Read, proof = sql<Vote['proof']>`v.proof`) =>
  read
    .selectFrom('governance.vote as v')
    .select(['v.proposal_id', 'v.number', 'v.voter', 'v.choice', 'v.comment', 'v.cast_at'])
    .select([sql<string>`v.weight::text`.as('weight'), proof.as('proof')])

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

/**
 * An empty proof. Lists only show whether a vote has one, and a hundred signatures are a hundred times as long as the
 * rest of a vote.
 */
const someProof = sql<Vote['proof']>`case when v.proof is null then null else '{"keyAt":"","signatures":[]}'::jsonb end`

/** Votes, newest first, with empty proofs. */
export async function votesOf(
  read: Read,
  { proposalId, options }: Pick<Proposal, 'proposalId' | 'options'>,
  { limit, cursor }: Page,
): Promise<Vote[]> {
  let found = query(read, someProof).where('v.proposal_id', '=', proposalId).orderBy('v.number', 'desc').limit(limit)
  if (cursor !== undefined) found = found.where('v.number', '<', Number(cursor))
  return (await found.execute()).map((row) => voteFrom(row, options))
}

/** These votes, newest first, with empty proofs; `options` are those of their proposals. */
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
