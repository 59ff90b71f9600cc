/**
 * What a client can run into, as on the network; the network's other limits stand beside its rules. Each entry says
 * what it bounds, and what a client that exceeds it is answered. Against hostile clients there is nothing beyond the
 * defaults of grpc-js and Fastify: the ledger listens on loopback.
 */
export const limits = {
  maxTransactionBytes: {
    value: 6_144,
    unit: 'bytes',
    bounds: 'a transaction (consensus node: hedera.transaction.maxBytes)',
    answer: 'TRANSACTION_OVERSIZE',
  },
  maxGovernanceTransactionBytes: {
    value: 133_120,
    unit: 'bytes',
    bounds: 'a transaction that 0.0.2 or 0.0.42 to 0.0.799 pays for and has signed (governanceTransactions.maxTxnSize)',
    answer: 'TRANSACTION_OVERSIZE',
  },
  maxQueryBytes: {
    value: 16_384,
    unit: 'bytes',
    bounds: 'a query with its payment, before it is decoded',
    answer: 'gRPC UNKNOWN, as the consensus node answers',
  },
  maxMessageBytes: {
    value: 133_120,
    unit: 'bytes',
    bounds: 'a gRPC message to the consensus node (governanceTransactions.maxTxnSize)',
    answer: 'gRPC RESOURCE_EXHAUSTED',
  },
  maxMirrorMessageBytes: {
    value: 16_384,
    unit: 'bytes',
    bounds: "a gRPC message to the mirror, and a body to the mirror's REST",
    answer: 'gRPC RESOURCE_EXHAUSTED, 413',
  },
  maxKeyDepth: {
    value: 15,
    unit: 'levels',
    bounds: 'nesting of key lists (consensus node: MAX_NESTED_KEY_LEVELS), checked before they are walked',
    answer: 'BAD_ENCODING or the code of the key',
  },
  maxVerifications: {
    value: 128,
    unit: 'verifications',
    bounds: 'keys that the signatures of a transaction, or of a batch and all its transactions, are tried on',
    answer: 'INVALID_SIGNATURE',
  },
  maxRecordsOfAccount: {
    value: 180,
    unit: 'records',
    bounds: 'an answer of CryptoGetAccountRecords, the newest (ledger.records.maxQueryableByAccount)',
    answer: 'the newest ones',
  },
  maxRelationsInAnswer: {
    value: 1_000,
    unit: 'tokens',
    bounds: 'the tokens in an answer about an account (tokens.maxRelsPerInfoQuery)',
    answer: 'the first ones',
  },
  maxRepeatedParameter: {
    value: 100,
    unit: 'values',
    bounds: 'how often one query parameter is given',
    answer: '400 Parameter values count exceeds maximum number allowed',
  },
  maxRepeatedLookup: {
    value: 5,
    unit: 'values',
    bounds: 'how often a query parameter is given that causes a lookup for each row',
    answer: '400 Invalid parameter',
  },
  maxPage: { value: 100, unit: 'rows', bounds: "a page of the mirror's lists", answer: 'a page of this size' },
  maxPageBytes: {
    value: 1_048_576,
    unit: 'bytes',
    bounds: "stored bytes of a page of the mirror's lists (for transactions: its JSON), not counting its last row",
    answer: 'a shorter page with `links.next`; for one transaction id, only its first transactions',
  },
  maxTransactionsOfId: {
    value: 200,
    unit: 'transactions',
    bounds: "transactions with one id or hash in an answer of the mirror's REST",
    answer: 'the first ones',
  },
  maxDuplicatesInAnswer: {
    value: 100,
    unit: 'records',
    bounds: 'duplicates, and child transactions, in an answer about one transaction',
    answer: 'the first ones',
  },
  maxSnapshots: {
    value: 100,
    unit: 'snapshots',
    bounds: 'snapshots of the ledger that are kept',
    answer: '409 on the admin page',
  },
  maxAdvance: {
    value: 315_360_000_000,
    unit: 'ms',
    bounds: 'how far the clock can be moved at once, in either direction (ten years)',
    answer: '400 on the admin page',
  },
} as const
