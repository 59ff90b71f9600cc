import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { LIMITS_PAGE, limitsPage } from '../src/generate/limits-page.ts'

test('The page of limits equals what the packages enforce', async () => {
  assert.equal(await readFile(LIMITS_PAGE, 'utf8'), limitsPage(), 'run npm run docs:limits')
})

test('The page has a bound, a value and an error for each limit', () => {
  const page = limitsPage()
  assert.match(page, /\| a JSON body, where the route declares no other limit \| 64 KiB \| {2}\| 413 BODY_TOO_LARGE \|/)
  assert.match(page, /\| `RATE_LIMIT_ADDRESS` \| 429 RATE_LIMITED/)
  for (const line of page.split('\n').filter((text) => text.startsWith('| ') && !text.startsWith('| what is limited')))
    assert.match(line, /^\| \S.* \| [\d,.]+ \S.* \| (`[A-Z_]+`)? \| \S.* \|$/)
})
