import type { Clock, Database, Jobs } from '@quorate/platform'
import type { Proposal } from '../model/dao.ts'
import type { Tables, Trx } from '../store/tables.ts'
import { lastingKind } from './lasting-jobs.ts'

export type ProposalJobs = ReturnType<typeof createProposalJobs>

/** The jobs of a proposal: its start, weighing its electorate, its decision. */
export function createProposalJobs(deps: { jobs: Jobs; database: Database<Tables>; clock: Clock }) {
  const { clock } = deps
  const key = ({ proposalId }: { proposalId: string }): string => proposalId
  const start = lastingKind(deps, 'proposal.start', key)
  const weighing = lastingKind(deps, 'electorate.weigh', key)
  const decision = lastingKind(deps, 'proposal.decide', key, { stopsClock: true })
  /** Undefined for a time in the past. */
  const due = (at: Date): Date | undefined => (at.getTime() > clock.now() ? at : undefined)

  return {
    start,
    weighing,
    decision,
    /** Schedules the proposal's start. */
    scheduleStart: (trx: Trx, { proposalId, startAt }: Pick<Proposal, 'proposalId' | 'startAt'>) =>
      start.add(trx, { proposalId }, due(startAt)),
    /** Schedules weighing the electorate of a token-weighted proposal for its quorum, and then the decision. */
    scheduleWeighing: (trx: Trx, { proposalId }: Pick<Proposal, 'proposalId'>) => weighing.add(trx, { proposalId }),
    /** Schedules the proposal's decision for its end, or for now if that has passed. */
    scheduleDecision: (trx: Trx, { proposalId, endAt }: Pick<Proposal, 'proposalId' | 'endAt'>) =>
      decision.add(trx, { proposalId }, due(endAt)),
  }
}
