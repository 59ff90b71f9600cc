/** For the tests of services: checks that messages about wrong input name the rules that it breaks. */
import assert from 'node:assert/strict'
import { Check } from 'typebox/value'
import type { Http } from '../http/server/http-type.ts'
import { expectation } from '../values/schema-in-words.ts'

// biome-ignore lint/suspicious/noExplicitAny: schemas, read by their keywords.
type Json = any

/** Checks the messages of all parts of a route's input as the route is added. Call it before the routes are added. */
export function checkMessages(http: Http): void {
  http.addHook('onRoute', ({ method, url, schema = {} }) => {
    const { body, params, querystring, headers } = schema as Record<string, Json>
    const inputs: [part: string, schema: Json][] = [
      ['body', body],
      ['params', params],
      ['query', querystring],
      ['headers', headers],
    ]
    const faults = inputs
      .filter(([part, one]) => part === 'body' || Object.keys(one?.properties ?? {}).length > 0)
      .flatMap(([part, one]) => hiddenConstraints(one, part))

    assert.deepEqual(faults, [], `messages of ${method} ${url}`)
  })
}

/**
 * The parts of a schema whose messages hide a constraint, as `body/field: "message" lacks 10`. A message must contain
 * the texts that {@link TOLD} returns for each keyword. For a pattern it must contain an example that matches; for an
 * object, the fields or the form. If a keyword is not listed here, no message mentions it.
 */
export function hiddenConstraints(schema: Json, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const message = expectation(schema)
  const faults = Object.keys(schema).flatMap((keyword) => {
    if (SILENT.has(keyword)) return []
    const texts = TOLD[keyword]?.(schema)
    if (!texts) return [`${path}: no message tells of the keyword ${keyword}`]
    const lacking = texts.filter((text) => !holdsWhole(message, text))
    return lacking.map((text) => `${path}: ${JSON.stringify(message)} lacks ${text}`)
  })
  const examples: string[] = schema.examples ?? []
  if (schema.pattern !== undefined && !examples.some((one) => Check(schema, one)))
    faults.push(`${path}: ${JSON.stringify(message)} has no example that matches ${schema.pattern}`)
  if (isNameless(schema)) faults.push(`${path}: ${JSON.stringify(message)} does not say what is expected`)
  return [...faults, ...inside(schema, path).flatMap(([part, at]) => hiddenConstraints(part, at))]
}

/** Whether a message says only that something is expected, or an object. */
const isNameless = ({ type, title, properties = {}, propertyNames, ...schema }: Json): boolean =>
  title === undefined &&
  (type === 'object'
    ? propertyNames === undefined && schema.patternProperties === undefined && Object.keys(properties).length === 0
    : expectation({ type, ...schema }) === 'any value')

/** Keywords that constrain nothing. */
const SILENT = new Set([
  'description',
  'title',
  'default',
  'examples',
  'secret',
  'x-name',
  '~kind',
  '~optional',
  '~unsafe',
])

const KINDS: Record<string, string> = {
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  object: 'an object',
}

const bound = (keyword: string) => (schema: Json) => [String(schema[keyword])]

/**
 * By keyword, the texts that a message must contain. Keywords with an empty list have parts that are checked
 * separately.
 */
const TOLD: Record<string, (schema: Json) => string[]> = {
  type: ({ type, title = KINDS[type], ...schema }) =>
    'const' in schema || 'enum' in schema || title === undefined ? [] : [title],
  ...Object.fromEntries(
    ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'].map(
      (keyword) => [keyword, bound(keyword)],
    ),
  ),
  exclusiveMinimum: (schema) => [`more than ${schema.exclusiveMinimum}`],
  exclusiveMaximum: (schema) => [`less than ${schema.exclusiveMaximum}`],
  multipleOf: (schema) => [`a multiple of ${schema.multipleOf}`],
  uniqueItems: ({ uniqueItems }) => (uniqueItems ? ['without duplicates'] : []),
  format: ({ format, title }) => [title ?? format],
  pattern: ({ examples = [] }) => examples.slice(0, 1),
  const: (schema) => [JSON.stringify(schema.const)],
  enum: (schema) => schema.enum.map(String),
  required: ({ required }) => required,
  propertyNames: ({ propertyNames }) => [expectation(propertyNames)],
  patternProperties: ({ patternProperties, title }) => [title ?? Object.keys(patternProperties).join(' ')],
  ...Object.fromEntries(
    ['properties', 'additionalProperties', 'items', 'anyOf', 'oneOf'].map((name) => [name, () => []]),
  ),
}

/** Whether a text contains another as a whole word or number: `from 1 to 10` contains 10, but not 0. */
function holdsWhole(text: string, part: string): boolean {
  const isEnd = (character = ' ') => !/[\w.-]/.test(character)
  if (part === '') return true
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    if (isEnd(text[at - 1]) && isEnd(text[at + part.length])) return true
  return false
}

function inside(schema: Json, path: string): [part: Json, path: string][] {
  const { items, additionalProperties: others, propertyNames } = schema
  // A schema that permits any value refuses none.
  const additionalProperties = Object.keys(others ?? {}).every((keyword) => SILENT.has(keyword)) ? undefined : others
  const parts = (named: object): [Json, string][] =>
    Object.entries(named).map(([name, part]) => [part, `${path}/${name}`])
  const alternatives: Json[] = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  return [
    ...parts(schema.properties ?? {}),
    ...parts(schema.patternProperties ?? {}),
    ...parts({ ...(items && { 0: items }), ...(additionalProperties && { '*': additionalProperties }) }),
    ...[...alternatives, ...(propertyNames ? [propertyNames] : [])].map((part): [Json, string] => [part, path]),
  ]
}
