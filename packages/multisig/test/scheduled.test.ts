import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  AccountUpdateTransaction,
  PrivateKey,
  ScheduleDeleteTransaction,
  ScheduleSignTransaction,
} from '@hiero-ledger/sdk'
import { limits } from '../src/limits.ts'
import { type Answer, type Harness, openHarness, type Person, signed } from './harness.ts'

const SECOND = 1_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** From the end of a schedule until the mirror has certainly passed it. */
const MIRROR_LAG = 16 * SECOND

describe('A request with expiresAt', () => {
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

  /** A time in whole seconds, as schedules end. */
  const inDays = (days: number): number => Math.floor((harness.clock.now() + days * DAY) / SECOND) * SECOND
  const iso = (time: number): string => new Date(time).toISOString()
  const payment = (time: number, more: object = {}) => ({
    walletId,
    receiverId: cleo.id,
    tokenId: 'HBAR',
    type: 'FUNGIBLE_COMMON',
    amountOrSerial: 100,
    expiresAt: iso(time),
    ...more,
  })
  const statusFor = async (jobId: string, person: Person) =>
    (await harness.get(`/multisig/transaction/status/${jobId}`, person)).body
  const balance = async (id: string): Promise<bigint> => (await harness.ledger.mirror.account(id))?.balance ?? 0n

  /** Makes a request, and creates its schedule. */
  async function schedule(operation: string, by: Person, body: object): Promise<Answer['body']> {
    const request = await harness.ask(operation, by, body)
    const answer = await harness.sign(request, by, walletId)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return request
  }

  /** Signs the draft that the status offers to a person. */
  async function signDraft(jobId: string, by: Person): Promise<Answer> {
    return harness.sign(await statusFor(jobId, by), by, walletId)
  }

  test('is created by its requester, waits for days, and is executed by the signature that completes it', async () => {
    const end = inDays(40)
    const before = await balance(cleo.id)
    const request = await harness.ask('withdraw', ada, payment(end))
    assert.deepEqual([request.schedule.state, request.schedule.scheduleId], ['creating', null])
    // The count is that of the payment, although the requester signs the ScheduleCreate first.
    const atFirst = await statusFor(request.jobId, ada)
    assert.deepEqual(
      [atFirst.needs, atFirst.missing],
      [[{ walletId, needed: 2, missing: 2, from: [ada.id, ben.id] }], [ada.id]],
    )
    const counted = await harness.sign(request, ada, walletId)
    assert.deepEqual([counted.status, counted.body.senderId], [200, ada.id])
    const open = await statusFor(request.jobId, ada)
    assert.match(open.schedule.scheduleId, /^0\.0\.\d+$/)
    assert.deepEqual([open.status, open.schedule.state, open.expiresAt], ['pending', 'open', iso(end)])
    assert.deepEqual([open.missing, open.bytesExpireAt], [[ben.id], undefined], 'Ada has signed')
    assert.deepEqual(open.needs, [{ walletId, needed: 2, missing: 1, from: [ben.id] }])
    await passTo(harness.clock.now() + 30 * DAY)
    const draft = await statusFor(request.jobId, ben)
    assert.equal(draft.bytesExpireAt, iso(harness.clock.now() + 120 * SECOND))
    assert.equal((await harness.sign(draft, ben, walletId)).status, 200)
    const done = await statusFor(request.jobId, ben)
    assert.deepEqual([done.status, done.schedule.state, done.receipt.status], ['success', 'executed', 'SUCCESS'])
    assert.equal(await balance(cleo.id), before + 100n)
  })

  test('works for a client without knowledge of schedules: it reads bytes from the status and executes them', async () => {
    const request = await harness.ask('withdraw', ada, payment(inDays(3)))
    assert.equal((await harness.sign(request, ada, walletId)).status, 200)
    const waiting = await harness.execute('withdraw', ada, request)
    assert.deepEqual([waiting.status, waiting.body.status], [202, 'pending'])
    const draft = await statusFor(request.jobId, ben)
    assert.equal((await harness.sign(draft, ben, walletId)).status, 200)
    const done = await harness.execute('withdraw', ben, draft)
    assert.deepEqual([done.status, done.body.status, done.body.schedule.state], [200, 'success', 'executed'])
  })

  test('counts what was signed, completed and deleted on the ledger without the service', async () => {
    const request = await schedule('withdraw', ada, payment(inDays(5)))
    const { schedule: kept } = await statusFor(request.jobId, ada)
    const socket = await harness.socket(ada)
    await socket.subscribe(walletId)
    const other = await schedule('withdraw', ada, payment(inDays(6), { execute: 'expiry' }))
    const { schedule: otherKept } = await statusFor(other.jobId, ada)
    await harness.onLedger(new ScheduleSignTransaction().setScheduleId(otherKept.scheduleId), ben.key)
    await harness.onLedger(new ScheduleSignTransaction().setScheduleId(kept.scheduleId), ben.key)
    await passTo(harness.clock.now() + 11 * SECOND)
    const executed = await socket.next('transaction_executed')
    assert.deepEqual([executed.jobId, executed.schedule.state], [request.jobId, 'executed'])
    const waiting = await statusFor(other.jobId, ada)
    // A mirror shows the signature that was sent, valid or not. The status shows it, too, but it does not count.
    assert.deepEqual([waiting.status, waiting.missing], ['pending', [ben.id]])
    assert.deepEqual(
      waiting.signatures.map(({ senderId, byMirror }: { senderId: string; byMirror?: true }) => [senderId, byMirror]),
      [
        [ada.id, undefined],
        [ben.id, true],
      ],
    )
    assert.equal((await signDraft(other.jobId, ben)).body.code, 'NO_NEW_VALID_SIGNATURES', 'the ledger has it already')
    await harness.onLedger(new ScheduleDeleteTransaction().setScheduleId(otherKept.scheduleId), ada.key)
    await passTo(harness.clock.now() + 300 * SECOND)
    const failed = await socket.next('transaction_failed')
    assert.deepEqual([failed.jobId, failed.code, failed.schedule.state], [other.jobId, 'SCHEDULE_DELETED', 'deleted'])
  })

  test('is executed at its expiry if it asks for that, with the signatures that it then has', async () => {
    const end = inDays(4)
    const before = await balance(cleo.id)
    const complete = await schedule('withdraw', ada, payment(end, { execute: 'expiry' }))
    const lacking = await schedule('withdraw', ada, payment(end, { execute: 'expiry' }))
    assert.equal((await signDraft(complete.jobId, ben)).status, 200)
    assert.equal((await statusFor(complete.jobId, ben)).status, 'pending')
    const inbox = (await harness.get('/multisig/inbox', ben)).body.map(({ jobId }: { jobId: string }) => jobId)
    assert.deepEqual([inbox.includes(lacking.jobId), inbox.includes(complete.jobId)], [true, false])
    await passTo(end + MIRROR_LAG)
    assert.equal((await statusFor(complete.jobId, ben)).status, 'success')
    const failed = await statusFor(lacking.jobId, ben)
    assert.deepEqual([failed.status, failed.schedule.state], ['error', 'executed'])
    assert.equal(await balance(cleo.id), before + 100n)
  })

  test('ends as REQUEST_EXPIRED if the ledger discarded it, and if its schedule was never created', async () => {
    const end = inDays(2)
    const never = await harness.ask('withdraw', ada, payment(end))
    const open = await schedule('withdraw', ada, payment(end))
    await passTo(harness.clock.now() + 200 * SECOND)
    const gone = await statusFor(never.jobId, ada)
    assert.deepEqual([gone.code, gone.schedule.state, gone.schedule.scheduleId], ['REQUEST_EXPIRED', 'expired', null])
    await passTo(end - SECOND)
    assert.equal((await statusFor(open.jobId, ben)).status, 'pending')
    await passTo(end + MIRROR_LAG)
    await passTo(end + 4 * MIRROR_LAG)
    const expired = await statusFor(open.jobId, ben)
    assert.deepEqual([expired.code, expired.schedule.state], ['REQUEST_EXPIRED', 'expired'])
    assert.equal((await harness.execute('withdraw', ben, open)).body.code, 'REQUEST_EXPIRED')
  })

  test('reports the failure of its transaction, which the ledger executed', async () => {
    const poor = await harness.wallet([ada, ben], 2)
    const request = await harness.ask('withdraw', ada, payment(inDays(3), { walletId: poor, amountOrSerial: 9e12 }))
    assert.equal((await harness.sign(request, ada, poor)).status, 200)
    await harness.sign(await statusFor(request.jobId, ben), ben, poor)
    const failed = await statusFor(request.jobId, ben)
    assert.deepEqual(
      [failed.status, failed.code, failed.schedule.state],
      ['error', 'INSUFFICIENT_PAYER_BALANCE', 'executed'],
    )
  })

  test('accepts two concurrent signatures, both successfully, and executes once', async () => {
    const wallet = await harness.wallet([ada, ben, cleo], 2)
    const before = await balance(ben.id)
    const request = await harness.ask('withdraw', ada, payment(inDays(3), { walletId: wallet, receiverId: ada.id }))
    assert.equal((await harness.sign(request, ada, wallet)).status, 200)
    const drafts = await Promise.all([ben, cleo].map((person) => statusFor(request.jobId, person)))
    const answers = await Promise.all([ben, cleo].map((person, index) => harness.sign(drafts[index], person, wallet)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
      JSON.stringify(answers.map(({ body }) => body)),
    )
    assert.equal((await statusFor(request.jobId, ben)).status, 'success')
    assert.ok((await balance(ben.id)) <= before)
    const again = await harness.sign(drafts[0], ben, wallet)
    assert.ok(again.status === 200 || again.status === 409, JSON.stringify(again.body))
  })

  test("accepts only what the sender was offered, by the sender's key on the ledger", async () => {
    const request = await schedule('withdraw', ada, payment(inDays(3)))
    const draft = await statusFor(request.jobId, ben)
    const post = (body: object) =>
      harness.post(`/multisig/transaction/sign/${request.jobId}`, ben, {
        walletId,
        historyId: request.historyId,
        ...body,
      })
    const stranger = await patient()
    for (const [body, code] of [
      [{ senderId: ben.id, signature: signed(ben, request.bodyBytes) }, 'INVALID_SIGNATURE'],
      [{ senderId: ben.id, signature: signed(stranger, draft.bodyBytes) }, 'INVALID_SIGNATURE'],
      [{ senderId: ada.id, signature: signed(ada, draft.bodyBytes) }, 'DRAFT_EXPIRED'],
      [{ senderId: stranger.id, signature: signed(stranger, draft.bodyBytes) }, 'NOT_AN_OWNER'],
    ] as const)
      assert.equal((await post(body)).body.code, code)
    const foreign = await statusFor((await schedule('withdraw', ada, payment(inDays(3)))).jobId, ben)
    const mixed = await harness.execute('withdraw', ben, { jobId: request.jobId, bytes: foreign.bytes })
    assert.deepEqual([mixed.status, mixed.body.code], [422, 'BODY_MISMATCH'])
    await passTo(harness.clock.now() + 121 * SECOND)
    assert.equal((await harness.sign(draft, ben, walletId)).body.code, 'DRAFT_EXPIRED')
    assert.equal((await signDraft(request.jobId, ben)).status, 200)
  })

  test('cannot be signed by others before it is created, or by an owner who has replaced its key', async () => {
    const dora = await patient()
    const wallet = await harness.wallet([ada, dora], 2)
    const request = await harness.ask('withdraw', ada, payment(inDays(3), { walletId: wallet }))
    assert.deepEqual((await statusFor(request.jobId, dora)).missing, [ada.id])
    assert.equal((await harness.sign(request, dora, wallet)).body.code, 'SCHEDULE_NOT_CREATED')
    assert.equal((await harness.sign(request, ada, wallet)).status, 200)
    const next = PrivateKey.generateED25519()
    const rotation = new AccountUpdateTransaction().setAccountId(dora.id).setKey(next.publicKey)
    await harness.onLedger(rotation, dora.key, next)
    const draft = await statusFor(request.jobId, dora)
    const answer = await harness.sign(draft, { ...dora, key: next }, wallet)
    assert.equal(answer.body.code, 'OWNER_KEY_ROTATED')
  })

  test('follows a lowered threshold: the next signature makes the ledger look again', async () => {
    const wallet = await harness.wallet([ada, ben, cleo], 3)
    const request = await harness.ask('withdraw', ada, payment(inDays(9), { walletId: wallet, receiverId: ben.id }))
    assert.equal((await harness.sign(request, ada, wallet)).status, 200)
    assert.equal((await harness.sign(await statusFor(request.jobId, ben), ben, wallet)).status, 200)
    const change = { walletId: wallet, action: 'remove', owner: { wallet: cleo.id }, threshold: 2 }
    const update = await harness.ask('update', ada, change)
    for (const person of [ada, ben, cleo]) await harness.sign(update, person, wallet)
    assert.equal((await harness.execute('update', ada, update)).status, 200)
    const ready = await statusFor(request.jobId, ada)
    assert.deepEqual([ready.status, ready.missing], ['pending', []])
    const [entry] = (await harness.get('/multisig/inbox', ada)).body.filter(
      ({ jobId }: { jobId: string }) => jobId === request.jobId,
    )
    assert.equal(entry.waitsFor, 'execution')
    assert.equal((await harness.sign(ready, ada, wallet)).status, 200)
    assert.equal((await statusFor(request.jobId, ada)).status, 'success')
  })

  test('changes owners, one such change at a time', async () => {
    const wallet = await harness.wallet([ada, ben], 2)
    const body = {
      walletId: wallet,
      action: 'add',
      owner: { wallet: cleo.id, name: 'Cleo' },
      threshold: 3,
      expiresAt: iso(inDays(7)),
    }
    const before = await harness.ask('update', ben, { walletId: wallet, action: 'add', owner: { wallet: ada.id } })
    const request = await harness.ask('update', ada, body)
    assert.equal((await harness.sign(request, ada, wallet)).status, 200)
    const { schedule: kept } = await statusFor(request.jobId, ada)
    for (const other of [body, { ...body, expiresAt: undefined }]) {
      const refused = await harness.post('/multisig/wallet/update/request', ben, other)
      assert.deepEqual([refused.status, refused.body.code], [409, 'WALLET_CHANGING'])
      assert.ok(refused.body.message.includes(kept.scheduleId), refused.body.message)
    }
    for (const person of [ada, ben]) await harness.sign(before, person, wallet)
    const earlier = await harness.execute('update', ben, before)
    assert.equal(earlier.status, 200, 'one that was asked for before is not held up')
    for (const person of [ben, cleo]) {
      const answer = await harness.sign(await statusFor(request.jobId, person), person, wallet)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
    }
    assert.equal((await statusFor(request.jobId, cleo)).status, 'success')
    const { body: changed } = await harness.get(`/multisig/wallet/${wallet}`, cleo)
    assert.deepEqual([changed.settings.owners.length, changed.keyMatches], [3, true])
  })

  test('is withdrawn by its requester with a ScheduleDelete; until that is signed, the ledger has the last word', async () => {
    const request = await schedule('withdraw', ada, payment(inDays(5)))
    const draft = await statusFor(request.jobId, ben)
    const { body } = await harness.post(`/multisig/transaction/reject/${request.jobId}`, ada, {})
    assert.deepEqual([body.code, body.schedule.state], ['WITHDRAWN', 'open'])
    assert.equal((await harness.sign(draft, ben, walletId)).body.code, 'WITHDRAWN')
    assert.equal((await harness.sign(body, ada, walletId)).status, 200)
    const ended = await statusFor(request.jobId, ada)
    assert.deepEqual([ended.code, ended.schedule.state, ended.bytesExpireAt], ['WITHDRAWN', 'deleted', undefined])

    const other = await schedule('withdraw', ada, payment(inDays(5)))
    const { schedule: kept } = await statusFor(other.jobId, ada)
    await harness.post(`/multisig/transaction/reject/${other.jobId}`, ada, {})
    await harness.onLedger(new ScheduleSignTransaction().setScheduleId(kept.scheduleId), ben.key)
    await passTo(harness.clock.now() + 300 * SECOND)
    assert.equal((await statusFor(other.jobId, ada)).status, 'success', 'the ledger executed it')
  })

  test('is closed by rejections only if the others cannot reach the threshold', async () => {
    const wallet = await harness.wallet([ada, ben, cleo], 2)
    const request = await harness.ask('withdraw', ada, payment(inDays(3), { walletId: wallet, receiverId: ada.id }))
    assert.equal((await harness.sign(request, ada, wallet)).status, 200)
    const reject = (by: Person) => harness.post(`/multisig/transaction/reject/${request.jobId}`, by, {})
    assert.equal((await reject(ben)).body.status, 'pending')
    assert.equal((await statusFor(request.jobId, ben)).bytesExpireAt, undefined)
    assert.equal((await reject(cleo)).body.code, 'REJECTED')
  })

  test('survives a lagging mirror, and a service that ends after the ledger accepted a signature', async () => {
    const request = await schedule('withdraw', ada, payment(inDays(3)))
    const { schedule: kept } = await statusFor(request.jobId, ada)
    const draft = await statusFor(request.jobId, ben)
    await harness.net.setFault({ kind: 'unreachable', calls: 1_000_000, on: 'mirror' })
    assert.equal((await harness.sign(draft, ben, walletId)).status, 503)
    await harness.net.setFault({ kind: 'unreachable', calls: 0, on: 'mirror' })
    await harness.onLedger(new ScheduleSignTransaction().setScheduleId(kept.scheduleId), ben.key)
    await passTo(harness.clock.now() + 600 * SECOND)
    assert.equal((await statusFor(request.jobId, ben)).status, 'success')
  })

  test('is refused for operations that the network does not schedule, and for invalid times', async () => {
    const expiresAt = iso(inDays(3))
    for (const [operation, body] of [
      ['associate', { walletId, tokenId: '0.0.5' }],
      ['dissociate', { walletId, tokenId: '0.0.5' }],
      ['create', { name: 'W', settings: { owners: [{ wallet: ada.id, name: 'A' }], threshold: 1 } }],
    ] as const) {
      const answer = await harness.post(`/multisig/wallet/${operation}/request`, ada, { ...body, expiresAt })
      assert.deepEqual([answer.status, answer.body.code], [422, 'NOT_SCHEDULABLE'], JSON.stringify(answer.body))
    }
    const now = harness.clock.now()
    for (const [fields, code] of [
      [{ expiresAt: iso(now + 119 * SECOND) }, 'INVALID_EXPIRES_AT'],
      [{ expiresAt: iso(now + (limits.scheduleAhead.value + 1) * HOUR) }, 'INVALID_EXPIRES_AT'],
      [{ expiresAt: 'soon' }, 'INVALID_TIMESTAMP'],
      [{ execute: 'signed', expiresAt: undefined }, 'CONFLICTING_TIMES'],
      [{ executeAt: expiresAt }, 'CONFLICTING_TIMES'],
      [{ execute: 'never' }, 'VALIDATION_FAILED'],
    ] as const) {
      const body = payment(now + DAY, fields)
      const answer = await harness.post('/multisig/wallet/withdraw/request', ada, body)
      assert.deepEqual([answer.status, answer.body.code], [400, code], JSON.stringify(fields))
    }
    const longest = payment(now + limits.scheduleAhead.value * HOUR - SECOND)
    const request = await harness.ask('withdraw', ada, longest)
    assert.equal((await harness.sign(request, ada, walletId)).status, 200)
  })
})

test('A scheduled request is created, signed and settled once by two processes', async (context) => {
  if (!process.env.TEST_DATABASE_URL) return context.skip('the embedded database has one process')
  const first = await openHarness()
  const second = await openHarness({ peerOf: first })
  const [ada, ben, cleo] = (await first.people(3)) as [Person, Person, Person]
  const walletId = await first.wallet([ada, ben, cleo], 2)
  const before = (await first.ledger.mirror.account(ada.id))?.balance ?? 0n
  const request = await first.ask('withdraw', cleo, {
    ...{ walletId, receiverId: ada.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 1_000_000_000 },
    expiresAt: new Date(first.clock.now() + DAY).toISOString(),
  })
  // Both processes create it at the same time, then both complete it at the same time.
  await Promise.all([first, second].map((process) => process.sign(request, cleo, walletId)))
  const status = async (process: Harness, by: Person) =>
    (await process.get(`/multisig/transaction/status/${request.jobId}`, by)).body
  const drafts = await Promise.all([status(first, ada), status(second, ben)])
  const answers = await Promise.all([first.sign(drafts[0], ada, walletId), second.sign(drafts[1], ben, walletId)])
  for (const { status: code, body } of answers) assert.ok(code === 200 || code === 409, JSON.stringify(body))
  await first.clock.advance(11 * SECOND)
  await Promise.all([first.jobs.idle(), second.jobs.idle()])
  assert.equal((await status(second, ada)).status, 'success')
  const { body: history } = await first.get(`/multisig/wallet/${walletId}/history`, ada)
  const entry = history.find(({ jobId }: { jobId: string }) => jobId === request.jobId)
  const executions = entry.events.filter(({ action }: { action: string }) => action === 'execute')
  assert.equal(executions.length, 1)
  assert.ok(((await first.ledger.mirror.account(ada.id))?.balance ?? 0n) < before + 1_000_000_001n)
  await second.close()
  await first.close()
})
