import type { State } from '#state/state.ts'
import type { Dispatch, DispatchedTransaction } from '#transaction/definition.ts'
import { scheduledTransaction } from './scheduled-transaction.ts'

/**
 * Marks a schedule that waited for its expiry as executed at `now`; returns its transaction, even if signatures are
 * missing.
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
