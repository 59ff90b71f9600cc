/** What one request, wallet or chain may use of this service; `docs/limits.md` is generated from these lists. */
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
      'the parts of a `customInterface` times the JSON values of a message that it judges, and times each 64 characters of its texts',
    answer: '403 VALIDATOR_REFUSED',
  },
  maxGateSerials: {
    value: 40,
    unit: 'serials',
    bounds: 'serials that the token gates of one validator name, all together',
    answer: '400 INVALID_VALIDATOR; 403 VALIDATOR_REFUSED where an older one names more',
  },
  readsPerWrite: {
    value: 10,
    unit: 'reads',
    bounds: 'what one write asks the mirror, before each further read counts as a request of whoever asks',
    answer: '429 RATE_LIMITED to the next request',
  },
  carryOutTime: {
    value: 10_000,
    unit: 'ms',
    bounds:
      "how long before the end of a transaction's window the signed bytes of a decision must be handed in, beside the time of its messages",
    answer: '409 DECISION_BYTES_OUTDATED; 410 DECISION_EXPIRED where the decision is not valid for so long',
  },
  carryOutTimePerMessage: {
    value: 5_000,
    unit: 'ms',
    bounds:
      'the same, for each chunk that is submitted, and for each message of the record that the node writes before',
    answer: '409 DECISION_BYTES_OUTDATED; 410 DECISION_EXPIRED where the decision is not valid for so long',
  },
  maxOffersPerWallet: {
    value: 20,
    unit: 'per wallet',
    bounds: 'bytes answered for decisions of DAOs whose window is open',
    answer: '429 TOO_MANY_OPEN_BYTES',
  },
  maxIntentsPerWallet: {
    value: 50,
    unit: 'per wallet',
    bounds: 'creations under a validator whose outcome is not known yet',
    answer: '429 TOO_MANY_OPEN_BYTES',
  },
  maxDeliveriesPerWallet: {
    value: 5,
    unit: 'per wallet',
    bounds: 'deliveries of topic messages to webhooks under way',
    answer: '429 TOO_MANY_DELIVERIES',
  },
  maxTransactionsPerSubmission: {
    value: 20,
    unit: 'transactions',
    bounds: 'transactions in one POST /transactions/submit: the chunks of one message',
    answer: '400 TOO_MANY_TRANSACTIONS',
  },
  maxRecordMessages: {
    value: 5,
    unit: 'messages of 768 bytes',
    bounds: "a record that the node writes on its topic: a validator, an entity's validator, what a decision opened",
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
    bounds: 'what the node pays for queries of those who have a session',
    setting: 'SPENDING_PER_HOUR',
    answer: 'answered from the mirror',
  },
  paidForBindings: {
    value: 15,
    unit: 'percent of SPENDING_PER_HOUR',
    bounds: 'what the node pays to write on its topic which entities are under validators',
    setting: 'SPENDING_PER_HOUR',
    answer: 'written later',
  },
  paidForDecisions: {
    value: 15,
    unit: 'percent of SPENDING_PER_HOUR',
    bounds:
      'what the node pays to carry out decisions that name who pays, of DAOs whose topic is older than a day; nothing else is paid from it',
    setting: 'SPENDING_PER_HOUR',
    answer: '429 SPENDING_BUDGET_USED',
  },
  paidForDecisionsOfAnyone: {
    value: 25,
    unit: 'percent of SPENDING_PER_HOUR',
    bounds:
      'what the node pays to carry out decisions that name nobody, which any wallet may hand in, those of new DAOs, and those that came to nothing before',
    setting: 'SPENDING_PER_HOUR',
    answer: '429 SPENDING_BUDGET_USED',
  },
  establishedAfter: {
    value: 86_400_000,
    unit: 'ms',
    bounds:
      "how old the first record of a DAO's topic must be for its decisions to be paid apart from those of new DAOs",
    answer: 'its decisions count as those of anyone',
  },
  maxSpoiledOpenings: {
    value: 3,
    unit: 'per wallet that hands them in (of one decision, where it names its payer), and per payer that signs itself, in 24 hours',
    bounds:
      'transactions for decisions of DAOs that came to nothing, or may still: their payer put another one under the id, had no money, or came too late',
    answer: '429 TOO_MANY_SPOILED',
  },
  paidPerWallet: {
    value: 20,
    unit: 'percent of what others have left of the open half of a purpose',
    bounds:
      'what the node pays for one wallet, or for all DAOs that one wallet founded where their decisions name who pays: a few that take all they may leave something for the next',
    setting: 'SPENDING_PER_HOUR',
    answer: '429 SPENDING_BUDGET_USED',
  },
  sureForWallet: {
    value: 150,
    unit: 'percent of the price of one record or query',
    bounds:
      'what a wallet is sure of, of each purpose, whatever others took: one now, and the next when half of it is given back after an hour',
    answer: '429 SPENDING_BUDGET_USED',
  },
  conditionalWindow: {
    value: 60_000,
    unit: 'ms',
    bounds: 'how long a signature of the network under token gates, a time range or swap prices can be executed',
    answer: 'expiresAt of the bytes; the ledger says TRANSACTION_EXPIRED',
  },
  maxConditionalPerWallet: {
    value: 10,
    unit: 'per account or topic and wallet',
    bounds: 'such signatures that may still be executed',
    answer: '429 TOO_MANY_OPEN_BYTES',
  },
  maxConditionalPerEntity: {
    value: 200,
    unit: 'per account or topic',
    bounds: 'such signatures that may still be executed, of all wallets',
    answer: '429 TOO_MANY_OPEN_BYTES',
  },
  maxConditionalWallets: {
    value: 1_000,
    unit: 'per account or topic',
    bounds: 'the same, where the wallet that asks has none of them yet',
    answer: '429 TOO_MANY_OPEN_BYTES',
  },
  maxFeeOfGuardedPayer: {
    value: 10_000_000_000,
    unit: 'tinybars',
    bounds: 'the largest fee in a transaction that an account under a validator pays',
    answer: '403 VALIDATOR_REFUSED',
  },
  keysTriedAtLogin: {
    value: 8,
    unit: 'keys',
    bounds:
      'keys of an account that the signatures of a login are tried on; where operator.publicKey names one, it is that one',
    answer: '400 TOO_MANY_SIGNATURES',
  },
  requestsOfChallenge: {
    value: 10,
    unit: 'requests of the address',
    bounds: 'what a payload to sign (GET /auth/web3/request), whose row is kept for minutes, counts for',
    answer: '429 RATE_LIMITED',
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
    bounds: "wrong codes of the second factor at a wallet's logins, all of which bring the wallet's signature",
    answer: '429 TOTP_LOCKED to logins for 15 minutes',
  },
  wrongCodesOfSession: {
    value: 5,
    unit: 'codes in a row',
    bounds: 'wrong codes of the second factor that one session sends; logins are counted apart',
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
    bounds: 'revocations in one answer of `GET /auth/revocations`; `next` leads on',
    answer: 'a page',
  },
  maxRelationshipPages: {
    value: 20,
    unit: 'pages of 100 tokens',
    bounds: 'what the mirror is asked for the tokens of an account, in GET /accounts/{id} and its balance',
    answer: '200 with `truncated: true`',
  },
  maxTokenTypeLookups: {
    value: 100,
    unit: 'tokens',
    bounds: 'tokens whose type the mirror is asked for, to count the NFTs of an account in GET /accounts/{id}',
    answer: '200 with `truncated: true`',
  },
  maxRelatedReceipts: {
    value: 20,
    unit: 'receipts',
    bounds: 'duplicates and children in GET /transactions/receipt/{id} from the mirror, which is asked about each',
    answer: '200 with `truncated: true`',
  },
  maxMirrorPages: {
    value: 20,
    unit: 'pages of 100 items',
    bounds: 'pages of the mirror that one read of a list asks for',
    answer: '200 with `links.next`, where the list goes on',
  },
  mirrorListCharacters: {
    value: 1_048_576,
    unit: 'characters',
    bounds: 'what one read of a list has of the mirror, before it asks for no further page',
    answer: '200 with `links.next`, or a Link, where the list goes on',
  },
  mirrorListsAtOnce: {
    value: 8,
    unit: 'lists at once',
    bounds:
      'reads of lists that may have several pages of the mirror, and of what accounts hold, of one process; addresses take turns',
    answer: 'nothing: the others wait',
  },
  maxPagesPerLook: {
    value: 200,
    unit: 'pages of 100 messages',
    bounds: 'messages on NETWORK_TOPIC, whoever wrote them, that are read before one round of heartbeats',
    answer: 'none: the next round reads on; at the start the last list is not known before all is read',
  },
  snapshotPace: {
    value: 262_144,
    unit: 'bytes in a minute',
    bounds: "what the reader of a snapshot's file has to take",
    answer: 'the connection ends',
  },
  maxSnapshotsPerWallet: {
    value: 10,
    unit: 'per wallet',
    bounds: 'snapshots that are kept; one that runs is shared by those who ask for the same token again',
    answer: '429 TOO_MANY_SNAPSHOTS',
  },
  snapshotBytes: {
    value: 8_589_934_592,
    unit: 'bytes',
    bounds: 'the files of all snapshots that the node keeps',
    answer: '429 SNAPSHOT_STORAGE_FULL',
  },
  snapshotBytesPerWallet: {
    value: 25,
    unit: 'percent of what the files of others leave',
    bounds: 'the files of the snapshots of one wallet: a few that take all they may leave something for the next',
    answer: '429 SNAPSHOT_STORAGE_FULL; status FAILED where it turns out while one is made',
  },
  snapshotAge: {
    value: 86_400_000,
    unit: 'ms',
    bounds: 'how long a snapshot and its files are kept by the node',
    answer: '403 SNAPSHOT_FORBIDDEN, as for one that never was',
  },
  maxSnapshotHolders: {
    value: 1_000_000,
    unit: 'accounts',
    bounds: 'balances of a token that one snapshot reads',
    answer: 'status FAILED, SNAPSHOT_TOO_LARGE',
  },
} satisfies Limits
