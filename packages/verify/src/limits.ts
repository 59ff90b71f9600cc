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
  answerPieces: {
    value: 4096,
    unit: 'pieces',
    bounds:
      'pieces (HTTP chunks) in which another server (a mirror, a ledger node, a gateway, Kubo, another service) answers, beyond one for each 8 bytes',
    answer: 'as if that server had not answered; 502 CONTENT_NOT_VERIFIED for content',
  },
  maxKeyBytes: {
    value: 8_192,
    unit: 'bytes',
    bounds: 'a serialized key',
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
  maxHistoryPages: {
    value: 100,
    unit: 'pages of 100 transactions',
    bounds: 'transactions of an account, or of a serial, that are read to find what it held at a past time',
    answer: '422 HISTORY_TOO_LONG: the account, or the serial, has no weight',
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
  maxElectoratePages: {
    value: 20_000,
    unit: 'pages of 100 transactions per proposal',
    bounds:
      'history pages read to weigh all eligible voters for a quorum: an equal share for each member, at least one page. A voter has `maxHistoryPages` for its own vote',
    answer:
      'none: an account with more transactions counts with what it held before them, or with the weight of its vote if that is more',
  },
  maxVoteSignatures: {
    value: 100,
    unit: 'signatures',
    bounds:
      'signatures of one vote, counted before they are decoded. All verifications together are bounded by `maxVerifications`, enough for 64 keys (42 where the vote is not ASCII)',
    answer: '400 VALIDATION_FAILED; 400 TOO_MANY_SIGNATURES, before anything is verified',
  },
  maxLeavesBytes: {
    value: 524_288,
    unit: 'bytes',
    bounds: 'the votes of one batch that a recount reads',
    answer: 'the recount ends: NOT_REACHED',
  },
  maxServiceAnswer: {
    value: 2_097_152,
    unit: 'bytes',
    bounds: 'what the service may answer about a proposal, which a recount compares with the topic',
    answer: 'the recount ends: NOT_REACHED',
  },
  maxRecountedMessages: {
    value: 1_000_000,
    unit: 'messages',
    bounds: 'topic messages that a recount reads',
    answer: 'the recount ends: TOPIC_TOO_LONG',
  },
  maxUnusedChunks: {
    value: 10_000,
    unit: 'chunks',
    bounds: 'chunks of a topic that are in no record and that a recount keeps until it knows whose they are',
    answer: 'the recount ends: TOPIC_TOO_LONG',
  },
  maxRecountedMembers: {
    value: 1_000_000,
    unit: 'members',
    bounds: 'members in a list that a recount reads',
    answer: 'the recount reports that the list is not the one on the topic',
  },
}
