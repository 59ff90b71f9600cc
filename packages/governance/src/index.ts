/**
 * Governance (document 3): DAOs whose members decide by votes that anyone can recount.
 *
 *     routes/         what clients ask, one file per resource
 *     daos, proposals, voting: what is asked is checked and recorded
 *     opening         at a proposal's start: who may vote
 *     ballot-box      counts votes, each voter once
 *     weights         what a voter's holding was at the start
 *     tally.ts        the rules of a decision, pure
 *     deciding        at a proposal's end: what was decided
 *     batches, leaves, anchoring, submissions: what goes on the DAO's consensus topic, once
 *     recount/        the same result from the topic alone
 */
import type { Ledger } from '@quorate/ledger'
import type { ClientEvents, Clock, DatabaseServer, Http, Jobs, Realtime } from '@quorate/platform'
import * as governanceTables from './migrations/001-governance.ts'
import * as begun from './migrations/002-begun.ts'
import { auditRoutes } from './routes/audit.ts'
import { daoRoutes } from './routes/daos.ts'
import { proposalRoutes } from './routes/proposals.ts'
import { voteRoutes } from './routes/votes.ts'
import { createService } from './service.ts'
import type { Settings } from './settings.ts'
import type { Tables } from './store/tables.ts'
import { clientEvents } from './subscriptions.ts'

export { type Recount, type RecountOptions, recount } from './recount/recount.ts'
export { report } from './recount/report.ts'
export { httpSource, type LeafSource } from './recount/source.ts'
export { type Settings, settings } from './settings.ts'

export interface GovernanceDeps {
  http: Http
  server: DatabaseServer
  jobs: Jobs
  /** By chain, such as `hedera:devnet`. */
  ledgers: Map<string, Ledger>
  /** Opens the sockets, under the namespaces of {@link namespaces}, with these events from clients. */
  openRealtime(on: ClientEvents): Promise<Realtime>
  settings: Settings
  clock: Clock
}

/** The default name of document 3 works whatever WS_NAMESPACE says. */
export const namespaces = (settings: Settings): string[] => [...new Set(['dao_events', settings.WS_NAMESPACE])]

/** Adds the service's routes to `http`, its jobs to `jobs`, its tables to the database; answers its sockets, to be closed. */
export async function governance(deps: GovernanceDeps): Promise<Realtime> {
  const migrations = { '001-governance': governanceTables, '002-begun': begun }
  const database = await deps.server.open<Tables>({ schema: 'governance', migrations })
  const realtime = await deps.openRealtime(clientEvents(database))
  const service = createService({ ...deps, database, realtime })
  daoRoutes(deps.http, service)
  proposalRoutes(deps.http, service)
  voteRoutes(deps.http, service)
  auditRoutes(deps.http, service)
  return realtime
}
