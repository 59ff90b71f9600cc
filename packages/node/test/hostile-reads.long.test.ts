import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { describedBy } from './described.ts'
import { type Harness, loggedIn, openHarness } from './harness.ts'

const LONG = '9'.repeat(400)
const PATHS = [
  '0.0.0',
  '0.0.9223372036854775807',
  '0.0.9223372036854775808',
  `0.0.${LONG}`,
  '1023.65535.1',
  '-1',
  '0',
  '1e3',
  '9223372036854775807',
  '9223372036854775808',
  '0.0.2@1.1',
  '0.0.2-9999999999-999999999',
  `0.0.2@${LONG}.1`,
  '0.0.9223372036854775807@9223372036.999999999',
  '0.0.99999999999999999999@1.1',
  '0.0.2@1.1%3Fscheduled',
  '0.0.2@1.1%2F2147483647',
  '0.0.2@1.1%2F99999999999',
  '0x0000000000000000000000000000000000000000',
  `0x${'f'.repeat(40)}`,
  `0.0.${'A'.repeat(60)}`,
  'A'.repeat(60),
  '9999999999.999999999',
  '2024-02-30T25:61:61Z',
  '+275760-09-13',
  '%F0%9F%92%A3',
  '..%2F..%2Fetc%2Fpasswd',
  '%25',
  "'%3B--",
  '__proto__',
  'constructor',
]
const VALUES = [
  ...PATHS,
  '',
  'gte:',
  'gte:gte:1',
  'eq:0.0.2',
  'ne:1',
  'lt:0',
  'true',
  '1000',
  '1001',
  '0.1',
  'asc',
  'desc',
  'utf-8',
  'CRYPTOTRANSFER',
  'NOSUCHTYPE',
  'f'.repeat(64),
]

/** Values that are also sent twice. */
const TWICE = ['0.0.0', '-1', '', 'gte:', 'asc', 'true']

describe('Reads', () => {
  let harness: Harness
  let token = ''
  before(async () => {
    harness = await openHarness({}, {}, { mirrorTimeoutMs: 20_000 })
    token = await loggedIn(harness, '0.0.1024')
  })
  after(() => harness[Symbol.asyncDispose]())

  test('answer any path and query without an internal error', async () => {
    const ask = await describedBy(harness)
    const { paths } = (await (await fetch(`${harness.url}/api/docs-json`)).json()) as {
      paths: Record<string, { get?: { tags?: string[]; parameters?: { name: string; in: string }[] } }>
    }
    const tags = new Set(['mirror', 'accounts', 'tokens', 'topics', 'transactions', 'snapshots', 'node'])
    const rows = Object.entries(paths).filter(([, { get }]) => get?.tags?.some((tag) => tags.has(tag)))
    assert.ok(rows.length >= 28, `${rows.length} rows`)
    const urls = rows.flatMap(([path, { get }]) => {
      const names = (get?.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name)
      const good = path.replace(/\{[^}]+\}/g, (name) => EXAMPLES[name] ?? '0.0.2')
      return [
        ...PATHS.map((value) => path.replace(/\{[^}]+\}/g, value)),
        ...names.flatMap((name) => TWICE.map((value) => `${good}?${name}=${value}&${name}=${value}`)),
        ...names.flatMap((name) => VALUES.map((value) => `${good}?${name}=${value}`)),
      ]
    })
    const faults: string[] = []
    const next = urls.values()
    const work = async () => {
      for (const url of next) {
        const { status, body } = await ask(url, { token }).catch((error) => ({ status: 999, body: error.message }))
        if (status >= 500) faults.push(`${status} ${url} ${JSON.stringify(body)}`)
      }
    }
    await Promise.all(Array.from({ length: 8 }, work))
    assert.deepEqual(faults, [], `${urls.length} asked`)
  })
})

const EXAMPLES: Record<string, string> = {
  '{transaction}': '0.0.2@1.1',
  '{serialNumber}': '1',
  '{sequenceNumber}': '1',
  '{timestamp}': '1.1',
  '{format}': 'json',
}
