import assert from 'node:assert/strict'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { testDataDirectory } from '@quorate/platform/testing'
import { base32upper } from 'multiformats/bases/base32'
import { CID } from 'multiformats/cid'
import { linksOf } from '../src/unixfs/dag.ts'
import { type Blocks, put, putNode, RAW } from './block-gateway.ts'
import { archiveOf, cidsOf } from './made-directories.ts'
import { type Server, startServer } from './process.ts'
import { storedBlocks } from './stored-blocks.ts'

const kills = 20
const atOnce = 200

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

describe('Content storage, killed under 200 uploads and imports at once', () => {
  let env: Record<string, string>
  let server: Server
  /** By identifier: the hash of what was acknowledged. */
  const acknowledged = new Map<string, string>()
  before(async () => {
    env = { DATA_DIR: await testDataDirectory(), IPFS_GC_DELAY: '500' }
    server = await startServer(env)
  })
  after(async () => {
    await server.kill()
    await rm(env.DATA_DIR ?? '', { recursive: true, force: true })
  })

  /** A file of two parts as an archive. */
  async function archived(bytes: Uint8Array): Promise<Uint8Array> {
    const blocks: Blocks = new Map()
    const middle = Math.floor(bytes.length / 2)
    const parts = [bytes.subarray(0, middle), bytes.subarray(middle)]
    const sizes = parts.map(({ length }) => length)
    const links = parts.map((part) => put(blocks, RAW, part))
    return archiveOf([putNode(blocks, { size: bytes.length, sizes }, links)], cidsOf(blocks))
  }
  /** Stores one file after the other, as uploads and as archives, until the server is gone. */
  async function live(at: Server): Promise<void> {
    for (;;) {
      const bytes = randomBytes(1 + (randomInt(10) === 0 ? randomInt(3_000_000) : randomInt(60_000)))
      const answer = randomInt(3) === 0 ? await at.import(await archived(bytes)) : await at.upload(bytes)
      const { cid } = (await answer.json()) as { cid: string }
      // A wallet has few uploads at once; others wait, and some of them get 429 in the end.
      if (answer.status === 429) continue
      assert.equal(answer.status, 201)
      acknowledged.set(cid, sha256(bytes))
    }
  }
  async function readBack([cid, hash]: [string, string]): Promise<void> {
    const answer = await fetch(`${server.url}/ipfs/${cid}`)
    assert.equal(answer.status, 200, `${cid} is lost`)
    assert.equal(sha256(Buffer.from(await answer.arrayBuffer())), hash, `${cid} is not what it was`)
  }
  const readAll = async (entries: [string, string][]) => {
    for (let at = 0; at < entries.length; at += 20) await Promise.all(entries.slice(at, at + 20).map(readBack))
  }

  test(`reads back whole every file that it acknowledged (kills: ${kills})`, async () => {
    for (let round = 0; round < kills; round++) {
      const already = acknowledged.size
      const lives = Promise.allSettled(Array.from({ length: atOnce }, () => live(server)))
      const goal = already + randomInt(1, 250)
      while (acknowledged.size < goal) await delay(1)
      await server.kill()
      for (const end of await lives)
        assert.ok(end.status === 'rejected' && !(end.reason instanceof assert.AssertionError), String(end))
      server = await startServer(env)
      await readAll([...acknowledged].slice(already))
    }
    await readAll([...acknowledged])
  })

  test('keeps no block that no pin leads to', async () => {
    const pins: string[] = []
    for (let path = '/ipfs/pins?limit=1000'; path !== ''; ) {
      const answer = await fetch(server.url + path, { headers: { authorization: server.authorization } })
      pins.push(...((await answer.json()) as { cid: string }[]).map(({ cid }) => cid))
      path = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1] ?? ''
    }
    const expected = new Set<string>()
    for (const pin of pins) {
      const root = CID.parse(pin)
      const block = await fetch(`${server.url}/ipfs/${pin}?format=raw`)
      const children = linksOf(root, new Uint8Array(await block.arrayBuffer()))
      for (const cid of [root, ...children]) expected.add(base32upper.encode(cid.multihash.bytes))
    }
    const kept = () => storedBlocks(env.DATA_DIR ?? '')
    while ((await kept()).size > expected.size) await delay(20)
    assert.deepEqual(await kept(), expected)
    assert.deepEqual(await readdir(join(env.DATA_DIR ?? '', 'ipfs', 'staging')), [])
    await readAll([...acknowledged])
  })
})
