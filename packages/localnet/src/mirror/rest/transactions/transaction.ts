import { notFound } from '#mirror/rest/errors.ts'
import { Rendered } from '#mirror/rest/json.ts'
import { MAX_PAGE_BYTES } from '#mirror/rest/page.ts'
import type { MirrorRoute } from '#mirror/rest/route.ts'
import { transactionDetailJson } from './transaction-json.ts'
import { findTransactions } from './transaction-lookup.ts'

/** GET /transactions/{idOrHash}: all transactions with the id, or the one with the given `nonce` and `scheduled`. */
export const transaction: MirrorRoute = {
  path: '/transactions/:id',
  parameters: ['nonce', 'scheduled'],
  async answer(request, context) {
    const { query } = request
    const nonce = query.integers('nonce').at(-1)?.value
    const scheduled = query.text('scheduled') === undefined ? undefined : query.flag('scheduled', false)
    const rows = await findTransactions(request, context, { nonce, scheduled })
    if (rows.length === 0) throw notFound()
    const texts: string[] = []
    let characters = 0
    for (const row of rows) {
      if (characters >= MAX_PAGE_BYTES) break
      const text = JSON.stringify(transactionDetailJson(row))
      texts.push(text)
      characters += text.length
    }
    return new Rendered({}, { transactions: `[${texts.join(',')}]` })
  },
}
