import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  checkLastDelegation,
  delegatedVotes,
  delegatesFor,
  delegationText,
  endedAreas,
  httpSource,
  lastDelegation,
  recount,
  report,
} from '@quorate/verify/recount'
import fc from 'fast-check'
import { openForgery, type Told } from './forging.ts'
import { type Answer, chain, type Harness, HOUR, openHarness, type Person } from './harness.ts'

type Body = Answer['body']

describe('A delegation for an area', () => {
  let harness: Harness
  let people: Person[]
  let dao: Body
  before(async () => {
    harness = await openHarness()
    people = await harness.people(8)
    dao = await harness.dao(people, { delegation: true, areas: ['finance', 'grants'], emergency: at(0).id })
  })
  after(() => harness.close())
  const at = (index: number): Person => people[index] as Person
  /** The delegations of each person so far. */
  const numbers = new Map<string, number>()
  const placeOf = (group: Body) => ({ chain, daoId: group.daoId, topicId: group.topicId })

  async function delegate(of: number, to: number | null, area: string | null, group = dao): Promise<string> {
    const { id, key } = at(of)
    const slot = `${group.daoId} ${id}`
    const number = (numbers.get(slot) ?? 0) + 1
    const named = { account: id, delegate: to === null ? null : at(to).id, number }
    const text = delegationText({ ...placeOf(group), ...named, ...(area === null ? {} : { area }) })
    const signature = `0x${Buffer.from(key.sign(Buffer.from(text))).toString('hex')}`
    const { status, body } = await harness.call('POST', `/daos/${group.daoId}/delegations`, at(7), {
      ...{ ...named, area, signature },
    })
    if (status === 201) numbers.set(slot, number)
    return status === 201 ? '201' : `${status} ${body.code}`
  }
  async function change(rules: object): Promise<void> {
    const proposal = await harness.propose(dao.daoId, at(0), {
      title: JSON.stringify(rules),
      proposalData: { change: { rules } },
    })
    for (const person of people) await harness.vote(proposal, person, 'YES')
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    await harness.pass(2_000)
  }
  /** Votes, and returns the numbers of votes for YES and NO, which a recount confirms. */
  async function outcome(area: string | null, votes: Record<number, 'YES' | 'NO'>): Promise<[number, number]> {
    await harness.clock.advance(1)
    const proposal = await harness.propose(dao.daoId, at(0), { title: `About ${area} ${numbers.size}`, area })
    assert.equal(proposal.area, area)
    await harness.jobs.idle()
    for (const [index, choice] of Object.entries(votes)) await harness.vote(proposal, at(Number(index)), choice)
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    const { options } = (await harness.get(`/votes/proposal/${proposal.proposalId}/results`)).body
    const counted = await again(proposal)
    assert.deepEqual([counted.faults, counted.doubts], [[], []])
    assert.deepEqual(
      counted.counts.map((one) => one.votes),
      options.map((one: Body) => one.votes),
    )
    if (area !== null)
      assert.match(report(counted, { mirror: 'here', isTopicKnown: true }), new RegExp(`Area +${area}`))
    return [options[0].votes, options[1].votes]
  }
  async function again({ proposalId }: Body) {
    const { mirror, topicInfo } = harness.ledger
    const source = httpSource(harness.url)
    return recount({ proposalId, chain, topicId: dao.topicId, mirror, topicInfo, source, now: harness.clock.now() })
  }

  test('counts before the one for all areas, and only in its area', async () => {
    assert.equal(await delegate(2, 0, null), '201')
    assert.equal(await delegate(2, 1, 'finance'), '201')
    assert.equal(await delegate(3, 2, null), '201')
    assert.equal(await delegate(4, 1, 'grants'), '201')
    // 2 follows 1 in finance and 0 elsewhere; 3 follows 2 everywhere; 4 follows 1 in grants only.
    assert.deepEqual(await outcome('finance', { 0: 'YES', 1: 'NO' }), [1, 3])
    assert.deepEqual(await outcome('grants', { 0: 'YES', 1: 'NO' }), [3, 2])
    assert.deepEqual(await outcome(null, { 0: 'YES', 1: 'NO' }), [3, 1])
    const path = `/daos/${dao.daoId}/delegations`
    const own = (await harness.get(`${path}/${at(2).id}`)).body
    assert.deepEqual([own.delegate, own.area, own.lastNumber], [at(0).id, null, 2])
    assert.deepEqual(
      own.areas.map(({ area, delegate: to }: Body) => [area, to]),
      [['finance', at(1).id]],
    )
    const delegates: Body[] = (await harness.get(`/daos/${dao.daoId}/delegates`)).body
    assert.deepEqual(delegates.find(({ account }) => account === at(1).id)?.areas, [
      { area: 'finance', delegators: 1 },
      { area: 'grants', delegators: 1 },
    ])
  })

  test('falls back to the one for all areas when it ends', async () => {
    assert.equal(await delegate(2, null, 'finance'), '201')
    assert.deepEqual(await outcome('finance', { 0: 'YES', 1: 'NO' }), [3, 1])
  })

  test('makes no circle and no long chain in any area, and needs an area that the rules name', async () => {
    assert.equal(await delegate(0, 3, 'grants'), '422 DELEGATION_CYCLE')
    assert.equal(await delegate(0, 3, null), '422 DELEGATION_CYCLE')
    assert.equal(await delegate(0, 4, 'taxes'), '422 AREA_UNKNOWN')
    assert.equal(await delegate(5, 6, 'finance'), '201')
    // For all areas, so in finance, too, where 5 already follows 6.
    assert.equal(await delegate(6, 5, null), '422 DELEGATION_CYCLE')
    assert.equal(await delegate(6, 5, 'grants'), '201')
    const body = harness.proposalBody(dao.daoId, at(0), { area: 'taxes' })
    assert.equal((await harness.call('POST', '/proposals', at(0), body)).body.code, 'AREA_UNKNOWN')
  })

  test('ends when the rules drop its area or delegation, and does not come back', async () => {
    assert.equal(await delegate(2, 1, 'finance'), '201')
    await change({ areas: ['grants'] })
    await change({ areas: ['finance', 'grants'] })
    assert.deepEqual(await outcome('finance', { 0: 'YES', 1: 'NO' }), [3, 1])
    await change({ areas: null, delegation: false })
    await change({ areas: ['finance'], delegation: true })
    assert.deepEqual(await outcome('finance', { 0: 'YES', 1: 'NO' }), [1, 1])
    assert.equal(await delegate(2, 1, null), '201')
    assert.deepEqual(await outcome('finance', { 0: 'YES', 1: 'NO' }), [1, 2])
  })

  test('has a number that signers read from the topic, and a text that names the topic', async () => {
    await harness.pass(2_000)
    const { mirror } = harness.ledger
    const last = await lastDelegation(mirror, placeOf(dao), at(2).id)
    const shown = (await harness.get(`/daos/${dao.daoId}/delegations/${at(2).id}`)).body.lastNumber
    assert.equal(last, shown)
    assert.throws(() => checkLastDelegation(last, shown + 1), { code: 'DELEGATIONS_DIFFER' })
    const named = { account: at(3).id, delegate: at(1).id, number: 2 }
    const text = delegationText({ ...placeOf(dao), ...named, topicId: '0.0.5' })
    const signature = `0x${Buffer.from(at(3).key.sign(Buffer.from(text))).toString('hex')}`
    const answer = await harness.call('POST', `/daos/${dao.daoId}/delegations`, at(7), { ...named, signature })
    assert.deepEqual([answer.status, answer.body.code], [422, 'INVALID_SIGNATURE'])
  })

  test('cannot be moved to another area, nor kept after its end, without a recount noticing', async () => {
    await harness.clock.advance(1)
    const proposal = await harness.propose(dao.daoId, at(0), { title: 'Last', area: 'finance' })
    await harness.vote(proposal, at(1), 'YES')
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    const forgery = await openForgery(harness, { topicId: dao.topicId, proposalId: proposal.proposalId })
    const edited = (type: string, edit: (record: Body) => object) => (told: Told[]) =>
      told.map((one) => (one.record.type === type ? { ...one, record: { ...one.record, ...edit(one.record) } } : one))
    const moved = edited('delegation', ({ changes }) => ({
      changes: changes.map((one: Body) => (one.area === undefined ? { ...one, area: 'finance' } : one)),
    }))
    try {
      assert.match((await forgery.told(moved)).faults.join('\n'), /signatures of delegation .* do not satisfy/)
      const unended = edited('rules', () => ({ endsDelegations: undefined }))
      assert.match(
        (await forgery.told(unended)).faults.join('\n'),
        /allow fewer delegations, and do not end the others/,
      )
      const ended = edited('rules', () => ({ endsDelegations: true }))
      assert.match((await forgery.told(ended)).faults.join('\n'), /end delegations, which they allow/)
      const elsewhere = edited('proposal', () => ({ area: 'taxes' }))
      assert.match(
        (await forgery.told(elsewhere)).faults.join('\n'),
        /area is taxes: the rules of the DAO name finance/,
      )
    } finally {
      forgery.close()
    }
  })
})

describe('Delegates for an area', () => {
  const member = fc.integer({ min: 0, max: 9 }).map(String)
  const named = fc.array(fc.tuple(member, member), { maxLength: 12 }).map((pairs) => new Map(pairs))

  test('vote for a member as a walk along its narrower, or else its general, delegates finds', () => {
    fc.assert(
      fc.property(named, named, fc.uniqueArray(member), (general, narrower, voters) => {
        /** The account whose vote counts for this one, after at most this many steps. */
        const voterFor = (account: string, steps: number): string | undefined => {
          if (steps === 0) return undefined
          const next = narrower.has(account) ? narrower.get(account) : general.get(account)
          if (next === undefined) return undefined
          return voters.includes(next) ? next : voterFor(next, steps - 1)
        }
        const expected = Array.from({ length: 10 }, (_, index) => String(index)).flatMap((account) => {
          const voter = voters.includes(account) ? undefined : voterFor(account, 5)
          return voter === undefined ? [] : [`${account} ${voter}`]
        })
        const counted = delegatedVotes(delegatesFor(general, narrower), (account) => voters.includes(account))
        assert.deepEqual(counted.map(({ account, voter }) => `${account} ${voter}`).toSorted(), expected)
      }),
    )
  })

  test('end with exactly the areas that new rules leave out', () => {
    const areas = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'))
    fc.assert(
      fc.property(areas, areas, fc.boolean(), fc.boolean(), (before, after, was, is) => {
        const rules = (isOn: boolean, names: string[]) => (isOn ? { delegation: true as const, areas: names } : {})
        const ended = endedAreas(rules(was, before), rules(is, after))
        const gone = before.filter((one) => !after.includes(one))
        assert.deepEqual(ended, !was ? null : !is ? 'all' : gone.length > 0 ? gone : null)
      }),
    )
  })
})
