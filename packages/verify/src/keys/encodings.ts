/** Keys as mirrors and transactions write them. */
import { hexToBytes } from '@noble/hashes/utils.js'
import { compressedPoint } from '#primitives'
import { VerifyError } from '../error.ts'
import { LENGTH, type RawField, readField, VARINT } from '../protobuf/wire.ts'
import { type Key, type Leaf, MAX_KEY_DEPTH } from './keys.ts'

/** A key that fits into a transaction of 6,144 bytes is smaller; anything larger is not a key. */
export const MAX_KEY_BYTES = 8_192

const invalidKey = (what: string): VerifyError => new VerifyError('INVALID_KEY', what)
const shown = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}...` : text)

/**
 * A leaf from its raw bytes: 32 are Ed25519, 33 or 65 secp256k1 (kept compressed). Undefined for other bytes, and if
 * `type` is given and differs.
 */
export function leafFromBytes(raw: Uint8Array, type?: Leaf['type']): Leaf | undefined {
  if (raw.length === 32 && type !== 'secp256k1') return { type: 'ed25519', bytes: Uint8Array.from(raw) }
  if (type === 'ed25519') return undefined
  if (raw.length === 33 && (raw[0] === 2 || raw[0] === 3)) return { type: 'secp256k1', bytes: Uint8Array.from(raw) }
  const point = raw.length === 65 && raw[0] === 4 ? compressedPoint(raw) : undefined
  return point && { type: 'secp256k1', bytes: point }
}

const TYPES = new Map<string, Leaf['type']>([
  ['ED25519', 'ed25519'],
  ['ECDSA_SECP256K1', 'secp256k1'],
])

/**
 * The mirror's form: raw hex with its type, or a whole protobuf key in hex. null (no key, as after a key's removal)
 * stays null.
 *
 * @throws VerifyError INVALID_KEY
 */
export function keyFromMirror(key: { _type: string; key: string } | null): Key | null {
  if (!key) return null
  const bytes = fromHex(key.key.replace(/^0x/i, ''))
  if (key._type === 'ProtobufEncoded') return keyFromProto(bytes)
  const type = TYPES.get(key._type)
  const leaf = type && leafFromBytes(bytes, type)
  if (!leaf)
    throw invalidKey(`the mirror's key {_type: "${shown(key._type)}", key: "${shown(key.key)}"} is not understood`)
  return leaf
}

/** Returns no bytes if the text is not hex. */
function fromHex(text: string): Uint8Array {
  try {
    return hexToBytes(text)
  } catch {
    return new Uint8Array()
  }
}

/**
 * From a serialized `proto.Key`. Contract keys, and the RSA and P-384 keys that the network accepts nowhere, become
 * `contract`: no signature satisfies them.
 *
 * @throws VerifyError INVALID_KEY when it is malformed, empty, nested deeper than {@link MAX_KEY_DEPTH} or larger than
 *     {@link MAX_KEY_BYTES}
 */
export function keyFromProto(bytes: Uint8Array): Key {
  if (bytes.length > MAX_KEY_BYTES)
    throw invalidKey(`a key of ${bytes.length} bytes is too large: at most ${MAX_KEY_BYTES}`)
  return fromMessage(bytes, 1)
}

/** Numbers of the fields of `Key`. */
const CONTRACT_ID = 1
const ED25519 = 2
const RSA_3072 = 3
const ECDSA_384 = 4
const THRESHOLD_KEY = 5
const KEY_LIST = 6
const ECDSA_SECP256K1 = 7
const DELEGATABLE_CONTRACT_ID = 8

function fromMessage(bytes: Uint8Array, depth: number): Key {
  if (depth > MAX_KEY_DEPTH) throw invalidKey(`the key is nested deeper than ${MAX_KEY_DEPTH} levels`)
  const fields = fieldsOf(bytes)
  const content = (number: number) => contentOf(bytes, fields, number)
  const [ed25519, secp256k1] = [content(ED25519), content(ECDSA_SECP256K1)]
  const leaf = ed25519?.length
    ? leafFromBytes(ed25519, 'ed25519')
    : secp256k1?.length
      ? leafFromBytes(secp256k1, 'secp256k1')
      : undefined
  if (leaf) return leaf
  const isContract = content(CONTRACT_ID) || content(DELEGATABLE_CONTRACT_ID)
  if (isContract || content(RSA_3072)?.length || content(ECDSA_384)?.length) return { type: 'contract' }
  const [list, threshold] = [content(KEY_LIST), content(THRESHOLD_KEY)]
  if (list) return { type: 'list', keys: fromList(list, depth) }
  if (threshold) return fromThreshold(threshold, depth)
  throw invalidKey('a key has no content, or not the length of its type')
}

/** The keys of a `KeyList`. */
const fromList = (bytes: Uint8Array, depth: number): Key[] =>
  fieldsOf(bytes)
    .filter(({ number, wireType }) => number === 1 && wireType === LENGTH)
    .map(({ contentStart, end }) => fromMessage(bytes.subarray(contentStart, end), depth + 1))

function fromThreshold(bytes: Uint8Array, depth: number): Key {
  const fields = fieldsOf(bytes)
  const list = contentOf(bytes, fields, 2)
  const keys = list ? fromList(list, depth) : []
  const number = fields.findLast((field) => field.number === 1 && field.wireType === VARINT)
  const threshold = Number(BigInt.asUintN(32, number?.varint?.value ?? 0n))
  if (threshold < 1 || threshold > keys.length)
    throw invalidKey(`a threshold of ${threshold} is not from 1 to the number of its keys, ${keys.length}`)
  return { type: 'threshold', threshold, keys }
}

function fieldsOf(bytes: Uint8Array): RawField[] {
  const fields: RawField[] = []
  for (let at = 0; at < bytes.length; ) {
    const field = readField(bytes, at, bytes.length)
    if (!field) throw invalidKey('the bytes are not a protobuf key')
    fields.push(field)
    at = field.end
  }
  return fields
}

/** The content of the last field with this number; undefined if there is none. */
function contentOf(bytes: Uint8Array, fields: readonly RawField[], number: number): Uint8Array | undefined {
  const field = fields.findLast((one) => one.number === number && one.wireType === LENGTH)
  return field && bytes.subarray(field.contentStart, field.end)
}
