/** IPNS names that wallets keep, reads by names and domains, and hostile routers and DNS servers. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { generateKeyPair } from '@libp2p/crypto/keys'
import fc from 'fast-check'
import { createIPNSRecord, marshalIPNSRecord, multihashToIPNSRoutingKey } from 'ipns'
import { ipnsValidator } from 'ipns/validator'
import { base36 } from 'multiformats/bases/base36'
import { CID } from 'multiformats/cid'
import { endlessly, openGateway } from './gateway.ts'
import { type Harness, type Kept, openHarness } from './harness.ts'
import { type DnsServer, nameKey, openDns } from './name-keys.ts'

const RECORD = 'application/vnd.ipfs.ipns-record'
const DAY_MS = 86_400_000
const ADA = '0.0.1001'
const BEN = '0.0.1002'
const ada = nameKey(1)

let harness: Harness
let server: Kept['server']
let minutes: string
let report: string
before(async () => {
  harness = await openHarness()
  server = harness.server
  minutes = (await harness.upload('minutes')).body.cid
  report = (await harness.upload('report')).body.cid
})
after(() => harness[Symbol.asyncDispose]())

const fields = (value: string, sequence: bigint, days = 30, at: Harness = harness) => ({
  value,
  sequence,
  validUntil: at.clock.now() + days * DAY_MS,
  ttlMs: 300_000,
})
const publish = (name: string, record: Uint8Array, by = ADA, at: Harness = harness) =>
  at.ask('/ipfs/names', { method: 'POST', by, body: { name, record: Buffer.from(record).toString('base64') } })
const put = (name: string, record: Uint8Array, at: Harness = harness, type = RECORD) =>
  fetch(`${at.url}/routing/v1/ipns/${name}`, {
    method: 'PUT',
    headers: { 'content-type': type },
    body: Buffer.from(record) as Buffer<ArrayBuffer>,
  })
const textOf = async (response: Response) => response.text()
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

describe('A name that a wallet keeps', () => {
  test('is read as the content that it points at, with headers that let it change', async () => {
    const { name, record } = ada
    const kept = await publish(name, record(fields(`/ipfs/${minutes}`, 0n)))
    assert.equal(kept.status, 200)
    assert.equal(kept.body.value, `/ipfs/${minutes}`)
    assert.equal(kept.body.status, 'valid')
    const read = await harness.get(`/ipns/${name}`)
    assert.equal(await textOf(read), 'minutes')
    assert.equal(read.headers.get('cache-control'), 'public, max-age=300')
    assert.equal(read.headers.get('x-ipfs-path'), `/ipns/${name}`)
    assert.equal(read.headers.get('etag'), `"${minutes}"`)
    const again = await harness.get(`/ipns/${name}`, { 'if-none-match': `"${minutes}"` })
    assert.equal(again.status, 304)
    assert.match(again.headers.get('cache-control') ?? '', /max-age=300/)
    assert.equal((await harness.get(`/ipns/${name}`, { range: 'bytes=0-2' })).status, 206)
    const resolved = await harness.ask(`/ipfs/resolve/${name}`)
    assert.equal(resolved.body.path, `/ipfs/${minutes}`)
    assert.equal(resolved.body.sequence, '0')
    assert.equal((await harness.get(`/ipns/${name}/below`)).status, 404)
    const { body } = await harness.ask('/ipfs/names', { by: ADA })
    assert.deepEqual(body, [kept.body])
    assert.deepEqual((await harness.ask('/ipfs/names', { by: BEN })).body, [])
  })

  test('points at other content with the next record, and never goes back', async () => {
    const { name, record } = nameKey(2)
    const first = record(fields(`/ipfs/${minutes}`, 1n))
    const second = record(fields(`/ipfs/${report}`, 2n))
    await publish(name, second)
    assert.equal((await publish(name, first)).body.code, 'IPNS_RECORD_OUTDATED')
    assert.equal(await codeOf(await put(name, first)), 'IPNS_RECORD_OUTDATED')
    assert.equal((await publish(name, second)).status, 200, 'the same record may be sent again')
    assert.equal(await textOf(await harness.get(`/ipns/${name}`)), 'report')
    // Renewed: the same sequence, valid longer.
    assert.equal((await publish(name, record(fields(`/ipfs/${report}`, 2n, 60)))).status, 200)
    assert.equal((await publish(name, second)).status, 409)
  })

  test('never goes back to a lower sequence, in whatever order records come', async () => {
    let seed = 10
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ sequence: fc.nat(4), days: fc.integer({ min: 1, max: 4 }) }), { minLength: 1, maxLength: 6 }),
        async (sent) => {
          const { name, record } = nameKey(seed++)
          let newest = { sequence: -1, days: 0 }
          for (const { sequence, days } of sent) {
            const { status } = await publish(name, record(fields(`/ipfs/${minutes}`, BigInt(sequence), days)), BEN)
            const isNewer = sequence > newest.sequence || (sequence === newest.sequence && days >= newest.days)
            assert.equal(status, isNewer ? 200 : 409)
            if (isNewer) newest = { sequence, days }
          }
          assert.equal((await harness.ask(`/ipfs/resolve/${name}`)).body.sequence, String(newest.sequence))
        },
      ),
      { numRuns: 12 },
    )
  })

  test('has a record that its key signed, whatever bytes are sent', async () => {
    const { name, record } = nameKey(100)
    const good = record(fields(`/ipfs/${minutes}`, 1n))
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const answer = await publish(name, good.with(at, (good[at] ?? 0) ^ flip))
        assert.equal(answer.body.code, 'IPNS_RECORD_INVALID')
      }),
      { numRuns: 30 },
    )
    assert.equal((await publish(name, nameKey(101).record(fields('/ipfs/x', 1n)))).body.code, 'IPNS_RECORD_INVALID')
    assert.equal((await publish(name, new Uint8Array(20_000))).body.code, 'IPNS_RECORD_INVALID')
    assert.equal((await publish('example.com', good)).body.code, 'INVALID_NAME')
    assert.equal((await harness.get(`/ipns/${name}`)).status, 404)
  })

  test('is served until its record expires, and is listed as expired then', async () => {
    await using own = await openHarness({}, { server })
    const { name, record } = nameKey(102)
    const { body } = await own.upload('text')
    await publish(name, record(fields(`/ipfs/${body.cid}`, 7n, 1, own)), ADA, own)
    const remaining = await own.get(`/ipns/${name}`)
    assert.equal(remaining.status, 200)
    await own.clock.advance(DAY_MS)
    assert.equal((await own.get(`/ipns/${name}`)).status, 404)
    assert.equal((await own.get(`/routing/v1/ipns/${name}`)).status, 404)
    assert.equal((await own.ask(`/ipfs/names/${name}`, { by: ADA })).body.status, 'expired')
    assert.equal((await publish(name, record(fields('/ipfs/x', 7n, 0, own)), ADA, own)).body.code, 'IPNS_RECORD_EXPIRED')
    assert.equal((await publish(name, record(fields(`/ipfs/${body.cid}`, 6n, 9, own)), ADA, own)).status, 409)
    assert.equal((await publish(name, record(fields(`/ipfs/${body.cid}`, 8n, 9, own)), ADA, own)).status, 200)
    assert.equal((await own.get(`/ipns/${name}`)).status, 200)
  })

  test('is kept while any wallet keeps it', async () => {
    const { name, record } = nameKey(103)
    const bytes = record(fields(`/ipfs/${minutes}`, 1n))
    await publish(name, bytes, ADA)
    await publish(name, bytes, BEN)
    const remove = (by: string) => harness.ask2(`/ipfs/names/${name}`, by)
    assert.equal(await remove(ADA), 204)
    assert.equal(await remove(ADA), 404)
    assert.equal((await harness.get(`/ipns/${name}`)).status, 200)
    assert.equal(await remove(BEN), 204)
    assert.equal((await harness.get(`/ipns/${name}`)).status, 404)
  })

  test('is one of at most 100 of its wallet', async () => {
    const by = '0.0.1003'
    for (let seed = 0; seed < 100; seed++) {
      const { name, record } = nameKey(seed, 'secp256k1')
      if (seed === 0) continue
      assert.equal((await publish(name, record(fields('/ipfs/x', 1n)), by)).status, 200)
    }
    const last = nameKey(150)
    await publish(last.name, last.record(fields('/ipfs/x', 1n)), by)
    const more = nameKey(151)
    assert.equal((await publish(more.name, more.record(fields('/ipfs/x', 1n)), by)).body.code, 'TOO_MANY_NAMES')
    assert.equal((await publish(last.name, last.record(fields('/ipfs/x', 2n)), by)).status, 200)
  })
})
