import { accountJson } from './accountJson.ts'
import { findAccount } from './accountLookup.ts'
import { balanceOf } from './balanceJson.ts'
import type { MirrorRoute } from './route.ts'
import { pendingRewardJson } from './stakingLookup.ts'
import { transactionPage } from './transactionList.ts'

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
    return transactionPage(request, context, [{ sql: 'a.account = ?', values: [found.num] }], json)
  },
}
