import { AccountId, encodeAmount, namedSchema } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { Asset } from '../operations/transfers.ts'
import type { Template, TemplateEntry } from '../store/templates.ts'
import { Amount, Time } from './values.ts'

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

export const templateEntryOut = (template: TemplateEntry): Static<typeof TemplateEntryOut> => ({
  templateId: template.id,
  walletId: template.wallet,
  name: template.name,
  ...(template.memo === null ? {} : { memo: template.memo }),
  paymentCount: template.paymentCount,
  savedBy: template.saved_by,
  savedAt: template.saved_at.toISOString(),
})

export const templateOut = (template: Template): Static<typeof TemplateOut> => ({
  ...templateEntryOut({ ...template, paymentCount: template.payments.length }),
  payments: template.payments.map(({ amount, ...to }) => ({ ...to, amount: encodeAmount(BigInt(amount)) })),
})
