/** Directories that tests store. */
import assert from 'node:assert/strict'
import { CarWriter } from '@ipld/car'
import { collect } from '@quorate/platform'
import { importer } from 'ipfs-unixfs-importer'
import { fixedSize } from 'ipfs-unixfs-importer/chunker'
import { CID } from 'multiformats/cid'
import { decode } from 'multiformats/hashes/digest'
import { blockKey, multihashOfKey } from '../src/identifier/identifier.ts'
import type { Blocks } from './block-gateway.ts'
import type { Harness } from './harness.ts'

/** Content by its path. */
export type Files = Record<string, Uint8Array | string>

/** Blocks as an archive (CAR). */
export async function archiveOf(roots: CID[], blocks: Iterable<readonly [CID, Uint8Array]>): Promise<Uint8Array> {
  const { writer, out } = CarWriter.create(roots)
  const parts = collect(out)
  for (const [cid, bytes] of blocks) await writer.put({ cid, bytes })
  await writer.close()
  return parts
}

/** The blocks with identifiers of the codec raw: they are stored by their hash, whatever the codec. */
export const cidsOf = (blocks: Blocks): [CID, Uint8Array][] =>
  Array.from(blocks, ([key, bytes]) => [CID.createV1(0x55, decode(multihashOfKey(key))), bytes])

/** Stores blocks that need not be complete, one by one. */
export async function store(harness: Harness, blocks: Blocks): Promise<void> {
  for (const bytes of blocks.values()) assert.equal((await harness.upload(bytes)).status, 201)
}

/** Stores a directory with parts of 1,000 bytes; returns its identifier. */
export async function directoryOf(
  harness: Harness,
  files: Files,
  { isSharded = false }: { isSharded?: boolean } = {},
): Promise<string> {
  const { root, blocks } = await blocksOf(files, isSharded)
  const { status, body } = await harness.import(await archiveOf([root], cidsOf(blocks)))
  assert.equal(status, 201, JSON.stringify(body))
  return String(root)
}

/** The blocks of a directory. */
export async function blocksOf(files: Files, isSharded = false): Promise<{ root: CID; blocks: Blocks }> {
  const blocks: Blocks = new Map()
  const put = async (cid: CID, bytes: Uint8Array): Promise<CID> => {
    blocks.set(blockKey(cid), bytes)
    return cid
  }
  const source = Object.entries(files).map(([path, content]) => ({ path, content: Buffer.from(content) }))
  const options = {
    wrapWithDirectory: true,
    chunker: fixedSize({ chunkSize: 1000 }),
    ...(isSharded && { shardSplitThresholdBytes: 1 }),
  }
  let root: CID | undefined
  for await (const { cid } of importer(source, { put } as never, options)) root = cid
  assert.ok(root)
  return { root, blocks }
}
