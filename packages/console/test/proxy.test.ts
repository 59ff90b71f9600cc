import assert from 'node:assert/strict'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { after, before, describe, type TestContext, test } from 'node:test'
import { createClient } from '@quorate/client'
import { keySigner } from '@quorate/client/keys'
import { openConsole, pageFolder, settings } from '@quorate/console'
import { createHttp, createLogger, platformSettings, readSettings, systemClock } from '@quorate/platform'
import { testDataDirectory } from '@quorate/platform/testing'
import { freePorts, type PlatformProcess, startProcess } from '@quorate/quorate/testing'
import { ask, dial, HANDSHAKE } from './ask.ts'

const SLOW = 150
const json = { 'content-type': 'application/json' }

describe('The APIs behind the console', () => {
  let folder: string
  let platform: PlatformProcess
  let at: string
  /** The session cookie of a development account. */
  let cookie: string
  before(async () => {
    folder = await testDataDirectory()
    platform = await startProcess({ ...(await freePorts()), DATA_DIR: folder })
    at = platform.at.console
    cookie = await login()
  })
  after(async () => {
    await platform?.stop()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  async function login(): Promise<string> {
    const { development } = JSON.parse((await ask(at, '/config.json')).text)
    const [{ id, privateKey }] = development.accounts.filter(
      (one: { id: string; keyType: string }) => one.id !== '0.0.2' && one.keyType === 'ed25519',
    )
    let found = ''
    await createClient({
      node: `${at}/api/node`,
      nodeUrl: at,
      signer: keySigner({ accountId: id, privateKey }),
      async fetch(input, init) {
        const response = await fetch(input, init)
        found = response.headers.getSetCookie()[0] ?? found
        return response
      },
    }).login()
    assert.match(found, /; HttpOnly/i)
    assert.match(found, /; SameSite=Lax/i)
    return found.split(';', 1)[0] ?? ''
  }

  test('accept a write with the cookie only from a page of the console', async () => {
    const write = (headers: Record<string, string>, body = '{"tokenId":"x"}') =>
      ask(at, '/api/multisig/multisig/wallet/create/request', {
        method: 'POST',
        headers: { ...json, cookie, ...headers },
        body,
      })
    const strangers: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: platform.at.node },
      { origin: at.replace('127.0.0.1', 'localhost') },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      // A client cannot make the proxy remove these headers.
      { origin: 'https://evil.example', connection: 'close, Origin' },
      { 'sec-fetch-site': 'cross-site', connection: 'Sec-Fetch-Site, close' },
      { origin: at, 'content-type': 'text/plain' },
      { origin: at, 'content-type': 'application/x-www-form-urlencoded' },
    ]
    for (const headers of strangers) {
      const { status, text } = await write(headers)
      assert.deepEqual([status, JSON.parse(text).code], [403, 'CROSS_SITE_REFUSED'], JSON.stringify(headers))
    }
    const ours = await write({ origin: at, 'sec-fetch-site': 'same-origin' })
    assert.equal(ours.status, 400, ours.text)
    assert.match(ours.text, /VALIDATION|INVALID|REQUIRED/)
  })

  test('accept an upload with the cookie only from a page of the console', async () => {
    const body = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--x--\r\n'
    const upload = (headers: Record<string, string>) =>
      ask(at, '/api/node/ipfs/upload', {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=x', ...headers },
        body,
      })
    const strangers: Record<string, string>[] = [
      {},
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { origin: platform.at.node },
      { origin: at.replace('127.0.0.1', 'localhost') },
      { origin: at, 'sec-fetch-site': 'cross-site' },
      { origin: at, 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'same-origin' },
    ]
    for (const headers of strangers) {
      const { status, text } = await upload({ cookie, ...headers })
      assert.deepEqual([status, JSON.parse(text).code], [403, 'CROSS_SITE_REFUSED'], JSON.stringify(headers))
    }
    const nobody = await upload({ origin: at, 'sec-fetch-site': 'same-origin' })
    assert.deepEqual([nobody.status, JSON.parse(nobody.text).code], [401, 'UNAUTHORIZED'])
    const ours = await upload({ cookie, origin: at, 'sec-fetch-site': 'same-origin' })
    assert.equal(ours.status, 201, ours.text)
    const { cid } = JSON.parse(ours.text)
    const read = await ask(at, `/api/node/ipfs/file/${cid}`)
    assert.equal(read.text, 'hello')
    assert.match(String(read.headers['content-security-policy']), /sandbox/)
  })

  test('refuse an upload early, and the sender gets the refusal', async () => {
    const body = 'x'.repeat(5_000_000)
    const type = 'multipart/form-data; boundary=-'
    for (const [headers, refusal] of [
      [{ 'content-type': type, cookie }, [403, 'CROSS_SITE_REFUSED']],
      [{ 'content-type': 'multipart/form-data', cookie, origin: at }, [415, 'NOT_MULTIPART']],
      [{ 'content-type': type, cookie, origin: at }, [413, 'FORM_TOO_LARGE']],
      [{ 'content-type': type }, [401, 'UNAUTHORIZED']],
    ] as const) {
      // As browsers do. Without keep-alive, the server would close the connection after its answer, and a write might
      // fail first.
      const kept = { ...headers, connection: 'keep-alive' }
      for (let sent = 0; sent < 20; sent++) {
        const { status, text } = await ask(at, '/api/node/ipfs/upload', { method: 'POST', headers: kept, body })
        assert.deepEqual([status, JSON.parse(text).code], refusal)
      }
    }
  })

  test('get the parameters of a query unchanged', async () => {
    assert.equal((await ask(at, '/api/multisig/multisig/wallets?limit=1', { headers: { cookie } })).status, 200)
    const { status, text } = await ask(at, '/api/multisig/multisig/wallets?nothing=1', { headers: { cookie } })
    assert.deepEqual([status, JSON.parse(text).details[0].path], [400, 'query/nothing'])
  })

  test('let no other site read an answer', async () => {
    const { headers } = await ask(at, '/api/node/auth/profile', { headers: { cookie, origin: 'https://evil.example' } })
    assert.equal(headers['access-control-allow-origin'], undefined)
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
  })

  test('forbid caching of private answers, and make browsers revalidate the page', async () => {
    const profile = await ask(at, '/api/node/auth/profile', { headers: { cookie } })
    assert.deepEqual([profile.status, profile.headers['cache-control']], [200, 'private, no-store'])
    assert.match(String(profile.headers.vary), /Cookie/)
    assert.equal((await ask(at, '/config.json')).headers['cache-control'], 'no-store')
    for (const path of ['/', '/wallets', '/assets.json'])
      assert.equal((await ask(at, path)).headers['cache-control'], 'no-cache', path)
    assert.doesNotMatch(String((await ask(at, '/assets/none.js')).headers['cache-control']), /immutable/)
  })

  test('hide their metrics from requests through the console', async () => {
    for (const service of ['node', 'multisig', 'governance'])
      assert.equal((await ask(at, `/api/${service}/metrics`)).status, 403, service)
  })

  test('refuse paths that lead elsewhere', async () => {
    for (const path of [
      ...['/api/node/../config.json', '/api/node/%2e%2e/config.json', '/api/node/..%2fconfig.json'],
      ...['/api/node/..', '/api/node/x/%2E./y', '/api/node/\\evil.example/', '/api/node/%5c..%5cx'],
    ])
      assert.deepEqual([path, (await ask(at, path)).status], [path, 400])
    for (const path of [
      ...[
        '/api/node//evil.example/x',
        '/api/node/http://evil.example/',
        '/api/other/x',
        '/api',
        '/api?x',
        '/sockets/x',
      ],
      ...['/sockets/multisig/socket.io/?transport=polling', '/assets/..%2findex.html', '/assets/%2e%2e/sources'],
      ...['/assets/../../../package.json', '/assets/..%5c..%5cpackage.json', '/assets/', '/assets/none.js'],
    ]) {
      const { status, headers } = await ask(at, path)
      assert.ok(status === 404 || status === 403 || status === 400, `${path}: ${status}`)
      assert.match(String(headers['content-type']), /json/, path)
    }
  })

  test('give no answer that a browser would run', async () => {
    const answer = async (destination: string) =>
      (await ask(at, '/api/node/smart-node/status', { headers: { 'sec-fetch-dest': destination } })).status
    for (const destination of ['script', 'worker', 'serviceworker', 'sharedworker', 'style', 'iframe', 'object'])
      assert.deepEqual([destination, await answer(destination)], [destination, 403])
    for (const destination of ['empty', 'document', 'image']) assert.equal(await answer(destination), 200)
  })

  test('lead to other addresses of a service under its own address', async () => {
    const answer = await fetch(`${at}/api/node/ipfs/bafyaabakaieac?limit=1`, { redirect: 'manual' })
    assert.equal(answer.status, 301)
    assert.equal(answer.headers.get('location'), '/api/node/ipfs/bafyaabakaieac/?limit=1')
    const page = await fetch(`${at}/api/node/ipfs/bafyaabakaieac`)
    assert.match(await page.text(), /Index of/)
    assert.match(page.headers.get('content-security-policy') ?? '', /sandbox/)
  })

  test('answer a read with a body, with `Expect`, or with a request for another protocol', async () => {
    const path = '/api/node/smart-node/status'
    for (const given of [
      { headers: { 'content-length': '5' }, body: 'hello' },
      { headers: { 'transfer-encoding': 'chunked' }, body: 'hello' },
      { headers: { expect: '200-maybe', te: 'trailers', 'keep-alive': 'timeout=5', 'proxy-connection': 'x' } },
      { headers: { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' } },
      { headers: { connection: 'x-forwarded-for, host', 'x-forwarded-for': '10.0.0.1' } },
    ])
      assert.deepEqual([given, (await ask(at, path, given)).status], [given, 200])
    const chunked = { ...json, 'transfer-encoding': 'chunked', expect: '100-continue' }
    const written = await ask(at, '/api/node/auth/web3/login', { method: 'POST', headers: chunked, body: '{}' })
    assert.deepEqual([written.status, JSON.parse(written.text).statusCode], [400, 400])
  })

  test("close a client's connection if it asks for that, and keep others open", async () => {
    const closing = await ask(at, '/api/node/smart-node/status', { headers: { connection: 'close' } })
    assert.equal(closing.headers.connection, 'close')
    const kept = await ask(at, '/api/node/smart-node/status', { headers: { connection: 'keep-alive' } })
    assert.equal(kept.headers.connection, 'keep-alive')
  })

  test(`serve another client while ${SLOW} requests of one client have sent half of their bodies`, async () => {
    const start = `POST /api/node/auth/web3/login HTTP/1.1\r\nHost: ${new URL(at).host}\r\nContent-Type: application/json`
    const slow = await Promise.all(Array.from({ length: SLOW }, () => dial(at)))
    for (const { socket } of slow) socket.write(`${start}\r\nContent-Length: 100\r\n\r\n{"walletId":`)
    const { status } = await ask(at, '/api/node/smart-node/status', { from: '127.0.0.21' })
    assert.equal(status, 200)
    assert.ok(slow.every(({ socket, heard }) => !socket.closed && heard() === ''))
    for (const { socket } of slow) socket.destroy()
  })

  test('accept a socket with the cookie only from a page of the console', async () => {
    const path = '/sockets/multisig/socket.io/?EIO=4&transport=websocket'
    /** Returns the service's answer to a request for a namespace: `40` if it accepts, `44` if it refuses. */
    const enter = async (origin: string | undefined): Promise<string> => {
      const headers = { ...HANDSHAKE, host: new URL(at).host, cookie, ...(origin && { origin }) }
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      const { socket, until, heard } = await dial(at)
      const text = Buffer.from('40/multisig,')
      // A text frame with a mask of zeros.
      const frame = Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text])
      socket.write(Buffer.concat([Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), frame]))
      await until(/4[04]\/multisig,\{/)
      socket.destroy()
      return /4[04](?=\/multisig,)/.exec(heard())?.[0] ?? ''
    }
    assert.equal(await enter(at), '40')
    for (const origin of [undefined, 'null', 'https://evil.example', platform.at.node])
      assert.equal(await enter(origin), '44')
  })
})

/** Opens a console in front of a fake socket service, which answers with `answer`. */
async function consoleBefore(
  t: TestContext,
  answer: (received: string) => string | undefined,
  trustProxy: string[] = [],
) {
  let received = ''
  const upstream = createServer((socket) => {
    socket.on('error', () => {}).setEncoding('latin1')
    socket.on('data', (part) => {
      received += part
      const text = answer(received)
      if (text !== undefined) socket.write(text)
    })
  }).listen(0, '127.0.0.1')
  t.after(() => upstream.close())
  await once(upstream, 'listening')
  const { port } = upstream.address() as AddressInfo
  const env = { MULTISIG_SOCKETS_URL: `http://127.0.0.1:${port}` }
  const http = await createHttp({
    ...{ name: 'console', title: 'Console', description: '', version: '0', clock: systemClock },
    ...{ settings: readSettings(platformSettings, { env: {} }), logger: createLogger({ level: 'silent' }) },
  })
  t.after(() => http.close())
  await openConsole({
    ...{ http, settings: readSettings(settings, { env, service: 'console' }), trustProxy, entrances: {} },
    config: { version: '0', chains: [], nodeUrl: null, development: null, mirrors: {} },
    folder: await pageFolder(),
  })
  return { http, at: await http.listen({ host: '127.0.0.1', port: 0 }), received: () => received }
}

const handshake = (at: string, more: string[] = [], path = '/sockets/multisig/socket.io/?EIO=4') =>
  [
    ...[`GET ${path} HTTP/1.1`, `Host: ${new URL(at).host}`, 'Connection: Upgrade', 'Upgrade: websocket'],
    ...[...more, '', ''],
  ].join('\r\n')

describe('A socket handshake', () => {
  test("is forwarded with the data around it in both directions, and with the client's address", async (t) => {
    const { at, received } = await consoleBefore(t, (text) => {
      if (text.endsWith('\r\n\r\n'))
        return 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nyour words'
      return text.endsWith('my words') ? ' and the rest' : undefined
    })
    const { socket, until } = await dial(at)
    socket.write(`${handshake(at, ['X-Forwarded-For: 10.9.9.9'])}my words`)
    await until(/^HTTP\/1\.1 101 [\s\S]*\r\n\r\nyour words and the rest$/)
    assert.match(received(), /^GET \/socket\.io\/\?EIO=4 HTTP\/1\.1\r\n/)
    assert.match(received(), /x-forwarded-for: 127\.0\.0\.1\r\n/i)
    assert.doesNotMatch(received(), /10\.9\.9\.9/)
    socket.destroy()
  })

  test('A socket handshake that is refused cannot smuggle further requests past the console', async (t) => {
    const smuggled = 'GET /secret HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.9.9.9\r\n\r\n'
    const { at, received } = await consoleBefore(t, (text) =>
      text.includes('\r\n\r\n') ? 'HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno' : undefined,
    )
    const { socket, until } = await dial(at)
    const ended = once(socket, 'close')
    socket.write(handshake(at) + smuggled)
    await until(/^HTTP\/1\.1 403 Forbidden\r\n[\s\S]*Connection: close\r\n\r\nno$/i)
    socket.write(smuggled)
    await ended
    assert.doesNotMatch(received(), /secret|10\.9\.9\.9/)
  })

  test('A socket handshake with a body, for another host or for an unknown service reaches no service', async (t) => {
    const { at, received } = await consoleBefore(t, () => undefined)
    for (const [text, status] of [
      [`${handshake(at, ['Content-Length: 5'])}hello`, 404],
      [`${handshake(at, ['Transfer-Encoding: chunked'])}0\r\n\r\n`, 404],
      [handshake('http://evil.example'), 421],
      [handshake(at, [], '/sockets/governance/socket.io/?EIO=4'), 404],
      [handshake(at, [], '/sockets/multisig/../node/'), 404],
      [handshake(at, [], '/sockets/multisig/metrics'), 404],
    ] as const) {
      const { socket, until } = await dial(at)
      socket.write(text)
      await until(new RegExp(`^HTTP/1\\.1 ${status} `))
      socket.destroy()
    }
    assert.equal(received(), '')
  })

  test('ends when the console stops, which does not wait for it', { timeout: 60_000 }, async (t) => {
    const { http, at } = await consoleBefore(t, (text) =>
      text.endsWith('\r\n\r\n')
        ? 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'
        : undefined,
    )
    const { socket, until } = await dial(at)
    const ended = once(socket, 'close')
    socket.write(handshake(at))
    await until(/^HTTP\/1\.1 101 /)
    await Promise.all([http.close(), ended])
  })

  test('A socket handshake through a trusted proxy contains both addresses', async (t) => {
    const { at, received } = await consoleBefore(
      t,
      (text) => (text.includes('\r\n\r\n') ? 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n' : undefined),
      ['127.0.0.1'],
    )
    const { socket, until } = await dial(at)
    socket.write(handshake(at, ['X-Forwarded-For: 203.0.113.9']))
    await until(/^HTTP\/1\.1 403 /)
    assert.match(received(), /x-forwarded-for: 203\.0\.113\.9, 127\.0\.0\.1\r\n/i)
  })
})
