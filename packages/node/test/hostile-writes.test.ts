import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { operations } from '../src/operations/index.ts'
import { openHouse } from './house.ts'
import { walletsOf } from './wallets.ts'

const HOSTILE: unknown[] = [
  ...[null, true, '', ' ', '\u202e', 'x'.repeat(5000), '0x', 'ff'.repeat(32), '30'.repeat(60)],
  ...[0, -1, 1.5, 1e308, 2 ** 53 - 1, '9223372036854775807', '9223372036854775808', '00', '1e9'],
  ...['0.0.0', '0.0.2', '0.0.3', '0.0.98', '0.0.9223372036854775807', '1.2.3', '0.0.01', '1700000000.000000001'],
  ...[
    [],
    [[]],
    [0],
    [1, 1],
    ['a'],
    {},
    { key: [] },
    { threshold: 0, key: ['x'] },
    { _type: 'ProtobufEncoded', key: '00' },
  ],
  ...[{ _code: 1 }, { id: '0.0.2' }, { fixed_fees: [{ amount: 0, collector_account_id: '0.0.2' }] }, { values: [] }],
  ...[
    { topicId: '0.0.2', consensusTimestamp: '1700000000.000000001' },
    { toString: 1 },
    { constructor: {} },
    '__proto__',
  ],
  ...[
    'hbar',
    'token',
    'nft',
    'partial',
    'full',
    { prices: [] },
    { parameters: { a: { type: 7 } }, conditions: [{ not: 1 }] },
  ],
]

test('Writes answer hostile values with 4xx, never with a fault of their own', async () => {
  await using house = await openHouse({}, {}, { mirrorTimeoutMs: 20_000 })
  const wallets = walletsOf(house)
  const ada = await wallets.person()
  const { body: document } = await house.ask('/api/docs-json')
  const rows = [
    ...operations,
    { method: 'POST', path: '/transactions/submit' },
    ...['accounts', 'consensus', 'tokens'].map((kind) => ({ method: 'POST', path: `/validators/${kind}` })),
  ]
  const value = fc.constantFrom(ada.id, ...HOSTILE)
  const request = fc.constantFrom(...rows).chain(({ method, path }) => {
    const schema = document.paths[path][method.toLowerCase()].requestBody.content['application/json'].schema
    const names = Object.keys(schema.properties ?? {})
    const requiredKeys = (schema.required ?? []) as string[]
    const body = fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys })
    const at = path.replaceAll(/\{\w+\}/g, '0.0.2')
    return fc.record({ method: fc.constant(method), path: fc.constant(at), body })
  })
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, body }) => {
      const response = await fetch(house.url + path, {
        method,
        headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const text = await response.text()
      assert.ok(response.status < 500, `${method} ${path} ${JSON.stringify(body)} answered ${response.status} ${text}`)
    }),
    { numRuns: 600 },
  )
  wallets.client.close()
})
