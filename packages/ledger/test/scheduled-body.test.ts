import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { scheduledBodyIn } from '@quorate/ledger'
import { saysSame } from '@quorate/verify'

// The encoder takes numbers where its types want a Long.
const encode = (body: object): Uint8Array => proto.SchedulableTransactionBody.encode(body).finish()
const encodeOrdinary = (body: object): Uint8Array => proto.TransactionBody.encode(body).finish()
const transfer = (amount: number, more: object = {}): object => ({
  cryptoTransfer: { transfers: { accountAmounts: [{ accountID: { accountNum: 5 }, amount, ...more }] } },
})

test('Only the body of a ScheduleCreate has a scheduled one', () => {
  const body = { transactionID: { accountID: { accountNum: 9 } } }
  const scheduledTransactionBody = transfer(7)
  const create = encodeOrdinary({ ...body, scheduleCreate: { scheduledTransactionBody } })
  const found = scheduledBodyIn(create)
  assert.ok(found && saysSame(found.schedulable, encode(transfer(7)), 'SchedulableTransactionBody'))
  const { transactionID, cryptoTransfer } = proto.TransactionBody.decode(found.ordinary)
  assert.deepEqual([transactionID?.scheduled, cryptoTransfer?.transfers?.accountAmounts?.length], [true, 1])
  assert.equal(String(transactionID?.accountID?.accountNum), '9', 'the creator pays')
  const paid = scheduledBodyIn(
    encodeOrdinary({ ...body, scheduleCreate: { scheduledTransactionBody, payerAccountID: { accountNum: 4 } } }),
  )
  const ordinary = proto.TransactionBody.decode(paid?.ordinary ?? new Uint8Array())
  assert.equal(String(ordinary.transactionID?.accountID?.accountNum), '4', "the schedule's own payer pays")
  assert.equal(scheduledBodyIn(encodeOrdinary({ ...body, cryptoTransfer: {} })), undefined)
})
