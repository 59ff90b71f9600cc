import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { proto } from '@hiero-ledger/proto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { LRUCache } from 'lru-cache'
import { hasNativeKeccak, keccak } from './encoding/keccak.ts'
import { type KeyRule, type PublicKey, publicKey, type Signer } from './keys.ts'
import { check } from './status-error.ts'

/** The maximum number of verifications of signatures for a transaction, or for a batch with all its transactions. */
export const MAX_VERIFICATIONS = 128

const KEY_BYTES = { ed25519: 32, secp256k1: 33 }
const SPKI_PREFIX = {
  ed25519: Buffer.from('302a300506032b6570032100', 'hex'),
  secp256k1: Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex'),
}

const MAX_CACHED_KEYS = 20_000
/** false if the bytes are not a point of the curve. */
const keyObjects = new LRUCache<string, KeyObject | false>({ max: MAX_CACHED_KEYS })

/** The key as node:crypto takes it, from a cache; false if the bytes are not a point of the curve. */
function keyObject(key: PublicKey): KeyObject | false {
  const cached = keyObjects.get(key.id)
  if (cached !== undefined) return cached
  const made = makeKeyObject(key)
  keyObjects.set(key.id, made)
  return made
}

function makeKeyObject(key: PublicKey): KeyObject | false {
  if (key.bytes.length !== KEY_BYTES[key.kind]) return false
  try {
    const der = Buffer.concat([SPKI_PREFIX[key.kind], key.bytes])
    return createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch {
    return false
  }
}

/**
 * The arguments for verifying with node:crypto: Ed25519 signs the message itself, ECDSA secp256k1 (r‖s) its keccak-256.
 * Undefined for what it cannot verify.
 */
function verifier(key: PublicKey, signature: Uint8Array) {
  if (isPlain(key)) return undefined
  const object = signature.length === 64 ? keyObject(key) : null
  if (!object) return undefined
  if (key.kind === 'ed25519') return { algorithm: null, key: object }
  return { algorithm: 'keccak-256', key: { key: object, dsaEncoding: 'ieee-p1363' } as const }
}

/** Whether the signatures of a key are verified without node:crypto. */
const isPlain = ({ kind }: PublicKey): boolean => kind === 'secp256k1' && !hasNativeKeccak

function verifyPlain({ bytes }: PublicKey, message: Uint8Array, signature: Uint8Array): boolean {
  if (bytes.length !== KEY_BYTES.secp256k1 || signature.length !== 64) return false
  try {
    return secp256k1.verify(signature, keccak(message), bytes, { prehash: false, lowS: false })
  } catch {
    return false
  }
}

export function verifySignature(key: PublicKey, message: Uint8Array, signature: Uint8Array): boolean {
  if (isPlain(key)) return verifyPlain(key, message, signature)
  const by = verifier(key, signature)
  return by !== undefined && verify(by.algorithm, message, by.key, signature)
}

/** How many signatures may still be verified. All transactions of a batch share one counter. */
export interface Verifications {
  left: number
}

/**
 * The signatures of one transaction. A key is verified once, when a rule needs it, with the signature whose prefix fits
 * the key: only one does, since no prefix is the beginning of another. A prefix may fit many keys, so the number of
 * verifications is bounded.
 */
export class Signatures {
  readonly verifications: Verifications
  readonly #message: Uint8Array
  readonly #pairs: readonly proto.ISignaturePair[]
  readonly #verified = new Map<string, boolean>()
  #authority: ((key: Signer) => boolean) | undefined
  /** Keys that authorise without a signature: the key of a calling contract. */
  own: readonly Signer[] = []

  constructor(
    message: Uint8Array,
    pairs: readonly proto.ISignaturePair[],
    verifications: Verifications = { left: MAX_VERIFICATIONS },
  ) {
    this.#message = message
    this.#pairs = pairs
    this.verifications = verifications
  }

  /** Signatures of these keys, which were verified before. */
  static given(keys: readonly Signer[]): Signatures {
    const signatures = new Signatures(new Uint8Array(), [])
    for (const { id } of keys) signatures.#verified.set(id, true)
    return signatures
  }

  /** The authority of a contract's call, which has no signatures. `own` is the key of the calling contract. */
  static ofCall(authority: (key: Signer) => boolean, own: readonly Signer[]): Signatures {
    const signatures = new Signatures(new Uint8Array(), [])
    signatures.#authority = authority
    signatures.own = own
    return signatures
  }

  get count(): number {
    return this.#pairs.length
  }

  /**
   * Says whether the signature with the key's type and a fitting prefix verifies. Contracts sign nothing: they
   * authorise what they call.
   *
   * @throws INVALID_SIGNATURE after too many verifications
   */
  readonly signedBy = (key: Signer): boolean => {
    if (this.#authority) return this.#authority(key)
    const known = this.#verified.get(key.id)
    if (known !== undefined || key.kind === 'contract') return known ?? false
    const signature = this.#signatureFor(key)
    check(signature === undefined || this.verifications.left-- > 0, 'INVALID_SIGNATURE')
    const result = signature !== undefined && verifySignature(key, this.#message, signature)
    this.#verified.set(key.id, result)
    return result
  }

  /**
   * If the rule is a single key, verifies its signature on another thread, so that {@link signedBy} need not. Calls
   * back when that is done, or immediately if there is nothing to verify.
   */
  verifyAhead(rule: KeyRule | undefined, done: () => void): void {
    const key = rule?.kind === 'ed25519' || rule?.kind === 'secp256k1' ? rule : undefined
    const signature = key && this.#signatureFor(key)
    const by = key && signature && verifier(key, signature)
    if (!by) {
      done()
      return
    }
    verify(by.algorithm, this.#message, by.key, signature, (_, isValid) => {
      if (isValid) this.#verified.set(key.id, true)
      done()
    })
  }

  /** The signature of a key, empty if a contract's call authorises for it; undefined if it did not sign. */
  signatureOf(key: Signer): Uint8Array | undefined {
    if (!this.signedBy(key)) return undefined
    return this.#authority || key.kind === 'contract' ? new Uint8Array() : this.#signatureFor(key)
  }

  /** The ECDSA keys whose prefix is the whole key. */
  secp256k1Keys(): PublicKey[] {
    const named = this.#pairs.filter((pair) => pair.ECDSASecp256k1 != null && pair.pubKeyPrefix?.length === 33)
    return named.map((pair) => publicKey('secp256k1', pair.pubKeyPrefix ?? new Uint8Array()))
  }

  #signatureFor(key: PublicKey): Uint8Array | undefined {
    for (const pair of this.#pairs) {
      const signature = signatureIn(pair, key)
      if (signature) return signature
    }
    return undefined
  }
}

/** The signature in a pair, if its type and prefix fit the key. */
function signatureIn(pair: proto.ISignaturePair, key: PublicKey): Uint8Array | undefined {
  const signature = key.kind === 'ed25519' ? pair.ed25519 : pair.ECDSASecp256k1
  return signature != null && isPrefix(pair.pubKeyPrefix ?? new Uint8Array(), key.bytes) ? signature : undefined
}

export function isPrefix(prefix: Uint8Array, whole: Uint8Array): boolean {
  if (prefix.length > whole.length) return false
  for (let i = 0; i < prefix.length; i++) if (prefix[i] !== whole[i]) return false
  return true
}
