/**
 * Closed shapes of JSON answers from outside. A field that is absent, of another type, or unknown is reported, so an
 * answer can't leave out anything that a check relies on.
 */
import { isEntityId } from './ids/entity-ids.ts'

/** Says what is wrong with a value at a path; undefined if the value fits. */
export type Shape = (value: unknown, path: string) => string | undefined

const MAX_SHOWN = 60

function shown(value: unknown): string {
  const text =
    value === undefined ? 'undefined' : JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one))
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

const shape =
  (expected: string, holds: (value: unknown) => boolean): Shape =>
  (value, path) =>
    holds(value) ? undefined : `\`${path}\` is ${shown(value)}, and has to be ${expected}`

const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)

export const text: Shape = shape('a text', (value) => typeof value === 'string')
export const filledText: Shape = shape('a text that is not empty', (value) => typeof value === 'string' && value !== '')
export const flag: Shape = shape('true or false', (value) => typeof value === 'boolean')
export const account: Shape = shape('an id such as 0.0.1001', (value) => typeof value === 'string' && isEntityId(value))
export const base64: Shape = shape(
  'bytes in base64',
  (value) => matches(/^[A-Za-z0-9+/]+={0,2}$/)(value) && String(value).length % 4 === 0,
)
export const hex: Shape = shape('bytes in hex', matches(/^[0-9a-f]+$/))
export const ledgerTime: Shape = shape('a time as seconds.nanoseconds', matches(/^\d{1,12}\.\d{1,9}$/))
export const transactionId: Shape = shape(
  'a transaction id such as 0.0.1001@1795000000.000000001',
  matches(/^\d{1,20}\.\d{1,20}\.\d{1,20}@\d{1,12}\.\d{1,9}$/),
)
export const time: Shape = shape(
  'a time in ISO 8601',
  (value) => matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/)(value) && isInCalendar(String(value)),
)
/** JavaScript reads 31 November as 1 December, so a date that does not exist would be shown. */
function isInCalendar(text: string): boolean {
  const ms = Date.parse(text)
  const seconds = 'yyyy-mm-ddThh:mm:ss'.length
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, seconds) === text.slice(0, seconds)
}
/** An amount in the smallest unit, or a serial number. */
export const amount: Shape = shape(
  'an integer, or one as a text',
  (value) => (Number.isSafeInteger(value) && Number(value) >= 0) || matches(/^(0|[1-9]\d{0,19})$/)(value),
)
/** An integer of the protocol, as mirrors show it: a number, a BigInt beyond 2^53, or a text. */
export const int64: Shape = shape(
  'an integer',
  (value) => (typeof value === 'bigint' && value >= 0n) || amount(value, '') === undefined,
)
export const json: Shape = shape(
  'an object',
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

export const integer = (least: number, most = Number.MAX_SAFE_INTEGER): Shape =>
  shape(
    most === Number.MAX_SAFE_INTEGER ? `an integer from ${least} on` : `an integer from ${least} to ${most}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
  )

export const oneOf = (...values: readonly unknown[]): Shape =>
  shape(values.length === 1 ? shown(values[0]) : `one of ${values.map(shown).join(', ')}`, (value) =>
    values.includes(value),
  )

export const either =
  (expected: string, ...shapes: Shape[]): Shape =>
  (value, path) =>
    shapes.some((one) => one(value, path) === undefined)
      ? undefined
      : `\`${path}\` is ${shown(value)}, and has to be ${expected}`

export const orNull =
  (of: Shape): Shape =>
  (value, path) =>
    value === null ? undefined : of(value, path)

export const list =
  (of: Shape, { least = 0 } = {}): Shape =>
  (value, path) => {
    if (!Array.isArray(value) || value.length < least) return `\`${path}\` is ${shown(value)}, and has to be a list`
    return first(value.map((one, index) => () => of(one, `${path}[${index}]`)))
  }

/** An object with all of these fields, any of the optional ones, and no other. */
export const object =
  (fields: Readonly<Record<string, Shape>>, optional: Readonly<Record<string, Shape>> = {}): Shape =>
  (value, path) => {
    if (json(value, path) !== undefined) return json(value, path)
    const given = value as Record<string, unknown>
    const at = (name: string) => (path === '' ? name : `${path}.${name}`)
    return first([
      ...Object.entries(fields).map(
        ([name, of]) =>
          () =>
            Object.hasOwn(given, name) ? of(given[name], at(name)) : `\`${at(name)}\` is absent`,
      ),
      ...Object.entries(optional).map(
        ([name, of]) =>
          () =>
            Object.hasOwn(given, name) && given[name] !== undefined ? of(given[name], at(name)) : undefined,
      ),
      ...Object.keys(given).map(
        (name) => () =>
          Object.hasOwn(fields, name) || Object.hasOwn(optional, name)
            ? undefined
            : `\`${at(name)}\` is a field that this version does not know`,
      ),
    ])
  }

/** An object with these fields. Its other fields are not read. An absent field counts as null. */
export const open =
  (fields: Readonly<Record<string, Shape>>): Shape =>
  (value, path) => {
    const given = Object(value) as Record<string, unknown>
    const at = (name: string) => (path === '' ? name : `${path}.${name}`)
    return (
      json(value, path) ??
      first(
        Object.entries(fields).map(
          ([name, of]) =>
            () =>
              of(Object.hasOwn(given, name) ? (given[name] ?? null) : null, at(name)),
        ),
      )
    )
  }

/** A key in the form of mirrors, or null. */
export const mirrorKey: Shape = orNull(open({ _type: text, key: text }))

function first(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const wrong = check()
    if (wrong !== undefined) return wrong
  }
  return undefined
}
