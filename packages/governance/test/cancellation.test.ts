import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AccountUpdateTransaction, PrivateKey } from '@hiero-ledger/sdk'
import type { Ledger } from '@quorate/ledger'
import { type DecisionRecord, ledgerTimestamp, report } from '@quorate/verify/recount'
import { change, delayed, inTime, openForgery, type Told } from './forging.ts'
import { type Answer, chain, type Harness, HOUR, openHarness, type Person } from './harness.ts'

describe('A cancellation', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let dao: Answer['body']
  /** How long the mirror takes to return an account's key to the service, in milliseconds. */
  let keyTakesMs = 0
  before(async () => {
    const seen = (ledger: Ledger): Ledger => {
      const keyAt: Ledger['mirror']['keyAt'] = async (...asked) => {
        await harness.clock.advance(keyTakesMs)
        return ledger.mirror.keyAt(...asked)
      }
      return { ...ledger, mirror: { ...ledger.mirror, keyAt } }
    }
    harness = await openHarness({ WALLET_MESSAGES_PER_HOUR: '100000', MESSAGES_PER_HOUR: '1000000' }, { seen })
    ;[ada, ben] = (await harness.people(2)) as [Person, Person]
    dao = await harness.dao([ada, ben])
  })
  after(() => harness.close())

  const path = ({ proposalId }: Answer['body']) => `/proposals/${proposalId}/cancellation`
  const signatureOf = async (proposal: Answer['body'], { key }: Person) => {
    const { text } = (await harness.get(path(proposal), ada)).body
    return `0x${Buffer.from(key.sign(Buffer.from(text))).toString('hex')}`
  }
  const cancel = async (proposal: Answer['body'], by: Person, signature: string) =>
    harness.call('POST', path(proposal), by, { signature })

  /** A recount after the service has written another decision, made by `change`, later on the ledger. */
  async function retold(
    { proposalId }: Answer['body'],
    change: (decision: DecisionRecord) => object = (decision) => decision,
    laterMs = 0,
  ) {
    const forgery = await openForgery(harness, { topicId: dao.topicId, proposalId })
    try {
      return await forgery.told((told) => {
        const isIt = ({ record }: Told) => record.type === 'decision' && record.proposalId === proposalId
        const one = told.find(isIt)
        assert.ok(one)
        const at = ledgerTimestamp(Math.floor(Number(one.completedAt) * 1000) + laterMs)
        const time = laterMs > 0 ? { consensusTimestamp: at, completedAt: at } : {}
        // Anything later is written on the topic before it.
        return inTime([...told.filter((other) => !isIt(other)), { ...one, ...time, record: change(one.record) }])
      })
    } finally {
      forgery.close()
    }
  }
  const asked = { mirror: 'here', isTopicKnown: true }

  test("has its creator's signature, which the topic stores, the API returns and a recount proves", async () => {
    const proposal = await harness.propose(dao.daoId, ben)
    const { text } = (await harness.get(path(proposal), ada)).body
    assert.match(text, /^Quorate cancellation v1\n\{/)
    assert.deepEqual(JSON.parse(text.slice(text.indexOf('{'))), {
      chain,
      daoId: dao.daoId,
      proposalId: proposal.proposalId,
      creatorAddress: ben.id,
      proposalHash: proposal.proposalHash,
    })
    const signature = await signatureOf(proposal, ben)
    const refusals = [
      [await cancel(proposal, ada, signature), 'NOT_THE_CREATOR'],
      [await cancel(proposal, ben, await signatureOf(proposal, ada)), 'INVALID_SIGNATURE'],
      [await cancel(proposal, ben, await signatureOf(await harness.propose(dao.daoId, ben), ben)), 'INVALID_SIGNATURE'],
      [await harness.call('POST', path(proposal), ben, {}), 'SIGNATURES_MISSING'],
    ] as const
    for (const [{ body }, code] of refusals) assert.equal(body.code, code)
    const { status, body } = await cancel(proposal, ben, signature)
    assert.deepEqual([status, body.status, body.cancellation.signed], [200, 'REJECTED', true], JSON.stringify(body))
    await harness.pass(0)
    const counted = await retold(proposal)
    assert.deepEqual(counted.faults, [])
    assert.deepEqual(counted.cancellation, { at: body.cancellation.cancelledAt, signed: true, replacedKeyAt: null })
    assert.match(
      report(counted, asked),
      /^Cancelled {3}at 20.*, by the signature of 0\.0\.\d+, its creator; that nobody had voted is the service's word$/m,
    )
  })

  test('A cancellation without a signature is shown as resting on trust in the service', async () => {
    const proposal = await harness.propose(dao.daoId, ben)
    const { body } = await harness.call('DELETE', `/proposals/${proposal.proposalId}`, ben)
    assert.deepEqual([body.cancelled, body.cancellation.signed], [true, false])
    await harness.pass(0)
    const counted = await retold(proposal)
    assert.deepEqual([counted.faults, counted.cancellation?.signed], [[], false])
    assert.match(
      report(counted, asked),
      /^Cancelled {3}at 20.*on the service's word: .*; that nobody had voted is .*too$/m,
    )
    assert.equal(
      (await harness.get(`/proposals/${(await harness.propose(dao.daoId, ben)).proposalId}`)).body.cancellation,
      null,
    )
  })

  test('is refused at the end and after it, when the votes decide', async () => {
    const proposal = await harness.propose(dao.daoId, ben, { votingDurationHours: 1 })
    const signature = await signatureOf(proposal, ben)
    // The service's clock has reached the end, but the queue's has not: nothing is decided yet.
    harness.setBehind(-HOUR)
    for (const { status, body } of [
      await harness.call('DELETE', `/proposals/${proposal.proposalId}`, ben),
      await cancel(proposal, ben, signature),
    ])
      assert.deepEqual([status, body.code], [409, 'VOTING_CLOSED'])
    harness.setBehind(0)
  })

  test("is detected if it is forged: others' signatures, removed ones, another proposal's, and times after the end", async () => {
    const proposal = await harness.propose(dao.daoId, ben)
    const other = await harness.propose(dao.daoId, ben)
    for (const one of [proposal, other]) assert.equal((await cancel(one, ben, await signatureOf(one, ben))).status, 200)
    await harness.pass(0)
    const { record } = (await harness.onTopic(dao.topicId)).findLast(({ record }) => record.type === 'decision') ?? {}
    const { cancellation: ofOther } = record as DecisionRecord
    assert.ok(ofOther)
    const [first] = ofOther.signatures
    const decidedLate = { decidedAt: proposal.endTime }
    const lies: [(decision: DecisionRecord) => object, RegExp][] = [
      [(decision) => ({ ...decision, cancellation: ofOther }), /signatures of its cancellation do not satisfy/],
      [
        (decision) => ({
          ...decision,
          cancellation: { ...decision.cancellation, signatures: [{ ...first, signature: '00' }] },
        }),
        /signatures of its cancellation do not satisfy/,
      ],
      [
        (decision) => ({ ...decision, cancellation: { ...decision.cancellation, keyAt: '2000000000.000000000' } }),
        /do not satisfy the key of 0\.0\.\d+ at 2000000000/,
      ],
      [(decision) => ({ ...decision, cancelled: false }), /has signatures of a cancellation, but says that it was not/],
      [(decision) => ({ ...decision, ...decidedLate }), /it was cancelled at .*, when its voting had ended/],
    ]
    for (const [lie, fault] of lies) assert.match((await retold(proposal, lie)).faults.join('\n'), fault)
    const stripped = await retold(proposal, ({ cancellation: _, ...decision }) => decision)
    assert.equal(stripped.cancellation?.signed, false)
    const late = await retold(proposal, (decision) => decision, 25 * HOUR)
    assert.match(late.fixedLate.join(), /^the cancellation reached the topic at .*, when the voting had ended$/m)
    assert.match(report(late, asked), /^LATE {3}the cancellation reached/m)
  })

  test("holds however long the mirror takes to return the creator's key", async () => {
    const proposal = await harness.propose(dao.daoId, ben)
    const signature = await signatureOf(proposal, ben)
    keyTakesMs = HOUR / 4
    const { status } = await cancel(proposal, ben, signature)
    keyTakesMs = 0
    assert.equal(status, 200)
    await harness.pass(0)
    const counted = await retold(proposal)
    assert.deepEqual([counted.faults, counted.cancellation?.signed], [[], true])
  })

  test('does not count as signed if the key was replaced before it reached the ledger, and is late if it is backdated', async () => {
    const cleo = await harness.person()
    const own = await harness.dao([cleo])
    const proposal = await harness.propose(own.daoId, cleo, { startTime: new Date(harness.clock.now() + HOUR) })
    assert.equal((await cancel(proposal, cleo, await signatureOf(proposal, cleo))).status, 200)
    await harness.pass(0)
    const { key } = cleo
    const next = PrivateKey.generateED25519()
    await harness.clock.advance(60_000)
    await harness.onLedger(new AccountUpdateTransaction().setAccountId(cleo.id).setKey(next.publicKey), key, next)
    const forgery = await openForgery(harness, { topicId: own.topicId, proposalId: proposal.proposalId })
    try {
      const honest = await forgery.told((told) => told)
      assert.deepEqual([honest.faults, honest.fixedLate, honest.cancellation?.signed], [[], [], true])
      const written = (what: string, ms: number) => forgery.told(delayed(what, harness.clock.now() + ms))
      const old = await written('decision', 0)
      assert.deepEqual([old.faults, old.fixedLate, old.cancellation?.signed], [[], [], false])
      assert.match(report(old, asked), /^Cancelled .* on the service's word: signed by the key of .* was replaced/m)
      assert.match(
        (await written('decision', HOUR / 2)).fixedLate.join(),
        /^the cancellation reached the topic at .*, 31 minutes after 20/,
      )
      assert.match(
        (await written('proposal', HOUR / 12)).fixedLate.join(),
        /^the cancelled proposal reached the topic at .*, 6 minutes after 20/,
      )
      const before = Date.parse(own.createdAt) - HOUR
      const cancelled = { decidedAt: new Date(before).toISOString() }
      assert.match(
        (await forgery.told(change('decision', cancelled))).faults.join(),
        /^it was cancelled at .*, before it was proposed: the DAO's records before it go to/,
      )
    } finally {
      forgery.close()
    }
  })
})
