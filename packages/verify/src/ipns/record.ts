/**
 * IPNS records (https://specs.ipfs.tech/ipns/ipns-record/). A record says what a name points at, and until when. A
 * record with a higher sequence replaces it. The name's key signs it, so nobody who passes it on can change it.
 *
 * Records are made with the signature of version 2 only. Version 1, obsolete since 2021, signs no prefix that would
 * state the purpose.
 */
import { decode as decodeCbor, encode as encodeCbor } from '@ipld/dag-cbor'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { verifyEd25519, verifySecp256k1 } from '#primitives'
import { VerifyError } from '../error.ts'
import type { Leaf } from '../keys/keys.ts'
import { SIGNATURE_BYTES } from '../keys/signatures.ts'
import { inDomain } from '../keys/signing-domains.ts'
import { LENGTH, readField } from '../protobuf/wire.ts'

/** The maximum number of bytes of a record that implementations exchange. */
export const MAX_RECORD_BYTES = 10_240
/** The largest sequence that all implementations read: Go reads it as a signed integer of 64 bits. */
const MAX_SEQUENCE = 2n ** 63n - 1n
const NANOSECONDS = 1_000_000n

export interface RecordFields {
  /** A path such as `/ipfs/bafy...` or `/ipns/k51...`. */
  value: string
  sequence: bigint
  /** The end of its validity, in milliseconds since the epoch. */
  validUntil: number
  /** How long a resolver may keep it before it looks for a newer one, in milliseconds. */
  ttlMs: number
}

export type NameRecord = RecordFields

/** The fields of a record's protobuf message `IpnsEntry`. Fields 1 to 6 are the copies of version 1. */
const FIELD = { value: 1, validity: 4, pubKey: 7, signature: 8, data: 9 } as const

/** The fields of a record in DAG-CBOR. A record's key signs {@link dataToSign} of these bytes. */
export const recordData = ({ value, sequence, validUntil, ttlMs }: RecordFields): Uint8Array =>
  Uint8Array.from(
    encodeCbor({
      Value: new TextEncoder().encode(value),
      Validity: new TextEncoder().encode(new Date(validUntil).toISOString()),
      ValidityType: 0,
      Sequence: sequence,
      TTL: BigInt(ttlMs) * NANOSECONDS,
    }),
  )

export const dataToSign = (data: Uint8Array): Uint8Array => inDomain('ipnsRecord', data)

/**
 * Makes a record from its data and signature. The signature has the form of libp2p keys: 64 bytes for Ed25519; DER over
 * SHA-256 for secp256k1.
 */
export const ipnsRecord = (data: Uint8Array, signature: Uint8Array): Uint8Array =>
  concatBytes(lengthDelimited(FIELD.signature, signature), lengthDelimited(FIELD.data, data))

function lengthDelimited(number: number, content: Uint8Array): Uint8Array {
  const length = content.length < 128 ? [content.length] : [(content.length & 127) | 128, content.length >>> 7]
  return concatBytes(Uint8Array.from([(number << 3) | LENGTH, ...length]), content)
}

/**
 * Reads a record of the name with this key, and verifies its signature. The time is not checked: compare `validUntil`.
 *
 * @throws VerifyError `IPNS_RECORD_INVALID`
 */
export function readRecord(key: Leaf, record: Uint8Array): NameRecord {
  if (record.length > MAX_RECORD_BYTES)
    throw invalid(`it has ${record.length} bytes, and a record at most ${MAX_RECORD_BYTES}`)
  const entry = entryIn(record)
  const [data, signature] = [entry.bytes.get(FIELD.data), entry.bytes.get(FIELD.signature)]
  if (!data || !signature) throw invalid('it has no signature of version 2')
  if (!isSigned(key, dataToSign(data), signature)) throw invalid("its signature does not match the name's key")
  const signed = fieldsIn(data)
  assertSameCopies(entry, signed)
  const { value, validity, sequence, ttl } = signed
  return { value: textOf(value), sequence, validUntil: timeIn(validity), ttlMs: Number(ttl / NANOSECONDS) }
}

/** Above 0 if the first record is newer: its sequence is higher, or equal with a later end of validity. */
export function compareRecords(one: NameRecord, other: NameRecord): number {
  if (one.sequence !== other.sequence) return one.sequence > other.sequence ? 1 : -1
  return one.validUntil - other.validUntil
}

const invalid = (why: string): VerifyError =>
  new VerifyError('IPNS_RECORD_INVALID', `This is not a valid record of the name: ${why}`)

interface Entry {
  bytes: Map<number, Uint8Array>
  numbers: Map<number, bigint>
}

function entryIn(record: Uint8Array): Entry {
  const entry: Entry = { bytes: new Map(), numbers: new Map() }
  for (let at = 0; at < record.length; ) {
    const field = readField(record, at, record.length)
    if (!field) throw invalid('it is not a protobuf message')
    if (entry.bytes.has(field.number) || entry.numbers.has(field.number))
      throw invalid(`it has field ${field.number} twice`)
    if (field.wireType === LENGTH) entry.bytes.set(field.number, record.subarray(field.contentStart, field.end))
    else if (field.varint) entry.numbers.set(field.number, field.varint.value)
    at = field.end
  }
  return entry
}

function isSigned({ type, bytes }: Leaf, message: Uint8Array, signature: Uint8Array): boolean {
  if (type === 'ed25519') return signature.length === SIGNATURE_BYTES && verifyEd25519(bytes, message, signature)
  try {
    const rs = secp256k1.Signature.fromBytes(signature, 'der').toBytes('compact')
    return verifySecp256k1(bytes, message, rs, 'sha256')
  } catch {
    return false
  }
}

interface SignedFields {
  value: Uint8Array
  validity: Uint8Array
  sequence: bigint
  ttl: bigint
}

function fieldsIn(data: Uint8Array): SignedFields {
  let map: Record<string, unknown>
  try {
    map = decodeCbor(data)
  } catch {
    throw invalid('its data are not DAG-CBOR')
  }
  if (typeof map !== 'object' || map === null) throw invalid('its data are not a map')
  const { Value: value, Validity: validity, ValidityType: type } = map
  const [sequence, ttl] = [numberIn(map.Sequence), numberIn(map.TTL ?? 0)]
  if (!(value instanceof Uint8Array)) throw invalid('its Value is not bytes')
  if (!(validity instanceof Uint8Array) || type !== 0) throw invalid('its Validity is not an end')
  if (sequence === undefined) throw invalid(`its Sequence is not a number up to ${MAX_SEQUENCE}`)
  if (ttl === undefined) throw invalid('its TTL is not a number')
  return { value, validity, sequence, ttl }
}

function numberIn(value: unknown): bigint | undefined {
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) return undefined
  const number = BigInt(value as number | bigint)
  return number >= 0n && number <= MAX_SEQUENCE ? number : undefined
}

/** Readers of version 1 use the copies, so these must equal the signed fields (step 7 of the verification). */
function assertSameCopies({ bytes, numbers }: Entry, signed: SignedFields): void {
  const isCopied = bytes.has(1) || bytes.has(2)
  if (!isCopied) return
  const isSame =
    sameBytes(bytes.get(1), signed.value) &&
    sameBytes(bytes.get(4), signed.validity) &&
    (numbers.get(3) ?? 0n) === 0n &&
    (numbers.get(5) ?? 0n) === signed.sequence &&
    (numbers.get(6) ?? 0n) === signed.ttl
  if (!isSame) throw invalid('its unsigned copies differ from what was signed')
}

const sameBytes = (one: Uint8Array | undefined, other: Uint8Array): boolean =>
  one !== undefined && one.length === other.length && one.every((byte, index) => byte === other[index])

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid('its Value is not UTF-8')
  }
}

/** RFC 3339, in UTC: up to 9 digits of a second. */
const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/

function timeIn(validity: Uint8Array): number {
  const [, seconds, fraction = ''] = TIME.exec(textOf(validity)) ?? []
  const time = seconds === undefined ? Number.NaN : Date.parse(`${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}Z`)
  if (Number.isNaN(time)) throw invalid('its Validity is not a time in UTC')
  return time
}
