import { VerifyError } from '../error.ts'

/** The maximum nesting depth. No signed or anchored record is nested deeper. */
export const MAX_JSON_DEPTH = 64

/**
 * The canonical text of a JSON value (RFC 8785): keys sorted by UTF-16 units, no spaces, numbers as ECMAScript writes
 * them. Properties that are undefined are omitted, as in JSON.stringify.
 *
 * @throws VerifyError `NESTED_TOO_DEEP` beyond {@link MAX_JSON_DEPTH} levels; `NOT_JSON` for values that JSON cannot
 *     hold
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > MAX_JSON_DEPTH)
    throw new VerifyError('NESTED_TOO_DEEP', `JSON nested deeper than ${MAX_JSON_DEPTH} levels`)
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null, depth + 1)).join(',')}]`
  if (typeof value === 'object' && value !== null) return objectText(value, depth)
  if (typeof value === 'number' && !Number.isFinite(value)) throw notJson(String(value))
  if (typeof value === 'string' && !value.isWellFormed()) throw notJson('text with half a surrogate pair')
  const text = typeof value === 'bigint' ? undefined : JSON.stringify(value)
  if (text === undefined) throw notJson(typeof value)
  return text
}

function objectText(value: object, depth: number): string {
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([key, item]) => `${canonicalJson(key)}:${canonicalJson(item, depth + 1)}`).join(',')}}`
}

const notJson = (what: string) => new VerifyError('NOT_JSON', `${what} cannot be written as canonical JSON (RFC 8785)`)

/** {@link canonicalJson} as the bytes that are signed and hashed. */
export const canonicalBytes = (value: unknown): Uint8Array => new TextEncoder().encode(canonicalJson(value))
