import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { proto, Writer } from '@hiero-ledger/proto'
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
  const [first] = proto.TransactionList.decode(transaction.toBytes()).transactionList
  return proto.SignedTransaction.decode(first?.signedTransactionBytes ?? new Uint8Array()).bodyBytes
}

/** One field of a message that has bytes. */
const field = (number: number, content: Uint8Array): Uint8Array =>
  Writer.create()
    .uint32(number * 8 + 2)
    .bytes(content)
    .finish()
const transactionOf = (body: Uint8Array): Uint8Array => field(5, field(1, body))

describe('A write that the node answers', () => {
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
  const mirror = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ account, key, balance: { balance: 1 } }))
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
      ...{ mirrorUrl: `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`, yes: true, json: true },
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

  test('is signed and submitted where it is what was asked for', async () => {
    assert.equal(await write(field(1, transactionOf(message))), 'SUCCESS')
    assert.equal(submitted.length, 1)
  })

  test('is not signed as another transaction that the SDK reads in the same bytes', async () => {
    const transfer = bodyOf(
      new TransferTransaction().addHbarTransfer(account, -100_000_000).addHbarTransfer('0.0.2', 100_000_000),
    )
    const { transactionID, ...rest } = proto.TransactionBody.decode(transfer)
    const number = Number(account.split('.')[2])
    // The number stands twice in the payer's id, of which ledger and SDK read the last one.
    const payer = Writer.create().uint32(24).int64(number).uint32(24).int64(number).finish()
    const start = proto.Timestamp.encode(transactionID?.transactionValidStart ?? {}).finish()
    const other = Buffer.concat([
      field(1, Buffer.concat([field(1, start), field(2, payer)])),
      proto.TransactionBody.encode(rest as proto.ITransactionBody).finish(),
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
