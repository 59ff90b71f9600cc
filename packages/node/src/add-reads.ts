/** Everything that only reads: mirror reads, queries of the ledger, deliveries and snapshots. */
import type { Network, PublicMirror } from '@quorate/ledger'
import { type Clock, createCache, createWebhooks, type Http, type Jobs, type Logger } from '@quorate/platform'
import type { Budget } from './node-topic/budget.ts'
import type { OperatedLedger } from './operated-ledger.ts'
import { entityRoutes } from './routes/entities.ts'
import { messageRoutes } from './routes/messages.ts'
import { mirrorRoutes } from './routes/mirrors.ts'
import { snapshotRoutes } from './routes/snapshots.ts'
import { transactionRoutes } from './routes/transactions.ts'
import type { Roles } from './sessions/roles.ts'
import type { Tokens } from './sessions/tokens.ts'
import type { Settings } from './settings.ts'
import { type Content, createSnapshots } from './snapshots/snapshots.ts'
import { createConsensus, type MaySpend } from './transactions/consensus-queries.ts'
import { createDeliveries } from './webhooks/deliveries.ts'

export interface ReadsOptions {
  http: Http
  tokens: Tokens
  jobs: Jobs
  /** By chain; the first is the default. */
  ledgers: ReadonlyMap<string, OperatedLedger>
  networks: readonly Network[]
  settings: Settings
  budget: Budget
  roles: Roles
  clock: Clock
  /** Content storage; without it, files stay with the node. */
  content?: Content | undefined
}

/** Adds the reads to `http` and their jobs to `jobs`. Answers the mirrors by chain. */
export async function addReads(options: ReadsOptions): Promise<ReadonlyMap<string, PublicMirror>> {
  const { http, tokens, jobs, ledgers, networks, settings, budget, roles, clock, content } = options
  const { database } = tokens
  const cache = await createCache({ clock, logger: http.log as unknown as Logger, max: 5_000 })
  /** The cost of a query is set aside before it is paid, so that concurrent queries cannot overspend. */
  const maySpend: MaySpend = (chain, wallet, tinybars) =>
    database
      .change((trx) => budget.reserve(trx, chain, { each: tinybars, wallet }))
      .then(
        () => true,
        () => false,
      )
  const chains = new Map(
    [...ledgers].flatMap(([chain, ledger]) => {
      const network = networks.find((one) => one.chain === chain)
      if (!network) return []
      const { publicMirror: mirror } = ledger
      return [[chain, { chain, mirror, cache, consensus: createConsensus(network, ledger, maySpend) }] as const]
    }),
  )
  const mirrors = new Map([...chains].map(([chain, { mirror }]) => [chain, mirror]))
  const webhooks = createWebhooks(settings.WEBHOOK_HOSTS, clock)
  mirrorRoutes(http, { chains, cache })
  transactionRoutes(http, { chains })
  entityRoutes(http, { chains })
  messageRoutes(http, { chains, deliveries: createDeliveries({ chains, database, jobs, webhooks, clock }) })
  snapshotRoutes(http, createSnapshots({ chains, database, jobs, roles, clock, dataDir: settings.DATA_DIR, content }))
  http.addHook('onClose', async () => {
    for (const { consensus } of chains.values()) consensus.close()
    await cache.close()
  })
  return mirrors
}
