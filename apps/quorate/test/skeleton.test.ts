import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { longFunctions } from '../../../test/long-functions.ts'

const root = new URL('../../../', import.meta.url)
const SERVICES = ['multisig', 'node', 'governance', 'storage']

/** Files and folders that every service has; folders end with a slash. */
const SKELETON = [
  'index.ts',
  'service.ts',
  'settings.ts',
  'limits.ts',
  'routes/',
  'model/',
  'answers/',
  'store/',
  'store/tables.ts',
  'store/open-tables.ts',
  'store/migrations/001-baseline.ts',
]

const SQL =
  /^import (?!type\b)[^'\n]*from 'kysely'|\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^`]*>)?`/m

for (const service of SERVICES) {
  const src = new URL(`packages/${service}/src/`, root)

  test(`${service} has the files and folders of every service`, async () => {
    const entries = await readdir(src, { recursive: true, withFileTypes: true })
    const paths = entries.map((entry) => {
      const path = `${entry.parentPath}/${entry.name}${entry.isDirectory() ? '/' : ''}`
      return path.slice(src.pathname.length).replace(/^\/+/, '')
    })
    assert.deepEqual(
      SKELETON.filter((path) => !paths.includes(path)),
      [],
    )
  })

  test(`${service} has SQL in its store alone`, async () => {
    const files = (await readdir(src, { recursive: true })).filter((file) => file.endsWith('.ts'))
    const outside: string[] = []
    for (const file of files.filter((one) => !one.startsWith('store/')))
      if (SQL.test(await readFile(new URL(file, src), 'utf8'))) outside.push(file)
    assert.deepEqual(outside, [])
  })

  test(`${service} is put together in a short list of constructors`, async () => {
    const text = await readFile(new URL('service.ts', src), 'utf8')
    const lines = text.split('\n').length
    assert.ok(lines < 80, `service.ts has ${lines} lines`)
  })
}

const MAX_LINES = 100

test(`No function of the sources has more than ${MAX_LINES} lines`, () => {
  const long = longFunctions(fileURLToPath(root), ['packages/*/src/**/*', 'apps/*/src/**/*'], MAX_LINES)
  assert.deepEqual(long, [])
})

test('Long functions of every kind are found', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'long-functions-'))
  const kinds = `
    function declared() {
      return [
      ] }
    export const arrow = () =>
      [
      ].map((short) => {
        return short })
    class Thing {
      method() {
        return 1
      }
      get property() {
        return 2
      }
    }
    const holder = {
      member: async function () {

      },
    }
    export default () => {
      function short() {
        return 3 }
    }`
  try {
    await writeFile(join(folder, 'kinds.tsx'), kinds)
    assert.deepEqual(longFunctions(folder, ['*'], 2), [
      { file: 'kinds.tsx', name: 'declared', lines: 3 },
      { file: 'kinds.tsx', name: 'arrow', lines: 4 },
      { file: 'kinds.tsx', name: 'method', lines: 3 },
      { file: 'kinds.tsx', name: 'property', lines: 3 },
      { file: 'kinds.tsx', name: 'member', lines: 3 },
      { file: 'kinds.tsx', name: 'a function without a name', lines: 4 },
    ])
    assert.deepEqual(longFunctions(folder, ['*'], 3), [
      { file: 'kinds.tsx', name: 'arrow', lines: 4 },
      { file: 'kinds.tsx', name: 'a function without a name', lines: 4 },
    ])
    assert.throws(() => longFunctions(folder, ['*.js'], 3), /No file below/)
  } finally {
    await rm(folder, { recursive: true })
  }
})
