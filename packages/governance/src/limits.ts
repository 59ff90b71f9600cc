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
    bounds:
      'members, proposals and votes in the answer about a DAO or a proposal; an answer about many of them shows fewer of each',
    answer:
      "only the newest are shown, with `membersTruncated`, `proposalsTruncated` or `votesTruncated`; a DAO's owner is always there",
  },
  foundingMembers: {
    value: 100,
    unit: 'members',
    bounds: 'members in the body that founds a DAO',
    answer: '400 VALIDATION_FAILED',
  },
  maxMembers: {
    value: 100_000,
    unit: 'members per DAO',
    bounds: 'members of one DAO',
    answer: '429 TOO_MANY_MEMBERS',
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
  maxTreasuryAccounts: {
    value: 20,
    unit: 'accounts per DAO',
    bounds: 'accounts in the treasury of a DAO',
    answer: '429 TOO_MANY_TREASURY_ACCOUNTS',
  },
  vetoAccounts: {
    value: 100,
    unit: 'accounts per request',
    bounds: 'accounts whose open vetoes one request lists',
    answer: '400 VALIDATION_FAILED',
  },
  noticedDaos: {
    value: 200,
    unit: 'DAOs per account and chain',
    bounds: 'DAOs that one account gets notices of',
    answer: '429 TOO_MANY_DAOS_FOLLOWED',
  },
  maxDrafts: {
    value: 50,
    unit: 'drafts per author and chain',
    bounds: 'drafts of one account that have not started',
    answer: '429 TOO_MANY_DRAFTS',
  },
  commentCharacters: {
    value: 5_000,
    unit: 'characters',
    bounds: "text of a comment on a draft or a proposal, and of a delegate's statement",
    answer: '400 VALIDATION_FAILED',
  },
  maxCommentsADay: {
    value: 200,
    unit: 'comments in 24 hours',
    bounds: 'comments of one account on all drafts and proposals of a chain',
    answer: '429 TOO_MANY_COMMENTS',
  },
  messagesPerHour: {
    value: 20_000,
    unit: 'messages per hour and chain',
    bounds:
      'topic messages that the service pays for: a quarter for new DAOs, a quarter for DAOs older than a day, half for votes. A new topic counts as ten',
    setting: 'MESSAGES_PER_HOUR',
    answer: '429 LEDGER_BUDGET_USED; votes are anchored when budget is free again, or at the end of their proposal',
  },
  walletMessagesPerHour: {
    value: 600,
    unit: 'messages per hour, wallet and chain',
    bounds: 'messages for the DAOs, members and proposals of one wallet',
    setting: 'WALLET_MESSAGES_PER_HOUR',
    answer: '429 WALLET_BUDGET_USED',
  },
  walletReadsPerHour: {
    value: 10_000,
    unit: 'reads per hour, wallet and chain',
    bounds:
      "mirror reads for the weights of one wallet's votes, and of its proposals before their end; for proposals, the first 9 for each member do not count",
    answer: '429 WALLET_BUDGET_USED; a proposal of that wallet is weighed at its end',
  },
} satisfies Limits
