import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { limits } from '../src/bounds/platform-limits.ts'
import { movableClock, startService } from './http-service.ts'

/** A connection, and the answers received on it. */
async function dial(port: number) {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.setEncoding('utf8').on('data', (text) => {
    heard += text
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return {
    socket,
    heard: () => heard,
    ended: () => (socket.closed ? Promise.resolve() : once(socket, 'close')),
    async until(pattern: RegExp) {
      while (!pattern.test(heard)) await once(socket, 'data')
    },
    /** Waits for this many answers with this status. */
    async answers(count: number, status = 200) {
      while (heard.split(`HTTP/1.1 ${status} `).length <= count) await once(socket, 'data')
    },
  }
}

const head = (method: string, path: string, headers: Record<string, string | number>): string =>
  `${method} ${path} HTTP/1.1\r\nhost: x\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

const json = { 'content-type': 'application/json' }

describe('A body', () => {
  test('is not read before the 404 of an unknown path, or the 429 of an address over its limit', async () => {
    await using service = await startService({ RATE_LIMIT_ADDRESS: '2' })
    const { socket, until } = await dial(service.port)
    const begun = `${head('POST', '/nowhere', { ...json, 'content-length': 60_000 })}{"a":[`
    socket.write(begun)
    await until(/^HTTP\/1\.1 404 /)
    socket.destroy()
    await service.get('/open')
    for (const path of ['/nowhere', '/unguarded']) {
      const over = await dial(service.port)
      over.socket.write(begun.replace('/nowhere', path))
      await over.until(/^HTTP\/1\.1 429 [\s\S]*\r\nconnection: close\r\n[\s\S]*RATE_LIMITED/i)
      over.socket.destroy()
    }
  })

  test('A body with too many values, nested too deep or too long is refused before it is parsed', async () => {
    await using service = await startService()
    const refused: [body: string, status: number, code: string][] = [
      [`[${'0,'.repeat(limits.jsonValues.value)}0]`, 400, 'BODY_TOO_COMPLEX'],
      [`{"a":[${'{},'.repeat(limits.jsonValues.value / 2)}{}]}`, 400, 'BODY_TOO_COMPLEX'],
      ['['.repeat(60_000), 400, 'BODY_TOO_DEEP'],
      [`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 400, 'BODY_TOO_DEEP'],
      [`"${'x'.repeat(limits.bodyBytes.value)}"`, 413, 'BODY_TOO_LARGE'],
      [`"${'\\"'.repeat(20_000)}`, 400, 'INVALID_JSON'],
    ]
    for (const [body, status, code] of refused) {
      const answer = await service.post('/unguarded', body)
      assert.deepEqual([answer.status, answer.body.code], [status, code], body.slice(0, 20))
    }
    const depth = limits.jsonDepth.value
    const fine = [
      `[${'0,'.repeat(10_000)}0]`,
      `"${'[{,'.repeat(20_000)}\\\\\\""`,
      `${'['.repeat(depth)}${']'.repeat(depth)}`,
    ]
    for (const body of fine) assert.equal((await service.post('/unguarded', body)).status, 200, body.slice(0, 20))
  })

  test('A body with a list longer than its schema allows is refused before the items are compared, at any depth', async () => {
    const Numbers = Type.Array(Type.Integer(), { maxItems: 10, uniqueItems: true })
    const body = Type.Object({
      serials: Type.Optional(Numbers),
      either: Type.Optional(Type.Union([Type.String(), Numbers, Type.Null()])),
      lists: Type.Optional(Type.Array(Type.Object({ serials: Numbers }), { maxItems: 2 })),
    })
    await using service = await startService({}, {}, (http) => {
      http.post('/lists', { config: { access: 'public' }, schema: { body } }, async () => ({ ok: true }))
    })
    const many = Array.from({ length: 9000 }, () => ({}))
    const few = [1, 2, 3]
    assert.equal((await service.post('/lists', { serials: few, either: few, lists: [{ serials: few }] })).status, 200)
    const refused: [body: unknown, path: string][] = [
      [{ serials: many }, 'body/serials'],
      [{ either: many }, 'body/either'],
      [{ lists: [{ serials: few }, { serials: many }] }, 'body/lists/1/serials'],
    ]
    for (const [sent, path] of refused) {
      const { status, body } = await service.post('/lists', sent, undefined)
      assert.equal(status, 400)
      const { code, details } = body as { code: string; details: { path: string; message: string }[] }
      assert.equal(code, 'VALIDATION_FAILED')
      // A second fault would mean that the items were compared.
      assert.deepEqual(
        details.map((one) => one.path),
        [path],
      )
      assert.match(details[0]?.message ?? '', /^is a list of 9000: expected a list of at most 10 items/)
    }
  })

  test('A body with many errors names the first ones, each shortened', async () => {
    const body = Type.Object({ known: Type.Record(Type.String(), Type.Integer()) }, { additionalProperties: false })
    await using service = await startService({}, {}, (http) => {
      http.post('/strict', { config: { access: 'public' }, schema: { body } }, async () => ({ ok: true }))
    })
    const properties = (name: (at: number) => string) =>
      Object.fromEntries(Array.from({ length: 5 }, (_, at) => [name(at), 'no']))
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`u${at}`, 0]))
    const { body: crowded } = await service.post('/strict', { known: { wrong: 'no' }, ...many })
    // A fault in a known property would mean that each property was checked.
    const told = (crowded.details as { path: string; message: string }[]).map(({ path }) => path)
    assert.deepEqual(
      told,
      Array.from({ length: 8 }, (_, at) => `body/u${at}`),
    )
    for (const [sent, first] of [
      [{ known: {}, ...many }, /^body\/u0 is not known here: expected only known \(and \d+ more\)$/],
      [
        { known: properties((at) => at + 'x'.repeat(10_000)) },
        /^body\/known\/0x{200}.+: expected an integer \(and 4 more\)$/,
      ],
      [
        { known: {}, ...properties((at) => at + 'x'.repeat(10_000)) },
        /^body\/0x{200}.+ is not known here: expected only known \(and 4 more\)$/,
      ],
    ] as const) {
      const { status, body } = await service.post('/strict', sent)
      assert.equal(status, 400)
      assert.match(String(body.message), first)
      assert.ok(JSON.stringify(body).length < 10_000, `${JSON.stringify(body).length} characters`)
    }
  })

  test('A body of a declared length over the limit is refused unsent, and a growing one once it is too long', async () => {
    await using service = await startService()
    const { socket, until } = await dial(service.port)
    socket.write(head('POST', '/unguarded', { ...json, 'content-length': 10_000_000_000 }))
    await until(/^HTTP\/1\.1 413 [\s\S]*BODY_TOO_LARGE/)
    const chunked = await dial(service.port)
    chunked.socket.write(head('POST', '/unguarded', { ...json, 'transfer-encoding': 'chunked' }))
    for (let sent = 0; sent <= limits.bodyBytes.value; sent += 4096)
      chunked.socket.write(`1000\r\n${' '.repeat(4096)}\r\n`)
    await chunked.until(/^HTTP\/1\.1 413 [\s\S]*BODY_TOO_LARGE/)
    await Promise.all([socket, chunked.socket].map((one) => one.destroy()))
  })
})

describe('A connection', () => {
  test('A connection with several Host headers is refused, even if they are equal', async () => {
    await using service = await startService()
    const { socket, ended, heard } = await dial(service.port)
    socket.write('GET /open HTTP/1.1\r\nHost: x\r\nhost: x\r\nconnection: close\r\n\r\n')
    await ended()
    assert.match(heard(), /^HTTP\/1\.1 400 [\s\S]*"code":"SEVERAL_HOSTS"/)
  })

  test('A connection beyond the limit of its address gets a 429', async () => {
    await using service = await startService({ MAX_CONNECTIONS_PER_ADDRESS: '3' })
    const open: Socket[] = []
    for (let count = 0; count < 3; count++) open.push((await dial(service.port)).socket)
    const { ended, heard } = await dial(service.port)
    await ended()
    assert.match(heard(), /^HTTP\/1\.1 429 [\s\S]*Retry-After: 1[\s\S]*TOO_MANY_CONNECTIONS/)
    for (const socket of open) socket.destroy()
    // Once the server has noticed the closed ones, there is room again.
    for (;;) {
      const again = await dial(service.port)
      again.socket.write(head('GET', '/open', { connection: 'close' }))
      await again.ended()
      if (again.heard().startsWith('HTTP/1.1 200')) break
    }
  })

  test('A connection of a trusted proxy is not counted by its address', async () => {
    await using service = await startService({
      MAX_CONNECTIONS_PER_ADDRESS: '1',
      TRUST_PROXY: '10.0.0.0/8,127.0.0.0/8',
    })
    const all = await Promise.all(Array.from({ length: 5 }, () => dial(service.port)))
    for (const { socket, until } of all) {
      socket.write(head('GET', '/open', {}))
      await until(/^HTTP\/1\.1 200 /)
      socket.destroy()
    }
  })
})

describe('The metrics', () => {
  test('are generated once a second, and counted by the rate limit', async () => {
    const clock = movableClock()
    await using service = await startService({ RATE_LIMIT_ADDRESS: '50' }, { clock })
    let made = 0
    const { registry } = service.http.metrics
    const real = registry.getMetricsAsArray.bind(registry)
    registry.getMetricsAsArray = () => {
      made++
      return real()
    }
    const { socket, answers } = await dial(service.port)
    socket.write(head('GET', '/metrics', {}).replace('host: x', 'host: localhost').repeat(40))
    await answers(40)
    socket.destroy()
    const merges = made
    await service.get('/metrics')
    assert.equal(made, merges)
    clock.advance(1000)
    await service.get('/metrics')
    assert.ok(made > merges)
    for (let count = 42; count < 50; count++) await service.get('/metrics')
    assert.equal((await service.get('/metrics')).status, 429)
  })

  test('are only for this machine, not for requests that a proxy forwards', async () => {
    await using service = await startService()
    assert.equal((await service.get('/metrics')).status, 200)
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip', 'x-client-ip']) {
      const { status, body } = await service.get('/metrics', { headers: { [name]: 'for=127.0.0.1' } })
      assert.deepEqual([status, body.code], [403, 'METRICS_FORBIDDEN'])
    }
  })

  test('reject requests whose Host header is not ours (DNS rebinding)', async () => {
    await using service = await startService()
    const statusFor = async (host: string) => {
      const asked = get({ port: service.port, path: '/metrics', headers: { host } })
      const [answer] = await once(asked, 'response')
      answer.resume()
      return answer.statusCode
    }
    for (const host of ['evil.example', `evil.example:${service.port}`, 'localhost.evil.example', '127.0.0.1.evil'])
      assert.equal(await statusFor(host), 403, host)
    for (const host of ['localhost', `127.0.0.1:${service.port}`, '[::1]:3000'])
      assert.equal(await statusFor(host), 200, host)
  })

  test('require their token if one is set', async () => {
    await using service = await startService({ METRICS_TOKEN: 'a-token-of-prometheus' })
    for (const authorization of ['', 'Bearer', 'Bearer a-token-of-prometheu', 'Bearer a-token-of-prometheuss']) {
      const { status, body } = await service.get('/metrics', { headers: { authorization } })
      assert.deepEqual([status, body.code], [401, 'METRICS_TOKEN_REQUIRED'])
    }
    const headers = { authorization: 'Bearer a-token-of-prometheus', 'x-forwarded-for': '203.0.113.9' }
    assert.equal((await service.get('/metrics', { headers })).status, 200)
  })
})

test('A preflight, an unreadable address and one with too many parameters are counted before an answer', async () => {
  const clock = movableClock()
  const origin = 'https://app.example'
  await using service = await startService({ RATE_LIMIT_ADDRESS: '2', CORS_ORIGINS: origin }, { clock })
  const preflight = { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } }
  const asked: [path: string, status: number, init?: RequestInit][] = [
    ['/write', 204, preflight],
    ['/write', 400, { method: 'OPTIONS' }],
    ['/open?names=%00', 400],
    ['/%zz', 400],
    [`/item/${'1'.repeat(limits.pathParameterLength.value + 1)}`, 414],
    ['/nowhere', 404],
  ]
  for (const [path, status, init] of asked) {
    for (const expected of [status, status, 429]) assert.equal((await service.get(path, init)).status, expected, path)
    clock.advance(60_000)
  }
  for (let count = 0; count < 2; count++) await service.get('/open')
  const { status, headers } = await service.get('/open', { headers: { origin } })
  assert.deepEqual([status, headers.get('access-control-allow-origin')], [429, origin], 'a page can read it')
})

test('A request with an unknown Expect header is handled and counted like others', async () => {
  await using service = await startService({ RATE_LIMIT_ADDRESS: '2' })
  const { socket, heard, ended } = await dial(service.port)
  socket.write(head('GET', '/open', { expect: 'x' }).repeat(3))
  await ended()
  const statuses = [...heard().matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status)
  assert.deepEqual(statuses, ['200', '200', '429'])
})

test('The number of parameters in a query is limited', async () => {
  await using service = await startService()
  const query = (count: number) => Array.from({ length: count }, () => 'names=a').join('&')
  assert.equal((await service.get(`/query?${query(limits.queryParameters.value)}`)).status, 200)
  const { status, body } = await service.get(`/query?${query(limits.queryParameters.value + 1)}`)
  assert.deepEqual([status, body.code], [400, 'TOO_MANY_PARAMETERS'])
})
