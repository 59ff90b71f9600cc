/** Transactions that the payer asked a node to prepare, such as the chunks of a message on a topic. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { newTopicSays, reviewCalls, startsNow } from '@quorate/verify'
import { NOW } from './bodies.ts'

const SECONDS = Math.floor(NOW / 1000)
const idAt = (nanos: number, account = 1001) => ({
  accountID: { accountNum: account },
  transactionValidStart: { seconds: SECONDS, nanos },
})

/** The body of a chunk whose own id has these nanoseconds, and which names the first chunk's id. */
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
    // protobufjs takes numbers for its Longs, too.
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

test('A new topic is renewed by its payer alone, and has the keys and the memo that were asked for', () => {
  const [own, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
  const text = `ed25519:${'01'.repeat(32)}`
  const says = [newTopicSays({ payerId: '0.0.1001', memo: 'm', adminKey: text, submitKey: text })]
  const differing = (more: object) => {
    const body = {
      transactionID: idAt(1),
      nodeAccountID: { accountNum: 3 },
      transactionValidDuration: { seconds: 120 },
      consensusCreateTopic: {
        ...{ memo: 'm', adminKey: { ed25519: own }, submitKey: { ed25519: own } },
        ...{ autoRenewPeriod: { seconds: 7_776_000 }, autoRenewAccount: { accountNum: 1001 }, ...more },
      },
    }
    const bytes = proto.TransactionBody.encode(body as unknown as proto.ITransactionBody).finish()
    const asked = { payerId: '0.0.1001', maxTransactionFee: 1n, validStart: startsNow(NOW), says }
    return reviewCalls([bytes], asked).differences.map(({ path }) => path.split('.')[1])
  }
  assert.deepEqual(differing({}), [])
  for (const more of [
    { autoRenewAccount: { accountNum: 1002 } },
    { autoRenewAccount: null },
    { autoRenewPeriod: { seconds: 8_000_000 } },
    { submitKey: { ed25519: other } },
    { submitKey: null },
    { adminKey: { ed25519: other } },
    { memo: 'other' },
  ])
    assert.deepEqual(differing(more), Object.keys(more))
  assert.notDeepEqual(differing({ feeScheduleKey: { ed25519: own } }), [])
})

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
