import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { withBitswap } from '@helia/bitswap'
import { withLibp2pLight } from '@helia/libp2p'
import { unixfs } from '@helia/unixfs'
import { identify } from '@libp2p/identify'
import { noise } from '@libp2p/noise'
import { tcp } from '@libp2p/tcp'
import { yamux } from '@libp2p/yamux'
import { multiaddr } from '@multiformats/multiaddr'
import { testClock, testDatabase } from '@quorate/platform/testing'
import { createHeliaLight } from 'helia'
import { CID } from 'multiformats/cid'
import { openTables } from '../src/store/open-tables.ts'
import { usageOf } from '../src/store/usage.ts'
import { type Harness, type Kept, openHarness, settled } from './harness.ts'
import { openKuboStandIn } from './kubo.ts'

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
/** The harnesses use one database in turn; each stores its data separately. */
let server: Kept['server']
before(async () => {
  server = await testDatabase()
})
after(() => server.close())
const clock = testClock()
const harness = (env: Record<string, string> = {}) => openHarness(env, { server, clock })
const fresh = () => randomBytes(3_300_000)

/** A separate Helia node, as anybody may run it. */
async function otherHelia() {
  const helia = await withBitswap(
    withLibp2pLight(createHeliaLight(), {
      addresses: { listen: ['/ip4/127.0.0.1/tcp/0'] },
      transports: [tcp()],
      connectionEncrypters: [noise()],
      streamMuxers: [yamux()],
      services: { identify: identify() },
    }),
  ).start()
  return Object.assign(helia, { [Symbol.asyncDispose]: async () => void (await helia.stop()) })
}

/** Carries events between the two, as one PostgreSQL or Redis does for its processes. */
function carryEvents(one: Harness, two: Harness): void {
  if (server.kind === 'postgres') return
  const carried = new Set<unknown>()
  for (const [from, to] of [
    [one, two],
    [two, one],
  ] as const)
    for (const name of ['ipfs:node.started', 'ipfs:pin.announced'] as const)
      from.content.events.on(name, (event) => {
        if (carried.has(event)) return
        carried.add(event)
        to.content.events.emit(name, event)
      })
}

describe('Over bitswap', () => {
  test('another Helia node that is known reads what was uploaded here', async () => {
    const content = fresh()
    await using other = await otherHelia()
    await using node = await harness({ IPFS_PEERS: String(other.libp2p.peerId) })
    const { body } = await node.upload(content)
    const [address = ''] = await node.content.addresses()
    assert.match(address, /^\/ip4\/127\.0\.0\.1\/tcp\/\d+\/p2p\//, 'it listens on this machine alone')
    await other.libp2p.dial(multiaddr(address))
    const parts: Uint8Array[] = []
    for await (const part of unixfs(other).cat(CID.parse(body.cid), { signal: AbortSignal.timeout(20_000) }))
      parts.push(part)
    assert.deepEqual(Buffer.concat(parts), content)
  })

  test('a Helia node that is not known is refused', async () => {
    await using node = await harness()
    await using other = await otherHelia()
    const [address = ''] = await node.content.addresses()
    await assert.rejects(other.libp2p.dialProtocol(multiaddr(address), '/ipfs/bitswap/1.2.0'))
    assert.equal((await node.content.status()).peers, 0)
  })

  test('content of another Helia node is read and pinned here', async () => {
    const content = fresh()
    await using other = await otherHelia()
    const cid = await unixfs(other).addBytes(content)
    const late = await unixfs(other).addBytes(randomBytes(2_000_000))
    const bootstrap = other.libp2p.getMultiaddrs().map(String).join(',')
    await using node = await harness({ IPFS_BOOTSTRAP: bootstrap, IPFS_TIMEOUT: '20000' })
    while ((await node.content.status()).peers === 0) await new Promise(setImmediate)
    assert.deepEqual(await bytesOf(await node.get(`/ipfs/${cid}`)), content)
    const { body } = await node.ask(`/ipfs/pin/${late}`, { method: 'POST', by: '0.0.1001' })
    assert.equal(body.status, 'queued')
    assert.equal((await settled(node, String(late))).status, 'pinned')
    await other.stop()
    await node.collected()
    assert.equal((await node.get(`/ipfs/${late}`)).status, 200, 'it is here now')
    assert.equal((await node.get(`/ipfs/${cid}`)).status, 404, 'what was only read is not kept')
  })

  test('a process reads content that another one has pinned, at the addresses that this one announced', async () => {
    const content = fresh()
    await using one = await harness()
    await using two = await harness()
    carryEvents(one, two)
    await two.content.start()
    const { body } = await one.upload(content)
    while ((await two.content.status()).peers === 0) await new Promise(setImmediate)
    assert.deepEqual(await bytesOf(await two.get(`/ipfs/${body.cid}`)), content)
  })

  test('a starting process and the running ones permit each other', async () => {
    await using one = await harness()
    await using two = await harness()
    carryEvents(one, two)
    await two.content.start()
    while ((await one.content.status()).peers === 0) await new Promise(setImmediate)
    while ((await two.content.status()).peers === 0) await new Promise(setImmediate)
  })
})

describe('Pinned content', () => {
  test('is announced only if IPFS_PIN_BROADCAST is set', async () => {
    for (const [wanted, expected] of [
      ['true', 1],
      ['false', 0],
    ] as const) {
      await using node = await harness({ IPFS_PIN_BROADCAST: wanted })
      let announced = 0
      node.content.events.on('ipfs:pin.announced', () => {
        announced++
      })
      await node.upload(fresh(), { by: '0.0.1012' })
      // A later announcement would have arrived by then.
      await node.content.addresses()
      await node.upload(fresh(), { by: '0.0.1012' })
      assert.ok(expected ? announced >= 1 : announced === 0, `${announced} with ${wanted}`)
    }
  })
})

describe('With Kubo (a stand-in for its RPC)', () => {
  test('content is stored, pinned, read, unpinned and collected there', async () => {
    const content = fresh()
    await using kubo = await openKuboStandIn()
    await using node = await harness({ IPFS_NODE_URL: kubo.url })
    assert.deepEqual(await node.content.check(), { kind: 'kubo', peers: 0 })
    const { body } = await node.upload(content)
    assert.equal(kubo.blocks.size, 5)
    assert.deepEqual([...kubo.pins.keys()], [body.cid])
    assert.deepEqual(await node.onDisk(), { blocks: 0, staged: 0 })
    assert.deepEqual(await bytesOf(await node.get(`/ipfs/${body.cid}`)), content)
    await node.ask(`/ipfs/pin/${body.cid}`, { method: 'POST', by: '0.0.1002' })
    assert.equal((await settled(node, body.cid, '0.0.1002')).status, 'pinned')
    await node.ask(`/ipfs/unpin/${body.cid}`, { method: 'DELETE', by: '0.0.1001' })
    await node.collected()
    assert.deepEqual([kubo.pins.size, kubo.blocks.size], [1, 5], 'somebody still pins it')
    await node.ask(`/ipfs/unpin/${body.cid}`, { method: 'DELETE', by: '0.0.1002' })
    await node.collected()
    assert.deepEqual([kubo.pins.size, kubo.blocks.size], [0, 0])
    assert.equal((await node.get(`/ipfs/${body.cid}`)).status, 404)
  })

  test('one wrong byte from it is detected', async () => {
    const content = fresh()
    await using kubo = await openKuboStandIn()
    await using node = await harness({ IPFS_NODE_URL: kubo.url })
    const { body } = await node.upload(content)
    for (const block of kubo.blocks.values()) block[100] = (block[100] ?? 0) ^ 1
    const answer = await node.get(`/ipfs/${body.cid}`)
    assert.ok(answer.status >= 400, String(answer.status))
  })

  test('the health check fails while it is away, and recovers', async () => {
    await using kubo = await openKuboStandIn()
    await using node = await harness({ IPFS_NODE_URL: kubo.url })
    const by = '0.0.1009'
    kubo.leave()
    await assert.rejects(node.content.check())
    const refused = await node.upload('x', { by })
    assert.ok([502, 503].includes(refused.status), String(refused.status))
    assert.equal((await node.ask('/ipfs/pins', { by })).body.length, 0)
    kubo.comeBack()
    assert.equal((await node.content.check()).kind, 'kubo')
    assert.equal((await node.upload('x', { by })).status, 201)
  })

  test('an upload under way is not collected before it is pinned', async () => {
    await using kubo = await openKuboStandIn()
    await using node = await harness({ IPFS_NODE_URL: kubo.url })
    const pinning = kubo.hold('pin/add')
    const uploading = node.upload(fresh(), { by: '0.0.1011' })
    await pinning.begun
    const collecting = node.content.collect()
    for (let turn = 0; turn < 5; turn++) await node.content.check()
    pinning.release()
    const { status, body } = await uploading
    assert.equal(status, 201, JSON.stringify(body))
    await collecting
    assert.deepEqual([kubo.calls.includes('repo/gc'), kubo.blocks.size], [true, 5])
  })

  test('content that one wallet unpins and another stores at the same time stays', async () => {
    const content = fresh()
    await using kubo = await openKuboStandIn()
    await using node = await harness({ IPFS_NODE_URL: kubo.url })
    const { body } = await node.upload(content, { by: '0.0.1013' })
    const unpinning = kubo.hold('pin/rm')
    await node.ask(`/ipfs/unpin/${body.cid}`, { method: 'DELETE', by: '0.0.1013' })
    const collected = node.collected()
    await unpinning.begun
    const again = node.upload(content, { by: '0.0.1014' })
    // Without the wait, the upload that began before this one is pinned before it.
    assert.equal((await node.upload(fresh(), { by: '0.0.1015' })).status, 201)
    unpinning.release()
    assert.equal((await again).status, 201)
    await collected
    assert.ok(kubo.pins.has(body.cid))
    assert.deepEqual(await bytesOf(await node.get(`/ipfs/${body.cid}`)), content)
  })

  test('the next collection unpins everything that could not be unpinned before', async () => {
    await using kubo = await openKuboStandIn()
    await using node = await harness({ IPFS_NODE_URL: kubo.url })
    const by = '0.0.1016'
    for (let file = 0; file < 3; file++) {
      const { body } = await node.upload(`file ${file}`, { by })
      await node.ask(`/ipfs/unpin/${body.cid}`, { method: 'DELETE', by })
    }
    assert.equal(kubo.pins.size, 3)
    kubo.leave()
    await node.collected()
    kubo.comeBack()
    await node.content.start()
    await node.collected()
    assert.equal(kubo.pins.size, 0)
  })

  test('content that could not be pinned counts for its uploader until it is removed', async () => {
    await using kubo = await openKuboStandIn()
    await using node = await harness({ IPFS_NODE_URL: kubo.url })
    const pinning = kubo.hold('pin/add')
    const uploading = node.upload(randomBytes(5000), { by: '0.0.1017' })
    await pinning.begun
    kubo.blocks.clear()
    pinning.release()
    assert.equal((await uploading).status, 503)
    const tables = await openTables(server)
    assert.equal((await usageOf(tables.read, { chain: 'hedera:devnet', owner: '0.0.1017' })).released, 5000)
  })

  test('a collection requested during another one runs after it', async () => {
    await using kubo = await openKuboStandIn()
    await using node = await harness({ IPFS_NODE_URL: kubo.url })
    const gc = kubo.hold('repo/gc')
    const first = node.content.collect()
    await gc.begun
    const others = [node.content.collect(), node.content.collect()]
    gc.release()
    await Promise.all([first, ...others])
    assert.equal(kubo.calls.filter((call) => call === 'repo/gc').length, 2)
  })

  test('its timeout is awaited once: other sources are tried meanwhile, and the error says so', async () => {
    const content = fresh()
    await using other = await harness()
    const { body } = await other.upload(content)
    await using kubo = await openKuboStandIn()
    await using alone = await harness({ IPFS_NODE_URL: kubo.url })
    await using helped = await harness({ IPFS_NODE_URL: kubo.url, IPFS_GATEWAY_URLS: other.url, IPFS_TIMEOUT: '60000' })
    kubo.fallSilent()
    const answer = await alone.get(`/ipfs/${body.cid}`)
    assert.equal(answer.status, 504)
    assert.match(
      ((await answer.json()) as { message: string }).message,
      /within 2000 ms: tried the node \(no answer yet\)/,
    )
    const part = await helped.get(`/ipfs/${body.cid}`, { range: 'bytes=0-9' })
    assert.deepEqual(await bytesOf(part), content.subarray(0, 10))
  })

  test('the gateways are read while it is away', async () => {
    const content = fresh()
    await using other = await harness()
    const { body } = await other.upload(content)
    await using kubo = await openKuboStandIn()
    await using node = await harness({ IPFS_NODE_URL: kubo.url, IPFS_GATEWAY_URLS: other.url })
    kubo.leave()
    for (const path of [`/ipfs/${body.cid}`, `/ipfs/file/${body.cid}`])
      assert.deepEqual(await bytesOf(await node.get(path)), content)
    kubo.comeBack()
    await node.ask(`/ipfs/pin/${body.cid}`, { method: 'POST', by: '0.0.1010' })
    assert.equal((await settled(node, body.cid, '0.0.1010')).status, 'pinned')
    assert.equal(kubo.blocks.size, 5)
  })
})
