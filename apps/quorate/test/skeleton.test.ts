import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'

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
/** Those that a service does not have yet. Remove an entry once it does. */
const MISSING: Record<string, string[]> = { node: ['model/', 'answers/'] }

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
      MISSING[service] ?? [],
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
