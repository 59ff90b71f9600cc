import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { importFile } from 'ipfs-unixfs-importer'
import { fixedSize } from 'ipfs-unixfs-importer/chunker'
import { balanced } from 'ipfs-unixfs-importer/layout'
import type { CID } from 'multiformats/cid'
import type { Staging } from '../src/blocks/staging.ts'
import { toV1 } from '../src/identifier/identifier.ts'
import { importInto, PROFILES } from '../src/unixfs/import.ts'

type Library = NonNullable<Parameters<typeof importFile>[2]>

/** Smaller than real ones, so that a few hundred bytes make trees of several layers. */
const small = [
  { leaf: 3, width: 2, raw: true },
  { leaf: 4, width: 3, raw: false },
  { leaf: 200, width: 5, raw: false },
]
const librarys = ({ leaf, width, raw }: (typeof small)[0]): Library => ({
  cidVersion: raw ? 1 : 0,
  rawLeaves: raw,
  chunker: fixedSize({ chunkSize: leaf }),
  layout: balanced({ maxChildrenPerNode: width }),
})

describe('Files made into blocks', () => {
  /** All blocks, in any order. */
  async function blocksOf(make: (put: (cid: CID, bytes: Uint8Array) => Promise<CID>) => Promise<CID>) {
    const blocks = new Map<string, string>()
    const root = await make(async (cid, bytes) => {
      blocks.set(toV1(cid).toString(), Buffer.from(bytes).toString('hex'))
      return cid
    })
    return { root: toV1(root).toString(), blocks: [...blocks].sort() }
  }
  /** In pieces of any size. */
  async function* pieces(content: Uint8Array) {
    for (let at = 0; at < content.length; ) {
      const length = Math.ceil(Math.random() * Math.min(content.length, 70_000))
      yield content.subarray(at, at + length)
      at += length
    }
  }
  const same = async (content: Uint8Array, profile: (typeof small)[0], library: Library) => {
    const ours = await blocksOf((put) => importInto({ put } as never as Staging, pieces(content), profile))
    const theirs = await blocksOf(async (put) => (await importFile({ content }, { put } as never, library)).cid)
    assert.deepEqual(ours, theirs, `${content.length} bytes`)
  }

  test('match the public importer block by block, however deep they are', async () => {
    for (const profile of small)
      for (let size = 0; size < 120; size++) await same(randomBytes(size), profile, librarys(profile))
    const [, , three] = small
    for (const size of [199, 200, 201, 1000, 1001, 40_000])
      if (three) await same(randomBytes(size), three, librarys(three))
  })

  test('match it with the three usual profiles', async () => {
    const libraries: Library[] = [
      { profile: 'unixfs-v1-2025' },
      ...PROFILES.slice(1, 2).map(librarys),
      { profile: 'unixfs-v0-2015' },
    ]
    for (const [index, profile] of PROFILES.entries())
      for (const size of [0, 1, 262_144, 262_145, 1_048_576, 1_048_577, 46_000_000])
        await same(randomBytes(size), profile, libraries[index] ?? {})
  })
})
