import type { Ledger } from '@quorate/ledger'
import { type Clock, type Database, type Jobs, type Realtime, unavailable } from '@quorate/platform'
import { createAnchoring } from './anchoring.ts'
import { createAnnouncements } from './announcements.ts'
import { createBallotBox } from './ballot-box.ts'
import { createBatches } from './batches.ts'
import { createDaos, type Daos } from './daos.ts'
import { createDeciding, type Deciding } from './deciding.ts'
import { createOpening } from './opening.ts'
import { createProposals, type Proposals } from './proposals.ts'
import type { Settings } from './settings.ts'
import type { Tables } from './store/tables.ts'
import { createUploads } from './uploads.ts'
import { createVoting, type Voting } from './voting.ts'
import { createWeights } from './weights.ts'

/** What the routes work with. */
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
}): Service {
  const { database, ledgers, realtime } = deps

  function ledgerOf({ chain }: { chain: string }): Ledger {
    const ledger = ledgers.get(chain)
    if (!ledger) throw unavailable('CHAIN_NOT_CONFIGURED', `The chain ${chain} is not among CHAINS`)
    return ledger
  }

  const common = { ...deps, ledgerOf, announcements: createAnnouncements(realtime) }
  const anchoring = createAnchoring(common)
  const weights = createWeights(common)
  const batches = createBatches({ ...common, anchoring, uploads: createUploads(common) })
  const opening = createOpening({ ...common, anchoring, weights })
  const deciding = createDeciding({ ...common, anchoring, batches, opening, weights })
  const daos = createDaos({ ...common, anchoring })
  const proposals = createProposals({ ...common, anchoring, daos, opening, deciding })
  const voting = createVoting({ ...common, opening, weights, ballotBox: createBallotBox({ database, batches }) })
  return { database, daos, proposals, deciding, voting }
}
