/** Connections that bring few calls, and very many other HTTP/2 frames. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2'
import { createConnection, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { proto } from '@hiero-ledger/proto'
import { limits } from '../src/index.ts'
import { accountId } from '../src/protocol/ids.ts'
import {
  DATA,
  END_HEADERS,
  END_STREAM,
  frame,
  GOAWAY,
  HEADERS,
  headersOfCall,
  PING,
  PRIORITY,
  preface,
  sameHeaders,
  WINDOW_UPDATE,
} from './support/frames.ts'
import { testNetwork } from './support/network.ts'

const network = await testNetwork({ after })
const BALANCE = '/proto.CryptoService/cryptoGetBalance'
const GET_NODES = '/com.hedera.mirror.api.proto.NetworkService/getNodes'
const SERVERS = [
  [network.grpc, BALANCE],
  [network.mirrorGrpc, GET_NODES],
] as const

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function open(address: string): Socket {
  const [host = '', port = ''] = address.split(':')
  const socket = createConnection({ host, port: Number(port) }).on('error', () => {})
  after(() => socket.destroy())
  socket.write(preface)
  return socket.resume()
}

/** Resolves when the server has answered what was sent before; to false if it closes the connection. */
async function answered(socket: Socket): Promise<boolean> {
  const payload = Buffer.from('received')
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let heard = Buffer.alloc(0)
  const hear = (bytes: Buffer): void => {
    heard = Buffer.concat([heard, bytes])
    if (heard.includes(payload)) resolve(true)
  }
  const close = (): void => resolve(false)
  socket.on('data', hear).on('close', close)
  if (socket.closed) close()
  socket.write(frame(PING, 0, 0, payload))
  const isAnswered = await promise
  socket.off('data', hear).off('close', close).resume()
  return isAnswered
}

const stream = (call: number): number => 1 + 2 * call
const begin = (call: number, path: string): Buffer =>
  frame(HEADERS, END_HEADERS, stream(call), call === 0 ? headersOfCall(path) : sameHeaders)

/** So many bytes of a call's message, each in a frame of its own. */
const inBytes = (call: number, message: Uint8Array): Buffer =>
  Buffer.concat(Array.from(message, (byte) => frame(DATA, 0, stream(call), Buffer.from([byte]))))

/** The beginning of a message of 16,000 bytes. */
const PREFIX = Buffer.from([0, 0, 0, 0x3e, 0x80])

test('Messages that come in frames of one byte take no more memory than their bytes', async () => {
  const [calls, bytes] = [20, 15_000]
  for (const [address, path] of SERVERS) {
    const socket = open(address)
    assert.ok(await answered(socket))
    collectGarbage()
    const before = process.memoryUsage().heapUsed
    for (let call = 0; call < calls; call++) {
      socket.write(Buffer.concat([begin(call, path), frame(DATA, 0, stream(call), PREFIX)]))
      socket.write(inBytes(call, new Uint8Array(bytes)))
      assert.ok(await answered(socket))
    }
    collectGarbage()
    const taken = process.memoryUsage().heapUsed - before
    socket.destroy()
    assert.ok(taken < 20 * calls * bytes, `${taken} bytes for ${calls * bytes}`)
  }
})

test('A message that comes in frames of one byte is read', async () => {
  const query = proto.Query.encode({ cryptogetAccountBalance: { accountID: accountId(1022) } }).finish()
  const message = Buffer.from([0, 0, 0, 0, query.length, ...query])
  const socket = open(network.grpc)
  socket.write(Buffer.concat([begin(0, BALANCE), inBytes(0, message), frame(DATA, END_STREAM, stream(0))]))
  let heard = Buffer.alloc(0)
  await new Promise<void>((resolve) => {
    socket.on('data', (bytes: Buffer) => {
      heard = Buffer.concat([heard, bytes])
      if (heard.includes(proto.AccountID.encode(accountId(1022)).finish())) resolve()
    })
  })
})

test('A connection that says twice that it goes away, and stays, is closed', async () => {
  for (const [address, path] of SERVERS) {
    const socket = open(address)
    const goaway = frame(GOAWAY, 0, 0, Buffer.alloc(8))
    socket.write(Buffer.concat([begin(0, path), goaway]))
    assert.ok(await answered(socket))
    socket.write(goaway)
    // The first of them may be answered before the connection is closed.
    await answered(socket)
    assert.equal(await answered(socket), false)
  }
})

test('Of many connections that break the protocol at once, few are read in one turn of the event loop', async () => {
  const unasked = Buffer.concat(Array<Buffer>(50).fill(frame(PING, 1, 0, Buffer.alloc(8))))
  for (const [address] of SERVERS) {
    const sockets = Array.from({ length: 40 }, () => open(address))
    for (const socket of sockets) assert.ok(await answered(socket))
    let most = 0
    let now = 0
    const closed = sockets.map(async (socket) => {
      // What it hears of is the GOAWAY of a connection that was read.
      await once(socket, 'data')
      if (now === 0) setImmediate(() => (now = 0))
      most = Math.max(most, ++now)
    })
    for (const socket of sockets) socket.write(unasked)
    await Promise.all(closed)
    assert.ok(most < 20, `${most} of ${sockets.length}`)
  }
})

async function connection(): Promise<ClientHttp2Session> {
  const session = connect(`http://${network.grpc}`).on('error', () => {})
  after(() => session.destroy())
  await once(session, 'remoteSettings')
  return session
}

async function ask(session: ClientHttp2Session): Promise<void> {
  const call = session.request({ ':method': 'POST', ':path': BALANCE, 'content-type': 'application/grpc' })
  call.end(Buffer.alloc(5))
  await once(call.resume(), 'end')
}

const drained = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      socket.off('drain', done).off('close', done)
      resolve()
    }
    socket.on('drain', done).on('close', done)
  })

/** Sends calls whose messages come in frames of one byte, until the socket is closed. */
async function flood(socket: Socket): Promise<void> {
  for (let call = 0; !socket.destroyed; call++) {
    socket.write(Buffer.concat([begin(call, BALANCE), frame(DATA, 0, stream(call), PREFIX)]))
    if (!socket.write(inBytes(call, new Uint8Array(15_000)))) await drained(socket)
  }
}

test('A call waits for few of the frames that other connections send without end', async () => {
  const session = await connection()
  await ask(session)
  const sockets = Array.from({ length: 10 }, () => open(network.grpc))
  const floods = sockets.map(flood)
  const sent = (): number => sockets.reduce((sum, socket) => sum + socket.bytesWritten - socket.writableLength, 0)
  // By the first answer, the system's buffers are full.
  await ask(session)
  const before = sent()
  for (let asked = 0; asked < 10; asked++) await ask(session)
  const meanwhile = sent() - before
  for (const socket of sockets) socket.destroy()
  await Promise.all(floods)
  assert.ok(meanwhile < 10_000_000, `${meanwhile} bytes`)
})

/**
 * Frames of a connection with one call that node:http2 takes by itself: changes of windows, a priority, data without
 * bytes.
 */
const UNHEARD = [
  frame(WINDOW_UPDATE, 0, 0, Buffer.from([0, 0, 0, 1])),
  frame(WINDOW_UPDATE, 0, stream(0), Buffer.from([0, 0, 0, 1])),
  frame(PRIORITY, 0, stream(0), Buffer.from([0, 0, 0, 3, 1])),
  frame(DATA, 0, stream(0)),
]

test('A connection that sends frames without end that belong to no call is closed, and others go on', async () => {
  for (const [address, path] of SERVERS) {
    for (const one of UNHEARD) {
      const other = open(address)
      const socket = open(address)
      socket.write(begin(0, path))
      const frames = Buffer.concat(Array<Buffer>(5000).fill(one))
      while (!socket.destroyed && socket.bytesWritten < 200_000_000) if (!socket.write(frames)) await drained(socket)
      assert.ok(socket.destroyed)
      assert.ok(await answered(other))
    }
  }
})

test('A connection whose calls are refused for their headers again and again is closed', async () => {
  const most = limits.maxInvalidFrames.value
  const headers = Buffer.concat([sameHeaders, Buffer.alloc(limits.maxHeaders.value, sameHeaders)])
  for (const [address, path] of SERVERS) {
    const socket = open(address)
    const calls = (from: number): Buffer =>
      Buffer.concat(Array.from({ length: most }, (_, at) => frame(HEADERS, END_HEADERS, stream(from + at), headers)))
    socket.write(Buffer.concat([begin(0, path), calls(1)]))
    assert.ok(await answered(socket))
    socket.write(calls(1 + most))
    assert.equal(await answered(socket), false)
  }
})

test('Connections stay open whose calls bring megabytes, are refused or cancelled, and one that asks often whether it is heard', async () => {
  const session = await connection()
  const asking = await connection()
  const [calls, resets, pings] = [200, 40, 20_000]
  const fields = { ':method': 'POST', ':path': BALANCE, 'content-type': 'application/grpc', x: 'a'.repeat(8000) }
  const begun = (): ClientHttp2Stream => session.request(fields).on('error', () => {})
  const closed = (call: ClientHttp2Stream): Promise<void> =>
    new Promise((resolve) => call.resume().on('close', () => resolve()))
  const message = Buffer.alloc(5 + limits.maxMessageBytes.value)
  message.writeUInt32BE(limits.maxMessageBytes.value, 1)
  const compressed = Buffer.alloc(60_000, 1)
  const ping = (): Promise<void> =>
    new Promise((resolve, reject) => asking.ping((error) => (error ? reject(error) : resolve())))
  for (let sent = 0; sent < pings; sent++) await ping()
  for (let call = 0; call < calls; call++) {
    const ends = [message, compressed].map((bytes) => {
      const one = begun()
      one.end(bytes)
      return closed(one)
    })
    await Promise.all(ends)
  }
  for (let call = 0; call < resets; call++) {
    const one = begun()
    one.write(compressed)
    one.close(constants.NGHTTP2_CANCEL)
    await closed(one)
  }
  for (const one of [session, asking]) await ask(one)
  assert.ok(!session.destroyed && !asking.destroyed)
})
