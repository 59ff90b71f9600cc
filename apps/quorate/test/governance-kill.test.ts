import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { httpSource, recount } from '@quorate/governance'
import { openLedger } from '@quorate/ledger'
import { testDataDirectory } from '@quorate/platform/testing'
import { type Answer, type Person, Refused, Unanswered } from '../src/client.ts'
import { freePorts, owners, type PlatformProcess, startProcess } from './process.ts'

const kills = process.env.TEST_LONG ? 20 : 1
const votingSeconds = 2
/** On a slow machine the same few people make many proposals between two kills. */
const unlimited = { GOVERNANCE_MESSAGES_PER_HOUR: '10000000', GOVERNANCE_WALLET_MESSAGES_PER_HOUR: '10000000' }
/** Far more than any answer takes; then what is wrong is told instead of waited for. */
const MOST_ANSWERS = 10_000

/** A proposal with the votes on it that were acknowledged. */
interface Acknowledged {
  proposal: Answer
  votes: Map<string, Answer>
}

describe('Governance, killed at random moments under voting', () => {
  let env: Record<string, string>
  let platform: PlatformProcess
  let people: Person[]
  let dao: Answer
  const acknowledged: Acknowledged[] = []
  before(async () => {
    env = {
      ...(await freePorts()),
      DATA_DIR: await testDataDirectory(),
      GOVERNANCE_ANCHOR_INTERVAL: '200',
      ...unlimited,
    }
    platform = await startProcess(env, ['node', 'governance'])
    people = await owners(platform.at, 10)
    const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false }
    dao = await call('POST', '/daos', person(0), {
      name: 'D',
      description: '',
      ownerAddress: person(0).id,
      votingRules,
    })
    for (const { id } of people.slice(1))
      await call('POST', `/daos/${dao.daoId}/members`, person(0), { memberAddress: id })
  })
  after(async () => {
    await platform.kill()
    await rm(env.DATA_DIR ?? '', { recursive: true, force: true })
  })

  const person = (index: number): Person => people[index % people.length] as Person
  const address = () => `http://127.0.0.1:${env.GOVERNANCE_HTTP_PORT}`

  async function call(method: string, path: string, by?: Person, body?: unknown): Promise<Answer> {
    const headers = { 'content-type': 'application/json', ...(by ? { authorization: `Bearer ${by.token}` } : {}) }
    const unanswered = (cause: unknown) => Promise.reject(new Unanswered('', { cause }))
    const init = {
      method,
      headers,
      signal: AbortSignal.timeout(60_000),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    const response = await fetch(address() + path, init).catch(unanswered)
    const answer = (await response.json().catch(unanswered)) as Answer
    if (!response.ok) throw new Refused(response.status, answer)
    return answer
  }

  /** Proposals one after the other, each voted on by all, until nothing answers any more. */
  async function live(worker: number): Promise<void> {
    for (let round = worker; ; round++) {
      const proposal = await call('POST', '/proposals', person(round), {
        daoId: dao.daoId,
        title: `${round}`,
        description: '',
        creatorAddress: person(round).id,
        votingDurationHours: votingSeconds / 3600,
      })
      const known: Acknowledged = { proposal, votes: new Map() }
      acknowledged.push(known)
      await Promise.all(people.map((voter) => vote(known, voter)))
    }
  }

  async function vote({ proposal, votes }: Acknowledged, voter: Person): Promise<void> {
    const { proposalId, daoId } = proposal
    const choice = Math.random() < 0.6 ? 'YES' : 'NO'
    const body = { proposalId, daoId, voterAddress: voter.id, choice }
    try {
      votes.set(voter.id, await call('POST', '/votes', voter, body))
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'VOTING_CLOSED') throw error
    }
  }

  const votesOf = ({ proposal }: Acknowledged): Promise<Answer[]> =>
    call('GET', `/votes/proposal/${proposal.proposalId}`)

  test(`counts every acknowledged vote once (kills: ${kills})`, async () => {
    for (let round = 0; round < kills; round++) {
      const already = acknowledged.length
      const ends = Promise.allSettled([live(0), live(1), live(2)])
      const progress = already + 1 + Math.floor(Math.random() * 8)
      while (acknowledged.length < progress) await new Promise((resolve) => setTimeout(resolve, 1))
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 60))
      await platform.kill()
      for (const end of await ends)
        assert.ok(end.status === 'rejected' && end.reason instanceof Unanswered, String((end as Answer).reason))
      platform = await startProcess(env, ['node', 'governance'])
      for (const known of acknowledged.slice(already)) {
        const found = await votesOf(known)
        assert.equal(new Set(found.map(({ voterAddress }) => voterAddress)).size, found.length)
        for (const [voter, { voteId, choice }] of known.votes) {
          const counted = found.find((one) => one.voteId === voteId)
          assert.deepEqual([counted?.voterAddress, counted?.choice], [voter, choice])
        }
        const { totalVotes } = await call('GET', `/votes/proposal/${known.proposal.proposalId}/results`)
        assert.equal(totalVotes, found.length)
      }
    }
  })

  test('decides each proposal once, and a recount from the topic holds: every batch is there once', async () => {
    const ledger = openLedger({
      chain: 'hedera:devnet',
      nodes: [{ nodeId: '0.0.3', address: platform.at.ledger }],
      mirrorUrl: platform.mirror,
    })
    try {
      for (const known of acknowledged) {
        const { proposalId } = known.proposal
        const decided = await until(
          () => call('GET', `/proposals/${proposalId}`),
          ({ decision }) => decision !== null,
        )
        const counted = await recount({
          proposalId,
          chain: 'hedera:devnet',
          topicId: decided.decision.topicId,
          mirror: ledger.mirror,
          source: httpSource(address()),
        })
        assert.deepEqual(counted.faults, [])
        assert.equal(counted.published?.status, decided.status)
        assert.equal(counted.totalVotes, (await votesOf(known)).length)
        assert.ok(counted.totalVotes >= known.votes.size)
      }
    } finally {
      ledger.close()
    }
  })

  test('decides on time after a restart', async () => {
    const proposal = acknowledged.at(-1)?.proposal
    assert.ok(Date.parse(proposal.endTime) < Date.now())
    const { updatedAt, status } = await call('GET', `/proposals/${proposal.proposalId}`)
    assert.ok(['PASSED', 'REJECTED'].includes(status))
    assert.ok(Date.parse(updatedAt) >= Date.parse(proposal.endTime))
  })
})

/** Asks until it is so. */
async function until(ask: () => Promise<Answer>, isSo: (answer: Answer) => boolean): Promise<Answer> {
  let answer: Answer | undefined
  for (let asked = 0; asked < MOST_ANSWERS; asked++) {
    answer = await ask()
    if (isSo(answer)) return answer
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`it never was so: ${JSON.stringify(answer)}`)
}
