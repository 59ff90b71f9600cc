import type { OperatedLedger } from '../operated-ledger.ts'

/** The same work, done once for each chain; what has failed is done again by who asks next. */
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
