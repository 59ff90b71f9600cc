import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import {
  AccountCreateTransaction,
  PrivateKey,
  TokenCreateTransaction,
  type Transaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { limits as platformLimits } from '@quorate/platform'
import { interruptWaiting } from '@quorate/platform/testing'
import { limits } from '../src/limits.ts'
import { mostFor } from '../src/snapshots/snapshots.ts'
import { describedBy } from './described.ts'
import { ADMIN, type Harness, loggedIn, OPERATOR, openHarness } from './harness.ts'
import { execute as executeOn } from './holdings.ts'

const ALICE = '0.0.1024'
const BOB = '0.0.1025'
/** More than a page of the mirror. */
const HOLDERS = 104

describe('a snapshot', () => {
  let harness: Harness
  let ask: Awaited<ReturnType<typeof describedBy>>
  let gold = ''
  let token = ''

  const execute = async (transaction: Transaction) => (await executeOn(harness, transaction)).receipt

  before(async () => {
    harness = await openHarness()
    ask = await describedBy(harness)
    token = await loggedIn(harness, ALICE)
    gold =
      (
        await execute(
          new TokenCreateTransaction()
            .setTokenName('Gold')
            .setTokenSymbol('AU')
            .setDecimals(2)
            .setInitialSupply(1_000_000)
            .setTreasuryAccountId(OPERATOR),
        )
      ).tokenId ?? ''
    const { publicKey } = PrivateKey.generateED25519()
    const holders = await Promise.all(
      Array.from({ length: HOLDERS - 1 }, async () => {
        const create = new AccountCreateTransaction().setKeyWithoutAlias(publicKey).setMaxAutomaticTokenAssociations(1)
        return (await execute(create)).accountId ?? ''
      }),
    )
    for (let first = 0; first < holders.length; first += 8) {
      const some = holders.slice(first, first + 8)
      const transfer = new TransferTransaction().addTokenTransfer(gold, OPERATOR, -7 * some.length)
      for (const holder of some) transfer.addTokenTransfer(gold, holder, 7)
      await execute(transfer)
    }
  })
  after(() => harness[Symbol.asyncDispose]())

  test('holds every holder at one time, as JSON and as CSV, for who asked and operators', async () => {
    const begun = await ask(`/snapshots/generate/${gold}`, { method: 'POST', token })
    assert.equal(begun.status, 200)
    assert.equal(begun.body._sender, ALICE)
    await harness.jobs.idle()
    const path = `/snapshots/${begun.body._jobId}`
    const { body } = await ask(path, { token })
    assert.deepEqual(
      [body.status, body.progress, body.tokenId],
      ['DONE', { holders: HOLDERS }, gold],
      JSON.stringify(body),
    )
    const json = await ask(body.files.json.url, { token })
    assert.equal(json.body.timestamp, body.timestamp)
    assert.equal(json.body.holders.length, HOLDERS)
    assert.equal(json.body.count, HOLDERS)
    const sum = json.body.holders.reduce((total: number, { balance }: { balance: number }) => total + balance, 0)
    assert.equal(sum, 1_000_000)
    const csv = await ask(body.files.csv.url, { token })
    assert.equal(csv.body.trim().split('\r\n').length, HOLDERS + 1)
    assert.equal(Buffer.byteLength(csv.body), body.files.csv.size)
    assert.equal((await ask(path, { token: await loggedIn(harness, ADMIN) })).status, 200)
    const bob = await loggedIn(harness, BOB)
    const [theirs, missing] = [await ask(path, { token: bob }), await ask('/snapshots/none', { token: bob })]
    assert.deepEqual([theirs.status, missing.status, theirs.body.code], [403, 403, missing.body.code])
  })

  test('ends the connection of a reader that takes nothing of its file', async (context) => {
    const { body } = await ask(`/snapshots/generate/${gold}`, { method: 'POST', token })
    await harness.jobs.idle()
    const files = await readdir(join(harness.dataDir, 'snapshots'), { recursive: true })
    const csv = files.find((name) => name.includes(body._jobId) && name.endsWith('csv')) ?? ''
    const size = 30_000_000
    await writeFile(join(harness.dataDir, 'snapshots', csv), Buffer.alloc(size, 'x'))
    // A minute is over at once.
    const { setTimeout: real } = globalThis
    const late = Promise.withResolvers<void>()
    context.mock.method(globalThis, 'setTimeout', (work: () => void, ms: number) => {
      const isPace = ms > 50_000 && ms <= 60_000
      return isPace ? real(() => late.resolve(work()), 500) : real(work, ms)
    })
    const { hostname, port } = new URL(harness.url)
    const socket = connect(Number(port), hostname)
    context.after(() => socket.destroy())
    socket.on('error', () => {})
    socket.write(`GET /snapshots/${body._jobId}/csv HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    await once(socket, 'data')
    socket.pause()
    await late.promise
    let received = 0
    socket.on('data', (data) => {
      received += data.length
    })
    socket.resume()
    await once(socket, 'close')
    assert.ok(received < size, `${received} bytes`)
  })

  test('needs a session and a token that exists', async () => {
    assert.equal((await ask(`/snapshots/generate/${gold}`, { method: 'POST' })).status, 401)
    assert.equal((await ask('/snapshots/generate/0.0.999999', { method: 'POST', token })).status, 404)
    assert.equal((await ask('/snapshots/generate/gold', { method: 'POST', token })).status, 400)
  })

  test('is shared while it runs, one of so many of its wallet, and gone with its files after its time', async () => {
    const bob = await loggedIn(harness, BOB)
    const begin = () => ask(`/snapshots/generate/${gold}`, { method: 'POST', token: bob })
    const together = await Promise.all([begin(), begin(), begin(), begin()])
    const ids = new Set(together.map(({ body }) => body._jobId))
    assert.ok(ids.size < 4, 'each is a snapshot of its own')
    await harness.jobs.idle()
    for (let count = ids.size; count < limits.maxSnapshotsPerWallet.value; count++) {
      ids.add((await begin()).body._jobId)
      await harness.jobs.idle()
    }
    assert.equal(ids.size, limits.maxSnapshotsPerWallet.value)
    const refused = await begin()
    assert.deepEqual([refused.status, refused.body.code], [429, 'TOO_MANY_SNAPSHOTS'])
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    const [id = ''] = ids
    const files = () => readdir(join(harness.dataDir, 'snapshots'))
    assert.ok((await files()).includes(`${id}.json`))
    await harness.clock.advance(limits.snapshotAge.value + 1000)
    await harness.jobs.idle()
    assert.deepEqual(await files(), [])
    const again = await loggedIn(harness, BOB)
    assert.equal((await ask(`/snapshots/${id}`, { token: again })).status, 403)
    assert.equal((await ask(`/snapshots/generate/${gold}`, { method: 'POST', token: again })).status, 200)
    await harness.jobs.idle()
  })

  test('is made after those that its wallet asked for before, and after those of nobody else', async (t) => {
    const [alice, bob] = [await loggedIn(harness, '0.0.1026'), await loggedIn(harness, '0.0.1027')]
    const { publicMirror } = harness.ledger
    const { get } = publicMirror
    const going = Promise.withResolvers<void>()
    t.mock.method(publicMirror, 'get', async (path: string) => {
      if (path.includes('/balances')) await going.promise
      return get(path)
    })
    const other = new TokenCreateTransaction().setTokenName('Other').setTokenSymbol('O').setInitialSupply(1)
    const { tokenId = '' } = await execute(other.setTreasuryAccountId(OPERATOR))
    const begin = async (id: string, by: string) =>
      (await ask(`/snapshots/generate/${id}`, { method: 'POST', token: by })).body._jobId
    const first = await begin(gold, alice)
    const second = await begin(tokenId ?? '', alice)
    const theirs = await begin(gold, bob)
    const status = async (id: string, by: string) => (await ask(`/snapshots/${id}`, { token: by })).body.status
    const all = () => Promise.all([status(first, alice), status(second, alice), status(theirs, bob)])
    assert.deepEqual(await all(), ['RUNNING', 'PENDING', 'RUNNING'])
    assert.equal(await begin(tokenId ?? '', alice), second)
    going.resolve()
    await harness.jobs.idle()
    assert.deepEqual(await all(), ['DONE', 'DONE', 'DONE'])
  })

  test('of many pages gives its place to others, and goes on where it was', async (t) => {
    t.mock.property(platformLimits.runningJobs, 'value', 2)
    const PAGES = 12
    const created = async (name: string) => {
      const create = new TokenCreateTransaction().setTokenName(name).setTokenSymbol('T').setInitialSupply(1)
      return (await execute(create.setTreasuryAccountId(OPERATOR))).tokenId ?? ''
    }
    const [large, small] = [await created('Large'), await created('Small')]
    const { publicMirror } = harness.ledger
    const { get } = publicMirror
    const going = Promise.withResolvers<void>()
    let reads = 0
    t.mock.method(publicMirror, 'get', async (path: string) => {
      if (!path.startsWith(`/tokens/${large}/balances`)) return get(path)
      reads++
      await going.promise
      await harness.clock.advance(limits.snapshotTurn.value / 2)
      const page = Number(/page=(\d+)/.exec(path)?.[1] ?? 0)
      const balances = [1, 2].map((number) => ({ account: `0.0.${10 * page + number}`, balance: 1, decimals: 0 }))
      const next = page + 1 < PAGES ? `/api/v1/tokens/${large}/balances?page=${page + 1}` : null
      return { timestamp: '1700000000.000000001', balances, links: { next } } as never
    })
    const begin = async (wallet: string, id: string) => {
      const by = await loggedIn(harness, wallet)
      const { body } = await ask(`/snapshots/generate/${id}`, { method: 'POST', token: by })
      return async () => (await ask(`/snapshots/${body._jobId}`, { token: by })).body
    }
    const slow = [await begin('0.0.1026', large), await begin('0.0.1027', large)]
    const fast = await begin('0.0.1029', small)
    going.resolve()
    await harness.jobs.idle()
    const { status, finishedAt } = await fast()
    assert.equal(status, 'DONE')
    for (const one of slow) {
      const body = await one()
      assert.deepEqual([body.status, body.progress], ['DONE', { holders: 2 * PAGES }], JSON.stringify(body))
      assert.ok(finishedAt < body.finishedAt, `${finishedAt} and ${body.finishedAt}`)
      const token = await loggedIn(harness, body._sender)
      const json = (await ask(body.files.json.url, { token })).body
      assert.equal(json.count, 2 * PAGES)
      assert.equal(new Set(json.holders.map(({ account }: { account: string }) => account)).size, 2 * PAGES)
      const csv = (await ask(body.files.csv.url, { token })).body
      assert.equal(csv.trim().split('\r\n').length, 2 * PAGES + 1)
    }
    assert.equal(reads, 2 * PAGES)
  })

  test('takes a part of the room that the files of others leave, and says where there is none', async (t) => {
    const { read } = harness.tokens.database
    const { bytes: before } = await read
      .selectFrom('node.snapshot')
      .select(({ fn }) => fn.sum<bigint>('bytes').as('bytes'))
      .executeTakeFirstOrThrow()
    const folder = join(harness.dataDir, 'snapshots')
    const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size))
    const onDisk = sizes.reduce((sum, size) => sum + size, 0)
    assert.ok(Number(before) > 0.9 * onDisk, `${before} bytes are counted of ${onDisk}`)
    const alice = await loggedIn(harness, '0.0.1028')
    const begin = () => ask(`/snapshots/generate/${gold}`, { method: 'POST', token: alice })
    /** Room for so many bytes of one more wallet. */
    const { mock: most } = t.mock.property(limits.snapshotBytes, 'value', 0)
    t.mock.property(limits.snapshotBytesKept, 'value', 0)
    const { mock: sure } = t.mock.property(limits.snapshotBytesSure, 'value', 0)
    const room = (bytes: number) => most.mockImplementation(Number(before) + 4 * bytes)
    room(500)
    const large = await begin()
    await harness.jobs.idle()
    const { body } = await ask(`/snapshots/${large.body._jobId}`, { token: alice })
    assert.equal(body.status, 'FAILED')
    assert.match(body.error, /as many as they may while others keep theirs/)
    assert.ok(!(await readdir(folder)).some((name) => name.includes(large.body._jobId)))
    room(0)
    const refused = await begin()
    assert.deepEqual([refused.status, refused.body.code], [429, 'SNAPSHOT_STORAGE_FULL'])
    room(1_000_000)
    const begun = await begin()
    await harness.jobs.idle()
    assert.equal((await ask(`/snapshots/${begun.body._jobId}`, { token: alice })).body.status, 'DONE')

    const { bytes: taken } = await read
      .selectFrom('node.snapshot')
      .select('bytes')
      .where('id', '=', begun.body._jobId)
      .executeTakeFirstOrThrow()
    // What is left has room for one such snapshot; a quarter of it has not.
    sure.mockImplementation(Number(taken) + 1)
    most.mockImplementation(Number(before) + 3 * Number(taken))
    const bob = await loggedIn(harness, '0.0.1029')
    const small = await ask(`/snapshots/generate/${gold}`, { method: 'POST', token: bob })
    assert.equal(small.status, 200)
    await harness.jobs.idle()
    assert.equal((await ask(`/snapshots/${small.body._jobId}`, { token: bob })).body.status, 'DONE')
  })

  test('of many wallets that take all they may leave room for a hundred small ones', () => {
    let taken = 0
    for (let wallets = 0; wallets < 1000 && mostFor(taken) > limits.snapshotBytesSure.value; wallets++)
      taken += mostFor(taken)
    assert.ok(taken <= limits.snapshotBytes.value - limits.snapshotBytesKept.value)
    for (let wallets = 0; wallets < 100; wallets++) {
      assert.equal(mostFor(taken), limits.snapshotBytesSure.value)
      taken += mostFor(taken)
    }
  })

  test('that ended its process too often has failed, and says why', async () => {
    const folder = join(harness.dataDir, 'snapshots')
    // Where no file can be written the first attempt fails, and another one waits.
    await rm(folder, { recursive: true, force: true })
    await writeFile(folder, '')
    const alice = await loggedIn(harness, ALICE)
    const { body } = await ask(`/snapshots/generate/${gold}`, { method: 'POST', token: alice })
    await harness.jobs.idle()
    assert.equal(await interruptWaiting(harness.server, 'node.snapshot'), 1)
    await harness.clock.advance(10_000)
    await harness.jobs.idle()
    const snapshot = (await ask(`/snapshots/${body._jobId}`, { token: alice })).body
    assert.deepEqual(
      [snapshot.status, snapshot.error],
      ['FAILED', 'It ended its process too often, and is not tried again'],
    )
    await rm(folder)
  })
})
