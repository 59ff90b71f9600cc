import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { exitCode, httpSource, type LeafSource, recount } from '@quorate/verify/recount'
import { chain, type Harness, HOUR, openHarness, type Person } from './harness.ts'

const VOTERS = 100

describe('A recount of votes with more comments than fit in one answer', () => {
  let harness: Harness
  let proposalId: string
  let topicId: string
  before(async () => {
    harness = await openHarness()
    const people = await harness.people(VOTERS)
    const [ada] = people as [Person]
    const body = {
      name: 'Gardeners',
      description: 'of the garden',
      ownerAddress: ada.id,
      votingRules: { threshold: 50, minVotingPeriod: 1, tokenWeighted: false },
      members: people.map(({ id }) => id),
    }
    const dao = (await harness.call('POST', '/daos', ada, body)).body
    topicId = dao.topicId
    await harness.pass(10_000)
    const proposal = await harness.propose(dao.daoId, ada)
    proposalId = proposal.proposalId
    for (const person of people) {
      const { status } = await harness.vote(proposal, person, 'YES', { comment: '木'.repeat(1000) })
      assert.equal(status, 201)
    }
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    topicId = (await harness.get(`/daos/${dao.daoId}`)).body.topicId
  })
  after(() => harness.close())

  const again = (source: LeafSource) => {
    const { mirror, topicInfo } = harness.ledger
    return recount({ proposalId, chain, topicId, mirror, topicInfo, source, now: harness.clock.now() })
  }

  test('finds no fault in a service that shows as many of the newest as fit', async () => {
    const { body } = await harness.get(`/proposals/${proposalId}`)
    assert.ok(body.votes.length < VOTERS)
    assert.equal(body.votesTruncated, true)
    const counted = await again(httpSource(harness.url))
    assert.deepEqual([counted.faults, exitCode(counted), counted.totalVotes], [[], 0, VOTERS])
  })

  test('is not needed to read all votes: lists of large ones continue on the next page', async () => {
    const numbers: number[] = []
    let pages = 0
    let path: string | undefined = `/votes/proposal/${proposalId}?limit=100`
    while (path !== undefined) {
      const { body, headers } = await harness.get(path)
      assert.ok(Buffer.byteLength(JSON.stringify(body)) < 400_000)
      numbers.push(...body.map(({ number }: { number: number }) => number))
      path = /<([^>]+)>; rel="next"/.exec(String(headers.get('link') ?? ''))?.[1]
      pages++
    }
    assert.deepEqual(
      numbers,
      Array.from({ length: VOTERS }, (_, index) => VOTERS - index),
    )
    assert.equal(pages, 2)
  })

  test('detects votes that were omitted despite room, and votes other than the newest', async () => {
    const source = httpSource(harness.url)
    const showing = async (change: (votes: object[]) => object[], more: object = {}) => {
      const { proposal, results } = await source.answers(proposalId)
      const votes = change(proposal.votes as object[])
      const answers = async () => ({ proposal: { ...proposal, votes, ...more }, results })
      return (await again({ ...source, answers })).faults
    }
    assert.match((await showing((votes) => votes.slice(0, -1))).join(), /answers 87 votes with the proposal/)
    assert.match((await showing((votes) => votes.slice(1))).join(), /answers 87 votes with the proposal/)
    const old = (await harness.get(`/votes/proposal/${proposalId}?cursor=2`)).body.at(-1)
    assert.match(
      (await showing((votes) => [...votes.slice(0, -1), old])).join(),
      /answers a vote 1, which is not among the newest/,
    )
    assert.match((await showing((votes) => votes, { votesTruncated: false })).join(), /shows 88 of 100 votes/)
  })
})

test('Votes that rank many long options fill an answer, and a recount knows how many of them fit', async () => {
  const harness = await openHarness()
  try {
    const people = await harness.people(50)
    const [ada] = people as [Person]
    const body = {
      name: 'Gardeners',
      description: 'of the garden',
      ownerAddress: ada.id,
      votingRules: {
        ...{ threshold: 50, minVotingPeriod: 1, tokenWeighted: false, votingMethods: ['ranked'], maxOptions: 20 },
      },
      members: people.map(({ id }) => id),
    }
    const dao = (await harness.call('POST', '/daos', ada, body)).body
    await harness.pass(10_000)
    const votingOptions = [...'木林森本末未朱束杏杉杖杜村李東松板枝枯架'].map((letter) => letter.repeat(100))
    const { proposalId } = await harness.propose(dao.daoId, ada, { votingMethod: 'ranked', votingOptions })
    for (const { id: voterAddress, token } of people) {
      const vote = { proposalId, daoId: dao.daoId, voterAddress, choices: votingOptions }
      assert.equal((await harness.call('POST', '/votes', { token }, vote)).status, 201)
    }
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    const { votes, votesTruncated } = (await harness.get(`/proposals/${proposalId}`)).body
    assert.deepEqual([votes.length, votesTruncated], [44, true])
    const { topicId } = (await harness.get(`/daos/${dao.daoId}`)).body
    const { mirror, topicInfo } = harness.ledger
    const source = httpSource(harness.url)
    const counted = await recount({ proposalId, chain, topicId, mirror, topicInfo, source, now: harness.clock.now() })
    assert.deepEqual([counted.faults, counted.totalVotes], [[], 50])
  } finally {
    await harness.close()
  }
})
