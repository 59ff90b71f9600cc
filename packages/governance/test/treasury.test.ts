import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answer, type Harness, openHarness, type Person } from './harness.ts'

describe("A DAO's treasury", () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let daoId: string
  before(async () => {
    harness = await openHarness()
    ;[ada, ben] = (await harness.people(2)) as [Person, Person]
    ;({ daoId } = await harness.dao([ada, ben]))
  })
  after(() => harness.close())
  const assertError = (answer: Answer, status: number, code: string) =>
    assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(answer.body))
  const name = (account: string, label: string, by = ada) =>
    harness.call('PUT', `/daos/${daoId}/treasury/${account}`, by, { label })

  test('has the accounts that its owner names, with a label that the owner changes', async () => {
    const socket = await harness.socket(ben)
    const named = await name(ben.id, 'Garden fund')
    assert.deepEqual([named.status, named.body.account, named.body.label], [200, ben.id, 'Garden fund'])
    assert.equal((await socket.next('treasury_changed')).label, 'Garden fund')
    await harness.clock.advance(1000)
    await name(ada.id, 'Daily cash')
    assert.equal((await name(ben.id, 'Fund')).body.namedAt, named.body.namedAt)
    const { body } = await harness.get(`/daos/${daoId}/treasury`)
    assert.deepEqual(
      body.map(({ account, label }: Answer['body']) => [account, label]),
      [
        [ben.id, 'Fund'],
        [ada.id, 'Daily cash'],
      ],
    )
    assert.equal((await harness.call('DELETE', `/daos/${daoId}/treasury/${ada.id}`, ada)).status, 200)
    assertError(
      await harness.call('DELETE', `/daos/${daoId}/treasury/${ada.id}`, ada),
      404,
      'TREASURY_ACCOUNT_NOT_FOUND',
    )
  })

  test('refuses accounts that do not exist, texts that are not shown, and members who do not own the DAO', async () => {
    assertError(await name('0.0.999999', 'Nobody'), 422, 'INVALID_ACCOUNT_ID')
    assertError(await name(ada.id, ' '), 400, 'BLANK_TEXT')
    assertError(await name(ada.id, 'a\u202eb'), 400, 'HIDDEN_CHARACTER')
    assertError(await name(ada.id, 'Mine', ben), 403, 'NOT_THE_OWNER')
    assertError(await harness.call('DELETE', `/daos/${daoId}/treasury/${ben.id}`, ben), 403, 'NOT_THE_OWNER')
  })

  test('names a bounded number of accounts', async () => {
    const key = ada.key.publicKey
    for (let count = 0; count < 19; count++)
      assert.equal((await name(await harness.account(key, 1), `Purse ${count}`)).status, 200)
    const one = await harness.account(key, 1)
    assertError(await name(one, 'One more'), 429, 'TOO_MANY_TREASURY_ACCOUNTS')
    assert.equal((await name(ben.id, 'Again')).status, 200)
  })
})
