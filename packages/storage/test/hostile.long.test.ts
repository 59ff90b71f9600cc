import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { encode } from '@ipld/dag-pb'
import { base32upper } from 'multiformats/bases/base32'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { blockKey, multihashOfKey } from '../src/identifier/identifier.ts'
import { openTables } from '../src/store/open-tables.ts'
import { insertPin } from '../src/store/pins.ts'
import { resolve } from '../src/unixfs/content.ts'
import { fetchGraph } from '../src/unixfs/dag.ts'
import { murmur64, prefixesOf } from '../src/unixfs/shards.ts'
import { type Blocks, DAG_PB, openBlockGateway, put, putNode, RAW, unixfsData } from './block-gateway.ts'
import type { Gateway } from './gateway.ts'
import { type Harness, openHarness, settled } from './harness.ts'

/** UnixFS block sizes of one byte each, packed into one field. */
const manySizes = (count: number): Buffer =>
  Buffer.concat([Buffer.of(0x22, (count & 127) | 128, ((count >> 7) & 127) | 128, count >> 14), Buffer.alloc(count, 1)])

/** Their MurmurHash3 (x64, 128 bits) is the same, whatever follows them, so a table of hashes cannot hold both. */
const COLLIDING = [
  Buffer.from('de9bca85c398d5b3df8fdfbbdd84cdae3edcbe54c898d19373616d6573616d65', 'hex').toString(),
  Buffer.from('3e3cc8a7670c2b7c2170780f2d57514f3edcbe544b4b031173616d6573616d65', 'hex').toString(),
] as const

const linkTo = (Hash: CID) => ({ Hash, Name: '', Tsize: 0 })

describe('A hostile DAG', () => {
  const blocks: Blocks = new Map()
  let gateway: Gateway
  let harness: Harness
  before(async () => {
    gateway = await openBlockGateway(blocks)
    harness = await openHarness({
      IPFS_GATEWAY_URLS: gateway.url,
      STORAGE_QUOTA_BYTES: '20000000',
      IPFS_TIMEOUT: '20000',
    })
  })
  after(async () => {
    await harness[Symbol.asyncDispose]()
    await gateway[Symbol.asyncDispose]()
  })
  const leaf = (bytes: Uint8Array | string = randomBytes(1000)) => put(blocks, RAW, Buffer.from(bytes))

  /** Reading and pinning both end with an error that says what is wrong. */
  async function refused(cid: CID, why: RegExp, code = 'MALFORMED_CONTENT'): Promise<void> {
    for (const path of [`/ipfs/${cid}`, `/ipfs/file/${cid}`]) {
      const { status, body } = await harness.ask(path)
      assert.equal(status, code === 'CONTENT_NOT_VERIFIED' ? 502 : 422, JSON.stringify(body))
      assert.equal(body.code, code)
      assert.match(body.message, why)
    }
  }
  async function unpinnable(cid: CID, why: RegExp): Promise<void> {
    await harness.ask(`/ipfs/pin/${cid}`, { method: 'POST', by: '0.0.1001' })
    const { status, error } = await settled(harness, String(cid))
    assert.equal(status, 'failed')
    assert.match(error, why)
  }

  test('A hostile DAG whose sizes differ from the declared ones is refused', async () => {
    const cid = putNode(blocks, { size: 5000, sizes: [1000] }, [leaf()])
    await refused(cid, /says that it has 5000 bytes, but its parts have 1000/)
    await unpinnable(cid, /says that it has 5000 bytes/)
    await refused(putNode(blocks, { size: 1000, sizes: [1000] }), /has 0 parts, but 1 sizes/)
    const short = putNode(blocks, { size: 2000, sizes: [2000] }, [leaf()])
    await refused(short, /has 1000 bytes, but its parent states 2000/)
    const { headers } = await harness.get(`/ipfs/${short}`)
    assert.deepEqual([headers.get('cache-control'), headers.get('etag')], ['no-store', null])
    await unpinnable(short, /does not have the 2000 bytes/)
  })

  test('A hostile DAG that is deeper than any file is refused', async () => {
    let cid = leaf()
    for (let depth = 0; depth < 1000; depth++) cid = putNode(blocks, { size: 1000, sizes: [1000] }, [cid])
    await refused(cid, /nested more than 64 levels deep/)
  })

  test('A hostile DAG that repeats itself is counted once by a pin, and read only as far as requested', async () => {
    const byte = leaf('A')
    let cid = byte
    let size = 1
    for (let level = 0; level < 5; level++) {
      cid = putNode(blocks, { size: size * 1000, sizes: Array(1000).fill(size) }, Array(1000).fill(cid))
      size *= 1000
    }
    assert.equal(size, 1e15)
    const end = await harness.get(`/ipfs/${cid}`, { range: 'bytes=-3' })
    assert.equal(end.status, 206)
    assert.equal(await end.text(), 'AAA')
    await harness.ask(`/ipfs/pin/${cid}`, { method: 'POST', by: '0.0.1001' })
    assert.equal((await settled(harness, String(cid))).status, 'pinned')
    cid = putNode(blocks, { size: BigInt(size) * 1000n, sizes: Array(1000).fill(size) }, Array(1000).fill(cid))
    await refused(cid, /says that it has/)
  })

  test('A hostile DAG with very many empty parts does not request them', async () => {
    const empty = Array.from({ length: 20_000 }, () => leaf(randomBytes(16)))
    const cid = putNode(blocks, { data: Buffer.from('x'), size: 1, sizes: Array(20_000).fill(0) }, empty)
    const before = gateway.asked.length
    assert.equal(await (await harness.get(`/ipfs/${cid}`)).text(), 'x')
    assert.equal(gateway.asked.length, before + 1)
    await unpinnable(cid, /does not have the 0 bytes/)
  })

  test('A hostile DAG of blocks that are too large is refused before it is read', async () => {
    const cid = put(blocks, RAW, randomBytes(5 * 1024 * 1024))
    await refused(cid, /gave more bytes than a block has/, 'CONTENT_NOT_VERIFIED')
  })

  test('A hostile DAG with too many links in a block is refused before its links are read', async () => {
    const byte = leaf('b')
    for (const told of [{ type: 1 }, { size: 40_000, sizes: Array(40_000).fill(1) }])
      await refused(putNode(blocks, told, Array(40_000).fill(byte)), /has more than 32768 links/)
    const packed = put(
      blocks,
      DAG_PB,
      encode({ Data: Buffer.concat([Buffer.of(8, 2), manySizes(600_000)]), Links: [] }),
    )
    await refused(packed, /has 0 parts, but more than 16 sizes|more than \d+ UnixFS fields/)
  })

  test('A hostile DAG that repeats one link is prefetched only as far as is cheap', async () => {
    const held: Blocks = new Map()
    const [first, same, last] = ['first', 'same', 'last'].map((text) => put(held, RAW, Buffer.from(text))) as [
      CID,
      CID,
      CID,
    ]
    const root = putNode(held, { type: 1 }, [first, ...Array(1000).fill(same), last])
    const asked: string[] = []
    const get = async (cid: CID) => {
      const bytes = held.get(blockKey(cid)) as Uint8Array
      asked.push(cid.equals(root) ? 'root' : String(Buffer.from(bytes)))
      await new Promise(setImmediate)
      asked.push('got')
      return bytes
    }
    let blocks = 0
    await fetchGraph(root, get, async () => {
      blocks++
    })
    assert.equal(blocks, 4)
    assert.deepEqual(asked.slice(0, 5), ['root', 'got', 'first', 'same', 'got'], 'the last one is not begun with these')
  })

  test('A hostile DAG with very many dead links fails without holding them all in memory', async () => {
    const nowhere = () => CID.createV1(RAW, create(0x12, randomBytes(32)))
    const wide = Array.from({ length: 8 }, () =>
      putNode(
        blocks,
        { type: 1 },
        Array.from({ length: 20_000 }, () => nowhere()),
      ),
    )
    await unpinnable(putNode(blocks, { type: 1 }, wide), /was not found/)
    const byte = leaf('c')
    let deep = putNode(blocks, { type: 1 }, Array(30_000).fill(byte))
    for (let level = 0; level < 3; level++) deep = putNode(blocks, { type: 1 }, [deep, ...Array(30_000).fill(byte)])
    await unpinnable(deep, /more than 65536 links waiting to be followed/)
    let chain = putNode(blocks, { type: 1 }, [byte])
    for (let depth = 0; depth < 300; depth++) chain = putNode(blocks, { type: 1 }, [chain, byte])
    await unpinnable(chain, /nested more than 256 levels deep/)
  })

  test('A hostile DAG whose directory has very many names finds one of them without reading the others', async () => {
    const file = leaf('found')
    const names = Array.from({ length: 30_000 }, (_, index) => `${100_000 + index}.txt`)
    const directory = putNode(blocks, { type: 1 }, Array(30_000).fill(file), names)
    assert.equal(await (await harness.get(`/ipfs/${directory}/129999.txt`)).text(), 'found')
    assert.equal((await harness.get(`/ipfs/${directory}/130000.txt`)).status, 404)
    const long = putNode(blocks, { type: 1 }, [file], [`${'x'.repeat(1_000_000)}\u0000`])
    const { body } = await harness.ask(`/ipfs/metadata/${long}`)
    assert.ok(body.message.length < 1000)
  })

  test('A hostile DAG that is not valid UnixFS is refused', async () => {
    await refused(put(blocks, DAG_PB, randomBytes(500)), /is not dag-pb/)
    await refused(put(blocks, DAG_PB, new Uint8Array()), /is dag-pb, but not UnixFS/, 'UNSUPPORTED_CONTENT')
    await refused(putNode(blocks, { type: 3 }), /is a metadata/, 'UNSUPPORTED_CONTENT')
    const symlink = putNode(blocks, { type: 4, data: Buffer.from('to') })
    await refused(putNode(blocks, { size: 2, sizes: [2] }, [symlink]), /is a symlink in the middle of a file/)
    await refused(putNode(blocks, { type: 9 }), /UnixFS type 9/, 'UNSUPPORTED_CONTENT')
    const broken = Uint8Array.from([0x0a, 0x03, 0x08, 0x02, 0x12])
    await refused(put(blocks, DAG_PB, broken), /truncated|beyond the end|is not dag-pb/)
    const directory = putNode(blocks, { type: 1 })
    await refused(putNode(blocks, { size: 4, sizes: [4] }, [directory]), /is a directory in the middle of a file/)
    await refused(
      putNode(blocks, { size: 4, sizes: [4] }, [put(blocks, 0x71, Buffer.of(0xa0))]),
      /is a block of data in the middle/,
    )
    const shards = putNode(blocks, { type: 5, fanout: 3 })
    await refused(shards, /has an unsupported fanout of 3/)
    const unread = putNode(blocks, { type: 5, fanout: 256 }, [leaf()], ['00'])
    assert.ok((await harness.ask(`/ipfs/${unread}/a`)).status >= 400)
  })

  test('A hostile DAG of nested directories with many names, all of them in memory, is followed in steps', async () => {
    const held: Blocks = new Map()
    let at = put(held, RAW, Buffer.from('x'))
    const others = Array.from({ length: 1000 }, (_, index) => `b${1000 + index}`)
    for (let level = 0; level < 64; level++)
      at = putNode(held, { type: 1 }, [at, ...others.map(() => at)], ['a', ...others])
    let rounds = 0
    let isDone = false
    const round = (): void => {
      rounds++
      if (!isDone) setImmediate(round)
    }
    round()
    await resolve({ cid: at, path: Array(64).fill('a') }, async (cid) => held.get(blockKey(cid)) as Uint8Array)
    isDone = true
    assert.ok(rounds > 20, `${rounds} rounds of the event loop`)
  })

  test('A hostile DAG whose names have equal hashes is searched only along one name', async () => {
    const file = leaf('found')
    const names = COLLIDING.map((name) => `00${name}`).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    assert.equal(murmur64(Buffer.from(COLLIDING[0])), murmur64(Buffer.from(COLLIDING[1])))
    // Type, Data, hashType and fanout, as every program writes them.
    const Data = Uint8Array.from([8, 5, 0x12, 0, 0x28, 0x22, 0x30, 0x80, 2])
    const shards = put(blocks, DAG_PB, encode({ Data, Links: names.map((Name) => ({ Hash: file, Name, Tsize: 0 })) }))
    const answer = await harness.ask(`/ipfs/${shards}/another`)
    assert.deepEqual([answer.status, answer.body.code], [404, 'CONTENT_NOT_FOUND'])
    const [prefix = ''] = prefixesOf('here', 256)
    let nested = putNode(blocks, { type: 5, fanout: 256 }, [file], [`${prefix}there`])
    const all = [...prefixesOf('here', 256)].reverse()
    for (const one of all) nested = putNode(blocks, { type: 5, fanout: 256 }, [nested], [one])
    const deep = await harness.ask(`/ipfs/${nested}/here`)
    assert.deepEqual([deep.status, deep.body.code], [422, 'MALFORMED_CONTENT'])
    const other = putNode(blocks, { type: 5, fanout: 16 }, [file], ['0x'])
    const mixed = putNode(blocks, { type: 5, fanout: 256 }, [other], [prefix])
    assert.match(
      (await harness.ask(`/ipfs/${mixed}/here`)).body.message,
      /not part of a sharded directory with a fanout of 256/,
    )
  })

  test('A hostile DAG with a megabyte inlined in its links is refused', async () => {
    let inner: Uint8Array = encode({ Data: unixfsData({ type: 1 }), Links: [] })
    for (let level = 0; level < 30; level++)
      inner = encode({ Data: unixfsData({ type: 1 }), Links: [linkTo(CID.createV1(DAG_PB, create(0, inner)))] })
    await harness.upload(inner)
    const root = CID.createV1(DAG_PB, create(0x12, createHash('sha256').update(inner).digest()))
    await refused(root, /an identifier of \d+ bytes, at most 256 are read/)
    const car = await harness.get(`/ipfs/${root}?format=car`)
    assert.ok((await car.arrayBuffer()).byteLength < inner.length + 200)
  })

  test('ends the pin of a directory that is larger than the quota', async () => {
    const large = Array.from({ length: 12 }, () => leaf(randomBytes(2_000_000)))
    const names = large.map((_, index) => String.fromCharCode(97 + index))
    await unpinnable(putNode(blocks, { type: 1 }, large, names), /more than the 20000000 bytes/)
  })
})

describe('Hostile bytes', () => {
  let harness: Harness
  before(async () => {
    harness = await openHarness()
  })
  after(() => harness[Symbol.asyncDispose]())

  test('Hostile bytes that are endless comments are neither read for ever nor detected as an image', async () => {
    for (const [text, type] of [
      ['<!---->'.repeat(580), 'text/plain; charset=utf-8'],
      [`${'<!---->'.repeat(500)}<svg>`, 'image/svg+xml'],
      [`<?xml version="1.0"?>${' '.repeat(3000)}<!-- -->`, 'text/plain; charset=utf-8'],
    ] as const)
      assert.equal((await harness.upload(text)).body.mimetype, type)
  })

  test('Hostile bytes that are an address of 150 KB in metadata are left as they are', async () => {
    const image = `z${'1'.repeat(150_000)}`
    const files = [`9${'1'.repeat(400)}`, `k${'z'.repeat(300)}`].map((uri) => ({ uri }))
    const { body } = await harness.upload(JSON.stringify({ image, files }))
    assert.deepEqual((await harness.ask(`/ipfs/metadata/${body.cid}`)).body, { image, files })
    for (const long of [`z${'1'.repeat(700)}`, `f${'0'.repeat(600)}`]) {
      const answer = await harness.ask(`/ipfs/metadata/${long}`)
      assert.deepEqual([answer.status, answer.body.code], [400, 'INVALID_CID'])
      assert.match(answer.body.message, /at most (192|512)/)
    }
    const deep = await harness.ask(`/ipfs/${body.cid}${'/a'.repeat(65)}`)
    assert.deepEqual([deep.status, deep.body.code], [400, 'INVALID_CID'])
  })

  test('Hostile bytes with too many values, or nested too deep, are not accepted as metadata', async () => {
    for (const text of [`{"a":[${'0,'.repeat(60_000)}0]}`, `{"a":${'['.repeat(65)}${']'.repeat(65)}}`]) {
      const { body } = await harness.upload(text)
      const answer = await harness.ask(`/ipfs/metadata/${body.cid}`)
      assert.deepEqual([answer.status, answer.body.code], [422, 'NOT_METADATA'])
    }
    const quoted = { a: '[{,"\\'.repeat(60_000) }
    const { body } = await harness.upload(JSON.stringify(quoted))
    assert.deepEqual((await harness.ask(`/ipfs/metadata/${body.cid}`)).body, quoted)
  })

  test('Hostile bytes in a file’s name do not make it look like another name', async () => {
    const { body } = await harness.upload('x', { filename: 'cod\u202egpj.\u200bexe\u0007' })
    assert.equal(body.filename, 'codgpj.exe')
    await harness.ask(`/ipfs/pin/${body.cid}`, { method: 'POST', by: '0.0.1002', body: { filename: 'a\u2066b' } })
    assert.equal((await settled(harness, body.cid, '0.0.1002')).metadata.filename, 'ab')
    const { headers } = await harness.get(`/ipfs/${body.cid}?filename=${encodeURIComponent('cod\u202egpj.exe')}`)
    assert.match(headers.get('content-disposition') ?? '', /filename="codgpj.exe"; filename\*=UTF-8''codgpj.exe$/)
  })

  test('Hostile bytes in metadata never lead to a link with the host of another client’s Host header through a cache', async () => {
    const { body } = await harness.upload('{"name":"x"}')
    const answer = await harness.get(`/ipfs/metadata/${body.cid}`)
    assert.equal(answer.headers.get('cache-control'), 'private, no-cache')
    await using settledAddress = await openHarness({ PUBLIC_URL: 'https://node.example/' })
    const image = 'ipfs://bafkreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4'
    const { body: stored } = await settledAddress.upload(JSON.stringify({ image }))
    const linked = await settledAddress.get(`/ipfs/metadata/${stored.cid}`)
    assert.equal(linked.headers.get('cache-control'), 'public, max-age=86400')
    assert.match(await linked.text(), /"https:\/\/node\.example\/ipfs\/file\/bafkrei/)
  })
})

describe('Collection', () => {
  test('handles everything ever stored: blocks with more links than are accepted now, and dead links', async () => {
    await using harness = await openHarness()
    const made: Blocks = new Map()
    const kept = put(made, RAW, Buffer.from('kept'))
    const inline = putNode(made, { type: 1 }, [kept])
    const identity = CID.createV1(DAG_PB, create(0, made.get(blockKey(inline)) as Uint8Array))
    made.delete(blockKey(inline))
    const nowhere = Array.from({ length: 180_000 }, () => CID.createV1(RAW, create(0x12, randomBytes(32))))
    const wide = putNode(made, { type: 1 }, [...nowhere.slice(0, 90_000), identity])
    const root = putNode(made, { type: 1 }, [wide, ...nowhere.slice(90_000)])
    put(made, RAW, Buffer.from('nobody needs it'))
    // As they were stored before links were limited.
    for (const [key, bytes] of made) {
      const name = base32upper.encode(multihashOfKey(key))
      const folder = join(harness.dataDir, 'ipfs', 'blocks', name.slice(-2))
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, `${name}.data`), bytes)
    }
    const tables = await openTables(harness.server)
    const pin = { chain: 'hedera:devnet', owner: '0.0.7', cid: String(root), status: 'pinned' as const }
    await tables.change((trx) => insertPin(trx, { ...pin, filename: null, mimetype: null, created_at: new Date(0) }))
    await harness.content.collect()
    assert.equal((await harness.onDisk()).blocks, 3)
    assert.equal(await (await harness.get(`/ipfs/${kept}`)).text(), 'kept')
    await harness.ask(`/ipfs/unpin/${root}`, { method: 'DELETE', by: '0.0.7' })
    await harness.collected()
    assert.equal((await harness.onDisk()).blocks, 0)
  })

  test('keeps the targets of inlined links, however long the identifiers are', async () => {
    await using harness = await openHarness()
    for (const size of [127, 128]) {
      const { body } = await harness.upload(`kept by ${size} bytes`)
      const leaf = CID.parse(body.cid)
      const bare = encode({ Data: unixfsData({ type: 1 }), Links: [linkTo(leaf)] }).length
      const node = encode({
        Data: unixfsData({ type: 1 }),
        Links: [{ ...linkTo(leaf), Name: 'n'.repeat(size - bare) }],
      })
      assert.equal(node.length, size)
      const root = CID.createV1(DAG_PB, create(0, node))
      await harness.ask(`/ipfs/pin/${root}`, { method: 'POST', by: '0.0.1002' })
      assert.equal((await settled(harness, String(root), '0.0.1002')).status, 'pinned')
      await harness.ask(`/ipfs/unpin/${leaf}`, { method: 'DELETE', by: '0.0.1001' })
      await harness.collected()
      assert.equal((await harness.get(`/ipfs/${leaf}`)).status, 200, `${size} bytes`)
    }
  })
})
