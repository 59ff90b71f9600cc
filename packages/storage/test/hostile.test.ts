import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { CID } from 'multiformats/cid'
import { type Blocks, DAG_PB, openBlockGateway, put, putNode, RAW } from './block-gateway.ts'
import type { Gateway } from './gateway.ts'
import { type House, openHouse, settled } from './house.ts'

describe('A hostile DAG', () => {
  const blocks: Blocks = new Map()
  let gateway: Gateway
  let house: House
  before(async () => {
    gateway = await openBlockGateway(blocks)
    house = await openHouse({ IPFS_GATEWAY_URLS: gateway.url, STORAGE_QUOTA_BYTES: '20000000' })
  })
  after(async () => {
    await house[Symbol.asyncDispose]()
    await gateway[Symbol.asyncDispose]()
  })
  const leaf = (bytes: Uint8Array | string = randomBytes(1000)) => put(blocks, RAW, Buffer.from(bytes))

  /** Reading and pinning both end with an error that says what is wrong. */
  async function refused(cid: CID, why: RegExp, code = 'MALFORMED_CONTENT'): Promise<void> {
    for (const path of [`/ipfs/${cid}`, `/ipfs/file/${cid}`]) {
      const { status, body } = await house.ask(path)
      assert.equal(status, code === 'CONTENT_NOT_VERIFIED' ? 502 : 422, JSON.stringify(body))
      assert.equal(body.code, code)
      assert.match(body.message, why)
    }
  }
  async function unpinnable(cid: CID, why: RegExp): Promise<void> {
    await house.ask(`/ipfs/pin/${cid}`, { method: 'POST', by: '0.0.1001' })
    const { status, error } = await settled(house, String(cid))
    assert.equal(status, 'failed')
    assert.match(error, why)
  }

  it('that has other sizes than it says is refused', async () => {
    const cid = putNode(blocks, { size: 5000, sizes: [1000] }, [leaf()])
    await refused(cid, /says that it has 5000 bytes, but its parts have 1000/)
    await unpinnable(cid, /says that it has 5000 bytes/)
    await refused(putNode(blocks, { size: 1000, sizes: [1000] }), /has 0 parts, and sizes of 1/)
    const short = putNode(blocks, { size: 2000, sizes: [2000] }, [leaf()])
    await refused(short, /has 1000 bytes, but was said to have 2000/)
    await unpinnable(short, /has not the 2000 bytes/)
  })

  it('that is deeper than any file is refused', async () => {
    let cid = leaf()
    for (let depth = 0; depth < 1000; depth++) cid = putNode(blocks, { size: 1000, sizes: [1000] }, [cid])
    await refused(cid, /nested more than 64 deep/)
  })

  it('that multiplies itself is counted once by a pin, and read only as far as is asked', async () => {
    const byte = leaf('A')
    let cid = byte
    let size = 1
    for (let level = 0; level < 5; level++) {
      cid = putNode(blocks, { size: size * 1000, sizes: Array(1000).fill(size) }, Array(1000).fill(cid))
      size *= 1000
    }
    assert.equal(size, 1e15)
    const end = await house.get(`/ipfs/${cid}`, { range: 'bytes=-3' })
    assert.equal(end.status, 206)
    assert.equal(await end.text(), 'AAA')
    await house.ask(`/ipfs/pin/${cid}`, { method: 'POST', by: '0.0.1001' })
    assert.equal((await settled(house, String(cid))).status, 'pinned')
    cid = putNode(blocks, { size: BigInt(size) * 1000n, sizes: Array(1000).fill(size) }, Array(1000).fill(cid))
    await refused(cid, /says that it has/)
  })

  it('with very many empty parts asks for none of them', async () => {
    const empty = Array.from({ length: 20_000 }, () => leaf(randomBytes(16)))
    const cid = putNode(blocks, { data: Buffer.from('x'), size: 1, sizes: Array(20_000).fill(0) }, empty)
    const before = gateway.asked.length
    assert.equal(await (await house.get(`/ipfs/${cid}`)).text(), 'x')
    assert.equal(gateway.asked.length, before + 1)
    await unpinnable(cid, /has not the 0 bytes/)
  })

  it('of blocks that are too large is refused before it is read', async () => {
    const cid = put(blocks, RAW, randomBytes(5 * 1024 * 1024))
    await refused(cid, /gave more bytes than a block has/, 'CONTENT_NOT_VERIFIED')
  })

  it('that is no UnixFS, or broken, is refused', async () => {
    await refused(put(blocks, DAG_PB, randomBytes(500)), /is not dag-pb/)
    await refused(put(blocks, DAG_PB, new Uint8Array()), /is dag-pb, but not UnixFS/, 'UNSUPPORTED_CONTENT')
    await refused(putNode(blocks, { type: 4 }), /is a symlink/, 'UNSUPPORTED_CONTENT')
    await refused(putNode(blocks, { type: 9 }), /UnixFS type 9/, 'UNSUPPORTED_CONTENT')
    const broken = Uint8Array.from([0x0a, 0x03, 0x08, 0x02, 0x12])
    await refused(put(blocks, DAG_PB, broken), /breaks off|beyond its end|is not dag-pb/)
    const directory = putNode(blocks, { type: 1 })
    await refused(putNode(blocks, { size: 4, sizes: [4] }, [directory]), /is a directory in the middle of a file/)
    await refused(directory, /is a directory: ask for a file in it/, 'UNSUPPORTED_CONTENT')
    const shards = putNode(blocks, { type: 5, fanout: 3 })
    await refused(shards, /has shards of 3/)
    const unread = putNode(blocks, { type: 5, fanout: 256 }, [leaf()], ['00'])
    assert.ok((await house.ask(`/ipfs/${unread}/a`)).status >= 400)
  })

  it('ends the pin of a directory that is larger than the quota', async () => {
    const large = Array.from({ length: 12 }, () => leaf(randomBytes(2_000_000)))
    const names = large.map((_, index) => String.fromCharCode(97 + index))
    await unpinnable(putNode(blocks, { type: 1 }, large, names), /more than the 20000000 bytes/)
  })
})
