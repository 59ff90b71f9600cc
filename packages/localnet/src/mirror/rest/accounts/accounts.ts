import { keyConditionsOf } from '#mirror/rest/key-condition.ts'
import { pendingRewardJson } from '#mirror/rest/lookups/staking-lookup.ts'
import { continuedBy, page } from '#mirror/rest/page.ts'
import { compare, compareAll } from '#mirror/rest/parameters.ts'
import type { MirrorRoute } from '#mirror/rest/route.ts'
import { idText } from '#protocol/ids.ts'
import { accountJson } from './account-json.ts'
import { balanceOf } from './balance-json.ts'

/** GET /accounts */
export const accounts: MirrorRoute = {
  path: '/accounts',
  parameters: ['account.id', 'account.balance', 'account.publickey', 'balance', 'limit', 'order'],
  async answer(request, context) {
    const { query } = request
    const order = query.order('asc')
    const isShown = query.flag('balance', true)
    const keys = keyConditionsOf(query)
    const { rows, links } = await page(request, context, {
      columns: '*',
      from: 'account',
      along: [...compareAll('num', query.ids('account.id')), ...keys.along],
      filters: [...query.integers('account.balance').map((one) => compare('balance', one)), ...keys.filters],
      keys: ['num'],
      order,
      after: continuedBy(request, 'account.id', order, (row) => idText(Number(row.num))),
    })
    const found = rows.map((row) => context.store.accounts.decode(row))
    const json = found.map((account) => {
      const balance = isShown ? balanceOf(account.num, account.balance, undefined, context) : null
      return accountJson(account, balance, pendingRewardJson(account, context))
    })
    return { accounts: json, links }
  },
}
