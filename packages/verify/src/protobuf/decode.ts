// Field     what the bytes contain at one place: a field of a message, an element of a packed list, or bytes that are
//           not a field
// Range     `start` to `end`, counted from the first byte; `end` is the first byte after it
// Finding   what another reader of the same bytes could miss, or read differently
//
// The fields of a message follow each other without a gap, from its first byte to its last.
import { VerifyError } from '../error.ts'
import { enumNamed, type FieldDefinition, type Message, messageNamed } from './messages.ts'
import { LENGTH, type RawField, readField, readVarint, VARINT, type WireType } from './wire.ts'

/**
 * The maximum number of bytes that are read. The network's largest transaction (133,120 bytes) fits, even with copies.
 */
export const MAX_DECODED_BYTES = 262_144
/** Anything nested deeper is reported as unread bytes. */
export const MAX_DECODED_DEPTH = 64
/** Anything after this many fields is reported as unread bytes. */
export const MAX_DECODED_FIELDS = 20_000

export type FindingCode =
  /** The definitions have no field of this number. */
  | 'UNKNOWN_FIELD'
  /** The bytes are not a field, and neither is the rest of the message. */
  | 'UNREAD_BYTES'
  /** A field that may occur once is repeated: readers keep the last one, or merge them. */
  | 'REPEATED_FIELD'
  /** A second field of the same oneof: readers keep the last one. */
  | 'ONEOF_TWICE'
  /** A number encoded in more bytes than it needs. */
  | 'LONG_VARINT'
  /** A number that its type cannot hold: readers truncate it. */
  | 'OUT_OF_RANGE'
  /** A known field number with the wrong encoding for its type: readers skip it. */
  | 'WRONG_WIRE_TYPE'
  | 'NOT_UTF8'
  /** A number that has no name in the enum. */
  | 'UNKNOWN_VALUE'
  | 'TOO_DEEP'
  | 'TOO_MANY_FIELDS'

export interface Finding {
  code: FindingCode
  path: string
  start: number
  end: number
  /** A sentence. */
  message: string
}

/**
 * Integers are bigint, enums the name of their value (or its number, if it has none). Bytes, and unknown content, are a
 * view of the given bytes.
 */
export type Value = bigint | boolean | string | Uint8Array

export interface Field {
  /** Names from the outermost message, such as `cryptoTransfer.transfers.accountAmounts[0].amount`. */
  path: string
  /** null for an element of a packed list, and for bytes that are not a field. */
  number: number | null
  wireType: WireType | null
  /** null if the definitions have none. */
  name: string | null
  /** The protobuf type, `unknown`, or `unread` for bytes that are not a field. */
  type: string
  /** null for a message and a packed list. */
  value: Value | null
  /** The fields of a message, the elements of a packed list, or the fields of a message inside bytes. */
  fields?: Field[]
  /** The range, including tag and length. */
  start: number
  /** The start of the content, which follows the tag and length. */
  contentStart: number
  end: number
}

export interface Decoded {
  /** The name of the message. */
  message: string
  bytes: Uint8Array
  fields: Field[]
  /** In the order of the bytes; empty if all readers read the bytes alike. */
  findings: Finding[]
}

/** Bytes fields that contain a message, because its exact bytes are signed. */
const EMBEDDED: Readonly<Record<string, string>> = {
  'Transaction.signedTransactionBytes': 'SignedTransaction',
  'Transaction.bodyBytes': 'TransactionBody',
  'SignedTransaction.bodyBytes': 'TransactionBody',
  'AtomicBatchTransactionBody.transactions': 'SignedTransaction',
}

/**
 * Decodes the bytes of a message field by field, with the range of each, and reports everything that another reader
 * could miss or read differently. It never fails on malformed bytes; bytes that are not a field are reported as
 * `unread`.
 *
 * @param message its name in the protobuf definitions
 * @throws VerifyError TOO_MANY_BYTES; UNKNOWN_MESSAGE
 */
export function decode(bytes: Uint8Array, message = 'TransactionBody'): Decoded {
  if (bytes.length > MAX_DECODED_BYTES)
    throw new VerifyError(
      'TOO_MANY_BYTES',
      `${bytes.length} bytes are more than any transaction has: at most ${MAX_DECODED_BYTES}`,
    )
  const definition = messageNamed(message)
  if (!definition) throw new VerifyError('UNKNOWN_MESSAGE', `"${message}" is not a message of a transaction`)
  const reading: Reading = { bytes, findings: [], left: MAX_DECODED_FIELDS }
  const fields = readMessage(
    reading,
    { definition, name: message },
    { path: '', start: 0, end: bytes.length, depth: 1 },
  )
  return { message, bytes, fields, findings: reading.findings }
}

interface Reading {
  bytes: Uint8Array
  findings: Finding[]
  /** How many fields may still be read. */
  left: number
}

interface Place {
  path: string
  start: number
  end: number
  depth: number
}

function readMessage(reading: Reading, of: { definition: Message; name: string }, place: Place): Field[] {
  const { path, end, depth } = place
  const fields: Field[] = []
  const seen = createSeen(reading.findings)
  let at = place.start
  while (at < end) {
    const raw = reading.left > 0 ? readField(reading.bytes, at, end) : undefined
    if (!raw) {
      fields.push(unreadRest(reading, { path, start: at, end, depth }))
      break
    }
    reading.left--
    const definition = of.definition.get(raw.number)
    const own = definition ? seen.pathOf(definition, join(path, definition.name), raw) : join(path, `#${raw.number}`)
    fields.push(readContent(reading, { raw, definition, message: of.name }, { ...raw, path: own, depth }))
    at = raw.end
  }
  return fields
}

const join = (path: string, name: string): string => (path ? `${path}.${name}` : name)

/** The fields that have already been seen in one message. */
function createSeen(findings: Finding[]) {
  const counts = new Map<string, number>()
  const chosen = new Map<string, string>()
  return {
    /** The path of this field, with its index if it is one of several. */
    pathOf({ name, repeated, oneof }: FieldDefinition, path: string, { start, end }: RawField): string {
      const count = counts.get(name) ?? 0
      counts.set(name, count + 1)
      if (repeated) return `${path}[${count}]`
      const other = oneof && chosen.get(oneof)
      if (oneof) chosen.set(oneof, name)
      const own = count > 0 ? `${path}(${count + 1})` : path
      if (count > 0)
        findings.push({
          code: 'REPEATED_FIELD',
          path: own,
          start,
          end,
          message: `${name} must appear once but appears ${count + 1} times: readers keep the last one, or merge them`,
        })
      if (other && other !== name)
        findings.push({
          code: 'ONEOF_TWICE',
          path: own,
          start,
          end,
          message: `${other} and ${name} exclude each other: readers keep the last one`,
        })
      return own
    },
  }
}

function unread({ bytes, findings }: Reading, { path, start, end }: Place, code: FindingCode): Field {
  findings.push({ code, path, start, end, message: `${end - start} bytes were not read: ${UNREAD[code]}` })
  return {
    path,
    number: null,
    wireType: null,
    name: null,
    type: 'unread',
    start,
    contentStart: start,
    end,
    value: bytes.subarray(start, end),
  }
}

/** The rest of a message or list, from the first byte that cannot be read. */
const unreadRest = (reading: Reading, { path, ...place }: Place): Field =>
  unread(reading, { ...place, path: join(path, '(unread)') }, reading.left > 0 ? 'UNREAD_BYTES' : 'TOO_MANY_FIELDS')

const UNREAD: Partial<Record<FindingCode, string>> = {
  UNREAD_BYTES: 'they are not a protobuf field',
  TOO_DEEP: `they are nested deeper than ${MAX_DECODED_DEPTH} levels`,
  TOO_MANY_FIELDS: `they come after ${MAX_DECODED_FIELDS} fields`,
}

/** A field and the message that contains it. */
interface InMessage {
  raw: RawField
  definition: FieldDefinition | undefined
  /** The message's name. */
  message: string
}

function readContent(reading: Reading, { raw, definition, message }: InMessage, place: Place): Field {
  const { findings, bytes } = reading
  const { path, start, end } = place
  const { number, wireType, contentStart } = raw
  const find = (code: FindingCode, text: string) => findings.push({ code, path, start, end, message: text })
  const base = { path, number, wireType, name: definition?.name ?? null, start, contentStart, end }
  const content = () => bytes.subarray(contentStart, end)
  if (raw.isLong || (definition && raw.varint?.isLong)) find('LONG_VARINT', 'A number has more bytes than it needs')
  if (!definition) {
    find('UNKNOWN_FIELD', `${message} has no field ${number} that is known here`)
    return { ...base, type: 'unknown', value: content() }
  }
  const { type } = definition
  const inside = { path, start: contentStart, end, depth: place.depth + 1 }
  const isNumber = isNumeric(type)
  if (isNumber && wireType === LENGTH && definition.repeated)
    return { ...base, type: `${type}*`, value: null, fields: readPacked(reading, type, inside) }
  if (wireType !== (isNumber ? VARINT : LENGTH)) {
    find('WRONG_WIRE_TYPE', `${definition.name} is ${type}, but is not encoded as such: readers skip it`)
    return { ...base, type: 'unknown', value: content() }
  }
  if (raw.varint) return { ...base, type, value: numberOf(type, raw.varint.value, find) }
  if (type === 'string') return { ...base, type, value: textOf(content(), find) }
  const held = type === 'bytes' ? EMBEDDED[`${message}.${definition.name}`] : type
  if (!held) return { ...base, type, value: content() }
  return { ...base, type, value: type === 'bytes' ? content() : null, fields: readNested(reading, held, inside) }
}

function readNested(reading: Reading, name: string, place: Place): Field[] {
  if (place.start === place.end) return []
  const definition = messageNamed(name)
  if (definition && place.depth <= MAX_DECODED_DEPTH) return readMessage(reading, { definition, name }, place)
  return [unread(reading, { ...place, path: join(place.path, '(unread)') }, 'TOO_DEEP')]
}

/** The elements of a packed list of numbers. */
function readPacked(reading: Reading, type: string, { path, start, end, depth }: Place): Field[] {
  const fields: Field[] = []
  let at = start
  while (at < end) {
    const element = { path: `${path}[${fields.length}]`, start: at, contentStart: at }
    const varint = reading.left > 0 ? readVarint(reading.bytes, at, end) : undefined
    if (!varint) {
      fields.push(unreadRest(reading, { path, start: at, end, depth }))
      break
    }
    reading.left--
    const { findings } = reading
    const find = (code: FindingCode, message: string) =>
      findings.push({ code, path: element.path, start: at, end: varint.end, message })
    if (varint.isLong) find('LONG_VARINT', 'A number has more bytes than it needs')
    const value = numberOf(type, varint.value, find)
    fields.push({ ...element, number: null, wireType: null, name: null, type, value, end: varint.end })
    at = varint.end
  }
  return fields
}

type Find = (code: FindingCode, message: string) => void

const SCALARS = new Set(['int32', 'int64', 'uint32', 'uint64', 'sint64', 'bool'])
const isNumeric = (type: string): boolean => SCALARS.has(type) || enumNamed(type) !== undefined

/** The number as readers of this type see it. */
function numberOf(type: string, raw: bigint, find: Find): Value {
  const values = enumNamed(type)
  const { value, whole } = cut(values ? 'int32' : type, raw)
  if (whole !== raw) find('OUT_OF_RANGE', `${raw} is beyond ${values ? 'an enum' : type}: readers make ${value} of it`)
  if (!values || typeof value === 'boolean') return value
  const name = values.get(value)
  if (name === undefined) find('UNKNOWN_VALUE', `${value} is not a known value of ${type}`)
  return name ?? value
}

/** The value that a type keeps of a varint, and the varint that would encode the same value in full. */
function cut(type: string, raw: bigint): { value: bigint | boolean; whole: bigint } {
  switch (type) {
    case 'bool':
      return { value: raw !== 0n, whole: raw === 0n ? 0n : 1n }
    case 'uint32':
      return { value: BigInt.asUintN(32, raw), whole: BigInt.asUintN(32, raw) }
    case 'uint64':
      return { value: BigInt.asUintN(64, raw), whole: BigInt.asUintN(64, raw) }
    case 'sint64': {
      const bits = BigInt.asUintN(64, raw)
      return { value: (bits >> 1n) ^ -(bits & 1n), whole: bits }
    }
    case 'int64':
      return { value: BigInt.asIntN(64, raw), whole: BigInt.asUintN(64, raw) }
    default: {
      const value = BigInt.asIntN(32, raw)
      return { value, whole: BigInt.asUintN(64, value) }
    }
  }
}

function textOf(content: Uint8Array, find: Find): Value {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
  } catch {
    find('NOT_UTF8', 'The text is not UTF-8: readers show it differently')
    return content
  }
}
