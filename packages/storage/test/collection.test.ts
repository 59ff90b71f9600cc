import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { base32upper } from 'multiformats/bases/base32'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { openBlockFiles } from '../src/blocks/block-files.ts'
import { sha256Cid } from '../src/identifier/hash.ts'
import { IDENTITY, keyOf, RAW } from '../src/identifier/identifier.ts'
import type { ContentNode } from '../src/nodes/node.ts'
import { createBlocks } from '../src/sources/blocks.ts'

async function* none(): AsyncGenerator<never> {}

it('What is asked for while a collection removes it is not taken for stored, though it was just in memory or its file can still be read', async () => {
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
  const { removed } = await files.sweep(none(), [], (key) => {
    blocks.forget(key)
    for (const cid of stored) if (keyOf(cid) === key) asked.push(reader.get(cid).catch((error: Error) => error.message))
  })
  const answers = await Promise.all(asked)
  for (const answer of answers) assert.match(String(answer), /is not to be had/)
  assert.deepEqual([removed, answers.length], [8, 8])
  reader.close()
  await rm(folder, { recursive: true })
})

describe('A store of blocks', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quorate-blocks-'))
  })
  after(() => rm(folder, { recursive: true }))

  it('leaves nothing aside of a block that could not be stored', async () => {
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
    await files.sweep(none(), [], () => {})
  })

  it('gives a small block in no larger a buffer', async () => {
    const files = await openBlockFiles(folder)
    const bytes = randomBytes(100)
    const cid = await sha256Cid(RAW, bytes)
    await files.put(cid, bytes)
    assert.equal((await files.get(cid))?.buffer.byteLength, 100)
    await files.sweep(none(), [], () => {})
  })

  it('keeps the latest blocks of a use that names more than it may, and none for what stands in its identifier', async () => {
    const files = await openBlockFiles(folder)
    const cids = await Promise.all(Array.from({ length: 4 }, () => sha256Cid(RAW, randomBytes(100))))
    for (const cid of cids) await files.put(cid, randomBytes(100))
    const use = files.use(2)
    for (const cid of cids) use.keep(cid)
    for (let index = 0; index < 3; index++) use.keep(CID.createV1(RAW, create(IDENTITY, Uint8Array.of(index))))
    assert.equal((await files.sweep(none(), [], () => {})).removed, 2)
    assert.deepEqual(await Promise.all(cids.map(files.has)), [false, false, true, true])
    use.end()
    assert.equal((await files.sweep(none(), [], () => {})).removed, 2)
  })

  it('collects very many blocks in steps, however they are spread over folders', async () => {
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
    assert.equal((await files.sweep(none(), [], () => {})).removed, 0)
    isDone = true
    assert.ok(turns > 12, `${turns} rounds of the event loop`)
  })
})
