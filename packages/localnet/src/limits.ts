/**
 * Limits that a client can reach, as on the network; the network's other limits are in the code of their rules. Each
 * entry names what it limits, and the answer to a client that exceeds it. Against hostile clients there are only the
 * defaults of grpc-js and Fastify: the ledger listens on loopback.
 */
export const limits = {
  maxTransactionBytes: {
    value: 6_144,
    unit: 'bytes',
    bounds: 'a transaction (consensus node: hedera.transaction.maxBytes)',
    answer: 'TRANSACTION_OVERSIZE',
  },
  maxPage: { value: 100, unit: 'rows', bounds: "a page of the mirror's lists", answer: 'a page of this size' },
  maxPageBytes: {
    value: 1_048_576,
    unit: 'bytes',
    bounds: "stored bytes of a page of the mirror's lists (for transactions: its JSON), not counting its last row",
    answer: 'a shorter page with `links.next`; for one transaction id, only its first transactions',
  },
  maxSnapshots: {
    value: 100,
    unit: 'snapshots',
    bounds: 'snapshots of the ledger that are kept',
    answer: '409 on the admin page',
  },
  maxActionBytes: {
    value: 1_048_576,
    unit: 'bytes',
    bounds: "the data of a transaction's calls that are kept for traces (inputs, results, and 100 bytes for each call)",
    answer: 'no calls of this transaction: 400 from the mirror, -32000 from `debug_trace…`',
  },
  maxTraceBytes: {
    value: 33_554_432,
    unit: 'bytes',
    bounds: 'the traces in one answer',
    answer: '400 from the mirror, -32000 from `debug_trace…`',
  },
  maxBatchAnswerBytes: {
    value: 33_554_432,
    unit: 'bytes',
    bounds: 'the answers to a batch of JSON-RPC, not counting the last one',
    answer: '-32003 for the rest of the batch',
  },
  maxUnreadBytes: {
    value: 16_777_216,
    unit: 'bytes',
    bounds: 'events of subscriptions that a client of JSON-RPC has not read yet',
    answer: 'the connection ends',
  },
  maxRecentChanges: {
    value: 10_000,
    unit: 'rows',
    bounds: 'changes of the newest transactions that are kept in memory, for traces of their instructions',
    answer: 'no instructions of older transactions: 400 from the mirror, -32000 from `debug_trace…`',
  },
} as const
