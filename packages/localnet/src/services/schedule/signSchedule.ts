import { define } from '../../definition.ts'
import { require } from '../../refusal.ts'
import { executeIfReady, pendingSchedule, requiredRules, scheduledId, withSignatures } from './schedules.ts'

/** ScheduleSign: adds the signatures of this transaction that the scheduled one needs, and executes that if it was the last. */
export const signSchedule = define('scheduleSign', {
  type: 44,
  name: 'SCHEDULESIGN',

  precheck: ({ scheduleID }) => require(scheduleID != null, 'INVALID_SCHEDULE_ID'),

  signers: () => [],

  handle({ scheduleID }, handling) {
    const { state, now, receipt } = handling
    const schedule = pendingSchedule(state, scheduleID, now)
    const rules = requiredRules(schedule, handling)
    const signed = withSignatures(schedule, rules, handling)
    const after = executeIfReady(signed, rules, handling)
    require(after !== schedule, 'NO_NEW_VALID_SIGNATURES')
    state.schedules.put(schedule.num, after)
    receipt.scheduledTransactionID = scheduledId(schedule)
    handling.entity = schedule.num
  },
})
