import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import {
  AccountUpdateTransaction,
  CustomFixedFee,
  Hbar,
  KeyList,
  PrivateKey,
  TokenCreateTransaction,
  TokenFeeScheduleUpdateTransaction,
  TokenId,
  Transaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { type Answer, type Harness, openHarness, type Person } from './harness.ts'

const SECOND = 1_000
const DAY = 86_400_000

describe('While the mirror is unreachable, a signature', () => {
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
  afterEach(() => back())

  /** A person whose session lasts while the clock is moved by days. */
  async function patient(key = PrivateKey.generateED25519()): Promise<Person> {
    const { id } = await harness.person(key)
    const publicKey = key.publicKey.toStringRaw()
    return { id, key, token: await harness.tokens.issue({ walletId: id, publicKey, lifetimeMs: 1_000 * DAY }) }
  }

  const away = (calls = 1_000_000) => harness.net.setFault({ kind: 'unreachable', calls, on: 'mirror' })
  const back = () => away(0)
  const pass = async (ms: number, at = harness) => {
    await at.clock.advance(ms)
    await at.jobs.idle()
  }
  const payment = (more: object = {}) => ({
    ...{ walletId, receiverId: cleo.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 100 },
    ...more,
  })
  const status = async (jobId: string, by = ada, at = harness) =>
    (await at.get(`/multisig/transaction/status/${jobId}`, by)).body
  /** Each signer, and whether the signature is unconfirmed. */
  const signatures = async (jobId: string, by = ada): Promise<unknown[]> =>
    (await status(jobId, by)).signatures.map(({ senderId, unconfirmed }: Answer['body']) => [
      senderId,
      unconfirmed ?? false,
    ])
  /** The events of a request's signatures. */
  const events = async (jobId: string, by = ada) => {
    const { walletId: of } = await status(jobId, by)
    const { body } = await harness.get(`/multisig/wallet/${of}/history`, by)
    const entry = body.find((one: Answer['body']) => one.jobId === jobId)
    return entry.events
      .filter(({ action }: Answer['body']) => action === 'signature')
      .map(({ status, payload }: Answer['body']) => [payload.senderId, status, payload.code])
  }
  const inbox = async (by: Person, jobId: string) =>
    (await harness.get('/multisig/inbox', by)).body.find((one: Answer['body']) => one.jobId === jobId)?.waitsFor
  const balance = async () => (await harness.ledger.mirror.account(cleo.id))?.balance ?? 0n
  const rotate = (person: Person, next = PrivateKey.generateED25519()) =>
    harness.onLedger(new AccountUpdateTransaction().setAccountId(person.id).setKey(next.publicKey), person.key, next)

  test('is accepted and shown as unconfirmed, and is confirmed once the mirror is back', async () => {
    const request = await harness.ask('withdraw', ada, payment())
    const socket = await harness.socket(ben)
    await away()
    const taken = await harness.sign(request, ada, walletId)
    assert.deepEqual(
      [taken.status, taken.body.status, taken.body.unconfirmed, taken.body.senderId],
      [202, 'pending', true, ada.id],
    )
    assert.equal((await socket.next('signature_added')).unconfirmed, true)
    assert.equal((await harness.sign(request, ben, walletId)).status, 202)
    assert.deepEqual(await signatures(request.jobId), [
      [ada.id, true],
      [ben.id, true],
    ])
    assert.deepEqual((await status(request.jobId)).missing.toSorted(), [ada.id, ben.id].toSorted())
    assert.deepEqual(
      [await inbox(ada, request.jobId), await inbox(ben, request.jobId)],
      ['signature', 'signature'],
      'it is not announced as ready',
    )
    assert.deepEqual(await events(request.jobId), [
      [ada.id, 'pending', undefined],
      [ben.id, 'pending', undefined],
    ])
    const refused = await harness.execute('withdraw', ada, request)
    assert.deepEqual([refused.status, refused.body.code], [503, 'MIRROR_UNAVAILABLE'])
    await pass(6 * SECOND)
    assert.deepEqual((await signatures(request.jobId)).flat().filter((one) => one === true).length, 2)

    await back()
    socket.heard.length = 0
    await pass(12 * SECOND)
    const first = await socket.next('signature_added')
    assert.deepEqual([first.jobId, first.unconfirmed], [request.jobId, undefined])
    assert.deepEqual(await signatures(request.jobId), [
      [ada.id, false],
      [ben.id, false],
    ])
    assert.deepEqual((await status(request.jobId)).missing, [])
    assert.deepEqual(await inbox(ben, request.jobId), 'execution')
    assert.deepEqual(await events(request.jobId), [
      [ada.id, 'success', undefined],
      [ben.id, 'success', undefined],
    ])
    assert.equal((await harness.execute('withdraw', ben, request)).status, 200)
  })

  test('is confirmed by an execution that comes before the job, and by being sent again', async () => {
    const before = await balance()
    const executed = await harness.ask('withdraw', ada, payment())
    const repeated = await harness.ask('withdraw', ada, payment())
    await away()
    for (const request of [executed, repeated])
      for (const person of [ada, ben]) assert.equal((await harness.sign(request, person, walletId)).status, 202)
    await back()
    const answer = await harness.execute('withdraw', ada, executed)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const again = await harness.sign(repeated, ada, walletId)
    assert.deepEqual([again.status, again.body.status, again.body.unconfirmed], [200, 'success', undefined])
    assert.deepEqual(await signatures(repeated.jobId), [
      [ada.id, false],
      [ben.id, true],
    ])
    await pass(6 * SECOND)
    assert.deepEqual((await status(repeated.jobId)).missing, [])
    assert.equal(await balance(), before + 100n)
  })

  test('is stored once per key, however often and by whomever it is sent, with the same answer', async () => {
    const request = await harness.ask('withdraw', ada, payment())
    await away()
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => harness.sign(request, ada, walletId)),
      ...Array.from({ length: 4 }, () => harness.sign(request, ada, walletId, ben)),
    ])
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]))
    assert.equal(new Set(answers.map(({ body }) => body.timestamp)).size, 1)
    assert.deepEqual(await signatures(request.jobId), [[ada.id, true]])
    await back()
    await pass(6 * SECOND)
    assert.deepEqual(await events(request.jobId), [[ada.id, 'success', undefined]])
  })

  test('is refused if it is not over the body, or its key was not known when the request was made', async () => {
    const request = await harness.ask('withdraw', ada, payment())
    await away()
    for (const key of [PrivateKey.generateED25519(), ben.key]) {
      const person = { ...ada, key }
      const answer = await harness.sign(request, person, walletId)
      assert.deepEqual([answer.status, answer.body.code], [503, 'MIRROR_UNAVAILABLE'])
    }
    const stranger = await harness.sign(request, cleo, walletId, ada)
    assert.deepEqual([stranger.status, stranger.body.code], [422, 'NOT_AN_OWNER'])
    const other = await harness.sign({ ...request, bodyBytes: Buffer.from('other').toString('base64') }, ada, walletId)
    assert.equal(other.status, 503)
    assert.deepEqual(await signatures(request.jobId), [])
    await back()
  })

  test('is accepted for each key of an owner under several keys', async () => {
    const keys = [PrivateKey.generateED25519(), PrivateKey.generateED25519()] as const
    const id = await harness.network.account(new KeyList(keys.map(({ publicKey }) => publicKey)))
    const token = await harness.tokens.issue({ walletId: id, publicKey: keys[0].publicKey.toStringRaw() })
    const wallet = await harness.wallet([ada], 1)
    const addition = { walletId: wallet, action: 'add', owner: { wallet: id, name: 'Two keys' }, threshold: 2 }
    const request = await harness.ask('update', ada, addition)
    await away()
    const transaction = Transaction.fromBytes(Buffer.from(request.bytes, 'base64'))
    for (const key of keys) await transaction.sign(key)
    const answer = await harness.post(`/multisig/transaction/sign/${request.jobId}`, ada, {
      ...{ walletId: wallet, senderId: id, historyId: request.historyId },
      signature: `0x${Buffer.from(transaction.toBytes()).toString('hex')}`,
    })
    assert.equal(answer.status, 202, JSON.stringify(answer.body))
    assert.equal((await harness.sign(request, ada, wallet)).status, 202)
    assert.equal((await status(request.jobId, { id, key: keys[0], token })).signatures.length, 3)
    await back()
    await pass(6 * SECOND)
    assert.equal((await harness.execute('update', ada, request)).status, 200)
  })

  test('is withdrawn if its key was replaced in between; its owner is informed and the request is not executed', async () => {
    const dora = await patient()
    const wallet = await harness.wallet([ada, dora], 2)
    const request = await harness.ask('withdraw', ada, payment({ walletId: wallet }))
    const socket = await harness.socket(dora)
    await away()
    for (const person of [ada, dora]) assert.equal((await harness.sign(request, person, wallet)).status, 202)
    await rotate(dora)
    await back()
    const refused = await harness.execute('withdraw', ada, request)
    assert.deepEqual([refused.status, refused.body.code], [422, 'THRESHOLD_NOT_MET'])
    const withdrawn = await socket.next('signature_withdrawn')
    assert.deepEqual(
      [withdrawn.jobId, withdrawn.senderId, withdrawn.code],
      [request.jobId, dora.id, 'OWNER_KEY_ROTATED'],
    )
    assert.ok(withdrawn.message.includes(dora.id))
    assert.deepEqual(await signatures(request.jobId), [[ada.id, false]])
    assert.deepEqual(await events(request.jobId), [
      [ada.id, 'success', undefined],
      [dora.id, 'error', 'OWNER_KEY_ROTATED'],
    ])
    await pass(6 * SECOND)
    assert.deepEqual((await status(request.jobId)).status, 'pending')
  })

  test('waits until the mirror has passed its time, since a lagging mirror may show replaced keys', async () => {
    const dora = await patient()
    const wallet = await harness.wallet([ada, dora], 2)
    const request = await harness.ask('withdraw', ada, payment({ walletId: wallet }))
    await away()
    for (const person of [ada, dora]) assert.equal((await harness.sign(request, person, wallet)).status, 202)
    await back()
    const { mirror } = harness.ledger
    const [account, newest] = [mirror.account, mirror.newest]
    const [stale, before] = [harness.clock.now() - SECOND, await account(dora.id)]
    await rotate(dora)
    // On a public network, the mirror may come back at a time before the key was replaced.
    harness.ledger.quiet = false
    mirror.newest = async () => stale
    mirror.account = async (id) => (id === dora.id ? before : account(id))
    try {
      const refused = await harness.execute('withdraw', ada, request)
      assert.deepEqual([refused.status, refused.body.code], [503, 'MIRROR_BEHIND'])
      await pass(6 * SECOND)
      assert.deepEqual(await signatures(request.jobId), [
        [ada.id, true],
        [dora.id, true],
      ])
      mirror.newest = async () => harness.clock.now()
      mirror.account = account
      await pass(11 * SECOND)
      assert.deepEqual(await signatures(request.jobId), [[ada.id, false]])
    } finally {
      harness.ledger.quiet = true
      mirror.newest = newest
      mirror.account = account
    }
  })

  test("does not count if the request's fees have changed meanwhile, just like a new signature", async () => {
    const treasury = harness.treasury.id
    const create = new TokenCreateTransaction()
      .setTokenName('Fees')
      .setTokenSymbol('FEE')
      .setInitialSupply(1_000)
      .setTreasuryAccountId(treasury)
      .setFeeScheduleKey(cleo.key.publicKey)
    const token = (await harness.onLedger(create)).receipt.tokenId ?? ''
    await harness.onLedger(
      new TransferTransaction().addTokenTransfer(token, treasury, -10).addTokenTransfer(token, walletId, 10),
    )
    const asked = { tokenId: token, amountOrSerial: 1, maxCustomFees: [{ id: token, fees: [] }] }
    const request = await harness.ask('withdraw', ada, payment(asked))
    await away()
    assert.equal((await harness.sign(request, ada, walletId)).status, 202)
    const fee = new CustomFixedFee().setHbarAmount(new Hbar(1)).setFeeCollectorAccountId(cleo.id)
    await harness.onLedger(
      new TokenFeeScheduleUpdateTransaction().setTokenId(TokenId.fromString(token)).setCustomFees([fee]),
      cleo.key,
    )
    await back()
    await pass(6 * SECOND)
    assert.deepEqual(await events(request.jobId), [[ada.id, 'error', 'CUSTOM_FEES_CHANGED']])
  })

  test('does not prevent a rejection, which withdraws it and needs no mirror', async () => {
    const request = await harness.ask('withdraw', ada, payment())
    const scheduled = await harness.ask('withdraw', ada, payment({ expiresAt: inDays(3) }))
    assert.equal((await harness.sign(scheduled, ada, walletId)).status, 200)
    const timed = await harness.ask('withdraw', ada, payment({ executeAt: inDays(3) }))
    await away()
    for (const asked of [request, timed]) assert.equal((await harness.sign(asked, ben, walletId)).status, 202)
    for (const { jobId } of [request, timed, scheduled]) {
      const answer = await harness.post(`/multisig/transaction/reject/${jobId}`, ben, { reason: 'no' })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      assert.deepEqual([answer.body.code, answer.body.rejections.length], ['REJECTED', 1])
    }
    assert.deepEqual(await events(request.jobId), [[ben.id, 'error', 'ALREADY_REJECTED']])
    const late = await harness.sign(request, ben, walletId)
    assert.deepEqual([late.status, late.body.code], [409, 'REJECTED'])
    await back()
    await pass(6 * SECOND)
    assert.deepEqual(await signatures(request.jobId), [])
  })

  test('ends with a request that ends before confirmation, and says so', async () => {
    const request = await harness.ask('withdraw', ada, payment())
    await away()
    assert.equal((await harness.sign(request, ben, walletId)).status, 202)
    assert.equal((await harness.post(`/multisig/transaction/reject/${request.jobId}`, ada, {})).body.code, 'WITHDRAWN')
    await pass(6 * SECOND)
    assert.deepEqual(await events(request.jobId), [[ben.id, 'error', 'REQUEST_CLOSED']])
    await back()
  })

  test('A signature for a timed request is confirmed in time; without confirmation the service executes nothing', async () => {
    const before = await balance()
    const at = harness.clock.now() + DAY
    const request = await harness.ask('withdraw', ada, payment({ executeAt: new Date(at).toISOString() }))
    await away()
    for (const person of [ada, ben]) assert.equal((await harness.sign(request, person, walletId)).status, 202)
    await pass(at + 2 * SECOND - harness.clock.now())
    for (let seconds = 0; seconds < 60; seconds += 5) await pass(5 * SECOND)
    const waiting = await status(request.jobId)
    assert.deepEqual([waiting.status, waiting.code], ['pending', 'MIRROR_UNAVAILABLE'])
    await back()
    for (let seconds = 0; seconds < 20; seconds += 5) await pass(5 * SECOND)
    assert.deepEqual([(await status(request.jobId)).status, await balance()], ['success', before + 100n])
    assert.deepEqual(await events(request.jobId), [
      [ada.id, 'success', undefined],
      [ben.id, 'success', undefined],
    ])
  })

  test('A signature by the requester creates the schedule once confirmed; signatures of the schedule wait for the mirror', async () => {
    const request = await harness.ask('withdraw', ada, payment({ expiresAt: inDays(3) }))
    const kept = await harness.ask('withdraw', ada, payment({ expiresAt: inDays(3) }))
    assert.equal((await harness.sign(kept, ada, walletId)).status, 200)
    const draft = await status(kept.jobId, ben)
    await away()
    assert.equal((await harness.sign(request, ada, walletId)).status, 202)
    assert.equal((await status(request.jobId)).schedule.state, 'creating')
    const waits = await harness.sign(draft, ben, walletId)
    assert.deepEqual([waits.status, waits.body.code], [503, 'MIRROR_UNAVAILABLE'])
    await pass(6 * SECOND)
    assert.equal((await status(request.jobId)).schedule.state, 'creating')
    await back()
    await pass(11 * SECOND)
    const created = await status(request.jobId)
    assert.deepEqual([created.schedule.state, created.missing], ['open', [ben.id]])
    const answer = await harness.sign(await status(request.jobId, ben), ben, walletId)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.equal((await status(request.jobId)).status, 'success')
  })

  test('is confirmed once by two processes, and by one if the process that accepted it is gone', async (t) => {
    const second = await openHarness({ peerOf: harness })
    t.after(() => second.close())
    const socket = await harness.socket(ben)
    const request = await harness.ask('withdraw', ada, payment())
    await away()
    for (const person of [ada, ben]) assert.equal((await second.sign(request, person, walletId)).status, 202)
    await back()
    // Time moves while no job runs. Otherwise a running job's lease would end, and the other process would take it
    // over.
    await second.jobs.idle()
    await harness.clock.advance(6 * SECOND)
    const processes = [harness, second, harness, second]
    await Promise.all(processes.map((at) => at.execute('withdraw', ada, request)))
    await Promise.all(processes.map((at) => at.jobs.idle()))
    assert.deepEqual(await events(request.jobId), [
      [ada.id, 'success', undefined],
      [ben.id, 'success', undefined],
    ])
    assert.equal((await status(request.jobId)).status, 'success')
    const counted = socket.heard.filter(({ event, data }) => event === 'signature_added' && !data.unconfirmed)
    assert.ok(counted.length <= 2, 'each is told of once')

    const left = await harness.ask('withdraw', ada, payment({ executeAt: inDays(1) }))
    await away()
    assert.equal((await second.sign(left, ada, walletId)).status, 202)
    await second.stop()
    await back()
    await pass(6 * SECOND)
    assert.deepEqual(await signatures(left.jobId), [[ada.id, false]])
  })

  test('is checked again if the result could not be stored', async () => {
    const request = await harness.ask('withdraw', ada, payment())
    await away()
    assert.equal((await harness.sign(request, ada, walletId)).status, 202)
    await back()
    // The database fails just when the confirmation would be stored, so nothing is stored.
    const { connections } = harness.server
    const { session } = connections
    let failures = 0
    connections.session = async () => {
      const one = await session.call(connections)
      return Object.assign(Object.create(one), {
        query(text: string, values?: readonly unknown[]) {
          if (failures === 0 && text.includes('update "multisig"."event" set "confirmed"')) {
            failures++
            throw new Error('the database is away')
          }
          return one.query(text, values)
        },
        script: (text: string) => one.script(text),
        release: () => one.release(),
      })
    }
    try {
      for (let seconds = 0; seconds < 20 && failures === 0; seconds += 2) await pass(2 * SECOND)
      assert.equal(failures, 1)
      // The next attempt comes after a pause with jitter.
      for (let seconds = 0; seconds < 60; seconds += 2) await pass(2 * SECOND)
      assert.deepEqual(await signatures(request.jobId), [[ada.id, false]])
    } finally {
      connections.session = session
    }
  })

  const inDays = (days: number): string =>
    new Date(Math.floor((harness.clock.now() + days * DAY) / SECOND) * SECOND).toISOString()
})
