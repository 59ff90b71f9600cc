import assert from 'node:assert/strict'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import {
  AccountCreateTransaction,
  PrivateKey,
  TokenCreateTransaction,
  type Transaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { interruptWaiting } from '@quorate/platform/testing'
import { limits } from '../src/limits.ts'
import { describedBy } from './described.ts'
import { ADMIN, type Harness, loggedIn, OPERATOR, openHarness } from './harness.ts'
import { execute as executeOn } from './holdings.ts'

const ALICE = '0.0.1024'
const BOB = '0.0.1025'
/** More than a page of the mirror. */
const HOLDERS = 104

describe('A snapshot', () => {
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

  test('has every holder at one time, as JSON and CSV, for its requester and operators', async () => {
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

  test('needs a session and an existing token', async () => {
    assert.equal((await ask(`/snapshots/generate/${gold}`, { method: 'POST' })).status, 401)
    assert.equal((await ask('/snapshots/generate/0.0.999999', { method: 'POST', token })).status, 404)
    assert.equal((await ask('/snapshots/generate/gold', { method: 'POST', token })).status, 400)
  })

  test("is shared while it runs, counts towards its wallet's limit, and is deleted with its files after its time", async () => {
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

  test("waits for its wallet's earlier snapshots and for nobody else's", async (t) => {
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

  test('is refused if the wallet or the node has no room left', async (t) => {
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
    for (const [limit, taken] of [
      [limits.snapshotBytes, Number(before)],
      [limits.snapshotBytesPerWallet, 0],
    ] as const) {
      const { mock } = t.mock.property(limit, 'value', taken + 500)
      const large = await begin()
      await harness.jobs.idle()
      const { body } = await ask(`/snapshots/${large.body._jobId}`, { token: alice })
      assert.equal(body.status, 'FAILED')
      assert.match(body.error, /use all the storage that the node has/)
      assert.ok(!(await readdir(folder)).some((name) => name.includes(large.body._jobId)))
      mock.mockImplementation(taken)
      const refused = await begin()
      assert.deepEqual([refused.status, refused.body.code], [429, 'SNAPSHOT_STORAGE_FULL'])
      mock.restore()
    }
    const begun = await begin()
    await harness.jobs.idle()
    assert.equal((await ask(`/snapshots/${begun.body._jobId}`, { token: alice })).body.status, 'DONE')
  })

  test('fails with a reason if it ended its process too often', async () => {
    const folder = join(harness.dataDir, 'snapshots')
    // The first attempt fails because no file can be written, and another one waits.
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
