/** Reads signatures from other devices. */
import { decode, SIGNATURE_BYTES, withoutRecoveryId } from '@quorate/verify'
import { bytesIn, fromHex } from '../parts/ledger/bytes.ts'

const MAX_TEXT = 20_000

/**
 * Reads a signature in hex or base64: 64 bytes, the r‖s of r‖s‖v, or a non-empty SignatureMap. Undefined for anything
 * else.
 */
export function readSignature(given: string): Uint8Array | undefined {
  if (given.length > MAX_TEXT) return undefined
  const text = given.replace(/\s/g, '')
  const digits = text.replace(/^0x/i, '')
  const bytes = /^(?:[\da-f]{2})+$/i.test(digits) ? fromHex(digits) : inBase64(text)
  const raw = bytes && withoutRecoveryId(bytes)
  if (raw?.length === SIGNATURE_BYTES) return raw
  return bytes && isSignatureMap(bytes) ? bytes : undefined
}

/** Decodes either base64 alphabet; undefined if the text is not base64. */
export const inBase64 = (text: string): Uint8Array | undefined =>
  bytesIn(text.replaceAll('-', '+').replaceAll('_', '/'))

export function isSignatureMap(bytes: Uint8Array): boolean {
  const { fields, findings } = decode(bytes, 'SignatureMap')
  return findings.length === 0 && fields.length > 0
}
