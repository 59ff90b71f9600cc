import type { Limits } from '@quorate/platform'

export const limits = {
  maxSignaturePairs: {
    value: 100,
    unit: 'pairs',
    bounds: 'signatures over one body in one request, counted before they are decoded',
    answer: '400 TOO_MANY_SIGNATURES',
  },
  maxVerifications: {
    value: 128,
    unit: 'verifications',
    bounds: 'verifications that the signatures of one request may cause, counted before the first one',
    answer: '400 TOO_MANY_SIGNATURES',
  },
  verificationsPerRequest: {
    value: 4,
    unit: 'verifications',
    bounds:
      "signature verifications that count as one request of the sender's; each further set of this size counts as another request",
    answer: '429 RATE_LIMITED to the next request',
  },
  maxSignedBytes: {
    value: 262_144,
    unit: 'bytes',
    bounds: 'a TransactionList, Transaction, SignedTransaction or SignatureMap',
    answer: '400 INVALID_TRANSACTION_BYTES',
  },
  maxListedTransactions: {
    value: 256,
    unit: 'transactions',
    bounds: 'transactions in one TransactionList (copies for several nodes, chunks of a message)',
    answer: '400 TOO_MANY_SIGNATURES',
  },
  maxCountedFields: {
    value: 10_000,
    unit: 'fields',
    bounds: 'protobuf fields of a TransactionList, down to its SignatureMaps, that are scanned to count the signatures',
    answer: '400 TOO_MANY_SIGNATURES',
  },
  maxListedSignaturePairs: {
    value: 1_000,
    unit: 'pairs',
    bounds: 'signatures in all transactions of one TransactionList together',
    answer: '400 TOO_MANY_SIGNATURES',
  },
  maxKeyParts: {
    value: 500,
    unit: 'keys',
    bounds: 'keys and key lists within one key that a request names',
    answer: '400 INVALID_KEY',
  },
  maxTopicInfoCost: {
    value: 10_000_000,
    unit: 'tinybars',
    bounds: 'what the operator pays for one topic query to a consensus node in a recount',
    answer: 'the node is not asked, and the recount says "as this mirror shows it"',
  },
  writeReadsAtOnce: {
    value: 32,
    unit: 'reads at once',
    bounds:
      'mirror reads of writes and of requests to wallets at once, in one process, of the 64 connections that logins, signatures and decisions use too; addresses take turns',
    answer: 'none: the others wait',
  },
  writeReadsOfAddress: {
    value: 24,
    unit: 'reads at once',
    bounds: 'such reads of one address at once',
    answer: 'none: the others wait',
  },
} satisfies Limits
