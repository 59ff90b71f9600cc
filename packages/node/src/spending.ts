import { type Change, type Clock, type Http, tooMany } from '@quorate/platform'
import { sql } from 'kysely'
import { Counter } from 'prom-client'
import type { Tables } from './store.ts'

/** What the node pays itself has a limit an hour on each chain, whichever process spends. */
export interface Spending {
  /**
   * Sets `tinybars` aside in the change that is about to spend them.
   *
   * @throws 429 SPENDING_BUDGET_USED
   */
  reserve(change: Change<Tables>, chain: string, cost: Cost): Promise<void>
}

export interface Cost {
  tinybars: bigint
  /**
   * `anyone`: who has a session may ask for it as often as they like, so half of the budget is kept from it. `promised`: what must be on the ledger
   * for what was asked before to hold.
   */
  by: 'anyone' | 'promised'
}

const HOUR_MS = 3_600_000

export function createSpending(deps: { http: Http; clock: Clock; settings: { SPENDING_PER_HOUR: number } }): Spending {
  const { http, clock, settings } = deps
  const budget = BigInt(settings.SPENDING_PER_HOUR)
  const spent = new Counter({
    name: 'node_spending_reserved_tinybars_total',
    help: 'What the node set aside for transactions and queries that it pays itself',
    labelNames: ['chain'],
    registers: [http.metrics.registry],
  })

  return {
    async reserve(change, chain, { tinybars, by }) {
      const limit = by === 'anyone' ? budget / 2n : budget
      const now = clock.now()
      const hour = new Date(Math.floor(now / HOUR_MS) * HOUR_MS)
      const refused = () =>
        tooMany(
          'SPENDING_BUDGET_USED',
          `the node pays at most ${limit} tinybars an hour for this on ${chain} (SPENDING_PER_HOUR), and this hour's are used`,
          Math.ceil((hour.getTime() + HOUR_MS - now) / 1000),
        )
      if (tinybars > limit) throw refused()
      const added = await change
        .insertInto('node.spending')
        .values({ chain, hour, tinybars })
        .onConflict((conflict) =>
          conflict
            .columns(['chain', 'hour'])
            .doUpdateSet({ tinybars: sql`node.spending.tinybars + ${tinybars}` })
            .where(sql<boolean>`node.spending.tinybars + ${tinybars} <= ${limit}`),
        )
        .returning('tinybars')
        .executeTakeFirst()
      if (!added) throw refused()
      change.onCommit(() => spent.inc({ chain }, Number(tinybars)))
    },
  }
}
