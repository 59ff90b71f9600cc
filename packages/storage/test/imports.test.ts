/** Archives (CAR) that are imported. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import * as dagCbor from '@ipld/dag-cbor'
import * as dagJson from '@ipld/dag-json'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { type Blocks, DAG_PB, put, putNode, RAW, varint } from './block-gateway.ts'
import { type Harness, openHarness } from './harness.ts'
import { archiveOf, blocksOf, cidsOf } from './made-directories.ts'

const DAG_CBOR = 0x71
const DAG_JSON = 0x0129

describe('An archive', () => {
  let harness: Harness
  before(async () => {
    harness = await openHarness({ MAX_FILE_SIZE: '3000000', STORAGE_QUOTA_BYTES: '8000000' })
  })
  after(() => harness[Symbol.asyncDispose]())

  const archived = async ({ root, blocks }: { root: CID; blocks: Blocks }, roots = [root]) =>
    archiveOf(roots, cidsOf(blocks))
  /** The archive is refused, and nothing of it is kept. */
  async function refused(body: Uint8Array, [status, code, told]: readonly [number, string, RegExp?], query = '') {
    const before = await harness.onDisk()
    const answer = await harness.import(body, { query })
    assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(answer.body))
    if (told) assert.match(answer.body.message, told)
    assert.deepEqual(await harness.onDisk(), before)
  }

  test('that was exported is imported with the same identifiers, and pinned for the wallet', async () => {
    const file = randomBytes(20_500)
    const made = await blocksOf({ 'deep/er/file.bin': file, 'a.txt': 'a' })
    const first = await harness.import(await archived(made), { query: '?filename=minutes%20%E2%80%AE' })
    const expected = {
      cid: String(made.root),
      size: null,
      mimetype: null,
      filename: 'minutes ',
      blocks: made.blocks.size,
    }
    assert.deepEqual([first.status, first.body], [201, expected])
    assert.equal(first.headers.get('location'), `/ipfs/${made.root}`)
    const pin = (await harness.ask(`/ipfs/pin/${made.root}`, { by: '0.0.1001' })).body
    assert.equal(pin.status, 'pinned')
    assert.equal(pin.metadata.filename, 'minutes ')

    const exported = new Uint8Array(await (await harness.get(`/ipfs/${made.root}?format=car`)).arrayBuffer())
    await using other = await openHarness()
    assert.equal((await other.import(exported)).status, 201)
    const read = await other.get(`/ipfs/${made.root}/deep/er/file.bin`)
    assert.deepEqual(Buffer.from(await read.arrayBuffer()), file)
    assert.equal((await other.onDisk()).blocks, made.blocks.size)
  })

  test('of a file has the size and the media type of the file', async () => {
    const blocks: Blocks = new Map()
    const root = put(blocks, RAW, Buffer.from('{"a":1}'))
    const { body } = await harness.import(await archived({ root, blocks }))
    assert.deepEqual(body, { cid: String(root), size: 7, mimetype: 'application/json', blocks: 1 })
  })

  test('of version 2 is read up to its index', async () => {
    const blocks: Blocks = new Map()
    const root = put(blocks, RAW, randomBytes(100))
    const inner = await archived({ root, blocks })
    const head = Buffer.alloc(40)
    const padding = 100_000
    head.writeBigUInt64LE(BigInt(51 + padding), 16)
    head.writeBigUInt64LE(BigInt(inner.length), 24)
    const pragma = Buffer.from('0aa16776657273696f6e02', 'hex')
    const whole = Buffer.concat([pragma, head, Buffer.alloc(padding), inner, randomBytes(200)])
    assert.equal((await harness.import(whole)).body.cid, String(root))
    head.writeBigUInt64LE(BigInt(inner.length - 1), 24)
    const short = Buffer.concat([pragma, head, Buffer.alloc(padding), inner])
    await refused(short, [400, 'MALFORMED_ARCHIVE', /truncated/])
    head.writeBigUInt64LE(1n, 16)
    await refused(Buffer.concat([pragma, head, inner]), [400, 'MALFORMED_ARCHIVE', /own header/])
  })

  test('with several roots is imported from the chosen one, and the other blocks are not kept', async () => {
    const blocks: Blocks = new Map()
    const [a, b] = [put(blocks, RAW, randomBytes(50)), put(blocks, RAW, randomBytes(60))]
    const body = await archived({ root: a, blocks }, [a, b])
    await refused(body, [400, 'ROOT_MISSING', new RegExp(String(b))])
    await refused(await archived({ root: a, blocks }, []), [400, 'ROOT_MISSING', /names no root/])
    await refused(body, [400, 'INVALID_CID'], '?root=nonsense')
    const before = await harness.onDisk()
    assert.equal((await harness.import(body, { query: `?root=${b}` })).body.cid, String(b))
    assert.equal((await harness.onDisk()).blocks, before.blocks + 1)
    assert.equal((await harness.get(`/ipfs/${a}`)).status, 404)
  })

  test('may leave out blocks that the node has, but no others', async () => {
    const { body: known } = await harness.upload('a known part')
    const blocks: Blocks = new Map()
    const root = putNode(blocks, { type: 1 }, [CID.parse(known.cid)], ['known.txt'])
    assert.equal((await harness.import(await archived({ root, blocks }))).status, 201)
    assert.equal(await (await harness.get(`/ipfs/${root}/known.txt`)).text(), 'a known part')
    const others: Blocks = new Map()
    const missing = put(new Map(), RAW, randomBytes(10))
    const lacking = putNode(others, { type: 1 }, [missing], ['missing'])
    await refused(await archived({ root: lacking, blocks: others }), [
      422,
      'INCOMPLETE_ARCHIVE',
      new RegExp(String(missing)),
    ])
    await refused(await archived({ root: missing, blocks: others }), [422, 'INCOMPLETE_ARCHIVE'])
  })

  test('with a link to the content of an identifier needs no block for it', async () => {
    const blocks: Blocks = new Map()
    const inline = CID.createV1(RAW, create(0, Buffer.from('inline')))
    const root = putNode(blocks, { type: 1 }, [inline], ['a'])
    const list = [...cidsOf(blocks), [inline, Buffer.from('inline')] as const, ...cidsOf(blocks)]
    const { status, body } = await harness.import(await archiveOf([root], list))
    assert.deepEqual([status, body.blocks], [201, 1])
  })

  test('that is broken or hostile is refused, and nothing of it is kept', async () => {
    const blocks: Blocks = new Map()
    const root = put(blocks, RAW, randomBytes(2000))
    const good = await archived({ root, blocks })
    const wrong = Uint8Array.from(good)
    wrong[good.length - 1] = (wrong[good.length - 1] ?? 0) ^ 1
    const headOf = (header: Uint8Array) => Buffer.from([...varint(header.length), ...header])
    const head = headOf(dagCbor.encode({ version: 1, roots: [root] }))
    const malformed = (told: RegExp) => [400, 'MALFORMED_ARCHIVE', told] as const
    for (const [body, expected] of [
      [wrong, malformed(/are not those that it names/)],
      [good.subarray(0, good.length - 1), malformed(/truncated/)],
      [good.subarray(0, 5), malformed(/truncated/)],
      [Buffer.alloc(0), malformed(/empty/)],
      [Buffer.from('<html>not an archive'.padEnd(200)), malformed(/header/)],
      [headOf(dagCbor.encode({ version: 3, roots: [root] })), malformed(/version 3/)],
      [headOf(dagCbor.encode({ version: 1, roots: ['x'] })), malformed(/header/)],
      [headOf(Buffer.alloc(60_000, 0x81)), malformed(/header/)],
      [Buffer.from([...varint(70_000)]), malformed(/70000 bytes/)],
      [Buffer.concat([head, Buffer.alloc(12, 0xff)]), malformed(/varint/)],
      [Buffer.concat([head, Buffer.from(varint(2 ** 33))]), malformed(/8589934592 bytes/)],
      [Buffer.concat([head, Buffer.from([3, 1, 2, 3])]), malformed(/identifier/)],
      [Buffer.concat([head, Buffer.from([0])]), malformed(/identifier/)],
    ] as const)
      await refused(body, expected)
    const foreign = CID.createV1(0x72, create(0x12, new Uint8Array(32)))
    await refused(await archiveOf([root], [[foreign, Buffer.from('x')]]), [422, 'UNSUPPORTED_CONTENT'])
    const sha1 = CID.createV1(RAW, create(0x11, new Uint8Array(20)))
    await refused(await archiveOf([root], [[sha1, Buffer.from('x')]]), [422, 'UNSUPPORTED_CONTENT'])
    const json = await harness.ask('/ipfs/import', { method: 'POST', by: '0.0.1001', body: {} })
    assert.equal(json.status, 415)
    assert.equal((await fetch(`${harness.url}/ipfs/import`, { method: 'POST' })).status, 401)
  })

  test('whose content contradicts itself, or is too deep or too large to be pinned, is refused', async () => {
    const blocks: Blocks = new Map()
    const leaf = put(blocks, RAW, Buffer.from('abc'))
    const lying = putNode(blocks, { size: 9, sizes: [9] }, [leaf])
    await refused(await archived({ root: lying, blocks }), [422, 'MALFORMED_CONTENT'])
    let deep = leaf
    for (let level = 0; level < 300; level++) deep = putNode(blocks, { type: 1 }, [deep], ['a'])
    await refused(await archived({ root: deep, blocks }), [422, 'MALFORMED_CONTENT', /nested/])
    const bomb: Blocks = new Map()
    const nested = put(bomb, DAG_CBOR, Buffer.alloc(1_000_000, 0x81))
    await refused(await archived({ root: nested, blocks: bomb }), [422, 'MALFORMED_CONTENT', /nested/])
    for (const broken of ['9f01ff', '1b', 'd82b4100', 'd82a4101', 'd82a01', 'f7', 'bbffffffffffffffff', '0101', ''])
      await (async () => {
        const one: Blocks = new Map()
        const root = put(one, DAG_CBOR, Buffer.from(broken, 'hex'))
        await refused(await archived({ root, blocks: one }), [422, 'MALFORMED_CONTENT'])
      })()
  })

  test('that is too large, or beyond the quota, is refused before it has come whole', async () => {
    const big: Blocks = new Map()
    const root = put(big, RAW, randomBytes(1_600_000))
    put(big, RAW, randomBytes(1_600_000))
    await refused(await archived({ root, blocks: big }), [413, 'ARCHIVE_TOO_LARGE'])
    const streamed = new Blob([(await archived({ root, blocks: big })) as Buffer<ArrayBuffer>]).stream()
    assert.equal((await harness.import(streamed)).body.code, 'ARCHIVE_TOO_LARGE')
    // Each small block counts for 4 KiB.
    const small: Blocks = new Map()
    for (let index = 0; index < 2000; index++) put(small, RAW, Buffer.from(`block ${index}`))
    const [first] = cidsOf(small)
    assert.ok(first)
    await refused(await archiveOf([first[0]], cidsOf(small)), [413, 'QUOTA_EXCEEDED'])
  })

  test('leaves nothing behind if the connection is cut', async () => {
    const blocks: Blocks = new Map()
    const root = put(blocks, RAW, randomBytes(500_000))
    put(blocks, RAW, randomBytes(500_000))
    const body = await archived({ root, blocks })
    const before = await harness.onDisk()
    const { hostname, port } = new URL(harness.url)
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /ipfs/import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await harness.token()}\r\nContent-Type: application/vnd.ipld.car\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    socket.write(body.subarray(0, 900_000))
    while ((await harness.onDisk()).staged === 0) await new Promise(setImmediate)
    socket.destroy()
    while ((await harness.onDisk()).staged > 0) await new Promise(setImmediate)
    assert.deepEqual(await harness.onDisk(), before)
  })

  test('is imported once for an Idempotency-Key', async () => {
    const blocks: Blocks = new Map()
    const root = put(blocks, RAW, randomBytes(100))
    const body = await archived({ root, blocks })
    const first = await harness.import(body, { key: 'same' })
    const again = await harness.import(body, { key: 'same' })
    assert.deepEqual([again.status, again.body], [201, first.body])
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    const others: Blocks = new Map()
    const other = await archived({ root: put(others, RAW, randomBytes(100)), blocks: others })
    assert.equal((await harness.import(other, { key: 'same' })).body.code, 'IDEMPOTENCY_KEY_REUSED')
  })

  test('of data keeps all blocks that its links lead to while it is pinned, and no longer', async () => {
    await using own = await openHarness()
    const blocks: Blocks = new Map()
    const leaf = put(blocks, RAW, randomBytes(10))
    const json = put(blocks, DAG_JSON, dagJson.encode({ a: [leaf], text: '{"/":"' }))
    const page = putNode(blocks, { type: 1 }, [json], ['a.json'])
    const root = put(blocks, DAG_CBOR, dagCbor.encode({ deep: { er: [{ page }] }, other: [1, -1, 1.5, null, 'x'] }))
    const { status, body } = await own.import(await archived({ root, blocks }))
    assert.deepEqual([status, body.blocks, body.mimetype], [201, 4, 'application/vnd.ipld.dag-cbor'])
    await own.content.collect()
    assert.equal((await own.onDisk()).blocks, 4)
    assert.equal((await own.get(`/ipfs/${root}/deep/er/0/page/a.json/a/0`)).status, 200)
    const car = await own.get(`/ipfs/${root}?format=car`)
    await using other = await openHarness()
    assert.equal((await other.import(new Uint8Array(await car.arrayBuffer()))).body.blocks, 4)
    await own.ask(`/ipfs/unpin/${root}`, { method: 'DELETE', by: '0.0.1001' })
    await own.collected()
    assert.equal((await own.onDisk()).blocks, 0)
  })

  test('of a block that is read as raw and as a directory keeps what the directory leads to', async () => {
    await using own = await openHarness()
    const blocks: Blocks = new Map()
    const leaf = put(blocks, RAW, randomBytes(10))
    const directory = putNode(blocks, { type: 1 }, [leaf], ['a'])
    const asRaw = CID.createV1(RAW, directory.multihash)
    const root = putNode(blocks, { type: 1 }, [asRaw, CID.createV1(DAG_PB, directory.multihash)], ['1', '2'])
    assert.equal((await own.import(await archived({ root, blocks }))).status, 201)
    await own.content.collect()
    assert.equal((await own.onDisk()).blocks, 3)
  })
})
