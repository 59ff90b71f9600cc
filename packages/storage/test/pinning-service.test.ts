import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { CID } from 'multiformats/cid'
import { sha256 } from 'multiformats/hashes/sha2'
import { limits } from '../src/limits.ts'
import { openTables } from '../src/store/open-tables.ts'
import { type Answer, type Harness, openHarness } from './harness.ts'

/** Other wallets for each test: the tests of one `describe` share a service. */
let ADA = '0.0.1001'
let BEN = '0.0.1002'
let wallets = 2000
beforeEach(() => {
  ADA = `0.0.${wallets++}`
  BEN = `0.0.${wallets++}`
})

const PINS = '/ipfs/pinning/pins'

const add = (harness: Harness, body: unknown, by = ADA) => harness.ask(PINS, { method: 'POST', by, body })
const list = async (harness: Harness, query = '', by = ADA): Promise<Answer['body']> => {
  const { status, body } = await harness.ask(`${PINS}?${query}`, { by })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const end = async (harness: Harness, id: string, by = ADA) =>
  (await harness.ask(`${PINS}/${id}`, { method: 'DELETE', by })).status
const ids = ({ results }: Answer['body']): string[] => results.map(({ requestid }: { requestid: string }) => requestid)
const anyCid = async () => CID.createV1(0x55, await sha256.digest(randomBytes(20))).toString()

describe('The Pinning Service API', () => {
  let harness: Harness
  before(async () => {
    harness = await openHarness()
  })
  after(() => harness[Symbol.asyncDispose]())

  test('immediately pins content that is here, and answers as the API describes', async () => {
    const { body: stored } = await harness.upload('some content', { by: BEN })
    const { status, body } = await add(harness, { cid: stored.cid, name: 'notes', meta: { app: 'x' }, origins: [] })
    assert.equal(status, 202)
    assert.deepEqual(Object.keys(body).sort(), ['created', 'delegates', 'info', 'pin', 'requestid', 'status'])
    assert.deepEqual(body.pin, { cid: stored.cid, name: 'notes', meta: { app: 'x' } })
    assert.match(body.delegates[0], /^\/ip4\/127\.0\.0\.1\/tcp\/\d+\/p2p\//)
    await harness.jobs.idle()
    const now = (await harness.ask(`${PINS}/${body.requestid}`, { by: ADA })).body
    assert.deepEqual([now.status, now.info, now.created], ['pinned', undefined, body.created])
  })

  test('answers errors in its own shape', async () => {
    const cases: [Promise<Answer>, number, string][] = [
      [harness.ask(PINS), 401, 'UNAUTHORIZED'],
      [add(harness, { cid: 'not-a-cid' }), 400, 'BAD_REQUEST'],
      [add(harness, {}), 400, 'BAD_REQUEST'],
      [add(harness, { cid: await anyCid(), meta: { a: 'x'.repeat(500), b: 'x'.repeat(512) } }), 400, 'BAD_REQUEST'],
      [add(harness, { cid: await anyCid(), meta: { a: 1 } }), 400, 'BAD_REQUEST'],
      [harness.ask(`${PINS}/${crypto.randomUUID()}`, { by: ADA }), 404, 'NOT_FOUND'],
      [harness.ask(`${PINS}/none`, { by: ADA }), 404, 'NOT_FOUND'],
      [harness.ask(`${PINS}/none`, { method: 'DELETE', by: ADA }), 404, 'NOT_FOUND'],
      [harness.ask(`${PINS}?limit=0`, { by: ADA }), 400, 'BAD_REQUEST'],
      [harness.ask(`${PINS}?limit=1001`, { by: ADA }), 400, 'BAD_REQUEST'],
      [harness.ask(`${PINS}?status=lost`, { by: ADA }), 400, 'BAD_REQUEST'],
      [harness.ask(`${PINS}?before=yesterday`, { by: ADA }), 400, 'BAD_REQUEST'],
      [harness.ask(`${PINS}?meta=[1]`, { by: ADA }), 400, 'BAD_REQUEST'],
      [harness.ask(`${PINS}?meta={"a":1}`, { by: ADA }), 400, 'BAD_REQUEST'],
      [harness.ask(`${PINS}?cid=${'x,'.repeat(11)}`, { by: ADA }), 400, 'BAD_REQUEST'],
    ]
    for (const [answer, status, reason] of cases) {
      const { status: actual, body } = await answer
      assert.deepEqual([actual, body.error?.reason], [status, reason], JSON.stringify(body))
      assert.equal(typeof body.error.details, 'string')
    }
  })

  test('keeps content until the last request for it ends, even if the wallet has uploaded it itself', async () => {
    const { body: stored } = await harness.upload(randomBytes(50), { by: ADA, filename: 'file.bin' })
    const { body: one } = await add(harness, { cid: stored.cid, name: 'one' })
    const { body: other } = await add(harness, { cid: stored.cid, name: 'other' })
    const [own] = ids(await list(harness, 'name=file.bin'))
    assert.equal((await list(harness)).count, 3)
    const { pins, bytes } = (await harness.ask('/ipfs/usage', { by: ADA })).body
    assert.deepEqual([pins, bytes], [1, 4096])
    assert.equal((await harness.ask(`/ipfs/pin/${stored.cid}`, { by: ADA })).status, 200)
    for (const id of [one.requestid, own ?? '']) {
      assert.equal(await end(harness, id), 202)
      assert.equal(await end(harness, id), 404)
      await harness.collected()
      assert.equal((await harness.get(`/ipfs/${stored.cid}`)).status, 200)
    }
    assert.equal(await end(harness, other.requestid), 202)
    await harness.collected()
    assert.equal((await harness.get(`/ipfs/${stored.cid}`)).status, 404)
    assert.equal((await harness.ask(`/ipfs/pin/${stored.cid}`, { by: ADA })).status, 404)
  })

  test('ends all requests for content when the wallet itself unpins it', async () => {
    const { body: stored } = await harness.upload(randomBytes(50), { by: ADA, filename: 'file.bin' })
    const { body } = await add(harness, { cid: stored.cid })
    assert.equal((await harness.ask(`/ipfs/unpin/${stored.cid}`, { method: 'DELETE', by: ADA })).status, 200)
    assert.equal((await harness.ask(`${PINS}/${body.requestid}`, { by: ADA })).status, 404)
    assert.equal((await list(harness)).count, 0)
  })

  test('ends two requests at once, and only the last one ends the pin', async () => {
    for (let round = 0; round < 5; round++) {
      const { body: stored } = await harness.upload(randomBytes(100), { by: BEN })
      const made = await Promise.all(Array.from({ length: 4 }, () => add(harness, { cid: stored.cid })))
      const answers = await Promise.all(made.map(({ body }) => end(harness, body.requestid)))
      assert.deepEqual(answers, [202, 202, 202, 202])
      assert.equal((await harness.ask(`/ipfs/pin/${stored.cid}`, { by: ADA })).status, 404)
    }
    await harness.jobs.idle()
    assert.equal((await harness.ask('/ipfs/usage', { by: ADA })).body.pins, 0)
  })

  test('replaces a request in one step, and keeps the old one if the new one is refused', async () => {
    const [{ body: a }, { body: b }] = [await harness.upload('a', { by: BEN }), await harness.upload('b', { by: BEN })]
    const { body: first } = await add(harness, { cid: a.cid, name: 'first' })
    const replace = (id: string, body: unknown, by = ADA) => harness.ask(`${PINS}/${id}`, { method: 'POST', by, body })
    const { status, body: second } = await replace(first.requestid, { cid: b.cid, name: 'second' })
    assert.equal(status, 202)
    assert.notEqual(second.requestid, first.requestid)
    await harness.jobs.idle()
    assert.deepEqual(ids(await list(harness)), [second.requestid])
    assert.equal((await replace(first.requestid, { cid: a.cid })).body.error.reason, 'NOT_FOUND')
    assert.equal((await replace(second.requestid, { cid: 'none' })).body.error.reason, 'BAD_REQUEST')
    assert.equal((await replace(second.requestid, { cid: a.cid }, BEN)).body.error.reason, 'NOT_FOUND')
    const { body: same } = await replace(second.requestid, { cid: b.cid, name: 'third' })
    await harness.jobs.idle()
    assert.deepEqual(ids(await list(harness)), [same.requestid])
    assert.equal((await harness.ask('/ipfs/usage', { by: ADA })).body.pins, 1)
  })

  test('lists by identifier, name, status, time and metadata, newest first and in pages', async () => {
    const names = ['Alpha', 'alpha', 'beta', 'Alphabet', '100%_sure']
    const made: Answer['body'][] = []
    for (const [index, name] of names.entries()) {
      const { body: stored } = await harness.upload(name, { by: BEN })
      made.push((await add(harness, { cid: stored.cid, name, meta: { index: `${index}`, kind: 'word' } })).body)
    }
    const { body: queued } = await add(harness, { cid: await anyCid(), name: 'away' })
    const idOf = (...indices: number[]) => indices.map((index) => made[index].requestid)
    const found = async (query: string) => ids(await list(harness, query))
    // The queued one waits for a source that does not exist, so the queue is never idle.
    while ((await list(harness)).count < names.length) await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(await found(''), idOf(4, 3, 2, 1, 0))
    assert.deepEqual(await found('name=Alpha'), idOf(0))
    assert.deepEqual(await found('name=alpha&match=iexact'), idOf(1, 0))
    assert.deepEqual(await found('name=Alpha&match=partial'), idOf(3, 0))
    assert.deepEqual(await found('name=ALPHA&match=ipartial'), idOf(3, 1, 0))
    assert.deepEqual(await found('name=%25_&match=partial'), idOf(4))
    assert.deepEqual(await found('status=queued,pinning,failed'), [queued.requestid])
    assert.equal((await list(harness, 'status=queued,pinning,pinned,failed')).count, 6)
    assert.deepEqual(await found(`cid=${made[0].pin.cid},${made[2].pin.cid}`), idOf(2, 0))
    assert.deepEqual(await found(`meta=${encodeURIComponent('{"index":"1","kind":"word"}')}`), idOf(1))
    assert.deepEqual(await found(`meta=${encodeURIComponent('{"index":"1","kind":"other"}')}`), [])
    assert.deepEqual(await found('meta[index]=1&meta[kind]=word'), idOf(1))
    assert.deepEqual(await found(`after=${made[2].created}`), idOf(4, 3))
    const paged: string[] = []
    for (let query = 'limit=2'; ; ) {
      const page = await list(harness, query)
      paged.push(...ids(page))
      if (page.count <= 2) break
      query = `limit=2&before=${page.results.at(-1).created}`
    }
    assert.deepEqual(paged, idOf(4, 3, 2, 1, 0))
  })

  test('echoes the identifier in the form that was sent, and finds it in any form', async () => {
    const { body: stored } = await harness.upload(randomBytes(2_000_000), { by: BEN })
    const old = CID.parse(stored.cid).toV0().toString()
    const { body } = await add(harness, { cid: old })
    assert.equal(body.pin.cid, old)
    await harness.jobs.idle()
    for (const cid of [old, stored.cid]) assert.deepEqual(ids(await list(harness, `cid=${cid}`)), [body.requestid])
  })
})

describe('The Pinning Service API refuses', () => {
  let harness: Harness
  before(async () => {
    harness = await openHarness({ STORAGE_QUOTA_BYTES: '20000' })
  })
  after(() => harness[Symbol.asyncDispose]())

  test('one user the pins of another', async () => {
    const { body: stored } = await harness.upload('secret of Ben', { by: BEN })
    const { body } = await add(harness, { cid: stored.cid, name: 'of Ben' }, BEN)
    assert.equal((await list(harness, 'status=queued,pinning,pinned,failed')).count, 0)
    assert.equal((await list(harness, `cid=${stored.cid}`)).count, 0)
    assert.equal((await harness.ask(`${PINS}/${body.requestid}`, { by: ADA })).status, 404)
    assert.equal(await end(harness, body.requestid), 404)
    assert.equal((await list(harness, '', BEN)).count, 2)
  })

  test('pins beyond the quota, and says so in the status', async () => {
    const { body: large } = await harness.upload(randomBytes(15_000), { by: BEN })
    await harness.upload(randomBytes(10_000), { by: ADA })
    const { body } = await add(harness, { cid: large.cid })
    await harness.jobs.idle()
    const now = (await harness.ask(`${PINS}/${body.requestid}`, { by: ADA })).body
    assert.equal(now.status, 'failed')
    assert.match(now.info.error, /20000 bytes/)
  })

  test('more pins and requests than a wallet may have', async () => {
    const tables = await openTables(harness.server)
    const owner = { chain: 'hedera:devnet', owner: ADA }
    const pending = limits.maxPendingPins.value
    for (let count = 0; count < pending; count++)
      assert.equal((await add(harness, { cid: await anyCid() })).status, 202)
    const { status, body } = await add(harness, { cid: await anyCid() })
    assert.deepEqual([status, body.error.reason], [429, 'TOO_MANY_PENDING_PINS'])
    await tables.change((trx) =>
      trx
        .updateTable('storage.usage')
        .set({ pins: BigInt(limits.maxPins.value) })
        .where('owner', '=', owner.owner)
        .execute(),
    )
    const many = await add(harness, { cid: await anyCid() })
    assert.deepEqual([many.status, many.body.error.reason], [429, 'TOO_MANY_PINS'])
  })

  test('to connect to addresses that a client names', async () => {
    const { createServer } = await import('node:net')
    let connections = 0
    const listener = createServer((socket) => {
      connections++
      socket.destroy()
    })
    const port = await new Promise<number>((resolve) =>
      listener.listen(0, '127.0.0.1', () => resolve((listener.address() as { port: number }).port)),
    )
    const peer = '12D3KooWBdmLJjhpgJ9KZgLM3f894ff9xyBfPvPjFNn7MKJpyrC2'
    const origins = [`/ip4/127.0.0.1/tcp/${port}/p2p/${peer}`, `/dns4/localhost/tcp/${port}`, 'http://127.0.0.1/']
    const { status, body } = await add(harness, { cid: await anyCid(), origins })
    assert.equal(status, 202)
    assert.match(body.info.origins, /connects only to peers/)
    for (let seen = ''; seen !== 'failed'; ) {
      await harness.jobs.idle()
      seen = (await harness.ask(`${PINS}/${body.requestid}`, { by: ADA })).body.status
      await harness.clock.advance(5000)
    }
    assert.equal(connections, 0)
    listener.close()
    const tooMany = await add(harness, { cid: await anyCid(), origins: Array(21).fill(origins[0]) })
    assert.equal(tooMany.status, 400)
  })
})
