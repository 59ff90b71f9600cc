import { type Decoded, decode, type Field, MAX_DECODED_BYTES } from '../protobuf/decode.ts'
import { enumNamed, messageNamed } from '../protobuf/messages.ts'
import { summaryOf, valueText } from './summaries.ts'

/** The text of a body at one path, and its range. */
export interface Statement {
  text: string
  start: number
  end: number
}

/**
 * The statements of a message, by path. Two messages that differ only in the order of their lists, or in fields written
 * with their default value, have the same statements. List elements are named by the field that identifies them, such
 * as `accountAmounts[0.0.7].amount`.
 */
export function statementsIn(fields: Field[], message: string): Map<string, Statement> {
  const found = new Map<string, Statement>()
  const add = (path: string, text: string, { start, end }: Field): void => {
    // Keeps a second statement at the same path visible.
    if (found.has(path)) add(`${path}(again)`, text, { start, end } as Field)
    else found.set(path, { text, start, end })
  }
  /** Adds the statements of these fields. Returns false if all have their default values. */
  const visit = (parts: Field[], of: string, path: string): boolean =>
    parts.map((field) => isSaid(field, of, path ? `${path}.${labelOf(field)}` : labelOf(field))).includes(true)
  const isSaid = (field: Field, of: string, own: string): boolean => {
    const summary = summaryOf(field)
    if (summary === undefined && field.fields && visit(field.fields, field.type, own)) return true
    if (summary === undefined && isDefault(field, of)) return false
    add(own, summary ?? (field.value === null ? '{}' : valueText(field.value)), field)
    return true
  }
  visit(fields, message, '')
  return found
}

/** The id of a transaction, `0.0.n@seconds.nanos`. Empty if the body states only a part of it. */
export function transactionIdIn({ fields, message }: Decoded): string {
  const said = statementsIn(fields, message)
  const [payer, start] = ['accountID', 'transactionValidStart'].map((name) => said.get(`transactionID.${name}`)?.text)
  return payer === undefined || start === undefined ? '' : `${payer}@${start}`
}

/**
 * Whether two messages have the same statements, and no reader could read them differently. SDKs write fields that have
 * their default value, and networks leave them out. False for messages too long to decode.
 *
 * @param message its name in the protobuf definitions
 * @throws VerifyError UNKNOWN_MESSAGE
 */
export function saysSame(one: Uint8Array, other: Uint8Array, message: string): boolean {
  if (Math.max(one.length, other.length) > MAX_DECODED_BYTES) return false
  const [first, second] = [decode(one, message), decode(other, message)]
  if (first.findings.length > 0 || second.findings.length > 0) return false
  const [said, meant] = [statementsIn(first.fields, message), statementsIn(second.fields, message)]
  return said.size === meant.size && [...said].every(([path, { text }]) => meant.get(path)?.text === text)
}

/** The field that identifies an element of a list, by the elements' type. */
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
  // Without `at`, an index could look like the serial number of another element.
  if (!telling && NAMED_BY[field.type]) return last.replace('[', '[at ')
  const text = telling ? (summaryOf(telling) ?? (telling.value !== null && valueText(telling.value))) : summaryOf(field)
  return text ? `${name}[${text}]` : last
}

/** Whether readers would see the same if the field were absent. */
function isDefault({ name, number, value, type, path }: Field, message: string): boolean {
  if (name === null || number === null) return false
  // SDKs write an empty list of HBAR transfers for token transfers, too.
  if (value === null) return type === 'TransferList' && path.endsWith('cryptoTransfer.transfers')
  if (messageNamed(message)?.get(number)?.oneof !== undefined || path.endsWith(']')) return false
  if (value instanceof Uint8Array) return value.length === 0
  return value === 0n || value === false || value === '' || value === enumNamed(type)?.get(0n)
}
