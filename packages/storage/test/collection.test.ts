import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { setImmediate as immediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { encode, type PBLink } from '@ipld/dag-pb'
import { silentLogger, systemClock } from '@quorate/platform'
import { testDatabase } from '@quorate/platform/testing'
import { base32upper } from 'multiformats/bases/base32'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { openBlockFiles } from '../src/blocks/block-files.ts'
import type { Collection } from '../src/blocks/block-sweep.ts'
import { createUnpinnedBlocks } from '../src/blocks/unpinned.ts'
import { noRoom } from '../src/errors.ts'
import { sha256Cid } from '../src/identifier/hash.ts'
import { blockKey, DAG_PB, IDENTITY, RAW } from '../src/identifier/identifier.ts'
import type { ContentNode } from '../src/nodes/node.ts'
import { createCollection } from '../src/pins/collection.ts'
import { createBlocks } from '../src/sources/blocks.ts'
import { openTables } from '../src/store/open-tables.ts'
import { deletePin, insertPin } from '../src/store/pins.ts'

async function* none(): AsyncGenerator<never> {}
const nothing: Collection = {
  roots: none,
  released: none,
  onRemove: () => {},
  onIncomplete: async () => {},
  settle: async () => {},
}

test('A block that a collection is removing does not count as stored, even if it was in memory or its file can still be read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quorate-blocks-'))
  const files = await openBlockFiles(folder)
  const ask = () => Promise.reject(new Error('it has no peers'))
  const node = { kind: 'helia', own: files.get, ask, use: files.use } as unknown as ContentNode
  const blocks = createBlocks({ node, gateways: [], hedgeMs: 300, timeoutMs: 2000 })
  const stored = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const bytes = randomBytes(100)
      const cid = await sha256Cid(RAW, bytes)
      await files.put(cid, bytes)
      const earlier = blocks.reader('node first')
      if (index % 2 === 0) await earlier.get(cid)
      earlier.close()
      return cid
    }),
  )
  const asked: Promise<unknown>[] = []
  const reader = blocks.reader('node first')
  const onRemove = (key: string): void => {
    blocks.forget(key)
    for (const cid of stored)
      if (blockKey(cid) === key) asked.push(reader.get(cid).catch((error: Error) => error.message))
  }
  const removed = await files.sweep({ ...nothing, onRemove })
  const answers = await Promise.all(asked)
  for (const answer of answers) assert.match(String(answer), /was not found/)
  assert.deepEqual([removed, answers.length], [8, 8])
  reader.close()
  await rm(folder, { recursive: true })
})

test('A writer that finds the drive full waits for removals under way, and checks again after them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quorate-blocks-'))
  const stored = async () =>
    (await readdir(join(folder, 'blocks'), { recursive: true })).some((name) => name.endsWith('.data'))
  let isSmall = false
  const looks: Promise<void>[] = []
  const assertFree = async (): Promise<void> => {
    const answer = looks.pop()
    const isFull = isSmall && (await stored())
    await answer
    if (isFull) throw noRoom(1)
  }
  const files = await openBlockFiles(folder, assertFree, createUnpinnedBlocks(1))
  const store = async (): Promise<void> => {
    isSmall = false
    const bytes = randomBytes(100)
    await files.put(await sha256Cid(RAW, bytes), bytes)
    isSmall = true
  }
  await store()
  // The first one removes the only block, and the others find nothing to remove.
  await Promise.all([files.assertRoom(), files.assertRoom(), files.assertRoom()])
  await store()
  const slow = Promise.withResolvers<void>()
  looks.push(slow.promise)
  const late = files.assertRoom()
  await files.assertRoom()
  slow.resolve()
  await late
  assert.equal(await stored(), false)
  await rm(folder, { recursive: true })
})

test('A block that arrives while the drive is full is removed once it is there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quorate-blocks-'))
  const unpinned = createUnpinnedBlocks(1)
  const assertFree = async (): Promise<void> => {
    if (unpinned.bytes > 0) throw noRoom(1)
  }
  const files = await openBlockFiles(folder, assertFree, unpinned)
  const bytes = randomBytes(100)
  const cid = await sha256Cid(RAW, bytes)
  const arrival = files.put(cid, bytes)
  while (unpinned.bytes === 0) await immediate()
  await files.assertRoom()
  await arrival
  assert.equal(await files.has(cid), false)
  await rm(folder, { recursive: true })
})

test('A collection keeps content that was pinned again while it ran, even if the old pin ended meanwhile', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quorate-blocks-'))
  const server = await testDatabase()
  const database = await openTables(server)
  const files = await openBlockFiles(folder)
  const bytes = randomBytes(100)
  const cid = await sha256Cid(RAW, bytes)
  await files.put(cid, bytes)
  const pinOf = (owner: string, status: 'pinned' | 'queued') => {
    const pin = { chain: 'hedera:devnet', owner, cid: String(cid), status, filename: null, mimetype: null }
    return { ...pin, created_at: new Date() }
  }
  const [ending, waiting] = [pinOf('0.0.1001', 'pinned'), pinOf('0.0.1002', 'queued')]
  await database.change((trx) => insertPin(trx, ending))
  const collect = (collection: Collection) =>
    files.sweep({
      ...collection,
      async *released() {
        await database.change((trx) => insertPin(trx, waiting))
        await database.change((trx) => deletePin(trx, ending, String(cid)))
        yield* collection.released()
      },
    })
  const deps = {
    database,
    node: { ...files, collect },
    blocks: { forget() {} },
    events: { on() {}, emit() {} },
    clock: systemClock,
    logger: silentLogger,
    jobs: { define: () => ({}), create: async () => '' },
    nodeId: () => undefined,
  }
  await createCollection(deps as unknown as Parameters<typeof createCollection>[0]).collect()
  assert.ok(await files.has(cid))
  await server.close()
  await rm(folder, { recursive: true })
})

describe('A store of blocks', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quorate-blocks-'))
  })
  after(() => rm(folder, { recursive: true }))

  test('leaves no temporary file of a block that could not be stored', async () => {
    const files = await openBlockFiles(folder)
    const bytes = randomBytes(100)
    const cid = await sha256Cid(RAW, bytes)
    const inTheWay = join(folder, 'blocks', base32upper.encode(cid.multihash.bytes).slice(-2))
    await writeFile(inTheWay, 'a file where its folder is to be')
    await assert.rejects(files.put(cid, bytes))
    assert.deepEqual(await readdir(join(folder, 'staging')), [])
    await rm(inTheWay)
    await files.put(cid, bytes)
    assert.deepEqual(Buffer.from((await files.get(cid)) ?? ''), bytes)
    await files.sweep(nothing)
  })

  test('returns a small block in a buffer of its size', async () => {
    const files = await openBlockFiles(folder)
    const bytes = randomBytes(100)
    const cid = await sha256Cid(RAW, bytes)
    await files.put(cid, bytes)
    assert.equal((await files.get(cid))?.buffer.byteLength, 100)
    await files.sweep(nothing)
  })

  test('keeps the latest blocks of a use that names more than its limit, and ignores inlined blocks', async () => {
    const files = await openBlockFiles(folder)
    const cids = await Promise.all(Array.from({ length: 4 }, () => sha256Cid(RAW, randomBytes(100))))
    for (const cid of cids) await files.put(cid, randomBytes(100))
    const use = files.use({ most: 2 })
    for (const cid of cids) use.keep(cid)
    for (let index = 0; index < 3; index++) use.keep(CID.createV1(RAW, create(IDENTITY, Uint8Array.of(index))))
    assert.equal(await files.sweep(nothing), 2)
    assert.deepEqual(await Promise.all(cids.map(files.has)), [false, false, true, true])
    use.end()
    assert.equal(await files.sweep(nothing), 2)
  })

  test('collects very many blocks in steps, however they are spread over folders', async () => {
    const files = await openBlockFiles(folder)
    const inOneFolder = join(folder, 'blocks', 'AA')
    await mkdir(inOneFolder, { recursive: true })
    const use = files.use()
    for (let index = 0; index < 3000; index++) {
      const digest = Buffer.alloc(32)
      digest.writeUInt32LE(index)
      const cid = CID.createV1(RAW, create(0x12, digest))
      writeFileSync(join(inOneFolder, `${base32upper.encode(cid.multihash.bytes)}.data`), '')
      use.keep(cid)
    }
    let turns = 0
    let isDone = false
    const count = (): void => {
      turns++
      if (!isDone) setImmediate(count)
    }
    count()
    assert.equal(await files.sweep(nothing), 0)
    isDone = true
    assert.ok(turns > 12, `${turns} rounds of the event loop`)
  })
})

describe('A sweep', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quorate-blocks-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  test('uses little memory, however many blocks and links a store has', async () => {
    const files = await openBlockFiles(folder)
    await mkdir(join(folder, 'blocks', 'AA'))
    const links: PBLink[] = []
    for (let index = 0; index < 60_000; index++) {
      const cid = CID.createV1(RAW, create(0x12, createHash('sha256').update(String(index)).digest()))
      writeFileSync(join(folder, 'blocks', 'AA', `${base32upper.encode(cid.multihash.bytes)}.data`), '')
      if (index < 30_000) links.push({ Hash: cid, Name: '', Tsize: 0 })
    }
    const block = encode({ Links: links })
    const root = await sha256Cid(DAG_PB, block)
    await files.put(root, block)
    let told = 0
    let grown = 0
    const before = heapInUse()
    const swept = files.sweep({
      ...nothing,
      async *roots() {
        yield root
      },
      // The blocks are not in this folder: no file is deleted, but each removal is reported.
      onRemove() {
        told++
        if (told === 15_000) grown = heapInUse() - before
      },
    })
    assert.equal(await swept, 30_000)
    assert.ok(grown < 3_000_000, `${grown} bytes more`)
  })

  test('continues in memory if the drive has no room for its marks, and leaves no file of them', async () => {
    const files = await openBlockFiles(folder)
    const cid = await sha256Cid(RAW, randomBytes(100))
    await files.put(cid, randomBytes(100))
    const inTheWay = join(folder, 'marks.sqlite')
    await mkdir(inTheWay)
    await files.sweep(nothing)
    assert.equal(await files.has(cid), false)
    assert.deepEqual((await readdir(folder)).sort(), ['blocks', 'staging'])
  })

  test('reports every release, and which blocks are in use, whatever leads to them', async () => {
    const files = await openBlockFiles(folder)
    const putAll = async (codec: number, bytes: Uint8Array) => {
      const cid = await sha256Cid(codec, bytes)
      await files.put(cid, bytes)
      return cid
    }
    const over = (children: CID[]) =>
      putAll(DAG_PB, encode({ Links: children.map((Hash) => ({ Hash, Name: '', Tsize: 0 })) }))
    const leaves = await Promise.all(Array.from({ length: 300 }, () => putAll(RAW, randomBytes(100))))
    // Each shares a leaf with the next one, so a block in use protects all of them.
    const chain = await Promise.all(leaves.slice(1, 250).map((leaf, index) => over([leaves[index] as CID, leaf])))
    const alone = await over(leaves.slice(260))
    const use = files.use({ stores: true })
    use.keep(leaves[100] as CID)
    const spared = new Map<string, boolean>()
    const sweep = () =>
      files.sweep({
        ...nothing,
        async *released() {
          yield [...chain, alone].map((cid) => ({ cid, note: String(cid) }))
        },
        async settle(page) {
          for (const { note, isSpared } of page) spared.set(note, isSpared)
        },
      })
    await sweep()
    assert.deepEqual([spared.get(String(alone)), await files.has(alone)], [false, false])
    for (const cid of chain) assert.deepEqual([spared.get(String(cid)), await files.has(cid)], [true, true])
    assert.equal(await files.has(leaves[100] as CID), true)
    use.end()
    await sweep()
    assert.deepEqual(new Set(spared.values()), new Set([false]))
    const left = await readdir(join(folder, 'blocks'), { recursive: true })
    assert.deepEqual(
      left.filter((name) => name.endsWith('.data')),
      [],
    )
  })
})

/** The bytes of the heap that are not garbage. */
function heapInUse(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}
setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')
