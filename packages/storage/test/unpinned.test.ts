import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createUnpinnedBlocks } from '../src/blocks/unpinned.ts'

const none = new Set<string>()

test('Unpinned blocks are removed oldest first, even if some were added again or removed, or none was left meanwhile', () => {
  const blocks = createUnpinnedBlocks(1)
  assert.equal(blocks.shift(none), undefined)
  for (const key of ['a', 'b', 'c', 'd']) blocks.add(key, 10)
  blocks.add('a', 20)
  blocks.delete('b')
  assert.deepEqual(blocks.shift(none), { key: 'c', bytes: 10 })
  blocks.add('c', 5)
  assert.equal(blocks.bytes, 35)
  assert.deepEqual(blocks.shift(none), { key: 'd', bytes: 10 })
  assert.deepEqual(blocks.shift(none), { key: 'a', bytes: 20 })
  assert.deepEqual(blocks.shift(none), { key: 'c', bytes: 5 })
  assert.equal(blocks.shift(none), undefined)
  blocks.add('e', 1)
  assert.deepEqual(blocks.shift(none), { key: 'e', bytes: 1 })
  assert.equal(blocks.bytes, 0)
})

test('Busy blocks are skipped, and removed once they are not busy', () => {
  const blocks = createUnpinnedBlocks(1)
  for (const key of ['a', 'b', 'c']) blocks.add(key, 10)
  const busy = new Set(['a', 'c'])
  assert.equal(blocks.shift(busy)?.key, 'b')
  assert.equal(blocks.shift(busy), undefined)
  assert.equal(blocks.bytes, 20)
  assert.equal(blocks.shift(none)?.key, 'a')
  assert.equal(blocks.shift(none)?.key, 'c')
})

test('Blocks that came and went leave nothing in memory, even if none was ever removed', () => {
  const blocks = createUnpinnedBlocks(1)
  const round = (): number => {
    const keys = Array.from({ length: 50_000 }, () => randomBytes(34).toString('base64'))
    for (const key of keys) blocks.add(key, 4096)
    for (const key of keys) blocks.delete(key)
    keys.length = 0
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const first = round()
  let last = first
  for (let more = 0; more < 6; more++) last = round()
  assert.ok(last - first < 30_000_000, `${last - first} bytes more after 300 000 blocks`)
})

test('Many unpinned blocks are all removed in order, while others come', () => {
  const blocks = createUnpinnedBlocks(1)
  let added = 0
  const add = () => blocks.add(String(added++), 1)
  while (added < 100_000) add()
  for (let taken = 0; taken < added; taken++) {
    assert.equal(blocks.shift(none)?.key, String(taken))
    if (taken % 3 === 0) add()
  }
  assert.equal(blocks.shift(none), undefined)
})

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')
