/**
 * Formats JSON with two spaces. Integers beyond 2^53 are BigInt and are written in full. Returns `…` if the value is
 * nested too deeply.
 */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value, (_name, one) => (typeof one === 'bigint' ? exactly(one) : one), 2)
  } catch {
    return '…'
  }
}

/** Writes the integer in quotes if the browser does not support `JSON.rawJSON`. */
const exactly = (integer: bigint): unknown =>
  (JSON as { rawJSON?: (text: string) => unknown }).rawJSON?.(String(integer)) ?? String(integer)
