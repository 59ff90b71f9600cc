import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileOf, services, typesOf } from '../generate.ts'

test('The types in generated/ match openapi/ (`npm run client:generate` writes them)', async () => {
  for (const name of services)
    assert.ok(
      (await readFile(fileOf(name), 'utf8')) === (await typesOf(name)),
      `packages/client/generated/${name}.ts is not what openapi/${name}.json gives`,
    )
})
