import { idText } from '../../ids.ts'
import { timestampText } from '../../time.ts'
import { int64Json } from './json.ts'
import { page } from './page.ts'
import { compare } from './parameters.ts'
import type { MirrorRoute } from './route.ts'
import { findToken } from './tokenLookup.ts'

/** What each holder had right after the moment: the newest change up to it. */
const BALANCE_AT = `coalesce((SELECT t.balance FROM token_transfer t WHERE t.token = r.token AND t.account = r.account
  AND t.consensus_timestamp <= ? ORDER BY t.consensus_timestamp DESC LIMIT 1), 0)`

/** GET /tokens/{id}/balances: who holds how much, now or at a `timestamp`. */
export const tokenBalances: MirrorRoute = {
  path: '/tokens/:id/balances',
  parameters: ['account.id', 'account.balance', 'limit', 'order', 'timestamp'],
  answer(request, context) {
    const { query } = request
    const { token } = findToken(request.path.id ?? '', context)
    const moment = query.moment()
    const accounts = query.ids('account.id').map((comparison) => compare('account', comparison))
    const amounts = query.integers('account.balance').map((comparison) => compare('balance', comparison))
    const source =
      moment === undefined
        ? 'token_relation'
        : `(SELECT account, token, ${BALANCE_AT} AS balance FROM token_relation r)`
    const { rows, links } = page(request, context, {
      columns: 'account, balance',
      from: source,
      sourceValues: moment === undefined ? [] : [moment],
      conditions: [{ sql: 'token = ?', values: [token.num] }, ...accounts, ...amounts],
      orderBy: 'account',
      order: query.order('desc'),
      parameter: 'account.id',
      keyOf: (row) => idText(Number(row.account)),
    })
    const balances = rows.map((row) => ({
      account: idText(Number(row.account)),
      balance: int64Json(row.balance as bigint),
      decimals: token.decimals,
    }))
    return { timestamp: timestampText(moment ?? context.clock.last), balances, links }
  },
}
