/** Limits per request, wallet and chain; `docs/reference/limits.md` is generated from these lists. */
import type { Limits } from '@quorate/platform'

export const limits = {
  ceremoniesPerDay: {
    value: 12,
    unit: 'per network, in 24 hours of consensus time',
    bounds: 'ceremonies of the shared key that are started on DKG_TOPIC; all nodes ignore further ones',
    answer: '409 DKG_NOT_POSSIBLE',
  },
  ceremoniesOfMember: {
    value: 4,
    unit: 'per member, in 24 hours of consensus time',
    bounds: 'ceremonies that one member starts, so that no member can prevent the others from starting one',
    answer: '409 DKG_NOT_POSSIBLE',
  },
  maxOffersPerWallet: {
    value: 20,
    unit: 'per wallet',
    bounds: 'transactions offered for signing that carry out decisions and have not expired',
    answer: '429 TOO_MANY_OPEN_BYTES',
  },
  maxDeliveriesPerWallet: {
    value: 5,
    unit: 'per wallet',
    bounds: 'deliveries of topic messages to webhooks that are running or waiting',
    answer: '429 TOO_MANY_DELIVERIES',
  },
  maxTransactionsPerSubmission: {
    value: 20,
    unit: 'transactions',
    bounds: 'transactions in one POST /transactions/submit (the chunks of one message)',
    answer: '400 TOO_MANY_TRANSACTIONS',
  },
  maxRecordMessages: {
    value: 5,
    unit: 'messages of 768 bytes',
    bounds: 'a record that the node writes on its topic: a validator, a binding or an opening',
    answer: '422 RECORD_TOO_LARGE',
  },
  maxSpoiledOpenings: {
    value: 3,
    unit: 'in 24 hours, per submitting wallet (per decision if it names its payer)',
    bounds:
      'failed or unfinished attempts to carry out decisions. An attempt fails if the payer used the transaction id for something else, could not pay, or was too late',
    answer: '429 TOO_MANY_SPOILED',
  },
  waitAfterCharge: {
    value: 300_000,
    unit: 'ms after the window of a transaction that failed at consensus',
    bounds:
      'pause before a decision may be tried again if only the network signs for the payer. It doubles after each further failure, up to six hours or half of the time for which the decision is still valid',
    answer: '429 DECISION_FAILED, with `Retry-After`',
  },
  paidPerWallet: {
    value: 20,
    unit: 'percent of SPENDING_PER_HOUR',
    bounds: "what the node pays for one wallet's validators, decisions and ledger queries",
    setting: 'SPENDING_PER_HOUR',
    answer: '429 SPENDING_BUDGET_USED; queries are then answered from the mirror',
  },
  conditionalWindow: {
    value: 60_000,
    unit: 'ms',
    bounds:
      'how long a transaction can be executed if the network key signed it under token gates, a time range or swap prices',
    answer: "the answer's `expiresAt`; afterwards the ledger says TRANSACTION_EXPIRED",
  },
  maxConditionalPerWallet: {
    value: 10,
    unit: 'per account or topic and wallet',
    bounds: 'transactions of this kind that have not expired',
    answer: '429 TOO_MANY_OPEN_BYTES',
  },
  maxConditionalPerEntity: {
    value: 200,
    unit: 'per account or topic',
    bounds: 'transactions of this kind, of all wallets, that have not expired',
    answer: '429 TOO_MANY_OPEN_BYTES',
  },
  maxFeeOfGuardedPayer: {
    value: 10_000_000_000,
    unit: 'tinybars',
    bounds: 'the largest fee in a transaction that an account under a validator pays',
    answer: '403 VALIDATOR_REFUSED',
  },
  maxFeeOfScheduleSign: {
    value: 500_000_000,
    unit: 'tinybars',
    bounds: "the largest fee in a ScheduleSign that is signed for a DAO's account by its decision",
    answer: '422 BODY_NOT_UNDERSTOOD',
  },
  scheduleSignsOfDecision: {
    value: 3,
    unit: 'in 24 hours, per decision and requesting key',
    bounds: "ScheduleSigns that the network signs for a DAO's account, which pays for them",
    answer: '429 TOO_MANY_SCHEDULE_SIGNS, with `Retry-After`',
  },
  walletLoginHours: {
    value: 168,
    unit: 'hours',
    bounds: 'how long the owners of a wallet have to sign a login of it (24 hours without `hours`)',
    answer: '400 VALIDATION_FAILED; 410 LOGIN_EXPIRED afterwards',
  },
  walletLogins: {
    value: 10,
    unit: 'per account, and per wallet and key',
    bounds:
      'logins of wallets that one account requests, and logins of one wallet that accounts with the same key request',
    answer: 'the oldest is deleted (403 FORBIDDEN)',
  },
  walletRevocations: {
    value: 3,
    unit: 'in 24 hours, per wallet and key',
    bounds: "how often one owner ends a wallet's sessions and open logins",
    answer: '429 TOO_MANY_REVOCATIONS, with `Retry-After`',
  },
  sessionsPerWallet: {
    value: 200,
    unit: 'sessions',
    bounds: 'active sessions of one wallet',
    answer: 'the oldest session ends (401 TOKEN_REVOKED)',
  },
  applicationsPerWallet: {
    value: 20,
    unit: 'tokens',
    bounds: 'tokens for applications of one wallet',
    answer: '429 TOO_MANY_APPLICATIONS',
  },
  wrongCodes: {
    value: 5,
    unit: 'codes in a row',
    bounds: "wrong codes of the second factor at one wallet's logins, and in one session",
    answer: '429 TOTP_LOCKED to logins for 15 minutes; the session ends (401 TOKEN_REVOKED)',
  },
  emailsPerHour: {
    value: 1_000,
    unit: 'in an hour, of codes, of other e-mail and of messages to chats each',
    bounds: 'messages that the node sends',
    setting: 'MAIL_PER_HOUR',
    answer: '429 TOO_MANY_EMAILS, with `Retry-After`; reminders and notices are not sent',
  },
  emailCodesPerAccount: {
    value: 5,
    unit: 'in an hour, per account',
    bounds: 'codes that confirm an e-mail address',
    answer: '429 TOO_MANY_EMAILS, with `Retry-After`',
  },
  emailCodesPerAddress: {
    value: 10,
    unit: 'in an hour, per address',
    bounds: 'codes to one e-mail address, from all accounts together',
    answer: 'none: no message is sent',
  },
  emailsPerAccount: {
    value: 30,
    unit: 'in an hour, per account',
    bounds: 'reminders and notices by e-mail',
    answer: 'they are not sent',
  },
  chatMessagesPerAccount: {
    value: 60,
    unit: 'in an hour, per account',
    bounds: 'messages to a chat',
    answer: 'they are not sent; 429 TOO_MANY_CHAT_MESSAGES for a test',
  },
  heldMessages: {
    value: 100,
    unit: 'per account and channel',
    bounds: 'messages that wait for the daily e-mail or the end of quiet hours',
    answer: 'further ones are left out, and the message says so',
  },
  emailCodeAge: {
    value: 1_800_000,
    unit: 'ms',
    bounds: 'how long the code that confirms an e-mail address is valid',
    answer: '404 EMAIL_NOT_PENDING',
  },
  wrongEmailCodes: {
    value: 5,
    unit: 'codes',
    bounds: 'wrong codes for one e-mail address that waits to be confirmed',
    answer: '404 EMAIL_NOT_PENDING, even for the right code',
  },
  maxSnapshotsPerWallet: {
    value: 10,
    unit: 'per wallet',
    bounds: 'stored snapshots. A request for a token whose snapshot is being made gets that snapshot',
    answer: '429 TOO_MANY_SNAPSHOTS',
  },
  snapshotBytes: {
    value: 8_589_934_592,
    unit: 'bytes',
    bounds: 'the files of all snapshots that the node keeps',
    answer: '429 SNAPSHOT_STORAGE_FULL',
  },
  snapshotBytesPerWallet: {
    value: 2_147_483_648,
    unit: 'bytes',
    bounds: 'the snapshot files of one wallet',
    answer: '429 SNAPSHOT_STORAGE_FULL; status FAILED if the limit is reached while a snapshot is made',
  },
  snapshotAge: {
    value: 86_400_000,
    unit: 'ms',
    bounds: 'how long a snapshot and its files are kept by the node',
    answer: '403 SNAPSHOT_FORBIDDEN, as for an unknown snapshot',
  },
  maxSnapshotHolders: {
    value: 1_000_000,
    unit: 'accounts',
    bounds: 'balances of a token that one snapshot reads',
    answer: 'status FAILED, SNAPSHOT_TOO_LARGE',
  },
} satisfies Limits
