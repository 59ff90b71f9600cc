import { proto } from '@hiero-ledger/proto'
import { isEntityId, timestampText } from '@quorate/verify'
import type { FinalOutcome, Receipt } from './freeze.ts'

/** A code's name in the protocol's ResponseCodeEnum; `CODE_<number>` for codes that are newer than ours. */
export const codeName = (code: number | null | undefined): string => proto.ResponseCodeEnum[code ?? 0] ?? `CODE_${code}`

/** SUCCESS (22), and the codes of a successful fee schedule part or scheduled transaction. */
const SUCCESSES = new Set(['SUCCESS', 'FEE_SCHEDULE_FILE_PART_UPLOADED', 'SUCCESS_BUT_MISSING_EXPECTED_OPERATION'])

export const isSuccess = (status: string): boolean => SUCCESSES.has(status)

/**
 * Codes for a node's wrong submission, for which the node is charged. The id may still be executed through another
 * node.
 */
const NODES_FAULT: ReadonlySet<string> = new Set(['INVALID_NODE_ACCOUNT', 'INVALID_PAYER_SIGNATURE'])

/**
 * Whether an id's outcome stays open until its window ends although the mirror shows a failure: the submitter may not
 * have had the payer's signature. This is so for a node's own mistakes, and for transactions in batches, which can use
 * any ids.
 */
export const isProvisional = ({ success, status, inBatch }: FinalOutcome): boolean =>
  !success && (inBatch === true || NODES_FAULT.has(status))

export function finalOutcome(transactionId: string, receipt: Receipt, phase: FinalOutcome['phase']): FinalOutcome {
  const { status } = receipt
  return { state: 'final', transactionId, status, success: isSuccess(status), phase, receipt }
}

type CreatedField = 'accountId' | 'tokenId' | 'topicId' | 'fileId' | 'scheduleId'

const CREATES: Record<string, CreatedField> = {
  CRYPTOCREATEACCOUNT: 'accountId',
  TOKENCREATION: 'tokenId',
  CONSENSUSCREATETOPIC: 'topicId',
  FILECREATE: 'fileId',
  SCHEDULECREATE: 'scheduleId',
}

/** The receipt field with the created entity's id, for a transaction type in the mirror's spelling. */
export const createdField = (type: string): CreatedField | undefined => CREATES[type]

export function receiptFrom(message: proto.ITransactionReceipt): Receipt {
  const receipt: Receipt = { status: codeName(message.status) }
  const ids = {
    accountId: entity(message.accountID, message.accountID?.accountNum),
    tokenId: entity(message.tokenID, message.tokenID?.tokenNum),
    topicId: entity(message.topicID, message.topicID?.topicNum),
    fileId: entity(message.fileID, message.fileID?.fileNum),
    contractId: entity(message.contractID, message.contractID?.contractNum),
    scheduleId: entity(message.scheduleID, message.scheduleID?.scheduleNum),
    scheduledTransactionId: message.scheduledTransactionID
      ? transactionIdText(message.scheduledTransactionID)
      : undefined,
    totalSupply: unlessZero(message.newTotalSupply),
    topicSequenceNumber: unlessZero(message.topicSequenceNumber),
  }
  for (const [name, value] of Object.entries(ids)) if (value !== undefined) Object.assign(receipt, { [name]: value })
  if (message.serialNumbers?.length) receipt.serials = message.serialNumbers.map(String)
  return receipt
}

type Numeric = { toString(): string } | null | undefined

const entity = (id: { shardNum?: Numeric; realmNum?: Numeric } | null | undefined, number: Numeric) =>
  id && number != null ? `${id.shardNum ?? 0}.${id.realmNum ?? 0}.${number}` : undefined

const unlessZero = (value: Numeric): string | undefined =>
  value == null || value.toString() === '0' ? undefined : value.toString()

/** `0.0.n@s.n`, with `?scheduled` for a scheduled transaction, and `/nonce` for a child. */
export function transactionIdText(id: proto.ITransactionID): string {
  const { accountID, transactionValidStart: start, scheduled, nonce } = id
  const time = timestampText(start?.seconds ?? 0, start?.nanos ?? 0)
  const payer = entity(accountID, accountID?.accountNum ?? 0)
  return `${payer}@${time}${scheduled ? '?scheduled' : ''}${nonce ? `/${nonce}` : ''}`
}

const ID = /^(\d+\.\d+\.\d+)[@-](\d{1,10})[.-](\d{1,9})(\?scheduled)?(?:\/(\d{1,10}))?$/
/** The last second whose nanoseconds fit in an int64: no transaction can start later. */
const LAST_SECOND = 9_223_372_036n
/** Nonces are int32. */
const MAX_NONCE = 2_147_483_647

export interface TransactionIdParts {
  /** `0.0.n` */
  payer: string
  seconds: bigint
  nanos: number
  scheduled: boolean
  nonce: number
}

/**
 * The parts of `0.0.n@s.n` or `0.0.n-s-n`, with `?scheduled` or `/nonce`. Undefined for other text, or if a number is
 * larger than the ledger allows.
 */
export function parseTransactionId(text: string): TransactionIdParts | undefined {
  const match = ID.exec(text)
  if (!match) return undefined
  const [, payer = '', startSeconds = '', nanos, scheduled, nonceText] = match
  const [seconds, nonce] = [BigInt(startSeconds), Number(nonceText ?? 0)]
  if (!isEntityId(payer) || seconds >= LAST_SECOND || nonce > MAX_NONCE) return undefined
  return { payer, seconds, nanos: Number(nanos), scheduled: scheduled !== undefined, nonce }
}
