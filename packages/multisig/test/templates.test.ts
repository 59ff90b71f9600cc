import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { walletMessage } from '@quorate/verify'
import { limits } from '../src/index.ts'
import { type Answer, type Harness, openHarness, type Person } from './harness.ts'

describe('A payment template', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let cleo: Person
  let walletId: string
  before(async () => {
    harness = await openHarness()
    ;[ada, ben, cleo] = (await harness.people(3)) as [Person, Person, Person]
  })
  after(() => harness.close())
  beforeEach(async () => {
    walletId = await harness.wallet([ada, ben], 1)
  })

  const path = (more = '', of = walletId) => `/multisig/wallet/${of}/templates${more}`
  const save = (by: Person, more: object = {}) => harness.post(path(), by, { ...content(), ...more })
  const content = () => ({
    name: 'Salaries',
    payments: [
      { receiverId: cleo.id, tokenId: 'HBAR', amount: 1500 },
      { receiverId: ben.id, tokenId: '0.0.7777', amount: '9007199254740993' },
    ],
  })
  const names = async (by: Person) => (await harness.get(path(), by)).body.map(({ name }: Answer['body']) => name)
  const codeOf = ({ status, body }: Answer) => [status, body.code]

  test('is saved by an owner, seen by the others, and asked for as it is', async () => {
    const saved = await save(ada, { memo: 'March' })
    assert.equal(saved.status, 201)
    const { templateId } = saved.body
    const { savedAt } = saved.body
    const entry = { templateId, walletId, name: 'Salaries', memo: 'March', paymentCount: 2, savedBy: ada.id, savedAt }
    assert.deepEqual((await harness.get(path(), ben)).body, [entry])
    const { body } = await harness.get(path(`/${templateId}`), ben)
    assert.deepEqual(body, saved.body)
    assert.deepEqual(body.payments, content().payments)
    const payments = body.payments.slice(0, 1)
    const { jobId } = await harness.ask('pay', ben, { walletId, payments, memo: body.memo })
    const { payload } = (await harness.get(`/multisig/transaction/status/${jobId}`, ada)).body
    assert.deepEqual([payload.payments, payload.memo], [payments, 'March'])
  })

  test('has a name of its own, is replaced only if that is asked for, and then has a new id', async () => {
    const { templateId } = (await save(ada)).body
    assert.deepEqual(codeOf(await save(ben)), [409, 'TEMPLATE_EXISTS'])
    const payments = [{ receiverId: cleo.id, tokenId: 'HBAR', amount: 7 }]
    const next = await save(ben, { payments, replace: true })
    assert.deepEqual([next.status, next.body.savedBy], [201, ben.id])
    assert.deepEqual(codeOf(await harness.get(path(`/${templateId}`), ada)), [403, 'FORBIDDEN'])
    assert.deepEqual((await harness.get(path(`/${next.body.templateId}`), ada)).body.payments, payments)
    await save(ada, { name: 'Rent' })
    assert.deepEqual(await names(ben), ['Rent', 'Salaries'])
    const of = path(`/${next.body.templateId}`)
    assert.deepEqual((await harness.call('DELETE', of, ada)).body, { templateId: next.body.templateId, deleted: true })
    assert.deepEqual(codeOf(await harness.call('DELETE', of, ada)), [403, 'FORBIDDEN'])
    assert.deepEqual(await names(ben), ['Rent'])
  })

  test('is nothing of strangers, nor of owners of another wallet', async () => {
    const { templateId } = (await save(ada)).body
    const other = await harness.wallet([cleo], 1)
    for (const at of [walletId, other]) {
      assert.deepEqual(codeOf(await harness.get(path(`/${templateId}`, at), cleo)), [403, 'FORBIDDEN'])
      assert.deepEqual(codeOf(await harness.call('DELETE', path(`/${templateId}`, at), cleo)), [403, 'FORBIDDEN'])
    }
    assert.deepEqual(codeOf(await harness.get(path(), cleo)), [403, 'FORBIDDEN'])
    assert.deepEqual(codeOf(await save(cleo)), [403, 'FORBIDDEN'])
    assert.deepEqual(await names(ada), ['Salaries'])
  })

  test('is read by a proposer, and not by an observer; neither saves or deletes one', async () => {
    const { templateId } = (await save(ada)).body
    for (const role of ['proposer', 'observer']) {
      const member = await harness.person()
      const asked = await harness.post(`/multisig/wallet/${walletId}/roles`, ada, { account: member.id, role })
      const signed = ada.key.sign(walletMessage(Buffer.from(asked.body.text)))
      const signature = `0x${Buffer.from(signed).toString('hex')}`
      await harness.post(`/multisig/wallet/${walletId}/roles/${asked.body.changeId}/sign`, ada, { signature })
      assert.equal((await harness.call('PUT', `/multisig/roles/${walletId}`, member, { role })).status, 200)
      assert.equal((await harness.get(path(), member)).status, role === 'proposer' ? 200 : 403)
      assert.equal((await harness.get(path(`/${templateId}`), member)).status, role === 'proposer' ? 200 : 403)
      assert.deepEqual(codeOf(await save(member, { name: 'Mine' })), [403, 'FORBIDDEN'])
      assert.deepEqual(codeOf(await harness.call('DELETE', path(`/${templateId}`), member)), [403, 'FORBIDDEN'])
    }
  })

  test('has payments that can be made, and a name and a purpose that hide nothing', async () => {
    const one = { receiverId: cleo.id, tokenId: 'HBAR', amount: 5 }
    for (const [more, code] of [
      [{ name: ' ' }, 'BLANK_TEXT'],
      [{ name: 'a\u202eb' }, 'HIDDEN_CHARACTER'],
      [{ memo: 'a\u202eb' }, 'HIDDEN_CHARACTER'],
      [{ payments: [one, { ...one, amount: 6 }] }, 'PAYMENT_REPEATED'],
      [{ payments: [] }, 'VALIDATION_FAILED'],
      [{ payments: [{ ...one, amount: 0 }] }, 'VALIDATION_FAILED'],
      [{ payments: [{ ...one, tokenId: 'ABC' }] }, 'VALIDATION_FAILED'],
      [{ payments: [{ ...one, maxCustomFees: [] }] }, 'VALIDATION_FAILED'],
      [{ payments: Array.from({ length: limits.templatePayments.value + 1 }, () => one) }, 'VALIDATION_FAILED'],
    ] as const)
      assert.deepEqual(codeOf(await save(ada, more)), [400, code])
    assert.deepEqual(codeOf(await save(ada, { memo: 'ö'.repeat(51) })), [422, 'MEMO_TOO_LONG'])
    assert.deepEqual(await names(ada), [])
  })

  test('is one of a limited number, also if owners save at the same time', async () => {
    const most = limits.templatesOfWallet.value
    for (let index = 0; index < most - 1; index++) assert.equal((await save(ada, { name: `T${index}` })).status, 201)
    const both = await Promise.all([save(ada, { name: 'one' }), save(ben, { name: 'two' })])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409])
    assert.deepEqual(codeOf(await save(ada, { name: 'more' })), [409, 'TOO_MANY_TEMPLATES'])
    assert.equal((await save(ada, { name: 'T0', replace: true })).status, 201)
    assert.equal((await names(ada)).length, most)
    const same = await Promise.all([save(ada, { name: 'T1' }), save(ben, { name: 'T1', replace: true })])
    assert.deepEqual(
      same.map(({ status }) => status),
      [409, 201],
    )
  })
})
