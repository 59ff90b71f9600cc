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
      'verifications of signatures that count as one request of whoever sent them; each so many more are a further request',
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
    bounds:
      'protobuf fields of a TransactionList, its transactions, what is signed and its SignatureMaps, that are read to count the signatures in them',
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
  maxKeyDepth: {
    value: 15,
    unit: 'levels',
    bounds: 'the nesting of a key, as on the network',
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
    bounds: 'chunks of one topic message that are put together',
    answer: 'the message is left out',
  },
  maxIncompleteMessages: {
    value: 1_000,
    unit: 'messages',
    bounds: 'messages of a topic whose missing chunks are waited for while it is read',
    answer: 'the oldest is given up',
  },
  maxIncompleteMessagesPerPayer: {
    value: 8,
    unit: 'messages per payer',
    bounds: 'the same, of one account, where anybody may write on the topic',
    answer: 'the oldest of that account is given up',
  },
  maxPagesPerMessage: {
    value: 20,
    unit: 'pages of 100 messages',
    bounds: 'messages of others that are read past to find the chunks of one message',
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
    bounds: 'what the operator pays a consensus node for saying where a topic stands, as a recount asks it',
    answer: 'the node is not asked, and the recount says "as this mirror shows it"',
  },
  maxHistoryPages: {
    value: 100,
    unit: 'pages of 100 transactions',
    bounds: "an account's transactions, or a serial's, that are read to know what was held at a past time",
    answer: '422 HISTORY_TOO_LONG: the account, or the serial, weighs nothing',
  },
  maxCollectionSerials: {
    value: 1_000,
    unit: 'serials',
    bounds: 'serials of a non-fungible token whose holders are counted as of a past time, the first ones',
    answer: '422 COLLECTION_TOO_LARGE for a new DAO; in one that exists later serials weigh nothing',
  },
} satisfies Limits
