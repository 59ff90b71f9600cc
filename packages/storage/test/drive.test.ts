import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import fs, { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, mock, test } from 'node:test'
import { setImmediate as immediate } from 'node:timers/promises'
import { base32upper } from 'multiformats/bases/base32'
import { blockKey } from '../src/identifier/identifier.ts'
import { limits } from '../src/index.ts'
import { openBlockGateway, put, putNode, RAW } from './block-gateway.ts'
import { openGateway } from './gateway.ts'
import { openHarness, settled } from './harness.ts'

/** More than any drive has free. */
const ALL = { STORAGE_RESERVE_BYTES: String(Number.MAX_SAFE_INTEGER) }

test('A drive that is full up to its reserve refuses content, still serves it, and loses unpinned blocks', async () => {
  const blocks = new Map<string, Uint8Array>()
  await using gateway = await openBlockGateway(blocks)
  const IPFS_GATEWAY_URLS = gateway.url
  const harness = await openHarness({ IPFS_GATEWAY_URLS })
  const content = randomBytes(100_000)
  const pinned = (await harness.upload(content)).body.cid

  await using full = await openHarness({ IPFS_GATEWAY_URLS, ...ALL }, await harness.stop())
  await full.collected()
  const name = base32upper.encode(put(blocks, RAW, randomBytes(1000)).multihash.bytes)
  const folder = join(full.dataDir, 'ipfs', 'blocks', name.slice(-2))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.data`), '')
  const refused = await full.upload(randomBytes(1000))
  assert.deepEqual([refused.status, refused.body.code], [507, 'STORAGE_FULL'])
  const leaf = put(blocks, RAW, randomBytes(1000))
  const file = putNode(blocks, { size: 1000, sizes: [1000] }, [leaf])
  for (const path of [`/ipfs/${leaf}`, `/ipfs/${file}`, `/ipfs/file/${leaf}`, `/ipfs/metadata/${leaf}`]) {
    const answer = await full.ask(path)
    assert.deepEqual([answer.status, answer.body.code], [507, 'STORAGE_FULL'], path)
  }
  for (const path of [`/ipfs/${pinned}`, `/ipfs/file/${pinned}`])
    assert.deepEqual(Buffer.from(await (await full.get(path)).arrayBuffer()), content)
  assert.deepEqual(await full.onDisk(), { blocks: 2, staged: 0 })
  await full.collected()
  assert.deepEqual(await full.onDisk(), { blocks: 1, staged: 0 })
})

test('The plain bytes of a gateway are not written to a full drive', async () => {
  const blocks = new Map<string, Uint8Array>()
  const leaf = put(blocks, RAW, randomBytes(1000))
  const file = putNode(blocks, { size: 1000, sizes: [1000] }, [leaf])
  await using gateway = await openGateway((_request, response) => response.writeHead(200).end(randomBytes(1000)))
  await using full = await openHarness({ IPFS_GATEWAY_URLS: gateway.url, ...ALL })
  const answer = await full.ask(`/ipfs/${file}`)
  assert.deepEqual([answer.status, answer.body.code], [507, 'STORAGE_FULL'])
})

const MB = 1024 * 1024

/**
 * A drive with a fixed amount of free space, whatever is written to the real one. Its number of files is unlimited
 * unless `inodes` is given.
 */
function driveThat(
  freeNow: () => Promise<number>,
  inodes = async () => ({ blocks: 0, files: 0, ffree: 0 }),
): Disposable {
  const bsize = 4096
  const { mock: faked } = mock.method(fs, 'statfs', async () => ({
    bavail: Math.floor((await freeNow()) / bsize),
    bsize,
    ...(await inodes()),
  }))
  syncBuiltinESMExports()
  return {
    [Symbol.dispose]() {
      faked.restore()
      syncBuiltinESMExports()
    },
  }
}

describe('Content that is only read from elsewhere', () => {
  const fileOf = (blocks: Map<string, Uint8Array>, megabytes: number) => {
    const leaves = Array.from({ length: megabytes }, () => put(blocks, RAW, randomBytes(MB)))
    return { cid: putNode(blocks, { size: megabytes * MB, sizes: leaves.map(() => MB) }, leaves), leaves }
  }
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

  test('has a share of the drive while it is read, and no block of a pin is removed for it', async (t) => {
    const { value } = limits.unpinnedBytes
    t.after(() => Object.assign(limits.unpinnedBytes, { value }))
    Object.assign(limits.unpinnedBytes, { value: 4 * MB })
    const blocks = new Map<string, Uint8Array>()
    const [pinned, other] = [fileOf(blocks, 12), fileOf(blocks, 12)]
    const content = Buffer.concat(pinned.leaves.map((leaf) => blocks.get(blockKey(leaf)) ?? Buffer.alloc(0)))
    await using gateway = await openBlockGateway(blocks)
    await using harness = await openHarness({ IPFS_GATEWAY_URLS: gateway.url, MAX_FILE_SIZE: '1000000' })
    const onDisk = async () => (await harness.onDisk()).blocks
    /** Blocks that make room for the last block may still be on their way out when the answer ends. */
    const becomesAtMost = async (count: number) => {
      while ((await onDisk()) > count) await immediate()
    }
    for (const { cid } of [pinned, other]) {
      assert.equal((await bytesOf(await harness.get(`/ipfs/${cid}`))).length, 12 * MB)
      await becomesAtMost(5)
    }
    await harness.ask(`/ipfs/pin/${pinned.cid}`, { method: 'POST', by: '0.0.1001' })
    // Others read some of its blocks at the same time.
    await Promise.all(pinned.leaves.map((leaf) => harness.get(`/ipfs/${leaf}`).then(bytesOf)))
    assert.equal((await settled(harness, String(pinned.cid))).status, 'pinned')
    await bytesOf(await harness.get(`/ipfs/${other.cid}`))
    await becomesAtMost(13 + 5)
    blocks.clear()
    assert.deepEqual(await bytesOf(await harness.get(`/ipfs/${pinned.cid}`)), content)
    await harness.collected()
    assert.equal(await onDisk(), 13)
  })

  test('makes room for uploads if the drive is full', async () => {
    const blocks = new Map<string, Uint8Array>()
    const [read, wanted] = [fileOf(blocks, 12), fileOf(blocks, 2)]
    await using gateway = await openBlockGateway(blocks)
    await using harness = await openHarness({ IPFS_GATEWAY_URLS: gateway.url })
    const folder = join(harness.dataDir, 'ipfs')
    const taken = async () => {
      const names = await readdir(folder, { recursive: true })
      const sizes = names.map((name) =>
        /blocks|staging/.test(name) ? stat(join(folder, name)).catch(() => {}) : undefined,
      )
      return (await Promise.all(sizes)).reduce((sum, found) => sum + (found?.isFile() ? found.size : 0), 0)
    }
    let most = 0
    using _drive = driveThat(async () => {
      const now = await taken()
      most = Math.max(most, now)
      return limits.reserve.value + 8 * MB - now
    })
    assert.equal((await bytesOf(await harness.get(`/ipfs/${read.cid}`))).length, 12 * MB)
    assert.ok(most > 8 * MB)
    assert.equal((await harness.upload(randomBytes(5 * MB), { by: '0.0.1002' })).status, 201)
    await harness.ask(`/ipfs/pin/${wanted.cid}`, { method: 'POST', by: '0.0.1001' })
    const { status, error } = await settled(harness, String(wanted.cid))
    assert.deepEqual([status, error ?? null], ['pinned', null])
  })
})

describe('A drive that is running out of inodes', () => {
  const TB = 1024 * 1024 * MB
  /** A drive of a terabyte with all its bytes free, and `ffree` of its files. */
  const driveOf = (files: number, ffree: () => number) =>
    driveThat(
      async () => TB,
      async () => ({ blocks: TB / 4096, files, ffree: ffree() }),
    )
  const reserved = limits.reserve.value / (16 * 1024)

  test('is full although it has free bytes, and takes content again once it has free inodes', async () => {
    let ffree = reserved - 1
    using _drive = driveOf(TB / (16 * 1024), () => ffree)
    await using harness = await openHarness()
    const refused = await harness.upload(randomBytes(1000))
    assert.deepEqual([refused.status, refused.body.code], [507, 'STORAGE_FULL'])
    ffree = reserved + 1
    assert.equal((await harness.upload(randomBytes(1000))).status, 201)
  })

  test('is not full because it was made for few large files', async () => {
    const files = TB / (4 * MB)
    using _drive = driveOf(files, () => files / 8)
    await using harness = await openHarness()
    assert.equal((await harness.upload(randomBytes(1000))).status, 201)
  })
})
