import { limits } from '#limits.ts'
import { INT64_MAX } from '#protocol/encoding/int64.ts'
import { parseEntityId } from '#protocol/ids.ts'
import { parseTimestamp } from '#protocol/time.ts'
import { invalidParameter, MirrorError } from './errors.ts'

/** The maximum number of values of a parameter that causes a lookup for each row. */
const MAX_LOOKUP_VALUES = 5

export type Operator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'

/** The `operator:value` of a query parameter; without an operator it is `eq`. */
export interface Comparison<T> {
  readonly operator: Operator
  readonly value: T
}

const SQL: { readonly [O in Operator]: string } = { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' }

/** A piece of a WHERE clause and its arguments. */
export interface Condition {
  readonly sql: string
  readonly values: readonly (number | bigint | string | Uint8Array)[]
  /** Which end of a list's keys the condition bounds. */
  readonly bounds?: 'lower' | 'upper'
}

export function compare(column: string, { operator, value }: Comparison<number | bigint>): Condition {
  return { sql: `${column} ${SQL[operator]} ?`, values: [value] }
}

/**
 * The conditions of a repeated parameter: a row must have one of the plain values, and be in all ranges. Only the
 * tightest range on each side is kept, because an index follows one bound on each side.
 */
export function compareAll<T extends number | bigint>(
  column: string,
  comparisons: readonly Comparison<T>[],
): Condition[] {
  const values = comparisons.filter(({ operator }) => operator === 'eq').map(({ value }) => value)
  const others = comparisons.filter(({ operator }) => operator === 'ne')
  const lower = tightest(comparisons, 'gt', (a, b) => a > b)
  const upper = tightest(comparisons, 'lt', (a, b) => a < b)
  const ranges: Condition[] = [
    ...others.map((other) => compare(column, other)),
    ...(lower ? [{ ...compare(column, lower), bounds: 'lower' as const }] : []),
    ...(upper ? [{ ...compare(column, upper), bounds: 'upper' as const }] : []),
  ]
  if (values.length === 0) return ranges
  const sql = values.length === 1 ? `${column} = ?` : `${column} IN (${values.map(() => '?').join(', ')})`
  return [{ sql, values }, ...ranges]
}

function tightest<T>(
  comparisons: readonly Comparison<T>[],
  side: 'gt' | 'lt',
  isTighter: (a: T, b: T) => boolean,
): Comparison<T> | undefined {
  const bounds = comparisons.filter(({ operator }) => operator.startsWith(side))
  return bounds.reduce<Comparison<T> | undefined>((best, bound) => {
    if (!best || isTighter(bound.value, best.value)) return bound
    return bound.value === best.value && bound.operator === side ? bound : best
  }, undefined)
}

/** A column that orders a list, and the request's comparisons for it. */
export interface KeyColumn {
  readonly column: string
  readonly comparisons: readonly Comparison<number | bigint>[]
}

/**
 * The conditions on the columns that order a list: `along` for those that an index on these columns follows, `filters`
 * for the others.
 */
export interface KeyConditions {
  readonly along: readonly Condition[]
  readonly filters: readonly Condition[]
  /** The columns that the list must still be ordered by. */
  readonly keys: readonly string[]
}

/**
 * Splits the conditions. An index follows single values of its first columns, and then ranges. If several columns have
 * ranges to the same side, these select the rows after (or before) that tuple in the list's order:
 * `first=gte:1&second=gt:2` also selects the row (2, 1).
 */
export function keyConditions(columns: readonly KeyColumn[]): KeyConditions {
  const [first, ...others] = columns
  if (!first) return { along: [], filters: [], keys: [] }
  const own = compareAll(first.column, first.comparisons)
  const [one, ...more] = first.comparisons
  if (one?.operator === 'eq' && more.length === 0) {
    const rest = keyConditions(others)
    return { ...rest, along: [...own, ...rest.along], keys: others.length === 0 ? [first.column] : rest.keys }
  }
  const keys = columns.map(({ column }) => column)
  const tuple = leadingRanges(columns)
  if (tuple.length > 1) return { along: [beyond(tuple)], filters: filtersOf(columns.slice(tuple.length)), keys }
  const isFollowed = others.length === 0 || first.comparisons.every(({ operator }) => isRange(operator))
  return isFollowed
    ? { along: own, filters: filtersOf(others), keys }
    : { along: [], filters: filtersOf(columns), keys }
}

/** The plus sign keeps SQLite from using an index on the column: that index would not follow the list's order. */
const filtersOf = (columns: readonly KeyColumn[]): Condition[] =>
  columns.flatMap(({ column, comparisons }) => compareAll(`+${column}`, comparisons))

const isRange = (operator: Operator): boolean => operator !== 'eq' && operator !== 'ne'

/** The longest prefix of the columns that have exactly one range each, all in the same direction. */
function leadingRanges(columns: readonly KeyColumn[]): { column: string; range: Comparison<number | bigint> }[] {
  const ranges = columns.map(({ column, comparisons: [range, ...more] }) =>
    range && more.length === 0 && isRange(range.operator) ? { column, range } : undefined,
  )
  const side = ranges[0]?.range.operator.charAt(0)
  const end = ranges.findIndex((found) => found?.range.operator.charAt(0) !== side || !found)
  return ranges.slice(0, end < 0 ? ranges.length : end).filter((found) => found !== undefined)
}

function beyond(ranges: readonly { column: string; range: Comparison<number | bigint> }[]): Condition {
  const operator = SQL[ranges.at(-1)?.range.operator ?? 'gt']
  const sql = `(${ranges.map(({ column }) => column).join(', ')}) ${operator} (${ranges.map(() => '?').join(', ')})`
  return { sql, values: ranges.map(({ range }) => range.value), bounds: operator.startsWith('>') ? 'lower' : 'upper' }
}

/** A whole number from 0 to 2^63 - 1; undefined for any other text. */
export function parseInteger(text: string): bigint | undefined {
  const value = /^\d{1,19}$/.test(text) ? BigInt(text) : undefined
  return value === undefined || value > INT64_MAX ? undefined : value
}

const pair = (name: string, text: string): string => `${name}=${encodeURIComponent(text).replaceAll('%3A', ':')}`

/** The maximum number of problems in one answer. */
const MAX_PROBLEMS = 100

const maxValues = 100

/** Problems with the number of values, worded as in the Mirror Node (`InvalidArgumentError.forRequestValidation`). */
function countProblems(given: ReadonlyMap<string, readonly string[]>): string[] {
  return [...given]
    .filter(([, values]) => values.length > maxValues)
    .map(
      ([name, { length }]) =>
        `Parameter values count exceeds maximum number allowed: ${name} count: ${length} max: ${maxValues}`,
    )
}

type Check = (value: string, operator: string) => boolean

const isId: Check = (value) => parseEntityId(value) !== undefined
const isInteger: Check = (value) => parseInteger(value) !== undefined
const isPositive: Check = (value) => (parseInteger(value) ?? 0n) > 0n
const isFlag: Check = (value, operator) => operator === 'eq' && /^(?:true|false)$/i.test(value)

/** Checks of single values that are the same for all routes (`filterValidityChecks` of the Mirror Node). */
const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['account.balance', isInteger],
  ['balance', isFlag],
  ['limit', isPositive],
  ['nonce', (value, operator) => operator === 'eq' && Number(parseInteger(value) ?? INT64_MAX) < 2 ** 31],
  ['order', (value) => /^(?:asc|desc)$/i.test(value)],
  ['owner', isFlag],
  ['receiver.id', isId],
  ['result', (value) => /^(?:success|fail)$/i.test(value)],
  ['schedule.id', isId],
  ['scheduled', isFlag],
  ['sender.id', isId],
  ['sequencenumber', isPositive],
  ['serialnumber', isInteger],
  ['spender.id', isId],
  ['timestamp', (value) => parseTimestamp(value) !== undefined],
  ['token.id', isId],
  ['transactions', isFlag],
])

function valueProblems(given: ReadonlyMap<string, readonly string[]>): string[] {
  return [...given].flatMap(([name, values]) => {
    const check = values.length <= maxValues ? CHECKS.get(name) : undefined
    const bad = values.filter((text) => {
      const { operator, value } = parted(text)
      return check && !(OPERATORS.has(operator) && check(value, operator))
    })
    return bad.map(() => `Invalid parameter: ${name}`)
  })
}

function parted(text: string): { operator: string; value: string } {
  const colon = text.indexOf(':')
  return { operator: colon < 0 ? 'eq' : text.slice(0, colon).toLowerCase(), value: text.slice(colon + 1) }
}

/** The value without its operator. */
const plain = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : parted(text).value.toLowerCase()

const OPERATORS = new Set(Object.keys(SQL))
const DEFAULT_LIMIT = 25

/**
 * The query string of a mirror request. One answer reports everything wrong with names, counts and single values.
 * Checks that depend on the route run when it reads the value. Names are case-insensitive, as in the Mirror Node
 * (`requestQueryParser`): the values of all spellings of a name are combined.
 */
export class Parameters {
  readonly #values: ReadonlyMap<string, readonly string[]>

  constructor(query: Readonly<Record<string, string | string[] | undefined>>, known: readonly string[]) {
    const given = new Map<string, string[]>()
    const unknown: string[] = []
    for (const [name, value] of Object.entries(query)) {
      const lower = name.toLowerCase()
      if (known.includes(lower)) given.set(lower, [...(given.get(lower) ?? []), ...[value ?? ''].flat()])
      else unknown.push(`Unknown query parameter: ${name}`)
    }
    const problems = [...countProblems(given), ...valueProblems(given), ...unknown]
    if (problems.length > 0) throw new MirrorError(400, problems.slice(0, MAX_PROBLEMS))
    this.#values = given
  }

  all(name: string): readonly string[] {
    return this.#values.get(name) ?? []
  }

  /** Like {@link all}, for a parameter whose values each need a lookup for every row, so fewer are allowed. */
  lookups(name: string): readonly string[] {
    const values = this.all(name)
    if (values.length > MAX_LOOKUP_VALUES) throw invalidParameter(name)
    return values
  }

  /** The last value given. */
  text(name: string): string | undefined {
    return this.all(name).at(-1)
  }

  limit(): number {
    const text = plain(this.text('limit'))
    if (text === undefined) return DEFAULT_LIMIT
    return Math.min(Number(text), limits.maxPage.value)
  }

  order(byDefault: 'asc' | 'desc'): 'asc' | 'desc' {
    const text = plain(this.text('order'))
    if (text === undefined) return byDefault
    if (text !== 'asc' && text !== 'desc') throw invalidParameter('order')
    return text
  }

  flag(name: string, byDefault: boolean): boolean {
    const text = plain(this.text(name))
    if (text !== undefined && text !== 'true' && text !== 'false') throw invalidParameter(name)
    return text === undefined ? byDefault : text === 'true'
  }

  ids(name: string, numberOf: (text: string) => number | undefined = parseEntityId): Comparison<number>[] {
    return this.#comparisons(name, numberOf)
  }

  timestamps(name = 'timestamp'): Comparison<bigint>[] {
    return this.#comparisons(name, parseTimestamp)
  }

  integers(name: string): Comparison<bigint>[] {
    return this.#comparisons(name, parseInteger)
  }

  /** The moment that `timestamp` asks about, in nanoseconds: the end of its range; undefined means now. */
  moment(): bigint | undefined {
    const ends = this.timestamps().map(({ operator, value }) => {
      if (operator === 'eq' || operator === 'lte') return value
      return operator === 'lt' ? value - 1n : undefined
    })
    return ends.filter((end) => end !== undefined).at(-1)
  }

  /** The query string for the part of a list beyond `value`, which bounds `parameter`. */
  beyond(parameter: string, order: 'asc' | 'desc', value: string): string {
    const side = order === 'asc' ? 'gt' : 'lt'
    const kept = this.all(parameter).filter((text) => !text.toLowerCase().startsWith(side))
    return [
      ...this.#pairs((name) => name !== parameter),
      ...kept.map((text) => pair(parameter, text)),
      `${parameter}=${side}:${value}`,
    ].join('&')
  }

  /** The `name=value` pairs of the query string, without the parameters of these names. */
  without(names: readonly string[]): string[] {
    return this.#pairs((name) => !names.includes(name))
  }

  #pairs(isKept: (name: string) => boolean): string[] {
    const kept = [...this.#values].filter(([name]) => isKept(name))
    return kept.flatMap(([name, values]) => values.map((text) => pair(name, text)))
  }

  #comparisons<T>(name: string, parse: (text: string) => T | undefined): Comparison<T>[] {
    return this.all(name).map((text) => {
      const { operator, value: written } = parted(text)
      const value = parse(written)
      if (!OPERATORS.has(operator) || value === undefined) throw invalidParameter(name)
      return { operator: operator as Operator, value }
    })
  }
}
