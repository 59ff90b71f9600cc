import assert from 'node:assert/strict'
import { createECDH, createPrivateKey, sign } from 'node:crypto'
import { after, test } from 'node:test'
import { Client, type ClientReadableStream, credentials, status } from '@grpc/grpc-js'
import { com, proto } from '@hiero-ledger/proto'
import { MAX_ADVANCE_MS } from '../src/admin/server.ts'
import { MAX_MESSAGE_BYTES, MAX_QUERY_BYTES } from '../src/grpc/consensus-server.ts'
import { limits, startAdmin } from '../src/index.ts'
import { developmentAccounts } from '../src/ledger/development-accounts.ts'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { accountId, topicId } from '../src/protocol/ids.ts'
import { MAX_RECORDS } from '../src/queries/account-records.ts'
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

test('Oversized queries and transactions are refused before they are decoded', async () => {
  const query = (size: number) => raw.call('/proto.CryptoService/getTransactionReceipts', Buffer.alloc(size, 0x0a))
  assert.equal(await codeOf(query(MAX_QUERY_BYTES)), status.OK)
  assert.equal(await codeOf(query(MAX_QUERY_BYTES + 1)), status.UNKNOWN)
  assert.equal(await codeOf(query(MAX_MESSAGE_BYTES + 1)), status.RESOURCE_EXHAUSTED)
  assert.equal(await raw.submit(Buffer.alloc(limits.maxTransactionBytes.value + 1, 0x0a)), 'TRANSACTION_OVERSIZE')
  assert.equal(await codeOf(raw.submit(Buffer.alloc(MAX_MESSAGE_BYTES + 1))), status.RESOURCE_EXHAUSTED)
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

test('A signature prefix that is the beginning of another is refused, in any position', async () => {
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

test('A query for the records of an account returns the newest 180 that it paid for', async () => {
  const value = MAX_RECORDS
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

const SUBSCRIBE = '/com.hedera.mirror.api.proto.ConsensusService/subscribeTopic'
const asItIs = (bytes: Buffer): Buffer => bytes

/** A separate connection to the mirror. */
function mirrorClient(): Client {
  const client = new Client(network.mirrorGrpc, credentials.createInsecure(), { 'grpc.use_local_subchannel_pool': 1 })
  after(() => client.close())
  return client
}

const subscribe = (client: Client, request: Uint8Array): ClientReadableStream<Buffer> =>
  client.makeServerStreamRequest(SUBSCRIBE, asItIs, asItIs, Buffer.from(request)).on('error', () => {})

const endOf = (stream: ClientReadableStream<Buffer>): Promise<number> =>
  new Promise((resolve) => stream.on('status', ({ code }) => resolve(code)).resume())

test('Invalid mirror queries and missing topics are refused', async () => {
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
  for (const ms of [-1e300, 1e300, MAX_ADVANCE_MS + 1]) assert.equal(await post('/clock', { ms }), 400)
  assert.equal(await post('/restore', { snapshot: -1 }), 400)
  assert.equal(await post('/faults', { kind: 'slow', calls: 1e300 }), 400)
  assert.equal(await post('/clock', { ms: 'a'.repeat(10_000) }), 413)
  assert.equal(await post('/clock', { ms: 1 }), 200)
})
