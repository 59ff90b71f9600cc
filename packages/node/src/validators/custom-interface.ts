/**
 * The JSON Schemas by which a topic's validator judges messages. They are a stranger's: only keywords are taken whose work is one step for each part
 * of the schema and each value of the message, and the product of both is bounded. They are interpreted, never compiled.
 */
import { badRequest } from '@quorate/platform'
import { Check } from 'typebox/value'
import { limits } from '../limits.ts'
import type { ConsensusConfiguration } from './configuration.ts'

type CustomInterface = NonNullable<ConsensusConfiguration['customInterface']>

/** What looks at a text looks at all of it. */
const CHARACTERS_PER_STEP = 64

/** Keywords with a schema in them. */
const SCHEMA = new Set(['items', 'contains', 'additionalProperties', 'not', 'if', 'then', 'else'])
/** With a list of schemas. */
const SCHEMAS = new Set(['anyOf', 'allOf', 'oneOf', 'prefixItems'])
/** With values to compare with, or for people. Patterns and formats would run programs, references and `unevaluated...` look at the whole again. */
const VALUE = new Set([
  ...['type', 'const', 'enum', 'title', 'description', 'default', 'examples'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minContains', 'maxContains'],
  ...['required', 'minProperties', 'maxProperties'],
])

/** @throws 400 INVALID_VALIDATOR, naming the field */
export function checkInterface(customInterface: CustomInterface): void {
  const fault = faultIn(customInterface)
  if (fault) throw badRequest('INVALID_VALIDATOR', `customInterface${fault}`)
}

/** What is wrong with it; undefined if nothing is. */
function faultIn(customInterface: CustomInterface): string | undefined {
  const { maxInterfaceDepth: depth, maxInterfaceParts: parts } = limits
  if (sizeOf(customInterface, parts.value, depth.value) === undefined)
    return ` has more than ${parts.value} parts, or more than ${depth.value} levels`
  const { parameters, conditions = [] } = customInterface
  for (const [name, schema] of Object.entries(parameters)) {
    const fault = keywordFault(schema, `/parameters/${name}`)
    if (fault) return fault
  }
  return first(conditions, (schema, index) => keywordFault(schema, `/conditions/${index}`))
}

function keywordFault(schema: unknown, field: string): string | undefined {
  if (typeof schema === 'boolean') return undefined
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return `${field} is no JSON Schema`
  for (const [name, inside] of Object.entries(schema)) {
    const fault = faultOf(name, inside, `${field}/${name}`)
    if (fault) return fault
  }
  return undefined
}

function faultOf(name: string, inside: unknown, field: string): string | undefined {
  if (VALUE.has(name)) return undefined
  if (SCHEMA.has(name)) return keywordFault(inside, field)
  if (SCHEMAS.has(name) && Array.isArray(inside))
    return first(inside, (schema, index) => keywordFault(schema, `${field}/${index}`))
  if (name === 'properties' && typeof inside === 'object' && inside !== null)
    return first(Object.entries(inside), ([property, schema]) => keywordFault(schema, `${field}/${property}`))
  return `${field}: this keyword is not taken here`
}

function first<T, R>(items: readonly T[], fault: (item: T, index: number) => R | undefined): R | undefined {
  for (const [index, item] of items.entries()) {
    const found = fault(item, index)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * How many values a JSON value holds, itself included, and how often its texts hold `charactersPerStep`; undefined beyond `most`, or where values are
 * nested deeper than `depth`.
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

/** Of a text, or of an object's names. */
const charactersIn = (value: unknown): number =>
  typeof value === 'string'
    ? value.length
    : typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.keys(value).reduce((sum, { length }) => sum + length, 0)
      : 0

/**
 * Why a message is not what the interface asks for; undefined if it is. Each chunk is a transaction of its own, of which the payer may submit some
 * only: a chunk that reads as a JSON object by itself is held to the interface as well, so that no part stands on the topic as a message that is refused.
 */
export function messageRefusal(customInterface: CustomInterface, chunks: readonly Uint8Array[]): string | undefined {
  const refusal = interfaceRefusal(customInterface, Buffer.concat(chunks).toString())
  if (refusal || chunks.length < 2) return refusal
  for (const [index, chunk] of chunks.entries()) {
    // Readers strip a byte order mark, which JSON does not have, and often whatever else counts as white space.
    const text = Buffer.from(chunk).toString().trim()
    const read = parsed(text)
    const alone = typeof read === 'object' && read !== null ? interfaceRefusal(customInterface, text) : undefined
    if (alone) return `the chunk ${index + 1} of ${chunks.length} reads as a message by itself: ${alone}`
  }
  return undefined
}

/** One that asks for nothing takes any text. */
function interfaceRefusal(customInterface: CustomInterface, text: string): string | undefined {
  const { parameters, conditions = [] } = customInterface
  if (Object.keys(parameters).length === 0 && conditions.length === 0) return undefined
  // What was written on the topic by an earlier version is held to the same.
  const fault = faultIn(customInterface)
  if (fault) return `customInterface${fault}`
  const parts = sizeOf(customInterface, limits.maxInterfaceParts.value, limits.maxInterfaceDepth.value) ?? 1
  const most = Math.floor(limits.maxInterfaceSteps.value / parts)
  const message = parsed(text)
  if (message === undefined) return 'the message is not JSON'
  if (sizeOf(message, most, limits.maxInterfaceDepth.value, CHARACTERS_PER_STEP) === undefined)
    return `customInterface judges messages of at most ${most} values (each ${CHARACTERS_PER_STEP} characters count as one more), nested in at most ${limits.maxInterfaceDepth.value} levels`
  if (namesIn(message) < membersIn(text))
    return 'an object of the message names a member twice, and its readers may take either: name each once'
  const all = [{ type: 'object', properties: parameters }, ...conditions]
  return all.every((schema) => satisfies(schema, message)) ? undefined : 'the message does not satisfy customInterface'
}

/** How many members the objects of a JSON text have, those included that another of the same name hides: a colon outside of texts each. */
function membersIn(text: string): number {
  let members = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isInText = !isInText
    else if (isInText && text[at] === '\\') at++
    else if (!isInText && text[at] === ':') members++
  }
  return members
}

/** How many of them are left once it is read. */
function namesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inside = Object.values(value)
  return inside.reduce<number>((sum, one) => sum + namesIn(one), Array.isArray(value) ? 0 : inside.length)
}

/** A keyword with a value that means nothing lets nothing in. */
function satisfies(schema: object, message: unknown): boolean {
  try {
    return Check(schema as never, message)
  } catch {
    return false
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
