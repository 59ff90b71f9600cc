import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { TopicMessageSubmitTransaction } from '@hiero-ledger/sdk'
import { type Ledger, withSignatures } from '@quorate/ledger'
import { failedJobs, retryJob, unavailable } from '@quorate/platform'
import { interruptWaiting } from '@quorate/platform/testing'
import { httpSource, recount } from '@quorate/verify/recount'
import { chain, type Harness, HOUR, openHarness, type Person } from './harness.ts'

const MINUTE = 60_000

describe('On the topic', () => {
  let harness: Harness
  let people: Person[]
  let ada: Person
  before(async () => {
    harness = await openHarness({ ANCHOR_INTERVAL: '1000' })
    people = await harness.people(6)
    ;[ada] = people as [Person]
  })
  after(() => harness.close())

  const types = async (topicId: string) => (await harness.onTopic(topicId)).map(({ record }) => record.type)

  /** Waits until everything due is on the topic, as after an outage. */
  async function settle(): Promise<void> {
    for (let round = 0; round < 12; round++) await harness.pass(20_000)
  }

  test('each vote is in exactly one batch, written during the voting or at its end', async () => {
    const dao = await harness.dao(people)
    const proposal = await harness.propose(dao.daoId, ada)
    for (const group of [people.slice(0, 3), people.slice(3, 5)]) {
      await Promise.all(group.map((person) => harness.vote(proposal, person, 'YES')))
      await harness.pass(1000)
      await harness.pass(0)
    }
    await harness.vote(proposal, people[5] as Person, 'NO')
    await harness.pass(24 * HOUR)
    await settle()
    const records = (await harness.onTopic(dao.topicId)).map(({ record }) => record)
    const batches = records.flatMap((record) => (record.type === 'votes' ? [record] : []))
    assert.deepEqual(
      batches.map(({ batch, first, last }) => [batch, first, last]),
      [
        [1, 1, 3],
        [2, 4, 5],
        [3, 6, 6],
      ],
    )
    assert.equal(records.at(-1)?.type, 'decision')
    const { body } = await harness.get(`/votes/proposal/${proposal.proposalId}/audit`)
    assert.equal(body.batches.length, 3)
    assert.deepEqual(
      body.batches.map(({ root }: { root: string }) => root),
      batches.map(({ root }) => root),
    )
    assert.ok(body.batches.every(({ consensusTimestamp }: { consensusTimestamp: string }) => consensusTimestamp))
  })

  test('records longer than a message are written in chunks, and read completely', async () => {
    const dao = await harness.dao([ada])
    const description = 'A tree. '.repeat(600)
    const proposal = await harness.propose(dao.daoId, ada, { description, proposalData: { text: 'ü'.repeat(2000) } })
    await settle()
    const found = (await harness.onTopic(dao.topicId)).find(({ record }) => record.type === 'proposal')
    assert.ok((found?.bytes.length ?? 0) > 8 * 1024)
    assert.equal(found?.record.type === 'proposal' && found.record.description, description)
    assert.equal(found?.record.type === 'proposal' && found.record.proposalId, proposal.proposalId)
    const again = await harness.ledger.mirror.topicMessage(dao.topicId, found?.consensusTimestamp ?? '')
    assert.deepEqual(again?.bytes, found?.bytes)
  })

  for (const kind of ['unreachable', 'busy', 'lost'] as const)
    test(`everything is written once after the ledger was ${kind}, and votes were taken meanwhile`, async () => {
      const dao = await harness.dao(people)
      await harness.net.setFault({ kind, calls: 6, on: 'transactions' })
      const proposal = await harness.propose(dao.daoId, ada)
      const answers = await Promise.all(people.map((person) => harness.vote(proposal, person, 'YES')))
      assert.deepEqual(
        answers.map(({ status }) => status),
        people.map(() => 201),
      )
      await settle()
      await harness.pass(24 * HOUR)
      await settle()
      assert.equal((await harness.get(`/proposals/${proposal.proposalId}`)).body.status, 'PASSED')
      assert.deepEqual(await types(dao.topicId), ['dao', 'membership', 'proposal', 'electorate', 'votes', 'decision'])
    })

  test('a decision is written soon after its job was set aside, and later if that happens again', async () => {
    const dao = await harness.dao([ada])
    const proposal = await harness.propose(dao.daoId, ada)
    await harness.vote(proposal, ada, 'YES')
    await harness.jobs.idle()
    /** Makes the job look as if its process had ended each time that it ran. */
    const interrupt = async () => {
      const session = await harness.server.connections.session()
      await session.query(
        `update pgboss.job set state = 'retry', retry_count = 1
         where name = 'proposal.decide' and state = 'created' and data ->> 'proposalId' = $1`,
        [proposal.proposalId],
      )
      session.release()
      assert.equal(await interruptWaiting(harness.server, 'proposal.decide'), 1)
    }
    const status = async () => (await harness.get(`/proposals/${proposal.proposalId}`)).body.status
    await interrupt()
    await harness.pass(24 * HOUR)
    await interrupt()
    await harness.pass(MINUTE + 1000)
    assert.equal(await status(), 'ACTIVE')
    const found = await failedJobs(harness.server)
    assert.deepEqual(
      found.map(({ kind }) => kind),
      ['proposal.decide', 'proposal.decide'],
    )
    for (let minute = 0; minute < 3; minute++) await harness.pass(MINUTE)
    assert.equal(await status(), 'ACTIVE')
    await harness.pass(MINUTE)
    assert.equal(await status(), 'PASSED')
    assert.deepEqual(await failedJobs(harness.server), [], 'nothing waits for an operator once it has begun anew')
    assert.equal(await retryJob(harness.server, found[0]?.id ?? ''), false)
    assert.deepEqual((await types(dao.topicId)).filter((type) => type === 'decision').length, 1)
  })

  test('records wait for a DAO that was created during a ledger outage; it is PENDING until then', async () => {
    await harness.net.setFault({ kind: 'busy', calls: 1_000_000, on: 'transactions' })
    const dao = await harness.dao([ada])
    assert.deepEqual([dao.status, dao.topicId], ['PENDING', null])
    const proposal = await harness.propose(dao.daoId, ada)
    assert.equal((await harness.vote(proposal, ada, 'YES')).status, 201)
    await harness.pass(25 * HOUR)
    assert.equal((await harness.get(`/proposals/${proposal.proposalId}`)).body.status, 'PASSED', 'on time all the same')
    await harness.net.setFault({ kind: 'busy', calls: 0, on: 'transactions' })
    await settle()
    const { body } = await harness.get(`/daos/${dao.daoId}`)
    assert.equal(body.status, 'ACTIVE')
    assert.deepEqual(await types(body.topicId), ['dao', 'proposal', 'electorate', 'votes', 'decision'])
    assert.ok(body.proposals[0].decision.consensusTimestamp)
  })
})

describe('A decision made during a ledger outage', () => {
  test('is anchored once by another process if the one that made it is gone', async () => {
    const one = await openHarness()
    const [ada] = (await one.people(1)) as [Person]
    const dao = await one.dao([ada])
    await one.net.setFault({ kind: 'busy', calls: 1_000_000, on: 'transactions' })
    const proposal = await one.propose(dao.daoId, ada)
    await one.vote(proposal, ada, 'YES')
    await one.pass(24 * HOUR)
    const decided = (await one.get(`/proposals/${proposal.proposalId}`)).body
    assert.deepEqual([decided.status, decided.decision], ['PASSED', null])
    await one.jobs.stop()
    const two = await openHarness({}, { beside: one })
    try {
      await two.net.setFault({ kind: 'busy', calls: 0, on: 'transactions' })
      for (let round = 0; round < 12; round++) await two.pass(20_000)
      assert.ok((await two.get(`/proposals/${proposal.proposalId}`)).body.decision)
      assert.deepEqual(
        (await two.onTopic(dao.topicId)).map(({ record }) => record.type),
        ['dao', 'proposal', 'electorate', 'votes', 'decision'],
      )
    } finally {
      await two.close()
      await one.close()
    }
  })
})

describe('A message whose id the ledger used for another transaction', () => {
  test('does not count as written: it is written under another id', async () => {
    let other: Uint8Array | undefined
    let made = 0
    const harness = await openHarness(
      {},
      {
        seen: (ledger) => ({
          ...ledger,
          freeze(transaction, options) {
            if (transaction instanceof TopicMessageSubmitTransaction && transaction.topicId && made++ === 0) {
              const message = new TopicMessageSubmitTransaction()
                .setTopicId(transaction.topicId)
                .setMessage('of somebody else with this key')
              other = ledger.freeze(message, options).bodyBytes
            }
            return ledger.freeze(transaction, options)
          },
          async submit(bytes, options) {
            const { publicKey, sign } = ledger.operator ?? assert.fail()
            const first = other
            other = undefined
            if (first) await ledger.submit(withSignatures(first, [{ publicKey, signature: sign(first) }]), options)
            return ledger.submit(bytes, options)
          },
        }),
      },
    )
    try {
      const [ada] = (await harness.people(1)) as [Person]
      const dao = await harness.dao([ada])
      for (let round = 0; round < 4; round++) await harness.pass(20_000)
      const { body } = await harness.get(`/daos/${dao.daoId}`)
      const messages: string[] = []
      for await (const { bytes } of harness.ledger.mirror.topicMessages(body.topicId))
        messages.push(Buffer.from(bytes).toString())
      assert.equal(messages[0], 'of somebody else with this key')
      assert.equal(messages.length, 2)
      assert.equal(JSON.parse(messages[1] ?? '').daoId, dao.daoId)
    } finally {
      await harness.close()
    }
  })
})

describe('A record of several messages that a ledger outage interrupts', () => {
  test('starts again if its chunks would be too far apart, so that a recount holds', async () => {
    let left = Number.POSITIVE_INFINITY
    const away = (): never => {
      throw unavailable('LEDGER_UNAVAILABLE', 'away')
    }
    const harness = await openHarness(
      {},
      {
        seen: (ledger) => ({
          ...ledger,
          submit: async (bytes, options) => (left-- > 0 ? ledger.submit(bytes, options) : away()),
        }),
      },
    )
    try {
      const [ada] = (await harness.people(1)) as [Person]
      const dao = await harness.dao([ada])
      left = 1
      const proposal = await harness.propose(dao.daoId, ada, { description: 'tree '.repeat(600) })
      for (let round = 0; round < 6; round++) await harness.pass(2 * MINUTE)
      assert.ok(left < 0, 'it was tried meanwhile')
      left = Number.POSITIVE_INFINITY
      for (let round = 0; round < 12; round++) await harness.pass(20_000)
      await harness.vote(proposal, ada, 'YES')
      await harness.pass(24 * HOUR)
      await harness.pass(0)
      const { mirror, topicInfo } = harness.ledger
      const { faults, published } = await recount({
        proposalId: proposal.proposalId,
        chain,
        topicId: dao.topicId,
        mirror,
        topicInfo,
        source: httpSource(harness.url),
        now: harness.clock.now(),
      })
      assert.deepEqual([faults, published?.status], [[], 'PASSED'])
    } finally {
      await harness.close()
    }
  })
})

describe('A record that two processes start again at the same time', () => {
  for (const last of ['one', 'two', 'one and then two'] as const)
    test(`is on the topic once, though process ${last} is held up while the other writes it`, async () => {
      /** How many more transactions may be made. */
      let left = Number.POSITIVE_INFINITY
      /** Whether processes cannot even begin. */
      let isAway = false
      const check = (isHere: boolean) => {
        if (!isHere) throw unavailable('LEDGER_UNAVAILABLE', 'away')
      }
      /** Gates where a process's next step on the ledger waits: its arrival, and the signal to continue. */
      const gates = { one: gate(), two: gate(), reading: gate(), second: gate() }
      const through =
        (name: 'one' | 'two') =>
        (ledger: Ledger): Ledger => ({
          ...ledger,
          get operator() {
            check(!isAway)
            return ledger.operator ?? assert.fail()
          },
          freeze(...of) {
            check(left-- > 0)
            return ledger.freeze(...of)
          },
          async submit(bytes, options) {
            await gates[name].pass()
            if (name === 'one') await gates.second.pass()
            return ledger.submit(bytes, options)
          },
          mirror: {
            ...ledger.mirror,
            async transaction(...of) {
              if (name === 'two') await gates.reading.pass()
              return ledger.mirror.transaction(...of)
            },
          },
        })
      const one = await openHarness({}, { seen: through('one') })
      const [ada] = (await one.people(1)) as [Person]
      const dao = await one.dao([ada])
      left = 1
      const proposal = await one.propose(dao.daoId, ada, { description: 'tree '.repeat(600) })
      await one.jobs.idle()
      isAway = true
      await one.pass(12 * MINUTE)
      isAway = false
      left = Number.POSITIVE_INFINITY
      const two = await openHarness({}, { beside: one, seen: through('two') })
      try {
        // Process two has read that the first chunk is too old to be continued.
        gates.reading.close()
        await two.propose(dao.daoId, ada, { title: 'A shed' })
        await gates.reading.arrived
        // Process one has begun the record again.
        gates.one.close()
        await one.propose(dao.daoId, ada, { title: 'A pond' })
        await gates.one.arrived
        if (last !== 'one') gates.two.close()
        // Or at the record's second chunk, once more.
        if (last === 'one and then two') gates.second.close(1)
        gates.reading.open()
        if (last !== 'one') {
          await gates.two.arrived
          gates.one.open()
          await (last === 'two' ? one.jobs.idle() : gates.second.arrived)
          gates.two.open()
          await two.jobs.idle()
          gates.second.open()
        } else {
          await two.jobs.idle()
          gates.one.open()
        }
        await Promise.all([one.jobs.idle(), two.jobs.idle()])
        await one.vote(proposal, ada, 'YES')
        await one.pass(24 * HOUR)
        for (let round = 0; round < 12; round++) await one.pass(20_000)
        const titles = (await one.onTopic(dao.topicId)).flatMap(({ record }) =>
          record.type === 'proposal' ? [record.title] : [],
        )
        assert.deepEqual(titles.sort(), ['A pond', 'A shed', 'Plant a tree'])
        const { mirror, topicInfo } = one.ledger
        const { faults, doubts, published } = await recount({
          proposalId: proposal.proposalId,
          chain,
          topicId: dao.topicId,
          mirror,
          topicInfo,
          source: httpSource(one.url),
          now: one.clock.now(),
        })
        assert.deepEqual([faults, doubts, published?.status], [[], [], 'PASSED'])
      } finally {
        for (const each of Object.values(gates)) each.open()
        await two.close()
        await one.close()
      }
    })
})

/** Lets everything pass until it is closed. After this many more passes, it blocks until it is opened. */
function gate() {
  const arrived = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  let left = Number.POSITIVE_INFINITY
  return {
    arrived: arrived.promise,
    close(after = 0) {
      left = after
    },
    open: () => opened.resolve(),
    async pass(): Promise<void> {
      if (left-- > 0) return
      arrived.resolve()
      await opened.promise
    },
  }
}
