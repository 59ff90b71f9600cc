/** Describes a schema in words, so that messages name the rule that a value breaks. */
import type { TSchema } from 'typebox'

interface Constraints {
  type?: string
  title?: string
  examples?: unknown[]
  const?: unknown
  enum?: unknown[]
  anyOf?: TSchema[]
  oneOf?: TSchema[]
  items?: TSchema
  required?: string[]
  properties?: Record<string, Constraints>
  patternProperties?: Record<string, TSchema>
  propertyNames?: TSchema
  minProperties?: number
  maxProperties?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  format?: string
  minLength?: number
  maxLength?: number
  pattern?: string
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
}

/**
 * The constraint of `schema` in words, such as `an integer from 1 to 10`. It comes only from the keywords, so that no
 * description can hide a limit. Only a pattern, which few people can read, is described by its title and an example.
 * The title of a number is its unit. The title of a text, a list, an object or any value is its form.
 */
export function expectation(schema: TSchema): string {
  const shape = schema as Constraints
  if (shape.const !== undefined) return JSON.stringify(shape.const)
  if (shape.enum) return `one of ${shape.enum.join(', ')}`
  const alternatives = shape.anyOf ?? shape.oneOf
  if (alternatives) return [...new Set(alternatives.map(expectation))].join(' or ')
  return inWords[shape.type ?? '']?.(shape) ?? shape.title ?? 'any value'
}

const inWords: Record<string, (shape: Constraints) => string> = {
  integer: (shape) => numeric('an integer', shape),
  number: (shape) => numeric('a number', shape),
  boolean: () => 'true or false',
  null: () => 'null',
  string: (shape) => {
    const { minLength, maxLength } = shape
    const lengths = bounds(minLength, maxLength, ' characters')
    if (shape.pattern !== undefined) return `${ofPattern(shape)}${lengths && `,${lengths}`}`
    const { title, examples: [example] = [] } = shape
    const such = title === undefined || example === undefined ? '' : `, such as ${example}`
    return `${title ?? ofFormat(shape.format)}${lengths}${such}`
  },
  array: ({ title = 'a list', items, minItems, maxItems, uniqueItems }) =>
    `${title}${bounds(minItems, maxItems, ' items')}${uniqueItems ? ' without duplicates' : ''}${items ? `, each ${expectation(items)}` : ''}`,
  object: ({ title, required = [], properties = {}, ...shape }) => {
    const optional = title === undefined && required.length === 0 ? Object.keys(properties) : []
    const fields = required.map((name) => field(name, properties[name])).join(', ') || anyOf(optional)
    const names = shape.propertyNames && `each named by ${expectation(shape.propertyNames)}`
    return [
      `${title ?? 'an object'}${bounds(shape.minProperties, shape.maxProperties, ' fields')}${fields && ` with ${fields}`}`,
      ...(names ? [names] : []),
    ].join(', ')
  },
}

function numeric(kind: string, { title, minimum, maximum, ...shape }: Constraints): string {
  const { exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = shape
  const unit = title ? `${title}, ` : ''
  const factor = multipleOf === undefined ? '' : `, a multiple of ${multipleOf}`
  if (above === undefined && below === undefined) return `${unit}${kind}${bounds(minimum, maximum)}${factor}`
  const least = above === undefined ? minimum !== undefined && `at least ${minimum}` : `more than ${above}`
  const most = below === undefined ? maximum !== undefined && `at most ${maximum}` : `less than ${below}`
  return `${unit}${kind} of ${[least, most].filter(Boolean).join(' and ')}${factor}`
}

const FORMATS: Record<string, string> = {
  'date-time': 'an ISO 8601 date-time with its time zone, such as 2030-01-01T00:00:00Z',
}

const ofFormat = (format?: string): string =>
  format === undefined ? 'text' : (FORMATS[format] ?? `text of the format ${format}`)

const anyOf = (names: string[]): string => (names.length > 1 ? `any of ${names.join(', ')}` : names.join(''))

/** A required field, with its allowed values if the schema lists them. */
function field(name: string, schema: Constraints = {}): string {
  return schema.const !== undefined || schema.enum || schema.anyOf?.every((one) => 'const' in one)
    ? `${name} (${expectation(schema)})`
    : name
}

function ofPattern({ pattern, title, examples = [] }: Constraints): string {
  const rule = title ?? `text that matches ${pattern}`
  const [example] = examples
  return example === undefined || rule.includes(String(example)) ? rule : `${rule}, such as ${example}`
}

function bounds(least?: number, most?: number, unit = ''): string {
  if (least !== undefined && least === most) return ` of exactly ${least}${unit}`
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}${unit}`
  if (least === 1 && unit === ' characters') return ' of at least 1 character'
  if (least !== undefined) return ` of at least ${least}${unit}`
  return most === undefined ? '' : ` of at most ${most}${unit}`
}
