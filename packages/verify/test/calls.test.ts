/** Transactions that the payer asked a node to prepare, such as the chunks of a message on a topic. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { reviewCalls, startsNow } from '@quorate/verify'
import { NOW } from './bodies.ts'

const SECONDS = Math.floor(NOW / 1000)
const idAt = (nanos: number, account = 1001) => ({
  accountID: { accountNum: account },
  transactionValidStart: { seconds: SECONDS, nanos },
})

/** The body of a chunk with these nanoseconds in its own id, which names the first chunk's id. */
const chunk = (number: number, total: number, initialTransactionID: ReturnType<typeof idAt> | null = idAt(1)) =>
  proto.TransactionBody.encode({
    transactionID: idAt(number),
    nodeAccountID: { accountNum: 3 },
    transactionFee: 100,
    transactionValidDuration: { seconds: 120 },
    consensusSubmitMessage: {
      topicID: { topicNum: 5 },
      message: Buffer.from(`chunk ${number}`),
      ...(initialTransactionID && { chunkInfo: { total, number, initialTransactionID } }),
    },
    // protobufjs also takes numbers for its Longs.
  } as unknown as proto.ITransactionBody).finish()

const SUBMIT = 'consensusSubmitMessage'
const differing = (bodies: Uint8Array[]) =>
  reviewCalls(bodies, {
    payerId: '0.0.1001',
    validStart: startsNow(NOW),
    says: bodies.map((_, index) => ({
      [`${SUBMIT}.topicID`]: '0.0.5',
      [`${SUBMIT}.message`]: `0x${Buffer.from(`chunk ${index + 1}`).toString('hex')}`,
      [`${SUBMIT}.chunkInfo.total`]: bodies.length === 1 ? { perhaps: '1' } : String(bodies.length),
      [`${SUBMIT}.chunkInfo.number`]: bodies.length === 1 ? { perhaps: '1' } : String(index + 1),
      [`${SUBMIT}.chunkInfo.initialTransactionID.accountID`]: null,
      [`${SUBMIT}.chunkInfo.initialTransactionID.transactionValidStart`]: null,
    })),
  }).differences.map(({ path }) => path.replace(`${SUBMIT}.chunkInfo.`, ''))

describe('The chunks of a message', () => {
  test('are signed if they name the transaction of the first chunk', () => {
    assert.deepEqual(differing([chunk(1, 2), chunk(2, 2)]), [])
    assert.deepEqual(differing([chunk(1, 1)]), [])
    assert.deepEqual(differing([chunk(1, 1, null)]), [])
  })

  test('are refused if one of them belongs to another message', () => {
    const start = 'initialTransactionID.transactionValidStart'
    const payer = 'initialTransactionID.accountID'
    assert.deepEqual(differing([chunk(1, 2), chunk(2, 2, idAt(2))]), [start])
    assert.deepEqual(differing([chunk(1, 2, idAt(9)), chunk(2, 2, idAt(9))]), [start, start])
    assert.deepEqual(differing([chunk(1, 2), chunk(2, 2, idAt(1, 1002))]), [payer])
    assert.deepEqual(differing([chunk(1, 1, idAt(1, 1002))]), [payer])
    assert.deepEqual(differing([chunk(1, 3)]), ['total'])
  })
})
