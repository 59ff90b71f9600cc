/** What the node set aside to pay. */
import { takeFrom } from '@quorate/platform'
import type { Writes } from './tables.ts'

/** Takes tinybars from a budget; answers why, if that is refused. */
export const takeSpending = (trx: Writes, budget: { name: string; perHour: number }, amount: number, now: number) =>
  takeFrom(trx, 'node.spending', budget, { amount }, now)
