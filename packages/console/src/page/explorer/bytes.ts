/** Bytes of strangers, as text where they are text. */
import { bytesIn, toHex } from '../parts/bytes.ts'

/** The text in these base64 bytes; undefined where they are no UTF-8. */
export function textIn(base64: string): string | undefined {
  const bytes = bytesIn(base64)
  if (bytes === undefined) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

export const hexIn = (base64: string): string => toHex(bytesIn(base64) ?? new Uint8Array())

/**
 * JSON with two spaces, whose integers beyond 2^53 are BigInt: those are written in full. `…` for what is nested deeper
 * than can be written.
 */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value, (_name, one) => (typeof one === 'bigint' ? exactly(one) : one), 2)
  } catch {
    return '…'
  }
}

/** In quotes where the browser cannot write such an integer. */
const exactly = (integer: bigint): unknown =>
  (JSON as { rawJSON?: (text: string) => unknown }).rawJSON?.(String(integer)) ?? String(integer)
