/**
 * The node REST API (document 2): sessions, reads.
 *
 *     routes/       what clients ask, one file per resource
 *     challenges    what a wallet is asked to sign; login-form: the three forms in which it answers; login: the answer checked
 *     tokens        the tokens that sessions are, and their end
 *     operations/   one file per write of the ledger; writing: the one way of all of them; submitting: what wallets signed
 *     validators/   what the network's key signs for whom; decisions: what DAOs permit; node-topic: where both are written
 *     network/      the other nodes, watched by heartbeats
 *     mirror/       what the chain's mirror is asked on behalf of others, one definition for each read
 */
import type { Ledger, Network } from '@quorate/ledger'
import { type Clock, ConfigError, type Events, type Http, type Jobs } from '@quorate/platform'
import { createChallenges } from './challenges.ts'
import { createCleaning } from './cleaning.ts'
import { createLogin } from './login.ts'
import { networkOfNodes } from './network/index.ts'
import type { NodeEvents } from './network/monitor.ts'
import { reads } from './reads.ts'
import { keyRoutes } from './routes/keys.ts'
import { profileRoutes } from './routes/profile.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { smartNodeRoutes } from './routes/smart-node.ts'
import { twoFactorRoutes } from './routes/two-factor.ts'
import type { OperatedLedger, Service } from './service.ts'
import type { Settings } from './settings.ts'
import type { Content } from './snapshots/snapshots.ts'
import { createSpending } from './spending.ts'
import { loadTwoFactorKey } from './token-key.ts'
import type { Tokens } from './tokens.ts'
import { createSealing } from './two-factor/sealing.ts'
import { createTwoFactor } from './two-factor/two-factor.ts'
import { writes } from './writes.ts'

export type { NodeEvents } from './network/monitor.ts'
export { type Settings, settings } from './settings.ts'
export type { Content } from './snapshots/snapshots.ts'
export { openTokens, type Tokens, type TokensOptions } from './tokens.ts'

/**
 * Adds the service's routes to `http` and its jobs to `jobs`; its tables are open with `tokens`.
 *
 * @throws ConfigError for a chain without an operator
 */
export async function node(deps: {
  http: Http
  tokens: Tokens
  jobs: Jobs
  /** By chain; the first is the default. */
  ledgers: Map<string, Ledger>
  /** Where the chains are, in the same order. */
  networks: readonly Network[]
  /** Content storage; without it, files stay with the node. */
  content?: Content | undefined
  /** Who is told of the network of nodes. */
  events?: Pick<Events<NodeEvents>, 'emit'> | undefined
  settings: Settings
  clock: Clock
}): Promise<void> {
  const { http, tokens, jobs, settings, clock } = deps
  const { database } = tokens
  const ledgers = new Map([...deps.ledgers].map(([chain, ledger]) => [chain, operated(ledger)]))
  const clean = createCleaning(jobs, database, clock)
  tokens.onRevoking(clean)
  const challenges = createChallenges({ database, clock, clean })
  const twoFactor = createTwoFactor({ database, clock, sealing: createSealing(loadTwoFactorKey(settings)) })
  const login = createLogin({ tokens, challenges, ledgers, twoFactor, settings, clock })
  const service: Service = { tokens, challenges, login, twoFactor, ledgers, settings, clock }
  sessionRoutes(http, service)
  profileRoutes(http, service)
  twoFactorRoutes(http, twoFactor)
  keyRoutes(http, service)
  const spending = createSpending({ http, clock, settings })
  await writes({ http, database, jobs, ledgers, settings, spending, clock })
  const mirrors = await reads({ ...deps, ledgers, spending })
  const [ledger] = ledgers.values()
  if (!ledger) return
  const { operator, chain } = ledger
  const events = deps.events ?? { emit: () => {} }
  const monitor = networkOfNodes({ http, operator, chain, mirror: ledger.mirror, settings, events, clock })
  smartNodeRoutes(http, { operator, mirror: mirrors.get(chain), monitor, content: deps.content, settings, clock })
}

function operated(ledger: Ledger): OperatedLedger {
  if (ledger.operator) return ledger as OperatedLedger
  const name = ledger.chain.toUpperCase().replace(/[^A-Z0-9]/g, '_')
  throw new ConfigError(
    `${name}_OPERATOR_ID is not set: the node signs logins on ${ledger.chain} with its operator's key`,
  )
}
