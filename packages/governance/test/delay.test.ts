import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { TokenCreateTransaction, TransferTransaction } from '@hiero-ledger/sdk'
import { httpSource, recount, report } from '@quorate/verify/recount'
import { type Answer, chain, type Harness, HOUR, openHarness, type Person } from './harness.ts'

describe('A voting delay', () => {
  let harness: Harness
  let ada: Person
  let lender: Person
  let tokenId: string
  let dao: Answer['body']
  before(async () => {
    harness = await openHarness()
    ;[ada, lender] = (await harness.people(2)) as [Person, Person]
    const create = new TokenCreateTransaction()
      .setTokenName('Seeds')
      .setTokenSymbol('SEED')
      .setInitialSupply(1_000_000)
      .setTreasuryAccountId(harness.treasury.id)
    tokenId = (await harness.onLedger(create)).receipt.tokenId ?? ''
    await give(harness.treasury, ada, 1)
    await give(harness.treasury, lender, 600_000)
    dao = await harness.dao([ada, lender], { tokenWeighted: true, tokenId, votingDelay: 2 })
    await harness.clock.advance(3 * HOUR)
  })
  after(() => harness.close())

  type Holder = Pick<Person, 'id' | 'key'>
  async function give(from: Holder, to: Holder, amount: number): Promise<void> {
    const transfer = new TransferTransaction()
      .addTokenTransfer(tokenId, from.id, -amount)
      .addTokenTransfer(tokenId, to.id, amount)
    await harness.onLedger(transfer, from.key)
  }
  const recounted = ({ proposalId }: Answer['body']) =>
    recount({
      proposalId,
      chain,
      topicId: dao.topicId,
      mirror: harness.ledger.mirror,
      source: httpSource(harness.url),
    })

  test('is among the rules that the DAO and its topic show', async () => {
    assert.equal(dao.votingRules.votingDelay, 2)
    const [{ record } = assert.fail()] = await harness.onTopic(dao.topicId)
    assert.equal(record.type === 'dao' && record.votingRules.votingDelay, 2)
  })

  test('lets voting begin that many hours after the proposal, and not earlier', async () => {
    const proposal = await harness.propose(dao.daoId, ada)
    assert.equal(proposal.status, 'PENDING')
    assert.equal(Date.parse(proposal.startTime), harness.clock.now() + 2 * HOUR)
    assert.equal((await harness.vote(proposal, ada, 'YES')).body.code, 'VOTING_NOT_STARTED')
    const startTime = new Date(harness.clock.now() + HOUR).toISOString()
    const early = await harness.call('POST', '/proposals', ada, harness.proposalBody(dao.daoId, ada, { startTime }))
    assert.deepEqual([early.status, early.body.code], [422, 'VOTING_DELAY'])
  })

  test('gives no weight to holdings borrowed for the proposal, for the start, or for both', async () => {
    await give(lender, ada, 600_000)
    const proposal = await harness.propose(dao.daoId, ada)
    await harness.pass(0)
    await give(ada, lender, 600_000)
    await harness.pass(2 * HOUR - 1)
    await give(lender, ada, 600_000)
    await harness.pass(1)
    await harness.clock.advance(1)
    await give(ada, lender, 600_000)
    assert.equal((await harness.vote(proposal, ada, 'YES')).body.weight, 1)
    const none = await harness.vote(proposal, lender, 'YES')
    assert.deepEqual([none.status, none.body.code], [403, 'NO_HOLDING'])
    await harness.pass(24 * HOUR)
    const counted = await recounted(proposal)
    assert.deepEqual([counted.faults, counted.totalWeight], [[], 1n])
    assert.match(
      report(counted, { mirror: 'mirror.example', isTopicKnown: true }),
      /the least of .* that was held in the 2 hours before/,
    )
  })

  test('counts what was held throughout, and nothing that came later', async () => {
    const proposal = await harness.propose(dao.daoId, ada)
    await harness.pass(HOUR)
    await give(harness.treasury, ada, 7)
    await harness.pass(HOUR)
    assert.equal((await harness.vote(proposal, ada, 'NO')).body.weight, 1)
    assert.equal((await harness.vote(proposal, lender, 'YES')).body.weight, 600_000)
  })

  test('is checked by a recount, which detects a backdated proposal and holdings taken from the start', async () => {
    const proposal = await harness.propose(dao.daoId, ada)
    await harness.pass(0)
    await harness.pass(2 * HOUR)
    await harness.vote(proposal, ada, 'YES')
    await harness.pass(24 * HOUR)
    assert.deepEqual((await recounted(proposal)).faults, [])
    const { mirror } = harness.ledger
    const junk = { payer: '0.0.98', bytes: Buffer.from('junk') }
    const anchored = async (minutes: number, { begun = minutes, queueFrom = minutes, queued = {} } = {}) => {
      const timeAt = (before: number) => `${Math.floor(Date.parse(proposal.startTime) / 1000) - 60 * before}.000000000`
      const { faults, notes, setAside, fixedLate } = await recount({
        proposalId: proposal.proposalId,
        chain,
        topicId: dao.topicId,
        source: httpSource(harness.url),
        mirror: {
          ...mirror,
          async *topicMessages(topicId) {
            for await (const message of mirror.topicMessages(topicId)) {
              const text = Buffer.from(message.bytes).toString()
              const isProposal = text.includes('"type":"proposal"') && text.includes(proposal.proposalId)
              const bytes = Buffer.from(text.replaceAll(proposal.proposalId, crypto.randomUUID()))
              for (let at = queueFrom; isProposal && at > minutes; at -= 4) {
                const time = timeAt(at)
                yield { ...message, bytes, ...queued, consensusTimestamp: time, completedAt: time }
              }
              yield isProposal
                ? { ...message, consensusTimestamp: timeAt(begun), completedAt: timeAt(minutes) }
                : message
            }
          },
        },
      })
      const late = fixedLate.map((one) => `late: ${one}`)
      return [...faults, ...late, ...[...notes, ...setAside].map((note) => `noted: ${note}`)].join()
    }
    assert.equal(await anchored(120 - 11), '', 'the ledger was away for eleven minutes')
    assert.match(await anchored(120 - 13), /^late: the voting began .* the DAO requires 2 hours between/)
    assert.match(await anchored(120 - 21), /^late: /, 'the service was away for not much longer')
    assert.match(await anchored(120 - 23), /^the voting began .* the DAO requires 2 hours between/)
    assert.match(await anchored(30), /^the voting began .* the DAO requires 2 hours between/)
    assert.match(
      await anchored(30, { begun: 130 }),
      /^the chunks of a proposal record .*,the voting began/,
      'only its first chunk was there in time',
    )
    assert.match(await anchored(99, { queueFrom: 119 }), /^noted: .*without a pause since/, 'others were before it')
    assert.match(await anchored(97, { queueFrom: 119 }), /^late: .*without a pause since/, 'for more than ten minutes')
    assert.match(
      await anchored(30, { queueFrom: 119, queued: junk }),
      /^the voting began at (?!.*without a pause).*(,noted: chunk 1\/1 of 0\.0\.98 [^,]*){20},noted: and 3 more$/,
      'what others write does not explain it, and takes the place of few notes',
    )
    assert.match(await anchored(30, { queueFrom: 106 }), /^the voting began/, 'the queue began too late to explain it')
  })

  test('does not accuse a service whose clock lags as far as the ledger allows, however short the delay', async () => {
    const session = async (behindMs: number) => {
      harness.setBehind(behindMs)
      const short = await harness.dao([ada, lender], { minVotingPeriod: 0, votingDelay: 0.1 })
      const proposal = await harness.propose(short.daoId, ada)
      await harness.pass(0)
      harness.setBehind(0)
      await harness.pass(HOUR)
      await harness.pass(24 * HOUR)
      const { faults, fixedLate } = await recount({
        proposalId: proposal.proposalId,
        chain,
        topicId: short.topicId,
        mirror: harness.ledger.mirror,
        source: httpSource(harness.url),
      })
      return { faults, isLate: fixedLate.some((late) => late.includes('the DAO requires 0.1 hours between')) }
    }
    for (const [seconds, isLate] of [
      [0, false],
      [50, false],
      [90, true],
      [110, true],
    ] as const)
      assert.deepEqual(await session(seconds * 1000), { faults: [], isLate }, `${seconds} s behind`)
  })

  test('defaults to the setting if the rules of a token-weighted DAO omit it', async () => {
    const careful = await openHarness({ GOVERNANCE_VOTING_DELAY: '24' })
    try {
      const [owner] = (await careful.people(1)) as [Person]
      assert.equal((await careful.dao([owner], { tokenWeighted: true })).votingRules.votingDelay, 24)
      assert.equal((await careful.dao([owner], { tokenWeighted: true, votingDelay: 0 })).votingRules.votingDelay, 0)
      assert.equal((await careful.dao([owner])).votingRules.votingDelay, 0)
    } finally {
      await careful.close()
    }
  })
})

describe('Changes of the members', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let cleo: Person
  before(async () => {
    harness = await openHarness()
    ;[ada, ben, cleo] = (await harness.people(3)) as [Person, Person, Person]
  })
  after(() => harness.close())

  const remove = (daoId: string, { id }: Person) => harness.call('DELETE', `/daos/${daoId}/members/${id}`, ada)

  test('are on the topic, and a recount says which were made around the vote', async () => {
    const dao = await harness.dao([ada, ben])
    await harness.pass(HOUR)
    const startTime = new Date(harness.clock.now() + HOUR).toISOString()
    const proposal = await harness.propose(dao.daoId, ada, { startTime })
    await harness.clock.advance(HOUR / 2)
    await harness.addMember(dao.daoId, ada, cleo.id)
    await remove(dao.daoId, ben)
    await harness.pass(5_000)
    await harness.pass(HOUR)
    await remove(dao.daoId, cleo)
    await harness.vote(proposal, cleo, 'YES')
    await harness.pass(24 * HOUR)
    const { changes } = (await harness.onTopic(dao.topicId))
      .map(({ record }) => record)
      .reduce(
        (all, record) => ({
          changes: record.type === 'membership' ? [...all.changes, ...record.changes] : all.changes,
        }),
        {
          changes: [] as { account: string; change: string }[],
        },
      )
    assert.deepEqual(
      changes.map(({ account, change }) => [account, change]),
      [
        [ben.id, 'added'],
        [cleo.id, 'added'],
        [ben.id, 'removed'],
        [cleo.id, 'removed'],
      ],
    )
    const counted = await recount({
      proposalId: proposal.proposalId,
      chain,
      topicId: dao.topicId,
      mirror: harness.ledger.mirror,
      source: httpSource(harness.url),
    })
    assert.deepEqual(counted.faults, [])
    assert.deepEqual(counted.membership, { joinedBefore: 1, leftBefore: 1, leftSince: 1 })
    assert.match(
      report(counted, { mirror: 'mirror.example', isTopicKnown: true }),
      /1 joined and 1 left from a minute before the proposal to its start, 1 left since/,
    )
  })

  test('cannot be made without a record: the electorate is compared with the records', async () => {
    const dao = await harness.dao([ada, ben])
    await harness.pass(HOUR)
    const session = await harness.server.connections.session()
    await session.query(`insert into governance.member (dao_id, account, added_at) values ($1, $2, $3)`, [
      ...[dao.daoId, cleo.id, new Date(harness.clock.now() - 1)],
    ])
    await session.query(`update governance.member set removed_at = $3 where dao_id = $1 and account = $2`, [
      ...[dao.daoId, ben.id, new Date(harness.clock.now() - 1)],
    ])
    session.release()
    const proposal = await harness.propose(dao.daoId, ada)
    await harness.vote(proposal, cleo, 'YES')
    await harness.pass(24 * HOUR)
    const { faults } = await recount({
      proposalId: proposal.proposalId,
      chain,
      topicId: dao.topicId,
      mirror: harness.ledger.mirror,
      source: httpSource(harness.url),
    })
    assert.deepEqual(faults, [
      `${cleo.id} could vote, but was not a member at the start according to the topic`,
      `${ben.id} was a member at the start by the topic, but could not vote`,
    ])
  })
})

describe("The end of a decision's validity", () => {
  let harness: Harness
  let ada: Person
  let dao: Answer['body']
  before(async () => {
    harness = await openHarness()
    ;[ada] = (await harness.people(1)) as [Person]
    dao = await harness.dao([ada])
  })
  after(() => harness.close())

  test("is in the records of the proposal and of the decision, in the ledger's form of times", async () => {
    const end = harness.clock.now() + 48 * HOUR
    const proposal = await harness.propose(dao.daoId, ada, { validUntil: new Date(end).toISOString() })
    const expected = `${Math.floor(end / 1000)}.${String(end % 1000).padStart(3, '0')}000000`
    assert.equal(proposal.validUntil, expected)
    const same = await harness.propose(dao.daoId, ada, { validUntil: expected })
    assert.equal(same.validUntil, expected)
    assert.equal((await harness.propose(dao.daoId, ada)).validUntil, null)
    await harness.vote(proposal, ada, 'YES')
    await harness.pass(24 * HOUR)
    const own = (await harness.onTopic(dao.topicId)).filter(
      ({ record }) => 'proposalId' in record && record.proposalId === proposal.proposalId,
    )
    assert.deepEqual(
      own.flatMap(({ record }) =>
        record.type === 'proposal' || record.type === 'decision' ? [record.validUntil] : [],
      ),
      [expected, expected],
    )
    const source = httpSource(harness.url)
    const asked = { proposalId: proposal.proposalId, chain, topicId: dao.topicId, source }
    assert.deepEqual((await recount({ ...asked, mirror: harness.ledger.mirror })).faults, [])
    const { mirror } = harness.ledger
    const { faults } = await recount({
      ...asked,
      mirror: {
        ...mirror,
        async *topicMessages(topicId) {
          for await (const message of mirror.topicMessages(topicId)) {
            const text = Buffer.from(message.bytes).toString()
            const isDecision = text.includes('"type":"decision"')
            yield isDecision
              ? { ...message, bytes: Buffer.from(text.replace(expected, '9999999999.000000000')) }
              : message
          }
        },
      },
    })
    assert.match(faults.join(), /the published validUntil is "9999999999.000000000"/)
  })

  test('is refused if it is not a time, or not after the end of the voting', async () => {
    const soon = new Date(harness.clock.now() + HOUR).toISOString()
    for (const validUntil of [
      'tomorrow',
      soon,
      '1.5.2',
      '-5',
      '',
      '1700000000',
      '0'.repeat(40),
      `${'9'.repeat(13)}`,
      '+012345-01-01T00:00:00Z',
      '+275760-01-01T00:00:00Z',
    ]) {
      const body = harness.proposalBody(dao.daoId, ada, { validUntil })
      const { status, body: answer } = await harness.call('POST', '/proposals', ada, body)
      assert.deepEqual([status, answer.code], [400, 'INVALID_VALID_UNTIL'], validUntil)
    }
  })
})
