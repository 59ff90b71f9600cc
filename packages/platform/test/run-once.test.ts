import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRunOnce } from '../src/cache/single-flight.ts'

describe('Work that is done once', () => {
  test('is shared by all calls with its key, and done for each key', async () => {
    let done = 0
    const once = createRunOnce<number>()
    const work = async () => ++done
    assert.deepEqual(await Promise.all([once('a', work), once('a', work), once('b', work)]), [1, 1, 2])
    assert.equal(await once('a', work), 1)
  })

  test('runs again after a failure', async () => {
    const once = createRunOnce<string>()
    await assert.rejects(once('a', () => Promise.reject(new Error('away'))))
    assert.equal(await once('a', async () => 'done'), 'done')
  })

  test('is done again after its result was forgotten, but only if that is still the newest', async () => {
    let done = 0
    const once = createRunOnce<number>()
    const work = async () => ++done
    const first = once('a', work)
    once.forget('a', first)
    const second = once('a', work)
    once.forget('a', first)
    assert.deepEqual(await Promise.all([first, second, once('a', work)]), [1, 2, 2])
  })

  test('is done again for keys that were dropped beyond the maximum', async () => {
    let done = 0
    const once = createRunOnce<number>(1)
    const work = async () => ++done
    for (const key of ['a', 'b', 'b', 'a']) await once(key, work)
    assert.equal(done, 3)
  })
})
