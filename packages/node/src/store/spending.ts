/** Tinybars that the node has reserved for payments. */
import { takeFrom } from '@quorate/platform'
import type { Writes } from './tables.ts'

type Args = Parameters<typeof takeFrom>

/** Takes tinybars from a budget; returns the reason if the budget does not suffice. */
export const takeSpending = (trx: Writes, budget: Args[2], taking: Args[3], now: number) =>
  takeFrom(trx, 'node.spending', budget, taking, now)
