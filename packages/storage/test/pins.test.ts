import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { interruptWaiting, testClock, testDatabase } from '@quorate/platform/testing'
import { sql } from 'kysely'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { sha256Cid } from '../src/identifier/hash.ts'
import { blockKey } from '../src/identifier/identifier.ts'
import { limits } from '../src/limits.ts'
import { PLACES } from '../src/pins/pin-fetches.ts'
import { openTables } from '../src/store/open-tables.ts'
import { countPinsOf, forgetFailedPins, forgetOldFailures, insertPin, pinsOf } from '../src/store/pins.ts'
import { addRelease, deleteReleases, releasesAfter, usageOf } from '../src/store/usage.ts'
import { type Blocks, openBlockGateway, put, putNode, RAW } from './block-gateway.ts'
import { openGateway, relay } from './gateway.ts'
import { type Harness, type Kept, openHarness, settled } from './harness.ts'

const ADA = '0.0.1001'
const BEN = '0.0.1002'
const EVE = '0.0.1003'
/** The attempts of each job in the harness. */
const ATTEMPTS = 3

/**
 * Most harnesses use this database, one after the other; those with other people's content use a second one. Each test
 * has its own wallets.
 */
let server: Kept['server']
let elsewhere: Kept['server']
before(async () => {
  server = await testDatabase()
  elsewhere = await testDatabase()
})
after(async () => {
  await server.close()
  await elsewhere.close()
})
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
let last = 2000
const wallet = () => `0.0.${++last}`
const clock = testClock()
const open = (env: Record<string, string> = {}) => openHarness(env, { server, clock })
const openOrigin = () => openHarness({}, { server: elsewhere })

describe('A pin', () => {
  let harness: Harness
  before(async () => {
    harness = await open()
  })
  after(() => harness[Symbol.asyncDispose]())
  const pin = (cid: string, by: string, body?: unknown) => harness.ask(`/ipfs/pin/${cid}`, { method: 'POST', by, body })
  const unpin = (cid: string, by: string) => harness.ask(`/ipfs/unpin/${cid}`, { method: 'DELETE', by })

  test('is made by an upload, and its record has every documented field', async () => {
    const { body } = await harness.upload('{"a":1}', { filename: 'a.json', by: ADA })
    const record = await harness.ask(`/ipfs/pin/${body.cid}`, { by: ADA })
    assert.deepEqual(record.body, {
      cid: body.cid,
      owner: ADA,
      chain: 'hedera:devnet',
      timestamp: Math.floor(harness.clock.now() / 1000),
      status: 'pinned',
      bytes: 4096,
      metadata: { filename: 'a.json', mimetype: 'application/json', size: 7 },
    })
    assert.equal((await harness.ask(`/ipfs/pin/${body.cid}`, { by: BEN })).status, 404)
  })

  test('needs a session, and only its owner can end it', async () => {
    const { body } = await harness.upload('owned', { by: ADA })
    assert.equal((await harness.ask(`/ipfs/pin/${body.cid}`, { method: 'POST' })).status, 401)
    assert.equal((await harness.ask(`/ipfs/unpin/${body.cid}`, { method: 'DELETE' })).status, 401)
    const refused = await unpin(body.cid, EVE)
    assert.deepEqual([refused.status, refused.body.code], [403, 'NOT_YOUR_PIN'])
    const nobodys = await unpin('bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy', EVE)
    assert.deepEqual([nobodys.status, nobodys.body.code], [403, 'NOT_YOUR_PIN'], 'the same for what does not exist')
    const unpinned = await unpin(body.cid, ADA)
    assert.deepEqual([unpinned.status, unpinned.body.status, unpinned.body.owner], [200, 'unpinned', ADA])
    assert.equal((await unpin(body.cid, ADA)).status, 403)
  })

  test('keeps content until its last owner ends it; then the blocks are removed, and no others', async () => {
    await harness.collected()
    const before = (await harness.onDisk()).blocks
    const content = randomBytes(2_500_000)
    const { body } = await harness.upload(content, { by: ADA })
    await harness.upload(content.subarray(0, 1024 * 1024), { by: ADA, filename: 'shares a block' })
    assert.equal((await pin(body.cid, BEN)).status, 202)
    assert.equal((await settled(harness, body.cid, BEN)).metadata.size, content.length)
    assert.equal((await pin(body.cid, BEN)).status, 200, 'pinned again')
    await unpin(body.cid, ADA)
    await harness.collected()
    assert.equal((await harness.get(`/ipfs/${body.cid}`)).status, 200)
    assert.equal((await harness.onDisk()).blocks, before + 4)
    await unpin(body.cid, BEN)
    await harness.collected()
    assert.equal((await harness.get(`/ipfs/${body.cid}`)).status, 404)
    assert.equal((await harness.onDisk()).blocks, before + 1, 'the shared block is still pinned')
  })

  test('names the identifier in any version and base', async () => {
    const { body } = await harness.upload(randomBytes(1_200_000), { by: ADA })
    const { CID } = await import('multiformats/cid')
    const { base58btc } = await import('multiformats/bases/base58')
    const cid = CID.parse(body.cid)
    const v0 = CID.createV0(cid.multihash as never).toString()
    assert.equal((await pin(v0, ADA)).status, 200)
    assert.equal((await pin(encodeURIComponent(`ipfs://${cid.toString(base58btc)}`), ADA)).body.cid, body.cid)
    assert.equal((await pin(`${body.cid}%2Fpath`, ADA)).status, 400)
  })

  test('is listed to its owner, newest first and in pages', async () => {
    const cids = []
    for (const text of ['one', 'two', 'three']) cids.unshift((await harness.upload(text, { by: EVE })).body.cid)
    const first = await harness.ask('/ipfs/pins?limit=2', { by: EVE })
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await harness.ask(next, { by: EVE })
    assert.deepEqual(
      [...first.body, ...second.body].map(({ cid }) => cid),
      cids,
    )
    assert.equal(second.headers.get('link'), null)
    assert.equal((await harness.ask('/ipfs/pins?status=failed', { by: EVE })).body.length, 0)
    assert.equal((await harness.ask('/ipfs/pins?cursor=x', { by: EVE })).body.code, 'INVALID_CURSOR')
    assert.equal((await harness.ask('/ipfs/pins')).status, 401)
  })

  test('fails with a reason if no source has the content, and is tried again on request', async () => {
    const missing = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
    const failed = Promise.withResolvers<unknown>()
    const stop = harness.content.events.on('ipfs:pin.failed', failed.resolve)
    assert.equal((await pin(missing, ADA)).body.status, 'queued')
    const record = await settled(harness, missing)
    assert.equal(record.status, 'failed')
    assert.match(record.error, /was not found/)
    assert.equal(((await failed.promise) as { cid: string }).cid, missing)
    stop()
    assert.equal((await pin(missing, ADA)).body.status, 'queued')
    await settled(harness, missing)
    assert.equal((await unpin(missing, ADA)).status, 200)
  })
})

describe('A pin of content that is elsewhere', () => {
  test('is queued, tried again while the gateway is away, and pinned once it is back', async () => {
    await using origin = await openOrigin()
    const content = randomBytes(2_500_000)
    const { body } = await origin.upload(content)
    let away = true
    await using gateway = await openGateway(
      relay(origin.url, (bytes, _request, response) => (away ? response.destroy() : response.end(bytes))),
    )
    await using harness = await open({ IPFS_GATEWAY_URLS: gateway.url })
    const asked = await harness.ask(`/ipfs/pin/${body.cid}`, { method: 'POST', by: ADA, body: { filename: 'x.bin' } })
    assert.equal(asked.status, 202)
    await harness.jobs.idle()
    const waiting = (await harness.ask(`/ipfs/pin/${body.cid}`, { by: ADA })).body
    assert.deepEqual([waiting.status, /was not found/.test(waiting.error)], ['pinning', true])
    away = false
    const record = await settled(harness, body.cid)
    assert.equal(record.status, 'pinned')
    assert.deepEqual(record.metadata, { filename: 'x.bin', mimetype: 'application/octet-stream', size: content.length })
    await harness.collected()
    assert.equal((await harness.onDisk()).blocks, 4)
  })

  test('fails once its fetch has crashed the process too often, and is tried again on request', async () => {
    const by = wallet()
    await using harness = await open()
    const missing = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
    const pin = () => harness.ask(`/ipfs/pin/${missing}`, { method: 'POST', by })
    assert.equal((await pin()).status, 202)
    await harness.jobs.idle()
    assert.equal(await interruptWaiting(harness.server, 'storage.pin'), 1)
    const record = await settled(harness, missing, by)
    assert.deepEqual(
      [record.status, record.error],
      ['failed', 'It ended its process too often, and is not tried again'],
    )
    assert.equal((await pin()).body.status, 'queued')
    assert.match((await settled(harness, missing, by)).error, /was not found/)
    await harness.ask(`/ipfs/unpin/${missing}`, { method: 'DELETE', by })
  })
})

describe('A pin that is being fetched while its content is uploaded', () => {
  /** A harness with pins of `contents`. Their fetches are held until the test releases them. */
  async function fetching(contents: Buffer[], env: Record<string, string>) {
    const by = wallet()
    const origin = await openOrigin()
    const cids: string[] = []
    for (const content of contents) cids.push((await origin.upload(content, { by })).body.cid)
    const asked = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const gateway = await openGateway((request, response) =>
      relay(origin.url, async (bytes) => {
        asked.resolve()
        await held.promise
        response.end(bytes)
      })(request, response),
    )
    const harness = await open({ IPFS_GATEWAY_URLS: gateway.url, IPFS_TIMEOUT: '60000', ...env })
    for (const cid of cids) await harness.ask(`/ipfs/pin/${cid}`, { method: 'POST', by })
    await asked.promise
    const close = async () => {
      for (const one of [harness, gateway, origin]) await one[Symbol.asyncDispose]()
    }
    return { harness, by, cids, goOn: () => held.resolve(), [Symbol.asyncDispose]: close }
  }

  test('stays pinned, with its content, if the fetch is refused because the quota is full', async () => {
    const content = randomBytes(12_000)
    await using begun = await fetching([content], { STORAGE_QUOTA_BYTES: '20000' })
    const { harness, by } = begun
    const [cid = ''] = begun.cids
    let failures = 0
    harness.content.events.on('ipfs:pin.failed', () => {
      failures++
    })
    assert.equal((await harness.upload(content, { by })).status, 201)
    begun.goOn()
    assert.equal((await settled(harness, cid, by)).status, 'pinned')
    await harness.collected()
    assert.deepEqual([await bytesOf(await harness.get(`/ipfs/${cid}`)), failures], [content, 0])
  })

  test('counts once, even if its fetch had to wait for others of its wallet', async () => {
    const contents = Array.from({ length: PLACES.each + 1 }, () => randomBytes(12_000))
    await using begun = await fetching(contents, {})
    const { harness, by } = begun
    assert.equal((await harness.upload(contents.at(-1) ?? '', { by })).status, 201)
    begun.goOn()
    for (const cid of begun.cids) assert.equal((await settled(harness, cid, by)).status, 'pinned')
    const { read } = await openTables(harness.server)
    assert.equal((await usageOf(read, { chain: 'hedera:devnet', owner: by })).bytes, contents.length * 12_000)
  })
})

describe('Pin counts', () => {
  const status = async (harness: Harness) => (await harness.content.status()).storage.pinned
  const record = (owner: string, cid: string) => ({
    chain: 'hedera:devnet',
    owner,
    cid,
    status: 'pinned' as const,
    filename: null,
    mimetype: null,
    created_at: new Date(clock.now()),
  })

  test('are computed once a minute, with each content counted once', async () => {
    await using harness = await open()
    const before = await status(harness)
    const { body } = await harness.upload(randomBytes(100), { by: wallet() })
    const tables = await openTables(harness.server)
    await tables.change((trx) => insertPin(trx, record(wallet(), body.cid)))
    assert.deepEqual(await Promise.all([status(harness), status(harness)]), [before, before])
    await clock.advance(60_000)
    assert.deepEqual(await Promise.all([status(harness), status(harness)]), [before + 1, before + 1])
  })

  test("A wallet's pin counts change with each record, and limit the records", async (t) => {
    t.after(() => Object.assign(limits.maxPins, { value: 100_000 }))
    const by = wallet()
    await using harness = await open()
    const { read } = await openTables(harness.server)
    const count = async () => (await countPinsOf(read, { chain: 'hedera:devnet', owner: by }, 100)).all
    const cids: string[] = []
    for (const text of ['one', 'two', 'two']) cids.push((await harness.upload(`${text} of ${by}`, { by })).body.cid)
    const missing = String(CID.createV1(RAW, create(0x12, randomBytes(32))))
    await harness.ask(`/ipfs/pin/${missing}`, { method: 'POST', by })
    assert.equal((await settled(harness, missing, by)).status, 'failed')
    assert.equal(await count(), 3)
    Object.assign(limits.maxPins, { value: 3 })
    assert.equal((await harness.upload('three', { by })).body.code, 'TOO_MANY_PINS')
    await harness.ask(`/ipfs/unpin/${cids[0]}`, { method: 'DELETE', by })
    assert.equal(await count(), 2)
    await clock.advance(24 * 3_600_000 + 1000)
    await harness.content.start()
    await harness.collected()
    assert.equal(await count(), 1)
    assert.equal((await harness.upload('three', { by })).status, 201)
  })

  test('do not read the pins, however many there are', async () => {
    const owner = { chain: 'hedera:devnet', owner: wallet() }
    await using harness = await open()
    const tables = await openTables(harness.server)
    await tables.change((trx) =>
      sql`
        insert into storage.pin (chain, owner, cid, status, created_at, updated_at)
        select ${owner.chain}, ${owner.owner}, ${owner.owner} || ' ' || n, 'pinned', now(), now() from generate_series(1, 20000) as n`.execute(
        trx,
      ),
    )
    await tables.change((trx) => sql`analyze storage.pin`.execute(trx))
    const looked = await tables.change(async (trx) => {
      await countPinsOf(trx, owner, 100)
      await pinsOf(trx, { ...owner, limit: 100, cursor: undefined, status: 'failed' })
      await forgetOldFailures(trx, owner, 100)
      await forgetFailedPins(trx, new Date(clock.now()), 100)
      const { rows } = await sql<{ looked: bigint }>`
        select pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid) as looked
        from pg_class where oid = 'storage.pin'::regclass`.execute(trx)
      await sql`delete from storage.pin where owner = ${owner.owner}`.execute(trx)
      return Number(rows[0]?.looked)
    })
    assert.ok(looked < 1000, `${looked} records`)
  })
})

describe('Garbage collection', () => {
  test('subtracts what a wallet has unpinned once, even if two processes collect at the same time', async () => {
    const tables = await openTables(server)
    const owner = { chain: 'hedera:devnet', owner: wallet() }
    const letGo = (bytes: number) => tables.change((trx) => addRelease(trx, owner, 'bafkqaaa', bytes))
    const removed = (releases: Awaited<ReturnType<typeof releasesAfter>>) =>
      tables.change((trx) => deleteReleases(trx, releases))
    const all = () => releasesAfter(tables.read, undefined, 1000)
    await letGo(1000)
    const [one, two] = [await all(), await all()]
    await removed(one)
    await letGo(1000)
    await removed(two)
    assert.equal((await usageOf(tables.read, owner)).released, 1000)
    await removed(await all())
    await removed(two)
    assert.equal((await usageOf(tables.read, owner)).released, 0)
  })

  test('lets a read that has begun end, and then removes what it read', async () => {
    const by = wallet()
    await using harness = await open()
    const content = randomBytes(30_000_000)
    const { body } = await harness.upload(content, { by })
    const answer = await harness.get(`/ipfs/${body.cid}`)
    const parts = answer.body?.getReader()
    const received = [(await parts?.read())?.value ?? Buffer.alloc(0)]
    await harness.ask(`/ipfs/unpin/${body.cid}`, { method: 'DELETE', by })
    await harness.collected()
    for (let part = await parts?.read(); part?.value; part = await parts?.read()) received.push(part.value)
    assert.deepEqual(Buffer.concat(received), content)
    await harness.content.collect()
    assert.deepEqual(await harness.onDisk(), { blocks: 0, staged: 0 })
    assert.equal((await harness.get(`/ipfs/${body.cid}`)).status, 404)
  })

  test('removes blocks fetched for a pin that was ended meanwhile, and does not announce them', async () => {
    const by = wallet()
    await using origin = await openOrigin()
    const { body } = await origin.upload(randomBytes(3_000_000), { by })
    const asked = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    await using gateway = await openGateway((request, response) =>
      relay(origin.url, async (bytes) => {
        asked.resolve()
        await held.promise
        response.end(bytes)
      })(request, response),
    )
    await using harness = await open({ IPFS_GATEWAY_URLS: gateway.url, IPFS_TIMEOUT: '60000' })
    let told = 0
    harness.content.events.on('ipfs:pin.verified', () => {
      told++
    })
    await harness.ask(`/ipfs/pin/${body.cid}`, { method: 'POST', by })
    await asked.promise
    assert.equal((await harness.ask(`/ipfs/unpin/${body.cid}`, { method: 'DELETE', by })).status, 200)
    await clock.advance(60_000)
    held.resolve()
    await harness.jobs.idle()
    assert.ok((await harness.onDisk()).blocks > 0)
    await harness.emptied()
    assert.equal(told, 0)
  })
})

/** Sends the beginning of a file, and nothing more. */
async function begin(harness: Harness, by: string, bytes: number) {
  const { hostname, port } = new URL(harness.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const lines = [
    'POST /ipfs/upload HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${await harness.token(by)}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${2 * bytes}`,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n`)
  socket.write(randomBytes(bytes))
  return socket
}

describe("A wallet's quota", () => {
  const env = { STORAGE_QUOTA_BYTES: '1000000' }

  test('accepts content that is pinned already', async () => {
    const by = wallet()
    await using harness = await open(env)
    const content = randomBytes(700_000)
    for (const _again of [1, 2, 3]) assert.equal((await harness.upload(content, { by })).status, 201)
    assert.equal((await harness.upload(randomBytes(300_001), { by })).status, 413)
    assert.equal((await harness.upload(randomBytes(300_000), { by })).status, 201)
  })

  test('counts at least 4 KiB for a block, wherever it came from', async () => {
    const by = wallet()
    const made: Blocks = new Map()
    const leaves = Array.from({ length: 300 }, () => put(made, RAW, randomBytes(10)))
    const [few, many] = [putNode(made, { type: 1 }, leaves.slice(0, 50)), putNode(made, { type: 1 }, leaves)]
    await using gateway = await openBlockGateway(made)
    await using harness = await open({ ...env, IPFS_GATEWAY_URLS: gateway.url })
    const { read } = await openTables(harness.server)
    const used = async () => (await usageOf(read, { chain: 'hedera:devnet', owner: by })).bytes
    await harness.upload('tiny', { by })
    assert.equal(await used(), 4096)
    for (const root of [few, many]) await harness.ask(`/ipfs/pin/${root}`, { method: 'POST', by })
    assert.equal((await settled(harness, String(few), by)).status, 'pinned')
    assert.equal(await used(), 52 * 4096)
    assert.match((await settled(harness, String(many), by)).error, /more than the 1000000 bytes/)
  })

  test('is shown to the wallet, with its usage', async () => {
    const by = wallet()
    await using harness = await open({
      ...env,
      MAX_FILE_SIZE: '500000',
      STORAGE_SERVICE_ACCOUNTS: 'hedera:devnet:0.0.9',
    })
    const usage = async (of = by) => (await harness.ask('/ipfs/usage', { by: of })).body
    const may = {
      bytes: 1_000_000,
      pins: limits.maxPins.value,
      pending: limits.maxPendingPins.value,
      fileSize: 500_000,
    }
    const nothing = { bytes: 0, released: 0, pins: 0, pending: 0, limits: may }
    assert.deepEqual(await usage(), nothing)
    const { body } = await harness.upload(randomBytes(10_000), { by })
    assert.deepEqual(await usage(), { ...nothing, bytes: 10_000, pins: 1 })
    await harness.ask(`/ipfs/unpin/${body.cid}`, { method: 'DELETE', by })
    assert.deepEqual(await usage(), { ...nothing, released: 10_000 })
    await harness.collected()
    assert.deepEqual(await usage(), nothing)
    assert.deepEqual((await usage('0.0.9')).limits, { ...may, bytes: null, pins: null })
    const { status, body: refused } = await harness.ask('/ipfs/usage')
    assert.deepEqual([status, refused.code], [401, 'UNAUTHORIZED'])
  })

  test("A wallet's quota of 0 bytes is unlimited", async () => {
    const by = wallet()
    await using harness = await open({ STORAGE_QUOTA_BYTES: '0' })
    assert.equal((await harness.ask('/ipfs/usage', { by })).body.limits.bytes, null)
    const { status, body } = await harness.upload(randomBytes(2_000_000), { by })
    assert.equal(status, 201)
    assert.equal((await harness.ask(`/ipfs/unpin/${body.cid}`, { method: 'DELETE', by })).status, 200)
  })

  test('covers all its pins, refuses more, and is free again after an unpin', async () => {
    const by = wallet()
    await using harness = await open(env)
    const { body } = await harness.upload(randomBytes(700_000), { by })
    const before = await harness.onDisk()
    const refused = await harness.upload(randomBytes(400_000), { by })
    assert.deepEqual([refused.status, refused.body.code], [413, 'QUOTA_EXCEEDED'])
    assert.deepEqual(await harness.onDisk(), before)
    assert.equal((await harness.upload(randomBytes(400_000), { by: wallet() })).status, 201, "another's is its own")
    await harness.ask(`/ipfs/unpin/${body.cid}`, { method: 'DELETE', by })
    assert.equal((await harness.upload(randomBytes(400_000), { by })).status, 201)
  })

  test('holds for many uploads at once', async () => {
    const by = wallet()
    await using harness = await open(env)
    const answers = await Promise.all(Array.from({ length: 20 }, () => harness.upload(randomBytes(200_000), { by })))
    const statuses = answers.map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 201).length, 5)
    assert.equal(statuses.filter((status) => status === 413).length, 15)
    await harness.collected()
    assert.deepEqual(await harness.onDisk(), { blocks: 5, staged: 0 })
  })

  test('counts unpinned content until its blocks are removed, which is at once if the space is needed', async () => {
    const by = wallet()
    await using harness = await open(env)
    for (let turn = 0; turn < 6; turn++) {
      const { status, body } = await harness.upload(randomBytes(700_000), { by })
      assert.equal(status, 201)
      assert.equal((await harness.ask(`/ipfs/unpin/${body.cid}`, { method: 'DELETE', by })).status, 200)
      assert.equal((await harness.onDisk()).blocks, 1, 'what was let go of before is gone')
    }
    await harness.collected()
    assert.equal((await harness.upload(randomBytes(700_000), { by })).status, 201)
  })

  test('no longer counts unpinned content, even if strangers still read it or wait to pin it', async () => {
    const [by, other] = [wallet(), wallet()]
    const held = Promise.withResolvers<void>()
    await using gateway = await openGateway(async (_request, response) => {
      await held.promise
      response.writeHead(404).end()
    })
    const env = { STORAGE_QUOTA_BYTES: '45000000', IPFS_TIMEOUT: '60000', IPFS_GATEWAY_URLS: gateway.url }
    await using harness = await open(env)
    const content = randomBytes(30_000_000)
    const { body: file } = await harness.upload(content, { by })
    const reading = await harness.get(`/ipfs/${file.cid}`)
    const missing = () => String(CID.createV1(RAW, create(0x12, randomBytes(32))))
    for (const cid of [missing(), missing(), file.cid])
      await harness.ask(`/ipfs/pin/${cid}`, { method: 'POST', by: other })
    await harness.ask(`/ipfs/unpin/${file.cid}`, { method: 'DELETE', by })
    assert.equal((await harness.upload(randomBytes(40_000_000), { by })).status, 201)
    assert.deepEqual(await bytesOf(reading), content)
    held.resolve()
    assert.equal((await settled(harness, file.cid, other)).status, 'pinned')
    await harness.collected()
    assert.deepEqual(await bytesOf(await harness.get(`/ipfs/${file.cid}`)), content)
  })

  test('counts unpinned content until it is removed, even if another wallet failed to pin it', async () => {
    const [by, other] = [wallet(), wallet()]
    await using harness = await open(env)
    const content = randomBytes(700_000)
    const cid = String(await sha256Cid(RAW, content))
    await harness.ask(`/ipfs/pin/${cid}`, { method: 'POST', by: other })
    assert.equal((await settled(harness, cid, other)).status, 'failed')
    await harness.collected()
    assert.equal((await harness.upload(content, { by })).body.cid, cid)
    await harness.ask(`/ipfs/unpin/${cid}`, { method: 'DELETE', by })
    const { read } = await openTables(harness.server)
    assert.equal((await usageOf(read, { chain: 'hedera:devnet', owner: by })).released, 700_000)
    await harness.collected()
    assert.equal((await harness.onDisk()).blocks, 0)
    assert.equal((await usageOf(read, { chain: 'hedera:devnet', owner: by })).released, 0)
  })

  test('ends the pin of larger content', async () => {
    const by = wallet()
    await using large = await openOrigin()
    const { body } = await large.upload(randomBytes(1_100_000), { by: BEN })
    await using gateway = await openGateway(relay(large.url, (bytes, _request, response) => response.end(bytes)))
    await using other = await open({ ...env, IPFS_GATEWAY_URLS: gateway.url })
    await other.ask(`/ipfs/pin/${body.cid}`, { method: 'POST', by })
    const record = await settled(other, body.cid, by)
    assert.equal(record.status, 'failed')
    assert.match(record.error, /more than the 1000000 bytes/)
  })
})

describe('A wallet', () => {
  test('can upload only a few files at once, so that other wallets can upload, too', async (t) => {
    const { value } = limits.maxUploadsPerWallet
    t.after(() => Object.assign(limits.maxUploadsPerWallet, { value }))
    Object.assign(limits.maxUploadsPerWallet, { value: 4 })
    const by = wallet()
    await using harness = await open({ IPFS_TIMEOUT: '60000' })
    const sockets = await Promise.all(Array.from({ length: 4 }, () => begin(harness, by, 1_100_000)))
    while ((await harness.onDisk()).staged < 4) await new Promise(setImmediate)
    const refused = await harness.upload('one more', { by })
    assert.deepEqual([refused.status, refused.body.code], [429, 'TOO_MANY_UPLOADS'])
    assert.equal((await harness.upload('x', { by: wallet() })).status, 201)
    sockets[0]?.destroy()
    while ((await harness.onDisk()).staged === 4) await new Promise(setImmediate)
    assert.equal((await harness.upload('one more', { by })).status, 201)
    for (const socket of sockets) socket.destroy()
  })

  test('has few pins of missing content, and they are not listed for ever', async () => {
    const by = wallet()
    const asked = Promise.withResolvers<void>()
    await using gateway = await openGateway(async (_request, response) => {
      await asked.promise
      response.writeHead(404).end()
    })
    await using harness = await open({ IPFS_GATEWAY_URLS: gateway.url, IPFS_TIMEOUT: '60000' })
    const unknown = () => String(CID.createV1(0x55, create(0x12, randomBytes(32))))
    const cids = Array.from({ length: 101 }, unknown)
    const pin = (cid: string, owner = by) => harness.ask(`/ipfs/pin/${cid}`, { method: 'POST', by: owner })
    const statuses: number[] = []
    for (const cid of cids) statuses.push((await pin(cid)).status)
    assert.deepEqual(statuses, [...Array(100).fill(202), 429])
    assert.equal((await pin(unknown())).body.code, 'TOO_MANY_PENDING_PINS')
    assert.equal((await pin(cids[0] ?? '')).status, 202, 'one of them again')
    assert.equal((await pin(unknown(), wallet())).status, 202)
    assert.ok(new Set(gateway.asked).size <= 3, 'two of them are fetched, and one of another wallet')
    asked.resolve()
    await settled(harness, cids[99] ?? '', by)
    for (const cid of cids.slice(0, 100)) await settled(harness, cid, by)
    const failed = async () => (await harness.ask('/ipfs/pins?limit=1000&status=failed', { by })).body.length
    assert.equal(await failed(), 100)
    await clock.advance(24 * 3_600_000 + 1000)
    await harness.content.start()
    await harness.collected()
    assert.equal(await failed(), 0)
  })
})

describe('Waiting pins', () => {
  const unknown = () => String(CID.createV1(RAW, create(0x12, randomBytes(32))))
  const jobs = async (harness: Harness, by: string, which: 'any' | 'waiting') => {
    const tables = await openTables(harness.server)
    const { rows } = await tables.change((trx) =>
      sql<{ count: bigint }>`
        select count(*) from pgboss.job
        where name = 'storage.pin' and data->>'owner' = ${by}
          and (${which} = 'any' or (priority = 0 and state < 'active'))`.execute(trx),
    )
    return Number(rows[0]?.count)
  }
  /** A harness that fetches two pins of a wallet. Its gateway does not answer before it is released. */
  async function busy() {
    const by = wallet()
    const held = Promise.withResolvers<void>()
    const begun = new EventEmitter()
    const gateway = await openGateway(async ({ url }, response) => {
      begun.emit(String(url).replace(/.*\/|\?.*/g, ''))
      await held.promise
      response.writeHead(404).end()
    })
    const harness = await open({ IPFS_GATEWAY_URLS: gateway.url, IPFS_TIMEOUT: '60000' })
    const pin = (cid: string) => harness.ask(`/ipfs/pin/${cid}`, { method: 'POST', by })
    const unpin = (cid: string) => harness.ask(`/ipfs/unpin/${cid}`, { method: 'DELETE', by })
    for (const cid of [unknown(), unknown()]) {
      const asked = once(begun, cid)
      assert.equal((await pin(cid)).status, 202)
      await asked
    }
    return {
      pin,
      unpin,
      harness,
      async reach(count: number, which: 'any' | 'waiting') {
        while ((await jobs(harness, by, which)) !== count);
      },
      async [Symbol.asyncDispose]() {
        held.resolve()
        await harness[Symbol.asyncDispose]()
        await gateway[Symbol.asyncDispose]()
      },
    }
  }

  test('wait in the queue without blocking others', async () => {
    await using begun = await busy()
    const cids = Array.from({ length: 50 }, unknown)
    for (const cid of cids) assert.equal((await begun.pin(cid)).status, 202)
    await begun.reach(50, 'waiting')
    for (const cid of cids) await begun.unpin(cid)
  })

  test('keep their blocks that are here, even if others unpin them meanwhile', async () => {
    await using begun = await busy()
    const by = wallet()
    const { cid } = (await begun.harness.upload(randomBytes(1000), { by })).body
    await begun.pin(cid)
    await begun.reach(1, 'waiting')
    await begun.harness.ask(`/ipfs/unpin/${cid}`, { method: 'DELETE', by })
    await begun.harness.content.collect()
    assert.equal((await begun.harness.get(`/ipfs/${cid}`)).status, 200)
    await begun.unpin(cid)
    await begun.harness.emptied()
  })

  test('start when a fetch has ended, with wallets in turn, and fail after the usual number of attempts', async () => {
    const asked: string[] = []
    const held: (() => void)[] = []
    let isOpen = false
    let told = Promise.withResolvers<void>()
    await using gateway = await openGateway(async ({ url }, response) => {
      asked.push(new URL(url ?? '', 'http://x').pathname.replace('/ipfs/', ''))
      told.resolve()
      if (!isOpen) await new Promise<void>((resolve) => held.push(resolve))
      response.writeHead(404).end()
    })
    const reach = async (count: number) => {
      while (asked.length < count) {
        told = Promise.withResolvers()
        await told.promise
      }
    }
    await using harness = await open({ IPFS_GATEWAY_URLS: gateway.url, IPFS_TIMEOUT: '60000' })
    const pin = async (by: string, cid: string) => {
      assert.equal((await harness.ask(`/ipfs/pin/${cid}`, { method: 'POST', by })).status, 202)
      return { by, cid }
    }
    const others = Array.from({ length: PLACES.inAll / PLACES.each }, wallet)
    const pins: { by: string; cid: string }[] = []
    for (let count = 0; count < 5; count++) for (const by of others) pins.push(await pin(by, unknown()))
    await reach(PLACES.inAll)
    const mine = await pin(wallet(), unknown())
    const waiting = async () => {
      const counts = [...others, mine.by].map((by) => jobs(harness, by, 'waiting'))
      return (await Promise.all(counts)).reduce((sum, count) => sum + count)
    }
    // Wait until none of them can start by itself.
    while ((await waiting()) < pins.length - PLACES.inAll + 1);
    for (let turns = 0; !asked.includes(mine.cid); turns++) {
      assert.ok(turns <= others.length, `${turns} pins of others came first`)
      held.shift()?.()
      await reach(PLACES.inAll + turns + 1)
    }
    isOpen = true
    for (const end of held) end()
    for (const { by, cid } of [...pins, mine]) {
      assert.equal((await settled(harness, cid, by)).status, 'failed')
      assert.equal(asked.filter((one) => one === cid).length, ATTEMPTS)
    }
  })

  test('leave one job, however often they are ended and created again', async () => {
    await using begun = await busy()
    const { pin, unpin } = begun
    const cid = unknown()
    for (let turn = 0; turn < 30; turn++) {
      assert.equal((await pin(cid)).status, 202)
      assert.equal((await unpin(cid)).status, 200)
    }
    await pin(cid)
    await begun.reach(1, 'waiting')
    await begun.reach(3, 'any')
  })
})

describe('A pin that is ended while its content is fetched', () => {
  test('is no longer fetched', async () => {
    const by = wallet()
    const made: Blocks = new Map()
    const leaves = Array.from({ length: 40 }, () => put(made, RAW, randomBytes(10)))
    const root = putNode(made, { type: 1 }, leaves)
    await using gateway = await openGateway(async (request, response) => {
      const cid = CID.parse(new URL(request.url ?? '', 'http://x').pathname.replace('/ipfs/', ''))
      if (cid.equals(leaves[4] as CID)) {
        await harness.ask(`/ipfs/unpin/${root}`, { method: 'DELETE', by })
        await clock.advance(5000)
      }
      response.writeHead(200, { 'content-type': 'application/vnd.ipld.raw' }).end(made.get(blockKey(cid)))
    })
    await using harness = await open({ IPFS_GATEWAY_URLS: gateway.url, IPFS_TIMEOUT: '60000' })
    await harness.ask(`/ipfs/pin/${root}`, { method: 'POST', by })
    await harness.jobs.idle()
    assert.ok(gateway.asked.length < 20, `${gateway.asked.length} of 41 blocks were fetched`)
    await harness.emptied()
  })
})

describe('A pin that takes too long', () => {
  test('fails, and its error says how much was fetched', async (t) => {
    const { value } = limits.pinTime
    t.after(() => Object.assign(limits.pinTime, { value }))
    Object.assign(limits.pinTime, { value: 60_000 })
    const by = wallet()
    const made: Blocks = new Map()
    const leaves = Array.from({ length: 40 }, () => put(made, RAW, randomBytes(10)))
    const root = putNode(made, { type: 1 }, leaves)
    await using gateway = await openGateway(async (request, response) => {
      const cid = CID.parse(new URL(request.url ?? '', 'http://x').pathname.replace('/ipfs/', ''))
      if (cid.equals(leaves[20] as CID)) await clock.advance(60_001)
      response.writeHead(200, { 'content-type': 'application/vnd.ipld.raw' }).end(made.get(blockKey(cid)))
    })
    await using harness = await open({ IPFS_GATEWAY_URLS: gateway.url, IPFS_TIMEOUT: '60000' })
    await harness.ask(`/ipfs/pin/${root}`, { method: 'POST', by })
    await harness.jobs.idle()
    const { body } = await harness.ask(`/ipfs/pin/${root}`, { by })
    assert.match(body.error, /was not fetched within 60 seconds, only [0-9]+ bytes of it/)
    await harness.ask(`/ipfs/unpin/${root}`, { method: 'DELETE', by })
  })
})

describe('Events', () => {
  test('write, pin, unpin and read content as requests do, and announce verified pins', async () => {
    await using harness = await open()
    const { events } = harness.content
    const next = (name: 'ipfs:pin.verified' | 'ipfs:pin.failed') =>
      new Promise<{ cid: string }>((resolve) => {
        const stop = events.on(name, (event) => {
          stop()
          resolve(event as { cid: string })
        })
      })
    const written = next('ipfs:pin.verified')
    events.emit('ipfs:write', { owner: ADA, content: Buffer.from('told').toString('base64') })
    const { cid, ...rest } = await written
    assert.deepEqual(rest, { verified: true, timestamp: harness.clock.now() })
    assert.equal(await (await harness.get(`/ipfs/${cid}`)).text(), 'told')
    const pinned = next('ipfs:pin.verified')
    events.emit('ipfs:pin', { cid, owner: BEN })
    assert.equal((await pinned).cid, cid)
    assert.equal((await harness.ask(`/ipfs/pin/${cid}`, { by: BEN })).body.status, 'pinned')
    events.emit('ipfs:unpin', { cid, owner: ADA })
    while ((await harness.ask(`/ipfs/pin/${cid}`, { by: ADA })).status !== 404) await new Promise(setImmediate)
    const failed = next('ipfs:pin.failed')
    events.emit('ipfs:pin', { cid: 'nonsense', owner: BEN })
    assert.deepEqual((await failed).cid, 'nonsense')
  })

  test('a read event fetches content from elsewhere', async () => {
    await using origin = await openOrigin()
    const { body } = await origin.upload('to be read')
    await using gateway = await openGateway(relay(origin.url, (bytes, _request, response) => response.end(bytes)))
    await using harness = await open({ IPFS_GATEWAY_URLS: gateway.url })
    harness.content.events.emit('ipfs:read', { cid: body.cid, requester: ADA })
    while ((await harness.onDisk()).blocks === 0) await new Promise(setImmediate)
    assert.equal(gateway.asked.length, 1)
  })
})
