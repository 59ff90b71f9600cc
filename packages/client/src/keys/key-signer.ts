/** A signer that holds the private key, for programs and test accounts. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import type { Signer } from '../session/signer.ts'
import { fromHex, toHex, utf8 } from '../values/bytes.ts'

export type KeyType = 'ed25519' | 'secp256k1'

export interface SignerKey {
  accountId: string
  /** Hex, with or without `0x`: PKCS #8 as the Hiero SDKs print it (`toStringDer`), or only the 32 bytes of the key. */
  privateKey: string
  /** Required if `privateKey` is only the 32 bytes, which do not contain the type. */
  type?: KeyType
}

/** A signer with a key has all methods of a signer. */
export type KeySigner = Required<Signer>

/** The DER prefix of the 32 bytes, by key type. */
const DER: Record<string, KeyType> = {
  '302e020100300506032b657004220420': 'ed25519',
  '3030020100300706052b8104000a04220420': 'secp256k1',
}
const KEY_DIGITS = 64

/**
 * Returns a signer for an Ed25519 or ECDSA key (secp256k1 over Keccak-256). Its signatures are valid on the ledger.
 *
 * @throws RangeError if the key has another format
 */
export function keySigner({ accountId, privateKey, type }: SignerKey): KeySigner {
  const { sign, signName, publicKey } = signing(privateKey, type)
  return {
    accountId,
    publicKey: toHex(publicKey),
    signBody: sign,
    signMessage(text) {
      const message = utf8(text)
      return sign(concatBytes(utf8(`\x19Hedera Signed Message:\n${message.length}`), message))
    },
    signName(bytes) {
      assertOfName(bytes)
      return signName(bytes)
    },
  }
}

function signing(given: string, asked: KeyType | undefined) {
  const digits = (given.startsWith('0x') ? given.slice(2) : given).toLowerCase()
  const type = digits.length === KEY_DIGITS ? asked : DER[digits.slice(0, -KEY_DIGITS)]
  if (type === undefined || (asked !== undefined && asked !== type))
    throw new RangeError(
      'privateKey has an unknown format: send PKCS #8 in hex (toStringDer of the Hiero SDKs), or 32 bytes in hex with their type',
    )
  const key = fromHex(digits.slice(-KEY_DIGITS))
  if (type === 'ed25519') {
    const sign = (message: Uint8Array) => ed25519.sign(message, key)
    return { publicKey: ed25519.getPublicKey(key), sign, signName: sign }
  }
  return {
    publicKey: secp256k1.getPublicKey(key),
    sign: (message: Uint8Array) => secp256k1.sign(keccak_256(message), key, { prehash: false }),
    signName: (message: Uint8Array) => secp256k1.sign(sha256(message), key, { prehash: false, format: 'der' }),
  }
}

const NAME_PREFIX = utf8('ipns-signature:')

/**
 * Throws unless the bytes are to be signed for an IPNS record, so that the signature is valid for nothing else.
 *
 * @throws RangeError
 */
export function assertOfName(bytes: Uint8Array): void {
  if (!NAME_PREFIX.every((byte, index) => byte === bytes[index]))
    throw new RangeError('Not signed: these bytes are not an IPNS record')
}
