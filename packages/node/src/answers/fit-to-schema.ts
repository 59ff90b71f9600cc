import { unavailable } from '@quorate/platform'
import type { Static, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

interface Shape {
  type?: string
  properties?: Record<string, TSchema>
  required?: string[]
  items?: TSchema
  anyOf?: TSchema[]
  additionalProperties?: TSchema | boolean
}

const validators = new WeakMap<TSchema, Validator>()

/**
 * Reduces a mirror's answer to the fields of `schema`. Required fields that the mirror omits become null.
 *
 * @throws 503 MIRROR_UNAVAILABLE if the result does not fit `schema`
 */
export function shaped<S extends TSchema>(schema: S, answer: unknown, path: string): Static<S> {
  const value = select(schema, answer)
  const validator = validators.get(schema) ?? Compile(schema)
  validators.set(schema, validator as Validator)
  if (validator.Check(value)) return value as Static<S>
  const [first] = validator.Errors(value)
  throw unavailable(
    'MIRROR_UNAVAILABLE',
    `The mirror's answer to ${path} does not have the shape that the Mirror Node API describes: ${first?.instancePath} ${first?.message}`,
  )
}

function select(schema: TSchema, value: unknown): unknown {
  const { type, properties, required = [], items, anyOf, additionalProperties } = schema as Shape
  if (value === null || value === undefined) return null
  if (type === 'array' && items) return Array.isArray(value) ? value.map((item) => select(items, item)) : value
  if (anyOf) return select(anyOf.find((one) => fits(one as Shape, value)) ?? {}, value)
  const hasAnyNames = Boolean(additionalProperties)
  if (type !== 'object' || !properties || hasAnyNames || typeof value !== 'object') return value
  const given = value as Record<string, unknown>
  const selected: Record<string, unknown> = {}
  for (const name in properties)
    if (given[name] !== undefined || required.includes(name))
      selected[name] = select(properties[name] ?? {}, given[name])
  return selected
}

const fits = ({ type }: Shape, value: unknown): boolean =>
  type === 'array'
    ? Array.isArray(value)
    : type === 'object'
      ? typeof value === 'object' && !Array.isArray(value)
      : false
