import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type Answer, type Harness, openHarness, type Person } from './harness.ts'

const SECOND = 1_000
const DAY = 86_400_000

describe('A group of requests', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let stranger: Person
  let walletId: string
  let groupId: string
  before(async () => {
    harness = await openHarness()
    const people = await harness.people(3)
    ;[ada, ben, stranger] = (await Promise.all(people.map(patient))) as [Person, Person, Person]
    walletId = await harness.wallet([ada, ben], 2)
  })
  after(() => harness.close())
  beforeEach(() => {
    groupId = randomUUID()
  })

  /** A person whose session lasts while the clock is moved by days. */
  const patient = async (person: Person): Promise<Person> => ({
    ...person,
    token: await harness.tokens.issue({
      walletId: person.id,
      publicKey: person.key.publicKey.toStringRaw(),
      lifetimeMs: 1_000 * DAY,
    }),
  })
  const part = (position: number, amount: number, more: object = {}) => ({
    walletId,
    payments: [{ receiverId: stranger.id, tokenId: 'HBAR', amount }],
    group: { groupId, position, size: 3 },
    ...more,
  })
  const askAll = (more: object = {}) =>
    Promise.all([100, 20, 3].map((amount, position) => harness.ask('pay', ada, part(position, amount, more))))
  const group = async (by = ben) => (await harness.get(`/multisig/wallet/${walletId}/group/${groupId}`, by)).body
  const refused = async (by: Person, body: object) => {
    const { status, body: answer } = await harness.post('/multisig/wallet/pay/request', by, body)
    return [status, answer.code]
  }
  const signAll = async (requests: Answer['body'][], people: Person[]) => {
    for (const request of requests)
      for (const person of people) assert.equal((await harness.sign(request, person, walletId)).status, 200)
  }
  const balance = async (): Promise<bigint> => (await harness.ledger.mirror.account(stranger.id))?.balance ?? 0n
  const inDays = (days: number): string => new Date(harness.clock.now() + days * DAY).toISOString()
  const passTo = async (time: string, more: number): Promise<void> => {
    await harness.clock.advance(Date.parse(time) + more - harness.clock.now())
    await harness.jobs.idle()
  }

  test('is read, signed and executed as one, each part once', async () => {
    const executeAt = inDays(2)
    const requests = await askAll({ executeAt })
    const seen = await group()
    assert.deepEqual(seen.counts, { requests: 3, waiting: 3, signed: 0, executed: 0, failed: 0 })
    assert.deepEqual(
      seen.requests.map(({ jobId, group: { position } }: Answer['body']) => [jobId, position]),
      requests.map(({ jobId }, position) => [jobId, position]),
    )
    assert.deepEqual([seen.size, seen.requesterId, seen.walletId], [3, ada.id, walletId])
    await signAll(requests, [ada, ben])
    assert.deepEqual((await group()).counts, { requests: 3, waiting: 0, signed: 3, executed: 0, failed: 0 })
    const before = await balance()
    await passTo(executeAt, 2 * SECOND)
    assert.deepEqual((await group()).counts, { requests: 3, waiting: 0, signed: 0, executed: 3, failed: 0 })
    await passTo(executeAt, 200 * SECOND)
    assert.equal((await balance()) - before, 123n)
  })

  test('goes on after an interruption, without paying anybody twice', async () => {
    const first = await harness.ask('pay', ada, part(0, 100))
    assert.deepEqual([(await group()).counts.requests, (await group()).size], [1, 3])
    const again = await harness.post('/multisig/wallet/pay/request', ada, part(0, 100))
    assert.deepEqual([again.status, again.body.code], [409, 'GROUP_PART_EXISTS'])
    assert.deepEqual(again.body.details, [{ jobId: first.jobId }])
    const both = await Promise.all([refused(ada, part(1, 20)), refused(ada, part(1, 20))])
    assert.deepEqual(both.map(([status]) => status).sort(), [200, 409])
    await harness.ask('pay', ada, part(2, 3))
    const { requests } = await group()
    const before = await balance()
    await signAll(requests, [ada, ben])
    for (const request of [...requests, ...requests])
      assert.equal((await harness.execute('pay', ada, request)).status, 200)
    assert.equal((await balance()) - before, 123n)
  })

  test('says which payments were not made, once they never will be', async () => {
    const executeAt = inDays(1)
    const requests = await askAll({ executeAt })
    await signAll(requests.slice(0, 2), [ada, ben])
    await harness.post(`/multisig/transaction/reject/${requests[2].jobId}`, ada, {})
    assert.deepEqual((await group()).unpaid, [], 'the ledger could still execute it')
    await passTo(executeAt, 2 * SECOND)
    await passTo(executeAt, 400 * SECOND)
    const ended = await group()
    assert.deepEqual(ended.counts, { requests: 3, waiting: 0, signed: 0, executed: 2, failed: 1 })
    assert.deepEqual(ended.unpaid, [requests[2].jobId])
  })

  test('takes no other request, which the list of its payments would not show', async () => {
    await harness.ask('pay', ada, part(0, 1))
    const body = { walletId, group: { groupId, position: 1, size: 3 } }
    const { status, body: answer } = await harness.post('/multisig/wallet/stake/request', ada, { ...body, nodeId: 0 })
    assert.deepEqual([status, answer.code], [409, 'WRONG_GROUP'])
  })

  test('is of one requester, one wallet and one size, and shown to owners only', async () => {
    await harness.ask('pay', ada, part(0, 1))
    assert.deepEqual(await refused(ben, part(1, 1)), [409, 'WRONG_GROUP'])
    assert.deepEqual(await refused(ada, part(1, 1, { group: { groupId, position: 1, size: 4 } })), [409, 'WRONG_GROUP'])
    assert.deepEqual(await refused(ada, part(1, 1, { group: { groupId, position: 3, size: 3 } })), [409, 'WRONG_GROUP'])
    assert.deepEqual(await refused(ada, part(1, 1, { group: { groupId, position: 1, size: 61 } })), [
      400,
      'VALIDATION_FAILED',
    ])
    assert.equal((await group(stranger)).code, 'FORBIDDEN')
    const { body } = await harness.get(`/multisig/wallet/${walletId}/group/${randomUUID()}`, ada)
    assert.equal(body.code, 'FORBIDDEN')
  })
})
