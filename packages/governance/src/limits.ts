import type { Limits } from '@quorate/platform'

export const limits = {
  messagesPerHour: {
    value: 20_000,
    unit: 'messages per hour and chain',
    bounds: 'messages of the ledger that the service pays; a topic counts as `topicMessages`',
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
    bounds: 'what new DAOs, and members and proposals of DAOs younger than a day, may take',
    answer: '429 LEDGER_BUDGET_USED',
  },
  establishedShare: {
    value: 25,
    unit: 'percent of MESSAGES_PER_HOUR',
    bounds: 'what members and proposals of older DAOs may take; the rest is for votes of running proposals',
    answer: '429 LEDGER_BUDGET_USED; votes wait until some is free again, or for the end of their proposal',
  },
  walletShare: {
    value: 10,
    unit: 'percent of what others have left of the open half',
    bounds:
      'what one wallet may take of either, and one DAO of what is for votes, so that a few that take all they may leave something for the next',
    answer: '429 WALLET_BUDGET_USED; votes wait',
  },
  sureForWallet: {
    value: 17,
    unit: 'messages',
    bounds: 'what one wallet, or for votes one DAO, is sure of, whatever others took: a DAO with a proposal',
    answer: '429 WALLET_BUDGET_USED; votes wait',
  },
  smallVote: {
    value: 1_024,
    unit: 'bytes',
    bounds:
      "a vote's comment and signatures; a larger vote takes its part of a batch from what is for the votes of its DAO, 1 message for 262,144 bytes",
    answer: '429 LEDGER_BUDGET_USED for larger ones while nothing is left',
  },
  topicMessages: {
    value: 10,
    unit: 'messages',
    bounds: "what the creation of a DAO's topic counts for",
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
      'what is read to know what all who may vote held, for a quorum: each member has an equal part, and at least one page; a voter has all of `maxHistoryPages` for its vote',
    answer:
      'whoever had more transactions counts among the eligible with what it held before them, or with its vote where that weighs more',
  },
  weighingReads: {
    value: 8,
    unit: 'reads at once',
    bounds: 'reads of mirrors for weights, of one process; wallets take turns, and decisions have as many of their own',
    answer: 'the others wait; 503 WEIGHTS_NOT_KNOWN to a vote after 15 seconds, while its weight is looked up further',
  },
  walletReadsPerHour: {
    value: 10_000,
    unit: 'reads per hour, wallet and chain',
    bounds:
      'reads of mirrors for the weights of votes that one wallet sends, and of its proposals before their end; of the latter the first 9 for each account are not counted',
    answer: '429 WALLET_BUDGET_USED; a proposal of that wallet is weighed at its end',
  },
  comparedTitles: {
    value: 200,
    unit: 'proposals per DAO',
    bounds: 'the newest proposals that are not decided, with whose titles a new one is compared',
    answer: 'a title that looks like an older one is taken',
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
      'signatures of one vote, counted before they are decoded; each key is tried once, and in all forms of the message together at most `maxVerifications` times, which is 64 keys (42 where the vote is not ASCII)',
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
    bounds: 'messages of a topic that a recount reads',
    answer: 'the recount ends: TOPIC_TOO_LONG',
  },
  maxRecountedMembers: {
    value: 1_000_000,
    unit: 'members',
    bounds: 'members whose list a recount reads',
    answer: 'the recount says that the list is not that of the topic',
  },
  maxStorageAnswer: {
    value: 65_536,
    unit: 'bytes',
    bounds: 'what content storage may answer to a login or an upload',
    answer: 'the upload is tried again later',
  },
} satisfies Limits
