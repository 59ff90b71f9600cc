import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { httpSource, recount, report, signedText } from '@quorate/verify/recount'
import { type Answer, chain, type Harness, HOUR, openHarness, type Person } from './harness.ts'

const OPTIONS = ['Oak', 'Elm', 'Ash']
const METHODS = ['single', 'approval', 'weighted', 'ranked', 'quadratic']

describe('Votes by other methods than one option', () => {
  let harness: Harness
  let people: Person[]
  let dao: Answer['body']
  before(async () => {
    harness = await openHarness()
    people = await harness.people(4)
    dao = await harness.dao(people, { votingMethods: METHODS, maxOptions: 8, votesChangeable: true })
  })
  after(() => harness.close())

  const at = (index: number): Person => people[index] as Person
  const propose = (votingMethod: string, more: object = {}) =>
    harness.propose(dao.daoId, at(0), { votingMethod, votingOptions: OPTIONS, ...more })
  const vote = (proposal: Answer['body'], voter: Person, ballot: object): Promise<Answer> =>
    harness.call('POST', '/votes', voter, {
      proposalId: proposal.proposalId,
      daoId: dao.daoId,
      voterAddress: voter.id,
      ...ballot,
    })
  const results = async ({ proposalId }: Answer['body']) =>
    (await harness.get(`/votes/proposal/${proposalId}/results`)).body

  /** A vote with the voter's own signature. */
  function signed(proposal: Answer['body'], voter: Person, ballot: object, sender = voter): Promise<Answer> {
    const { proposalId, proposalHash, daoId } = proposal
    const text = signedText({ chain, daoId, proposalId, proposalHash, voterAddress: voter.id, ...ballot })
    const signature = `0x${Buffer.from(voter.key.sign(Buffer.from(text))).toString('hex')}`
    return harness.call('POST', '/votes', sender, { proposalId, daoId, voterAddress: voter.id, ...ballot, signature })
  }

  async function decided(proposal: Answer['body']) {
    await harness.jobs.idle()
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    const { mirror, topicInfo } = harness.ledger
    const { proposalId } = proposal
    const source = httpSource(harness.url)
    const counted = await recount({
      proposalId,
      chain,
      topicId: dao.topicId,
      mirror,
      topicInfo,
      source,
      now: harness.clock.now(),
    })
    assert.deepEqual([counted.faults, counted.doubts], [[], []])
    return { counted, answered: await results(proposal), text: report(counted, { mirror: 'here', isTopicKnown: true }) }
  }

  test('are counted by approval, and a recount comes to the same result', async () => {
    const proposal = await propose('approval', { quorumFraction: '2/3' })
    assert.equal((await vote(proposal, at(0), { choices: ['Oak', 'Elm'] })).status, 201)
    assert.equal((await signed(proposal, at(1), { choices: ['Elm'] })).body.choice, 'Elm')
    assert.deepEqual((await results(proposal)).quorum, {
      percent: 66.666667,
      fraction: '2/3',
      eligibleWeight: 4,
      cast: 50,
      reached: false,
      missing: 1,
    })
    assert.equal((await vote(proposal, at(2), { choices: ['Elm', 'Ash'] })).body.choice, 'Elm, Ash')
    const { counted, answered, text } = await decided(proposal)
    assert.deepEqual([counted.winner, counted.totalVotes, counted.signedVotes], ['Elm', 3, 1])
    assert.deepEqual(
      answered.options.map(({ votes, percent }: { votes: number; percent: number }) => [votes, percent]),
      [
        [1, 33.33],
        [3, 100],
        [1, 33.33],
      ],
    )
    assert.match(text, /^Rules +50% of all that was cast \(approval voting\) adopt, a quorum of 2\/3/m)
  })

  test('are split by weights, with two more decimals', async () => {
    const proposal = await propose('weighted')
    await vote(proposal, at(0), { choices: ['Oak', 'Ash'], shares: [40, 60] })
    await signed(proposal, at(1), { choices: ['Ash'], shares: [100] })
    const { answered, counted } = await decided(proposal)
    assert.deepEqual(
      [answered.winner, answered.optionDecimals, answered.decimals, answered.totalWeight],
      ['Ash', 2, 0, 2],
    )
    assert.deepEqual(
      answered.options.map(({ weight, percent }: { weight: number; percent: number }) => [weight, percent]),
      [
        [40, 20],
        [0, 0],
        [160, 80],
      ],
    )
    assert.equal(counted.signedVotes, 1)
  })

  test('are ranked, and the rounds of the runoff are shown', async () => {
    const proposal = await propose('ranked')
    await vote(proposal, at(0), { choices: ['Oak'] })
    await vote(proposal, at(1), { choices: ['Oak', 'Elm'] })
    await signed(proposal, at(2), { choices: ['Elm', 'Ash', 'Oak'] })
    await vote(proposal, at(3), { choices: ['Ash', 'Elm'] })
    const { answered, text } = await decided(proposal)
    assert.deepEqual(answered.rounds, [
      { weights: [2, 1, 1], exhausted: 0, eliminated: 'Ash' },
      { weights: [2, 2, null], exhausted: 0, eliminated: null },
    ])
    assert.deepEqual([answered.status, answered.leading, answered.winner], ['REJECTED', null, null])
    assert.match(text, /round 1 {2}Oak 2, Elm 1, Ash 1, exhausted 0; Ash is eliminated/)
  })

  test('count square roots by the quadratic method', async () => {
    const proposal = await propose('quadratic')
    await vote(proposal, at(0), { choices: ['Oak'], shares: [100] })
    await vote(proposal, at(1), { choices: ['Oak', 'Elm'], shares: [25, 75] })
    const { answered } = await decided(proposal)
    assert.deepEqual([answered.winner, answered.optionDecimals], ['Oak', 6])
    assert.deepEqual(
      answered.options.map(({ weight }: { weight: number }) => weight),
      [1_500_000, 866_025, 0],
    )
  })

  test('are recounted without a fault while they are running, with fractions for each method', async () => {
    const rules = { threshold: undefined, thresholdFraction: '2/3', votingMethods: METHODS }
    const exact = await harness.dao(people, rules)
    const ballots = {
      single: { choice: 'Oak' },
      approval: { choices: ['Oak', 'Elm'] },
      weighted: { choices: ['Oak', 'Ash'], shares: [34, 66] },
      ranked: { choices: ['Ash', 'Elm'] },
      quadratic: { choices: ['Elm'], shares: [100] },
    }
    const said: [RegExp, object][] = [
      [/the service answers the thresholdFraction "1\/3"/, { thresholdFraction: '1/3' }],
      [/the service answers the quorum .*"fraction":"1\/4"/, { quorum: { fraction: '1/4' } }],
      [/the service answers the quorum .*"reached":true/, { quorum: { reached: true } }],
      [/the service answers the delegatedVotes 1: .* it is 0/, { delegatedVotes: 1 }],
      [/the service answers the optionDecimals null/, { optionDecimals: undefined }],
    ]
    for (const [votingMethod, ballot] of Object.entries(ballots)) {
      const more = { votingMethod, votingOptions: OPTIONS, quorumFraction: '1/3' }
      const proposal = await harness.propose(exact.daoId, at(0), more)
      const body = { proposalId: proposal.proposalId, daoId: exact.daoId, voterAddress: at(1).id, ...ballot }
      assert.equal((await harness.call('POST', '/votes', at(1), body)).status, 201)
      await harness.jobs.idle()
      const { proposalId } = proposal
      const { mirror, topicInfo } = harness.ledger
      const honest = httpSource(harness.url)
      const counted = (lie: Record<string, unknown> = {}) =>
        recount({
          ...{ proposalId, chain, topicId: exact.topicId, mirror, topicInfo, now: harness.clock.now() },
          source: {
            ...honest,
            async answers(id: string) {
              const { proposal: shown, results } = await honest.answers(id)
              const quorum = { ...(results.quorum as object), ...(lie.quorum as object | undefined) }
              return { proposal: shown, results: { ...results, ...lie, quorum } }
            },
          },
        })
      assert.deepEqual((await counted()).faults, [], votingMethod)
      for (const [message, lie] of said)
        assert.match((await counted(lie as Record<string, unknown>)).faults.join('\n'), message, votingMethod)
    }
  })

  test('must have the form of the method, with options and methods that the rules allow', async () => {
    const proposal = await propose('ranked')
    for (const ballot of [{ choice: 'Oak' }, {}, { choices: ['Yew'] }, { choices: ['Oak'], shares: [100] }]) {
      const { status, body } = await vote(proposal, at(0), ballot)
      assert.deepEqual([status, body.code], [422, 'INVALID_CHOICE'], JSON.stringify(ballot))
    }
    const plain = await harness.dao(people)
    const refused = async (daoId: string, more: object) =>
      (await harness.call('POST', '/proposals', at(0), harness.proposalBody(daoId, at(0), more))).body.code
    const many = Array.from({ length: 9 }, (_, index) => `option ${index}`)
    assert.equal(
      await refused(plain.daoId, { votingMethod: 'ranked', votingOptions: OPTIONS }),
      'VOTING_METHOD_NOT_ALLOWED',
    )
    assert.equal(await refused(plain.daoId, { votingOptions: many.slice(0, 6) }), 'TOO_MANY_OPTIONS')
    assert.equal(await refused(dao.daoId, { votingOptions: many }), 'TOO_MANY_OPTIONS')
    assert.equal(await refused(dao.daoId, { votingMethod: 'ranked' }), 'OPTIONS_NEEDED')
    assert.equal(await refused(dao.daoId, { quorumFraction: '4/3' }), 'INVALID_FRACTION')
    assert.equal(await refused(dao.daoId, { quorumFraction: '1/3', quorum: 33 }), 'FRACTION_DIFFERS')
  })
})

describe('A vote that may be changed', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let dao: Answer['body']
  let proposal: Answer['body']
  before(async () => {
    harness = await openHarness()
    ;[ada, ben] = (await harness.people(2)) as [Person, Person]
    dao = await harness.dao([ada, ben], { votesChangeable: true, thresholdFraction: '2/3', threshold: undefined })
    proposal = await harness.propose(dao.daoId, ada)
  })
  after(() => harness.close())

  const signatureOf = (voter: Person, choice: string, revision?: number) => {
    const { proposalId, proposalHash, daoId } = proposal
    const text = signedText({ chain, daoId, proposalId, proposalHash, voterAddress: voter.id, choice, revision })
    return `0x${Buffer.from(voter.key.sign(Buffer.from(text))).toString('hex')}`
  }
  const tally = async () => {
    const { options, totalVotes } = (await harness.get(`/votes/proposal/${proposal.proposalId}/results`)).body
    return [...options.map(({ votes }: { votes: number }) => votes), totalVotes]
  }

  test('is replaced by the next revision, once, and the earlier one cannot be sent again', async () => {
    const first = signatureOf(ben, 'YES')
    assert.equal((await harness.vote(proposal, ada, 'YES', { signature: signatureOf(ada, 'YES') })).status, 201)
    assert.equal((await harness.vote(proposal, ada, 'YES')).body.code, 'ALREADY_VOTED')
    assert.equal((await harness.vote(proposal, ben, 'YES', { signature: first })).status, 201)
    assert.deepEqual(await tally(), [2, 0, 0, 2])
    const early = await harness.vote(proposal, ben, 'NO', { revision: 3 })
    assert.deepEqual([early.status, early.body.code], [409, 'REVISION_OUT_OF_ORDER'])
    const changes = await Promise.all(
      ['NO', 'ABSTAIN', 'NO'].map((choice) => harness.vote(proposal, ben, choice, { revision: 2 })),
    )
    assert.deepEqual(changes.map(({ status }) => status).toSorted(), [201, 409, 409])
    const third = await harness.vote(proposal, ben, 'NO', { revision: 3, signature: signatureOf(ben, 'NO', 3) })
    assert.deepEqual([third.status, third.body.revision, third.body.signed], [201, 3, true])
    assert.deepEqual(await tally(), [1, 1, 0, 2])
    // Ada holds Ben's first signature. It is a vote of his that counts no more.
    const replayed = await harness.call(
      'POST',
      '/votes',
      ada,
      harness.voteBody(proposal, ben, 'YES', { signature: first }),
    )
    assert.equal(replayed.body.code, 'ALREADY_VOTED')
    const asFourth = await harness.call(
      'POST',
      '/votes',
      ada,
      harness.voteBody(proposal, ben, 'YES', { signature: first, revision: 4 }),
    )
    assert.equal(asFourth.body.code, 'INVALID_SIGNATURE')
    const mine = (await harness.get(`/votes/proposal/${proposal.proposalId}/voter/${ben.id}`)).body
    assert.deepEqual([mine.choice, mine.revision], ['NO', 3])
    const listed = (await harness.get(`/votes/proposal/${proposal.proposalId}`)).body
    assert.deepEqual(
      listed.map(({ replaced = false }: { replaced?: boolean }) => replaced),
      [false, true, true, false],
    )
  })

  test('counts with its last revision in the decision and in a recount', async () => {
    assert.equal((await harness.vote(proposal, ada, 'YES', { revision: 2 })).body.signed, false)
    await harness.jobs.idle()
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    const { mirror, topicInfo } = harness.ledger
    const { proposalId } = proposal
    const source = httpSource(harness.url)
    const counted = await recount({
      proposalId,
      chain,
      topicId: dao.topicId,
      mirror,
      topicInfo,
      source,
      now: harness.clock.now(),
    })
    assert.deepEqual([counted.faults, counted.status], [[], 'REJECTED'])
    assert.deepEqual([counted.totalVotes, counted.votesCast, counted.signedVotes], [2, 5, 1])
    assert.match(
      counted.notes.join('\n'),
      /^1 signed vote had been replaced on the service's word, without a signature$/m,
    )
    const text = report(counted, { mirror: 'here', isTopicKnown: true })
    assert.match(text, /^3 votes replaced by a later one of the same voter$/m)
    assert.match(text, /^Rules +2\/3 of YES and NO together adopt, no quorum, .* votes may be changed/m)
  })

  test('is refused where the rules do not allow it', async () => {
    const plain = await harness.dao([ada, ben])
    const other = await harness.propose(plain.daoId, ada)
    await harness.vote(other, ada, 'YES')
    const { status, body } = await harness.vote(other, ada, 'NO', { revision: 2 })
    assert.deepEqual([status, body.code], [422, 'VOTES_NOT_CHANGEABLE'])
  })
})
