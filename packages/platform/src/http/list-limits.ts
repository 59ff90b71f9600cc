/** Lists longer than their schema allows, found before each of their items is looked at. */
import type { TSchema } from 'typebox'

interface Shape {
  type?: string
  properties?: Record<string, TSchema>
  items?: TSchema
  maxItems?: number
  anyOf?: TSchema[]
  oneOf?: TSchema[]
  allOf?: TSchema[]
}

/** A list with more items than `schema` allows, and where it stands (an RFC 6901 pointer). */
export interface OverlongList {
  path: string
  length: number
  schema: TSchema
}

/**
 * The first list of `value` that is longer than its `maxItems`. A schema compiler checks `uniqueItems` and each item although `maxItems`
 * is exceeded already: 19,000 equal items hold it for more than a second.
 */
export function overlongList(schema: TSchema, value: unknown, path = ''): OverlongList | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const shape = schema as Shape
  for (const part of shape.allOf ?? []) {
    const found = overlongList(part, value, path)
    if (found) return found
  }
  const alternatives = shape.anyOf ?? shape.oneOf
  if (alternatives) return inEachOf(alternatives, value, path)
  return Array.isArray(value) ? ofList(schema, value, path) : ofObject(shape, value as Record<string, unknown>, path)
}

/** Of a union: nothing while one alternative of the value's type has room for it. */
function inEachOf(alternatives: TSchema[], value: object, path: string): OverlongList | undefined {
  const type = Array.isArray(value) ? 'array' : 'object'
  const found = alternatives
    .filter((alternative) => ((alternative as Shape).type ?? type) === type)
    .map((alternative) => overlongList(alternative, value, path))
  return found.includes(undefined) ? undefined : found[0]
}

function ofList(schema: TSchema, list: unknown[], path: string): OverlongList | undefined {
  const { items, maxItems } = schema as Shape
  if (maxItems !== undefined && list.length > maxItems) return { path, length: list.length, schema }
  if (!items) return undefined
  for (const [index, item] of list.entries()) {
    const found = overlongList(items, item, `${path}/${index}`)
    if (found) return found
  }
  return undefined
}

function ofObject({ properties }: Shape, value: Record<string, unknown>, path: string): OverlongList | undefined {
  for (const [name, property] of Object.entries(properties ?? {})) {
    const found = Object.hasOwn(value, name) ? overlongList(property, value[name], `${path}/${name}`) : undefined
    if (found) return found
  }
  return undefined
}
