/** Assembles the parts of governance. */
import { ledgersByChain } from '@quorate/ledger'
import { createAnchoring } from './anchoring/anchoring.ts'
import { createBallotKeys } from './anchoring/ballot-keys.ts'
import { createBatches } from './anchoring/batches.ts'
import { createBudgets } from './anchoring/budgets.ts'
import { createReplay } from './anchoring/replay.ts'
import { createDaos } from './daos/daos.ts'
import { createMembers } from './daos/members.ts'
import { createStatements } from './daos/statements.ts'
import { createTreasury } from './daos/treasury.ts'
import { createDelegations } from './delegations/delegations.ts'
import { createDiscussions } from './drafts/discussions.ts'
import { createDrafts } from './drafts/drafts.ts'
import { createMemberships } from './electorate/memberships.ts'
import { createProposalStart } from './electorate/proposal-start.ts'
import { createWeights } from './electorate/weights.ts'
import { createAnnouncements } from './events/announcements.ts'
import type { GovernanceDeps } from './governance-deps.ts'
import { createProposalJobs } from './jobs/proposal-jobs.ts'
import { createNotices } from './notices/notices.ts'
import { createCancellations } from './proposals/cancellations.ts'
import { createDecisions } from './proposals/decisions.ts'
import { createProposals } from './proposals/proposals.ts'
import { createVetoes } from './proposals/vetoes.ts'
import { createWalletRequests } from './proposals/wallet-requests.ts'
import { createRuleChanges } from './rules/rule-changes.ts'
import { createJointSignatures } from './signatures/joint.ts'
import { createVotes } from './votes/votes.ts'
import { createTallies } from './votes/whole-tally.ts'

export type Service = ReturnType<typeof createService>

export function createService(deps: GovernanceDeps) {
  const { database, clock, ledgers } = deps
  const ledgerOf = ledgersByChain(ledgers)
  const proposalJobs = createProposalJobs(deps)
  const announcements = createAnnouncements(deps.realtime)
  const ballotKeys = createBallotKeys({ ...deps, ledgerOf })
  const jointSignatures = createJointSignatures({ ...deps, ledgerOf })
  const shared = { jointSignatures, ballotKeys, proposalJobs, announcements, budgets: createBudgets(deps) }
  const known = { ...deps, ledgerOf, ...shared }
  const base = { ...known, replay: createReplay(known) }
  const anchoring = createAnchoring(base)
  const batches = createBatches({ ...base, anchoring })
  const memberships = createMemberships({ ...base, anchoring })
  const weights = createWeights(base)
  const delegations = createDelegations({ ...base, anchoring })
  const proposalStart = createProposalStart({ ...base, anchoring, memberships, delegations })
  const walletRequests = createWalletRequests(base)
  const ruleChanges = createRuleChanges({ ...base, anchoring, memberships, delegations })
  const decisions = createDecisions({ ...base, anchoring, batches, proposalStart, walletRequests, weights })
  const daos = createDaos({ ...base, anchoring, memberships })
  const proposals = createProposals({ ...base, anchoring, memberships, daos, walletRequests })
  const further = {
    members: createMembers({ ...base, daos, memberships }),
    cancellations: createCancellations({ ...base, decisions }),
    votes: createVotes({ ...base, proposalStart, weights, batches }),
    tallyOf: createTallies(base),
    vetoes: createVetoes({ ...base, anchoring }),
    drafts: createDrafts({ ...base, daos }),
    discussions: createDiscussions(base),
    statements: createStatements({ ...base, daos }),
    treasury: createTreasury({ ...base, daos }),
    notices: createNotices({ messenger: undefined, ...base, daos }),
  }
  return { database, clock, ledgers, daos, ruleChanges, delegations, proposals, ...further }
}
