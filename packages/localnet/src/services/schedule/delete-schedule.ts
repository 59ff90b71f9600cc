import { scheduleId, scheduleNumber } from '#protocol/ids.ts'
import { check } from '#protocol/status-error.ts'
import { define } from '#transaction/definition.ts'
import { pendingSchedule } from './schedules.ts'

/** ScheduleDelete: the transaction will not be executed. */
export const deleteSchedule = define('scheduleDelete', {
  type: 43,
  name: 'SCHEDULEDELETE',
  price: { functionality: 'ScheduleDelete', base: 9_000_000n },

  precheck: ({ scheduleID }) => check(scheduleID != null, 'INVALID_SCHEDULE_ID'),

  signers({ scheduleID }, { state }) {
    const { adminKey } = pendingSchedule(state, scheduleID, 0n)
    check(adminKey !== null, 'SCHEDULE_IS_IMMUTABLE')
    return [adminKey.rule]
  },

  handle({ scheduleID }, context) {
    const { state, now, receipt } = context
    const schedule = pendingSchedule(state, scheduleID, now)
    state.schedules.put(schedule.num, { ...schedule, deletedAt: now })
    receipt.scheduleID = scheduleId(scheduleNumber(scheduleID))
    context.entity = schedule.num
  },
})
