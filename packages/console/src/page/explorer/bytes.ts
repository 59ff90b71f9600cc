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
