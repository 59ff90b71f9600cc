/**
 * The node API: sessions, ledger writes and reads, validators, the network of nodes. The folders are listed in
 * README.md.
 */
import type { KeyObject } from 'node:crypto'
import type { Ledger, Network } from '@quorate/ledger'
import { type Clock, ConfigError, type Events, type Http, type Jobs, needPublicUrl } from '@quorate/platform'
import { addReads } from './add-reads.ts'
import { addWrites } from './add-writes.ts'
import { heldKeys } from './keys/held-keys.ts'
import { loadTwoFactorKey } from './keys/key-files.ts'
import { assertApart, claimNetworkKeys, loadNetworkKeys, sharedNetworkKeys } from './keys/network-keys.ts'
import { createSecretBox } from './keys/secret-box.ts'
import { networkOfNodes } from './network/index.ts'
import type { NodeEvents } from './network/monitor.ts'
import { createBudget } from './node-topic/budget.ts'
import type { OperatedLedger } from './operated-ledger.ts'
import { keyRoutes } from './routes/keys.ts'
import { profileRoutes } from './routes/profile.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { smartNodeRoutes } from './routes/smart-node.ts'
import { twoFactorRoutes } from './routes/two-factor.ts'
import { walletLoginRoutes } from './routes/wallet-logins.ts'
import { createChallenges } from './sessions/challenges.ts'
import { createCleanup } from './sessions/cleanup.ts'
import { createKeyWatch } from './sessions/key-watch.ts'
import { createLiveSessions } from './sessions/live-sessions.ts'
import { createLogin } from './sessions/login.ts'
import { createRoles } from './sessions/roles.ts'
import type { Service } from './sessions/session-service.ts'
import type { Tokens } from './sessions/tokens.ts'
import { createTwoFactor } from './sessions/two-factor/two-factor.ts'
import { createWalletLogins, type SessionEvents } from './sessions/wallet-logins.ts'
import type { Settings } from './settings.ts'
import type { Content } from './snapshots/snapshots.ts'

export { networkKeySettings, readNetworkKeys } from './keys/network-keys.ts'
export { limits } from './limits.ts'
export type { NodeEvents } from './network/monitor.ts'
export { followSharedRevocations } from './sessions/shared-revocations.ts'
export { openTokens, type Tokens, type TokensOptions } from './sessions/tokens.ts'
export type { SessionEvents } from './sessions/wallet-logins.ts'
export { type Settings, settings } from './settings.ts'
export type { Content } from './snapshots/snapshots.ts'
export { schema } from './store/open-tables.ts'

/**
 * Adds the service's routes to `http` and its jobs to `jobs`. Its tables are those that `openTokens` has opened.
 *
 * @throws ConfigError for a chain without an operator
 */
export async function node(deps: {
  http: Http
  tokens: Tokens
  jobs: Jobs
  /** By chain; the first is the default. */
  ledgers: Map<string, Ledger>
  /** The networks of the same chains, in the same order. */
  networks: readonly Network[]
  /** The network keys that the environment sets, by chain ({@link readNetworkKeys}). */
  networkKeys?: ReadonlyMap<string, string>
  /** Content storage; without it, files stay with the node. */
  content?: Content | undefined
  /** Receives the events of the network of nodes, and of sessions. */
  events?: Pick<Events<NodeEvents & SessionEvents>, 'emit'> | undefined
  settings: Settings
  clock: Clock
}): Promise<void> {
  const { http, tokens, jobs, settings, clock } = deps
  needPublicUrl(settings)
  const { database } = tokens
  const ledgers = new Map([...deps.ledgers].map(([chain, ledger]) => [chain, operated(ledger)]))
  const clean = createCleanup(jobs, database, clock)
  tokens.onRevoking(clean)
  const challenges = createChallenges({ database, clock, clean })
  const sessions = createLiveSessions({ database, tokens, clean, clock })
  const watchKeys = createKeyWatch({ database, jobs, ledgers, sessions, clock })
  const twoFactorKey = loadTwoFactorKey(settings)
  const secretBox = createSecretBox(twoFactorKey)
  const twoFactor = createTwoFactor({ database, clock, secretBox, sessions })
  const networkKeys = loadNetworkKeys(settings, [...ledgers.keys()], deps.networkKeys ?? new Map())
  assertApart(networkKeys, heldKeys(ledgers.values(), [tokens.key]))
  await claimNetworkKeys(database, networkKeys)
  await tokens.shareKeys({
    AUTH_TOKEN_KEY: publicBytes(tokens.key),
    TWO_FACTOR_KEY: twoFactorKey,
    ...sharedNetworkKeys(networkKeys),
  })
  const isHeld = heldKeys(ledgers.values(), [tokens.key, ...networkKeys.values()])
  const roles = createRoles(ledgers, settings)
  const accounts = { tokens, challenges, ledgers, twoFactor, sessions, settings, clock }
  const login = createLogin({ ...accounts, watchKeys, isHeld, roleOf: roles.of })
  const events = deps.events ?? { emit: () => {} }
  const walletLogins = createWalletLogins({ ...accounts, events, watchKeys, isHeld, clean })
  const service: Service = { ...accounts, login, walletLogins, roles }
  sessionRoutes(http, service)
  walletLoginRoutes(http, service)
  profileRoutes(http, service)
  twoFactorRoutes(http, twoFactor)
  keyRoutes(http, service)
  const budget = createBudget({ http, clock, settings })
  await addWrites({ http, database, jobs, ledgers, networkKeys, settings, budget, roles, clean, clock })
  const mirrors = await addReads({ ...deps, ledgers, budget, roles })
  const [ledger] = ledgers.values()
  if (!ledger) return
  const { operator, chain } = ledger
  const monitor = networkOfNodes({ http, operator, chain, mirror: ledger.mirror, settings, events, clock })
  smartNodeRoutes(http, { operator, mirror: mirrors.get(chain), monitor, content: deps.content, settings, clock })
}

const publicBytes = (key: KeyObject): Uint8Array => key.export({ format: 'der', type: 'spki' })

function operated(ledger: Ledger): OperatedLedger {
  if (ledger.operator) return ledger as OperatedLedger
  const name = ledger.chain.toUpperCase().replace(/[^A-Z0-9]/g, '_')
  throw new ConfigError(
    `${name}_OPERATOR_ID is not set: the node signs logins on ${ledger.chain} with its operator's key`,
  )
}
