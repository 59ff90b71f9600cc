/** Plans of templates: their payments are opened as timed requests, which owners review and sign each time. */
import { randomUUID } from 'node:crypto'
import { toLedgerTime } from '@quorate/ledger'
import { badRequest, type Change, conflict, type Http, type Session } from '@quorate/platform'
import { type PaymentPeriod, paymentPeriods, timesUntil } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import { PlanOut, planOut } from '../answers/templates.ts'
import { limits } from '../limits.ts'
import { notFoundOrDenied } from '../model/errors.ts'
import { checkFits } from '../operations/pay.ts'
import type { Service } from '../service.ts'
import { changePlan, deletePlan, insertPlan, nextDue, type Plan, planOfTemplate } from '../store/plans.ts'
import { lockWallet } from '../store/requests.ts'
import type { Tables } from '../store/tables.ts'
import { findTemplate, type Template } from '../store/templates.ts'
import { checkMay } from '../wallets/check-member.ts'
import { TemplatePath } from './templates.ts'

const tags = ['templates']
const config = { access: 'session' } as const
const Time = Type.String({ minLength: 1, maxLength: 40, description: 'seconds.nanoseconds or ISO 8601' })
const Asked = Type.Object(
  {
    every: Type.Enum(paymentPeriods, { description: 'how often; months are those of the calendar in UTC' }),
    start: { ...Time, description: `when the first payment is due, at most ${limits.planAhead.value} days ahead` },
    times: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.planPayments.value,
        description: 'how many payments; without it and `until`, until the plan is ended',
      }),
    ),
    until: Type.Optional({ ...Time, description: 'instead of `times`: nothing is due after this time' }),
  },
  { additionalProperties: false },
)
const fits = ['TOKEN_TRANSFER_LIST_SIZE_LIMIT_EXCEEDED', 'TRANSFER_LIST_SIZE_LIMIT_EXCEEDED'] as const
const DAY_MS = 86_400_000

/** `/multisig/wallet/<id>/templates/<id>/plan` */
export function planRoutes(http: Http, service: Service): void {
  const path = '/multisig/wallet/:walletId/templates/:templateId/plan'
  http.put(
    path,
    {
      config,
      schema: {
        tags,
        summary: 'Plan the payments of a template',
        description:
          'Each payment is opened as a timed request a week before it is due (a daily one: a day before). Owners sign each request. Replaces an earlier plan of the template. Only for owners.',
        params: TemplatePath,
        body: Asked,
        errors: { 400: ['INVALID_START'], 403: ['FORBIDDEN'], 422: [...fits] },
        response: { 200: PlanOut },
      },
    },
    async ({ params, body, session }) => {
      const asked = rhythmOf(body, service.clock.now())
      return planOut(
        await changed(service, params, session, async (trx, template) => {
          checkFits(template)
          await deletePlan(trx, template.id)
          const plan = newPlan(template, session.walletId, asked)
          await insertPlan(trx, plan)
          await service.plans.begin(trx, plan)
          return plan
        }),
      )
    },
  )

  http.patch(
    path,
    {
      config,
      schema: {
        tags,
        summary: 'Pause or resume a plan',
        description:
          'A paused plan opens no requests; those that are open stay open. Payments whose time has passed meanwhile are left out. The owner who resumes it asks for its payments from then on. Only for owners.',
        params: TemplatePath,
        body: Type.Object(
          { paused: Type.Boolean({ description: 'true pauses the plan, false resumes it' }) },
          { additionalProperties: false },
        ),
        errors: { 403: ['FORBIDDEN'], 409: ['PLAN_CHANGED'] },
        response: { 200: PlanOut },
      },
    },
    async ({ params, body: { paused }, session }) =>
      planOut(
        await changed(service, params, session, async (trx, template) => {
          const plan = await planOfTemplate(trx, template.id)
          if (!plan) throw notFoundOrDenied()
          const next: Plan = paused
            ? { ...plan, paused }
            : { ...plan, paused, asked_by: session.walletId, problem: null, step: stepFrom(plan, service.clock.now()) }
          const { step, asked_by, problem } = next
          if (!(await changePlan(trx, plan, { paused, step, asked_by, problem })))
            throw conflict('PLAN_CHANGED', 'The plan has just opened a request: try again')
          await service.plans.begin(trx, next)
          return next
        }),
      ),
  )

  http.delete(
    path,
    {
      config,
      schema: {
        tags,
        summary: 'End a plan',
        description: 'Requests that it has opened stay open. Only for owners.',
        params: TemplatePath,
        errors: { 403: ['FORBIDDEN'] },
        response: {
          200: Type.Object({
            templateId: Type.String(),
            ended: Type.Boolean({ description: 'true: the plan has ended' }),
          }),
        },
      },
    },
    ({ params, session }) =>
      changed(service, params, session, async (trx, { id: templateId }) => {
        if (!(await deletePlan(trx, templateId))) throw notFoundOrDenied()
        return { templateId, ended: true }
      }),
  )
}

/** Changes the plan of a template for an owner. @throws 403 `FORBIDDEN`, also if there is no such template */
async function changed<T>(
  service: Service,
  { walletId: wallet, templateId: id }: Static<typeof TemplatePath>,
  { chain, walletId: account }: Session,
  change: (trx: Change<Tables>, template: Template) => Promise<T>,
): Promise<T> {
  await checkMay(service, { chain, wallet, account }, 'manage')
  return service.database.change(async (trx) => {
    await lockWallet(trx, chain, wallet)
    const template = await findTemplate(trx, { chain, wallet, id })
    if (!template) throw notFoundOrDenied()
    const result = await change(trx, template)
    await service.plans.tell(trx, template)
    return result
  })
}

interface Rhythm {
  every: PaymentPeriod
  start: number
  times: number | null
}

/** @throws 400 `INVALID_START` */
function rhythmOf({ every, start: given, times, until }: Static<typeof Asked>, now: number): Rhythm {
  const start = msOf(given, 'start')
  const days = limits.planAhead.value
  if (start <= now || start > now + days * DAY_MS)
    throw badRequest(
      'INVALID_START',
      `start is ${given}: send a time after ${new Date(now).toISOString()}, at most ${days} days ahead`,
    )
  if (until === undefined) return { every, start, times: times ?? null }
  const most = times ?? limits.planPayments.value
  const count = timesUntil({ start, every }, msOf(until, 'until'), most)
  if (count === 0) throw badRequest('INVALID_START', `until is ${until}: nothing is due before that`)
  return { every, start, times: count }
}

const msOf = (time: string, field: string): number => Math.floor(Number(toLedgerTime(time, field)) * 1000)

const newPlan = (template: Template, account: string, { every, start, times }: Rhythm): Plan => ({
  ...{ id: randomUUID(), template: template.id, asked_by: account },
  ...{ every, start_at: new Date(start), times, step: 0 },
  ...{ paused: false, last_job: null, problem: null },
})

/** The index of the next payment that is not due yet. */
function stepFrom(plan: Plan, now: number): number {
  let next = plan
  for (let due = nextDue(next); due !== undefined && due <= now; due = nextDue(next))
    next = { ...next, step: next.step + 1 }
  return next.step
}
