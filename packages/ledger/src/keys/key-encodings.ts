import { ECDH, hash } from 'node:crypto'
import { proto } from '@hiero-ledger/proto'
import { KeyList, PublicKey, type Key as SdkKey } from '@hiero-ledger/sdk'
import { badRequest, unprocessable } from '@quorate/platform'
import { isLeaf, type Key, type Leaf, MAX_KEY_DEPTH } from '@quorate/verify'
import { limits } from '../limits.ts'

/** A key that fits into a transaction of 6,144 bytes is smaller; anything larger is not a key. */
export const MAX_KEY_BYTES = limits.maxKeyBytes.value

const SPKI = {
  ed25519: '302a300506032b6570032100',
  /** RFC 5480, point compressed. */
  secp256k1: '3036301006072a8648ce3d020106052b8104000a032200',
} as const
/** secp256k1 as the Hedera SDKs write it: the curve's identifier where RFC 5480 has the algorithm's. */
const HEDERA_SECP256K1 = '302d300706052b8104000a032200'
const SPKI_SECP256K1_UNCOMPRESSED = '3056301006072a8648ce3d020106052b8104000a034200'

const invalidKey = (what: string) => badRequest('INVALID_KEY', what)
const contractKey = () => unprocessable('CONTRACT_KEY', 'A key held by a contract cannot be written into a transaction')
const shown = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}...` : text)

/**
 * A leaf from DER (SPKI as OpenSSL or as the Hedera SDKs write it) or raw hex, with or without 0x: 32 bytes are
 * Ed25519, 33 or 65 secp256k1 (kept compressed).
 *
 * @throws 400 INVALID_KEY
 */
export function keyFromText(text: string): Leaf {
  const hex = text.replace(/^0x/i, '').toLowerCase()
  if (hex.length > 2 * 128 || !/^(?:[0-9a-f]{2})+$/.test(hex)) {
    throw invalidKey(`"${shown(text)}" is not a public key: expected hex, DER or raw`)
  }
  const raw = withoutDer(hex)
  const leaf = raw && leafOf(Buffer.from(raw.hex, 'hex'), raw.type)
  if (!leaf) throw invalidKey(`"${shown(text)}" is not an Ed25519 or secp256k1 public key`)
  return leaf
}

type LeafType = Leaf['type']

function withoutDer(hex: string): { hex: string; type?: LeafType } | undefined {
  for (const [prefix, type] of [
    [SPKI.ed25519, 'ed25519'],
    [SPKI.secp256k1, 'secp256k1'],
    [HEDERA_SECP256K1, 'secp256k1'],
    [SPKI_SECP256K1_UNCOMPRESSED, 'secp256k1'],
  ] as const) {
    if (hex.startsWith(prefix)) return { hex: hex.slice(prefix.length), type }
  }
  return hex.startsWith('30') && hex.length > 2 * 33 && hex.length !== 2 * 65 ? undefined : { hex }
}

function leafOf(raw: Uint8Array, type?: LeafType): Leaf | undefined {
  if (raw.length === 32 && type !== 'secp256k1') return { type: 'ed25519', bytes: Uint8Array.from(raw) }
  if (type === 'ed25519') return undefined
  if (raw.length === 33 && (raw[0] === 2 || raw[0] === 3)) return { type: 'secp256k1', bytes: Uint8Array.from(raw) }
  return raw.length === 65 && raw[0] === 4 ? compressed(raw) : undefined
}

function compressed(raw: Uint8Array): Leaf | undefined {
  try {
    const point = ECDH.convertKey(Buffer.from(raw), 'secp256k1', undefined, undefined, 'compressed')
    return { type: 'secp256k1', bytes: Uint8Array.from(point as unknown as Uint8Array) }
  } catch {
    return undefined
  }
}

/**
 * The key that a signature pair's prefix names: 32 bytes are Ed25519, 33 secp256k1 (compressed); any other length names
 * none.
 */
export const wholeKey = (prefix: Uint8Array, type: Leaf['type']): Leaf | undefined =>
  prefix.length <= 33 ? leafOf(prefix, type) : undefined

/** The EVM address that accounts are made for before their key is known, 0x and 40 digits; undefined for Ed25519. */
export function evmAddressOf({ type, bytes }: Leaf): string | undefined {
  if (type !== 'secp256k1') return undefined
  try {
    const point = ECDH.convertKey(bytes, 'secp256k1', undefined, undefined, 'uncompressed') as Buffer
    return `0x${hash('keccak-256', point.subarray(1), 'hex').slice(-40)}`
  } catch {
    return undefined
  }
}

/**
 * The mirror's form: raw hex with its type, or a whole protobuf key in hex. null (no key, as after a key's removal)
 * stays null.
 *
 * @throws 400 INVALID_KEY
 */
export function keyFromMirror(key: { _type: string; key: string } | null): Key | null {
  if (!key) return null
  const bytes = Buffer.from(key.key.replace(/^0x/i, ''), 'hex')
  if (key._type === 'ProtobufEncoded') return keyFromProto(bytes)
  const type = { ED25519: 'ed25519', ECDSA_SECP256K1: 'secp256k1' }[key._type] as LeafType | undefined
  const leaf = type && leafOf(bytes, type)
  if (!leaf)
    throw invalidKey(`the mirror's key {_type: "${shown(key._type)}", key: "${shown(key.key)}"} is not understood`)
  return leaf
}

/**
 * From a serialized `proto.Key`. Contract keys, and the RSA and P-384 keys that the network accepts nowhere, become
 * `contract`: no signature satisfies them.
 *
 * @throws 400 INVALID_KEY when it is malformed, empty, nested deeper than {@link MAX_KEY_DEPTH} or larger than
 *     {@link MAX_KEY_BYTES}
 */
export function keyFromProto(bytes: Uint8Array): Key {
  if (bytes.length > MAX_KEY_BYTES)
    throw invalidKey(`a key of ${bytes.length} bytes is too large: at most ${MAX_KEY_BYTES}`)
  return fromMessage(decodedKey(bytes), 1)
}

function decodedKey(bytes: Uint8Array): proto.IKey {
  try {
    return proto.Key.decode(bytes)
  } catch {
    throw invalidKey('the bytes are not a protobuf key')
  }
}

function fromMessage(key: proto.IKey, depth: number): Key {
  if (depth > MAX_KEY_DEPTH) throw invalidKey(`the key is nested deeper than ${MAX_KEY_DEPTH} levels`)
  const leaf = key.ed25519?.length
    ? leafOf(key.ed25519, 'ed25519')
    : key.ECDSASecp256k1?.length
      ? leafOf(key.ECDSASecp256k1, 'secp256k1')
      : undefined
  if (leaf) return leaf
  if (key.contractID || key.delegatableContractId || key.RSA_3072?.length || key.ECDSA_384?.length)
    return { type: 'contract' }
  if (key.keyList) return { type: 'list', keys: fromMessages(key.keyList, depth) }
  if (key.thresholdKey) return thresholdFrom(key.thresholdKey, depth)
  throw invalidKey('a key has no content, or not the length of its type')
}

const fromMessages = (list: proto.IKeyList, depth: number): Key[] =>
  (list.keys ?? []).map((key) => fromMessage(key, depth + 1))

function thresholdFrom(key: proto.IThresholdKey, depth: number): Key {
  const keys = fromMessages(key.keys ?? {}, depth)
  const threshold = key.threshold ?? 0
  if (threshold < 1 || threshold > keys.length) {
    throw invalidKey(`a threshold of ${threshold} is not from 1 to the number of its keys, ${keys.length}`)
  }
  return { type: 'threshold', threshold, keys }
}

/** @throws 422 CONTRACT_KEY for a key that contains a contract key, since the contract's id is not kept */
export const keyToProto = (key: Key): Uint8Array => Uint8Array.from(proto.Key.encode(toMessage(key)).finish())

export function toMessage(key: Key): proto.IKey {
  switch (key.type) {
    case 'contract':
      throw contractKey()
    case 'ed25519':
      return { ed25519: key.bytes }
    case 'secp256k1':
      return { ECDSASecp256k1: key.bytes }
    case 'list':
      return { keyList: { keys: key.keys.map(toMessage) } }
    case 'threshold':
      return { thresholdKey: { threshold: key.threshold, keys: { keys: key.keys.map(toMessage) } } }
  }
}

/** The same key for the SDK's setKey and its like. @throws 422 CONTRACT_KEY */
export function keyToSdk(key: Key): SdkKey {
  if (isLeaf(key))
    return key.type === 'ed25519' ? PublicKey.fromBytesED25519(key.bytes) : PublicKey.fromBytesECDSA(key.bytes)
  if (key.type === 'contract') throw contractKey()
  const keys = key.keys.map(keyToSdk)
  return key.type === 'threshold' ? new KeyList(keys, key.threshold) : new KeyList(keys)
}

/** The mirror's form of a key, as its REST API writes it. */
export function keyToMirror(key: Key): { _type: 'ED25519' | 'ECDSA_SECP256K1' | 'ProtobufEncoded'; key: string } {
  if (!isLeaf(key)) return { _type: 'ProtobufEncoded', key: Buffer.from(keyToProto(key)).toString('hex') }
  return { _type: key.type === 'ed25519' ? 'ED25519' : 'ECDSA_SECP256K1', key: Buffer.from(key.bytes).toString('hex') }
}
