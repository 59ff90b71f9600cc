import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2'
import { createConnection, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { createPeerPlaces } from '../src/grpc/places.ts'
import { limits } from '../src/index.ts'
import { accountId } from '../src/protocol/ids.ts'
import { toLong } from '../src/protocol/int64.ts'
import { testNetwork } from './support/network.ts'
import { body, RawClient, signed, signerFor, transferOf } from './support/raw.ts'

const network = await testNetwork({ after })
const raw = new RawClient(network.grpc)
after(() => raw.close())
const operator = signerFor(1022)

/**
 * A connection to the consensus node; `initialWindowSize` is how many bytes of an answer it takes before it says that
 * it takes more.
 */
async function connection(settings: { initialWindowSize?: number } = {}): Promise<ClientHttp2Session> {
  const session = connect(`http://${network.grpc}`, { settings }).on('error', () => {})
  after(() => session.destroy())
  await once(session, 'remoteSettings')
  return session
}

const begin = (session: ClientHttp2Session, path: string): ClientHttp2Stream =>
  session
    .request({ ':method': 'POST', ':path': path, 'content-type': 'application/grpc', te: 'trailers' })
    .on('error', () => {})

function framed(bytes: Uint8Array): Buffer {
  const header = Buffer.alloc(5)
  header.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([header, bytes])
}

/** Resolves when the node has seen what the connection sent before. */
const seen = (session: ClientHttp2Session): Promise<void> =>
  new Promise((resolve, reject) => session.ping((error) => (error ? reject(error) : resolve())))

const isClosed = (one: { on(event: 'close', listener: () => void): unknown }): Promise<void> =>
  new Promise((resolve) => one.on('close', () => resolve()))

test('Two connections that hold all places of calls whose messages do not come leave some to a third', async () => {
  const path = '/proto.CryptoService/cryptoTransfer'
  const hoarders = [await connection(), await connection()]
  for (const hoarder of hoarders)
    for (let i = 0; i < limits.maxStreamsOfConnection.value; i++) begin(hoarder, path).write(Buffer.from('00', 'hex'))
  await Promise.all(hoarders.map(seen))
  const third = await connection()
  const fields = body(transferOf([]))
  const message = framed(signed(fields, [operator]))
  const call = begin(third, path)
  call.write(message.subarray(0, 20))
  await seen(third)
  call.end(message.subarray(20))
  const [headers] = (await once(call.resume(), 'response')) as [Record<string, string>]
  assert.equal(headers['grpc-status'], undefined)
  await once(call, 'end')
  assert.equal(await raw.status(fields), 'SUCCESS')
  for (const hoarder of hoarders) hoarder.destroy()
})

/** A file of 1 MiB, and the framed query for it. */
async function largeQuery(): Promise<Buffer> {
  const keys = { keys: [{ ed25519: operator.publicKey }] }
  const expirationTime = { seconds: toLong(BigInt(Math.floor(Date.now() / 1000)) + 7_000_000n) }
  const creation = body({ fileCreate: { keys, expirationTime, contents: Buffer.alloc(4096) } })
  assert.equal(await raw.run(creation, [operator]), 'SUCCESS')
  const { fileID = null } = await raw.receipt(creation)
  const appends = Array.from({ length: 255 }, () => body({ fileAppend: { fileID, contents: Buffer.alloc(4096) } }))
  const codes = await Promise.all(appends.map((fields) => raw.run(fields, [operator])))
  assert.deepEqual(new Set(codes), new Set(['SUCCESS']))
  const payment = proto.Transaction.decode(signed(body(transferOf([]), 2), [signerFor(2)]))
  return framed(proto.Query.encode({ fileGetContents: { header: { payment }, fileID } }).finish())
}

test('Connections that do not read their answers are closed when too much waits for them', async () => {
  const query = await largeQuery()
  const ask = async (session: ClientHttp2Session, count: number) => {
    const calls = Array.from({ length: count }, () => begin(session, '/proto.FileService/getFileContent'))
    for (const call of calls) call.end(query)
    await Promise.race([isClosed(session), Promise.all(calls.map((call) => once(call, 'response')))])
    return calls
  }
  const reader = await connection()
  await Promise.all((await ask(reader, 10)).map((call) => once(call.resume(), 'end')))

  const greedy = await connection({ initialWindowSize: 0 })
  const closed = isClosed(greedy)
  await ask(greedy, 20)
  await closed

  const sessions: ClientHttp2Session[] = []
  for (const count of [15, 14, 13, 13]) {
    const session = await connection({ initialWindowSize: 0 })
    await ask(session, count)
    sessions.push(session)
  }
  const [most, ...others] = sessions as [ClientHttp2Session, ...ClientHttp2Session[]]
  const mostIsClosed = isClosed(most)
  const last = await connection({ initialWindowSize: 0 })
  await ask(last, 12)
  await mostIsClosed
  for (const session of [...others, last, reader]) await seen(session)
  for (const session of sessions) session.destroy()
})

test('Calls that wait for their turn share their places, are told BUSY beyond them, and leave them when they are cancelled', async () => {
  const { value: each } = limits.maxStreamsOfConnection
  const query = framed(proto.Query.encode({ cryptogetAccountBalance: { accountID: accountId(1022) } }).finish())
  const ask = (session: ClientHttp2Session) => {
    const call = begin(session, '/proto.CryptoService/cryptoGetBalance')
    call.end(query)
    return call
  }
  const codeOf = async (call: ClientHttp2Stream) => {
    const [piece] = (await once(call, 'data')) as [Buffer]
    const { cryptogetAccountBalance: answer } = proto.Response.decode(piece.subarray(5))
    return proto.ResponseCodeEnum[answer?.header?.nodeTransactionPrecheckCode ?? -1]
  }
  // In the second round there are as many places as in the first.
  for (const _ of ['first', 'second']) {
    const calls = limits.maxWaitingCalls.value
    await network.setFault({ kind: 'slow', on: 'queries', calls, delayMs: 60_000 })
    const hoarders = await Promise.all(Array.from({ length: calls / each }, () => connection()))
    const answers: (string | undefined)[] = []
    const held = hoarders.flatMap((session) => Array.from({ length: each }, () => ask(session)))
    const codes = held.map((call) => codeOf(call).then((code) => answers.push(code)))
    await Promise.all(hoarders.map(seen))
    const third = await connection()
    assert.deepEqual(answers, [])
    assert.equal(await codeOf(ask(third)), 'OK')
    await Promise.race(codes)
    assert.deepEqual(answers, ['BUSY'])
    const closed = hoarders.map(isClosed)
    for (const hoarder of hoarders) hoarder.destroy()
    await Promise.all(closed)
    await seen(third)
    third.destroy()
  }
})

test('Who finds no place is refused without sorting those who have them', () => {
  const take = createPeerPlaces(500)
  for (let port = 0; port < 500; port++) take(`127.0.0.${port % 2}:${port}`, () => assert.fail())
  const { sort } = Array.prototype
  const setSort = (value: unknown) => Object.defineProperty(Array.prototype, 'sort', { value })
  setSort(() => assert.fail('Somebody sorts'))
  try {
    assert.equal(
      take('127.0.0.0:0', () => {}),
      undefined,
    )
  } finally {
    setSort(sort)
  }
})

test('Peers of one IPv6 /64 are one address, peers of IPv4 each their own', () => {
  for (const [one, other, isOne] of [
    ['2001:db8:1:2::1:7', '2001:db8:1:2:3:4:5:6:7', true],
    ['2001:db8:1:2::1:7', '2001:db8:1:3::1:7', false],
    ['::ffff:10.0.0.1:7', '::ffff:10.0.0.2:7', false],
    ['10.0.0.1:7', '10.0.0.2:7', false],
  ] as const) {
    const take = createPeerPlaces(3)
    let ended = 0
    const end = () => {
      ended++
    }
    for (const peer of [one, other, '192.0.2.1:7']) take(peer, end)
    // An address with two places loses one to who has none.
    assert.equal(take('198.51.100.1:7', end) !== undefined, isOne, `${one} ${other}`)
    assert.equal(ended, isOne ? 1 : 0)
  }
})

async function socketFrom(localAddress: string, port: number): Promise<Socket> {
  const socket = createConnection({ host: '127.0.0.1', port, localAddress }).on('error', () => {})
  after(() => socket.destroy())
  await once(socket, 'connect')
  return socket.resume()
}

test('An address that holds all connections leaves some to another one', {
  // Other systems have no other addresses of loopback from the start.
  skip: process.platform !== 'linux',
}, async () => {
  for (const address of [network.grpc, network.mirrorGrpc, network.mirrorRest]) {
    const port = Number(address.split(':').at(-1))
    const sockets = await Promise.all(
      Array.from({ length: limits.maxConnections.value }, () => socketFrom('127.0.0.1', port)),
    )
    const closing = Promise.race(sockets.map(isClosed))
    const other = await socketFrom('127.0.0.2', port)
    await closing
    other.write('GET /api/v1/network/nodes HTTP/1.1\r\nhost: a\r\n\r\n')
    await once(other, 'data')
    const closed = sockets.map((socket) => (socket.closed ? undefined : isClosed(socket)))
    for (const socket of [...sockets, other]) socket.destroy()
    await Promise.all(closed)
  }
})
