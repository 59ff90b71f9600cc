import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { type Ballot, httpSource, recount, sealBallot, sealedBytes, signedText } from '@quorate/verify/recount'
import { type BallotNode, openBallotNode } from './ballot-node.ts'
import { type Answer, chain, type Harness, HOUR, openHarness, type Person } from './harness.ts'

describe('Secret votes', () => {
  let node: BallotNode
  let harness: Harness
  let people: Person[]
  let dao: Answer['body']
  before(async () => {
    node = await openBallotNode()
    harness = await openHarness({ NODE_URL: node.url })
    people = await harness.people(5)
    dao = await harness.dao(people, {
      ...{ secretVotes: true, votesChangeable: true, delegation: true },
      ...{ votingMethods: ['single', 'ranked'] },
    })
    await harness.jobs.idle()
  })
  after(async () => {
    await harness.close()
    node.close()
  })
  afterEach(() => {
    node.isDown = false
    node.instead = undefined
  })

  const at = (index: number): Person => people[index] as Person
  const propose = (more: object = {}) => harness.propose(dao.daoId, at(0), more)
  const results = async ({ proposalId }: Answer['body']) =>
    (await harness.get(`/votes/proposal/${proposalId}/results`)).body
  const recordOf = async ({ proposalId }: Answer['body']) => {
    await harness.jobs.idle()
    const { topicId } = (await harness.get(`/daos/${dao.daoId}`)).body
    for (const { record } of await harness.onTopic(topicId))
      if (record.type === 'proposal' && record.proposalId === proposalId) return record
    return assert.fail()
  }
  const sent = (proposal: Answer['body'], voter: Person, body: object): Promise<Answer> =>
    harness.call('POST', '/votes', voter, {
      ...{ proposalId: proposal.proposalId, daoId: proposal.daoId, voterAddress: voter.id },
      ...body,
    })
  /** A vote of the session, without a signature. */
  const vote = async (proposal: Answer['body'], voter: Person, ballot: Ballot, more: object = {}): Promise<Answer> =>
    sent(proposal, voter, { sealed: await sealBallot(await recordOf(proposal), voter.id, ballot), ...more })
  /** A vote with the voter's own signature. */
  async function signed(proposal: Answer['body'], voter: Person, ballot: Ballot): Promise<Answer> {
    const { proposalId, proposalHash, daoId } = proposal
    const sealed = await sealBallot(await recordOf(proposal), voter.id, ballot)
    const text = signedText({ chain, daoId, proposalId, proposalHash, voterAddress: voter.id, sealed })
    const signature = `0x${Buffer.from(voter.key.sign(Buffer.from(text))).toString('hex')}`
    return sent(proposal, voter, { sealed, signature })
  }
  const counted = async ({ proposalId, daoId }: Answer['body'], more: { networkKey?: string } = {}) => {
    const { topicId } = (await harness.get(`/daos/${daoId}`)).body
    const { mirror, topicInfo } = harness.ledger
    const source = httpSource(harness.url)
    return recount({
      ...{ proposalId, chain, topicId, mirror, topicInfo, now: harness.clock.now() },
      source,
      ...more,
    })
  }
  async function ended(proposal: Answer['body']) {
    await harness.jobs.idle()
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    return (await harness.get(`/proposals/${proposal.proposalId}`)).body
  }

  test('show nothing but their number before the end, and are opened together', async () => {
    const proposal = await propose()
    assert.equal(proposal.ballotKey.networkKey, node.networkKey)
    const first = await vote(proposal, at(1), { choice: 'NO' })
    assert.deepEqual([first.status, first.body.choice], [201, ''])
    assert.equal((await vote(proposal, at(1), { choice: 'YES' }, { revision: 2 })).status, 201)
    assert.equal((await vote(proposal, at(2), { choice: 'YES' })).status, 201)
    assert.equal((await signed(proposal, at(3), { choice: 'NO' })).status, 201)
    const running = await results(proposal)
    assert.deepEqual([running.totalVotes, running.passing, running.leading], [3, null, null])
    assert.ok(running.options.every(({ votes, weight }: { votes: number; weight: number }) => votes + weight === 0))
    assert.doesNotMatch(
      JSON.stringify((await harness.get(`/proposals/${proposal.proposalId}`)).body.votes),
      /"(YES|NO)"/,
    )
    const open = await counted(proposal)
    assert.deepEqual([open.faults, open.counts.map(({ votes }) => votes)], [[], [0, 0, 0]])
    assert.deepEqual(node.closed, [])
    const done = await ended(proposal)
    assert.equal(done.status, 'PASSED')
    assert.deepEqual(
      done.votes.map(({ choice, replaced }: { choice: string; replaced?: true }) => [choice, replaced]),
      [
        ['NO', undefined],
        ['YES', undefined],
        ['YES', undefined],
        ['NO', true],
      ],
    )
    const { networkKey } = node
    const { faults, doubts, counts, votesCast, signedVotes } = await counted(proposal, { networkKey })
    assert.deepEqual([faults, doubts, votesCast, signedVotes], [[], [], 4, 1])
    assert.deepEqual(
      counts.map(({ votes }) => votes),
      [2, 1, 0],
    )
    const { faults: others } = await counted(proposal, { networkKey: '33'.repeat(32) })
    assert.match(others.join(), /^the ballots were sealed for the network [0-9a-f]{64}, not for 3333/)
  })

  test('that are copied, or open to no ballot, count for no option and do not stop the others', async () => {
    const proposal = await propose({ votingMethod: 'ranked', votingOptions: ['Oak', 'Elm', 'Ash'] })
    const record = await recordOf(proposal)
    const sealed = await sealBallot(record, at(1).id, { choices: ['Elm', 'Oak'] })
    const bytes = sealedBytes(record)
    const plain = await sent(proposal, at(1), { choices: ['Oak'] })
    assert.deepEqual([plain.status, plain.body.code], [422, 'INVALID_CHOICE'])
    const short = await sent(proposal, at(1), { sealed: Buffer.alloc(bytes - 1).toString('base64') })
    assert.deepEqual([short.status, short.body.code], [422, 'INVALID_CHOICE'])
    assert.equal((await sent(proposal, at(1), { sealed })).status, 201)
    assert.equal((await sent(proposal, at(2), { sealed })).status, 201)
    // A point of small order, and random bytes.
    assert.equal((await sent(proposal, at(3), { sealed: Buffer.alloc(bytes).toString('base64') })).status, 201)
    const noise = Buffer.alloc(bytes, 7).toString('base64')
    assert.equal((await sent(proposal, at(4), { sealed: noise })).status, 201)
    const done = await ended(proposal)
    assert.deepEqual(
      done.votes.map(({ choice, invalid = '' }: { choice: string; invalid?: string }) => [
        choice,
        invalid.slice(0, 16),
      ]),
      [
        ['', 'it does not open'],
        ['', 'it does not open'],
        ['', 'it does not open'],
        ['Elm > Oak', ''],
      ],
    )
    const { faults, doubts, counts, totalVotes, notes } = await counted(proposal)
    assert.deepEqual([faults, doubts, totalVotes], [[], [], 4])
    assert.deepEqual(
      counts.map(({ votes }) => votes),
      [0, 1, 0],
    )
    assert.equal(notes.filter((note) => /counts for no option: it does not open/.test(note)).length, 3)
  })

  test('wait for the nodes that open them', async () => {
    const proposal = await propose()
    await vote(proposal, at(1), { choice: 'YES' })
    node.isDown = true
    assert.equal((await ended(proposal)).status, 'ACTIVE')
    node.isDown = false
    node.instead = { opened: { ballotSecret: '11'.repeat(32) } }
    await harness.pass(HOUR)
    assert.equal((await harness.get(`/proposals/${proposal.proposalId}`)).body.status, 'ACTIVE')
    node.instead = undefined
    await harness.pass(HOUR)
    assert.equal((await harness.get(`/proposals/${proposal.proposalId}`)).body.status, 'PASSED')
    assert.deepEqual((await counted(proposal)).faults, [])
  })

  test('need a key that the network has signed for this vote', async () => {
    node.isDown = true
    const body = harness.proposalBody(dao.daoId, at(0))
    const without = await harness.call('POST', '/proposals', at(0), body)
    assert.deepEqual([without.status, without.body.code], [503, 'BALLOT_KEYS_UNAVAILABLE'])
    node.isDown = false
    node.instead = { made: { publicKey: '22'.repeat(32) } }
    const forged = await harness.call('POST', '/proposals', at(0), body)
    assert.deepEqual([forged.status, forged.body.code], [422, 'BALLOT_KEY_INVALID'])
  })

  test('have no key made for a proposal that the service does not admit', async () => {
    const made = node.made.length
    const alike = harness.proposalBody(dao.daoId, at(0), { title: 'Bill 1' })
    assert.equal((await harness.call('POST', '/proposals', at(0), alike)).status, 201)
    const refused = await harness.call('POST', '/proposals', at(0), { ...alike, title: 'Bill l' })
    assert.deepEqual([refused.status, refused.body.code], [409, 'TITLE_LOOKS_ALIKE'])
    const large = { ...alike, title: 'Large', proposalData: { note: 'x'.repeat(20_000) } }
    const tooLarge = await harness.call('POST', '/proposals', at(0), large)
    assert.deepEqual([tooLarge.status, tooLarge.body.code], [413, 'PROPOSAL_TOO_LARGE'])
    assert.equal(node.made.length, made + 1)
  })

  test('are sealed only for the network that the rules name, which a public vote may change', async () => {
    const { networkKey } = node
    const other = '44'.repeat(32)
    const named = await harness.dao(people, { secretVotes: true, networkKey: other })
    await harness.jobs.idle()
    const body = harness.proposalBody(named.daoId, at(0))
    const refused = await harness.call('POST', '/proposals', at(0), body)
    assert.deepEqual([refused.status, refused.body.code], [422, 'BALLOT_KEY_INVALID'])
    assert.match(refused.body.message, /propose a change of networkKey alone/)
    const more = { proposalData: { change: { rules: { networkKey, votesChangeable: true } } } }
    const mixed = await harness.call('POST', '/proposals', at(0), { ...body, ...more })
    assert.deepEqual([mixed.status, mixed.body.code], [422, 'BALLOT_KEY_INVALID'])
    const moving = await harness.propose(named.daoId, at(0), {
      title: 'Move',
      proposalData: { change: { rules: { networkKey } } },
    })
    assert.equal(moving.ballotKey, null)
    assert.equal((await sent(moving, at(1), { choice: 'YES' })).body.choice, 'YES')
    assert.equal((await ended(moving)).status, 'PASSED')
    assert.deepEqual((await counted(moving)).faults, [])
    await harness.pass(0)
    const { votingRules } = (await harness.get(`/daos/${named.daoId}`)).body
    assert.equal(votingRules.networkKey, networkKey)
    const after = await harness.propose(named.daoId, at(0), { title: 'After' })
    assert.equal(after.ballotKey.networkKey, networkKey)
  })
})
