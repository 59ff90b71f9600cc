import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { limits } from '../src/limits.ts'
import { openTables } from '../src/store/open-tables.ts'
import { usageOf } from '../src/store/usage.ts'
import { openHarness } from './harness.ts'

test('Uploads that are refused because a wallet has too many pins count until their blocks are removed', async () => {
  await using harness = await openHarness()
  const owner = { chain: 'hedera:devnet', owner: '0.0.1001' }
  const tables = await openTables(harness.server)
  await tables.change((trx) =>
    trx
      .insertInto('storage.usage')
      .values({ ...owner, bytes: 0n, pins: BigInt(limits.maxPins.value) })
      .execute(),
  )
  const { status, body } = await harness.upload(randomBytes(5000))
  assert.deepEqual([status, body.code], [429, 'TOO_MANY_PINS'])
  assert.equal((await usageOf(tables.read, owner)).released, 5000)
})

test('Accounts of services have no limit of pins and bytes, on their own chain', async () => {
  const env = {
    STORAGE_SERVICE_ACCOUNTS: `hedera:testnet:0.0.1002,hedera:devnet:0.0.1001`,
    STORAGE_QUOTA_BYTES: '20000',
  }
  await using harness = await openHarness(env)
  const tables = await openTables(harness.server)
  for (const owner of ['0.0.1001', '0.0.1002'])
    await tables.change((trx) =>
      trx
        .insertInto('storage.usage')
        .values({ chain: 'hedera:devnet', owner, bytes: 0n, pins: BigInt(limits.maxPins.value) })
        .execute(),
    )
  for (let file = 0; file < 3; file++) assert.equal((await harness.upload(randomBytes(12_000))).status, 201)
  assert.equal((await harness.upload(randomBytes(12_000), { by: '0.0.1002' })).body.code, 'TOO_MANY_PINS')
})

test('An upload that was refused for lack of space succeeds with the same Idempotency-Key once there is space', async () => {
  await using harness = await openHarness({ STORAGE_QUOTA_BYTES: '20000' })
  const [first, second] = [randomBytes(12_000), randomBytes(12_000)]
  const { body: pinned } = await harness.upload(first)
  const refused = await harness.upload(second, { key: 'one' })
  assert.deepEqual([refused.status, refused.body.code], [413, 'QUOTA_EXCEEDED'])
  await harness.ask(`/ipfs/unpin/${pinned.cid}`, { method: 'DELETE', by: '0.0.1001' })
  await harness.collected()
  const done = await harness.upload(second, { key: 'one' })
  assert.deepEqual([done.status, done.headers.get('idempotency-replayed')], [201, null])
  assert.equal((await harness.upload(second, { key: 'one' })).headers.get('idempotency-replayed'), 'true')
})

test('An archive with the session cookie must come from a page of our own origin', async () => {
  await using harness = await openHarness()
  const cookie = `quorate_session=${await harness.token()}`
  const send = async (headers: Record<string, string>) => {
    const type = { 'content-type': 'application/vnd.ipld.car' }
    const response = await fetch(`${harness.url}/ipfs/import`, {
      method: 'POST',
      headers: { ...type, ...headers },
      body: 'x',
    })
    return ((await response.json()) as { code: string }).code
  }
  const origin = harness.url
  for (const headers of [{}, { origin: 'https://evil.example' }, { origin, 'content-type': 'text/plain' }])
    assert.equal(await send({ cookie, ...headers }), 'CROSS_SITE_REFUSED', JSON.stringify(headers))
  assert.equal(await send({ cookie, origin }), 'MALFORMED_ARCHIVE')
})

test('An upload with the session cookie must come from a page of our own origin', async () => {
  await using harness = await openHarness()
  const cookie = `quorate_session=${await harness.token()}`
  const send = async (headers: Record<string, string>) => {
    const form = new FormData()
    form.append('file', new Blob([randomBytes(100)]), 'a.bin')
    const response = await fetch(`${harness.url}/ipfs/upload`, { method: 'POST', headers, body: form })
    return response.status === 201 ? 201 : ((await response.json()) as { code: string }).code
  }
  const origin = harness.url
  const refused: Record<string, string>[] = [
    {},
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { origin, 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-origin' },
  ]
  for (const headers of refused)
    assert.equal(await send({ cookie, ...headers }), 'CROSS_SITE_REFUSED', JSON.stringify(headers))
  assert.equal(await send({ origin }), 'UNAUTHORIZED')
  assert.deepEqual(await harness.onDisk(), { blocks: 0, staged: 0 })
  assert.equal(await send({ cookie, origin, 'sec-fetch-site': 'same-origin' }), 201)
})
