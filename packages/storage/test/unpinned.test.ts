import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUnpinnedBlocks } from '../src/blocks/unpinned.ts'

test('Unpinned blocks are taken out oldest first, also where some were added again or removed, or none was left meanwhile', () => {
  const blocks = createUnpinnedBlocks(1)
  assert.equal(blocks.shift(), undefined)
  for (const key of ['a', 'b', 'c', 'd']) blocks.add(key, 10)
  blocks.add('a', 20)
  blocks.delete('b')
  assert.deepEqual(blocks.shift(), { key: 'c', bytes: 10 })
  blocks.add('c', 5)
  assert.equal(blocks.bytes, 35)
  assert.deepEqual(blocks.shift(), { key: 'd', bytes: 10 })
  assert.deepEqual(blocks.shift(), { key: 'a', bytes: 20 })
  assert.deepEqual(blocks.shift(), { key: 'c', bytes: 5 })
  assert.equal(blocks.shift(), undefined)
  blocks.add('e', 1)
  assert.deepEqual(blocks.shift(), { key: 'e', bytes: 1 })
  assert.equal(blocks.bytes, 0)
})
