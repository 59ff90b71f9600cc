import type { State } from '#state/state.ts'
import type { Dispatch, DispatchedTransaction } from '#transaction/definition.ts'
import { scheduledTransaction } from './scheduled-transaction.ts'

/**
 * Marks a schedule as executed at `now`, because its expiry has come. Returns its transaction, which may lack
 * signatures; undefined if there is no such schedule.
 */
export function executeAtExpiry(
  num: number,
  state: State,
  now: bigint,
  dispatch: Dispatch,
): DispatchedTransaction | undefined {
  const schedule = state.schedules.get(num)
  if (!schedule) return undefined
  state.schedules.put(num, { ...schedule, executedAt: now })
  return scheduledTransaction(schedule, { state, dispatch }).following
}
