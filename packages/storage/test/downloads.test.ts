import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { CID } from 'multiformats/cid'
import { blockKey } from '../src/identifier/identifier.ts'
import { type Blocks, put, RAW } from './block-gateway.ts'
import { openGateway } from './gateway.ts'
import { type Harness, openHarness } from './harness.ts'

describe('Downloads', () => {
  let harness: Harness
  let cid: string
  before(async () => {
    harness = await openHarness({ IPFS_TIMEOUT: '60000', IPFS_MAX_DOWNLOADS: '12', MAX_FILE_SIZE: '40000000' })
    cid = (await harness.upload(randomBytes(30_000_000))).body.cid
  })
  after(() => harness[Symbol.asyncDispose]())

  /** A reader that stops after the first bytes, which contain the status. */
  async function stalled(path: string) {
    const { hostname, port } = new URL(harness.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    const [first] = (await once(socket, 'data')) as [Buffer]
    socket.pause()
    return { status: Number(first.toString('latin1', 9, 12)), socket }
  }
  /** All bytes that still arrive. */
  async function rest(socket: Awaited<ReturnType<typeof stalled>>['socket']): Promise<number> {
    let received = 0
    for await (const data of socket) received += data.length
    return received
  }

  const each = 3
  for (const [what, path] of [
    ['a file', ''],
    ['an archive', '?format=car'],
  ] as const)
    test(`Downloads of ${what} without a reader are limited, and end after a minute, so that others can begin`, async (context) => {
      // The timers that end them after a minute without a reader, for the test to run.
      const ends: (() => void)[] = []
      const { setTimeout: real } = globalThis
      context.mock.method(globalThis, 'setTimeout', (work: () => void, ms: number) => {
        if (ms > 50_000 && ms <= 60_000) ends.push(work)
        return real(work, ms)
      })
      const readers = await Promise.all(Array.from({ length: 6 }, () => stalled(`/ipfs/${cid}${path}`)))
      const statuses = readers.map(({ status }) => status).sort()
      assert.deepEqual(statuses, [...Array(each).fill(200), ...Array(6 - each).fill(429)])
      const refused = await harness.ask(`/ipfs/${cid}${path}`)
      assert.deepEqual([refused.status, refused.body.code], [429, 'TOO_MANY_DOWNLOADS'])
      assert.equal(refused.headers.get('retry-after'), '5')
      assert.equal(refused.headers.get('content-disposition'), null)
      assert.equal(
        (await harness.get('/ipfs/bafkqadlimvwgy3zmeb3w64tmmqqq')).status,
        200,
        'what is small is no download',
      )
      for (const end of ends) end()
      let answer = await harness.get(`/ipfs/${cid}${path}`)
      while (answer.status === 429) {
        await answer.arrayBuffer()
        await new Promise((resolve) => setTimeout(resolve, 50))
        answer = await harness.get(`/ipfs/${cid}${path}`)
      }
      assert.equal(answer.status, 200)
      assert.ok((await answer.arrayBuffer()).byteLength >= 30_000_000)
      for (const { socket, status } of readers) {
        if (status === 200) assert.ok((await rest(socket)) < 30_000_000)
        socket.destroy()
      }
    })
})

test('A reader that leaves while the first block is fetched keeps no place', async () => {
  const blocks: Blocks = new Map()
  const [left, wanted] = [randomBytes(100_000), randomBytes(100_000)].map((bytes) => put(blocks, RAW, bytes))
  const isAsked = Promise.withResolvers<void>()
  const isGone = Promise.withResolvers<void>()
  await using gateway = await openGateway(async ({ url = '' }, response) => {
    const cid = CID.parse(new URL(url, 'http://x').pathname.replace('/ipfs/', ''))
    if (cid.equals(left)) {
      isAsked.resolve()
      await isGone.promise
    }
    response.writeHead(200, { 'content-type': 'application/vnd.ipld.raw' }).end(blocks.get(blockKey(cid)))
  })
  // One place for each address.
  await using harness = await openHarness({ IPFS_GATEWAY_URLS: gateway.url, IPFS_MAX_DOWNLOADS: '4' })
  const { hostname, port } = new URL(harness.url)
  const socket = connect(Number(port), hostname)
  socket.write(`GET /ipfs/${left} HTTP/1.1\r\nHost: x\r\n\r\n`)
  await isAsked.promise
  socket.resetAndDestroy()
  await once(socket, 'close')
  // After these answers the service has noticed that the client left.
  for (let asked = 0; asked < 5; asked++) await (await harness.get('/health')).text()
  isGone.resolve()
  while ((await harness.onDisk()).blocks === 0) await harness.get('/health')
  const answer = await harness.get(`/ipfs/${wanted}`)
  assert.equal(answer.status, 200)
  assert.equal((await answer.arrayBuffer()).byteLength, 100_000)
})
