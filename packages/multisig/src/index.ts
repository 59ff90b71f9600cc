/**
 * Multi-signature wallets (document 1): M-of-N accounts on the ledger whose owners request, sign and execute.
 *
 *     routes/       what clients ask, one file per resource
 *     operations/   one file per kind of operation: its body, and how it becomes a transaction
 *     wallet.ts     who may govern a wallet, and its key
 *     request.ts    an operation that was asked, and who may sign it
 *     request-making, signing, execution, rejecting, expiry, settlement: what happens to a request, in that order
 */
import type { Ledger } from '@quorate/ledger'
import type { Clock, DatabaseServer, Http, Jobs, Realtime } from '@quorate/platform'
import * as wallets from './migrations/001-wallets.ts'
import { requestRoutes } from './routes/requests.ts'
import { transactionRoutes } from './routes/transactions.ts'
import { walletRoutes } from './routes/wallets.ts'
import { createService } from './service.ts'
import type { Settings } from './settings.ts'
import type { Tables } from './store.ts'

export { type Settings, settings } from './settings.ts'
export { clientEvents, createClientEvents } from './subscriptions.ts'

/** Adds the service's routes to `http`, its jobs to `jobs` and its tables to the database. */
export async function multisig(deps: {
  http: Http
  server: DatabaseServer
  jobs: Jobs
  ledgers: Map<string, Ledger>
  realtime: Realtime
  settings: Settings
  clock: Clock
}): Promise<void> {
  const database = await deps.server.open<Tables>({ schema: 'multisig', migrations: { '001-wallets': wallets } })
  const service = createService({ ...deps, database })
  walletRoutes(deps.http, service)
  requestRoutes(deps.http, service)
  transactionRoutes(deps.http, service)
}
