import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { silentLogger } from '../src/base/logger.ts'
import { connectRedis } from '../src/base/redis.ts'
import { createEvents, type EventsOptions } from '../src/events/events.ts'
import { testDatabase } from '../src/testing/index.ts'

interface Said {
  said: { text: string }
}
const { TEST_REDIS_URL: redisUrl, TEST_DATABASE_URL: databaseUrl } = process.env
const logger = silentLogger

test('Listeners in the same process are called at once, until they stop listening', async () => {
  const events = await createEvents<Said>({ logger })
  const heard: unknown[] = []
  const stop = events.on('said', ({ text }) => void heard.push(text))
  events.on('said', () => {
    throw new Error('a listener that fails harms nobody')
  })
  events.emit('said', { text: 'one' })
  events.emit('session.revoked', { tokenId: 'x', expiresAt: 1 })
  stop()
  events.emit('said', { text: 'two' })
  assert.deepEqual(heard, ['one'])
})

const STRANGE = ['', 'hello', '{', 'null', '"null"', '7', '{"id":1}']

/** `publish` sends from another program on the same channel. */
const acrossProcesses = async (
  more: Partial<EventsOptions>,
  publish: (channel: string, text: string) => Promise<unknown>,
): Promise<void> => {
  const options = { logger, channel: `test-${randomUUID()}`, ...more }
  const [here, there] = [await createEvents<Said>(options), await createEvents<Said>(options)]
  const heard: string[] = []
  const done = Promise.withResolvers<void>()
  here.on('said', ({ text }) => void heard.push(`here ${text.length}`))
  there.on('said', ({ text }) => {
    heard.push(`there ${text.length}`)
    if (text === 'end') done.resolve()
  })
  for (const text of STRANGE) await publish(options.channel, text)
  for (const text of ['hello', 'ü'.repeat(30_000), 'end']) here.emit('said', { text })
  await done.promise
  assert.deepEqual(heard.sort(), ['here 3', 'here 30000', 'here 5', 'there 3', 'there 30000', 'there 5'])
  await here.close()
  await there.close()
}

test('Each listener receives an event once, also in other processes, through Redis', { skip: !redisUrl }, async () => {
  const other = await connectRedis(redisUrl ?? '', logger)
  await acrossProcesses({ redisUrl }, (channel, text) => other.publish(channel, text))
  other.disconnect()
})

test('Each listener receives an event once, also in other processes, through PostgreSQL', {
  skip: !databaseUrl,
}, async () => {
  const server = await testDatabase()
  await acrossProcesses({ server }, (channel, text) => server.notify(channel, text))
  await server.close()
})

test('Events still work within the process during a Redis outage', async () => {
  const events = await createEvents<Said>({ logger, redisUrl: 'redis://127.0.0.1:1' })
  const heard: string[] = []
  events.on('said', ({ text }) => void heard.push(text))
  events.emit('said', { text: 'hello' })
  assert.deepEqual(heard, ['hello'])
  await events.close()
})
