import type { RouteErrors } from '@quorate/platform'

/** The errors of a write, both when it is requested and when its signed bytes carry out a decision. */
export const decisionErrors: RouteErrors = {
  400: ['INVALID_KEY', 'UNKNOWN_CHAIN'],
  403: [
    'DECISION_DOES_NOT_PERMIT',
    'DECISION_NEEDS_SENDER',
    'DECISION_NOT_FOUND',
    'DECISION_NOT_TRUSTED',
    'DECISION_VETOED',
    'ENTITY_UNBOUND',
    'VALIDATOR_REFUSED',
  ],
  409: ['DECISION_BYTES_OUTDATED', 'DECISION_DELAYED', 'DECISION_PENDING', 'DECISION_USED', 'SUPERSEDED'],
  410: ['DECISION_EXPIRED'],
  422: ['ACCOUNT_DELETED', 'INSUFFICIENT_PAYER_BALANCE', 'INVALID_SIGNATURE', 'KEY_REQUIRED', 'TRANSACTION_OVERSIZE'],
  429: ['DECISION_FAILED', 'TOO_MANY_SPOILED'],
}

/** The errors of requests that the nodes' shared key may have to sign. */
export const sharedKeyErrors: RouteErrors = { 409: ['DKG_NO_SHARE'], 503: ['SIGNERS_MISSING'] }

/** The errors that every ledger write may return. */
export const gatedWriteErrors: readonly RouteErrors[] = [
  decisionErrors,
  sharedKeyErrors,
  {
    422: ['PAYER_ACCOUNT_NOT_FOUND', 'SPENDING_BUDGET_TOO_SMALL'],
    429: ['SPENDING_BUDGET_USED', 'TOO_MANY_OPEN_BYTES'],
  },
]

/** The errors that every write with custom fees may return. */
export const customFeesErrors: RouteErrors = {
  400: ['INVALID_CUSTOM_FEE'],
  422: [
    'CUSTOM_FEES_LIST_TOO_LONG',
    'CUSTOM_FEE_DENOMINATION_MUST_BE_FUNGIBLE_COMMON',
    'CUSTOM_FEE_MUST_BE_POSITIVE',
    'CUSTOM_FRACTIONAL_FEE_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON',
    'CUSTOM_ROYALTY_FEE_ONLY_ALLOWED_FOR_NON_FUNGIBLE_UNIQUE',
    'FRACTION_DIVIDES_BY_ZERO',
    'INVALID_CUSTOM_FEE_COLLECTOR',
    'INVALID_TOKEN_ID_IN_CUSTOM_FEES',
    'TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR',
  ],
}

/** The errors that every write on an existing token may return. */
export const existingTokenErrors: RouteErrors = { 422: ['INVALID_TOKEN_ID', 'TOKEN_WAS_DELETED'] }
