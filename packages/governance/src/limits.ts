import type { Limits } from '@quorate/platform'
import { ANSWERED_BYTES, ANSWERED_VOTES } from '@quorate/verify/recount'

export const limits = {
  pageBytes: {
    value: ANSWERED_BYTES,
    unit: 'bytes',
    bounds:
      "approximate size of a page of a DAO's proposals, and of those in the answer about a DAO; it has at least one entry",
    answer: 'a shorter page, with a `Link` to the next',
  },
  listEntries: {
    value: ANSWERED_VOTES,
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
  newDaosShare: {
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
      "the size of comment and signatures up to which a vote takes nothing from the budget; a larger vote takes 1 message for each 262,144 bytes from the budget for its DAO's votes",
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
  smallBody: {
    value: 1024,
    unit: 'bytes',
    bounds: 'the body of a change of members or of a status',
    answer: '413 BODY_TOO_LARGE',
  },
  walletChecks: {
    value: 60,
    unit: 'checks a minute',
    bounds:
      "operations of wallets in new proposals about which one process asks the multi-signature service. These count for this service's address there, which passed proposals need as well",
    answer: 'none: the proposal is made unchecked, and looked at when it has passed',
  },
  maxServiceAnswer: {
    value: 65_536,
    unit: 'bytes',
    bounds: 'what content storage may answer to a login or an upload, and multisig to a decided request',
    answer: 'the upload or the request is tried again later',
  },
} satisfies Limits
