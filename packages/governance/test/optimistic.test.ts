import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { exitCode, httpSource, recount, report } from '@quorate/verify/recount'
import { openForgery, type Told } from './forging.ts'
import { type Answer, chain, type Harness, HOUR, openHarness, type Person } from './harness.ts'

type Body = Answer['body']

describe('An optimistic proposal', () => {
  let harness: Harness
  let people: Person[]
  let dao: Body
  const at = (index: number): Person => people[index] as Person
  before(async () => {
    harness = await openHarness()
    people = await harness.people(6)
    dao = await harness.dao(people.slice(0, 5), {
      ...{ quorum: 50, objectionsFraction: '2/5', objectionPeriod: 24, optimisticProposers: [at(0).id] },
      ...{ executionDelay: 2, veto: at(5).id, delegation: true },
    })
  })
  after(() => harness.close())
  const shown = async ({ proposalId }: Body): Promise<Body> => (await harness.get(`/proposals/${proposalId}`)).body
  const results = async ({ proposalId }: Body): Promise<Body> =>
    (await harness.get(`/votes/proposal/${proposalId}/results`)).body
  const refusal = async (more: object, by = at(0)) => {
    const body = harness.proposalBody(dao.daoId, by, { optimistic: true, ...more })
    const answer = await harness.call('POST', '/proposals', by, body)
    return `${answer.status} ${answer.body.code}`
  }
  const propose = (title: string, more: object = {}) =>
    harness.propose(dao.daoId, at(0), { title, optimistic: true, ...more })
  async function counted({ proposalId, daoId }: Body) {
    const { mirror, topicInfo } = harness.ledger
    const { topicId } = (await harness.get(`/daos/${daoId}`)).body
    const source = httpSource(harness.url)
    return recount({ proposalId, chain, topicId, mirror, topicInfo, source, now: harness.clock.now() })
  }
  const words = async (proposal: Body) => report(await counted(proposal), { mirror: 'here', isTopicKnown: true })
  /** Ends the voting, and returns the decided proposal. */
  async function end(proposal: Body): Promise<Body> {
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    return shown(proposal)
  }

  test('passes with nobody voting, and the record and the recount say why', async () => {
    const proposal = await propose('Buy seeds')
    await harness.pass(0)
    assert.deepEqual([proposal.optimistic, proposal.quorum], [true, null])
    assert.deepEqual((await results(proposal)).objections, {
      ...{ percent: 40, fraction: '2/5', weight: 0, eligibleWeight: 5, share: 0, reached: false, missing: 2 },
    })
    const decided = await end(proposal)
    assert.equal(decided.status, 'PASSED')
    const { winner, passing, support } = await results(proposal)
    assert.deepEqual([winner, passing, support], ['YES', true, null])
    const again = await counted(proposal)
    assert.deepEqual([again.faults, again.doubts, exitCode(again)], [[], [], 0])
    const { published } = again
    assert.deepEqual([published?.optimistic, published?.executionDelay, published?.veto], [true, 2, at(5).id])
    const text = await words(proposal)
    assert.match(text, /Rules +optimistic: passes unless NO reaches 2\/5 of all eligible weight/)
    assert.match(text, /passed, because too little weight objected: 0 objected, and 2 \(2\/5 of 5\) would stop it/)
  })

  test('is stopped by exactly the share that the rules name, whatever votes for it', async () => {
    const stopped = await propose('Sell the garden')
    for (const [index, choice] of [
      [0, 'YES'],
      [1, 'YES'],
      [2, 'YES'],
      [3, 'NO'],
      [4, 'NO'],
    ] as const)
      await harness.vote(stopped, at(index), choice)
    const passed = await propose('Rent a shed')
    await harness.vote(passed, at(3), 'NO')
    await harness.vote(passed, at(4), 'ABSTAIN')
    assert.equal((await end(stopped)).status, 'REJECTED')
    assert.equal((await shown(passed)).status, 'PASSED')
    assert.deepEqual(
      [(await results(stopped)).objections.reached, (await results(passed)).objections.missing],
      [true, 1],
    )
    for (const one of [stopped, passed]) assert.deepEqual((await counted(one)).faults, [])
    assert.match(await words(stopped), /stopped: 2 objected, and 2 \(2\/5 of 5\) is enough/)
  })

  test('is refused unless the rules permit its kind, its proposer, its time and its options', async () => {
    assert.equal(await refusal({}, at(1)), '403 NOT_A_PROPOSER')
    assert.equal(await refusal({ quorum: 50 }), '422 OPTIMISTIC_NOT_ALLOWED')
    assert.equal(await refusal({ votingDurationHours: 23 }), '422 VOTING_TOO_SHORT')
    assert.equal(await refusal({ votingOptions: ['a', 'b'] }), '422 OPTIMISTIC_NOT_ALLOWED')
    const change = { change: { rules: { threshold: 60 } } }
    assert.equal(await refusal({ proposalData: change }), '422 OPTIMISTIC_NOT_ALLOWED')
    const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false, objections: 10 }
    const body = { name: 'X', description: '', ownerAddress: at(0).id, votingRules }
    const { status, body: answer } = await harness.call('POST', '/daos', at(0), body)
    assert.deepEqual([status, answer.code], [422, 'OPTIMISTIC_INCOMPLETE'])
    const plain = await harness.dao([at(0)])
    const proposed = harness.proposalBody(plain.daoId, at(0), { optimistic: true })
    assert.equal((await harness.call('POST', '/proposals', at(0), proposed)).body.code, 'OPTIMISTIC_NOT_ALLOWED')
  })

  test('counts the objections of delegates for those who delegate to them', async () => {
    const named = { account: at(2).id, delegate: at(3).id, number: 1 }
    assert.equal((await harness.call('POST', `/daos/${dao.daoId}/delegations`, at(2), named)).status, 201)
    await harness.clock.advance(1)
    const proposal = await propose('Cut the hedge')
    await harness.vote(proposal, at(3), 'NO')
    assert.equal((await end(proposal)).status, 'REJECTED')
    assert.equal((await results(proposal)).objections.weight, 2)
    assert.deepEqual((await counted(proposal)).faults, [])
  })

  test('weighs objections by holdings of all members, also of those who do not vote', async () => {
    const weighted = await harness.dao(people.slice(0, 2), {
      ...{ tokenWeighted: true, votingDelay: 0, objections: 10, objectionPeriod: 1, optimisticKinds: ['change'] },
    })
    const proposal = await harness.propose(weighted.daoId, at(0), {
      ...{ optimistic: true, proposalData: { change: { rules: { threshold: 60 } } } },
    })
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    await harness.pass(0)
    assert.equal((await shown(proposal)).status, 'PASSED')
    await harness.pass(2_000)
    assert.equal((await harness.get(`/daos/${weighted.daoId}`)).body.votingRules.threshold, 60)
    const again = await counted(proposal)
    assert.deepEqual([again.faults, again.doubts], [[], []])
    assert.ok(again.eligibleWeight !== null && again.eligibleWeight > 0n)
  })

  test('cannot be made of another proposal, nor another of it, without a recount noticing', async () => {
    const proposal = await end(await propose('Paint the fence'))
    const { topicId } = (await harness.get(`/daos/${dao.daoId}`)).body
    const forgery = await openForgery(harness, { topicId, proposalId: proposal.proposalId })
    const edited = (type: string, edit: (record: Body) => object) => (told: Told[]) =>
      told.map((one) =>
        one.record.type === type && one.record.proposalId === proposal.proposalId
          ? { ...one, record: { ...one.record, ...edit(one.record) } }
          : one,
      )
    try {
      const lies: [(told: Told[]) => Told[], RegExp][] = [
        [edited('decision', () => ({ optimistic: undefined })), /published optimistic is undefined: counted true/],
        [edited('proposal', () => ({ optimistic: undefined })), /published status is "PASSED": counted "REJECTED"/],
        [edited('proposal', () => ({ creatorAddress: at(1).id })), /may propose optimistically, not/],
        [edited('proposal', () => ({ quorum: 1 })), /An optimistic proposal has no quorum/],
        [
          edited('proposal', ({ votingRules: { objections: _a, objectionsFraction: _b, ...rules } }) => ({
            votingRules: rules,
          })),
          /permit no optimistic proposals/,
        ],
      ]
      for (const [lie, message] of lies) assert.match((await forgery.told(lie)).faults.join('\n'), message)
    } finally {
      forgery.close()
    }
  })
})
