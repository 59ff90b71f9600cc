import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { Type } from 'typebox'
import type { Clock } from '../src/base/clock.ts'
import { conflict, unavailable, unprocessable } from '../src/base/errors.ts'
import { limits } from '../src/bounds/platform-limits.ts'
import type { DatabaseServer } from '../src/database/database.ts'
import { openFirstAnswers, ROWS_DELETED_BY_A_REQUEST } from '../src/http/idempotency/store.ts'
import type { Http } from '../src/http/server/http-type.ts'
import { testClock, testDatabase } from '../src/testing/index.ts'
import { movableClock, startService, type TestService } from './http-service.ts'

describe('Idempotency-Key', () => {
  const clock = movableClock()
  let server: DatabaseServer
  let service: TestService
  let done = 0
  /** The number of a write that fails. */
  let failing = 0
  let repeated = 0
  let entered = Promise.withResolvers<void>()
  let gate: Promise<void> | undefined

  const routes = (http: Http): void => {
    const querystring = Type.Object({ a: Type.Optional(Type.String()) })
    http.post('/pay', { schema: { querystring } }, async (request, reply) => {
      const number = ++done
      entered.resolve()
      await gate
      if (number === failing) throw unavailable('LEDGER_UNAVAILABLE', `number ${number}`)
      return reply.code(201).header('location', `/pay/${number}`).send({ number, body: request.body })
    })
    http.post('/refused', () => {
      done++
      throw unprocessable('REJECTED', `number ${done}`)
    })
    http.post('/early', () => {
      done++
      throw conflict('NOT_YET', `number ${done}`)
    })
    http.post('/repeatable', { config: { repeatable: true } }, async (_request, reply) => {
      const status = [202, 422][repeated++]
      if (status === 422) throw unprocessable('NOT_ENOUGH_YET', 'send it again later')
      return reply.code(status ?? 200).send({ repeated })
    })
    http.post('/secret', { config: { secret: true } }, () => {
      done++
      return { secret: done }
    })
    http.post('/down', () => {
      done++
      throw unavailable('LEDGER_UNAVAILABLE', `number ${done}`)
    })
  }
  before(async () => {
    server = await testDatabase()
    const env = { RATE_LIMIT_WALLET: '0', RATE_LIMIT_ADDRESS: '0' }
    service = await startService(env, { clock, idempotencyStore: await openFirstAnswers(server, clock) }, routes)
  })
  after(async () => {
    await service.close()
    await server.close()
  })
  const send = async (path: string, body: unknown, key: string | undefined, walletId = '0.0.1001') => {
    const token = await service.tokens.issue({ walletId })
    return service.post(path, body, token, key === undefined ? {} : { 'idempotency-key': key })
  }

  test('stores the whole answer even if it is sent compressed', async () => {
    const body = { memo: 'as before, '.repeat(500) }
    const first = await send('/pay', body, 'key-long')
    const again = await send('/pay', body, 'key-long')
    assert.ok(first.headers.get('content-encoding') && again.headers.get('content-encoding'))
    assert.deepEqual([again.status, again.body, again.headers.get('idempotency-replayed')], [201, first.body, 'true'])
  })

  test('gives a repeated write the first answer again, without executing it again', async () => {
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

  test('keeps the keys of wallets apart, and repeats requests without a key', async () => {
    const before = done
    await send('/pay', { to: 'y' }, 'key-1', '0.0.2')
    await send('/pay', { to: 'x' }, undefined)
    await send('/pay', { to: 'x' }, undefined)
    assert.equal(done, before + 3)
  })

  test('executes a write once if it is sent many times at once', async () => {
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
    // Until the first is answered, the others get the answer that it is in progress.
    const { status } = await first
    assert.equal((await send('/pay', {}, 'key-2')).status, status)
    assert.equal(done, before + 1)
  })

  test('stores a refusal, but neither a fault nor a temporary refusal', async () => {
    const [one, two] = [await send('/refused', {}, 'key-3'), await send('/refused', {}, 'key-3')]
    assert.deepEqual([one.status, two.body], [422, one.body])
    for (const [path, status] of [
      ['/down', 503],
      ['/early', 409],
    ] as const) {
      const [first, again] = [await send(path, {}, 'key-4'), await send(path, {}, 'key-4')]
      assert.deepEqual([first.status, again.status], [status, status])
      assert.notEqual(first.body.message, again.body.message)
    }
  })

  test('stores only the result of a repeatable request: pending or refused ones may end differently', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 4; count++) statuses.push((await send('/repeatable', {}, 'key-6')).status)
    assert.deepEqual([statuses, repeated], [[202, 422, 200, 200], 3])
  })

  test('deletes expired answers in parts, one part per request', async () => {
    const query = async (text: string) => {
      const session = await server.connections.session()
      return session.query(text).finally(() => session.release())
    }
    await query(`
      insert into platform.first_answer (service, wallet, key, request_hash, expires_at)
      select 'other', 'w', n::text, '', 1 from generate_series(1, ${2.5 * ROWS_DELETED_BY_A_REQUEST}) n`)
    clock.advance(600_000)
    const left: number[] = []
    for (let count = 0; count < 5; count++) {
      await send('/pay', {}, `expired-${count}`)
      const { rows } = await query(`select count(*) as left from platform.first_answer where wallet = 'w'`)
      left.push(Number(rows[0]?.left))
    }
    assert.ok((left[0] ?? 0) >= 1.5 * ROWS_DELETED_BY_A_REQUEST, String(left))
    assert.equal(left.at(-1), 0)
  })

  test('stays claimed by a request until its answer is stored', async () => {
    const clock = testClock()
    const store = await openFirstAnswers(
      { ...server, open: async (...args) => failingChanges(await server.open(...args)) } as DatabaseServer,
      clock,
    )
    let isFailing = false
    function failingChanges<T extends { change: (...args: never[]) => Promise<unknown> }>(db: T): T {
      const change: typeof db.change = (...args) => (isFailing ? Promise.reject(new Error('down')) : db.change(...args))
      return { ...db, change }
    }
    const env = { RATE_LIMIT_WALLET: '0', RATE_LIMIT_ADDRESS: '0' }
    await using other = await startService(env, { clock, idempotencyStore: store }, (http) => {
      http.post('/pay', async () => {
        isFailing = true
        return { number: ++done }
      })
    })
    const before = done
    assert.equal((await sendTo(other, '/pay', 'unkept')).status, 200)
    isFailing = false
    assert.equal((await sendTo(other, '/pay', 'unkept')).body.code, 'IDEMPOTENCY_KEY_IN_USE')
    for (let renewals = 0; renewals < 5; renewals++) await clock.advance(30_000)
    let again = await sendTo(other, '/pay', 'unkept')
    for (let tries = 0; again.status === 409 && tries < 100; tries++) again = await sendTo(other, '/pay', 'unkept')
    assert.deepEqual([again.status, again.body.number, done], [200, before + 1, before + 1])
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
  })

  test('does not store secrets, so nobody who knows the key sees a secret again that is shown once', async () => {
    const [one, two] = [await send('/secret', {}, 'key-6'), await send('/secret', {}, 'key-6')]
    assert.deepEqual([one.status, two.status], [200, 200])
    assert.notEqual(one.body.secret, two.body.secret)
  })

  /** Two processes on one database. */
  const twoProcesses = async (clock: Clock) => {
    const start = async () => {
      const env = { RATE_LIMIT_WALLET: '0', RATE_LIMIT_ADDRESS: '0' }
      return startService(env, { clock, idempotencyStore: await openFirstAnswers(server, clock) }, routes)
    }
    return [await start(), await start()] as const
  }
  const sendTo = async (to: TestService, path: string, key: string) =>
    to.post(path, {}, await to.tokens.issue({ walletId: '0.0.7' }), { 'idempotency-key': key })
  /** A request that is in progress until the test lets it continue. */
  const begin = async (to: TestService, path: string, key: string) => {
    const open = Promise.withResolvers<void>()
    gate = open.promise
    entered = Promise.withResolvers<void>()
    const answer = sendTo(to, path, key)
    await entered.promise
    gate = undefined
    return { answer, goOn: open.resolve }
  }

  test('executes a request once that takes longer than a claim, whichever process gets it again', async () => {
    const clock = testClock()
    const [one, two] = await twoProcesses(clock)
    const { read } = await server.open<{ 'platform.first_answer': { key: string; expires_at: bigint } }>({
      schema: 'platform_test',
      migrations: {},
    })
    const expiry = () =>
      read
        .selectFrom('platform.first_answer')
        .select('expires_at')
        .where('key', '=', 'long')
        .executeTakeFirstOrThrow()
        .then(({ expires_at }) => expires_at)
    const first = await begin(one, '/pay', 'long')
    const before = done
    for (let minute = 0; minute < 5; minute++) {
      const claimed = await expiry()
      await clock.advance(60_000)
      while ((await expiry()) === claimed) await new Promise(setImmediate)
      for (const again of await Promise.all([one, two, two].map((to) => sendTo(to, '/pay', 'long'))))
        assert.deepEqual([again.status, again.body.code], [409, 'IDEMPOTENCY_KEY_IN_USE'])
    }
    first.goOn()
    const { body } = await first.answer
    assert.deepEqual([(await sendTo(two, '/pay', 'long')).body, done], [body, before])
    await one.close()
    await two.close()
  })

  test('lets one other request take over from a silent process, and stores the answer of that one', async () => {
    // Nobody renews claims here, since the timers of this clock are the system's.
    const clock = movableClock()
    const [one, two] = await twoProcesses(clock)
    for (const fails of [false, true]) {
      const key = `silent, then ${fails ? 'refused' : 'answered'}`.replaceAll(' ', '-')
      failing = fails ? done + 1 : 0
      const first = await begin(one, '/pay', key)
      clock.advance(10_000)
      const before = done
      const others = await Promise.all([two, one, two, one].map((to) => sendTo(to, '/pay', key)))
      const second = others.find(({ status }) => status === 201)
      assert.deepEqual([done, second?.body.number], [before + 1, done])
      first.goOn()
      assert.equal((await first.answer).status, fails ? 503 : 201)
      for (const to of [one, two]) assert.deepEqual((await sendTo(to, '/pay', key)).body, second?.body)
      assert.equal(done, before + 1)
    }
    await one.close()
    await two.close()
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

  describe('has room', () => {
    const { idempotencyBytesPerHour: perHour, idempotencyAnswerBytes: largest } = limits
    const usual = [perHour.value, largest.value] as const
    /** Uses a whole service, so that nobody else has taken anything of its budget. */
    let other: TestService
    let second: TestService
    before(async () => {
      const start = async () => {
        const env = { RATE_LIMIT_WALLET: '0', RATE_LIMIT_ADDRESS: '0' }
        return startService(
          env,
          { name: 'roomy', clock, idempotencyStore: await openFirstAnswers(server, clock) },
          routes,
        )
      }
      ;[other, second] = [await start(), await start()]
    })
    after(async () => {
      await other.close()
      await second.close()
    })
    afterEach(() => {
      ;[perHour.value, largest.value] = usual
      clock.advance(3_600_000)
    })
    const post = async (body: unknown, key: string | undefined, walletId: string, to = other) => {
      const headers = key === undefined ? {} : { 'idempotency-key': key }
      return to.post('/pay', body, await to.tokens.issue({ walletId }), headers as Record<string, string>)
    }
    const keptBytes = async (wallet: string): Promise<number> => {
      const session = await server.connections.session()
      const text = `select coalesce(sum(octet_length(body)), 0) as kept from platform.first_answer where wallet like '%${wallet}'`
      const { rows } = await session.query(text).finally(() => session.release())
      return Number(rows[0]?.kept)
    }

    test('Idempotency-Key has room for few keys of one wallet while others have theirs, and refuses before execution', async () => {
      perHour.value = 10 * 3 * 1024
      const statuses: number[] = []
      for (let index = 0; index < 5; index++) statuses.push((await post({}, `few-${index}`, '0.0.3')).status)
      assert.deepEqual(statuses, [201, 201, 201, 429, 429])
      const before = done
      const refused = await post({}, 'few-3', '0.0.3', second)
      assert.deepEqual([refused.status, refused.body.code, done], [429, 'TOO_MANY_IDEMPOTENCY_KEYS', before])
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
      assert.equal((await post({}, 'few-2', '0.0.3', second)).headers.get('idempotency-replayed'), 'true')
      assert.equal((await post({}, undefined, '0.0.3')).status, 201)
      assert.equal((await post({}, 'few-3', '0.0.4')).status, 201)
      clock.advance(3_600_000)
      assert.equal((await post({}, 'few-3', '0.0.3')).status, 201, 'in the next hour')
    })

    test('Idempotency-Key has room again after the clock was set back, despite what was taken in the future', async () => {
      perHour.value = 10 * 3 * 1024
      const ahead = 400 * 86_400_000
      clock.advance(ahead)
      const statuses: number[] = []
      for (let index = 0; index < 5; index++) statuses.push((await post({}, `ahead-${index}`, '0.0.23')).status)
      assert.deepEqual(statuses, [201, 201, 201, 429, 429])
      clock.advance(-ahead)
      assert.equal((await post({}, 'back-1', '0.0.23')).status, 201)
      assert.equal((await post({}, 'back-2', '0.0.24')).status, 201)
      clock.advance(ahead)
    })

    test('Idempotency-Key has room again after requests that ended without a result', async () => {
      perHour.value = 10 * 3 * 1024
      const token = await other.tokens.issue({ walletId: '0.0.13' })
      for (let index = 0; index < 8; index++) {
        const { status } = await other.post('/down', {}, token, { 'idempotency-key': `down-${index}` })
        assert.equal(status, 503)
      }
    })

    test('Idempotency-Key has room for answers by their bytes, however many come at once; one without room is not executed again', async () => {
      perHour.value = 1_000_000
      // 3 bytes each.
      const text = '\u8a9e'.repeat(5_000)
      const keys = Array.from({ length: 20 }, (_, index) => `many-${index}`)
      const before = done
      const open = Promise.withResolvers<void>()
      gate = open.promise
      const asked = Promise.all(keys.map((key, at) => post({ text }, key, '0.0.5', at % 2 ? other : second)))
      // All have claimed their keys before any is answered.
      while (done < before + keys.length) await new Promise(setImmediate)
      open.resolve()
      gate = undefined
      const first = await asked
      assert.deepEqual([...new Set(first.map(({ status }) => status))], [201])
      const part = perHour.value / 10
      assert.ok((await keptBytes('0.0.5')) <= part, `${await keptBytes('0.0.5')} bytes`)
      const again = await Promise.all(keys.map((key) => post({ text }, key, '0.0.5')))
      const told = Map.groupBy(again, ({ status, body }) => `${status} ${body.code ?? ''}`)
      assert.deepEqual([...told.keys()].sort(), ['201 ', '409 IDEMPOTENCY_ANSWER_NOT_KEPT'])
      assert.equal(done, before + 20)
      const another = await post({ text }, 'many-0', '0.0.6')
      assert.equal(another.status, 201)
      assert.equal((await post({ text }, 'many-0', '0.0.6')).headers.get('idempotency-replayed'), 'true')
    })

    test('Idempotency-Key has room for no answer larger than the limit', async () => {
      largest.value = 1000
      const before = done
      const sent = { text: 'x'.repeat(1000) }
      assert.equal((await post(sent, 'long-3', '0.0.7')).status, 201)
      const again = await post(sent, 'long-3', '0.0.7')
      assert.deepEqual([again.status, again.body.code, done], [409, 'IDEMPOTENCY_ANSWER_NOT_KEPT', before + 1])
    })
  })

  test('refuses an invalid key, and ignores keys of reads and public writes', async () => {
    assert.equal((await send('/pay', {}, 'x'.repeat(256))).body.code, 'INVALID_IDEMPOTENCY_KEY')
    assert.equal((await send('/pay', {}, 'a b')).body.code, 'INVALID_IDEMPOTENCY_KEY')
    assert.equal((await send('/unguarded', {}, 'key-1')).status, 200)
    const { body } = await service.get('/api/docs-json')
    assert.match(JSON.stringify((body.paths as Record<string, unknown>)['/pay']), /idempotency-key/)
    assert.doesNotMatch(JSON.stringify((body.paths as Record<string, unknown>)['/unguarded']), /idempotency-key/)
  })
})
