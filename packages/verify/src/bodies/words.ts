import type { Decoded, Field, Finding } from '../protobuf/decode.ts'
import { quoted, summaryOf, valueText } from './summaries.ts'

/** A line for people, which describes some bytes of a message. */
export interface Line {
  /** The nesting depth of the field, from 0. */
  depth: number
  start: number
  end: number
  name: string
  /** Empty for a message whose fields follow. */
  text: string
  /** Sentences about what was found in these bytes. */
  findings: string[]
}

/**
 * Describes a message with one line per field. Ids, times and keys take one line, unless something was found in them.
 * Every byte belongs to some line.
 */
export function inWords({ fields, findings }: Decoded): Line[] {
  const found = Map.groupBy(findings, placeOf)
  const starts = findings.map(({ start }) => start)
  const isClean = ({ start, end }: Field) => (starts[firstFrom(starts, start)] ?? end) >= end
  const lines = (parts: Field[], depth: number): Line[] =>
    parts.flatMap((field) => {
      const summary = isClean(field) ? summaryOf(field) : undefined
      const line = {
        depth,
        start: field.start,
        end: field.end,
        name: nameOf(field),
        text: summary === undefined ? textOf(field) : withMeaning(field, summary),
        findings: (found.get(placeOf(field)) ?? []).map(({ code, message }) => `${code}: ${message}`),
      }
      return [line, ...(summary === undefined ? lines(field.fields ?? [], depth + 1) : [])]
    })
  return lines(fields, 0)
}

/** The index of the first of these ascending numbers that is at least `least`. */
function firstFrom(numbers: number[], least: number): number {
  let [from, to] = [0, numbers.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((numbers[middle] ?? 0) < least) from = middle + 1
    else to = middle
  }
  return from
}

const placeOf = ({ path, start }: Field | Finding): string => `${start} ${path}`

/** The last name of the path, with its index in a list. */
const nameOf = ({ path }: Field): string => path.slice(path.lastIndexOf('.') + 1)

function textOf({ value, type, path, fields }: Field): string {
  if (value === null || fields) return ''
  if (typeof value === 'bigint') return withUnit(path, value)
  if (typeof value === 'string') return type === 'string' ? quoted(value) : value
  if (!(value instanceof Uint8Array) || value.length === 0) return valueText(value)
  const text = type === 'bytes' ? printable(value) : undefined
  return text === undefined ? valueText(value) : `${valueText(value)} (${quoted(text)})`
}

/** The bytes as text if people can read it; otherwise undefined. */
function printable(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return /^[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(text) ? text : undefined
  } catch {
    return undefined
  }
}

/** The fields whose amounts are in tinybars. Other amounts are in the smallest unit of a token. */
const TINYBARS = [
  /(?:^|\.)transactionFee$/,
  /\.initialBalance$/,
  /\bcryptoTransfer\.transfers\.accountAmounts\[\d+\]\.amount$/,
]
const HBAR = 100_000_000n

function withUnit(path: string, value: bigint): string {
  if (!TINYBARS.some((pattern) => pattern.test(path))) return String(value)
  const [whole, rest] = value < 0n ? [-value / HBAR, -value % HBAR] : [value / HBAR, value % HBAR]
  let decimals = rest === 0n ? '' : `.${String(rest).padStart(8, '0')}`
  while (decimals.endsWith('0')) decimals = decimals.slice(0, -1)
  return `${value} tinybars (${value < 0n ? '-' : ''}${whole}${decimals} hbar)`
}

const MAX_MS = 8.64e15

function withMeaning({ type }: Field, summary: string): string {
  if (type === 'Duration') return `${summary} s`
  const ms = Math.floor(Number(summary) * 1000)
  if (type !== 'Timestamp' || Math.abs(ms) > MAX_MS) return summary
  return `${summary} (${new Date(ms).toISOString()})`
}

/** A field as JSON: integers as decimal text, bytes as hex. */
export interface JsonField {
  path: string
  number: number | null
  wireType: number | null
  name: string | null
  type: string
  value: boolean | string | null
  start: number
  contentStart: number
  end: number
  fields?: JsonField[]
}

export const toJson = ({ value, fields, ...field }: Field): JsonField => ({
  ...field,
  value: jsonValue(value),
  ...(fields && { fields: fields.map(toJson) }),
})

const jsonValue = (value: Field['value']): JsonField['value'] =>
  typeof value === 'bigint' ? String(value) : value instanceof Uint8Array ? valueText(value).slice(2) : value
