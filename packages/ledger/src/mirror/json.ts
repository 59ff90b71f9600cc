/** The mirror writes int64 as bare numbers: beyond 2^53 they keep their digits. Everything else is JSON as usual. */

/** Integers beyond 2^53 as BigInt. */
export const parseExact = (text: string): unknown => parse(text, BigInt)

/** The same as decimal strings, which JSON can carry on. */
export const parseDecimal = (text: string): unknown => parse(text, String)

/** `source` is the number as written (TC39 JSON.parse source text access). */
function parse(text: string, keep: (digits: string) => unknown): unknown {
  // Most answers hold no number that long; addresses and amounts in quotes are none.
  if (!/[:,[\s]-?\d{16}/.test(text)) return JSON.parse(text)
  const exact = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
    typeof value !== 'number' || Number.isSafeInteger(value) || !source || !/^-?\d+$/.test(source)
      ? value
      : keep(source)
  return JSON.parse(text, exact as (key: string, value: unknown) => unknown)
}

/** A JSON object of the mirror's; int64 beyond 2^53 as decimal strings. */
export type MirrorJson = Record<string, unknown>
