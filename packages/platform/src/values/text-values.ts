/** Parses text from the environment or a query as the type in a schema: exactly, or not at all. */
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
 * Reads `text` as a number or boolean if `schema` is one, and splits it at commas if it is an array. Otherwise it
 * returns `text` itself, even if it does not fit: the validation that follows then reports it. A number that JavaScript
 * cannot represent exactly stays text.
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

/** Reads a value of a union: as text if the union allows text, otherwise by the first alternative that fits. */
function firstReading(alternatives: TSchema[], text: string): unknown {
  if (alternatives.some((schema) => (schema as Shape).type === 'string' && !('const' in schema))) return text
  return alternatives.map((schema) => fromText(schema, text)).find((value) => value !== text) ?? text
}

function exactly(text: string, pattern: RegExp): unknown {
  const number = Number(text)
  const exact = pattern.test(text) && (Number.isSafeInteger(number) || !Number.isInteger(number))
  return exact ? number : text
}
