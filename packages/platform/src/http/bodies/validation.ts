/**
 * Validates input against its TypeBox schema, and fills in defaults. Bodies are checked unchanged; paths and queries
 * are parsed from text.
 */
import type { FastifySchemaCompiler } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Check, Default } from 'typebox/value'
import { type ApiError, badRequest } from '../../base/errors.ts'
import { Bytes, hasFormOfBytes } from '../../values/bytes.ts'
import { expectation } from '../../values/schema-in-words.ts'
import { fromText } from '../../values/text-values.ts'
import { withoutNulls } from './optional-nulls.ts'
import { type Excess, excessIn } from './oversized.ts'

/** An invalid field: its path (`body/settings/threshold`), and what is expected there. */
export interface FieldError {
  path: string
  message: string
}

/** How many characters of a client's input a message repeats. */
const SHOWN_PATH = 300
const SHOWN_VALUE = 60

type ValidationError = ReturnType<Validator['Errors']>[number]

type Compiler = FastifySchemaCompiler<TSchema>

/**
 * Fastify's validator compiler. A failure is 400 `VALIDATION_FAILED` with a {@link FieldError} for each fault. A schema
 * is compiled when its first value arrives, because compiling the schemas of all routes would delay the start.
 */
export const validatorCompiler: Compiler = (route) => {
  let validate: ReturnType<Compiler> | undefined
  return (input: unknown) => {
    validate ??= compiled(route)
    return validate(input)
  }
}

const compiled: Compiler = ({ schema: described, httpPart = 'body' }) => {
  const schema = httpPart === 'querystring' ? withKnownOnly(described) : described
  const validator = Compile(withFormOfBytes(schema))
  const part = httpPart === 'querystring' ? 'query' : httpPart
  const isText = part !== 'body'
  const filled = fillIn(schema)
  const properties = Object.entries(propertiesOf(schema))
  const mayBeAbsent = Type.IsOptional(schema)

  return (input: unknown) => {
    if (input === null && mayBeAbsent) return { value: undefined }
    const read = isText ? readProperties(properties, input) : input
    const excess = excessIn(schema, read)
    if (excess) return { error: refusalOf(excessErrors(excess), part) }
    const value = filled(read)
    if (validator.Check(value)) return { value }
    const rest = isText ? value : filled(withoutNulls(schema, value))
    if (rest !== value && validator.Check(rest)) return { value: rest }
    return { error: refusal(schema, validator.Errors(rest), rest, part) }
  }
}

/**
 * A query accepts only the parameters in its schema, unless the schema says otherwise. Without this rule, a misspelled
 * parameter would go unnoticed.
 */
function withKnownOnly(schema: TSchema): TSchema {
  if (!Type.IsObject(schema) || 'additionalProperties' in schema) return schema
  return Type.Object(schema.properties, { additionalProperties: false })
}

const propertiesOf = (schema: TSchema): Record<string, TSchema> =>
  (schema as { properties?: Record<string, TSchema> }).properties ?? {}

const hasDefault = (schema: unknown): boolean => JSON.stringify(schema).includes('"default":')

/** Fills in the defaults of a schema. If only top-level properties have defaults, it does not walk the value. */
function fillIn(schema: TSchema): (value: unknown) => unknown {
  if (!hasDefault(schema)) return (value) => value
  const defaults: [name: string, value: unknown][] = []
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    const { default: own, ...rest } = property as TSchema & { default?: unknown }
    if (typeof own === 'object' || hasDefault(rest)) return (value) => Default(schema, value)
    if (own !== undefined) defaults.push([name, own])
  }
  const { properties: _, ...others } = schema as TSchema & { properties?: unknown }
  if (!Type.IsObject(schema) || hasDefault(others)) return (value) => Default(schema, value)
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const filled = value as Record<string, unknown>
    for (const [name, own] of defaults) if (filled[name] === undefined) filled[name] = own
    return filled
  }
}

function readProperties(properties: [name: string, schema: TSchema][], input: unknown): unknown {
  const values: Record<string, unknown> = { ...(input as Record<string, unknown>) }
  for (const [name, property] of properties) {
    const value = values[name]
    if (typeof value === 'string') values[name] = fromText(property, value)
    else if (Array.isArray(value)) values[name] = readItems(property, value)
  }
  return values
}

/** Reads a parameter that is given several times. */
function readItems(schema: TSchema, texts: unknown[]): unknown[] {
  const { items } = schema as { items?: TSchema }
  return items ? texts.map((text) => (typeof text === 'string' ? fromText(items, text) : text)) : texts
}

function refusal(schema: TSchema, errors: ValidationError[], value: unknown, part: string): ApiError {
  const fieldErrors = withoutBranches(errors, schema, value).flatMap((error) => fieldErrorsOf(error, schema, value))
  return refusalOf(fieldErrors, part)
}

function refusalOf(errors: FieldError[], part: string): ApiError {
  const details = errors.map(({ path, message }) => ({ path: part + cut(path, SHOWN_PATH), message }))
  const [first] = details
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : ''
  return badRequest(
    'VALIDATION_FAILED',
    first ? `${first.path} ${first.message}${more}` : `${part} is not valid`,
    details,
  )
}

const excessErrors = ({ path, value, schema, unknown }: Excess): FieldError[] =>
  unknown?.map((name) => ({ path: `${path}/${name}`, message: unknownIn(schema) })) ?? [
    { path, message: `is ${shown(value)}: expected ${expectation(schema)}` },
  ]

/** The error for a property that an object of this schema may not have. */
function unknownIn(schema: TSchema): string {
  const known = Object.keys((schema as { properties?: object }).properties ?? {})
  return `is not known here: expected ${known.length > 0 ? `only ${known.join(', ')}` : 'none'}`
}

/**
 * The schema that values are checked with. In it, bytes are checked in one pass, whatever their form. Error messages
 * come from `schema` itself.
 */
function withFormOfBytes<T>(schema: T): T {
  if (typeof schema !== 'object' || schema === null) return schema
  if ('anyOf' in schema && schema.anyOf === (Bytes as { anyOf?: unknown }).anyOf) return BytesAtOnce as T
  const changed = Object.entries(schema).flatMap(([name, part]) => {
    const checked = withFormOfBytes(part)
    return checked === part ? [] : [[name, checked] as const]
  })
  if (changed.length === 0) return schema
  const copy = Array.isArray(schema) ? [...schema] : Object.create(null, Object.getOwnPropertyDescriptors(schema))
  return Object.assign(copy, Object.fromEntries(changed))
}

const BytesAtOnce = Type.Refine(Type.Unknown(), hasFormOfBytes, () => 'no bytes')

/**
 * Drops redundant errors. A union's own error says what is expected, so the errors of its alternatives are dropped. If
 * only one alternative has the form of the value, its errors are kept instead, because they name the field. Other
 * errors are dropped because a better one remains: the list of unknown properties (each has its own error), and errors
 * about property names (their object's error names them).
 */
function withoutBranches(errors: ValidationError[], schema: TSchema, value: unknown): ValidationError[] {
  const hidden = new Set<ValidationError>()
  for (const parent of errors) {
    const { keyword, schemaPath } = parent
    const below = (path: string) =>
      errors.filter((error) => error.schemaPath.startsWith(path) && isWithin(parent.instancePath, error.instancePath))
    if (keyword === 'propertyNames') for (const error of below(`${schemaPath}/${keyword}`)) hidden.add(error)
    if (keyword !== 'anyOf' && keyword !== 'oneOf') continue
    const alternatives = (inSchema(schema, parent) as Record<string, TSchema[]>)[keyword] ?? []
    const index = onlyOfForm(alternatives, at(value, parent.instancePath))
    const own = index === undefined ? [] : below(`${schemaPath}/${keyword}/${index}`)
    if (own.length > 0) hidden.add(parent)
    for (const error of below(`${schemaPath}/${keyword}/`)) if (!own.includes(error)) hidden.add(error)
  }
  return errors.filter(
    (error) =>
      error.keyword !== 'additionalProperties' &&
      (error.keyword !== 'boolean' || isUnknown(error)) &&
      !hidden.has(error),
  )
}

const isWithin = (path: string, inner: string): boolean => inner === path || inner.startsWith(`${path}/`)

/**
 * The index of the only alternative that has the form of `value`: a list, or an object with the same constants.
 * Undefined if there is not exactly one.
 */
function onlyOfForm(alternatives: TSchema[], value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const type = Array.isArray(value) ? 'array' : 'object'
  const fitting = [...alternatives.entries()].filter(
    ([, alternative]) =>
      (alternative as { type?: string }).type === type && constantsFit(alternative, value as Record<string, unknown>),
  )
  return fitting.length === 1 ? fitting[0]?.[0] : undefined
}

function constantsFit(schema: TSchema, value: Record<string, unknown>): boolean {
  const { properties = {} } = schema as { properties?: Record<string, TSchema> }
  return Object.entries(properties).every(
    ([name, property]) =>
      !('const' in property || 'enum' in property) || !Object.hasOwn(value, name) || Check(property, value[name]),
  )
}

const isUnknown = ({ keyword, schemaPath }: ValidationError): boolean =>
  keyword === 'boolean' && schemaPath.endsWith('/additionalProperties')

function fieldErrorsOf(error: ValidationError, schema: TSchema, value: unknown): FieldError[] {
  const { instancePath: path } = error
  const broken = inSchema(schema, error)
  if (error.keyword === 'required') {
    const { properties = {} } = broken as { properties?: Record<string, TSchema> }
    return error.params.requiredProperties.map((name) => ({
      path: `${path}/${name}`,
      message: `is required: expected ${expectation(properties[name] ?? {})}`,
    }))
  }
  if (isUnknown(error)) return [{ path, message: unknownIn(broken) }]
  const given = at(value, path)
  // Fastify gives the validator null for an absent body.
  const isAbsent = path === '' && given === null
  const found =
    error.keyword === 'propertyNames'
      ? `has a field ${shown(error.params.propertyNames[0])}`
      : `is ${shown(isAbsent ? undefined : given)}`
  return [{ path, message: `${found}: expected ${expectation(broken)}` }]
}

/** The subschema that an error is about. For an unknown property, the schema of the object that contains it. */
const inSchema = (schema: TSchema, error: ValidationError): TSchema =>
  at(
    schema,
    error.schemaPath.replace(/^#/, '').replace(isUnknown(error) ? /\/additionalProperties$/ : '', ''),
  ) as TSchema

/** The part of `value` that a JSON pointer (RFC 6901) names. */
const at = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((inside, step) => (inside as Record<string, unknown> | undefined)?.[step], value)

function shown(value: unknown): string {
  if (value === undefined) return 'missing'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return `an object of ${fieldCount(Object.keys(value).length)}`
  const text = JSON.stringify(value)
  return cut(text, SHOWN_VALUE)
}

const fieldCount = (fields: number): string => (fields === 1 ? '1 field' : `${fields} fields`)

const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length)}...` : text)
