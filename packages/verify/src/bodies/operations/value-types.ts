/**
 * The types of values in operations: which values are accepted, how bytes state a value, and how a value is read from
 * bytes.
 */
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { keyFromProto, leafFromBytes } from '../../keys/encodings.ts'
import { isLeaf, type Key, MAX_KEY_DEPTH } from '../../keys/keys.ts'
import type { Decoded, Field } from '../../protobuf/decode.ts'
import { isSystemId } from '../../values/ids/entity-ids.ts'
import {
  account,
  amount,
  either,
  filledText,
  flag,
  integer,
  ledgerTime,
  list,
  object,
  oneOf,
  type Shape,
  text,
  time,
} from '../../values/shapes.ts'
import { nineDigits, timestampText } from '../../values/timestamp-text.ts'
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
  | 'bytes'
  | 'time'
  | 'airdrops'
  | 'holdings'
  | 'nothing'

export interface ValueType {
  shows: Shows
  shape: Shape
  /** The statements that bytes must make at a path. */
  says(at: string, value: never, context: OperationContext): Statements
  /** The value that bytes state there; undefined if they state none. */
  read(at: string, fields: ReadFields, context: OperationContext): unknown
}
export const type = <V>(
  shows: Shows,
  shape: Shape,
  says: (at: string, value: V, context: OperationContext) => Statements,
  read: ValueType['read'],
): ValueType => ({ shows, shape, says: says as ValueType['says'], read })

export const numberAt = (at: string, fields: ReadFields): string | undefined => {
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
export const elements = <T>(read: (index: number) => T | undefined): T[] | undefined => {
  const found: T[] = []
  for (let value = read(0); value !== undefined; value = read(found.length)) found.push(value)
  return found.length === 0 ? undefined : found
}
const numbers = (at: string, value: unknown): Statements =>
  BigInt(value as string) === 0n ? [] : [[at, String(value)]]
export const positive: Shape = (value, path) =>
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

/** At most 4,096 bytes, `0x` and hex. A transaction has no room for more with its signatures. */
const contents: Shape = (value, path) =>
  typeof value === 'string' && value.length <= MAX_CONTENTS && /^0x(?:[0-9a-f]{2})+$/.test(value)
    ? undefined
    : `\`${path}\` has to be 0x and hex in lower case: from 1 to 4096 bytes`
const MAX_CONTENTS = 2 + 2 * 4096
const bytesAt = (at: string, fields: ReadFields): string | undefined => {
  const value = fields.at(at)?.value
  return value instanceof Uint8Array ? hexOf(value) : undefined
}
/** Bytes, such as those of a file: `0x` and hex. */
export const fileBytes = type<string>('bytes', contents, (at, value) => [[at, value]], bytesAt)
/** Bytes in a protobuf wrapper message. */
export const wrappedBytes = type<string>(
  'bytes',
  contents,
  (at, value) => [[at, value]],
  (at, fields) => (fields.at(at) ? bytesAt(`${at}.value`, fields) : undefined),
)

/** A time: ISO 8601 with up to milliseconds, or `seconds.nanoseconds`. */
export const atTime = type<string>(
  'time',
  either('a time in ISO 8601 or as seconds.nanoseconds', ledgerTime, (value, path) =>
    /\.\d{4,}Z$/.test(String(value)) ? `\`${path}\` has more than milliseconds` : time(value, path),
  ),
  (at, value) => [[at, ledgerTimeOf(value)]],
  summaryAt,
)
/** `seconds.nanoseconds` with nine digits. */
export function ledgerTimeOf(value: string): string {
  const isSeconds = ledgerTime(value, '') === undefined
  const ms = Date.parse(value)
  const [seconds = '0', nanos = '0'] = isSeconds
    ? value.split('.')
    : [String(Math.floor(ms / 1000)), `${String(ms - 1000 * Math.floor(ms / 1000)).padStart(3, '0')}`]
  return timestampText(BigInt(seconds), BigInt(nineDigits(nanos)))
}

/** The number of a consensus node, as a path contains it. */
export const nodeNumber = type<string>(
  'number',
  (value, path) =>
    typeof value === 'string' && /^(?:0|[1-9]\d{0,8})$/.test(value)
      ? undefined
      : `\`${path}\` has to be the number of a consensus node`,
  (at, value) => numbers(at, value),
  (at, fields) => numberAt(at, fields) ?? '0',
)

/** Addresses of a node: `192.0.2.7:50211`, or a domain name and a port. */
export const endpoints = type<string[]>(
  'texts',
  list(
    (value, path) =>
      typeof value === 'string' && endpointIn(value) !== undefined
        ? undefined
        : `\`${path}\` has to be an IPv4 address or a domain name, and a port, such as 192.0.2.7:50211`,
    { least: 1 },
  ),
  (at, value) =>
    value.flatMap((one, index): Statements => {
      const { ip, domain, port } = endpointIn(one) ?? { port: '' }
      return [
        ip ? [`${at}[${index}].ipAddressV4`, hexOf(ip)] : [`${at}[${index}].domain_name`, quoted(domain ?? '')],
        [`${at}[${index}].port`, port],
      ]
    }),
  (at, fields) =>
    elements((index) => (fields.at(`${at}[${index}]`) ? endpointAt(`${at}[${index}]`, fields) : undefined)),
)

function endpointIn(text: string): { ip?: Uint8Array; domain?: string; port: string } | undefined {
  const [host = '', port = '', ...more] = text.split(':')
  if (more.length > 0 || !/^[1-9]\d{0,4}$/.test(port) || Number(port) > 65_535) return undefined
  const parts = host.split('.')
  if (parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256))
    return { ip: Uint8Array.from(parts.map(Number)), port }
  // A name that only looks like an address is refused.
  const isName = host.length <= 253 && parts.every((part) => /^[a-z0-9-]{1,63}$/.test(part)) && /[a-z]/.test(host)
  return isName ? { domain: host, port } : undefined
}

function endpointAt(at: string, fields: ReadFields): string {
  const ip = fields.at(`${at}.ipAddressV4`)?.value
  const host = ip instanceof Uint8Array && ip.length === 4 ? ip.join('.') : (textAt(`${at}.domain_name`, fields) ?? '')
  return `${host}:${numberAt(`${at}.port`, fields) ?? ''}`
}

/** `true` sets the wallet's own key as the only one of a list, whose keys must all sign. */
export const ownKeyInList = type<boolean>(
  'ownKey',
  flag,
  (at, value, { walletKey }) => (value ? [[`${at}[${keyText(walletKey)}]`, keyText(walletKey)]] : []),
  (at, fields, { walletKey }) => (summaryAt(`${at}[0]`, fields) === keyText(walletKey) ? true : undefined),
)

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
