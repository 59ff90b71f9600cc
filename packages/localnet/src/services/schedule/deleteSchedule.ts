import { define } from '../../definition.ts'
import { scheduleId, scheduleNumber } from '../../ids.ts'
import { require } from '../../refusal.ts'
import { pendingSchedule } from './schedules.ts'

/** ScheduleDelete: the transaction is not executed any more. */
export const deleteSchedule = define('scheduleDelete', {
  type: 43,
  name: 'SCHEDULEDELETE',

  precheck: ({ scheduleID }) => require(scheduleID != null, 'INVALID_SCHEDULE_ID'),

  signers({ scheduleID }, { state }) {
    const { adminKey } = pendingSchedule(state, scheduleID, 0n)
    require(adminKey !== null, 'SCHEDULE_IS_IMMUTABLE')
    return [adminKey.rule]
  },

  handle({ scheduleID }, handling) {
    const { state, now, receipt } = handling
    const schedule = pendingSchedule(state, scheduleID, now)
    state.schedules.put(schedule.num, { ...schedule, deletedAt: now })
    receipt.scheduleID = scheduleId(scheduleNumber(scheduleID))
    handling.entity = schedule.num
  },
})
