import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { get, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { after, describe, type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { limits } from '../src/base/platform-limits.ts'
import { createBoundedServer } from '../src/http/bounded-server.ts'
import { movableClock, startService, type TestService } from './http-service.ts'

/** A connection, and what came back on it. */
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
    /** So many answers of this status. */
    async answers(count: number, status = 200) {
      while (heard.split(`HTTP/1.1 ${status} `).length <= count) await once(socket, 'data')
    },
  }
}

const head = (method: string, path: string, headers: Record<string, string | number>): string =>
  `${method} ${path} HTTP/1.1\r\nhost: x\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

/** How many requests of this service Node has read since, answered or not. */
function countRequests({ http }: TestService): () => number {
  let read = 0
  const count = (started: unknown): void => {
    if ((started as { server: unknown }).server === http.server) read++
  }
  subscribe('http.server.request.start', count)
  after(() => unsubscribe('http.server.request.start', count))
  return () => read
}
const json = { 'content-type': 'application/json' }

describe('A body', () => {
  test('of an unknown path is not read before the 404, nor that of an address over its limit before the 429', async () => {
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

  test('with too many values, nested too deep or too long is refused before it is parsed', async () => {
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

  test('with a list longer than its schema allows is refused before the items are compared, wherever the list stands', async () => {
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
      // A second fault would say that the items were compared.
      assert.deepEqual(
        details.map((one) => one.path),
        [path],
      )
      assert.match(details[0]?.message ?? '', /^is a list of 9000: expected a list of at most 10 items/)
    }
  })

  test('with many faults is told of the first ones, and each is cut short', async () => {
    const body = Type.Object({ known: Type.Record(Type.String(), Type.Integer()) }, { additionalProperties: false })
    await using service = await startService({}, {}, (http) => {
      http.post('/strict', { config: { access: 'public' }, schema: { body } }, async () => ({ ok: true }))
    })
    const properties = (name: (at: number) => string) =>
      Object.fromEntries(Array.from({ length: 5 }, (_, at) => [name(at), 'no']))
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`u${at}`, 0]))
    const { body: crowded } = await service.post('/strict', { known: { wrong: 'no' }, ...many })
    // A fault of what is known would say that each property was looked at.
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

  test('that says it is too long is refused without being sent, and one that grows too long once it has', async () => {
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

  test('in pieces of a few bytes ends its connection, read or not, and one in pieces of a line is taken', async () => {
    await using service = await startService()
    const chunked = { ...json, 'transfer-encoding': 'chunked' }
    const lines = await dial(service.port)
    const line = `c\r\n${' '.repeat(12)}\r\n`
    lines.socket.write(`${head('POST', '/unguarded', chunked)}${line.repeat(5400)}2\r\n{}\r\n0\r\n\r\n`)
    await lines.until(/^HTTP\/1\.1 200 /)
    lines.socket.destroy()
    for (const path of ['/unguarded', '/nowhere']) {
      const { socket, ended, heard } = await dial(service.port)
      socket.write(head('POST', path, chunked) + '1\r\n \r\n'.repeat(2 * limits.bodyPieces.value))
      await ended()
      assert.doesNotMatch(heard(), / 200 /)
    }
  })

  test('in small pieces that come at once is read in few, whole and in order', async () => {
    const pieces: Buffer[] = []
    const server = createBoundedServer({}, (request, response) => {
      request.on('data', (piece: Buffer) => pieces.push(piece)).on('end', () => response.end('read'))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { socket, until } = await dial((server.address() as AddressInfo).port)
    const texts = Array.from({ length: 2000 }, (_, at) => (at % 500 === 250 ? 'x'.repeat(1500) : `${at},`))
    const chunks = texts.map((text) => `${text.length.toString(16)}\r\n${text}\r\n`)
    socket.write(`${head('POST', '/', { 'transfer-encoding': 'chunked' })}${chunks.join('')}0\r\n\r\n`)
    await until(/read/)
    assert.equal(Buffer.concat(pieces).toString(), texts.join(''))
    assert.ok(pieces.length < 200, `${pieces.length} pieces`)
    socket.destroy()
    server.close()
  })

  test('that does not arrive in time is a 408, and its connection ends', async () => {
    await using service = await startService({ BODY_TIMEOUT: '50' })
    const all = await Promise.all(Array.from({ length: 20 }, () => dial(service.port)))
    for (const { socket } of all) socket.write(`${head('POST', '/unguarded', { ...json, 'content-length': 100 })}{"a"`)
    for (const { ended, heard } of all) {
      await ended()
      assert.match(heard(), /^HTTP\/1\.1 408 [\s\S]*BODY_TIMEOUT/)
    }
  })
})

describe('A connection', () => {
  test('has its requests begun one after the other, also those that were sent together', async () => {
    let running = 0
    let most = 0
    await using service = await startService({ RATE_LIMIT_ADDRESS: '0' }, {}, (http) => {
      http.get('/slow', async () => {
        most = Math.max(most, ++running)
        await new Promise(setImmediate)
        running--
        return {}
      })
    })
    const { socket, answers } = await dial(service.port)
    socket.write(head('GET', '/slow', {}).repeat(50))
    await answers(50)
    assert.equal(most, 1)
    socket.destroy()
  })

  test('with more requests waiting than are kept is closed', async () => {
    let begun = 0
    await using service = await startService({ RATE_LIMIT_ADDRESS: '0' }, {}, (http) => {
      http.get('/never', () => {
        begun++
        return new Promise(() => {})
      })
    })
    const read = countRequests(service)
    const { socket, ended } = await dial(service.port)
    socket.write(head('GET', '/never', {}).repeat(2000))
    await ended()
    assert.equal(begun, 1)
    assert.ok(read() <= limits.waitingRequests.value + 3, `${read()} requests were read`)
  })

  test('that sends ahead is closed where all together send too many ahead at once', async () => {
    const dialed = await bareServer(() => {})
    let read = 0
    const count = (): void => void read++
    subscribe('http.server.request.start', count)
    after(() => unsubscribe('http.server.request.start', count))
    const all = await dialed(40)
    for (const { socket } of all) socket.write(head('GET', '/', {}).repeat(limits.waitingRequests.value))
    await Promise.any(all.map(({ ended }) => ended()))
    assert.ok(read < limits.waitingRequestsInAll.value + 3 * all.length, `${read} requests were read`)
    for (const { socket } of all) socket.destroy()
  })

  test('may send ahead again once others that did have left', async () => {
    const dialed = await bareServer((request, response) => request.url === '/' && response.end())
    for (let round = 0; round < 2; round++) {
      const all = await dialed(10)
      for (const { socket } of all) socket.write(head('GET', '/never', {}).repeat(limits.waitingRequests.value))
      const [one] = await dialed(1)
      one?.socket.write(head('GET', '/', {}).repeat(10))
      await one?.answers(10)
      for (const { socket } of [...all, ...(one ? [one] : [])]) socket.destroy()
      await Promise.all(all.map(({ ended }) => ended()))
    }
  })

  test('has its request begun in a later turn where those of others take long', async () => {
    let turn = 0
    let next = setImmediate(function count() {
      turn++
      next = setImmediate(count)
    })
    after(() => clearImmediate(next))
    const begun: number[] = []
    const dialed = await bareServer((_request, response) => {
      begun.push(turn)
      const end = performance.now() + 20
      while (performance.now() < end);
      response.end()
    })
    const all = await dialed(20)
    for (const { socket } of all) socket.write(head('GET', '/', { connection: 'close' }))
    await Promise.all(all.map(({ ended }) => ended()))
    clearImmediate(next)
    assert.ok(new Set(begun).size > all.length / 2, `begun in the turns ${begun}`)
  })

  test('is read in a later turn where what others have sent takes long', async () => {
    let [parsed, most] = [0, 0]
    const parse = (): void => {
      if (parsed++ === 0) setImmediate(() => (parsed = 0))
      most = Math.max(most, parsed)
      const end = performance.now() + 5
      while (performance.now() < end);
    }
    const dialed = await bareServer((_request, response) => response.end())
    const all = await dialed(40)
    subscribe('http.server.request.start', parse)
    after(() => unsubscribe('http.server.request.start', parse))
    for (const { socket } of all) socket.write(head('GET', '/', { connection: 'close' }))
    await Promise.all(all.map(({ ended }) => ended()))
    unsubscribe('http.server.request.start', parse)
    assert.ok(all.every(({ heard }) => heard().startsWith('HTTP/1.1 200 ')))
    assert.ok(most < all.length / 2, `${most} in one turn`)
  })

  /** A server, and a function that opens so many connections to it and waits until it has accepted them. */
  async function bareServer(handle: RequestListener) {
    const server = createBoundedServer({}, handle)
    let accepted = 0
    server.on('connection', () => accepted++)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    after(() => server.close().closeAllConnections())
    const { port } = server.address() as AddressInfo
    return async (count: number) => {
      const all = await Promise.all(Array.from({ length: count }, () => dial(port)))
      while (accepted < count) await once(server, 'connection')
      return all
    }
  }

  test('whose request has no Host is told so, and no other request of it is read', async () => {
    await using service = await startService()
    const read = countRequests(service)
    const { socket, ended, heard } = await dial(service.port)
    socket.write('GET /open HTTP/1.1\r\n\r\n'.repeat(2000))
    await ended()
    assert.match(heard(), /^HTTP\/1\.1 400 /)
    assert.equal(read(), 1)
  })

  test('whose request has several Hosts is told so, even if they are equal', async () => {
    await using service = await startService()
    const { socket, ended, heard } = await dial(service.port)
    socket.write('GET /open HTTP/1.1\r\nHost: x\r\nhost: x\r\nconnection: close\r\n\r\n')
    await ended()
    assert.match(heard(), /^HTTP\/1\.1 400 [\s\S]*"code":"SEVERAL_HOSTS"/)
  })

  test('that asks to change the protocol is answered, and ends where nothing does', async () => {
    await using service = await startService()
    const { socket, ended, heard } = await dial(service.port)
    socket.write(head('GET', '/open', { connection: 'upgrade', upgrade: 'x' }).repeat(2))
    await ended()
    assert.match(heard(), /^HTTP\/1\.1 200 [\s\S]*\r\nconnection: close\r\n/i)
  })

  test('is one of so many of its address, and is told so', async () => {
    await using service = await startService({ MAX_CONNECTIONS_PER_ADDRESS: '3' })
    const open: Socket[] = []
    for (let count = 0; count < 3; count++) open.push((await dial(service.port)).socket)
    const { ended, heard } = await dial(service.port)
    await ended()
    assert.match(heard(), /^HTTP\/1\.1 429 [\s\S]*Retry-After: 1[\s\S]*TOO_MANY_CONNECTIONS/)
    for (const socket of open) socket.destroy()
    // Once the server has seen them close, there is room again.
    for (;;) {
      const again = await dial(service.port)
      again.socket.write(head('GET', '/open', { connection: 'close' }))
      await again.ended()
      if (again.heard().startsWith('HTTP/1.1 200')) break
    }
  })

  test('of a trusted proxy is not counted by its address', async () => {
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

describe('Answers that are not read', () => {
  const MOST = limits.unreadBytesPerAddress.value
  /** What the system itself takes of an answer is not in the process. */
  const LARGE = Buffer.alloc(MOST + 16_777_216, 'x')

  /** A service with a large answer, which is given once `open` is called, and readers of it that read nothing. */
  async function largeAnswers(t: TestContext, env: Record<string, string> = {}) {
    const gate = Promise.withResolvers<void>()
    const service = await startService({ RATE_LIMIT_ADDRESS: '0', ...env }, {}, (http) => {
      http.get('/large', async (_request, reply) => {
        http.server.emit('large', reply.raw)
        await gate.promise
        return reply.type('text/plain').send(LARGE as never)
      })
    })
    t.after(() => service.close())
    /** Resolves when the service has begun to answer. */
    const reader = async (headers: Record<string, string> = {}) => {
      const asked = once(service.http.server, 'large')
      const socket = connect(service.port, '127.0.0.1').pause()
      t.after(() => socket.destroy())
      socket.on('error', () => {})
      socket.write(head('GET', '/large', { connection: 'close', ...headers }))
      const [answer] = (await asked) as [ServerResponse]
      return { socket, answer, written: once(answer, 'prefinish'), over: once(answer, 'close') }
    }
    return { service, open: gate.resolve, reader }
  }

  test('keep their address from being answered anything more until they are read', async (t) => {
    const { service, open, reader } = await largeAnswers(t)
    const { socket, written, over } = await reader()
    open()
    await written
    const { status, headers, body } = await service.get('/open')
    assert.deepEqual([status, headers.get('connection'), body.code], [429, 'close', 'UNREAD_ANSWERS'])
    assert.equal((await service.get('/nowhere')).status, 429)
    assert.equal((await service.get('/health')).status, 200)
    socket.resume()
    await over
    assert.equal((await service.get('/open')).status, 200)
  })

  test('end with their connection, also where they are streamed and their end is not written yet', async (t) => {
    t.mock.property(limits.unreadTime, 'value', 50)
    await using service = await startService({ RATE_LIMIT_ADDRESS: '0' }, {}, (http) => {
      http.get('/stream', (_request, reply) => {
        http.server.emit('streaming', reply.raw)
        return reply.type('text/plain').send(Readable.from([LARGE, LARGE]) as never)
      })
    })
    const streaming = once(service.http.server, 'streaming')
    const socket = connect(service.port, '127.0.0.1').pause()
    t.after(() => socket.destroy())
    socket.on('error', () => {}).write(head('GET', '/stream', {}))
    const [answer] = (await streaming) as [ServerResponse]
    await once(answer, 'close')
    assert.equal(answer.writableFinished, false)
  })

  test('are counted while they are streamed: the one of its address that has waited longest ends', async (t) => {
    const part = Buffer.alloc(MOST - 1, 'x')
    await using service = await startService({ RATE_LIMIT_ADDRESS: '0' }, {}, (http) => {
      http.get('/stream', (_request, reply) => {
        http.server.emit('streaming', reply.raw)
        return reply.type('text/plain').send(Readable.from([part, part]) as never)
      })
    })
    const answers: ServerResponse[] = []
    for (let reader = 0; reader < 5; reader++) {
      const streaming = once(service.http.server, 'streaming')
      const socket = connect(service.port, '127.0.0.1').pause()
      t.after(() => socket.destroy())
      socket.on('error', () => {}).write(head('GET', '/stream', {}))
      const [answer] = (await streaming) as [ServerResponse]
      answers.push(answer)
    }
    const [first = assert.fail(), ...others] = answers
    if (!first.closed) await once(first, 'close')
    assert.equal(first.writableFinished, false)
    assert.equal(others.at(-1)?.closed, false)
  })

  test('are counted in bytes, also where they are texts', async (t) => {
    await using service = await startService({ RATE_LIMIT_ADDRESS: '0' }, {}, (http) => {
      http.get('/text', async (_request, reply) => {
        reply.raw.once('prefinish', () => http.server.emit('written'))
        return reply.type('text/plain').send('\u20ac'.repeat(MOST / 2) as never)
      })
    })
    const written = once(service.http.server, 'written')
    const socket = connect(service.port, '127.0.0.1').pause()
    t.after(() => socket.destroy())
    socket.write(head('GET', '/text', {}))
    await written
    assert.equal((await service.get('/open')).body.code, 'UNREAD_ANSWERS')
    socket.destroy()
  })

  test('end the connections of others of the same address whose answers were begun before', async (t) => {
    const { service, open, reader } = await largeAnswers(t)
    const [first, ...others] = [await reader(), await reader(), await reader()]
    open()
    await Promise.all(others.map(({ over }) => over))
    assert.equal(first?.answer.closed, false)
    assert.equal((await service.get('/open')).status, 429)
    first?.socket.destroy()
    await first?.over
    assert.equal((await service.get('/open')).status, 200)
  })

  test('of all addresses together are bounded too: the connection that has waited longest is closed', async (t) => {
    const { service, open, reader } = await largeAnswers(t, { TRUST_PROXY: '127.0.0.1' })
    const by = (index: number) => ({ 'x-forwarded-for': `203.0.113.${index}` })
    const readers: Awaited<ReturnType<typeof reader>>[] = []
    for (let index = 0; index * MOST < limits.unreadBytes.value; index++) readers.push(await reader(by(index)))
    open()
    await Promise.all(readers.map(({ written }) => written))
    await readers[0]?.over
    const status = async (index: number) => (await service.get('/open', { headers: by(index) })).status
    const last = readers.length - 1
    assert.deepEqual([await status(0), await status(last), await status(last + 1)], [200, 429, 200])
    assert.equal(readers[last]?.answer.closed, false)
  })
})

describe('The metrics', () => {
  test('are made once a second, and counted by the rate limit', async () => {
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

  test('are for this machine alone, not for what a proxy passes on', async () => {
    await using service = await startService()
    assert.equal((await service.get('/metrics')).status, 200)
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip', 'x-client-ip']) {
      const { status, body } = await service.get('/metrics', { headers: { [name]: 'for=127.0.0.1' } })
      assert.deepEqual([status, body.code], [403, 'METRICS_FORBIDDEN'])
    }
  })

  test('are for nobody who asks this machine by a name of theirs, as a page does that was pointed here', async () => {
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

  test('ask for their token where one is set', async () => {
    await using service = await startService({ METRICS_TOKEN: 'a-token-of-prometheus' })
    for (const authorization of ['', 'Bearer', 'Bearer a-token-of-prometheu', 'Bearer a-token-of-prometheuss']) {
      const { status, body } = await service.get('/metrics', { headers: { authorization } })
      assert.deepEqual([status, body.code], [401, 'METRICS_TOKEN_REQUIRED'])
    }
    const headers = { authorization: 'Bearer a-token-of-prometheus', 'x-forwarded-for': '203.0.113.9' }
    assert.equal((await service.get('/metrics', { headers })).status, 200)
  })
})

test('A preflight, an address that cannot be read and one with too many parameters are counted before they are answered', async () => {
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

test('A request that expects what nobody knows is one like others, and counted', async () => {
  await using service = await startService({ RATE_LIMIT_ADDRESS: '2' })
  const { socket, heard, ended } = await dial(service.port)
  socket.write(head('GET', '/open', { expect: 'x' }).repeat(3))
  await ended()
  const statuses = [...heard().matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status)
  assert.deepEqual(statuses, ['200', '200', '429'])
})

test('A query has so many parameters', async () => {
  await using service = await startService()
  const query = (count: number) => Array.from({ length: count }, () => 'names=a').join('&')
  assert.equal((await service.get(`/query?${query(limits.queryParameters.value)}`)).status, 200)
  const { status, body } = await service.get(`/query?${query(limits.queryParameters.value + 1)}`)
  assert.deepEqual([status, body.code], [400, 'TOO_MANY_PARAMETERS'])
})

test('So many writes of one wallet are handled at once, and those of others meanwhile', async () => {
  const most = limits.writesOfWallet.value
  const begun: { walletId: string; end(): void }[] = []
  let arrived = 0
  await using service = await startService({}, {}, (http) => {
    http.post('/held', { preHandler: async () => void arrived++ }, async ({ session: { walletId } }) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      begun.push({ walletId, end: resolve })
      await promise
      return { walletId }
    })
  })
  const [one, other] = await Promise.all(['0.0.1', '0.0.2'].map((walletId) => service.tokens.issue({ walletId })))
  const write = (token: string | undefined) => service.post('/held', {}, token)
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await new Promise(setImmediate)
  }
  const all = Array.from({ length: most + 10 }, () => write(one))
  await until(() => arrived === all.length)
  all.push(write(other))
  await until(() => begun.some(({ walletId }) => walletId === '0.0.2'))
  assert.equal(begun.length, most + 1)
  const answers = Promise.all(all)
  for (let ended = 0; ended < all.length; ended++) {
    await until(() => begun.length > ended)
    begun[ended]?.end()
  }
  for (const { status } of await answers) assert.equal(status, 200)
})
