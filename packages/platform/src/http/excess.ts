/** Finds lists longer than their schema allows, and objects with many unknown properties, before each item or property is validated. */
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

/** A list with more items than `schema` allows, or the first unknown properties of an object; `path` is its RFC 6901 pointer. */
export type Excess = { path: string; length: number; schema: TSchema } | { path: string; unknown: string[] }

/** How many unknown properties a message names. */
const TOLD = 8

/**
 * The first list in `value` that is longer than its `maxItems`, or the first object with more than {@link TOLD} unknown properties. The
 * compiled schema would check `uniqueItems` and each item even where `maxItems` is exceeded, and make an error for each unknown property:
 * 19,000 equal items block it for more than a second.
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

/** The excess in a union: none if the value fits one alternative of its type. */
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
