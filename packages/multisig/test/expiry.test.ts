import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Transaction } from '@hiero-ledger/sdk'
import { type House, openHouse, type Person } from './harness.ts'

const window = 120_000
/** Until nothing can happen on the ledger any more, and the mirror has had time to show it. */
const ledgerWindow = 180_000

describe('A request that is not executed in time', () => {
  let house: House
  let ada: Person
  let ben: Person
  let walletId: string
  before(async () => {
    house = await openHouse()
    ;[ada, ben] = (await house.people(2)) as [Person, Person]
    walletId = await house.wallet([ada, ben], 2)
  })
  after(() => house.close())

  const payment = () => ({
    walletId,
    receiverId: ada.id,
    tokenId: 'HBAR',
    type: 'FUNGIBLE_COMMON',
    amountOrSerial: 100,
  })
  const status = async (jobId: string) => (await house.get(`/multisig/transaction/status/${jobId}`, ada)).body

  /** To the end of the ledger's window and a little further, with the jobs that fall due. */
  async function pass(ms: number): Promise<void> {
    await house.clock.advance(ms)
    await house.jobs.idle()
  }

  it('answers 410 to signatures and to execution once its window has ended', async () => {
    const request = await house.ask('withdraw', ada, payment())
    assert.equal(Date.parse(request.expiresAt), house.clock.now() + window)
    await house.sign(request, ada, walletId)
    await house.clock.advance(window - 1)
    assert.equal((await house.get(`/multisig/transaction/status/${request.jobId}`, ben)).body.status, 'pending')
    await house.clock.advance(1)
    for (const answer of [await house.sign(request, ben, walletId), await house.execute('withdraw', ada, request)])
      assert.deepEqual([answer.status, answer.body.code], [410, 'REQUEST_EXPIRED'])
    const { body } = await house.get(`/multisig/transaction/status/${request.jobId}`, ben)
    assert.deepEqual([body.status, body.code, body.missing], ['pending', 'REQUEST_EXPIRED', []])
    assert.deepEqual((await house.get(`/multisig/wallet/${walletId}/pending`, ben)).body, [])
  })

  it('is closed by a job, with transaction_failed, when its ledger window has ended', async () => {
    await pass(ledgerWindow)
    const socket = await house.socket(ben)
    await socket.subscribe(walletId)
    const request = await house.ask('withdraw', ada, payment())
    await pass(window + 30_000)
    assert.equal((await status(request.jobId)).status, 'pending', 'the ledger would still take it')
    await pass(ledgerWindow - window - 30_000)
    const failed = await socket.next('transaction_failed')
    assert.equal(failed.jobId, request.jobId)
    assert.equal(failed.code, 'REQUEST_EXPIRED')
    const closed = await status(request.jobId)
    assert.equal(closed.status, 'error')
    assert.equal(closed.code, 'REQUEST_EXPIRED')
    const answer = await house.execute('withdraw', ada, request)
    assert.deepEqual([answer.status, answer.body.code], [410, 'REQUEST_EXPIRED'])
    const { body: history } = await house.get(`/multisig/wallet/${walletId}/history?limit=1`, ada)
    assert.equal(history[0].events.at(-1).action, 'execute')
    assert.equal(history[0].events.at(-1).status, 'error')
    const { body: pending } = await house.get(`/multisig/wallet/${walletId}/pending`, ada)
    assert.deepEqual(pending, [])
  })

  it('is found executed where an owner took the bytes to the ledger without us', async () => {
    const request = await house.ask('withdraw', ada, payment())
    const { Client } = await import('@hiero-ledger/sdk')
    const client = Client.forNetwork({ [house.net.grpc]: '0.0.3' })
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

  it('is found executed also where it had been rejected here', async () => {
    const request = await house.ask('withdraw', ada, payment())
    const rejected = await house.post(`/multisig/transaction/reject/${request.jobId}`, ada, {
      reason: 'changed my mind',
    })
    assert.equal(rejected.body.code, 'REJECTED')
    const { Client } = await import('@hiero-ledger/sdk')
    const client = Client.forNetwork({ [house.net.grpc]: '0.0.3' })
    const transaction = Transaction.fromBytes(Buffer.from(request.bytes, 'base64'))
    await transaction.sign(ada.key)
    await transaction.sign(ben.key)
    await (await transaction.execute(client)).getReceipt(client)
    client.close()
    await pass(ledgerWindow)
    assert.equal((await status(request.jobId)).status, 'success')
  })

  it('asks a mirror that is away once for all, in one job, and closes all when it is back; one that stays unknown holds up no other', async () => {
    await pass(ledgerWindow)
    const early = await Promise.all(Array.from({ length: 30 }, () => house.ask('withdraw', ada, payment())))
    await house.clock.advance(20_000)
    const late = await Promise.all(Array.from({ length: 30 }, () => house.ask('withdraw', ada, payment())))
    const all = [...early, ...late]
    const states = async () => new Set(await Promise.all(all.map(async ({ jobId }) => (await status(jobId)).status)))
    const { outcome } = house.ledger
    let asked = 0
    const unknown = new Set([early[0].transactionId])
    house.ledger.outcome = async (id, options) => {
      asked++
      if (unknown.has(id)) return { state: 'unknown' }
      return outcome(id, options)
    }
    const { newest } = house.ledger.mirror
    let questions = 0
    house.ledger.mirror.newest = () => {
      questions++
      return newest()
    }
    await house.net.setFault({ kind: 'unreachable', calls: 1_000_000, on: 'mirror' })
    try {
      await pass(ledgerWindow + 30_000)
      assert.deepEqual(await states(), new Set(['pending']))
      for (let minutes = 0; minutes < 2; minutes++) await pass(60_000)
      assert.deepEqual([asked, questions > 0 && questions < all.length], [0, true], `${questions} questions`)
      await house.net.setFault({ kind: 'unreachable', calls: 0, on: 'mirror' })
      for (let minutes = 0; minutes < 2; minutes++) await pass(60_000)
      assert.equal((await status(early[0].jobId)).status, 'pending')
      unknown.clear()
      all.splice(0, 1)
      assert.deepEqual(await states(), new Set(['error']))
      for (let minutes = 0; minutes < 2; minutes++) await pass(60_000)
      assert.equal((await status(early[0].jobId)).status, 'error')
    } finally {
      house.ledger.outcome = outcome
      house.ledger.mirror.newest = newest
    }
  })
})

describe('A shorter TRANSACTION_TIMEOUT', () => {
  it('shortens the window of a request', async () => {
    const house = await openHouse({ env: { TRANSACTION_TIMEOUT: '5000' } })
    try {
      const ada = await house.person()
      const walletId = await house.wallet([ada], 1)
      const request = await house.ask('stake', ada, { walletId })
      assert.equal(Date.parse(request.expiresAt), house.clock.now() + 5000)
      await house.clock.advance(5000)
      assert.equal((await house.sign(request, ada, walletId)).status, 410)
    } finally {
      await house.close()
    }
  })
})
