import type { RouteErrors } from '@quorate/platform'

/** The errors of every request that writes to a topic. */
export const ledgerBudgetErrors: RouteErrors = { 429: ['LEDGER_BUDGET_USED', 'WALLET_BUDGET_USED'] }

/** The errors of signatures by keys of an account. */
export const signatureErrors: RouteErrors = {
  400: [
    'INVALID_BYTES',
    'INVALID_KEY',
    'INVALID_TRANSACTION_BYTES',
    'TOO_MANY_SIGNATURES',
    'UNKNOWN_CHAIN',
    'UNKNOWN_KEY',
  ],
  403: ['WRONG_CHAIN'],
  422: ['INVALID_SIGNATURE', 'NO_KEY'],
}

/** The errors of drafts and proposals that the format of records or the DAO's rules do not permit. */
export const bodyErrors: RouteErrors = {
  400: [
    'BLANK_TEXT',
    'FRACTION_DIFFERS',
    'HIDDEN_CHARACTER',
    'INVALID_CHANGE',
    'INVALID_FRACTION',
    'INVALID_OPTION',
    'INVALID_RECORD',
    'NESTED_TOO_DEEP',
    'NUMBER_NOT_EXACT',
    'OPTION_REPEATED',
    'RECORD_IN_DATA',
    'TOKEN_WITHOUT_WEIGHT',
  ],
  422: [
    'INVALID_OPERATION_PATH',
    'NOTHING_CHANGES',
    'OPERATION_NEEDS_SENDER',
    'OPERATION_NEEDS_YES',
    'OPTIONS_NEEDED',
    'OWNER_STAYS',
    'PERIODS_CONTRADICT',
    'AREA_UNKNOWN',
    'INVALID_AREAS',
    'OPTIMISTIC_INCOMPLETE',
    'OPTIMISTIC_NOT_ALLOWED',
    'QUORUM_TOO_LOW',
    'THRESHOLD_TOO_LOW',
    'TOO_MANY_OPTIONS',
    'VETO_NEEDS_DELAY',
    'VOTING_METHOD_NOT_ALLOWED',
    'VOTING_TOO_LONG',
    'VOTING_TOO_SHORT',
  ],
}
