/** Connections that bring few calls, and very many other HTTP/2 frames. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientHttp2Session, connect } from 'node:http2'
import { createConnection, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { proto } from '@hiero-ledger/proto'
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
  preface,
  sameHeaders,
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

/** Sends calls whose messages come in frames of one byte, until the socket is closed. */
async function flood(socket: Socket): Promise<void> {
  for (let call = 0; !socket.destroyed; call++) {
    socket.write(Buffer.concat([begin(call, BALANCE), frame(DATA, 0, stream(call), PREFIX)]))
    if (!socket.write(inBytes(call, new Uint8Array(15_000))))
      await new Promise<void>((resolve) => socket.once('drain', resolve).once('close', () => resolve()))
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
