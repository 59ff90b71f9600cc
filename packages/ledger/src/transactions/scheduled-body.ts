import { proto } from '@hiero-ledger/proto'
import type { Key } from '@quorate/verify'
import { keyFromProto } from '@quorate/verify'

/** The parts of a ScheduleCreate that the ledger keeps. */
export interface ScheduledBody {
  /** The key that may delete it; null if nobody may. */
  adminKey: Key | null
  /** The SchedulableTransactionBody. Mirrors may show other bytes of the same body: compare with `saysSame`. */
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
