/** Governance: DAOs whose members decide by votes that anyone can recount. The folders are listed in README.md. */
import type { Ledger } from '@quorate/ledger'
import type { ClientEvents, Clock, DatabaseServer, Http, Jobs, Messenger, Realtime, RoomsOf } from '@quorate/platform'
import type { ServiceAddress } from './anchoring/service-posts.ts'
import { clientEvents, roomsOf } from './events/subscriptions.ts'
import { auditRoutes } from './routes/audit.ts'
import { cancellationRoutes } from './routes/cancellations.ts'
import { daoRoutes } from './routes/daos.ts'
import { delegateRoutes } from './routes/delegates.ts'
import { delegationRoutes } from './routes/delegations.ts'
import { discussionRoutes } from './routes/discussions.ts'
import { draftRoutes } from './routes/drafts.ts'
import { memberRoutes } from './routes/members.ts'
import { noticeRoutes } from './routes/notices.ts'
import { proposalRoutes } from './routes/proposals.ts'
import { rulesRoutes } from './routes/rules.ts'
import { treasuryRoutes } from './routes/treasury.ts'
import { vetoRoutes } from './routes/vetoes.ts'
import { voteRoutes } from './routes/votes.ts'
import { createService } from './service.ts'
import type { Settings } from './settings.ts'
import { openTables } from './store/open-tables.ts'

export { limits } from './limits.ts'
export { type Settings, settings } from './settings.ts'
export { schema } from './store/open-tables.ts'

export interface GovernanceDeps {
  http: Http
  server: DatabaseServer
  jobs: Jobs
  /** Ledgers by chain, such as `hedera:devnet`. */
  ledgers: Map<string, Ledger>
  /**
   * Opens the sockets under the namespaces of {@link namespaces}. `on` handles the events from clients; `roomsOf` says
   * what they follow automatically.
   */
  openRealtime(on: ClientEvents, roomsOf: RoomsOf): Promise<Realtime>
  settings: Settings
  /** The multi-signature service of the same process, if there is one. MULTISIG_URL takes precedence. */
  multisig?: ServiceAddress | undefined
  /** Sends messages to accounts; without it, notices are refused. */
  messenger?: Messenger | undefined
  /** The node API of the same process, if there is one. NODE_URL takes precedence. */
  node?: ServiceAddress | undefined
  clock: Clock
}

/** Namespaces of the sockets: the default `dao_events` always works, in addition to the one in WS_NAMESPACE. */
export const namespaces = (settings: Settings): string[] => [...new Set(['dao_events', settings.WS_NAMESPACE])]

/**
 * Adds the service's routes to `http`, its jobs to `jobs` and its tables to the database. Returns its sockets, which
 * the caller closes.
 */
export async function governance(deps: GovernanceDeps): Promise<Realtime> {
  const database = await openTables(deps.server)
  const realtime = await deps.openRealtime(clientEvents(database), roomsOf(database))
  const service = createService({ ...deps, database, realtime, log: deps.http.log })
  daoRoutes(deps.http, service)
  memberRoutes(deps.http, service)
  treasuryRoutes(deps.http, service)
  noticeRoutes(deps.http, service)
  delegationRoutes(deps.http, service)
  delegateRoutes(deps.http, service)
  rulesRoutes(deps.http, service)
  proposalRoutes(deps.http, service)
  cancellationRoutes(deps.http, service)
  draftRoutes(deps.http, service)
  discussionRoutes(deps.http, service)
  vetoRoutes(deps.http, service)
  voteRoutes(deps.http, service)
  auditRoutes(deps.http, service)
  return realtime
}
