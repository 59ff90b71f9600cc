import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Harness, HOUR, openHarness, type Person } from './harness.ts'

/** A socket that subscribes right after a DAO was founded may still hear of its members and its topic. */
const FOUNDING: ReadonlySet<string> = new Set(['member_added', 'dao_status_changed'])

describe('Socket events', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let cleo: Person
  before(async () => {
    harness = await openHarness({ WS_NAMESPACE: 'garden' })
    ;[ada, ben, cleo] = (await harness.people(3)) as [Person, Person, Person]
  })
  after(() => harness.close())

  test('inform owners and creators about their own resources automatically, in both namespaces, each once', async () => {
    const sockets = [await harness.socket(ada), await harness.socket(ada, 'garden')]
    const dao = await harness.dao([ada, ben])
    const proposal = await harness.propose(dao.daoId, ben)
    const vote = await harness.vote(proposal, ben, 'YES')
    await harness.pass(24 * HOUR)
    for (const socket of sockets) {
      assert.equal((await socket.next('dao_created')).daoId, dao.daoId)
      assert.equal((await socket.next('proposal_submitted')).proposalId, proposal.proposalId)
      assert.deepEqual(await socket.next('vote_cast'), vote.body)
      assert.equal((await socket.next('proposal_status_changed')).status, 'PASSED')
      const events = socket.heard.map(({ event }) => event)
      assert.deepEqual(events, [
        ...['dao_created', 'dao_status_changed', 'member_added'],
        ...['proposal_submitted', 'vote_cast', 'proposal_status_changed'],
      ])
    }
  })

  test('inform followers of a DAO or a proposal, and nobody else', async () => {
    const dao = await harness.dao([ada, ben])
    const other = await harness.dao([ada])
    const ofDao = await harness.socket(cleo)
    const ofProposal = await harness.socket(cleo)
    const ofNothing = await harness.socket(cleo)
    // What the owner has heard of is no longer on its way to a socket that subscribes now.
    const ofOwner = await harness.socket(ada)
    assert.deepEqual(await ofDao.connection.emitWithAck('subscribe_dao', { daoId: dao.daoId }), { ok: true })
    const first = await harness.propose(dao.daoId, ada)
    await ofOwner.next('proposal_submitted')
    const follow = (name: string) => ofProposal.connection.emitWithAck(name, { proposalId: first.proposalId })
    assert.deepEqual(await follow('subscribe_proposal'), { ok: true })
    await harness.propose(other.daoId, ada)
    await harness.vote(first, ada, 'YES')
    await ofDao.next('vote_cast')
    await ofProposal.next('vote_cast')
    assert.deepEqual(
      ofDao.heard.map(({ event }) => event).filter((event) => !FOUNDING.has(event)),
      ['proposal_submitted', 'vote_cast'],
    )
    assert.deepEqual(await follow('unsubscribe_proposal'), { ok: true })
    await harness.vote(first, ben, 'YES')
    await harness.pass(24 * HOUR)
    await ofDao.next('proposal_status_changed')
    assert.deepEqual(
      ofProposal.heard.map(({ event }) => event),
      ['vote_cast'],
    )
    assert.deepEqual(ofNothing.heard, [])
  })

  test('announce a new DAO to every socket, and its later changes only to followers', async () => {
    const stranger = await harness.socket(cleo)
    const dao = await harness.dao([ada, ben])
    const { data } = stranger.heard[0] ?? assert.fail('nothing heard')
    assert.deepEqual([data.daoId, data.status, data.topicId], [dao.daoId, 'PENDING', null])
    await harness.propose(dao.daoId, ada)
    await harness.pass(24 * HOUR)
    assert.deepEqual(
      stranger.heard.map(({ event }) => event),
      ['dao_created'],
    )
  })

  test('inform members automatically, whether they connect before or after joining, and after they have left', async () => {
    const [owner, member] = (await harness.people(2)) as [Person, Person]
    const early = await harness.socket(member)
    const dao = await harness.dao([owner, member])
    assert.equal((await early.next('dao_created')).daoId, dao.daoId)
    const { changedAt, ...added } = await early.next('member_added')
    assert.ok(changedAt)
    assert.deepEqual(added, { daoId: dao.daoId, chain: dao.chain, memberAddress: member.id, member: true })
    const proposal = await harness.propose(dao.daoId, owner)
    await harness.call('DELETE', `/daos/${dao.daoId}/members/${member.id}`, owner)
    await early.next('member_removed')
    const late = await harness.socket(member)
    await harness.vote(proposal, owner, 'YES')
    await harness.vote(proposal, member, 'NO')
    await harness.pass(24 * HOUR)
    for (const socket of [early, late]) assert.equal((await socket.next('proposal_status_changed')).status, 'REJECTED')
    assert.deepEqual(
      early.heard.map(({ event }) => event).filter((event) => event.startsWith('member')),
      ['member_added', 'member_removed'],
    )
    assert.deepEqual(
      late.heard.map(({ event }) => event),
      ['vote_cast', 'vote_cast', 'proposal_status_changed'],
    )
  })

  test('announce that a DAO has its topic, and the members that it was founded with', async () => {
    const watching = await harness.socket(ben)
    const made = await harness.call('POST', '/daos', ada, {
      name: 'Gardeners',
      description: '',
      ownerAddress: ada.id,
      members: [ben.id],
      votingRules: { threshold: 50, minVotingPeriod: 1, tokenWeighted: false },
    })
    const changed = await watching.next('dao_status_changed')
    assert.deepEqual([changed.daoId, changed.status, changed.topicId], [made.body.daoId, 'ACTIVE', made.body.topicId])
    assert.deepEqual(
      watching.heard.map(({ event }) => event),
      ['dao_created', 'member_added', 'dao_status_changed'],
    )
  })

  test('are refused without a token, and for nonexistent resources', async () => {
    const isRefused = (error: { data?: { code: string } }) => error.data?.code === 'TOKEN_INVALID'
    await assert.rejects(harness.socket({ token: 'nonsense' }), isRefused)
    const { connection } = await harness.socket(cleo)
    const ack = await connection.emitWithAck('subscribe_dao', { daoId: crypto.randomUUID() })
    assert.deepEqual([ack.ok, ack.code], [false, 'DAO_NOT_FOUND'])
    assert.equal((await connection.emitWithAck('subscribe_proposal', 5)).code, 'VALIDATION_FAILED')
  })

  test('contain the changed resource, each once, for every transition', async () => {
    const watching = await harness.socket(cleo)
    const dao = await harness.dao([ada, ben])
    await watching.connection.emitWithAck('subscribe_dao', { daoId: dao.daoId })
    const startTime = new Date(harness.clock.now() + HOUR).toISOString()
    const { proposalId, ...rest } = await harness.propose(dao.daoId, ada, { startTime })
    await watching.next('proposal_submitted')
    await watching.connection.emitWithAck('subscribe_proposal', { proposalId })
    await harness.pass(HOUR)
    await harness.vote({ proposalId, ...rest }, ben, 'NO')
    await harness.pass(24 * HOUR)
    const withdrawn = await harness.propose(dao.daoId, ada)
    await harness.call('DELETE', `/proposals/${withdrawn.proposalId}`, ada)
    await harness.call('PATCH', `/daos/${dao.daoId}`, ada, { status: 'INACTIVE' })
    const {
      votes: _votes,
      votesTruncated: _others,
      ...cancelled
    } = (await harness.get(`/proposals/${withdrawn.proposalId}`)).body
    await harness.pass(0)
    assert.deepEqual(
      watching.heard
        .filter(({ event, data }) => !FOUNDING.has(event) || data.status === 'INACTIVE')
        .map(({ event, data }) => [event, data.proposalId, data.status ?? data.choice]),
      [
        ['dao_created', undefined, 'PENDING'],
        ['proposal_submitted', proposalId, 'PENDING'],
        ['proposal_status_changed', proposalId, 'ACTIVE'],
        ['vote_cast', proposalId, 'NO'],
        ['proposal_status_changed', proposalId, 'REJECTED'],
        ['proposal_submitted', withdrawn.proposalId, 'ACTIVE'],
        ['proposal_status_changed', withdrawn.proposalId, 'REJECTED'],
        ['dao_status_changed', undefined, 'INACTIVE'],
      ],
    )
    const { decision: _decided, ...heard } = watching.heard.at(-2)?.data ?? {}
    const { decision: _anchored, ...shown } = cancelled
    assert.deepEqual(heard, shown, 'the resource as it is read, without its lists')
  })
})

const { TEST_REDIS_URL: redisUrl, TEST_DATABASE_URL: databaseUrl } = process.env

describe('Socket events of two processes', { skip: !redisUrl && !databaseUrl && 'needs Redis or PostgreSQL' }, () => {
  test('reach every follower once, whichever process made the change and whichever they are connected to', async () => {
    const one = await openHarness({}, { redisUrl })
    const two = await openHarness({}, { redisUrl, beside: one })
    try {
      const [ada, ben, cleo] = (await one.people(3)) as [Person, Person, Person]
      const dao = await one.dao([ada, ben])
      const follow = async (harness: Harness, namespace: string) => {
        const socket = await harness.socket(cleo, namespace)
        assert.deepEqual(await socket.connection.emitWithAck('subscribe_dao', { daoId: dao.daoId }), { ok: true })
        return socket
      }
      const sockets = [await follow(one, 'dao_events'), await follow(two, 'dao_events')]
      const gone = await follow(two, 'dao_events')
      await gone.connection.emitWithAck('unsubscribe_dao', { daoId: dao.daoId })
      const proposal = await two.propose(dao.daoId, ada)
      for (const socket of sockets) await socket.next('proposal_submitted')
      // A vote at the other process may be announced later than this process's next event.
      const voted = sockets.map(({ connection }) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        let votes = 0
        connection.on('vote_cast', () => ++votes === 2 && resolve())
        return promise
      })
      await Promise.all([one.vote(proposal, ada, 'YES'), two.vote(proposal, ben, 'YES'), ...voted])
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
