import { findAccount } from '#mirror/rest/lookups/account-lookup.ts'
import { pendingRewardJson } from '#mirror/rest/lookups/staking-lookup.ts'
import type { MirrorRoute } from '#mirror/rest/route.ts'
import { transactionPage } from '#mirror/rest/transactions/transaction-list.ts'
import { accountJson } from './account-json.ts'
import { balanceOf } from './balance-json.ts'

/** GET /accounts/{idOrAliasOrEvmAddress}: the account, and its newest transactions unless `transactions=false`. */
export const account: MirrorRoute = {
  path: '/accounts/:id',
  parameters: ['limit', 'order', 'timestamp', 'transactiontype', 'transactions'],
  answer(request, context) {
    const moment = request.query.moment()
    const found = findAccount(request.path.id ?? '', context, moment)
    const balance = balanceOf(found.num, found.balance, moment, context)
    const json = accountJson(found, balance, pendingRewardJson(found, context))
    if (!request.query.flag('transactions', true)) return { ...json, transactions: [], links: { next: null } }
    return transactionPage(request, context, [{ operator: 'eq', value: found.num }], json)
  },
}
