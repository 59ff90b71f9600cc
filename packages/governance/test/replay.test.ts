import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { httpSource, recount } from '@quorate/verify/recount'
import { type Answer, chain, type Harness, HOUR, openHarness, type Person } from './harness.ts'
import { openStorage } from './storage.ts'

const COPY = `
  create schema older;
  do $$ declare t record; begin
    for t in select tablename from pg_tables where schemaname = 'governance' loop
      execute format('create table older.%I as table governance.%I', t.tablename, t.tablename);
    end loop;
  end $$;
  create table older.job as table pgboss.job`
const GO_BACK = `
  begin;
  set local session_replication_role = replica;
  do $$ declare t record; begin
    for t in select tablename from pg_tables where schemaname = 'governance' loop
      execute format('delete from governance.%I', t.tablename);
      execute format('insert into governance.%I overriding system value table older.%I', t.tablename, t.tablename);
    end loop;
  end $$;
  delete from pgboss.job;
  insert into pgboss.job table older.job;
  commit`

describe('A database that is an older copy', () => {
  let first: Harness
  let storage: Awaited<ReturnType<typeof openStorage>>
  let people: [Person, Person, Person, Person]
  let dao: Answer['body']
  let proposal: Answer['body']
  let later: Answer['body']
  let topic: string[]
  const withStorage = () => ({ STORAGE_URL: storage.url, STORAGE_TOKEN: 'the-token' })
  const settle = async (harness: Harness) => {
    for (let round = 0; round < 6; round++) await harness.pass(20_000)
  }
  const script = async (text: string) => {
    const session = await first.server.connections.session()
    await session.script(text)
    session.release()
  }
  const textsOn = async (harness: Harness) =>
    (await harness.onTopic(dao.topicId)).map(({ bytes }) => Buffer.from(bytes).toString())
  const shown = async (harness: Harness) => {
    const [{ body: decided }, { body: results }, { body: audit }, { body: members }] = await Promise.all([
      harness.get(`/proposals/${proposal.proposalId}`),
      harness.get(`/votes/proposal/${proposal.proposalId}/results`),
      harness.get(`/votes/proposal/${proposal.proposalId}/audit`),
      harness.get(`/votes/proposal/${later.proposalId}/audit/electorate`),
    ])
    const { updatedAt: _, ...rest } = decided
    return { decided: rest, results, audit, members }
  }
  let before_: Awaited<ReturnType<typeof shown>>

  before(async () => {
    storage = await openStorage()
    first = await openHarness(withStorage())
    people = (await first.people(4)) as typeof people
    const [ada, ben, cleo, dan] = people
    dao = await first.dao([ada, ben, cleo])
    proposal = await first.propose(dao.daoId, ada)
    await first.vote(proposal, ada, 'NO')
    await first.jobs.idle()
    await script(COPY)
    const signature = first.signedVote(proposal, ben.key, ben.id, 'YES', 'ü')
    assert.equal((await first.vote(proposal, ben, 'YES', { comment: 'ü', signature })).status, 201)
    assert.equal((await first.vote(proposal, cleo, 'YES')).status, 201)
    await first.pass(23 * HOUR)
    await first.addMember(dao.daoId, ada, dan.id)
    await first.clock.advance(1)
    later = await first.propose(dao.daoId, dan, { quorum: 20, proposalData: { number: 1.5 } })
    await first.vote(later, dan, 'YES')
    await first.pass(HOUR)
    await settle(first)
    before_ = await shown(first)
    topic = await textsOn(first)
    assert.deepEqual([before_.decided.status, before_.results.winner], ['PASSED', 'YES'])
    await first.jobs.stop()
    await script(GO_BACK)
  })
  after(async () => {
    await first.close()
    storage.close()
  })

  test('decides and writes nothing for the DAO while votes that are on its topic cannot be read', async () => {
    const harness = await openHarness({}, { beside: first })
    try {
      await settle(harness)
      const [ada] = people
      const vote = await harness.vote(proposal, ada, 'YES')
      assert.deepEqual([vote.status, vote.body.code], [503, 'DATABASE_BEHIND'])
      const asked = await harness.call('POST', '/proposals', ada, harness.proposalBody(dao.daoId, ada))
      assert.deepEqual([asked.status, asked.body.code], [503, 'DATABASE_BEHIND'])
      const added = await harness.call('POST', `/daos/${dao.daoId}/members`, ada, {
        memberAddress: harness.treasury.id,
      })
      assert.equal(added.body.code, 'DATABASE_BEHIND')
      assert.equal((await harness.get(`/proposals/${proposal.proposalId}`)).body.status, 'ACTIVE')
      assert.deepEqual(await textsOn(harness), topic)
      const own = await harness.dao([ada])
      assert.equal((await harness.vote(await harness.propose(own.daoId, ada), ada, 'YES')).status, 201, 'elsewhere')
    } finally {
      await harness.close()
    }
  })

  test('restores what the topic and content storage have, and nothing else is published', async () => {
    const harness = await openHarness(withStorage(), { beside: first })
    try {
      const [ada, , cleo] = people
      await settle(harness)
      assert.deepEqual(await shown(harness), before_)
      assert.deepEqual(await textsOn(harness), topic)
      assert.equal((await harness.vote(later, cleo, 'YES')).status, 201)
      assert.equal((await harness.vote(later, ada, 'NO')).status, 201)
      await harness.pass(24 * HOUR)
      await settle(harness)
      for (const { proposalId } of [proposal, later]) {
        const { mirror } = harness.ledger
        const source = httpSource(harness.url)
        const counted = await recount({ proposalId, chain, topicId: dao.topicId, mirror, source })
        assert.deepEqual([counted.faults, counted.status, counted.totalVotes], [[], 'PASSED', 3])
      }
    } finally {
      await harness.close()
    }
  })
})
