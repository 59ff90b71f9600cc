import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { silentLogger } from '../src/base/logger.ts'
import { createCache } from '../src/cache/cache.ts'
import { movableClock } from './http-service.ts'

const redisUrl = process.env.TEST_REDIS_URL
const logger = silentLogger

test("A value is cached for its time, and readers cannot change each other's copies", async () => {
  const clock = movableClock()
  const cache = await createCache({ clock, logger })
  await cache.set('key', { list: [1] }, 1000)
  const mine = await cache.get<{ list: number[] }>('key')
  mine?.list.push(2)
  assert.deepEqual(await cache.get('key'), { list: [1] })
  clock.advance(1001)
  assert.equal(await cache.get('key'), undefined)
})

test('The memory for values is limited: large ones are not cached, the least recently used are dropped', async () => {
  const cache = await createCache({ clock: movableClock(), logger, max: 5000 })
  const [all, one] = [67_108_864, 65_536]
  await cache.set('key', 'small', 60_000)
  await cache.set('key', 'x'.repeat(one), 60_000)
  assert.equal(await cache.get('key'), undefined)
  const value = 'x'.repeat(one - 20)
  const count = 2 * Math.ceil(all / one)
  for (let at = 0; at < count; at++) await cache.set(`${at}`, value, 60_000)
  let kept = 0
  for (let at = 0; at < count; at++) kept += (await cache.get<string>(`${at}`))?.length ?? 0
  assert.ok(kept > all / 2 && kept <= all, `${kept} characters`)
  assert.deepEqual([await cache.get('0'), await cache.get(`${count - 1}`)], [undefined, value])
})

test('Concurrent readers share one load, and a failure is not cached', async () => {
  const cache = await createCache({ clock: movableClock(), logger })
  let loads = 0
  const load = async () => {
    loads++
    if (loads === 1) throw new Error('not yet')
    return loads
  }
  await assert.rejects(cache.fetch('key', 1000, load))
  assert.deepEqual(await Promise.all([1, 2, 3].map(() => cache.fetch('key', 1000, load))), [2, 2, 2])
  assert.equal(await cache.fetch('key', 1000, load), 2)
  await cache.delete('key')
  assert.equal(await cache.fetch('key', 1000, load), 3)
})

test('Processes share values through Redis', { skip: !redisUrl }, async () => {
  const options = { clock: movableClock(), logger, redisUrl, prefix: randomUUID() }
  const [here, there] = [await createCache(options), await createCache(options)]
  await here.set('key', { a: 1 }, 60_000)
  assert.deepEqual(await there.fetch('key', 1000, async () => 'loaded'), { a: 1 })
  await there.delete('key')
  assert.equal(await here.get('key'), undefined)
  await here.close()
  await there.close()
})

test('During a Redis outage everything is loaded', async () => {
  const cache = await createCache({ clock: movableClock(), logger, redisUrl: 'redis://127.0.0.1:1' })
  assert.equal(await cache.fetch('key', 1000, async () => 'loaded'), 'loaded')
  assert.equal(await cache.get('key'), undefined)
  await cache.close()
})

test('A Redis error reply during startup becomes one line that names the setting', { skip: !redisUrl }, async () => {
  const url = new URL(redisUrl ?? '')
  url.pathname = '/9999'
  await assert.rejects(createCache({ clock: movableClock(), logger, redisUrl: url.href }), {
    name: 'ConfigError',
    message: 'REDIS_URL cannot be used: ERR DB index is out of range',
  })
})
