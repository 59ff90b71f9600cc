import { notFound } from './errors.ts'
import type { MirrorRoute } from './route.ts'
import { transactionDetailJson } from './transactionJson.ts'
import { findTransactions } from './transactionLookup.ts'

/** GET /transactions/{idOrHash}: all that bear the id, or the one with that `nonce` and `scheduled`. */
export const transaction: MirrorRoute = {
  path: '/transactions/:id',
  parameters: ['nonce', 'scheduled'],
  answer({ path, query }, context) {
    const nonce = query.integers('nonce').at(-1)?.value
    const scheduled = query.text('scheduled') === undefined ? undefined : query.flag('scheduled', false)
    const rows = findTransactions(path.id ?? '', context).filter(
      (row) =>
        (nonce === undefined || row.nonce === nonce) &&
        (scheduled === undefined || (row.scheduled === 1n) === scheduled),
    )
    if (rows.length === 0) throw notFound()
    return { transactions: rows.map(transactionDetailJson) }
  },
}
