import assert from 'node:assert/strict'
import { readFile, rm } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { testDataDirectory } from '@quorate/platform/testing'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { fieldDescriptions } from '../src/generate/field-descriptions.ts'
import { descriptionsOf, fileOf } from './descriptions.ts'
import { describedOperations, examplesNow, problemOf, WITHOUT_EXAMPLE } from './operation-examples.ts'
import { freePorts, type PlatformProcess, startProcess } from './process.ts'

/** Fields that need no description: their values or the fields around them say what they are. */
const SELF_EVIDENT = new Set(['code', 'data', 'description', 'name', 'status', 'text', 'title', 'type'])
const MAX_SUMMARY = 80

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document, read by its paths.
type Json = any

interface Operation {
  operationId: string
  summary: string
  tags?: string[]
  responses: Record<string, { content?: Record<string, { examples?: Record<string, { $ref: string }> }> }>
}

describe('The descriptions of the APIs', () => {
  let platform: PlatformProcess
  let dataDir: string
  let descriptions: [name: string, text: string][]
  before(async () => {
    dataDir = await testDataDirectory()
    const ports = await freePorts()
    platform = await startProcess({ ...ports, DATA_DIR: dataDir })
    descriptions = Object.entries(await descriptionsOf(ports))
  })
  after(async () => {
    await platform.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('equal those in openapi/, which `npm run docs:openapi` writes', async () => {
    for (const [name, text] of descriptions)
      assert.ok(text === (await readFile(fileOf(name), 'utf8')), `openapi/${name}.json is not what runs`)
  })

  test('are valid, and keep the rules that Redocly recommends', async () => {
    // The specification considers two of our paths ambiguous: `/daos/owner/{owner}` and `/daos/{dao}/members`.
    const config = await createConfig({ extends: ['recommended'], rules: { 'no-ambiguous-paths': 'off' } })
    for (const [name, source] of descriptions) {
      const problems = await lintFromString({ source, absoluteRef: `${name}.json`, config })
      assert.deepEqual(
        problems.map(({ message, location }) => `${message} ${location[0]?.pointer}`),
        [],
        name,
      )
    }
  })

  test('show errors only under their own status, for each operation', () => {
    for (const [, text] of descriptions) {
      const { paths, components } = JSON.parse(text)
      const operations = Object.values<Record<string, Operation>>(paths).flatMap((methods) => Object.values(methods))
      for (const { operationId, responses } of operations)
        for (const [status, { content }] of Object.entries(responses))
          for (const [code, { $ref }] of Object.entries(content?.['application/json']?.examples ?? {})) {
            const { value } = components.examples[$ref.split('/').at(-1) ?? '']
            assert.deepEqual([value.code, value.statusCode], [code, Number(status)], `${operationId}, ${status}`)
          }
    }
  })

  test('show an example of each operation that matches its schemas (`npm run docs:examples`)', async () => {
    const [operations, examples] = [await describedOperations(), await examplesNow()]
    const without = [...operations.keys()].filter((operation) => !(operation in examples))
    assert.deepEqual(without.sort(), WITHOUT_EXAMPLE.toSorted())
    for (const [operation, example] of Object.entries(examples)) {
      const described = operations.get(operation) ?? assert.fail(`there is no ${operation}`)
      assert.equal(problemOf(described, example), undefined, operation)
      const { status, type = 'application/json', answer } = example
      const shown = described.responses[status]?.content?.[type] as Json
      assert.deepEqual(shown.example, answer, `${operation}: run \`npm run docs:openapi\``)
    }
  })

  test('describe each operation in a short summary, and each field that is not self-evident', () => {
    for (const [name, text] of descriptions) {
      const { paths, components } = JSON.parse(text)
      const operations = Object.values<Record<string, Operation>>(paths).flatMap((methods) => Object.values(methods))
      for (const { operationId, summary } of operations)
        assert.ok(/^[A-Z][^.:;]*$/.test(summary) && summary.length <= MAX_SUMMARY, `${operationId}: ${summary}`)
      const bare = [...undescribed(components.schemas, ''), ...undescribed(paths, '')]
      assert.deepEqual([...new Set(bare)], [], name)
    }
    const all = descriptions.map(([, text]) => text).join()
    const unused = Object.entries(fieldDescriptions).filter(([, text]) => !all.includes(JSON.stringify(text)))
    assert.deepEqual(unused, [])
  })

  test('name every operation, its tag and its errors, and every resource once', () => {
    for (const [name, text] of descriptions) {
      const { paths, components, tags } = JSON.parse(text)
      const operations = Object.values<Record<string, Operation>>(paths).flatMap((methods) => Object.values(methods))
      const ids = operations.map(({ operationId }) => operationId)
      assert.equal(new Set(ids).size, operations.length)
      const described = new Set(tags.map((tag: { name: string }) => tag.name))
      for (const { operationId, tags: own = [], responses } of operations) {
        assert.ok(
          own.every((tag) => described.has(tag)),
          operationId,
        )
        assert.ok('429' in responses, operationId)
      }
      assert.ok(Object.keys(components.schemas).length > 5, `${name} has named schemas`)
      assert.ok(!text.includes('x-name'))
    }
  })
})

/** The paths of the fields and parameters in this part of a description that nothing describes. */
function undescribed(value: Json, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const isParameter = typeof value.in === 'string' && !isDescribed(value) && !isDescribed(value.schema)
  const fields = Object.entries<Json>(value.properties ?? {}).filter(
    ([name, schema]) => !SELF_EVIDENT.has(name) && !isDescribed(schema),
  )
  return [
    ...(isParameter ? [`${path}?${value.name}`] : []),
    ...fields.map(([name]) => `${path}.${name}`),
    ...Object.entries(value)
      .filter(([key]) => key !== 'example' && key !== 'examples' && !/^[45]/.test(key))
      .flatMap(([key, inner]) => undescribed(inner, `${path}/${key}`)),
  ]
}

const isDescribed = (schema: Json): boolean =>
  !!(schema?.description ?? schema?.title ?? schema?.$ref) ||
  [...(schema?.anyOf ?? []), ...(schema?.items ? [schema.items] : [])].some(isDescribed)
