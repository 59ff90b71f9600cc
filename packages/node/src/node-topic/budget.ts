import { type Change, type Clock, type Http, tooMany, unprocessable } from '@quorate/platform'
import { Counter } from 'prom-client'
import { limits } from '../limits.ts'
import { takeSpending } from '../store/spending.ts'
import type { Tables } from '../store/tables.ts'

export interface Cost {
  /** The price of one transaction or query, in tinybars. */
  each: number
  /** How many transactions or queries to pay for; one if absent. */
  count?: number
  /** The wallet that caused the payment; absent if the node itself did. */
  wallet?: string | undefined
  /** Whether it pays for a ceremony of the shared key. Ceremonies have a separate budget, which no user can use up. */
  isCeremonys?: boolean
}

export type Budget = ReturnType<typeof createBudget>

/** Limits what the node pays per hour, for each chain and each wallet. All processes share these limits. */
export function createBudget(deps: { http: Http; clock: Clock; settings: { SPENDING_PER_HOUR: number } }) {
  const { http, clock, settings } = deps
  const spent = new Counter({
    name: 'node_spending_reserved_tinybars_total',
    help: 'Tinybars that the node has reserved for transactions and queries that it pays itself',
    labelNames: ['chain'],
    registers: [http.metrics.registry],
  })
  const perHour = settings.SPENDING_PER_HOUR
  const { value: percent } = limits.paidPerWallet

  return {
    /**
     * Reserves tinybars, in the database transaction that precedes the payment.
     *
     * @throws 429 SPENDING_BUDGET_USED; 422 SPENDING_BUDGET_TOO_SMALL for more than an hour's budget
     */
    async reserve(trx: Change<Tables>, chain: string, { each, count = 1, wallet, isCeremonys }: Cost): Promise<void> {
      const amount = each * count
      const budget = { name: isCeremonys ? `${chain} ceremonies` : chain, perHour }
      const taking = { amount, holder: wallet ? { id: wallet, percent } : undefined }
      const refused = await takeSpending(trx, budget, taking, clock.now())
      if (refused) {
        const paid =
          refused.of === 'all'
            ? `${perHour} tinybars in an hour on ${chain}`
            : `${Math.floor((perHour * percent) / 100)} tinybars in an hour for ${wallet} on ${chain}`
        if (refused.waitMs === Infinity)
          throw unprocessable(
            'SPENDING_BUDGET_TOO_SMALL',
            `The node pays at most ${paid}, but this costs ${amount}: its operator would have to raise SPENDING_PER_HOUR`,
          )
        throw tooMany(
          'SPENDING_BUDGET_USED',
          `The node pays at most ${paid}, which is used up: try again after the time in Retry-After`,
          Math.ceil(refused.waitMs / 1000),
        )
      }
      trx.onCommit(() => spent.inc({ chain }, amount))
    },
  }
}
