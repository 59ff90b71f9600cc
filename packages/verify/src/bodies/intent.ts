/** Whether the bytes that an owner is asked to sign say what the request states. */
import { VerifyError } from '../error.ts'
import { guardedOwnerMemo } from '../keys/guarded-owner.ts'
import type { Key } from '../keys/keys.ts'
import type { Decoded } from '../protobuf/decode.ts'
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
import { keyText, quoted } from './summaries.ts'

/** What a request for a multi-signature wallet states. */
export interface Intent {
  operation: 'create' | 'withdraw' | 'update' | 'stake' | 'associate' | 'dissociate'
  /** The body of the POST that asked for it, with the `proposal` that opened it, if one did. */
  payload: Readonly<Record<string, unknown>>
  /** Who asked for it, and pays a creation, or the ScheduleCreate of a scheduled request if nobody else does. */
  requesterId: string
  /** Of `create` and `update`: the key that the owners' keys and the threshold make. */
  newKey?: Key
  /** `0.0.n@seconds.nanos`; where it is absent, any that {@link Intent.validStart} permits. */
  transactionId?: string
  /** From when the transaction may be valid. */
  validStart: ValidStart
  /** The most tinybars that the payer offers as fee; where it is absent, any. */
  maxTransactionFee?: bigint
  /** Of a scheduled request. */
  schedule?: {
    jobId: string
    /** Seconds since 1970. */
    expiresAt: bigint
    execute: 'signed' | 'expiry'
    /** Who may delete it: one of the requester's key and the wallet's. */
    adminKey: Key
    /** The most tinybars that the wallet offers as fee; where it is absent, any. */
    maxTransactionFee?: bigint
    /** Who pays the ScheduleCreate instead of the requester. */
    payerId?: string
  }
}

/**
 * How the bytes of a body differ from what the request states: everything that they say otherwise, in addition, or not
 * at all, and whatever another reader could read differently. Empty where they are the request's.
 *
 * @throws VerifyError INVALID_INTENT where the payload is none of its operation; TOO_MANY_BYTES
 */
export function compareIntent(body: Uint8Array | Decoded, intent: Intent): Difference[] {
  const { operation, requesterId, schedule, transactionId, maxTransactionFee, validStart } = intent
  const wallet = operation === 'create' ? requesterId : idIn(intent, 'walletId')
  const payerId = schedule ? (schedule.payerId ?? requesterId) : wallet
  const exactly = transactionId === undefined ? undefined : startIn(transactionId, payerId)
  const header = { payerId, maxTransactionFee, validStart: { ...validStart, exactly } }
  return compareBody(
    body,
    header,
    schedule ? scheduleOf(intent, schedule, wallet) : [...memoOf(intent), ...dataOf(intent)],
  )
}

/**
 * The same of the SchedulableTransactionBody that the ledger keeps in the schedule of the request.
 *
 * @throws VerifyError INVALID_INTENT, TOO_MANY_BYTES
 */
export const compareScheduled = (body: Uint8Array, intent: Intent): Difference[] =>
  compareSchedulable(body, keptBy(intent))

/** What a body must say beside its payer. */
export interface StatedCall extends Header {
  /** By path, as `statementsIn` has them. */
  says: Readonly<Record<string, Stated>>
}

/**
 * How the bytes of a body differ from such a call: empty where they are it, and nothing else.
 *
 * @throws VerifyError TOO_MANY_BYTES
 */
export const compareCall = (body: Uint8Array | Decoded, { says, ...header }: StatedCall): Difference[] =>
  compareBody(body, header, Object.entries(says))

/**
 * What the creation of a topic must say whose payer asked for it. Keys are as {@link keyText} writes them. SDKs have
 * the payer renew it every three months; an account of the same key could be named instead.
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

/** What the ScheduleCreate of a scheduled request says. */
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

/** What the SchedulableTransactionBody of a scheduled request says. */
const keptBy = (intent: Intent): Statements => [
  ...dataOf(intent),
  ['transactionFee', mostOf(intent.schedule?.maxTransactionFee)],
]

function dataOf(intent: Intent): Statements {
  if (!Object.hasOwn(OPERATIONS, intent.operation)) throw invalid(`operation is ${JSON.stringify(intent.operation)}`)
  return OPERATIONS[intent.operation](intent)
}

/** The memo of a request that a passed proposal opened. */
function memoOf({ payload: { proposal } }: Intent): Statements {
  const { proposalId } = typeof proposal === 'object' && proposal !== null ? (proposal as Record<string, unknown>) : {}
  return typeof proposalId === 'string' ? [['memo', quoted(`Proposal ${proposalId}`)]] : []
}

const mostOf = (most: bigint | undefined): Stated => (most === undefined ? null : { most })

/** @throws VerifyError INVALID_INTENT where the transaction is paid by another account */
function startIn(transactionId: string, payer: string): string {
  const [account, start = ''] = transactionId.split('@')
  const [seconds, nanos = ''] = start.split('.')
  if (account !== payer || !seconds)
    throw invalid(`transactionId is ${JSON.stringify(transactionId)}, and ${payer} pays the request's`)
  return timestampText(seconds, nanos)
}

/** The period after which SDKs have a new entity renewed: 90 days, in seconds. */
const NEW_ENTITY_PERIOD = '7776000'
/** What the SDKs write into the creation of an account beside what they are told: that period, no records. */
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
    // No node is -1 (AccountUpdate's sentinel).
    ['cryptoUpdateAccount.staked_node_id', String(integer(intent.payload.nodeId ?? -1, 'nodeId'))],
  ],
  associate: (intent) => relation('tokenAssociate', intent),
  dissociate: (intent) => relation('tokenDissociate', intent),
  withdraw: withdrawal,
}

function relation(field: string, intent: Intent): Statements {
  const token = idIn(intent, 'tokenId')
  return [
    [`${field}.account`, idIn(intent, 'walletId')],
    [`${field}.tokens[${token}]`, token],
  ]
}

function withdrawal(intent: Intent): Statements {
  const { tokenId, type, amountOrSerial } = intent.payload
  const [wallet, receiver] = [idIn(intent, 'walletId'), idIn(intent, 'receiverId')]
  const amount = integer(amountOrSerial, 'amountOrSerial')
  const moved = (list: string): Statements =>
    [[wallet, -amount] as const, [receiver, amount] as const].flatMap(([account, change]) => [
      [`${list}[${account}].accountID`, account],
      [`${list}[${account}].amount`, String(change)],
    ])
  if (tokenId === 'HBAR') return moved('cryptoTransfer.transfers.accountAmounts')
  const list = `cryptoTransfer.tokenTransfers[${idIn(intent, 'tokenId')}]`
  const token: Statements = [[`${list}.token`, idIn(intent, 'tokenId')]]
  if (type !== 'NON_FUNGIBLE_UNIQUE') return [...token, ...moved(`${list}.transfers`)]
  const nft = `${list}.nftTransfers[${amount}]`
  return [
    ...token,
    [`${nft}.senderAccountID`, wallet],
    [`${nft}.receiverAccountID`, receiver],
    [`${nft}.serialNumber`, String(amount)],
  ]
}

const newKeyIn = ({ newKey }: Intent, path: string): Statements => (newKey ? [[path, keyText(newKey)]] : [])

/** The memo that names a guarded owner of a new wallet. */
function guardedIn({ payload }: Intent): Statements {
  const { owners } = (payload.settings ?? {}) as { owners?: unknown }
  const guarded = (Array.isArray(owners) ? owners : []).filter((owner) => owner?.guarded === true)
  return guarded.map(({ wallet }) => ['cryptoCreateAccount.memo', quoted(guardedOwnerMemo(String(wallet)))])
}

/** A change that removes the guarded owner empties the memo; the request does not say whether it was that one. */
function guardedAfter({ payload }: Intent): Statements {
  const owner = (payload.owner ?? {}) as { wallet?: unknown; guarded?: unknown }
  if (payload.action === 'remove') return [['cryptoUpdateAccount.memo', { perhaps: quoted('') }]]
  return owner.guarded === true ? [['cryptoUpdateAccount.memo', quoted(guardedOwnerMemo(String(owner.wallet)))]] : []
}

function numberUnless(none: bigint, path: string, value: unknown): Statements {
  const number = integer(value ?? none, path)
  return number === none ? [] : [[path, String(number)]]
}

const invalid = (what: string) =>
  new VerifyError('INVALID_INTENT', `${what}: the request states nothing that can be compared`)

function idIn({ payload }: Intent, name: string): string {
  const id = payload[name]
  if (typeof id === 'string' && /^\d{1,20}\.\d{1,20}\.\d{1,20}$/.test(id)) return id
  throw invalid(`${name} is ${JSON.stringify(id)}`)
}

/** An integer as requests have it: a number up to 2^53, or its text. */
function integer(value: unknown, name: string): bigint {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))) return BigInt(value)
  if (typeof value === 'string' && /^-?\d{1,20}$/.test(value)) return BigInt(value)
  throw invalid(`${name} is ${JSON.stringify(value)}`)
}
