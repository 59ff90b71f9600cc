import type { MirrorRoute } from '#mirror/rest/route.ts'
import { TRANSACTION_PARAMETERS, transactionPage } from './transaction-list.ts'

/** GET /transactions: newest first unless asked otherwise. */
export const transactions: MirrorRoute = {
  path: '/transactions',
  parameters: TRANSACTION_PARAMETERS,
  answer(request, context) {
    return transactionPage(request, context, request.query.ids('account.id'))
  },
}
