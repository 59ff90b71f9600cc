/** Plans that open the requests of a template's payments again and again. */
import { type Change, json } from '@quorate/platform'
import { dueAt, type PaymentPeriod } from '@quorate/verify'
import type { Selectable } from 'kysely'
import type { Read, Tables } from './tables.ts'

export type Plan = Selectable<Tables['multisig.plan']>

const rhythmOf = ({ start_at, every }: Pick<Plan, 'start_at' | 'every'>) => ({
  start: start_at.getTime(),
  every: every as PaymentPeriod,
})

/** When a plan's next payment is due, in milliseconds since 1970; undefined after the last one. */
export const nextDue = (plan: Plan): number | undefined =>
  plan.times !== null && plan.step >= plan.times ? undefined : dueAt(rhythmOf(plan), plan.step)

/** The plans of a wallet, by template. */
export async function plansOf(read: Read, of: { chain: string; wallet: string }): Promise<Map<string, Plan>> {
  const rows = await read
    .selectFrom('multisig.plan as p')
    .innerJoin('multisig.template as t', 't.id', 'p.template')
    .selectAll('p')
    .where('t.chain', '=', of.chain)
    .where('t.wallet', '=', of.wallet)
    .execute()
  return new Map(rows.map((row) => [row.template, row]))
}

export const planOfTemplate = (read: Read, template: string): Promise<Plan | undefined> =>
  read.selectFrom('multisig.plan').selectAll().where('template', '=', template).executeTakeFirst()

export const findPlan = (read: Read, id: string): Promise<Plan | undefined> =>
  read.selectFrom('multisig.plan').selectAll().where('id', '=', id).executeTakeFirst()

const row = ({ problem, ...plan }: Plan) => ({ ...plan, problem: problem === null ? null : json(problem) })

export const insertPlan = (trx: Change<Tables>, plan: Plan): Promise<unknown> =>
  trx.insertInto('multisig.plan').values(row(plan)).execute()

/** Sets fields of a plan unless it has changed or opened a request meanwhile. Returns whether it did. */
export async function changePlan(
  trx: Change<Tables>,
  { id, step, paused }: Pick<Plan, 'id' | 'step' | 'paused'>,
  { problem, ...to }: Partial<Pick<Plan, 'step' | 'paused' | 'last_job' | 'problem' | 'asked_by'>>,
): Promise<boolean> {
  const changed = await trx
    .updateTable('multisig.plan')
    .set({ ...to, ...(problem === undefined ? {} : { problem: problem === null ? null : json(problem) }) })
    .where('id', '=', id)
    .where('step', '=', step)
    .where('paused', '=', paused)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Returns whether there was one. */
export async function deletePlan(trx: Change<Tables>, template: string): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('multisig.plan')
    .where('template', '=', template)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}
