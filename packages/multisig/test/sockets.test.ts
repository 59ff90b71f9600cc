import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import type { Tables } from '../src/store/tables.ts'
import { type Harness, openHarness, type Person } from './harness.ts'

describe('Live updates', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let cleo: Person
  before(async () => {
    harness = await openHarness()
    ;[ada, ben, cleo] = (await harness.people(3)) as [Person, Person, Person]
  })
  after(() => harness.close())

  const payment = (walletId: string) => ({
    walletId,
    receiverId: ada.id,
    tokenId: 'HBAR',
    type: 'FUNGIBLE_COMMON',
    amountOrSerial: 100,
  })

  test("inform every owner, and nobody else, that one of them has ended the wallet's sessions", async () => {
    const [owner, other, outsider] = [await harness.socket(ada), await harness.socket(ben), await harness.socket(cleo)]
    const walletId = await harness.wallet([ada, ben], 2)
    const ended = { by: ben.id, publicKey: ben.key.publicKey.toStringRaw(), revoked: 2, logins: 1 }
    harness.events.emit('session.wallet_revoked', { chain: harness.network.chain, walletId, ...ended })
    // Wallets that are not registered here concern nobody here.
    harness.events.emit('session.wallet_revoked', { chain: harness.network.chain, walletId: cleo.id, ...ended })
    for (const socket of [owner, other])
      assert.deepEqual(await socket.next('wallet_sessions_revoked'), { walletId, ...ended })
    const later = await harness.wallet([cleo], 1)
    assert.equal((await outsider.next('wallet_created')).wallet, later)
    assert.ok(!outsider.heard.some(({ event }) => event === 'wallet_sessions_revoked'))
  })

  for (const namespace of ['multisig', 'multisig_events'])
    test(`reach the owners of a wallet under /${namespace}, whether they subscribe or not, each once, and nobody else`, async () => {
      const [owner, other, outsider] = [
        await harness.socket(ada, namespace),
        await harness.socket(ben, namespace),
        await harness.socket(cleo, namespace),
      ]
      const walletId = await harness.wallet([ada, ben], 2)
      assert.equal((await owner.next('wallet_created')).wallet, walletId)
      assert.equal((await other.next('wallet_created')).wallet, walletId)
      assert.deepEqual(await owner.subscribe(walletId), { ok: true })
      const refused = await outsider.subscribe(walletId)
      assert.deepEqual([refused.ok, refused.code], [false, 'FORBIDDEN'])
      owner.heard.length = 0
      other.heard.length = 0

      const request = await harness.ask('withdraw', ada, payment(walletId))
      await harness.sign(request, ada, walletId)
      await harness.sign(request, ben, walletId)
      await harness.execute('withdraw', ada, request)
      const executed = await owner.next('transaction_executed')
      assert.equal(executed.jobId, request.jobId)
      assert.equal(executed.receipt.status, 'SUCCESS')
      await harness.jobs.idle()
      const pending = await other.next('transaction_pending')
      assert.equal(pending.jobId, request.jobId)
      assert.equal(pending.bytes, request.bytes)
      await other.next('transaction_executed')
      for (const { heard } of [owner, other])
        assert.deepEqual(heard.map(({ event }) => event).sort(), [
          'signature_added',
          'signature_added',
          'transaction_executed',
          'transaction_pending',
        ])
      assert.deepEqual(outsider.heard, [])

      assert.deepEqual(await owner.unsubscribe(walletId), { ok: true })
      const failing = await harness.ask('withdraw', ada, {
        ...payment(walletId),
        amountOrSerial: 10 ** 15,
        force: true,
      })
      for (const person of [ada, ben]) await harness.sign(failing, person, walletId)
      const answer = await harness.execute('withdraw', ada, failing)
      assert.equal(answer.status, 422)
      const failed = await other.next('transaction_failed')
      assert.equal(failed.code, answer.body.code)
      assert.equal((await owner.next('transaction_failed')).jobId, failing.jobId)
      for (const { connection } of [owner, other, outsider]) connection.disconnect()
    })

  test('announce a rejection with its reason, and a comment, to every owner at once', async () => {
    const walletId = await harness.wallet([ada, ben, cleo], 2)
    const [asking, other] = [await harness.socket(ada), await harness.socket(cleo)]
    const request = await harness.ask('withdraw', ada, payment(walletId))
    const names = { jobId: request.jobId, historyId: request.historyId, walletId }
    const rejected = await harness.post(`/multisig/transaction/reject/${request.jobId}`, ben, { reason: 'too much' })
    assert.equal(rejected.body.status, 'pending')
    for (const socket of [asking, other]) {
      const { timestamp, ...event } = await socket.next('transaction_rejected')
      assert.deepEqual(event, { ...names, senderId: ben.id, reason: 'too much' })
      assert.equal(timestamp, rejected.body.rejections[0].timestamp)
    }
    const said = await harness.post(`/multisig/transaction/comment/${request.jobId}`, ada, { text: 'why?' })
    for (const socket of [asking, other]) {
      const { commentId, timestamp } = said.body
      assert.deepEqual(await socket.next('comment_added'), {
        ...{ ...names, commentId, senderId: ada.id, text: 'why?', timestamp },
      })
    }
    await harness.post(`/multisig/transaction/reject/${request.jobId}`, cleo, {})
    assert.equal((await other.next('transaction_failed')).code, 'REJECTED')
    const order = asking.heard.map(({ event }) => event).filter((event) => event.startsWith('transaction_'))
    assert.deepEqual(order, [
      'transaction_pending',
      'transaction_rejected',
      'transaction_rejected',
      'transaction_failed',
    ])
    for (const { connection } of [asking, other]) connection.disconnect()
  })

  test('announce to a new owner its own admission, without a subscription', async () => {
    const dan = await harness.person()
    const walletId = await harness.wallet([ada, ben], 1)
    const socket = await harness.socket(dan)
    const owner = { wallet: dan.id, name: 'Dan' }
    const request = await harness.ask('update', ada, { walletId, action: 'add', owner })
    assert.equal((await socket.next('transaction_pending')).jobId, request.jobId)
    await harness.sign(request, ada, walletId)
    await harness.execute('update', ada, request)
    assert.equal((await socket.next('transaction_executed')).jobId, request.jobId)
    assert.equal((await socket.next('wallet_updated')).settings.owners.length, 3)
  })

  test('announce changed owners, and stop for former ones', async () => {
    const walletId = await harness.wallet([ada, ben, cleo], 1)
    const [stays, goes] = [await harness.socket(ada), await harness.socket(cleo)]
    assert.deepEqual(await goes.subscribe(walletId), { ok: true })
    const request = await harness.ask('update', ada, { walletId, action: 'remove', owner: { wallet: cleo.id } })
    await harness.sign(request, ada, walletId)
    await harness.execute('update', ada, request)
    assert.equal((await stays.next('wallet_updated')).settings.owners.length, 2)
    await goes.next('wallet_updated')
    goes.heard.length = 0
    stays.heard.length = 0
    const next = await harness.ask('withdraw', ada, payment(walletId))
    await harness.sign(next, ada, walletId)
    await harness.execute('withdraw', ada, next)
    await stays.next('transaction_executed')
    await goes.unsubscribe(walletId)
    assert.deepEqual(goes.heard, [])
    assert.equal((await goes.subscribe(walletId)).code, 'FORBIDDEN')
  })

  test("stop at the next check if the message about an owner's removal was lost", async () => {
    const [walletId, other] = [await harness.wallet([ada, ben, cleo], 1), await harness.wallet([ada, cleo], 1)]
    const [stays, goes] = [await harness.socket(ada), await harness.socket(cleo)]
    for (const socket of [stays, goes])
      for (const wallet of [walletId, other]) assert.deepEqual(await socket.subscribe(wallet), { ok: true })
    const database = await harness.server.open<Tables>({ schema: 'multisig_test', migrations: {} })
    await database.change((change) =>
      change.deleteFrom('multisig.owner').where('wallet', '=', walletId).where('account', '=', cleo.id).execute(),
    )
    await harness.realtime.checkRooms()
    harness.realtime.emit([`wallet:hedera:devnet:${walletId}`], 'first', {})
    harness.realtime.emit([`wallet:hedera:devnet:${other}`], 'second', {})
    for (const socket of [stays, goes]) await socket.next('second')
    assert.deepEqual(
      [stays, goes].map(({ heard }) => heard.some(({ event }) => event === 'first')),
      [true, false],
    )
  })

  test('need a token, and stop when it is revoked or expires', async () => {
    await assert.rejects(harness.socket({ ...ada, token: 'nonsense' }), /token/i)
    await assert.rejects(harness.socket({ ...ada, token: '' }))
    const short = await harness.tokens.issue({ walletId: ada.id, lifetimeMs: 60_000 })
    const socket = await harness.socket({ ...ada, token: short })
    const cut = once(socket.connection as never, 'disconnect')
    await harness.clock.advance(60_001)
    await cut
  })

  test('refuse a malformed subscription', async () => {
    const socket = await harness.socket(ada)
    for (const walletId of [undefined, 7, 'x', '0.0.-1', {}, '0.0.999999'])
      assert.equal((await socket.subscribe(walletId)).ok, false, String(walletId))
  })
})
