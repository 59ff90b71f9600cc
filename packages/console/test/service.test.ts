import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { testDataDirectory } from '@quorate/platform/testing'
import { freePorts, type PlatformProcess, startProcess } from '@quorate/quorate/testing'
import { type Asking, ask as askAt, HANDSHAKE } from './ask.ts'

const LIMIT = 40

describe('The service of the console', () => {
  let folder: string
  let platform: PlatformProcess
  before(async () => {
    folder = await testDataDirectory()
    const env = { ...(await freePorts()), DATA_DIR: folder, RATE_LIMIT_ADDRESS: String(LIMIT), HOST: '127.0.0.1' }
    platform = await startProcess(env)
  })
  after(async () => {
    await platform?.stop()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  const ask = (path: string, { at = platform.at.console, ...asking }: Asking & { at?: string } = {}) =>
    askAt(at, path, asking)

  test('serves one document at the URL of every screen, with a Content Security Policy', async () => {
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

  test('refuses requests for another host', async () => {
    for (const host of ['evil.example', `evil.example:${new URL(platform.at.console).port}`, '127.0.0.1:1'])
      assert.equal((await ask('/config.json', { headers: { host } })).status, 421)
  })

  test("prevents a service's answer from acting as a page of its origin", async () => {
    const { headers } = await ask('/api/node/smart-node/status')
    assert.match(String(headers['content-security-policy']), /sandbox/)
  })

  test('lets services limit each client by its own address, whatever its headers say', async () => {
    const path = '/api/node/auth/web3/request'
    const [own, other] = ['127.0.0.11', '127.0.0.12']
    await untilLimited((sent) => {
      const headers = { 'x-forwarded-for': `10.0.0.${sent}`, forwarded: `for=10.0.0.${sent}` }
      return ask(path, { from: own, headers })
    })
    assert.equal((await ask(path, { from: other })).status, 200)
  })

  test("lets sockets limit handshakes by each client's address", async () => {
    const path = '/sockets/multisig/socket.io/?EIO=4&transport=websocket'
    const first = await untilLimited((sent) => {
      const headers = { ...HANDSHAKE, 'x-forwarded-for': `10.0.2.${sent}` }
      return ask(path, { from: '127.0.0.14', headers })
    })
    assert.equal(first, 101)
    assert.equal((await ask(path, { from: '127.0.0.15', headers: HANDSHAKE })).status, 101)
  })

  test('A service ignores the forwarded addresses of its direct clients', async () => {
    await untilLimited((sent) => {
      const headers = { 'x-forwarded-for': `10.0.1.${sent}` }
      return ask('/auth/web3/request', { from: '127.0.0.13', headers, at: platform.at.node })
    })
  })

  /** Sends until a request is limited, also if counting begins anew with a minute. Returns the first status. */
  async function untilLimited(send: (sent: number) => Promise<{ status: number }>): Promise<number> {
    const { status: first } = await send(0)
    for (let sent = 1; sent <= 2 * LIMIT; sent++) if ((await send(sent)).status === 429) return first
    return assert.fail(`none of ${2 * LIMIT + 1} requests was limited`)
  }
})
