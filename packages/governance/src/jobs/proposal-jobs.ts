import type { Clock, Database, Jobs } from '@quorate/platform'
import { changeOf, type DecisionRecord } from '@quorate/verify/recount'
import type { Proposal } from '../model/dao.ts'
import type { Tables, Trx } from '../store/tables.ts'
import { lastingKind } from './lasting-jobs.ts'

export type ProposalJobs = ReturnType<typeof createProposalJobs>

/** How long before the end of a vote its notice is sent, in milliseconds. */
const ENDING_MS = 3_600_000

/**
 * The jobs of a proposal: its start, weighing its electorate, its decision, its change of the rules, and notices of its
 * end.
 */
export function createProposalJobs(deps: { jobs: Jobs; database: Database<Tables>; clock: Clock }) {
  const { clock } = deps
  const key = ({ proposalId }: { proposalId: string }): string => proposalId
  const start = lastingKind(deps, 'proposal.start', key)
  const weighing = lastingKind(deps, 'electorate.weigh', key)
  const decision = lastingKind(deps, 'proposal.decide', key, { stopsClock: true })
  const change = lastingKind(deps, 'rules.change', key)
  const ending = lastingKind(deps, 'vote.ending', key)
  const ended = lastingKind(deps, 'vote.ended', key)
  /** Undefined for a time in the past. */
  const due = (at: Date): Date | undefined => (at.getTime() > clock.now() ? at : undefined)

  return {
    start,
    weighing,
    decision,
    change,
    ending,
    ended,
    /** Schedules the change of rules or members, if a decision permits one. */
    async scheduleChange(trx: Trx, decided: DecisionRecord): Promise<void> {
      if (changeOf(decided)) await change.add(trx, { proposalId: decided.proposalId })
    },
    /** Schedules the proposal's start. */
    scheduleStart: (trx: Trx, { proposalId, startAt }: Pick<Proposal, 'proposalId' | 'startAt'>) =>
      start.add(trx, { proposalId }, due(startAt)),
    /** Schedules weighing a token-weighted proposal's electorate for its quorum; the decision follows. */
    scheduleWeighing: (trx: Trx, { proposalId }: Pick<Proposal, 'proposalId'>) => weighing.add(trx, { proposalId }),
    /** Schedules the proposal's decision for its end, or for now if that has passed. */
    async scheduleDecision(trx: Trx, { proposalId, endAt }: Pick<Proposal, 'proposalId' | 'endAt'>): Promise<void> {
      const endingAt = due(new Date(endAt.getTime() - ENDING_MS))
      if (endingAt) await ending.add(trx, { proposalId }, endingAt)
      await decision.add(trx, { proposalId }, due(endAt))
    },
  }
}
