/**
 * Payments that owners keep to ask for them again. A template only fills in a form: a request made from it is checked
 * and signed like any other.
 */
import { randomUUID } from 'node:crypto'
import { AccountId, checkTitle, conflict, type Http, type Session } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { TemplateEntryOut, TemplateOut, templateEntryOut, templateOut } from '../answers/templates.ts'
import { limits } from '../limits.ts'
import { notFoundOrDenied } from '../model/errors.ts'
import { checkPurpose } from '../model/purpose.ts'
import { amountsIn, checkFits, checkRepeated, PaymentIn } from '../operations/pay.ts'
import type { Service } from '../service.ts'
import { insertPlan, planOfTemplate, plansOf } from '../store/plans.ts'
import { lockWallet } from '../store/requests.ts'
import { deleteTemplate, findTemplate, insertTemplate, type Template, templatesOf } from '../store/templates.ts'
import { checkMay } from '../wallets/check-member.ts'

const tags = ['templates']
const config = { access: 'session' } as const
const WalletPath = Type.Object({ walletId: AccountId })
export const TemplatePath = Type.Object({
  walletId: AccountId,
  templateId: Type.String({ pattern: '^[0-9a-f-]{36}$', examples: ['4f5b1c1e-5f0e-4c3a-9d7b-2f6f1f0f9b11'] }),
})
const Saved = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    payments: Type.Array(PaymentIn, {
      minItems: 1,
      maxItems: limits.templatePayments.value,
      description: 'what each receiver gets, each once for an asset',
    }),
    memo: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'the purpose of the payments' })),
    replace: Type.Optional(Type.Boolean({ description: 'whether to replace the template with this name' })),
  },
  { additionalProperties: false },
)

/** `/multisig/wallet/<id>/templates` */
export function templateRoutes(http: Http, service: Service): void {
  readRoutes(http, service)
  saveRoute(http, service)
  deleteRoute(http, service)
}

function readRoutes(http: Http, service: Service): void {
  const { database } = service
  const mayAsk = ({ chain, walletId: account }: Session, wallet: string) =>
    checkMay(service, { chain, wallet, account }, 'ask')

  http.get(
    '/multisig/wallet/:walletId/templates',
    {
      config,
      schema: {
        tags,
        summary: 'List the payment templates of a wallet',
        description: 'By name, without their payments. Only for owners and proposers.',
        params: WalletPath,
        errors: { 403: ['FORBIDDEN'] },
        response: { 200: Type.Array(TemplateEntryOut) },
      },
    },
    async ({ params: { walletId: wallet }, session }) => {
      await mayAsk(session, wallet)
      const of = { chain: session.chain, wallet }
      const plans = await plansOf(database.read, of)
      return (await templatesOf(database.read, of)).map((one) => templateEntryOut(one, plans.get(one.id)))
    },
  )

  http.get(
    '/multisig/wallet/:walletId/templates/:templateId',
    {
      config,
      schema: {
        tags,
        summary: 'Get a payment template',
        description: 'Only for owners and proposers.',
        params: TemplatePath,
        errors: { 403: ['FORBIDDEN'] },
        response: { 200: TemplateOut },
      },
    },
    async ({ params: { walletId: wallet, templateId: id }, session }) => {
      await mayAsk(session, wallet)
      const found = await findTemplate(database.read, { chain: session.chain, wallet, id })
      if (!found) throw notFoundOrDenied()
      return templateOut(found, await planOfTemplate(database.read, id))
    },
  )
}

function saveRoute(http: Http, service: Service): void {
  http.post(
    '/multisig/wallet/:walletId/templates',
    {
      config,
      schema: {
        tags,
        summary: 'Save payments as a template',
        description: `Keeps up to ${limits.templatePayments.value} payments under a name, to ask for them again. Nothing is paid, and receivers and tokens are not looked up. Only for owners.`,
        params: WalletPath,
        body: Saved,
        errors: {
          400: ['BLANK_TEXT', 'HIDDEN_CHARACTER', 'INVALID_AMOUNT', 'PAYMENT_REPEATED'],
          403: ['FORBIDDEN'],
          409: ['TEMPLATE_EXISTS', 'TOO_MANY_TEMPLATES'],
          422: ['MEMO_TOO_LONG', 'TOKEN_TRANSFER_LIST_SIZE_LIMIT_EXCEEDED', 'TRANSFER_LIST_SIZE_LIMIT_EXCEEDED'],
        },
        response: { 201: TemplateOut },
      },
    },
    async ({ params: { walletId: wallet }, body, session }, reply) => {
      const { chain, walletId: account } = session
      await checkMay(service, { chain, wallet, account }, 'manage')
      const template: Template = {
        ...contentOf(body),
        ...{ id: randomUUID(), chain, wallet },
        ...{ saved_by: account, saved_at: new Date(service.clock.now()) },
      }
      await save(service, template, body.replace ?? false)
      reply.status(201)
      return templateOut(template, await planOfTemplate(service.database.read, template.id))
    },
  )
}

/** @throws 400 `BLANK_TEXT`, `HIDDEN_CHARACTER`, `INVALID_AMOUNT`, `PAYMENT_REPEATED`; 422 `MEMO_TOO_LONG` */
function contentOf({ name, payments, memo }: Static<typeof Saved>): Pick<Template, 'name' | 'payments' | 'memo'> {
  checkTitle(name, 'name')
  if (memo !== undefined) checkPurpose(memo)
  checkRepeated(payments)
  const amounts = amountsIn(payments).map(({ amount, ...to }) => ({ ...to, amount: String(amount) }))
  return { name, payments: amounts, memo: memo ?? null }
}

/**
 * A template gets a new id whenever it is saved, so that an id always means the same payments.
 *
 * @throws 409 `TEMPLATE_EXISTS`, `TOO_MANY_TEMPLATES`; 422 as {@link checkFits} if it has a plan
 */
function save({ database, plans }: Service, template: Template, isReplacing: boolean): Promise<void> {
  const { chain, wallet, name } = template
  const most = limits.templatesOfWallet.value
  return database.change(async (trx) => {
    await lockWallet(trx, chain, wallet)
    const others = await templatesOf(trx, { chain, wallet })
    const same = others.find((one) => one.name === name)
    if (same && !isReplacing)
      throw conflict('TEMPLATE_EXISTS', `${wallet} has a template "${name}": choose another name, or send replace`)
    const plan = same && (await planOfTemplate(trx, same.id))
    if (plan) checkFits(template)
    if (same) await deleteTemplate(trx, same)
    else if (others.length >= most)
      throw conflict('TOO_MANY_TEMPLATES', `${wallet} has ${most} templates, the maximum: delete one first`)
    await insertTemplate(trx, template)
    // A plan goes on with the new payments, which this owner asks for from now on.
    if (plan) await insertPlan(trx, { ...plan, template: template.id, asked_by: template.saved_by })
    await plans.tell(trx, template)
  })
}

function deleteRoute(http: Http, service: Service): void {
  http.delete(
    '/multisig/wallet/:walletId/templates/:templateId',
    {
      config,
      schema: {
        tags,
        summary: 'Delete a payment template',
        description: 'Ends its plan, too. Only for owners.',
        params: TemplatePath,
        errors: { 403: ['FORBIDDEN'] },
        response: { 200: Type.Object({ templateId: Type.String(), deleted: Type.Boolean() }) },
      },
    },
    async ({ params: { walletId: wallet, templateId: id }, session: { chain, walletId: account } }) => {
      await checkMay(service, { chain, wallet, account }, 'manage')
      await service.database.change(async (trx) => {
        if (!(await deleteTemplate(trx, { chain, wallet, id }))) throw notFoundOrDenied()
        await service.plans.tell(trx, { chain, wallet })
      })
      return { templateId: id, deleted: true }
    },
  )
}
