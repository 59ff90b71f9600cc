import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { httpSource, recount } from '@quorate/verify/recount'
import { type Answer, chain, type Harness, HOUR, openHarness, type Person } from './harness.ts'

describe('A DAO and its proposals', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let cleo: Person
  let dan: Person
  before(async () => {
    harness = await openHarness()
    ;[ada, ben, cleo, dan] = (await harness.people(4)) as [Person, Person, Person, Person]
  })
  after(() => harness.close())

  test('has a visible title that cannot be mistaken for another open one', async () => {
    const [owner = assert.fail()] = await harness.people(1)
    const dao = await harness.dao([owner])
    const send = async (title: string, path = '/proposals') => {
      const body =
        path === '/proposals'
          ? harness.proposalBody(dao.daoId, owner, { title })
          : { ...{ name: title, description: '', ownerAddress: owner.id }, votingRules: dao.votingRules }
      const answer = await harness.call('POST', path, owner, body)
      return [answer.status, answer.body.code, answer.body.proposalId]
    }
    for (const blank of [' ', '\u3000', '\u0301 '])
      for (const path of ['/proposals', '/daos'])
        assert.deepEqual((await send(blank, path)).slice(0, 2), [400, 'BLANK_TEXT'], JSON.stringify(blank))
    const [, , first] = await send('Pay the gardener')
    for (const alike of ['Pay the gardener ', 'Pay the g\u0430rdener', 'PAY THE GARDENER'])
      assert.deepEqual((await send(alike)).slice(0, 2), [409, 'TITLE_LOOKS_ALIKE'], alike)
    const long = '\ufdfa'.repeat(200)
    assert.equal((await send(long))[0], 201, 'which is 3,600 letters where it is compared')
    assert.equal((await send(`${long.slice(1)} `))[0], 409)
    const [again, , second] = await send('Pay the gardener')
    assert.equal(again, 201, 'the same text is what it looks like')
    for (const id of [first, second]) await harness.call('DELETE', `/proposals/${id}`, owner)
    assert.equal((await send('PAY THE GARDENER'))[0], 201, 'when the others are decided')
  })

  test('is compared even with titles that have an extra dot', async () => {
    const [owner] = (await harness.people(1)) as [Person]
    const dao = await harness.dao([owner])
    const send = async (title: string) => {
      const body = harness.proposalBody(dao.daoId, owner, { title })
      return (await harness.call('POST', '/proposals', owner, body)).body.code
    }
    const title = 'Enjoy the jam in spring'
    await harness.propose(dao.daoId, owner, { title })
    const dotted = [
      title.replace('i', 'i\u0307'),
      title.replace('j', 'j\u0307'),
      title.replace('i', '\u0131\u0307'),
      title.replace('j', '\u0237\u0307'),
      title.replace('i', '\u0456\u0307'),
    ]
    for (const alike of dotted) assert.equal(await send(alike), 'TITLE_LOOKS_ALIKE', JSON.stringify(alike))
  })

  test('has a consensus topic and is then ACTIVE, with its owner as the first member', async () => {
    const { daoId } = await harness.dao([ada])
    const { status, body } = await harness.get(`/daos/${daoId}`)
    assert.equal(status, 200)
    assert.equal(body.status, 'ACTIVE')
    assert.match(body.topicId, /^0\.0\.\d+$/)
    assert.deepEqual(body.members, [ada.id])
    assert.deepEqual(body.votingRules, {
      threshold: 50,
      minVotingPeriod: 1,
      tokenWeighted: false,
      tokenId: null,
      votingDelay: 0,
    })
    const [{ record } = assert.fail()] = await harness.onTopic(body.topicId)
    assert.equal(record.type, 'dao')
    assert.equal(record.daoId, daoId)
  })

  test('stores proposal data byte for byte as it was sent', async () => {
    const dao = await harness.dao([ada])
    const proposalData = { numbers: [...Array.from({ length: 2000 }, () => 1e-308), -0, 1.5, 5e-324] }
    const { proposalId, proposalData: answered } = await harness.propose(dao.daoId, ada, { proposalData })
    assert.deepEqual(answered, JSON.parse(JSON.stringify(proposalData)))
    const session = await harness.server.connections.session()
    const stored = `select length(proposal_data::text) as length from governance.proposal where proposal_id = $1`
    const { rows } = await session.query(stored, [proposalId])
    session.release()
    assert.ok(Number((rows[0] as { length: unknown }).length) <= JSON.stringify(proposalData).length)
  })

  test("refuses a DAO's record in proposal data, since its bytes could be shown as a separate message", async () => {
    const dao = await harness.dao([ada])
    await harness.jobs.idle()
    const [{ record } = assert.fail()] = await harness.onTopic(dao.topicId)
    const refused = (proposalData: object) =>
      harness.call('POST', '/proposals', ada, harness.proposalBody(dao.daoId, ada, { proposalData }))
    const { status, body } = await refused({ plan: [{ of: record }] })
    assert.deepEqual([status, body.code], [400, 'RECORD_IN_DATA'])
    assert.equal((await refused({ plan: [{ of: JSON.stringify(record) }] })).status, 201)
  })

  test('refuses property names with escapes in proposal data, since V8 may read them as others', async () => {
    const dao = await harness.dao([ada])
    for (const name of ['a"', 'a\\', '\n']) {
      const body = harness.proposalBody(dao.daoId, ada, { proposalData: { plan: [{ '': 1, [name]: 2 }] } })
      const answer = await harness.call('POST', '/proposals', ada, body)
      assert.deepEqual([answer.status, answer.body.code], [400, 'NAME_NOT_PLAIN'])
    }
  })

  test('returns every name in proposal data, even with line terminators, as a recount reads it', async () => {
    const dao = await harness.dao([ada, ben])
    const proposalData = { 'a\u2028b': 1, 'c\u2029d': { '\u2028': 2 }, '\u0085': 3, '': 4 }
    const proposal = await harness.propose(dao.daoId, ada, { proposalData })
    const { proposalId } = proposal
    const [listed] = (await harness.get(`/proposals/dao/${dao.daoId}`)).body
    const [ofDao] = (await harness.get(`/daos/${dao.daoId}`)).body.proposals
    const alone = (await harness.get(`/proposals/${proposalId}`)).body
    for (const answer of [proposal, alone, listed, ofDao]) assert.deepEqual(answer.proposalData, proposalData)
    await harness.vote(proposal, ada, 'YES')
    await harness.pass(24 * HOUR)
    const { faults } = await recount({
      proposalId,
      chain,
      topicId: dao.topicId,
      mirror: harness.ledger.mirror,
      source: httpSource(harness.url),
    })
    assert.deepEqual(faults, [])
  })

  test('lists at most a hundred proposals at a time, however many are requested: each may have 20 kB', async () => {
    const dao = await harness.dao([ada])
    const { proposalId } = await harness.propose(dao.daoId, ada)
    const session = await harness.server.connections.session()
    await session.query(
      `insert into governance.proposal (proposal_id, dao_id, title, description, creator, status, options, proposal_data, voting_rules, start_at, end_at, created_at, updated_at)
       select gen_random_uuid(), dao_id, title, description, creator, 'REJECTED', options, proposal_data, voting_rules, start_at, end_at, created_at, updated_at
       from governance.proposal, generate_series(1, 120) where proposal_id = $1`,
      [proposalId],
    )
    session.release()
    const page = await harness.get(`/proposals/dao/${dao.daoId}?limit=1000`)
    assert.equal(page.body.length, 100)
    const next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    const last = await harness.get(next)
    assert.deepEqual([last.body.length, last.body.at(-1).proposalId], [21, proposalId])
    assert.equal(last.headers.get('link'), null)
  })

  test('lists fewer proposals at a time if they are large, each once, because parsing them delays others', async () => {
    const eve = await harness.person()
    const dao = await harness.dao([eve])
    // Every object has a different shape, which takes V8 longest.
    const list = Array.from({ length: 1_500 }, (_, index) => ({ [index.toString(36)]: 0 }))
    const { proposalId } = await harness.propose(dao.daoId, eve, { proposalData: { list } })
    await harness.pass(0)
    const session = await harness.server.connections.session()
    await session.query(
      `insert into governance.proposal (proposal_id, dao_id, title, description, creator, status, options, proposal_data, voting_rules, start_at, end_at, created_at, updated_at)
       select gen_random_uuid(), dao_id, title, description, creator, 'ACTIVE', options, proposal_data, voting_rules, start_at, end_at, created_at, updated_at
       from governance.proposal, generate_series(1, 59) where proposal_id = $1`,
      [proposalId],
    )
    session.release()
    const size = JSON.stringify({ list }).length
    const most = Math.ceil(262_144 / size)
    for (const kind of ['', '/active']) {
      const seen: string[] = []
      for (let path = `/proposals/dao/${dao.daoId}${kind}?limit=50`; path !== ''; ) {
        const page = await harness.get(path)
        path = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
        assert.ok(page.body.length <= most && (page.body.length >= most - 1 || path === ''), `${page.body.length}`)
        seen.push(...page.body.map((one: Answer['body']) => one.proposalId))
      }
      assert.deepEqual([seen.length, new Set(seen).size], [60, 60])
    }
    const { proposals } = (await harness.get(`/daos/${dao.daoId}`)).body
    assert.ok(proposals.length <= most, `${proposals.length} of ${size} bytes`)
  })

  test('goes from a proposal to a decision on the topic', async () => {
    const dao = await harness.dao([ada, ben, cleo])
    const operation = { method: 'POST', path: '/transfer/hbar', body: { amount: 5, to: ben.id } }
    const proposal = await harness.propose(dao.daoId, ben, { proposalData: { operation } })
    assert.equal(proposal.status, 'ACTIVE')
    assert.deepEqual(proposal.votingOptions, ['YES', 'NO', 'ABSTAIN'])
    for (const [voter, choice] of [
      [ada, 'YES'],
      [ben, 'YES'],
      [cleo, 'NO'],
    ] as const) {
      const { status, body } = await harness.vote(proposal, voter, choice, { comment: `of ${voter.id}` })
      assert.equal(status, 201, JSON.stringify(body))
      assert.deepEqual((await harness.get(`/votes/${body.voteId}`)).body, body)
    }
    const running = (await harness.get(`/votes/proposal/${proposal.proposalId}/results`)).body
    assert.equal(running.final, false)
    assert.equal(running.winner, null)
    assert.equal(running.leading, 'YES')
    assert.deepEqual(running.options, [
      { option: 'YES', votes: 2, weight: 2, percent: 66.67 },
      { option: 'NO', votes: 1, weight: 1, percent: 33.33 },
      { option: 'ABSTAIN', votes: 0, weight: 0, percent: 0 },
    ])
    await harness.pass(24 * HOUR)
    const decided = (await harness.get(`/proposals/${proposal.proposalId}`)).body
    assert.equal(decided.status, 'PASSED')
    assert.equal(decided.votes.length, 3)
    const results = (await harness.get(`/votes/proposal/${proposal.proposalId}/results`)).body
    assert.deepEqual([results.final, results.winner, results.status], [true, 'YES', 'PASSED'])

    const records = await harness.onTopic(dao.topicId)
    assert.deepEqual(
      records.map(({ record }) => record.type),
      ['dao', 'membership', 'proposal', 'electorate', 'votes', 'decision'],
    )
    assert.equal(decided.decision.topicId, dao.topicId)
    const message = await harness.ledger.mirror.topicMessage(dao.topicId, decided.decision.consensusTimestamp)
    assert.deepEqual(JSON.parse(Buffer.from(message?.bytes ?? []).toString()).proposalData.operation, operation)
  })

  test('is decided once, as REJECTED, without votes', async () => {
    const dao = await harness.dao([ada])
    const proposal = await harness.propose(dao.daoId, ada)
    const socket = await harness.socket(ada)
    await harness.pass(24 * HOUR)
    await harness.pass(24 * HOUR)
    assert.equal((await harness.get(`/proposals/${proposal.proposalId}`)).body.status, 'REJECTED')
    const changes = socket.heard.filter(({ event }) => event === 'proposal_status_changed')
    assert.deepEqual(
      changes.map(({ data }) => data.status),
      ['REJECTED'],
    )
    const decisions = (await harness.onTopic(dao.topicId)).filter(({ record }) => record.type === 'decision')
    assert.equal(decisions.length, 1)
  })

  test('begins at its startTime, and those who are members then may vote', async () => {
    const dao = await harness.dao([ada, ben])
    const startTime = new Date(harness.clock.now() + 2 * HOUR).toISOString()
    const proposal = await harness.propose(dao.daoId, ada, { startTime })
    assert.equal(proposal.status, 'PENDING')
    const early = await harness.vote(proposal, ada, 'YES')
    assert.deepEqual([early.status, early.body.code], [409, 'VOTING_NOT_STARTED'])
    await harness.addMember(dao.daoId, ada, cleo.id)
    assert.equal((await harness.call('DELETE', `/daos/${dao.daoId}/members/${ben.id}`, ada)).status, 200)
    await harness.pass(2 * HOUR)
    assert.equal((await harness.get(`/proposals/${proposal.proposalId}`)).body.status, 'ACTIVE')
    assert.equal((await harness.get(`/proposals/dao/${dao.daoId}/active`)).body.length, 1)
    await harness.addMember(dao.daoId, ada, dan.id)
    await harness.clock.advance(1)
    for (const [voter, status] of [
      [ada, 201],
      [cleo, 201],
      [ben, 403],
      [dan, 403],
    ] as const)
      assert.equal((await harness.vote(proposal, voter, 'YES')).status, status)
    assert.equal((await harness.call('DELETE', `/daos/${dao.daoId}/members/${cleo.id}`, ada)).status, 200)
    await harness.pass(24 * HOUR)
    const { body } = await harness.get(`/votes/proposal/${proposal.proposalId}/results`)
    assert.equal(body.totalVotes, 2, 'what a member voted stays when it leaves')
    assert.equal(body.status, 'PASSED')
  })

  test('accepts no vote after its end, whatever the status says', async () => {
    const dao = await harness.dao([ada, ben])
    const proposal = await harness.propose(dao.daoId, ada)
    assert.equal((await harness.vote(proposal, ada, 'NO')).status, 201)
    await harness.clock.advance(24 * HOUR)
    const late = await harness.vote(proposal, ben, 'YES')
    assert.deepEqual([late.status, late.body.code], [409, 'VOTING_CLOSED'])
    await harness.jobs.idle()
  })

  test("begins and is decided by the service's clock if the queue's is ahead", async () => {
    const dao = await harness.dao([ada, ben])
    const startTime = new Date(harness.clock.now() + HOUR).toISOString()
    const proposal = await harness.propose(dao.daoId, ada, { startTime, votingDurationHours: 1 })
    const status = async () => (await harness.get(`/proposals/${proposal.proposalId}`)).body.status
    harness.setBehind(300)
    try {
      await harness.pass(HOUR)
      assert.equal(await status(), 'PENDING')
      await harness.pass(1000)
      assert.equal(await status(), 'ACTIVE')
      assert.equal((await harness.vote(proposal, ada, 'YES')).status, 201)
      await harness.pass(HOUR - 1000)
      assert.equal(await status(), 'ACTIVE')
      assert.equal((await harness.vote(proposal, ben, 'NO')).status, 201, 'before the end by the clock that says so')
      await harness.pass(1000)
      assert.equal(await status(), 'REJECTED')
    } finally {
      harness.setBehind(0)
    }
    const { faults, published } = await recount({
      proposalId: proposal.proposalId,
      chain,
      topicId: dao.topicId,
      mirror: harness.ledger.mirror,
      source: httpSource(harness.url),
    })
    assert.deepEqual(faults, [])
    assert.ok((published?.decidedAt ?? '') >= proposal.endTime)
  })

  test('can be cancelled by its creator before the first vote, and not after', async () => {
    const dao = await harness.dao([ada, ben])
    const first = await harness.propose(dao.daoId, ben, { proposalData: { plan: 'x'.repeat(15_000) } })
    assert.equal((await harness.call('DELETE', `/proposals/${first.proposalId}`, ada)).status, 403)
    const cancelled = await harness.call('DELETE', `/proposals/${first.proposalId}`, ben)
    assert.deepEqual([cancelled.body.status, cancelled.body.cancelled], ['REJECTED', true])
    assert.equal((await harness.vote(first, ada, 'YES')).body.code, 'VOTING_CLOSED')
    await harness.pass(0)
    const { bytes = [] } = (await harness.onTopic(dao.topicId)).at(-1) ?? {}
    assert.ok(bytes.length < 1024, 'as often as somebody cancels, nobody waits long for the record of it')
    const counted = await recount({
      proposalId: first.proposalId,
      chain,
      topicId: dao.topicId,
      mirror: harness.ledger.mirror,
      source: httpSource(harness.url),
    })
    assert.deepEqual(counted.faults, [])
    const second = await harness.propose(dao.daoId, ben)
    await harness.vote(second, ada, 'YES')
    const refused = await harness.call('DELETE', `/proposals/${second.proposalId}`, ben)
    assert.deepEqual([refused.status, refused.body.code], [409, 'VOTES_CAST'])
    assert.equal((await harness.vote(second, ben, 'YES')).status, 201, 'a refused cancellation closes nothing')
  })

  test('is either cancelled or begun if both happen at once, and its records are in that order', async () => {
    const dao = await harness.dao([ada])
    const startTime = new Date(harness.clock.now() + HOUR).toISOString()
    const proposals = await Promise.all(Array.from({ length: 8 }, () => harness.propose(dao.daoId, ada, { startTime })))
    await Promise.all([
      harness.pass(HOUR),
      ...proposals.map(({ proposalId }) => harness.call('DELETE', `/proposals/${proposalId}`, ada)),
    ])
    await harness.pass(25 * HOUR)
    const records = (await harness.onTopic(dao.topicId)).map(({ record }) => record)
    for (const { proposalId } of proposals) {
      const own = records.filter((record) => 'proposalId' in record && record.proposalId === proposalId)
      assert.deepEqual([own[0]?.type, own.at(-1)?.type], ['proposal', 'decision'])
      assert.equal((await harness.get(`/proposals/${proposalId}`)).body.status, 'REJECTED')
    }
  })

  test('accepts no new proposals while INACTIVE; running ones finish', async () => {
    const dao = await harness.dao([ada, ben])
    const proposal = await harness.propose(dao.daoId, ada)
    assert.equal((await harness.call('PATCH', `/daos/${dao.daoId}`, ben, { status: 'INACTIVE' })).status, 403)
    const { body } = await harness.call('PATCH', `/daos/${dao.daoId}`, ada, { status: 'INACTIVE' })
    assert.equal(body.status, 'INACTIVE')
    const refused = await harness.call('POST', '/proposals', ada, harness.proposalBody(dao.daoId, ada))
    assert.deepEqual([refused.status, refused.body.code], [409, 'DAO_INACTIVE'])
    assert.equal((await harness.vote(proposal, ada, 'YES')).status, 201)
    await harness.pass(24 * HOUR)
    assert.equal((await harness.get(`/proposals/${proposal.proposalId}`)).body.status, 'PASSED')
  })

  test('passes only if the quorum of those who could vote is reached', async () => {
    const dao = await harness.dao([ada, ben, cleo])
    const proposals = [
      await harness.propose(dao.daoId, ada, { quorum: 66 }),
      await harness.propose(dao.daoId, ada, { quorum: 67 }),
    ]
    for (const proposal of proposals) {
      await harness.vote(proposal, ada, 'YES')
      await harness.vote(proposal, ben, 'ABSTAIN')
    }
    await harness.pass(24 * HOUR)
    const statuses = await Promise.all(
      proposals.map(async ({ proposalId }) => (await harness.get(`/votes/proposal/${proposalId}/results`)).body),
    )
    assert.deepEqual(
      statuses.map(({ status }) => status),
      ['PASSED', 'REJECTED'],
    )
    assert.deepEqual(statuses[1].quorum, {
      percent: 67,
      fraction: null,
      eligibleWeight: 3,
      cast: 66.67,
      reached: false,
      missing: 1,
    })
  })

  test('decides between custom options by the leading one', async () => {
    const dao = await harness.dao([ada, ben, cleo], { threshold: 60 })
    const proposal = await harness.propose(dao.daoId, ada, { votingOptions: ['apple', 'pear', 'plum'] })
    await harness.vote(proposal, ada, 'pear')
    await harness.vote(proposal, ben, 'pear')
    await harness.vote(proposal, cleo, 'plum')
    assert.equal((await harness.vote(proposal, cleo, 'YES')).body.code, 'INVALID_CHOICE')
    await harness.pass(24 * HOUR)
    assert.equal((await harness.get(`/votes/proposal/${proposal.proposalId}/results`)).body.winner, 'pear')
  })

  test('has each member once, even if the clocks of the processes that change them differ', async () => {
    const dao = await harness.dao([ada, ben])
    const member = `/daos/${dao.daoId}/members`
    await harness.clock.advance(5000)
    assert.equal((await harness.call('DELETE', `${member}/${ben.id}`, ada)).status, 200)
    await harness.clock.advance(-3000)
    await harness.addMember(dao.daoId, ada, ben.id)
    await harness.clock.advance(1000)
    const proposal = await harness.propose(dao.daoId, ada)
    await harness.vote(proposal, ada, 'YES')
    const electorate = (await harness.get(`/votes/proposal/${proposal.proposalId}/audit/electorate`)).body
    assert.deepEqual(electorate.trim().split('\n').sort(), [ada.id, ben.id].sort())
    await harness.clock.advance(-2000)
    await harness.addMember(dao.daoId, ada, cleo.id)
    assert.equal((await harness.vote(proposal, cleo, 'YES')).body.code, 'NOT_A_MEMBER', 'it came after the start')
    assert.equal((await harness.vote(proposal, ben, 'YES')).body.createdAt, proposal.startTime)
    await harness.pass(30 * HOUR)
    const { body } = await harness.get(`/votes/proposal/${proposal.proposalId}/results`)
    assert.deepEqual([body.status, body.totalVotes], ['PASSED', 2])
  })
})
