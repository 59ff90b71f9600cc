import type { RouteErrors } from '@quorate/platform'

/** The errors of every request for a new transaction. */
export const newRequestErrors: RouteErrors = {
  400: [
    'BLANK_TEXT',
    'CONFLICTING_TIMES',
    'HIDDEN_CHARACTER',
    'INVALID_EXECUTE_AT',
    'INVALID_EXPIRES_AT',
    'INVALID_TIMESTAMP',
    'UNKNOWN_CHAIN',
    'WRONG_WALLET',
  ],
  403: ['FORBIDDEN'],
  409: [
    'ALREADY_REPLACED',
    'GROUP_PART_EXISTS',
    'LIMIT_ENDED',
    'NOT_REPLACEABLE',
    'REJECTED',
    'REPLACED',
    'REQUEST_CLOSED',
    'WITHDRAWN',
    'WRONG_GROUP',
  ],
  410: ['REQUEST_EXPIRED'],
  422: [
    'ACCOUNT_DELETED',
    'INSUFFICIENT_PAYER_BALANCE',
    'INVALID_ACCOUNT_ID',
    'MEMO_TOO_LONG',
    'NOT_AN_OWNER',
    'OWNER_UNDER_CONTRACT',
    'OWNER_WITHOUT_KEY',
    'TRANSACTION_OVERSIZE',
  ],
  429: ['TOO_MANY_OPEN_REQUESTS', 'TOO_MANY_REQUESTS_A_DAY'],
}

/** The errors for a signature, sent alone or within executed bytes. */
const signatureErrors: RouteErrors = {
  400: ['INVALID_BYTES', 'INVALID_TRANSACTION_BYTES', 'TOO_MANY_SIGNATURES', 'UNKNOWN_CHAIN'],
  403: ['FORBIDDEN'],
  409: [
    'ALREADY_REJECTED',
    'CUSTOM_FEES_CHANGED',
    'DRAFT_EXPIRED',
    'LIMIT_ENDED',
    'OWNER_KEY_ROTATED',
    'REJECTED',
    'REPLACED',
    'REQUEST_CLOSED',
    'SCHEDULE_NOT_CREATED',
    'SIGNER_GONE',
    'WALLET_CHANGED',
    'WALLET_CHANGING',
    'WALLET_DELETED',
    'WALLET_KEY_CHANGED',
    'WITHDRAWN',
  ],
  410: ['REQUEST_EXPIRED'],
  422: [
    'INSUFFICIENT_PAYER_BALANCE',
    'INVALID_SIGNATURE',
    'NOT_AN_OWNER',
    'RECEIVER_MUST_SIGN',
    'SUPERSEDED',
    'THRESHOLD_NOT_MET',
  ],
}

export const signingErrors: RouteErrors[] = [
  signatureErrors,
  {
    400: ['WRONG_HISTORY', 'WRONG_WALLET'],
    403: ['NOT_THE_SCHEDULE'],
    422: ['NO_NEW_VALID_SIGNATURES', 'SCHEDULE_PAYER_INVOLVED'],
    429: ['SCHEDULE_BUDGET_USED'],
  },
]

/** The errors of every execution of a request. */
export const executionErrors: RouteErrors[] = [
  signatureErrors,
  {
    400: ['WRONG_OPERATION'],
    422: [
      'ACCOUNT_STILL_OWNS_NFTS',
      'BODY_MISMATCH',
      'INSUFFICIENT_TOKEN_BALANCE',
      'INVALID_NFT_ID',
      'INVALID_PENDING_AIRDROP_ID',
      'INVALID_TOKEN_ID',
      'SENDER_DOES_NOT_OWN_NFT_SERIAL_NO',
      'TOKEN_ALREADY_ASSOCIATED_TO_ACCOUNT',
      'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT',
      'TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES',
    ],
  },
]
