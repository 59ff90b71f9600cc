import { isBeforeGenesis } from '#mirror/rest/genesis.ts'
import { holdingsAt } from '#mirror/rest/holdings.ts'
import { int64Json } from '#mirror/rest/json.ts'
import { keyCondition } from '#mirror/rest/key-condition.ts'
import { continuedBy, page } from '#mirror/rest/page.ts'
import { compare, compareAll } from '#mirror/rest/parameters.ts'
import type { MirrorRoute } from '#mirror/rest/route.ts'
import { timeOf } from '#mirror/rest/rows-time.ts'
import { idText } from '#protocol/ids.ts'
import { findToken } from './token-lookup.ts'

/**
 * GET /tokens/{id}/balances: the holders of a token with their balances, now or at a `timestamp`. Without rows the
 * answer's time is null, as in getTokenBalances of hiero-mirror-node's rest/tokens.js.
 */
export const tokenBalances: MirrorRoute = {
  path: '/tokens/:id/balances',
  parameters: ['account.id', 'account.balance', 'account.publickey', 'limit', 'order', 'timestamp'],
  async answer(request, context) {
    const { query } = request
    const { token } = findToken(request.path.id ?? '', context)
    const moment = query.moment()
    if (isBeforeGenesis(moment, context)) return { timestamp: null, balances: [], links: { next: null } }
    const amounts = query.integers('account.balance').map((comparison) => compare('h.balance', comparison))
    const owners = query.lookups('account.publickey').map((text) => {
      const { sql, values } = keyCondition('o.key', text, 'account.publickey')
      return { sql: `EXISTS (SELECT 1 FROM account o WHERE o.num = h.account AND ${sql})`, values }
    })
    const order = query.order('desc')
    const { rows, links } = await page(request, context, {
      columns: 'h.account, h.balance',
      ...(moment === undefined ? NOW : past(moment)),
      along: [{ sql: 'h.token = ?', values: [token.num] }, ...compareAll('h.account', query.ids('account.id'))],
      filters: [...amounts, ...owners],
      keys: ['h.account'],
      order,
      after: continuedBy(request, 'account.id', order, (row) => idText(Number(row.account))),
    })
    const balances = rows.map((row) => ({
      account: idText(Number(row.account)),
      balance: int64Json(row.balance as bigint),
      decimals: token.decimals,
    }))
    return { timestamp: timeOf(balances, moment ?? context.clock.last), balances, links }
  },
}

const NOW = { from: 'token_relation h' }

function past(moment: bigint) {
  const { sql, values } = holdingsAt(moment)
  return { from: `${sql} h`, sourceValues: values, edgesFrom: ['token_relation h', 'token_relation_history h'] }
}
