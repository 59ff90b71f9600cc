import type { proto } from '@hiero-ledger/proto'
import { accountId, scheduleId } from '#protocol/ids.ts'
import { contractKeyToProto, keyToProto } from '#protocol/keys.ts'
import { LEDGER_ID } from '#protocol/nodes.ts'
import { check } from '#protocol/status-error.ts'
import { NANOS_PER_SECOND, toTimestamp } from '#protocol/time.ts'
import { scheduledId } from '#services/schedule/scheduled-transaction.ts'
import { decodeBody, existingSchedule } from '#services/schedule/schedules.ts'
import type { Schedule, Signatory } from '#state/entities.ts'
import { defineQuery } from './query-definition.ts'

/** ScheduleGetInfo: a schedule that has not expired. */
export const scheduleInfo = defineQuery('scheduleGetInfo', {
  response: 'scheduleGetInfo',
  isPaid: true,
  answer({ scheduleID }, { state, clock }) {
    check(scheduleID != null, 'INVALID_SCHEDULE_ID')
    return { scheduleInfo: infoOf(existingSchedule(state, scheduleID, clock.now())) }
  },
})

function infoOf(schedule: Schedule): proto.IScheduleInfo {
  const { deletedAt, executedAt } = schedule
  return {
    scheduleID: scheduleId(schedule.num),
    ...(deletedAt === null ? {} : { deletionTime: toTimestamp(deletedAt) }),
    ...(executedAt === null ? {} : { executionTime: toTimestamp(executedAt) }),
    expirationTime: toTimestamp(schedule.expiry * NANOS_PER_SECOND),
    scheduledTransactionBody: decodeBody(schedule.body),
    memo: schedule.memo,
    adminKey: schedule.adminKey && keyToProto(schedule.adminKey),
    signers: { keys: schedule.signatories.map(signatoryKey) },
    creatorAccountID: accountId(schedule.creator),
    payerAccountID: accountId(schedule.payer),
    scheduledTransactionID: scheduledId(schedule),
    ledgerId: LEDGER_ID,
    waitForExpiry: schedule.waitForExpiry,
  }
}

function signatoryKey({ key }: Signatory): proto.IKey {
  if (key.kind === 'contract') return contractKeyToProto(key)
  return key.kind === 'ed25519' ? { ed25519: key.bytes } : { ECDSASecp256k1: key.bytes }
}
