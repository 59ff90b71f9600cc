/**
 * The errors that operations answered in the tests, for the descriptions of the APIs. `npm run docs:errors` adds what
 * further runs answer; what an operation no longer answers is taken out by hand.
 */
import type { OperationErrors } from '@quorate/platform'

export const operationErrors: OperationErrors = {
  operations: {
    'GET /multisig/transaction/status/{jobId}': { '403': ['FORBIDDEN'] },
    'GET /multisig/wallet/{walletId}': { '400': ['INVALID_URL'], '403': ['FORBIDDEN'] },
    'GET /multisig/wallet/{walletId}/history': { '400': ['INVALID_CURSOR'], '403': ['FORBIDDEN'] },
    'GET /multisig/wallet/{walletId}/pending': { '400': ['INVALID_CURSOR'], '403': ['FORBIDDEN'] },
    'GET /multisig/wallets': { '400': ['INVALID_CURSOR'] },
    'POST /multisig/transaction/comment/{jobId}': {
      '400': ['INTEGER_TOO_LARGE', 'INVALID_TEXT'],
      '403': ['FORBIDDEN'],
    },
    'POST /multisig/transaction/reject/{jobId}': {
      '400': ['INTEGER_TOO_LARGE'],
      '403': ['FORBIDDEN'],
      '409': ['ALREADY_SIGNED'],
    },
    'POST /multisig/transaction/sign/{jobId}': {
      '400': [
        'INTEGER_TOO_LARGE',
        'INVALID_BYTES',
        'INVALID_TEXT',
        'INVALID_TRANSACTION_BYTES',
        'WRONG_HISTORY',
        'WRONG_WALLET',
      ],
      '403': ['FORBIDDEN'],
      '409': ['ALREADY_REJECTED', 'OWNER_KEY_ROTATED', 'REJECTED', 'WALLET_CHANGED', 'WALLET_KEY_CHANGED'],
      '422': ['INVALID_SIGNATURE', 'NOT_AN_OWNER'],
    },
    'POST /multisig/wallet/associate/execute': { '403': ['FORBIDDEN'] },
    'POST /multisig/wallet/associate/request': { '400': ['INTEGER_TOO_LARGE', 'INVALID_TEXT'], '403': ['FORBIDDEN'] },
    'POST /multisig/wallet/create/execute': {
      '403': ['FORBIDDEN'],
      '409': ['OWNER_KEY_ROTATED'],
      '422': ['THRESHOLD_NOT_MET'],
    },
    'POST /multisig/wallet/create/request': {
      '400': ['INTEGER_TOO_LARGE', 'INVALID_TEXT', 'UNKNOWN_CHAIN'],
      '422': [
        'ACCOUNT_DELETED',
        'INVALID_ACCOUNT_ID',
        'INVALID_THRESHOLD',
        'OWNERS_SHARE_KEY',
        'OWNER_REPEATED',
        'TOO_MANY_OWNERS',
      ],
    },
    'POST /multisig/wallet/dissociate/execute': { '403': ['FORBIDDEN'] },
    'POST /multisig/wallet/dissociate/request': { '400': ['INTEGER_TOO_LARGE', 'INVALID_TEXT'], '403': ['FORBIDDEN'] },
    'POST /multisig/wallet/stake/execute': {
      '403': ['FORBIDDEN'],
      '409': ['ALREADY_REJECTED', 'REJECTED'],
      '422': ['THRESHOLD_NOT_MET'],
    },
    'POST /multisig/wallet/stake/request': { '400': ['INTEGER_TOO_LARGE', 'INVALID_TEXT'], '403': ['FORBIDDEN'] },
    'POST /multisig/wallet/update/execute': {
      '403': ['FORBIDDEN'],
      '409': ['OWNER_KEY_ROTATED', 'WALLET_CHANGED', 'WALLET_CHANGING'],
      '422': ['THRESHOLD_NOT_MET'],
    },
    'POST /multisig/wallet/update/request': {
      '400': ['INTEGER_TOO_LARGE', 'INVALID_TEXT'],
      '403': ['FORBIDDEN'],
      '422': ['INVALID_THRESHOLD', 'LAST_OWNER', 'NOT_AN_OWNER'],
    },
    'POST /multisig/wallet/withdraw/execute': {
      '400': ['INTEGER_TOO_LARGE', 'INVALID_BYTES', 'INVALID_TEXT', 'WRONG_OPERATION'],
      '403': ['FORBIDDEN'],
      '409': ['WALLET_KEY_CHANGED'],
      '422': ['THRESHOLD_NOT_MET'],
    },
    'POST /multisig/wallet/withdraw/request': {
      '400': ['INTEGER_TOO_LARGE', 'INVALID_TEXT'],
      '403': ['FORBIDDEN'],
      '409': ['WALLET_KEY_CHANGED'],
    },
  },
  messages: {
    ACCOUNT_DELETED: 'The account 0.0.1043 was deleted on the ledger',
    ALREADY_REJECTED: '0.0.1033 has rejected this request',
    ALREADY_SIGNED: "0.0.1033 has signed this request, which can't be taken back",
    FORBIDDEN: 'Not found, or access denied',
    INTEGER_TOO_LARGE:
      'body/name is beyond 9007199254740991, which JSON numbers do not carry exactly: send it as a string',
    INVALID_ACCOUNT_ID: 'The account 0.0.999999999 does not exist on the ledger',
    INVALID_BYTES:
      "bytes is not bytes as 0x hex, base64, an array of numbers, an index-keyed object or {type: 'Buffer', data: [...]}: Found a character that cannot be part of a valid base64 string.",
    INVALID_CURSOR: 'cursor is "abc": take it from the Link header of a page',
    INVALID_SIGNATURE: "This is no signature of 0.0.1032 over the request's bodyBytes",
    INVALID_TEXT: 'body/name holds a NUL or half of a character, which is not text',
    INVALID_THRESHOLD: "A threshold of 5 can't be reached by 4 owners: choose 1 to 4",
    INVALID_TRANSACTION_BYTES:
      'expected a TransactionList, Transaction, SignedTransaction or SignatureMap: they decode as none of them',
    INVALID_URL: 'The address holds a NUL, which is not text',
    LAST_OWNER: '0.0.1032 is the last owner: a wallet needs one',
    NOT_AN_OWNER: '0.0.1034 is no owner of this wallet',
    OWNERS_SHARE_KEY:
      '0.0.1032 and 0.0.1042 share the key 938c3817e91c83d9a1a1ecc496f5bcbdddf5b18435254a4f86eeb80b058d417e: one signature would count as two',
    OWNER_KEY_ROTATED:
      'The key of 0.0.1072 on the ledger is not the one by which it owns the wallet: refresh it with update/request, action add',
    OWNER_REPEATED: '0.0.1032 is named twice among the owners',
    REJECTED: 'The owners who have not rejected the request cannot reach its threshold',
    THRESHOLD_NOT_MET:
      '1 verified signature: at least 1 more needed; those of 0.0.1033, who rejected the request, do not count',
    TOO_MANY_OWNERS: '21 owners: a wallet has at most 20',
    UNKNOWN_CHAIN: 'The chain "hedera:testnet" is not served here: expected one of hedera:devnet',
    WALLET_CHANGED: 'The owners or the threshold have changed since this was asked: ask again',
    WALLET_CHANGING: 'Another change of the owners of 0.0.1034 is with the ledger: ask again',
    WALLET_KEY_CHANGED:
      "The key of 0.0.1074 on the ledger is not its owners' key any more: it was changed from outside",
    WRONG_HISTORY: "historyId is : send f8122313-d557-411c-87c1-1fb7ef1e33e1, the request's own",
    WRONG_OPERATION: 'The request 335950e8-5e4b-4b3f-a7de-1ce55c7d04e5 is executed at /multisig/wallet/stake/execute',
    WRONG_WALLET: 'walletId is missing: send 0.0.1035, the wallet of this request',
  },
}
