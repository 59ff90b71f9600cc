import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { encode } from '@ipld/dag-pb'
import { CID } from 'multiformats/cid'
import { blockKey } from '../src/identifier/identifier.ts'
import { type Blocks, DAG_PB, put, putNode, RAW, unixfsData, varint } from './block-gateway.ts'
import { openGateway } from './gateway.ts'
import { type Harness, openHarness } from './harness.ts'

const KB = 1024
const MB = 1024 * KB

describe('Reused memory', () => {
  test('keeps the bytes that another answer still has to send', async () => {
    const content = randomBytes(12 * MB)
    let leafAsked = Promise.withResolvers<void>()
    let root = ''
    let origin = ''
    // Serves only the root: both readers wait for the same leaf, which comes from the node.
    await using gateway = await openGateway(async (request, response) => {
      if (!request.url?.includes(root)) return leafAsked.resolve()
      const block = await fetch(`${origin}/ipfs/${root}?format=raw`)
      response.setHeader('content-type', 'application/vnd.ipld.raw').end(Buffer.from(await block.arrayBuffer()))
    })
    await using harness = await openHarness({ IPFS_GATEWAY_URLS: gateway.url })
    origin = harness.url
    root = (await harness.upload(content)).body.cid
    const before = (await harness.upload(randomBytes(20 * MB))).body.cid

    // The file's type is known from here on, so the first leaf is read to be sent.
    await fetch(`${origin}/ipfs/file/${root}`, { method: 'HEAD' })
    leafAsked = Promise.withResolvers()

    const { hostname, port } = new URL(harness.url)
    const socket = connect(Number(port), hostname)
    socket.write(`GET /ipfs/${before} HTTP/1.1\r\nHost: x\r\n\r\n`)
    socket.write(`GET /ipfs/file/${root} HTTP/1.1\r\nHost: x\r\nRange: bytes=0-\r\nConnection: close\r\n\r\n`)
    // Only the beginning of the answer before it is read: the connection is full.
    const received: Buffer[] = []
    let full = false
    leafAsked.promise.then(() => {
      full = true
    })
    socket.on('data', (data: Buffer) => {
      received.push(data)
      socket.pause()
      setImmediate(() => full || socket.resume())
    })
    await leafAsked.promise
    const other = await harness.get(`/ipfs/file/${root}`, { range: 'bytes=0-' })
    assert.deepEqual(Buffer.from(await other.arrayBuffer()), content)
    socket.removeAllListeners('data').on('data', (data: Buffer) => received.push(data))
    socket.resume()
    await once(socket, 'close')
    assert.ok(Buffer.concat(received).subarray(-content.length).equals(content))
  })
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const heldInBuffers = (): number => {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}
/** The memory that is held in the end: bytes just passed on may take a few turns to become garbage. */
async function leastHeld(harness: Harness, enough: number): Promise<number> {
  let least = heldInBuffers()
  for (let round = 0; round < 30 && least > enough; round++) {
    await (await harness.get('/health')).text()
    least = Math.min(least, heldInBuffers())
  }
  return least
}

describe('A small file', () => {
  const blocks: Blocks = new Map()
  const READERS = 12
  /** A block of nearly 4 MiB that gives 20,000 bytes of a file. The rest is in a field that nothing reads. */
  const large = (first: number, links: CID[] = [], sizes: number[] = []): CID => {
    const data = unixfsData({
      data: Buffer.alloc(20_000, first),
      size: 20_000 + sizes.reduce((a, b) => a + b, 0),
      sizes,
    })
    const junk = Buffer.alloc(4 * MB - 8 * KB - data.length - 200 * links.length, first)
    const field = Buffer.concat([Buffer.of(0x7a, ...varint(junk.length)), junk])
    return put(
      blocks,
      DAG_PB,
      encode({ Data: Buffer.concat([data, field]), Links: links.map((Hash) => ({ Hash, Name: '', Tsize: 0 })) }),
    )
  }

  /** Serves all blocks at once, except those in `held`: their requests wait. */
  async function openHolding(held: Set<string>) {
    const open = Promise.withResolvers<void>()
    const asked = new Set<string>()
    let changed = Promise.withResolvers<void>()
    const gateway = await openGateway(async ({ url = '' }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://x')
      if (searchParams.get('format') === 'car') return response.writeHead(404).end()
      const key = blockKey(CID.parse(pathname.replace('/ipfs/', '')))
      if (held.has(key)) {
        asked.add(key)
        changed.resolve()
        changed = Promise.withResolvers()
        await open.promise
      }
      return response.writeHead(200, { 'content-type': 'application/vnd.ipld.raw' }).end(blocks.get(key))
    })
    return {
      gateway,
      open: open.resolve,
      async allAsked() {
        while (asked.size < held.size) await changed.promise
      },
    }
  }

  test('A small file that waits for its second part holds nothing of the large block that gave its first one', async () => {
    const lasts = Array.from({ length: READERS }, (_, index) => put(blocks, RAW, Buffer.alloc(20_000, 100 + index)))
    const roots = lasts.map((last, index) =>
      putNode(blocks, { size: 40_000, sizes: [20_000, 20_000] }, [large(index), last]),
    )
    const held = await openHolding(new Set(lasts.map(blockKey)))
    await using _gateway = held.gateway
    await using harness = await openHarness({ IPFS_GATEWAY_URLS: held.gateway.url, IPFS_TIMEOUT: '60000' })
    const before = heldInBuffers()
    const answers = roots.map((root) => harness.get(`/ipfs/${root}`))
    await held.allAsked()
    const grown = (await leastHeld(harness, before + READERS * MB)) - before
    held.open()
    for (const [index, answer] of (await Promise.all(answers)).entries()) {
      const bytes = Buffer.from(await answer.arrayBuffer())
      assert.ok(bytes.equals(Buffer.concat([Buffer.alloc(20_000, index), Buffer.alloc(20_000, 100 + index)])))
    }
    assert.ok(grown < READERS * MB, `${grown} bytes for ${READERS} readers`)
  })

  test('A small file whose first block is large and has links is downloaded as large files are', async () => {
    const last = put(blocks, RAW, Buffer.alloc(20_000, 1))
    const root = large(2, [last], [20_000])
    const held = await openHolding(new Set([blockKey(last)]))
    await using _gateway = held.gateway
    const env = { IPFS_GATEWAY_URLS: held.gateway.url, IPFS_TIMEOUT: '60000', IPFS_MAX_DOWNLOADS: '4' }
    await using harness = await openHarness(env)
    const first = harness.get(`/ipfs/${root}`)
    await held.allAsked()
    const second = await harness.ask(`/ipfs/${root}`)
    held.open()
    assert.deepEqual([second.status, second.body.code], [429, 'TOO_MANY_DOWNLOADS'])
    assert.equal((await (await first).arrayBuffer()).byteLength, 40_000)
  })
})
