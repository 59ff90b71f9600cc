/** Makes the description of an API fit for generating clients: names for operations, schemas and errors. */
import { STATUS_CODES } from 'node:http'
import { NAME } from '../../values/named-schema.ts'

// biome-ignore lint/suspicious/noExplicitAny: a JSON document, walked by its keys.
type Json = any

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options']

/** The errors that routes answer, each with an example of its `code` and `message`. */
const ERRORS: Record<number, [description: string, code: string, message: string]> = {
  400: [
    'The input breaks a rule, which the message names',
    'VALIDATION_FAILED',
    'body/threshold is 0: send an integer from 1 to 100',
  ],
  401: [
    'The session is missing or not valid',
    'UNAUTHORIZED',
    'Log in and send the token as "Authorization: Bearer <token>"',
  ],
  403: ['The session may not do this, or its target does not exist', 'FORBIDDEN', 'Not found, or access denied'],
  404: ['It does not exist', 'NOT_FOUND', 'The account 0.0.9999 does not exist on hedera:devnet'],
  409: ['It does not fit the current state', 'REQUEST_CLOSED', 'The request has been handed to the ledger'],
  410: [
    'It has expired',
    'REQUEST_EXPIRED',
    'The request expired at 2026-01-01T00:02:00.000Z: create the request again',
  ],
  422: [
    'The input is valid, but a rule or the ledger refuses it',
    'INSUFFICIENT_PAYER_BALANCE',
    'The ledger refused the transaction',
  ],
  429: ['Too many requests: Retry-After says when to try again', 'RATE_LIMITED', 'At most 600 requests in a minute'],
  503: [
    'A dependency is down: Retry-After says when to try again',
    'LEDGER_UNAVAILABLE',
    'The consensus node was not reached',
  ],
}

/** The error codes that a route may answer, by status, in addition to those that follow from its input and kind. */
export type RouteErrors = Readonly<Record<number, readonly string[]>>

/** An exchange that succeeded, which the description shows. */
export interface OperationExample {
  /** The parameters of its path. */
  path?: Readonly<Record<string, string | number>>
  /** The request's body as JSON. */
  body?: unknown
  status: number
  /** The media type of the answer, `application/json` if absent. */
  type?: string
  /** A text if the answer is not JSON. */
  answer: unknown
}

/** Holds an operation's own errors until they are described. */
export const OWN_ERRORS = 'x-errors'

/**
 * The description with an id for each operation, the errors that it may answer, the texts of the tags that are used,
 * and named schemas in place of their copies. `messages` has an example for each error code, `exchanges` one for each
 * operation, such as `GET /daos/{daoId}`, and `fields` a description for each field that its schema does not describe.
 *
 * @throws Error if two operations have the same name
 */
export function finished(
  document: Json,
  tags: Record<string, string>,
  messages: Record<string, string> = {},
  exchanges: Readonly<Record<string, OperationExample>> = {},
  fields: Readonly<Record<string, string>> = {},
): Json {
  const operations = operationsOf(document)
  for (const one of operations) one.operation = withFields(one.operation, fields)
  nameOperations(operations)
  const examples: Record<string, Json> = {}
  for (const operation of operations) addErrors(operation, messages, examples)
  const used = new Set(operations.flatMap(({ operation }) => (operation.tags ?? []) as string[]))
  const schemas: Record<string, Json> = { ...document.components?.schemas }
  const paths = Object.fromEntries(
    [...Map.groupBy(operations, ({ path }) => path)].map(([path, ofPath]) => [
      path,
      Object.fromEntries(
        ofPath.map(({ method, operation }) => {
          const example = exchanges[`${method.toUpperCase()} ${path}`]
          return [method, withExample(hoisted(operation, schemas), example)]
        }),
      ),
    ]),
  )
  return {
    ...document,
    tags: [...used].map((name) => ({ name, ...(tags[name] ? { description: tags[name] } : {}) })),
    paths,
    components: {
      ...document.components,
      schemas,
      examples,
      responses: Object.fromEntries(Object.keys(ERRORS).map((status) => [nameOf(status), responseOf(Number(status))])),
    },
  }
}

interface Operation {
  method: string
  path: string
  operation: Json
}

const operationsOf = (document: Json): Operation[] =>
  Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods)
      .filter(([method]) => METHODS.includes(method))
      // A route with two methods has one operation object for both.
      .map(([method, operation]) => ({
        method,
        path,
        operation: { ...operation, responses: { ...operation.responses } },
      })),
  )

/**
 * Names such as `getMultisigWalletPending`. A parameter is included only at the end, as in
 * `getMultisigWalletByWalletId`.
 */
function nameOperations(operations: Operation[]): void {
  const taken = new Map<string, string>()
  for (const { method, path, operation } of operations) {
    const segments = path.split('/').filter((segment) => segment !== '')
    const words = segments.map((segment, index) => {
      const parameter = /^\{(.*)\}$/.exec(segment)?.[1]
      if (parameter === undefined) return pascal(segment)
      return index === segments.length - 1 ? `By${pascal(parameter)}` : ''
    })
    const name = `${method}${words.join('')}`
    const other = taken.get(name)
    if (other) throw new Error(`${method} ${path} and ${other} would both be the operation ${name}`)
    taken.set(name, `${method} ${path}`)
    operation.operationId = name
  }
}

const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** False for an external API with another shape of errors: its routes describe them themselves. */
function hasOurErrors({ responses }: Json): boolean {
  const schema = responses['4XX']?.content?.['application/json']?.schema
  return schema === undefined || schema.$ref === '#/components/schemas/Error'
}

/** The statuses that a route may answer follow from its input and kind. */
function addErrors(
  { method, path, operation }: Operation,
  messages: Record<string, string>,
  examples: Record<string, Json>,
): void {
  const isWrite = method !== 'get' && method !== 'head'
  const needsSession = (operation.security ?? []).length > 0
  const statuses = [
    400,
    ...(needsSession ? [401, 403] : []),
    ...(path.includes('{') ? [404] : []),
    ...(isWrite ? [409, 410, 422] : []),
    429,
    503,
  ]
  if (!hasOurErrors(operation)) return
  for (const status of statuses)
    operation.responses[status] ??= { $ref: `#/components/responses/${nameOf(String(status))}` }
  const declared: RouteErrors[] = operation[OWN_ERRORS] ?? []
  delete operation[OWN_ERRORS]
  const own = Map.groupBy(
    declared.flatMap((one) => Object.entries(one)),
    ([status]) => Number(status),
  )
  for (const [status, entries] of own) {
    const codes = [...new Set(entries.flatMap(([, list]) => list))].sort()
    const [description = STATUS_CODES[status], general, message = ''] = ERRORS[status] ?? []
    const all = general === undefined ? codes : [general, ...codes.filter((code) => code !== general)]
    for (const code of all) {
      const text = messages[code] ?? message
      // Some codes are answered with several statuses.
      examples[`${code}_${status}`] ??= {
        summary: code,
        value: { statusCode: status, error: STATUS_CODES[status], code, message: text },
      }
    }
    const named = Object.fromEntries(all.map((code) => [code, { $ref: `#/components/examples/${code}_${status}` }]))
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples: named } }
    operation.responses[status] = { description, content }
  }
}

/** The operation with an example of each parameter in its path, of its body and of its answer. */
function withExample(operation: Json, example: OperationExample | undefined): Json {
  if (!example) return operation
  const { path = {}, body, status, type = 'application/json', answer } = example
  const inContent = (content: Json, media: string, value: unknown): Json =>
    content?.[media] ? { ...content, [media]: { ...content[media], example: value } } : content
  const { parameters, requestBody, responses } = operation
  const response = responses[status]
  return {
    ...operation,
    ...(parameters && {
      parameters: parameters.map((one: Json) =>
        one.in === 'path' && one.name in path ? { ...one, example: path[one.name] } : one,
      ),
    }),
    ...(requestBody &&
      body !== undefined && {
        requestBody: { ...requestBody, content: inContent(requestBody.content, 'application/json', body) },
      }),
    responses: { ...responses, [status]: { ...response, content: inContent(response?.content, type, answer) } },
  }
}

const nameOf = (status: string): string => pascal(STATUS_CODES[status] ?? status)

function responseOf(status: number): Json {
  const [description, code, message] = ERRORS[status] as [string, string, string]
  const example = { statusCode: status, error: STATUS_CODES[status], code, message }
  return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } } }
}

/** Adds a description to each field and parameter that has none. `of` is the field or schema that `value` is in. */
function withFields(value: Json, fields: Readonly<Record<string, string>>, of = ''): Json {
  if (Array.isArray(value)) return value.map((item) => withFields(item, fields, of))
  if (typeof value !== 'object' || value === null) return value
  const here = value[NAME] ?? of
  const inner = Object.fromEntries(
    Object.entries<Json>(value).map(([key, item]) => {
      if (key !== 'properties') return [key, withFields(item, fields, key === 'requestBody' ? 'body' : here)]
      const described = Object.entries<Json>(item).map(([name, schema]) => {
        const own = withFields(schema, fields, name)
        const text = fields[`${here}.${name}`] ?? fields[name]
        return [name, text === undefined || isDescribed(own) ? own : { ...own, description: text }]
      })
      return [key, Object.fromEntries(described)]
    }),
  )
  // A parameter needs no description if its schema has one.
  const text = typeof value.in === 'string' ? fields[value.name] : undefined
  const isPlain = text !== undefined && !isDescribed(inner) && !isDescribed(inner.schema)
  return isPlain ? { ...inner, description: text } : inner
}

/**
 * Whether a schema, or one of its alternatives, has a description. A description of a list's items does not count as
 * one of the list.
 */
const isDescribed = (schema: Json): boolean =>
  [schema, ...(schema?.anyOf ?? [])].some((one) => one?.description ?? one?.title ?? one?.[NAME] ?? one?.$ref) ||
  !!(schema?.items?.description ?? schema?.items?.title)

/** Replaces each named schema in the value by a reference, and adds the schema to `schemas`. */
function hoisted(value: Json, schemas: Record<string, Json>): Json {
  if (Array.isArray(value)) return value.map((item) => hoisted(item, schemas))
  if (typeof value !== 'object' || value === null) return value
  const { [NAME]: name, ...rest } = value
  const inner = Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, hoisted(item, schemas)]))
  if (typeof name !== 'string') return inner
  schemas[name] ??= inner
  const stored = schemas[name]
  if (bare(stored) !== bare(inner)) return inner
  const isSaid = inner.description === undefined || inner.description === stored.description
  return { $ref: `#/components/schemas/${name}`, ...(isSaid ? {} : { description: inner.description }) }
}

/** A schema without the keywords that describe only its place. */
const bare = ({ description: _, ...schema }: Json): string => JSON.stringify(schema)

/** An input schema. Properties with a default are not required. */
export function withOptionalDefaults(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withOptionalDefaults)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, item]) => [key, withOptionalDefaults(item)]))
  if (!Array.isArray(schema.required) || typeof schema.properties !== 'object') return inner
  const required = schema.required.filter((name: string) => schema.properties[name]?.default === undefined)
  return { ...inner, required }
}
