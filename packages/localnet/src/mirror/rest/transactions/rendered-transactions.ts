import type { Store } from '#store/store.ts'
import { select } from '../page.ts'
import type { MirrorContext } from '../route.ts'
import { TRANSACTION_COLUMNS, transactionJson } from './transaction-json.ts'

/** At most so many characters are cached for each ledger; most transactions take about a thousand. */
const MAX_KEPT = 16_777_216

interface Kept {
  readonly texts: Map<bigint, string>
  characters: number
}
const kept = new WeakMap<object, Kept>()

/** The JSON of the transaction at a consensus time, from a cache: transactions never change. */
export function renderedTransaction(at: bigint, context: MirrorContext): string {
  const cache = cacheOf(context.store)
  const known = cache.texts.get(at)
  if (known) return known
  const sql = `SELECT ${TRANSACTION_COLUMNS} FROM transactions t WHERE consensus_timestamp = ?`
  const text = JSON.stringify(select(context, sql, at).map(transactionJson)[0])
  if (cache.characters + text.length > MAX_KEPT) {
    cache.texts.clear()
    cache.characters = 0
  }
  cache.texts.set(at, text)
  cache.characters += text.length
  return text
}

function cacheOf({ era }: Store): Kept {
  const known = kept.get(era)
  if (known) return known
  const cache = { texts: new Map<bigint, string>(), characters: 0 }
  kept.set(era, cache)
  return cache
}
