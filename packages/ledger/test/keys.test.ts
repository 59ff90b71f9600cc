import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isLeaf, type Key, leaves, missing, publicKeyText, sameKey, satisfied, signsAlone } from '@quorate/verify'
import fc from 'fast-check'
import { anyLeaf, keyOver, someLeaves } from './arbitraries.ts'

const anySigners = fc.subarray(someLeaves.map(publicKeyText)).map((ids) => new Set(ids))

/** Whether the leaves activate the key, computed naively. */
function naively(key: Key, signers: Set<string>): boolean {
  if (key.type === 'contract') return false
  if (isLeaf(key)) return signers.has(Buffer.from(key.bytes).toString('hex'))
  let active = 0
  for (const part of key.keys) if (naively(part, signers)) active += 1
  const wanted = key.type === 'list' ? key.keys.length : key.threshold
  return wanted > 0 && active >= wanted
}

const all = (key: Key) => new Set(leaves(key).map(publicKeyText))
const [a, b, c] = someLeaves as [(typeof someLeaves)[0], (typeof someLeaves)[0], (typeof someLeaves)[0]]
const twoOfThree: Key = { type: 'threshold', threshold: 2, keys: [a, b, c] }

describe('keys', () => {
  test('are satisfied exactly if a naive count of every level says so', () => {
    fc.assert(
      fc.property(keyOver(anyLeaf), anySigners, (key, signers) => {
        assert.equal(satisfied(key, signers), naively(key, signers))
      }),
    )
  })

  test('stay satisfied when more leaves sign', () => {
    fc.assert(
      fc.property(keyOver(anyLeaf), anySigners, anySigners, (key, some, more) => {
        if (satisfied(key, some)) assert.ok(satisfied(key, some.union(more)))
      }),
    )
  })

  test('name the missing leaves: none if satisfied, otherwise enough to satisfy them', () => {
    fc.assert(
      fc.property(keyOver(anyLeaf), anySigners, (key, signers) => {
        const lacking = missing(key, signers)
        assert.equal(lacking.count === 0, satisfied(key, signers))
        const helped = signers.union(new Set(lacking.leaves.map(publicKeyText)))
        assert.equal(satisfied(key, helped), Number.isFinite(lacking.count))
        for (const leaf of lacking.leaves) assert.ok(!signers.has(publicKeyText(leaf)))
      }),
    )
  })

  test('A key of M of N distinct leaves lacks exactly M minus the leaves that signed', () => {
    assert.equal(missing(twoOfThree, new Set()).count, 2)
    assert.deepEqual(missing(twoOfThree, new Set([publicKeyText(b)])), { count: 1, leaves: [a, c] })
    assert.deepEqual(missing(twoOfThree, new Set([publicKeyText(b), publicKeyText(c)])), { count: 0, leaves: [] })
  })

  test('name exactly the leaves that can activate them alone', () => {
    fc.assert(
      fc.property(keyOver(anyLeaf), (key) => {
        const alone = new Set(signsAlone(key).map(publicKeyText))
        for (const id of all(key)) assert.equal(alone.has(id), naively(key, new Set([id])))
      }),
    )
    assert.deepEqual(signsAlone(a), [a])
    assert.deepEqual(signsAlone(twoOfThree), [])
    assert.deepEqual(signsAlone({ ...twoOfThree, threshold: 1 }), [a, b, c])
  })

  test('can never be satisfied if they have no leaves, are contracts, or require more than they contain', () => {
    const everybody = new Set(someLeaves.map(publicKeyText))
    const never: Key[] = [
      { type: 'list', keys: [] },
      { type: 'contract' },
      { type: 'list', keys: [a, { type: 'contract' }] },
      { type: 'threshold', threshold: 0, keys: [] },
      { type: 'threshold', threshold: 3, keys: [a, b] },
    ]
    for (const key of never) {
      assert.equal(satisfied(key, everybody), false)
      assert.equal(missing(key, everybody).count, Number.POSITIVE_INFINITY)
    }
    assert.equal(satisfied({ type: 'threshold', threshold: 0, keys: [a] }, new Set()), false)
  })

  test('list each leaf once, however often it occurs in them', () => {
    assert.deepEqual(leaves({ type: 'list', keys: [a, twoOfThree, b] }), [a, b, c])
  })

  test('are equal only with the same structure, order, threshold and leaves', () => {
    fc.assert(fc.property(keyOver(anyLeaf), (key) => assert.ok(sameKey(key, structuredClone(key)))))
    assert.ok(!sameKey(twoOfThree, { ...twoOfThree, threshold: 1 }))
    assert.ok(!sameKey(twoOfThree, { type: 'list', keys: [a, b, c] }))
    assert.ok(!sameKey(twoOfThree, { ...twoOfThree, keys: [a, c, b] }))
    assert.ok(!sameKey(twoOfThree, { ...twoOfThree, keys: [a, b] }))
    assert.ok(!sameKey(a, b))
    assert.ok(!sameKey({ type: 'contract' }, { type: 'contract' }))
  })
})
