/** CAR answers, read by the public implementation of UnixFS, which has only the blocks in them. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { unixfs } from '@helia/unixfs'
import { CarReader } from '@ipld/car'
import { importer } from 'ipfs-unixfs-importer'
import { fixedSize } from 'ipfs-unixfs-importer/chunker'
import { balanced } from 'ipfs-unixfs-importer/layout'
import { CID } from 'multiformats/cid'
import { blockKey } from '../src/identifier/identifier.ts'
import { type Blocks, putNode } from './block-gateway.ts'
import { type Harness, openHarness } from './harness.ts'

const PART = 1000

describe('An archive of a path', () => {
  let harness: Harness
  const file = randomBytes(20 * PART + 500)
  const roots: Record<'plain' | 'sharded', string> = { plain: '', sharded: '' }
  before(async () => {
    harness = await openHarness()
    roots.plain = await stored({ 'deep/er/file.bin': file, 'deep/other.bin': randomBytes(50) })
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`dir/${index}.txt`, randomBytes(10)]))
    roots.sharded = await stored({ ...many, 'dir/file.bin': file }, 1)
  })
  after(() => harness[Symbol.asyncDispose]())

  /** Stores a directory block by block: blocks are found by their hash, in whatever form they were uploaded. */
  async function stored(files: Record<string, Uint8Array>, shardSplitThresholdBytes?: number): Promise<string> {
    const made = new Map<string, Uint8Array>()
    const put = async (cid: CID, bytes: Uint8Array) => {
      made.set(blockKey(cid), bytes)
      return cid
    }
    const source = Object.entries(files).map(([path, content]) => ({ path, content }))
    const options = {
      ...{
        wrapWithDirectory: true,
        chunker: fixedSize({ chunkSize: PART }),
        layout: balanced({ maxChildrenPerNode: 3 }),
      },
      ...(shardSplitThresholdBytes === undefined ? {} : { shardSplitThresholdBytes }),
    }
    let root = ''
    for await (const { cid } of importer(source, { put } as never, options)) root = String(cid)
    for (const bytes of made.values()) assert.equal((await harness.upload(bytes)).status, 201)
    return root
  }

  /** The blocks of an answer. Each matches its identifier's hash, and none occurs twice. */
  async function archive(path: string) {
    const answer = await harness.get(path)
    assert.equal(answer.status, 200, path)
    const reader = await CarReader.fromBytes(new Uint8Array(await answer.arrayBuffer()))
    const blocks = new Map<string, Uint8Array>()
    for await (const { cid, bytes } of reader.blocks()) {
      assert.deepEqual(Buffer.from(cid.multihash.digest), createHash('sha256').update(bytes).digest())
      assert.ok(!blocks.has(blockKey(cid)), `${cid} comes once`)
      blocks.set(blockKey(cid), bytes)
    }
    const get = async function* (cid: CID) {
      yield blocks.get(blockKey(cid)) ?? assert.fail(`${cid} is not in the archive`)
    }
    const only = unixfs({ blockstore: { get } } as never)
    const read = async (root: string, options: { path?: string; offset?: number; length?: number }) => {
      const parts: Uint8Array[] = []
      for await (const part of only.cat(CID.parse(root), options)) parts.push(part)
      return Buffer.concat(parts)
    }
    return { count: blocks.size, etag: answer.headers.get('etag') ?? '', read, only }
  }

  for (const [kind, path] of [
    ['plain', 'deep/er/file.bin'],
    ['sharded', 'dir/file.bin'],
  ] as const) {
    test(`An archive of a path in ${kind} directories leads from its root to the file, and holds the file`, async () => {
      for (const query of ['', '&dag-scope=all', '&dag-scope=entity', '&entity-bytes=0:*', '&entity-bytes=-999999:*']) {
        const { read } = await archive(`/ipfs/${roots[kind]}/${path}?format=car${query}`)
        assert.deepEqual(await read(roots[kind], { path }), file, query)
      }
    })

    test(`An archive of a path in ${kind} directories contains only the blocks with the requested bytes`, async () => {
      const url = `/ipfs/${roots[kind]}/${path}?format=car`
      const all = await archive(url)
      for (const [range, from, end] of [
        ['0:0', 0, 1],
        ['999:1000', 999, 1001],
        ['5500:9499', 5500, 9500],
        ['-500:*', 20_000, 20_500],
        ['-1500:-1001', 19_000, 19_500],
        ['20499:99999', 20_499, 20_500],
      ] as const) {
        const part = await archive(`${url}&entity-bytes=${range}`)
        assert.deepEqual(
          await part.read(roots[kind], { path, offset: from, length: end - from }),
          file.subarray(from, end),
          range,
        )
        assert.ok(part.count < all.count - 10, `${part.count} of ${all.count} blocks for ${range}`)
      }
    })

    test(`An archive of a path in ${kind} directories holds one block of the file if no other bytes are requested`, async () => {
      const url = `/ipfs/${roots[kind]}/${path}?format=car`
      const { count, only } = await archive(`${url}&dag-scope=block`)
      assert.equal((await only.stat(CID.parse(roots[kind]), { path })).type, 'file')
      for (const query of ['entity-bytes=20500:*', 'entity-bytes=5:-20500', 'dag-scope=block&entity-bytes=0:5000'])
        assert.equal((await archive(`${url}&${query}`)).count, count, query)
    })
  }

  test('An archive of a directory has the blocks that list it, without the files in it', async () => {
    for (const [root, path, names] of [
      [roots.plain, 'deep', 2],
      [roots.sharded, 'dir', 41],
    ] as const) {
      const { count, only } = await archive(`/ipfs/${root}/${path}?format=car&dag-scope=entity&entity-bytes=5:9`)
      const found: string[] = []
      for await (const { name } of only.ls(CID.parse(root), { path })) found.push(name)
      assert.equal(found.length, names)
      assert.ok(count <= names, `${count} blocks for ${names} names`)
    }
  })

  test('holds the requested bytes of a part that the file has twice', async () => {
    const made: Blocks = new Map()
    const leaves: CID[] = []
    for (const byte of [1, 2, 3]) {
      const { body } = await harness.upload(Buffer.alloc(PART, byte))
      leaves.push(CID.parse(body.cid))
    }
    const inner = putNode(made, { size: 3 * PART, sizes: [PART, PART, PART] }, leaves)
    const root = putNode(made, { size: 6 * PART, sizes: [3 * PART, 3 * PART] }, [inner, inner])
    for (const bytes of made.values()) await harness.upload(bytes)
    const { read, count } = await archive(`/ipfs/${root}?format=car&entity-bytes=2000:3998`)
    assert.deepEqual(
      await read(String(root), { offset: 2000, length: 1999 }),
      Buffer.concat([Buffer.alloc(PART, 3), Buffer.alloc(PART - 1, 1)]),
    )
    assert.equal(count, 4)
  })

  test('has a separate ETag for each path and selection, and is not sent again to a client that has it', async () => {
    const url = `/ipfs/${roots.plain}/deep/er/file.bin?format=car`
    const same = ['', '&dag-scope=all', '&dag-scope=all&entity-bytes=0:5']
    const others = ['&dag-scope=block', '&dag-scope=entity', '&entity-bytes=0:5', '&entity-bytes=0:6']
    const tags = await Promise.all([...same, ...others].map(async (query) => (await archive(url + query)).etag))
    assert.deepEqual(new Set(tags).size, 1 + others.length, tags.join(' '))
    const below = await archive(`/ipfs/${roots.sharded}/dir/file.bin?format=car`)
    assert.ok(!tags.includes(below.etag), 'another path to the same file')
    const again = await harness.get(`${url}&entity-bytes=0:5`, { 'if-none-match': tags.at(-2) ?? '' })
    assert.equal(again.status, 304)
    assert.equal((await harness.get(`${url}&entity-bytes=0:6`, { 'if-none-match': tags.at(-2) ?? '' })).status, 200)
  })

  test('is refused for an invalid selection, and the error says what to send', async () => {
    for (const [query, told] of [
      ['dag-scope=file', /dag-scope/],
      ['dag-scope=', /dag-scope/],
      ['entity-bytes=0', /entity-bytes/],
      ['entity-bytes=a:b', /entity-bytes/],
      ['entity-bytes=*:5', /entity-bytes/],
      ['entity-bytes=1.5:9', /entity-bytes/],
      ['entity-bytes=5:3', /from ≤ to/],
      ['entity-bytes=-3:-5', /from ≤ to/],
    ] as const) {
      const { status, body } = await harness.ask(`/ipfs/${roots.plain}?format=car&${query}`)
      assert.equal(status, 400, query)
      assert.match(JSON.stringify(body), told)
    }
  })
})
