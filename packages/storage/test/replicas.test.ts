import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as delay, setImmediate as round } from 'node:timers/promises'
import { withBitswap } from '@helia/bitswap'
import { withLibp2pLight } from '@helia/libp2p'
import { unixfs } from '@helia/unixfs'
import { identify } from '@libp2p/identify'
import { noise } from '@libp2p/noise'
import { tcp } from '@libp2p/tcp'
import { yamux } from '@libp2p/yamux'
import { multiaddr } from '@multiformats/multiaddr'
import { testClock, testDatabase, testDataDirectory, testServerDatabase, testTokens } from '@quorate/platform/testing'
import { createHeliaLight } from 'helia'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { blockKey, cidText } from '../src/identifier/identifier.ts'
import { openTables } from '../src/store/open-tables.ts'
import { addReplica, holdersOf, sayNode } from '../src/store/replicas.ts'
import { openBlockGateway, RAW } from './block-gateway.ts'
import { type Harness, type Kept, openHarness, settled } from './harness.ts'
import { type Server, startServer } from './process.ts'
import { storedBlocks } from './stored-blocks.ts'
import { createTogether } from './together.ts'

const serverUrl = process.env.TEST_DATABASE_URL
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const fresh = (bytes = 2_500_000) => randomBytes(bytes)
const [alice, bob] = ['0.0.1001', '0.0.1002']
/** Nodes of one platform: they share a database, a clock and tokens, and each has a folder. */
async function platform(env: Record<string, string> = { CONTENT_REPLICAS: '2' }) {
  const server = await testDatabase()
  const clock = testClock()
  const tokens = await testTokens(clock)
  const together = createTogether()
  const running = new Set<Harness>()
  const folders: string[] = []
  const tables = await openTables(server)
  async function start(dataDir?: string, more: Record<string, string> = {}): Promise<Harness> {
    const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'quorate-replicas-')))
    folders.push(folder)
    const shared: Kept = { server, clock, tokens, dataDir: folder, restarted: true }
    const node = await openHarness({ ...env, ...more }, shared)
    running.add(node)
    await together.join(node)
    return node
  }
  return {
    clock,
    tables,
    start,
    async stop(node: Harness): Promise<string> {
      running.delete(node)
      return (await node.stop()).dataDir
    },
    holders: async (cid: string) => (await holdersOf(tables.read, [cid])).get(cid) ?? [],
    /** Waits until this node says that it has the content. */
    async copied(node: Harness, cid: string): Promise<void> {
      const own = (await node.content.addresses())[0]?.split('/').at(-1) ?? ''
      const told = Promise.withResolvers<void>()
      const stop = node.content.events.on('ipfs:replicated', (event) => {
        if (event.cid === cid && event.node === own) told.resolve()
      })
      if ((await holdersOf(tables.read, [cid])).get(cid)?.includes(own)) told.resolve()
      await told.promise
      stop()
    },
    async [Symbol.asyncDispose]() {
      for (const node of running) await node.stop()
      await server.close()
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    },
  }
}

describe('With two nodes on one database', () => {
  test('an upload is acknowledged once both have it, and each can serve it alone', async () => {
    await using nodes = await platform()
    const one = await nodes.start()
    const two = await nodes.start()
    const content = fresh()
    const { status, body } = await one.upload(content)
    assert.equal(status, 201)
    assert.equal((await nodes.holders(body.cid)).length, 2)
    assert.deepEqual((await two.onDisk()).blocks, (await one.onDisk()).blocks)
    await nodes.stop(one)
    assert.deepEqual(await bytesOf(await two.get(`/ipfs/${body.cid}`)), content)
    await two.content.collect()
    assert.deepEqual(await bytesOf(await two.get(`/ipfs/${body.cid}`)), content, 'a collection keeps it')
  })

  test('an upload while the other is away is answered 503, leaves no pin, and is accepted when it is back', async () => {
    await using nodes = await platform()
    const one = await nodes.start()
    const away = await nodes.stop(await nodes.start())
    const content = fresh()
    const refused = await one.upload(content, { key: 'the-same-again' })
    assert.deepEqual([refused.status, refused.body.code], [503, 'TOO_FEW_REPLICAS'])
    assert.match(refused.body.message, /1 of 2 nodes/)
    assert.equal(refused.headers.get('retry-after'), '10')
    assert.deepEqual((await one.ask('/ipfs/pins', { by: alice })).body, [])
    const back = await nodes.start(away)
    const accepted = await one.upload(content, { key: 'the-same-again' })
    assert.equal(accepted.status, 201)
    assert.deepEqual(await bytesOf(await back.get(`/ipfs/${accepted.body.cid}`)), content)
    const again = await one.upload(content, { key: 'the-same-again' })
    assert.deepEqual([again.status, again.body.cid], [201, accepted.body.cid])
  })

  test('nothing is kept of an upload with too few replicas', async () => {
    await using nodes = await platform()
    const one = await nodes.start()
    assert.equal((await one.upload(fresh())).status, 503, 'there never was another one')
    await one.collected()
    assert.deepEqual(await one.onDisk(), { blocks: 0, staged: 0 })
  })

  test('a pin becomes pinned when both have its content', async () => {
    await using source = await openHarness()
    const content = fresh()
    const { cid } = (await source.upload(content)).body
    await using nodes = await platform()
    const one = await nodes.start(undefined, { IPFS_GATEWAY_URLS: source.url })
    const away = await nodes.stop(await nodes.start())
    await one.ask(`/ipfs/pin/${cid}`, { method: 'POST', by: alice })
    await one.jobs.idle()
    const { body: waiting } = await one.ask(`/ipfs/pin/${cid}`, { by: alice })
    assert.notEqual(waiting.status, 'pinned')
    assert.match(waiting.error, /1 of 2 nodes/)
    const two = await nodes.start(away)
    assert.equal((await settled(one, cid, alice)).status, 'pinned')
    await nodes.stop(one)
    assert.deepEqual(await bytesOf(await two.get(`/ipfs/${cid}`)), content)
  })

  test('content whose last pin ends is removed from both', async () => {
    await using nodes = await platform()
    const one = await nodes.start()
    const two = await nodes.start()
    const content = fresh()
    const { cid } = (await one.upload(content, { by: alice })).body
    assert.equal((await two.upload(content, { by: bob })).status, 201)
    await one.ask(`/ipfs/unpin/${cid}`, { method: 'DELETE', by: alice })
    assert.equal((await nodes.holders(cid)).length, 2, 'the other wallet pins it')
    await two.ask(`/ipfs/unpin/${cid}`, { method: 'DELETE', by: bob })
    assert.deepEqual(await nodes.holders(cid), [])
    await one.content.collect()
    await two.content.collect()
    assert.deepEqual([(await one.onDisk()).blocks, (await two.onDisk()).blocks], [0, 0])
  })

  test('a node whose folder is lost serves everything at once, and fills itself again', async () => {
    await using nodes = await platform()
    const one = await nodes.start()
    const two = await nodes.start()
    const contents = Array.from({ length: 5 }, (_, index) => fresh(400_000 * (index + 1)))
    const cids: string[] = []
    for (const content of contents) cids.push((await one.upload(content)).body.cid)
    const folder = await nodes.stop(two)
    await rm(join(folder, 'ipfs'), { recursive: true })
    const anew = await nodes.start(folder)
    for (const [index, cid] of cids.entries())
      assert.deepEqual(await bytesOf(await anew.get(`/ipfs/${cid}`)), contents[index])
    for (const cid of cids) await nodes.copied(anew, cid)
    await nodes.stop(one)
    await anew.content.collect()
    for (const [index, cid] of cids.entries())
      assert.deepEqual(await bytesOf(await anew.get(`/ipfs/${cid}`)), contents[index])
  })

  test('blocks that a node has lost are found missing by a collection, and copied again', async () => {
    await using nodes = await platform()
    const one = await nodes.start()
    const two = await nodes.start()
    const content = fresh()
    assert.equal((await one.upload(content)).status, 201)
    const folder = await nodes.stop(two)
    await rm(join(folder, 'ipfs', 'blocks'), { recursive: true })
    const anew = await nodes.start(folder)
    await nodes.clock.advance(1000)
    const told = Promise.withResolvers<void>()
    anew.content.events.on('ipfs:replicated', () => told.resolve())
    await anew.content.collect()
    await told.promise
    assert.deepEqual((await anew.onDisk()).blocks, (await one.onDisk()).blocks)
  })

  test('content from before there was another node is copied to it', {
    skip: !serverUrl && 'needs TEST_DATABASE_URL',
  }, async () => {
    await using nodes = await platform({ CONTENT_REPLICAS: '' })
    const one = await nodes.start()
    const content = fresh()
    const { status, body } = await one.upload(content)
    assert.equal(status, 201, 'one node alone needs no other')
    const two = await nodes.start()
    await nodes.copied(two, body.cid)
    await nodes.stop(one)
    assert.deepEqual(await bytesOf(await two.get(`/ipfs/${body.cid}`)), content)
    assert.equal((await two.upload(fresh())).status, 503, 'two count, and one of them is away')
  })

  test('content from before CONTENT_REPLICAS was set is copied', async () => {
    await using nodes = await platform()
    const one = await nodes.start(undefined, { CONTENT_REPLICAS: '1' })
    const content = fresh()
    const { cid } = (await one.upload(content)).body
    const two = await nodes.start()
    await nodes.copied(two, cid)
    await nodes.stop(one)
    assert.deepEqual(await bytesOf(await two.get(`/ipfs/${cid}`)), content)
  })

  test('content without another node to copy it is reported until one starts', async () => {
    await using nodes = await platform()
    const before = await nodes.start(undefined, { CONTENT_REPLICAS: '1' })
    const { cid } = (await before.upload(fresh())).body
    const again = await nodes.start(await nodes.stop(before))
    while (again.content.lackingReplicas() !== 1) await round()
    await nodes.copied(await nodes.start(), cid)
    while (again.content.lackingReplicas() !== 0) await round()
  })

  test('an embedded database that was copied elsewhere waits for no node', async () => {
    await using nodes = await platform({ CONTENT_REPLICAS: '' })
    await nodes.stop(await nodes.start())
    const copy = await nodes.start()
    assert.equal((await copy.upload(fresh())).status, serverUrl ? 503 : 201)
  })
})

test('Replicas that a dead process recorded for unpinned content are dropped after an hour, and so are their blocks', async () => {
  await using nodes = await platform({ CONTENT_REPLICAS: '1' })
  const one = await nodes.start()
  const { cid } = (await one.upload(fresh())).body
  const own = (await one.content.addresses())[0]?.split('/').at(-1) ?? ''
  // As if the process had died after the replica was recorded and before the pin was.
  await nodes.tables.change(async (trx) => {
    await trx.deleteFrom('storage.pin').execute()
    await addReplica(trx, cid, own, new Date(nodes.clock.now()))
  })
  await one.content.collect()
  assert.notEqual((await one.onDisk()).blocks, 0, 'it may still be pinned')
  await nodes.clock.advance(3_700_000)
  await one.content.collect()
  assert.deepEqual([(await one.onDisk()).blocks, await nodes.holders(cid)], [0, []])
})

test('CONTENT_REPLICAS above 1 is refused at startup if nothing could make replicas', async () => {
  for (const env of [{ IPFS_PIN_BROADCAST: 'false' }, { IPFS_NODE_URL: 'http://127.0.0.1:5001' }])
    await assert.rejects(openHarness({ CONTENT_REPLICAS: '2', ...env }), /CONTENT_REPLICAS is 2/)
})

describe('With three nodes', () => {
  test('two store each content, and the third serves it too', async () => {
    await using nodes = await platform()
    const all = [await nodes.start(), await nodes.start(), await nodes.start()]
    for (const [index, node] of all.entries()) {
      const content = fresh(300_000)
      const { status, body } = await node.upload(content)
      assert.equal(status, 201)
      assert.equal((await nodes.holders(body.cid)).length, 2, `uploaded to ${index}`)
      for (const other of all) assert.deepEqual(await bytesOf(await other.get(`/ipfs/${body.cid}`)), content)
    }
  })

  test('an upload is copied to the third node if the second is down', async () => {
    await using nodes = await platform()
    const all = [await nodes.start(), await nodes.start(), await nodes.start()]
    const [one, two] = all as [Harness, Harness]
    await nodes.stop(two)
    // The content decides which of the two nodes copies first.
    for (let round = 0; round < 4; round++) {
      const { status, body } = await one.upload(fresh(300_000))
      assert.equal(status, 201)
      assert.equal((await nodes.holders(body.cid)).length, 2)
    }
  })
})

/** A stranger's node. `lies` makes it give wrong bytes for every block. */
async function strange(lies = false) {
  const asked: string[] = []
  const helia = createHeliaLight()
  if (lies)
    Object.assign(helia.blockstore, {
      has: async () => true,
      async *get(asking: CID) {
        asked.push(String(asking))
        yield randomBytes(1000)
      },
    })
  const started = await withBitswap(
    withLibp2pLight(helia, {
      addresses: { listen: ['/ip4/127.0.0.1/tcp/0'] },
      transports: [tcp()],
      connectionEncrypters: [noise()],
      streamMuxers: [yamux()],
      services: { identify: identify() },
    }),
  ).start()
  return Object.assign(started, { asked, [Symbol.asyncDispose]: async () => void (await started.stop()) })
}

describe('Blocks from other nodes', () => {
  test('are refused if they are not the requested ones, even from a node of the same database', async () => {
    await using nodes = await platform({ CONTENT_REPLICAS: '1' })
    await using liar = await strange(true)
    const one = await nodes.start()
    const id = String(liar.libp2p.peerId)
    const addresses = liar.libp2p.getMultiaddrs().map(String)
    await nodes.tables.change((trx) =>
      sayNode(trx, { id, host: 'elsewhere', folder: '/data', addresses, is_embedded: true }),
    )
    await one.content.start()
    assert.equal((await one.content.status()).peers, 1)
    const { cid } = await (async () => {
      await using source = await openHarness()
      return (await source.upload(fresh(100_000))).body
    })()
    const answer = await one.get(`/ipfs/${cid}`)
    assert.ok([404, 502, 504].includes(answer.status), String(answer.status))
    assert.ok(liar.asked.includes(cid), 'it was asked, and gave something')
    assert.deepEqual(await one.onDisk(), { blocks: 0, staged: 0 })
    assert.deepEqual(await nodes.holders(cid), [])
  })

  test('come from the node that has them, even if another answers with the wanted hash itself as a block', async () => {
    await using nodes = await platform({ CONTENT_REPLICAS: '1', IPFS_TIMEOUT: '20000' })
    const two = await nodes.start()
    const content = fresh(1000)
    const { cid } = (await two.upload(content)).body
    const away = await nodes.stop(two)
    await using forger = await strange()
    const one = await nodes.start()
    const { multihash } = CID.parse(cid)
    // A message with one block of the identity function. Its content, and so its digest, is the wanted digest.
    const block = [0x0a, 4, 1, RAW, 0, 32, 0x12, 32, ...multihash.digest]
    const message = Uint8Array.from([block.length + 2, 0x1a, block.length, ...block])
    const told = Promise.withResolvers<void>()
    const protocol = '/ipfs/bitswap/1.2.0'
    await forger.libp2p.unhandle(protocol)
    await forger.libp2p.handle(protocol, async (asked, { remotePeer }) => {
      asked.abort(new Error('nothing of it is read'))
      const stream = await forger.libp2p.dialProtocol(remotePeer, protocol)
      stream.send(message)
      await stream.close()
      told.resolve()
    })
    const id = String(forger.libp2p.peerId)
    const addresses = forger.libp2p.getMultiaddrs().map(String)
    await nodes.tables.change((trx) =>
      sayNode(trx, { id, host: 'elsewhere', folder: '/data', addresses, is_embedded: true }),
    )
    await one.content.start()
    const read = one.get(`/ipfs/${cid}`)
    await told.promise
    await nodes.start(away)
    assert.deepEqual(await bytesOf(await read), content)
  })

  test('come from other nodes with any hash function', async () => {
    const blocks = new Map<string, Uint8Array>()
    await using gateway = await openBlockGateway(blocks)
    await using nodes = await platform({ CONTENT_REPLICAS: '1' })
    const one = await nodes.start(undefined, { IPFS_GATEWAY_URLS: gateway.url })
    const two = await nodes.start()
    const content = fresh(1000)
    const cid = CID.createV1(RAW, create(0x13, createHash('sha512').update(content).digest()))
    blocks.set(blockKey(cid), content)
    await one.ask(`/ipfs/pin/${cid}`, { method: 'POST', by: alice })
    assert.equal((await settled(one, cidText(cid), alice)).status, 'pinned')
    assert.deepEqual(await bytesOf(await two.get(`/ipfs/${cid}`)), content)
  })

  test('are given to nodes of the same database only', async () => {
    await using nodes = await platform({ CONTENT_REPLICAS: '1' })
    const one = await nodes.start()
    const content = fresh()
    const { cid } = (await one.upload(content)).body
    await using stranger = await strange()
    const [address = ''] = await one.content.addresses()
    await assert.rejects(stranger.libp2p.dialProtocol(multiaddr(address), '/ipfs/bitswap/1.2.0'))
    const id = String(stranger.libp2p.peerId)
    const addresses = stranger.libp2p.getMultiaddrs().map(String)
    await nodes.tables.change((trx) =>
      sayNode(trx, { id, host: 'elsewhere', folder: '/data', addresses, is_embedded: true }),
    )
    await one.content.start()
    const parts: Uint8Array[] = []
    for await (const part of unixfs(stranger).cat(CID.parse(cid), { signal: AbortSignal.timeout(20_000) }))
      parts.push(part)
    assert.deepEqual(Buffer.concat(parts), content)
  })
})

describe('Two processes on one PostgreSQL', { skip: !serverUrl && 'needs TEST_DATABASE_URL' }, () => {
  const folders: string[] = []
  const servers: Server[] = []
  after(async () => {
    for (const server of servers) await server.kill()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })
  const start = async (env: Record<string, string>) => {
    const server = await startServer({ IPFS_TIMEOUT: '5000', ...env })
    servers.push(server)
    return server
  }
  const blocksIn = async (folder: string): Promise<number> => (await storedBlocks(folder)).size

  test('lose nothing that was acknowledged when one is killed and its folder deleted, and fill it again', {
    timeout: 120_000,
  }, async () => {
    const { url, drop } = await testServerDatabase(serverUrl ?? '')
    const [here, there] = [await testDataDirectory(), await testDataDirectory()]
    folders.push(here, there)
    let one = await start({ DATABASE_URL: url, DATA_DIR: here })
    const two = await start({ DATABASE_URL: url, DATA_DIR: there })
    const acknowledged = new Map<string, Buffer>()
    const uploading = (async () => {
      for (;;) {
        const content = fresh(700_000)
        const answer = await one.upload(content).catch(() => undefined)
        const body = (await answer?.json().catch(() => undefined)) as { cid: string } | undefined
        if (!answer || !body) return
        assert.equal(answer.status, 201)
        acknowledged.set(body.cid, content)
      }
    })()
    while (acknowledged.size < 10) await delay(10)
    await one.kill()
    await uploading
    await rm(here, { recursive: true })
    for (const [cid, content] of acknowledged)
      assert.deepEqual(await bytesOf(await fetch(`${two.url}/ipfs/${cid}`)), content)
    const refused = await two.upload(fresh())
    assert.equal(refused.status, 503)
    one = await start({ DATABASE_URL: url, DATA_DIR: here })
    for (const [cid, content] of acknowledged)
      assert.deepEqual(await bytesOf(await fetch(`${one.url}/ipfs/${cid}`)), content)
    while ((await blocksIn(here)) < acknowledged.size) await delay(20)
    assert.equal((await two.upload(fresh())).status, 201, 'two are there again')
    await two.kill()
    for (const [cid, content] of acknowledged)
      assert.deepEqual(await bytesOf(await fetch(`${one.url}/ipfs/${cid}`)), content)
    await one.kill()
    await drop()
  })
})
