import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Transaction } from '@hiero-ledger/sdk'
import { type Harness, openHarness, type Person } from './harness.ts'

const window = 120_000
/** How long until nothing can happen on the ledger any more and the mirror shows everything, in milliseconds. */
const ledgerWindow = 180_000

describe('A request that is not executed in time', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let walletId: string
  before(async () => {
    harness = await openHarness()
    ;[ada, ben] = (await harness.people(2)) as [Person, Person]
    walletId = await harness.wallet([ada, ben], 2)
  })
  after(() => harness.close())

  const payment = () => ({
    walletId,
    receiverId: ada.id,
    tokenId: 'HBAR',
    type: 'FUNGIBLE_COMMON',
    amountOrSerial: 100,
  })
  const status = async (jobId: string) => (await harness.get(`/multisig/transaction/status/${jobId}`, ada)).body

  /** Advances past the end of the ledger's window, and runs the jobs that fall due. */
  async function pass(ms: number): Promise<void> {
    await harness.clock.advance(ms)
    await harness.jobs.idle()
  }

  test('answers 410 to signatures and to execution once its window has ended', async () => {
    const request = await harness.ask('withdraw', ada, payment())
    assert.equal(Date.parse(request.expiresAt), harness.clock.now() + window)
    await harness.sign(request, ada, walletId)
    await harness.clock.advance(window - 1)
    assert.equal((await harness.get(`/multisig/transaction/status/${request.jobId}`, ben)).body.status, 'pending')
    await harness.clock.advance(1)
    for (const answer of [await harness.sign(request, ben, walletId), await harness.execute('withdraw', ada, request)])
      assert.deepEqual([answer.status, answer.body.code], [410, 'REQUEST_EXPIRED'])
    const { body } = await harness.get(`/multisig/transaction/status/${request.jobId}`, ben)
    assert.deepEqual([body.status, body.code, body.missing], ['pending', 'REQUEST_EXPIRED', []])
    const [entry] = (await harness.get(`/multisig/wallet/${walletId}/history`, ben)).body
    assert.deepEqual([entry.jobId, entry.status, entry.code], [request.jobId, 'pending', 'REQUEST_EXPIRED'])
    assert.equal(body.waitsFor, 'nothing')
    assert.match(
      body.message,
      /^The request accepts no more signatures since .*: wait for that before you make another request/,
    )
    assert.deepEqual((await harness.get(`/multisig/wallet/${walletId}/pending`, ben)).body, [])
  })

  test('is closed by a job, with transaction_failed, when its ledger window has ended', async () => {
    await pass(ledgerWindow)
    const socket = await harness.socket(ben)
    await socket.subscribe(walletId)
    const request = await harness.ask('withdraw', ada, payment())
    await pass(window + 30_000)
    assert.equal((await status(request.jobId)).status, 'pending', 'the ledger would still take it')
    await pass(ledgerWindow - window - 30_000)
    const failed = await socket.next('transaction_failed')
    assert.equal(failed.jobId, request.jobId)
    assert.equal(failed.code, 'REQUEST_EXPIRED')
    const closed = await status(request.jobId)
    assert.equal(closed.status, 'error')
    assert.equal(closed.code, 'REQUEST_EXPIRED')
    const answer = await harness.execute('withdraw', ada, request)
    assert.deepEqual([answer.status, answer.body.code], [410, 'REQUEST_EXPIRED'])
    const { body: history } = await harness.get(`/multisig/wallet/${walletId}/history?limit=1`, ada)
    assert.equal(history[0].events.at(-1).action, 'execute')
    assert.equal(history[0].events.at(-1).status, 'error')
    const { body: pending } = await harness.get(`/multisig/wallet/${walletId}/pending`, ada)
    assert.deepEqual(pending, [])
  })

  test('is found executed if an owner submitted the bytes directly to the ledger', async () => {
    const request = await harness.ask('withdraw', ada, payment())
    const { Client } = await import('@hiero-ledger/sdk')
    const client = Client.forNetwork({ [harness.net.grpc]: '0.0.3' })
    const transaction = Transaction.fromBytes(Buffer.from(request.bytes, 'base64'))
    await transaction.sign(ada.key)
    await transaction.sign(ben.key)
    await (await transaction.execute(client)).getReceipt(client)
    client.close()
    await pass(ledgerWindow)
    const found = await status(request.jobId)
    assert.equal(found.status, 'success')
    assert.equal(found.receipt.status, 'SUCCESS')
    assert.match(found.consensusTimestamp, /^\d+\.\d{9}$/)
  })

  test('is found executed even if it had been rejected here', async () => {
    const request = await harness.ask('withdraw', ada, payment())
    const rejected = await harness.post(`/multisig/transaction/reject/${request.jobId}`, ada, {
      reason: 'changed my mind',
    })
    assert.equal(rejected.body.code, 'WITHDRAWN')
    const { Client } = await import('@hiero-ledger/sdk')
    const client = Client.forNetwork({ [harness.net.grpc]: '0.0.3' })
    const transaction = Transaction.fromBytes(Buffer.from(request.bytes, 'base64'))
    await transaction.sign(ada.key)
    await transaction.sign(ben.key)
    await (await transaction.execute(client)).getReceipt(client)
    client.close()
    await pass(ledgerWindow)
    assert.equal((await status(request.jobId)).status, 'success')
  })

  test('queries an unreachable mirror in one job for all requests and closes them later; one unknown outcome blocks no other', async () => {
    await pass(ledgerWindow)
    const early = await Promise.all(Array.from({ length: 30 }, () => harness.ask('withdraw', ada, payment())))
    await harness.clock.advance(20_000)
    const late = await Promise.all(Array.from({ length: 30 }, () => harness.ask('withdraw', ada, payment())))
    const all = [...early, ...late]
    const states = async () => new Set(await Promise.all(all.map(async ({ jobId }) => (await status(jobId)).status)))
    const { outcome } = harness.ledger
    let asked = 0
    const unknown = new Set([early[0].transactionId])
    harness.ledger.outcome = async (id, options) => {
      asked++
      if (unknown.has(id)) return { state: 'unknown' }
      return outcome(id, options)
    }
    const { newest } = harness.ledger.mirror
    let questions = 0
    harness.ledger.mirror.newest = () => {
      questions++
      return newest()
    }
    await harness.net.setFault({ kind: 'unreachable', calls: 1_000_000, on: 'mirror' })
    try {
      await pass(ledgerWindow + 30_000)
      assert.deepEqual(await states(), new Set(['pending']))
      for (let minutes = 0; minutes < 2; minutes++) await pass(60_000)
      assert.deepEqual([asked, questions > 0 && questions < all.length], [0, true], `${questions} questions`)
      await harness.net.setFault({ kind: 'unreachable', calls: 0, on: 'mirror' })
      for (let minutes = 0; minutes < 2; minutes++) await pass(60_000)
      assert.equal((await status(early[0].jobId)).status, 'pending')
      unknown.clear()
      all.splice(0, 1)
      assert.deepEqual(await states(), new Set(['error']))
      for (let minutes = 0; minutes < 2; minutes++) await pass(60_000)
      assert.equal((await status(early[0].jobId)).status, 'error')
    } finally {
      harness.ledger.outcome = outcome
      harness.ledger.mirror.newest = newest
    }
  })
})

describe('A shorter TRANSACTION_TIMEOUT', () => {
  test('shortens the window of a request', async () => {
    const harness = await openHarness({ env: { TRANSACTION_TIMEOUT: '5000' } })
    try {
      const ada = await harness.person()
      const walletId = await harness.wallet([ada], 1)
      const request = await harness.ask('stake', ada, { walletId })
      assert.equal(Date.parse(request.expiresAt), harness.clock.now() + 5000)
      await harness.clock.advance(5000)
      assert.equal((await harness.sign(request, ada, walletId)).status, 410)
    } finally {
      await harness.close()
    }
  })
})
