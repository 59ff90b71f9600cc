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
