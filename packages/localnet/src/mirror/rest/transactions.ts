import { compareAll } from './parameters.ts'
import type { MirrorRoute } from './route.ts'
import { TRANSACTION_PARAMETERS, transactionPage } from './transactionList.ts'

/** GET /transactions: newest first unless asked otherwise. */
export const transactions: MirrorRoute = {
  path: '/transactions',
  parameters: TRANSACTION_PARAMETERS,
  answer(request, context) {
    const accounts = compareAll('a.account', request.query.ids('account.id'))
    return transactionPage(request, context, accounts)
  },
}
