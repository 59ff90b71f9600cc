import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { ENV_EXAMPLE, envExample } from '../src/env-example.ts'
import { serviceNames, settingsFor } from '../src/settings.ts'

const assignments = envExample().match(/(?<=^# )[A-Z_]+=.*$/gm) ?? []

describe('The example of an environment', () => {
  test('is what the schemas of the settings say', async () => {
    assert.equal(await readFile(ENV_EXAMPLE, 'utf8'), envExample(), 'run npm run docs:env')
  })

  test('has the defaults: who takes every line of it has the same settings', () => {
    const pairs = assignments
      .map((line) => line.split(/=(.*)/, 2))
      .map(([name, value]) => [name, value?.replaceAll("'", '')])
    assert.deepEqual(settingsFor(serviceNames, Object.fromEntries(pairs)), settingsFor(serviceNames, {}))
  })

  test('says what each setting is, names each once, and the page of the configuration names it, too', async () => {
    const page = await readFile(new URL('../../../docs/reference/configuration.md', import.meta.url), 'utf8')
    const names = assignments.map((line) => line.split('=', 1)[0])
    assert.deepEqual(names, [...new Set(names)])
    for (const line of assignments)
      assert.match(envExample(), new RegExp(`\n# [A-Z].+\\.\n# ${line.split('=', 1)[0]}=`))
    const missing = names.filter((name) => !page.includes(`\`${name}\``))
    assert.deepEqual(missing, [])
  })
})
