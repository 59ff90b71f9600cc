/** Governance: DAOs whose members decide by votes that anyone can recount. The folders are listed in README.md. */
import type { Ledger } from '@quorate/ledger'
import type { ClientEvents, Clock, DatabaseServer, Http, Jobs, Realtime } from '@quorate/platform'
import { clientEvents } from './events/subscriptions.ts'
import { auditRoutes } from './routes/audit.ts'
import { daoRoutes } from './routes/daos.ts'
import { proposalRoutes } from './routes/proposals.ts'
import { voteRoutes } from './routes/votes.ts'
import { createService } from './service.ts'
import type { Settings } from './settings.ts'
import * as governanceTables from './store/migrations/001-governance.ts'
import * as begun from './store/migrations/002-begun.ts'
import * as rules from './store/migrations/003-rules.ts'
import * as budget from './store/migrations/004-budget.ts'
import * as bounds from './store/migrations/005-bounds.ts'
import * as sharedBudgets from './store/migrations/006-shared-budgets.ts'
import * as topic from './store/migrations/007-topic.ts'
import * as weights from './store/migrations/008-weights.ts'
import * as titles from './store/migrations/009-titles.ts'
import * as looks from './store/migrations/010-looks.ts'
import * as looksOfOpen from './store/migrations/011-looks-of-open.ts'
import * as hashes from './store/migrations/012-hashes.ts'
import * as cancellations from './store/migrations/013-cancellations.ts'
import type { Tables } from './store/tables.ts'

export { limits } from './limits.ts'
export { isAtFault, type Recount, type RecountOptions, recount } from './recount/recount.ts'
export { exitCode, report, reportOfFaults } from './recount/report.ts'
export { httpSource, type LeafSource } from './recount/source.ts'
export { type Settings, settings } from './settings.ts'

export interface GovernanceDeps {
  http: Http
  server: DatabaseServer
  jobs: Jobs
  /** Ledgers by chain, such as `hedera:devnet`. */
  ledgers: Map<string, Ledger>
  /** Opens the sockets under the namespaces of {@link namespaces}; `on` handles the events from clients. */
  openRealtime(on: ClientEvents): Promise<Realtime>
  settings: Settings
  clock: Clock
}

/** Namespaces of the sockets: the default `dao_events` always works, beside the one in WS_NAMESPACE. */
export const namespaces = (settings: Settings): string[] => [...new Set(['dao_events', settings.WS_NAMESPACE])]

/** Adds the service's routes to `http`, its jobs to `jobs`, its tables to the database. Returns its sockets, which the caller closes. */
export async function governance(deps: GovernanceDeps): Promise<Realtime> {
  const migrations = {
    '001-governance': governanceTables,
    '002-begun': begun,
    '003-rules': rules,
    '004-budget': budget,
    '005-bounds': bounds,
    '006-shared-budgets': sharedBudgets,
    '007-topic': topic,
    '008-weights': weights,
    '009-titles': titles,
    '010-looks': looks,
    '011-looks-of-open': looksOfOpen,
    '012-hashes': hashes,
    '013-cancellations': cancellations,
  }
  const database = await deps.server.open<Tables>({ schema: 'governance', migrations })
  const realtime = await deps.openRealtime(clientEvents(database))
  const service = createService({ ...deps, database, realtime, log: deps.http.log })
  daoRoutes(deps.http, service)
  proposalRoutes(deps.http, service)
  voteRoutes(deps.http, service)
  auditRoutes(deps.http, service)
  return realtime
}
