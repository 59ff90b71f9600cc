/** The examples of operations, and whether they match the descriptions in `openapi/`. */
import { readFile } from 'node:fs/promises'
import type { OperationExample } from '@quorate/platform'
import { inlined } from '@quorate/platform/testing'
import { Compile } from 'typebox/compile'
import { fileOf } from './descriptions.ts'

export const EXAMPLES = new URL('../src/operation-examples.json', import.meta.url)

/** Answers that are bytes of any kind, or too long for an example. */
export const WITHOUT_EXAMPLE = [
  'GET /metrics',
  'GET /routing/v1/ipns/{name}',
  'GET /ipfs/{cid}',
  'GET /ipfs/{cid}/{path}',
  'GET /ipns/{name}',
  'GET /ipns/{name}/{path}',
  'GET /ipfs/file/{cid}',
  'GET /ipfs/file/{cid}/{path}',
]

export type Example = OperationExample

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document, read by its paths.
type Json = any

export interface DescribedOperation {
  /** The names of the parameters in its path. */
  path: string[]
  /** The schema of its body, if that is JSON. */
  body?: Json
  isBodyRequired: boolean
  /** Its answers by status. */
  responses: Record<string, { content?: Record<string, { schema: Json }> }>
}

/** The operations of all APIs, such as `GET /daos/{daoId}`. Those that each service has are once in it. */
export async function describedOperations(): Promise<Map<string, DescribedOperation>> {
  const found = new Map<string, DescribedOperation>()
  for (const name of ['node', 'multisig', 'governance']) {
    const { paths } = inlined(JSON.parse(await readFile(fileOf(name), 'utf8')))
    for (const [path, methods] of Object.entries<Json>(paths))
      for (const [method, { parameters = [], requestBody, responses }] of Object.entries<Json>(methods))
        found.set(`${method.toUpperCase()} ${path}`, {
          path: parameters.filter((one: Json) => one.in === 'path').map((one: Json) => one.name),
          body: requestBody?.content['application/json']?.schema,
          isBodyRequired: requestBody?.required ?? false,
          responses,
        })
  }
  return found
}

export const examplesNow = async (): Promise<Record<string, Example>> => JSON.parse(await readFile(EXAMPLES, 'utf8'))

const checks = new WeakMap<object, ReturnType<typeof Compile>>()

function faultOf(schema: Json, value: unknown): string | undefined {
  const check = checks.get(schema) ?? Compile(schema)
  checks.set(schema, check)
  const [fault] = check.Check(value) ? [] : check.Errors(value)
  return fault && `${fault.instancePath} ${fault.message}`
}

/** The fault of an example of this operation; undefined if it matches the description. */
export function problemOf(
  { path: names, body: bodySchema, isBodyRequired, responses }: DescribedOperation,
  { path = {}, body, status, type = 'application/json', answer }: Example,
): string | undefined {
  if (names.some((name) => !(name in path))) return 'it lacks a parameter of the path'
  if (body === undefined && bodySchema && isBodyRequired) return 'it lacks the body'
  if (body !== undefined && !bodySchema) return 'the operation takes no JSON'
  const fault = body !== undefined && faultOf(bodySchema, body)
  if (fault) return `body: ${fault}`
  const schema = responses[status]?.content?.[type]?.schema
  if (status >= 300 || !schema) return `the operation does not answer ${status} with ${type}`
  const wrong = faultOf(schema, answer)
  return wrong && `answer: ${wrong}`
}
