/** Adds records of a topic that the database lacks. */
import { unavailable } from '@quorate/platform'
import { MerkleTree, withArticle } from '@quorate/verify'
import {
  contentIdentifier,
  type DecisionRecord,
  type ElectorateRecord,
  type GovernanceRecord,
  type VoteLeaf as Leaf,
  type MembershipRecord,
  type ProposalRecord,
  proposalHash,
  type VotesRecord,
} from '@quorate/verify/recount'
import type { ProposalJobs } from '../jobs/proposal-jobs.ts'
import type { Proposal } from '../model/dao.ts'
import { fileOf, leafOf } from '../model/leaves.ts'
import { comparableForms } from '../model/titles.ts'
import { addMember, forgetChange, membersAt, removeMember } from '../store/members.ts'
import {
  beginProposal,
  decideProposal,
  findProposal,
  fixElectorate,
  insertProposal,
  lockPoll,
  setEligibleWeight,
  updatePoll,
} from '../store/proposals.ts'
import { insertBatch } from '../store/records.ts'
import type { Trx } from '../store/tables.ts'
import { castVotes, votesBetween } from '../store/votes.ts'

/** A record as it is on the topic. */
interface Taken {
  record: GovernanceRecord
  /** Its id in the database, and its consensus time. */
  id: bigint
  at: Date
  /** For a batch: its votes. */
  votes: Leaf[]
}

/** @throws 503 `DATABASE_BEHIND` if the record contradicts the database */
export async function takeRecord(
  trx: Trx,
  { record, id, at, votes }: Taken,
  proposalJobs: ProposalJobs,
): Promise<void> {
  if (record.type === 'membership') await takeMembers(trx, record)
  else if (record.type === 'proposal') await takeProposal(trx, record, at, proposalJobs)
  else if (record.type === 'electorate') await takeElectorate(trx, record, at)
  else if (record.type === 'votes') await takeVotes(trx, { record, votes, id })
  else if (record.type === 'decision') await takeDecision(trx, { record, id })
  else throw behind(record, 'it names other rules than the database')
}

async function takeMembers(trx: Trx, record: MembershipRecord): Promise<void> {
  const { daoId, changes } = record
  for (const { account, change, changedAt } of changes) {
    const at = new Date(changedAt)
    if (await forgetChange(trx, daoId, { account, change, at })) continue
    const make = change === 'added' ? addMember : removeMember
    if (!(await make(trx, daoId, account, at))) throw behind(record, `${account} was already ${change}`)
  }
}

async function takeProposal(
  trx: Trx,
  record: ProposalRecord,
  createdAt: Date,
  proposalJobs: ProposalJobs,
): Promise<void> {
  const { daoId, proposalId, title, description, quorum, validUntil = null, proposalData } = record
  if (await findProposal(trx, proposalId)) throw behind(record, 'the database has another proposal of this id')
  const startAt = new Date(record.startTime)
  const endAt = new Date(record.endTime)
  await insertProposal(trx, {
    proposalId,
    daoId,
    title,
    description,
    startAt,
    endAt,
    quorum,
    validUntil,
    proposalData,
    createdAt,
    creator: record.creatorAddress,
    status: startAt > createdAt ? 'PENDING' : 'ACTIVE',
    options: record.votingOptions,
    skeletons: comparableForms(title),
    recordHash: proposalHash(record),
  })
  await proposalJobs.scheduleStart(trx, { proposalId, startAt })
  await proposalJobs.scheduleDecision(trx, { proposalId, endAt })
}

async function takeElectorate(trx: Trx, record: ElectorateRecord, at: Date): Promise<void> {
  const { proposalId } = record
  const { dao, startAt } = await proposalOf(trx, record)
  await beginProposal(trx, proposalId)
  const members = new MerkleTree()
  for await (const page of membersAt(trx, dao.daoId, startAt))
    for (const account of page) members.add(Buffer.from(account))
  const { size } = members
  const root = members.root()
  if (root !== record.root || size !== record.members) throw behind(record, 'the database knows other members')
  const eligibleWeight = dao.rules.tokenWeighted ? null : BigInt(size)
  if (!(await fixElectorate(trx, proposalId, { root, size, eligibleWeight, at })))
    throw behind(record, 'the database has opened or decided the proposal otherwise')
}

/** Adds a batch's votes that the database lacks. Votes that it already has must be the same as in the batch. */
async function takeVotes(trx: Trx, { record, votes, id }: { record: VotesRecord; votes: Leaf[]; id: bigint }) {
  const { proposalId, batch, first, last, root, leaves } = record
  const proposal = await proposalOf(trx, record)
  const poll = await lockPoll(trx, proposal)
  if (batch !== poll.batches + 1 || first !== poll.batched + 1)
    throw behind(record, `the database has ${poll.batches} batches with ${poll.batched} votes`)
  const ballots = votes
    .filter(({ number }) => number > poll.castCount)
    .map(({ voterAddress: voter, choice, weight, comment = null, castAt, ...proof }) => ({
      voter,
      comment,
      weight: BigInt(weight),
      castAt: new Date(castAt),
      choice: proposal.options.indexOf(choice),
      proof: proofIn(proof),
    }))
  await updatePoll(trx, proposalId, { ...poll, open: true })
  await castVotes(trx, proposal, ballots)
  const kept = fileOf((await votesBetween(trx, proposal, first, last)).map(leafOf))
  if (contentIdentifier(kept) !== leaves) throw behind(record, 'the database has taken other votes')
  const { castCount, counts } = await lockPoll(trx, proposal)
  await updatePoll(trx, proposalId, { ...poll, castCount, counts, batched: last, batches: batch })
  await insertBatch(trx, proposalId, { number: batch, first, last, root, leaves }, id)
}

async function takeDecision(trx: Trx, { record, id }: { record: DecisionRecord; id: bigint }) {
  const { proposalId, status, cancelled, cancellation, result, decidedAt } = record
  const decided = {
    status,
    winner: result.winner,
    cancelled,
    cancelSigned: cancellation !== undefined,
    record: id,
    at: new Date(decidedAt),
  }
  const proposal = await proposalOf(trx, record)
  const poll = await lockPoll(trx, proposal)
  await updatePoll(trx, proposalId, { ...poll, open: false })
  if (result.eligibleWeight !== null) await setEligibleWeight(trx, proposalId, BigInt(result.eligibleWeight))
  if (!(await decideProposal(trx, proposalId, decided)))
    throw behind(record, 'the database has decided the proposal otherwise')
}

async function proposalOf(trx: Trx, record: GovernanceRecord & { proposalId: string }): Promise<Proposal> {
  const proposal = await findProposal(trx, record.proposalId)
  if (proposal?.dao.daoId !== record.daoId) throw behind(record, 'the database has no such proposal')
  return proposal
}

function proofIn({ keyAt, proposalHash, signatures }: Pick<Leaf, 'keyAt' | 'proposalHash' | 'signatures'>) {
  return keyAt !== undefined && signatures ? { keyAt, proposalHash, signatures } : null
}

/** 503 */
export const behind = (record: GovernanceRecord, why: string) =>
  unavailable(
    'DATABASE_BEHIND',
    `The topic of ${record.daoId} has ${withArticle(record.type)} record${'proposalId' in record ? ` of ${record.proposalId}` : ''} that the database lacks: ${why}. Nothing of this DAO is written or decided`,
    60,
  )
