/** Wires the parts of the service: each gets only what was made before it. */
import { createWebhooks } from '@quorate/platform'
import { createChains } from './chains.ts'
import { createDecisions } from './decisions/decisions.ts'
import { createOffers } from './decisions/offers.ts'
import { keepOpened } from './decisions/opening-record.ts'
import { createOpenings } from './decisions/openings.ts'
import { createWalletSignatures } from './decisions/wallet-signatures.ts'
import { createEmails } from './email/emails.ts'
import type { NodeDeps } from './node-deps.ts'
import { openKeys } from './node-keys.ts'
import { createBudget } from './node-topic/budget.ts'
import { createNodeTopic } from './node-topic/node-topic.ts'
import { createReplay } from './node-topic/replay.ts'
import { createSubmissions } from './node-topic/submissions.ts'
import { operatedLedgers, trustedPublishers } from './operated-ledger.ts'
import { createApplications } from './sessions/applications.ts'
import { createChallenges } from './sessions/challenges.ts'
import { createCleanup } from './sessions/cleanup.ts'
import { createKeyWatch } from './sessions/key-watch.ts'
import { createLiveSessions } from './sessions/live-sessions.ts'
import { createLogin } from './sessions/login.ts'
import { createRoles } from './sessions/roles.ts'
import { createTwoFactor } from './sessions/two-factor/two-factor.ts'
import { createNoteUse } from './sessions/uses.ts'
import { createWalletLogins } from './sessions/wallet-logins.ts'
import { createWalletRevocations } from './sessions/wallet-revocations.ts'
import { createSnapshots } from './snapshots/snapshots.ts'
import { createBindings, keepBinding } from './validators/bindings.ts'
import { createConditional } from './validators/conditional.ts'
import { createCosigner } from './validators/cosign.ts'
import { createValidatorRecords } from './validators/records.ts'
import { createDeliveries } from './webhooks/deliveries.ts'
import { createWrites } from './writes/write.ts'

export type Service = Awaited<ReturnType<typeof createService>>

/** @throws ConfigError */
export async function createService(given: NodeDeps) {
  const { http, tokens, settings } = given
  const { log } = http
  const ledgers = operatedLedgers(given.ledgers)
  const keys = await openKeys({ ...given, ledgers })
  const deps = { ...given, ...keys, ledgers, log, database: tokens.database, events: given.events ?? { emit() {} } }
  const clean = createCleanup(deps)
  const roles = createRoles(deps)
  const challenges = createChallenges({ ...deps, clean })
  const sessions = createLiveSessions({ ...deps, clean })
  const watchKeys = createKeyWatch({ ...deps, sessions })
  const twoFactor = createTwoFactor({ ...deps, sessions })
  const emails = createEmails({ ...deps, clean })
  const login = createLogin({ ...deps, challenges, sessions, watchKeys, twoFactor, roles })
  const applications = createApplications({ ...deps, sessions, watchKeys, clean })
  const walletLogins = createWalletLogins({ ...deps, sessions, watchKeys, twoFactor, clean })
  const walletRevocations = createWalletRevocations({ ...deps, sessions, clean })
  const budget = createBudget(deps)
  const trusted = trustedPublishers(deps)
  const submissions = createSubmissions({ ...deps, budget })
  const topic = createNodeTopic({ ...deps, submissions, trusted })
  const replay = createReplay({ ...deps, topic, keep: [keepBinding, keepOpened(keys.secretBoxOf)] })
  const records = createValidatorRecords(topic)
  const bindings = createBindings({ ...deps, topic, replay })
  const conditional = createConditional(deps)
  const cosigner = createCosigner({ ...deps, bindings, records })
  const decisions = createDecisions({ ...deps, replay, trusted })
  const offers = createOffers(deps)
  const openings = createOpenings({ ...deps, topic, replay })
  const opened = { decisions, offers, openings }
  const writes = createWrites({ ...deps, ...opened, cosigner, conditional, bindings, roles })
  const walletSignatures = createWalletSignatures({ ...deps, decisions, cosigner, bindings, records, clean })
  const chains = await createChains({ ...deps, budget })
  const webhooks = createWebhooks(settings.WEBHOOK_HOSTS, given.clock)
  const deliveries = createDeliveries({ ...deps, chains, webhooks })
  const snapshots = createSnapshots({ ...deps, chains, roles })
  const logins = { challenges, login, walletLogins, applications, noteUse: createNoteUse(deps) }
  const accounts = { ...logins, sessions, twoFactor, emails, walletRevocations, roles }
  return { ...deps, ...accounts, replay, records, writes, walletSignatures, chains, deliveries, snapshots }
}
