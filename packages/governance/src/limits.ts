import type { Limits } from '@quorate/platform'

export const limits = {
  pageBytes: {
    value: 262_144,
    unit: 'bytes',
    bounds:
      "approximate size of a page of a DAO's proposals, and of those in the answer about a DAO; it has at least one entry",
    answer: 'a shorter page, with a `Link` to the next',
  },
  listEntries: {
    value: 100,
    unit: 'entries',
    bounds: 'members, proposals and votes in the answer about a DAO or a proposal',
    answer:
      "the newest, with `membersTruncated`, `proposalsTruncated` or `votesTruncated`; a DAO's owner is always there",
  },
  nestedEntries: {
    value: 1_000,
    unit: 'entries',
    bounds:
      'proposals, and votes, of all DAOs or proposals in one answer; each shows an equal part of them, and together they take about `pageBytes`',
    answer: 'the newest of each, with `proposalsTruncated` or `votesTruncated`',
  },
  unaskedDaos: {
    value: 1_000,
    unit: 'DAOs per socket',
    bounds: 'DAOs whose events a socket hears because its account is or was a member',
    answer: 'none: the newest of them; the owner and the creator of a proposal hear of theirs whatever their number',
  },
  foundingMembers: {
    value: 100,
    unit: 'members',
    bounds: 'members in the body that founds a DAO',
    answer: '400 VALIDATION_FAILED',
  },
  messagesPerHour: {
    value: 20_000,
    unit: 'messages per hour and chain',
    bounds: 'topic messages that the service pays for; a new topic counts as `topicMessages`',
    setting: 'MESSAGES_PER_HOUR',
    answer: '429 LEDGER_BUDGET_USED',
  },
  walletMessagesPerHour: {
    value: 600,
    unit: 'messages per hour, wallet and chain',
    bounds: 'messages for the DAOs, members and proposals of one wallet',
    setting: 'WALLET_MESSAGES_PER_HOUR',
    answer: '429 WALLET_BUDGET_USED',
  },
  openingShare: {
    value: 25,
    unit: 'percent of MESSAGES_PER_HOUR',
    bounds: 'messages for new DAOs, and for members and proposals of DAOs younger than a day',
    answer: '429 LEDGER_BUDGET_USED',
  },
  establishedShare: {
    value: 25,
    unit: 'percent of MESSAGES_PER_HOUR',
    bounds: 'messages for members and proposals of older DAOs; the rest is for votes',
    answer: '429 LEDGER_BUDGET_USED; votes are anchored when budget is free again, or at the end of their proposal',
  },
  walletShare: {
    value: 10,
    unit: 'percent of what is left of the shared half',
    bounds:
      'what one wallet may take of either of these, and one DAO of the part for votes, so that several greedy ones still leave some for others',
    answer: '429 WALLET_BUDGET_USED; votes wait',
  },
  sureForWallet: {
    value: 17,
    unit: 'messages',
    bounds:
      'what is reserved for each wallet, and for the votes of each DAO, whatever others take: enough for a DAO with a proposal',
    answer: '429 WALLET_BUDGET_USED; votes wait',
  },
  smallVote: {
    value: 1_024,
    unit: 'bytes',
    bounds:
      "a vote's comment and signatures that are free; a larger vote takes 1 message for each 262,144 bytes from the budget for its DAO's votes",
    answer: '429 LEDGER_BUDGET_USED for larger votes while none is left',
  },
  topicMessages: {
    value: 10,
    unit: 'messages',
    bounds: "messages that the creation of a DAO's topic counts as",
    answer: '429 WALLET_BUDGET_USED',
  },
  maxDaos: {
    value: 200,
    unit: 'DAOs per owner and chain',
    bounds: 'DAOs that one account may found',
    answer: '429 TOO_MANY_DAOS',
  },
  maxOpenProposals: {
    value: 50,
    unit: 'proposals per creator',
    bounds: 'proposals of one account that are not decided',
    answer: '429 TOO_MANY_PROPOSALS',
  },
  maxElectoratePages: {
    value: 20_000,
    unit: 'pages of 100 transactions per proposal',
    bounds:
      'history pages read to weigh all eligible voters for a quorum: an equal share for each member, at least one page. A voter has `maxHistoryPages` for its own vote',
    answer:
      'none: an account with more transactions counts with what it held before them, or with the weight of its vote if that is more',
  },
  weighingReads: {
    value: 8,
    unit: 'reads at once',
    bounds:
      'mirror reads for weights at once in one process; wallets take turns, and decisions have as many reads of their own',
    answer:
      'the others wait; a vote is answered 503 WEIGHTS_NOT_KNOWN after 15 seconds, and its weight is still being read',
  },
  walletReadsPerHour: {
    value: 10_000,
    unit: 'reads per hour, wallet and chain',
    bounds:
      "mirror reads for the weights of one wallet's votes, and of its proposals before their end; for proposals, the first 9 for each member are free",
    answer: '429 WALLET_BUDGET_USED; a proposal of that wallet is weighed at its end',
  },
  comparedTitles: {
    value: 200,
    unit: 'proposals per DAO',
    bounds: 'the newest proposals that are not decided, with whose titles a new one is compared',
    answer: 'none: titles are not compared with older proposals',
  },
  maxMembers: {
    value: 100_000,
    unit: 'members per DAO',
    bounds: 'members of one DAO',
    answer: '429 TOO_MANY_MEMBERS',
  },
  maxVoteSignatures: {
    value: 100,
    unit: 'signatures',
    bounds:
      'signatures of one vote, counted before they are decoded. All verifications together are bounded by `maxVerifications`, enough for 64 keys (42 where the vote is not ASCII)',
    answer: '400 VALIDATION_FAILED; 400 TOO_MANY_SIGNATURES, before anything is verified',
  },
  smallBody: {
    value: 1024,
    unit: 'bytes',
    bounds: 'the body of a change of members or of a status',
    answer: '413 BODY_TOO_LARGE',
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
  maxStorageAnswer: {
    value: 65_536,
    unit: 'bytes',
    bounds: 'what content storage may answer to a login or an upload',
    answer: 'the upload is tried again later',
  },
} satisfies Limits
