/** Plans that open the payments of a template as timed requests, again and again. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { dueAt, opensAt, timesUntil } from '@quorate/verify'
import { type Answer, type Harness, openHarness, type Person } from './harness.ts'

const DAY_MS = 86_400_000
const iso = (ms: number) => new Date(ms).toISOString()

test('Months of a plan are those of the calendar, and end on the last day if they are shorter', () => {
  const start = Date.parse('2027-01-31T09:30:00.250Z')
  const dues = (every: 'day' | 'week' | 'month' | 'quarter' | 'year', count = 4) =>
    Array.from({ length: count }, (_, index) => iso(dueAt({ start, every }, index)).slice(0, 10))
  assert.deepEqual(dues('month'), ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'])
  assert.deepEqual(dues('quarter'), ['2027-01-31', '2027-04-30', '2027-07-31', '2027-10-31'])
  assert.deepEqual(dues('year', 2), ['2027-01-31', '2028-01-31'])
  assert.deepEqual(dues('week', 2), ['2027-01-31', '2027-02-07'])
  assert.equal(iso(dueAt({ start, every: 'month' }, 13)), '2028-02-29T09:30:00.250Z')
  assert.equal(timesUntil({ start, every: 'month' }, Date.parse('2027-04-30T09:30:00.250Z'), 1000), 4)
  assert.equal(opensAt(start, 'day'), start - DAY_MS)
})

describe('A plan of payments', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let cleo: Person
  let walletId: string
  let templateId: string
  before(async () => {
    harness = await openHarness()
    ada = await patient()
    ben = await patient()
    cleo = await patient()
  })
  after(() => harness.close())
  beforeEach(async () => {
    walletId = await harness.wallet([ada, ben], 2)
    templateId = (await saved(ada)).body.templateId
  })

  /** A person whose session lasts while the clock is moved by months. */
  async function patient(): Promise<Person> {
    const { id, key } = await harness.person()
    const publicKey = key.publicKey.toStringRaw()
    return { id, key, token: await harness.tokens.issue({ walletId: id, publicKey, lifetimeMs: 1000 * DAY_MS }) }
  }
  const path = (more = '') => `/multisig/wallet/${walletId}/templates${more}`
  const saved = (by: Person, more: object = {}) => {
    const payments = [{ receiverId: cleo.id, tokenId: 'HBAR', amount: 1500 }]
    return harness.post(path(), by, { name: 'Rent', payments, memo: 'Rent', ...more })
  }
  const plan = (by: Person, body: object, id = templateId) => harness.call('PUT', path(`/${id}/plan`), by, body)
  const shown = async (by = ben, id = templateId) => (await harness.get(path(`/${id}`), by)).body.plan
  const codeOf = ({ status, body }: Answer) => [status, body.code]
  const requestOf = async (jobId: string) => (await harness.get(`/multisig/transaction/status/${jobId}`, ben)).body
  /** Advances the clock, and runs the jobs that fall due. */
  async function pass(ms: number): Promise<void> {
    await harness.clock.advance(ms)
    await harness.jobs.idle()
  }

  test('opens each payment a week before it is due, once, as a timed request that the owners sign', async () => {
    const start = harness.clock.now() + 10 * DAY_MS
    const made = await plan(ada, { every: 'month', start: iso(start), times: 2 })
    assert.equal(made.status, 200)
    assert.deepEqual(made.body, {
      ...{ every: 'month', start: iso(start), times: 2, madeCount: 0, paused: false, askedBy: ada.id },
      ...{ nextDue: iso(start), nextOpens: iso(start - 7 * DAY_MS) },
    })
    assert.deepEqual(await shown(), made.body)
    await pass(3 * DAY_MS - 5000)
    assert.equal((await shown()).madeCount, 0)
    await pass(6000)
    const then = await shown()
    assert.deepEqual([then.madeCount, then.nextDue], [1, iso(dueAt({ start, every: 'month' }, 1))])
    const request = await requestOf(then.lastJobId)
    assert.deepEqual([request.status, request.requesterId, request.executeAt], ['pending', ada.id, iso(start)])
    assert.deepEqual(request.payload.payments, [{ receiverId: cleo.id, tokenId: 'HBAR', amount: 1500 }])
    assert.deepEqual([request.payload.memo, request.signatures], ['Rent', []])
    const before = (await harness.ledger.mirror.account(cleo.id))?.balance ?? 0n
    for (const person of [ada, ben]) assert.equal((await harness.sign(request, person, walletId)).status, 200)
    await pass(7 * DAY_MS + 5000)
    assert.equal((await requestOf(then.lastJobId)).status, 'success')
    assert.equal((await harness.ledger.mirror.account(cleo.id))?.balance, before + 1500n)
    await pass(30 * DAY_MS)
    const end = await shown()
    assert.deepEqual([end.madeCount, end.nextDue, end.problem], [2, undefined, undefined])
    assert.notEqual(end.lastJobId, then.lastJobId)
    assert.equal((await requestOf(end.lastJobId)).signatures.length, 0, 'nobody has signed the second one')
  })

  test('a payment that repeated or concurrent jobs open is opened once', async () => {
    const second = await openHarness({ peerOf: harness })
    const start = harness.clock.now() + 8 * DAY_MS
    await plan(ada, { every: 'week', start: iso(start) })
    // Pausing and resuming leaves several jobs for the same payment, which two processes run at once.
    for (const paused of [true, false, true, false])
      assert.equal((await harness.call('PATCH', path(`/${templateId}/plan`), ada, { paused })).status, 200)
    await harness.clock.advance(DAY_MS + 1000)
    await Promise.all([harness.jobs.idle(), second.jobs.idle()])
    await harness.jobs.idle()
    assert.equal((await shown()).madeCount, 1)
    const { body } = await harness.get('/multisig/inbox', ben)
    const list = (body.items ?? body).filter((one: Answer['body']) => JSON.stringify(one).includes(walletId))
    assert.equal(list.length, 1)
    await second.stop()
  })

  test('opens nothing while it is paused, leaves out what was due meanwhile, and ends with its template', async () => {
    const start = harness.clock.now() + 8 * DAY_MS
    await plan(ada, { every: 'week', start: iso(start), until: iso(start + 21 * DAY_MS) })
    assert.equal((await shown()).times, 4)
    const patch = (by: Person, paused: boolean) => harness.call('PATCH', path(`/${templateId}/plan`), by, { paused })
    assert.equal((await patch(ada, true)).body.paused, true)
    await pass(16 * DAY_MS)
    assert.deepEqual([(await shown()).madeCount, (await shown()).paused], [0, true])
    const resumed = (await patch(ben, false)).body
    assert.deepEqual([resumed.madeCount, resumed.askedBy, resumed.nextDue], [2, ben.id, iso(start + 14 * DAY_MS)])
    await pass(1000)
    const { lastJobId } = await shown()
    assert.equal((await requestOf(lastJobId)).requesterId, ben.id)

    // New payments under the same name go on in the plan.
    const payments = [{ receiverId: cleo.id, tokenId: 'HBAR', amount: 9 }]
    const replaced = (await saved(ada, { payments, replace: true })).body
    assert.deepEqual([replaced.plan.madeCount, replaced.plan.askedBy], [3, ada.id])
    await pass(7 * DAY_MS)
    const next = await shown(ben, replaced.templateId)
    assert.deepEqual((await requestOf(next.lastJobId)).payload.payments, payments)
    const ended = await harness.call('DELETE', path(`/${replaced.templateId}/plan`), ada)
    assert.deepEqual(ended.body, { templateId: replaced.templateId, ended: true })
    assert.equal(await shown(ben, replaced.templateId), undefined)
    assert.equal((await requestOf(next.lastJobId)).status, 'pending', 'an open request stays open')
  })

  test('notes why a payment could not be opened, tries again, and leaves it out once it is due', async () => {
    const payments = [{ receiverId: cleo.id, tokenId: '0.0.7777', amount: 5 }]
    const { templateId: id } = (await saved(ada, { name: 'Points', payments })).body
    const start = harness.clock.now() + 8 * DAY_MS
    await plan(ada, { every: 'month', start: iso(start) }, id)
    await pass(DAY_MS + 1000)
    const failed = await shown(ben, id)
    assert.deepEqual([failed.madeCount, failed.problem.code], [0, 'INVALID_TOKEN_ID'])
    await pass(7 * DAY_MS + 1000)
    const missed = await shown(ben, id)
    assert.deepEqual([missed.madeCount, missed.problem.code, missed.paused], [1, 'PLAN_MISSED', false])
    assert.equal(missed.nextDue, iso(dueAt({ start, every: 'month' }, 1)))
  })

  test('is refused to strangers and proposers, for payments that need several requests, and for a time that is over', async () => {
    const start = iso(harness.clock.now() + DAY_MS)
    assert.deepEqual(codeOf(await plan(cleo, { every: 'week', start })), [403, 'FORBIDDEN'])
    assert.deepEqual(codeOf(await plan(ada, { every: 'week', start }, `${templateId.slice(0, -1)}x`)), [
      400,
      'VALIDATION_FAILED',
    ])
    for (const body of [
      { every: 'week', start: iso(harness.clock.now() - 1000) },
      { every: 'week', start: iso(harness.clock.now() + 400 * DAY_MS) },
      { every: 'week', start, until: iso(harness.clock.now()) },
    ])
      assert.deepEqual(codeOf(await plan(ada, body)), [400, 'INVALID_START'])
    assert.deepEqual(codeOf(await plan(ada, { every: 'hour', start })), [400, 'VALIDATION_FAILED'])
    const payments = Array.from({ length: 20 }, (_, index) => ({
      ...{ receiverId: `0.0.${2000 + index}`, tokenId: 'HBAR', amount: 1 },
    }))
    const { templateId: many } = (await saved(ada, { name: 'Many', payments })).body
    assert.deepEqual(codeOf(await plan(ada, { every: 'week', start }, many)), [
      422,
      'TRANSFER_LIST_SIZE_LIMIT_EXCEEDED',
    ])
    assert.deepEqual(codeOf(await harness.call('PATCH', path(`/${many}/plan`), ada, { paused: true })), [
      403,
      'FORBIDDEN',
    ])
    assert.deepEqual(codeOf(await harness.call('DELETE', path(`/${many}/plan`), ada)), [403, 'FORBIDDEN'])
  })

  test('and its template are announced to other owners', async () => {
    const socket = await harness.socket(ben)
    const { templateId: id } = (await saved(ada, { name: 'Lights' })).body
    assert.deepEqual(await socket.next('templates_changed'), { walletId })
    await plan(ada, { every: 'week', start: iso(harness.clock.now() + 8 * DAY_MS) }, id)
    assert.deepEqual(await socket.next('templates_changed'), { walletId })
    await pass(DAY_MS + 1000)
    assert.deepEqual(await socket.next('templates_changed'), { walletId })
    assert.deepEqual((await socket.next('transaction_pending')).requesterId, ada.id)
    await harness.call('DELETE', path(`/${id}`), ada)
    assert.deepEqual(await socket.next('templates_changed'), { walletId })
    socket.connection.close()
  })
})
