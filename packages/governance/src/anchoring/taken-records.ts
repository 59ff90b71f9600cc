/** Adds records of a topic that the database lacks. */
import { unavailable } from '@quorate/platform'
import { MerkleTree, withArticle } from '@quorate/verify'
import {
  ballotOf,
  type ClosingRecord,
  contentIdentifier,
  type DecisionRecord,
  type DelegationRecord,
  type ElectorateRecord,
  endedAreas,
  type GovernanceRecord,
  type VoteLeaf as Leaf,
  type MembershipRecord,
  methodOf,
  type ProposalRecord,
  proposalHash,
  type RulesRecord,
  type Tally,
  tallyOf,
  type VetoRecord,
  type VotesRecord,
} from '@quorate/verify/recount'
import type { ProposalJobs } from '../jobs/proposal-jobs.ts'
import { type Poll, type Proposal, rulesFrom, votingOf } from '../model/dao.ts'
import { fileOf, leafOf } from '../model/leaves.ts'
import { comparableForms } from '../model/titles.ts'
import { lockDao } from '../store/daos.ts'
import { endDelegations, findDelegation, insertDelegation, markFound } from '../store/delegations.ts'
import { deleteDraft } from '../store/drafts.ts'
import { addMember, forgetChange, membersAt, removeMember } from '../store/members.ts'
import { openBallots } from '../store/opened-ballots.ts'
import {
  beginProposal,
  decideProposal,
  findProposal,
  fixElectorate,
  insertProposal,
  lockPoll,
  setBallotSecret,
  setClosingRecord,
  setEligibleWeight,
  updatePoll,
} from '../store/proposals.ts'
import { insertBatch } from '../store/records.ts'
import { setRules } from '../store/rules.ts'
import type { Trx } from '../store/tables.ts'
import { insertVeto } from '../store/vetoes.ts'
import { castVotes, type NewVote, votesBetween } from '../store/votes.ts'

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
  else if (record.type === 'delegation') await takeDelegations(trx, record)
  else if (record.type === 'rules') await takeRules(trx, record)
  else if (record.type === 'veto') await takeVeto(trx, record, id)
  else if (record.type === 'proposal') await takeProposal(trx, record, at, proposalJobs)
  else if (record.type === 'electorate') await takeElectorate(trx, record, at)
  else if (record.type === 'votes') await takeVotes(trx, { record, votes, id })
  else if (record.type === 'closing') await takeClosing(trx, record, id)
  else if (record.type === 'decision') await takeDecision(trx, { record, id }, proposalJobs)
  else throw behind(record, 'its rules differ from those in the database')
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

async function takeDelegations(trx: Trx, record: DelegationRecord): Promise<void> {
  const { daoId, changes } = record
  for (const { changedAt, proof = null, area = null, ...delegation } of changes) {
    const given = { ...delegation, area, changedAt: new Date(changedAt), proof }
    if (await markFound(trx, daoId, given)) continue
    const last = await findDelegation(trx, daoId, given.account)
    if (given.number !== (last?.number ?? 0) + 1)
      throw behind(record, `the database has another delegation ${given.number} of ${given.account}`)
    await insertDelegation(trx, daoId, given, { recorded: true })
  }
}

async function takeRules(trx: Trx, record: RulesRecord): Promise<void> {
  const { daoId, number, votingRules, members = null, decidedBy = null, emergency = null } = record
  const dao = await lockDao(trx, daoId)
  if (dao?.rulesNumber !== number - 1) throw behind(record, `the database has the rules ${dao?.rulesNumber}`)
  const changedAt = new Date(record.changedAt)
  const moves = [
    ...(members?.add ?? []).map((account) => ({ account, move: addMember })),
    ...(members?.remove ?? []).map((account) => ({ account, move: removeMember })),
  ]
  for (const { account, move } of moves)
    if (!(await move(trx, daoId, account, changedAt))) throw behind(record, `${account} had already joined or left`)
  const rules = rulesFrom(votingRules)
  const ended = record.endsDelegations ? endedAreas(dao.rules, rules) : null
  if (ended !== null) await endDelegations(trx, daoId, ended, changedAt)
  await setRules(trx, daoId, { number, rules, members, proposalId: decidedBy, emergency, changedAt })
}

async function takeVeto(trx: Trx, record: VetoRecord, id: bigint): Promise<void> {
  const { proposalId, vetoedBy: account, vetoedAt, reason = null, proof } = record
  await proposalOf(trx, record)
  if (!(await insertVeto(trx, proposalId, { account, reason, proof, at: new Date(vetoedAt), record: id })))
    throw behind(record, 'the database has another veto')
}

async function takeProposal(
  trx: Trx,
  record: ProposalRecord,
  createdAt: Date,
  proposalJobs: ProposalJobs,
): Promise<void> {
  const {
    daoId,
    proposalId,
    title,
    description,
    quorum,
    quorumFraction = null,
    validUntil = null,
    ballotKey = null,
    proposalData,
  } = record
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
    quorumFraction,
    optimistic: record.optimistic ?? false,
    area: record.area ?? null,
    votingMethod: methodOf(record),
    validUntil,
    proposalData,
    createdAt,
    creator: record.creatorAddress,
    rules: rulesFrom(record.votingRules),
    status: startAt > createdAt ? 'PENDING' : 'ACTIVE',
    options: record.votingOptions,
    skeletons: comparableForms(title),
    recordHash: proposalHash(record),
    ballotKey,
  })
  // The proposal may have been made from a draft that this database still has.
  await deleteDraft(trx, { draftId: proposalId, daoId, author: record.creatorAddress })
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
  const lacking = votes
    .filter(({ number }) => number > poll.castCount)
    .map(({ voterAddress: voter, weight, comment = null, castAt, revision = 1, ...leaf }) => ({
      voter,
      comment,
      revision,
      weight: BigInt(weight),
      castAt: new Date(castAt),
      ballot: ballotOf(leaf),
      proof: proofIn(leaf),
    }))
  await updatePoll(trx, proposalId, { ...poll, open: true })
  for (const several of withDistinctVoters(lacking)) await castVotes(trx, proposal, several)
  const kept = fileOf((await votesBetween(trx, proposal, first, last)).map(leafOf))
  if (contentIdentifier(kept) !== leaves) throw behind(record, 'the database has taken other votes')
  const { castCount, tally } = await lockPoll(trx, proposal)
  await updatePoll(trx, proposalId, { ...poll, castCount, tally, batched: last, batches: batch })
  await insertBatch(trx, proposalId, { number: batch, first, last, root, leaves }, id)
}

/** Splits votes, in their order, so that no part has two votes of one voter: the second vote replaces the first. */
function withDistinctVoters(votes: readonly NewVote[]): NewVote[][] {
  const parts: NewVote[][] = []
  let voters = new Set<string>()
  for (const vote of votes) {
    if (parts.length === 0 || voters.has(vote.voter)) {
      parts.push([])
      voters = new Set()
    }
    parts.at(-1)?.push(vote)
    voters.add(vote.voter)
  }
  return parts
}

async function takeClosing(trx: Trx, record: ClosingRecord, id: bigint): Promise<void> {
  const { proposalId, votes } = record
  const poll = await lockPoll(trx, await proposalOf(trx, record))
  if (poll.castCount !== votes || poll.batched !== votes) throw behind(record, 'the database has other votes')
  await updatePoll(trx, proposalId, { ...poll, open: false })
  await setClosingRecord(trx, proposalId, id)
}

async function takeDecision(
  trx: Trx,
  { record, id }: { record: DecisionRecord; id: bigint },
  proposalJobs: ProposalJobs,
): Promise<void> {
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
  const tally = await openedTally(trx, proposal, poll, record)
  await updatePoll(trx, proposalId, { ...poll, tally, open: false })
  if (result.eligibleWeight !== null) await setEligibleWeight(trx, proposalId, BigInt(result.eligibleWeight))
  if (!(await decideProposal(trx, proposalId, decided)))
    throw behind(record, 'the database has decided the proposal otherwise')
  await proposalJobs.scheduleChange(trx, record)
}

/** Opens the votes of a secret vote as its decision did. */
async function openedTally(trx: Trx, proposal: Proposal, poll: Poll, { ballotSecret }: DecisionRecord): Promise<Tally> {
  if (ballotSecret === undefined || !proposal.ballotKey) return poll.tally
  const votes = await openBallots({ read: trx, change: (work) => work(trx) }, proposal, ballotSecret, poll.castCount)
  await setBallotSecret(trx, proposal.proposalId, ballotSecret)
  return { ...poll.tally, counts: tallyOf(votingOf(proposal), votes).counts }
}

async function proposalOf(trx: Trx, record: GovernanceRecord & { proposalId: string }): Promise<Proposal> {
  const proposal = await findProposal(trx, record.proposalId)
  if (proposal?.dao.daoId !== record.daoId) throw behind(record, 'the database has no such proposal')
  return proposal
}

function proofIn({ keyAt, proposalHash, signatures }: Pick<Leaf, 'keyAt' | 'proposalHash' | 'signatures'>) {
  return keyAt !== undefined && signatures ? { keyAt, proposalHash, signatures } : null
}

/** Returns the error 503 `DATABASE_BEHIND`. */
export const behind = (record: GovernanceRecord, why: string) =>
  unavailable(
    'DATABASE_BEHIND',
    `The topic of ${record.daoId} has ${withArticle(record.type)} record${'proposalId' in record ? ` of ${record.proposalId}` : ''} that the database lacks: ${why}. Nothing of this DAO is written or decided`,
    60,
  )
