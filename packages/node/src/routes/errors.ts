import type { RouteErrors } from '@quorate/platform'

/** What every use of the node's own spending budget may answer. */
export const spendingErrors: RouteErrors = { 422: ['SPENDING_BUDGET_TOO_SMALL'], 429: ['SPENDING_BUDGET_USED'] }

/** What every step of a wallet's login may answer. */
export const walletLoginErrors: RouteErrors = {
  400: ['UNKNOWN_CHAIN'],
  403: ['NOT_AN_OWNER', 'WALLET_SESSION'],
  422: ['ACCOUNT_DELETED', 'INVALID_ACCOUNT_ID', 'KEY_CANNOT_LOG_IN'],
}
