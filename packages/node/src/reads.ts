/** Everything that only reads: the mirror's answers and the ledger's. */
import type { Network } from '@quorate/ledger'
import { type Clock, createCache, type Http, type Logger } from '@quorate/platform'
import { createMirrorClient } from './mirror/client.ts'
import { entityRoutes } from './routes/entities.ts'
import { mirrorRoutes } from './routes/mirrors.ts'
import { transactionRoutes } from './routes/transactions.ts'
import type { OperatedLedger } from './service.ts'
import { createConsensus } from './transactions/consensus.ts'

export interface ReadsOptions {
  http: Http
  /** By chain; the first is the default. */
  ledgers: ReadonlyMap<string, OperatedLedger>
  /** In the same order. */
  networks: readonly Network[]
  mirrorTimeoutMs?: number | undefined
  clock: Clock
}

export async function reads({ http, ledgers, networks, mirrorTimeoutMs, clock }: ReadsOptions): Promise<void> {
  const cache = await createCache({ clock, logger: http.log as unknown as Logger, max: 5_000 })
  const timeout = mirrorTimeoutMs === undefined ? {} : { timeoutMs: mirrorTimeoutMs }
  const chains = new Map(
    [...ledgers].flatMap(([chain, ledger]) => {
      const network = networks.find((one) => one.chain === chain)
      if (!network) return []
      const mirror = createMirrorClient({ url: network.mirrorUrl, ...timeout })
      return [[chain, { chain, mirror, cache, consensus: createConsensus(network, ledger) }] as const]
    }),
  )
  const mirrors = new Map([...chains].map(([chain, { mirror }]) => [chain, mirror]))
  mirrorRoutes(http, { mirrors, cache })
  transactionRoutes(http, { chains })
  entityRoutes(http, chains)
  http.addHook('onClose', async () => {
    for (const { mirror, consensus } of chains.values()) {
      mirror.close()
      consensus.close()
    }
    await cache.close()
  })
}
