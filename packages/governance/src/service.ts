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
import { createDeciding, type Deciding } from './proposals/deciding.ts'
import { createProposals, type Proposals } from './proposals/proposals.ts'
import type { Settings } from './settings.ts'
import type { Tables } from './store/tables.ts'
import { createBallotBox } from './votes/ballot-box.ts'
import { createVoting, type Voting } from './votes/vote.ts'

/** The parts of the service that the routes use. */
export interface Service {
  database: Database<Tables>
  daos: Daos
  proposals: Proposals
  deciding: Deciding
  voting: Voting
}

export function createService(deps: {
  database: Database<Tables>
  jobs: Jobs
  ledgers: Map<string, Ledger>
  realtime: Realtime
  settings: Settings
  clock: Clock
  log: Pick<Logger, 'error' | 'warn'>
}): Service {
  const { database, realtime } = deps
  const ledgerOf = ledgersByChain(deps.ledgers)

  const replay: Replay = createReplay({
    ...{ ...deps, ledgerOf },
    async schedule(trx, proposal) {
      await proposalStart.schedule(trx, proposal)
      await deciding.schedule(trx, proposal)
    },
  })
  const announcements = createAnnouncements(realtime)
  const common = { ...deps, ledgerOf, announcements, budgets: createBudgets(deps), replay }
  const anchoring = createAnchoring(common)
  const weights = createWeights({ ...common, scheduleDecision: (trx, proposal) => deciding.schedule(trx, proposal) })
  const batches = createBatches({ ...common, anchoring, uploads: createUploads(common) })
  const memberships = createMemberships({ ...common, anchoring })
  const proposalStart = createProposalStart({ ...common, anchoring, memberships, weights })
  const deciding = createDeciding({ ...common, anchoring, batches, proposalStart, weights })
  const daos = createDaos({ ...common, anchoring, memberships })
  const proposals = createProposals({ ...common, anchoring, memberships, daos, proposalStart, deciding })
  const voting = createVoting({ ...common, proposalStart, weights, ballotBox: createBallotBox({ ...common, batches }) })
  return { database, daos, proposals, deciding, voting }
}
