/** Schedules that others made. A wallet's own scheduled requests have routes of their own. */
import { ScheduleDeleteTransaction, ScheduleSignTransaction } from '@hiero-ledger/sdk'
import { AccountId, unprocessable } from '@quorate/platform'
import { containedIn, type Key, sameKey, VerifyError } from '@quorate/verify'
import { Type } from 'typebox'
import type { Ledger } from '../../ledger.ts'
import type { MirrorSchedule } from '../../mirror/mirror.ts'
import { exact } from '../fields.ts'
import { defineOperation } from '../operation.ts'

const SchedulePath = Type.Object({ schedule: AccountId })
const body = Type.Optional(Type.Object({}, exact))

export const signSchedule = defineOperation({
  name: 'sign/schedule',
  method: 'POST',
  path: '/schedules/{schedule}/sign',
  tag: 'schedules',
  summary: 'Sign a scheduled transaction',
  params: SchedulePath,
  body,
  async prepare({ params: { schedule: id } }, { ledger, sender }) {
    const { body: bytes, payer, creator } = await openSchedule(ledger, id)
    try {
      containedIn({ body: bytes, payer: payer ?? creator }, { walletId: sender.id, walletKey: sender.key })
    } catch (error) {
      if (error instanceof VerifyError) throw unprocessable(error.code, error.message)
      throw error
    }
    return { transaction: new ScheduleSignTransaction().setScheduleId(id) }
  },
})

export const deleteSchedule = defineOperation({
  name: 'delete/schedule',
  method: 'DELETE',
  path: '/schedules/{schedule}',
  tag: 'schedules',
  summary: 'Delete a scheduled transaction',
  params: SchedulePath,
  body,
  async prepare({ params: { schedule: id } }, { ledger, sender }) {
    const { adminKey } = await openSchedule(ledger, id)
    if (!adminKey) throw unprocessable('SCHEDULE_IS_IMMUTABLE', `The schedule ${id} has no admin key`)
    if (!isEnough(sender.key, adminKey))
      throw unprocessable(
        'INVALID_SIGNATURE',
        `The admin key of ${id} must sign, but the key of ${sender.id} is not enough`,
      )
    return { transaction: new ScheduleDeleteTransaction().setScheduleId(id) }
  },
})

/** @throws 422 INVALID_SCHEDULE_ID, SCHEDULE_ALREADY_DELETED, SCHEDULE_ALREADY_EXECUTED */
async function openSchedule({ mirror, chain }: Ledger, id: string): Promise<MirrorSchedule> {
  const found = await mirror.schedule(id)
  if (!found) throw unprocessable('INVALID_SCHEDULE_ID', `The schedule ${id} does not exist on ${chain}`)
  if (found.deleted) throw unprocessable('SCHEDULE_ALREADY_DELETED', `The schedule ${id} was deleted`)
  if (found.executedTimestamp !== null)
    throw unprocessable('SCHEDULE_ALREADY_EXECUTED', `The schedule ${id} was executed`)
  return found
}

/** Whether all who sign for `own` also satisfy `needed`, such as a 1-of-2 with that key. */
function isEnough(own: Key, needed: Key): boolean {
  if (sameKey(own, needed)) return true
  if (needed.type !== 'list' && needed.type !== 'threshold') return false
  const wanted = needed.type === 'list' ? needed.keys.length : needed.threshold
  return wanted > 0 && needed.keys.filter((part) => isEnough(own, part)).length >= wanted
}
