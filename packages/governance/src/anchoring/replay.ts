/** Reads records back from a DAO's topic that the database lacks, because it was lost or is an older copy. */

import type { Ledger } from '@quorate/ledger'
import { type Clock, createRunOnce, type Database, type Logger, unavailable } from '@quorate/platform'
import { MerkleTree } from '@quorate/verify'
import {
  contentIdentifier,
  type DecisionRecord,
  decodeRecord,
  type ElectorateRecord,
  type GovernanceRecord,
  type VoteLeaf as Leaf,
  type MembershipRecord,
  overlapping,
  type ProposalRecord,
  parseLeaf,
  proposalHash,
  storedText,
  type TopicMessage,
  type VotesRecord,
} from '@quorate/verify/recount'
import { type Dao, isQuiet, type Proposal } from '../model/dao.ts'
import { fileOf, leafOf } from '../model/leaves.ts'
import { comparableForms } from '../model/titles.ts'
import type { Settings } from '../settings.ts'
import { lockDao } from '../store/daos.ts'
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
import { findAnchored, insertAnchored, insertBatch, lastTimestamp, markAnchored } from '../store/records.ts'
import type { Tables, Trx } from '../store/tables.ts'
import { castVotes, votesBetween } from '../store/votes.ts'

export interface Replay {
  /**
   * Reads the DAO's topic from the last record that the database has, and adds the records that it lacks.
   *
   * @throws 503 `DATABASE_BEHIND` where that is not possible: the service then must not write or decide anything of the
   *     DAO; 503 `MIRROR_UNAVAILABLE`
   */
  catchUp(dao: Dao): Promise<void>
  /** Does the same once in a process: all later records have gone through this database. */
  upToDate(dao: Dao): Promise<void>
}

/** The most DAOs that the process remembers to be up to date. */
const MAX_DAOS = 10_000

export function createReplay(deps: {
  database: Database<Tables>
  clock: Clock
  settings: Settings
  log: Pick<Logger, 'error' | 'warn'>
  ledgerOf(on: { chain: string }): Ledger
  /** Has a proposal opened and decided. */
  schedule(trx: Trx, proposal: Pick<Proposal, 'proposalId' | 'startAt' | 'endAt'>): Promise<void>
}): Replay {
  const { database, clock, settings, log, ledgerOf, schedule } = deps
  const startedAt = clock.now()
  const once = createRunOnce<void>(MAX_DAOS)

  async function catchUp(dao: Dao): Promise<void> {
    const { topicId, daoId } = dao
    if (topicId === null) return
    const { mirror } = ledgerOf(dao)
    const last = await lastTimestamp(database.read, daoId)
    for await (const message of mirror.topicMessages(topicId, last ? overlapping(last) : undefined, { all: true })) {
      const record = decodeRecord(message.bytes)
      if (!record || record.daoId !== daoId) continue
      const known = await findAnchored(database.read, daoId, asRow(message))
      if (known?.anchored) continue
      try {
        if (known) await database.change((trx) => markAnchored(trx, known.id, message.consensusTimestamp))
        else await takeBack(dao, record, message)
      } catch (error) {
        log.error({ err: error, daoId, topicId, record: message.consensusTimestamp }, 'a DAO is behind its topic')
        throw error
      }
    }
  }

  /**
   * Another process may have written records just before its database was lost: the mirror must show them.
   *
   * @throws 503 `MIRROR_UNAVAILABLE` until the mirror has everything from before this process started
   */
  async function seesAllBefore(dao: Dao): Promise<void> {
    if (dao.topicId === null || isQuiet(dao.chain)) return
    if (((await ledgerOf(dao).mirror.newest()) ?? 0) >= startedAt) return
    throw unavailable(
      'MIRROR_UNAVAILABLE',
      `The mirror of ${dao.chain} does not show yet what came before this start`,
      2,
    )
  }

  async function takeBack(dao: Dao, record: GovernanceRecord, message: TopicMessage): Promise<void> {
    const { daoId } = dao
    const votes = record.type === 'votes' ? await votesIn(record) : []
    await database.change(async (trx) => {
      await lockDao(trx, daoId)
      // Another process may have added this record meanwhile.
      if (await findAnchored(trx, daoId, asRow(message))) return
      const id = await insertAnchored(trx, daoId, asRow(message), new Date(clock.now()))
      const at = new Date(Math.floor(Number(message.consensusTimestamp) * 1000))
      if (record.type === 'membership') await takeMembers(trx, record)
      else if (record.type === 'proposal') await takeProposal(trx, record, at)
      else if (record.type === 'electorate') await takeElectorate(trx, record, at)
      else if (record.type === 'votes') await takeVotes(trx, { record, votes, id })
      else if (record.type === 'decision') await takeDecision(trx, { record, id })
      else throw behind(record, 'it names other rules than the database')
    })
    log.warn({ daoId, type: record.type, record: message.consensusTimestamp }, 'a record was taken back from its topic')
  }

  async function votesIn(record: VotesRecord): Promise<Leaf[]> {
    const { STORAGE_URL } = settings
    if (STORAGE_URL === undefined)
      throw behind(record, `its votes are ${record.leaves} of content storage, and STORAGE_URL is not set`)
    const text = await storedText(STORAGE_URL, record.leaves)
    if (contentIdentifier(text) !== record.leaves) throw behind(record, 'content storage answered other votes')
    const leaves = text.split('\n').flatMap((line) => parseLeaf(line) ?? [])
    if (leaves.length !== record.last - record.first + 1) throw behind(record, 'these are not its votes')
    return leaves
  }

  async function takeMembers(trx: Trx, record: MembershipRecord): Promise<void> {
    const { daoId, changes } = record
    for (const { account, change, changedAt } of changes) {
      const at = new Date(changedAt)
      if (await forgetChange(trx, daoId, { account, change, at })) continue
      const make = change === 'added' ? addMember : removeMember
      if (!(await make(trx, daoId, account, at))) throw behind(record, `${account} was ${change} already`)
    }
  }

  async function takeProposal(trx: Trx, record: ProposalRecord, createdAt: Date): Promise<void> {
    const { daoId, proposalId, title, description, quorum, validUntil = null, proposalData } = record
    if (await findProposal(trx, proposalId)) throw behind(record, 'the database has another proposal of this id')
    const startAt = new Date(record.startTime)
    const endAt = new Date(record.endTime)
    await insertProposal(trx, {
      ...{ proposalId, daoId, title, description, startAt, endAt, quorum, validUntil, proposalData, createdAt },
      creator: record.creatorAddress,
      status: startAt > createdAt ? 'PENDING' : 'ACTIVE',
      options: record.votingOptions,
      looks: comparableForms(title),
      recordHash: proposalHash(record),
    })
    await schedule(trx, { proposalId, startAt, endAt })
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

  /** Adds the votes of a batch that the database lacks. Votes that it has must be the same as in the batch. */
  async function takeVotes(trx: Trx, { record, votes, id }: { record: VotesRecord; votes: Leaf[]; id: bigint }) {
    const { proposalId, batch, first, last, root, leaves } = record
    const proposal = await proposalOf(trx, record)
    const poll = await lockPoll(trx, proposal)
    if (batch !== poll.batches + 1 || first !== poll.batched + 1)
      throw behind(record, `the database has ${poll.batches} batches with ${poll.batched} votes`)
    const ballots = votes
      .filter(({ number }) => number > poll.castCount)
      .map(({ voterAddress: voter, choice, weight, comment = null, castAt, ...proof }) => ({
        ...{ voter, comment, weight: BigInt(weight), castAt: new Date(castAt) },
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

  return {
    catchUp,
    upToDate(dao) {
      if (dao.topicId === null) return Promise.resolve()
      return once(dao.daoId, () => seesAllBefore(dao).then(() => catchUp(dao)))
    },
  }
}

function proofIn({ keyAt, proposalHash, signatures }: Pick<Leaf, 'keyAt' | 'proposalHash' | 'signatures'>) {
  return keyAt !== undefined && signatures ? { keyAt, proposalHash, signatures } : null
}

const asRow = ({ consensusTimestamp, bytes }: TopicMessage) => ({ consensusTimestamp, content: bytes })

const behind = (record: GovernanceRecord, why: string) =>
  unavailable(
    'DATABASE_BEHIND',
    `The topic of ${record.daoId} has a ${record.type} record${'proposalId' in record ? ` of ${record.proposalId}` : ''} that the database lacks: ${why}. Nothing of this DAO is written or decided`,
    60,
  )
