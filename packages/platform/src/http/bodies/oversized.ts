/**
 * Finds lists and objects larger than their schema allows, and objects with many unknown properties, before each item
 * or property is validated.
 */
import type { TSchema } from 'typebox'

interface Shape {
  type?: string
  properties?: Record<string, TSchema>
  patternProperties?: object
  additionalProperties?: unknown
  items?: TSchema
  maxItems?: number
  maxProperties?: number
  anyOf?: TSchema[]
  oneOf?: TSchema[]
  allOf?: TSchema[]
}

/**
 * A value with more items or properties than its `schema` allows, or an object with `unknown` properties; only the
 * first of them are listed.
 */
export interface Excess {
  /** The path of the value, as an RFC 6901 pointer. */
  path: string
  value: object
  schema: TSchema
  unknown?: string[]
}

/** How many unknown properties a message names. */
const TOLD = 8

/**
 * The first list in `value` that is longer than its `maxItems`, or the first object with more than `maxProperties`, or
 * {@link TOLD} unknown ones. Without this check, the compiled schema would test `uniqueItems` and each item even if
 * `maxItems` is exceeded, and make an error for each unknown property: 19,000 equal items block the event loop for more
 * than a second.
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
  return Array.isArray(value) ? ofList(schema, value, path) : ofObject(schema, value as Record<string, unknown>, path)
}

/** The excess in a union; undefined if the value fits one alternative of its type. */
function inEachOf(alternatives: TSchema[], value: object, path: string): Excess | undefined {
  const type = Array.isArray(value) ? 'array' : 'object'
  const found = alternatives
    .filter((alternative) => ((alternative as Shape).type ?? type) === type)
    .map((alternative) => excessIn(alternative, value, path))
  return found.includes(undefined) ? undefined : found[0]
}

function ofList(schema: TSchema, list: unknown[], path: string): Excess | undefined {
  const { items, maxItems } = schema as Shape
  if (maxItems !== undefined && list.length > maxItems) return { path, value: list, schema }
  if (!items) return undefined
  for (const [index, item] of list.entries()) {
    const found = excessIn(items, item, `${path}/${index}`)
    if (found) return found
  }
  return undefined
}

function ofObject(schema: TSchema, value: Record<string, unknown>, path: string): Excess | undefined {
  const { properties, patternProperties, additionalProperties, maxProperties } = schema as Shape
  if (maxProperties !== undefined && Object.keys(value).length > maxProperties) return { path, value, schema }
  if (additionalProperties === false && !patternProperties) {
    const unknown = Object.keys(value).filter((name) => !Object.hasOwn(properties ?? {}, name))
    if (unknown.length > TOLD) return { path, value, schema, unknown: unknown.slice(0, TOLD) }
  }
  for (const name in properties) {
    const property = properties[name]
    const inside = property && Object.hasOwn(value, name) ? value[name] : undefined
    const found = property && typeof inside === 'object' ? excessIn(property, inside, `${path}/${name}`) : undefined
    if (found) return found
  }
  return undefined
}
