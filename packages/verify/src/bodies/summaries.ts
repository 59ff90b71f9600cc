/**
 * Short texts for some messages, such as `0.0.n` for an id. A summary contains everything in the message; if that is
 * impossible, the message gets none.
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Key } from '../keys/keys.ts'
import type { Field, Value } from '../protobuf/decode.ts'
import { isUndrawn } from '../values/names/visible-text.ts'
import { timestampText } from '../values/timestamp-text.ts'

/** The name of an id's last part, by message. */
const NUMBERS: Readonly<Record<string, string>> = {
  AccountID: 'accountNum',
  ContractID: 'contractNum',
  FileID: 'fileNum',
  ScheduleID: 'scheduleNum',
  TokenID: 'tokenNum',
  TopicID: 'topicNum',
}
/** The names that belong to a oneof. */
const CHOSEN = new Set(['accountNum', 'contractNum'])
const WRAPPERS = new Set([
  'BoolValue',
  'BytesValue',
  'Int32Value',
  'Int64Value',
  'StringValue',
  'UInt32Value',
  'UInt64Value',
])

/**
 * An id as `0.0.n`, a time as `seconds.nanos`, a duration in seconds, a key as {@link keyText} writes it, and the value
 * of a wrapper. Undefined for other messages, and if the message has a field that does not belong there.
 */
export function summaryOf({ type, fields }: Field): string | undefined {
  if (!fields) return undefined
  const number = NUMBERS[type]
  if (number !== undefined) {
    // An account or a contract that has an alias, or no number, cannot be written as `0.0.n`.
    const isNumbered = !CHOSEN.has(number) || fields.some(({ name }) => name === number)
    return isNumbered ? partsOf(fields, ['shardNum', 'realmNum', number])?.join('.') : undefined
  }
  if (type === 'Key') return keyTextIn(fields)
  if (type === 'Duration') return partsOf(fields, ['seconds'])?.join()
  if (type === 'Timestamp') return timeOf(fields)
  if (!WRAPPERS.has(type) || fields.length > 1) return undefined
  const [field] = fields
  if (field) return field.name === 'value' && field.value !== null ? valueText(field.value) : undefined
  return type === 'BoolValue' ? 'false' : type === 'StringValue' ? '""' : type === 'BytesValue' ? '0x' : '0'
}

/** The values of these fields, 0 for absent ones; undefined if there is another field, or the same one twice. */
function partsOf(fields: Field[], names: string[]): bigint[] | undefined {
  const values = new Map(fields.map(({ name, value }) => [name, value]))
  if (values.size < fields.length || ![...values.keys()].every((name) => name !== null && names.includes(name)))
    return undefined
  const parts = names.map((name) => values.get(name) ?? 0n)
  return parts.every((part) => typeof part === 'bigint') ? parts : undefined
}

function timeOf(fields: Field[]): string | undefined {
  const [seconds = 0n, nanos = 0n] = partsOf(fields, ['seconds', 'nanos']) ?? [0n, -1n]
  return nanos < 0n || nanos > 999_999_999n ? undefined : timestampText(seconds, nanos)
}

const LENGTHS: Readonly<Record<string, number>> = { ed25519: 32, ECDSA_secp256k1: 33 }

function keyTextIn(fields: Field[]): string | undefined {
  const [field, ...others] = fields
  if (!field || others.length > 0) return undefined
  const { name, value, fields: inside = [] } = field
  if (value instanceof Uint8Array && name !== null && LENGTHS[name] === value.length)
    return leafText(name === 'ed25519' ? 'ed25519' : 'secp256k1', value)
  if (name === 'keyList') return listText('all', partsOfList(inside))
  if (name !== 'thresholdKey') return undefined
  const threshold = inside.filter((one) => one.name === 'threshold')
  const lists = inside.filter((one) => one.name === 'keys')
  if (threshold.length !== 1 || lists.length !== 1 || inside.length !== 2) return undefined
  return listText(String(threshold[0]?.value), partsOfList(lists[0]?.fields ?? []))
}

const partsOfList = (fields: Field[]): (string | undefined)[] =>
  fields.map((field) => (field.name === 'keys' ? summaryOf(field) : undefined))

function listText(count: string, parts: (string | undefined)[]): string | undefined {
  return parts.every((part) => part !== undefined) ? `${count} of (${parts.join(', ')})` : undefined
}

/** The text of a public key: its type and its raw bytes in hex. */
const leafText = (type: string, bytes: Uint8Array): string => `${type}:${bytesToHex(bytes)}`

/** `ed25519:<hex>`, `all of (...)` or `2 of (...)`, in the order of the key; `contract` for a contract's key. */
export function keyText(key: Key): string {
  if (key.type === 'contract') return 'contract'
  if (key.type === 'list') return `all of (${key.keys.map(keyText).join(', ')})`
  if (key.type === 'threshold') return `${key.threshold} of (${key.keys.map(keyText).join(', ')})`
  return leafText(key.type, key.bytes)
}

/** A value as text: texts in quotation marks, bytes in hex. */
export function valueText(value: Value): string {
  if (value instanceof Uint8Array) return `0x${bytesToHex(value)}`
  return typeof value === 'string' ? quoted(value) : String(value)
}

/** A text in quotation marks, with every invisible character as `\u{...}`. */
export const quoted = (text: string): string =>
  `"${text.replace(/./gsu, (one) => (isPlain(one) ? one : `\\u{${one.codePointAt(0)?.toString(16)}}`))}"`

const isPlain = (character: string): boolean =>
  /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character) && !/["\\]/.test(character) && !isUndrawn(character)
