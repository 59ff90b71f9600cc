import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { createClient, type GovernanceTypes, isQuorateError } from '@quorate/client'
import { openLedger } from '@quorate/ledger'
import { testDataDirectory } from '@quorate/platform/testing'
import { httpSource, recount } from '@quorate/verify/recount'
import { freePorts, owners, type Person, type PlatformProcess, startProcess } from './process.ts'

/** Each takes a start of the platform. KILLS sets another number. */
const kills = Number(process.env.KILLS ?? 8)
const votingSeconds = 2
/** On a slow machine the same few people make many proposals between two kills. */
const unlimited = { GOVERNANCE_MESSAGES_PER_HOUR: '10000000', GOVERNANCE_WALLET_MESSAGES_PER_HOUR: '10000000' }
/** Far more than any test needs, so that a fault is reported instead of waited for. */
const MOST_ANSWERS = 10_000

/** A proposal with its acknowledged votes. */
interface Acknowledged {
  proposal: GovernanceTypes['Proposal']
  votes: Map<string, GovernanceTypes['Vote']>
}

describe('Governance, killed at random times during voting', () => {
  let env: Record<string, string>
  let platform: PlatformProcess
  let people: Person[]
  let daoId: string
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
    const { governance } = person(0).client
    const body = { name: 'D', description: '', ownerAddress: person(0).id, votingRules }
    ;({ daoId } = await governance.post('/daos', { body }))
    for (const { id } of people.slice(1))
      await governance.post('/daos/{daoId}/members', { path: { daoId }, body: { memberAddress: id } })
  })
  after(async () => {
    await platform.kill()
    await rm(env.DATA_DIR ?? '', { recursive: true, force: true })
  })

  const person = (index: number): Person => people[index % people.length] as Person
  /** Makes proposals one after the other, with votes by all, until nothing answers any more. */
  async function live(worker: number): Promise<void> {
    for (let round = worker; ; round++) {
      const { id, client } = person(round)
      const proposal = await client.governance.post('/proposals', {
        body: {
          ...{ daoId, title: `${round}`, description: '', creatorAddress: id },
          votingDurationHours: votingSeconds / 3600,
        },
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
      votes.set(voter.id, await voter.client.governance.post('/votes', { body }))
    } catch (error) {
      if (!isQuorateError(error, 'VOTING_CLOSED')) throw error
    }
  }

  /** Public reads. */
  const reader = () => createClient(platform.at).governance
  const votesOf = ({ proposal: { proposalId } }: Acknowledged) =>
    Array.fromAsync(reader().list('/votes/proposal/{proposalId}', { path: { proposalId } }))
  const proposalOf = (proposalId: string) => reader().get('/proposals/{proposalId}', { path: { proposalId } })

  test(`counts every acknowledged vote once (kills: ${kills})`, async () => {
    for (let round = 0; round < kills; round++) {
      const already = acknowledged.length
      const ends = Promise.allSettled([live(0), live(1), live(2)])
      const progress = already + 1 + Math.floor(Math.random() * 8)
      while (acknowledged.length < progress) await new Promise((resolve) => setTimeout(resolve, 1))
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 60))
      await platform.kill()
      for (const end of await ends)
        assert.ok(
          end.status === 'rejected' && isQuorateError(end.reason, 'UNANSWERED'),
          String((end as PromiseRejectedResult).reason),
        )
      platform = await startProcess(env, ['node', 'governance'])
      for (const known of acknowledged.slice(already)) {
        const found = await votesOf(known)
        assert.equal(new Set(found.map(({ voterAddress }) => voterAddress)).size, found.length)
        for (const [voter, { voteId, choice }] of known.votes) {
          const counted = found.find((one) => one.voteId === voteId)
          assert.deepEqual([counted?.voterAddress, counted?.choice], [voter, choice])
        }
        const { totalVotes } = await reader().get('/votes/proposal/{proposalId}/results', {
          path: { proposalId: known.proposal.proposalId },
        })
        assert.equal(totalVotes, found.length)
      }
    }
  })

  test('decides each proposal once, and a recount from the topic confirms it: every batch is there once', async () => {
    const ledger = openLedger({
      chain: 'hedera:devnet',
      nodes: [{ nodeId: '0.0.3', address: platform.at.ledger }],
      mirrorUrl: platform.mirror,
    })
    try {
      for (const known of acknowledged) {
        const { proposalId } = known.proposal
        const decided = await until(
          () => proposalOf(proposalId),
          ({ decision }) => decision !== null,
        )
        const counted = await recount({
          proposalId,
          chain: 'hedera:devnet',
          topicId: decided.decision?.topicId ?? '',
          mirror: ledger.mirror,
          source: httpSource(platform.at.governance),
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
    const proposal = acknowledged.at(-1)?.proposal ?? assert.fail('nothing was proposed')
    assert.ok(Date.parse(proposal.endTime) < Date.now())
    const { updatedAt, status } = await proposalOf(proposal.proposalId)
    assert.ok(['PASSED', 'REJECTED'].includes(status))
    assert.ok(Date.parse(updatedAt) >= Date.parse(proposal.endTime))
  })
})

/** Asks again until the answer fulfils the condition. */
async function until<T>(ask: () => Promise<T>, isSo: (answer: T) => boolean): Promise<T> {
  let answer: T | undefined
  for (let asked = 0; asked < MOST_ANSWERS; asked++) {
    answer = await ask()
    if (isSo(answer)) return answer
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`it never was so: ${JSON.stringify(answer)}`)
}
