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
        fc.array(fc.record({ sequence: fc.nat(4), days: fc.integer({ min: 1, max: 4 }) }), {
          minLength: 1,
          maxLength: 6,
        }),
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
    assert.equal(
      (await publish(name, record(fields('/ipfs/x', 7n, 0, own)), ADA, own)).body.code,
      'IPNS_RECORD_EXPIRED',
    )
    assert.equal((await publish(name, record(fields(`/ipfs/${body.cid}`, 6n, 9, own)), ADA, own)).status, 409)
    assert.equal((await publish(name, record(fields(`/ipfs/${body.cid}`, 8n, 9, own)), ADA, own)).status, 200)
    assert.equal((await own.get(`/ipns/${name}`)).status, 200)
  })

  test('is kept while any wallet keeps it', async () => {
    const { name, record } = nameKey(103)
    const bytes = record(fields(`/ipfs/${minutes}`, 1n))
    await publish(name, bytes, ADA)
    await publish(name, bytes, BEN)
    const remove = async (by: string) => {
      const headers = { authorization: `Bearer ${await harness.token(by)}` }
      return (await fetch(`${harness.url}/ipfs/names/${name}`, { method: 'DELETE', headers })).status
    }
    assert.equal(await remove(ADA), 200)
    assert.equal(await remove(ADA), 404)
    assert.equal((await harness.get(`/ipns/${name}`)).status, 200)
    assert.equal(await remove(BEN), 200)
    assert.equal((await harness.get(`/ipns/${name}`)).status, 404)
  })

  test('is one of at most 100 of its wallet', async () => {
    const by = '0.0.1003'
    for (let seed = 1; seed < 100; seed++) {
      const { name, record } = nameKey(seed, 'secp256k1')
      assert.equal((await publish(name, record(fields('/ipfs/x', 1n)), by)).status, 200)
    }
    const last = nameKey(150)
    await publish(last.name, last.record(fields('/ipfs/x', 1n)), by)
    const more = nameKey(151)
    assert.equal((await publish(more.name, more.record(fields('/ipfs/x', 1n)), by)).body.code, 'TOO_MANY_NAMES')
    assert.equal((await publish(last.name, last.record(fields('/ipfs/x', 2n)), by)).status, 200)
  })
})

describe('The Delegated Routing API', () => {
  const { name, record } = nameKey(160)

  test('gives the record of a name, which the reference implementation accepts', async () => {
    const bytes = record(fields(`/ipfs/${minutes}`, 5n, 36_500))
    assert.equal(await codeOf(await put(name, bytes)), 'NAME_NOT_KEPT')
    await publish(name, bytes)
    const got = await harness.get(`/routing/v1/ipns/${name}`, { accept: RECORD })
    assert.equal(got.status, 200)
    assert.equal(got.headers.get('content-type'), RECORD)
    assert.equal(got.headers.get('cache-control'), 'public, max-age=300')
    const body = new Uint8Array(await got.arrayBuffer())
    assert.deepEqual(body, new Uint8Array(bytes))
    await ipnsValidator(multihashToIPNSRoutingKey(CID.parse(name, base36).multihash as never), body)
    const etag = got.headers.get('etag') ?? ''
    assert.equal((await harness.get(`/routing/v1/ipns/${name}`, { 'if-none-match': etag })).status, 304)
    assert.equal((await harness.get(`/routing/v1/ipns/${name}`, { accept: 'text/html' })).status, 406)
    for (const [path, headers] of [
      [`/ipns/${name}?format=ipns-record`, {}],
      [`/ipns/${name}`, { accept: RECORD }],
    ] as const) {
      const gateway = await harness.get(path, headers)
      assert.equal(gateway.headers.get('content-type'), RECORD)
      assert.deepEqual(new Uint8Array(await gateway.arrayBuffer()), body)
    }
    assert.equal(await codeOf(await harness.get(`/ipns/${name}/a?format=ipns-record`)), 'INVALID_PARAMETER')
  })

  test('takes newer records of kept names from anybody, and nothing else', async () => {
    assert.equal((await put(name, record(fields(`/ipfs/${report}`, 6n)))).status, 200)
    assert.equal(await textOf(await harness.get(`/ipns/${name}`)), 'report')
    assert.equal(
      (await harness.ask('/ipfs/names', { by: BEN })).body.some((one: { name: string }) => one.name === name),
      false,
    )
    assert.equal(
      (await put(name, record(fields(`/ipfs/${report}`, 7n)), harness, 'application/octet-stream')).status,
      415,
    )
    assert.equal((await put(name, new Uint8Array(10_241))).status, 413)
    assert.equal(await codeOf(await put(name, new Uint8Array())), 'IPNS_RECORD_INVALID')
    assert.equal(await codeOf(await put(name, nameKey(161).record(fields('/ipfs/x', 9n)))), 'IPNS_RECORD_INVALID')
    assert.equal(
      await codeOf(await put('QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG', new Uint8Array(9))),
      'INVALID_NAME',
    )
  })

  for (const type of ['Ed25519', 'secp256k1'] as const)
    for (const v1Compatible of [true, false])
      test(`takes a record of ${type} that the reference implementation made${v1Compatible ? ', with its copies of version 1' : ''}`, async () => {
        const key = await generateKeyPair(type as 'Ed25519')
        const own = CID.createV1(0x72, key.publicKey.toMultihash() as never).toString(base36)
        const lifetime = harness.clock.now() + 30 * DAY_MS - Date.now()
        const made = await createIPNSRecord(key as never, `/ipfs/${minutes}`, 3, lifetime, { v1Compatible } as never)
        const { body, status } = await publish(own, marshalIPNSRecord(made))
        assert.equal(status, 200)
        assert.equal(body.sequence, '3')
        assert.equal(await textOf(await harness.get(`/ipns/${own}`)), 'minutes')
        if (!v1Compatible) return
        const wrong = marshalIPNSRecord({ ...made, value: `/ipfs/${report}` })
        assert.equal((await publish(own, wrong)).body.code, 'IPNS_RECORD_INVALID')
      })
})

describe('A name that leads to another', () => {
  test('is followed, with the paths of all', async () => {
    const [one, two] = [nameKey(170), nameKey(171)]
    await publish(two.name, two.record({ ...fields(`/ipfs/${minutes}`, 0n), ttlMs: 60_000 }))
    await publish(one.name, one.record(fields(`/ipns/${two.name}`, 0n)))
    const read = await harness.get(`/ipns/${one.name}`)
    assert.equal(await textOf(read), 'minutes')
    assert.equal(read.headers.get('cache-control'), 'public, max-age=60')
    const { body } = await harness.ask(`/ipfs/resolve/${one.name}`)
    assert.equal(body.value, `/ipns/${two.name}`)
    assert.equal(body.path, `/ipfs/${minutes}`)
  })

  test('in a circle, or to nothing readable, is refused', async () => {
    const [one, two, three] = [nameKey(172), nameKey(173), nameKey(174)]
    await publish(one.name, one.record(fields(`/ipns/${two.name}`, 0n)))
    await publish(two.name, two.record(fields(`/ipns/${one.name}`, 0n)))
    assert.equal(await codeOf(await harness.get(`/ipns/${one.name}`)), 'NAME_LEADS_NOWHERE')
    let sequence = 0n
    for (const [value, code] of [
      ['/ipfs/', 'INVALID_CID'],
      ['/ipfs/nothing', 'INVALID_CID'],
      [`/ipfs/${minutes}/../..`, 'INVALID_CID'],
      ['/ipns/', 'INVALID_NAME'],
      ['http://127.0.0.1/', 'NAME_LEADS_NOWHERE'],
      ['', 'NAME_LEADS_NOWHERE'],
    ] as const) {
      await publish(three.name, three.record(fields(value, sequence++)))
      assert.equal(await codeOf(await harness.get(`/ipns/${three.name}`)), code, value)
    }
  })
})

describe('A record of a router', () => {
  const router = (answer: Parameters<typeof openGateway>[0]) => openGateway(answer)
  const reader = (urls: string[], more: Record<string, string> = {}) =>
    openHarness({ IPNS_ROUTING_URLS: urls.join(','), ...more }, { server })
  const giving = (bytes: Uint8Array) => router((_request, response) => response.end(bytes))
  let seed = 180

  test('is used after it was verified: of several, the newest valid one', async () => {
    const { name, record } = nameKey(seed++)
    const { record: others } = nameKey(seed++)
    await using older = await giving(record(fields(`/ipfs/${minutes}`, 1n)))
    await using newer = await giving(record(fields(`/ipfs/${report}`, 2n)))
    await using expired = await giving(record(fields(`/ipfs/${minutes}`, 9n, -1)))
    await using wrong = await giving(others(fields(`/ipfs/${minutes}`, 9n)))
    await using own = await reader([older.url, newer.url, expired.url, wrong.url].reverse())
    const { body } = await own.ask(`/ipfs/resolve/${name}`)
    assert.equal(body.path, `/ipfs/${report}`)
    assert.deepEqual(older.asked, [`/routing/v1/ipns/${name}`])
    await own.ask(`/ipfs/resolve/${name}`)
    assert.equal(older.asked.length, 1, 'it is kept for its time to live')
    await own.clock.advance(300_000)
    await own.ask(`/ipfs/resolve/${name}`)
    assert.equal(older.asked.length, 2)
  })

  test('never replaces a newer one that was seen before, and an expired one is not used', async () => {
    const { name, record } = nameKey(seed++)
    let bytes = record(fields(`/ipfs/${report}`, 2n, 1))
    await using changing = await router((_request, response) => response.end(bytes))
    await using own = await reader([changing.url])
    assert.equal((await own.ask(`/ipfs/resolve/${name}`)).body.path, `/ipfs/${report}`)
    bytes = record(fields(`/ipfs/${minutes}`, 1n, 9))
    await own.clock.advance(300_000)
    assert.equal((await own.ask(`/ipfs/resolve/${name}`)).body.path, `/ipfs/${report}`)
    bytes = new Uint8Array(9)
    await own.clock.advance(DAY_MS)
    const { body } = await own.ask(`/ipfs/resolve/${name}`)
    assert.equal(body.code, 'NAME_NOT_FOUND')
    assert.match(body.message, /127\.0\.0\.1:\d+ \(This is not a valid record/)
  })

  test('of a hostile router harms nothing: wrong, endless, slow and absent answers', async () => {
    const { name, record } = nameKey(seed++)
    const wrong = nameKey(seed++).record(fields(`/ipfs/${minutes}`, 9n))
    await using lying = await giving(wrong)
    await using endless = await router((_request, response) => endlessly(response, Buffer.alloc(65_536)))
    await using silent = await router(() => undefined)
    await using broken = await router((_request, response) => response.destroy())
    await using absent = await router((_request, response) => response.writeHead(404).end())
    await using honest = await giving(record(fields(`/ipfs/${minutes}`, 1n)))
    const hostile = [lying, endless, silent, broken, absent].map(({ url }) => url)
    await using own = await reader([...hostile, honest.url])
    assert.equal((await own.ask(`/ipfs/resolve/${name}`)).body.path, `/ipfs/${minutes}`)
    await using alone = await reader(hostile, { IPFS_TIMEOUT: '500' })
    const refused = await alone.ask(`/ipfs/resolve/${name}`)
    assert.equal(refused.status, 504)
    assert.match(refused.body.message, /it gave more than 10240 bytes.*it did not answer in time.*it answered 404/s)
    await using quick = await reader([lying.url, absent.url])
    assert.equal((await quick.ask(`/ipfs/resolve/${name}`)).status, 404)
  })

  test('is that of the gateways, if no routers are set', async () => {
    const { name, record } = nameKey(seed++)
    await using gateway = await giving(record(fields(`/ipfs/${minutes}`, 1n)))
    await using own = await openHarness({ IPFS_GATEWAY_URLS: `${gateway.url}/ipfs/` }, { server })
    assert.equal((await own.ask(`/ipfs/resolve/${name}`)).status, 200)
    assert.deepEqual(gateway.asked, [`/ipns/${name}?format=ipns-record`])
    // Other nodes get only kept records, so that no two ask each other in a circle.
    assert.equal((await own.get(`/routing/v1/ipns/${name}`)).status, 404)
    assert.equal((await own.get(`/ipns/${name}?format=ipns-record`)).status, 404)
  })

  test('replaces a kept one, if its owner published a newer one elsewhere', async () => {
    const { name, record } = nameKey(seed++)
    const asked = Promise.withResolvers<void>()
    await using elsewhere = await router((request, response) => {
      if (request.method === 'PUT') response.end()
      else response.end(record(fields(`/ipfs/${report}`, 2n)), () => asked.resolve())
    })
    await using own = await reader([elsewhere.url])
    await publish(name, record(fields(`/ipfs/${minutes}`, 1n)), ADA, own)
    const path = async () => (await own.ask(`/ipfs/resolve/${name}`)).body.path
    assert.equal(await path(), `/ipfs/${minutes}`)
    await asked.promise
    while ((await path()) !== `/ipfs/${report}`);
    assert.equal((await own.ask(`/ipfs/names/${name}`, { by: ADA })).body.sequence, '2')
  })

  test('was given to the routers when it was published, and is given to them again every day', async () => {
    const { name, record } = nameKey(seed++)
    const taken: string[] = []
    let status = 500
    await using taking = await router(async (request, response) => {
      // Jobs of the other tests' names are in the same database.
      if (request.method !== 'PUT' || !request.url?.endsWith(name)) {
        response.writeHead(404).end()
        return
      }
      const parts = await Array.fromAsync(request as AsyncIterable<Buffer>)
      taken.push(`${request.url} ${request.headers['content-type']} ${Buffer.concat(parts).toString('base64')}`)
      response.writeHead(status).end()
    })
    await using own = await reader([taking.url])
    const bytes = record(fields(`/ipfs/${minutes}`, 1n))
    await publish(name, bytes, ADA, own)
    await own.jobs.settled()
    const state = async () => (await own.ask(`/ipfs/names/${name}`, { by: ADA })).body
    assert.match((await state()).routingError, /it answered 500/)
    status = 200
    while ((await state()).routedAt === undefined) {
      await own.clock.advance(5_000)
      await own.jobs.settled()
    }
    assert.equal((await state()).routingError, undefined)
    assert.equal(taken.at(-1), `/routing/v1/ipns/${name} ${RECORD} ${Buffer.from(bytes).toString('base64')}`)
    const before = taken.length
    await own.clock.advance(DAY_MS)
    await own.jobs.settled()
    assert.equal(taken.length, before + 1)
    await own.clock.advance(40 * DAY_MS)
    await own.jobs.settled()
    const last = taken.length
    await own.clock.advance(2 * DAY_MS)
    await own.jobs.settled()
    assert.equal(taken.length, last, 'an expired record is given to nobody')
  })
})

describe('A domain', () => {
  let dns: DnsServer
  let own: Harness
  before(async () => {
    dns = await openDns()
    own = await openHarness({ DNSLINK_RESOLVERS: dns.address, IPFS_TIMEOUT: '500' }, { server })
  })
  after(async () => {
    await own[Symbol.asyncDispose]()
    await dns[Symbol.asyncDispose]()
  })
  const link = (domain: string, ...texts: string[]) => dns.texts.set(`_dnslink.${domain}`, texts)

  test('names content by DNSLink', async () => {
    const { body } = await own.upload('site')
    link('docs.example.com', 'v=spf1 -all', `dnslink=/ipfs/${body.cid}`)
    const read = await own.get('/ipns/Docs.example.com')
    assert.equal(await read.text(), 'site')
    assert.equal(read.headers.get('cache-control'), 'public, max-age=60')
    assert.equal((await own.ask('/ipfs/resolve/docs.example.com')).body.path, `/ipfs/${body.cid}`)
    assert.equal(dns.asked.filter((name) => name === '_dnslink.docs.example.com').length, 1, 'it is kept for a minute')
    await own.clock.advance(60_001)
    await own.get('/ipns/docs.example.com')
    assert.equal(dns.asked.filter((name) => name === '_dnslink.docs.example.com').length, 2)
  })

  test('may name another name, and of several links the first in order counts', async () => {
    const { name, record } = nameKey(220)
    await publish(name, record(fields(`/ipfs/${minutes}`, 0n)))
    link('one.example', `dnslink=/ipns/${name}`)
    link('two.example', 'dnslink=/ipns/zzz.example', 'dnslink=/ipns/one.example', 'dnslink=/bad/x', 'dnslink=')
    assert.equal((await own.ask('/ipfs/resolve/two.example')).body.path, `/ipfs/${minutes}`)
  })

  test('that names nothing readable is refused', async () => {
    link('circle.example', 'dnslink=/ipns/circle.example')
    link('long.example', `dnslink=/ipfs/${'x'.repeat(40_000)}`)
    link('many.example', ...Array.from({ length: 150 }, (_, index) => `text ${index}`))
    link('cid.example', 'dnslink=/ipfs/notacid')
    link('path.example', `dnslink=/ipfs/${minutes}/../../x`)
    dns.texts.set('_dnslink.silent.example', 'silent').set('_dnslink.fails.example', 'SERVFAIL')
    for (const [domain, code] of [
      ['circle.example', 'NAME_LEADS_NOWHERE'],
      ['many.example', 'NAME_NOT_FOUND'],
      ['none.example', 'NAME_NOT_FOUND'],
      ['cid.example', 'INVALID_CID'],
      ['path.example', 'INVALID_CID'],
      ['silent.example', 'NAME_TIMEOUT'],
      ['fails.example', 'NAME_TIMEOUT'],
      ['10.0.0.1', 'INVALID_NAME'],
      ['localhost', 'INVALID_NAME'],
      ['-a.example', 'INVALID_NAME'],
      [`${'a.'.repeat(125)}example`, 'INVALID_NAME'],
    ] as const)
      assert.equal((await own.ask(`/ipfs/resolve/${domain}`)).body.code, code, domain)
  })

  test('is not looked up unless DNS servers are set', async () => {
    assert.equal((await harness.ask('/ipfs/resolve/docs.example.com')).body.code, 'DNSLINK_OFF')
  })
})
