/** Lists longer than their schema allows, and objects with many properties that it does not know, found before each of them is looked at. */
import type { TSchema } from 'typebox'

interface Shape {
  type?: string
  properties?: Record<string, TSchema>
  patternProperties?: object
  additionalProperties?: unknown
  items?: TSchema
  maxItems?: number
  anyOf?: TSchema[]
  oneOf?: TSchema[]
  allOf?: TSchema[]
}

/** A list with more items than `schema` allows, or an object with the first of the properties that are not known; and where it stands (an RFC 6901 pointer). */
export type Excess = { path: string; length: number; schema: TSchema } | { path: string; unknown: string[] }

/** Of unknown properties, as many as are told. */
const TOLD = 8

/**
 * The first list of `value` that is longer than its `maxItems`, or the first object with more unknown properties than are told. A schema
 * compiler checks `uniqueItems` and each item although `maxItems` is exceeded already, and has an error for each unknown property: 19,000
 * equal items hold it for more than a second.
 */
export function excessIn(schema: TSchema, value: unknown, path = ''): Excess | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const shape = schema as Shape
  for (const part of shape.allOf ?? []) {
    const found = excessIn(part, value, path)
    if (found) return found
  }
  const alternatives = shape.anyOf ?? shape.oneOf
  if (alternatives) return inEachOf(alternatives, value, path)
  return Array.isArray(value) ? ofList(schema, value, path) : ofObject(shape, value as Record<string, unknown>, path)
}

/** Of a union: nothing while one alternative of the value's type has room for it. */
function inEachOf(alternatives: TSchema[], value: object, path: string): Excess | undefined {
  const type = Array.isArray(value) ? 'array' : 'object'
  const found = alternatives
    .filter((alternative) => ((alternative as Shape).type ?? type) === type)
    .map((alternative) => excessIn(alternative, value, path))
  return found.includes(undefined) ? undefined : found[0]
}

function ofList(schema: TSchema, list: unknown[], path: string): Excess | undefined {
  const { items, maxItems } = schema as Shape
  if (maxItems !== undefined && list.length > maxItems) return { path, length: list.length, schema }
  if (!items) return undefined
  for (const [index, item] of list.entries()) {
    const found = excessIn(items, item, `${path}/${index}`)
    if (found) return found
  }
  return undefined
}

function ofObject(shape: Shape, value: Record<string, unknown>, path: string): Excess | undefined {
  const { properties, patternProperties, additionalProperties } = shape
  if (additionalProperties === false && !patternProperties) {
    const unknown = Object.keys(value).filter((name) => !Object.hasOwn(properties ?? {}, name))
    if (unknown.length > TOLD) return { path, unknown: unknown.slice(0, TOLD) }
  }
  for (const [name, property] of Object.entries(properties ?? {})) {
    const found = Object.hasOwn(value, name) ? excessIn(property, value[name], `${path}/${name}`) : undefined
    if (found) return found
  }
  return undefined
}
