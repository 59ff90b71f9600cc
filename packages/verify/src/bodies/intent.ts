/** Checks whether the bytes to sign say what the request states. */
import { VerifyError } from '../error.ts'
import { guardedOwnerIn, guardedOwnerMemo } from '../keys/guarded-owner.ts'
import type { Key } from '../keys/keys.ts'
import type { Decoded } from '../protobuf/decode.ts'
import { proposalMemo } from '../values/memos.ts'
import { timestampText } from '../values/timestamp-text.ts'
import {
  compareBody,
  compareSchedulable,
  type Difference,
  type Header,
  type Stated,
  type Statements,
  type ValidStart,
} from './compare.ts'
import { operationOf, operationSays } from './operations/operations.ts'
import { keyText, quoted } from './summaries.ts'

/** The operations of an existing wallet, by their names in API paths. */
export const walletOperations = [
  'withdraw',
  'pay',
  'update',
  'stake',
  'associate',
  'dissociate',
  'claim',
  'operation',
] as const
export type WalletOperation = (typeof walletOperations)[number]
/** The operations of wallets, and `create`, which makes a wallet. */
export const requestOperations = ['create', ...walletOperations] as const

/** The statements of a multi-signature wallet's request. */
export interface Intent {
  operation: (typeof requestOperations)[number]
  /** The body of the POST that made the request, and the `proposal` that opened it, if any. */
  payload: Readonly<Record<string, unknown>>
  /**
   * The account that made the request. It pays for a creation, and for a scheduled request's ScheduleCreate unless
   * `payerId` does.
   */
  requesterId: string
  /** For `create` and `update`: the key made from the owners' keys and the threshold. */
  newKey?: Key
  /** For `operation`: the wallet's key on the ledger. */
  walletKey?: Key
  /** For `update`: the wallet's memo on the ledger. Without it, a removal may empty the memo or leave it. */
  memo?: string
  /** `0.0.n@seconds.nanos`. Default: any that {@link Intent.validStart} permits. */
  transactionId?: string
  /** When the transaction may become valid. */
  validStart: ValidStart
  /** The highest fee in tinybars that the payer may offer. Default: no limit. */
  maxTransactionFee?: bigint
  /** For a scheduled request. */
  schedule?: {
    jobId: string
    /** Seconds since 1970. */
    expiresAt: bigint
    execute: 'signed' | 'expiry'
    /** May delete the schedule: a 1-of-2 of the requester's key and the wallet's. */
    adminKey: Key
    /** The highest fee in tinybars that the wallet may offer. Default: no limit. */
    maxTransactionFee?: bigint
    /** The account that pays the ScheduleCreate instead of the requester. */
    payerId?: string
  }
}

/**
 * Compares the bytes of a body with the request. Returns every statement that is changed, added or missing, and every
 * encoding that another decoder could read differently. Returns an empty list if the bytes match.
 *
 * @throws VerifyError INVALID_INTENT if the payload does not fit the operation; TOO_MANY_BYTES
 */
export function compareIntent(body: Uint8Array | Decoded, intent: Intent): Difference[] {
  const { operation, requesterId, schedule, transactionId, maxTransactionFee, validStart } = intent
  const wallet = operation === 'create' ? requesterId : idIn(intent, 'walletId')
  const payerId = schedule ? (schedule.payerId ?? requesterId) : wallet
  const exactly = transactionId === undefined ? undefined : startIn(transactionId, payerId)
  const header = { payerId, maxTransactionFee, validStart: { ...validStart, exactly } }
  return compareBody(body, header, schedule ? scheduleOf(intent, schedule, wallet) : saidBy(intent))
}

/**
 * Like {@link compareIntent}, for the SchedulableTransactionBody that the ledger keeps in the request's schedule.
 *
 * @throws VerifyError INVALID_INTENT, TOO_MANY_BYTES
 */
export const compareScheduled = (body: Uint8Array, intent: Intent): Difference[] =>
  compareSchedulable(body, keptBy(intent))

/** The header and statements that a body must have. */
export interface StatedCall extends Header {
  /** By path, as in `statementsIn`. */
  says: Readonly<Record<string, Stated>>
}

/**
 * Compares the bytes of a body with this header and these statements. Returns an empty list if they match exactly.
 *
 * @throws VerifyError TOO_MANY_BYTES
 */
export const compareCall = (body: Uint8Array | Decoded, { says, ...header }: StatedCall): Difference[] =>
  compareBody(body, header, Object.entries(says))

/**
 * What the bytes of a topic creation must say if its payer requested it. Keys are written as by {@link keyText}. The
 * payer must also renew the topic every three months, as SDKs set it: the bytes could name another account with the
 * same key.
 */
export const newTopicSays = (of: {
  payerId: string
  memo: string
  adminKey: string
  submitKey: string
}): StatedCall['says'] => ({
  'consensusCreateTopic.adminKey': of.adminKey,
  'consensusCreateTopic.submitKey': of.submitKey,
  ...(of.memo === '' ? {} : { 'consensusCreateTopic.memo': quoted(of.memo) }),
  'consensusCreateTopic.autoRenewPeriod': NEW_ENTITY_PERIOD,
  'consensusCreateTopic.autoRenewAccount': of.payerId,
})

/** The statements of a scheduled request's ScheduleCreate. */
const scheduleOf = (intent: Intent, schedule: NonNullable<Intent['schedule']>, wallet: string): Statements => [
  ...keptBy(intent).map(([path, value]): Statements[number] => [
    `scheduleCreate.scheduledTransactionBody.${path}`,
    value,
  ]),
  ['scheduleCreate.memo', quoted(`quorate:${schedule.jobId}`)],
  ['scheduleCreate.adminKey', keyText(schedule.adminKey)],
  ['scheduleCreate.payerAccountID', wallet],
  ['scheduleCreate.expiration_time', `${schedule.expiresAt}.000000000`],
  ...(schedule.execute === 'expiry' ? ([['scheduleCreate.wait_for_expiry', 'true']] satisfies Statements) : []),
]

/** The statements of a scheduled request's SchedulableTransactionBody. */
const keptBy = (intent: Intent): Statements => [
  ...saidBy(intent),
  ['transactionFee', mostOf(intent.schedule?.maxTransactionFee)],
]

/** The statements of the transaction itself, whether it is submitted or kept in a schedule. */
function saidBy(intent: Intent): Statements {
  if (!Object.hasOwn(OPERATIONS, intent.operation)) throw invalid(`operation is ${JSON.stringify(intent.operation)}`)
  return [...memoOf(intent), ...OPERATIONS[intent.operation](intent)]
}

/** The memo names the passed proposal that opened the request, or says what its requester wrote. */
function memoOf({ payload: { memo, proposal } }: Intent): Statements {
  const { proposalId } = typeof proposal === 'object' && proposal !== null ? (proposal as Record<string, unknown>) : {}
  const said = typeof proposalId === 'string' ? proposalMemo(proposalId) : memo
  return typeof said === 'string' ? [['memo', quoted(said)]] : []
}

const mostOf = (most: bigint | undefined): Stated => (most === undefined ? null : { most })

/** @throws VerifyError INVALID_INTENT if another account pays the transaction */
function startIn(transactionId: string, payer: string): string {
  const [account, start = ''] = transactionId.split('@')
  const [seconds, nanos = ''] = start.split('.')
  if (account !== payer || !seconds)
    throw invalid(`transactionId is ${JSON.stringify(transactionId)}, but ${payer} pays for the request`)
  return timestampText(seconds, nanos)
}

/** The renewal period that SDKs set for new entities: 90 days, in seconds. */
const NEW_ENTITY_PERIOD = '7776000'
/** SDKs add these to every account creation: the renewal period, and thresholds so high that no records are made. */
const NEW_ACCOUNT: Statements = [
  ['cryptoCreateAccount.autoRenewPeriod', NEW_ENTITY_PERIOD],
  ['cryptoCreateAccount.sendRecordThreshold', '9223372036854775807'],
  ['cryptoCreateAccount.receiveRecordThreshold', '9223372036854775807'],
]

const OPERATIONS: Readonly<Record<Intent['operation'], (intent: Intent) => Statements>> = {
  create: (intent) => [
    ...NEW_ACCOUNT,
    ...newKeyIn(intent, 'cryptoCreateAccount.key'),
    ...guardedIn(intent),
    ...numberUnless(0n, 'cryptoCreateAccount.initialBalance', intent.payload.balance),
    ...numberUnless(
      0n,
      'cryptoCreateAccount.max_automatic_token_associations',
      intent.payload.maxAutomaticTokenAssociations,
    ),
    ...(intent.payload.isReceiverSignatureRequired === true
      ? ([['cryptoCreateAccount.receiverSigRequired', 'true']] satisfies Statements)
      : []),
  ],
  update: (intent) => [
    ['cryptoUpdateAccount.accountIDToUpdate', idIn(intent, 'walletId')],
    ...newKeyIn(intent, 'cryptoUpdateAccount.key'),
    ...guardedAfter(intent),
  ],
  stake: (intent) => [
    ['cryptoUpdateAccount.accountIDToUpdate', idIn(intent, 'walletId')],
    // -1 means no node (AccountUpdate's sentinel).
    ['cryptoUpdateAccount.staked_node_id', String(integer(intent.payload.nodeId ?? -1, 'nodeId'))],
  ],
  associate: (intent) => relation('tokenAssociate', intent),
  dissociate: (intent) => relation('tokenDissociate', intent),
  claim: claims,
  withdraw: withdrawal,
  pay: payments,
  operation: operationsIn,
}

/** Any other transaction of the wallet, in the form of the node API. */
function operationsIn(intent: Intent): Statements {
  const walletId = idIn(intent, 'walletId')
  const { walletKey, transactionId, schedule } = intent
  if (!walletKey) throw invalid('The key of the wallet is not known')
  const read = operationOf(intent.payload.operation, walletId)
  if (schedule && !read.definition.isSchedulable) throw invalid(`The network schedules no ${read.name}`)
  return operationSays(read, { walletId, walletKey, transactionId: schedule ? undefined : transactionId })
}

function relation(field: string, intent: Intent): Statements {
  const token = idIn(intent, 'tokenId')
  return [
    [`${field}.account`, idIn(intent, 'walletId')],
    [`${field}.tokens[${token}]`, token],
  ]
}

/** Airdrops that wait for the wallet (HIP-904), in the order of the request. */
function claims(intent: Intent): Statements {
  const list: unknown = intent.payload.airdrops
  const wallet = idIn(intent, 'walletId')
  return (Array.isArray(list) ? list : []).flatMap((payload: Intent['payload'], index): Statements => {
    const path = `tokenClaimAirdrop.pending_airdrops[${index}]`
    const token = idIn({ payload }, 'tokenId')
    return [
      [`${path}.sender_id`, idIn({ payload }, 'senderId')],
      [`${path}.receiver_id`, wallet],
      ...(payload.serialNumber === undefined
        ? ([[`${path}.fungible_token_type`, token]] satisfies Statements)
        : ([
            [`${path}.non_fungible_token.token_ID`, token],
            [`${path}.non_fungible_token.serial_number`, String(integer(payload.serialNumber, 'serialNumber'))],
          ] satisfies Statements)),
    ]
  })
}

function withdrawal(intent: Intent): Statements {
  const { tokenId, type, amountOrSerial } = intent.payload
  const [wallet, receiver] = [idIn(intent, 'walletId'), idIn(intent, 'receiverId')]
  const amount = integer(amountOrSerial, 'amountOrSerial')
  const changes = [[wallet, -amount] as const, [receiver, amount] as const]
  if (tokenId === 'HBAR') return moved('HBAR', changes)
  if (type !== 'NON_FUNGIBLE_UNIQUE') return moved(idIn(intent, 'tokenId'), changes)
  const list = `cryptoTransfer.tokenTransfers[${idIn(intent, 'tokenId')}]`
  const nft = `${list}.nftTransfers[${amount}]`
  return [
    [`${list}.token`, idIn(intent, 'tokenId')],
    [`${nft}.senderAccountID`, wallet],
    [`${nft}.receiverAccountID`, receiver],
    [`${nft}.serialNumber`, String(amount)],
  ]
}

/** Payments to several receivers in hbars and fungible tokens. The wallet pays the sum of each. */
function payments(intent: Intent): Statements {
  const list: unknown = intent.payload.payments
  const paid = (Array.isArray(list) ? list : []).map((payload: Intent['payload']) => ({
    receiver: idIn({ payload }, 'receiverId'),
    tokenId: payload.tokenId === 'HBAR' ? 'HBAR' : idIn({ payload }, 'tokenId'),
    amount: integer(payload.amount, 'amount'),
  }))
  return [...Map.groupBy(paid, ({ tokenId }) => tokenId)].flatMap(([tokenId, each]) => {
    const sum = each.reduce((all, { amount }) => all + amount, 0n)
    const received = each.map(({ receiver, amount }) => [receiver, amount] as const)
    return moved(tokenId, [[idIn(intent, 'walletId'), -sum], ...received])
  })
}

/** The balance changes in one asset, by account. */
function moved(tokenId: string, changes: readonly (readonly [account: string, change: bigint])[]): Statements {
  const token = `cryptoTransfer.tokenTransfers[${tokenId}]`
  const list = tokenId === 'HBAR' ? 'cryptoTransfer.transfers.accountAmounts' : `${token}.transfers`
  return [
    ...(tokenId === 'HBAR' ? [] : ([[`${token}.token`, tokenId]] satisfies Statements)),
    ...changes.flatMap(
      ([account, change]): Statements => [
        [`${list}[${account}].accountID`, account],
        [`${list}[${account}].amount`, String(change)],
      ],
    ),
  ]
}

const newKeyIn = ({ newKey }: Intent, path: string): Statements => (newKey ? [[path, keyText(newKey)]] : [])

/** The memo that names a guarded owner of a new wallet. */
function guardedIn({ payload }: Intent): Statements {
  const { owners } = (payload.settings ?? {}) as { owners?: unknown }
  const guarded = (Array.isArray(owners) ? owners : []).filter((owner) => owner?.guarded === true)
  return guarded.map(({ wallet }) => ['cryptoCreateAccount.memo', quoted(guardedOwnerMemo(String(wallet)))])
}

/**
 * Removing the guarded owner empties the memo that names it. Other removals must keep the memo: without it, the guarded
 * owner could not sign any more.
 */
function guardedAfter({ payload, memo }: Intent): Statements {
  const owner = (payload.owner ?? {}) as { wallet?: unknown; guarded?: unknown }
  if (payload.action === 'remove') {
    if (memo === undefined) return [['cryptoUpdateAccount.memo', { perhaps: quoted('') }]]
    return guardedOwnerIn(memo) === owner.wallet ? [['cryptoUpdateAccount.memo', quoted('')]] : []
  }
  return owner.guarded === true ? [['cryptoUpdateAccount.memo', quoted(guardedOwnerMemo(String(owner.wallet)))]] : []
}

function numberUnless(none: bigint, path: string, value: unknown): Statements {
  const number = integer(value ?? none, path)
  return number === none ? [] : [[path, String(number)]]
}

const invalid = (what: string) =>
  new VerifyError('INVALID_INTENT', `Cannot check the bytes against the request: ${what}`)

function idIn({ payload }: Pick<Intent, 'payload'>, name: string): string {
  const id = payload[name]
  if (typeof id === 'string' && /^\d{1,20}\.\d{1,20}\.\d{1,20}$/.test(id)) return id
  throw invalid(`${name} is ${JSON.stringify(id)}`)
}

/** An integer as requests write it: a number up to 2^53, or decimal text. */
function integer(value: unknown, name: string): bigint {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))) return BigInt(value)
  if (typeof value === 'string' && /^-?\d{1,20}$/.test(value)) return BigInt(value)
  throw invalid(`${name} is ${JSON.stringify(value)}`)
}
