/**
 * What one client may use of the ledger. The network's own limits stand beside its rules; these keep a single thread answering, whatever
 * clients send. Each entry says what it bounds, and what a client that exceeds it is answered.
 */
export const limits = {
  maxTransactionBytes: {
    value: 6_144,
    unit: 'bytes',
    bounds: 'a transaction (consensus node: hedera.transaction.maxBytes)',
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
    bounds: 'a gRPC message to the consensus node (jumboTransactions.maxTxnSize)',
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
    bounds: 'lists of keys in each other (consensus node: MAX_NESTED_KEY_LEVELS), before they are walked',
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
  maxConnections: {
    value: 500,
    unit: 'connections',
    bounds:
      'connections at once to each port; when it is full, an address that has fewer gets places of the one with most',
    answer: 'the connection is closed',
  },
  maxUnsentOfConnection: {
    value: 16_777_216,
    unit: 'bytes',
    bounds: 'gRPC answers that the reader of a connection has not taken, 4 KiB more for each',
    answer: 'the connection is closed',
  },
  maxUnsent: {
    value: 67_108_864,
    unit: 'bytes',
    bounds: 'the same, of all connections to a port',
    answer: 'the connection with most of them is closed',
  },
  maxStreamsOfConnection: {
    value: 250,
    unit: 'streams',
    bounds: 'calls at once in one gRPC connection',
    answer: 'HTTP/2 SETTINGS; further ones are refused',
  },
  maxHeaderBytes: {
    value: 16_384,
    unit: 'bytes',
    bounds: 'the headers of a gRPC call, 32 bytes more for each',
    answer: 'HTTP/2 SETTINGS; the call is reset',
  },
  maxHeaders: {
    value: 64,
    unit: 'headers',
    bounds: 'the headers of a gRPC call',
    answer: 'the call is reset',
  },
  maxStreams: {
    value: 4_000,
    unit: 'streams',
    bounds:
      'calls at once to each gRPC port, until their answers are read; connections that have fewer get places of those with more',
    answer: 'HTTP/2 REFUSED_STREAM',
  },
  maxResetsOfConnection: {
    value: 250,
    unit: 'streams',
    bounds: 'calls that a gRPC connection cancels at once, and 33 more in each second',
    answer: 'HTTP/2 GOAWAY; the connection is closed',
  },
  maxIncompleteCalls: {
    value: 500,
    unit: 'calls',
    bounds:
      'gRPC calls at once whose message has not come whole; connections that have fewer get places of those with more',
    answer: 'gRPC RESOURCE_EXHAUSTED',
  },
  maxWaitingCalls: {
    value: 2_000,
    unit: 'calls',
    bounds:
      'gRPC calls at once that have come whole and wait for their turn; connections that have fewer get places of those with more',
    answer: 'BUSY',
  },
  callTimeout: {
    value: 30_000,
    unit: 'ms',
    bounds: 'the time that the message of a gRPC call may take to come',
    answer: 'gRPC DEADLINE_EXCEEDED',
  },
  connectionIdle: {
    value: 300_000,
    unit: 'ms',
    bounds: 'how long a gRPC connection without calls stays open',
    answer: 'HTTP/2 GOAWAY',
  },
  maxSubscriptions: {
    value: 500,
    unit: 'subscriptions',
    bounds: 'subscriptions to topics in all; connections that have fewer get places of those with more',
    answer: 'gRPC RESOURCE_EXHAUSTED',
  },
  maxSubscriptionsOfConnection: {
    value: 100,
    unit: 'subscriptions',
    bounds: 'subscriptions to topics in one connection',
    answer: 'gRPC RESOURCE_EXHAUSTED',
  },
  requestTimeout: {
    value: 30_000,
    unit: 'ms',
    bounds: "the time that a request to the mirror's REST may take to come, and that its reader may read nothing",
    answer: '408, or the connection is closed',
  },
  maxUnreadOfAddress: {
    value: 16_777_216,
    unit: 'bytes',
    bounds: "answers of the mirror's REST that an address has not read",
    answer: 'the connection is closed',
  },
  maxUnreadAnswers: {
    value: 67_108_864,
    unit: 'bytes',
    bounds: 'the same, of all addresses',
    answer: 'the connection that has waited longest is closed',
  },
  maxBodyPieces: {
    value: 512,
    unit: 'pieces',
    bounds: "chunks of the body of a request to the mirror's REST, beyond one for each 64 bytes of it",
    answer: 'the connection is closed',
  },
  maxWaitingRequests: {
    value: 100,
    unit: 'requests',
    bounds: "requests to the mirror's REST that a connection sends ahead of their answers",
    answer: 'the connection is closed',
  },
  maxLongReads: {
    value: 2,
    unit: 'requests',
    bounds: "requests to the mirror's REST at once whose filters look at more than 10,000 rows",
    answer: 'further ones wait for their turn',
  },
  maxRepeatedParameter: {
    value: 100,
    unit: 'values',
    bounds: 'how often one query parameter is given',
    answer: '400 Invalid parameter',
  },
  maxRepeatedLookup: {
    value: 5,
    unit: 'values',
    bounds: 'how often a query parameter is given for whose values something is looked up beside each row that is read',
    answer: '400 Invalid parameter',
  },
  maxPage: { value: 100, unit: 'rows', bounds: "a page of the mirror's lists", answer: 'a page of this size' },
  maxPageBytes: {
    value: 1_048_576,
    unit: 'bytes',
    bounds:
      "the stored texts and bytes of a page of the mirror's lists, and the JSON of transactions, before its last row",
    answer: 'a shorter page, and `links.next` goes on from there; of what one transaction id names, the first ones',
  },
  maxTransactionsOfId: {
    value: 200,
    unit: 'transactions',
    bounds: "what one transaction id or hash names in an answer of the mirror's REST: batches may contain duplicates",
    answer: 'the first ones',
  },
  maxDuplicatesInAnswer: {
    value: 100,
    unit: 'records',
    bounds: 'duplicates in an answer about one transaction, and what it brought about',
    answer: 'the first ones',
  },
  maxSnapshots: {
    value: 100,
    unit: 'snapshots',
    bounds: 'snapshots that are kept',
    answer: '409 on the admin page',
  },
  maxAdvance: {
    value: 315_360_000_000,
    unit: 'ms',
    bounds: 'how far the clock is moved at once, in either direction: ten years',
    answer: '400 on the admin page',
  },
} as const
