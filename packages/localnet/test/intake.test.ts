/** Whose calls are read first when there are more than the node can begin. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientHttp2Session, connect } from 'node:http2'
import { createConnection } from 'node:net'
import { after, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { accountId } from '../src/protocol/ids.ts'
import { END_HEADERS, END_STREAM, frame, HEADERS, headersOfCall, preface, sameHeaders } from './support/frames.ts'
import { testNetwork } from './support/network.ts'

const network = await testNetwork({ after })
const [host = '', port = ''] = network.grpc.split(':')

const PATH = '/proto.CryptoService/cryptoGetBalance'

/** What begins an HTTP/2 connection, and so many calls without a message. */
function callsAtOnce(count: number): Buffer {
  const calls = Array.from({ length: count }, (_, at) =>
    frame(HEADERS, END_STREAM | END_HEADERS, 1 + 2 * at, at === 0 ? headersOfCall(PATH) : sameHeaders),
  )
  return Buffer.concat([preface, ...calls])
}

/** More than the bytes with which the node begins a connection. */
const BYTES_BEFORE_ANSWERS = 200

/**
 * Sends so many calls at once, over a new connection; resolves when one of them is answered, and ends the connection.
 */
async function flood(calls: number): Promise<void> {
  const socket = createConnection({ host, port: Number(port), localAddress: '127.0.0.1' })
  socket.write(callsAtOnce(calls))
  const ended = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve))
  socket.on('data', () => {
    if (socket.bytesRead > BYTES_BEFORE_ANSWERS) socket.destroy()
  })
  await ended
}

async function connection(localAddress = '127.0.0.1'): Promise<ClientHttp2Session> {
  const session = connect(`http://${network.grpc}`, { localAddress } as object).on('error', () => {})
  after(() => session.destroy())
  await once(session, 'remoteSettings')
  return session
}

const QUERY = proto.Query.encode({ cryptogetAccountBalance: { accountID: accountId(1022) } }).finish()

async function ask(session: ClientHttp2Session): Promise<void> {
  const call = session.request({ ':method': 'POST', ':path': PATH, 'content-type': 'application/grpc', te: 'trailers' })
  call.end(Buffer.from([0, 0, 0, 0, QUERY.length, ...QUERY]))
  await once(call.resume(), 'end')
}

/**
 * The most floods that were answered while one call waited, of so many calls, with so many connections that flood at
 * once, again and again.
 */
async function mostFloodsWithin(session: ClientHttp2Session, calls: number, atOnce: number): Promise<number> {
  let [floods, isOver, most] = [0, false, 0]
  const flooding = Array.from({ length: atOnce }, async () => {
    while (!isOver && floods < 10 * atOnce) {
      await flood(150)
      floods++
    }
  })
  for (let asked = 0; asked < calls; asked++) {
    const before = floods
    await ask(session)
    most = Math.max(most, floods - before)
  }
  isOver = true
  await Promise.all(flooding)
  return most
}

test('A connection goes on being read while new ones bring many calls again and again', async () => {
  const most = await mostFloodsWithin(await connection(), 20, 20)
  assert.ok(most <= 60, `${most} floods`)
})

test('A connection that brings few calls at a time does not wait for a round of those that bring many', async () => {
  const most = await mostFloodsWithin(await connection(), 40, 60)
  assert.ok(most <= 30, `${most} floods`)
})

test('A connection of one address does not wait for all connections of another', {
  // Other systems have no other addresses of loopback from the start.
  skip: process.platform !== 'linux',
}, async () => {
  const most = await mostFloodsWithin(await connection('127.0.0.2'), 40, 60)
  assert.ok(most <= 30, `${most} floods`)
})
