import type { OperatedLedger } from '../operated-ledger.ts'

/** Does the same work once for each chain; work that failed is done again at the next call. */
export function oncePerChain<T>(work: (ledger: OperatedLedger) => Promise<T>): (ledger: OperatedLedger) => Promise<T> {
  const begun = new Map<string, Promise<T>>()
  return (ledger) => {
    const { chain } = ledger
    const known = begun.get(chain)
    if (known) return known
    const working = work(ledger)
    begun.set(chain, working)
    working.catch(() => begun.delete(chain))
    return working
  }
}
