/** Transactions that the payer asked a node to prepare, such as the chunks of a message on a topic. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { DECIDED_BYTES, decidedBytes, inWords, newTopicSays, reviewCalls, startsNow } from '@quorate/verify'
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

test('A new topic is renewed by its payer alone, and has the requested keys and memo', () => {
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

describe('The bytes that a proposal has a node sign', () => {
  const bytes = chunk(1, 1, null)
  const operation = (body: unknown) => ({ method: 'POST', path: '/multisig/transaction/sign/a', body })
  const base64 = Buffer.from(bytes).toString('base64')

  test('are decoded as a transaction, or as the transaction that a schedule keeps', () => {
    const whole = decidedBytes(operation({ walletId: '0.0.7', bodyBytes: base64 }))
    assert.deepEqual([whole?.message, whole?.bytes], ['TransactionBody', Uint8Array.from(bytes)])
    assert.ok(whole && inWords(whole).some(({ name, text }) => name === 'topicID' && text === '0.0.5'))
    const kept = proto.SchedulableTransactionBody.encode({ cryptoTransfer: {}, memo: 'm' }).finish()
    const bodyBytes = Buffer.from(kept).toString('base64')
    const scheduled = decidedBytes(operation({ bodyBytes, scheduleId: '0.0.9' }))
    assert.equal(scheduled?.message, 'SchedulableTransactionBody')
    assert.ok(scheduled.fields.some(({ name }) => name === 'cryptoTransfer'))
  })

  test('are shown with what others could read differently in them', () => {
    const more = Buffer.concat([bytes, Buffer.from([0xfa, 0x3e, 1, 7])]).toString('base64')
    assert.deepEqual(
      decidedBytes(operation({ bodyBytes: more }))?.findings.map(({ code }) => code),
      ['UNKNOWN_FIELD'],
    )
  })

  test('are undefined if the operation has none', () => {
    for (const other of [undefined, null, 'x', {}, operation(null), operation({}), operation({ bodyBytes: 5 })])
      assert.equal(decidedBytes(other), undefined)
    assert.equal(decidedBytes(operation({ bodyBytes: '!' })), undefined)
  })

  test('are canonical base64, so that nobody votes on bytes that are not shown', () => {
    const node = new RegExp(DECIDED_BYTES)
    const unpadded = base64.replace(/=+$/, '')
    for (const bodyBytes of [
      ...[`${unpadded}===`, `${unpadded}====`, `${unpadded}A==`, ` ${base64}`, `${base64}\n`, `${base64}!`],
      ...['AAAAA', 'AAAA=', 'AAA==', 'AA', 'AAA', 'AA=', 'AA-_', 'A'],
    ])
      assert.deepEqual([node.test(bodyBytes), decidedBytes(operation({ bodyBytes }))], [false, undefined], bodyBytes)
    assert.ok(node.test(base64) && decidedBytes(operation({ bodyBytes: base64 })))
  })
})
