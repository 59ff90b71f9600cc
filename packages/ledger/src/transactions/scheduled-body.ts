import { proto } from '@hiero-ledger/proto'
import type { Key } from '@quorate/verify'
import { keyFromProto } from '@quorate/verify'

/** The parts of a ScheduleCreate that the ledger stores. */
export interface ScheduledBody {
  /** The key that may delete the schedule; null if nobody may. */
  adminKey: Key | null
  /** The SchedulableTransactionBody. Mirrors may encode the same body differently: compare with `saysSame`. */
  schedulable: Uint8Array
  /**
   * The TransactionBody that a client would send for the same transaction without a schedule. Its payer is the one that
   * the schedule names.
   */
  ordinary: Uint8Array
}

/** The transaction in the body of a ScheduleCreate; undefined for bodies of other types. */
export function scheduledBodyIn(bodyBytes: Uint8Array): ScheduledBody | undefined {
  const { scheduleCreate, transactionID } = proto.TransactionBody.decode(bodyBytes)
  const scheduled = scheduleCreate?.scheduledTransactionBody
  if (!scheduled) return undefined
  // Without a payer of its own, the creator of a schedule pays for its transaction and for what that charges.
  const accountID = scheduleCreate.payerAccountID ?? transactionID?.accountID ?? null
  const ordinary: proto.ITransactionBody = {
    ...(scheduled as proto.ITransactionBody),
    transactionID: { ...transactionID, accountID, scheduled: true },
  }
  return {
    adminKey: scheduleCreate.adminKey ? keyFromProto(proto.Key.encode(scheduleCreate.adminKey).finish()) : null,
    schedulable: proto.SchedulableTransactionBody.encode(scheduled).finish(),
    ordinary: proto.TransactionBody.encode(ordinary).finish(),
  }
}
