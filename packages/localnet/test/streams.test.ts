import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type Settings,
} from 'node:http2'
import { after, test } from 'node:test'
import { Metadata } from '@grpc/grpc-js'
import { proto } from '@hiero-ledger/proto'
import { limits } from '../src/index.ts'
import { accountId } from '../src/protocol/ids.ts'
import { testNetwork } from './support/network.ts'

const network = await testNetwork({ after })
const BALANCE = '/proto.CryptoService/cryptoGetBalance'
const GET_NODES = '/com.hedera.mirror.api.proto.NetworkService/getNodes'
const SERVERS = [
  [network.grpc, BALANCE],
  [network.mirrorGrpc, GET_NODES],
] as const

async function connection(address: string, settings: Settings = {}): Promise<ClientHttp2Session> {
  const session = connect(`http://${address}`, { settings }).on('error', () => {})
  after(() => session.destroy())
  await once(session, 'remoteSettings')
  return session
}

const begin = (session: ClientHttp2Session, path: string, headers: OutgoingHttpHeaders = {}): ClientHttp2Stream =>
  session
    .request({ ':method': 'POST', ':path': path, 'content-type': 'application/grpc', te: 'trailers', ...headers })
    .on('error', () => {})

function framed(bytes: Uint8Array): Buffer {
  const header = Buffer.alloc(5)
  header.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([header, bytes])
}
const balanceQuery = framed(proto.Query.encode({ cryptogetAccountBalance: { accountID: accountId(1022) } }).finish())
const messageOf = (path: string): Buffer => (path === BALANCE ? balanceQuery : framed(Buffer.alloc(0)))

/** The gRPC status of a call that has been sent. */
async function statusOf(call: ClientHttp2Stream): Promise<number> {
  const headers = new Promise<Record<string, string>>((resolve) => {
    for (const event of ['response', 'trailers'])
      call.on(event, (fields) => fields['grpc-status'] !== undefined && resolve(fields))
  })
  call.resume()
  return Number((await headers)['grpc-status'])
}

test('Of the headers of a call, those that nobody asks for are neither taken apart nor logged', async (t) => {
  for (const [address, path] of SERVERS) {
    const session = await connection(address)
    const from = t.mock.method(Buffer, 'from')
    const log = t.mock.method(console, 'error', () => {})
    const headers = { 'x-bin': ','.repeat(3000), x: 'ä'.repeat(1000), 'content-type': 'application/grpc+ä' }
    const call = begin(session, path, headers)
    call.end(messageOf(path))
    assert.equal(await statusOf(call), 0)
    assert.ok(from.mock.callCount() < 1000)
    assert.equal(log.mock.callCount(), 0)
    t.mock.restoreAll()
  }
})

test('A call with more headers than any needs is reset, and its connection goes on', async () => {
  for (const [address, path] of SERVERS) {
    const session = await connection(address)
    const long = { x: 'a'.repeat(limits.maxHeaderBytes.value) }
    const many = Object.fromEntries(Array.from({ length: limits.maxHeaders.value }, (_, i) => [`x${i}`, 'a']))
    for (const headers of [long, many]) {
      const call = begin(session, path, headers)
      await new Promise<void>((resolve) => call.on('close', resolve).on('response', resolve))
      assert.equal(call.rstCode, constants.NGHTTP2_ENHANCE_YOUR_CALM)
    }
    const call = begin(session, path)
    call.end(messageOf(path))
    assert.equal(await statusOf(call), 0)
  }
})

test('A call that is refused is closed, though its client does not end it', async () => {
  const { maxIncompleteCalls, maxStreamsOfConnection } = limits
  const sessions = [await connection(network.grpc), await connection(network.grpc), await connection(network.grpc)]
  const calls = sessions.flatMap((session) =>
    Array.from({ length: maxStreamsOfConnection.value }, () => begin(session, BALANCE)),
  )
  const closed = new Set<ClientHttp2Stream>()
  await new Promise<void>((resolve) => {
    for (const call of calls) {
      call.resume().on('close', () => {
        closed.add(call)
        if (closed.size === calls.length - maxIncompleteCalls.value) resolve()
      })
    }
  })
  for (const call of closed) assert.equal(call.rstCode, constants.NGHTTP2_NO_ERROR)
  for (const session of sessions) session.destroy()
})

test('Calls whose answers are not read share their places: a connection that has none gets one of another', async () => {
  const { maxStreams, maxStreamsOfConnection } = limits
  const each = maxStreamsOfConnection.value
  const settings = { initialWindowSize: 0 }
  const sessions: ClientHttp2Session[] = []
  const calls: ClientHttp2Stream[] = []
  for (let i = 0; i < maxStreams.value / each; i++) {
    const session = await connection(network.grpc, settings)
    sessions.push(session)
    const held = Array.from({ length: each }, () => begin(session, BALANCE))
    for (const call of held) call.end(balanceQuery)
    await Promise.all(held.map((call) => once(call, 'response')))
    calls.push(...held)
  }
  const refused = Promise.race(
    calls.map((call) => new Promise<number>((resolve) => call.on('close', () => resolve(call.rstCode ?? 0)))),
  )
  const another = await connection(network.grpc)
  const call = begin(another, BALANCE)
  call.end(balanceQuery)
  assert.equal(await statusOf(call), 0)
  assert.equal(await refused, constants.NGHTTP2_REFUSED_STREAM)
  for (const session of sessions) session.destroy()
})

test('A connection that reads no answer is closed before the messages of its calls take more memory than its answers may', async () => {
  const { maxMessageBytes, maxStreamsOfConnection, maxUnsentOfConnection } = limits
  const session = await connection(network.grpc, { initialWindowSize: 0 })
  const message = framed(Buffer.alloc(maxMessageBytes.value, 1))
  let answered = 0
  while (answered < maxStreamsOfConnection.value) {
    const call = begin(session, '/proto.CryptoService/cryptoTransfer')
    call.end(message)
    const isAnswered = await new Promise((resolve) =>
      call.on('response', () => resolve(true)).on('close', () => resolve(false)),
    )
    if (!isAnswered) break
    answered++
  }
  assert.ok(answered <= maxUnsentOfConnection.value / (2 * maxMessageBytes.value), `${answered} calls`)
})

test('Calls that come at once on many connections begin in turns, and all are answered', async (t) => {
  const sessions = await Promise.all(Array.from({ length: 12 }, () => connection(network.grpc)))
  let begun = 0
  let most = 0
  const { fromHttp2Headers } = Metadata
  t.mock.method(Metadata, 'fromHttp2Headers', (headers: IncomingHttpHeaders) => {
    most = Math.max(most, ++begun)
    return fromHttp2Headers.call(Metadata, headers)
  })
  // Each look at the clock is four milliseconds later.
  let now = performance.now()
  t.mock.method(performance, 'now', () => {
    now += 4
    return now
  })
  const calls = sessions.flatMap((session) => Array.from({ length: 100 }, () => begin(session, BALANCE)))
  for (const call of calls) call.end(balanceQuery)
  const turn = (): void => {
    begun = 0
    next = setImmediate(turn)
  }
  let next = setImmediate(turn)
  await Promise.all(calls.map(statusOf))
  clearImmediate(next)
  assert.ok(most <= 4)
})

test('A connection that does not read an answer in time is closed, one that reads its answers is not', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const ask = (session: ClientHttp2Session): ClientHttp2Stream => {
    const call = begin(session, BALANCE)
    call.end(balanceQuery)
    return call
  }
  const reader = await connection(network.grpc)
  const another = await connection(network.grpc, { initialWindowSize: 0 })
  await once(ask(another), 'response')
  assert.equal(await statusOf(ask(reader)), 0)
  t.mock.timers.tick(limits.callTimeout.value - 1)
  assert.equal(await statusOf(ask(reader)), 0)
  const closed = once(another, 'close')
  t.mock.timers.tick(1)
  await closed
  assert.equal(await statusOf(ask(reader)), 0)
})
