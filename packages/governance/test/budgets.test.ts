import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { limits } from '../src/index.ts'
import { type Answer, type Harness, HOUR, openHarness, type Person } from './harness.ts'

const rules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false }
const newDao = ({ id }: Person) => ({ name: 'D', description: '', ownerAddress: id, votingRules: rules })
const refusal = ({ status, body, headers }: Answer) => {
  const seconds = Number(headers.get('retry-after'))
  return [status, body.code, seconds > 0 && seconds <= 3600]
}

/** Runs SQL as a shortcut for what many requests would have done. */
async function sql(harness: Harness, text: string, values: unknown[]): Promise<void> {
  const session = await harness.server.connections.session()
  await session.query(text, values)
  session.release()
}

/** Sets how many messages all wallets together have used of a budget. */
const used = (harness: Harness, budget: string, messages: number) =>
  sql(
    harness,
    `insert into governance.spending values ($1, '', $2, $3)
     on conflict (budget, holder) do update set amount = $2, hour = $3`,
    [`hedera:devnet ${budget}`, messages, new Date(harness.clock.now() - (harness.clock.now() % HOUR))],
  )

describe('Messages that the service pays for', () => {
  let harness: Harness
  let beside: Harness
  let ada: Person
  let ben: Person
  before(async () => {
    harness = await openHarness({ MESSAGES_PER_HOUR: '2000', WALLET_MESSAGES_PER_HOUR: '40', ANCHOR_INTERVAL: '1000' })
    beside = await openHarness({ MESSAGES_PER_HOUR: '2000', WALLET_MESSAGES_PER_HOUR: '40' }, { beside: harness })
    ;[ada, ben] = (await harness.people(2)) as [Person, Person]
  })
  after(async () => {
    await beside.close()
    await harness.close()
  })
  /** Two days later, all budgets are free again. */
  const laterDay = () => harness.pass(48 * HOUR)

  test('have an hourly limit for each wallet, even with concurrent requests to several processes', async () => {
    await laterDay()
    const { daoId } = (await harness.call('POST', '/daos', ada, newDao(ada))).body
    const asked = Array.from({ length: 12 }, (_, index) => (index % 2 ? harness : beside))
    const answers = await Promise.all(asked.map((service) => service.call('POST', '/daos', ada, newDao(ada))))
    const refused = answers.filter(({ status }) => status !== 201)
    assert.equal(refused.length, 10, 'each takes 11 messages of the 40 that a wallet may take')
    for (const answer of refused) assert.deepEqual(refusal(answer), [429, 'WALLET_BUDGET_USED', true])
    const proposals = await Promise.all(
      Array.from({ length: 4 }, () => harness.call('POST', '/proposals', ada, harness.proposalBody(daoId, ada))),
    )
    assert.deepEqual(
      proposals.map(({ status }) => status).toSorted(),
      [201, 201, 429, 429],
      '3 messages each, of the 7 left',
    )
    const alike = await harness.call(
      'POST',
      '/proposals',
      ada,
      harness.proposalBody(daoId, ada, { title: 'PLANT A TREE' }),
    )
    assert.deepEqual(refusal(alike), [429, 'WALLET_BUDGET_USED', true], 'before its title is compared')
    assert.equal((await harness.call('POST', '/daos', ben, newDao(ben))).status, 201, 'others go on')
    const [first] = refused
    await harness.pass(1000 * Number(first?.headers.get('retry-after')))
    assert.equal((await harness.call('POST', '/daos', ada, newDao(ada))).status, 201, 'when it was said')
  })

  test('have an hourly limit in total, which leaves room to vote on and decide running proposals', async () => {
    await laterDay()
    const { daoId, topicId } = (await harness.call('POST', '/daos', ada, newDao(ada))).body
    await harness.clock.advance(1)
    const proposal = await harness.propose(daoId, ada, { votingDurationHours: 0.5 })
    await used(harness, 'opening', 500)
    await used(harness, 'established', 500)
    assert.deepEqual(refusal(await harness.call('POST', '/daos', ben, newDao(ben))), [429, 'LEDGER_BUDGET_USED', true])
    assert.equal((await harness.vote(proposal, ada, 'YES')).status, 201)
    await harness.pass(1000)
    await harness.pass(0)
    const types = async () => (await harness.onTopic(topicId)).map(({ record }) => record.type)
    assert.deepEqual(await types(), ['dao', 'proposal', 'electorate', 'votes'])
    await harness.pass(HOUR / 2)
    assert.deepEqual((await types()).at(-1), 'decision')
  })

  test('are not counted for refused requests', async () => {
    await laterDay()
    const { daoId } = (await harness.call('POST', '/daos', ada, newDao(ada))).body
    for (let index = 0; index < 50; index++)
      await harness.call('POST', `/daos/${daoId}/members`, ada, { memberAddress: ada.id })
    const members = `/daos/${daoId}/members`
    assert.equal((await harness.call('POST', members, ada, { memberAddress: ben.id })).status, 201)
  })
})

describe('Votes without remaining messages', () => {
  test('wait until some are free again, or for the end, and are then all on the topic', async () => {
    const harness = await openHarness({ MESSAGES_PER_HOUR: '1000', ANCHOR_INTERVAL: '1000' })
    try {
      const people = await harness.people(6)
      const [owner] = people as [Person]
      await harness.pass(HOUR - (harness.clock.now() % HOUR))
      const { daoId, topicId } = (await harness.call('POST', '/daos', owner, newDao(owner))).body
      await harness.clock.advance(1)
      for (const { id } of people.slice(1))
        await sql(harness, `insert into governance.member (dao_id, account, added_at) values ($1, $2, $3)`, [
          ...[daoId, id, new Date(harness.clock.now() - 1)],
        ])
      const proposal = await harness.propose(daoId, owner, { votingDurationHours: 3 })
      await used(harness, 'votes', 500)
      const comment = '🌳'.repeat(500)
      const large = await harness.vote(proposal, owner, 'YES', { comment })
      assert.deepEqual(refusal(large), [429, 'LEDGER_BUDGET_USED', true], 'so that what is left to the end is little')
      await used(harness, 'votes', 498.5)
      const batches = async () =>
        (await harness.onTopic(topicId)).filter(({ record }) => record.type === 'votes').length
      for (const person of people) {
        assert.equal((await harness.vote(proposal, person, 'YES')).status, 201)
        await harness.pass(1000)
        await harness.pass(0)
      }
      assert.equal(await batches(), 1, 'of six: 500 messages are the most in an hour')
      await harness.pass(HOUR)
      await harness.pass(0)
      assert.equal(await batches(), 2)
      await harness.pass(3 * HOUR)
      await harness.pass(0)
      assert.equal((await harness.get(`/votes/proposal/${proposal.proposalId}/results`)).body.totalVotes, 6)
      assert.equal((await harness.onTopic(topicId)).at(-1)?.record.type, 'decision')
    } finally {
      await harness.close()
    }
  })
})

test('A vote that ranks many long options counts as a large one', async () => {
  const harness = await openHarness({ MESSAGES_PER_HOUR: '1000' })
  try {
    const [ada, ben] = (await harness.people(2)) as [Person, Person]
    const { daoId } = await harness.dao([ada, ben], { votingMethods: ['ranked'], maxOptions: 20 })
    const votingOptions = [...'木林森本末未朱束杏杉杖杜村李東松板枝枯架'].map((letter) => letter.repeat(20))
    const { proposalId } = await harness.propose(daoId, ada, { votingMethod: 'ranked', votingOptions })
    await used(harness, 'votes', 500)
    const vote = (voter: Person, choices: string[]) =>
      harness.call('POST', '/votes', voter, { proposalId, daoId, voterAddress: voter.id, choices })
    assert.deepEqual(refusal(await vote(ada, votingOptions)), [429, 'LEDGER_BUDGET_USED', true])
    assert.equal((await vote(ben, votingOptions.slice(0, 3))).status, 201)
  } finally {
    await harness.close()
  }
})

describe('One account is limited', () => {
  let harness: Harness
  let ada: Person
  before(async () => {
    harness = await openHarness({ MESSAGES_PER_HOUR: '10000000', WALLET_MESSAGES_PER_HOUR: '1000000' })
    ;[ada] = (await harness.people(1)) as [Person]
  })
  after(() => harness.close())

  test('The undecided proposals of one account are limited', async () => {
    const dao = await harness.dao([ada])
    const { proposalId } = await harness.propose(dao.daoId, ada)
    await sql(
      harness,
      `insert into governance.proposal (proposal_id, dao_id, title, description, creator, status, options, proposal_data, voting_rules, start_at, end_at, created_at, updated_at)
       select gen_random_uuid(), dao_id, title, '', creator, 'PENDING', options, proposal_data, voting_rules, start_at, end_at, now(), now()
       from governance.proposal, generate_series(2, $2::int) where proposal_id = $1`,
      [proposalId, limits.maxOpenProposals.value],
    )
    const ask = () => harness.call('POST', '/proposals', ada, harness.proposalBody(dao.daoId, ada))
    assert.deepEqual(refusal(await ask()), [429, 'TOO_MANY_PROPOSALS', true])
    assert.equal((await harness.call('DELETE', `/proposals/${proposalId}`, ada)).status, 200)
    assert.equal((await ask()).status, 201)
    assert.deepEqual(refusal(await ask()), [429, 'TOO_MANY_PROPOSALS', true])
    await sql(harness, `update governance.dao set chain = 'hedera:testnet' where dao_id = $1`, [dao.daoId])
    const here = await harness.dao([ada])
    const proposed = await harness.call('POST', '/proposals', ada, harness.proposalBody(here.daoId, ada))
    assert.equal(proposed.status, 201, 'an account of the same id on another chain is somebody else')
  })

  test('The DAOs of one account, and the members of a DAO, are limited', async () => {
    const dao = await harness.dao([ada])
    const { value: most } = limits.maxMembers
    await sql(harness, 'update governance.dao set member_count = $2 where dao_id = $1', [dao.daoId, most])
    assert.equal((await harness.get(`/daos/${dao.daoId}`)).body.memberCount, most, 'kept, as counting them takes long')
    const other = await harness.person()
    const added = await harness.call('POST', `/daos/${dao.daoId}/members`, ada, { memberAddress: other.id })
    assert.deepEqual(refusal(added), [429, 'TOO_MANY_MEMBERS', true])
    const change = { members: { add: [other.id] } }
    const proposed = harness.proposalBody(dao.daoId, ada, { proposalData: { change } })
    assert.deepEqual(refusal(await harness.call('POST', '/proposals', ada, proposed)), [429, 'TOO_MANY_MEMBERS', true])
    await sql(
      harness,
      `insert into governance.dao (dao_id, chain, name, description, owner, threshold, min_voting_period, token_weighted, decimals, created_at, updated_at)
       select gen_random_uuid(), chain, name, '', owner, 50, 0, false, 0, now(), now()
       from governance.dao, generate_series(2, $2::int) where dao_id = $1`,
      [dao.daoId, limits.maxDaos.value],
    )
    assert.deepEqual(refusal(await harness.call('POST', '/daos', ada, newDao(ada))), [429, 'TOO_MANY_DAOS', true])
  })

  test('The subscriptions of one account on one socket are limited', async () => {
    const ben = await harness.person()
    const { connection } = await harness.socket(ben)
    const dao = await harness.dao([ben])
    await sql(
      harness,
      `insert into governance.dao (dao_id, chain, name, description, owner, threshold, min_voting_period, token_weighted, decimals, created_at, updated_at)
       select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, chain, name, '', '0.0.7', 50, 0, false, 0, now(), now()
       from governance.dao, generate_series(1, 250) n where dao_id = $1`,
      [dao.daoId],
    )
    const codes = new Set<string>()
    for (let index = 1; index <= 250; index++) {
      if (index % 90 === 0) await harness.clock.advance(10_000)
      const daoId = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
      const { ok, code } = await connection.emitWithAck('subscribe_dao', { daoId })
      if (!ok) codes.add(code)
    }
    assert.deepEqual([...codes], ['TOO_MANY_SUBSCRIPTIONS'])
  })
})
