import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Hbar, TransferTransaction } from '@hiero-ledger/sdk'
import type { Ledger } from '@quorate/ledger'
import { unprocessable } from '@quorate/platform'
import { limits } from '@quorate/verify'
import {
  delegatedVotes,
  delegationText,
  exitCode,
  type HoldingQuestion,
  httpSource,
  type RecountOptions,
  recount,
  report,
} from '@quorate/verify/recount'
import fc from 'fast-check'
import { openForgery, type Told, without } from './forging.ts'
import { type Answer, chain, type Harness, HOUR, openHarness, type Person } from './harness.ts'

type Body = Answer['body']

describe('A delegation', () => {
  let harness: Harness
  let people: Person[]
  let dao: Body
  before(async () => {
    harness = await openHarness()
    people = await harness.people(7)
    dao = await harness.dao(people, { delegation: true })
  })
  after(() => harness.close())
  const at = (index: number): Person => people[index] as Person

  const delegate = (
    of: Person,
    to: Person | null,
    number: number,
    more: { by?: Person; of?: Body; signature?: string } = {},
  ) => {
    const { by = of, of: group = dao, ...body } = more
    return harness.call('POST', `/daos/${group.daoId}/delegations`, by, {
      account: of.id,
      delegate: to?.id ?? null,
      number,
      ...body,
    })
  }
  const textOf = (of: Person, to: Person | null, number: number) =>
    delegationText({
      ...{ chain, daoId: dao.daoId, topicId: dao.topicId },
      ...{ account: of.id, delegate: to?.id ?? null, number },
    })
  const signatureOf = (of: Person, to: Person | null, number: number) => {
    const text = textOf(of, to, number)
    return `0x${Buffer.from(of.key.sign(Buffer.from(text))).toString('hex')}`
  }
  const results = async ({ proposalId }: Body) => (await harness.get(`/votes/proposal/${proposalId}/results`)).body
  const votesOf = ({ options }: Body) => options.map(({ votes }: { votes: number }) => votes)

  async function counted(proposal: Body, group = dao) {
    await harness.jobs.idle()
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    const { mirror, topicInfo } = harness.ledger
    const source = httpSource(harness.url)
    const { proposalId } = proposal
    const now = harness.clock.now()
    return recount({ proposalId, chain, topicId: group.topicId, mirror, topicInfo, source, now })
  }

  test('makes the weight of a member that does not vote count as its delegate votes, through others if need be', async () => {
    const plain = { account: at(1).id, delegate: at(0).id, number: 1 }
    const { text } = (await harness.call('POST', `/daos/${dao.daoId}/delegations/text`, at(1), plain)).body
    assert.equal(text, textOf(at(1), at(0), 1))
    // 1 to 0; 2 to 1 to 0; 3 to 4, who does not vote.
    assert.equal((await delegate(at(1), at(0), 1, { signature: signatureOf(at(1), at(0), 1) })).body.signed, true)
    assert.equal((await delegate(at(2), at(1), 1)).status, 201)
    assert.equal((await delegate(at(3), at(4), 1)).status, 201)
    await harness.clock.advance(1)
    const proposal = await harness.propose(dao.daoId, at(0))
    await harness.vote(proposal, at(0), 'YES')
    await harness.vote(proposal, at(5), 'NO')
    const running = await results(proposal)
    assert.deepEqual([votesOf(running), running.totalVotes, running.delegatedVotes], [[3, 1, 0], 4, 2])
    // A member that votes takes back its own weight and the weight of its delegators.
    await harness.vote(proposal, at(1), 'NO')
    assert.deepEqual(votesOf(await results(proposal)), [1, 3, 0])
    // After the start a delegation changes nothing for this proposal.
    assert.equal((await delegate(at(2), at(0), 2)).status, 201)
    assert.deepEqual(votesOf(await results(proposal)), [1, 3, 0])
    const again = await counted(proposal)
    assert.deepEqual([again.faults, again.doubts, again.status], [[], [], 'REJECTED'])
    assert.deepEqual([again.totalVotes, again.delegatedVotes, again.votesCast], [4, 1, 3])
    assert.deepEqual(again.delegations, { inForce: 3, signed: 1 })
    assert.match(
      report(again, { mirror: 'here', isTopicKnown: true }),
      /3 members had a delegate at the start \(1 by a signature, .*; 1 of them did not vote and are counted/,
    )
  })

  test('can be ended, and an earlier one cannot be sent again', async () => {
    const shown = async (account: Person) => (await harness.get(`/daos/${dao.daoId}/delegations/${account.id}`)).body
    assert.deepEqual([(await shown(at(6))).number, (await shown(at(6))).delegate], [0, null])
    const first = signatureOf(at(6), at(5), 1)
    assert.equal((await delegate(at(6), at(5), 1, { by: at(0), signature: first })).status, 201, 'sent by another')
    const listed = (await harness.get(`/daos/${dao.daoId}/delegations?delegate=${at(5).id}`)).body
    assert.deepEqual(
      listed.map(({ account }: Body) => account),
      [at(6).id],
    )
    assert.equal((await delegate(at(6), null, 2)).status, 201)
    assert.deepEqual((await harness.get(`/daos/${dao.daoId}/delegations?delegate=${at(5).id}`)).body, [])
    const replayed = await delegate(at(6), at(5), 1, { by: at(0), signature: first })
    assert.deepEqual([replayed.status, replayed.body.code], [409, 'DELEGATION_OUT_OF_ORDER'])
    const renumbered = await delegate(at(6), at(5), 3, { by: at(0), signature: first })
    assert.deepEqual([renumbered.status, renumbered.body.code], [422, 'INVALID_SIGNATURE'])
    assert.deepEqual([(await shown(at(6))).number, (await shown(at(6))).delegate], [2, null])
  })

  test('of a wallet needs signatures of its owners, whose session for one of them it would outlast', async () => {
    const { id, key } = at(4)
    const publicKey = key.publicKey.toStringRaw()
    const token = await harness.tokens.issue({ walletId: id, publicKey, holder: at(0).id, lifetimeMs: HOUR })
    const holding: Person = { id, key, token }
    const refused = await delegate(holding, at(5), 1)
    assert.deepEqual([refused.status, refused.body.code], [403, 'WALLET_SESSION'])
    assert.equal((await delegate(holding, null, 1)).status, 403)
    const signed = { signature: signatureOf(holding, at(5), 1) }
    assert.equal((await delegate(holding, at(5), 1, signed)).status, 201)
    assert.equal((await delegate(holding, null, 2, { signature: signatureOf(holding, null, 2) })).status, 201)
  })

  test('is given once, whoever sends it at the same time', async () => {
    const answers = await Promise.all([at(0), at(5), at(4)].map((to) => delegate(at(6), to, 3)))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409])
  })

  test('is refused where it makes a circle, is too deep, or names no member', async () => {
    const refusal = async (answer: Promise<Answer>) => {
      const { status, body } = await answer
      return `${status} ${body.code}`
    }
    assert.equal(await refusal(delegate(at(0), at(0), 1)), '422 DELEGATION_CYCLE')
    assert.equal(await refusal(delegate(at(0), at(1), 1)), '422 DELEGATION_CYCLE')
    const stranger = await harness.person()
    assert.equal(await refusal(delegate(at(0), stranger, 1)), '422 DELEGATE_NOT_A_MEMBER')
    assert.equal(await refusal(delegate(stranger, at(0), 1)), '403 NOT_A_MEMBER')
    assert.equal(await refusal(delegate(at(0), at(4), 1, { by: at(5) })), '403 NOT_YOUR_DELEGATION')
    const plain = await harness.dao(people.slice(0, 2))
    assert.equal(await refusal(delegate(at(0), at(1), 1, { of: plain })), '422 DELEGATION_NOT_ALLOWED')
    const deep = await harness.dao(people, { delegation: true })
    for (const index of [4, 0, 3, 1, 2])
      assert.equal((await delegate(at(index), at(index + 1), 1, { of: deep })).status, 201)
    assert.equal(await refusal(delegate(at(5), at(6), 1, { of: deep })), '422 DELEGATION_TOO_DEEP')
  })

  test('counts what its member held at the start, if votes weigh tokens', async () => {
    const held = await harness.dao(people.slice(0, 4), { delegation: true, tokenWeighted: true })
    await delegate(at(1), at(0), 1, { of: held })
    await delegate(at(2), at(0), 1, { of: held })
    await harness.clock.advance(1)
    const proposal = await harness.propose(held.daoId, at(0))
    await harness.clock.advance(1000)
    const move = new TransferTransaction()
      .addHbarTransfer(at(1).id, new Hbar(-50))
      .addHbarTransfer(at(3).id, new Hbar(50))
    await harness.onLedger(move, at(1).key)
    await harness.vote(proposal, at(0), 'YES')
    await harness.vote(proposal, at(2), 'NO')
    const again = await counted(proposal, held)
    assert.deepEqual([again.faults, again.doubts], [[], []])
    assert.deepEqual(
      again.counts.map(({ weight }) => weight),
      [200_0000_0000n, 100_0000_0000n, 0n],
    )
    assert.deepEqual([again.status, again.delegatedVotes, again.eligibleWeight], ['PASSED', 1, 400_0000_0000n])
    assert.equal((await results(proposal)).totalWeight, 300_0000_0000)
  })

  test('cannot be changed, left out or made up in the records without a recount noticing', async () => {
    const proposal = await harness.propose(dao.daoId, at(0))
    await harness.vote(proposal, at(0), 'YES')
    await harness.vote(proposal, at(5), 'NO')
    assert.deepEqual((await counted(proposal)).faults, [])
    const forgery = await openForgery(harness, { topicId: dao.topicId, proposalId: proposal.proposalId })
    try {
      const changes = (edit: (one: Body) => object) => (told: Told[]) =>
        told.map((one) => {
          if (one.record.type !== 'delegation') return one
          const all = one.record.changes.map((given: Body) => ({ ...given, ...edit(given) }))
          return { ...one, record: { ...one.record, changes: all } }
        })
      const lies: [(told: Told[]) => Told[], RegExp][] = [
        [without('delegation'), /the published totalVotes is [45]: counted 2/],
        [
          changes(({ proof }) => (proof ? { delegate: at(5).id } : {})),
          /signatures of delegation 1 of .* do not satisfy/,
        ],
        [changes(({ proof }) => (proof ? { delegate: null } : {})), /signatures of delegation 1 of .* do not satisfy/],
        [changes(({ number }) => ({ number: number + 1 })), /delegation 2 of .* is on the topic in place of 1/],
      ]
      for (const [lie, message] of lies) assert.match((await forgery.told(lie)).faults.join('\n'), message)
      const ended = changes(() => ({ delegate: null, proof: undefined }))
      assert.match((await forgery.told(ended)).notes.join('\n'), /had been ended on the service's word, without a sig/)
    } finally {
      forgery.close()
    }
  })
})

test('A signed delegation has one time, however long the key takes to look up on a silent ledger', async () => {
  let isSlow = false
  const seen = (ledger: Ledger): Ledger => ({
    ...ledger,
    mirror: {
      ...ledger.mirror,
      newestTimestamp: async () => (isSlow ? null : ledger.mirror.newestTimestamp()),
      async keyAt(account, at) {
        const key = await ledger.mirror.keyAt(account, at)
        if (isSlow) await harness.clock.advance(5_000)
        return key
      },
    },
  })
  const harness: Harness = await openHarness({}, { seen })
  try {
    const [ada, ben] = (await harness.people(2)) as [Person, Person]
    const dao = await harness.dao([ada, ben], { delegation: true })
    await harness.pass(HOUR)
    const given = { account: ben.id, delegate: ada.id, number: 1 }
    const text = delegationText({ chain, daoId: dao.daoId, topicId: dao.topicId, ...given })
    const signature = `0x${Buffer.from(ben.key.sign(Buffer.from(text))).toString('hex')}`
    isSlow = true
    const { status } = await harness.call('POST', `/daos/${dao.daoId}/delegations`, ben, { ...given, signature })
    isSlow = false
    assert.equal(status, 201)
    await harness.clock.advance(1)
    const proposal = await harness.propose(dao.daoId, ada)
    await harness.vote(proposal, ada, 'YES')
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    const { mirror } = harness.ledger
    const { proposalId } = proposal
    const source = httpSource(harness.url)
    const counted = await recount({ proposalId, chain, topicId: dao.topicId, mirror, source })
    assert.deepEqual([counted.faults, counted.delegations.signed], [[], 1])
  } finally {
    await harness.close()
  }
})

describe('A delegation by a member with too many transactions', () => {
  /** Reads fewer pages than all of an account, or cannot follow it at all. */
  const mirrorOf = ({ mirror }: Ledger, { short, never }: { short: Set<string>; never: Set<string> }) => ({
    ...mirror,
    async holdingAt(question: HoldingQuestion) {
      const { account, maxPages = 0 } = question
      const isFollowed = !short.has(account) || maxPages >= limits.maxHistoryPages.value
      if (isFollowed && !never.has(account)) return mirror.holdingAt(question)
      throw Object.assign(unprocessable('HISTORY_TOO_LONG', 'too many transactions'), { balance: 0n })
    },
  })
  const { value } = limits.maxElectoratePages
  const short = new Set<string>()
  const never = new Set<string>()
  let harness: Harness
  before(async () => {
    limits.maxElectoratePages.value = limits.maxHistoryPages.value
    harness = await openHarness({}, { seen: (ledger) => ({ ...ledger, mirror: mirrorOf(ledger, { short, never }) }) })
  })
  after(async () => {
    limits.maxElectoratePages.value = value
    await harness.close()
  })

  async function decided(voter: Person, delegators: Person[], more: { rules?: object; body?: object; vote?: object }) {
    const idle = await harness.person(100)
    const members = [voter, ...delegators, idle]
    const dao = await harness.dao(members, { delegation: true, tokenWeighted: true, ...more.rules })
    for (const { id: account, token } of delegators) {
      const body = { account, delegate: voter.id, number: 1 }
      assert.equal((await harness.call('POST', `/daos/${dao.daoId}/delegations`, { token }, body)).status, 201)
    }
    await harness.clock.advance(1)
    const proposal = await harness.propose(dao.daoId, voter, more.body)
    await harness.jobs.idle()
    const { proposalId, daoId } = proposal
    const vote = { proposalId, daoId, voterAddress: voter.id, ...(more.vote ?? { choice: 'YES' }) }
    assert.equal((await harness.call('POST', '/votes', voter, vote)).status, 201)
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    const results = (await harness.get(`/votes/proposal/${proposalId}/results`)).body
    const again = (mirror: RecountOptions['mirror']) =>
      recount({ proposalId, chain, topicId: dao.topicId, mirror, source: httpSource(harness.url) })
    return { results, again }
  }

  test('adds to the eligible weight what its delegate casts, so the quorum is not reached more easily', async () => {
    const [voter, busy] = [await harness.person(100), await harness.person(300)]
    short.add(busy.id)
    const { results, again } = await decided(voter, [busy], { body: { quorum: 90 } })
    assert.deepEqual([results.status, results.totalWeight], ['REJECTED', 400_0000_0000])
    assert.deepEqual([results.quorum.eligibleWeight, results.quorum.cast], [500_0000_0000, 80])
    const counted = await again(mirrorOf(harness.ledger, { short, never }))
    assert.deepEqual([counted.faults, counted.doubts, counted.eligibleWeight], [[], [], 500_0000_0000n])
  })

  test('weighs nothing and leaves the result certain, if no mirror can follow it', async () => {
    const [voter, spammed] = [await harness.person(100), await harness.person(300)]
    never.add(spammed.id)
    const { results, again } = await decided(voter, [spammed], {})
    assert.deepEqual([results.totalWeight, results.delegatedVotes], [100_0000_0000, 0])
    const counted = await again(mirrorOf(harness.ledger, { short, never }))
    assert.deepEqual([counted.faults, counted.doubts, counted.status], [[], [], 'PASSED'])
    assert.match(counted.notes.join('\n'), new RegExp(`delegated by ${spammed.id} weighs nothing: on this mirror`))
  })

  test("is a doubt, and accuses nobody, if only the service's mirror could follow it", async () => {
    const [voter, followed] = [await harness.person(100), await harness.person(300)]
    const { again } = await decided(voter, [followed], {
      rules: { votingMethods: ['ranked'] },
      body: { votingMethod: 'ranked', votingOptions: ['Oak', 'Elm', 'Ash'], quorum: 50 },
      vote: { choices: ['Elm', 'Oak'] },
    })
    const counted = await again(mirrorOf(harness.ledger, { short, never: new Set([followed.id]) }))
    assert.deepEqual(counted.faults, [])
    assert.match(counted.doubts.join('\n'), /the published totalWeight is .*, without 1 vote delegated by members who/)
    assert.equal(exitCode(counted), 2)
  })
})

describe('Weights that follow delegates', () => {
  test('end at a voter, cross nobody who voted, and never go round in a circle', () => {
    const account = fc.integer({ min: 0, max: 9 }).map(String)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(account, account), { maxLength: 12 }),
        fc.uniqueArray(account, { maxLength: 5 }),
        (pairs, voters) => {
          const delegates = new Map(pairs)
          const hasVoted = (one: string) => voters.includes(one)
          const found = new Map(delegatedVotes(delegates, hasVoted).map((one) => [one.account, one.voter]))
          for (const from of delegates.keys()) {
            const path: string[] = []
            let next = delegates.get(from)
            while (next !== undefined && path.length < 5) {
              path.push(next)
              if (hasVoted(next)) break
              next = delegates.get(next)
            }
            const end = path.at(-1)
            const expected = !hasVoted(from) && end !== undefined && hasVoted(end) ? end : undefined
            assert.equal(found.get(from), expected)
          }
        },
      ),
    )
  })
})
