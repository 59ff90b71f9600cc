import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'

const root = new URL('../../../', import.meta.url)
const SERVICES = ['multisig', 'node', 'governance', 'storage']

/** What each service has under the same name; folders end with a slash. */
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
  'store/migrations/001-baseline.ts',
]
/** What a service does not have yet. Remove an entry once it does. */
const MISSING: Record<string, string[]> = { node: ['service.ts', 'model/', 'answers/', 'store/tables.ts'] }
/** Files outside `store/` that still have SQL. Remove an entry once the SQL has moved. */
const WITH_SQL: Record<string, string[]> = {
  node: [
    'decisions/offers.ts',
    'decisions/opened.ts',
    'decisions/opening-fates.ts',
    'decisions/opening-limits.ts',
    'decisions/opening-records.ts',
    'decisions/openings.ts',
    'decisions/wallet-signatures.ts',
    'keys/network-keys.ts',
    'keys/shared-keys.ts',
    'node-topic/node-topic.ts',
    'node-topic/replay.ts',
    'node-topic/submissions.ts',
    'routes/profile.ts',
    'sessions/challenges.ts',
    'sessions/key-watch.ts',
    'sessions/live-sessions.ts',
    'sessions/tokens.ts',
    'sessions/two-factor/two-factor.ts',
    'sessions/wallet-logins.ts',
    'snapshots/snapshots.ts',
    'validators/bindings.ts',
    'validators/bound.ts',
    'validators/conditional.ts',
    'webhooks/deliveries.ts',
  ],
}
/** Lines that the list of constructors may have, if more than eighty. */
const LINES: Record<string, number> = { multisig: 119 }

const SQL = /from 'kysely'|\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^`]*>)?`/

for (const service of SERVICES) {
  const src = new URL(`packages/${service}/src/`, root)

  test(`${service} has the files and folders of every service`, async () => {
    const entries = await readdir(src, { recursive: true, withFileTypes: true })
    const paths = entries.map((entry) => {
      const path = `${entry.parentPath}/${entry.name}${entry.isDirectory() ? '/' : ''}`
      return path.slice(src.pathname.length).replace(/^\/+/, '')
    })
    const known = MISSING[service] ?? []
    assert.deepEqual(
      SKELETON.filter((path) => !paths.includes(path) && !known.includes(path)),
      [],
    )
  })

  test(`${service} has SQL in its store alone`, async () => {
    const files = (await readdir(src, { recursive: true })).filter((file) => file.endsWith('.ts'))
    const outside: string[] = []
    const known = WITH_SQL[service] ?? []
    for (const file of files.filter((one) => !one.startsWith('store/') && !known.includes(one)))
      if (SQL.test(await readFile(new URL(file, src), 'utf8'))) outside.push(file)
    assert.deepEqual(outside, [])
  })

  test(`${service} is put together in a short list of constructors`, async (context) => {
    const text = await readFile(new URL('service.ts', src), 'utf8').catch(() => undefined)
    if (text === undefined) return context.skip('it has no service.ts yet')
    const lines = text.split('\n').length
    assert.ok(lines <= (LINES[service] ?? 80), `service.ts has ${lines} lines`)
  })
}
