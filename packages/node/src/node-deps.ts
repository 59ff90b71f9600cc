import type { Ledger, Network } from '@quorate/ledger'
import type { Clock, Events, Http, Jobs } from '@quorate/platform'
import type { NodeEvents } from './network/monitor.ts'
import type { Tokens } from './sessions/tokens.ts'
import type { SessionEvents } from './sessions/wallet-revocations.ts'
import type { Settings } from './settings.ts'
import type { SharedKeyEvents } from './shared-key/shared-key.ts'
import type { Content } from './snapshots/snapshots.ts'

/** The dependencies that the caller provides. */
export interface NodeDeps {
  http: Http
  /** Its tables were opened by `openTokens`. */
  tokens: Tokens
  jobs: Jobs
  /** By chain; the first is the default. */
  ledgers: ReadonlyMap<string, Ledger>
  /** The networks of the chains in `ledgers`, in the same order. */
  networks: readonly Network[]
  /** The network keys that the environment sets, by chain (`readNetworkKeys`). */
  networkKeys?: ReadonlyMap<string, string>
  /** Content storage. Without it, files stay on the node. */
  content?: Content | undefined
  /** Receives the events of the network of nodes, and of sessions. */
  events?: Pick<Events<NodeEvents & SessionEvents & SharedKeyEvents>, 'emit'> | undefined
  /** The address of the console, with which links in messages begin; undefined if there is none. */
  consoleUrl?: () => string | undefined
  settings: Settings
  clock: Clock
}
