import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientHttp2Session, connect, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2'
import { createConnection } from 'node:net'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { proto } from '@hiero-ledger/proto'
import fc from 'fast-check'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { accountId, tokenId } from '../src/protocol/ids.ts'
import { testNetwork } from './support/network.ts'
import { body, envelope, RawClient, signed, signerFor, transferOf } from './support/raw.ts'

const network = await testNetwork({ after })
const raw = new RawClient(network.grpc)
after(() => raw.close())
const operator = signerFor(1022)
const isCode = (code: string): boolean => code in proto.ResponseCodeEnum && code !== 'FAIL_INVALID'

test('Random bytes, and transactions with some bytes changed, get a code', async () => {
  const good = signed(
    body(
      transferOf([
        [1022, -1n],
        [1023, 1n],
      ]),
    ),
    [operator],
  )
  const changes = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
  const changed = changes.map((edits) => {
    const copy = Buffer.from(good)
    for (const [at, byte] of edits) copy[at] = byte
    return copy
  })
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 200 }), changed)
  await fc.assert(
    fc.asyncProperty(bytes, async (any) => assert.ok(isCode(await raw.submit(any)))),
    { numRuns: 400 },
  )
})

test('Bodies with changed bytes that are signed correctly get a code, at precheck or in the receipt', async () => {
  const bodies = [
    body(
      transferOf([
        [1022, -1n],
        [1023, 1n],
      ]),
    ),
    body({
      cryptoCreateAccount: {
        key: { ed25519: operator.publicKey },
        memo: 'm',
        autoRenewPeriod: { seconds: toLong(7_776_000n) },
      },
    }),
    body({ cryptoUpdateAccount: { accountIDToUpdate: accountId(1022), memo: { value: 'm' } } }),
    body({ tokenCreation: { name: 'n', symbol: 's', treasury: accountId(1022), expiry: { seconds: toLong(1n) } } }),
    body({ tokenAssociate: { account: accountId(1022), tokens: [tokenId(5), tokenId(6)] } }),
  ].map((fields) => Buffer.from(proto.TransactionBody.encode(fields).finish()))
  const arbitrary = fc.tuple(
    fc.constantFrom(...bodies),
    fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { minLength: 1, maxLength: 3 }),
  )
  const property = fc.asyncProperty(arbitrary, async ([original, edits]) => {
    const bodyBytes = Buffer.from(original)
    for (const [at, byte] of edits) bodyBytes[at % bodyBytes.length] = byte
    const code = await raw.submit(envelope({ bodyBytes, sigMap: { sigPair: [operator.pair(bodyBytes)] } }))
    assert.ok(isCode(code), code)
    if (code !== 'OK') return
    const status = await raw.status(proto.TransactionBody.decode(bodyBytes))
    assert.ok(isCode(status), status)
  })
  await fc.assert(property, { numRuns: 400 })
})

test('A key that nests a thousand deep is refused', async () => {
  let key: proto.IKey = { ed25519: operator.publicKey }
  for (let depth = 0; depth < 1000; depth++) key = { keyList: { keys: [key] } }
  const fields = body({ cryptoCreateAccount: { key, autoRenewPeriod: { seconds: toLong(7_776_000n) } } })
  assert.ok(['TRANSACTION_OVERSIZE', 'BAD_ENCODING'].includes(await raw.run(fields, [operator])))
})

test('Amounts at the edges of 64 bits are refused with a code', async () => {
  const max = 2n ** 63n - 1n
  assert.equal(
    await raw.run(
      body(
        transferOf([
          [1022, max],
          [1023, 1n],
          [1024, -max],
          [1025, -1n],
        ]),
      ),
      [operator],
    ),
    'INVALID_SIGNATURE',
  )
  assert.equal(
    await raw.run(
      body(
        transferOf([
          [1022, -(2n ** 63n)],
          [1023, max],
          [1024, 1n],
        ]),
      ),
      [operator],
    ),
    'INSUFFICIENT_PAYER_BALANCE',
  )
  const create = { key: { ed25519: operator.publicKey }, autoRenewPeriod: { seconds: toLong(7_776_000n) } }
  const wrapped = body({ cryptoCreateAccount: { ...create, initialBalance: toLong(-(2n ** 63n)) } })
  assert.equal(await raw.run(wrapped, [operator]), 'INVALID_INITIAL_BALANCE')
})

test('Lists that are too long are refused with a code', async () => {
  const many: [number, bigint][] = [
    [1022, -10n],
    ...Array.from({ length: 10 }, (_, i): [number, bigint] => [1002 + i, 1n]),
  ]
  assert.equal(await raw.run(body(transferOf(many)), [operator]), 'TRANSFER_LIST_SIZE_LIMIT_EXCEEDED')
})

test('Queries of random bytes get an answer', async () => {
  const property = fc.asyncProperty(fc.uint8Array({ maxLength: 100 }), async (bytes) => {
    proto.Response.decode(await raw.call('/proto.CryptoService/getAccountInfo', bytes))
  })
  await fc.assert(property, { numRuns: 200 })
})

/** Sends these bytes as the data of one call, valid or not; returns the gRPC status, or how the stream failed. */
function call(session: ClientHttp2Session, data: Uint8Array, headers: OutgoingHttpHeaders = {}): Promise<string> {
  const stream = session.request({
    ':method': 'POST',
    ':path': '/proto.CryptoService/cryptoTransfer',
    'content-type': 'application/grpc',
    te: 'trailers',
    ...headers,
  })
  return new Promise((resolve) => {
    const told = (with_: IncomingHttpHeaders) =>
      with_['grpc-status'] !== undefined && resolve(`${with_['grpc-status']}`)
    stream.on('response', told).on('trailers', told)
    stream.on('error', (error) => resolve(error.message))
    stream.resume().end(data)
  })
}

function frame(message: Uint8Array, compressed = 0): Buffer {
  const head = Buffer.alloc(5, compressed)
  head.writeUInt32BE(message.length, 1)
  return Buffer.concat([head, message])
}

test('Frames that are too large, lie about their length or unpack to too much are refused, and the node goes on', async (t) => {
  const session = connect(`http://${network.grpc}`)
  t.after(() => session.destroy())
  const gzip = { 'grpc-encoding': 'gzip' }
  const [exhausted, unimplemented, internal] = ['8', '12', '13']
  assert.equal(await call(session, frame(Buffer.alloc(9_000_000))), exhausted)
  assert.equal(await call(session, Buffer.from('00ffffffff00', 'hex')), exhausted)
  for (const part of ['', '00', '00000000', '0000000010', '000000001000'])
    assert.equal(await call(session, Buffer.from(part, 'hex')), unimplemented)
  assert.equal(await call(session, frame(gzipSync(Buffer.alloc(50_000_000)), 1), gzip), exhausted)
  assert.equal(await call(session, frame(Buffer.from('0a00', 'hex'), 1), gzip), internal)
  assert.equal(await raw.submit(Buffer.alloc(130_000, 10)), 'TRANSACTION_OVERSIZE')
  assert.equal(await raw.submit(Buffer.alloc(6000, 0x7b)), 'TRANSACTION_HAS_UNKNOWN_FIELDS')
})

test('A hundred silent or invalid connections do not delay a transaction', async (t) => {
  const [host = '', port = ''] = network.grpc.split(':')
  const sockets = Array.from({ length: 100 }, () => createConnection(Number(port), host).on('error', () => undefined))
  t.after(() => sockets.forEach((socket) => void socket.destroy()))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const [i, socket] of sockets.entries()) {
    if (i % 3 === 0) socket.write(Buffer.alloc(1000, 255))
    if (i % 3 === 1) socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
  }
  const transfer = transferOf([
    [1022, -1n],
    [1023, 1n],
  ])
  assert.equal(await raw.run(body(transfer), [operator]), 'SUCCESS')
})

/** Has the length and the first bytes of an ECDSA key, but is not a valid one. */
const NO_KEY = Buffer.concat([Buffer.from([0x3a, 0x7f]), Buffer.alloc(33)])

test('An alias with an invalid key is INVALID_ACCOUNT_ID, also in paid queries and in queries that wait', async () => {
  const transfer = transferOf([
    [1022, -100_000_000n],
    [3, 100_000_000n],
  ])
  const payment = proto.Transaction.decode(signed(body(transfer), [operator]))
  const paid = await raw.query({ cryptoGetInfo: { header: { payment }, accountID: { alias: NO_KEY } } })
  const { INVALID_ACCOUNT_ID } = proto.ResponseCodeEnum
  assert.equal(paid.cryptoGetInfo?.header?.nodeTransactionPrecheckCode, INVALID_ACCOUNT_ID)
  const pending = raw.submit(signed(body(transfer), [operator]))
  const free = await raw.query({ cryptogetAccountBalance: { accountID: { alias: NO_KEY } } })
  assert.equal(free.cryptogetAccountBalance?.header?.nodeTransactionPrecheckCode, INVALID_ACCOUNT_ID)
  assert.equal(await pending, 'OK')
})

test('An account is not deleted if the receiver of its hbars has an invalid alias, and the failure has a record', async () => {
  const deletion = { deleteAccountID: accountId(1022), transferAccountID: { alias: NO_KEY } }
  const fields = body({ cryptoDelete: deletion })
  assert.equal(await raw.run(fields, [operator]), 'INVALID_TRANSFER_ACCOUNT_ID')
})
