import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { importer } from 'ipfs-unixfs-importer'
import type { CID } from 'multiformats/cid'
import { sha256Cid } from '../src/identifier/hash.ts'
import { RAW } from '../src/identifier/identifier.ts'
import { putTree } from '../src/unixfs/directory.ts'

interface File {
  path: string
  content: Uint8Array
}

async function ours(files: File[], blocks = new Map<string, Uint8Array>()) {
  const put = async (cid: CID, bytes: Uint8Array) => void blocks.set(cid.toString(), bytes)
  async function* rows() {
    for (const { path, content } of files.toSorted((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path))))
      yield { path, cid: await sha256Cid(RAW, content), total: content.length }
  }
  const { cid, total } = await putTree({ put }, rows())
  return { cid: cid.toString(), total }
}

async function theirs(files: File[], blocks = new Map<string, Uint8Array>()) {
  const store = {
    async put(cid: CID, bytes: Uint8Array) {
      blocks.set(cid.toString(), bytes)
      return cid
    },
  }
  let root: { cid: string; total: number } | undefined
  const options = { profile: 'unixfs-v1-2025' as const, wrapWithDirectory: true }
  for await (const { cid, size } of importer(files, store as never, options))
    root = { cid: cid.toString(), total: Number(size) }
  return root
}

const small = (path: string): File => ({ path, content: Buffer.from(path) })

describe('Directories', () => {
  test('are those of the public importer, with nested folders and names in any order', async () => {
    const files = ['a', 'a-b/x', 'a.txt', 'b/c/d', 'b/c.d', 'b/c-d', 'b0', 'ä/ö', 'z/z/z/z', '😀', 'B', '_'].map(small)
    assert.deepEqual(await ours(files), await theirs(files))
  })

  test('without files are the empty directory', async () => {
    const { cid, total } = await ours([])
    assert.deepEqual([cid, total], ['bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354', 4])
  })

  test('are sharded where one block would have more than 256 KiB, block by block as by the public importer', async () => {
    const long = 'n'.repeat(200)
    // A link of a name of 204 bytes has 251 bytes, and the directory itself 4.
    for (const count of [1043, 1044, 1045, 1046, 5000]) {
      const files = Array.from({ length: count }, (_, index) => small(`${long}${String(index).padStart(4, '0')}`))
      const [blocks, expected] = [new Map<string, Uint8Array>(), new Map<string, Uint8Array>()]
      assert.deepEqual(await ours(files, blocks), await theirs(files, expected), `${count} files`)
      for (const [cid, bytes] of blocks) assert.deepEqual(Buffer.from(expected.get(cid) ?? []), Buffer.from(bytes))
    }
  })

  test('of 12,000 short names in subfolders are those of the public importer', async () => {
    const files = Array.from({ length: 12_000 }, (_, index) => small(`many/${randomBytes(4).toString('hex')}/${index}`))
    const flat = Array.from({ length: 12_000 }, (_, index) => small(`flat/${index}.json`))
    assert.deepEqual(await ours(flat), await theirs(flat))
    // The public importer does not count subfolders when it measures a block, so these are compared below its limit.
    const few = files.slice(0, 3000)
    assert.deepEqual(await ours(few), await theirs(few))
  })
})
