/** Checks answers against the API's own description, and against what the routes returned. */
import assert from 'node:assert/strict'
import { inlined } from '@quorate/platform/testing'
import { Compile } from 'typebox/compile'
import type { Harness } from './harness.ts'

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document, read by its paths.
type Json = any

export interface Described {
  status: number
  body: Json
  headers: Headers
}

/** Sends a request, and fails unless the description contains the route and the answer. */
export async function describedBy(harness: Pick<Harness, 'url'>) {
  const document: Json = inlined(await (await fetch(`${harness.url}/api/docs-json`)).json())

  const operationOf = (method: string, path: string): Json => {
    const templates = Object.keys(document.paths).filter((template) => matches(template, path))
    const best = templates.sort((a, b) => (a.match(/\{/g) ?? []).length - (b.match(/\{/g) ?? []).length)[0]
    const operation = best && document.paths[best][method.toLowerCase()]
    assert.ok(operation, `${method} ${path} is not described`)
    return operation
  }

  return async function ask(
    path: string,
    { method = 'GET', body, token }: { method?: string; body?: unknown; token?: string | undefined } = {},
  ): Promise<Described> {
    const response = await fetch(harness.url + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    const answered: Json = isJson ? JSON.parse(text) : text
    const { responses } = operationOf(method, path.split('?', 1)[0] ?? '')
    const family = `${Math.floor(response.status / 100)}XX`
    const described = responses[response.status] ?? responses[family] ?? responses[family.toLowerCase()]
    assert.ok(described, `${method} ${path} answered ${response.status}, which is not described: ${text.slice(0, 400)}`)
    const schema = isJson ? described.content?.['application/json']?.schema : undefined
    if (schema) {
      const validator = Compile(schema)
      const [fault] = validator.Check(answered) ? [] : validator.Errors(answered)
      assert.equal(
        fault,
        undefined,
        `${method} ${path}: ${fault?.instancePath} ${fault?.message} in ${text.slice(0, 600)}`,
      )
      assertNothingLost(schema, answered, path)
    }
    return { status: response.status, body: answered, headers: response.headers }
  }
}

const matches = (template: string, path: string): boolean =>
  new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path)

/** Fails if the description lacks a field, because clients would not expect the field. */
function assertNothingLost(schema: Json, value: Json, where: string): void {
  if (Array.isArray(value)) {
    if (schema.items) for (const item of value) assertNothingLost(schema.items, item, `${where}[]`)
    return
  }
  if (typeof value !== 'object' || value === null || !schema.properties || schema.additionalProperties) return
  for (const [name, inside] of Object.entries(value)) {
    assert.ok(schema.properties[name], `${where}.${name} is not described`)
    assertNothingLost(schema.properties[name], inside, `${where}.${name}`)
  }
}
