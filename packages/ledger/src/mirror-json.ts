/** Integers beyond 2^53 keep their digits, as BigInt (the mirror writes int64 as bare numbers); everything else is JSON as usual. */
export function parseExact(text: string): unknown {
  return /\d{16}/.test(text) ? JSON.parse(text, exact as (key: string, value: unknown) => unknown) : JSON.parse(text)
}

/** `source` is the number as written (TC39 JSON.parse source text access). */
function exact(_key: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !source || !/^-?\d+$/.test(source)) return value
  return BigInt(source)
}
