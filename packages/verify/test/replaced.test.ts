import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { Hbar, TransferTransaction } from '@hiero-ledger/sdk'
import type { Key } from '@quorate/verify'
import { bodyOf, frozen, KEY, RECEIVER, REQUESTER, TRANSACTION_ID, WALLET } from './bodies.ts'
import { answerOf, ledgerOf, lookAt, scheduleOf } from './requests.ts'

const own: Key = { type: 'ed25519', bytes: new Uint8Array(32).fill(1) }
const OLD = 'an-old-job'
const ID = WALLET + TRANSACTION_ID
const options = { signerId: REQUESTER, owners: [], ledger: ledgerOf({ [WALLET]: KEY, [REQUESTER]: own }) }

const payment = (amount: number) =>
  new TransferTransaction()
    .addHbarTransfer(WALLET, Hbar.fromTinybars(-amount))
    .addHbarTransfer(RECEIVER, Hbar.fromTinybars(amount))
const stated = (amount: number) => ({
  operation: 'withdraw',
  payload: { walletId: WALLET, receiverId: RECEIVER, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: amount },
})
const old = (more: object = {}, body = bodyOf(frozen(payment(100)))) =>
  answerOf(body, { ...stated(100), jobId: OLD, ...more })
const replacement = (more: object = {}) =>
  answerOf(bodyOf(frozen(payment(10))), { ...stated(10), replaces: { jobId: OLD, transactionId: ID }, ...more })
/** The same bytes with another valid start. */
function otherBody(): Uint8Array {
  const body = proto.TransactionBody.decode(bodyOf(frozen(payment(100))))
  const { transactionID } = body
  if (transactionID) transactionID.transactionValidStart = { seconds: 1_795_000_001 as never, nanos: 5 }
  return proto.TransactionBody.encode(body).finish()
}

describe('A request that replaces another one', () => {
  test('says that the ledger executes at most one of two bodies with one transaction id', async () => {
    const { sentences, replaced, differences } = await lookAt(replacement(), { ...options, replaced: old() })
    assert.deepEqual(differences, [])
    assert.deepEqual(replaced, { jobId: OLD, sharesId: true })
    assert.deepEqual(sentences.slice(1, 4), [
      `It replaces the request ${OLD}: Transfer 0.000001 ℏ from ${WALLET} to ${RECEIVER}.`,
      'Both have the same transaction id, so the ledger executes at most one of them.',
      `Your signature rejects the request ${OLD}.`,
    ])
  })

  test('says so only of the bytes, whatever the service states', async () => {
    const answer = old({ transactionId: ID }, otherBody())
    await assert.rejects(lookAt(replacement(), { ...options, replaced: answer }), /which is not 0\.0\./)
    const apart = replacement({ replaces: { jobId: OLD, transactionId: `${WALLET}@1795000001.000000005` } })
    const { replaced, sentences } = await lookAt(apart, { ...options, replaced: answer })
    assert.deepEqual(replaced, { jobId: OLD, sharesId: false })
    assert.match(sentences[2] ?? '', /^They have different transaction ids: the service closes the replaced one/)
  })

  test('says that nobody compared the two without the old one', async () => {
    const { replaced, sentences } = await lookAt(replacement(), options)
    assert.deepEqual(replaced, { jobId: OLD, sharesId: undefined })
    assert.match(sentences[1] ?? '', /was not compared with it: both may be executed/)
  })

  test('never shares an id with a schedule', async () => {
    const kept = old({ schedule: scheduleOf('0.0.3001', '2027-01-01T00:00:00Z') })
    const { replaced } = await lookAt(replacement(), { ...options, replaced: kept })
    assert.deepEqual(replaced, { jobId: OLD, sharesId: false })
    const later = replacement({ schedule: scheduleOf('0.0.3001', '2027-01-01T00:00:00Z') })
    const { replaced: ofKept } = await lookAt(later, { ...options, replaced: old() })
    assert.deepEqual(ofKept, { jobId: OLD, sharesId: false })
  })

  test('is refused if the answer is about another request or wallet', async () => {
    for (const more of [
      { jobId: 'another' },
      { walletId: REQUESTER, payload: { ...stated(100).payload, walletId: REQUESTER } },
    ])
      await assert.rejects(lookAt(replacement(), { ...options, replaced: old(more) }), { code: 'INVALID_INTENT' })
  })

  test('replaces what its requester asked for, and nothing else', async () => {
    const asked = { ...stated(10), operation: 'withdraw' as const }
    await assert.rejects(lookAt(replacement(), { ...options, asked, replaced: old() }), { code: 'INVALID_INTENT' })
    const plain = answerOf(bodyOf(frozen(payment(10))), stated(10))
    const wanted = { ...asked, payload: { ...asked.payload, replaces: OLD } }
    await assert.rejects(lookAt(plain, { ...options, asked: wanted }), { code: 'INVALID_INTENT' })
    const { differences } = await lookAt(replacement(), { ...options, asked: wanted, replaced: old() })
    assert.deepEqual(differences, [])
  })
})
