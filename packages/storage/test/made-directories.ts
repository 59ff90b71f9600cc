/** Directories that tests store. */
import assert from 'node:assert/strict'
import { importer } from 'ipfs-unixfs-importer'
import { fixedSize } from 'ipfs-unixfs-importer/chunker'
import type { CID } from 'multiformats/cid'
import { blockKey } from '../src/identifier/identifier.ts'
import type { Blocks } from './block-gateway.ts'
import type { Harness } from './harness.ts'

/** Content by its path. */
export type Files = Record<string, Uint8Array | string>

/** Stores blocks one by one: they are found by their hash, in whatever form they were uploaded. */
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
  await store(harness, blocks)
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
