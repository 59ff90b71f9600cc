import { isLedgerTime } from '@quorate/ledger'
import { type Clock, conflict, type Database, forbidden, type Jobs, type Session } from '@quorate/platform'
import type { Anchoring } from '../anchoring/anchoring.ts'
import type { Batches } from '../anchoring/batches.ts'
import { lastingKind } from '../anchoring/lasting-jobs.ts'
import type { Replay } from '../anchoring/replay.ts'
import type { Opening } from '../electorate/opening.ts'
import type { Weights } from '../electorate/weights.ts'
import type { Announcements } from '../events/announcements.ts'
import { isDecided, type Poll, type Proposal } from '../model/dao.ts'
import { decide, totalVotes, totalWeight } from '../model/tally.ts'
import { decideProposal, findProposal, fixEligibleWeight, lockPoll, updatePoll } from '../store/proposals.ts'
import type { Tables, Trx } from '../store/tables.ts'

export interface Deciding {
  /** Has the proposal decided at its end, or now if that has passed. */
  schedule(trx: Trx, proposal: Pick<Proposal, 'proposalId' | 'endAt'>): Promise<void>
  /** Takes a proposal back before anybody has voted. @throws 403, 409 `VOTES_CAST`, `PROPOSAL_DECIDED` */
  cancel(proposal: Proposal, session: Session): Promise<void>
}

/**
 * Earlier versions took ends of validity that no record can hold. Nobody can read such a proposal on its topic, nor until when it may be carried out: it is
 * rejected, whatever the votes say.
 */
const hasReadableEnd = ({ validUntil }: Proposal): boolean => validUntil === null || isLedgerTime(validUntil)

type Decided = { status: 'PASSED' | 'REJECTED'; winner: string | null; cancelled: boolean }

/** At its end a proposal is closed, all its votes go on the topic, and then what they decide: once. */
export function createDeciding(deps: {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  anchoring: Anchoring
  announcements: Announcements
  batches: Batches
  opening: Opening
  weights: Weights
  replay: Replay
}): Deciding {
  const { database, clock, anchoring, announcements, batches, opening, weights, replay } = deps
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
      // An older copy of the database may have taken this one's place: what stands on the topic is not decided again.
      await replay.catchUp(found.dao)
      const opened = await opening.open(proposalId)
      if (isDecided(opened)) return
      await database.change((trx) => close(trx, opened))
      await batches.form(proposalId)
      const proposal = await findProposal(database.read, proposalId)
      if (!proposal) return
      // Members of other DAOs may take long to weigh: this job is begun again when these are.
      if (proposal.quorum !== null && proposal.eligibleWeight === null)
        await database.change((trx) => weights.schedule(trx, proposal))
      else await database.change((trx) => conclude(trx, proposal))
    },
  )

  /** No vote is counted after this; those under way are, or are refused. */
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
    await settle(trx, proposal, poll, { status: passed ? 'PASSED' : 'REJECTED', winner, cancelled: false })
  }

  const eligibleAtEnd = async (trx: Trx, { proposalId, dao, quorum, eligibleWeight }: Proposal) =>
    dao.rules.tokenWeighted && quorum !== null ? fixEligibleWeight(trx, proposalId) : eligibleWeight

  async function settle(trx: Trx, proposal: Proposal, poll: Poll, decided: Decided): Promise<void> {
    const { proposalId, endAt } = proposal
    const at = new Date(decided.cancelled ? clock.now() : Math.max(clock.now(), endAt.getTime()))
    const current = await findProposal(trx, proposalId)
    if (!current || isDecided(current)) return
    const record = await anchoring.add(trx, decisionRecord(proposal, poll, decided, at))
    if (!(await decideProposal(trx, proposalId, { ...decided, record, at })))
      throw new Error(`the proposal ${proposalId} was decided twice at once`)
    trx.onCommit(() => announcements.statusChanged({ ...proposal, ...decided, updatedAt: at }))
  }

  return {
    schedule: (trx, { proposalId, endAt }) =>
      kind.add(trx, { proposalId }, endAt.getTime() > clock.now() ? endAt : undefined),
    async cancel(proposal, { walletId, chain }) {
      if (walletId !== proposal.creator || chain !== proposal.dao.chain)
        throw forbidden('NOT_THE_CREATOR', `Only ${proposal.creator}, who submitted it, may cancel this proposal`)
      await replay.upToDate(proposal.dao)
      await database.change(async (trx) => {
        const poll = await close(trx, proposal)
        const current = await findProposal(trx, proposal.proposalId)
        if (!current || isDecided(current)) throw conflict('PROPOSAL_DECIDED', `The proposal is ${current?.status}`)
        if (poll.castCount > 0) throw conflict('VOTES_CAST', 'Votes have been cast: the proposal runs to its end')
        await settle(trx, current, poll, { status: 'REJECTED', winner: null, cancelled: true })
      })
    },
  }
}

const decisionRecord = (proposal: Proposal, poll: Poll, { status, winner, cancelled }: Decided, at: Date) => ({
  quorate: 1 as const,
  type: 'decision' as const,
  chain: proposal.dao.chain,
  daoId: proposal.dao.daoId,
  proposalId: proposal.proposalId,
  status,
  cancelled,
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
  // What is not adopted permits nothing. The proposal's record has its data, and as a second copy it would keep the records of others waiting.
  proposalData: status === 'PASSED' ? proposal.proposalData : {},
})
