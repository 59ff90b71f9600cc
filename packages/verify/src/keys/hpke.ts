/**
 * HPKE (RFC 9180), base mode, with DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and ChaCha20-Poly1305, for one message: the
 * encapsulated key, and then the ciphertext with its tag.
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { hmacSha256, openChaCha, sealChaCha, x25519Of, x25519Public } from '#primitives'
import { utf8 } from '../bytes.ts'

const KEY_BYTES = 32
const TAG_BYTES = 16
/** How many bytes sealing adds to a message. */
export const OVERHEAD_BYTES = KEY_BYTES + TAG_BYTES

const EMPTY = new Uint8Array()
const twoBytes = (value: number): Uint8Array => Uint8Array.of(value >> 8, value & 0xff)
/** `KEM` with the id of the KEM, and `HPKE` with those of all three algorithms (sections 4.1 and 5.1). */
const KEM = concatBytes(utf8('KEM'), twoBytes(0x0020))
const SUITE = concatBytes(utf8('HPKE'), twoBytes(0x0020), twoBytes(0x0001), twoBytes(0x0003))

const VERSION = utf8('HPKE-v1')
const FIRST_BLOCK = Uint8Array.of(1)

/**
 * HKDF-Extract (RFC 5869), with the input prefixed by version, suite and label. An empty salt counts as zeros, as HMAC
 * pads it.
 */
function labeledExtract(suite: Uint8Array, label: string) {
  const prefix = concatBytes(VERSION, suite, utf8(label))
  return (salt: Uint8Array, ikm: Uint8Array): Uint8Array => hmacSha256(salt, concatBytes(prefix, ikm))
}

/** HKDF-Expand to at most 32 bytes, which is its first block. */
function labeledExpand(suite: Uint8Array, label: string, bytes: number) {
  const prefix = concatBytes(twoBytes(bytes), VERSION, suite, utf8(label))
  return (prk: Uint8Array, info: Uint8Array): Uint8Array =>
    hmacSha256(prk, concatBytes(prefix, info, FIRST_BLOCK)).subarray(0, bytes)
}

const extractAgreed = labeledExtract(KEM, 'eae_prk')
const expandShared = labeledExpand(KEM, 'shared_secret', 32)
const extractSecret = labeledExtract(SUITE, 'secret')
const expandKey = labeledExpand(SUITE, 'key', 32)
const expandNonce = labeledExpand(SUITE, 'base_nonce', 12)

/** Section 4.1, ExtractAndExpand. */
function sharedSecret(agreed: Uint8Array, encapsulated: Uint8Array, receiver: Uint8Array): Uint8Array {
  return expandShared(extractAgreed(EMPTY, agreed), concatBytes(encapsulated, receiver))
}

/** The part of section 5.1's KeySchedule that is the same for all messages with this `info`. */
function scheduleContext(info: Uint8Array): Uint8Array {
  const pskIdHash = labeledExtract(SUITE, 'psk_id_hash')(EMPTY, EMPTY)
  return concatBytes(Uint8Array.of(0), pskIdHash, labeledExtract(SUITE, 'info_hash')(EMPTY, info))
}

/** The key and the nonce of the first message (section 5.1). */
function keySchedule(shared: Uint8Array, context: Uint8Array): { key: Uint8Array; nonce: Uint8Array } {
  const secret = extractSecret(shared, EMPTY)
  return { key: expandKey(secret, context), nonce: expandNonce(secret, context) }
}

export interface Sealing {
  info: Uint8Array
  /** Associated data. It is not in the sealed bytes, but needed to open them. */
  associated: Uint8Array
  message: Uint8Array
}

/**
 * Seals a message for the holder of a private key.
 *
 * @param ephemeral 32 random bytes; for tests
 * @throws RangeError for a public key of small order
 */
export async function seal(
  receiver: Uint8Array,
  { info, associated, message }: Sealing,
  ephemeral: Uint8Array = crypto.getRandomValues(new Uint8Array(KEY_BYTES)),
): Promise<Uint8Array> {
  const agreed = await x25519Of(ephemeral)(receiver)
  if (!agreed) throw new RangeError('the public key has a small order')
  const encapsulated = x25519Public(ephemeral)
  const { key, nonce } = keySchedule(sharedSecret(agreed, encapsulated, receiver), scheduleContext(info))
  return concatBytes(encapsulated, sealChaCha({ key, nonce, associated }, message))
}

/** Opens sealed bytes; undefined if they were sealed for another key, `info` or associated data, or were altered. */
export type Opener = (sealed: Uint8Array, associated: Uint8Array) => Promise<Uint8Array | undefined>

export function openerOf(privateKey: Uint8Array, info: Uint8Array): Opener {
  const receiver = x25519Public(privateKey)
  const agree = x25519Of(privateKey)
  const context = scheduleContext(info)
  return async (sealed, associated) => {
    if (sealed.length < OVERHEAD_BYTES) return undefined
    const encapsulated = sealed.subarray(0, KEY_BYTES)
    const agreed = await agree(encapsulated)
    if (!agreed) return undefined
    const { key, nonce } = keySchedule(sharedSecret(agreed, encapsulated, receiver), context)
    return openChaCha({ key, nonce, associated }, sealed.subarray(KEY_BYTES))
  }
}
