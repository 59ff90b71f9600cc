import type { RouteErrors } from '@quorate/platform'

/** The errors of every request that spends from the node's own budget. */
export const spendingErrors: RouteErrors = { 422: ['SPENDING_BUDGET_TOO_SMALL'], 429: ['SPENDING_BUDGET_USED'] }

/** The errors that every step of a wallet's login may return. */
export const walletLoginErrors: RouteErrors = {
  400: ['UNKNOWN_CHAIN'],
  403: ['NOT_AN_OWNER', 'WALLET_SESSION'],
  422: ['ACCOUNT_DELETED', 'INVALID_ACCOUNT_ID', 'KEY_CANNOT_LOG_IN'],
}

/** The errors of requests for a DAO's signature on a wallet's request. */
export const walletSignatureErrors: RouteErrors = {
  400: ['BODY_BYTES_MISSING', 'INVALID_BYTES', 'INVALID_TRANSACTION_BYTES', 'UNKNOWN_CHAIN', 'WRONG_VALIDATOR'],
  403: [
    'DECISION_DOES_NOT_PERMIT',
    'DECISION_NOT_FOUND',
    'DECISION_NOT_TRUSTED',
    'DECISION_VETOED',
    'ENTITY_UNBOUND',
    'NOT_AN_OWNER',
    'OWNER_NOT_NAMED',
    'VALIDATOR_REFUSED',
  ],
  404: ['VALIDATOR_NOT_FOUND'],
  409: ['DECISION_DELAYED', 'SCHEDULE_CLOSED'],
  410: ['DECISION_EXPIRED', 'REQUEST_EXPIRED'],
  422: ['ACCOUNT_DELETED', 'BODY_NOT_UNDERSTOOD', 'CUSTOM_FEES', 'INVALID_ACCOUNT_ID', 'INVALID_TOKEN_ID'],
  429: ['TOO_MANY_SCHEDULE_SIGNS'],
}
