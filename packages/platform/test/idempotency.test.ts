import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { DatabaseServer } from '../src/database.ts'
import { conflict, unavailable } from '../src/errors.ts'
import type { Http } from '../src/http-options.ts'
import { openFirstAnswers } from '../src/idempotency-answers.ts'
import { testDatabase } from '../src/testing.ts'
import { movableClock, startService, type TestService } from './http-service.ts'

suite('Idempotency-Key', () => {
  const clock = movableClock()
  let server: DatabaseServer
  let service: TestService
  let done = 0
  let entered = Promise.withResolvers<void>()
  let gate: Promise<void> | undefined

  const routes = (http: Http): void => {
    http.post('/pay', async (request, reply) => {
      done++
      entered.resolve()
      await gate
      return reply.code(201).header('location', `/pay/${done}`).send({ number: done, body: request.body })
    })
    http.post('/refused', () => {
      done++
      throw conflict('REJECTED', `number ${done}`)
    })
    http.post('/down', () => {
      done++
      throw unavailable('LEDGER_UNAVAILABLE', `number ${done}`)
    })
  }
  before(async () => {
    server = await testDatabase()
    const env = { RATE_LIMIT_WALLET: '0', RATE_LIMIT_ADDRESS: '0' }
    service = await startService(env, { clock, firstAnswers: await openFirstAnswers(server, clock) }, routes)
  })
  after(async () => {
    await service.close()
    await server.close()
  })
  const send = async (path: string, body: unknown, key: string | undefined, walletId = '0.0.1001') => {
    const token = await service.tokens.issue({ walletId })
    return service.post(path, body, token, key === undefined ? {} : { 'idempotency-key': key })
  }

  test('answers the same write again as the first time, without doing it again', async () => {
    const first = await send('/pay', { to: 'x' }, 'key-1')
    const again = await send('/pay', { to: 'x' }, 'key-1')
    assert.deepEqual([again.status, again.body], [201, first.body])
    assert.equal(again.headers.get('location'), first.headers.get('location'))
    assert.equal(again.headers.get('content-type'), first.headers.get('content-type'))
    assert.deepEqual(
      [first, again].map(({ headers }) => headers.get('idempotency-replayed')),
      [null, 'true'],
    )
  })

  test('refuses the key for another body, path or method', async () => {
    for (const [path, body] of [
      ['/pay', { to: 'y' }],
      ['/refused', { to: 'x' }],
      ['/pay?a=1', { to: 'x' }],
    ] as const) {
      const { status, body: answer } = await send(path, body, 'key-1')
      assert.deepEqual([status, answer.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
    }
  })

  test('keeps the keys of wallets apart, and does without one as often as it is asked', async () => {
    const before = done
    await send('/pay', { to: 'y' }, 'key-1', '0.0.2')
    await send('/pay', { to: 'x' }, undefined)
    await send('/pay', { to: 'x' }, undefined)
    assert.equal(done, before + 3)
  })

  test('does what is sent many times at once only once', async () => {
    const before = done
    const open = Promise.withResolvers<void>()
    gate = open.promise
    entered = Promise.withResolvers<void>()
    const first = send('/pay', {}, 'key-2')
    await entered.promise
    const others = await Promise.all(Array.from({ length: 9 }, () => send('/pay', {}, 'key-2')))
    for (const { status, body, headers } of others) {
      assert.deepEqual([status, body.code, headers.get('retry-after')], [409, 'IDEMPOTENCY_KEY_IN_USE', '1'])
    }
    open.resolve()
    gate = undefined
    assert.deepEqual((await send('/pay', {}, 'key-2')).status, (await first).status)
    assert.equal(done, before + 1)
  })

  test('keeps a refusal, but not a fault that may pass', async () => {
    const [one, two] = [await send('/refused', {}, 'key-3'), await send('/refused', {}, 'key-3')]
    assert.deepEqual([one.status, two.body], [409, one.body])
    const [down, again] = [await send('/down', {}, 'key-4'), await send('/down', {}, 'key-4')]
    assert.deepEqual([down.status, again.status], [503, 503])
    assert.notEqual(down.body.message, again.body.message)
  })

  test('forgets a key after a day', async () => {
    const before = done
    await send('/pay', {}, 'key-5')
    clock.advance(24 * 3_600_000 - 1)
    await send('/pay', {}, 'key-5')
    assert.equal(done, before + 1)
    clock.advance(1)
    await send('/pay', { other: true }, 'key-5')
    assert.equal(done, before + 2)
  })

  test('refuses a key that is none, and leaves reads and public writes alone', async () => {
    assert.equal((await send('/pay', {}, 'x'.repeat(256))).body.code, 'INVALID_IDEMPOTENCY_KEY')
    assert.equal((await send('/pay', {}, 'a b')).body.code, 'INVALID_IDEMPOTENCY_KEY')
    assert.equal((await send('/unguarded', {}, 'key-1')).status, 200)
    const { body } = await service.get('/api/docs-json')
    assert.match(JSON.stringify((body.paths as Record<string, unknown>)['/pay']), /idempotency-key/)
    assert.doesNotMatch(JSON.stringify((body.paths as Record<string, unknown>)['/unguarded']), /idempotency-key/)
  })
})
