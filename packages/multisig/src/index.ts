/**
 * Multi-signature wallets: M-of-N accounts on the ledger whose owners request, sign and execute. The folders are listed
 * in README.md.
 */
import type { Ledger } from '@quorate/ledger'
import type { Cache, ClientEvents, Clock, DatabaseServer, FindRevoked, Http, Jobs, Realtime } from '@quorate/platform'
import { clientEvents, formerOwners } from './events/subscriptions.ts'
import { inboxRoutes } from './routes/inbox.ts'
import { proposalRoutes } from './routes/proposals.ts'
import { publicRoutes } from './routes/public.ts'
import { requestRoutes } from './routes/requests.ts'
import { transactionRoutes } from './routes/transactions.ts'
import { walletRoutes } from './routes/wallets.ts'
import { createService } from './service.ts'
import type { Settings } from './settings.ts'
import { openTables } from './store/open-tables.ts'

export { limits } from './limits.ts'
export { type Settings, settings } from './settings.ts'
export { schema } from './store/open-tables.ts'

export interface MultisigDeps {
  http: Http
  server: DatabaseServer
  jobs: Jobs
  /** By chain, such as `hedera:devnet`. */
  ledgers: Map<string, Ledger>
  /**
   * Opens the sockets, under the namespaces of {@link namespaces}, with these events from clients, and with what finds
   * former owners in wallets' rooms.
   */
  openRealtime(on: ClientEvents, findRevoked: FindRevoked): Promise<Realtime>
  settings: Settings
  /** Caches tokens' names. */
  cache: Cache
  clock: Clock
}

/** Sockets are served under the namespaces `multisig` and `multisig_events`. */
export const namespaces = (settings: Settings): string[] => ['multisig', settings.WS_NAMESPACE]

/**
 * Adds the service's routes to `http`, its jobs to `jobs` and its tables to the database; answers its sockets, which
 * the caller closes.
 */
export async function multisig(deps: MultisigDeps): Promise<Realtime> {
  const database = await openTables(deps.server)
  const realtime = await deps.openRealtime(clientEvents(database), formerOwners(database))
  const service = createService({ ...deps, database, realtime })
  walletRoutes(deps.http, service)
  publicRoutes(deps.http, service)
  inboxRoutes(deps.http, service)
  requestRoutes(deps.http, service)
  proposalRoutes(deps.http, service)
  transactionRoutes(deps.http, service)
  return realtime
}
