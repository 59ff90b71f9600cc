/** The parts that read a chain: its public mirror, a cache, and queries to its consensus nodes. */
import type { Network } from '@quorate/ledger'
import { type Clock, createCache, type Database, type Http, type Logger } from '@quorate/platform'
import { createConsensus, type MaySpend } from './consensus-queries.ts'
import type { Budget } from './node-topic/budget.ts'
import type { OperatedLedger } from './operated-ledger.ts'
import type { Tables } from './store/tables.ts'

/** By chain; the first is the default. */
export async function createChains(deps: {
  http: Http
  database: Database<Tables>
  ledgers: ReadonlyMap<string, OperatedLedger>
  networks: readonly Network[]
  budget: Budget
  clock: Clock
}) {
  const { http, database, ledgers, networks, budget, clock } = deps
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
    networks.flatMap((network) => {
      const { chain } = network
      const ledger = ledgers.get(chain)
      if (!ledger) return []
      return [
        [chain, { chain, mirror: ledger.publicMirror, cache, consensus: createConsensus(network, ledger, maySpend) }],
      ]
    }),
  )
  http.addHook('onClose', async () => {
    for (const { consensus } of chains.values()) consensus.close()
    await cache.close()
  })
  return chains
}
