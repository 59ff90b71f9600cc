/**
 * Parses the mirror's JSON, which has int64 as bare numbers. Numbers beyond 2^53 keep their digits: they are put in
 * quotes before the text is parsed. (A reviver is called for every value and takes five times as long.)
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { parseJson } from '../../values/json.ts'

/**
 * The prefix of quoted digits that become a BigInt. It is random and secret, so that no string from outside begins with
 * it.
 */
const MARK = bytesToHex(crypto.getRandomValues(new Uint8Array(16)))

/** Integers beyond 2^53 as BigInt. */
export function parseExact(text: string): unknown {
  const quoted = quoteLong(text, MARK)
  const value: unknown = parseJson(quoted)
  return quoted === text ? value : withBigInts(value)
}

/** Like {@link parseExact}, but as decimal strings, which JSON can carry. */
export const parseDecimal = (text: string): unknown => parseJson(quoteLong(text, ''))

/**
 * Matches an integer of 16 to 19 digits, or text in a string that looks like one. No int64 is longer, and a BigInt
 * takes time with the square of its digits. Digits before a colon are not matched: quoting an unquoted property name
 * would make invalid JSON valid.
 */
const LONG = /[:,[\s](-?[1-9]\d{15,18})\s*(?:[,\]}]|$)/g

function quoteLong(text: string, mark: string): string {
  let quoted = ''
  let copied = 0
  /** The index of the next quotation mark to look at, where a string begins. */
  let quote = indexOrEnd(text, 0)
  LONG.lastIndex = 0
  for (let found = LONG.exec(text); found; found = LONG.exec(text)) {
    const digits = found[1] as string
    const at = found.index + 1
    let outside = 0
    while (quote < at) {
      outside = afterString(text, quote)
      quote = indexOrEnd(text, outside)
    }
    const isInString = outside > at
    LONG.lastIndex = isInString ? outside : at + digits.length
    if (isInString || Number.isSafeInteger(Number(digits))) continue
    quoted += `${text.slice(copied, at)}"${mark}${digits}"`
    copied = LONG.lastIndex
  }
  return copied === 0 ? text : quoted + text.slice(copied)
}

function indexOrEnd(text: string, from: number): number {
  const found = text.indexOf('"', from)
  return found === -1 ? text.length : found
}

/** The index after the string that begins at `start`. */
function afterString(text: string, start: number): number {
  for (let end = indexOrEnd(text, start + 1); end < text.length; end = indexOrEnd(text, end + 1)) {
    let before = end
    while (text[before - 1] === '\\') before--
    if ((end - before) % 2 === 0) return end + 1
  }
  return text.length
}

function withBigInts(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith(MARK) ? BigInt(value.slice(MARK.length)) : value
  if (Array.isArray(value)) for (const [at, item] of value.entries()) value[at] = withBigInts(item)
  else if (typeof value === 'object' && value !== null) {
    const members = value as Record<string, unknown>
    for (const name of Object.keys(members)) members[name] = withBigInts(members[name])
  }
  return value
}
