import { type Clock, conflict, type Database, notFound } from '@quorate/platform'
import { MerkleTree } from '@quorate/verify'
import type { Anchoring } from '../anchoring/anchoring.ts'
import type { Replay } from '../anchoring/replay.ts'
import type { Delegations } from '../delegations/delegations.ts'
import type { Announcements } from '../events/announcements.ts'
import type { ProposalJobs } from '../jobs/proposal-jobs.ts'
import { isDecided, needsWeights, type Proposal } from '../model/dao.ts'
import { lockDao } from '../store/daos.ts'
import { membersAt } from '../store/members.ts'
import { beginProposal, findProposal, fixElectorate, lockPoll } from '../store/proposals.ts'
import type { Tables, Trx } from '../store/tables.ts'
import type { Memberships } from './memberships.ts'

export interface ProposalStart {
  /**
   * Fixes the electorate of a proposal whose start has passed, and returns the updated proposal.
   * @throws 404 `PROPOSAL_NOT_FOUND`, 409 `VOTING_NOT_STARTED`
   */
  begin(proposalId: string): Promise<Proposal>
}

/** Fixes the electorate at a proposal's start: the DAO's members at that time. */
export function createProposalStart(deps: {
  database: Database<Tables>
  clock: Clock
  anchoring: Anchoring
  memberships: Memberships
  delegations: Pick<Delegations, 'record'>
  proposalJobs: ProposalJobs
  announcements: Announcements
  replay: Replay
}): ProposalStart {
  const { database, clock, anchoring, memberships, delegations, proposalJobs, announcements, replay } = deps
  proposalJobs.start.does(async ({ proposalId }) => {
    const proposal = await findProposal(database.read, proposalId)
    // The queue's clock, or another process's, may be ahead.
    if (proposal && clock.now() < proposal.startAt.getTime())
      await database.change((trx) => proposalJobs.start.add(trx, { proposalId }, proposal.startAt))
    else await begin(proposalId)
  })

  async function begin(proposalId: string): Promise<Proposal> {
    const found = await findProposal(database.read, proposalId)
    if (!found) throw notFound('PROPOSAL_NOT_FOUND', `The proposal ${proposalId} does not exist`)
    await replay.upToDate(found.dao)
    const proposal = (await findProposal(database.read, proposalId)) ?? found
    if (proposal.electorate || isDecided(proposal)) return proposal
    if (clock.now() < proposal.startAt.getTime())
      throw conflict('VOTING_NOT_STARTED', `Voting begins at ${proposal.startAt.toISOString()}`)
    // After the start, this lock ensures that all earlier joins and leaves are committed. Later ones get a later time.
    await database.change(async (trx) => {
      await lockDao(trx, proposal.dao.daoId)
      await memberships.record(trx, proposal.dao)
      await delegations.record(trx, proposal.dao)
      await beginProposal(trx, proposalId)
    })
    const members = new MerkleTree()
    for await (const page of membersAt(database.read, proposal.dao.daoId, proposal.startAt))
      for (const account of page) members.add(Buffer.from(account))
    await database.change((trx) => record(trx, proposal, members))
    return (await findProposal(database.read, proposalId)) ?? proposal
  }

  async function record(trx: Trx, proposal: Proposal, members: MerkleTree): Promise<void> {
    const { proposalId, dao } = proposal
    const root = members.root()
    const { size } = members
    const eligibleWeight = dao.rules.tokenWeighted ? null : BigInt(size)
    const at = new Date(clock.now())
    // A cancellation takes the same lock, so its record and the electorate's are written in order.
    await lockPoll(trx, proposal)
    if (!(await fixElectorate(trx, proposalId, { root, size, eligibleWeight, at }))) return
    const head = { quorate: 1, chain: dao.chain, daoId: dao.daoId, proposalId } as const
    await anchoring.add(trx, { ...head, type: 'electorate', members: size, root })
    if (needsWeights(proposal)) await proposalJobs.scheduleWeighing(trx, proposal)
    if (proposal.status === 'PENDING')
      trx.onCommit(() => announcements.statusChanged({ ...proposal, status: 'ACTIVE', updatedAt: at }))
  }

  return { begin }
}
