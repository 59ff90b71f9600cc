import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { importer } from 'ipfs-unixfs-importer'
import { CID } from 'multiformats/cid'
import { blockKey } from '../src/identifier/identifier.ts'
import { limits } from '../src/limits.ts'
import { type Blocks, openBlockGateway, put, putNode, RAW } from './block-gateway.ts'
import { type Gateway, openGateway } from './gateway.ts'
import { type Harness, openHarness } from './harness.ts'

describe('Metadata of tokens', () => {
  const blocks: Blocks = new Map()
  let gateway: Gateway
  let harness: Harness
  before(async () => {
    gateway = await openBlockGateway(blocks)
    harness = await openHarness({ IPFS_GATEWAY_URLS: gateway.url })
  })
  after(async () => {
    await harness[Symbol.asyncDispose]()
    await gateway[Symbol.asyncDispose]()
  })
  /** Puts a directory with these files on the gateway. */
  async function directory(files: Record<string, string>, sharded: boolean): Promise<string> {
    const put = async (cid: CID, bytes: Uint8Array) => {
      blocks.set(blockKey(cid), bytes)
      return cid
    }
    const source = Object.entries(files).map(([path, text]) => ({ path, content: Buffer.from(text) }))
    const options = { wrapWithDirectory: true, ...(sharded ? { shardSplitThresholdBytes: 1 } : {}) }
    let root = ''
    for await (const { cid } of importer(source, { put } as never, options)) root = String(cid)
    return root
  }
  const image = 'QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n'
  const imageV1 = 'bafybeihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'

  test('is answered with image, animation and files (HIP-412) as addresses of this node', async () => {
    const metadata = {
      name: 'One',
      image: `ipfs://${image}`,
      animation_url: `https://ipfs.io/ipfs/${image}/movie 1.mp4`,
      format: 'HIP412@2.0.0',
      properties: { external: `ipfs://${image}` },
      files: [
        { uri: `https://${imageV1}.ipfs.dweb.link/a.png`, type: 'image/png', metadata: { image: `ipfs://${image}` } },
        { uri: 'https://example.org/b.png' },
        'not a file',
      ],
    }
    const { body } = await harness.upload(JSON.stringify(metadata))
    const answer = await harness.ask(`/ipfs/metadata/${body.cid}`)
    const base = `${harness.url}/ipfs/file/${imageV1}`
    assert.deepEqual(answer.body, {
      ...metadata,
      image: base,
      animation_url: `${base}/movie%201.mp4`,
      files: [
        { uri: `${base}/a.png`, type: 'image/png', metadata: { image: base } },
        { uri: 'https://example.org/b.png' },
        'not a file',
      ],
    })
    const inline = { image: 'data:image/png;base64,AAAA', animation_url: 7 }
    const kept = (await harness.upload(JSON.stringify(inline))).body.cid
    assert.deepEqual((await harness.ask(`/ipfs/metadata/${kept}`)).body, inline)
  })

  test('is found by what is on the ledger: an address below a directory, plain or in base64', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `${index + 1}.json`)
    const files = Object.fromEntries(names.map((name) => [name, JSON.stringify({ name })]))
    for (const sharded of [false, true]) {
      const root = await directory(files, sharded)
      for (const address of [`${root}/7.json`, `ipfs://${root}/7.json`, `https://ipfs.io/ipfs/${root}/7.json`])
        for (const given of [
          encodeURIComponent(address),
          Buffer.from(address).toString('base64url'),
          encodeURIComponent(Buffer.from(address).toString('base64')),
        ]) {
          const answer = await harness.ask(`/ipfs/metadata/${given}`)
          assert.deepEqual(answer.body, { name: '7.json' }, given)
        }
      assert.deepEqual((await harness.ask(`/ipfs/metadata/${root}/299.json`)).body, { name: '299.json' })
      assert.equal(await (await harness.get(`/ipfs/${root}/3.json`)).text(), '{"name":"3.json"}')
      const file = await harness.get(`/ipfs/file/${root}/3.json`)
      assert.equal(file.headers.get('content-type'), 'application/json')
      assert.match(file.headers.get('content-disposition') ?? '', /filename="3.json"/)
      const missing = await harness.ask(`/ipfs/metadata/${root}/0.json`)
      assert.deepEqual([missing.status, missing.body.code], [404, 'CONTENT_NOT_FOUND'])
      assert.match(missing.body.message, /has no 0\.json/)
      assert.equal((await harness.ask(`/ipfs/${root}/1.json/deeper`)).status, 404)
    }
  })

  test('keeps an address unchanged if its host would take long to parse', async () => {
    const letters = Array.from({ length: 4000 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)))
    const files = Array.from({ length: 80 }, () => ({ uri: `https://${letters.join('')}/ipfs/${image}` }))
    const { body } = await harness.upload(JSON.stringify({ files }))
    assert.deepEqual((await harness.ask(`/ipfs/metadata/${body.cid}`)).body, { files })
    const given = await harness.ask(`/ipfs/${encodeURIComponent(`https://\u7db2\u7ad9/ipfs/${image}`)}`)
    assert.deepEqual([given.status, given.body.code], [400, 'INVALID_CID'])
  })

  test('keeps numbers as they are written, however long', async () => {
    for (const text of [
      '{"id":12345678901234567890,"files":[12345678901234567890,{"size":1.00000000000000000001}],"n":1}',
      '{"price":12345678.123456789012}',
      '{"prices":[1e400,-1.5E-400]}',
    ]) {
      const { body } = await harness.upload(text)
      assert.equal(await (await harness.get(`/ipfs/metadata/${body.cid}`)).text(), text)
    }
  })

  test('keeps names as they are written, whatever was parsed before; names that need an escape are refused', async () => {
    for (const number of ['1', '1.00000000000000000001']) {
      const primer = await harness.upload(`{"name":${number},"qualit\\\\":1}`)
      const { body } = await harness.ask(`/ipfs/metadata/${primer.body.cid}`)
      assert.deepEqual([body.code, /quotation marks/.test(body.message)], ['NOT_METADATA', true])
      JSON.parse(`{"name":${number},"qualit\\\\":1}`)
      const written = await harness.upload(`{"name":${number},"qualit\\u00e9":1}`)
      const answer = await harness.get(`/ipfs/metadata/${written.body.cid}`)
      assert.deepEqual([answer.status, await answer.text()], [200, `{"name":${number},"qualité":1}`])
    }
  })

  test('has a bounded number of values', async () => {
    const { value: most } = limits.maxMetadataValues
    for (const [values, status] of [
      [most, 200],
      [most + 1, 422],
    ] as const) {
      // The object and the list are values, too.
      const text = `{"values":[${Array(values - 2).fill('1234567890123456789')}]}`
      const { body } = await harness.upload(text)
      const answer = await harness.get(`/ipfs/metadata/${body.cid}`)
      assert.equal(answer.status, status)
      const told = await answer.text()
      if (status === 200) assert.equal(told, text)
      else assert.equal(JSON.parse(told).code, 'NOT_METADATA')
    }
  })

  test('begins addresses with no Host but its own', async () => {
    const { body } = await harness.upload(JSON.stringify({ image: `ipfs://${image}` }))
    const asked = request(`${harness.url}/ipfs/metadata/${body.cid}`, { headers: { host: 'x'.repeat(10_000) } }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    assert.equal(answer.statusCode, 400)
    assert.equal(JSON.parse(await text(answer)).code, 'HOST_UNKNOWN')
  })

  test('Metadata of tokens that comes slowly, each block within its time, is waited for', async () => {
    let part = put(blocks, RAW, Buffer.from('{"name":"slow"}'))
    for (let level = 0; level < 3; level++) part = putNode(blocks, { size: 15, sizes: [15] }, [part])
    await using slow = await openGateway((request, response) => {
      const block = blocks.get(
        blockKey(CID.parse(new URL(request.url ?? '', 'http://x').pathname.replace('/ipfs/', ''))),
      )
      setTimeout(() => response.writeHead(200, { 'content-type': 'application/vnd.ipld.raw' }).end(block), 700)
    })
    await using other = await openHarness({ IPFS_GATEWAY_URLS: slow.url, IPFS_TIMEOUT: '1500' })
    assert.deepEqual((await other.ask(`/ipfs/metadata/${part}`)).body, { name: 'slow' })
  })

  test('is refused if the content is not a JSON object or is too large', async () => {
    for (const text of ['no JSON', '[1]', '"text"', 'null', '['.repeat(500_000)]) {
      const { body } = await harness.upload(text)
      const answer = await harness.ask(`/ipfs/metadata/${body.cid}`)
      assert.deepEqual([answer.status, answer.body.code], [422, 'NOT_METADATA'])
    }
    const large = (await harness.upload(`{"a":"${'x'.repeat(1024 * 1024)}"}`)).body.cid
    assert.equal((await harness.ask(`/ipfs/metadata/${large}`)).body.code, 'METADATA_TOO_LARGE')
    assert.equal((await harness.ask('/ipfs/metadata/nonsense')).body.code, 'INVALID_CID')
  })
})
