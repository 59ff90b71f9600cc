import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import fs, { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, mock, test } from 'node:test'
import { setImmediate as immediate } from 'node:timers/promises'
import fc from 'fast-check'
import { base32upper } from 'multiformats/bases/base32'
import { keyOf } from '../src/identifier/identifier.ts'
import { limits } from '../src/index.ts'
import { isWithinShare } from '../src/pins/quota.ts'
import { openBlockGateway, put, putNode, RAW } from './block-gateway.ts'
import { openGateway } from './gateway.ts'
import { openHarness, settled } from './harness.ts'

/** More than any drive has free. */
const ALL = { STORAGE_RESERVE_BYTES: String(Number.MAX_SAFE_INTEGER) }

test('A drive without room beyond its reserve takes nothing more, gives what it has, and is rid of what nobody pins', async () => {
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

test('The plain bytes of a gateway are not kept aside on a drive without room', async () => {
  const blocks = new Map<string, Uint8Array>()
  const leaf = put(blocks, RAW, randomBytes(1000))
  const file = putNode(blocks, { size: 1000, sizes: [1000] }, [leaf])
  await using gateway = await openGateway((_request, response) => response.writeHead(200).end(randomBytes(1000)))
  await using full = await openHarness({ IPFS_GATEWAY_URLS: gateway.url, ...ALL })
  const answer = await full.ask(`/ipfs/${file}`)
  assert.deepEqual([answer.status, answer.body.code], [507, 'STORAGE_FULL'])
})

const MB = 1024 * 1024
const { sureOfDrive, keptOfDrive } = limits

/**
 * A drive that says how much is free, whatever is written to the real one meanwhile; its number of files has no bound
 * unless `inodes` says it.
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

describe('What is only read from elsewhere', () => {
  const fileOf = (blocks: Map<string, Uint8Array>, megabytes: number) => {
    const leaves = Array.from({ length: megabytes }, () => put(blocks, RAW, randomBytes(MB)))
    return { cid: putNode(blocks, { size: megabytes * MB, sizes: leaves.map(() => MB) }, leaves), leaves }
  }
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

  test('has a share of the drive while it is read, and nothing of a pin is removed for it', async (t) => {
    const { value } = limits.shareOfUnpinned
    t.after(() => Object.assign(limits.shareOfUnpinned, { value }))
    Object.assign(limits.shareOfUnpinned, { value: 4 * MB })
    const blocks = new Map<string, Uint8Array>()
    const [pinned, other] = [fileOf(blocks, 12), fileOf(blocks, 12)]
    const content = Buffer.concat(pinned.leaves.map((leaf) => blocks.get(keyOf(leaf)) ?? Buffer.alloc(0)))
    await using gateway = await openBlockGateway(blocks)
    await using harness = await openHarness({ IPFS_GATEWAY_URLS: gateway.url, MAX_FILE_SIZE: '1000000' })
    const onDisk = async () => (await harness.onDisk()).blocks
    /** What makes room for the last block may still be on its way out when the answer ends. */
    const becomesAtMost = async (count: number) => {
      while ((await onDisk()) > count) await immediate()
    }
    for (const { cid } of [pinned, other]) {
      assert.equal((await bytesOf(await harness.get(`/ipfs/${cid}`))).length, 12 * MB)
      await becomesAtMost(5)
    }
    await harness.ask(`/ipfs/pin/${pinned.cid}`, { method: 'POST', by: '0.0.1001' })
    // Some of its blocks are read by others at the same time.
    await Promise.all(pinned.leaves.map((leaf) => harness.get(`/ipfs/${leaf}`).then(bytesOf)))
    assert.equal((await settled(harness, String(pinned.cid))).status, 'pinned')
    await bytesOf(await harness.get(`/ipfs/${other.cid}`))
    await becomesAtMost(13 + 5)
    blocks.clear()
    assert.deepEqual(await bytesOf(await harness.get(`/ipfs/${pinned.cid}`)), content)
    await harness.collected()
    assert.equal(await onDisk(), 13)
  })

  test('makes room for what wallets store, where the drive has no other', async () => {
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
    assert.equal((await settled(harness, String(wanted.cid))).status, 'pinned')
  })
})

describe('A drive on which few files more can be made', () => {
  const TB = 1024 * 1024 * MB
  /** A drive of a terabyte with all its bytes free, and `ffree` of its files. */
  const driveOf = (files: number, ffree: () => number) =>
    driveThat(
      async () => TB,
      async () => ({ blocks: TB / 4096, files, ffree: ffree() }),
    )
  const reserved = limits.reserve.value / (16 * 1024)

  test('is full while it has room for bytes, and takes more once there are files again', async () => {
    let ffree = reserved - 1
    using _drive = driveOf(TB / (16 * 1024), () => ffree)
    await using harness = await openHarness()
    const refused = await harness.upload(randomBytes(1000))
    assert.deepEqual([refused.status, refused.body.code], [507, 'STORAGE_FULL'])
    ffree = reserved + 1
    assert.equal((await harness.upload(randomBytes(1000))).status, 201)
  })

  test("gives one wallet its share of them, and keeps what is others'", async () => {
    using _drive = driveOf(TB / (16 * 1024), () => reserved + 100)
    await using harness = await openHarness()
    const refused = await harness.upload(randomBytes(sureOfDrive.value + MB))
    assert.deepEqual([refused.status, refused.body.code], [507, 'STORAGE_SHARE_EXCEEDED'])
    assert.equal((await harness.upload(randomBytes(MB), { by: '0.0.1002' })).status, 201)
  })

  test('is not full because it was made for few large files', async () => {
    const files = TB / (4 * MB)
    using _drive = driveOf(files, () => files / 8)
    await using harness = await openHarness()
    assert.equal((await harness.upload(randomBytes(1000))).status, 201)
  })
})

describe("A wallet's share of the drive", () => {
  const driveWith = (free: number) => driveThat(async () => free)
  /** Half of the part that is kept for small wallets. */
  const FEW = limits.reserve.value + keptOfDrive.value / 2

  test('is a small sure part where others have taken the rest, and leaves nothing of what is beyond it', async () => {
    using _drive = driveWith(FEW)
    await using harness = await openHarness({ STORAGE_SERVICE_ACCOUNTS: 'hedera:devnet:0.0.1009' })
    const first = await harness.upload(randomBytes(5 * MB))
    assert.equal(first.status, 201)
    const { blocks } = await harness.onDisk()
    const refused = await harness.upload(randomBytes(5 * MB))
    assert.deepEqual([refused.status, refused.body.code], [507, 'STORAGE_SHARE_EXCEEDED'])
    assert.match(refused.body.message, /8388608 bytes, one wallet may have 25 % of what others leave/)
    assert.deepEqual(await harness.onDisk(), { blocks, staged: 0 })
    assert.equal((await harness.upload(randomBytes(5 * MB), { by: '0.0.1002' })).status, 201)
    assert.equal((await harness.upload(randomBytes(sureOfDrive.value + MB), { by: '0.0.1009' })).status, 201)
    await harness.ask(`/ipfs/unpin/${first.body.cid}`, { method: 'DELETE', by: '0.0.1001' })
    assert.equal((await harness.upload(randomBytes(5 * MB))).status, 201)
  })

  test('is a quarter of what is free and its own, where that is more', async () => {
    using _drive = driveWith(limits.reserve.value + keptOfDrive.value + 36 * MB)
    await using harness = await openHarness()
    assert.equal((await harness.upload(randomBytes(11 * MB))).status, 201)
    assert.equal((await harness.upload(randomBytes(2 * MB))).body.code, 'STORAGE_SHARE_EXCEEDED')
    assert.equal((await harness.upload(randomBytes(11 * MB), { by: '0.0.1002' })).status, 201)
  })

  test('is of all its uploads at once', async () => {
    using _drive = driveWith(FEW)
    await using harness = await openHarness()
    const uploads = await Promise.all(Array.from({ length: 4 }, () => harness.upload(randomBytes(3 * MB))))
    assert.ok(uploads.filter(({ status }) => status === 201).length <= 2)
    const refused = uploads.filter(({ status }) => status !== 201)
    assert.deepEqual(new Set(refused.map(({ body }) => body.code)), new Set(['STORAGE_SHARE_EXCEEDED']))
  })

  test('bounds the upload that may go on beyond the quota', async () => {
    using _drive = driveWith(FEW)
    await using harness = await openHarness({ STORAGE_QUOTA_BYTES: String(MB) })
    const beyond = await harness.upload(randomBytes(sureOfDrive.value + MB))
    assert.deepEqual([beyond.status, beyond.body.code], [507, 'STORAGE_SHARE_EXCEEDED'])
    assert.deepEqual(await harness.onDisk(), { blocks: 0, staged: 0 })
  })

  test('is of what is fetched for it, too: such a pin says why it failed', async () => {
    const blocks = new Map<string, Uint8Array>()
    const leaves = Array.from({ length: 10 }, () => put(blocks, RAW, randomBytes(MB)))
    const file = putNode(blocks, { size: 10 * MB, sizes: leaves.map(() => MB) }, leaves)
    await using gateway = await openBlockGateway(blocks)
    using _drive = driveWith(FEW)
    await using harness = await openHarness({ IPFS_GATEWAY_URLS: gateway.url })
    await harness.ask(`/ipfs/pin/${file}`, { method: 'POST', by: '0.0.1001' })
    const pin = await settled(harness, String(file))
    assert.equal(pin.status, 'failed')
    assert.match(pin.error, /one wallet may have 25 % of what others leave/)
    await harness.collected()
    assert.deepEqual(await harness.onDisk(), { blocks: 0, staged: 0 })
  })

  test('leaves room for small wallets, however many take as much as they may', () => {
    const takes = fc.array(fc.record({ whole: fc.boolean(), part: fc.double({ min: 0, max: 1, noNaN: true }) }), {
      maxLength: 200,
    })
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 45 }), takes, (size, wallets) => {
        let free = size
        for (const { whole, part } of wallets) {
          const open = Math.max(0, free - keptOfDrive.value)
          const most = Math.max(sureOfDrive.value, Math.floor(open / 4))
          const own = Math.floor(whole ? most : part * most)
          assert.ok(isWithinShare(own, free - own))
          assert.ok(!isWithinShare(most + 2, free - most - 2))
          if (own > sureOfDrive.value) assert.ok(free - own >= keptOfDrive.value)
          free -= own
        }
      }),
    )
  })
})
