import { parseId } from '../../ids.ts'
import { INT64_MAX } from '../../int64.ts'
import { parseTimestamp } from '../../time.ts'
import { invalidParameter, MirrorError } from './errors.ts'

export type Operator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'

/** `operator:value` of a query parameter; no operator is `eq`. */
export interface Comparison<T> {
  readonly operator: Operator
  readonly value: T
}

const SQL: { readonly [O in Operator]: string } = { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' }

/** A piece of a WHERE clause and its arguments. */
export interface Condition {
  readonly sql: string
  readonly values: readonly (number | bigint | string | Uint8Array)[]
}

export function compare(column: string, { operator, value }: Comparison<number | bigint>): Condition {
  return { sql: `${column} ${SQL[operator]} ?`, values: [value] }
}

/** What a repeated parameter means: any of the values given plainly, and all of its ranges. */
export function compareAll(column: string, comparisons: readonly Comparison<number | bigint>[]): Condition[] {
  const values = comparisons.filter(({ operator }) => operator === 'eq').map(({ value }) => value)
  const ranges = comparisons.filter(({ operator }) => operator !== 'eq').map((range) => compare(column, range))
  if (values.length === 0) return ranges
  const sql = values.length === 1 ? `${column} = ?` : `${column} IN (${values.map(() => '?').join(', ')})`
  return [{ sql, values }, ...ranges]
}

/** A whole number of at most 64 bits; undefined if it is none. */
export function parseInteger(text: string): bigint | undefined {
  const value = /^\d{1,19}$/.test(text) ? BigInt(text) : undefined
  return value === undefined || value > INT64_MAX ? undefined : value
}

const OPERATORS = new Set(Object.keys(SQL))
const MAX_LIMIT = 100
const DEFAULT_LIMIT = 25
/** How often one parameter may be given. */
const MAX_REPEATED = 100

/** The query string of a mirror request: each parameter checked when it is read. */
export class Parameters {
  readonly #values: ReadonlyMap<string, readonly string[]>

  constructor(query: Readonly<Record<string, string | string[] | undefined>>, known: readonly string[]) {
    const entries = Object.entries(query).map(([name, value]) => [name, [value ?? ''].flat()] as const)
    const unknown = entries.find(([name]) => !known.includes(name))
    if (unknown) throw new MirrorError(400, `Unknown query parameter: ${unknown[0]}`)
    const excessive = entries.find(([, values]) => values.length > MAX_REPEATED)
    if (excessive) throw invalidParameter(excessive[0])
    this.#values = new Map(entries)
  }

  all(name: string): readonly string[] {
    return this.#values.get(name) ?? []
  }

  /** The last value given. */
  text(name: string): string | undefined {
    return this.all(name).at(-1)
  }

  limit(): number {
    const text = this.text('limit')
    if (text === undefined) return DEFAULT_LIMIT
    if (!/^\d{1,9}$/.test(text) || Number(text) === 0) throw invalidParameter('limit')
    return Math.min(Number(text), MAX_LIMIT)
  }

  order(byDefault: 'asc' | 'desc'): 'asc' | 'desc' {
    const text = this.text('order')?.toLowerCase()
    if (text === undefined) return byDefault
    if (text !== 'asc' && text !== 'desc') throw invalidParameter('order')
    return text
  }

  flag(name: string, byDefault: boolean): boolean {
    const text = this.text(name)
    if (text !== undefined && text !== 'true' && text !== 'false') throw invalidParameter(name)
    return text === undefined ? byDefault : text === 'true'
  }

  ids(name: string, numberOf: (text: string) => number | undefined = parseId): Comparison<number>[] {
    return this.#comparisons(name, numberOf)
  }

  timestamps(name = 'timestamp'): Comparison<bigint>[] {
    return this.#comparisons(name, parseTimestamp)
  }

  integers(name: string): Comparison<bigint>[] {
    return this.#comparisons(name, parseInteger)
  }

  /** The moment that `timestamp` asks about: the end of the range it describes, undefined for now. */
  moment(): bigint | undefined {
    const ends = this.timestamps().map(({ operator, value }) => {
      if (operator === 'eq' || operator === 'lte') return value
      return operator === 'lt' ? value - 1n : undefined
    })
    return ends.filter((end) => end !== undefined).at(-1)
  }

  /** The query string again, with `replaced` instead of what was given by that name. */
  with(replaced: string, value: string): string {
    return [...this.without([replaced]), `${replaced}=${value}`].join('&')
  }

  /** The `name=value` pairs of the query string that are not called like these. */
  without(names: readonly string[]): string[] {
    const kept = [...this.#values].filter(([name]) => !names.includes(name))
    return kept.flatMap(([name, values]) =>
      values.map((text) => `${name}=${encodeURIComponent(text).replaceAll('%3A', ':')}`),
    )
  }

  #comparisons<T>(name: string, parse: (text: string) => T | undefined): Comparison<T>[] {
    return this.all(name).map((text) => {
      const colon = text.indexOf(':')
      const operator = colon < 0 ? 'eq' : text.slice(0, colon).toLowerCase()
      const value = parse(text.slice(colon + 1))
      if (!OPERATORS.has(operator) || value === undefined) throw invalidParameter(name)
      return { operator: operator as Operator, value }
    })
  }
}
