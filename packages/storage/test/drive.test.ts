import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { base32upper } from 'multiformats/bases/base32'
import { openBlockGateway, put, putNode, RAW } from './block-gateway.ts'
import { openGateway } from './gateway.ts'
import { openHarness } from './harness.ts'

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
