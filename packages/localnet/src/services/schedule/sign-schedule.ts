import { check } from '#protocol/status-error.ts'
import { define } from '#transaction/definition.ts'
import { scheduledId } from './scheduled-transaction.ts'
import { executeIfReady, pendingSchedule, requiredRules, withSignatures } from './schedules.ts'

/**
 * ScheduleSign: adds the signatures of this transaction that the scheduled one needs. If none is missing any more, the
 * scheduled transaction is executed.
 */
export const signSchedule = define('scheduleSign', {
  type: 44,
  name: 'SCHEDULESIGN',
  price: { functionality: 'ScheduleSign', base: 9_000_000n },

  precheck: ({ scheduleID }) => check(scheduleID != null, 'INVALID_SCHEDULE_ID'),

  signers: () => [],

  handle({ scheduleID }, context) {
    const { state, now, receipt } = context
    const schedule = pendingSchedule(state, scheduleID, now)
    const rules = requiredRules(schedule, context)
    const signed = withSignatures(schedule, rules, context)
    const after = executeIfReady(signed, rules, context)
    check(after !== schedule, 'NO_NEW_VALID_SIGNATURES')
    state.schedules.put(schedule.num, after)
    receipt.scheduledTransactionID = scheduledId(schedule)
    context.entity = schedule.num
  },
})
