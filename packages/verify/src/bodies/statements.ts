import type { Field } from '../protobuf/decode.ts'
import { messageNamed } from '../protobuf/messages.ts'
import { summaryOf, valueText } from './summaries.ts'

/** What a body says at one place. */
export interface Statement {
  text: string
  start: number
  end: number
}

/**
 * What a message says, by path: the same for two messages that differ only in the order of their lists, or in fields
 * that are written with their default. Elements of a list are named by what tells them apart, such as
 * `accountAmounts[0.0.7].amount`.
 */
export function statementsIn(fields: Field[], message: string): Map<string, Statement> {
  const found = new Map<string, Statement>()
  const add = (path: string, text: string, { start, end }: Field): void => {
    // A second statement at one place stays visible.
    if (found.has(path)) add(`${path}(again)`, text, { start, end } as Field)
    else found.set(path, { text, start, end })
  }
  const visit = (parts: Field[], of: string, path: string): void => {
    for (const field of parts) {
      const own = path ? `${path}.${labelOf(field)}` : labelOf(field)
      const summary = summaryOf(field)
      if (summary !== undefined) add(own, summary, field)
      else if (field.fields?.length) visit(field.fields, field.type, own)
      else if (!isDefault(field, of)) add(own, field.value === null ? '{}' : valueText(field.value), field)
    }
  }
  visit(fields, message, '')
  return found
}

/** The field that tells an element of a list from the others, by the elements' type. */
const NAMED_BY: Readonly<Record<string, string>> = {
  AccountAmount: 'accountID',
  NftTransfer: 'serialNumber',
  TokenTransferList: 'token',
}

function labelOf(field: Field): string {
  const last = field.path.slice(field.path.lastIndexOf('.') + 1)
  const name = field.name ?? last
  if (!last.endsWith(']')) return last
  const telling = field.fields?.find((one) => one.name === NAMED_BY[field.type])
  const text = telling ? (summaryOf(telling) ?? (telling.value !== null && valueText(telling.value))) : summaryOf(field)
  return text ? `${name}[${text}]` : last
}

/** Whether readers would see the same without the field. */
function isDefault({ name, number, value, type, path }: Field, message: string): boolean {
  if (name === null || number === null) return false
  // The list of transfers of hbars, which SDKs write for other tokens, too.
  if (value === null) return type === 'TransferList' && path.endsWith('cryptoTransfer.transfers')
  if (messageNamed(message)?.get(number)?.oneof !== undefined || path.endsWith(']')) return false
  return value === 0n || value === false || value === '' || (value instanceof Uint8Array && value.length === 0)
}
