import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { accountId } from '../src/protocol/ids.ts'
import { toTimestamp } from '../src/protocol/time.ts'
import { testNetwork } from './support/network.ts'
import { body, envelope, RawClient, signed, signerFor, signerOf, transferOf } from './support/raw.ts'

const network = await testNetwork({ after })
const raw = new RawClient(network.grpc)
after(() => raw.close())
const operator = signerFor(1022)
const stranger = signerOf(generateKeyPairSync('ed25519').privateKey)
const transfer = transferOf([
  [1022, -1n],
  [1023, 1n],
])
const id = (fields: proto.ITransactionID): proto.ITransactionID => ({ ...body({}).transactionID, ...fields })
const secondsAgo = (seconds: number): proto.ITimestamp => toTimestamp(BigInt(Date.now() - seconds * 1000) * 1_000_000n)
const with_ = (fields: proto.ITransactionBody): Buffer => signed(body({ ...transfer, ...fields }), [operator])
const duration = (seconds: bigint) => ({ transactionValidDuration: { seconds: toLong(seconds) } })
const bodyBytes = () => proto.TransactionBody.encode(body(transfer)).finish()
const unknownField = Buffer.from([0xfa, 0x7f, 0x01, 0x00])

const TABLE: [string, string, () => Uint8Array][] = [
  ['more than 6144 bytes', 'TRANSACTION_OVERSIZE', () => with_({ memo: 'm'.repeat(6144) })],
  ['bytes that are no protobuf', 'INVALID_TRANSACTION', () => Buffer.from('ffffffff', 'hex')],
  ['nothing at all', 'INVALID_TRANSACTION_BODY', () => Buffer.alloc(0)],
  [
    'an unknown field in the transaction',
    'TRANSACTION_HAS_UNKNOWN_FIELDS',
    () => Buffer.concat([with_({}), unknownField]),
  ],
  [
    'an unknown field in the body',
    'TRANSACTION_HAS_UNKNOWN_FIELDS',
    () => envelope({ bodyBytes: Buffer.concat([bodyBytes(), unknownField]), sigMap: {} }),
  ],
  [
    'a body that is no protobuf',
    'INVALID_TRANSACTION_BODY',
    () => envelope({ bodyBytes: Buffer.from('0affff', 'hex'), sigMap: {} }),
  ],
  ['a body without data', 'INVALID_TRANSACTION_BODY', () => signed(body({}), [operator])],
  ['no signature map', 'INVALID_TRANSACTION', () => envelope({ bodyBytes: bodyBytes() })],
  ['no transaction id', 'INVALID_TRANSACTION_ID', () => with_({ transactionID: null })],
  ['no payer', 'PAYER_ACCOUNT_NOT_FOUND', () => with_({ transactionID: id({ accountID: null }) })],
  ['the same prefix twice', 'KEY_PREFIX_MISMATCH', () => signed(body(transfer), [operator, operator])],
  [
    'a payer by alias',
    'PAYER_ACCOUNT_NOT_FOUND',
    () => with_({ transactionID: id({ accountID: { alias: Buffer.alloc(20, 1) } }) }),
  ],
  ['payer 0.0.0', 'PAYER_ACCOUNT_NOT_FOUND', () => with_({ transactionID: id({ accountID: accountId(0) }) })],
  [
    'a payer of another shard',
    'PAYER_ACCOUNT_NOT_FOUND',
    () => with_({ transactionID: id({ accountID: { shardNum: toLong(1n), ...accountId(1022) } }) }),
  ],
  ['the scheduled flag', 'TRANSACTION_ID_FIELD_NOT_ALLOWED', () => with_({ transactionID: id({ scheduled: true }) })],
  ['a nonce', 'TRANSACTION_ID_FIELD_NOT_ALLOWED', () => with_({ transactionID: id({ nonce: 1 }) })],
  ['no valid start', 'INVALID_TRANSACTION_START', () => with_({ transactionID: id({ transactionValidStart: null }) })],
  ['a memo over 100 bytes', 'MEMO_TOO_LONG', () => with_({ memo: 'ä'.repeat(51) })],
  ['a memo with a NUL', 'INVALID_ZERO_BYTE_IN_STRING', () => with_({ memo: 'a\0b' })],
  ['a negative fee', 'INSUFFICIENT_TX_FEE', () => with_({ transactionFee: toLong(-1n) })],
  ['another node', 'INVALID_NODE_ACCOUNT', () => with_({ nodeAccountID: accountId(4) })],
  ['no duration', 'INVALID_TRANSACTION_DURATION', () => with_({ transactionValidDuration: null })],
  ['a duration of 14 s', 'INVALID_TRANSACTION_DURATION', () => with_(duration(14n))],
  ['a duration of 181 s', 'INVALID_TRANSACTION_DURATION', () => with_(duration(181n))],
  [
    'too little time left',
    'TRANSACTION_EXPIRED',
    () => with_({ transactionID: id({ transactionValidStart: secondsAgo(111) }) }),
  ],
  [
    'a start in the future',
    'INVALID_TRANSACTION_START',
    () => with_({ transactionID: id({ transactionValidStart: secondsAgo(-5) }) }),
  ],
  ['a body that is not supported', 'NOT_SUPPORTED', () => signed(body({ freeze: {} }), [operator])],
  [
    'a payer that does not exist',
    'PAYER_ACCOUNT_NOT_FOUND',
    () => with_({ transactionID: id({ accountID: accountId(999_999) }) }),
  ],
  ['no signature', 'INVALID_SIGNATURE', () => signed(body(transfer), [])],
  ["a stranger's signature", 'INVALID_SIGNATURE', () => signed(body(transfer), [stranger])],
  [
    'a signature of another message',
    'INVALID_SIGNATURE',
    () => envelope({ bodyBytes: bodyBytes(), sigMap: { sigPair: [operator.pair(Buffer.from('other'))] } }),
  ],
  ['a fee below the price', 'INSUFFICIENT_TX_FEE', () => with_({ transactionFee: toLong(1n) })],
  [
    'more hbar than the payer has',
    'INSUFFICIENT_PAYER_BALANCE',
    () =>
      with_(
        transferOf([
          [1022, -(10n ** 15n)],
          [1023, 10n ** 15n],
        ]),
      ),
  ],
  [
    'amounts that are not zero in sum',
    'INVALID_ACCOUNT_AMOUNTS',
    () =>
      with_(
        transferOf([
          [1022, -2n],
          [1023, 1n],
        ]),
      ),
  ],
  [
    'an account twice',
    'ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS',
    () =>
      with_(
        transferOf([
          [1022, -2n],
          [1023, 1n],
          [1023, 1n],
        ]),
      ),
  ],
  [
    'a creation without a key',
    'KEY_REQUIRED',
    () => with_({ cryptoTransfer: null, cryptoCreateAccount: { autoRenewPeriod: { seconds: toLong(7_776_000n) } } }),
  ],
]

for (const [what, code, bytes] of TABLE) {
  test(`The precheck refuses ${what}: ${code}`, async () => assert.equal(await raw.submit(bytes()), code))
}

test('A transaction is let in once', async () => {
  const bytes = with_({})
  assert.equal(await raw.submit(bytes), 'OK')
  assert.equal(await raw.submit(bytes), 'DUPLICATE_TRANSACTION')
})

test('Ten copies at once are executed once', async () => {
  const bytes = with_({})
  const codes = await Promise.all(Array.from({ length: 10 }, () => raw.submit(bytes)))
  assert.deepEqual(codes.sort(), [...Array<string>(9).fill('DUPLICATE_TRANSACTION'), 'OK'])
})

test('Transactions are handled in the order they came, however long their signatures take to verify', async () => {
  const key = generateKeyPairSync('ed25519').privateKey
  const signer = signerOf(key)
  const keys = Array.from({ length: 40 }, () => ({ ed25519: signer.publicKey }))
  const autoRenewPeriod = { seconds: toLong(7_776_000n) }
  const create = body({
    cryptoCreateAccount: { key: { keyList: { keys } }, initialBalance: toLong(10n ** 9n), autoRenewPeriod },
  })
  assert.equal(await raw.run(create, [operator]), 'SUCCESS')
  const listed = Number((await raw.receipt(create)).accountID?.accountNum)
  const topic = body({ consensusCreateTopic: { autoRenewPeriod } })
  assert.equal(await raw.run(topic, [operator]), 'SUCCESS')
  const { topicID } = await raw.receipt(topic)
  const message = (payer: number) =>
    body({ consensusSubmitMessage: { topicID: topicID ?? null, message: Buffer.from('m') } }, payer)
  const messages = Array.from({ length: 60 }, (_, i) => message(i % 3 === 0 ? listed : 1022 + (i % 3)))
  const signers = [signer, signerFor(1023), signerFor(1024)]
  await Promise.all(messages.map((fields, i) => raw.submit(signed(fields, [signers[i % 3] ?? operator]))))
  const receipts = await Promise.all(messages.map((fields) => raw.receipt(fields)))
  assert.deepEqual(
    receipts.map(({ topicSequenceNumber }) => Number(topicSequenceNumber)),
    messages.map((_, i) => i + 1),
  )
})

test('The body decides what is executed, not the rpc', async () => {
  const fields = body(transfer)
  assert.equal(await raw.submit(signed(fields, [operator]), '/proto.TokenService/pauseToken'), 'OK')
  assert.equal(await raw.status(fields), 'SUCCESS')
})

test('A key is named by any prefix of it', async () => {
  const fields = body(transfer)
  const bytes = proto.TransactionBody.encode(fields).finish()
  const pair = { ...operator.pair(bytes), pubKeyPrefix: operator.publicKey.subarray(0, 3) }
  assert.equal(await raw.submit(envelope({ bodyBytes: bytes, sigMap: { sigPair: [pair] } })), 'OK')
  assert.equal(await raw.status(fields), 'SUCCESS')
})

test('The fields that signedTransactionBytes replaced still work', async () => {
  const fields = body(transfer)
  const bytes = proto.TransactionBody.encode(fields).finish()
  const transaction = { bodyBytes: bytes, sigMap: { sigPair: [operator.pair(bytes)] } }
  assert.equal(await raw.submit(proto.Transaction.encode(transaction).finish()), 'OK')
  assert.equal(await raw.status(fields), 'SUCCESS')
})

test('0.0.2 pays no fee', async () => {
  const fields = body(
    {
      ...transferOf([
        [2, -1n],
        [1023, 1n],
      ]),
      transactionFee: toLong(0n),
    },
    2,
  )
  assert.equal(await raw.run(fields, [signerFor(2)]), 'SUCCESS')
})

test('Receipts are gone after three minutes, and an unknown id has none', async () => {
  const fields = body(transfer)
  assert.equal(await raw.run(fields, [operator]), 'SUCCESS')
  await assert.rejects(raw.status(body({})), /RECEIPT_NOT_FOUND/)
  await network.advance(181_000)
  await assert.rejects(raw.status(fields), /RECEIPT_NOT_FOUND/)
  await network.advance(-181_000)
})
