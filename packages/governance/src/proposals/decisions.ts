import { countVerifications, type Ledger } from '@quorate/ledger'
import { type Clock, conflict, type Database, forbidden, type Jobs, type Session } from '@quorate/platform'
import { canonicalBytes } from '@quorate/verify'
import {
  cancellationText,
  type DecisionRecord,
  decide,
  isLedgerTime,
  totalVotes,
  totalWeight,
} from '@quorate/verify/recount'
import type { Anchoring } from '../anchoring/anchoring.ts'
import type { Batches } from '../anchoring/batches.ts'
import { type Budgets, messagesOf } from '../anchoring/budgets.ts'
import { lastingKind } from '../anchoring/lasting-jobs.ts'
import type { Replay } from '../anchoring/replay.ts'
import type { ProposalStart } from '../electorate/proposal-start.ts'
import type { Weights } from '../electorate/weights.ts'
import type { Announcements } from '../events/announcements.ts'
import { isDecided, type Poll, type Proposal } from '../model/dao.ts'
import { decideProposal, findProposal, fixEligibleWeight, lockPoll, updatePoll } from '../store/proposals.ts'
import type { Tables, Trx } from '../store/tables.ts'
import { type GivenSignature, keyTime, proofOf } from '../votes/proofs.ts'
import type { WalletRequests } from './wallet-requests.ts'

export interface Decisions {
  /** Has the proposal decided at its end, or now if that has passed. */
  schedule(trx: Trx, proposal: Pick<Proposal, 'proposalId' | 'endAt'>): Promise<void>
  /**
   * Cancels a proposal before anybody has voted, and before its end. Without signatures the cancellation rests on the
   * service's word.
   *
   * @throws 403 `NOT_THE_CREATOR`, 409 `VOTES_CAST`, `VOTING_CLOSED`, `PROPOSAL_DECIDED`; for signatures, the errors of
   *     {@link proofOf}
   */
  cancel(proposal: Proposal, session: Session, signed?: Signed): Promise<void>
}

/**
 * Earlier versions accepted values of `validUntil` that no record can hold. Nobody can read such a proposal on its
 * topic, or until when its decision may be carried out. So the proposal is rejected, whatever the votes say.
 */
const hasReadableEnd = ({ validUntil }: Proposal): boolean => validUntil === null || isLedgerTime(validUntil)

type Countable = Parameters<typeof countVerifications>[0]

export interface Signed {
  signatures: readonly GivenSignature[]
  /** Verifications beyond those that one request may cause count as further requests of this client. */
  request: Countable
}

type Decided = {
  status: 'PASSED' | 'REJECTED'
  winner: string | null
  cancelled: boolean
  cancellation?: DecisionRecord['cancellation'] | undefined
}

/** At a proposal's end, closes its poll, has all its votes written on the topic, and then its decision, once. */
export function createDecisions(deps: {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  budgets: Budgets
  ledgerOf(on: { chain: string }): Ledger
  anchoring: Anchoring
  announcements: Announcements
  batches: Batches
  proposalStart: ProposalStart
  weights: Weights
  replay: Replay
  walletRequests: WalletRequests
}): Decisions {
  const { database, clock, budgets, ledgerOf, anchoring, announcements, batches, proposalStart, weights, replay } = deps
  const { walletRequests } = deps
  const kind = lastingKind<{ proposalId: string }>(
    deps,
    'proposal.decide',
    ({ proposalId }) => proposalId,
    async ({ proposalId }) => {
      const found = await findProposal(database.read, proposalId)
      if (!found || isDecided(found)) return
      // The queue's clock, or another process's, may be ahead.
      if (clock.now() < found.endAt.getTime()) {
        await database.change((trx) => kind.add(trx, { proposalId }, found.endAt))
        return
      }
      // The database may have been replaced by an older copy: a decision that stands on the topic is read back, not
      // made again.
      await replay.catchUp(found.dao)
      const opened = await proposalStart.begin(proposalId)
      if (isDecided(opened)) return
      await database.change((trx) => close(trx, opened))
      await batches.form(proposalId)
      const proposal = await findProposal(database.read, proposalId)
      if (!proposal) return
      // Weighing may wait for the members of other DAOs: this job runs again once this proposal's are weighed.
      if (proposal.quorum !== null && proposal.eligibleWeight === null)
        await database.change((trx) => weights.schedule(trx, proposal))
      else await database.change((trx) => conclude(trx, proposal))
    },
    { stopsClock: true },
  )

  /** Closes the poll. Votes under way are counted before, or refused. */
  async function close(trx: Trx, proposal: Proposal): Promise<Poll> {
    const poll = await lockPoll(trx, proposal)
    await updatePoll(trx, proposal.proposalId, { ...poll, open: false })
    return poll
  }

  async function conclude(trx: Trx, weighed: Proposal): Promise<void> {
    const poll = await lockPoll(trx, weighed)
    const proposal = { ...weighed, eligibleWeight: await eligibleAtEnd(trx, weighed) }
    const { passed, winner } = hasReadableEnd(proposal)
      ? decide(
          poll.counts,
          { threshold: proposal.dao.rules.threshold, quorum: proposal.quorum },
          proposal.eligibleWeight,
        )
      : { passed: false, winner: null }
    const at = new Date(Math.max(clock.now(), proposal.endAt.getTime()))
    await settle(trx, proposal, poll, { status: passed ? 'PASSED' : 'REJECTED', winner, cancelled: false }, at)
  }

  const eligibleAtEnd = async (trx: Trx, { proposalId, dao, quorum, eligibleWeight }: Proposal) =>
    dao.rules.tokenWeighted && quorum !== null ? fixEligibleWeight(trx, proposalId) : eligibleWeight

  async function settle(trx: Trx, proposal: Proposal, poll: Poll, decided: Decided, at: Date): Promise<void> {
    const { proposalId } = proposal
    const current = await findProposal(trx, proposalId)
    if (!current || isDecided(current)) return
    const decision = decisionRecord(proposal, poll, decided, at)
    const record = await anchoring.add(trx, decision)
    const cancelSigned = decided.cancellation !== undefined
    if (!(await decideProposal(trx, proposalId, { ...decided, cancelSigned, record, at })))
      throw new Error(`the proposal ${proposalId} was decided twice at once`)
    await walletRequests.schedule(trx, decision)
    trx.onCommit(() => announcements.statusChanged({ ...proposal, ...decided, cancelSigned, updatedAt: at }))
  }

  /** Returns the time now, if the proposal may still be cancelled. @throws 409 `VOTING_CLOSED` */
  function beforeEnd({ endAt }: Proposal): Date {
    const now = new Date(clock.now())
    if (now < endAt) return now
    throw conflict('VOTING_CLOSED', `The voting ended at ${endAt.toISOString()}: the proposal is decided by its votes`)
  }

  async function proved(proposal: Proposal, { signatures, request }: Signed, at: Date) {
    const { dao, creator: account } = proposal
    const { mirror } = ledgerOf(dao)
    const keyAt = await keyTime({ chain: dao.chain, mirror }, at)
    request.countMore(1)
    const key = await mirror.keyAt(account, keyAt)
    const signed = { account, text: cancellationOf(proposal) }
    return proofOf(key, keyAt, signatures, signed, countVerifications(request))
  }

  return {
    schedule: (trx, { proposalId, endAt }) =>
      kind.add(trx, { proposalId }, endAt.getTime() > clock.now() ? endAt : undefined),
    async cancel(proposal, { walletId, chain }, signed) {
      if (walletId !== proposal.creator || chain !== proposal.dao.chain)
        throw forbidden('NOT_THE_CREATOR', `Only ${proposal.creator}, who submitted it, may cancel this proposal`)
      beforeEnd(proposal)
      await replay.upToDate(proposal.dao)
      // A recount compares the key's time with the cancellation's, so both follow from one reading of the clock.
      const at = beforeEnd(proposal)
      const cancellation = signed && (await proved(proposal, signed, at))
      await database.change(async (trx) => {
        const poll = await close(trx, proposal)
        const current = await findProposal(trx, proposal.proposalId)
        if (!current || isDecided(current)) throw conflict('PROPOSAL_DECIDED', `The proposal is ${current?.status}`)
        beforeEnd(proposal)
        if (poll.castCount > 0) throw conflict('VOTES_CAST', 'Votes have been cast: the proposal runs to its end')
        // The messages that were set aside for the decision have no room for signatures.
        const messages = cancellation ? messagesOf(canonicalBytes(cancellation)) : 0
        const founded = proposal.dao.createdAt
        if (messages > 0) await budgets.reserve(trx, { chain, wallet: walletId, messages, founded })
        await settle(trx, current, poll, { status: 'REJECTED', winner: null, cancelled: true, cancellation }, at)
      })
    },
  }
}

/** The text that the proposal's creator signs to cancel it. */
export const cancellationOf = ({ dao, proposalId, recordHash, creator }: Proposal): string =>
  cancellationText({
    ...{ chain: dao.chain, daoId: dao.daoId, proposalId },
    proposalHash: recordHash,
    creatorAddress: creator,
  })

const decisionRecord = (
  proposal: Proposal,
  poll: Poll,
  { status, winner, cancelled, cancellation }: Decided,
  at: Date,
) => ({
  quorate: 1 as const,
  type: 'decision' as const,
  chain: proposal.dao.chain,
  daoId: proposal.dao.daoId,
  proposalId: proposal.proposalId,
  status,
  cancelled,
  ...(cancellation ? { cancellation } : {}),
  decidedAt: at.toISOString(),
  result: {
    options: poll.counts.map(({ option, votes, weight }) => ({ option, votes, weight: weight.toString() })),
    totalVotes: totalVotes(poll.counts),
    totalWeight: totalWeight(poll.counts).toString(),
    eligibleWeight: proposal.eligibleWeight?.toString() ?? null,
    winner,
  },
  batches: poll.batches,
  ...(proposal.validUntil !== null && hasReadableEnd(proposal) ? { validUntil: proposal.validUntil } : {}),
  // A rejected proposal permits nothing. Its record has the data, and a second copy would keep the records of others
  // waiting.
  proposalData: status === 'PASSED' ? proposal.proposalData : {},
})
