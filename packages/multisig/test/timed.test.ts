import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AccountUpdateTransaction, PrivateKey, Transaction } from '@hiero-ledger/sdk'
import { limits } from '../src/limits.ts'
import { type Harness, openHarness, type Person } from './harness.ts'

const SECOND = 1_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** How long after `executeAt` nothing can happen on the ledger any more and the mirror shows everything. */
const ledgerWindow = 180 * SECOND

describe('A request with executeAt', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let cleo: Person
  let walletId: string
  before(async () => {
    harness = await openHarness()
    ;[ada, ben, cleo] = (await Promise.all([patient(), patient(), patient()])) as [Person, Person, Person]
    walletId = await harness.wallet([ada, ben], 2)
  })
  after(() => harness.close())

  /** A person whose session lasts while the clock is moved by days. */
  async function patient(): Promise<Person> {
    const { id, key } = await harness.person()
    const token = await harness.tokens.issue({
      walletId: id,
      publicKey: key.publicKey.toStringRaw(),
      lifetimeMs: 1_000 * DAY,
    })
    return { id, key, token }
  }

  /** Advances to a time, and runs the jobs that fall due. */
  async function passTo(time: number): Promise<void> {
    await harness.clock.advance(time - harness.clock.now())
    await harness.jobs.idle()
  }

  const inDays = (days: number): number => harness.clock.now() + days * DAY
  const iso = (time: number): string => new Date(time).toISOString()
  const payment = (time: number, more: object = {}) => ({
    walletId,
    receiverId: cleo.id,
    tokenId: 'HBAR',
    type: 'FUNGIBLE_COMMON',
    amountOrSerial: 100,
    executeAt: iso(time),
    ...more,
  })
  const status = async (jobId: string) => (await harness.get(`/multisig/transaction/status/${jobId}`, ada)).body
  const balance = async (id: string): Promise<bigint> => (await harness.ledger.mirror.account(id))?.balance ?? 0n

  test('is signed days before, and executed by the service at that time', async () => {
    const at = inDays(3)
    const request = await harness.ask('withdraw', ada, payment(at))
    assert.equal(request.expiresAt, iso(at + 120 * SECOND))
    const start = Transaction.fromBytes(Buffer.from(request.bytes, 'base64')).transactionId?.validStart
    const started = Number(start?.seconds) * 1000 + Number(start?.nanos) / 1e6
    assert.ok(started >= at && started < at + SECOND, `${started - at} ms after executeAt`)
    assert.equal((await harness.sign(request, ada, walletId)).status, 200)
    await passTo(at - DAY - HOUR)
    assert.equal((await harness.sign(request, ben, walletId)).status, 200)
    const before = await balance(cleo.id)
    await passTo(at - 1)
    assert.deepEqual([(await status(request.jobId)).status, await balance(cleo.id)], ['pending', before])
    await passTo(at + 2 * SECOND)
    const done = await status(request.jobId)
    assert.deepEqual([done.status, done.receipt.status, done.executeAt], ['success', 'SUCCESS', iso(at)])
    assert.equal(await balance(cleo.id), before + 100n)
    await passTo(at + ledgerWindow)
    assert.equal(await balance(cleo.id), before + 100n, 'once')
  })

  test('accepts signatures in the bytes of an early execute, and answers 202', async () => {
    const at = inDays(2)
    const request = await harness.ask('withdraw', ada, payment(at))
    const refused = await harness.execute('withdraw', ada, request)
    assert.deepEqual([refused.status, refused.body.code], [422, 'THRESHOLD_NOT_MET'])
    const transaction = Transaction.fromBytes(Buffer.from(request.bytes, 'base64'))
    await transaction.sign(ada.key)
    await transaction.sign(ben.key)
    const bytes = Buffer.from(transaction.toBytes()).toString('base64')
    const taken = await harness.execute('withdraw', ada, { ...request, bytes })
    assert.deepEqual([taken.status, taken.body.status], [202, 'pending'])
    assert.equal((await status(request.jobId)).signatures.length, 2)
    await passTo(at + 2 * SECOND)
    assert.equal((await status(request.jobId)).status, 'success')
  })

  test("can create a wallet, and accepts its time in the ledger's form", async () => {
    const at = inDays(10)
    const request = await harness.ask('create', ada, {
      name: 'Later',
      settings: { owners: [{ wallet: ada.id, name: 'Ada' }], threshold: 1 },
      executeAt: `${Math.ceil(at / 1000)}.5`,
    })
    await harness.sign(request, ada)
    await passTo(at + 5 * SECOND)
    const done = await status(request.jobId)
    assert.deepEqual([done.status, done.executeAt], ['success', iso(Math.ceil(at / 1000) * 1000 + 500)])
    assert.match(done.walletId, /^0\.0\.\d+$/)
  })

  test('reminds its owners a day and an hour before, and when it is due without enough signatures', async () => {
    const at = inDays(5)
    const request = await harness.ask('withdraw', ada, payment(at))
    await harness.sign(request, ada, walletId)
    const socket = await harness.socket(ben)
    const told = () => socket.heard.filter(({ event }) => event === 'transaction_due').map(({ data }) => data)
    await passTo(at - DAY - SECOND)
    assert.deepEqual(told(), [])
    await passTo(at - DAY + SECOND)
    const first = await socket.next('transaction_due')
    assert.deepEqual([first.jobId, first.executeAt, first.missing], [request.jobId, iso(at), [ben.id]])
    await passTo(at - HOUR + SECOND)
    await passTo(at + 2 * SECOND)
    const { body } = await harness.get(`/multisig/transaction/status/${request.jobId}`, ben)
    assert.deepEqual([body.status, body.code], ['pending', 'THRESHOLD_NOT_MET'])
    await passTo(at + 20 * SECOND)
    assert.equal(told().length, 3, 'once for each')
    assert.equal((await harness.sign(request, ben, walletId)).status, 200, 'a signature after the start still counts')
    await passTo(at + 30 * SECOND)
    assert.equal((await status(request.jobId)).status, 'success')
  })

  test('ends as THRESHOLD_NOT_MET if too few have signed', async () => {
    const at = inDays(1)
    const request = await harness.ask('withdraw', ada, payment(at))
    await harness.sign(request, ada, walletId)
    const socket = await harness.socket(ben)
    await socket.subscribe(walletId)
    await passTo(at + 2 * SECOND)
    await passTo(at + ledgerWindow)
    const failed = await socket.next('transaction_failed')
    assert.deepEqual([failed.jobId, failed.code], [request.jobId, 'THRESHOLD_NOT_MET'])
    const answer = await harness.execute('withdraw', ada, request)
    assert.deepEqual([answer.status, answer.body.code], [422, 'THRESHOLD_NOT_MET'])
  })

  test('loses a signature whose key its owner has replaced, and announces it at once', async () => {
    const dora = await patient()
    const wallet = await harness.wallet([ada, dora], 2)
    const at = inDays(4)
    const request = await harness.ask('withdraw', ada, payment(at, { walletId: wallet }))
    for (const person of [ada, dora]) assert.equal((await harness.sign(request, person, wallet)).status, 200)
    assert.deepEqual((await status(request.jobId)).missing, [])
    const next = PrivateKey.generateED25519()
    const rotation = new AccountUpdateTransaction().setAccountId(dora.id).setKey(next.publicKey)
    await harness.onLedger(rotation, dora.key, next)
    const socket = await harness.socket(dora)
    await passTo(at - DAY + SECOND)
    const withdrawn = await socket.next('signature_withdrawn')
    assert.deepEqual([withdrawn.jobId, withdrawn.senderId], [request.jobId, dora.id])
    const left = await status(request.jobId)
    assert.deepEqual(
      [left.signatures.map(({ senderId }: { senderId: string }) => senderId), left.missing],
      [[ada.id], [dora.id]],
    )
    await passTo(at + 2 * SECOND)
    await passTo(at + ledgerWindow)
    assert.equal((await status(request.jobId)).code, 'THRESHOLD_NOT_MET')
  })

  test('counts a key again after its owner has restored it and signed again', async () => {
    const dora = await patient()
    const wallet = await harness.wallet([ada, dora], 2)
    const at = inDays(4)
    const request = await harness.ask('withdraw', ada, payment(at, { walletId: wallet }))
    for (const person of [ada, dora]) await harness.sign(request, person, wallet)
    const other = PrivateKey.generateED25519()
    const change = (to: PrivateKey) => new AccountUpdateTransaction().setAccountId(dora.id).setKey(to.publicKey)
    await harness.onLedger(change(other), dora.key, other)
    await passTo(at - DAY + SECOND)
    assert.equal((await status(request.jobId)).signatures.length, 1)
    await harness.onLedger(change(dora.key), dora.key, other)
    assert.equal((await harness.sign(request, dora, wallet)).status, 200)
    await passTo(at + 2 * SECOND)
    assert.equal((await status(request.jobId)).status, 'success')
  })

  test('follows a change of owners: former ones no longer count, and new ones may sign', async () => {
    const wallet = await harness.wallet([ada, ben], 1)
    const at = inDays(6)
    const request = await harness.ask('withdraw', ada, payment(at, { walletId: wallet }))
    assert.equal((await harness.sign(request, ben, wallet)).status, 200)
    for (const change of [
      { action: 'add', owner: { wallet: cleo.id, name: 'Cleo' }, threshold: 2 },
      { action: 'remove', owner: { wallet: ben.id } },
    ]) {
      const update = await harness.ask('update', ada, { walletId: wallet, ...change })
      for (const person of [ada, ben, cleo]) await harness.sign(update, person, wallet)
      assert.equal((await harness.execute('update', ada, update)).status, 200)
    }
    assert.deepEqual((await status(request.jobId)).missing.toSorted(), [ada.id, cleo.id].toSorted())
    for (const person of [ada, cleo]) assert.equal((await harness.sign(request, person, wallet)).status, 200)
    assert.deepEqual((await status(request.jobId)).missing, [])
    await passTo(at + 2 * SECOND)
    assert.equal((await status(request.jobId)).status, 'success')
  })

  test('is not executed once its requester has withdrawn it', async () => {
    const at = inDays(1)
    const request = await harness.ask('withdraw', ada, payment(at))
    for (const person of [ada, ben]) await harness.sign(request, person, walletId)
    const before = await balance(cleo.id)
    await harness.post(`/multisig/transaction/reject/${request.jobId}`, ada, {})
    await passTo(at + ledgerWindow)
    assert.deepEqual([(await status(request.jobId)).code, await balance(cleo.id)], ['WITHDRAWN', before])
  })

  test('is executed late, within its window, if the ledger and its mirror were unreachable at its time', async () => {
    const at = inDays(1)
    const request = await harness.ask('withdraw', ada, payment(at))
    for (const person of [ada, ben]) await harness.sign(request, person, walletId)
    const before = await balance(cleo.id)
    for (const on of ['transactions', 'mirror'] as const)
      await harness.net.setFault({ kind: 'unreachable', calls: 1_000_000, on })
    for (let seconds = 2; seconds <= 60; seconds += 2) await passTo(at + seconds * SECOND)
    assert.equal((await status(request.jobId)).status, 'pending')
    for (const on of ['transactions', 'mirror'] as const)
      await harness.net.setFault({ kind: 'unreachable', calls: 0, on })
    for (let seconds = 62; seconds <= 110; seconds += 2) await passTo(at + seconds * SECOND)
    assert.deepEqual([(await status(request.jobId)).status, await balance(cleo.id)], ['success', before + 100n])
  })

  test('does not delay the end of requests without executeAt', async () => {
    const timed = await harness.ask('withdraw', ada, payment(inDays(30)))
    const { executeAt: _, ...now } = payment(inDays(30))
    const request = await harness.ask('withdraw', ada, now)
    await passTo(harness.clock.now() + ledgerWindow)
    assert.equal((await status(request.jobId)).code, 'REQUEST_EXPIRED')
    assert.equal((await status(timed.jobId)).status, 'pending')
  })

  test('is refused if its time is past, too far ahead, or invalid', async () => {
    const now = () => harness.clock.now()
    for (const [executeAt, code] of [
      [iso(now()), 'INVALID_EXECUTE_AT'],
      [iso(now() - 1), 'INVALID_EXECUTE_AT'],
      [iso(now() + limits.executeAtAhead.value * DAY + 1), 'INVALID_EXECUTE_AT'],
      ['9999999999', 'INVALID_TIMESTAMP'],
      ['tomorrow', 'INVALID_TIMESTAMP'],
      ['2027-02-30', 'INVALID_TIMESTAMP'],
      ['', 'VALIDATION_FAILED'],
      ['1'.repeat(41), 'VALIDATION_FAILED'],
      [7, 'VALIDATION_FAILED'],
    ] as const) {
      const answer = await harness.post('/multisig/wallet/withdraw/request', ada, payment(now(), { executeAt }))
      assert.deepEqual([answer.status, answer.body.code], [400, code], String(executeAt))
    }
    const last = payment(now() + limits.executeAtAhead.value * DAY)
    assert.equal((await harness.post('/multisig/wallet/withdraw/request', ada, last)).status, 200)
  })

  test("counts as one of a person's open requests while it waits, however long", async () => {
    const busy = await patient()
    const wallet = await harness.wallet([busy], 1)
    const most = limits.maxOpenRequestsOfPerson.value
    const at = inDays(20)
    for (let count = 0; count < most; count++)
      await harness.ask('stake', busy, { walletId: wallet, executeAt: iso(at) })
    await passTo(harness.clock.now() + 3 * DAY)
    const answer = await harness.post('/multisig/wallet/stake/request', busy, { walletId: wallet })
    assert.deepEqual([answer.status, answer.body.code], [429, 'TOO_MANY_OPEN_REQUESTS'])
  })
})

test('A timed request is executed once by two processes, and by one if the other is gone', async (context) => {
  if (!process.env.TEST_DATABASE_URL) return context.skip('the embedded database has one process')
  const first = await openHarness()
  const second = await openHarness({ peerOf: first })
  const [ada, ben, cleo] = (await first.people(3)) as [Person, Person, Person]
  const walletId = await first.wallet([ada, ben], 2)
  const signedFor = async (at: number) => {
    const asked = Array.from({ length: 5 }, async () => {
      const request = await first.ask('withdraw', ada, {
        ...{ walletId, receiverId: cleo.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 100 },
        executeAt: new Date(at).toISOString(),
      })
      await first.sign(request, ada, walletId)
      await second.sign(request, ben, walletId)
      return request.jobId as string
    })
    return Promise.all(asked)
  }
  const events = async (jobId: string) => {
    const { body } = await first.get(`/multisig/wallet/${walletId}/history`, ada)
    const entry = body.find((one: { jobId: string }) => one.jobId === jobId)
    return entry.events.map(({ action }: { action: string }) => action)
  }
  const balance = async () => (await first.ledger.mirror.account(cleo.id))?.balance ?? 0n
  const before = await balance()

  const both = await signedFor(first.clock.now() + 600_000)
  await first.clock.advance(602_000)
  await Promise.all([first.jobs.idle(), second.jobs.idle()])
  await first.clock.advance(10_000)
  await Promise.all([first.jobs.idle(), second.jobs.idle()])
  for (const jobId of both) assert.deepEqual(await events(jobId), ['request', 'signature', 'signature', 'execute'])
  assert.equal(await balance(), before + 500n)

  const alone = await signedFor(first.clock.now() + 600_000)
  await second.close()
  await first.clock.advance(602_000)
  await first.jobs.idle()
  for (const jobId of alone) assert.deepEqual(await events(jobId), ['request', 'signature', 'signature', 'execute'])
  assert.equal(await balance(), before + 1000n)
  await first.close()
})
