import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  exampleTable,
  gatewayTable,
  kitTables,
  pinningTable,
  suiteTable,
  verdictOf,
  withSection,
} from '../src/generate/conformance-page.ts'

const at = (file: string, fullTitle: string) => ({ file: `/kit/src/tests/${file}`, fullTitle })

test('The tables of the kit count passing, skipped and failing tests, by service and file', () => {
  const [a, b, c] = [at('file-service/a.ts', 'A 1'), at('file-service/a.ts', 'A 2'), at('topic-service/b.ts', 'B 1')]
  const tables = kitTables([
    { tests: [a, b], pending: [b], failures: [] },
    { tests: [c], pending: [], failures: [c] },
  ])
  assert.deepEqual(tables.match(/^\| .*\d \|$/gm), [
    '| file-service | 1 | 1 | 0 |',
    '| topic-service | 0 | 0 | 1 |',
    '| a.ts | 1 | 1 | 0 |',
    '| b.ts | 0 | 0 | 1 |',
  ])
  assert.match(tables, /^- B 1$/m)
})

test('The table of suites counts passing, skipped and failing tests, and names failing ones with their files', () => {
  const results = ['passed', 'passed', 'skipped', 'failed'].map((status, at) => ({ fullName: `Test ${at}`, status }))
  const report = { testResults: [{ name: '/sdk/test/a.js', assertionResults: results }] }
  const table = suiteTable([{ name: 'integration', report }])
  assert.match(table, /^\| integration \| 2 \| 1 \| 1 \|$/m)
  assert.match(table, /^- `a.js`: Test 3$/m)
})

test('An example runs clean if it ends with 0 and prints no stack trace', () => {
  const verdict = (text: string) => verdictOf({ name: 'x', text })
  assert.equal(verdict('done\nexit 0\n'), 'runs clean')
  assert.equal(verdict('refused as expected: INVALID_SIGNATURE\nexit 0\n'), 'runs clean')
  assert.equal(
    verdict('n [StatusError]: INVALID_SIGNATURE\n    at new n (file:///a.js:1:66)\nexit 0\n'),
    'ends otherwise',
  )
  assert.equal(verdict('NOT_SUPPORTED\n    at a.js:1:2\nexit 0\n'), 'needs contracts')
  assert.equal(verdict('getaddrinfo EAI_AGAIN example.com\nexit 1\n'), 'needs the internet')
  assert.equal(verdict('done\nexit 1\n'), 'ends otherwise')
})

test('The table of examples names those that do not run clean', () => {
  const logs = [
    { name: 'good', text: 'ok\nexit 0' },
    { name: 'odd', text: 'no\nexit 1' },
  ]
  assert.match(exampleTable(logs), /^\| runs clean \| 1 \| {2}\|$/m)
  assert.match(exampleTable(logs), /^\| ends otherwise \| 1 \| `odd` \|$/m)
})

test('The table of the gateway counts cases and passed cases by group', () => {
  const table = gatewayTable({ ranges: { passed: 6, failed: [] }, tar: { passed: 4, failed: ['a', 'b'] } })
  assert.deepEqual(table.match(/^\| .*\d \|$/gm), ['| ranges | 6 | 6 |', '| tar | 6 | 4 |', '| all | 12 | 10 |'])
})

test('Replacing a section leaves the rest of the page unchanged', () => {
  const page = 'a\n<!-- x: made by npm run docs:conformance -->\nold\n<!-- end of x -->\nb\n'
  const replaced = withSection(page, 'x', 'new\n')
  assert.equal(replaced, 'a\n<!-- x: made by npm run docs:conformance -->\n\nnew\n\n<!-- end of x -->\nb\n')
  assert.equal(withSection(replaced, 'x', 'new\n'), replaced)
  assert.throws(() => withSection(page, 'y', ''), /no section y/)
})

test('The table of the pinning suite counts the expectations of its main checks', () => {
  const name = "a pin with name='830be01d-b537-4c31-873d-14a96890cfde'"
  const report = `## Summary (1/2 successful)

  🟢 [Can delete](#can-delete)

  ❌ [Can create ${name}](#can-create)

## Can delete - 🟢 SUCCESS

### Expectations (4/4 successful)

## Can create ${name} - ❌ FAILED

### Expectations (11/19 successful)
`
  assert.deepEqual(pinningTable(report).match(/^\| .*\d \|$/gm), [
    '| Can delete | 4 | 0 |',
    "| Can create a pin with name='…' | 11 | 8 |",
  ])
})
