import type { Clock, Database } from '@quorate/platform'
import { type DecisionRecord, decide, type Tally } from '@quorate/verify/recount'
import type { Anchoring } from '../anchoring/anchoring.ts'
import type { BallotKeys } from '../anchoring/ballot-keys.ts'
import type { Batches } from '../anchoring/batches.ts'
import type { Replay } from '../anchoring/replay.ts'
import type { ProposalStart } from '../electorate/proposal-start.ts'
import type { Weights } from '../electorate/weights.ts'
import type { Announcements } from '../events/announcements.ts'
import type { ProposalJobs } from '../jobs/proposal-jobs.ts'
import { isDecided, needsWeights, type Poll, type Proposal, ruleOfProposal, type VotingRules } from '../model/dao.ts'
import { decideProposal, findProposal, fixEligibleWeight, lockPoll, updatePoll } from '../store/proposals.ts'
import type { Tables, Trx } from '../store/tables.ts'
import { createOpening } from '../votes/opening.ts'
import { unweighedDelegators, weighedDelegators, wholeTally } from '../votes/whole-tally.ts'
import type { WalletRequests } from './wallet-requests.ts'

export type Decisions = ReturnType<typeof createDecisions>

type Decided = {
  status: 'PASSED' | 'REJECTED'
  winner: string | null
  cancelled: boolean
  cancellation?: DecisionRecord['cancellation'] | undefined
  /** Includes delegated votes; absent if nobody has voted. */
  tally?: Tally
}

/** At a proposal's end, closes its poll, and then writes all its votes and its decision on the topic once. */
export function createDecisions(deps: {
  database: Database<Tables>
  clock: Clock
  anchoring: Anchoring
  announcements: Announcements
  batches: Batches
  ballotKeys: BallotKeys
  proposalJobs: ProposalJobs
  proposalStart: ProposalStart
  replay: Replay
  walletRequests: WalletRequests
  weights: Weights
}) {
  const { database, clock, anchoring, announcements, batches, proposalJobs, proposalStart, replay, walletRequests } =
    deps

  const opening = createOpening(deps)

  proposalJobs.decision.does(async ({ proposalId }) => {
    const found = await findProposal(database.read, proposalId)
    if (!found) return
    if (isDecided(found)) return weighDelegators(deps, found)
    // The queue's clock, or another process's, may be ahead.
    if (clock.now() < found.endAt.getTime()) {
      await database.change((trx) => proposalJobs.decision.add(trx, { proposalId }, found.endAt))
      return
    }
    // The database may have been restored from a backup. A decision that is already on the topic is read back, not made
    // again.
    await replay.catchUp(found.dao)
    const opened = await proposalStart.begin(proposalId)
    // The decision was found on the topic.
    if (isDecided(opened)) return weighDelegators(deps, opened)
    await database.change((trx) => close(trx, opened))
    await batches.form(proposalId)
    await opening.open(opened)
    const proposal = await findProposal(database.read, proposalId)
    if (!proposal) return
    // Weighing may have to wait for other DAOs' members. This job runs again once this proposal's members are weighed.
    if (needsWeights(proposal) && proposal.eligibleWeight === null) {
      await database.change((trx) => proposalJobs.scheduleWeighing(trx, proposal))
      return
    }
    await weighDelegators(deps, proposal)
    await database.change((trx) => conclude(trx, proposal))
  })

  /** Closes the poll. A vote in progress is either counted before or refused. */
  async function close(trx: Trx, proposal: Proposal): Promise<Poll> {
    const poll = await lockPoll(trx, proposal)
    await updatePoll(trx, proposal.proposalId, { ...poll, open: false })
    return poll
  }

  async function conclude(trx: Trx, weighed: Proposal): Promise<void> {
    const poll = await lockPoll(trx, weighed)
    const proposal = { ...weighed, eligibleWeight: await eligibleAtEnd(trx, weighed) }
    const tally = await wholeTally(trx, proposal, poll)
    const { passed, winner } = decide(tally, ruleOfProposal(proposal), proposal.eligibleWeight)
    const at = new Date(Math.max(clock.now(), proposal.endAt.getTime()))
    await settle(trx, proposal, poll, { status: passed ? 'PASSED' : 'REJECTED', winner, cancelled: false, tally }, at)
  }

  const eligibleAtEnd = async (trx: Trx, proposal: Proposal) =>
    needsWeights(proposal)
      ? fixEligibleWeight(trx, proposal.proposalId, await weighedDelegators(trx, proposal))
      : proposal.eligibleWeight

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
    await proposalJobs.scheduleChange(trx, decision)
    await proposalJobs.ended.add(trx, { proposalId })
    const { status, winner, cancelled } = decided
    trx.onCommit(() =>
      announcements.statusChanged({ ...proposal, status, winner, cancelled, cancelSigned, updatedAt: at }),
    )
  }

  return { close, settle }
}

/**
 * Looks up the weights of delegated votes that the database lacks. They are in no record, so after a decision was read
 * back from the topic, the results need them again.
 */
async function weighDelegators(
  { database, weights }: { database: Database<Tables>; weights: Weights },
  proposal: Proposal,
): Promise<void> {
  for (const account of await unweighedDelegators(database.read, proposal))
    await weights.weightOf(proposal, account, proposal.creator)
}

/** The delay and the veto that follow a passed proposal. */
const delayIn = ({ executionDelay, veto }: VotingRules) => ({
  ...(executionDelay === undefined ? {} : { executionDelay }),
  ...(veto === undefined ? {} : { veto }),
})

const decisionRecord = (
  proposal: Proposal,
  poll: Poll,
  { status, winner, cancelled, cancellation, tally = poll.tally }: Decided,
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
    options: tally.counts.map(({ option, votes, weight }) => ({ option, votes, weight: weight.toString() })),
    totalVotes: tally.totalVotes,
    totalWeight: tally.totalWeight.toString(),
    ...(proposal.dao.rules.delegation ? { delegatedVotes: tally.delegatedVotes ?? 0 } : {}),
    eligibleWeight: proposal.eligibleWeight?.toString() ?? null,
    winner,
  },
  batches: poll.batches,
  ...(proposal.ballotSecret === null ? {} : { ballotSecret: proposal.ballotSecret }),
  ...(proposal.validUntil !== null ? { validUntil: proposal.validUntil } : {}),
  ...(status === 'PASSED' ? delayIn(proposal.dao.rules) : {}),
  ...(proposal.optimistic ? { optimistic: true as const } : {}),
  // A rejected proposal permits nothing. Its record already has the data, and a second copy would delay other records.
  proposalData: status === 'PASSED' ? proposal.proposalData : {},
})
