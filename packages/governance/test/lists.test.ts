import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { httpSource, recount } from '@quorate/verify/recount'
import { type Answer, chain, type Harness, HOUR, openHarness, type Person } from './harness.ts'

describe('Lists of DAOs and proposals', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let cleo: Person
  before(async () => {
    harness = await openHarness()
    ;[ada, ben, cleo] = (await harness.people(3)) as [Person, Person, Person]
  })
  after(() => harness.close())

  const rules = { threshold: 50, minVotingPeriod: 1, tokenWeighted: false }
  const found = (owner: Person, more: object = {}) =>
    harness.call('POST', '/daos', owner, {
      name: 'Gardeners',
      description: '',
      ownerAddress: owner.id,
      votingRules: rules,
      ...more,
    })
  const nextOf = ({ headers }: Answer) => /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? ''

  test('have every field of their entries, as the answers about a single entry do', async () => {
    const [owner, member] = (await harness.people(2)) as [Person, Person]
    const dao = await harness.dao([owner, member])
    const proposal = await harness.propose(dao.daoId, member)
    await harness.vote(proposal, owner, 'YES', { comment: 'at last' })
    await harness.jobs.idle()
    const alone = (await harness.get(`/proposals/${proposal.proposalId}`)).body
    assert.equal(alone.votes.length, 1)
    assert.equal(alone.votesTruncated, false)
    for (const path of [`/proposals/dao/${dao.daoId}`, `/proposals/dao/${dao.daoId}/active`])
      assert.deepEqual((await harness.get(path, owner)).body, [alone], path)
    const whole = (await harness.get(`/daos/${dao.daoId}`)).body
    assert.deepEqual(whole.proposals, [alone])
    assert.deepEqual(whole.members, [member.id, owner.id])
    assert.deepEqual([whole.memberCount, whole.membersTruncated, whole.proposalsTruncated], [2, false, false])
    for (const path of [`/daos/owner/${owner.id}`, `/daos?owner=${owner.id}`, `/daos?member=${member.id}`])
      assert.deepEqual((await harness.get(path, owner)).body, [whole], path)
  })

  test('show the newest hundred members, always including the owner, and say that there are more', async () => {
    const dao = await harness.dao([ada])
    const session = await harness.server.connections.session()
    await session.query(
      `insert into governance.member (dao_id, account, added_at)
       select $1, '0.0.' || (70000 + n), now() from generate_series(1, 150) as n`,
      [dao.daoId],
    )
    await session.query('update governance.dao set member_count = 151 where dao_id = $1', [dao.daoId])
    session.release()
    const { body } = await harness.get(`/daos/${dao.daoId}`)
    assert.equal(body.members.length, 100)
    assert.equal(body.members[0], '0.0.70150')
    assert.ok(body.members.includes(ada.id))
    assert.deepEqual([body.memberCount, body.membersTruncated], [151, true])
  })

  test('count members as they join and leave, even concurrently', async () => {
    const [owner, ...others] = (await harness.people(4)) as [Person, ...Person[]]
    const { daoId } = await harness.dao([owner])
    const count = async () => (await harness.get(`/daos/${daoId}`)).body.memberCount
    const add = ({ id }: Person) => harness.call('POST', `/daos/${daoId}/members`, owner, { memberAddress: id })
    await Promise.all([...others, ...others].map(add))
    assert.equal(await count(), 4)
    const remove = ({ id }: Person) => harness.call('DELETE', `/daos/${daoId}/members/${id}`, owner)
    await Promise.all([others[0], others[0], others[1]].map((one) => remove(one as Person)))
    assert.equal(await count(), 2)
    await add(others[0] as Person)
    assert.equal(await count(), 3)
  })

  test("show an equal part of each proposal's votes if many are listed", async () => {
    const [owner] = (await harness.people(1)) as [Person]
    const { daoId } = await harness.dao([owner])
    const proposals = [
      await harness.propose(daoId, owner, { title: 'Pears' }),
      await harness.propose(daoId, owner, { title: 'Plums' }),
    ]
    const session = await harness.server.connections.session()
    for (const { proposalId } of proposals)
      await session.query(
        `insert into governance.vote (proposal_id, number, voter, choice, weight, comment, cast_at)
         select $1, n, '0.0.' || (80000 + n), 0, 1, repeat('\u{1F333}', 1000), now() from generate_series(1, 101) as n`,
        [proposalId],
      )
    session.release()
    const listed = (await harness.get(`/proposals/dao/${daoId}`, owner)).body
    assert.deepEqual(
      listed.map(({ votes, votesTruncated }: Answer['body']) => [votes.length > 20, votes[0].number, votesTruncated]),
      [
        [true, 101, true],
        [true, 101, true],
      ],
    )
    assert.ok(Math.abs(listed[0].votes.length - listed[1].votes.length) <= 1)
  })

  test('cover the whole chain, a member or an owner, newest first, in pages', async () => {
    const [owner, member] = (await harness.people(2)) as [Person, Person]
    const daos: string[] = []
    for (let index = 0; index < 3; index++) daos.unshift((await harness.dao([owner, member])).daoId)
    const [other] = [(await harness.dao([member])).daoId]
    const idsAt = async (path: string) => {
      const answer = await harness.get(path, owner)
      return { ids: answer.body.map(({ daoId }: { daoId: string }) => daoId), next: nextOf(answer) }
    }
    assert.deepEqual((await idsAt(`/daos/owner/${owner.id}`)).ids, daos)
    assert.deepEqual((await idsAt('/daos?limit=4')).ids, [other, ...daos])
    const first = await idsAt(`/daos?member=${member.id}&owner=${owner.id}&limit=2`)
    assert.deepEqual(first.ids, daos.slice(0, 2))
    assert.deepEqual((await idsAt(first.next)).ids, daos.slice(2))
    await harness.call('DELETE', `/daos/${daos[0]}/members/${member.id}`, owner)
    assert.deepEqual((await idsAt(`/daos?member=${member.id}`)).ids, [other, ...daos.slice(1)])
  })

  test('Lists by owner cover the default chain unless the session or the query names another, and never a chain that is not served', async () => {
    const dao = await harness.dao([cleo])
    const ids = async (query: string, by?: Person) =>
      (await harness.get(`/daos/owner/${cleo.id}${query}`, by)).body.map(({ daoId }: Answer['body']) => daoId)
    const session = await harness.server.connections.session()
    const { rows } = await session.query(`select * from governance.dao where dao_id = $1`, [dao.daoId])
    const { sequence: _own, ...elsewhere } = rows[0] as Record<string, unknown>
    const columns = Object.keys(elsewhere)
    await session.query(
      `insert into governance.dao (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
      columns.map((name) =>
        name === 'dao_id' ? crypto.randomUUID() : name === 'chain' ? 'hedera:testnet' : elsewhere[name],
      ),
    )
    session.release()
    assert.deepEqual(await ids(''), [dao.daoId])
    assert.deepEqual(await ids('', cleo), [dao.daoId])
    assert.deepEqual(await ids(`?chain=${encodeURIComponent(chain)}`), [dao.daoId])
    for (const path of [`/daos/owner/${cleo.id}`, '/daos', '/proposals']) {
      const answer = await harness.get(`${path}?chain=hedera%3Aelsewhere`, cleo)
      assert.deepEqual([answer.status, answer.body.code], [400, 'UNKNOWN_CHAIN'], path)
    }
  })

  test('Lists of proposals cover all DAOs that the session’s account, or another, is a member of, by status', async () => {
    const [owner, member] = (await harness.people(2)) as [Person, Person]
    const one = await harness.dao([owner, member])
    const two = await harness.dao([owner, member])
    const mine = await harness.dao([owner])
    const first = await harness.propose(one.daoId, owner)
    const second = await harness.propose(two.daoId, owner)
    const third = await harness.propose(mine.daoId, owner)
    await harness.call('DELETE', `/proposals/${second.proposalId}`, owner)
    await harness.jobs.idle()
    const at = async (path: string, by: Person) => {
      const answer = await harness.get(path, by)
      return { ids: answer.body.map(({ proposalId }: { proposalId: string }) => proposalId), next: nextOf(answer) }
    }
    const [a, b, c] = [first.proposalId, second.proposalId, third.proposalId]
    assert.deepEqual((await at('/proposals', owner)).ids, [c, b, a])
    assert.deepEqual((await at('/proposals', member)).ids, [b, a])
    assert.deepEqual((await at(`/proposals?member=${member.id}`, owner)).ids, [b, a])
    assert.deepEqual((await at('/proposals?status=ACTIVE', member)).ids, [a])
    assert.deepEqual((await at('/proposals?status=REJECTED', member)).ids, [b])
    const page = await at('/proposals?status=ACTIVE&limit=1', owner)
    assert.deepEqual(page.ids, [c])
    assert.deepEqual((await at(page.next, owner)).ids, [a])
    assert.equal((await harness.get('/proposals?status=OPEN', owner)).body.code, 'VALIDATION_FAILED')
    assert.equal((await harness.get('/proposals')).body.code, 'MEMBER_MISSING')
  })

  test('A DAO is founded with members, and a recount confirms their votes on its first proposal', async () => {
    const { status, body: dao } = await found(ada, { members: [ben.id, ada.id, cleo.id, ben.id] })
    assert.equal(status, 201)
    assert.deepEqual([...dao.members].sort(), [ada.id, ben.id, cleo.id].sort())
    await harness.clock.advance(1)
    const proposal = await harness.propose(dao.daoId, ben)
    assert.equal((await harness.vote(proposal, cleo, 'YES')).status, 201)
    await harness.pass(24 * HOUR)
    const { faults, membership } = await recount({
      proposalId: proposal.proposalId,
      chain,
      topicId: dao.topicId,
      mirror: harness.ledger.mirror,
      source: httpSource(harness.url),
    })
    assert.deepEqual(faults, [])
    assert.ok(membership)
  })

  test('A DAO cannot be founded with a nonexistent account as member, or with more than a hundred members', async () => {
    const unknown = await found(ada, { members: ['0.0.999999'] })
    assert.deepEqual([unknown.status, unknown.body.code], [422, 'INVALID_ACCOUNT_ID'])
    assert.match(unknown.body.message, /0\.0\.999999/)
    const many = await found(ada, { members: Array.from({ length: 101 }, (_, index) => `0.0.${index + 1}`) })
    assert.deepEqual([many.status, many.body.code], [400, 'VALIDATION_FAILED'])
  })
})
