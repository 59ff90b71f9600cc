import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import { type Socket as Client, io, Manager } from 'socket.io-client'
import { limits } from '../src/bounds/platform-limits.ts'
import { accountRoom, createRealtime, type Realtime } from '../src/realtime/realtime.ts'
import { type TestTokens, testTokens } from '../src/testing/tokens.ts'
import { movableClock } from './http-service.ts'

const POLLING = '/socket.io/?EIO=4&transport=polling'

/** A masked frame as clients send it (RFC 6455, section 5.2), under a mask of zeros. */
function frame(opcode: number, payload: string): Buffer {
  const { length } = payload
  const head = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([0x80 | opcode, ...head, 0, 0, 0, 0]), Buffer.from(payload)])
}
const text = (payload: string): Buffer => frame(1, payload)

/** The server's first message to a new polling session. */
async function opened(address: string, headers: Record<string, string> = {}): Promise<{ sid: string }> {
  const answer = await fetch(address + POLLING, { headers })
  const told = await answer.text()
  assert.equal(answer.status, 200, told)
  return JSON.parse(told.slice(1))
}

describe('A socket', () => {
  const clock = movableClock()
  let tokens: TestTokens
  let realtime: Realtime
  const clients: Client[] = []
  before(async () => {
    tokens = await testTokens(clock)
    realtime = await createRealtime({
      tokens: tokens.verifier,
      namespaces: ['multisig'],
      settings: { host: '127.0.0.1', port: 0, cors: [], http: { TRUST_PROXY: ['127.0.0.2'] } },
      clock,
      logger: pino({ level: 'silent' }),
      on: { whoami: async ({ walletId }) => ({ walletId }) },
    })
  })
  after(async () => {
    for (const client of clients) client.disconnect()
    await realtime.close()
  })

  /** A WebSocket by hand; `heard` is everything received, as text. */
  async function webSocket(localAddress = '127.0.0.1', headers = '', sid?: string) {
    const { port } = new URL(realtime.address)
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress })
    let heard = ''
    socket.on('error', () => {})
    socket.on('data', (data) => {
      heard += data.toString('latin1')
    })
    await once(socket, 'connect')
    const key = randomBytes(16).toString('base64')
    socket.write(
      `GET /socket.io/?EIO=4&transport=websocket${sid === undefined ? '' : `&sid=${sid}`} HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n${headers}sec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`,
    )
    await once(socket, 'data')
    return { socket, heard: () => heard, ended: () => ended(socket) }
  }
  const ended = async (socket: Socket): Promise<void> => {
    socket.resume()
    if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
  }
  /** The same, with a session. */
  async function member(walletId: string, ...from: [localAddress: string, headers: string] | []) {
    const opened = await webSocket(...from)
    opened.socket.write(text(`40/multisig,${JSON.stringify({ token: await tokens.issue({ walletId }) })}`))
    while (!opened.heard().includes('40/multisig,{"sid"')) await once(opened.socket, 'data')
    return opened
  }

  test('A socket at another path is refused, whether its client waits for the refusal or resets the connection', async () => {
    const { port } = new URL(realtime.address)
    const elsewhere = async () => {
      const accepted = new Promise<Socket>((resolve) => {
        subscribe('net.server.socket', function heard(opened) {
          unsubscribe('net.server.socket', heard)
          resolve((opened as { socket: Socket }).socket)
        })
      })
      const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
      await once(socket, 'connect')
      socket.write('GET /elsewhere/ HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n')
      return { socket, here: await accepted }
    }
    const resets = await elsewhere()
    while (resets.here.bytesRead === 0) await new Promise(setImmediate)
    resets.socket.resetAndDestroy()
    await ended(resets.here)
    const waits = await elsewhere()
    const [answer] = await once(waits.socket, 'data')
    assert.match(String(answer), /^HTTP\/1\.1 404 .*"code":"NOT_FOUND"/s)
    // The client never ends its half of the connection.
    await ended(waits.here)
  })

  test('A socket that sends events faster than allowed gets answers to some of them, and is closed', async () => {
    const { socket, heard, ended } = await member('0.0.102')
    for (let sent = 0; sent < 1000; sent++) socket.write(text(`42/multisig,${sent}["whoami"]`))
    await ended()
    const acks = heard().split('43/multisig,').length - 1
    assert.ok(acks <= limits.socketPackets.value, `${acks} acknowledgements`)
  })

  test('A socket without a session is closed for unread packets, in whatever form they come', async () => {
    const nowhere = '40/nowhere,'
    const { socket, ended } = await webSocket()
    for (let sent = 0; sent < 1000; sent++) socket.write(text(nowhere))
    await ended()
    const opened = await (await fetch(realtime.address + POLLING)).text()
    const { sid } = JSON.parse(opened.slice(1)) as { sid: string }
    const body = Array(1000).fill(nowhere).join('\x1e')
    await fetch(`${realtime.address}${POLLING}&sid=${sid}`, { method: 'POST', body })
    assert.equal((await fetch(`${realtime.address}${POLLING}&sid=${sid}`)).status, 400)
  })

  test('A socket that sends a message beyond the limit is closed', async () => {
    const { socket, ended } = await member('0.0.104')
    socket.write(text(`42/multisig,["whoami","${'x'.repeat(16_384)}"]`))
    await ended()
  })

  test('A socket that does not read what it receives is closed', async () => {
    const { socket } = await member('0.0.105')
    socket.pause()
    const data = 'x'.repeat(100_000)
    let unread = true
    socket.once('close', () => {
      unread = false
    })
    const client = await join('0.0.105')
    for (let sent = 0; sent < 100; sent++) realtime.emit([accountRoom('hedera:devnet', '0.0.105')], 'big', data)
    await once(client as never, 'big')
    realtime.sweep()
    await ended(socket)
    assert.equal(unread, false)
  })

  async function join(walletId: string): Promise<Client> {
    const client = io(`${realtime.address}/multisig`, {
      auth: { token: await tokens.issue({ walletId }) },
      forceNew: true,
      reconnection: false,
      transports: ['websocket'],
    })
    clients.push(client)
    await new Promise<void>((resolve, reject) => client.once('connect', resolve).once('connect_error', reject))
    return client
  }

  /** A polling session: its id, and functions to send and read. */
  async function polling() {
    const { sid } = await opened(realtime.address)
    const url = `${realtime.address}${POLLING}&sid=${sid}`
    const post = (body: string) => fetch(url, { method: 'POST', body })
    const poll = async (): Promise<string> => (await fetch(url)).text()
    /** Whether the server still knows it, by its answer to a meaningless packet. */
    const isOpen = async (): Promise<boolean> => (await post('6')).status === 200
    const joins = async (walletId: string): Promise<void> => {
      await post(`40/multisig,${JSON.stringify({ token: await tokens.issue({ walletId }) })}`)
      let heard = ''
      while (!heard.includes('40/multisig,{"sid"')) heard += await poll()
    }
    return { sid, url, post, isOpen, joins }
  }

  test('A socket that polls gets uncompressed answers, since their reader may not be allowed to read them', async () => {
    const { joins, url, post } = await polling()
    await joins('0.0.204')
    realtime.emit([accountRoom('hedera:devnet', '0.0.204')], 'big', 'x'.repeat(10_000))
    const { headers } = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
    assert.equal(headers.get('content-encoding'), null)
    await post('1')
  })

  test('gets an error for a poll with an unknown method or too large a body', async () => {
    const { url, post } = await polling()
    for (const method of ['PUT', 'DELETE', 'OPTIONS', 'HEAD'])
      assert.deepEqual([method, (await fetch(url, { method })).status], [method, 405])
    assert.equal((await post('x'.repeat(16_384 + 1))).status, 413)
    await post('1')
  })

  test('A socket beyond the limit of its account is refused', async () => {
    const { value } = limits.socketsPerAccount
    for (let count = 0; count < value; count++) await join('0.0.106')
    await assert.rejects(join('0.0.106'), ({ data }: { data?: { code?: string } }) => data?.code === 'TOO_MANY_SOCKETS')
    const [first] = clients.splice(-value - 1, 1)
    first?.disconnect()
    await join('0.0.107')
  })
})

test("Connections and requests of an address are limited at the sockets' port, preflights included", async () => {
  const clock = movableClock()
  const { verifier } = await testTokens(clock)
  const origin = 'https://app.example'
  const http = { TRUST_PROXY: ['127.0.0.1'], MAX_CONNECTIONS_PER_ADDRESS: 3, RATE_LIMIT_ADDRESS: 10 }
  const realtime = await createRealtime({
    tokens: verifier,
    namespaces: ['multisig'],
    settings: { host: '127.0.0.1', port: 0, cors: [origin], http },
    clock,
    logger: pino({ level: 'silent' }),
  })
  try {
    const [one, other] = [{ 'x-forwarded-for': '203.0.113.1' }, { 'x-forwarded-for': '203.0.113.2' }]
    const sids: string[] = []
    for (let count = 0; count < 3; count++) sids.push((await opened(realtime.address, one)).sid)
    const refused = await fetch(realtime.address + POLLING, { headers: one })
    assert.deepEqual([refused.status, ((await refused.json()) as { code: string }).code], [429, 'RATE_LIMITED'])
    await opened(realtime.address, other)
    await fetch(`${realtime.address}${POLLING}&sid=${sids[0]}`, { method: 'POST', body: '1', headers: one })
    await opened(realtime.address, one)
    const preflight = async () => {
      const headers = { ...one, origin, 'access-control-request-method': 'POST' }
      return (await fetch(realtime.address + POLLING, { method: 'OPTIONS', headers })).status
    }
    const answers: number[] = []
    for (let count = 0; count < 5; count++) answers.push(await preflight())
    assert.deepEqual(answers, [204, 204, 204, 204, 429])
    // The request's `Expect` header does not matter.
    const socket = connect({ port: Number(new URL(realtime.address).port), host: '127.0.0.1' })
    socket.write(`GET ${POLLING} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.1\r\nexpect: x\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    socket.destroy()
    assert.match(String(answer), /^HTTP\/1\.1 429 /)
  } finally {
    await realtime.close()
  }
})

test('Tokens and events from the sockets of an address count as its requests', async () => {
  const clock = movableClock()
  const tokens = await testTokens(clock)
  const realtime = await createRealtime({
    tokens: tokens.verifier,
    namespaces: ['multisig', 'elsewhere'],
    settings: { host: '127.0.0.1', port: 0, cors: [], http: { RATE_LIMIT_ADDRESS: 10 } },
    clock,
    logger: pino({ level: 'silent' }),
    on: { whoami: async ({ walletId }) => ({ walletId }) },
  })
  const manager = new Manager(realtime.address, { transports: ['websocket'], reconnection: false })
  const client = manager.socket('/multisig', { auth: { token: await tokens.issue({ walletId: '0.0.301' }) } })
  const junk = manager.socket('/elsewhere', { auth: { token: 'junk' } })
  const refused = async (): Promise<string | undefined> => {
    const failed = new Promise<Error & { data?: { code?: string } }>((resolve) => junk.once('connect_error', resolve))
    junk.connect()
    const { data, message } = await failed
    return data?.code ?? message
  }
  try {
    if (!client.connected) await new Promise<void>((resolve) => client.once('connect', resolve))
    const acks: { ok: boolean; code?: string }[] = []
    for (let count = 0; count < 7; count++) acks.push(await client.emitWithAck('whoami'))
    // The handshake and the two tokens were the first three.
    assert.ok(acks.every(({ ok }) => ok))
    assert.equal(await refused(), 'RATE_LIMITED')
    assert.equal((await client.emitWithAck('whoami')).code, 'RATE_LIMITED')
    clock.advance(60_000)
    assert.equal(await refused(), 'TOKEN_INVALID')
    assert.equal((await client.emitWithAck('whoami')).ok, true)
  } finally {
    client.disconnect()
    await realtime.close()
  }
})
