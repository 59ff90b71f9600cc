/** The payers of scheduled transactions. */
import { Type } from 'typebox'
import { unprocessable } from '../../error.ts'
import { limits } from '../../limits.ts'
import { EntityId } from '../../values/ids/entity-id-schema.ts'
import type { MirrorGet } from '../reading/mirror-get.ts'
import { entityPath } from '../reading/paths.ts'
import { likelyPayer, type MovingTransaction } from './movements.ts'

const CreationAnswer = Type.Object({
  transactions: Type.Array(
    Type.Object({
      name: Type.String(),
      result: Type.String(),
      scheduled: Type.Optional(Type.Boolean()),
      entity_id: Type.Optional(Type.Union([EntityId, Type.Null()])),
    }),
    { maxItems: 1_000 },
  ),
})
const ScheduleAnswer = Type.Object({ schedule_id: EntityId, payer_account_id: EntityId })

const TRANSACTION_ID = /^[0-9]+\.[0-9]+\.[0-9]+-[0-9]+-[0-9]+$/

/**
 * Returns who paid for those of an account's transactions that were executed from schedules, by transaction id. A
 * transaction is left out if its transfers leave no doubt, or if the mirror does not show its schedule.
 *
 * @throws 422 STATEMENT_TOO_LONG if too many schedules would have to be read
 */
export async function schedulePayers(
  mirror: MirrorGet,
  transactions: readonly MovingTransaction[],
  account: string,
): Promise<ReadonlyMap<string, string>> {
  const doubtful = transactions.filter((one) => one.scheduled === true && isDoubtful(one, account))
  const ids = new Set(doubtful.map((one) => one.transaction_id))
  if (ids.size > limits.maxSchedulePayers.value)
    throw unprocessable(
      'STATEMENT_TOO_LONG',
      `${account} had more than ${limits.maxSchedulePayers.value} scheduled payments in that time: choose a shorter period`,
    )
  const payers = new Map<string, string>()
  for (const id of ids) {
    const payer = await payerOfSchedule(mirror, id)
    if (payer !== undefined) payers.set(id, payer)
  }
  return payers
}

/** Whether the account is in the transfers, and it is uncertain whether it paid the fee. */
function isDoubtful(transaction: MovingTransaction, account: string): boolean {
  if (!transaction.transfers?.some((one) => one.account === account)) return false
  const { payer, isCertain } = likelyPayer(transaction)
  return !isCertain || payer === account
}

async function payerOfSchedule(mirror: MirrorGet, id: string): Promise<string | undefined> {
  if (!TRANSACTION_ID.test(id)) return undefined
  const found = await mirror.get(`/api/v1/transactions/${id}`, CreationAnswer)
  const schedules = (found?.transactions ?? []).flatMap((one) =>
    one.name === 'SCHEDULECREATE' && one.result === 'SUCCESS' && !one.scheduled && one.entity_id ? [one.entity_id] : [],
  )
  const [schedule] = schedules
  // A contract may create several schedules in one transaction.
  if (schedule === undefined || schedules.length > 1) return undefined
  const read = await mirror.get(entityPath([schedule], `/api/v1/schedules/${schedule}`), ScheduleAnswer)
  return read?.schedule_id === schedule ? read.payer_account_id : undefined
}
