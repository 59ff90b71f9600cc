import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { ENV_EXAMPLE, envExample } from '../src/generate/env-example.ts'
import { serviceNames, settingsFor } from '../src/settings.ts'

const assignments = envExample().match(/(?<=^# )[A-Z_]+=.*$/gm) ?? []

describe('The example of an environment', () => {
  test('equals what the schemas of the settings give', async () => {
    assert.equal(await readFile(ENV_EXAMPLE, 'utf8'), envExample(), 'run npm run docs:env')
  })

  test('contains the defaults: all its lines together change no setting', () => {
    const pairs = assignments
      .map((line) => line.split(/=(.*)/, 2))
      .map(([name, value]) => [name, value?.replaceAll("'", '')])
    assert.deepEqual(settingsFor(serviceNames, Object.fromEntries(pairs)), settingsFor(serviceNames, {}))
  })

  test('describes each setting, names each once, and so does the configuration page', async () => {
    const page = await readFile(new URL('../../../docs/reference/configuration.md', import.meta.url), 'utf8')
    const names = assignments.map((line) => line.split('=', 1)[0])
    assert.deepEqual(names, [...new Set(names)])
    for (const line of assignments)
      assert.match(envExample(), new RegExp(`\n# [A-Z].+\\.\n# ${line.split('=', 1)[0]}=`))
    const missing = names.filter((name) => !page.includes(`\`${name}\``))
    assert.deepEqual(missing, [])
  })
})
