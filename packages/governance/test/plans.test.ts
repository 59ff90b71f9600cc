/** Checks how much the database reads for each request when its tables are large. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { explainingDatabase } from '@quorate/platform/testing'
import { type Answer, chain, type Harness, HOUR, openHarness, type Person } from './harness.ts'

const serverUrl = process.env.TEST_DATABASE_URL ?? ''
const DAOS = 10_000
const PROPOSALS = 20_000
const MEMBERS = 20_000

describe('With many DAOs, proposals and votes', { skip: serverUrl ? false : 'needs TEST_DATABASE_URL' }, () => {
  let harness: Harness
  let database: Awaited<ReturnType<typeof explainingDatabase>>
  let ada: Person
  let ben: Person
  let dao: Answer['body']
  before(async () => {
    database = await explainingDatabase(serverUrl)
    harness = await openHarness({}, { server: database.server })
    ;[ada, ben] = (await harness.people(2)) as [Person, Person]
    dao = await harness.dao([ada, ben])
    await harness.pass(1000)
    await database.run(...fill(dao.daoId, ada.id, harness.clock.now()))
    database.slow()
  })
  after(() => harness.close())

  const get = async (path: string) => {
    const answer = await harness.get(path, ada)
    assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`)
    return answer
  }
  const twoPages = async (path: string) => {
    const { headers } = await get(path)
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    if (next) await get(next)
  }

  test('a list reads only a page', async () => {
    const { daoId } = dao
    for (const path of [
      ...[
        '/daos',
        `/daos?owner=${ada.id}`,
        `/daos?member=${ada.id}`,
        `/daos/owner/${ada.id}`,
        `/daos/${daoId}/members`,
      ],
      ...[`/proposals/dao/${daoId}`, `/proposals/dao/${daoId}/active`],
      ...[`/proposals/vetoable?account=${ada.id}&account=${ben.id}`],
    ])
      await twoPages(path)
    await get(`/daos/${daoId}`)
    assert.deepEqual(database.slow(), [])
  })

  test('listing the proposals of all DAOs of an account costs one lookup per DAO, whatever they have decided', async () => {
    await twoPages('/proposals')
    await twoPages('/proposals?status=ACTIVE')
    const wasted = database.slow().filter((fault) => !fault.includes(`${2 * DAOS + 1} rows are read:`))
    assert.deepEqual(wasted, [])
  })

  test('a proposal reads only its own rows, from beginning to end', async () => {
    const proposal = await harness.propose(dao.daoId, ada)
    const { proposalId } = proposal
    await harness.jobs.idle()
    assert.equal((await harness.vote(proposal, ada, 'YES')).status, 201)
    await harness.jobs.idle()
    await harness.vote(proposal, ben, 'YES', { comment: 'at last' })
    await twoPages(`/votes/proposal/${proposalId}`)
    for (const path of ['results', 'audit', 'audit/electorate', `voter/${ben.id}`])
      await get(`/votes/proposal/${proposalId}/${path}`)
    await harness.pass(25 * HOUR)
    await get(`/proposals/${proposalId}`)
    // The members at its start are the electorate, however many there are.
    assert.deepEqual(
      database.slow().filter((fault) => !fault.startsWith('governance.member')),
      [],
    )
  })

  test('changing members and rules costs only as much as the change', async () => {
    const cleo = await harness.person()
    await harness.addMember(dao.daoId, ada, cleo.id)
    await harness.call('DELETE', `/daos/${dao.daoId}/members/${cleo.id}`, ada)
    await harness.call('PATCH', `/daos/${dao.daoId}`, ada, { status: 'INACTIVE' })
    await harness.dao([cleo, ben])
    await harness.pass(1000)
    assert.deepEqual(database.slow(), [])
  })
})

/** The DAO has many members and decided proposals. Its owner owns many DAOs, and is a member of many. */
function fill(daoId: string, account: string, now: number): string[] {
  const time = `timestamptz '${new Date(now).toISOString()}'`
  const uuid = (name: string) => `md5('${name}' || i)::uuid`
  const rules = JSON.stringify({
    threshold: 50,
    minVotingPeriod: 1,
    tokenWeighted: false,
    tokenId: null,
    votingDelay: 0,
  })
  const dao = (name: string, owner: string) => `
    insert into governance.dao (dao_id, chain, name, description, owner, topic_id, threshold, min_voting_period,
      token_weighted, decimals, created_at, updated_at, member_count)
    select ${uuid(name)}, '${chain}', 'DAO', '', ${owner}, '0.0.' || (7000000 + i), 50, 1, false, 0, ${time}, ${time}, 1
    from generate_series(1, ${DAOS}) as i`
  const member = (of: string, who: string, count: number) => `
    insert into governance.member (dao_id, chain, dao_sequence, account, added_at)
    select d.dao_id, d.chain, d.sequence, ${who}, ${time} - interval '1 day'
    from generate_series(1, ${count}) as i join governance.dao d on d.dao_id = ${of}`
  const proposal = (name: string, of: string, by: string, count: number) => `
    insert into governance.proposal (proposal_id, dao_id, title, description, creator, status, options, proposal_data,
      voting_rules, start_at, end_at, begun, electorate_root, electorate_size, created_at, updated_at)
    select ${uuid(name)}, ${of}, 'title', '', ${by}, 'REJECTED', '{YES,NO}', '{}', '${rules}', ${time}, ${time}, true, '', 1, ${time},
      ${time} from generate_series(1, ${count}) as i`
  return [
    dao('own', `'${account}'`),
    dao('other', "'0.0.' || (5000000 + i)"),
    member(`'${daoId}'`, "'0.0.' || (8000000 + i)", MEMBERS),
    member(uuid('own'), `'${account}'`, DAOS),
    member(uuid('other'), `'${account}'`, DAOS),
    `update governance.dao set member_count = member_count + ${MEMBERS} where dao_id = '${daoId}'`,
    proposal('in', `'${daoId}'`, `'${account}'`, PROPOSALS),
    proposal('in-own', uuid('own'), `'${account}'`, DAOS),
    proposal('in-other', uuid('other'), "'0.0.5000000'", DAOS),
    `insert into governance.poll (proposal_id, open, tally)
      select proposal_id, false, '[{"votes":0,"weight":"0"},{"votes":0,"weight":"0"}]' from governance.proposal`,
    `insert into governance.vote (proposal_id, number, voter, choice, weight, cast_at)
      select ${uuid('in')}, 1, '${account}', 0, 1, ${time} from generate_series(1, ${PROPOSALS}) as i`,
    `insert into governance.record (dao_id, content, anchored, consensus_timestamp, created_at)
      select '${daoId}', '\\x00', true, '1700000000.' || lpad(i::text, 9, '0'), ${time}
      from generate_series(1, ${PROPOSALS}) as i`,
    'analyze',
  ]
}
