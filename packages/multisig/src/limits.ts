import type { Limits } from '@quorate/platform'
import { MAX_PLAN_PAYMENTS, MAX_TEMPLATE_PAYMENTS } from '@quorate/verify'

export const limits = {
  pageEntries: {
    value: 100,
    unit: 'entries',
    bounds: "entries on one page of wallets, pending requests or history, and in a wallet's embedded history",
    answer: 'a shorter page, with a `Link` to the next',
  },
  pageBytes: {
    value: 1_048_576,
    unit: 'bytes',
    bounds: 'approximate size of such a page; it has at least one entry',
    answer: 'a shorter page, with a `Link` to the next',
  },
  newRequestsOfWallet: {
    value: 5,
    unit: 'requests',
    bounds:
      'requests listed in an inbox for one wallet where the account has never signed or requested anything, because anybody can create a wallet with any owner',
    answer: 'the others are counted as `unlisted`, and listed after the account has signed or rejected some',
  },
  maxOpenRequestsOfPerson: {
    value: 250,
    unit: 'requests',
    bounds: 'open requests of one account in all wallets, including requests that its DAOs decided on',
    answer: '429 TOO_MANY_OPEN_REQUESTS',
  },
  openRequestsOfProposer: {
    value: 20,
    unit: 'requests',
    bounds: 'open requests of a proposer at one wallet',
    answer: '429 TOO_MANY_OPEN_REQUESTS',
  },
  rolesOfWallet: {
    value: 20,
    unit: 'accounts',
    bounds: 'accounts that have a role at one wallet, or were offered one',
    answer: '409 TOO_MANY_ROLES',
  },
  roleChangesOfOwner: {
    value: 10,
    unit: 'changes',
    bounds: 'changes of roles at one wallet that one owner has requested and that still lack signatures',
    answer: '429 TOO_MANY_ROLE_CHANGES',
  },
  roleChangeOpen: {
    value: 7,
    unit: 'days',
    bounds: 'how long owners have to sign a change of a role',
    answer: '410 ROLE_CHANGE_EXPIRED',
  },
  roleOffer: {
    value: 30,
    unit: 'days',
    bounds: 'how long an account has to confirm a role that it was given',
    answer: '403 FORBIDDEN, as if there were no role',
  },
  ownLimitWallets: {
    value: 20,
    unit: 'wallets',
    bounds: "wallets on one page of an account's own spending limits, each of which is read from the mirror",
    answer: 'a shorter page, with a `Link` to the next',
  },
  templatesOfWallet: {
    value: 50,
    unit: 'templates',
    bounds: 'payment templates of one wallet',
    answer: '409 TOO_MANY_TEMPLATES',
  },
  templatePayments: {
    value: MAX_TEMPLATE_PAYMENTS,
    unit: 'payments',
    bounds: 'payments in one template: the lines of a list',
    answer: '400 VALIDATION_FAILED',
  },
  planPayments: {
    value: MAX_PLAN_PAYMENTS,
    unit: 'payments',
    bounds: 'payments of a plan that has an end',
    answer: '400 VALIDATION_FAILED',
  },
  planAhead: {
    value: 366,
    unit: 'days',
    bounds: "how far ahead a plan's first payment may be",
    answer: '400 INVALID_START',
  },
  groupRequests: {
    value: 60,
    unit: 'requests',
    bounds: 'requests in a group that is reviewed and signed together; 56 of them pay the 500 lines of a list',
    answer: '400 VALIDATION_FAILED',
  },
  maxUnsettledRequestsADay: {
    value: 2_000,
    unit: 'requests in 24 hours',
    bounds: 'requests of one account that were not executed',
    answer: '429 TOO_MANY_REQUESTS_A_DAY',
  },
  proposalsOpen: {
    value: 72,
    unit: 'hours',
    bounds:
      "how long owners have to sign a request that a passed proposal created, if the proposal names no `executeAt`. The service then executes the request. It ends before the decision's `validUntil`",
    answer: '410 REQUEST_EXPIRED afterwards',
  },
  executeAtAhead: {
    value: 90,
    unit: 'days',
    bounds: 'how far ahead the `executeAt` of a request may lie',
    answer: '400 INVALID_EXECUTE_AT',
  },
  scheduleAhead: {
    value: 1_487,
    unit: 'hours',
    bounds: "how far ahead the `expiresAt` of a request may lie: the network's 62 days (HIP-423), less an hour",
    answer: '400 INVALID_EXPIRES_AT',
  },
  schedulePaymentsPerHour: {
    value: 5_000_000_000,
    unit: 'tinybars per hour',
    bounds:
      'the maximum fees of the ScheduleCreates and ScheduleSigns of all owners on one chain, if the service pays for them (SCHEDULE_PAYER=service)',
    setting: 'SCHEDULE_SPENDING_PER_HOUR',
    answer: '429 SCHEDULE_BUDGET_USED; the owner may pay',
  },
  schedulePayments: {
    value: 20,
    unit: 'percent of that',
    bounds: 'the part of this for one wallet, and for one owner in all wallets',
    answer: '429 SCHEDULE_BUDGET_USED',
  },
  schedulePaymentsSure: {
    value: 150,
    unit: 'percent of the fee of one transaction',
    bounds:
      'the part of this that each wallet and each owner always has. A wallet whose ScheduleCreate was paid has the same part again for its ScheduleSigns',
    answer: '429 SCHEDULE_BUDGET_USED',
  },
  requestRetention: {
    value: 30,
    unit: 'days',
    bounds: 'how long a request that was not executed is kept with its comments; executed requests are kept for ever',
    setting: 'REQUEST_RETENTION',
    answer: '403 FORBIDDEN, as for an unknown request',
  },
  maxCommentsADay: {
    value: 200,
    unit: 'comments in 24 hours',
    bounds: 'comments of one account on all requests',
    answer: '429 TOO_MANY_COMMENTS',
  },
} satisfies Limits
