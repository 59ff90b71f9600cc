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
  reserve(change: Change<Tables>, chain: string, tinybars: bigint): Promise<void>
}

const HOUR_MS = 3_600_000

export function createSpending(deps: { http: Http; clock: Clock; settings: { SPENDING_PER_HOUR: number } }): Spending {
  const { http, clock, settings } = deps
  const limit = BigInt(settings.SPENDING_PER_HOUR)
  const spent = new Counter({
    name: 'node_spending_reserved_tinybars_total',
    help: 'What the node set aside for transactions and queries that it pays itself',
    labelNames: ['chain'],
    registers: [http.metrics.registry],
  })

  return {
    async reserve(change, chain, tinybars) {
      const now = clock.now()
      const hour = new Date(Math.floor(now / HOUR_MS) * HOUR_MS)
      const refused = () =>
        tooMany(
          'SPENDING_BUDGET_USED',
          `the node pays at most ${limit} tinybars an hour on ${chain} (SPENDING_PER_HOUR), and this hour's are used`,
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
