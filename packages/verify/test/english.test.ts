/** Generated English texts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { neededFrom, neededSentence, plural, stillNeeded, withArticle } from '../src/index.ts'

test('Articles fit their words, and nouns their counts', () => {
  for (const word of ['electorate', 'update', 'object', 'undefined', 'associate'])
    assert.equal(withArticle(word), `an ${word}`)
  for (const word of ['proposal', 'votes', 'dao', 'utilPrng', 'TransactionList'])
    assert.equal(withArticle(word), `a ${word}`)
  assert.deepEqual(
    [0, 1, 2].map((count) => plural(count, 'vote')),
    ['0 votes', '1 vote', '2 votes'],
  )
})

test('A request says how many more signatures it needs, and from whom', () => {
  const said = (missing: string[], ...counts: (number | null)[]) => {
    const still = stillNeeded({ missing, needs: counts.map((count) => ({ missing: count, from: missing })) })
    return [neededFrom(still), still && neededSentence(still)]
  }
  assert.deepEqual(said(['A', 'B'], 1), ['1 more signature from A or B', '1 more signature needed, from A or B'])
  assert.deepEqual(said(['A', 'B', 'C'], 2), [
    '2 more signatures from A, B or C',
    '2 more signatures needed, from A, B or C',
  ])
  assert.deepEqual(said(['A', 'B'], 2), ['A and B', 'Waiting for A and B'], 'both must sign')
  assert.deepEqual(said(['A', 'B'], 1, 0)[0], '1 more signature from A or B', 'the other key is complete')
  assert.deepEqual(said(['A', 'B'], null)[0], 'A and B', 'signatures alone never suffice')
  assert.deepEqual(said([], 0), ['', undefined])
})

test('For several keys it gives the exact number if any of the named accounts suffice', () => {
  const said = (...needs: [count: number, ...from: string[]][]) => {
    const all = needs.map(([missing, ...from]) => ({ missing, from }))
    const missing = [...new Set(all.flatMap(({ missing, from }) => (missing > 0 ? from : [])))]
    return neededFrom(stillNeeded({ missing, needs: all }))
  }
  assert.equal(said([1, 'B', 'C'], [1, 'B', 'C', 'D']), '1 more signature from B or C', 'D becomes an owner')
  assert.equal(said([1, 'B', 'C'], [2, 'B', 'C', 'D']), '2 more signatures from B, C or D')
  assert.equal(said([2, 'B', 'C'], [2, 'B', 'C', 'D']), 'B and C')
  assert.equal(said([2, 'B', 'C', 'D'], [1, 'B', 'C']), '2 more signatures from B, C or D', 'D is removed')
  assert.equal(said([1, 'B', 'C', 'D'], [1, 'B', 'C']), '1 more signature from B or C')
  assert.equal(said([0, 'B', 'C'], [1, 'D']), 'D', 'only the new key lacks one')
  assert.equal(said([1, 'B'], [1, 'D']), 'B and D')
  assert.equal(said([1, 'B', 'C'], [1, 'D']), 'at least 2 more signatures (not signed: B, C and D)')
  assert.equal(said([1, 'B', 'C'], [1, 'B', 'D']), 'at least 1 more signature (not signed: B, C and D)')
})
