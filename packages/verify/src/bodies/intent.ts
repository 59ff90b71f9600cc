/** Whether the bytes that an owner is asked to sign say what the request states. */
import { VerifyError } from '../error.ts'
import { guardedOwnerMemo } from '../keys/guarded-owner.ts'
import type { Key } from '../keys/keys.ts'
import { type Decoded, decode, type Finding } from '../protobuf/decode.ts'
import { timestampText } from '../values/timestamp-text.ts'
import { type Statement, statementsIn } from './statements.ts'
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
  /** `0.0.n@seconds.nanos`; where it is absent, any valid start will do. */
  transactionId?: string
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

export interface Difference {
  path: string
  /** What the bytes say; null where they say nothing. */
  said: string | null
  /** What the request states; null where it states nothing. */
  stated: string | null
  /** The range in the body's bytes; null where they say nothing. */
  range: { start: number; end: number } | null
  /** A sentence. */
  message: string
}

/**
 * How the bytes of a body differ from what the request states: everything that they say otherwise, in addition, or not
 * at all, and whatever another reader could read differently. Empty where they are the request's.
 *
 * Not compared are the node, the valid duration, and what the intent leaves out.
 *
 * @throws VerifyError INVALID_INTENT where the payload is none of its operation; TOO_MANY_BYTES
 */
export function compareIntent(body: Uint8Array | Decoded, intent: Intent): Difference[] {
  return differencesOf(body instanceof Uint8Array ? decode(body) : body, statedBy(intent))
}

/**
 * The same of the SchedulableTransactionBody that the ledger keeps in the schedule of the request.
 *
 * @throws VerifyError INVALID_INTENT, TOO_MANY_BYTES
 */
export function compareScheduled(body: Uint8Array, intent: Intent): Difference[] {
  return differencesOf(decode(body, 'SchedulableTransactionBody'), new Map(keptBy(intent)))
}

/** What a body must say beside its payer. */
export interface StatedCall {
  payerId: string
  /** The most tinybars that the payer offers as fee. */
  maxTransactionFee: bigint
  /** Texts by path, as `statementsIn` has them; null where any will do. */
  says: Readonly<Record<string, string | null>>
}

/**
 * How the bytes of a body differ from such a call: empty where they are it, and nothing else.
 *
 * @throws VerifyError TOO_MANY_BYTES
 */
export function compareCall(
  body: Uint8Array | Decoded,
  { payerId, maxTransactionFee, says }: StatedCall,
): Difference[] {
  const stated = new Map<string, Stated>([
    ['transactionID.accountID', payerId],
    ['transactionID.transactionValidStart', null],
    ['nodeAccountID', null],
    ['transactionValidDuration', null],
    ['transactionFee', { most: maxTransactionFee }],
    ...Object.entries(says),
  ])
  return differencesOf(body instanceof Uint8Array ? decode(body) : body, stated)
}

function differencesOf(decoded: Decoded, stated: ReadonlyMap<string, Stated>): Difference[] {
  const said = statementsIn(decoded.fields, decoded.message)
  const differences = decoded.findings.map(fromFinding)
  for (const path of new Set([...stated.keys(), ...said.keys()])) {
    const difference = differenceAt(path, said.get(path), stated.get(path))
    if (difference) differences.push(difference)
  }
  return differences
}

const fromFinding = ({ path, start, end, message }: Finding): Difference => ({
  ...{ path, said: null, stated: null, range: { start, end }, message: `${path}: ${message}` },
})

/**
 * A text; null for a field that says what the request leaves open; the most that a number may be; or a text or nothing.
 */
type Stated = string | null | { most: bigint } | { perhaps: string }

function differenceAt(path: string, said: Statement | undefined, stated: Stated | undefined): Difference | undefined {
  if (stated === null) return undefined
  const range = said ? { start: said.start, end: said.end } : null
  const text = said?.text ?? null
  if (typeof stated === 'object' && 'perhaps' in stated)
    return said === undefined ? undefined : differenceAt(path, said, stated.perhaps)
  if (typeof stated === 'object') {
    if (BigInt(text ?? 0) <= stated.most) return undefined
    return {
      path,
      said: text,
      stated: String(stated.most),
      range,
      message: `${path} is ${text}: at most ${stated.most}`,
    }
  }
  if (stated === text) return undefined
  return { path, said: text, stated: stated ?? null, range, message: sentence(path, text, stated) }
}

function sentence(path: string, said: string | null, stated: string | undefined): string {
  if (said === null) return `${path} is not in the bytes, and the request states ${stated}`
  if (stated === undefined) return `${path} is ${said}, which the request does not state`
  return `${path} is ${said}, and the request states ${stated}`
}

/** What the bytes of this request say, by the paths of {@link statementsIn}. */
function statedBy(intent: Intent): Map<string, Stated> {
  const { operation, requesterId, schedule, transactionId } = intent
  const data = OPERATIONS[operation]
  if (!data) throw invalid(`operation is ${JSON.stringify(operation)}`)
  const wallet = operation === 'create' ? requesterId : idIn(intent, 'walletId')
  const payer = schedule ? (schedule.payerId ?? requesterId) : wallet
  const outer = new Map<string, Stated>([
    ['transactionID.accountID', payer],
    ['transactionID.transactionValidStart', transactionId === undefined ? null : startIn(transactionId, payer)],
    ['nodeAccountID', null],
    ['transactionValidDuration', null],
    ['transactionFee', mostOf(intent.maxTransactionFee)],
  ])
  if (!schedule) return new Map([...outer, ...memoOf(intent), ...data(intent)])
  return new Map([
    ...outer,
    ...keptBy(intent).map(([path, value]) => [`scheduleCreate.scheduledTransactionBody.${path}`, value] as const),
    ['scheduleCreate.memo', quoted(`quorate:${schedule.jobId}`)],
    ['scheduleCreate.adminKey', keyText(schedule.adminKey)],
    ['scheduleCreate.payerAccountID', wallet],
    ['scheduleCreate.expiration_time', `${schedule.expiresAt}.000000000`],
    ...(schedule.execute === 'expiry' ? [['scheduleCreate.wait_for_expiry', 'true'] as const] : []),
  ])
}

/** What the SchedulableTransactionBody of a scheduled request says. */
function keptBy(intent: Intent): Statements {
  const data = OPERATIONS[intent.operation]
  if (!data) throw invalid(`operation is ${JSON.stringify(intent.operation)}`)
  return [...data(intent), ['transactionFee', mostOf(intent.schedule?.maxTransactionFee)]]
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

type Statements = [path: string, stated: Stated][]

/** What the SDKs write into the creation of an account beside what they are told: a period of 90 days, no records. */
const NEW_ACCOUNT: Statements = [
  ['cryptoCreateAccount.autoRenewPeriod', '7776000'],
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
