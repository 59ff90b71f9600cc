import type { Clock, Database } from '@quorate/platform'
import { type DecisionRecord, decide, totalVotes, totalWeight } from '@quorate/verify/recount'
import type { Anchoring } from '../anchoring/anchoring.ts'
import type { Batches } from '../anchoring/batches.ts'
import type { Replay } from '../anchoring/replay.ts'
import type { ProposalStart } from '../electorate/proposal-start.ts'
import type { Announcements } from '../events/announcements.ts'
import type { ProposalJobs } from '../jobs/proposal-jobs.ts'
import { isDecided, type Poll, type Proposal } from '../model/dao.ts'
import { decideProposal, findProposal, fixEligibleWeight, lockPoll, updatePoll } from '../store/proposals.ts'
import type { Tables, Trx } from '../store/tables.ts'
import type { WalletRequests } from './wallet-requests.ts'

export type Decisions = ReturnType<typeof createDecisions>

type Decided = {
  status: 'PASSED' | 'REJECTED'
  winner: string | null
  cancelled: boolean
  cancellation?: DecisionRecord['cancellation'] | undefined
}

/** At a proposal's end, closes its poll, and then writes all its votes and its decision on the topic, once. */
export function createDecisions(deps: {
  database: Database<Tables>
  clock: Clock
  anchoring: Anchoring
  announcements: Announcements
  batches: Batches
  proposalJobs: ProposalJobs
  proposalStart: ProposalStart
  replay: Replay
  walletRequests: WalletRequests
}) {
  const { database, clock, anchoring, announcements, batches, proposalJobs, proposalStart, replay, walletRequests } =
    deps

  proposalJobs.decision.does(async ({ proposalId }) => {
    const found = await findProposal(database.read, proposalId)
    if (!found || isDecided(found)) return
    // The queue's clock, or another process's, may be ahead.
    if (clock.now() < found.endAt.getTime()) {
      await database.change((trx) => proposalJobs.decision.add(trx, { proposalId }, found.endAt))
      return
    }
    // The database may have been replaced by an older copy. A decision that is already on the topic is read back, not
    // made again.
    await replay.catchUp(found.dao)
    const opened = await proposalStart.begin(proposalId)
    if (isDecided(opened)) return
    await database.change((trx) => close(trx, opened))
    await batches.form(proposalId)
    const proposal = await findProposal(database.read, proposalId)
    if (!proposal) return
    // Weighing may have to wait for other DAOs' members. This job runs again once this proposal's members are weighed.
    if (proposal.quorum !== null && proposal.eligibleWeight === null)
      await database.change((trx) => proposalJobs.scheduleWeighing(trx, proposal))
    else await database.change((trx) => conclude(trx, proposal))
  })

  /** Closes the poll. Votes in progress are either counted before or refused. */
  async function close(trx: Trx, proposal: Proposal): Promise<Poll> {
    const poll = await lockPoll(trx, proposal)
    await updatePoll(trx, proposal.proposalId, { ...poll, open: false })
    return poll
  }

  async function conclude(trx: Trx, weighed: Proposal): Promise<void> {
    const poll = await lockPoll(trx, weighed)
    const proposal = { ...weighed, eligibleWeight: await eligibleAtEnd(trx, weighed) }
    const { threshold } = proposal.dao.rules
    const { passed, winner } = decide(poll.counts, { threshold, quorum: proposal.quorum }, proposal.eligibleWeight)
    const at = new Date(Math.max(clock.now(), proposal.endAt.getTime()))
    await settle(trx, proposal, poll, { status: passed ? 'PASSED' : 'REJECTED', winner, cancelled: false }, at)
  }

  const eligibleAtEnd = async (trx: Trx, { proposalId, dao, quorum, eligibleWeight }: Proposal) =>
    dao.rules.tokenWeighted && quorum !== null ? fixEligibleWeight(trx, proposalId) : eligibleWeight

  /** Records the decision, unless the proposal is already decided. */
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

  return { close, settle }
}

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
  ...(proposal.validUntil !== null ? { validUntil: proposal.validUntil } : {}),
  // A rejected proposal permits nothing. Its record already has the data, and a second copy would delay other records.
  proposalData: status === 'PASSED' ? proposal.proposalData : {},
})
