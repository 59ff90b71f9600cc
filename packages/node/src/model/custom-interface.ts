/**
 * Checks messages against the JSON Schemas of a topic's validator. Strangers write these schemas, so the node accepts
 * only keywords that take one step for each part of the schema and each value of the message, and limits the product of
 * these two numbers. It interprets the schemas and never compiles them.
 */
import { badRequest, NameNotPlain, parseJson } from '@quorate/platform'
import { Check } from 'typebox/value'

/** The rules for messages: a schema for each property, and schemas for the whole message. */
export interface CustomInterface {
  parameters: Record<string, object>
  conditions?: object[]
}

/** The most JSON values in an interface. */
export const MAX_PARTS = 400
/** The deepest nesting of an interface, and of the messages that are checked against it. */
const MAX_DEPTH = 16
/** The most steps: parts of the interface times JSON values of the message. */
const MAX_STEPS = 20_000
/**
 * A string or name counts as one more value for each of this many characters, because keywords that examine it read it
 * whole.
 */
const CHARACTERS_PER_STEP = 64

/** Keywords that contain a schema. */
const SCHEMA = new Set(['items', 'contains', 'additionalProperties', 'not', 'if', 'then', 'else'])
/** Keywords that contain a list of schemas. */
const SCHEMAS = new Set(['anyOf', 'allOf', 'oneOf', 'prefixItems'])
const TYPES = new Set<unknown>(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])

const anything = { takes: (_value: unknown) => true, words: 'anything' }
const number = { takes: (value: unknown) => typeof value === 'number', words: 'a number' }
const count = {
  takes: (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0,
  words: 'an integer of at least 0',
}
/** Typebox treats the list `["a"]` and the object `{"0":"a","length":1}` as equal. */
const isSingle = (value: unknown): boolean => typeof value !== 'object' || value === null

/**
 * Keywords that take a plain value, not a schema, with the values that are accepted: typebox accepts every message if
 * it does not know a keyword's value. Patterns and formats would run programs; references and `unevaluated...` examine
 * the whole message again. So these are refused.
 */
const VALUE = new Map<string, { takes: (value: unknown) => boolean; words: string }>([
  [
    'type',
    {
      takes: (value) => TYPES.has(value) || isListOf(value, (one) => TYPES.has(one)),
      words: `one of ${[...TYPES].join(', ')}, or a list of them`,
    },
  ],
  ['const', { takes: isSingle, words: 'a text, a number, true, false or null' }],
  ['enum', { takes: (value) => isListOf(value, isSingle), words: 'a list of texts, numbers, true, false or null' }],
  ['required', { takes: (value) => isListOf(value, (one) => typeof one === 'string'), words: 'a list of names' }],
  ['uniqueItems', { takes: (value) => typeof value === 'boolean', words: 'true or false' }],
  // Typebox divides fractions with a tolerance, but integers exactly.
  [
    'multipleOf',
    {
      takes: (value) => Number.isSafeInteger(value) && Number(value) > 0,
      words: 'an integer above 0, beside `"type": "integer"`: count in the smallest unit',
    },
  ],
  ...each(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'], number),
  ...each(['minLength', 'maxLength', 'minItems', 'maxItems', 'minContains', 'maxContains'], count),
  ...each(['minProperties', 'maxProperties'], count),
  ...each(['title', 'description', 'default', 'examples'], anything),
])

function each<T>(names: readonly string[], value: T): [string, T][] {
  return names.map((name) => [name, value])
}

function isListOf(value: unknown, takes: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(takes)
}

/** @throws 400 INVALID_VALIDATOR, naming the field */
export function checkInterface(customInterface: CustomInterface): void {
  const fault = faultIn(customInterface)
  if (fault) throw badRequest('INVALID_VALIDATOR', `customInterface${fault}`)
}

/** The first fault of an interface; undefined if it has none. */
function faultIn(customInterface: CustomInterface): string | undefined {
  if (sizeOf(customInterface, MAX_PARTS, MAX_DEPTH) === undefined)
    return ` has more than ${MAX_PARTS} parts, or more than ${MAX_DEPTH} levels`
  const { parameters, conditions = [] } = customInterface
  for (const [name, schema] of Object.entries(parameters)) {
    const fault = keywordFault(schema, `/parameters/${name}`)
    if (fault) return fault
  }
  return first(conditions, (schema, index) => keywordFault(schema, `/conditions/${index}`))
}

function keywordFault(schema: unknown, field: string): string | undefined {
  if (typeof schema === 'boolean') return undefined
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return `${field} is not a JSON Schema`
  for (const [name, inside] of Object.entries(schema)) {
    const fault = faultOf(name, inside, `${field}/${name}`)
    if (fault) return fault
  }
  if ('multipleOf' in schema && (!('type' in schema) || schema.type !== 'integer'))
    return `${field}/multipleOf takes ${VALUE.get('multipleOf')?.words}`
  return undefined
}

function faultOf(name: string, inside: unknown, field: string): string | undefined {
  const value = VALUE.get(name)
  if (value) return value.takes(inside) ? undefined : `${field} takes ${value.words}`
  if (SCHEMA.has(name)) return keywordFault(inside, field)
  if (SCHEMAS.has(name) && Array.isArray(inside))
    return first(inside, (schema, index) => keywordFault(schema, `${field}/${index}`))
  if (name === 'properties' && typeof inside === 'object' && inside !== null)
    return first(Object.entries(inside), ([property, schema]) => keywordFault(schema, `${field}/${property}`))
  return `${field}: this keyword is not accepted here`
}

function first<T, R>(items: readonly T[], fault: (item: T, index: number) => R | undefined): R | undefined {
  for (const [index, item] of items.entries()) {
    const found = fault(item, index)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * The number of values in a JSON value, including itself, plus one for each `charactersPerStep` characters of its
 * strings and names. Undefined if there are more than `most`, or if values are nested deeper than `depth`.
 */
function sizeOf(
  value: unknown,
  most: number,
  depth: number,
  charactersPerStep = Number.POSITIVE_INFINITY,
): number | undefined {
  let size = 0
  let level = [value]
  for (let at = 0; level.length > 0; at++) {
    size +=
      level.length + level.reduce<number>((sum, one) => sum + Math.floor(charactersIn(one) / charactersPerStep), 0)
    if (size > most || at > depth) return undefined
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return size
}

/** The length of a string, or of all names of an object's members together. */
const charactersIn = (value: unknown): number =>
  typeof value === 'string'
    ? value.length
    : typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.keys(value).reduce((sum, { length }) => sum + length, 0)
      : 0

/**
 * The reason why a message does not satisfy the interface; undefined if it does. Each chunk is a separate transaction,
 * and the payer may submit only some of them. So a chunk that is a JSON object by itself must also satisfy the
 * interface. If it did not, it could appear on the topic as a message that the validator refuses.
 */
export function messageRefusal(customInterface: CustomInterface, chunks: readonly Uint8Array[]): string | undefined {
  const refusal = interfaceRefusal(customInterface, Buffer.concat(chunks).toString())
  if (refusal || chunks.length < 2) return refusal
  for (const [index, chunk] of chunks.entries()) {
    // Readers strip a byte order mark, which JSON does not allow, and often other white space.
    const text = Buffer.from(chunk).toString().trim()
    const read = parsed(text)
    const alone = typeof read === 'object' && read !== null ? interfaceRefusal(customInterface, text) : undefined
    if (alone) return `the chunk ${index + 1} of ${chunks.length} reads as a message by itself: ${alone}`
  }
  return undefined
}

/**
 * The reason why a text does not satisfy the interface; undefined if it does. An interface without parameters and
 * conditions accepts any text.
 */
function interfaceRefusal(customInterface: CustomInterface, text: string): string | undefined {
  const { parameters, conditions = [] } = customInterface
  if (Object.keys(parameters).length === 0 && conditions.length === 0) return undefined
  // The strings in the schema count, too: for each value that it checks, `additionalProperties` reads all names in the
  // same object.
  const parts = sizeOf(customInterface, Number.POSITIVE_INFINITY, MAX_DEPTH, CHARACTERS_PER_STEP) ?? 1
  const most = Math.floor(MAX_STEPS / parts)
  const message = parsed(text)
  if (message === undefined) return 'the message is not JSON'
  if (message instanceof NameNotPlain) return message.message
  if (sizeOf(message, most, MAX_DEPTH, CHARACTERS_PER_STEP) === undefined)
    return `customInterface accepts messages of at most ${most} values (each ${CHARACTERS_PER_STEP} characters count as one more) in at most ${MAX_DEPTH} levels`
  const outside = outsideOfTexts(text)
  // The text has a colon for each member, including repeated ones that parsing dropped.
  if (namesIn(message) < outside.split(':').length - 1)
    return 'an object in the message has two members of the same name, and readers may use either one: use each name once'
  const inexact = outside.match(NUMBERS)?.find((number) => !isExact(number))
  if (inexact !== undefined)
    return `the number ${inexact.slice(0, MAX_SHOWN)} of the message would be rounded by most readers: send it as a string, or with fewer digits`
  const all = [{ type: 'object', properties: parameters }, ...conditions]
  if (isSpelledTwoWays(message, new Set(all.flatMap(namesJudged))))
    return 'a name in the message differs only in case from another name in the same object or in customInterface, and some readers treat both as equal: use one spelling'
  withoutPrototypes(message)
  return all.every((schema) => satisfies(schema, message)) ? undefined : 'the message does not satisfy customInterface'
}

/** A JSON text without its strings and names: structure, numbers, `true`, `false` and `null`. */
function outsideOfTexts(text: string): string {
  let outside = ''
  let copied = 0
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', copied)) {
    outside += `${text.slice(copied, at)} `
    for (at++; text[at] !== '"' && at < text.length; at++) if (text[at] === '\\') at++
    copied = at + 1
  }
  return outside + text.slice(copied)
}

/** The number of members in all objects of a parsed JSON value. */
function namesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inside = Object.values(value)
  return inside.reduce<number>((sum, one) => sum + namesIn(one), Array.isArray(value) ? 0 : inside.length)
}

/** The member names that a schema contains, at any depth. */
function namesJudged(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([keyword, inside]) => {
    if (keyword === 'properties') return [...Object.keys(inside), ...Object.values(inside).flatMap(namesJudged)]
    if (keyword === 'required') return inside
    if (SCHEMAS.has(keyword)) return inside.flatMap(namesJudged)
    return SCHEMA.has(keyword) ? namesJudged(inside) : []
  })
}

/**
 * A name in the form that case-insensitive readers compare, such as those in Go and Java: `ẞ` is `ß`, whose capitals
 * are `SS`, and `İ` is `i`, with or without a combining dot.
 */
const folded = (name: string): string => name.toLowerCase().replaceAll('i\u0307', 'i').toUpperCase().toLowerCase()

/**
 * Whether an object in the message has two names that differ only in case, or a name that differs only in case from one
 * in a schema.
 */
function isSpelledTwoWays(message: unknown, judged: ReadonlySet<string>): boolean {
  const foldedJudged = new Set([...judged].map(folded))
  const isTwofold = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return false
    const names = Array.isArray(value) ? [] : Object.keys(value)
    return (
      new Set(names.map(folded)).size < names.length ||
      names.some((name) => !judged.has(name) && foldedJudged.has(folded(name))) ||
      Object.values(value).some(isTwofold)
    )
  }
  return isTwofold(message)
}

/** Removes each object's prototype: typebox would treat `toString` and the like as members. */
function withoutPrototypes(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) Object.setPrototypeOf(value, null)
  Object.values(value).forEach(withoutPrototypes)
}

const NUMBERS = /[-\d][-+.\deE]*/g
const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
/** The maximum number of digits of a number that an error shows. */
const MAX_SHOWN = 40

/** Whether JavaScript writes the number with the same digits after reading it. */
function isExact(number: string): boolean {
  const read = Number(number)
  return Number.isFinite(read) && digitsOf(number) === digitsOf(String(read))
}

/** The digits of a number without leading and trailing zeros, and the power of ten of the last digit. */
function digitsOf(number: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(number) ?? []
  const all = whole + fraction
  let end = all.length
  while (all[end - 1] === '0') end--
  let start = 0
  while (start < end && all[start] === '0') start++
  return start === end ? '0' : `${all.slice(start, end)}e${Number(exponent) - fraction.length + all.length - end}`
}

/** A schema that typebox cannot evaluate refuses every message. */
function satisfies(schema: object, message: unknown): boolean {
  try {
    return Check(schema as never, message)
  } catch {
    return false
  }
}

/** The value of a JSON text; undefined if it is not JSON; the error if it contains names that are refused. */
function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    return error instanceof NameNotPlain ? error : undefined
  }
}
