import type { RouteErrors } from '@quorate/platform'

/** The errors of every request that spends from the node's own budget. */
export const spendingErrors: RouteErrors = { 422: ['SPENDING_BUDGET_TOO_SMALL'], 429: ['SPENDING_BUDGET_USED'] }

/** The errors that every step of a wallet's login may return. */
export const walletLoginErrors: RouteErrors = {
  400: ['UNKNOWN_CHAIN'],
  403: ['NOT_AN_OWNER', 'WALLET_SESSION'],
  422: ['ACCOUNT_DELETED', 'INVALID_ACCOUNT_ID', 'KEY_CANNOT_LOG_IN'],
}
