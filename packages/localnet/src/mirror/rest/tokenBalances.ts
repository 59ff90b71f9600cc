import { idText } from '../../ids.ts'
import { timestampText } from '../../time.ts'
import { HOLDINGS_NOW, holdingsAt } from './holdings.ts'
import { int64Json } from './json.ts'
import { keyCondition } from './keyCondition.ts'
import { page } from './page.ts'
import { compare } from './parameters.ts'
import type { MirrorRoute } from './route.ts'
import { findToken } from './tokenLookup.ts'

/** GET /tokens/{id}/balances: who holds how much, now or at a `timestamp`. */
export const tokenBalances: MirrorRoute = {
  path: '/tokens/:id/balances',
  parameters: ['account.id', 'account.balance', 'account.publickey', 'limit', 'order', 'timestamp'],
  answer(request, context) {
    const { query } = request
    const { token } = findToken(request.path.id ?? '', context)
    const moment = query.moment()
    const accounts = query.ids('account.id').map((comparison) => compare('account', comparison))
    const amounts = query.integers('account.balance').map((comparison) => compare('balance', comparison))
    const source = moment === undefined ? HOLDINGS_NOW : holdingsAt(moment)
    const owners = query.all('account.publickey').map((text) => {
      const { sql, values } = keyCondition('key', text, 'account.publickey')
      return { sql: `account IN (SELECT num FROM account WHERE ${sql})`, values }
    })
    const { rows, links } = page(request, context, {
      columns: 'account, balance',
      from: source.sql,
      sourceValues: source.values,
      conditions: [{ sql: 'token = ?', values: [token.num] }, ...accounts, ...amounts, ...owners],
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
