import { proto } from '@hiero-ledger/proto'
import type { Key } from '@quorate/verify'
import { keyFromProto } from '../keys/key-encodings.ts'

/** What a ScheduleCreate makes the ledger keep. */
export interface ScheduledBody {
  /** Who may delete it; null: nobody. */
  adminKey: Key | null
  /** The SchedulableTransactionBody. Mirrors may show other bytes of the same body: see {@link isSameScheduled}. */
  schedulable: Uint8Array
  /** The same as the TransactionBody that a client would send without a schedule. */
  ordinary: Uint8Array
}

/** The transaction in the body of a ScheduleCreate; undefined for bodies of other types. */
export function scheduledBodyIn(bodyBytes: Uint8Array): ScheduledBody | undefined {
  const { scheduleCreate, transactionID } = proto.TransactionBody.decode(bodyBytes)
  const scheduled = scheduleCreate?.scheduledTransactionBody
  if (!scheduled) return undefined
  const ordinary = { ...scheduled, transactionID: { ...transactionID, scheduled: true } } as proto.ITransactionBody
  return {
    adminKey: scheduleCreate.adminKey ? keyFromProto(proto.Key.encode(scheduleCreate.adminKey).finish()) : null,
    schedulable: proto.SchedulableTransactionBody.encode(scheduled).finish(),
    ordinary: proto.TransactionBody.encode(ordinary).finish(),
  }
}

/**
 * Whether two SchedulableTransactionBodies say the same. SDKs write fields that have their default value, and networks
 * leave them out.
 */
export const isSameScheduled = (one: Uint8Array, other: Uint8Array): boolean =>
  isWhollyRead(one) && isWhollyRead(other) && textOf(one) === textOf(other)

/**
 * Whether nothing was passed over: decoding drops fields that are newer than ours, and all but the last of a double
 * one.
 */
function isWhollyRead(body: Uint8Array): boolean {
  try {
    const read = proto.SchedulableTransactionBody.decode(body)
    return proto.SchedulableTransactionBody.encode(read).finish().length === body.length
  } catch {
    return false
  }
}

function textOf(body: Uint8Array): string {
  try {
    return JSON.stringify(proto.SchedulableTransactionBody.decode(body), (key, value) => {
      if (isDefault(key, value)) return undefined
      return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
    })
  } catch {
    return Buffer.from(body).toString('hex')
  }
}

/** Fields whose presence says something although their value is zero: one of several that exclude each other. */
const CHOICES = new Set([
  'accountNum',
  'stakedNodeId',
  'receiverSigRequired',
  'sendRecordThreshold',
  'receiveRecordThreshold',
])

function isDefault(key: string, value: unknown): boolean {
  if (CHOICES.has(key)) return false
  if (Array.isArray(value)) return value.length === 0
  const isZero =
    typeof value === 'object' &&
    value !== null &&
    'low' in value &&
    value.low === 0 &&
    'high' in value &&
    value.high === 0
  return isZero || value === false || value === '' || value === 0 || value === null
}
