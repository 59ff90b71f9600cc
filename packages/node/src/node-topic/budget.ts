import { type Change, type Clock, type Http, takeFrom, tooMany, unprocessable } from '@quorate/platform'
import { Counter } from 'prom-client'
import { limits } from '../limits.ts'
import type { Tables } from '../store/store.ts'

/**
 * Limits what the node pays itself in an hour on each chain, for each purpose and for each wallet. All processes share
 * the limits.
 */
export interface Budget {
  /**
   * Sets tinybars aside, in the change that precedes the payment.
   *
   * @throws 429 SPENDING_BUDGET_USED; 422 SPENDING_BUDGET_TOO_SMALL for more than is ever paid at once
   */
  reserve(trx: Change<Tables>, chain: string, cost: Cost): Promise<void>
}

export interface Cost {
  /** The price of one transaction or query, in tinybars. */
  each: number
  /** How many transactions or queries are paid; one if absent. */
  count?: number
  purpose: Purpose
  /** The wallet that caused the payment: it asked, pays, or founded the DAO; absent where the node itself did. */
  wallet?: string | undefined
}

/**
 * `topic` is the creation of the node topic, once. The shares of decisions pay for nothing else. `decision` is for
 * decisions that name their payer, of DAOs older than a day. All others are a `decision of anyone`, which leaves that
 * share alone: of new DAOs, without a named payer, or handed in again after a transaction was spoiled.
 */
export type Purpose = 'topic' | 'validator' | 'query' | 'binding' | 'decision' | 'decision of anyone'

/** The percentage of the budget that each purpose may use at most, and how refusals name it to clients. */
const SHARES: Record<Purpose, { percent: number; paid: string; advice?: string }> = {
  topic: { percent: 100, paid: 'its topic' },
  validator: { percent: limits.paidForValidators.value, paid: 'validators' },
  query: { percent: limits.paidForQueries.value, paid: 'queries' },
  binding: { percent: limits.paidForBindings.value, paid: 'bindings' },
  decision: { percent: limits.paidForDecisions.value, paid: 'decisions that name their payer' },
  'decision of anyone': {
    percent: limits.paidForDecisionsOfAnyone.value,
    paid: 'decisions that name no payer, or of new DAOs',
    advice:
      '. Decisions that name their payer (sender.id), of DAOs older than a day, are paid from a share of their own',
  },
}

export function createBudget(deps: { http: Http; clock: Clock; settings: { SPENDING_PER_HOUR: number } }): Budget {
  const { http, clock, settings } = deps
  const spent = new Counter({
    name: 'node_spending_reserved_tinybars_total',
    help: 'What the node set aside for transactions and queries that it pays itself',
    labelNames: ['chain'],
    registers: [http.metrics.registry],
  })

  /** Chains and purposes for which the log has a warning that the budget is too small. */
  const warned = new Set<string>()
  function neverPaid(chain: string, paid: string, amount: number, perHour: number, percent: number) {
    const enough = Math.ceil((amount * 100) / percent)
    if (!warned.has(`${chain} ${paid}`))
      http.log.warn(
        `SPENDING_PER_HOUR is too small: ${amount} tinybars were asked at once for ${paid} on ${chain}, and the node never pays more than ${perHour} in an hour. It needs to be at least ${enough}`,
      )
    warned.add(`${chain} ${paid}`)
    return unprocessable(
      'SPENDING_BUDGET_TOO_SMALL',
      `This costs ${amount} tinybars, and the node never pays more than ${perHour} in an hour for ${paid} on ${chain}: its operator would have to raise SPENDING_PER_HOUR`,
    )
  }

  return {
    async reserve(trx, chain, { each, count = 1, purpose, wallet }) {
      const { percent, paid, advice = '' } = SHARES[purpose]
      const perHour = (settings.SPENDING_PER_HOUR * percent) / 100
      const amount = each * count
      const atLeast = (amount * limits.sureForWallet.value) / 100
      const holder = wallet ? { id: wallet, atLeast, percent: limits.paidPerWallet.value } : undefined
      const budget = { name: `${chain} ${purpose}`, perHour }
      const refused = await takeFrom(trx, 'node.spending', budget, { amount, holder }, clock.now())
      if (refused?.waitMs === Infinity) throw neverPaid(chain, paid, amount, perHour, percent)
      if (refused) {
        const used = refused.of === 'all' ? 'all of it is used' : `the part of ${wallet} is used`
        throw tooMany(
          'SPENDING_BUDGET_USED',
          `The node pays at most ${perHour} tinybars an hour for ${paid} on ${chain} (a share of SPENDING_PER_HOUR), and ${used}: ask again in the next hour${advice}`,
          Math.ceil(refused.waitMs / 1000),
        )
      }
      trx.onCommit(() => spent.inc({ chain }, amount))
    },
  }
}
