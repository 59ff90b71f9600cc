import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { type AttackedPlatform, type Person, startPlatform } from './platform.ts'

const STALL_MS = 100
const GROWTH = 256 * 1024 * 1024

const varint = (value: number): Buffer => {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return Buffer.from([...bytes, rest])
}
const field = (tag: number, bytes: Uint8Array): Buffer => Buffer.concat([Buffer.of(tag), varint(bytes.length), bytes])

/** The binary identifier (version 1) of a block: dag-pb 0x70, raw 0x55. */
const identifier = (codec: number, block: Uint8Array): Buffer =>
  Buffer.concat([Buffer.of(1, codec, 0x12, 0x20), createHash('sha256').update(block).digest()])

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
function textOf(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  const groups = bits.padEnd(Math.ceil(bits.length / 5) * 5, '0').match(/.{5}/g) ?? []
  return `b${groups.map((group) => BASE32[Number.parseInt(group, 2)]).join('')}`
}

/** A dag-pb block of a UnixFS file (type 2) or directory (type 1). */
function block(type: number, links: Buffer[], sizes: number[]): Buffer {
  const size = sizes.reduce((sum, one) => sum + one, 0)
  const told =
    type === 2 ? [Buffer.of(0x18), varint(size), ...sizes.flatMap((one) => [Buffer.of(0x20), varint(one)])] : []
  const encoded = links.map((link) => field(0x12, Buffer.concat([field(0x0a, link), Buffer.of(0x12, 0, 0x18, 0)])))
  return Buffer.concat([...encoded, field(0x0a, Buffer.concat([Buffer.of(8, type), ...told]))])
}

describe('Hostile content', () => {
  let platform: AttackedPlatform
  let ada: Person
  let rest: number
  before(async () => {
    platform = await startPlatform()
    ;[ada] = (await platform.people(1)) as [Person]
    await upload('warm')
    rest = (await platform.watch.collectGarbage()).rss
  })
  after(() => platform.close())

  async function upload(bytes: Buffer | string): Promise<string> {
    const form = new FormData()
    form.append('file', new Blob([bytes as Buffer<ArrayBuffer>]), 'x')
    const headers = { authorization: `Bearer ${ada.token}` }
    const answer = await fetch(`${platform.url.node}/ipfs/upload`, { method: 'POST', headers, body: form })
    assert.equal(answer.status, 201)
    return ((await answer.json()) as { cid: string }).cid
  }
  /** Stores a block, and returns its identifier as dag-pb. */
  async function store(bytes: Buffer): Promise<Buffer> {
    await upload(bytes)
    return identifier(0x70, bytes)
  }
  const get = (path: string) => fetch(platform.url.node + path).then((answer) => answer.arrayBuffer())
  async function harmless(work: () => Promise<unknown>): Promise<void> {
    await platform.watch.observe()
    await work()
    const { stalls } = await platform.watch.observe()
    assert.deepEqual(
      stalls.filter(({ thread, ownMs }) => thread === 0 && ownMs > STALL_MS),
      [],
    )
    const { rss } = await platform.watch.collectGarbage()
    assert.ok(rss - rest < GROWTH, `${Math.round((rss - rest) / 1024 / 1024)} MB more than at rest`)
  }

  test('Hostile content that makes a million bytes out of a few blocks, by linking each again and again, is refused', async () => {
    await upload('A')
    const byte = identifier(0x55, Buffer.from('A'))
    let link = byte
    let size = 1
    for (let level = 0; level < 50; level++) {
      const parts = level < 6 ? 10 : 1
      const empty = Array.from({ length: 300 }, () => identifier(0x55, randomBytes(8)))
      link = await store(
        block(2, [...Array(parts).fill(link), ...empty], [...Array(parts).fill(size), ...Array(300).fill(0)]),
      )
      size *= parts
    }
    const root = textOf(link)
    await harmless(async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => platform.call('node', 'GET', `/ipfs/metadata/${root}`)),
      )
      for (const { status, body } of answers) assert.deepEqual([status, body.code], [422, 'MALFORMED_CONTENT'])
      await Promise.allSettled([get(`/ipfs/${root}`), get(`/ipfs/file/${root}`)])
    })
  })

  test('Hostile content with very many links to missing blocks does not slow down other requests', async () => {
    const wide: Buffer[] = []
    for (let index = 0; index < 8; index++) {
      const nowhere = Array.from({ length: 23_000 }, () => identifier(0x55, randomBytes(8)))
      wide.push(await store(block(1, nowhere, [])))
    }
    const root = textOf(await store(block(1, wide, [])))
    await harmless(async () => {
      await platform.call('node', 'POST', `/ipfs/pin/${root}`, ada)
      await Promise.allSettled(
        wide.flatMap((one) => [get(`/ipfs/${textOf(one)}/name`), get(`/ipfs/${textOf(one)}?format=car`)]),
      )
    })
  })

  test('is read quickly even if it is endless comments, or has an address of 150 KB', async () => {
    await harmless(async () => {
      await upload('<!---->'.repeat(580))
      const cid = await upload(
        JSON.stringify({ image: `z${'1'.repeat(150_000)}`, files: Array(2000).fill({ uri: `z${'2'.repeat(190)}` }) }),
      )
      await get(`/ipfs/metadata/${cid}`)
    })
  })

  test('Hostile content that claims parts which it lacks, or is inlined in its identifier, is refused at no cost to others', async () => {
    const byte = identifier(0x55, Buffer.from('A'))
    await upload('A')
    const largest = Buffer.concat([Buffer.alloc(9, 0xff), Buffer.of(1)])
    const node = (unixfs: Buffer[], links: Buffer[] = []) =>
      Buffer.concat([
        ...links.map((link) => field(0x12, Buffer.concat([field(0x0a, link), Buffer.of(0x12, 0, 0x18, 0)]))),
        field(0x0a, Buffer.concat(unixfs)),
      ])
    const shard = (bits: Buffer, fanout: Buffer) =>
      node([Buffer.of(8, 5), field(0x12, bits), Buffer.of(0x28, 0x22, 0x30), fanout])
    let nested: Buffer = node([Buffer.of(8, 2)])
    for (let depth = 0; depth < 3000; depth++)
      nested = field(0x12, field(0x0a, Buffer.concat([Buffer.of(1, 0x70, 0), varint(nested.length), nested])))
    const nodes = {
      'a size of 2^53 - 1 over one byte': block(2, [byte], [Number.MAX_SAFE_INTEGER]),
      'a size of 2^64 - 1': node([Buffer.of(8, 2, 0x18), largest]),
      '100,000 sizes without links': node([Buffer.of(8, 2, 0x18, 1), Buffer.alloc(200_000, Buffer.of(0x20, 1))]),
      'a shard of 900,000 bytes of bits': shard(Buffer.alloc(900_000, 0xff), varint(2 ** 40)),
      'a shard of no places': shard(Buffer.alloc(0), Buffer.of(0)),
      '300,000 empty links': Buffer.alloc(600_000, Buffer.of(0x12, 0)),
      '200,000 unknown fields': Buffer.alloc(400_000, Buffer.of(0x7a, 0)),
      '5,000 nodes in its links': node(
        [Buffer.of(8, 2, 0x18, 1)],
        Array(5000).fill(Buffer.of(1, 0x70, 0, 4, 0x0a, 2, 8, 2)),
      ),
      '3,000 nodes in one another': nested,
    }
    await harmless(async () => {
      for (const [what, bytes] of Object.entries(nodes)) {
        const cid = textOf(await store(bytes))
        for (const path of [`/ipfs/${cid}`, `/ipfs/${cid}/a/b`, `/ipfs/file/${cid}`, `/ipfs/metadata/${cid}`]) {
          const { status } = await fetch(platform.url.node + path)
          assert.ok(status >= 400 && status < 500, `${what}: ${path} is answered with ${status}`)
          const head = await fetch(platform.url.node + path, { method: 'HEAD' })
          assert.equal(head.status, status, `${what}: HEAD ${path}`)
        }
        await get(`/ipfs/${cid}?format=car`)
        await platform.call('node', 'POST', `/ipfs/pin/${cid}`, ada)
      }
      // A symbolic link is answered as its text, and never followed.
      const link = textOf(await store(node([Buffer.of(8, 4), field(0x12, Buffer.from('../../etc/passwd'))])))
      for (const path of [`/ipfs/${link}`, `/ipfs/file/${link}`])
        assert.equal(await (await fetch(platform.url.node + path)).text(), '../../etc/passwd', path)
      for (const path of [`/ipfs/${link}/a/b`, `/ipfs/metadata/${link}`]) {
        const { status } = await fetch(platform.url.node + path)
        assert.ok(status >= 400 && status < 500, `${path} is answered with ${status}`)
      }
      for (const cid of [textOf(Buffer.of(1, 0x70, 0, 4, 0x0a, 2, 8, 1)), textOf(Buffer.of(1, 0x55, 0, 1, 0x41))])
        for (const path of [`/ipfs/${cid}`, `/ipfs/${cid}?format=car`, `/ipfs/metadata/${cid}`]) {
          const { status } = await fetch(platform.url.node + path)
          assert.ok(status < 500, `${path} is answered with ${status}`)
        }
    })
  })
})
