/** JSON with two spaces, whose integers beyond 2^53 are BigInt: those are written in full. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_name, one) => (typeof one === 'bigint' ? exactly(one) : one), 2)
}

/** In quotes where the browser cannot write such an integer. */
const exactly = (integer: bigint): unknown =>
  (JSON as { rawJSON?: (text: string) => unknown }).rawJSON?.(String(integer)) ?? String(integer)
