/** What one request, wallet or chain may use of this service; `docs/reference/limits.md` is generated from these lists. */
import type { Limits } from '@quorate/platform'

export const limits = {
  maxInterfaceParts: {
    value: 400,
    unit: 'JSON values',
    bounds: "the size of a topic validator's `customInterface`",
    answer: '400 INVALID_VALIDATOR',
  },
  maxInterfaceDepth: {
    value: 16,
    unit: 'levels',
    bounds: 'the nesting of `customInterface`, and of the messages that it judges',
    answer: '400 INVALID_VALIDATOR; 403 VALIDATOR_REFUSED for a message',
  },
  maxInterfaceSteps: {
    value: 20_000,
    unit: 'steps',
    bounds:
      'work of judging a message by a `customInterface`: the parts of the interface times the JSON values of the message, texts and names in both counting once more for each 64 characters',
    answer: '403 VALIDATOR_REFUSED',
  },
  maxGateSerials: {
    value: 40,
    unit: 'serials',
    bounds: 'serials in all token gates of one validator together',
    answer: '400 INVALID_VALIDATOR; 403 VALIDATOR_REFUSED for an existing validator with more',
  },
  keptRecords: {
    value: 2_000,
    unit: 'records',
    bounds: 'records of transactions that a process has read from consensus nodes and keeps for further readers',
    answer: 'the record as the mirror shows it, with `partial: true`',
  },
  readsPerWrite: {
    value: 4,
    unit: 'reads',
    bounds: "mirror reads of one write that are free; each further one counts as a request of the sender's",
    answer: '429 RATE_LIMITED to the next request',
  },
  carryOutTime: {
    value: 10_000,
    unit: 'ms',
    bounds:
      'time that must be left before a transaction expires when the signed bytes of a decision are submitted, plus the time for its messages (next row)',
    answer: '409 DECISION_BYTES_OUTDATED; 410 DECISION_EXPIRED where the decision is not valid for so long',
  },
  carryOutTimePerMessage: {
    value: 5_000,
    unit: 'ms',
    bounds: 'the same for each chunk of the transaction, and for each message of the record that the node writes first',
    answer: '409 DECISION_BYTES_OUTDATED; 410 DECISION_EXPIRED where the decision is not valid for so long',
  },
  maxOffersPerWallet: {
    value: 20,
    unit: 'per wallet',
    bounds: 'transactions offered for signing that carry out decisions and have not expired',
    answer: '429 TOO_MANY_OPEN_BYTES',
  },
  maxIntentsPerWallet: {
    value: 50,
    unit: 'per wallet',
    bounds: 'creations of entities under a validator whose outcome is not known yet',
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
  paidForValidators: {
    value: 35,
    unit: 'percent of SPENDING_PER_HOUR',
    bounds: 'what the node pays to write validators on its topic',
    setting: 'SPENDING_PER_HOUR',
    answer: '429 SPENDING_BUDGET_USED',
  },
  paidForQueries: {
    value: 10,
    unit: 'percent of SPENDING_PER_HOUR',
    bounds: "what the node pays for its users' ledger queries",
    setting: 'SPENDING_PER_HOUR',
    answer: 'none: the query is answered from the mirror',
  },
  paidForBindings: {
    value: 15,
    unit: 'percent of SPENDING_PER_HOUR',
    bounds: 'what the node pays to write bindings on its topic',
    setting: 'SPENDING_PER_HOUR',
    answer: 'none: the binding is written later',
  },
  paidForDecisions: {
    value: 15,
    unit: 'percent of SPENDING_PER_HOUR',
    bounds:
      'what the node pays to carry out decisions that name their payer, of DAOs older than `establishedAfter`. Nothing else is paid from this part',
    setting: 'SPENDING_PER_HOUR',
    answer: '429 SPENDING_BUDGET_USED',
  },
  paidForDecisionsOfAnyone: {
    value: 25,
    unit: 'percent of SPENDING_PER_HOUR',
    bounds:
      'what the node pays to carry out all other decisions: those that any wallet may carry out, those of newer DAOs, and those with a failed attempt',
    setting: 'SPENDING_PER_HOUR',
    answer: '429 SPENDING_BUDGET_USED',
  },
  establishedAfter: {
    value: 86_400_000,
    unit: 'ms',
    bounds:
      'age of a DAO (of its first record on the topic) from which its decisions have a part of the budget of their own',
    answer: 'none: younger DAOs share the other part',
  },
  maxSpoiledOpenings: {
    value: 3,
    unit: 'in 24 hours per submitting wallet (per decision where it names its payer), and per payer that submits itself',
    bounds:
      'attempts to carry out decisions that failed, or may still fail, because the payer used the transaction id for something else, could not pay, or was too late',
    answer: '429 TOO_MANY_SPOILED',
  },
  waitAfterCharge: {
    value: 300_000,
    unit: 'ms after the window of a transaction that failed at consensus',
    bounds:
      'how soon a decision may be tried again where the network alone signs for the payer, whoever hands it in (failures of the founder of the DAO count for that alone, and those of others for others); doubled after each further failure. At most half of the time that the decision is then still valid',
    answer: '429 DECISION_FAILED, with `Retry-After`',
  },
  longestWaitAfterCharge: {
    value: 21_600_000,
    unit: 'ms',
    bounds: 'the same after many failures',
    answer: '429 DECISION_FAILED, with `Retry-After`',
  },
  paidPerWallet: {
    value: 20,
    unit: 'percent of what is left of the shared half of a purpose',
    bounds:
      'what the node pays for one wallet (for decisions that name their payer: for all DAOs of one founder), so that several greedy wallets still leave some for others',
    setting: 'SPENDING_PER_HOUR',
    answer: '429 SPENDING_BUDGET_USED',
  },
  sureForWallet: {
    value: 150,
    unit: 'percent of the price of one record or query',
    bounds:
      'what is reserved for each wallet in each purpose, whatever others take: one record or query at once, the next after about an hour',
    answer: '429 SPENDING_BUDGET_USED',
  },
  conditionalWindow: {
    value: 60_000,
    unit: 'ms',
    bounds:
      'how long a transaction can be executed that the network key signed under token gates, a time range or swap prices',
    answer: "the answer's `expiresAt`; afterwards the ledger says TRANSACTION_EXPIRED",
  },
  maxConditionalPerWallet: {
    value: 10,
    unit: 'per account or topic and wallet',
    bounds: 'such transactions that have not expired',
    answer: '429 TOO_MANY_OPEN_BYTES',
  },
  maxConditionalPerEntity: {
    value: 200,
    unit: 'per account or topic',
    bounds: 'such transactions of all wallets that have not expired',
    answer: '429 TOO_MANY_OPEN_BYTES',
  },
  maxConditionalWallets: {
    value: 1_000,
    unit: 'per account or topic',
    bounds: 'the same, for a wallet that has none of them yet',
    answer: '429 TOO_MANY_OPEN_BYTES',
  },
  maxConditionalForOthers: {
    value: 10,
    unit: 'percent of the two limits above',
    bounds:
      'such transactions whose `sender` is not the account of the session that asked, nor is that the owner of the account or topic; they count towards neither of the two limits above',
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
    unit: 'in 24 hours, per decision and key of who asks',
    bounds: "ScheduleSigns that the network signs for a DAO's account, which pays them",
    answer: '429 TOO_MANY_SCHEDULE_SIGNS, with `Retry-After`',
  },
  keysTriedAtLogin: {
    value: 8,
    unit: 'keys',
    bounds:
      "keys of an account that a login's signatures are tried on; `operator.publicKey` may name one key, which is then the only one",
    answer: '400 TOO_MANY_SIGNATURES',
  },
  requestsOfChallenge: {
    value: 10,
    unit: 'requests of the address',
    bounds: 'what one challenge (GET /auth/web3/request) counts for, since it is stored for five minutes',
    answer: '429 RATE_LIMITED',
  },
  walletLoginHours: {
    value: 168,
    unit: 'hours',
    bounds: 'how long the owners of a wallet have to sign a login of it (24 hours where `hours` is not given)',
    answer: '400 VALIDATION_FAILED; 410 LOGIN_EXPIRED afterwards',
  },
  walletLogins: {
    value: 10,
    unit: 'per account, and per wallet and key',
    bounds:
      'logins of wallets that one account asks for; and those of one wallet that accounts with the same key ask for',
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
    bounds: 'sessions of one wallet that live at the same time',
    answer: 'the oldest session ends (401 TOKEN_REVOKED)',
  },
  wrongCodesAtLogin: {
    value: 5,
    unit: 'codes in a row',
    bounds: "wrong codes of the second factor at one wallet's logins (only those with the wallet's valid signature)",
    answer: '429 TOTP_LOCKED to logins for 15 minutes',
  },
  wrongCodesOfSession: {
    value: 5,
    unit: 'codes in a row',
    bounds: 'wrong codes of the second factor in one session; logins are counted separately',
    answer: 'the session ends (401 TOKEN_REVOKED)',
  },
  loginBytes: {
    value: 16_384,
    unit: 'bytes',
    bounds: 'the body of a login',
    answer: '413 BODY_TOO_LARGE',
  },
  revocationsPerPage: {
    value: 1000,
    unit: 'revocations',
    bounds: 'revocations on one page of `GET /auth/revocations`',
    answer: 'a page',
  },
  maxRelationshipPages: {
    value: 20,
    unit: 'pages of 100 tokens',
    bounds: "pages of an account's tokens that GET /accounts/{id} and its balance read from the mirror",
    answer: '200 with `truncated: true`',
  },
  maxTokenTypeLookups: {
    value: 100,
    unit: 'tokens',
    bounds: 'tokens whose type GET /accounts/{id} reads from the mirror to count NFTs',
    answer: '200 with `truncated: true`',
  },
  maxRelatedReceipts: {
    value: 20,
    unit: 'receipts',
    bounds: 'duplicates and child transactions that GET /transactions/receipt/{id} reads from the mirror',
    answer: '200 with `truncated: true`',
  },
  maxMirrorPages: {
    value: 20,
    unit: 'pages of 100 items',
    bounds: 'mirror pages that one read of a list causes',
    answer: '200 with `links.next`, where the list goes on',
  },
  mirrorListCharacters: {
    value: 1_048_576,
    unit: 'characters',
    bounds: 'mirror data in one read of a list, after which no further page is read',
    answer: '200 with `links.next`, or a Link, where the list goes on',
  },
  mirrorListsAtOnce: {
    value: 8,
    unit: 'lists at once',
    bounds:
      'reads at once, in one process, of lists and accounts that may need several mirror pages; addresses take turns',
    answer: 'none: the others wait',
  },
  mirrorListsOfAddress: {
    value: 2,
    unit: 'lists at once',
    bounds: 'reads at once of one address, among these; long ones leave places to other addresses',
    answer: 'none: the others wait',
  },
  maxPagesPerLook: {
    value: 200,
    unit: 'pages of 100 messages',
    bounds: 'messages on NETWORK_TOPIC, of any payer, that are read before one round of heartbeats',
    answer: 'none: the next round reads on. After a start, the latest list is known once all messages are read',
  },
  snapshotTurn: {
    value: 3_000,
    unit: 'ms',
    bounds: 'how long a snapshot is made without a pause while others wait for a place',
    answer: "none: it goes on where it was, in its wallet's next turn",
  },
  snapshotPace: {
    value: 262_144,
    unit: 'bytes in a minute',
    bounds: 'the minimum pace of a download of a snapshot',
    answer: 'the connection ends',
  },
  maxSnapshotsPerWallet: {
    value: 10,
    unit: 'per wallet',
    bounds: 'snapshots that are kept; while one runs, a further request for the same token gets that one',
    answer: '429 TOO_MANY_SNAPSHOTS',
  },
  snapshotBytes: {
    value: 8_589_934_592,
    unit: 'bytes',
    bounds: 'the files of all snapshots that the node keeps',
    answer: '429 SNAPSHOT_STORAGE_FULL',
  },
  snapshotBytesKept: {
    value: 4_294_967_296,
    unit: 'bytes',
    bounds: 'the part of these bytes that is kept for wallets whose files take no more than what each is sure of',
    answer: '429 SNAPSHOT_STORAGE_FULL',
  },
  snapshotBytesSure: {
    value: 33_554_432,
    unit: 'bytes',
    bounds: 'what the snapshot files of each wallet may take whatever others take, until all bytes are used',
    answer: '429 SNAPSHOT_STORAGE_FULL',
  },
  snapshotBytesPerWallet: {
    value: 25,
    unit: 'percent of what others leave of the part that is not kept',
    bounds: 'the snapshot files of one wallet, where that is more than it is sure of',
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
