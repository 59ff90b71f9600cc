import { ECDH, hash } from 'node:crypto'
import { proto } from '@hiero-ledger/proto'
import { KeyList, PublicKey, type Key as SdkKey } from '@hiero-ledger/sdk'
import { badRequest, unprocessable } from '@quorate/platform'
import { isLeaf, type Key, type Leaf, leafFromBytes } from '@quorate/verify'

const SPKI = {
  ed25519: '302a300506032b6570032100',
  /** RFC 5480, with a compressed point. */
  secp256k1: '3036301006072a8648ce3d020106052b8104000a032200',
} as const
/** secp256k1 in the Hedera SDKs' encoding: it has the curve's identifier where RFC 5480 has the algorithm's. */
const HEDERA_SECP256K1 = '302d300706052b8104000a032200'
const SPKI_SECP256K1_UNCOMPRESSED = '3056301006072a8648ce3d020106052b8104000a034200'

const contractKey = () =>
  unprocessable(
    'CONTRACT_KEY',
    'The key contains a contract, which this service cannot copy into a transaction: use a key without one',
  )
const shown = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}...` : text)

/**
 * A leaf key from DER (SPKI as written by OpenSSL or by the Hedera SDKs) or raw hex, with or without 0x: 32 bytes are
 * Ed25519, 33 or 65 bytes secp256k1 (stored compressed).
 *
 * @param field The request's field, for error messages
 * @throws 400 INVALID_KEY
 */
export function keyFromText(text: string, field?: string): Leaf {
  const invalidKey = (what: string) =>
    badRequest('INVALID_KEY', `${field === undefined ? '' : `${field}: `}"${shown(text)}" is not ${what}`)
  const hex = text.replace(/^0x/i, '').toLowerCase()
  if (hex.length > 2 * 128 || !/^(?:[0-9a-f]{2})+$/.test(hex)) {
    throw invalidKey('a public key: expected hex, either DER or raw')
  }
  const raw = withoutDer(hex)
  const leaf = raw && leafFromBytes(Buffer.from(raw.hex, 'hex'), raw.type)
  if (!leaf) throw invalidKey('an Ed25519 or secp256k1 public key')
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

/**
 * The key in a signature pair's prefix: 32 bytes are Ed25519, 33 secp256k1 (compressed). Undefined for any other
 * length.
 */
export const wholeKey = (prefix: Uint8Array, type: Leaf['type']): Leaf | undefined =>
  prefix.length <= 33 ? leafFromBytes(prefix, type) : undefined

/** The EVM address (0x and 40 digits) of an account that is created before its key is known; undefined for Ed25519. */
export function evmAddressOf({ type, bytes }: Leaf): string | undefined {
  if (type !== 'secp256k1') return undefined
  try {
    const point = ECDH.convertKey(bytes, 'secp256k1', undefined, undefined, 'uncompressed') as Buffer
    return `0x${hash('keccak-256', point.subarray(1), 'hex').slice(-40)}`
  } catch {
    return undefined
  }
}

/** @throws 422 CONTRACT_KEY if the key contains a contract key, since the contract's id is not kept */
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

/** The same key for the SDK's setKey and similar methods. @throws 422 CONTRACT_KEY */
export function keyToSdk(key: Key): SdkKey {
  if (isLeaf(key))
    return key.type === 'ed25519' ? PublicKey.fromBytesED25519(key.bytes) : PublicKey.fromBytesECDSA(key.bytes)
  if (key.type === 'contract') throw contractKey()
  const keys = key.keys.map(keyToSdk)
  return key.type === 'threshold' ? new KeyList(keys, key.threshold) : new KeyList(keys)
}

/** The key as the mirror's REST API writes it. */
export function keyToMirror(key: Key): { _type: 'ED25519' | 'ECDSA_SECP256K1' | 'ProtobufEncoded'; key: string } {
  if (!isLeaf(key)) return { _type: 'ProtobufEncoded', key: Buffer.from(keyToProto(key)).toString('hex') }
  return { _type: key.type === 'ed25519' ? 'ED25519' : 'ECDSA_SECP256K1', key: Buffer.from(key.bytes).toString('hex') }
}
