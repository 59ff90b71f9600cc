/** For the tests of services: checks that messages about wrong input name the rules that it breaks. */
import assert from 'node:assert/strict'
import { Check } from 'typebox/value'
import type { Http } from '../http/options.ts'
import { expectation } from '../values/schema-in-words.ts'

// biome-ignore lint/suspicious/noExplicitAny: schemas, read by their keywords.
type Json = any

/** Checks, as each route is added, the messages of all parts of its input. Call it before the routes are added. */
export function checkMessages(http: Http): void {
  http.addHook('onRoute', ({ method, url, schema = {} }) => {
    const { body, params, querystring } = schema as Record<string, Json>
    const inputs: [part: string, schema: Json][] = [
      ['body', body],
      ['params', params],
      ['query', querystring],
    ]
    const faults = inputs.flatMap(([part, one]) => hiddenConstraints(one, part))

    assert.deepEqual(faults, [], `messages of ${method} ${url}`)
  })
}

/**
 * The parts of a schema whose messages hide a constraint, as `body/field: "message" lacks 10`. A message must hold each bound, each allowed
 * value and each required field, and for a pattern an example that matches it.
 */
export function hiddenConstraints(schema: Json, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const message = expectation(schema)
  const faults = told(schema)
    .filter((text) => !message.includes(text))
    .map((text) => `${path}: ${JSON.stringify(message)} lacks ${text}`)
  const examples: string[] = schema.examples ?? []
  if (schema.pattern !== undefined && !examples.some((one) => Check(schema, one)))
    faults.push(`${path}: ${JSON.stringify(message)} has no example that matches ${schema.pattern}`)
  if (message === 'any value' && !Object.keys(schema).every((keyword) => SILENT.has(keyword)))
    faults.push(`${path}: nothing is said of ${JSON.stringify(schema).slice(0, 100)}`)
  return [...faults, ...inside(schema, path).flatMap(([part, at]) => hiddenConstraints(part, at))]
}

/** Keywords that constrain nothing. */
const SILENT = new Set(['description', 'title', 'default', 'examples', '~kind', '~optional'])

/** The texts that the message must hold. */
function told(schema: Json): string[] {
  const bounds = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'].map((name) => schema[name])
  const example = schema.pattern === undefined ? [] : (schema.examples ?? []).slice(0, 1)
  return [...bounds, ...(schema.enum ?? []), ...(schema.required ?? []), ...example]
    .filter((value) => value !== undefined)
    .map(String)
}

function inside(schema: Json, path: string): [part: Json, path: string][] {
  const properties = Object.entries(schema.properties ?? {})
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return [
    ...properties.map(([name, part]): [Json, string] => [part, `${path}/${name}`]),
    ...(schema.items ? [[schema.items, `${path}/0`] as [Json, string]] : []),
    ...alternatives.map((part): [Json, string] => [part, path]),
  ]
}
