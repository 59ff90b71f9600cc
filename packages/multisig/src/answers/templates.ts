import { AccountId, encodeAmount, namedSchema } from '@quorate/platform'
import { opensAt, type PaymentPeriod, paymentPeriods } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import { Asset } from '../operations/transfers.ts'
import { nextDue, type Plan } from '../store/plans.ts'
import type { Template, TemplateEntry } from '../store/templates.ts'
import { Amount, Time } from './values.ts'

export const PlanOut = namedSchema(
  'PaymentPlan',
  Type.Object(
    {
      every: Type.Enum(paymentPeriods, { description: 'how often; months are those of the calendar in UTC' }),
      start: Type.String({ format: 'date-time', description: 'when the first payment is due' }),
      times: Type.Optional(Type.Integer({ description: 'how many payments there are; absent without an end' })),
      madeCount: Type.Integer({ description: 'how many payments were opened as requests, or missed' }),
      nextDue: Type.Optional(
        Type.String({ format: 'date-time', description: 'when the next payment is due that has no request yet' }),
      ),
      nextOpens: Type.Optional(Type.String({ format: 'date-time', description: 'when its request is opened' })),
      paused: Type.Boolean({ description: 'whether it opens no requests' }),
      askedBy: { ...AccountId, description: 'the owner who requests the payments' },
      lastJobId: Type.Optional(Type.String({ description: 'the request of the last payment that was opened' })),
      problem: Type.Optional(
        Type.Object(
          { code: Type.String(), message: Type.String() },
          { description: 'why the last payment was not opened' },
        ),
      ),
    },
    { description: 'opens the payments of a template as timed requests, again and again' },
  ),
)

export const planOut = (plan: Plan): Static<typeof PlanOut> => {
  const due = nextDue(plan)
  const every = plan.every as PaymentPeriod
  return {
    ...{ every, start: plan.start_at.toISOString(), madeCount: plan.step, paused: plan.paused, askedBy: plan.asked_by },
    ...(plan.times === null ? {} : { times: plan.times }),
    ...(due === undefined
      ? {}
      : { nextDue: new Date(due).toISOString(), nextOpens: new Date(opensAt(due, every)).toISOString() }),
    ...(plan.last_job === null ? {} : { lastJobId: plan.last_job }),
    ...(plan.problem === null ? {} : { problem: plan.problem }),
  }
}

/** A template in a list: without its payments. */
export const TemplateEntryOut = namedSchema(
  'TemplateEntry',
  Type.Object({
    templateId: Type.String(),
    walletId: AccountId,
    name: Type.String({ description: 'what the owners call it' }),
    memo: Type.Optional(Type.String({ description: 'the purpose of the payments' })),
    paymentCount: Type.Integer(),
    savedBy: { ...AccountId, description: 'the owner who saved it; perhaps no owner any more' },
    savedAt: Time,
    plan: Type.Optional(PlanOut),
  }),
)

export const TemplateOut = namedSchema(
  'Template',
  Type.Object({
    ...TemplateEntryOut.properties,
    payments: Type.Array(Type.Object({ receiverId: AccountId, tokenId: Asset, amount: Amount }), {
      description: 'what each receiver gets',
    }),
  }),
)

export const templateEntryOut = (template: TemplateEntry, plan?: Plan): Static<typeof TemplateEntryOut> => ({
  templateId: template.id,
  walletId: template.wallet,
  name: template.name,
  ...(template.memo === null ? {} : { memo: template.memo }),
  paymentCount: template.paymentCount,
  savedBy: template.saved_by,
  savedAt: template.saved_at.toISOString(),
  ...(plan ? { plan: planOut(plan) } : {}),
})

export const templateOut = (template: Template, plan?: Plan): Static<typeof TemplateOut> => ({
  ...templateEntryOut({ ...template, paymentCount: template.payments.length }, plan),
  payments: template.payments.map(({ amount, ...to }) => ({ ...to, amount: encodeAmount(BigInt(amount)) })),
})
