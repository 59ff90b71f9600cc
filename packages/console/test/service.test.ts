import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openConsole, pageFolder, settings } from '@quorate/console'
import { createHttp, createLogger, platformSettings, readSettings, systemClock } from '@quorate/platform'
import { freePorts, type PlatformProcess, startProcess } from '@quorate/quorate/testing'

const LIMIT = 40

describe('The service of the console', () => {
  let folder: string
  let platform: PlatformProcess
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quorate-console-'))
    const env = { ...(await freePorts()), DATA_DIR: folder, RATE_LIMIT_ADDRESS: String(LIMIT), HOST: '127.0.0.1' }
    platform = await startProcess(env)
  })
  after(async () => {
    await platform?.stop()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  /** Asks over a connection from one of the machine's loopback addresses. */
  const ask = (path: string, { from = '127.0.0.1', headers = {}, at = platform.at.console } = {}) =>
    new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>((resolve, reject) => {
      const sent = request(`${at}${path}`, { localAddress: from, headers, agent: false }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part) => {
          text += part
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      })
      sent.on('error', reject).end()
    })

  test('serves one document under every address of a screen, and holds the browser to its policy', async () => {
    const [home, screen] = await Promise.all([ask('/'), ask('/requests/any')])
    assert.equal(home.text, screen.text)
    const policy = String(home.headers['content-security-policy'])
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "require-trusted-types-for 'script'",
    ])
      assert.ok(policy.includes(rule), rule)
    const path = /src="(\/assets\/[^"]+)"/.exec(home.text)?.[1] ?? ''
    const script = await ask(path, { headers: { 'accept-encoding': 'br' } })
    assert.equal(script.headers['content-encoding'], 'br')
    assert.match(String(script.headers['cache-control']), /immutable/)
  })

  test('takes no request for another host', async () => {
    for (const host of ['evil.example', `evil.example:${new URL(platform.at.console).port}`, '127.0.0.1:1'])
      assert.equal((await ask('/config.json', { headers: { host } })).status, 421)
  })

  test('makes of nothing that a service answers a page of its own origin', async () => {
    const { headers } = await ask('/api/node/smart-node/status')
    assert.match(String(headers['content-security-policy']), /sandbox/)
  })

  test('lets services count each client by its own address, whatever the client says of it', async () => {
    const path = '/api/node/auth/web3/request'
    const [own, other] = ['127.0.0.11', '127.0.0.12']
    const statuses: number[] = []
    for (let sent = 0; sent <= LIMIT; sent++) {
      const headers = { 'x-forwarded-for': `10.0.0.${sent}`, forwarded: `for=10.0.0.${sent}` }
      statuses.push((await ask(path, { from: own, headers })).status)
    }
    assert.equal(statuses.filter((status) => status === 429).length >= 1, true)
    assert.equal((await ask(path, { from: other })).status, 200)
  })

  test('A service believes no client of its own port about its address', async () => {
    const statuses: number[] = []
    for (let sent = 0; sent <= LIMIT; sent++) {
      const headers = { 'x-forwarded-for': `10.0.1.${sent}` }
      statuses.push((await ask('/auth/web3/request', { from: '127.0.0.13', headers, at: platform.at.node })).status)
    }
    assert.ok(statuses.includes(429))
  })
})

test("What comes with a socket's handshake, from either side, is handed on", async () => {
  const upstream = createServer((socket) => {
    let received = ''
    socket.on('data', (part) => {
      received += part
      if (received.endsWith('first words')) socket.end(`HTTP/1.1 101 Switching Protocols\r\n\r\n${received}`)
    })
  }).listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  const { port } = upstream.address() as AddressInfo
  const env = { CONSOLE_HTTP_PORT: '0', MULTISIG_SOCKETS_URL: `http://127.0.0.1:${port}` }
  const http = await createHttp({
    ...{ name: 'console', title: 'Console', description: '', version: '0', clock: systemClock },
    ...{ settings: readSettings(platformSettings, { env: {} }), logger: createLogger({ level: 'silent' }) },
  })
  try {
    await openConsole({
      ...{ http, settings: readSettings(settings, { env, service: 'console' }), trustProxy: [], entrances: {} },
      config: { version: '0', chains: [], nodeUrl: null, development: null },
      folder: await pageFolder(),
    })
    const at = new URL(await http.listen({ host: '127.0.0.1', port: 0 }))
    const socket = connect({ host: at.hostname, port: Number(at.port) })
    const lines = ['GET /sockets/multisig/socket.io/?EIO=4 HTTP/1.1', `Host: ${at.host}`, 'Connection: Upgrade']
    socket.write(`${[...lines, 'Upgrade: websocket', 'X-Forwarded-For: 10.9.9.9', '', ''].join('\r\n')}first words`)
    let answer = ''
    for await (const part of socket) answer += part
    assert.match(answer, /^HTTP\/1\.1 101 .*\r\n\r\nGET \/socket\.io\/\?EIO=4 HTTP\/1\.1\r\n/)
    assert.match(answer, /x-forwarded-for: 127\.0\.0\.1\r\n[\s\S]*\r\n\r\nfirst words$/)
    assert.ok(!answer.includes('10.9.9.9'))
  } finally {
    await http.close()
    upstream.close()
  }
})
