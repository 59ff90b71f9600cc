import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { executionOf, exitCode, httpSource, recount, report, vetoText } from '@quorate/verify/recount'
import { openForgery, type Told, without } from './forging.ts'
import { type Answer, chain, type Harness, HOUR, openHarness, type Person } from './harness.ts'

type Body = Answer['body']

describe('A passed proposal with an execution delay', () => {
  let harness: Harness
  let people: Person[]
  let dao: Body
  before(async () => {
    harness = await openHarness()
    people = await harness.people(4)
    dao = await harness.dao(people.slice(0, 2), { executionDelay: 48, veto: at(3).id })
  })
  after(() => harness.close())
  const at = (index: number): Person => people[index] as Person
  const shown = async ({ proposalId }: Body): Promise<Body> => (await harness.get(`/proposals/${proposalId}`)).body
  const rules = async (): Promise<Body> => (await harness.get(`/daos/${dao.daoId}`)).body
  const refusal = async (answer: Promise<Answer>) => {
    const { status, body } = await answer
    return `${status} ${body.code}`
  }

  /** A proposal to change the threshold that has passed. */
  async function passed(threshold: number): Promise<Body> {
    await harness.clock.advance(1)
    const proposal = await harness.propose(dao.daoId, at(0), {
      title: `Threshold ${threshold}`,
      proposalData: { change: { rules: { threshold } } },
    })
    await harness.vote(proposal, at(0), 'YES')
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    return shown(proposal)
  }
  const textOf = ({ proposalId, proposalHash }: Body, reason?: string) =>
    vetoText({ chain, daoId: dao.daoId, proposalId, proposalHash, account: at(3).id, reason })
  const veto = (proposal: Body, { by = at(3), reason, text = textOf(proposal, reason) }: Vetoing = {}) =>
    harness.call('POST', `/proposals/${proposal.proposalId}/veto`, at(1), {
      signature: `0x${Buffer.from(by.key.sign(Buffer.from(text))).toString('hex')}`,
      ...(reason === undefined ? {} : { reason }),
    })
  interface Vetoing {
    by?: Person
    reason?: string
    text?: string
  }
  async function counted({ proposalId }: Body) {
    const { mirror, topicInfo } = harness.ledger
    const source = httpSource(harness.url)
    return recount({ proposalId, chain, topicId: dao.topicId, mirror, topicInfo, source, now: harness.clock.now() })
  }
  /** Whether it may be carried out at this time, as a node and the multi-signature service see it. */
  async function executionAt(proposal: Body, now: number) {
    const { mirror } = harness.ledger
    const records = await harness.onTopic(dao.topicId)
    const found = records.find(({ record }) => record.type === 'decision' && record.proposalId === proposal.proposalId)
    if (found?.record.type !== 'decision') throw new Error('it is not decided')
    const { record, consensusTimestamp, completedAt, payer } = found
    const decision = { record, completedAt: Math.floor(Number(completedAt) * 1000) }
    const payers = new Set([payer])
    return executionOf(mirror, {
      topicId: dao.topicId,
      consensusTimestamp,
      decision,
      payers,
      now,
      shownUntil: async () => now,
    })
  }

  test('needs a delay for a veto, and shows both in its rules', async () => {
    const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false, veto: at(3).id }
    const body = { name: 'X', description: '', ownerAddress: at(0).id, votingRules }
    assert.equal(await refusal(harness.call('POST', '/daos', at(0), body)), '422 VETO_NEEDS_DELAY')
    assert.deepEqual([dao.votingRules.executionDelay, dao.votingRules.veto], [48, at(3).id])
  })

  test('is carried out when the delay has ended by the ledger, and not before', async () => {
    const proposal = await passed(60)
    assert.equal(proposal.status, 'PASSED')
    const from = Date.parse(proposal.execution.executableAt)
    assert.equal(from, Math.floor(Number(proposal.decision.consensusTimestamp) * 1000) + 48 * HOUR)
    await harness.pass(47 * HOUR)
    assert.equal((await rules()).rulesNumber, 1)
    assert.equal((await executionAt(proposal, harness.clock.now())).state, 'delayed')
    await harness.pass(HOUR)
    await harness.pass(1000)
    assert.deepEqual([(await rules()).rulesNumber, (await rules()).votingRules.threshold], [2, 60])
    assert.equal((await executionAt(proposal, harness.clock.now())).state, 'permitted')
    assert.equal(await refusal(veto(proposal)), '409 DELAY_OVER')
    const again = await counted(proposal)
    assert.deepEqual([again.faults, again.doubts, again.veto, exitCode(again)], [[], [], null, 0])
    assert.equal(again.executableAt, proposal.execution.executableAt)
    assert.match(
      report(again, { mirror: 'here', isTopicKnown: true }),
      new RegExp(`Carried out from ${again.executableAt} on.*${at(3).id} may veto`),
    )
  })

  test('is never carried out after a veto by the account that the rules name', async () => {
    const running = await harness.propose(dao.daoId, at(0), { title: 'Running', votingDurationHours: 1 })
    assert.equal(await refusal(veto(running)), '409 PROPOSAL_NOT_PASSED')
    await harness.pass(HOUR)
    const proposal = await passed(70)
    assert.equal(await refusal(veto(proposal, { by: at(0) })), '422 INVALID_SIGNATURE')
    const path = `/proposals/${proposal.proposalId}/veto`
    assert.equal(await refusal(harness.call('POST', path, at(1), {})), '400 SIGNATURES_MISSING')
    const { text } = (await harness.call('POST', `${path}/text`, at(1), { reason: 'too high' })).body
    assert.equal(text, textOf(proposal, 'too high'))
    assert.equal(await refusal(veto(proposal, { reason: 'other', text })), '422 INVALID_SIGNATURE')
    const given = await veto(proposal, { reason: 'too high' })
    assert.deepEqual([given.status, given.body.execution.vetoed.reason], [201, 'too high'])
    assert.equal(await refusal(veto(proposal)), '409 ALREADY_VETOED')
    // Its record reaches the topic.
    await harness.pass(1_000)
    await harness.pass(49 * HOUR)
    assert.deepEqual([(await rules()).rulesNumber, (await rules()).votingRules.threshold], [2, 60])
    assert.deepEqual(await executionAt(proposal, harness.clock.now()), { state: 'vetoed', by: at(3).id })
    const later = await harness.propose(dao.daoId, at(0), { title: 'Later' })
    await harness.vote(later, at(0), 'YES')
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    for (const one of [proposal, later]) {
      const again = await counted(one)
      assert.deepEqual([again.faults, again.doubts, exitCode(again)], [[], [], 0])
    }
    assert.match(report(await counted(proposal), { mirror: 'here', isTopicKnown: true }), /never: it was vetoed/)
  })

  test('cannot be vetoed or freed in the records without a recount noticing', async () => {
    const proposal = await passed(80)
    assert.equal((await veto(proposal)).status, 201)
    await harness.pass(1_000)
    await harness.pass(50 * HOUR)
    const later = await harness.propose(dao.daoId, at(0), { title: 'Much later' })
    await harness.vote(later, at(0), 'YES')
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    const isOwn = ({ record }: Told) => record.proposalId === proposal.proposalId
    const edited = (type: string, edit: (record: Body) => object) => (told: Told[]) =>
      told.map((one) =>
        one.record.type === type && isOwn(one) ? { ...one, record: { ...one.record, ...edit(one.record) } } : one,
      )
    const own = await openForgery(harness, { topicId: dao.topicId, proposalId: proposal.proposalId })
    try {
      const lies: [(told: Told[]) => Told[], RegExp][] = [
        [
          edited('decision', () => ({ executionDelay: undefined })),
          /published executionDelay is undefined: counted 48/,
        ],
        [edited('decision', () => ({ veto: undefined })), /published veto is undefined/],
        [edited('veto', () => ({ vetoedBy: at(0).id })), /gave a veto, which it may not by the rules/],
        [edited('veto', () => ({ reason: 'another' })), /signatures of the veto .* do not satisfy/],
        [without('decision'), /a veto record comes before any decision record/],
      ]
      for (const [lie, message] of lies) assert.match((await own.told(lie)).faults.join('\n'), message)
      const late = (told: Told[]) =>
        told.map((one) => {
          if (one.record.type !== 'veto' || !isOwn(one)) return one
          const time = `${Number(one.consensusTimestamp.split('.')[0]) + 49 * 3600}.000000000`
          return { ...one, consensusTimestamp: time, completedAt: time }
        })
      assert.match((await own.told(late)).notes.join('\n'), /when the delay had ended at .*: it stops nothing/)
    } finally {
      own.close()
    }
    const other = await openForgery(harness, { topicId: dao.topicId, proposalId: later.proposalId })
    try {
      const faults = async (lie: (told: Told[]) => Told[]) => (await other.told(lie)).faults.join('\n')
      const withoutVeto = (told: Told[]) => told.filter((one) => one.record.type !== 'veto' || !isOwn(one))
      assert.match(await faults(withoutVeto), /has changed the rules, but the topic has no record of that/)
      const elsewhere = edited('decision', () => ({ veto: at(0).id }))
      assert.match(await faults(elsewhere), /decision on the proposal .* says something else than the proposal/)
      assert.match(
        await faults(edited('veto', () => ({ reason: 'made up' }))),
        /signatures of the veto against .* do not satisfy/,
      )
    } finally {
      other.close()
    }
  })

  test('is carried out if a veto reached the topic when the delay had ended, though the service took it', async () => {
    const proposal = await passed(65)
    const before = (await rules()).rulesNumber
    // The service's clock is behind the ledger's.
    harness.setBehind(60_000)
    await harness.clock.advance(Date.parse(proposal.execution.executableAt) + 30_000 - harness.clock.now())
    const given = await veto(proposal)
    harness.setBehind(0)
    assert.equal(given.status, 201)
    await harness.pass(60_000)
    assert.deepEqual([(await rules()).rulesNumber, (await rules()).votingRules.threshold], [before + 1, 65])
    assert.equal((await executionAt(proposal, harness.clock.now())).state, 'permitted')
    assert.equal((await shown(proposal)).execution.vetoed, null)
    const own = await counted(proposal)
    assert.deepEqual([own.faults, own.veto?.isInTime], [[], false])
    await harness.clock.advance(HOUR)
    const later = await harness.propose(dao.daoId, at(0), { title: 'After a late veto' })
    await harness.pass(0)
    await harness.vote(later, at(0), 'YES')
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    const again = await counted(later)
    assert.deepEqual([again.faults, again.fixedLate, exitCode(again)], [[], [], 0])
  })

  test('is listed for the account that may veto it, which is no member, until it is vetoed or its delay ends', async () => {
    const listed = async (...accounts: Person[]): Promise<string[]> => {
      const query = accounts.map(({ id }) => `account=${id}`).join('&')
      const { status, body } = await harness.get(`/proposals/vetoable?chain=${chain}&${query}`)
      assert.equal(status, 200)
      return body.map(({ title }: Body) => title)
    }
    const other = await harness.dao([at(0), at(1)], { executionDelay: 1, veto: at(2).id })
    await harness.propose(dao.daoId, at(0), { title: 'Running', votingDurationHours: 30 })
    const first = await passed(51)
    const second = await passed(52)
    const elsewhere = await harness.propose(other.daoId, at(0), { title: 'Elsewhere', votingDurationHours: 1 })
    await harness.vote(elsewhere, at(0), 'YES')
    await harness.pass(HOUR)
    await harness.pass(0)
    assert.deepEqual(await listed(at(3)), ['Threshold 52', 'Threshold 51'])
    assert.deepEqual(await listed(at(2), at(3)), ['Elsewhere', 'Threshold 52', 'Threshold 51'])
    assert.deepEqual(await listed(at(0), at(1)), [], 'members who may not veto')
    const page = await harness.get(`/proposals/vetoable?account=${at(2).id},${at(3).id}&limit=1`)
    assert.deepEqual([page.body.length, page.body[0].title], [1, 'Elsewhere'])
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    assert.equal((await harness.get(next)).body[0].title, 'Threshold 52')
    assert.equal((await veto(second)).status, 201)
    assert.deepEqual(await listed(at(2), at(3)), ['Elsewhere', 'Threshold 51'])
    await harness.pass(2 * HOUR)
    assert.deepEqual(await listed(at(2), at(3)), ['Threshold 51'])
    const end = Date.parse((await shown(first)).execution.executableAt)
    await harness.pass(end - harness.clock.now() - 1)
    assert.deepEqual(await listed(at(3)), ['Threshold 51'])
    await harness.clock.advance(1)
    assert.deepEqual(await listed(at(3)), [])
    for (const query of ['', '?account=', '?account=ben', `?${'account=0.0.5&'.repeat(101)}`])
      assert.equal((await harness.get(`/proposals/vetoable${query}`)).status, 400, query)
  })
})
