/** Creates the parts of the service. Each part gets only parts that were created before it. */
import { createWebhooks } from '@quorate/platform'
import { createChains } from './chains.ts'
import { createCosigning } from './cosigning.ts'
import { createEmails } from './email/emails.ts'
import { createChats } from './messages/chats.ts'
import { createMessenger } from './messages/messenger.ts'
import type { NodeDeps } from './node-deps.ts'
import { openKeys } from './node-keys.ts'
import { operatedLedgers } from './operated-ledger.ts'
import { createApplications } from './sessions/applications.ts'
import { createCleanup } from './sessions/cleanup.ts'
import { createKeyWatch } from './sessions/key-watch.ts'
import { createLiveSessions } from './sessions/live-sessions.ts'
import { createChallenges } from './sessions/login/challenges.ts'
import { createLogin } from './sessions/login/login.ts'
import { createWalletLogins } from './sessions/login/wallet-logins.ts'
import { createRoles } from './sessions/roles.ts'
import { createTwoFactor } from './sessions/two-factor/two-factor.ts'
import { createNoteUse } from './sessions/uses.ts'
import { createWalletRevocations } from './sessions/wallet-revocations.ts'
import { createSnapshots } from './snapshots/snapshots.ts'
import { createDeliveries } from './webhooks/deliveries.ts'

export type Service = Awaited<ReturnType<typeof createService>>

/** @throws ConfigError */
export async function createService(given: NodeDeps) {
  const { http, tokens, settings, consoleUrl = () => undefined } = given
  const { log } = http
  const ledgers = operatedLedgers(given.ledgers)
  const keys = await openKeys({ ...given, ledgers })
  const deps = {
    ...given,
    ...keys,
    ledgers,
    log,
    consoleUrl,
    database: tokens.database,
    events: given.events ?? { emit() {} },
  }
  const clean = createCleanup(deps)
  const roles = createRoles(deps)
  const challenges = createChallenges({ ...deps, clean })
  const sessions = createLiveSessions({ ...deps, clean })
  const watchKeys = createKeyWatch({ ...deps, sessions })
  const twoFactor = createTwoFactor({ ...deps, sessions })
  const emails = createEmails({ ...deps, clean })
  const webhooks = createWebhooks(settings.WEBHOOK_HOSTS, given.clock)
  const chats = createChats({ ...deps, webhooks })
  const messenger = createMessenger({ ...deps, emails, chats })
  const login = createLogin({ ...deps, challenges, sessions, watchKeys, twoFactor, roles })
  const applications = createApplications({ ...deps, sessions, watchKeys, clean })
  const walletLogins = createWalletLogins({ ...deps, sessions, watchKeys, twoFactor, clean })
  const walletRevocations = createWalletRevocations({ ...deps, sessions, clean })
  const cosigning = await createCosigning({ ...deps, clean, roles })
  const chains = await createChains({ ...deps, budget: cosigning.budget })
  const deliveries = createDeliveries({ ...deps, chains, webhooks })
  const snapshots = createSnapshots({ ...deps, chains, roles })
  const logins = { challenges, login, walletLogins, applications, noteUse: createNoteUse(deps) }
  const accounts = { ...logins, sessions, twoFactor, emails, chats, messenger, walletRevocations, roles }
  return { ...deps, ...accounts, ...cosigning, chains, deliveries, snapshots }
}
