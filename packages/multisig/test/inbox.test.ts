import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AccountUpdateTransaction, PrivateKey } from '@hiero-ledger/sdk'
import { unavailable } from '@quorate/platform'
import { limits } from '../src/limits.ts'
import { type Answer, type Harness, openHarness, type Person } from './harness.ts'

const ENTRIES_ON_A_PAGE = 25
describe('The inbox', () => {
  let harness: Harness
  before(async () => {
    harness = await openHarness({ env: { QUEUE_ATTEMPTS: '1' } })
  })
  after(() => harness.close())

  const inbox = async (by: Person): Promise<Answer['body'][]> => (await harness.pages('/multisig/inbox', by)).flat()
  const waiting = async (by: Person): Promise<string[][]> =>
    (await inbox(by)).map(({ jobId, waitsFor }) => [jobId, waitsFor])
  const payment = (walletId: string, to: Person, more: object = {}) => ({
    ...{ walletId, receiverId: to.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 1 },
    ...more,
  })
  const group = async (): Promise<[Person, Person, Person]> => (await harness.people(3)) as [Person, Person, Person]
  const iso = (time: number): string => new Date(time).toISOString()

  test('has a request until its owner has signed it, and then until it is executed', async () => {
    const [ada, ben, cleo] = await group()
    const wallet = await harness.wallet([ada, ben], 2)
    const request = await harness.ask('withdraw', ada, payment(wallet, cleo))
    const [entry] = await inbox(ben)
    assert.equal(entry.bodyBytes, request.bodyBytes)
    assert.deepEqual([entry.missing, entry.missingSignatures, entry.admission], [[ada.id, ben.id], 2, false])
    assert.deepEqual(
      entry.missingKeys,
      [ada, ben].map(({ key }) => key.publicKey.toStringRaw()),
    )
    await harness.sign(request, ada, wallet)
    assert.deepEqual([await waiting(ada), await waiting(ben)], [[], [[request.jobId, 'signature']]])
    assert.deepEqual((await inbox(ben))[0].missing, [ben.id])
    await harness.sign(request, ben, wallet)
    const ready = [[request.jobId, 'execution']]
    assert.deepEqual([await waiting(ada), await waiting(ben), await waiting(cleo)], [ready, ready, []])
    await harness.execute('withdraw', ada, request)
    assert.deepEqual([await waiting(ada), await waiting(ben)], [[], []])
  })

  test('has the requests of all wallets, those that end soonest first', async () => {
    const [ada, ben, cleo] = await group()
    const [first, second] = [await harness.wallet([ada, ben], 2), await harness.wallet([cleo, ben], 2)]
    const now = harness.clock.now()
    const late = await harness.ask('withdraw', ada, payment(first, cleo, { executeAt: iso(now + 900_000) }))
    const soon = await harness.ask('withdraw', cleo, payment(second, ada))
    const later = await harness.ask('withdraw', cleo, payment(second, ada, { executeAt: iso(now + 600_000) }))
    const ids = (await inbox(ben)).map(({ jobId }) => jobId)
    assert.deepEqual(ids, [soon.jobId, later.jobId, late.jobId])
  })

  test('removes a request that expired, was rejected by its reader, or was withdrawn', async () => {
    const [ada, ben, cleo] = await group()
    const wallet = await harness.wallet([ada, ben, cleo], 2)
    const rejected = await harness.ask('withdraw', ada, payment(wallet, cleo))
    await harness.post(`/multisig/transaction/reject/${rejected.jobId}`, ben, {})
    assert.deepEqual([await waiting(ben), (await waiting(cleo)).length], [[], 1])
    assert.deepEqual((await inbox(cleo))[0].missing, [ada.id, cleo.id])
    await harness.post(`/multisig/transaction/reject/${rejected.jobId}`, ada, {})
    assert.deepEqual(await waiting(cleo), [])
    await harness.ask('withdraw', ada, payment(wallet, cleo))
    assert.equal((await waiting(ben)).length, 1)
    await harness.clock.advance(121_000)
    assert.deepEqual(await waiting(ben), [])
  })

  test('shows a new owner its own admission, and then the requests that wait for the owners', async () => {
    const [ada, ben, cleo] = await group()
    const wallet = await harness.wallet([ada, ben], 1)
    const open = await harness.ask('withdraw', ada, payment(wallet, cleo))
    const owner = { wallet: cleo.id, name: 'Cleo' }
    const request = await harness.ask('update', ada, { walletId: wallet, action: 'add', owner, threshold: 3 })
    const [entry] = await inbox(cleo)
    assert.deepEqual([entry.jobId, entry.admission, entry.waitsFor], [request.jobId, true, 'signature'])
    for (const owner of [ada, ben, cleo]) assert.equal((await harness.sign(request, owner, wallet)).status, 200)
    const done = await harness.execute('update', ada, request)
    assert.equal(done.status, 200)
    assert.deepEqual(await waiting(cleo), [[open.jobId, 'signature']])
    assert.equal((await inbox(cleo))[0].missingSignatures, 3)

    const removal = await harness.ask('update', ada, { walletId: wallet, action: 'remove', owner, threshold: 1 })
    for (const owner of [ada, ben, cleo]) assert.equal((await harness.sign(removal, owner, wallet)).status, 200)
    assert.equal((await harness.execute('update', ada, removal)).status, 200)
    assert.deepEqual([await waiting(cleo), await waiting(ben)], [[], [[open.jobId, 'signature']]])
  })

  test('does not ask anybody to execute a timed request that has its signatures', async () => {
    const [ada, ben, cleo] = await group()
    const wallet = await harness.wallet([ada, ben], 1)
    const at = harness.clock.now() + 600_000
    const request = await harness.ask('withdraw', ada, payment(wallet, cleo, { executeAt: iso(at) }))
    assert.deepEqual(await waiting(ben), [[request.jobId, 'signature']])
    await harness.sign(request, ada, wallet)
    assert.deepEqual([await waiting(ada), await waiting(ben)], [[], []])
  })

  test("shows a request again if the reader's signature was withdrawn", async () => {
    const [ada, ben, cleo] = await group()
    const wallet = await harness.wallet([ada, ben], 2)
    const at = harness.clock.now() + 2 * 3_600_000
    const timed = await harness.ask('withdraw', ada, payment(wallet, cleo, { executeAt: iso(at) }))
    await harness.sign(timed, ada, wallet)
    assert.deepEqual(await waiting(ada), [])
    const key = PrivateKey.generateED25519()
    const rotation = new AccountUpdateTransaction().setAccountId(ada.id).setKey(key.publicKey)
    await harness.onLedger(rotation, ada.key, key)
    await harness.clock.advance(3_600_000 + 1_000)
    await harness.jobs.idle()
    const publicKey = key.publicKey.toStringRaw()
    const token = await harness.tokens.issue({ walletId: ada.id, publicKey })
    assert.deepEqual(await waiting({ ...ada, token }), [[timed.jobId, 'signature']])
  })

  test('is paged, and refuses an invalid cursor', async () => {
    const [ada, ben, cleo] = await group()
    const wallet = await harness.wallet([ada, ben], 2)
    await harness.sign(await harness.ask('stake', ada, { walletId: wallet }), ben, wallet)
    const asked = []
    for (let at = 0; at < ENTRIES_ON_A_PAGE + 3; at++)
      asked.push((await harness.ask('withdraw', ada, payment(wallet, cleo))).jobId)
    const pages = await harness.pages('/multisig/inbox?limit=1000', ben)
    assert.deepEqual(
      pages.map((page) => page.length),
      [ENTRIES_ON_A_PAGE, 3],
    )
    assert.deepEqual(
      pages
        .flat()
        .map(({ jobId }) => jobId)
        .sort(),
      asked.sort(),
    )
    assert.equal((await harness.pages('/multisig/inbox?limit=10', ben)).length, 3)
    const counted = await harness.get('/multisig/inbox?limit=10&total=true', ben)
    assert.equal(counted.headers.get('x-total-count'), String(asked.length))
    const inYear10000 = `0_1_${Date.UTC(10_000, 0)}_a`
    for (const cursor of [
      'x',
      '1',
      '0_1_9999999999999999_a',
      '0_1_999999999999999_a',
      inYear10000,
      `0_1_1_${wallet}!`,
      '3_1_1_a',
    ]) {
      const { status, body } = await harness.get(`/multisig/inbox?cursor=${encodeURIComponent(cursor)}`, ben)
      assert.deepEqual([status, body.code], [400, 'INVALID_CURSOR'], cursor)
    }
    const inYear9999 = `1_999999999_${Date.UTC(10_000, 0) - 1}_a`
    assert.deepEqual((await harness.get(`/multisig/inbox?cursor=${inYear9999}`, ben)).body, [])
    assert.equal((await harness.get('/multisig/inbox')).status, 401)
  })

  test('groups wallets in which its reader has never signed, with few requests of each, and says how many more there are', async () => {
    const [ada, ben, eve] = await group()
    const wallet = await harness.wallet([ada, ben], 2)
    const first = await harness.ask('withdraw', ada, payment(wallet, ada))
    assert.equal((await inbox(ben))[0].standing, 'new')
    await harness.sign(first, ben, wallet)
    const strange = await harness.wallet([eve, ben], 2)
    const end = harness.clock.now() + 900_000
    for (let at = 0; at < 30; at++)
      await harness.ask('withdraw', eve, payment(strange, eve, { executeAt: iso(end + at) }))
    const own = await harness.ask('withdraw', ada, payment(wallet, ada, { executeAt: iso(end + 900_000) }))
    const listed = await inbox(ben)
    assert.deepEqual([listed[0].jobId, listed[0].standing, listed[0].unlisted], [own.jobId, 'known', undefined])
    const { value } = limits.newRequestsOfWallet
    assert.deepEqual(
      listed.slice(1).map(({ walletId, standing, unlisted }) => [walletId, standing, unlisted]),
      Array(value).fill([strange, 'new', 30 - value]),
    )
    const counted = async (standing: string) =>
      Number((await harness.get(`/multisig/inbox?total=true&standing=${standing}`, ben)).headers.get('x-total-count'))
    assert.deepEqual([await counted('known'), await counted('new'), await counted('muted')], [1, value, 0])
    // Eve, who made these requests, sees all of them.
    assert.equal((await inbox(eve)).length, 30)
  })

  test('lets wallets take turns on its pages', async () => {
    const [ada, ben, cleo] = await group()
    const [busy, calm] = [await harness.wallet([ada, ben], 2), await harness.wallet([cleo, ben], 2)]
    for (const [wallet, by] of [
      [busy, ada],
      [calm, cleo],
    ] as const)
      await harness.sign(await harness.ask('stake', by, { walletId: wallet }), ben, wallet)
    const end = harness.clock.now() + 900_000
    for (let at = 0; at < 40; at++) await harness.ask('withdraw', ada, payment(busy, ada, { executeAt: iso(end + at) }))
    const late = await harness.ask('withdraw', cleo, payment(calm, cleo, { executeAt: iso(end + 3_600_000) }))
    const [page] = await harness.pages('/multisig/inbox?standing=known', ben)
    assert.ok(page?.some(({ jobId }: { jobId: string }) => jobId === late.jobId))
    const all = (await harness.pages('/multisig/inbox?standing=known', ben)).flat().map(({ jobId }) => jobId)
    assert.deepEqual([all.length, new Set(all).size], [41, 41])
  })

  test('drops a muted wallet, whose events stop until it is unmuted', async () => {
    const [ada, ben, eve] = await group()
    const strange = await harness.wallet([eve, ben], 2)
    await harness.ask('withdraw', eve, payment(strange, eve))
    const path = `/multisig/muted/${strange}`
    assert.equal((await harness.call('PUT', path, ada)).status, 403)
    assert.deepEqual((await harness.call('PUT', path, ben)).body, { walletId: strange, muted: true })
    const socket = await harness.socket(ben)
    const request = await harness.ask('withdraw', eve, payment(strange, eve))
    assert.deepEqual([await inbox(ben), (await harness.get('/multisig/wallets', ben)).body], [[], []])
    assert.equal((await harness.get('/multisig/inbox?standing=muted', ben)).body.length, 2)
    const muted = (await harness.get('/multisig/muted', ben)).body
    assert.deepEqual([muted[0].walletId, muted[0].name, muted.length], [strange, 'Treasury', 1])
    assert.equal((await harness.call('DELETE', path, ben)).body.muted, false)
    assert.equal((await inbox(ben)).length, 2)
    // Requests that the reader has signed stay visible, muted or not.
    await harness.call('PUT', path, ben)
    await harness.sign(request, ben, strange)
    assert.equal((await inbox(ben))[0].standing, 'known')
    const next = await harness.ask('withdraw', eve, payment(strange, eve))
    assert.equal((await socket.next('transaction_pending')).jobId, next.jobId)
    socket.connection.disconnect()
  })

  test('is the same after concurrent signatures as after sequential ones', async () => {
    const [ada, ben, cleo] = await group()
    const wallet = await harness.wallet([ada, ben, cleo], 3)
    const request = await harness.ask('withdraw', ada, payment(wallet, cleo))
    await Promise.all([ada, ben, cleo].map((owner) => harness.sign(request, owner, wallet)))
    for (const owner of [ada, ben, cleo]) assert.deepEqual(await waiting(owner), [[request.jobId, 'execution']])
  })

  test('gives a new owner the requests that still accept signatures, and no expired ones', async () => {
    const [ada, ben, cleo] = await group()
    const wallet = await harness.wallet([ada, ben], 1)
    const expired = await harness.ask('withdraw', ada, payment(wallet, cleo))
    await harness.clock.advance(125_000)
    const open = await harness.ask('withdraw', ada, payment(wallet, cleo))
    const owner = { wallet: cleo.id, name: 'Cleo' }
    const request = await harness.ask('update', ada, { walletId: wallet, action: 'add', owner })
    await harness.sign(request, ada, wallet)
    assert.equal((await harness.execute('update', ada, request)).status, 200)
    assert.deepEqual(await waiting(cleo), [[open.jobId, 'signature']])
    assert.equal((await harness.get(`/multisig/transaction/status/${expired.jobId}`, cleo)).body.status, 'pending')
    const session = await harness.server.connections.session()
    const { rows } = await session.query(`select job_id from multisig.inbox where account = '${cleo.id}'`)
    session.release()
    assert.deepEqual(
      rows.map(({ job_id }) => job_id),
      [open.jobId],
    )
  })

  test('gives a new owner a request that the ledger is just refusing', async (context) => {
    if (harness.server.connections.kind === 'pglite') return context.skip('the embedded database has one connection')
    const [ada, ben, cleo] = await group()
    const wallet = await harness.wallet([ada, ben], 1)
    const request = await harness.ask('withdraw', ada, payment(wallet, cleo))
    await harness.sign(request, ada, wallet)
    const [changing, watching] = [
      await harness.server.connections.session(),
      await harness.server.connections.session(),
    ]
    const { submit } = harness.ledger
    harness.ledger.submit = async () => {
      // Changes owners as `update` does: locks the wallet, and records again which accounts its pending requests wait
      // for.
      await changing.query('begin')
      await changing.query(
        `select pg_advisory_xact_lock(hashtextextended('multisig wallet ${harness.network.chain} ${wallet}', 0))`,
      )
      await changing.query(`
        update multisig.owner set account = '${cleo.id}' where wallet = '${wallet}' and account = '${ben.id}'`)
      throw unavailable('LEDGER_UNAVAILABLE', 'The node is away')
    }
    let ended = false
    const executed = harness.execute('withdraw', ada, request).finally(() => {
      ended = true
    })
    const isWaiting = async () => {
      const { rows } = await watching.query(`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      return rows.length > 0
    }
    while (!ended && !(await isWaiting())) await harness.clock.advance(1_000)
    harness.ledger.submit = submit
    await changing.query('commit')
    for (const session of [changing, watching]) session.release()
    assert.equal((await executed).body.code, 'LEDGER_UNAVAILABLE')
    assert.deepEqual(await waiting(cleo), [[request.jobId, 'execution']])
  })

  test('drops a request that is closed while a concurrent change records whom it waits for', async (context) => {
    if (harness.server.connections.kind === 'pglite') return context.skip('the embedded database has one connection')
    const [ada, ben, cleo] = await group()
    const wallet = await harness.wallet([ada, ben], 1)
    const request = await harness.ask('withdraw', ada, payment(wallet, cleo))
    const [noting, watching] = [await harness.server.connections.session(), await harness.server.connections.session()]
    const countOf = async (text: string) => Number((await watching.query(text)).rows[0]?.count)
    const isMe = `job_id = '${request.jobId}'`
    await noting.query('begin')
    await noting.query(`select from multisig.request where ${isMe} for update`)
    await noting.query(`
      insert into multisig.inbox (chain, account, ends_at, job_id, source, turn)
      select chain, '${cleo.id}', expires_at, job_id, wallet, 1 from multisig.request where ${isMe}`)
    const passed = harness.clock.advance(200_000)
    const waits = `
      select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await countOf(waits)) === 0);
    await noting.query('commit')
    await passed
    await harness.jobs.idle()
    assert.equal((await harness.execute('withdraw', ada, request)).body.code, 'REQUEST_EXPIRED')
    const left = await countOf(`select count(*) from multisig.inbox where ${isMe}`)
    for (const session of [noting, watching]) session.release()
    assert.equal(left, 0)
  })
})
