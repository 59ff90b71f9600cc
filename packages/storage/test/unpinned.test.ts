import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
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

test('Blocks that came and went leave nothing in memory, where none was ever taken out', () => {
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

test('Many unpinned blocks are all taken out in order, while others come', () => {
  const blocks = createUnpinnedBlocks(1)
  let added = 0
  const add = () => blocks.add(String(added++), 1)
  while (added < 100_000) add()
  for (let taken = 0; taken < added; taken++) {
    assert.equal(blocks.shift()?.key, String(taken))
    if (taken % 3 === 0) add()
  }
  assert.equal(blocks.shift(), undefined)
})

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')
