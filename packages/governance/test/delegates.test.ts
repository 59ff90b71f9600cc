import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answer, type Harness, HOUR, openHarness, type Person } from './harness.ts'

describe('Delegates with statements', () => {
  let harness: Harness
  let people: Person[]
  let daoId: string
  before(async () => {
    harness = await openHarness()
    people = await harness.people(6)
    ;({ daoId } = await harness.dao(people, { delegation: true }))
  })
  after(() => harness.close())
  const at = (index: number): Person => people[index] as Person
  const assertError = (answer: Answer, status: number, code: string) =>
    assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(answer.body))
  const path = (account: string, of = daoId) => `/daos/${of}/delegates/${account}`
  const state = (by: Person, statement: string, account = by.id) =>
    harness.call('PUT', path(account), by, { statement })
  const delegate = async (of: Person, to: Person | null, number: number) => {
    const body = { account: of.id, delegate: to?.id ?? null, number }
    const answer = await harness.call('POST', `/daos/${daoId}/delegations`, of, body)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
  }
  const delegates = async (): Promise<Answer['body']> => (await harness.get(`/daos/${daoId}/delegates`)).body

  test('a member publishes a statement, changes it, and withdraws it', async () => {
    const ben = at(1)
    const first = await state(ben, 'I read **everything**')
    assert.equal(first.status, 200, JSON.stringify(first.body))
    assert.deepEqual(
      [first.body.account, first.body.statement, first.body.delegators, first.body.receives, first.body.weight],
      [ben.id, 'I read **everything**', 0, 0, null],
    )
    assert.equal((await state(ben, 'I read most')).body.statement, 'I read most')
    assert.deepEqual((await harness.get(path(ben.id))).body, (await delegates())[0])
    assert.equal((await harness.call('DELETE', path(ben.id), ben)).status, 200)
    assert.deepEqual(await delegates(), [])
    assertError(await harness.get(path(ben.id)), 404, 'DELEGATE_NOT_FOUND')
    assertError(await harness.call('DELETE', path(ben.id), ben), 404, 'STATEMENT_NOT_FOUND')
  })

  test('refuses statements of others, of strangers, and in DAOs without delegation', async () => {
    const [stranger] = (await harness.people(1)) as [Person]
    assertError(await state(at(2), 'I am Ben', at(1).id), 403, 'NOT_YOUR_STATEMENT')
    assertError(await state(stranger, 'Me'), 403, 'NOT_A_MEMBER')
    assertError(await state(at(1), 'a\u202eb'), 400, 'HIDDEN_CHARACTER')
    const plain = await harness.dao([at(1)])
    const body = { statement: 'Me' }
    assertError(await harness.call('PUT', path(at(1).id, plain.daoId), at(1), body), 422, 'DELEGATION_NOT_ALLOWED')
  })

  test("the DAO's owner removes a statement, other members do not", async () => {
    await state(at(1), 'Rude')
    assertError(await harness.call('DELETE', path(at(1).id), at(2)), 403, 'NOT_YOUR_STATEMENT')
    assert.equal((await harness.call('DELETE', path(at(1).id), at(0))).status, 200)
  })

  test('are listed by their delegators, with all members that they vote for and how often they voted', async () => {
    const [ada, ben, cleo, dan, eve, fay] = people as [Person, Person, Person, Person, Person, Person]
    // Eve → Dan → Ben, Cleo → Ben, Fay → Dan.
    await delegate(cleo, ben, 1)
    await delegate(dan, ben, 1)
    await delegate(eve, dan, 1)
    await delegate(fay, dan, 1)
    await state(ada, 'Me, too')
    const numbers = (await delegates()).map((one: Answer['body']) => [one.account, one.delegators, one.receives])
    const tied = [ben.id, dan.id].toSorted()
    assert.deepEqual(numbers, [...tied.map((id) => [id, 2, id === ben.id ? 4 : 2]), [ada.id, 0, 0]])
    const proposals = []
    for (const title of ['First', 'Second']) proposals.push(await harness.propose(daoId, ada, { title }))
    await harness.jobs.idle()
    assert.equal((await harness.vote(proposals[0], ben, 'YES')).status, 201)
    const found = (await harness.get(path(ben.id))).body
    assert.deepEqual([found.voted, found.votable], [1, 2])
    // A member who leaves delegates no more, and stands behind nobody.
    assert.equal((await harness.call('DELETE', `/daos/${daoId}/members/${dan.id}`, ada)).status, 200)
    const left = await delegates()
    assert.deepEqual(
      left.map((one: Answer['body']) => [one.account, one.delegators, one.receives]),
      [
        [ben.id, 1, 1],
        [ada.id, 0, 0],
      ],
    )
    await delegate(cleo, null, 2)
    assertError(await harness.get(path(ben.id)), 404, 'DELEGATE_NOT_FOUND')
    const first = await harness.get(`/daos/${daoId}/delegates?limit=1`)
    assert.equal(first.body.length, 1)
  })

  test('say what their members weighed at the last proposal that weighed all', async () => {
    const [ada, ben, cleo] = (await Promise.all([100, 40, 7].map((hbars) => harness.person(hbars)))) as [
      Person,
      Person,
      Person,
    ]
    const dao = await harness.dao([ada, ben, cleo], { delegation: true, tokenWeighted: true })
    for (const one of [ben, cleo])
      await harness.call('POST', `/daos/${dao.daoId}/delegations`, one, {
        account: one.id,
        delegate: ada.id,
        number: 1,
      })
    const read = async () => (await harness.get(path(ada.id, dao.daoId))).body
    assert.deepEqual([(await read()).receives, (await read()).weight], [2, null])
    await harness.pass(2 * HOUR)
    await harness.propose(dao.daoId, ada)
    await harness.pass(1000)
    await harness.pass(HOUR)
    assert.equal((await read()).weight, 4_700_000_000)
  })

  test('are announced to followers of the DAO', async () => {
    const socket = await harness.socket(at(5))
    await state(at(1), 'Hello')
    const { statement, account } = await socket.next('delegate_statement_changed')
    assert.deepEqual([statement, account], ['Hello', at(1).id])
  })
})
