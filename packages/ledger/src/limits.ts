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
  maxKeyBytes: {
    value: 8_192,
    unit: 'bytes',
    bounds: 'a serialized key',
    answer: '400 INVALID_KEY',
  },
  maxKeyParts: {
    value: 500,
    unit: 'keys',
    bounds: 'keys and key lists within one key that a request names',
    answer: '400 INVALID_KEY',
  },
  maxChunks: {
    value: 100,
    unit: 'chunks',
    bounds: 'chunks of one topic message',
    answer: 'the message is ignored',
  },
  maxIncompleteMessages: {
    value: 1_000,
    unit: 'messages',
    bounds: 'incomplete messages whose further chunks are expected while a topic is read',
    answer: 'the oldest one is ignored',
  },
  maxIncompleteMessagesPerPayer: {
    value: 8,
    unit: 'messages per payer',
    bounds: 'the same of one payer, where anybody may write on the topic',
    answer: 'the oldest one of that payer is ignored',
  },
  maxPagesPerMessage: {
    value: 20,
    unit: 'pages of 100 messages',
    bounds: 'messages of other payers that are skipped while looking for the chunks of one message',
    answer: 'the message is not found',
  },
  maxVotingOptions: {
    value: 5,
    unit: 'options',
    bounds: 'options of one proposal',
    answer: '400 VALIDATION_FAILED; a fault in a recount',
  },
  maxTopicInfoCost: {
    value: 10_000_000,
    unit: 'tinybars',
    bounds: 'what the operator pays for one topic query to a consensus node in a recount',
    answer: 'the node is not asked, and the recount says "as this mirror shows it"',
  },
  maxHistoryPages: {
    value: 100,
    unit: 'pages of 100 transactions',
    bounds: 'transactions of an account, or of a serial, that are read to find what it held at a past time',
    answer: '422 HISTORY_TOO_LONG: the account, or the serial, has no weight',
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
  maxCollectionPages: {
    value: 5_000,
    unit: 'pages of 100 transactions',
    bounds:
      'transactions of all serials of a collection that are read to count its holders at a past time: an equal share for each serial, at least one page and at most `maxHistoryPages`',
    answer: 'none: a serial with more transactions has no weight',
  },
  maxCollectionSerials: {
    value: 1_000,
    unit: 'serials',
    bounds: 'serials of an NFT collection whose holders are counted at a past time, from the first on',
    answer: '422 COLLECTION_TOO_LARGE for a new DAO; in an existing one, later serials have no weight',
  },
} satisfies Limits
