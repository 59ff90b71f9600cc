import { type Ledger, ledgersByChain } from '@quorate/ledger'
import type { Clock, Database, Jobs, Logger, Realtime } from '@quorate/platform'
import { createAnchoring } from './anchoring/anchoring.ts'
import { createBatches } from './anchoring/batches.ts'
import { createBudgets } from './anchoring/budgets.ts'
import { createReplay, type Replay } from './anchoring/replay.ts'
import { createUploads } from './anchoring/uploads.ts'
import { createDaos, type Daos } from './daos/found.ts'
import { createMemberships } from './electorate/memberships.ts'
import { createProposalStart } from './electorate/proposal-start.ts'
import { createWeights } from './electorate/weights.ts'
import { createAnnouncements } from './events/announcements.ts'
import { createDecisions, type Decisions } from './proposals/decisions.ts'
import { createProposals, type Proposals } from './proposals/proposals.ts'
import { createWalletRequests, type MultisigAddress } from './proposals/wallet-requests.ts'
import type { Settings } from './settings.ts'
import type { Tables } from './store/tables.ts'
import { createBallotBox } from './votes/ballot-box.ts'
import { createVotes, type Votes } from './votes/vote.ts'

/** The parts of the service that the routes use. */
export interface Service {
  database: Database<Tables>
  ledgers: ReadonlyMap<string, Ledger>
  daos: Daos
  proposals: Proposals
  decisions: Decisions
  votes: Votes
}

export function createService(deps: {
  database: Database<Tables>
  jobs: Jobs
  ledgers: Map<string, Ledger>
  realtime: Realtime
  settings: Settings
  multisig?: MultisigAddress | undefined
  clock: Clock
  log: Pick<Logger, 'error' | 'warn'>
}): Service {
  const { database, realtime } = deps
  const ledgerOf = ledgersByChain(deps.ledgers)

  const replay: Replay = createReplay({
    ...{ ...deps, ledgerOf },
    async schedule(trx, proposal) {
      await proposalStart.schedule(trx, proposal)
      await decisions.schedule(trx, proposal)
    },
  })
  const announcements = createAnnouncements(realtime)
  const common = { ...deps, ledgerOf, announcements, budgets: createBudgets(deps), replay }
  const anchoring = createAnchoring(common)
  const weights = createWeights({ ...common, scheduleDecision: (trx, proposal) => decisions.schedule(trx, proposal) })
  const batches = createBatches({ ...common, anchoring, uploads: createUploads(common) })
  const memberships = createMemberships({ ...common, anchoring })
  const proposalStart = createProposalStart({ ...common, anchoring, memberships, weights })
  const { MULTISIG_URL } = deps.settings
  const multisig = MULTISIG_URL === undefined ? deps.multisig : { url: () => MULTISIG_URL }
  const walletRequests = createWalletRequests({ ...common, multisig })
  const decisions = createDecisions({ ...common, anchoring, batches, proposalStart, weights, walletRequests })
  const daos = createDaos({ ...common, anchoring, memberships })
  const proposals = createProposals({
    ...common,
    walletRequests,
    anchoring,
    memberships,
    daos,
    proposalStart,
    decisions,
  })
  const votes = createVotes({ ...common, proposalStart, weights, ballotBox: createBallotBox({ ...common, batches }) })
  return { database, ledgers: deps.ledgers, daos, proposals, decisions, votes }
}
