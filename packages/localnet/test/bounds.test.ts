import assert from 'node:assert/strict'
import { createECDH, createPrivateKey, sign } from 'node:crypto'
import { subscribe as listenTo, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2'
import { type AddressInfo, createConnection, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Client, type ClientReadableStream, credentials, status } from '@grpc/grpc-js'
import { com, proto } from '@hiero-ledger/proto'
import { BoundedRequest } from '../src/http/bounded-request.ts'
import { limits, startAdmin } from '../src/index.ts'
import { developmentAccounts } from '../src/ledger/development-accounts.ts'
import { accountId, topicId } from '../src/protocol/ids.ts'
import { toLong } from '../src/protocol/int64.ts'
import { testNetwork } from './support/network.ts'
import { body, RawClient, signed, signerFor, transferOf } from './support/raw.ts'

const network = await testNetwork({ after })
const raw = new RawClient(network.grpc)
after(() => raw.close())
const operator = signerFor(1022)
const transfer = () =>
  body(
    transferOf([
      [1022, -1n],
      [1023, 1n],
    ]),
  )
const codeOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => status.OK,
    ({ code }) => code as number,
  )

test('Queries and transactions that are larger than any are refused before they are decoded', async () => {
  const query = (size: number) => raw.call('/proto.CryptoService/getTransactionReceipts', Buffer.alloc(size, 0x0a))
  assert.equal(await codeOf(query(limits.maxQueryBytes.value)), status.OK)
  assert.equal(await codeOf(query(limits.maxQueryBytes.value + 1)), status.UNKNOWN)
  assert.equal(await codeOf(query(limits.maxMessageBytes.value + 1)), status.RESOURCE_EXHAUSTED)
  assert.equal(await raw.submit(Buffer.alloc(limits.maxTransactionBytes.value + 1, 0x0a)), 'TRANSACTION_OVERSIZE')
  assert.equal(await codeOf(raw.submit(Buffer.alloc(limits.maxMessageBytes.value + 1))), status.RESOURCE_EXHAUSTED)
})

test('A key nests fifteen deep and no deeper', async () => {
  const nested = (depth: number): proto.IKey =>
    depth === 1 ? { ed25519: operator.publicKey } : { keyList: { keys: [nested(depth - 1)] } }
  const creation = (depth: number) =>
    body({ cryptoCreateAccount: { key: nested(depth), autoRenewPeriod: { seconds: toLong(7_776_000n) } } })
  assert.equal(await raw.run(creation(15), [operator]), 'SUCCESS')
  assert.equal(await raw.run(creation(16), [operator]), 'BAD_ENCODING')
  assert.equal(await raw.run(creation(600), [operator]), 'BAD_ENCODING')
})

test('Prefixes of which one begins with another are refused, wherever they stand', async () => {
  const pairs = (prefixes: number[][]) => {
    const bodyBytes = proto.TransactionBody.encode(transfer()).finish()
    const others = prefixes.map((bytes) => ({ pubKeyPrefix: Buffer.from(bytes), ed25519: Buffer.alloc(64) }))
    const sigPair = [...others, operator.pair(bodyBytes)]
    const signedTransactionBytes = proto.SignedTransaction.encode({ bodyBytes, sigMap: { sigPair } }).finish()
    return raw.submit(proto.Transaction.encode({ signedTransactionBytes }).finish())
  }
  assert.equal(await pairs([[1, 2], [9, 9], [1, 3]]), 'OK') // biome-ignore format: short
  for (const prefixes of [[[1, 2], [9], [1, 2, 3]], [[1], [9], [1]], [[]], [[7, 1], [8], [7]]]) // biome-ignore format: short
    assert.equal(await pairs(prefixes), 'KEY_PREFIX_MISMATCH', JSON.stringify(prefixes))
})

test('An ECDSA signature counts in both of its forms: consensus nodes normalise s before they verify', async () => {
  const der = developmentAccounts().find(({ id }) => id === '0.0.1002')?.privateKey ?? ''
  const scalar = Buffer.from(der, 'hex').subarray(-32)
  const ecdh = createECDH('secp256k1')
  ecdh.setPrivateKey(scalar)
  const point = ecdh.getPublicKey()
  const jwk = { kty: 'EC', crv: 'secp256k1', d: scalar.toString('base64url') }
  const key = createPrivateKey({
    key: { ...jwk, x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') },
    format: 'jwk',
  })
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  for (const isHigh of [false, true]) {
    const pair = (bodyBytes: Uint8Array): proto.ISignaturePair => {
      const signature = sign('keccak-256', bodyBytes, { key, dsaEncoding: 'ieee-p1363' })
      const s = BigInt(`0x${signature.toString('hex', 32)}`)
      const wanted = s > order / 2n === isHigh ? s : order - s
      const ECDSASecp256k1 = Buffer.concat([
        signature.subarray(0, 32),
        Buffer.from(wanted.toString(16).padStart(64, '0'), 'hex'),
      ])
      return { pubKeyPrefix: ecdh.getPublicKey(null, 'compressed'), ECDSASecp256k1 }
    }
    const fields = body(
      transferOf([
        [1002, -1n],
        [1023, 1n],
      ]),
      1002,
    )
    assert.equal(await raw.run(fields, [{ publicKey: point, pair }]), 'SUCCESS')
  }
})

test('Of what an account paid for, the newest 180 records are answered', async () => {
  const { value } = limits.maxRecordsOfAccount
  const fields = Array.from({ length: value + 5 }, () =>
    body(
      transferOf([
        [1024, -1n],
        [1023, 1n],
      ]),
      1024,
    ),
  )
  for (const one of fields) assert.equal(await raw.submit(signed(one, [signerFor(1024)])), 'OK')
  const payment = signed(
    body(
      transferOf([
        [1022, -1_000_000n],
        [3, 1_000_000n],
      ]),
    ),
    [operator],
  )
  const { cryptoGetAccountRecords: answer } = await raw.query({
    cryptoGetAccountRecords: {
      header: { payment: proto.Transaction.decode(payment) },
      accountID: accountId(1024),
    },
  })
  assert.equal(answer?.records?.length, value)
  const startOf = (id: proto.ITransactionID | null | undefined) => String(id?.transactionValidStart?.nanos)
  assert.equal(startOf(answer?.records?.at(-1)?.transactionID), startOf(fields.at(-1)?.transactionID))
})

const CRYPTO_TRANSFER = '/proto.CryptoService/cryptoTransfer'
const SUBSCRIBE = '/com.hedera.mirror.api.proto.ConsensusService/subscribeTopic'
const asItIs = (bytes: Buffer): Buffer => bytes

/** A connection to the mirror of its own. */
function mirrorClient(): Client {
  const client = new Client(network.mirrorGrpc, credentials.createInsecure(), { 'grpc.use_local_subchannel_pool': 1 })
  after(() => client.close())
  return client
}

const subscribe = (client: Client, request: Uint8Array): ClientReadableStream<Buffer> =>
  client.makeServerStreamRequest(SUBSCRIBE, asItIs, asItIs, Buffer.from(request)).on('error', () => {})

const endOf = (stream: ClientReadableStream<Buffer>): Promise<number> =>
  new Promise((resolve) => stream.on('status', ({ code }) => resolve(code)).resume())

const isClosed = (one: { on(event: 'close', listener: () => void): unknown }): Promise<void> =>
  new Promise((resolve) => one.on('close', () => resolve()))

test('Subscriptions are capped in one connection and in all; who has few gets a place of who has more, and places are given back', async () => {
  const creation = body({ consensusCreateTopic: { autoRenewPeriod: { seconds: toLong(7_776_000n) } } })
  assert.equal(await raw.run(creation, [operator]), 'SUCCESS')
  const { topicID } = await raw.receipt(creation)
  const request = com.hedera.mirror.api.proto.ConsensusTopicQuery.encode({ topicID: topicID ?? null }).finish()
  const { value: ofOne } = limits.maxSubscriptionsOfConnection
  const { value: inAll } = limits.maxSubscriptions
  const clients = Array.from({ length: inAll / ofOne }, mirrorClient)
  const streams = clients.flatMap((client) => Array.from({ length: ofOne }, () => subscribe(client, request)))
  const firstMessages: Promise<unknown>[] = streams.map(
    (stream) => new Promise((resolve) => stream.once('data', resolve)),
  )

  assert.equal(await endOf(subscribe(clients[0] as Client, request)), status.RESOURCE_EXHAUSTED)
  const ends = streams.map(async (stream, at) => ({ at, code: await endOf(stream) }))
  const newcomer = subscribe(mirrorClient(), request)
  firstMessages.push(once(newcomer, 'data'))
  const ended = await Promise.race(ends)
  assert.equal(ended.code, status.RESOURCE_EXHAUSTED)

  const message = body({ consensusSubmitMessage: { topicID: topicID ?? null, message: Buffer.from('to all') } })
  assert.equal(await raw.run(message, [operator]), 'SUCCESS')
  await Promise.all(firstMessages.filter((_, at) => at !== ended.at))

  for (const stream of streams.splice(0, 10)) stream.cancel()
  const again = subscribe(clients[0] as Client, request)
  const heard = once(again, 'data')
  // The places are free when the cancellations have arrived: who comes too early is told so, and asks again.
  const second = body({ consensusSubmitMessage: { topicID: topicID ?? null, message: Buffer.from('again') } })
  assert.equal(await raw.run(second, [operator]), 'SUCCESS')
  await heard
  for (const stream of [...streams, newcomer, again]) stream.cancel()
})

test('What is no query of the mirror is refused, and a missing topic, too', async () => {
  const client = mirrorClient()
  assert.equal(await endOf(subscribe(client, Buffer.from('0affffffff', 'hex'))), status.INVALID_ARGUMENT)
  const { ConsensusTopicQuery } = com.hedera.mirror.api.proto
  const missing = ConsensusTopicQuery.encode({ topicID: topicId(99_999) }).finish()
  assert.equal(await endOf(subscribe(client, missing)), status.NOT_FOUND)
  assert.equal(await endOf(subscribe(client, Buffer.alloc(20_000))), status.RESOURCE_EXHAUSTED)
  const nodes = client.makeServerStreamRequest(
    '/com.hedera.mirror.api.proto.NetworkService/getNodes',
    asItIs,
    asItIs,
    Buffer.from('0affffffff', 'hex'),
  )
  assert.equal(await endOf(nodes.on('error', () => {})), status.INVALID_ARGUMENT)
})

test('Calls whose message does not come are capped in all, and forgotten with their connections', async () => {
  const sessions = Array.from({ length: 4 }, () => connect(`http://${network.grpc}`))
  await Promise.all(sessions.map((session) => once(session, 'remoteSettings')))
  const begun = (session: ClientHttp2Session) => {
    const stream = session.request({
      ':method': 'POST',
      ':path': CRYPTO_TRANSFER,
      'content-type': 'application/grpc',
      te: 'trailers',
    })
    stream.on('error', () => {})
    stream.write(Buffer.from('00000010000a', 'hex'))
    return stream
  }
  const { value } = limits.maxIncompleteCalls
  const streams = sessions.flatMap((session) => Array.from({ length: value / 4 + 1 }, () => begun(session)))
  const [headers] = (await Promise.race(streams.map((stream) => once(stream, 'response')))) as [Record<string, string>]
  assert.equal(Number(headers['grpc-status']), status.RESOURCE_EXHAUSTED)
  const closed = sessions.map(isClosed)
  for (const session of sessions) session.destroy()
  await Promise.all(closed)
  assert.equal(await raw.run(transfer(), [operator]), 'SUCCESS')
})

const framed = (bytes: Uint8Array, isCompressed = false): Buffer => {
  const header = Buffer.from([Number(isCompressed), 0, 0, 0, 0])
  header.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([header, bytes])
}
const rawCall = (session: ClientHttp2Session, path: string): ClientHttp2Stream =>
  session
    .request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      'grpc-encoding': 'gzip',
      te: 'trailers',
    })
    .on('error', () => {})

test('A call takes one message that is not compressed; what else comes is refused before it is looked at', async () => {
  for (const [address, path] of [
    [network.grpc, CRYPTO_TRANSFER],
    [network.mirrorGrpc, SUBSCRIBE],
  ] as const) {
    // biome-ignore format: short
    const session = connect(`http://${address}`).on('error', () => {})
    after(() => session.destroy())
    const zipped = framed(gzipSync(Buffer.alloc(1)), true)
    const empty = framed(Buffer.alloc(0))
    for (const [message, details] of [
      [zipped, 'Compressed messages are not supported'],
      [empty, 'The method takes one message'],
    ] as const) {
      const call = rawCall(session, path)
      call.write(Buffer.concat(Array<Buffer>(500).fill(message)))
      const [headers] = (await once(call, 'response')) as [Record<string, string>]
      assert.equal(Number(headers['grpc-status']), status.UNIMPLEMENTED)
      assert.equal(decodeURI(headers['grpc-message'] ?? ''), details)
    }
  }
})

test('A message that comes byte by byte is whole when its last has come', async () => {
  const session = connect(`http://${network.grpc}`)
  after(() => session.destroy())
  const fields = transfer()
  const call = rawCall(session, CRYPTO_TRANSFER)
  for (const byte of framed(signed(fields, [operator]))) call.write(Buffer.from([byte]))
  call.end()
  const [headers] = (await once(call, 'response')) as [Record<string, string>]
  assert.equal(headers['grpc-status'], undefined)
  await once(call.resume(), 'end')
  assert.equal(await raw.status(fields), 'SUCCESS')
})

test('A connection that cancels calls without end is closed', async () => {
  for (const [address, path] of [
    [network.grpc, CRYPTO_TRANSFER],
    [network.mirrorGrpc, SUBSCRIBE],
  ] as const) {
    // biome-ignore format: short
    const session = connect(`http://${address}`).on('error', () => {})
    after(() => session.destroy())
    let isGone = false
    session.once('goaway', () => {
      isGone = true
    })
    for (let i = 0; i < 3 * limits.maxResetsOfConnection.value && !isGone; i++) {
      const call = rawCall(session, path)
      call.close(constants.NGHTTP2_CANCEL)
      await isClosed(call)
    }
    assert.ok(isGone)
  }
})

const mirrorSocket = async (): Promise<Socket> => {
  const { hostname, port } = new URL(network.mirrorRest)
  const socket = createConnection(Number(port), hostname).on('error', () => {})
  after(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}
const request = (path: string): string => `GET /api/v1${path} HTTP/1.1\r\nhost: a\r\n\r\n`

test('What a connection sends ahead to the mirror is answered in order, and not without end', async () => {
  const socket = await mirrorSocket()
  let text = ''
  socket.on('data', (data) => {
    text += data
  })
  const paths = Array.from({ length: 50 }, (_, i) => `/accounts/0.0.${1002 + (i % 20)}`)
  socket.write(paths.map(request).join(''))
  while (text.split('HTTP/1.1 200').length <= paths.length) await once(socket, 'data')
  const ids = [...text.matchAll(/"account":"0\.0\.(\d+)","alias"/g)].map(([, id]) => id)
  assert.deepEqual(
    ids,
    paths.map((path) => path.split('.').at(-1)),
  )
  const flooding = await mirrorSocket()
  flooding.resume().write(request('/transactions').repeat(5_000))
  await isClosed(flooding)
  assert.equal((await network.mirror('/accounts/0.0.1022')).status, 200)
})

/** What a server answers to a text, until the connection ends, and how many requests of it Node read. */
async function answersTo(url: string, text: string): Promise<{ heard: string; read: number }> {
  const port = Number(new URL(url).port)
  let [heard, read] = ['', 0]
  const count = (started: unknown): void => {
    if ((started as { socket: Socket }).socket.localPort === port) read++
  }
  listenTo('http.server.request.start', count)
  const socket = createConnection(port, '127.0.0.1').on('error', () => {})
  socket.on('data', (data) => {
    heard += data
  })
  socket.write(text)
  await isClosed(socket)
  unsubscribe('http.server.request.start', count)
  return { heard, read }
}

test("A connection to the mirror's REST or the admin page ends when it sends too much ahead, or what no server gives", async (t) => {
  const admin = await startAdmin(network, 0)
  t.after(() => admin.close())
  for (const url of [network.mirrorRest, admin.url]) {
    const most = limits.maxWaitingRequests.value
    for (const path of ['/%', '/nowhere', '/status']) {
      const { read } = await answersTo(url, `GET ${path} HTTP/1.1\r\nhost:\r\n\r\n`.repeat(2000))
      assert.ok(read <= most + 3, `${read} requests for ${path} were read`)
    }
    const nameless = await answersTo(url, 'GET / HTTP/1.1\r\n\r\n'.repeat(2000))
    assert.match(nameless.heard, /^HTTP\/1\.1 400 /)
    assert.equal(nameless.read, 1)
    const get = 'GET /status HTTP/1.1\r\nhost: localhost\r\n'
    const expecting = await answersTo(url, `${get}expect: x\r\n\r\n`.repeat(100))
    assert.deepEqual(expecting, { heard: '', read: 1 })
    const upgrading = await answersTo(url, `${get}connection: upgrade\r\nupgrade: x\r\n\r\n`.repeat(100))
    assert.match(upgrading.heard, /^HTTP\/1\.1 (?:200|404) [\s\S]*\r\nconnection: close\r\n/i)
    assert.equal(upgrading.read, 1)
  }
})

test("Connections to the mirror's REST are read in a later turn where what others have sent takes long", async () => {
  const sockets = await Promise.all(Array.from({ length: 40 }, mirrorSocket))
  let [parsed, most] = [0, 0]
  const parse = (): void => {
    if (parsed++ === 0) setImmediate(() => (parsed = 0))
    most = Math.max(most, parsed)
    const end = performance.now() + 5
    while (performance.now() < end);
  }
  const askAll = async (): Promise<void> => {
    const answered = sockets.map((socket) => once(socket, 'data'))
    for (const socket of sockets) socket.write(request('/accounts/0.0.1022'))
    for (const [answer] of await Promise.all(answered)) assert.match(String(answer), /^HTTP\/1\.1 200 /)
  }
  // Then all are accepted.
  await askAll()
  listenTo('http.server.request.start', parse)
  await askAll()
  unsubscribe('http.server.request.start', parse)
  assert.ok(most < sockets.length / 2, `${most} in one turn`)
})

test("Connections to the mirror's REST that together send too much ahead are closed", async () => {
  const sockets = await Promise.all(Array.from({ length: 40 }, mirrorSocket))
  let read = 0
  const count = (): void => void read++
  listenTo('http.server.request.start', count)
  const ends = sockets.map((socket) => isClosed(socket.resume()))
  for (const socket of sockets) socket.write(request('/nowhere').repeat(limits.maxWaitingRequests.value))
  await Promise.any(ends)
  unsubscribe('http.server.request.start', count)
  assert.ok(read < limits.maxWaitingRequestsInAll.value + 10 * sockets.length, `${read} requests were read`)
})

test('A body in small pieces that come at once is read in few, whole and in order', async () => {
  const pieces: Buffer[] = []
  const server = createServer({ IncomingMessage: BoundedRequest }, (request, response) => {
    request.on('data', (piece: Buffer) => pieces.push(piece)).on('end', () => response.end('read'))
  })
  after(() => server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = createConnection((server.address() as AddressInfo).port, '127.0.0.1')
  const texts = Array.from({ length: 500 }, (_, at) => (at % 100 === 50 ? 'x'.repeat(1500) : `${at},`))
  const chunks = texts.map((text) => `${text.length.toString(16)}\r\n${text}\r\n`).join('')
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`)
  await once(socket, 'data')
  socket.destroy()
  assert.equal(Buffer.concat(pieces).toString(), texts.join(''))
  assert.ok(pieces.length < 50, `${pieces.length} pieces`)
})

test("More connections than the mirror's REST takes are closed", async () => {
  const { value } = limits.maxConnections
  const sockets = await Promise.all(Array.from({ length: value + 20 }, mirrorSocket))
  await Promise.race(sockets.map(isClosed))
  const closed = sockets.map((socket) => (socket.closed ? undefined : isClosed(socket)))
  for (const socket of sockets) socket.destroy()
  await Promise.all(closed)
  assert.equal((await network.mirror('/accounts/0.0.1022')).status, 200)
})

test('The admin page moves the clock no further than ten years', async (t) => {
  const admin = await startAdmin(network, 0)
  t.after(() => admin.close())
  const post = async (path: string, body: unknown) =>
    (
      await fetch(`${admin.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).status
  for (const ms of [-1e300, 1e300, limits.maxAdvance.value + 1]) assert.equal(await post('/clock', { ms }), 400)
  assert.equal(await post('/restore', { snapshot: -1 }), 400)
  assert.equal(await post('/faults', { kind: 'slow', calls: 1e300 }), 400)
  assert.equal(await post('/clock', { ms: 'a'.repeat(10_000) }), 413)
  assert.equal(await post('/clock', { ms: 1 }), 200)
})
