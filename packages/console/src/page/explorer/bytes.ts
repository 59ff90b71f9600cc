/** Reads untrusted bytes as text if they are text. */
import { bytesIn, toHex } from '../parts/ledger/bytes.ts'

/** Decodes base64 to text; undefined if the bytes are not UTF-8. */
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
