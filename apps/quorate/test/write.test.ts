import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import {
  AccountId,
  PrivateKey,
  Timestamp,
  TopicMessageSubmitTransaction,
  type Transaction,
  TransactionId,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { keySigner } from '@quorate/client/keys'
import { developmentAccounts } from '@quorate/localnet'
import { openEnvelope } from '@quorate/verify'
import { signWrite } from '../src/signing/write.ts'

const [ada] = developmentAccounts().filter(({ id, keyType }) => id !== '0.0.2' && keyType === 'ed25519')
const account = ada?.id ?? ''
const TOPIC = '0.0.5005'

/** A body that the account pays, as the SDK freezes it. */
function bodyOf(transaction: Transaction): Uint8Array {
  transaction
    .setTransactionId(TransactionId.withValidStart(AccountId.fromString(account), new Timestamp(1_795_000_000, 7)))
    .setNodeAccountIds([new AccountId(3)])
    .freeze()
  const [first] = openEnvelope(transaction.toBytes()).bodies
  return first?.bodyBytes ?? assert.fail()
}

const varint = (value: number): number[] => (value < 128 ? [value] : [(value % 128) + 128, ...varint(value >> 7)])
/** One field of a message, with these bytes. */
const field = (number: number, content: Uint8Array): Uint8Array =>
  Buffer.from([number * 8 + 2, ...varint(content.length), ...content])
const transactionOf = (body: Uint8Array): Uint8Array => field(5, field(1, body))

describe('A write answered by the node', () => {
  const signed: Uint8Array[] = []
  const signer = keySigner({ accountId: account, privateKey: ada?.privateKey ?? '' })
  const counting = {
    ...signer,
    signBody(bytes: Uint8Array) {
      signed.push(bytes)
      return signer.signBody(bytes)
    },
  }
  const key = { _type: 'ED25519', key: PrivateKey.fromStringED25519(ada?.privateKey ?? '').publicKey.toStringRaw() }
  const free = { topic_id: TOPIC, created_timestamp: '1.000000001', custom_fees: { fixed_fees: [] as object[] } }
  let topic: object | null = free
  const mirror = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'application/json')
    const isTopic = url.startsWith('/api/v1/topics/')
    if (isTopic && topic === null) response.statusCode = 404
    const missing = { _status: { messages: [{ message: 'Not found' }] } }
    response.end(JSON.stringify(isTopic ? (topic ?? missing) : { account, key, balance: { balance: 1 } }))
  })
  before(() => new Promise<void>((resolve) => mirror.listen(0, '127.0.0.1', resolve)))
  after(() => void mirror.close().closeAllConnections())

  const submitted: string[] = []
  async function write(bytes: Uint8Array): Promise<string> {
    const node = {
      post: async (_path: string, { body }: { body: { bytes: string } }) => {
        submitted.push(body.bytes)
        return { status: 'SUCCESS' }
      },
    }
    const connection = { client: { node }, account, chain: 'hedera:devnet', signer: counting }
    const options = {
      ...{
        mirrorUrl: `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`,
        yes: true,
        json: true,
        now: 1_795_000_000_000,
      },
      sentence: 'Write hello.',
      says: [
        {
          'consensusSubmitMessage.topicID': TOPIC,
          'consensusSubmitMessage.message': `0x${Buffer.from('hello').toString('hex')}`,
          'consensusSubmitMessage.chunkInfo.total': null,
          'consensusSubmitMessage.chunkInfo.number': null,
          'consensusSubmitMessage.chunkInfo.initialTransactionID.accountID': null,
          'consensusSubmitMessage.chunkInfo.initialTransactionID.transactionValidStart': null,
        },
      ],
    }
    const answer = { status: 'SIGNATURE_REQUIRED', bytes: Buffer.from(bytes).toString('base64') }
    return signWrite(connection as never, answer as never, options).then(
      () => 'SUCCESS',
      (error) => error.code ?? String(error),
    )
  }

  const message = bodyOf(new TopicMessageSubmitTransaction().setTopicId(TOPIC).setMessage('hello'))

  test('is signed and submitted if it is what was requested', async () => {
    assert.equal(await write(field(1, transactionOf(message))), 'SUCCESS')
    assert.equal(submitted.length, 1)
  })

  test('is not signed if the topic charges custom fees, or may do so by the time of execution', async () => {
    const fee = { amount: 100_000_000_000_000, denominating_token_id: null, collector_account_id: '0.0.2' }
    const other = { _type: 'ED25519', key: '07'.repeat(32) }
    submitted.length = 0
    for (const charging of [
      { ...free, custom_fees: { fixed_fees: [fee] } },
      { ...free, fee_schedule_key: other },
      null,
    ]) {
      topic = charging
      signed.length = 0
      assert.equal(await write(field(1, transactionOf(message))), 'BYTES_DIFFER', JSON.stringify(charging))
      assert.deepEqual([signed, submitted], [[], []])
    }
    for (const own of [
      { ...free, fee_schedule_key: key },
      { ...free, custom_fees: { fixed_fees: [{ ...fee, collector_account_id: account }] } },
      free,
    ]) {
      topic = own
      assert.equal(await write(field(1, transactionOf(message))), 'SUCCESS', JSON.stringify(own))
    }
  })

  test('is not signed as another transaction that the SDK reads in the same bytes', async () => {
    const transfer = bodyOf(
      new TransferTransaction().addHbarTransfer(account, -100_000_000).addHbarTransfer('0.0.2', 100_000_000),
    )
    const id = openEnvelope(transfer).bodies[0]?.body.fields.find(({ name }) => name === 'transactionID')
    const start = id?.fields?.find(({ name }) => name === 'transactionValidStart') ?? assert.fail()
    // The number occurs twice in the payer's id; ledger and SDK read the last one.
    const number = [24, ...varint(Number(account.split('.')[2]))]
    const payer = field(2, Buffer.from([...number, ...number]))
    const other = Buffer.concat([
      field(1, Buffer.concat([transfer.subarray(start.start, start.end), payer])),
      transfer.subarray(0, id?.start),
      transfer.subarray(id?.end),
    ])
    signed.length = 0
    submitted.length = 0
    assert.equal(await write(Buffer.concat([field(1, transactionOf(other)), transactionOf(message)])), 'BYTES_DIFFER')
    assert.deepEqual(submitted, [])
    assert.ok(
      signed.every((bytes) => Buffer.compare(bytes, message) === 0),
      'no other bytes were signed',
    )
  })
})
