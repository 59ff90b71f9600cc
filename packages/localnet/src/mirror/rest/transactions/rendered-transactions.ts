import { LRUCache } from 'lru-cache'
import { select } from '#mirror/rest/page.ts'
import type { MirrorContext } from '#mirror/rest/route.ts'
import type { Store } from '#store/store.ts'
import { TRANSACTION_COLUMNS, transactionJson } from './transaction-json.ts'

/** The maximum number of characters cached for each ledger; most transactions take about a thousand. */
const MAX_KEPT = 16_777_216

type Kept = LRUCache<bigint, string>
const kept = new WeakMap<object, Kept>()

/** The JSON of the transaction at a consensus time, from a cache: transactions never change. */
export function renderedTransaction(at: bigint, context: MirrorContext): string {
  const cache = cacheOf(context.store)
  const known = cache.get(at)
  if (known) return known
  const sql = `SELECT ${TRANSACTION_COLUMNS} FROM transactions t WHERE consensus_timestamp = ?`
  const text = JSON.stringify(select(context, sql, at).map(transactionJson)[0])
  cache.set(at, text)
  return text
}

function cacheOf({ era }: Store): Kept {
  const known = kept.get(era)
  if (known) return known
  const cache: Kept = new LRUCache({ maxSize: MAX_KEPT, sizeCalculation: ({ length }) => length })
  kept.set(era, cache)
  return cache
}
