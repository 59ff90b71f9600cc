/**
 * What one client may use of the ledger. The network's own limits stand beside its rules; these keep a single thread
 * answering, whatever clients send. Each entry says what it bounds, and what a client that exceeds it is answered.
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
  maxWaitingGovernanceBytes: {
    value: 4_194_304,
    unit: 'bytes',
    bounds: 'transactions of more than 6 KiB that wait for their turn',
    answer: 'BUSY',
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
  maxConnections: {
    value: 500,
    unit: 'connections',
    bounds:
      'connections to each port at once; when all are taken, an address with fewer takes over one of the address with most',
    answer: 'the connection is closed',
  },
  maxUnsentOfConnection: {
    value: 16_777_216,
    unit: 'bytes',
    bounds: 'bytes of gRPC answers that one connection has not read, plus 4 KiB and twice its call’s message for each',
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
      'calls to each gRPC port at once, until their answers are read; connections with fewer take over places of those with more',
    answer: 'HTTP/2 REFUSED_STREAM',
  },
  maxResetsOfConnection: {
    value: 250,
    unit: 'streams',
    bounds: 'calls that one gRPC connection cancels in quick succession; 33 are forgiven each second',
    answer: 'HTTP/2 GOAWAY; the connection is closed',
  },
  maxInvalidFrames: {
    value: 100,
    unit: 'frames',
    bounds:
      'HTTP/2 frames of one gRPC connection that are refused before they begin a call, such as calls with too many headers',
    answer: 'the connection is closed',
  },
  maxUnknownBytes: {
    value: 131_072,
    unit: 'bytes',
    bounds:
      'bytes of one gRPC connection in HTTP/2 frames that belong to no call and no answer: calls that are reset, changes of windows and priorities',
    answer: 'the connection is closed',
  },
  maxIncompleteCalls: {
    value: 500,
    unit: 'calls',
    bounds:
      'gRPC calls at once whose message has not arrived completely; connections with fewer take over places of those with more',
    answer: 'gRPC RESOURCE_EXHAUSTED',
  },
  maxWaitingCalls: {
    value: 2_000,
    unit: 'calls',
    bounds:
      'gRPC calls at once that have arrived and wait for their turn; connections with fewer take over places of those with more',
    answer: 'BUSY',
  },
  callTimeout: {
    value: 30_000,
    unit: 'ms',
    bounds: 'time for the message of a gRPC call to arrive, and for the answer of the consensus node to be read',
    answer: 'gRPC DEADLINE_EXCEEDED; for an answer that is not read, the connection is closed',
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
    bounds: 'topic subscriptions in all; connections with fewer take over places of those with more',
    answer: 'gRPC RESOURCE_EXHAUSTED',
  },
  maxSubscriptionsOfConnection: {
    value: 100,
    unit: 'subscriptions',
    bounds: 'topic subscriptions of one connection',
    answer: 'gRPC RESOURCE_EXHAUSTED',
  },
  requestTimeout: {
    value: 30_000,
    unit: 'ms',
    bounds: "time for a request to the mirror's REST to arrive, and that its client may go without reading",
    answer: '408, or the connection is closed',
  },
  maxUnreadOfAddress: {
    value: 16_777_216,
    unit: 'bytes',
    bounds: "bytes of answers of the mirror's REST that one address has not read",
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
    bounds:
      "requests to the mirror's REST or the admin page that one connection has sent without an answer yet (pipelining)",
    answer: 'the connection is closed',
  },
  maxWaitingRequestsInAll: {
    value: 1_000,
    unit: 'requests',
    bounds: 'the same, of all connections to a port; of each connection one more is taken',
    answer: 'connections that send further ones are closed',
  },
  maxLongReads: {
    value: 2,
    unit: 'requests',
    bounds: "requests to the mirror's REST at once whose filters read more than 10,000 rows, one of each address",
    answer: 'further ones wait for their turn',
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
