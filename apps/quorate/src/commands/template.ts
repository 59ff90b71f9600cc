/** Payment templates: payments that the owners of a wallet keep to ask for them again. */
import type { MultisigTypes } from '@quorate/client'
import type { Payment } from '@quorate/verify'
import { type LoggedIn, withSession } from '../connection/connect.ts'
import { Failure } from '../exit-codes.ts'
import { decimalsOf, typedPayments } from '../signing/payments.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { tokenText } from '../terminal/amounts.ts'
import { note, printList, printOne } from '../terminal/output.ts'
import { plain } from '../terminal/plain.ts'

type Commands = CommandTable['template']['commands']
type Client = LoggedIn['client']
type Template = MultisigTypes['Template']

export async function list(given: Given<Commands['list']>): Promise<void> {
  const { walletId, json } = given
  await withSession(given, async ({ client }) =>
    printList(await client.multisig.get('/multisig/wallet/{walletId}/templates', { path: { walletId } }), {
      json,
      empty: `This wallet has no template: quorate template save ${walletId} <name> --list <file>`,
      columns: [
        { title: 'name', of: ({ name }) => name },
        { title: 'payments', of: ({ paymentCount }) => String(paymentCount) },
        { title: 'purpose', of: ({ memo }) => memo ?? null },
        { title: 'next', of: ({ plan }) => (plan?.paused ? 'paused' : (plan?.nextDue ?? null)) },
        { title: 'saved by', of: ({ savedBy }) => savedBy },
        { title: 'saved', of: ({ savedAt }) => savedAt },
      ],
    }),
  )
}

export async function show(given: Given<Commands['show']>): Promise<void> {
  const { walletId, name, json, mirrorUrl } = given
  await withSession(given, async ({ client, chain }) => {
    const template = await templateNamed(client, walletId, name)
    if (json) return printOne(template, { json, fields: [] })
    const assets = new Set(template.payments.map(({ tokenId }) => tokenId))
    const decimals = await decimalsOf(assets, { chain, mirrorUrl })
    if (template.memo !== undefined) note(`Purpose: ${plain(template.memo)}`)
    note(`Saved by ${template.savedBy} at ${template.savedAt}`)
    return printList(template.payments, {
      json,
      empty: '',
      columns: [
        { title: 'receiver', of: ({ receiverId }) => receiverId },
        { title: 'amount', of: ({ amount, tokenId }) => tokenText(BigInt(amount), decimals.get(tokenId)) },
        { title: 'token', of: ({ tokenId }) => tokenId },
      ],
    })
  })
}

export async function save(given: Given<Commands['save']>): Promise<void> {
  const { walletId, name, memo, replace, json } = given
  await withSession(given, async ({ client, chain }) => {
    const payments = (await typedPayments(given, chain)).map(({ receiverId, tokenId, amount }) => ({
      ...{ receiverId, tokenId, amount: String(amount) },
    }))
    const saved = await client.multisig.post('/multisig/wallet/{walletId}/templates', {
      path: { walletId },
      body: { name, payments, ...(memo === undefined ? {} : { memo }), ...(replace ? { replace } : {}) },
    })
    print(saved, json)
  })
}

async function remove(given: Given<Commands['delete']>): Promise<void> {
  const { walletId, name, json } = given
  await withSession(given, async ({ client }) => {
    const { templateId } = await entryNamed(client, walletId, name)
    const path = { walletId, templateId }
    const deleted = await client.multisig.delete('/multisig/wallet/{walletId}/templates/{templateId}', { path })
    printOne(deleted, { json, fields: [['deleted', name]] })
  })
}

export { remove as delete }

/** Makes, changes, pauses, resumes, ends or shows the plan of a template. */
export async function plan(given: Given<Commands['plan']>): Promise<void> {
  const { walletId, name, every, start, times, until, pause, resume, end, json } = given
  const isNew = every !== undefined || start !== undefined
  if ([isNew, pause, resume, end].filter((one) => one === true).length > 1)
    throw new Failure('usage', 'Pass --every and --start, or one of --pause, --resume and --end')
  if (isNew && (every === undefined || start === undefined))
    throw new Failure('usage', 'Pass --every (how often) and --start (when the first payment is due) together')
  if (!isNew && (times !== undefined || until !== undefined))
    throw new Failure('usage', '--times and --until belong to a new plan: pass --every and --start, too')
  await withSession(given, async ({ client }) => {
    const entry = await entryNamed(client, walletId, name)
    const at = { path: { walletId, templateId: entry.templateId } }
    const path = '/multisig/wallet/{walletId}/templates/{templateId}/plan'
    if (end) {
      const ended = await client.multisig.delete(path, at)
      return printOne(ended, { json, fields: [['ended', name]] })
    }
    const ends = { ...(times === undefined ? {} : { times }), ...(until === undefined ? {} : { until }) }
    const made =
      every !== undefined && start !== undefined
        ? await client.multisig.put(path, { ...at, body: { every, start, ...ends } })
        : pause || resume
          ? await client.multisig.patch(path, { ...at, body: { paused: pause === true } })
          : entry.plan
    if (!made) throw new Failure('usage', `${JSON.stringify(name)} has no plan: pass --every and --start`)
    printPlan(name, made, json)
  })
}

function printPlan(name: string, made: MultisigTypes['PaymentPlan'], json: boolean): void {
  const of = made.times === undefined ? '' : ` of ${made.times}`
  printOne(made, {
    json,
    fields: [
      ['template', name],
      ['every', made.every],
      ['payments', `${made.madeCount}${of}`],
      ['next', made.paused ? 'paused' : (made.nextDue ?? 'none')],
      ['request opens', made.paused ? undefined : made.nextOpens],
      ['requested by', made.askedBy],
      ['last request', made.lastJobId],
      ['problem', made.problem && `${made.problem.code}: ${made.problem.message}`],
    ],
  })
}

function print(template: Template, json: boolean): void {
  printOne(template, {
    json,
    fields: [
      ['template', template.name],
      ['payments', String(template.paymentCount)],
      ['purpose', template.memo],
    ],
  })
}

/** The payments and the purpose of a wallet's template with this name. @throws Failure if there is none */
export async function paymentsOfTemplate(
  client: Client,
  walletId: string,
  name: string,
): Promise<{ payments: Payment[]; memo: string | undefined }> {
  const { payments, memo } = await templateNamed(client, walletId, name)
  return { payments: payments.map((one) => ({ ...one, amount: BigInt(one.amount) })), memo }
}

async function templateNamed(client: Client, walletId: string, name: string): Promise<Template> {
  const { templateId } = await entryNamed(client, walletId, name)
  return client.multisig.get('/multisig/wallet/{walletId}/templates/{templateId}', { path: { walletId, templateId } })
}

async function entryNamed(client: Client, walletId: string, name: string): Promise<MultisigTypes['TemplateEntry']> {
  const entries = await client.multisig.get('/multisig/wallet/{walletId}/templates', { path: { walletId } })
  const found = entries.find((one) => one.name === name)
  if (found) return found
  throw new Failure('usage', `${walletId} has no template ${JSON.stringify(name)}: quorate template list ${walletId}`)
}
