/** Puts the parts of governance together. */
import { type Ledger, ledgersByChain } from '@quorate/ledger'
import type { Clock, Database, Jobs, Logger, Realtime } from '@quorate/platform'
import { createAnchoring } from './anchoring/anchoring.ts'
import { createBatches } from './anchoring/batches.ts'
import { createBudgets } from './anchoring/budgets.ts'
import { createReplay } from './anchoring/replay.ts'
import { createUploads } from './anchoring/uploads.ts'
import { createDaos } from './daos/daos.ts'
import { createMembers } from './daos/members.ts'
import { createMemberships } from './electorate/memberships.ts'
import { createProposalStart } from './electorate/proposal-start.ts'
import { createWeighing } from './electorate/weighing.ts'
import { createWeights } from './electorate/weights.ts'
import { createAnnouncements } from './events/announcements.ts'
import { createProposalJobs } from './jobs/proposal-jobs.ts'
import { createCancellations } from './proposals/cancellations.ts'
import { createDecisions } from './proposals/decisions.ts'
import { createProposals } from './proposals/proposals.ts'
import { createWalletRequests, type MultisigAddress } from './proposals/wallet-requests.ts'
import type { Settings } from './settings.ts'
import type { Tables } from './store/tables.ts'
import { createBallotBox } from './votes/ballot-box.ts'
import { createVotes } from './votes/votes.ts'

export type Service = ReturnType<typeof createService>

export function createService(deps: {
  database: Database<Tables>
  jobs: Jobs
  ledgers: Map<string, Ledger>
  realtime: Realtime
  settings: Settings
  multisig?: MultisigAddress | undefined
  clock: Clock
  log: Pick<Logger, 'error' | 'warn'>
}) {
  const { database, ledgers, settings } = deps
  const ledgerOf = ledgersByChain(ledgers)
  const proposalJobs = createProposalJobs(deps)
  const replay = createReplay({ ...deps, ledgerOf, proposalJobs })
  const announcements = createAnnouncements(deps.realtime)
  const budgets = createBudgets(deps)
  const base = { ...deps, ledgerOf, proposalJobs, replay, announcements, budgets }

  const anchoring = createAnchoring(base)
  const uploads = createUploads(base)
  const batches = createBatches({ ...base, anchoring, uploads })
  const memberships = createMemberships({ ...base, anchoring })
  const weights = createWeights({ ...base, weighing: createWeighing(base) })
  const proposalStart = createProposalStart({ ...base, anchoring, memberships })
  const multisig = settings.MULTISIG_URL === undefined ? deps.multisig : { url: () => settings.MULTISIG_URL }
  const walletRequests = createWalletRequests({ ...base, multisig })
  const decisions = createDecisions({ ...base, anchoring, batches, proposalStart, walletRequests })
  const cancellations = createCancellations({ ...base, decisions })
  const daos = createDaos({ ...base, anchoring, memberships })
  const members = createMembers({ ...base, daos, memberships })
  const proposals = createProposals({ ...base, anchoring, memberships, daos, walletRequests })
  const ballotBox = createBallotBox({ ...base, batches })
  const votes = createVotes({ ...base, proposalStart, weights, ballotBox })
  return { database, ledgers, daos, members, proposals, cancellations, votes }
}
