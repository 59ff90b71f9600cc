import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AccountUpdateTransaction } from '@hiero-ledger/sdk'
import { unavailable } from '@quorate/platform'
import { type Answer, type Harness, openHarness, type Person } from './harness.ts'

describe('When the ledger fails', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let walletId: string
  before(async () => {
    harness = await openHarness({ env: { QUEUE_ATTEMPTS: '3', QUEUE_BACKOFF_DELAY: '2000' } })
    ;[ada, ben] = (await harness.people(2)) as [Person, Person]
    walletId = await harness.wallet([ada, ben], 2)
  })
  after(() => harness.close())

  const ask = (amountOrSerial = 100) =>
    harness.ask('withdraw', ada, {
      walletId,
      receiverId: ada.id,
      tokenId: 'HBAR',
      type: 'FUNGIBLE_COMMON',
      amountOrSerial,
      force: true,
    })
  const status = async (jobId: string) => (await harness.get(`/multisig/transaction/status/${jobId}`, ada)).body
  const balance = async () => (await harness.ledger.mirror.account(walletId))?.balance ?? 0n

  async function signedRequest() {
    const request = await ask()
    for (const person of [ada, ben]) await harness.sign(request, person, walletId)
    return request
  }

  test('an execution is retried with backoff, and happens once', async () => {
    for (const kind of ['busy', 'unreachable'] as const) {
      const request = await signedRequest()
      const before = await balance()
      await harness.net.setFault({ kind, calls: 2 })
      const execution = harness.execute('withdraw', ada, request)
      // The second attempt comes after two seconds, the third after four more, both with jitter.
      while ((await status(request.jobId)).status === 'pending') {
        await harness.clock.advance(1000)
        await harness.jobs.idle()
      }
      const answer = await execution
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      assert.ok(before - (await balance()) >= 100n)
      assert.equal((await harness.execute('withdraw', ben, request)).status, 200)
    }
  })

  test('a request returns 503 with Retry-After if every attempt failed; it stays open and can be executed later', async () => {
    const request = await signedRequest()
    await harness.net.setFault({ kind: 'busy', calls: 3 })
    let settled = false
    const execution = harness.execute('withdraw', ada, request).finally(() => {
      settled = true
    })
    while (!settled) {
      await harness.clock.advance(1000)
      await harness.jobs.idle()
      await new Promise((resolve) => setImmediate(resolve))
    }
    const answer = await execution
    assert.equal(answer.status, 503, JSON.stringify(answer.body))
    assert.equal(answer.body.code, 'LEDGER_UNAVAILABLE')
    assert.ok(Number(answer.headers.get('retry-after')) > 0)
    assert.equal((await status(request.jobId)).status, 'pending')
    assert.equal((await status(request.jobId)).signatures.length, 2, 'nothing is lost')
    const inbox = (await harness.get('/multisig/inbox', ben)).body.filter(
      (entry: Answer['body']) => entry.jobId === request.jobId,
    )
    assert.deepEqual(
      inbox.map((entry: Answer['body']) => entry.waitsFor),
      ['execution'],
      'it waits for its owners again',
    )
    const again = await harness.execute('withdraw', ada, request)
    assert.equal(again.status, 200, JSON.stringify(again.body))
  })

  test('a transaction that may have arrived is never reopened, even if later attempts certainly do not arrive', async () => {
    const request = await signedRequest()
    const { submit } = harness.ledger
    let attempts = 0
    harness.ledger.submit = async (bytes, options) => {
      if (attempts++ > 0) throw unavailable('LEDGER_UNAVAILABLE', 'nothing was submitted: the node is gone')
      await submit(bytes, options)
      return { state: 'unknown' }
    }
    try {
      const execution = harness.execute('withdraw', ada, request)
      // The clock does not move until the first attempt. Otherwise a slow machine would reach the end of the window
      // first.
      while (attempts === 0) await new Promise((resolve) => setImmediate(resolve))
      while (attempts < 3) {
        await harness.clock.advance(1000)
        await harness.jobs.idle()
      }
      assert.equal(
        (await harness.post(`/multisig/transaction/reject/${request.jobId}`, ada, {})).body.code,
        'REQUEST_CLOSED',
      )
      harness.ledger.submit = submit
      await harness.clock.advance(6000)
      await harness.jobs.idle()
      const answer = await execution
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
    } finally {
      harness.ledger.submit = submit
    }
  })

  test('a transaction that the ledger accepted is never reopened because the database failed during settlement', async () => {
    const request = await signedRequest()
    const { submit } = harness.ledger
    const { connections } = harness.server
    const { session } = connections
    let attempts = 0
    harness.ledger.submit = async (bytes, options) => {
      if (attempts++ > 0) throw unavailable('LEDGER_UNAVAILABLE', 'nothing was submitted: the node is gone')
      const outcome = await submit(bytes, options)
      connections.session = async (options) => {
        const opened = await session.call(connections, options)
        return {
          // Only the settlement fails, and only once.
          query: async (text, values, ...more) => {
            const isSettlement = text.includes('with "moved"') && values?.includes('success')
            if (!isSettlement) return opened.query(text, values, ...more)
            connections.session = session
            throw unavailable('DATABASE_UNAVAILABLE', 'away for a moment')
          },
          script: (text) => opened.script(text),
          release: () => opened.release(),
        }
      }
      return outcome
    }
    try {
      const execution = harness.execute('withdraw', ada, request)
      // The clock does not move until the first attempt. Otherwise a slow machine would reach the end of the window
      // first.
      while (attempts === 0) await new Promise((resolve) => setImmediate(resolve))
      for (let seconds = 0; attempts < 3; seconds++) {
        assert.ok(seconds < 100, 'the execution is attempted again')
        await harness.clock.advance(1000)
        await harness.jobs.idle()
      }
      const rejection = await harness.post(`/multisig/transaction/reject/${request.jobId}`, ada, {})
      assert.equal(rejection.body.code, 'REQUEST_CLOSED')
      harness.ledger.submit = submit
      await harness.clock.advance(6000)
      await harness.jobs.idle()
      assert.equal((await execution).status, 200)
    } finally {
      harness.ledger.submit = submit
      connections.session = session
    }
  })

  test('an unknown outcome is found by its transaction id, and never reported as a failure', async () => {
    const request = await signedRequest()
    await harness.net.setFault({ kind: 'lost', calls: 1 })
    const answer = await harness.execute('withdraw', ada, request)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.equal(answer.body.receipt.status, 'SUCCESS')
  })

  test('a final refusal by the ledger is not retried', async () => {
    const request = await ask(10 ** 15)
    for (const person of [ada, ben]) await harness.sign(request, person, walletId)
    const answer = await harness.execute('withdraw', ada, request)
    assert.equal(answer.status, 422)
    assert.match(answer.body.code, /^INSUFFICIENT_/)
    const repeated = await harness.execute('withdraw', ben, request)
    assert.deepEqual(repeated.body, answer.body)
    const { events } = (await harness.get(`/multisig/wallet/${walletId}/history?limit=1`, ada)).body[0]
    assert.equal(events.filter((event: { action: string }) => event.action === 'execute').length, 1)
  })

  test('nothing is submitted while the mirror does not know a receiver, because it may have to sign', async () => {
    const receiver = await harness.person()
    const withdrawal = { type: 'FUNGIBLE_COMMON', tokenId: 'HBAR', amountOrSerial: 100 }
    const request = await harness.ask('withdraw', ada, { walletId, receiverId: receiver.id, ...withdrawal })
    for (const person of [ada, ben]) await harness.sign(request, person, walletId)
    const insists = new AccountUpdateTransaction().setAccountId(receiver.id).setReceiverSignatureRequired(true)
    await harness.onLedger(insists, receiver.key)
    const { account } = harness.ledger.mirror
    harness.ledger.mirror.account = async (id) => (id === receiver.id ? null : account(id))
    const answer = await harness.execute('withdraw', ada, request)
    harness.ledger.mirror.account = account
    assert.deepEqual([answer.status, answer.body.code], [503, 'MIRROR_BEHIND'])
    const asked = await harness.execute('withdraw', ada, request)
    assert.deepEqual([asked.status, asked.body.code], [422, 'THRESHOLD_NOT_MET'])
    assert.equal((await status(request.jobId)).status, 'pending')
  })

  test('requests that need an unreachable mirror return 503, and work again when it is back', async () => {
    const request = await ask()
    await harness.net.setFault({ kind: 'unreachable', calls: 1_000_000, on: 'mirror' })
    const body = { walletId, receiverId: ada.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 1 }
    const answers = await Promise.all([
      harness.post('/multisig/wallet/withdraw/request', ada, body),
      harness.execute('withdraw', ada, request),
      harness.get(`/multisig/wallet/${walletId}`, ada),
    ])
    for (const answer of answers) {
      assert.equal(answer.status, 503)
      assert.equal(answer.body.code, 'MIRROR_UNAVAILABLE')
      assert.ok(Number(answer.headers.get('retry-after')) > 0)
    }
    await harness.net.setFault({ kind: 'unreachable', calls: 0, on: 'mirror' })
    assert.equal((await harness.sign(request, ada, walletId)).status, 200)
    assert.equal((await harness.get(`/multisig/wallet/${walletId}`, ada)).status, 200)
  })
})
