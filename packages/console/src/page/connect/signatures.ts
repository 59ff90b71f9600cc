/** Signatures as other devices give them. */
import { decode, SIGNATURE_BYTES, withoutRecoveryId } from '@quorate/verify'
import { bytesIn, fromHex } from '../parts/bytes.ts'

const MAX_TEXT = 20_000

/** A signature in hex or base64: 64 bytes, r‖s of r‖s‖v, or a SignatureMap that is not empty; else undefined. */
export function readSignature(given: string): Uint8Array | undefined {
  if (given.length > MAX_TEXT) return undefined
  const text = given.replace(/\s/g, '')
  const digits = text.replace(/^0x/i, '')
  const bytes = /^(?:[\da-f]{2})+$/i.test(digits) ? fromHex(digits) : inBase64(text)
  const raw = bytes && withoutRecoveryId(bytes)
  if (raw?.length === SIGNATURE_BYTES) return raw
  return bytes && isSignatureMap(bytes) ? bytes : undefined
}

/** The bytes in base64, of either alphabet; undefined for what is none. */
export const inBase64 = (text: string): Uint8Array | undefined =>
  bytesIn(text.replaceAll('-', '+').replaceAll('_', '/'))

export function isSignatureMap(bytes: Uint8Array): boolean {
  const { fields, findings } = decode(bytes, 'SignatureMap')
  return findings.length === 0 && fields.length > 0
}
