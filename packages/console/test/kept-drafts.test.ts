import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAsked } from '../src/page/api/kept-asked.ts'
import { readDrafts, writtenDrafts } from '../src/page/api/kept-drafts.ts'

test('Drafts keep exact amounts, and unreadable ones are dropped', () => {
  const parts = { form: { amount: { text: '5', units: 9_007_199_254_740_993n } }, threshold: 2 }
  assert.deepEqual(readDrafts(writtenDrafts(new Map([['0.0.5 key wallet', parts]]))).get('0.0.5 key wallet'), parts)
  for (const text of [null, '', '{', '{}', '7', '[1]', '[["a",{"$units":"x"}]]', 'null'])
    assert.equal(readDrafts(text).get('a'), undefined, String(text))
})

test('What was asked for is kept with its account, and unreadable texts are dropped', () => {
  const asked = { operation: 'stake', payload: { walletId: '0.0.7' } }
  assert.deepEqual(readAsked(JSON.stringify([['0.0.5 a-job', asked]])).get('0.0.5 a-job'), asked)
  for (const text of [null, '', '{', '{}', '7', '[1]', 'null']) assert.equal(readAsked(text).size, 0, String(text))
})
