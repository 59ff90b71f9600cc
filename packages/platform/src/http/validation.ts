/** Validates input against its TypeBox schema: bodies as they are, paths and queries read from text; fills in defaults. */
import type { FastifySchemaCompiler } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Default } from 'typebox/value'
import { type ApiError, badRequest } from '../base/errors.ts'
import { Bytes, hasFormOfBytes } from '../values/bytes.ts'
import { expectation } from '../values/schema-in-words.ts'
import { fromText } from '../values/text-values.ts'
import { type Excess, excessIn } from './excess.ts'

/** One fault: its path (`body/settings/threshold`), and what is expected there. */
export interface Fault {
  path: string
  message: string
}

/** How many characters of a client's input a message repeats. */
const SHOWN_PATH = 300
const SHOWN_VALUE = 60
const UNKNOWN = 'is not known here'

type ValidationError = ReturnType<Validator['Errors']>[number]

/** Fastify's validator compiler. A failure is 400 `VALIDATION_FAILED` with a {@link Fault} for each field. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart = 'body' }) => {
  const validator = Compile(withFormOfBytes(schema))
  const part = httpPart === 'querystring' ? 'query' : httpPart
  const isText = part !== 'body'
  const fills = JSON.stringify(schema).includes('"default":')
  const mayBeAbsent = Type.IsOptional(schema)

  return (input: unknown) => {
    if (input === null && mayBeAbsent) return { value: undefined }
    const read = isText ? readProperties(schema, input) : input
    const excess = excessIn(schema, read)
    if (excess) return { error: refusalOf(excessFaults(excess), part) }
    const value = fills ? Default(schema, read) : read
    return validator.Check(value) ? { value } : { error: refusal(schema, validator.Errors(value), value, part) }
  }
}

function readProperties(schema: TSchema, input: unknown): unknown {
  const { properties = {} } = schema as { properties?: Record<string, TSchema> }
  const values: Record<string, unknown> = { ...(input as Record<string, unknown>) }
  for (const [name, property] of Object.entries(properties)) {
    const value = values[name]
    if (typeof value === 'string') values[name] = fromText(property, value)
    else if (Array.isArray(value)) values[name] = readItems(property, value)
  }
  return values
}

/** A parameter that is given several times. */
function readItems(schema: TSchema, texts: unknown[]): unknown[] {
  const { items } = schema as { items?: TSchema }
  return items ? texts.map((text) => (typeof text === 'string' ? fromText(items, text) : text)) : texts
}

function refusal(schema: TSchema, errors: ValidationError[], value: unknown, part: string): ApiError {
  const faults = withoutBranches(errors).flatMap((error) => faultsOf(error, schema, value))
  return refusalOf(faults, part)
}

function refusalOf(faults: Fault[], part: string): ApiError {
  const details = faults.map(({ path, message }) => ({ path: part + cut(path, SHOWN_PATH), message }))
  const [first] = details
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : ''
  return badRequest(
    'VALIDATION_FAILED',
    first ? `${first.path} ${first.message}${more}` : `${part} is not valid`,
    details,
  )
}

const excessFaults = (excess: Excess): Fault[] =>
  'unknown' in excess
    ? excess.unknown.map((name) => ({ path: `${excess.path}/${name}`, message: UNKNOWN }))
    : [{ path: excess.path, message: `is a list of ${excess.length}: expected ${expectation(excess.schema)}` }]

/** The schema that values are checked with: it reads bytes only once, whichever form they have. Messages about faults come from `schema` itself. */
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
 * Leaves out the errors of each alternative of a union: the union's own error says what is expected. Also leaves out the error that lists
 * unknown properties, since each of them has an error of its own before it: TypeBox gives at most eight errors in all.
 */
function withoutBranches(errors: ValidationError[]): ValidationError[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
  const isBranch = (error: ValidationError) =>
    unions.some((union) => error !== union && error.schemaPath.startsWith(`${union.schemaPath}/${union.keyword}/`))
  return errors.filter(
    (error) =>
      error.keyword !== 'additionalProperties' && (error.keyword !== 'boolean' || isUnknown(error)) && !isBranch(error),
  )
}

const isUnknown = ({ keyword, schemaPath }: ValidationError): boolean =>
  keyword === 'boolean' && schemaPath.endsWith('/additionalProperties')

function faultsOf(error: ValidationError, schema: TSchema, value: unknown): Fault[] {
  const { instancePath: path } = error
  if (error.keyword === 'required') {
    return error.params.requiredProperties.map((name) => ({ path: `${path}/${name}`, message: 'is required' }))
  }
  if (isUnknown(error)) return [{ path, message: UNKNOWN }]
  const expected = expectation(at(schema, error.schemaPath.replace(/^#/, '')) as TSchema)
  return [{ path, message: `is ${shown(at(value, path))}: expected ${expected}` }]
}

/** The part of `value` that a JSON pointer (RFC 6901) names. */
const at = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((inside, step) => (inside as Record<string, unknown> | undefined)?.[step], value)

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'missing'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object') return 'an object'
  const text = JSON.stringify(value)
  return cut(text, SHOWN_VALUE)
}

const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length)}...` : text)
