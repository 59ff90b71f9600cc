/** Generated English texts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counted, neededFrom, neededSentence, stillNeeded, withArticle } from '../src/index.ts'

test('Articles fit their words, and nouns their counts', () => {
  for (const word of ['electorate', 'update', 'object', 'undefined', 'associate'])
    assert.equal(withArticle(word), `an ${word}`)
  for (const word of ['proposal', 'votes', 'dao', 'utilPrng', 'TransactionList'])
    assert.equal(withArticle(word), `a ${word}`)
  assert.deepEqual(
    [0, 1, 2].map((count) => counted(count, 'vote')),
    ['0 votes', '1 vote', '2 votes'],
  )
})

test('A request says how many more signatures it needs, and from whom', () => {
  const said = (missing: string[], ...counts: (number | null)[]) => {
    const still = stillNeeded({ missing, needs: counts.map((count) => ({ missing: count })) })
    return [neededFrom(still), still && neededSentence(still)]
  }
  assert.deepEqual(said(['A', 'B'], 1), ['1 more signature from A or B', '1 more signature needed, from A or B'])
  assert.deepEqual(said(['A', 'B', 'C'], 2), [
    '2 more signatures from A, B or C',
    '2 more signatures needed, from A, B or C',
  ])
  assert.deepEqual(said(['A', 'B'], 2), ['A and B', 'Waiting for A and B'], 'both must sign')
  assert.deepEqual(said(['A', 'B', 'C'], 1, 2), [
    'at least 2 more signatures (not signed: A, B and C)',
    'At least 2 more signatures needed. These have not signed: A, B and C',
  ])
  assert.deepEqual(said(['A', 'B'], 1, 0)[0], '1 more signature from A or B', 'the other key is complete')
  assert.deepEqual(said(['A', 'B'], null)[0], 'A and B', 'signatures alone never suffice')
  assert.deepEqual(said([], 0), ['', undefined])
})
