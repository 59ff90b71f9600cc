import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testLedger } from '@quorate/ledger/testing'
import { testClock, testDatabase, testTokens } from '@quorate/platform/testing'
import { type Ballot, exitCode, httpSource, recount, sealBallot } from '@quorate/verify/recount'
import { type BallotNode, openBallotNode } from './ballot-node.ts'
import { type Answer, chain, type Harness, HOUR, openHarness, type Person } from './harness.ts'
import { COPY, GO_BACK, scriptOn } from './older-copy.ts'
import { openStorage } from './storage.ts'

type Body = Answer['body']

async function recordOf(harness: Harness, { proposalId, daoId }: Body) {
  await harness.jobs.idle()
  const { topicId } = (await harness.get(`/daos/${daoId}`)).body
  for (const { record } of await harness.onTopic(topicId))
    if (record.type === 'proposal' && record.proposalId === proposalId) return record
  return assert.fail('the proposal is not on the topic')
}

async function vote(harness: Harness, proposal: Body, voter: Person, ballot: Ballot, more: object = {}): Promise<void> {
  const { proposalId, daoId } = proposal
  const sealed = await sealBallot(await recordOf(harness, proposal), voter.id, ballot)
  const body = { proposalId, daoId, voterAddress: voter.id, sealed, ...more }
  const answer = await harness.call('POST', '/votes', voter, body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
}

async function counted(harness: Harness, { proposalId, daoId }: Body) {
  const { mirror, topicInfo } = harness.ledger
  const { topicId } = (await harness.get(`/daos/${daoId}`)).body
  const source = httpSource(harness.url)
  return recount({ proposalId, chain, topicId, mirror, topicInfo, source, now: harness.clock.now() })
}

const results = async (harness: Harness, { proposalId }: Body): Promise<Body> =>
  (await harness.get(`/votes/proposal/${proposalId}/results`)).body

async function settle(harness: Harness): Promise<void> {
  for (let round = 0; round < 6; round++) await harness.pass(20_000)
}

describe('Secret votes, with other rules', () => {
  let node: BallotNode
  let harness: Harness
  let people: Person[]
  before(async () => {
    node = await openBallotNode()
    harness = await openHarness({ NODE_URL: node.url })
    people = await harness.people(5)
  })
  after(async () => {
    await harness.close()
    node.close()
  })
  const at = (index: number): Person => people[index] as Person
  async function end(proposal: Body): Promise<Body> {
    await harness.pass(24 * HOUR)
    await settle(harness)
    return (await harness.get(`/proposals/${proposal.proposalId}`)).body
  }

  for (const method of ['ranked', 'weighted'] as const)
    test(`weigh tokens, are changed, and count for those who delegate: ${method}`, async () => {
      const dao = await harness.dao(people, {
        ...{ secretVotes: true, votesChangeable: true, delegation: true, tokenWeighted: true, votingMethods: [method] },
        ...{ quorum: 50, threshold: 25 },
      })
      for (const [from, to] of [
        [2, 1],
        [4, 3],
      ] as const) {
        const body = { account: at(from).id, delegate: at(to).id, number: 1 }
        assert.equal((await harness.call('POST', `/daos/${dao.daoId}/delegations`, at(from), body)).status, 201)
      }
      await harness.clock.advance(1)
      const proposal = await harness.propose(dao.daoId, at(0), {
        ...{ votingMethod: method, votingOptions: ['Oak', 'Elm', 'Ash'] },
      })
      const say = (choices: string[], shares: number[]): Ballot =>
        method === 'ranked' ? { choices } : { choices, shares }
      await vote(harness, proposal, at(0), say(['Oak'], [100]))
      await vote(harness, proposal, at(1), say(['Oak'], [100]))
      await vote(harness, proposal, at(1), say(['Elm', 'Ash'], [70, 30]), { revision: 2 })
      // A delegate's sealed vote that cannot be decrypted still counts as the vote of its delegators, too: for no
      // option.
      const noise = Buffer.alloc(
        Buffer.from(await sealBallot(await recordOf(harness, proposal), at(3).id, say(['Oak'], [100])), 'base64')
          .length,
        7,
      )
      const { proposalId, daoId } = proposal
      const body = { proposalId, daoId, voterAddress: at(3).id, sealed: noise.toString('base64') }
      assert.equal((await harness.call('POST', '/votes', at(3), body)).status, 201)
      await harness.jobs.idle()
      const open = await counted(harness, proposal)
      assert.deepEqual(open.faults, [])
      assert.ok((await results(harness, proposal)).options.every(({ weight }: Body) => weight === 0))
      const done = await end(proposal)
      assert.equal(done.status, 'PASSED')
      const again = await counted(harness, proposal)
      assert.deepEqual([again.faults, again.doubts, exitCode(again)], [[], [], 0])
      assert.deepEqual([again.winner, again.totalVotes, again.delegatedVotes, again.votesCast], ['Elm', 5, 2, 4])
      assert.equal(again.totalWeight, 500_0000_0000n)
    })

  test('that object to an optimistic proposal are not shown, and stop it after the end', async () => {
    const dao = await harness.dao(people, {
      ...{ secretVotes: true, objectionsFraction: '2/5', objectionPeriod: 1, delegation: true },
    })
    const body = { account: at(2).id, delegate: at(1).id, number: 1 }
    assert.equal((await harness.call('POST', `/daos/${dao.daoId}/delegations`, at(2), body)).status, 201)
    await harness.clock.advance(1)
    const stopped = await harness.propose(dao.daoId, at(0), { optimistic: true })
    const passed = await harness.propose(dao.daoId, at(0), { optimistic: true, title: 'Buy seeds' })
    const silent = await harness.propose(dao.daoId, at(0), { optimistic: true, title: 'Buy a spade' })
    await vote(harness, stopped, at(1), { choice: 'NO' })
    await vote(harness, passed, at(0), { choice: 'NO' })
    for (const one of [stopped, passed]) {
      const { objections, leading, passing } = await results(harness, one)
      assert.deepEqual([objections.weight, objections.reached, leading, passing], [0, false, null, null])
      assert.deepEqual((await counted(harness, one)).faults, [])
    }
    assert.equal((await end(stopped)).status, 'REJECTED')
    for (const one of [passed, silent])
      assert.equal((await harness.get(`/proposals/${one.proposalId}`)).body.status, 'PASSED')
    for (const one of [stopped, passed, silent]) {
      const again = await counted(harness, one)
      assert.deepEqual([again.faults, again.doubts, exitCode(again)], [[], [], 0])
    }
  })
})

describe('The secret votes of an older copy of a database', () => {
  for (const [when, copyAt] of [
    ['before votes that are on the topic', 'votes'],
    ['before the record that closes them, while no node opens them', 'closing'],
    ['before the decision', 'decision'],
  ] as const)
    test(`are read back and opened: ${when}`, async () => {
      const storage = await openStorage()
      const node = await openBallotNode()
      const env = { STORAGE_URL: storage.url, STORAGE_TOKEN: 'the-token', NODE_URL: node.url }
      const first = await openHarness(env)
      try {
        const [ada, ben, cleo] = (await first.people(3)) as [Person, Person, Person]
        const dao = await first.dao([ada, ben, cleo], { secretVotes: true, votesChangeable: true })
        const proposal = await first.propose(dao.daoId, ada)
        await vote(first, proposal, ada, { choice: 'NO' })
        await first.pass(HOUR)
        if (copyAt === 'votes') await scriptOn(first, COPY)
        await vote(first, proposal, ben, { choice: 'YES' })
        await vote(first, proposal, cleo, { choice: 'NO' })
        await vote(first, proposal, cleo, { choice: 'YES' }, { revision: 2 })
        await first.pass(22 * HOUR)
        if (copyAt !== 'votes') await scriptOn(first, COPY)
        if (copyAt === 'closing') node.isDown = true
        await first.pass(HOUR)
        await settle(first)
        const before_ = await results(first, proposal)
        const topic = await first.onTopic(dao.topicId ?? (await first.get(`/daos/${dao.daoId}`)).body.topicId)
        assert.deepEqual(
          topic.slice(-2).map(({ record }) => record.type),
          copyAt === 'closing' ? ['votes', 'closing'] : ['closing', 'decision'],
        )
        await first.jobs.stop()
        await scriptOn(first, GO_BACK)
        node.isDown = false
        const second = await openHarness(env, { beside: first })
        try {
          await settle(second)
          const shown = await results(second, proposal)
          assert.deepEqual([shown.status, shown.winner, shown.totalVotes], ['PASSED', 'YES', 3])
          if (copyAt !== 'closing') assert.deepEqual(shown, before_)
          const { topicId } = (await second.get(`/daos/${dao.daoId}`)).body
          const records = (await second.onTopic(topicId)).map(({ record }) => record.type)
          assert.equal(records.filter((type) => type === 'closing').length, 1)
          assert.equal(records.at(-1), 'decision')
          const again = await counted(second, proposal)
          assert.deepEqual([again.faults, again.doubts, exitCode(again)], [[], [], 0])
        } finally {
          await second.close()
        }
      } finally {
        await first.close()
        node.close()
        storage.close()
      }
    })
})

test('A service whose clock is ahead of the ledger has secret votes opened, too', async () => {
  const clock = testClock()
  const network = await testLedger({ clock: { now: () => clock.now() - 20_000 } })
  const server = await testDatabase()
  const node = await openBallotNode()
  const beside = { clock, network, server, tokens: await testTokens(clock) }
  const harness = await openHarness({ NODE_URL: node.url }, { beside })
  try {
    const [ada, ben] = (await harness.people(2)) as [Person, Person]
    const dao = await harness.dao([ada, ben], { secretVotes: true })
    const proposal = await harness.propose(dao.daoId, ada)
    await vote(harness, proposal, ben, { choice: 'YES' })
    node.opensFrom = Date.parse(proposal.endTime) / 1000
    await harness.pass(24 * HOUR)
    await settle(harness)
    assert.equal((await harness.get(`/proposals/${proposal.proposalId}`)).body.status, 'PASSED')
    const again = await counted(harness, proposal)
    assert.deepEqual([again.faults, again.doubts, exitCode(again)], [[], [], 0])
  } finally {
    await harness.close()
    node.close()
    await server.close()
    await network.close()
  }
})
