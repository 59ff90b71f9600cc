import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readdir, readFile, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { CarBufferReader } from '@ipld/car/buffer-reader'
import type { CID } from 'multiformats/cid'
import { type BlockFiles, openBlockFiles } from '../src/blocks/block-files.ts'
import type { Collection } from '../src/blocks/block-sweep.ts'
import { matches, sha256Cid } from '../src/identifier/hash.ts'
import { blockKey, RAW } from '../src/identifier/identifier.ts'

type Contents = { cid: CID; bytes: Uint8Array }[]

async function* none(): AsyncGenerator<never> {}
const collection: Collection = {
  roots: none,
  released: none,
  onRemove() {},
  onIncomplete: async () => {},
  settle: async () => {},
}

const made = (count: number, size = 1000): Promise<Contents> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const bytes = randomBytes(size)
      return { cid: await sha256Cid(RAW, bytes), bytes }
    }),
  )

describe('Small blocks that arrive together', () => {
  let root: string
  let files: BlockFiles
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'quorate-packs-'))
    files = await openBlockFiles(root)
  })
  afterEach(async () => {
    files.close()
    await rm(root, { recursive: true })
  })
  const at = (...path: string[]) => join(root, 'packs', ...path)
  const packs = async (): Promise<string[]> =>
    (await readdir(at()).catch(() => [])).filter((name) => name.endsWith('.car'))
  const reopen = async (change: () => Promise<unknown> = async () => {}): Promise<void> => {
    files.close()
    await change()
    files = await openBlockFiles(root)
  }
  async function adopt(contents: Contents): Promise<void> {
    const use = files.use({ stores: true })
    const staging = await files.stage()
    for (const { cid, bytes } of contents) {
      use.keep(cid)
      await staging.put(cid, bytes)
    }
    await files.adopt(staging)
    use.end()
  }
  async function assertStored(contents: Contents): Promise<void> {
    for (const { cid, bytes } of contents) {
      assert.ok(await files.has(cid))
      assert.deepEqual(Buffer.from((await files.get(cid)) ?? ''), Buffer.from(bytes))
    }
  }
  async function assertGone(contents: Contents): Promise<void> {
    for (const { cid } of contents) assert.deepEqual([await files.has(cid), await files.get(cid)], [false, undefined])
  }
  /** Collects all blocks but these. */
  const keepOnly = (contents: Contents) =>
    files.sweep({
      ...collection,
      async *roots() {
        for (const { cid } of contents) yield cid
      },
    })

  test('share one archive that any tool can read; a single one, and large ones, have files of their own', async () => {
    const contents = await made(1000)
    const large = await made(2, 200_000)
    await adopt([...contents, ...large])
    await adopt(await made(1))
    assert.deepEqual(await packs(), ['1.car'])
    await assertStored([...contents, ...large])
    const archive = CarBufferReader.fromBytes(await readFile(at('1.car')))
    assert.equal(archive.blocks().length, 999)
    for (const { cid, bytes } of archive.blocks()) assert.ok(await matches(cid, bytes))
    await reopen()
    await assertStored([...contents, ...large])
  })

  test('are there after a start without the index, or with one of an earlier time', async () => {
    const [removed, first, second] = [await made(50), await made(50), await made(50)]
    await adopt(removed)
    await adopt(first)
    const earlier = join(root, 'earlier')
    await reopen(() => copyFile(at('index.sqlite'), earlier))
    await adopt(second)
    await keepOnly([...first, ...second])
    await reopen(() => copyFile(earlier, at('index.sqlite')))
    await assertStored([...first, ...second])
    await assertGone(removed)
    await reopen(() => rm(at('index.sqlite')))
    await assertStored([...first, ...second])
    await assertGone(removed)
  })

  test('free their space when most of them are removed, and nobody who reads the others notices', async () => {
    const contents = await made(400)
    await adopt(contents)
    const before = (await stat(at('1.car'))).size
    const kept = contents.slice(300)
    let isDone = false
    const reading = (async () => {
      while (!isDone) await assertStored(kept)
    })()
    assert.equal(await keepOnly(kept), 300)
    isDone = true
    await reading
    await assertGone(contents.slice(0, 300))
    assert.deepEqual(await packs(), ['2.car'])
    assert.ok((await stat(at('2.car'))).size < before / 3)
    await reopen()
    await assertStored(kept)
    await keepOnly([])
    assert.deepEqual(await packs(), [])
    await assertGone(kept)
  })

  test('stay in their pack while half of it is stored, and come back when they are stored again', async () => {
    const contents = await made(100)
    await adopt(contents)
    await keepOnly(contents.slice(40))
    assert.deepEqual(await packs(), ['1.car'])
    await adopt(contents)
    assert.deepEqual(await packs(), ['1.car', '3.car'])
    await assertStored(contents)
    await keepOnly(contents.slice(40))
    await reopen()
    await assertStored(contents.slice(40))
    await assertGone(contents.slice(0, 40))
  })

  test('take no space when they are stored already', async () => {
    const contents = await made(100)
    await adopt(contents)
    for (let round = 0; round < 3; round++) await adopt(contents)
    assert.deepEqual(await packs(), ['1.car'])
    await assertStored(contents)
  })

  test('may be empty', async () => {
    const contents = [...(await made(3, 10)), ...(await made(1, 0))]
    await adopt(contents)
    await keepOnly(contents.slice(3))
    await assertStored(contents.slice(3))
  })

  test('leave no pack of an upload that was not adopted, or of blocks that were not needed', async () => {
    const contents = await made(100)
    const staging = await files.stage()
    for (const { cid, bytes } of contents) await staging.put(cid, bytes)
    const use = files.use({ stores: true })
    for (const { cid } of contents.slice(90)) use.keep(cid)
    await staging.retain(new Set(contents.slice(90).map(({ cid }) => blockKey(cid))))
    await files.adopt(staging)
    use.end()
    await assertGone(contents.slice(0, 90))
    await assertStored(contents.slice(90))
    assert.ok((await stat(at('1.car'))).size < 11_000)
    const other = await files.stage()
    for (const { cid, bytes } of await made(100)) await other.put(cid, bytes)
    await reopen()
    assert.deepEqual(await readdir(join(root, 'staging')), [])
    await other.discard()
  })

  test('are missing, and not wrong, where a pack is damaged', async () => {
    const contents = await made(100)
    await adopt(contents)
    const half = (await stat(at('1.car'))).size / 2
    await reopen(() => truncate(at('1.car'), half))
    const read = async () => Promise.all(contents.map(async ({ cid }) => (await files.get(cid))?.length ?? 0))
    assert.deepEqual(new Set((await read()).slice(0, 45)), new Set([1000]))
    assert.deepEqual(new Set((await read()).slice(55)), new Set([0]))
    await keepOnly([...contents.slice(0, 20), ...contents.slice(90, 91)])
    assert.deepEqual(await packs(), ['1.car', '2.car'])
    await assertStored(contents.slice(0, 20))
    await reopen(() => rm(at('index.sqlite')))
    assert.ok(await files.has(contents[10]?.cid as CID))
    assert.equal(await files.has(contents[90]?.cid as CID), false)
    await reopen(async () => {
      for (const pack of await packs()) await rm(at(pack))
    })
    assert.equal(await files.has(contents[10]?.cid as CID), false)
  })
})
