import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  AccountCreateTransaction,
  AccountId,
  AccountUpdateTransaction,
  Hbar,
  ScheduleCreateTransaction,
  ScheduleId,
  ScheduleSignTransaction,
  Timestamp,
  type Transaction,
  TransactionId,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { decode, openEnvelope } from '@quorate/verify'
import { effectFeeOf, statementsOf } from '../src/page/approve/statements.ts'
import { de, en } from '../src/page/texts/all.ts'

const WALLET = AccountId.fromString('0.0.7')
const UNTIL = 1_796_000_000

function decoded(transaction: Transaction, payer = WALLET) {
  transaction
    .setTransactionId(TransactionId.withValidStart(payer, new Timestamp(1_795_000_000, 1)))
    .setNodeAccountIds([new AccountId(3)])
    .freeze()
  return decode(openEnvelope(transaction.toBytes()).bodies[0]?.bodyBytes ?? assert.fail())
}
const transfer = () =>
  new TransferTransaction()
    .addHbarTransfer(WALLET, Hbar.fromTinybars(-1))
    .addHbarTransfer('0.0.8', Hbar.fromTinybars(1))

/** The lines of a summary in one language. */
const labels = (seen: Parameters<typeof statementsOf>[0], { words }: typeof en) =>
  statementsOf(seen, words).does.map(({ label, time, text }) => [label, time ?? text ?? ''].join(' ').trim())

for (const [language, texts] of Object.entries({ en, de }))
  describe(`The summary of signed bytes in ${language}:`, () => {
    const { words } = texts
    const told = (transaction: Transaction, beside: Partial<Parameters<typeof statementsOf>[0]> = {}) =>
      labels({ decoded: decoded(transaction), kept: undefined, ...beside }, texts)

    test('says whether the ledger executes a schedule once it is signed, or at its end', () => {
      const kept = () =>
        new ScheduleCreateTransaction().setScheduledTransaction(transfer()).setExpirationTime(new Timestamp(UNTIL, 0))
      const time = new Date(UNTIL * 1000).toISOString()
      const [signed, ended] = [told(kept()), told(kept().setWaitForExpiry(true))]
      assert.ok(signed.includes(words.schedule) && signed.some((line) => line.startsWith(words.expires)))
      assert.ok(ended.includes(words.scheduleToEnd) && ended.includes(`${words.executedAt} ${time}`))
      const sign = () => new ScheduleSignTransaction().setScheduleId(ScheduleId.fromString('0.0.9'))
      const end = (isExecuted: boolean) => ({ end: { time: `${UNTIL}.000000000`, isExecuted } })
      assert.ok(told(sign(), end(true)).includes(`${words.executedAt} ${time}`))
      assert.ok(told(sign(), end(false)).includes(`${words.expires} ${time}`))
    })

    test('shows a memo that an owner change sets or empties', () => {
      const update = (memo: string) => new AccountUpdateTransaction().setAccountId(WALLET).setAccountMemo(memo)
      assert.ok(told(update('Guarded owner: 0.0.66')).includes(`${words.memo} "Guarded owner: 0.0.66"`))
      assert.ok(told(update('')).includes(words.memoEmptied))
    })

    test('says how many tokens a new wallet accepts automatically', () => {
      const creation = (count: number) => new AccountCreateTransaction().setMaxAutomaticTokenAssociations(count)
      assert.ok(told(creation(5)).includes(words.someTokens('5')))
      assert.ok(told(creation(-1)).includes(words.anyTokens))
      assert.deepEqual(told(creation(0)), [words.create])
    })

    test('shows the custom fees that the request permits', () => {
      const permitted = [{ id: '0.0.5', fees: [{ token_id: 'HBAR', amount: '500' }] }]
      const { does } = statementsOf({ decoded: decoded(transfer()), kept: undefined, permitted }, words)
      assert.deepEqual(
        does.filter(({ label }) => label === words.customFees),
        [{ label: words.customFees, id: '0.0.5', amount: 500n, token: 'HBAR' }],
      )
      // Nothing is charged now, but the signer permits a token whose issuer can change that.
      assert.ok(
        told(transfer(), { permitted: [{ id: '0.0.5', fees: [] }] }).includes(`${words.customFees} ${words.noFeesNow}`),
      )
    })

    test('says when the service executes a timed request', () => {
      const executeAt = '2026-12-24T09:00:00.000Z'
      assert.ok(told(transfer(), { executeAt }).includes(`${words.executedAt} ${executeAt}`))
      assert.ok(told(transfer()).every((line) => !line.startsWith(words.executedAt)))
    })
  })

test('The fee of what a schedule does is the one that the wallet pays, not the one of who signs for the schedule', () => {
  const signer = '0.0.8'
  const made = (transaction: Transaction, fee: number) =>
    decoded(transaction.setMaxTransactionFee(Hbar.fromTinybars(fee)), AccountId.fromString(signer))
  const scheduled = transfer().setMaxTransactionFee(Hbar.fromTinybars(700))
  const create = made(new ScheduleCreateTransaction().setScheduledTransaction(scheduled), 20)
  assert.deepEqual(effectFeeOf({ decoded: create, kept: undefined }, '0.0.7'), { fee: 700n, payer: '0.0.7' })
  const field = create.fields
    .find(({ name }) => name === 'scheduleCreate')
    ?.fields?.find(({ name }) => name === 'scheduledTransactionBody')
  const kept = decode(create.bytes.subarray(field?.contentStart, field?.end), 'SchedulableTransactionBody')
  const sign = made(new ScheduleSignTransaction().setScheduleId(ScheduleId.fromString('0.0.9')), 20)
  assert.deepEqual(effectFeeOf({ decoded: sign, kept }, '0.0.7'), { fee: 700n, payer: '0.0.7' })
  assert.deepEqual(effectFeeOf({ decoded: sign, kept: undefined }, '0.0.7'), { fee: 20n, payer: signer })
})
