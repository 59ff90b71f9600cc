import { refuseExclusions } from '#mirror/rest/bounds.ts'
import { int64Json } from '#mirror/rest/json.ts'
import { findAccount } from '#mirror/rest/lookups/account-lookup.ts'
import { continuedBy, page, type Row } from '#mirror/rest/page.ts'
import { compareAll } from '#mirror/rest/parameters.ts'
import type { MirrorRoute } from '#mirror/rest/route.ts'
import { idText } from '#protocol/ids.ts'
import { timestampText } from '#protocol/time.ts'

/** GET /accounts/{id}/tokens: the account's associations. */
export const accountTokens: MirrorRoute = {
  path: '/accounts/:id/tokens',
  parameters: ['token.id', 'limit', 'order'],
  async answer(request, context) {
    const { query } = request
    const { num } = findAccount(request.path.id ?? '', context)
    const order = query.order('asc')
    refuseExclusions({ parameter: 'token.id', comparisons: query.ids('token.id') })
    const { rows, links } = await page(request, context, {
      columns: 'r.*, t.decimals, t.freeze_key, t.kyc_key',
      from: 'token_relation r',
      join: 'JOIN token t ON t.num = r.token',
      along: [{ sql: 'r.account = ?', values: [num] }, ...compareAll('r.token', query.ids('token.id'))],
      filters: [],
      keys: ['r.token'],
      order,
      after: continuedBy(request, 'token.id', order, (row) => idText(Number(row.token))),
    })
    return { tokens: rows.map(relationJson), links }
  },
}

function relationJson(row: Row): object {
  return {
    automatic_association: row.automatic === 1n,
    balance: int64Json(row.balance as bigint),
    created_timestamp: timestampText(row.created_at as bigint),
    decimals: Number(row.decimals),
    freeze_status: row.freeze_key === null ? 'NOT_APPLICABLE' : row.frozen === 1n ? 'FROZEN' : 'UNFROZEN',
    kyc_status: row.kyc_key === null ? 'NOT_APPLICABLE' : row.kyc_granted === 1n ? 'GRANTED' : 'REVOKED',
    token_id: idText(Number(row.token)),
  }
}
