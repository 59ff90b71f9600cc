import { invalidParameter, notFound } from './errors.ts'
import { select } from './page.ts'
import type { MirrorRoute } from './route.ts'
import { TRANSACTION_COLUMNS, transactionDetailJson } from './transactionJson.ts'

const TRANSACTION_ID = /^0\.0\.(\d{1,16})[-@](\d{1,10})[-.](\d{1,9})$/

/** GET /transactions/{id}: all that bear the id, or the one with that `nonce` and `scheduled`. */
export const transaction: MirrorRoute = {
  path: '/transactions/:id',
  parameters: ['nonce', 'scheduled'],
  answer({ path, query }, context) {
    const match = TRANSACTION_ID.exec(path.id ?? '')
    if (!match) throw invalidParameter('transactionId')
    const validStart = BigInt(match[2] ?? 0) * 1_000_000_000n + BigInt(match[3] ?? 0)
    const sql = `SELECT ${TRANSACTION_COLUMNS} FROM transactions t WHERE payer = ? AND valid_start = ? ORDER BY consensus_timestamp`
    const nonce = query.integers('nonce').at(-1)?.value
    const scheduled = query.text('scheduled') === undefined ? undefined : query.flag('scheduled', false)
    const rows = select(context, sql, Number(match[1]), validStart).filter(
      (row) =>
        (nonce === undefined || row.nonce === nonce) &&
        (scheduled === undefined || (row.scheduled === 1n) === scheduled),
    )
    if (rows.length === 0) throw notFound()
    return { transactions: rows.map(transactionDetailJson) }
  },
}
