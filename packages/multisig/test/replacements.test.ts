import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client, Transaction } from '@hiero-ledger/sdk'
import { type Answer, type Harness, openHarness, type Person } from './harness.ts'

const SECOND = 1_000
const DAY = 86_400_000

describe('A request that replaces another one', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let cleo: Person
  let stranger: Person
  let walletId: string
  before(async () => {
    harness = await openHarness()
    const people = await harness.people(4)
    ;[ada, ben, cleo, stranger] = (await Promise.all(people.map(patient))) as [Person, Person, Person, Person]
    walletId = await harness.wallet([ada, ben, cleo], 2)
  })
  after(() => harness.close())

  /** A person whose session lasts while the clock is moved by days. */
  const patient = async (person: Person): Promise<Person> => ({
    ...person,
    token: await harness.tokens.issue({
      walletId: person.id,
      publicKey: person.key.publicKey.toStringRaw(),
      lifetimeMs: 1_000 * DAY,
    }),
  })
  const payment = (amountOrSerial: number, more: object = {}) => ({
    ...{ walletId, receiverId: stranger.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial, ...more },
  })
  const ask = (amount: number, by: Person, more: object = {}) => harness.ask('withdraw', by, payment(amount, more))
  const refused = async (by: Person, body: object) => {
    const { status, body: answer } = await harness.post('/multisig/wallet/withdraw/request', by, body)
    return [status, answer.code]
  }
  const status = async (jobId: string) => (await harness.get(`/multisig/transaction/status/${jobId}`, ada)).body
  const stateOf = async (jobId: string) => {
    const { status: state, code = null } = await status(jobId)
    return [state, code]
  }
  const balance = async (): Promise<bigint> => (await harness.ledger.mirror.account(stranger.id))?.balance ?? 0n
  const sign = async (request: Answer['body'], ...people: Person[]) => {
    for (const person of people) assert.equal((await harness.sign(request, person, walletId)).status, 200)
  }
  const inDays = (days: number): string => new Date(harness.clock.now() + days * DAY).toISOString()
  const passTo = async (time: string, more: number): Promise<void> => {
    await harness.clock.advance(Date.parse(time) + more - harness.clock.now())
    await harness.jobs.idle()
  }

  test('has the same transaction id, and one signature of the requester rejects the old one', async () => {
    const old = await ask(100, ada)
    await sign(old, ada)
    const request = await ask(10, ada, { replaces: old.jobId })
    assert.deepEqual(request.replaces, { jobId: old.jobId, transactionId: request.transactionId })
    assert.equal(request.transactionId, old.transactionId)
    assert.equal(request.expiresAt, old.expiresAt)
    assert.deepEqual(await stateOf(old.jobId), ['pending', null])
    assert.equal((await status(old.jobId)).replacedBy, request.jobId)
    await sign(request, ada)
    assert.deepEqual(await stateOf(old.jobId), ['error', 'REPLACED'])
    const late = await harness.sign(old, ben, walletId)
    assert.deepEqual([late.status, late.body.code], [409, 'REPLACED'])
    const before = await balance()
    await sign(request, ben)
    assert.equal((await harness.execute('withdraw', ada, request)).status, 200)
    assert.equal((await balance()) - before, 10n)
    const { body: history } = await harness.get(`/multisig/wallet/${walletId}/history`, ben)
    const entry = history.find(({ jobId }: { jobId: string }) => jobId === old.jobId)
    assert.deepEqual([entry.code, entry.replacedBy], ['REPLACED', request.jobId])
  })

  test('is not executed by the ledger beside the old one, although that has all its signatures', async () => {
    const old = await ask(100, ada)
    const request = await ask(10, cleo, { replaces: old.jobId })
    await sign(request, cleo)
    assert.deepEqual(await stateOf(old.jobId), ['pending', null])
    assert.deepEqual((await status(old.jobId)).rejections[0].walletId, cleo.id)
    await sign(old, ada, ben)
    const bytes = Transaction.fromBytes(Buffer.from(old.bytes, 'base64'))
    for (const { key } of [ada, ben]) await bytes.sign(key)
    // Ben has signed both requests, so the new one has its signatures, and closes the old one here.
    await sign(request, ben)
    assert.deepEqual(await stateOf(old.jobId), ['error', 'REPLACED'])
    const before = await balance()
    const client = Client.forNetwork({ [harness.net.grpc]: '0.0.3' })
    const receipt = await (await bytes.execute(client)).getReceipt(client)
    client.close()
    assert.equal(receipt.status.toString(), 'SUCCESS')
    const answer = await harness.execute('withdraw', ada, request)
    assert.deepEqual([answer.status, answer.body.code], [422, 'SUPERSEDED'])
    assert.equal((await balance()) - before, 100n)
    await harness.clock.advance(200 * SECOND)
    await harness.jobs.idle()
    assert.equal((await status(old.jobId)).status, 'success')
  })

  test('is closed when the old one is executed first', async () => {
    const old = await ask(100, ada)
    const request = await ask(10, cleo, { replaces: old.jobId })
    await sign(old, ada, ben)
    assert.equal((await harness.execute('withdraw', ada, old)).status, 200)
    assert.deepEqual(await stateOf(request.jobId), ['error', 'REPLACED'])
  })

  test('closes the old one once the owners left cannot reach its threshold', async () => {
    const old = await ask(100, ada)
    const request = await ask(10, ben, { replaces: old.jobId, memo: 'Half' })
    await sign(request, ben)
    const { body } = await harness.post(`/multisig/transaction/reject/${old.jobId}`, cleo, {})
    assert.deepEqual([body.status, body.code], ['error', 'REJECTED'])
    assert.deepEqual(await stateOf(request.jobId), ['pending', null])
  })

  test('is executed by the service at the same time instead of the old one', async () => {
    const executeAt = inDays(3)
    const old = await ask(100, ada, { executeAt })
    await sign(old, ada, ben)
    const request = await ask(10, ben, { replaces: old.jobId, executeAt })
    assert.equal(request.transactionId, old.transactionId)
    await sign(request, ben, cleo)
    assert.deepEqual(await stateOf(old.jobId), ['error', 'REPLACED'])
    const before = await balance()
    await passTo(executeAt, 2 * SECOND)
    assert.deepEqual(await stateOf(request.jobId), ['success', null])
    await passTo(executeAt, 200 * SECOND)
    assert.equal((await balance()) - before, 10n)
    assert.deepEqual(await stateOf(old.jobId), ['error', 'REPLACED'])
  })

  test('is not executed while the old one is, which has another id', async () => {
    const old = await ask(100, ada)
    // If less time is left than owners need, the new request is valid from a later time.
    await harness.clock.advance(Date.parse(old.expiresAt) - harness.clock.now() - 20 * SECOND)
    const request = await ask(10, ben, { replaces: old.jobId })
    assert.notEqual(request.transactionId, old.transactionId)
    await sign(request, cleo)
    const bytes = Transaction.fromBytes(Buffer.from(request.bytes, 'base64'))
    await bytes.sign(ben.key)
    const complete = { ...request, bytes: Buffer.from(bytes.toBytes()).toString('base64') }
    const move = async (state: string) => {
      const session = await harness.server.connections.session()
      await session.query(`update multisig.request set state = '${state}' where job_id = '${old.jobId}'`)
      session.release()
    }
    const before = await balance()
    await move('executing')
    const early = await harness.execute('withdraw', ben, complete)
    assert.deepEqual([early.status, early.body.code], [409, 'REQUEST_CLOSED'])
    assert.equal((await balance()) - before, 0n)
    await move('pending')
    assert.equal((await harness.execute('withdraw', ben, complete)).status, 200)
    assert.deepEqual(await stateOf(old.jobId), ['error', 'REPLACED'])
    assert.equal((await balance()) - before, 10n)
  })

  test('has an id of its own at another time or in a schedule, and still closes the old one', async () => {
    const old = await ask(100, ada, { executeAt: inDays(3) })
    const later = await ask(100, ada, { replaces: old.jobId, executeAt: inDays(4) })
    assert.notEqual(later.transactionId, old.transactionId)
    assert.deepEqual(later.replaces, { jobId: old.jobId, transactionId: old.transactionId })
    await sign(later, ada)
    assert.deepEqual(await stateOf(old.jobId), ['error', 'REPLACED'])
    const kept = await ask(100, ada, { expiresAt: inDays(2) })
    await sign(kept, ada)
    const next = await ask(50, ada, { replaces: kept.jobId, expiresAt: inDays(2) })
    await sign(next, ada)
    const now = await status(kept.jobId)
    assert.deepEqual([now.status, now.code, now.schedule.state], ['error', 'REPLACED', 'open'])
    assert.ok(now.bytesExpireAt, 'its requester can sign the deletion of its schedule')
    const listed = async (person: Person) =>
      (await harness.get('/multisig/kept', person)).body.map(({ jobId }: { jobId: string }) => jobId)
    assert.deepEqual([await listed(ada), await listed(stranger)], [[kept.jobId], []])
    await harness.sign(now, ada, walletId)
    assert.equal((await status(kept.jobId)).schedule.state, 'deleted')
    assert.deepEqual(await listed(ada), [])
  })

  test('can be replaced itself, and then both earlier ones are rejected', async () => {
    const old = await ask(100, ada)
    const second = await ask(50, ada, { replaces: old.jobId })
    assert.deepEqual(await refused(ben, payment(40, { replaces: old.jobId })), [409, 'ALREADY_REPLACED'])
    const third = await ask(20, ada, { replaces: second.jobId })
    assert.equal(third.transactionId, old.transactionId)
    await sign(third, ada)
    assert.deepEqual(await stateOf(old.jobId), ['error', 'REPLACED'])
    assert.deepEqual(await stateOf(second.jobId), ['error', 'REPLACED'])
  })

  test('may be asked for only once at a time', async () => {
    const old = await ask(100, ada)
    const answers = await Promise.all(
      [1, 2, 3, 4].map((amount) => refused(ben, payment(amount, { replaces: old.jobId }))),
    )
    assert.deepEqual(answers.map(([code]) => code).sort(), [200, 409, 409, 409])
  })

  test('is refused for what cannot be replaced', async () => {
    const other = await harness.wallet([ada, stranger], 1)
    const old = await ask(100, ada)
    assert.deepEqual(await refused(stranger, payment(1, { replaces: old.jobId })), [403, 'FORBIDDEN'])
    assert.deepEqual(await refused(ada, payment(1, { replaces: 'unknown' })), [403, 'FORBIDDEN'])
    assert.deepEqual(await refused(ada, payment(100, { replaces: old.jobId })), [409, 'NOT_REPLACEABLE'])
    assert.deepEqual(await refused(ada, payment(1, { walletId: other, replaces: old.jobId })), [400, 'WRONG_WALLET'])
    const settings = { threshold: 1, owners: [{ wallet: ada.id, name: 'Ada' }] }
    const creation = await harness.ask('create', ada, { name: 'Club', settings })
    assert.deepEqual(await refused(ada, payment(1, { replaces: creation.jobId })), [409, 'NOT_REPLACEABLE'])
    await harness.post(`/multisig/transaction/reject/${old.jobId}`, ada, {})
    assert.deepEqual(await refused(ada, payment(1, { replaces: old.jobId })), [409, 'WITHDRAWN'])
  })
})
