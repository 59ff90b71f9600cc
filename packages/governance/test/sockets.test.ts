import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HOUR, type House, openHouse, type Person } from './house.ts'

describe('Socket events', () => {
  let house: House
  let ada: Person
  let ben: Person
  let cleo: Person
  before(async () => {
    house = await openHouse({ WS_NAMESPACE: 'garden' })
    ;[ada, ben, cleo] = (await house.people(3)) as [Person, Person, Person]
  })
  after(() => house.close())

  it('tell owners and creators of theirs unasked, in both namespaces, each once', async () => {
    const sockets = [await house.socket(ada), await house.socket(ada, 'garden')]
    const dao = await house.dao([ada, ben])
    const proposal = await house.propose(dao.daoId, ben)
    const vote = await house.vote(proposal, ben, 'YES')
    await house.pass(24 * HOUR)
    for (const socket of sockets) {
      assert.equal((await socket.next('dao_created')).daoId, dao.daoId)
      assert.equal((await socket.next('proposal_submitted')).proposalId, proposal.proposalId)
      assert.deepEqual(await socket.next('vote_cast'), vote.body)
      assert.equal((await socket.next('proposal_status_changed')).status, 'PASSED')
      const events = socket.heard.map(({ event }) => event)
      assert.deepEqual(events, ['dao_created', 'proposal_submitted', 'vote_cast', 'proposal_status_changed'])
    }
  })

  it('tell whoever follows a DAO or a proposal, and nobody else', async () => {
    const dao = await house.dao([ada, ben])
    const other = await house.dao([ada])
    const ofDao = await house.socket(cleo)
    const ofProposal = await house.socket(cleo)
    const ofNothing = await house.socket(cleo)
    assert.deepEqual(await ofDao.connection.emitWithAck('subscribe_dao', { daoId: dao.daoId }), { ok: true })
    const first = await house.propose(dao.daoId, ada)
    const follow = (name: string) => ofProposal.connection.emitWithAck(name, { proposalId: first.proposalId })
    assert.deepEqual(await follow('subscribe_proposal'), { ok: true })
    await house.propose(other.daoId, ada)
    await house.vote(first, ada, 'YES')
    await ofDao.next('vote_cast')
    await ofProposal.next('vote_cast')
    assert.deepEqual(
      ofDao.heard.map(({ event }) => event),
      ['proposal_submitted', 'vote_cast'],
    )
    assert.deepEqual(await follow('unsubscribe_proposal'), { ok: true })
    await house.vote(first, ben, 'YES')
    await house.pass(24 * HOUR)
    await ofDao.next('proposal_status_changed')
    assert.deepEqual(
      ofProposal.heard.map(({ event }) => event),
      ['vote_cast'],
    )
    assert.deepEqual(ofNothing.heard, [])
  })

  it('are refused without a token, and for what is not there', async () => {
    const isRefused = (error: { data?: { code: string } }) => error.data?.code === 'TOKEN_INVALID'
    await assert.rejects(house.socket({ token: 'nonsense' }), isRefused)
    const { connection } = await house.socket(cleo)
    const ack = await connection.emitWithAck('subscribe_dao', { daoId: crypto.randomUUID() })
    assert.deepEqual([ack.ok, ack.code], [false, 'DAO_NOT_FOUND'])
    assert.equal((await connection.emitWithAck('subscribe_proposal', 5)).code, 'VALIDATION_FAILED')
  })
})
