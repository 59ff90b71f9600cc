import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testClock } from '@quorate/platform/testing'
import { limits } from '../src/limits.ts'
import { createSuspendedFetches, type Fetch } from '../src/pins/suspended-fetches.ts'
import type { Visit } from '../src/unixfs/dag.ts'

const { maxSuspendedFetches, maxSuspendedBytes } = limits

const fetchOf = (bytes: number, memory = 0): Fetch => ({
  use: { keep() {}, keepAll() {}, end() {} },
  reservation: undefined,
  visit: { memory } as Visit,
  preferred: undefined,
  bytes,
  tookMs: 0,
})

describe('Suspended fetches of pins', () => {
  const bounded = (t: { after(restore: () => void): void }, bound: { value: number }, value: number): void => {
    const before = bound.value
    t.after(() => Object.assign(bound, { value: before }))
    Object.assign(bound, { value })
  }

  test('make room for other wallets where there are too many, and one of each wallet always has room', (t) => {
    bounded(t, maxSuspendedFetches, 4)
    const suspended = createSuspendedFetches(testClock())
    for (const [index, bytes] of [30, 10, 20, 40].entries())
      assert.deepEqual(suspended.add(`chain greedy ${index}`, fetchOf(bytes)), [])
    assert.equal(suspended.add('chain greedy 4', fetchOf(50)), undefined)
    const endedBy = (key: string) => suspended.add(key, fetchOf(5))?.map(([ended]) => ended)
    assert.deepEqual(endedBy('chain a 1'), ['chain greedy 1'])
    assert.equal(suspended.take('chain greedy 1'), undefined)
    assert.deepEqual(endedBy('chain a 2'), ['chain greedy 2'])
    assert.deepEqual(endedBy('chain a 3'), undefined)
    assert.deepEqual(endedBy('chain b 1')?.length, 1)
    assert.deepEqual(endedBy('chain c 1')?.length, 1)
    assert.deepEqual(endedBy('chain d 1'), [])
    assert.deepEqual(endedBy('chain d 2'), undefined)
  })

  test('are ended where another takes their place', () => {
    const suspended = createSuspendedFetches(testClock())
    const [first, second] = [fetchOf(1), fetchOf(2)]
    assert.deepEqual(suspended.add('chain a 1', first), [])
    assert.deepEqual(suspended.add('chain a 1', second), [['chain a 1', first]])
    assert.equal(suspended.take('chain a 1'), second)
  })

  test('forget how far they came for the wallet with the most memory first', (t) => {
    bounded(t, maxSuspendedBytes, 100)
    const suspended = createSuspendedFetches(testClock())
    suspended.add('chain greedy 1', fetchOf(1, 50))
    suspended.add('chain greedy 2', fetchOf(1, 40))
    suspended.add('chain a 1', fetchOf(1, 30))
    assert.equal(suspended.take('chain greedy 1')?.visit, undefined)
    assert.notEqual(suspended.take('chain greedy 2')?.visit, undefined)
    assert.notEqual(suspended.take('chain a 1')?.visit, undefined)
  })
})
