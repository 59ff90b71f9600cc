import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Ledger } from '@quorate/ledger'
import { tooMany, unavailable } from '@quorate/platform'
import { limits as verifyLimits } from '@quorate/verify'
import { eligibleAt, type HoldingQuestion } from '@quorate/verify/recount'
import { limits } from '../src/limits.ts'
import { type Harness, HOUR, openHarness, type Person } from './harness.ts'

/** A mirror in front of the ledger's, whose answers a test can delay, fail or lengthen. */
function slowMirror() {
  const asked: string[] = []
  const held = new Set<string>()
  const failing = new Map<string, Error>()
  const reads = new Map<string, number>()
  const askings: { account: string; asked: PromiseWithResolvers<void> }[] = []
  let gate = Promise.withResolvers<void>()
  const through = (question: HoldingQuestion, read: () => Promise<unknown>) => (question.read ?? ((now) => now()))(read)
  const seen = (ledger: Ledger): Ledger => ({
    ...ledger,
    mirror: {
      ...ledger.mirror,
      async holdingAt(question) {
        const { account } = question
        asked.push(account)
        for (let read = 0; read < (reads.get(account) ?? 0); read++) await through(question, async () => {})
        if (held.has(account)) {
          const { promise } = gate
          const waits = through(question, () => promise)
          for (const one of askings) if (one.account === account) one.asked.resolve()
          await waits
        }
        const failure = failing.get(account)
        if (failure) throw failure
        return ledger.mirror.holdingAt({ ...question, read: undefined })
      },
    },
  })
  return {
    seen,
    asked,
    held,
    failing,
    reads,
    /** Delays queries for these people from now on. The promise resolves when each was queried. */
    hold(people: Person[]): Promise<unknown> {
      const begun = people.map(({ id }) => ({ account: id, asked: Promise.withResolvers<void>() }))
      for (const { account } of begun) held.add(account)
      askings.push(...begun)
      return Promise.all(begun.map(({ asked }) => asked.promise))
    },
    letGo() {
      held.clear()
      gate.resolve()
      gate = Promise.withResolvers()
    },
  }
}

describe('The mirror is queried for weights', () => {
  const mirror = slowMirror()
  let harness: Harness
  let people: Person[]
  before(async () => {
    harness = await openHarness({}, { seen: mirror.seen })
    people = await harness.people(15)
  })
  after(() => harness.close())

  const away = unavailable('MIRROR_UNAVAILABLE', 'the mirror is away')
  const countOf = ({ id }: Person) => mirror.asked.filter((account) => account === id).length
  const statusOf = async ({ proposalId }: { proposalId: string }) =>
    (await harness.get(`/proposals/${proposalId}`)).body.status

  test('The mirror is asked for weights once for each account, and again only for those that failed', async () => {
    const [ada, ben, cleo] = people as [Person, Person, Person]
    const dao = await harness.dao([ada, ben, cleo], { tokenWeighted: true })
    mirror.asked.length = 0
    mirror.failing.set(cleo.id, away)
    const proposal = await harness.propose(dao.daoId, ada, { quorum: 50 })
    await harness.jobs.idle()
    for (const voter of [ada, ben]) assert.equal((await harness.vote(proposal, voter, 'YES')).status, 201)
    mirror.failing.clear()
    await harness.pass(24 * HOUR)
    assert.deepEqual([countOf(ada), countOf(ben)], [1, 1], 'kept, although another failed')
    assert.ok(countOf(cleo) >= 2)
    assert.equal(await statusOf(proposal), 'PASSED')
  })

  test('The mirror is asked once if a wallet votes while its proposal is weighed for the quorum', async () => {
    const [ada, ben] = people as [Person, Person]
    const dao = await harness.dao([ada, ben], { tokenWeighted: true })
    mirror.asked.length = 0
    const isAsked = mirror.hold([ada])
    const proposal = await harness.propose(dao.daoId, ada, { quorum: 50 })
    await isAsked
    const late = harness.vote(proposal, ada, 'YES')
    assert.equal((await harness.vote(proposal, ben, 'YES')).status, 201)
    mirror.letGo()
    assert.equal((await late).status, 201)
    assert.equal(countOf(ada), 1)
  })

  test("The mirror is asked for a decision even if the budget for the votes' queries is used up", async () => {
    const [ada, ben] = people as [Person, Person]
    const dao = await harness.dao([ada, ben], { tokenWeighted: true })
    for (const { id } of [ada, ben]) mirror.failing.set(id, away)
    const proposal = await harness.propose(dao.daoId, ada, { quorum: 10, votingDurationHours: 1 })
    await harness.jobs.idle()
    mirror.failing.clear()
    const isAsked = mirror.hold([ben])
    const voted = harness.vote(proposal, ben, 'YES')
    await isAsked
    mirror.held.clear()
    await harness.pass(HOUR)
    assert.equal(await statusOf(proposal), 'REJECTED', 'although the vote still waits for the same account')
    mirror.letGo()
    assert.equal((await voted).status, 409)
  })

  test("The mirror is asked again for a decision until it is made, if the creator's budget was used up", async () => {
    const [ada, ben] = people as [Person, Person]
    const dao = await harness.dao([ada, ben], { tokenWeighted: true })
    mirror.failing.set(ben.id, tooMany('WALLET_BUDGET_USED', 'the part is used', 60))
    const proposal = await harness.propose(dao.daoId, ada, { quorum: 10, votingDurationHours: 1 })
    await harness.pass(HOUR)
    assert.equal(await statusOf(proposal), 'ACTIVE')
    mirror.failing.clear()
    await harness.pass(HOUR)
    assert.equal(await statusOf(proposal), 'REJECTED')
  })

  test('The mirror is asked for a decision, even if the clock of the weighing process is behind', async () => {
    const [ada, ben] = people as [Person, Person]
    const dao = await harness.dao([ada, ben], { tokenWeighted: true })
    const isAsked = mirror.hold([ben])
    const proposal = await harness.propose(dao.daoId, ada, { quorum: 10, votingDurationHours: 1 })
    await isAsked
    const isAskedAgain = mirror.hold([ben])
    await harness.clock.advance(HOUR)
    await isAskedAgain
    harness.setBehind(HOUR)
    try {
      mirror.letGo()
      await harness.jobs.idle()
      assert.equal(await statusOf(proposal), 'ACTIVE')
    } finally {
      harness.setBehind(0)
    }
    await harness.pass(60_000)
    assert.equal(await statusOf(proposal), 'REJECTED')
  })

  test('The mirror is asked for a decision without waiting for votes', async () => {
    const [voters, others] = [people.slice(0, 12), people.slice(12)]
    const [ada] = voters as [Person]
    const [dora] = others as [Person]
    const dao = await harness.dao(voters, { tokenWeighted: true })
    const other = await harness.dao(others, { tokenWeighted: true, minVotingPeriod: 0 })
    for (const { id } of others) mirror.failing.set(id, away)
    const ends = await harness.propose(other.daoId, dora, { quorum: 10, votingDurationHours: 1 })
    await harness.jobs.idle()
    mirror.failing.clear()
    const proposal = await harness.propose(dao.daoId, ada)
    const areAsked = mirror.hold(voters)
    const voted = Promise.all(voters.map((voter) => harness.vote(proposal, voter, 'YES')))
    await areAsked
    await harness.pass(HOUR)
    assert.equal(await statusOf(ends), 'REJECTED')
    mirror.letGo()
    assert.deepEqual(new Set((await voted).map(({ status }) => status)), new Set([201]))
  })

  test("The voting wallet's budget pays for asking the mirror: it gets an error when that is used up, and others are not affected", async () => {
    const [ada, ben] = people as [Person, Person]
    const dao = await harness.dao([ada, ben], { tokenWeighted: true })
    const proposal = await harness.propose(dao.daoId, ada, { quorum: 10 })
    await harness.jobs.idle()
    const next = await harness.propose(dao.daoId, ada)
    mirror.reads.set(ben.id, limits.walletReadsPerHour.value)
    const { status, body, headers } = await harness.vote(next, ben, 'YES')
    assert.deepEqual([status, body.code], [429, 'WALLET_BUDGET_USED'])
    assert.ok(Number(headers.get('retry-after')) > 0)
    assert.equal((await harness.vote(next, ada, 'YES')).status, 201)
    assert.equal((await harness.vote(proposal, ben, 'YES')).status, 201, 'what is known costs nothing')
    mirror.reads.clear()
  })

  test('and each attempt counts from its first read on', async () => {
    const [ada, cleo] = (await harness.people(2)) as [Person, Person]
    const dao = await harness.dao([ada, cleo], { tokenWeighted: true })
    const proposal = await harness.propose(dao.daoId, ada)
    // Voters wait only some seconds for the mirror to pass the start, which the proposal's record does.
    await harness.jobs.idle()
    mirror.reads.set(cleo.id, limits.walletReadsPerHour.value)
    assert.equal((await harness.vote(proposal, cleo, 'YES')).body.code, 'WALLET_BUDGET_USED')
    // Its remaining budget covers fewer reads than are counted at a time.
    mirror.reads.set(cleo.id, 9)
    mirror.failing.set(cleo.id, unavailable('MIRROR_UNAVAILABLE', 'the mirror is away'))
    const codes: string[] = []
    for (let attempt = 0; attempt < 4; attempt++) codes.push((await harness.vote(proposal, cleo, 'YES')).body.code)
    assert.equal(codes.at(-1), 'WALLET_BUDGET_USED', codes.join())
    mirror.reads.clear()
    mirror.failing.clear()
  })
})

describe("An account's part of the eligible weight", () => {
  test("is followed on fewer pages the more members there are, and is known before its vote's weight", async () => {
    const asked: (number | undefined)[] = []
    const tooLong = Object.assign(new Error('too many transactions'), { code: 'HISTORY_TOO_LONG', balance: 7n })
    const mirror = {
      holdingAt: ({ maxPages }: HoldingQuestion): Promise<bigint> => {
        asked.push(maxPages)
        return Promise.reject(tooLong)
      },
    }
    const { value: all } = verifyLimits.maxElectoratePages
    const { value: most } = verifyLimits.maxHistoryPages
    const question = { account: '0.0.7', tokenId: null, at: '1.000000000' }
    assert.deepEqual(await eligibleAt(mirror, question, 1), { weight: 0n, eligible: 7n })
    for (const members of [all / most + 1, all / 2, all * 5])
      assert.deepEqual(await eligibleAt(mirror, question, members), { weight: null, eligible: 7n })
    assert.deepEqual(asked, [most, most - 1, 2, 1])
  })
})
