/**
 * The types of values in operations: which values are accepted, how bytes state a value, and how a value is read from
 * bytes.
 */
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { keyFromProto, leafFromBytes } from '../../keys/encodings.ts'
import { isLeaf, type Key, MAX_KEY_DEPTH } from '../../keys/keys.ts'
import type { Decoded, Field } from '../../protobuf/decode.ts'
import { isSystemId } from '../../values/entity-ids.ts'
import {
  account,
  amount,
  filledText,
  flag,
  integer,
  list,
  object,
  oneOf,
  type Shape,
  text,
} from '../../values/shapes.ts'
import type { Statements } from '../compare.ts'
import { keyText, quoted, summaryOf } from '../summaries.ts'

/** What an operation's bytes depend on besides its body. */
export interface OperationContext {
  /** The wallet, which pays. */
  walletId: string
  /** The wallet's key on the ledger. */
  walletKey: Key
  /** The id of the transaction, `0.0.n@seconds.nanos`; undefined for a scheduled one, whose id the ledger makes. */
  transactionId?: string | undefined
}

/** Decoded fields by their whole path, such as `tokenMint.metadata[0]`. */
export interface ReadFields {
  at(path: string): Field | undefined
  bytesOf(field: Field): Uint8Array
}

export function readFields({ fields, bytes }: Pick<Decoded, 'fields' | 'bytes'>): ReadFields {
  const all = new Map<string, Field>()
  const visit = (parts: readonly Field[]): void => {
    for (const part of parts) {
      all.set(part.path, part)
      visit(part.fields ?? [])
    }
  }
  visit(fields)
  return { at: (path) => all.get(path), bytesOf: (field) => bytes.subarray(field.contentStart, field.end) }
}

/** How people are shown a value. */
export type Shows =
  | 'account'
  | 'entity'
  | 'units'
  | 'number'
  | 'text'
  | 'flag'
  | 'ownKey'
  | 'key'
  | 'numbers'
  | 'texts'
  | 'code'
  | 'flatFees'
  | 'mirrorFees'
  | 'call'
  | 'nothing'

export interface ValueType {
  shows: Shows
  shape: Shape
  /** The statements that bytes must make at a path. */
  says(at: string, value: never, context: OperationContext): Statements
  /** The value that bytes state there; undefined if they state none. */
  read(at: string, fields: ReadFields, context: OperationContext): unknown
}
const type = <V>(
  shows: Shows,
  shape: Shape,
  says: (at: string, value: V, context: OperationContext) => Statements,
  read: ValueType['read'],
): ValueType => ({ shows, shape, says: says as ValueType['says'], read })

const numberAt = (at: string, fields: ReadFields): string | undefined => {
  const value = fields.at(at)?.value
  return typeof value === 'bigint' ? String(value) : undefined
}
export const summaryAt = (at: string, fields: ReadFields): string | undefined => {
  const field = fields.at(at)
  return field && summaryOf(field)
}
const textAt = (at: string, fields: ReadFields): string | undefined => {
  const value = fields.at(at)?.value
  return typeof value === 'string' ? value : undefined
}
/** Elements of a list, or undefined if there is none. */
const elements = <T>(read: (index: number) => T | undefined): T[] | undefined => {
  const found: T[] = []
  for (let value = read(0); value !== undefined; value = read(found.length)) found.push(value)
  return found.length === 0 ? undefined : found
}
const numbers = (at: string, value: unknown): Statements =>
  BigInt(value as string) === 0n ? [] : [[at, String(value)]]
const positive: Shape = (value, path) =>
  amount(value, path) ?? (BigInt(value as string) > 0n ? undefined : `\`${path}\` is 0, and has to be at least 1`)
/** The statement of a number in a list. SDKs pack such lists into one field. */
const packed = (at: string, index: number): string => {
  const name = at.slice(at.lastIndexOf('.') + 1)
  return `${at}[0].${name}[0][${index}]`
}

export const id = type<string>('entity', account, (at, value) => [[at, value]], summaryAt)
/** A contract that users created, not a system contract. */
export const contractId = type<string>(
  'entity',
  (value, path) =>
    account(value, path) ??
    (isSystemId(String(value))
      ? `\`${path}\` is ${value}, a system contract, where signatures could count for more than this wallet`
      : undefined),
  (at, value) => [[at, value]],
  summaryAt,
)
export const accountId: ValueType = { ...id, shows: 'account' }
/** An amount above 0, in the smallest unit of a token or in tinybars. */
export const units = type<number | string>('units', positive, numbers, numberAt)
/** Like {@link units}, but may be 0. */
export const anyUnits = type<number | string>('units', amount, numbers, numberAt)
export const count = (least: number, most?: number): ValueType =>
  type<number>('number', integer(least, most), numbers, (at, fields) => asNumber(numberAt(at, fields)))
/** A number in a protobuf wrapper message, where even 0 is stated. */
export const wrappedCount = (least: number, most?: number): ValueType =>
  type<number>(
    'number',
    integer(least, most),
    (at, value) => [[at, String(value)]],
    (at, fields) => asNumber(summaryAt(at, fields)),
  )
/** A number in a oneof, where even 0 is stated. */
export const chosenCount = (least: number): ValueType =>
  type<number>(
    'number',
    integer(least),
    (at, value) => [[at, String(value)]],
    (at, fields) => asNumber(numberAt(at, fields)),
  )
const asNumber = (value: string | undefined): number | undefined => (value === undefined ? undefined : Number(value))

const inQuotes = (at: string, value: string): Statements => (value === '' ? [] : [[at, quoted(value)]])
export const words = type<string>('text', filledText, inQuotes, textAt)
export const anyWords = type<string>('text', text, inQuotes, textAt)
/** A text in a protobuf wrapper message. An empty text clears the current one. */
export const wrappedWords = type<string>(
  'text',
  text,
  (at, value) => [[at, quoted(value)]],
  (at, fields) => (fields.at(at) ? (textAt(`${at}.value`, fields) ?? '') : undefined),
)
export const yes = type<boolean>(
  'flag',
  flag,
  (at, value) => (value ? [[at, 'true']] : []),
  (at, fields) => (fields.at(at)?.value === true ? true : undefined),
)
export const wrappedFlag = type<boolean>(
  'flag',
  flag,
  (at, value) => [[at, String(value)]],
  (at, fields) => (fields.at(at) ? fields.at(`${at}.value`)?.value === true : undefined),
)
/** A value that tells one operation from others at the same path. It is not in the bytes. */
export const fixed = (value: string | boolean): ValueType =>
  type(
    'nothing',
    oneOf(value),
    () => [],
    () => value,
  )
/** An enum of the protocol, written `{_code}`; the arguments are the names of its values. The first is the default. */
export const code = (...names: [string, ...string[]]): ValueType =>
  type<{ _code: number }>(
    'code',
    object({ _code: integer(0, names.length - 1) }),
    (at, { _code }) => (_code === 0 ? [] : [[at, quoted(names[_code] ?? '')]]),
    (at, fields) => {
      const index = fields.at(at) ? names.indexOf(textAt(at, fields) ?? '') : 0
      return index < 0 ? undefined : { _code: index }
    },
  )

export const serials = type<number[]>(
  'numbers',
  distinct(integer(1)),
  (at, value) => value.map((serial, index) => [packed(at, index), String(serial)]),
  (at, fields) => elements((index) => asNumber(numberAt(`${at}[0][${index}]`, fields))),
)
function distinct(of: Shape): Shape {
  return (value, path) =>
    list(of, { least: 1 })(value, path) ??
    (new Set(value as unknown[]).size === (value as unknown[]).length ? undefined : `\`${path}\` repeats a number`)
}
/** Texts that the bytes contain in UTF-8. */
export const texts = type<string[]>(
  'texts',
  list(text, { least: 1 }),
  (at, value) => value.map((one, index) => [`${at}[${index}]`, hexOf(utf8ToBytes(one))]),
  (at, fields) => elements((index) => utf8At(`${at}[${index}]`, fields)),
)
export const utf8 = type<string>('text', filledText, (at, value) => [[at, hexOf(utf8ToBytes(value))]], utf8At)
const hexOf = (bytes: Uint8Array): string => `0x${bytesToHex(bytes)}`

function utf8At(at: string, fields: ReadFields): string | undefined {
  const value = fields.at(at)?.value
  if (!(value instanceof Uint8Array)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(value)
  } catch {
    return undefined
  }
}

/** The data of a contract call: `0x` and hex. */
export const callData = type<string>(
  'call',
  (value, path) =>
    typeof value === 'string' && value.length <= MAX_CALL_DATA && /^0x(?:[0-9a-f]{2})*$/.test(value)
      ? undefined
      : `\`${path}\` has to be 0x and hex in lower case`,
  (at, value) => (value === '0x' ? [] : [[at, value]]),
  (at, fields) => {
    const value = fields.at(at)?.value
    return value instanceof Uint8Array ? hexOf(value) : undefined
  },
)
/** In characters. A transaction has room for 6 KB. */
const MAX_CALL_DATA = 12_000

/** `true` sets the wallet's own key. */
export const ownKey = type<boolean>(
  'ownKey',
  flag,
  (at, value, { walletKey }) => (value ? [[at, keyText(walletKey)]] : []),
  (at, fields, { walletKey }) => (summaryAt(at, fields) === keyText(walletKey) ? true : undefined),
)
export const key = type<unknown>(
  'key',
  (value, path) =>
    keyIn(value) === undefined
      ? `\`${path}\` has to be a key: {_type, key} as mirrors write it, {keys: [...]} or {threshold, keys: [...]}`
      : undefined,
  (at, value) => [[at, keyText(keyIn(value) as Key)]],
  (at, fields) => {
    const field = fields.at(at)
    return field && keyJson(keyAt(field, fields))
  },
)

function keyAt(field: Field, fields: ReadFields): Key | undefined {
  try {
    return keyFromProto(fields.bytesOf(field))
  } catch {
    return undefined
  }
}

const TYPES = { ED25519: 'ed25519', ECDSA_SECP256K1: 'secp256k1' } as const

/** A key in an operation's body. Undefined for other values. */
function keyIn(value: unknown, depth = 1): Key | undefined {
  if (typeof value !== 'object' || value === null || depth > MAX_KEY_DEPTH) return undefined
  const { _type, key: hex, keys, threshold, ...others } = value as Record<string, unknown>
  if (Object.keys(others).length > 0) return undefined
  if (typeof _type === 'string' && typeof hex === 'string' && keys === undefined && threshold === undefined)
    return Object.hasOwn(TYPES, _type) && /^(?:[0-9a-f]{2}){32,33}$/.test(hex)
      ? leafFromBytes(hexToBytes(hex), TYPES[_type as keyof typeof TYPES])
      : undefined
  if (_type !== undefined || hex !== undefined || !Array.isArray(keys) || keys.length === 0) return undefined
  const parts = keys.map((one) => keyIn(one, depth + 1))
  if (!parts.every((one) => one !== undefined)) return undefined
  if (threshold === undefined) return { type: 'list', keys: parts }
  const isCount = Number.isSafeInteger(threshold) && Number(threshold) >= 1 && Number(threshold) <= parts.length
  return isCount ? { type: 'threshold', threshold: Number(threshold), keys: parts } : undefined
}

/** A key as operations write it; undefined for keys that operations can't have. */
export function keyJson(value: Key | undefined): unknown {
  if (value === undefined || value.type === 'contract') return undefined
  if (isLeaf(value))
    return { _type: value.type === 'ed25519' ? 'ED25519' : 'ECDSA_SECP256K1', key: bytesToHex(value.bytes) }
  const keys = value.keys.map(keyJson)
  if (keys.length === 0 || keys.includes(undefined)) return undefined
  return value.type === 'list' ? { keys } : { threshold: value.threshold, keys }
}

/** The text of a key in a body's field; empty if the value is not a key. */
export const keyOfText = (value: unknown): string => {
  const found = keyIn(value)
  return found ? keyText(found) : ''
}
