/**
 * Multi-signature wallets: M-of-N accounts on the ledger whose owners request, sign and execute. The folders are listed
 * in README.md.
 */
import type { Ledger, Operator } from '@quorate/ledger'
import {
  type Cache,
  type ClientEvents,
  type Clock,
  createWebhooks,
  type DatabaseServer,
  type Events,
  type FindRevoked,
  type Http,
  type Jobs,
  type Messenger,
  type Realtime,
} from '@quorate/platform'
import type { WalletRevoked } from './events/announcements.ts'
import { clientEvents, formerMembers } from './events/subscriptions.ts'
import { assertPayersApart } from './requests/modes/scheduled/payer-accounts.ts'
import { adoptionRoutes } from './routes/adoption.ts'
import { commentRoutes } from './routes/comments.ts'
import { groupRoutes } from './routes/groups.ts'
import { inboxRoutes } from './routes/inbox.ts'
import { mutedRoutes } from './routes/muted.ts'
import { nodeOperationRoutes } from './routes/node-operations.ts'
import { operationRoutes } from './routes/operations.ts'
import { planRoutes } from './routes/plans.ts'
import { proposalRoutes } from './routes/proposals.ts'
import { publicRoutes } from './routes/public.ts'
import { reminderRoutes } from './routes/reminders.ts'
import { requestRoutes } from './routes/requests.ts'
import { roleRoutes } from './routes/roles.ts'
import { spendingLimitRoutes } from './routes/spending-limits.ts'
import { statementRoutes } from './routes/statement.ts'
import { templateRoutes } from './routes/templates.ts'
import { walletRoutes } from './routes/wallets.ts'
import { createService } from './service.ts'
import type { Settings } from './settings.ts'
import { openTables } from './store/open-tables.ts'
import { findWallet } from './store/wallets.ts'

export { limits } from './limits.ts'
export { readSchedulePayers, schedulePayerSettings } from './requests/modes/scheduled/payer-accounts.ts'
export { type Settings, settings } from './settings.ts'
export { schema } from './store/open-tables.ts'

/** The events of the node that are passed on to owners. */
export interface HeardEvents {
  'session.wallet_revoked': WalletRevoked
}

export interface MultisigDeps {
  http: Http
  server: DatabaseServer
  jobs: Jobs
  /** By chain, such as `hedera:devnet`. */
  ledgers: Map<string, Ledger>
  /**
   * Opens the sockets under the namespaces of {@link namespaces}, with these events from clients, and with the function
   * that finds former members in wallets' rooms.
   */
  openRealtime(on: ClientEvents, findRevoked: FindRevoked): Promise<Realtime>
  events: Pick<Events<HeardEvents>, 'on'>
  settings: Settings
  /** The accounts that pay for owners' schedules, by chain ({@link readSchedulePayers}). */
  payers: ReadonlyMap<string, Operator>
  /** Sends messages to accounts; without it, requests for messages are refused. */
  messenger?: Messenger | undefined
  /** Caches tokens' names. */
  cache: Cache
  clock: Clock
}

/** Sockets are served under the namespaces `multisig` and `multisig_events`. */
export const namespaces = (settings: Settings): string[] => ['multisig', settings.WS_NAMESPACE]

/**
 * Adds the service's routes to `http`, its jobs to `jobs` and its tables to the database, and handles its sockets,
 * which the caller closes.
 */
export async function multisig(deps: MultisigDeps): Promise<Realtime> {
  assertPayersApart(deps.payers, deps.ledgers)
  const database = await openTables(deps.server)
  const realtime = await deps.openRealtime(clientEvents(database), formerMembers(database))
  const webhooks = createWebhooks(deps.settings.WEBHOOK_HOSTS, deps.clock)
  const service = createService({ ...deps, messenger: deps.messenger, webhooks, database, realtime })
  deps.events.on('session.wallet_revoked', async (revoked) => {
    const wallet = await findWallet(database.read, revoked.chain, revoked.walletId)
    if (wallet) service.announcements.sessionsRevoked(wallet, revoked)
  })
  for (const addRoutes of [
    walletRoutes,
    roleRoutes,
    spendingLimitRoutes,
    templateRoutes,
    planRoutes,
    statementRoutes,
    publicRoutes,
    adoptionRoutes,
    inboxRoutes,
    mutedRoutes,
    reminderRoutes,
    operationRoutes,
    nodeOperationRoutes,
    proposalRoutes,
    requestRoutes,
    groupRoutes,
    commentRoutes,
  ])
    addRoutes(deps.http, service)
  return realtime
}
