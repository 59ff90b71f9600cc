import { createRunOnce } from '@quorate/platform'
import type { OperatedLedger } from '../operated-ledger.ts'

/** Does the same work once for each chain; work that failed is done again at the next call. */
export function oncePerChain<T>(work: (ledger: OperatedLedger) => Promise<T>): (ledger: OperatedLedger) => Promise<T> {
  const once = createRunOnce<T>()
  return (ledger) => once(ledger.chain, () => work(ledger))
}
