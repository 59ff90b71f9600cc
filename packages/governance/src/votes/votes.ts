import type { Ledger } from '@quorate/ledger'
import {
  badRequest,
  type Clock,
  checkVisible,
  conflict,
  type Database,
  forbidden,
  notFound,
  type Session,
  unprocessable,
} from '@quorate/platform'
import { type Ballot, ballotFault, ballotOf, type Proof, signedText } from '@quorate/verify/recount'
import { LRUCache } from 'lru-cache'
import type { Batches } from '../anchoring/batches.ts'
import type { Budgets } from '../anchoring/budgets.ts'
import type { ProposalStart } from '../electorate/proposal-start.ts'
import type { Weights } from '../electorate/weights.ts'
import type { Announcements } from '../events/announcements.ts'
import { type Proposal, type Vote, votingOf } from '../model/dao.ts'
import { type GivenSignature, keyTime, proofOf } from '../signatures/proofs.ts'
import { wasMember } from '../store/members.ts'
import type { Tables } from '../store/tables.ts'
import { findVote } from '../store/votes.ts'
import { createBallotBox, notAMember, revisionError } from './ballot-box.ts'

export interface VoteBody {
  proposalId: string
  daoId: string
  voterAddress: string
  choice?: string
  choices?: string[]
  shares?: number[]
  sealed?: string
  comment?: string
  /** The number of this vote among its voter's successive votes. Default: 1. */
  revision?: number
}

export type Votes = ReturnType<typeof createVotes>

const signedVote = ({ dao, recordHash }: Proposal, { revision, ...body }: VoteBody) => ({
  ...body,
  revision: revision === 1 ? undefined : revision,
  chain: dao.chain,
  proposalHash: recordHash,
})

/** The most open proposals that the process caches. It uses only their unchanging parts. */
const MAX_OPENED = 1_000

export function createVotes(deps: {
  database: Database<Tables>
  clock: Clock
  ledgerOf(on: { chain: string }): Ledger
  proposalStart: ProposalStart
  weights: Weights
  batches: Batches
  budgets: Budgets
  announcements: Announcements
}) {
  const { database, clock, ledgerOf, proposalStart, weights, announcements } = deps
  const ballotBox = createBallotBox(deps)
  const opened = new LRUCache<string, Proposal>({ max: MAX_OPENED })

  async function openedProposal(proposalId: string): Promise<Proposal> {
    const known = opened.get(proposalId)
    if (known) return known
    const proposal = await proposalStart.begin(proposalId)
    if (proposal.electorate) opened.set(proposalId, proposal)
    return proposal
  }

  async function checkMember(proposal: Proposal, voter: string): Promise<void> {
    if (!(await wasMember(database.read, proposal.dao.daoId, voter, proposal.startAt)))
      throw notAMember(proposal, voter)
  }

  async function proved(
    proposal: Proposal,
    body: VoteBody,
    signatures: readonly GivenSignature[],
    { session, castAt }: { session: Session; castAt: Date },
  ): Promise<Proof | null> {
    const { dao } = proposal
    const { voterAddress } = body
    if (signatures.length === 0) {
      if (session.walletId === voterAddress) return null
      throw forbidden(
        'NOT_YOUR_VOTE',
        `This session is for ${session.walletId}: a vote of ${voterAddress} needs a signature by ${voterAddress}`,
      )
    }
    // Checked first, so that only members that have not voted can cause mirror reads and verifications.
    await checkMember(proposal, voterAddress)
    const last = await findVote(database.read, proposal, { voter: voterAddress })
    const wrong = revisionError(proposal, { voter: voterAddress, revision: body.revision ?? 1 }, last)
    if (wrong) throw wrong
    const { mirror } = ledgerOf(dao)
    const keyAt = await keyTime({ chain: dao.chain, mirror }, castAt)
    const key = await mirror.keyAt(voterAddress, keyAt)
    const text = signedText(signedVote(proposal, body))
    const signed = { account: voterAddress, text }
    const proof = await proofOf(key, keyAt, signatures, signed)
    return { ...proof, proposalHash: proposal.recordHash }
  }

  async function weigh(proposal: Proposal, voter: string, { walletId }: Session): Promise<bigint> {
    if (!proposal.dao.rules.tokenWeighted) return 1n
    await checkMember(proposal, voter)
    const weight = await weights.weightOf(proposal, voter, walletId)
    if (weight === 0n) {
      const { tokenId, votingDelay } = proposal.dao.rules
      const when = votingDelay > 0 ? `during all of the ${votingDelay} hours before` : 'at'
      throw forbidden(
        'NO_HOLDING',
        `${voter} held no ${tokenId ?? 'HBAR'} ${when} ${proposal.startAt.toISOString()}, when the proposal started`,
      )
    }
    return weight
  }

  return {
    /** Returns the text that the voter signs for this vote. */
    textOf(proposal: Proposal, body: VoteBody, session: Session): string {
      checkVisible(body.comment ?? '', 'comment', { lines: true })
      checkBody(proposal, body, session)
      return signedText(signedVote(proposal, body))
    },
    /** Counts a vote. */
    async vote(
      body: VoteBody,
      signatures: readonly GivenSignature[],
      session: Session,
    ): Promise<{ vote: Vote; proposal: Proposal }> {
      const now = new Date(clock.now())
      const proposal = await openedProposal(body.proposalId)
      // Another process with a faster clock may have opened the proposal before its start by this clock.
      const castAt = now < proposal.startAt ? proposal.startAt : now
      checkVisible(body.comment ?? '', 'comment', { lines: true })
      const ballot = checkBody(proposal, body, session)
      if (castAt >= proposal.endAt) throw conflict('VOTING_CLOSED', `Voting ended at ${proposal.endAt.toISOString()}`)
      const proof = await proved(proposal, body, signatures, { session, castAt })
      const weight = await weigh(proposal, body.voterAddress, session)
      const { voterAddress: voter, comment = null, revision = 1 } = body
      const vote = await ballotBox.cast(proposal, { voter, ballot, weight, comment, proof, castAt, revision })
      announcements.voteCast(proposal, vote)
      return { vote, proposal }
    },
  }
}

/** Returns the vote's ballot. @throws 422 `INVALID_CHOICE` if the proposal does not accept such a vote */
function checkBody(proposal: Proposal, { daoId, ...body }: VoteBody, session: Session): Ballot {
  if (daoId !== proposal.dao.daoId)
    throw badRequest('WRONG_DAO', `daoId is ${daoId.slice(0, 40)}: the proposal belongs to ${proposal.dao.daoId}`)
  if (session.chain !== proposal.dao.chain)
    throw forbidden('WRONG_CHAIN', `The session is for ${session.chain}, and the DAO is on ${proposal.dao.chain}`)
  const wrong = ballotFault(votingOf(proposal), body)
  if (wrong !== undefined) throw unprocessable('INVALID_CHOICE', wrong)
  return ballotOf(body)
}

/** @throws 404 `VOTE_NOT_FOUND` */
export async function voteBy(
  database: Database<Tables>,
  proposal: Proposal,
  by: { number: number } | { voter: string },
): Promise<Vote> {
  const vote = await findVote(database.read, proposal, by)
  const which = 'voter' in by ? `vote of ${by.voter}` : `vote number ${by.number}`
  if (!vote) throw notFound('VOTE_NOT_FOUND', `There is no ${which} on ${proposal.proposalId}`)
  return vote
}
