import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { httpSource, recount } from '@quorate/verify/recount'
import { type Answer, chain, type Harness, HOUR, openHarness, type Person } from './harness.ts'
import { COPY, GO_BACK, scriptOn } from './older-copy.ts'
import { openStorage } from './storage.ts'

describe('A database that is an older copy', () => {
  let first: Harness
  let storage: Awaited<ReturnType<typeof openStorage>>
  let people: [Person, Person, Person, Person]
  let dao: Answer['body']
  let proposal: Answer['body']
  let later: Answer['body']
  let topic: string[]
  const withStorage = () => ({ STORAGE_URL: storage.url, STORAGE_TOKEN: 'the-token' })
  const settle = async (harness: Harness) => {
    for (let round = 0; round < 6; round++) await harness.pass(20_000)
  }
  const script = (text: string) => scriptOn(first, text)
  const textsOn = async (harness: Harness) =>
    (await harness.onTopic(dao.topicId)).map(({ bytes }) => Buffer.from(bytes).toString())
  const shown = async (harness: Harness) => {
    const [{ body: decided }, { body: results }, { body: audit }, { body: members }, { body: rules }] =
      await Promise.all([
        harness.get(`/proposals/${proposal.proposalId}`),
        harness.get(`/votes/proposal/${proposal.proposalId}/results`),
        harness.get(`/votes/proposal/${proposal.proposalId}/audit`),
        harness.get(`/votes/proposal/${later.proposalId}/audit/electorate`),
        harness.get(`/daos/${dao.daoId}/rules`),
      ])
    const { updatedAt: _, ...rest } = decided
    return { decided: rest, results, audit, members, rules }
  }
  let before_: Awaited<ReturnType<typeof shown>>

  before(async () => {
    storage = await openStorage()
    first = await openHarness(withStorage())
    people = (await first.people(4)) as typeof people
    const [ada, ben, cleo, dan] = people
    dao = await first.dao([ada, ben, cleo], { votesChangeable: true, delegation: true })
    const change = { rules: { thresholdFraction: '3/5' }, members: { add: [first.treasury.id] } }
    proposal = await first.propose(dao.daoId, ada, { proposalData: { change } })
    await first.vote(proposal, ada, 'NO')
    await first.jobs.idle()
    await script(COPY)
    const signature = first.signedVote(proposal, ben.key, ben.id, 'YES', 'ü')
    assert.equal((await first.vote(proposal, ben, 'YES', { comment: 'ü', signature })).status, 201)
    assert.equal((await first.vote(proposal, cleo, 'NO')).status, 201)
    assert.equal((await first.vote(proposal, cleo, 'YES', { revision: 2 })).status, 201)
    await first.pass(23 * HOUR)
    await first.addMember(dao.daoId, ada, dan.id)
    const delegation = { account: ben.id, delegate: dan.id, number: 1 }
    assert.equal((await first.call('POST', `/daos/${dao.daoId}/delegations`, ben, delegation)).status, 201)
    await first.clock.advance(1)
    later = await first.propose(dao.daoId, dan, { quorum: 20, proposalData: { number: 1.5 } })
    await first.vote(later, dan, 'YES')
    await first.pass(HOUR)
    await settle(first)
    before_ = await shown(first)
    topic = await textsOn(first)
    assert.deepEqual([before_.decided.status, before_.results.winner], ['PASSED', 'YES'])
    assert.deepEqual([before_.rules.length, before_.rules[0].members], [2, { add: [first.treasury.id] }])
    await first.jobs.stop()
    await script(GO_BACK)
  })
  after(async () => {
    await first.close()
    storage.close()
  })

  test('decides and writes nothing for the DAO while votes that are on its topic cannot be read', async () => {
    const harness = await openHarness({}, { beside: first })
    try {
      await settle(harness)
      const [ada] = people
      const vote = await harness.vote(proposal, ada, 'YES')
      assert.deepEqual([vote.status, vote.body.code], [503, 'DATABASE_BEHIND'])
      const asked = await harness.call('POST', '/proposals', ada, harness.proposalBody(dao.daoId, ada))
      assert.deepEqual([asked.status, asked.body.code], [503, 'DATABASE_BEHIND'])
      const added = await harness.call('POST', `/daos/${dao.daoId}/members`, ada, {
        memberAddress: harness.treasury.id,
      })
      assert.equal(added.body.code, 'DATABASE_BEHIND')
      assert.equal((await harness.get(`/proposals/${proposal.proposalId}`)).body.status, 'ACTIVE')
      assert.deepEqual(await textsOn(harness), topic)
      const own = await harness.dao([ada])
      assert.equal((await harness.vote(await harness.propose(own.daoId, ada), ada, 'YES')).status, 201, 'elsewhere')
    } finally {
      await harness.close()
    }
  })

  test('restores what the topic and content storage have, and nothing else is published', async () => {
    const harness = await openHarness(withStorage(), { beside: first })
    try {
      const [ada, , cleo] = people
      await settle(harness)
      assert.deepEqual(await shown(harness), before_)
      assert.deepEqual(await textsOn(harness), topic)
      assert.equal((await harness.vote(later, cleo, 'YES')).status, 201)
      assert.equal((await harness.vote(later, ada, 'NO')).status, 201)
      await harness.pass(24 * HOUR)
      await settle(harness)
      for (const [{ proposalId }, total] of [
        [proposal, 3],
        [later, 4],
      ]) {
        const { mirror } = harness.ledger
        const source = httpSource(harness.url)
        const counted = await recount({ proposalId, chain, topicId: dao.topicId, mirror, source })
        assert.deepEqual([counted.faults, counted.status, counted.totalVotes], [[], 'PASSED', total])
      }
      const own = (await harness.get(`/daos/${dao.daoId}/delegations/${people[1].id}`)).body
      assert.deepEqual([own.delegate, own.number], [people[3].id, 1])
    } finally {
      await harness.close()
    }
  })
})

test('An older copy of a database gets the weights again that delegates cast, which are in no record', async () => {
  const storage = await openStorage()
  const withStorage = { STORAGE_URL: storage.url, STORAGE_TOKEN: 'the-token' }
  const first = await openHarness(withStorage)
  try {
    const [ada, ben, cleo] = (await first.people(3)) as [Person, Person, Person]
    const dao = await first.dao([ada, ben, cleo], { tokenWeighted: true, delegation: true })
    const body = { account: ben.id, delegate: ada.id, number: 1 }
    assert.equal((await first.call('POST', `/daos/${dao.daoId}/delegations`, ben, body)).status, 201)
    await first.pass(20_000)
    await scriptOn(first, COPY)
    const { proposalId, ...made } = await first.propose(dao.daoId, ada, { quorum: 50 })
    assert.equal((await first.vote({ proposalId, ...made }, ada, 'YES')).status, 201)
    await first.pass(24 * HOUR)
    await first.pass(20_000)
    const results = async (harness: Harness) => (await harness.get(`/votes/proposal/${proposalId}/results`)).body
    const before_ = await results(first)
    assert.deepEqual([before_.status, before_.delegatedVotes, before_.totalWeight], ['PASSED', 1, 200_0000_0000])
    await first.jobs.stop()
    await scriptOn(first, GO_BACK)
    const second = await openHarness(withStorage, { beside: first })
    try {
      // The first proposal after the restoration reads the topic.
      await second.propose(dao.daoId, ada)
      assert.equal((await results(second)).status, 'PASSED')
      for (let round = 0; round < 6; round++) await second.pass(20_000)
      assert.deepEqual(await results(second), before_)
      const { mirror } = second.ledger
      const source = httpSource(second.url)
      const { faults } = await recount({ proposalId, chain, topicId: dao.topicId, mirror, source })
      assert.deepEqual(faults, [])
    } finally {
      await second.close()
    }
  } finally {
    await first.close()
    storage.close()
  }
})

test('In an older copy of a database, a draft that has started since is a proposal, and starts no second time', async () => {
  const first = await openHarness()
  try {
    const [ada] = (await first.people(1)) as [Person]
    const { daoId } = await first.dao([ada])
    const proposal = first.proposalBody(daoId, ada)
    const { draftId } = (await first.call('POST', '/drafts', ada, { proposal })).body
    await first.call('POST', `/discussions/${draftId}/comments`, ada, { text: 'Before' })
    await first.jobs.idle()
    await scriptOn(first, COPY)
    const start = { ...proposal, draftId }
    assert.equal((await first.call('POST', '/proposals', ada, start)).status, 201)
    await first.pass(20_000)
    await first.jobs.stop()
    await scriptOn(first, GO_BACK)
    const second = await openHarness({}, { beside: first })
    try {
      assert.equal((await second.get(`/drafts/${draftId}`)).status, 200)
      assert.equal((await second.call('POST', '/proposals', ada, start)).body.code, 'DRAFT_STARTED')
      assert.equal((await second.get(`/drafts/${draftId}`)).body.code, 'DRAFT_NOT_FOUND')
      assert.equal((await second.get(`/proposals/${draftId}`)).status, 200)
      const [comment] = (await second.get(`/discussions/${draftId}/comments`)).body
      assert.equal(comment.text, 'Before')
    } finally {
      await second.close()
    }
  } finally {
    await first.close()
  }
})
