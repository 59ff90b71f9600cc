import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkPackages } from '../src/doctor/packages.ts'
import { version } from '../src/version.ts'

test('the doctor names packages that are missing or have another version than in package-lock.json', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quorate-packages-'))
  const install = async (path: string, version: string) => {
    await mkdir(join(folder, path), { recursive: true })
    await writeFile(join(folder, path, 'package.json'), JSON.stringify({ version }))
  }
  assert.deepEqual(checkPackages(folder), [], 'there is nothing to compare with')
  const packages = {
    '': { version: '0.1.0' },
    'apps/own': { version: '0.1.0' },
    'node_modules/own': { link: true },
    'node_modules/right': { version: '1.0.0' },
    'node_modules/@scope/old': { version: '2.0.0' },
    'node_modules/right/node_modules/gone': { version: '3.0.0' },
    'node_modules/for-another-system': { version: '1.0.0', optional: true },
    'node_modules/for-developers': { version: '1.0.0', dev: true },
  }
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  await install('node_modules/right', '1.0.0')
  await install('node_modules/@scope/old', '1.9.0')
  const [finding = assert.fail()] = checkPackages(folder)
  assert.deepEqual(
    [finding.state, finding.found],
    ['failed', '@scope/old is 1.9.0 instead of 2.0.0, gone 3.0.0 is missing'],
  )
  await install('node_modules/@scope/old', '2.0.0')
  await install('node_modules/right/node_modules/gone', '3.0.0')
  assert.equal(checkPackages(folder)[0]?.state, 'ok')
  await rm(folder, { recursive: true })
})

test("the command's version is that of its package", async () => {
  const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  assert.equal(version, JSON.parse(manifest).version)
})
