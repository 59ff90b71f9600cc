import { idText } from '../../ids.ts'
import { timestampText } from '../../time.ts'
import { findAccount } from './accountLookup.ts'
import { int64Json } from './json.ts'
import { page, type Row } from './page.ts'
import { compareAll } from './parameters.ts'
import type { MirrorRoute } from './route.ts'

/** GET /accounts/{id}/tokens: the account's associations. */
export const accountTokens: MirrorRoute = {
  path: '/accounts/:id/tokens',
  parameters: ['token.id', 'limit', 'order'],
  answer(request, context) {
    const { query } = request
    const { num } = findAccount(request.path.id ?? '', context)
    const { rows, links } = page(request, context, {
      columns: 'r.*, t.decimals, t.freeze_key, t.kyc_key',
      from: 'token_relation r JOIN token t ON t.num = r.token',
      conditions: [{ sql: 'r.account = ?', values: [num] }, ...compareAll('r.token', query.ids('token.id'))],
      orderBy: 'r.token',
      order: query.order('asc'),
      parameter: 'token.id',
      keyOf: (row) => idText(Number(row.token)),
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
