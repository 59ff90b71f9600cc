/** The form for any other transaction of a wallet: its fields follow from the operation. */
import {
  decimalsIn,
  isEntityId,
  type Key,
  keyJson,
  type OperationField,
  type OperationName,
  operationDefinitions,
  operationWith,
  parseJson,
  readOperation,
  type StatedOperation,
} from '@quorate/verify'
import { measureOf, noAmount, type TypedAmount, unitsIn } from '../../parts/inputs/typed-amount.ts'
import type { Earlier, When } from './ask.ts'

export interface Form {
  name: OperationName
  texts: Readonly<Record<string, string>>
  amounts: Readonly<Record<string, TypedAmount>>
  flags: Readonly<Record<string, boolean>>
  purpose: string
  when: When
  time: string
}

export const emptyForm = (name: OperationName): Form => ({
  name,
  texts: {},
  amounts: {},
  flags: {},
  purpose: '',
  when: 'short',
  time: '',
})

/** The fields that people fill in. Others have only one value. */
export const fieldsOf = (name: OperationName): [string, OperationField][] =>
  Object.entries(operationDefinitions[name].fields).filter(([, { type, own }]) => type.shows !== 'nothing' && !own)

export const whensOf = (name: OperationName): readonly When[] =>
  operationDefinitions[name].isSchedulable ? ['short', 'until', 'at'] : ['short', 'at']

interface Around {
  walletId: string
  walletKey: Key | undefined
  language: string
  /** The decimals of {@link tokensOfAmounts} on the ledger; undefined until they are read. */
  decimals: ReadonlyMap<string, number | undefined>
}

/** The asset of a field of units: HBAR, a token that another field names, or null for a token that is created. */
export function assetOf({ unitsOf = '' }: OperationField, { texts }: Pick<Form, 'texts'>): string | null {
  return unitsOf === 'new' ? null : unitsOf === 'HBAR' ? 'HBAR' : (texts[unitsOf]?.trim() ?? '')
}

/** The tokens that the form's amounts are amounts of. */
export function tokensOfAmounts(form: Form): string[] {
  const amounts = fieldsOf(form.name).filter(([, { type }]) => type.shows === 'units' || type.shows === 'airdrops')
  const assets = new Set(amounts.map(([, of]) => assetOf(of, form)))
  return [...assets].filter((asset) => asset !== null && asset !== 'HBAR' && isEntityId(asset)) as string[]
}

/** How the typed text of a field of units is read at present. */
export function measureIn(
  of: OperationField,
  form: Pick<Form, 'texts'>,
  { language, decimals }: Pick<Around, 'language' | 'decimals'>,
) {
  const asset = assetOf(of, form)
  const ofNew = decimalsIn(form.texts.decimals?.trim() || 0)
  return measureOf(asset, asset === null ? ofNew : decimals.get(asset), language)
}

/** The operation that the form states; undefined as long as something is missing or wrong. */
export function operationIn(form: Form, around: Around): StatedOperation | undefined {
  const { walletId } = around
  const values: Record<string, unknown> = {}
  for (const [field, of] of Object.entries(operationDefinitions[form.name].fields)) {
    const value = valueIn(field, of, form, around)
    if (value !== undefined) values[field] = value
  }
  const operation = operationWith(form.name, values)
  const read = readOperation(operation, walletId)
  return 'wrong' in read ? undefined : operation
}

function valueIn(field: string, of: OperationField, form: Form, around: Around): unknown {
  const { type, own } = of
  if (own) return around.walletId
  const text = form.texts[field]?.trim() ?? ''
  switch (type.shows) {
    case 'nothing':
      return type.read('', NO_FIELDS, {} as never)
    case 'units':
      return unitsIn(form.amounts[field] ?? noAmount, measureIn(of, form, around))?.toString()
    case 'flag':
    case 'ownKey':
      return form.flags[field] ? true : undefined
    case 'code':
      return { _code: text === '1' ? 1 : 0 }
    case 'key':
      return form.flags[field] ? keyJson(around.walletKey) : jsonIn(text)
    case 'flatFees':
    case 'mirrorFees':
      return jsonIn(text)
    case 'numbers':
      return text === '' ? undefined : text.split(/[\s,;]+/).map(Number)
    case 'call':
      return callDataIn(text)
    case 'number':
      return text === '' ? undefined : Number(text)
    case 'bytes':
      return text === '' ? undefined : contentsIn(text)
    case 'time':
      return text === '' ? undefined : timeIn(text)
    case 'airdrops':
      return linesIn(text)?.map(([receiverId, amount]) => ({
        receiverId,
        amount: unitsIn({ text: amount ?? '' }, measureIn(of, form, around))?.toString(),
      }))
    case 'holdings':
      return linesIn(text)?.map((parts) => holdingIn(parts, of))
    case 'texts':
      return text === '' ? undefined : text.split('\n').map((line) => line.trim())
    default:
      return text === '' ? undefined : text
  }
}
const NO_FIELDS = { at: () => undefined, bytesOf: () => new Uint8Array() }

/** The words of each line. */
const linesIn = (text: string): string[][] | undefined =>
  text === ''
    ? undefined
    : text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim().split(/[\s;]+/)]))

/** `token`, or `token/serial`; for an airdrop its receiver comes first. */
function holdingIn(parts: string[], { at }: OperationField): object {
  const [what = '', receiverId] = parts.toReversed()
  const [tokenId, serial] = what.split('/')
  return {
    ...(at === 'pending_airdrops' ? { receiverId } : {}),
    tokenId,
    ...(serial === undefined ? {} : { serialNumber: Number(serial) }),
  }
}

/** Bytes in hex with 0x are taken as they are; other texts in UTF-8. */
function contentsIn(text: string): string {
  if (/^0x[0-9a-f]*$/i.test(text)) return text.toLowerCase()
  return `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** A time as date inputs give it, in the time zone of the browser. */
function timeIn(text: string): string {
  const ms = Date.parse(text)
  return Number.isNaN(ms) || /^\d+\.\d+$/.test(text) ? text : new Date(ms).toISOString()
}

/** Tools print call data with and without 0x, and with capitals. */
function callDataIn(text: string): string | undefined {
  if (text === '') return undefined
  const data = text.toLowerCase()
  return /^[0-9a-f]+$/.test(data) ? `0x${data}` : data
}

function jsonIn(text: string): unknown {
  if (text === '') return undefined
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

/** The operation of an earlier request that was made in this form. */
export function earlierOperation(earlier: Earlier | null | undefined): StatedOperation | undefined {
  const operation = earlier?.operation === 'operation' ? earlier.payload.operation : undefined
  return operation as StatedOperation | undefined
}
