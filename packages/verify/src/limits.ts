export const limits = {
  maxDecodedBytes: {
    value: 262_144,
    unit: 'bytes',
    bounds:
      'bytes that are decoded field by field: the largest transaction of the network (133,120 bytes) fits with copies',
    answer: '`TOO_MANY_BYTES` before the first is read',
  },
  maxDecodedDepth: {
    value: 64,
    unit: 'levels',
    bounds: 'the nesting of messages that are decoded field by field',
    answer: 'what is deeper is told as unread bytes (`TOO_DEEP`)',
  },
  maxDecodedFields: {
    value: 20_000,
    unit: 'fields',
    bounds: 'fields of one transaction that are decoded field by field',
    answer: 'what follows is told as unread bytes (`TOO_MANY_FIELDS`)',
  },
  maxKeyDepth: {
    value: 15,
    unit: 'levels',
    bounds: 'the nesting of a key, as on the network',
    answer: '400 INVALID_KEY',
  },
  maxProofHashes: {
    value: 100_000,
    unit: 'transactions',
    bounds: 'transactions of a block in a state proof, whose hashes are read',
    answer: '`PROOF_INVALID`',
  },
} as const
