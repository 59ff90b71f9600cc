import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import { addressOf } from '../src/bounds/rate-limit.ts'
import { movableClock, startService } from './http-service.ts'

const redisUrl = process.env.TEST_REDIS_URL

test('An address is limited to its requests a minute, and learns when to retry', async () => {
  const clock = movableClock()
  await using service = await startService({ RATE_LIMIT_ADDRESS: '3' }, { clock })
  clock.advance(15_000)
  const statuses = []
  for (let times = 0; times < 4; times++) statuses.push(await service.get('/open'))
  assert.deepEqual(
    statuses.map(({ status }) => status),
    [200, 200, 200, 429],
  )
  const [first, last] = [statuses[0], statuses[3]]
  assert.deepEqual(
    ['limit', 'remaining', 'reset'].map((name) => first?.headers.get(`ratelimit-${name}`)),
    ['3', '2', '45'],
  )
  assert.equal(last?.body.code, 'RATE_LIMITED')
  assert.equal(last?.headers.get('retry-after'), '45')
  assert.equal((await service.get('/nowhere')).status, 429)
  assert.equal((await service.get('/health')).status, 200)
  clock.advance(45_000)
  assert.equal((await service.get('/open')).status, 200)
})

test('A wallet is limited to its requests a minute, whatever its address, and others are not', async () => {
  await using service = await startService({ RATE_LIMIT_WALLET: '2', RATE_LIMIT_ADDRESS: '0' })
  const ask = async (token: string) =>
    (await service.get('/mine', { headers: { authorization: `Bearer ${token}` } })).status
  const [one, again, other] = [
    await service.tokens.issue(),
    await service.tokens.issue(),
    await service.tokens.issue({ walletId: '0.0.8' }),
  ]
  assert.deepEqual([await ask(one), await ask(again), await ask(one), await ask(other)], [200, 200, 429, 200])
})

test('The headers say how many requests are left, of the wallet with a session, else of the address', async () => {
  await using service = await startService({ RATE_LIMIT_WALLET: '5', RATE_LIMIT_ADDRESS: '50' })
  const token = await service.tokens.issue()
  const limitOf = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await service.get(path, { headers })
    return [answer.status, answer.headers.get('ratelimit-limit')]
  }
  assert.deepEqual(await limitOf('/open'), [200, '50'])
  assert.deepEqual(await limitOf('/nowhere'), [404, '50'])
  assert.deepEqual(await limitOf('/mine'), [401, '50'])
  assert.deepEqual(await limitOf('/mine', { authorization: `Bearer ${token}` }), [200, '5'])
})

test('Requests with a cached token count only for its wallet, so a crowded address keeps no session out', async () => {
  await using service = await startService({ RATE_LIMIT_WALLET: '4', RATE_LIMIT_ADDRESS: '3' })
  const token = await service.tokens.issue()
  const ask = async (path: string, bearer?: string) => {
    const headers: Record<string, string> = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
    const { status, headers: answered } = await service.get(path, { headers })
    return [status, answered.get('ratelimit-limit'), answered.get('ratelimit-remaining')]
  }
  assert.deepEqual(await ask('/mine', token), [200, '4', '3'], 'the first request with a token')
  assert.deepEqual(await ask('/open'), [200, '3', '1'], 'the address was counted for it, too')
  await ask('/open')
  assert.deepEqual(await ask('/open'), [429, '3', '0'])
  assert.deepEqual(await ask('/mine', token), [200, '4', '2'])
  assert.deepEqual(await ask('/open', token), [200, '4', '1'], 'where no session is needed, too')
  assert.deepEqual(await ask('/mine', `${token.slice(0, -8)}AAAAAAAA`), [429, '3', '0'], 'a token that is not valid')
  await ask('/open', token)
  assert.deepEqual(await ask('/open', token), [429, '4', '0'])
})

test('All wallets of an address together have ten times its limit', async () => {
  await using service = await startService({ RATE_LIMIT_WALLET: '15', RATE_LIMIT_ADDRESS: '2' })
  const ask = async (token: string) =>
    (await service.get('/mine', { headers: { authorization: `Bearer ${token}` } })).status
  const tokens = [await service.tokens.issue({ walletId: '0.0.8' }), await service.tokens.issue({ walletId: '0.0.9' })]
  for (const token of tokens) assert.equal(await ask(token), 200)
  const statuses = []
  for (let times = 0; times < 11; times++) for (const token of tokens) statuses.push(await ask(token))
  assert.deepEqual(statuses, [...Array(20).fill(200), 429, 429])
})

test('A wallet beyond its limit takes nothing from the other wallets of its address', async () => {
  await using service = await startService({ RATE_LIMIT_WALLET: '3', RATE_LIMIT_ADDRESS: '2' })
  const ask = async (token: string) =>
    (await service.get('/mine', { headers: { authorization: `Bearer ${token}` } })).status
  const [greedy, other] = [
    await service.tokens.issue({ walletId: '0.0.8' }),
    await service.tokens.issue({ walletId: '0.0.9' }),
  ]
  assert.equal(await ask(other), 200)
  for (let times = 0; times < 40; times++) assert.equal(await ask(greedy), times < 3 ? 200 : 429)
  assert.deepEqual([await ask(other), await ask(other)], [200, 200])
})

test('A revoked token counts for the address', async () => {
  await using service = await startService({ RATE_LIMIT_WALLET: '9', RATE_LIMIT_ADDRESS: '2' })
  const token = await service.tokens.issue()
  const ask = async () => (await service.get('/mine', { headers: { authorization: `Bearer ${token}` } })).status
  assert.equal(await ask(), 200)
  service.tokens.verifier.revoke(decodeJwt(token).jti ?? '', Number.MAX_SAFE_INTEGER)
  assert.deepEqual([await ask(), await ask()], [401, 429])
})

test('An IPv6 host is counted by its /64, and an IPv4 address by itself', () => {
  const of = (ip: string) => addressOf({ ip } as FastifyRequest)
  assert.equal(of('192.0.2.1'), '192.0.2.1')
  assert.equal(of('::ffff:192.0.2.1'), '::ffff:192.0.2.1')
  assert.equal(of('2001:db8:1:2:3:4:5:6'), of('2001:db8:1:2::9'))
  assert.notEqual(of('2001:db8:1:2::9'), of('2001:db8:1:3::9'))
})

test('Two processes share their counts through Redis', { skip: !redisUrl }, async () => {
  const env = { RATE_LIMIT_ADDRESS: '2', REDIS_URL: String(redisUrl) }
  const name = `test-${randomUUID()}`
  await using one = await startService(env, { name })
  await using two = await startService(env, { name })
  const statuses = []
  for (const { get } of [one, two, one]) statuses.push((await get('/open')).status)
  assert.deepEqual(statuses, [200, 200, 429])
})

test('An outage of Redis breaks no request', async () => {
  await using service = await startService({ RATE_LIMIT_ADDRESS: '2', REDIS_URL: 'redis://127.0.0.1:1' })
  const statuses = []
  for (let times = 0; times < 3; times++) statuses.push((await service.get('/open')).status)
  assert.deepEqual(statuses, [200, 200, 429])
})
