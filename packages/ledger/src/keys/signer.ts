import { createPrivateKey, createPublicKey, type KeyObject, sign as nativeSign } from 'node:crypto'
import { canonicalSignature, type Leaf } from '@quorate/verify'
import { keyFromText } from './key-encodings.ts'

/** A private key that signs in the form that the ledger verifies. */
export interface Signer {
  publicKey: Leaf
  /** Returns 64 bytes. */
  sign(message: Uint8Array): Uint8Array
}

/** The account that pays for a service's own transactions. */
export interface Operator extends Signer {
  accountId: string
}

const PKCS8 = {
  ed25519: '302e020100300506032b657004220420',
  secp256k1: '303e020100301006072a8648ce3d020106052b8104000a042730250201010420',
} as const
/** secp256k1 in the Hedera SDKs' encoding. */
const HEDERA_SECP256K1 = '3030020100300706052b8104000a04220420'

/**
 * A signer from a private key in hex: DER as written by OpenSSL or the Hedera SDKs, or 32 raw bytes, which are Ed25519
 * by default. Error messages never contain the key.
 */
export function signerFromText(text: string, type: Leaf['type'] = 'ed25519'): Signer {
  const hex = text.trim().replace(/^0x/i, '').toLowerCase()
  const key = privateKey(hex, type)
  const kind: Leaf['type'] = key.asymmetricKeyType === 'ed25519' ? 'ed25519' : 'secp256k1'
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return { publicKey: keyFromText(spki.toString('hex')), sign: kind === 'ed25519' ? ed25519(key) : secp256k1(key) }
}

function privateKey(hex: string, type: Leaf['type']): KeyObject {
  try {
    const der = Buffer.from(derOf(hex, type), 'hex')
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    if (key.asymmetricKeyType === 'ed25519' || key.asymmetricKeyDetails?.namedCurve === 'secp256k1') return key
  } catch {
    // The cause is not passed on, since it could contain the key.
  }
  throw new Error('the private key cannot be read: expected Ed25519 or secp256k1 in hex, DER or 32 raw bytes')
}

function derOf(hex: string, type: Leaf['type']): string {
  if (hex.length === 64) return PKCS8[type] + hex
  return hex.startsWith(HEDERA_SECP256K1) ? PKCS8.secp256k1 + hex.slice(HEDERA_SECP256K1.length) : hex
}

const ed25519 = (key: KeyObject) => (message: Uint8Array) => Uint8Array.from(nativeSign(null, message, key))

const secp256k1 = (key: KeyObject) => (message: Uint8Array) => {
  const signature = nativeSign('keccak-256', message, { key, dsaEncoding: 'ieee-p1363' })
  return canonicalSignature('secp256k1', Uint8Array.from(signature)) ?? signature
}
