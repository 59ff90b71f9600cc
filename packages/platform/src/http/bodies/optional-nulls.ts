/** Treats `null` in an optional field of a body as absence: many languages write a field without a value as `null`. */
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'

interface Shape {
  type?: string
  properties?: Record<string, TSchema>
  required?: string[]
  items?: TSchema
  anyOf?: TSchema[]
  oneOf?: TSchema[]
  allOf?: TSchema[]
}

/**
 * Returns `value` without the optional fields that are `null`, unless their schema gives `null` a meaning; `value`
 * itself if there are none. Inside a union, fields are removed only if the value then fits that alternative.
 */
export function withoutNulls(schema: TSchema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { allOf, anyOf, oneOf, items, type } = schema as Shape
  if (allOf) return allOf.reduce((cleaned, part) => withoutNulls(part, cleaned), value as unknown)
  const alternatives = anyOf ?? oneOf
  if (alternatives) {
    const ways = alternatives.map((alternative) => ({ alternative, cleaned: withoutNulls(alternative, value) }))
    return ways.find(({ alternative, cleaned }) => Check(alternative, cleaned))?.cleaned ?? value
  }
  if (Array.isArray(value))
    return type === 'array' && items ? changedIn(value, (item) => withoutNulls(items, item)) : value
  return ofObject(schema as Shape, value as Record<string, unknown>)
}

function ofObject({ properties = {}, required = [] }: Shape, value: Record<string, unknown>): Record<string, unknown> {
  const isAbsent = (name: string, property: TSchema) =>
    value[name] === null && (!required.includes(name) || 'default' in property) && !Check(property, null)
  const changes = Object.entries(properties).flatMap(([name, property]) => {
    if (!Object.hasOwn(value, name)) return []
    const cleaned = isAbsent(name, property) ? undefined : withoutNulls(property, value[name])
    return cleaned === value[name] ? [] : [[name, cleaned] as const]
  })
  if (changes.length === 0) return value
  const { ...copy } = value
  for (const [name, cleaned] of changes) {
    if (cleaned === undefined) delete copy[name]
    else copy[name] = cleaned
  }
  return copy
}

function changedIn(list: unknown[], change: (item: unknown) => unknown): unknown[] {
  const changed = list.map(change)
  return changed.some((item, index) => item !== list[index]) ? changed : list
}
