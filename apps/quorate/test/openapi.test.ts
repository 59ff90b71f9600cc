import assert from 'node:assert/strict'
import { readFile, rm } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { testDataDirectory } from '@quorate/platform/testing'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { descriptionsOf, fileOf } from './descriptions.ts'
import { freePorts, type PlatformProcess, startProcess } from './process.ts'

interface Operation {
  operationId: string
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

  test('show for each status of an operation errors with that status', () => {
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
