import { json, type ListPage, listPage, pageWithin } from '@quorate/platform'
import { HOUR_MS } from '@quorate/verify/recount'
import { type Selectable, sql } from 'kysely'
import { limits } from '../limits.ts'
import { isUuid, type Poll, type Proposal, type ProposalStatus, type VotingRules } from '../model/dao.ts'
import { daoFrom } from './daos.ts'
import type { Page, Read, StoredCount, Tables, Trx } from './tables.ts'

const query = (read: Read) =>
  read
    .selectFrom('governance.proposal as p')
    .innerJoin('governance.dao as d', 'd.dao_id', 'p.dao_id')
    .leftJoin('governance.record as r', 'r.id', 'p.decision_record')
    .leftJoin('governance.veto as veto', 'veto.proposal_id', 'p.proposal_id')
    .leftJoin('governance.record as vr', 'vr.id', 'veto.record_id')
    .leftJoin('governance.wallet_refusal as refusal', 'refusal.proposal_id', 'p.proposal_id')
    .selectAll('p')
    .select([
      sql<string | null>`p.eligible_weight::text`.as('eligible_weight'),
      'r.consensus_timestamp as decision_timestamp',
      'r.completed_timestamp as decision_completed',
      'vr.completed_timestamp as veto_completed',
      'veto.account as veto_account',
      'veto.reason as veto_reason',
      'veto.vetoed_at',
      'refusal.code as refusal_code',
      'refusal.message as refusal_message',
      'refusal.refused_at',
      sql<DaoJson>`to_jsonb(d)`.as('dao'),
    ])

/** A DAO's row, as PostgreSQL writes it in JSON. */
type DaoJson = Omit<Selectable<Tables['governance.dao']>, 'sequence' | 'created_at' | 'updated_at'> & {
  sequence: number
  created_at: string
  updated_at: string
}
type ProposalRow = Awaited<ReturnType<ReturnType<typeof query>['executeTakeFirstOrThrow']>>

const withRules = (row: Parameters<typeof daoFrom>[0], rules: VotingRules) => ({ ...daoFrom(row), rules })

const proposalFrom = (row: ProposalRow): Proposal => ({
  proposalId: row.proposal_id,
  sequence: row.sequence,
  dao: withRules(
    {
      ...row.dao,
      sequence: BigInt(row.dao.sequence),
      created_at: new Date(row.dao.created_at),
      updated_at: new Date(row.dao.updated_at),
    },
    row.voting_rules,
  ),
  title: row.title,
  description: row.description,
  creator: row.creator,
  status: row.status,
  cancelled: row.cancelled,
  cancelSigned: row.cancel_signed,
  options: row.options,
  votingMethod: row.voting_method,
  quorum: row.quorum,
  quorumFraction: row.quorum_fraction,
  optimistic: row.optimistic,
  area: row.area,
  proposalData: row.proposal_data,
  recordHash: row.record_hash,
  ballotKey: row.ballot_key,
  ballotSecret: row.ballot_secret,
  startAt: row.start_at,
  endAt: row.end_at,
  validUntil: row.valid_until,
  electorate:
    row.electorate_root === null || row.electorate_size === null
      ? null
      : { root: row.electorate_root, size: row.electorate_size },
  eligibleWeight: row.eligible_weight === null ? null : BigInt(row.eligible_weight),
  winner: row.winner,
  decisionTimestamp: row.decision_timestamp,
  decisionCompletedAt: row.decision_completed ?? row.decision_timestamp,
  veto:
    row.veto_account === null || row.vetoed_at === null
      ? null
      : {
          account: row.veto_account,
          reason: row.veto_reason,
          at: row.vetoed_at,
          completedAt: row.veto_completed,
        },
  walletRefusal:
    row.refusal_message === null || row.refused_at === null
      ? null
      : { code: row.refusal_code, message: row.refusal_message, at: row.refused_at },
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Keeps why the wallet request of a passed proposal was not opened. */
export async function insertWalletRefusal(
  trx: Trx,
  proposalId: string,
  { code, message, at }: NonNullable<Proposal['walletRefusal']>,
): Promise<void> {
  await trx
    .insertInto('governance.wallet_refusal')
    .values({ proposal_id: proposalId, code, message, refused_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findProposal(read: Read, proposalId: string): Promise<Proposal | undefined> {
  if (!isUuid(proposalId)) return undefined
  const row = await query(read).where('p.proposal_id', '=', proposalId).executeTakeFirst()
  return row && proposalFrom(row)
}

/** The bytes of a proposal's texts. */
export const proposalSize = sql`
  octet_length(title) + octet_length(description) + octet_length(proposal_data::text)
  + octet_length(array_to_string(options, ''))`

/**
 * A page of a DAO's proposals, newest first. Parsing their data takes V8 up to 3 ms each, so a page with large ones is
 * shorter.
 */
export async function proposalsOf(
  read: Read,
  daoId: string,
  { limit, cursor, activeOnly }: Page & { activeOnly: boolean },
): Promise<ListPage<Proposal>> {
  const before = cursor === undefined ? sql`` : sql`and sequence < ${cursor}`
  const active = activeOnly ? sql`and status = 'ACTIVE'` : sql``
  const list = sql`
    select sequence as place, ${proposalSize} as size
    from governance.proposal where dao_id = ${daoId} ${before} ${active}
    order by sequence desc limit ${limit}`
  const rows = await query(read)
    .innerJoin(pageWithin<bigint>(list, limits.pageBytes.value).as('page'), 'page.place', 'p.sequence')
    .select('page.listed')
    .orderBy('p.sequence', 'desc')
    .execute()
  return listPage(rows.map(proposalFrom), rows[0]?.listed, limit)
}

/** The proposals with these sequence numbers, newest first. */
export async function proposalsAt(read: Read, places: readonly bigint[]): Promise<Proposal[]> {
  if (places.length === 0) return []
  const rows = await query(read).where('p.sequence', 'in', places).orderBy('p.sequence', 'desc').execute()
  return rows.map(proposalFrom)
}

/** A page of the proposals in an account's DAOs, newest first; shorter if they are large. */
export async function proposalsOfMember(
  read: Read,
  { chain, account, status }: { chain: string; account: string; status: ProposalStatus | undefined },
  { limit, cursor }: Page,
): Promise<ListPage<Proposal>> {
  const before = cursor === undefined ? sql`` : sql`and sequence < ${cursor}`
  // With a parameter, PostgreSQL would not know which statuses are rare.
  const inStatus = status === undefined ? sql`` : sql`and status = ${sql.lit(status)}`
  const list = sql`
    select p.sequence as place, p.size from governance.member m
    cross join lateral (
      select sequence, ${proposalSize} as size
      from governance.proposal where dao_id = m.dao_id ${before} ${inStatus} order by sequence desc limit ${limit}) as p
    where m.chain = ${chain} and m.account = ${account} and m.removed_at is null order by p.sequence desc limit ${limit}`
  const rows = await query(read)
    .innerJoin(pageWithin<bigint>(list, limits.pageBytes.value).as('page'), 'page.place', 'p.sequence')
    .select('page.listed')
    .orderBy('p.sequence', 'desc')
    .execute()
  return listPage(rows.map(proposalFrom), rows[0]?.listed, limit)
}

/**
 * A page of the passed proposals that one of these accounts may veto at this time, newest first; shorter if they are
 * large.
 *
 * @param by.now in milliseconds
 */
export async function vetoableProposals(
  read: Read,
  { chain, accounts, now }: { chain: string; accounts: readonly string[]; now: number },
  { limit, cursor }: Page,
): Promise<ListPage<Proposal>> {
  const before = cursor === undefined ? sql`` : sql`and p.sequence < ${cursor}`
  // The end of the delay is that of `executableAt` in verify. Before the decision is on the topic, it has not begun.
  const list = sql`
    select p.sequence as place, ${proposalSize} as size
    from governance.proposal p
    left join governance.record r on r.id = p.decision_record
    where p.voting_rules ->> 'veto' in (${sql.join(accounts)}) and p.status = 'PASSED' ${before}
      and exists (select from governance.dao d where d.dao_id = p.dao_id and d.chain = ${chain})
      and not exists (select from governance.veto v where v.proposal_id = p.proposal_id)
      and coalesce(floor(coalesce(r.completed_timestamp, r.consensus_timestamp)::numeric * 1000)
        + round((p.voting_rules ->> 'executionDelay')::numeric * ${sql.lit(HOUR_MS)}) > ${now}, true)
    order by p.sequence desc limit ${limit}`
  const rows = await query(read)
    .innerJoin(pageWithin<bigint>(list, limits.pageBytes.value).as('page'), 'page.place', 'p.sequence')
    .select('page.listed')
    .orderBy('p.sequence', 'desc')
    .execute()
  return listPage(rows.map(proposalFrom), rows[0]?.listed, limit)
}

/** Without parameters, so that the indexes of undecided proposals are used. */
const isUndecided = (status: string) => sql<boolean>`${sql.ref(status)} in ('PENDING', 'ACTIVE')`

/** Counts an account's undecided proposals in all DAOs of its chain. */
export async function countOpenProposals(
  read: Read,
  { creator, chain }: { creator: string; chain: string },
): Promise<number> {
  const { count } = await read
    .selectFrom('governance.proposal as p')
    .innerJoin('governance.dao as d', 'd.dao_id', 'p.dao_id')
    .select((f) => f.fn.countAll<bigint>().as('count'))
    .where('p.creator', '=', creator)
    .where('d.chain', '=', chain)
    .where(isUndecided('p.status'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Returns a title of one of the DAO's newest undecided proposals that looks like this one: both have a form in common.
 */
export async function alikeTitle(
  read: Read,
  { daoId, title, skeletons }: Pick<NewProposal, 'daoId' | 'title' | 'skeletons'>,
  limit: number,
): Promise<string | undefined> {
  const newest = read
    .selectFrom('governance.proposal')
    .select(['title', 'skeletons'])
    .where('dao_id', '=', daoId)
    .where(isUndecided('status'))
    .orderBy('sequence', 'desc')
    .limit(limit)
  const row = await read
    .selectFrom(newest.as('newest'))
    .select('title')
    .where('title', '!=', title)
    .where(sql<boolean>`skeletons && ${skeletons}::text[]`)
    .limit(1)
    .executeTakeFirst()
  return row?.title
}

export type NewProposal = Pick<
  Proposal,
  | 'proposalId'
  | 'title'
  | 'description'
  | 'creator'
  | 'options'
  | 'votingMethod'
  | 'quorum'
  | 'quorumFraction'
  | 'optimistic'
  | 'area'
  | 'proposalData'
  | 'recordHash'
  | 'ballotKey'
  | 'startAt'
  | 'endAt'
  | 'validUntil'
> & { daoId: string; rules: VotingRules; status: ProposalStatus; createdAt: Date; skeletons: string[] }

export async function insertProposal(trx: Trx, proposal: NewProposal): Promise<void> {
  await trx
    .insertInto('governance.proposal')
    .values({
      proposal_id: proposal.proposalId,
      dao_id: proposal.daoId,
      title: proposal.title,
      skeletons: proposal.skeletons,
      description: proposal.description,
      creator: proposal.creator,
      status: proposal.status,
      options: proposal.options,
      voting_method: proposal.votingMethod,
      quorum: proposal.quorum,
      quorum_fraction: proposal.quorumFraction,
      optimistic: proposal.optimistic,
      area: proposal.area,
      // Passed as text: an object would be converted to `jsonb`, which rewrites its numbers.
      proposal_data: sql<Record<string, unknown>>`${JSON.stringify(proposal.proposalData)}::json`,
      record_hash: proposal.recordHash,
      ballot_key: proposal.ballotKey && json(proposal.ballotKey),
      voting_rules: json<VotingRules>(proposal.rules),
      start_at: proposal.startAt,
      end_at: proposal.endAt,
      valid_until: proposal.validUntil,
      electorate_root: null,
      electorate_size: null,
      eligible_weight: null,
      winner: null,
      decision_record: null,
      created_at: proposal.createdAt,
      updated_at: proposal.createdAt,
    })
    .execute()
  const tally = json<StoredCount[]>(proposal.options.map(() => ({ votes: 0, weight: '0' })))
  await trx.insertInto('governance.poll').values({ proposal_id: proposal.proposalId, tally }).execute()
}

/**
 * Marks the proposal as begun. Every account that joins or leaves later does so after its start. The DAO must be
 * locked.
 */
export async function beginProposal(trx: Trx, proposalId: string): Promise<void> {
  await trx.updateTable('governance.proposal').set({ begun: true }).where('proposal_id', '=', proposalId).execute()
}

/** Records who may vote, and that the proposal is active. Returns false if it was already opened or decided. */
export async function fixElectorate(
  trx: Trx,
  proposalId: string,
  opening: { root: string; size: number; eligibleWeight: bigint | null; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('governance.proposal')
    .set({
      status: sql`case status when 'PENDING' then 'ACTIVE' else status end`,
      electorate_root: opening.root,
      electorate_size: opening.size,
      eligible_weight: opening.eligibleWeight?.toString() ?? null,
      updated_at: opening.at,
    })
    .where('proposal_id', '=', proposalId)
    .where('electorate_root', 'is', null)
    .where('status', 'in', ['PENDING', 'ACTIVE'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Records and returns the sum of all weights known so far. Called once all are weighed, and again after the voting: an
 * account whose weight was cast adds at least that, because more of its history is read than for other accounts.
 *
 * @param delegators accounts whose weight their delegates cast
 */
export async function fixEligibleWeight(
  trx: Trx,
  proposalId: string,
  delegators: readonly string[] = [],
): Promise<bigint | null> {
  const row = await trx
    .updateTable('governance.proposal')
    .set({
      eligible_weight: sql`(
        select coalesce(sum(greatest(
          coalesce(w.eligible, w.weight), v.weight, case when d.account is not null then w.weight end)), 0)
        from governance.weight w
        left join unnest(${delegators}::text[]) as d(account) on d.account = w.account
        left join governance.vote v on v.proposal_id = w.proposal_id and v.voter = w.account and not v.replaced
        where w.proposal_id = ${proposalId})`,
    })
    .where('proposal_id', '=', proposalId)
    .where('status', 'in', ['PENDING', 'ACTIVE'])
    .returning(sql<string>`eligible_weight::text`.as('eligible_weight'))
    .executeTakeFirst()
  return row ? BigInt(row.eligible_weight) : null
}

export async function setEligibleWeight(trx: Trx, proposalId: string, weight: bigint): Promise<void> {
  await trx
    .updateTable('governance.proposal')
    .set({ eligible_weight: weight.toString() })
    .where('proposal_id', '=', proposalId)
    .execute()
}

/** Records the decision. Returns false if the proposal was already decided. */
export async function decideProposal(
  trx: Trx,
  proposalId: string,
  decided: Pick<Proposal, 'winner' | 'cancelled' | 'cancelSigned'> & {
    status: 'PASSED' | 'REJECTED'
    record: bigint
    at: Date
  },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('governance.proposal')
    .set({
      status: decided.status,
      winner: decided.winner,
      cancelled: decided.cancelled,
      cancel_signed: decided.cancelSigned,
      decision_record: decided.record,
      updated_at: decided.at,
    })
    .where('proposal_id', '=', proposalId)
    .where('status', 'in', ['PENDING', 'ACTIVE'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type PollRow = Selectable<Tables['governance.poll']>

const pollFrom = (row: PollRow, options: readonly string[]): Poll => ({
  open: row.open,
  castCount: row.cast_count,
  tally: {
    counts: options.map((option, index) => ({
      option,
      votes: row.tally[index]?.votes ?? 0,
      weight: BigInt(row.tally[index]?.weight ?? 0),
    })),
    totalVotes: row.voters,
    totalWeight: BigInt(row.weight),
  },
  batching: row.batching,
  batched: row.batched,
  batches: row.batches,
})

const pollQuery = (read: Read, proposalId: string) =>
  read
    .selectFrom('governance.poll')
    .selectAll()
    .select(sql<string>`weight::text`.as('weight'))
    .where('proposal_id', '=', proposalId)

export async function readPoll(
  read: Read,
  { proposalId, options }: Pick<Proposal, 'proposalId' | 'options'>,
): Promise<Poll> {
  return pollFrom(await pollQuery(read, proposalId).executeTakeFirstOrThrow(), options)
}

/** Locks the poll. No other change counts votes until this one ends. */
export async function lockPoll(
  trx: Trx,
  { proposalId, options }: Pick<Proposal, 'proposalId' | 'options'>,
): Promise<Poll> {
  return pollFrom(await pollQuery(trx, proposalId).forUpdate().executeTakeFirstOrThrow(), options)
}

export async function updatePoll(trx: Trx, proposalId: string, poll: Poll): Promise<void> {
  await trx
    .updateTable('governance.poll')
    .set({
      open: poll.open,
      cast_count: poll.castCount,
      voters: poll.tally.totalVotes,
      weight: poll.tally.totalWeight.toString(),
      tally: json(poll.tally.counts.map(({ votes, weight }) => ({ votes, weight: weight.toString() }))),
      batching: poll.batching,
      batched: poll.batched,
      batches: poll.batches,
    })
    .where('proposal_id', '=', proposalId)
    .execute()
}

/** The closing record of a secret vote, and its consensus timestamp once that is known. */
export async function closingRecordOf(
  read: Read,
  proposalId: string,
): Promise<{ id: bigint; consensusTimestamp: string | null } | undefined> {
  const row = await read
    .selectFrom('governance.proposal as p')
    .innerJoin('governance.record as r', 'r.id', 'p.closing_record')
    .select(['r.id', 'r.consensus_timestamp'])
    .where('p.proposal_id', '=', proposalId)
    .executeTakeFirst()
  return row && { id: row.id, consensusTimestamp: row.consensus_timestamp }
}

export async function setClosingRecord(trx: Trx, proposalId: string, record: bigint): Promise<void> {
  await trx
    .updateTable('governance.proposal')
    .set({ closing_record: record })
    .where('proposal_id', '=', proposalId)
    .execute()
}

/** Records that this private key has opened all ballots. */
export async function setBallotSecret(trx: Trx, proposalId: string, secret: string): Promise<void> {
  await trx
    .updateTable('governance.proposal')
    .set({ ballot_secret: secret })
    .where('proposal_id', '=', proposalId)
    .execute()
}
