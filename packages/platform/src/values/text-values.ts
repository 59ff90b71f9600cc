/** Text from an environment or a query, read as the type that a schema asks for: exactly, or not at all. */
import type { TSchema } from 'typebox'

interface Shape {
  type?: string
  items?: TSchema
  anyOf?: TSchema[]
  enum?: unknown[]
  const?: unknown
}

const readers: Record<string, (text: string) => unknown> = {
  integer: (text) => exactly(text, /^-?(0|[1-9][0-9]*)$/),
  number: (text) => exactly(text, /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : text),
}

/**
 * `text` as a number or boolean where `schema` is one, split at commas where it is an array; else
 * `text` itself, also where it does not fit (the validation that follows then names it). A number
 * that JavaScript cannot hold exactly stays text.
 */
export function fromText(schema: TSchema, text: string): unknown {
  const shape = schema as Shape
  if (shape.type === 'array') return splitList(text).map((item) => (shape.items ? fromText(shape.items, item) : item))
  if (shape.anyOf) return firstReading(shape.anyOf, text)
  const type = shape.type ?? typeof (shape.const ?? shape.enum?.find((value) => typeof value !== 'string'))
  return readers[type]?.(text) ?? text
}

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

/** Of a union: text where text is allowed, else the first alternative that reads it. */
function firstReading(alternatives: TSchema[], text: string): unknown {
  if (alternatives.some((schema) => (schema as Shape).type === 'string' && !('const' in schema))) return text
  return alternatives.map((schema) => fromText(schema, text)).find((value) => value !== text) ?? text
}

function exactly(text: string, pattern: RegExp): unknown {
  const number = Number(text)
  const exact = pattern.test(text) && (Number.isSafeInteger(number) || !Number.isInteger(number))
  return exact ? number : text
}
