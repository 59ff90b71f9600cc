import type { Store } from '#store/store.ts'
import { select } from '../page.ts'
import type { MirrorContext } from '../route.ts'
import { TRANSACTION_COLUMNS, transactionJson } from './transaction-json.ts'

/** So many are kept for each ledger, about a kilobyte each. */
const MAX_KEPT = 10_000
const kept = new WeakMap<object, Map<bigint, string>>()

/** The JSON of the transactions at these consensus times, from a cache: transactions never change. */
export function renderedTransactions(timestamps: readonly bigint[], context: MirrorContext): string {
  const cache = cacheOf(context.store)
  const missing = timestamps.filter((at) => !cache.has(at))
  if (cache.size + missing.length > MAX_KEPT) cache.clear()
  const sql = `SELECT ${TRANSACTION_COLUMNS} FROM transactions t WHERE consensus_timestamp = ?`
  const texts = timestamps.map((at) => {
    const known = cache.get(at)
    if (known) return known
    const text = JSON.stringify(select(context, sql, at).map(transactionJson)[0])
    cache.set(at, text)
    return text
  })
  return `[${texts.join(',')}]`
}

function cacheOf({ era }: Store): Map<bigint, string> {
  const known = kept.get(era)
  if (known) return known
  const cache = new Map<bigint, string>()
  kept.set(era, cache)
  return cache
}
