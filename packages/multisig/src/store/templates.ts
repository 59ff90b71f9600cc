/** Payments that owners keep to ask for them again. */
import { type Change, json } from '@quorate/platform'
import { type Selectable, sql } from 'kysely'
import type { Read, Tables } from './tables.ts'

export type Template = Selectable<Tables['multisig.template']>
/** A template as lists show it. */
export type TemplateEntry = Omit<Template, 'payments'> & { paymentCount: number }

interface OfWallet {
  chain: string
  wallet: string
}

const ENTRY = ['id', 'chain', 'wallet', 'name', 'memo', 'saved_by', 'saved_at'] as const

/** The templates of a wallet, by name. */
export const templatesOf = (read: Read, { chain, wallet }: OfWallet): Promise<TemplateEntry[]> =>
  read
    .selectFrom('multisig.template')
    .select(ENTRY)
    .select(sql<number>`jsonb_array_length(payments)`.as('paymentCount'))
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .orderBy('name')
    .execute()

export const findTemplate = (read: Read, { chain, wallet, id }: OfWallet & { id: string }) =>
  read
    .selectFrom('multisig.template')
    .selectAll()
    .where('id', '=', id)
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .executeTakeFirst()

export const templateWith = (read: Read, id: string): Promise<Template | undefined> =>
  read.selectFrom('multisig.template').selectAll().where('id', '=', id).executeTakeFirst()

export const insertTemplate = (trx: Change<Tables>, template: Template): Promise<unknown> =>
  trx
    .insertInto('multisig.template')
    .values({ ...template, payments: json(template.payments) })
    .execute()

/** Returns whether there was one. */
export async function deleteTemplate(trx: Change<Tables>, { chain, wallet, id }: OfWallet & { id: string }) {
  const deleted = await trx
    .deleteFrom('multisig.template')
    .where('id', '=', id)
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}
