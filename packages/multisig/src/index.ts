/**
 * Multi-signature wallets (document 1): M-of-N accounts on the ledger whose owners request, sign and execute.
 *
 *     routes/       what clients ask, one file per resource
 *     operations/   one file per kind of operation: its body, and how it becomes a transaction
 *     wallet.ts     who may govern a wallet, and its key
 *     request.ts    an operation that was asked, and who may sign it
 *     request-making, signing, execution, rejecting, settlement, expiry: what happens to a request, in that order
 */
import type { Ledger } from '@quorate/ledger'
import type { Cache, ClientEvents, Clock, DatabaseServer, Http, Jobs, Realtime } from '@quorate/platform'
import * as wallets from './migrations/001-wallets.ts'
import { requestRoutes } from './routes/requests.ts'
import { transactionRoutes } from './routes/transactions.ts'
import { walletRoutes } from './routes/wallets.ts'
import { createService } from './service.ts'
import type { Settings } from './settings.ts'
import type { Tables } from './store.ts'
import { clientEvents } from './subscriptions.ts'

export { type Settings, settings } from './settings.ts'

export interface MultisigDeps {
  http: Http
  server: DatabaseServer
  jobs: Jobs
  /** By chain, such as `hedera:devnet`. */
  ledgers: Map<string, Ledger>
  /** Opens the sockets, under the namespaces of {@link namespaces}, with these events from clients. */
  openRealtime(on: ClientEvents): Promise<Realtime>
  settings: Settings
  /** For copies of what hardly changes. */
  cache: Cache
  clock: Clock
}

/** Both names of document 1 work. */
export const namespaces = (settings: Settings): string[] => ['multisig', settings.WS_NAMESPACE]

/** Adds the service's routes to `http`, its jobs to `jobs`, its tables to the database; answers its sockets, to be closed. */
export async function multisig(deps: MultisigDeps): Promise<Realtime> {
  const database = await deps.server.open<Tables>({ schema: 'multisig', migrations: { '001-wallets': wallets } })
  const realtime = await deps.openRealtime(clientEvents(database))
  const service = createService({ ...deps, database, realtime })
  walletRoutes(deps.http, service)
  requestRoutes(deps.http, service)
  transactionRoutes(deps.http, service)
  return realtime
}
