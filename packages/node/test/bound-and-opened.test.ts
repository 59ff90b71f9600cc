/** Lists of bindings, and of what decisions opened. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { decidedOn } from './decided.ts'
import { type Guarded, openGuarded } from './guarded.ts'
import type { Person } from './wallets.ts'

const PATH = '/accounts/transfer/hbar'

describe('Lists', () => {
  let guarded: Guarded
  let account: string
  let topic: string
  let daosTopic: string
  before(async () => {
    guarded = await openGuarded()
    const { ada, wallets } = guarded
    daosTopic = (await wallets.done(ada, 'POST', '/hcs', { memo: 'dao' })).topicId
    account = await guarded.account(ada, {
      smartNodeSecurity: 'full',
      actionsConditions: { values: ['transfer/hbar'], controller: `dao:${daosTopic}` },
    })
    const validatorConsensusTimestamp = await guarded.validator('consensus', { smartNodeSecurity: 'partial' })
    topic = (await wallets.done(ada, 'POST', '/hcs', { validatorConsensusTimestamp })).topicId
    await guarded.harness.jobs.idle()
  })
  after(() => guarded[Symbol.asyncDispose]())

  const get = (by: Person, path: string) => guarded.ask(by, path, undefined as never, 'GET')
  const nextOf = ({ headers }: { headers: Headers }) => /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]

  test('show what a wallet owns under validators, newest first, page by page', async () => {
    const { ada, ben } = guarded
    const first = await get(ada, '/validators/bindings?limit=1')
    assert.deepEqual(
      first.body.map(({ entityId, kind, owner }: Record<string, string>) => [entityId, kind, owner]),
      [[topic, 'topic', ada.id]],
    )
    const second = await get(ada, nextOf(first) ?? assert.fail())
    assert.deepEqual(
      second.body.map(({ entityId, kind }: Record<string, string>) => [entityId, kind]),
      [[account, 'account']],
    )
    const [binding] = second.body
    const { body: validator } = await get(ada, `/validators/accounts/${binding.validator}`)
    assert.equal(validator.actionsConditions.controller, `dao:${daosTopic}`)
    assert.deepEqual((await get(ada, nextOf(second) ?? assert.fail())).body, [])
    assert.deepEqual((await get(ben, '/validators/bindings')).body, [])
    assert.equal((await get(ada, '/validators/bindings?cursor=x')).body.code, 'INVALID_CURSOR')
  })

  test('show the validator of any account or topic that is bound on the public topic, and of no other entity', async () => {
    const { ada, ben } = guarded
    const { status, body } = await get(ben, `/validators/bindings/${account}`)
    assert.deepEqual([status, body.owner, body.kind], [200, ada.id, 'account'])
    for (const id of [ben.id, '0.0.999999']) {
      const answer = await get(ben, `/validators/bindings/${id}`)
      assert.deepEqual([answer.status, answer.body.code], [404, 'BINDING_NOT_FOUND'])
    }
    assert.equal((await guarded.harness.ask('/validators/bindings')).status, 401)
    assert.equal((await guarded.harness.ask(`/validators/bindings/${account}`)).status, 401)
  })

  test('show no binding for a creation that was never submitted', async () => {
    const { ben, ask } = guarded
    const validatorConsensusTimestamp = await guarded.validator('consensus', { smartNodeSecurity: 'full' })
    assert.equal((await ask(ben, '/hcs', { validatorConsensusTimestamp })).status, 200)
    assert.deepEqual((await get(ben, '/validators/bindings')).body, [])
  })

  describe('of decisions', () => {
    const transfer = () => ({ amount: 5, from: account, to: guarded.ben.id })
    const decided = async () => ({
      ...transfer(),
      dao: await decidedOn(guarded.harness, daosTopic, { method: 'POST', path: PATH, body: transfer() }),
    })
    const list = async (by: Person, query = '') => (await get(by, `/validators/decisions${query}`)).body

    test("show bytes that wait for the wallet's signature until their window ends", async () => {
      const { ada, ben, ask, harness } = guarded
      const body = await decided()
      const { body: answer } = await ask(ada, PATH, body)
      const { body: offers } = await get(ada, '/validators/decisions/offers')
      assert.equal(offers.length, 1)
      const [offer] = offers
      assert.deepEqual(
        [offer.operation, offer.transactionId, offer.consensusTimestamp, offer.sender],
        ['transfer/hbar', answer.transactionId, body.dao.consensusTimestamp, ada.id],
      )
      assert.deepEqual([offer.body.amount, offer.body.from], [5, account])
      assert.deepEqual((await get(ben, '/validators/decisions/offers')).body, [])
      await harness.clock.advance(Date.parse(offer.windowEndsAt) - harness.clock.now() + 1)
      assert.deepEqual((await get(ada, '/validators/decisions/offers')).body, [])
    })

    test("show what was carried out, and whether the session's wallet submitted it", async () => {
      const { ada, ben, wallets } = guarded
      const { dao, ...body } = await decided()
      const { transactionId } = await wallets.done(ada, 'POST', PATH, { ...body, dao })
      const [own] = await list(ada)
      assert.deepEqual(
        [own.state, own.own, own.transactionId, own.topicId, own.consensusTimestamp],
        ['USED', true, transactionId, daosTopic, dao.consensusTimestamp],
      )
      assert.ok(own.proposalId)
      assert.deepEqual((await get(ada, '/validators/decisions/offers')).body, [])
      assert.deepEqual(await list(ben), [])
      const [others] = await list(ben, `?topicId=${daosTopic}`)
      assert.deepEqual([others.state, others.own, others.transactionId], ['USED', false, transactionId])
      assert.equal(others.windowEndsAt, null)
      assert.deepEqual(await list(ben, `?topicId=${topic}`), [])
    })

    test('hide the id of a transaction that others could still put on the ledger', async () => {
      const { ada, ben, harness, ask, wallets } = guarded
      const answer = await ask(ada, PATH, await decided())
      const { submit } = harness.ledger
      const seen: Record<string, unknown>[][] = []
      harness.ledger.submit = async (...given) => {
        const outcome = await submit(...given)
        for (const person of [ben, ada]) seen.push(await list(person, `?topicId=${daosTopic}`))
        return outcome
      }
      await wallets.submit(answer, ada)
      harness.ledger.submit = submit
      const { transactionId } = answer.body
      const shown = seen.slice(0, 2).map(([row]) => [row?.state, row?.transactionId, row?.windowEndsAt !== null])
      assert.deepEqual(shown, [
        ['UNDER_WAY', null, false],
        ['UNDER_WAY', transactionId, true],
      ])
      assert.equal(JSON.stringify(seen[0]).includes(transactionId), false)
    })

    test('continue at their Link after a full page', async () => {
      const { ada } = guarded
      const first = await get(ada, `/validators/decisions?topicId=${daosTopic}&limit=1`)
      const second = await get(ada, nextOf(first) ?? assert.fail())
      assert.notEqual(first.body[0].transactionId, second.body[0].transactionId)
      assert.equal(second.body[0].topicId, daosTopic)
    })
  })
})
