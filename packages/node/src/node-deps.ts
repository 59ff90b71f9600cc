import type { Ledger, Network } from '@quorate/ledger'
import type { Clock, Events, Http, Jobs } from '@quorate/platform'
import type { NodeEvents } from './network/monitor.ts'
import type { Tokens } from './sessions/tokens.ts'
import type { SessionEvents } from './sessions/wallet-revocations.ts'
import type { Settings } from './settings.ts'
import type { Content } from './snapshots/snapshots.ts'

/** The dependencies that the caller provides. */
export interface NodeDeps {
  http: Http
  /** Its tables are the ones that `openTokens` opened. */
  tokens: Tokens
  jobs: Jobs
  /** By chain; the first is the default. */
  ledgers: ReadonlyMap<string, Ledger>
  /** The networks of the chains in `ledgers`, in that order. */
  networks: readonly Network[]
  /** The network keys that the environment sets, by chain (`readNetworkKeys`). */
  networkKeys?: ReadonlyMap<string, string>
  /** Content storage; without it, files stay with the node. */
  content?: Content | undefined
  /** Receives the events of the network of nodes, and of sessions. */
  events?: Pick<Events<NodeEvents & SessionEvents>, 'emit'> | undefined
  settings: Settings
  clock: Clock
}
