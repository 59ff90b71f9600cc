import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HOUR, type House, openHouse, type Person } from './harness.ts'

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

  it('carry the changed resource, each once, for every transition', async () => {
    const watching = await house.socket(cleo)
    const dao = await house.dao([ada, ben])
    await watching.connection.emitWithAck('subscribe_dao', { daoId: dao.daoId })
    const startTime = new Date(house.clock.now() + HOUR).toISOString()
    const { proposalId, ...rest } = await house.propose(dao.daoId, ada, { startTime })
    await watching.connection.emitWithAck('subscribe_proposal', { proposalId })
    await house.pass(HOUR)
    await house.vote({ proposalId, ...rest }, ben, 'NO')
    await house.pass(24 * HOUR)
    const withdrawn = await house.propose(dao.daoId, ada)
    await house.call('DELETE', `/proposals/${withdrawn.proposalId}`, ada)
    await house.call('PATCH', `/daos/${dao.daoId}`, ada, { status: 'INACTIVE' })
    const { votes: _votes, ...cancelled } = (await house.get(`/proposals/${withdrawn.proposalId}`)).body
    await house.pass(0)
    assert.deepEqual(
      watching.heard.map(({ event, data }) => [event, data.proposalId, data.status ?? data.choice]),
      [
        ['proposal_submitted', proposalId, 'PENDING'],
        ['proposal_status_changed', proposalId, 'ACTIVE'],
        ['vote_cast', proposalId, 'NO'],
        ['proposal_status_changed', proposalId, 'REJECTED'],
        ['proposal_submitted', withdrawn.proposalId, 'ACTIVE'],
        ['proposal_status_changed', withdrawn.proposalId, 'REJECTED'],
      ],
    )
    const { decision: _decided, ...heard } = watching.heard.at(-1)?.data ?? {}
    const { decision: _anchored, ...shown } = cancelled
    assert.deepEqual(heard, shown, 'the resource as it is read, without its lists')
  })
})

const { TEST_REDIS_URL: redisUrl, TEST_DATABASE_URL: databaseUrl } = process.env

describe('Socket events of two processes', { skip: !redisUrl && !databaseUrl && 'needs Redis or PostgreSQL' }, () => {
  it('reach whoever follows, once each, whichever process did it and whichever they are connected to', async () => {
    const one = await openHouse({}, { redisUrl })
    const two = await openHouse({}, { redisUrl, beside: one })
    try {
      const [ada, ben, cleo] = (await one.people(3)) as [Person, Person, Person]
      const dao = await one.dao([ada, ben])
      const follow = async (house: House, namespace: string) => {
        const socket = await house.socket(cleo, namespace)
        assert.deepEqual(await socket.connection.emitWithAck('subscribe_dao', { daoId: dao.daoId }), { ok: true })
        return socket
      }
      const sockets = [await follow(one, 'dao_events'), await follow(two, 'dao_events')]
      const gone = await follow(two, 'dao_events')
      await gone.connection.emitWithAck('unsubscribe_dao', { daoId: dao.daoId })
      const proposal = await two.propose(dao.daoId, ada)
      for (const socket of sockets) await socket.next('proposal_submitted')
      await Promise.all([one.vote(proposal, ada, 'YES'), two.vote(proposal, ben, 'YES')])
      await one.clock.advance(24 * HOUR)
      await Promise.all([one.jobs.idle(), two.jobs.idle()])
      for (const socket of sockets) {
        await socket.next('proposal_status_changed')
        assert.deepEqual(socket.heard.map(({ event }) => event).sort(), [
          'proposal_status_changed',
          'proposal_submitted',
          'vote_cast',
          'vote_cast',
        ])
      }
      assert.deepEqual(gone.heard, [])
      const { totalVotes, status } = (await two.get(`/votes/proposal/${proposal.proposalId}/results`)).body
      assert.deepEqual([totalVotes, status], [2, 'PASSED'])
    } finally {
      await two.close()
      await one.close()
    }
  })
})
