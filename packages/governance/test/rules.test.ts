import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { checkRulesOnTopic, exitCode, httpSource, recount, report, rulesText } from '@quorate/verify/recount'
import { openForgery, type Told, without } from './forging.ts'
import { type Answer, chain, type Harness, HOUR, openHarness, type Person } from './harness.ts'

type Body = Answer['body']

describe('Rules', () => {
  let harness: Harness
  let people: Person[]
  before(async () => {
    harness = await openHarness()
    people = await harness.people(5)
  })
  after(() => harness.close())
  const at = (index: number): Person => people[index] as Person
  const shown = async ({ daoId }: Body): Promise<Body> => (await harness.get(`/daos/${daoId}`)).body
  const refusal = async (answer: Promise<Answer>) => {
    const { status, body } = await answer
    return `${status} ${body.code}`
  }
  const submit = (dao: Body, by: Person, more: object) =>
    harness.call('POST', '/proposals', by, harness.proposalBody(dao.daoId, by, more))

  async function counted({ proposalId }: Body, { topicId }: Body) {
    const { mirror, topicInfo } = harness.ledger
    const source = httpSource(harness.url)
    return recount({ proposalId, chain, topicId, mirror, topicInfo, source, now: harness.clock.now() })
  }

  /** Proposes a change, votes on it, and lets it pass. */
  async function decide(dao: Body, change: object, choices = ['YES'], hours = 24): Promise<Body> {
    await harness.clock.advance(1)
    const proposal = await harness.propose(dao.daoId, at(0), {
      title: `Change ${JSON.stringify(change)}`,
      votingDurationHours: hours,
      proposalData: { change },
    })
    for (const [index, choice] of choices.entries())
      assert.equal((await harness.vote(proposal, at(index), choice)).status, 201)
    await harness.pass(hours * HOUR)
    await harness.pass(0)
    return proposal
  }

  test('change by a proposal that passes, for the proposals after that, and a recount follows them', async () => {
    const dao = await harness.dao(people.slice(0, 3))
    const earlier = await harness.propose(dao.daoId, at(0), { title: 'Earlier', votingDurationHours: 48 })
    await harness.vote(earlier, at(0), 'YES')
    await harness.vote(earlier, at(1), 'NO')
    await harness.vote(earlier, at(2), 'YES')
    const change = { rules: { thresholdFraction: '3/4', quorum: 40, votesChangeable: true, maxVotingPeriod: 72 } }
    const proposal = await decide(dao, change)
    const after = await shown(dao)
    assert.equal(after.rulesNumber, 2)
    assert.deepEqual(after.votingRules, {
      ...dao.votingRules,
      threshold: 75,
      thresholdFraction: '3/4',
      quorum: 40,
      votesChangeable: true,
      maxVotingPeriod: 72,
    })
    const [second, first] = (await harness.get(`/daos/${dao.daoId}/rules`)).body
    assert.deepEqual(
      [second.number, second.proposalId, second.votingRules],
      [2, proposal.proposalId, after.votingRules],
    )
    assert.deepEqual([first.number, first.proposalId, first.votingRules], [1, null, dao.votingRules])

    // Two thirds are enough for the proposal before the change, and not for the same votes after it.
    const later = await harness.propose(dao.daoId, at(0), { title: 'Later' })
    assert.deepEqual([later.quorum, later.votingRules.threshold], [40, 75])
    await harness.vote(later, at(0), 'YES')
    await harness.vote(later, at(1), 'NO')
    await harness.vote(later, at(2), 'YES')
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    for (const [one, status, changes] of [
      [earlier, 'PASSED', 0],
      [later, 'REJECTED', 1],
    ] as const) {
      const again = await counted(one, dao)
      assert.deepEqual([again.faults, again.doubts, again.status], [[], [], status])
      assert.equal(again.rulesChanges.length, changes)
    }
    const text = report(await counted(later, dao), { mirror: 'here', isTopicKnown: true })
    assert.match(text, new RegExp(`rules 2 by the proposal ${proposal.proposalId}.*recount it, too`))
    assert.equal(exitCode(await counted(proposal, dao)), 0)
  })

  test('stay as they are if the proposal is rejected', async () => {
    const dao = await harness.dao(people.slice(0, 3))
    await decide(dao, { rules: { threshold: 1 } }, ['NO'])
    const after = await shown(dao)
    assert.deepEqual([after.rulesNumber, after.votingRules], [1, dao.votingRules])
    assert.deepEqual(
      (await harness.onTopic(dao.topicId)).filter(({ record }) => record.type === 'rules'),
      [],
    )
  })

  test('name those who may propose, the least quorum and the longest vote', async () => {
    const rules = { proposers: [at(1).id], quorumFraction: '1/3', maxVotingPeriod: 24 }
    const dao = await harness.dao(people.slice(0, 3), rules)
    assert.equal(await refusal(submit(dao, at(0), {})), '403 NOT_A_PROPOSER')
    assert.equal(await refusal(submit(dao, at(1), { quorum: 33 })), '422 QUORUM_TOO_LOW')
    assert.equal(await refusal(submit(dao, at(1), { votingDurationHours: 25 })), '422 VOTING_TOO_LONG')
    const made = await submit(dao, at(1), {})
    assert.deepEqual([made.status, made.body.quorumFraction], [201, '1/3'])
    const contradiction = { name: 'X', description: '', ownerAddress: at(0).id }
    const votingRules = { threshold: 50, minVotingPeriod: 5, maxVotingPeriod: 4, tokenWeighted: false }
    assert.equal(
      await refusal(harness.call('POST', '/daos', at(0), { ...contradiction, votingRules })),
      '422 PERIODS_CONTRADICT',
    )
  })

  test('ask for a holding of those who propose, which a recount reads from the ledger', async () => {
    const dao = await harness.dao([at(0), at(1)], { tokenWeighted: true, proposalWeight: '15000000000' })
    assert.equal(await refusal(submit(dao, at(0), {})), '403 TOO_LITTLE_WEIGHT')
    const rich = await harness.person(200)
    await harness.addMember(dao.daoId, at(0), rich.id)
    await harness.clock.advance(1)
    const proposal = await harness.propose(dao.daoId, rich)
    await harness.vote(proposal, rich, 'YES')
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    const again = await counted(proposal, dao)
    assert.deepEqual([again.faults, again.doubts], [[], []])
    const forgery = await openForgery(harness, { topicId: dao.topicId, proposalId: proposal.proposalId })
    try {
      const edited = (edit: object) => (told: Told[]) =>
        told.map((one) => (one.record.type === 'proposal' ? { ...one, record: { ...one.record, ...edit } } : one))
      assert.match(
        (await forgery.told(edited({ creatorAddress: at(1).id }))).faults.join('\n'),
        /the creator, held 10000000000 at/,
      )
      assert.match(
        (await forgery.told(edited({ proposerWeighedAt: undefined }))).faults.join('\n'),
        /does not say when its creator had the weight/,
      )
    } finally {
      forgery.close()
    }
  })

  test('let only proposals move members, if they say so', async () => {
    const dao = await harness.dao(people.slice(0, 3), { membersByProposal: true }).catch(() => undefined)
    assert.equal(dao, undefined, 'the owner cannot add members then')
    const founded = await harness.dao(people.slice(0, 1), { membersByProposal: true })
    const body = { memberAddress: at(1).id }
    assert.equal(
      await refusal(harness.call('POST', `/daos/${founded.daoId}/members`, at(0), body)),
      '422 MEMBERS_BY_PROPOSAL',
    )
    const ghost = { change: { members: { add: ['0.0.99999'] } } }
    assert.equal(await refusal(submit(founded, at(0), { proposalData: ghost })), '422 INVALID_ACCOUNT_ID')
    const owner = { change: { members: { remove: [at(0).id] } } }
    assert.equal(await refusal(submit(founded, at(0), { proposalData: owner })), '422 OWNER_STAYS')
    await decide(founded, { members: { add: [at(1).id, at(2).id] } })
    const second = await decide(founded, { members: { add: [at(3).id], remove: [at(2).id] } }, ['YES', 'YES'])
    const after = await shown(founded)
    assert.deepEqual([after.members.toSorted(), after.rulesNumber], [[at(0).id, at(1).id, at(3).id].toSorted(), 3])
    const third = await harness.propose(founded.daoId, at(3), { title: 'By the new member' })
    await harness.vote(third, at(3), 'YES')
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    for (const one of [second, third]) {
      const again = await counted(one, founded)
      assert.deepEqual([again.faults, again.doubts, exitCode(again)], [[], [], 0])
    }
    const forgery = await openForgery(harness, { topicId: founded.topicId, proposalId: third.proposalId })
    try {
      const rules = (edit: (record: Body) => object) => (told: Told[]) =>
        told.map((one) =>
          one.record.type === 'rules' && one.record.number === 3
            ? { ...one, record: { ...one.record, ...edit(one.record) } }
            : one,
        )
      const lies: [(told: Told[]) => Told[], RegExp][] = [
        [rules(() => ({ members: { add: [at(3).id] } })), /leave out the member .*, whom the proposal moved/],
        [
          rules(({ members }) => ({ members: { ...members, add: [at(3).id, at(4).id] } })),
          /whom the proposal does not name/,
        ],
        [rules(() => ({ decidedBy: third.proposalId })), /which has passed no change of them/],
        [without('rules'), /was not a member/],
      ]
      for (const [lie, message] of lies) assert.match((await forgery.told(lie)).faults.join('\n'), message)
    } finally {
      forgery.close()
    }
  })

  test('let a DAO be founded with members whom only proposals can move later', async () => {
    const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false, membersByProposal: true }
    const body = { name: 'X', description: '', ownerAddress: at(0).id, members: [at(1).id], votingRules }
    const dao = (await harness.call('POST', '/daos', at(0), body)).body
    await harness.clock.advance(1)
    const proposal = await harness.propose(dao.daoId, at(1))
    await harness.vote(proposal, at(0), 'YES')
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    assert.deepEqual((await counted(proposal, dao)).faults, [])
    const forgery = await openForgery(harness, { topicId: dao.topicId, proposalId: proposal.proposalId })
    try {
      // A service could write later that somebody was there from the beginning.
      const later = (told: Told[]) =>
        told.toSorted((a, b) => Number(a.record.type === 'membership') - Number(b.record.type === 'membership'))
      const moved = (told: Told[]) => {
        const { consensusTimestamp, completedAt } = told.at(-1) as Told
        const times = { consensusTimestamp: next(consensusTimestamp), completedAt: next(completedAt) }
        return later(told).map((one) => (one.record.type === 'membership' ? { ...one, ...times } : one))
      }
      const next = (time: string) => `${Number(time.split('.')[0]) + 1}.000000000`
      assert.notDeepEqual((await forgery.told(moved)).faults, [])
    } finally {
      forgery.close()
    }
  })

  test('are refused in a proposal if they are no rules, change nothing, or need another ballot', async () => {
    const dao = await harness.dao(people.slice(0, 2))
    const propose = (change: unknown, more: object = {}) =>
      refusal(submit(dao, at(0), { proposalData: { change }, ...more }))
    assert.equal(await propose({ rules: { threshhold: 60 } }), '400 INVALID_CHANGE')
    assert.equal(await propose({ rules: { threshold: null } }), '400 INVALID_CHANGE')
    assert.equal(await propose({ rules: { tokenWeighted: true } }), '400 INVALID_CHANGE')
    assert.equal(await propose({ rules: { threshold: 50 } }), '422 NOTHING_CHANGES')
    assert.equal(await propose({ rules: { proposalWeight: '5' } }), '400 TOKEN_WITHOUT_WEIGHT')
    assert.equal(await propose({ rules: { threshold: 60 } }, { votingOptions: ['A', 'B'] }), '422 OPERATION_NEEDS_YES')
    assert.equal((await submit(dao, at(0), { proposalData: { change: 'of season' } })).status, 201)
  })

  test('change at once by the account that they name, and only by its signature', async () => {
    const dao = await harness.dao(people.slice(0, 2), { emergency: at(4).id })
    const path = `/daos/${dao.daoId}/rules`
    const body = { number: 2, rules: { threshold: 80, emergency: null } }
    const { text } = (await harness.call('POST', `${path}/text`, at(0), body)).body
    const votingRules = { ...dao.votingRules, decimals: 0, threshold: 80, emergency: undefined }
    const signed = { chain, daoId: dao.daoId, topicId: dao.topicId, account: at(4).id, number: 2, votingRules }
    assert.equal(text, rulesText(signed))
    // A service could show other current rules on a topic of its own.
    const elsewhere = Buffer.from(rulesText({ ...signed, topicId: '0.0.5' }))
    const signatureElsewhere = `0x${Buffer.from(at(4).key.sign(elsewhere)).toString('hex')}`
    const signature = (by: Person) => `0x${Buffer.from(by.key.sign(Buffer.from(text))).toString('hex')}`
    const send = (more: object) => harness.call('POST', path, at(1), { ...body, ...more })
    assert.equal(await refusal(send({})), '400 SIGNATURES_MISSING')
    assert.equal(await refusal(send({ signature: signature(at(0)) })), '422 INVALID_SIGNATURE')
    assert.equal(await refusal(send({ signature: signatureElsewhere })), '422 INVALID_SIGNATURE')
    assert.equal(
      await refusal(send({ signature: signature(at(4)), rules: { threshold: 90 } })),
      '422 INVALID_SIGNATURE',
    )
    const changed = await send({ signature: signature(at(4)) })
    assert.deepEqual([changed.status, changed.body.number, changed.body.emergency], [201, 2, at(4).id])
    assert.equal(await refusal(send({ signature: signature(at(4)) })), '422 NO_EMERGENCY_ACCOUNT')
    const after = await shown(dao)
    assert.deepEqual([after.rulesNumber, after.votingRules.threshold, after.votingRules.emergency], [2, 80, undefined])
    const proposal = await harness.propose(dao.daoId, at(0), { title: 'After the change' })
    await harness.vote(proposal, at(0), 'YES')
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    const again = await counted(proposal, dao)
    assert.deepEqual([again.faults, again.doubts, exitCode(again)], [[], [], 0])
    const { mirror } = harness.ledger
    const place = { chain, daoId: dao.daoId, topicId: dao.topicId }
    const present = { number: 2, votingRules: after.votingRules }
    assert.equal((await checkRulesOnTopic(mirror, place, present)).number, 2)
    // The signer of the next change must not build on a change that nobody signed.
    const byAnother = { ...mirror, keyAt: (_: string, time: string) => mirror.keyAt(at(0).id, time) }
    await assert.rejects(checkRulesOnTopic(byAnother, place, present), { code: 'RULES_UNSOUND' })
    const forgery = await openForgery(harness, { topicId: dao.topicId, proposalId: proposal.proposalId })
    try {
      const lie = (edit: (record: Body) => object) => (told: Told[]) =>
        told.map((one) =>
          one.record.type === 'rules' ? { ...one, record: { ...one.record, ...edit(one.record) } } : one,
        )
      const others = (record: Body) => ({ votingRules: { ...record.votingRules, threshold: 60 } })
      assert.match((await forgery.told(lie(others))).faults.join('\n'), /signatures of the rules 2 do not satisfy/)
      const moved = ({ emergency: { proof, ...by } }: Body) => {
        const [one] = proof.signatures
        const signatures = [{ ...one, signature: signatureElsewhere.slice(2) }]
        return { emergency: { ...by, proof: { ...proof, signatures } } }
      }
      assert.match((await forgery.told(lie(moved))).faults.join('\n'), /signatures of the rules 2 do not satisfy/)
      const account = ({ emergency }: Body) => ({ emergency: { ...emergency, account: at(0).id } })
      assert.match((await forgery.told(lie(account))).faults.join('\n'), /which it may not/)
    } finally {
      forgery.close()
    }
  })

  test('cannot be made up, left out or changed in the records without a recount noticing', async () => {
    const dao = await harness.dao(people.slice(0, 3))
    const proposal = await decide(dao, { rules: { threshold: 70 } })
    await harness.clock.advance(HOUR)
    const later = await harness.propose(dao.daoId, at(0), { title: 'After an hour' })
    await harness.vote(later, at(0), 'YES')
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    assert.deepEqual((await counted(later, dao)).faults, [])
    const forgery = await openForgery(harness, { topicId: dao.topicId, proposalId: later.proposalId })
    try {
      const edited = (type: string, edit: (record: Body) => object) => (told: Told[]) =>
        told.map((one) => (one.record.type === type ? { ...one, record: { ...one.record, ...edit(one.record) } } : one))
      const lower = ({ votingRules }: Body) => ({ votingRules: { ...votingRules, threshold: 10 } })
      const lapsed = () => ({ validUntil: '1.000000000' })
      /** Edits the records of the proposal that changes the rules, or removes them. */
      const ofChange = (type: string, edit: (record: Body) => object | undefined) => (told: Told[]) =>
        told.flatMap((one) => {
          if (one.record.type !== type || one.record.proposalId !== proposal.proposalId) return [one]
          const edits = edit(one.record)
          return edits ? [{ ...one, record: { ...one.record, ...edits } }] : []
        })
      const lies: [(told: Told[]) => Told[], RegExp][] = [
        [edited('rules', lower), /by the proposal .* they would be/],
        [edited('rules', () => ({ number: 3 })), /the rules 3 follow the rules 1/],
        [edited('rules', () => ({ decidedBy: undefined })), /must name either a proposal or an account/],
        [without('rules'), /has changed the rules, but the topic has no record of that/],
        [edited('decision', ({ result }) => ({ result: { ...result, winner: null } })), /passed no change of them/],
        [edited('decision', () => ({ status: 'REJECTED' })), /passed no change of them/],
        [ofChange('proposal', () => undefined), /but no record on the topic proposes it/],
        [ofChange('proposal', lower), /which changes the rules, is voted on by rules other than/],
        [ofChange('proposal', () => ({ endTime: later.endTime })), /which changes the rules, was decided before its e/],
        [ofChange('decision', () => ({ executionDelay: 1 })), /says something else than the proposal/],
        [
          (told) => ofChange('decision', lapsed)(ofChange('proposal', lapsed)(told)),
          /but the proposal was valid until 1970/,
        ],
      ]
      for (const [lie, message] of lies) assert.match((await forgery.told(lie)).faults.join('\n'), message)
    } finally {
      forgery.close()
    }
  })

  test('change in the order in which they were decided, or a recount says that they came late', async () => {
    const dao = await harness.dao(people.slice(0, 2))
    const proposalData = { change: { rules: { quorum: 40 } } }
    const second = await harness.propose(dao.daoId, at(0), { title: 'Quorum', votingDurationHours: 48, proposalData })
    await harness.vote(second, at(0), 'YES')
    const first = await decide(dao, { rules: { threshold: 70 } })
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    const proposal = await harness.propose(dao.daoId, at(0), { title: 'After both' })
    await harness.pass(0)
    await harness.vote(proposal, at(0), 'YES')
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    const again = await counted(proposal, dao)
    assert.deepEqual([again.faults, again.fixedLate], [[], []])
    const forgery = await openForgery(harness, { topicId: dao.topicId, proposalId: proposal.proposalId })
    try {
      const swapped = (told: Told[]) => {
        const [one, two] = told.filter(({ record }) => record.type === 'rules') as [Told, Told]
        const { threshold } = dao.votingRules
        const votingRules = { ...two.record.votingRules, threshold }
        const early = { ...two, record: { ...two.record, number: 2, votingRules } }
        const [seconds, nanos] = two.completedAt.split('.')
        const time = `${seconds}.${String(Number(nanos) + 1).padStart(9, '0')}`
        const { changedAt } = two.record
        const record = { ...two.record, number: 3, decidedBy: first.proposalId, changedAt }
        const late = { ...two, record, consensusTimestamp: time, completedAt: time }
        return told.flatMap((each) => (each === one ? [] : each === two ? [early, late] : [each]))
      }
      const { faults, fixedLate } = await forgery.told(swapped)
      assert.deepEqual(faults, [])
      assert.match(fixedLate.join(), new RegExp(`rules 2 came before the change of the proposal ${first.proposalId}`))
    } finally {
      forgery.close()
    }
  })

  test('move members before a vote begins, or a recount says that they came late', async () => {
    const dao = await harness.dao(people.slice(0, 2))
    const startTime = new Date(harness.clock.now() + 26 * HOUR).toISOString()
    const waiting = await harness.propose(dao.daoId, at(0), { title: 'Waiting', startTime })
    const moving = await decide(dao, { members: { add: [at(3).id] } })
    await harness.pass(2 * HOUR)
    await harness.vote(waiting, at(0), 'YES')
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    const again = await counted(waiting, dao)
    assert.deepEqual([again.faults, again.fixedLate], [[], []])
    const forgery = await openForgery(harness, { topicId: dao.topicId, proposalId: waiting.proposalId })
    try {
      const members = [at(0).id, at(1).id].toSorted()
      const withheld = (told: Told[]) =>
        told
          .filter(({ record }) => record.type !== 'rules')
          .map((one) => {
            const { record } = one
            if (record.type !== 'decision' || record.proposalId !== waiting.proposalId) return one
            return { ...one, record: { ...record, result: { ...record.result, eligibleWeight: '2' } } }
          })
      const { fixedLate } = await forgery.told(withheld, { members })
      assert.match(
        fixedLate.join(),
        new RegExp(`members that the proposal ${moving.proposalId} moved before the start`),
      )
    } finally {
      forgery.close()
    }
  })

  test('do not change by a proposal that is not valid any more', async () => {
    const dao = await harness.dao(people.slice(0, 2))
    const validUntil = new Date(harness.clock.now() + 24.5 * HOUR).toISOString()
    const proposalData = { change: { rules: { threshold: 70 } } }
    const proposal = await harness.propose(dao.daoId, at(0), { validUntil, proposalData })
    await harness.vote(proposal, at(0), 'YES')
    await harness.pass(25 * HOUR)
    await harness.pass(0)
    assert.equal((await shown(dao)).rulesNumber, 1)
    await harness.clock.advance(HOUR)
    const later = await harness.propose(dao.daoId, at(0), { title: 'After an hour' })
    await harness.pass(0)
    await harness.vote(later, at(0), 'YES')
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    const again = await counted(later, dao)
    assert.deepEqual([again.faults, again.fixedLate], [[], []])
  })
})
