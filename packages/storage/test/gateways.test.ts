import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { ConfigError, readSettings } from '@quorate/platform'
import { importFile } from 'ipfs-unixfs-importer'
import { fixedSize } from 'ipfs-unixfs-importer/chunker'
import { balanced } from 'ipfs-unixfs-importer/layout'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { blockKey } from '../src/identifier/identifier.ts'
import { settings } from '../src/index.ts'
import { type Blocks, DAG_PB, put, putNode, RAW } from './block-gateway.ts'
import { endlessly, type Gateway, openGateway, relay } from './gateway.ts'
import { type Harness, type Kept, openHarness, settled } from './harness.ts'

const content = randomBytes(3_300_000)
/** 64 MB of nothing. */
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

/** Compares lengths first and shows the answer if they differ: describing how megabytes differ takes all memory. */
async function sameBytes(answer: Response, expected: Buffer): Promise<void> {
  const bytes = await bytesOf(answer)
  assert.equal(bytes.length, expected.length, `${answer.status} ${bytes.toString('latin1', 0, 500)}`)
  assert.ok(bytes.equals(expected), 'other bytes')
}

describe('Content that is on another node', () => {
  const flipped = (bytes: Buffer): Buffer => {
    const wrong = Buffer.from(bytes)
    if (wrong.length > 0) wrong[wrong.length >> 1] = (wrong[wrong.length >> 1] ?? 0) ^ 1
    return wrong
  }
  let origin: Harness
  let cid: string
  let server: Kept['server']
  /** Opens a harness without content that uses these gateways. */
  const harnessAt = (urls: string[], IPFS_TIMEOUT: string) =>
    openHarness(
      // Nodes of one database would soon get the content from each other.
      { IPFS_GATEWAY_URLS: urls.join(','), IPFS_TIMEOUT, MAX_FILE_SIZE: '8000000', IPFS_PIN_BROADCAST: 'false' },
      { server },
    )
  const reader = (...urls: string[]) => harnessAt(urls, '20000')
  /** A reader with a short timeout, for gateways that never finish. */
  const hastyReader = (...urls: string[]) => harnessAt(urls, '1500')
  before(async () => {
    origin = await openHarness()
    server = origin.server
    cid = (await origin.upload(content)).body.cid
  })
  after(() => origin[Symbol.asyncDispose]())

  test('is read block by block through a trustless gateway, and is then here', async () => {
    await using gateway = await openGateway((request, response) =>
      request.url?.endsWith('format=car')
        ? response.writeHead(406).end()
        : relay(origin.url, (bytes) => response.end(bytes))(request, response),
    )
    await using harness = await reader(gateway.url)
    await sameBytes(await harness.get(`/ipfs/${cid}`), content)
    assert.equal(gateway.asked.filter((path) => path.endsWith('format=raw')).length, 5)
    gateway.asked.length = 5
    assert.deepEqual(
      await bytesOf(await harness.get(`/ipfs/${cid}`, { range: 'bytes=2000000-2000009' })),
      content.subarray(2000000, 2000010),
    )
    assert.equal(gateway.asked.length, 5)
    const part = await harness.get(`/ipfs/file/${cid}`, { range: 'bytes=-3' })
    assert.deepEqual(await bytesOf(part), content.subarray(-3))
    assert.ok(gateway.asked.length > 5, 'files are asked of a gateway first')
  })

  describe('is read through a trustless gateway in one answer', () => {
    const raw = (bytes: Buffer, response: ServerResponse) => response.end(bytes)
    const varint = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)])
    const section = (bytes: Uint8Array): Buffer => Buffer.concat([Buffer.from(varint(bytes.length)), bytes])
    /** Its header, then its blocks with their lengths before them. */
    async function sections(car: Buffer): Promise<Buffer[]> {
      const found: Buffer[] = []
      for (let at = 0; at < car.length; ) {
        let length = 0
        let end = at
        for (let shift = 1; ; shift *= 128) {
          const byte = car[end++] ?? 0
          length += (byte & 127) * shift
          if (byte < 128) break
        }
        found.push(car.subarray(at, end + length))
        at = end + length
      }
      return found
    }
    const archives: Record<string, (car: Buffer, response: ServerResponse) => unknown> = {
      'that is right': (car, response) => response.end(car),
      'that has wrong bytes in the middle': (car, response) => response.end(flipped(car)),
      'that breaks off in a block': (car, response) => response.end(car.subarray(0, car.length - 500_000)),
      'that ends before its last block': async (car, response) =>
        response.end(Buffer.concat((await sections(car)).slice(0, -1))),
      'that has its blocks in another order': async (car, response) => {
        const [header = car, root = car, ...leaves] = await sections(car)
        response.end(Buffer.concat([header, root, ...leaves.reverse()]))
      },
      'that has a block of something else': async (car, response) => {
        const [header = car, ...blocks] = await sections(car)
        const other = await origin.get(`/ipfs/${(await origin.upload(randomBytes(5000))).body.cid}?format=car`)
        const [, alien = car] = await sections(await bytesOf(other))
        response.end(Buffer.concat([header, alien, ...blocks]))
      },
      'that repeats its first block for ever': async (car, response) => {
        const [header = car, root = car] = await sections(car)
        response.write(header)
        await endlessly(response, root)
      },
      'that announces a block without end': async (car, response) => {
        const [header = car] = await sections(car)
        response.write(Buffer.concat([header, Buffer.from([255, 255, 255, 255, 15])]))
        await endlessly(response, content)
      },
      'whose lengths are invalid': (_car, response) => response.end(Buffer.alloc(100, 255)),
      'that is an empty one': (_car, response) => response.end(),
      'that has only a header': async (car, response) => response.end((await sections(car))[0]),
      'whose identifiers are invalid': async (car, response) =>
        response.end(Buffer.concat([(await sections(car))[0] ?? car, section(randomBytes(50))])),
      'that stops in the middle': (car, response) => response.write(car.subarray(0, car.length >> 1)),
      'that is plain bytes': (_car, response) => {
        response.setHeader('content-type', 'text/plain')
        response.end(content)
      },
    }
    for (const [what, told] of Object.entries(archives))
      test(what, async () => {
        await using gateway = await openGateway((request, response) =>
          relay(origin.url, (bytes) =>
            request.url?.endsWith('format=car') ? told(bytes, response) : raw(bytes, response),
          )(request, response),
        )
        await using harness = await reader(gateway.url)
        const fresh = randomBytes(2_600_000)
        const { body } = await origin.upload(fresh)
        await sameBytes(await harness.get(`/ipfs/${body.cid}`), fresh)
        assert.equal((await harness.onDisk()).blocks, 4)
        if (what === 'that is right')
          assert.deepEqual(gateway.asked, [`/ipfs/${body.cid}?format=raw`, `/ipfs/${body.cid}?format=car`])
      })

    test('A pin reads content from another node through a trustless gateway in one answer, each block once', async () => {
      await using gateway = await openGateway(relay(origin.url, (bytes, _request, response) => response.end(bytes)))
      await using harness = await reader(gateway.url)
      await harness.ask(`/ipfs/pin/${cid}`, { method: 'POST', by: '0.0.1002' })
      assert.equal((await settled(harness, cid, '0.0.1002')).status, 'pinned')
      assert.deepEqual(gateway.asked, [`/ipfs/${cid}?format=raw`, `/ipfs/${cid}?format=car`])
      assert.equal((await harness.onDisk()).blocks, 5)
    })

    test('Content with links in an identifier is read from a trustless gateway in one answer, each block once', async () => {
      const made: Blocks = new Map()
      const parts: CID[] = []
      for (let index = 0; index < 2; index++)
        parts.push(CID.parse((await origin.upload(randomBytes(100_000))).body.cid))
      const inner = putNode(made, { size: 100_000, sizes: [100_000] }, parts.slice(0, 1))
      const identity = CID.createV1(DAG_PB, create(0, made.get(blockKey(inner)) as Uint8Array))
      const told = { size: 200_000, sizes: [100_000, 100_000] }
      const root = putNode(made, told, [identity, ...parts.slice(1)])
      await origin.upload(made.get(blockKey(root)) as Uint8Array)
      await using gateway = await openGateway(relay(origin.url, (bytes, _request, response) => response.end(bytes)))
      await using harness = await reader(gateway.url)
      assert.equal((await bytesOf(await harness.get(`/ipfs/${root}`))).length, 200_000)
      assert.deepEqual(gateway.asked, [`/ipfs/${root}?format=raw`, `/ipfs/${root}?format=car`])
    })

    test('Small content is not read from a trustless gateway in one answer', async () => {
      const made: Blocks = new Map()
      const parts: CID[] = []
      for (let index = 0; index < 2; index++) parts.push(CID.parse((await origin.upload(randomBytes(1000))).body.cid))
      const root = putNode(made, { size: 2000, sizes: [1000, 1000] }, parts)
      await origin.upload(made.get(blockKey(root)) as Uint8Array)
      await using gateway = await openGateway(relay(origin.url, (bytes, _request, response) => response.end(bytes)))
      await using harness = await reader(gateway.url)
      assert.equal((await bytesOf(await harness.get(`/ipfs/${root}`))).length, 2000)
      assert.ok(gateway.asked.every((path) => path.endsWith('format=raw')))
    })

    test('Content is read from a trustless gateway only as far as somebody reads', async () => {
      await using gateway = await openGateway(relay(origin.url, (bytes, _request, response) => response.end(bytes)))
      await using harness = await reader(gateway.url)
      await bytesOf(await harness.get(`/ipfs/${cid}`, { range: 'bytes=5-9' }))
      assert.ok(gateway.asked.every((path) => path.endsWith('format=raw')))
      assert.equal((await harness.onDisk()).blocks, 2)
    })
  })

  test('is read through a gateway that gives plain bytes, once they match the identifier', async () => {
    await using gateway = await openGateway((_request, response) => response.end(content))
    await using harness = await reader(gateway.url)
    const read = await harness.get(`/ipfs/${cid}`)
    assert.equal(read.status, 200)
    await sameBytes(read, content)
    assert.deepEqual(gateway.asked, [`/ipfs/${cid}?format=raw`])
  })

  test('is requested again if the first reader has timed out', async () => {
    const blocks: Blocks = new Map()
    const one = put(blocks, RAW, randomBytes(1000))
    const asked = Promise.withResolvers<void>()
    let count = 0
    await using gateway = await openGateway((_request, response) => {
      asked.resolve()
      if (++count > 1)
        response.writeHead(200, { 'content-type': 'application/vnd.ipld.raw' }).end(blocks.get(blockKey(one)))
    })
    await using harness = await hastyReader(gateway.url)
    const first = harness.get(`/ipfs/${one}`)
    await asked.promise
    const second = harness.get(`/ipfs/${one}`)
    assert.equal((await first).status, 504)
    assert.equal((await second).status, 200)
  })

  test('is recognised in plain bytes however Kubo has made its blocks', async () => {
    const put = async (one: never) => one
    const file = { content }
    const v0 = await importFile(file, { put } as never, { profile: 'unixfs-v0-2015' })
    const layout = balanced({ maxChildrenPerNode: 174 })
    const chunker = fixedSize({ chunkSize: 262144 })
    const v1 = await importFile(file, { put } as never, { cidVersion: 1, rawLeaves: true, layout, chunker })
    await using gateway = await openGateway((_request, response) => response.end(content))
    await using harness = await reader(gateway.url)
    assert.match(v0.cid.toString(), /^Qm/)
    for (const made of [v0.cid.toString(), v1.cid.toString()])
      await sameBytes(await harness.get(`/ipfs/${made}`), content)
  })

  const lies: Record<string, Parameters<typeof relay>[1]> = {
    'gives wrong bytes': (bytes, _request, response) => response.end(flipped(bytes)),
    'gives half of them': (bytes, _request, response) => response.end(bytes.subarray(0, bytes.length >> 1)),
    'breaks off': (bytes, _request, response) => {
      response.setHeader('content-length', bytes.length)
      response.write(bytes.subarray(0, bytes.length >> 1))
      setImmediate(() => response.destroy())
    },
    'never ends': (bytes, _request, response) => endlessly(response, bytes),
    'gives other content': (_bytes, _request, response) => response.end('something else'),
    'calls wrong plain bytes a page': (bytes, _request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(flipped(bytes))
    },
    'never ends with plain bytes': (_bytes, _request, response) => {
      response.setHeader('content-type', 'text/html')
      return endlessly(response, content)
    },
    'says that it has nothing': (_bytes, _request, response) => {
      response.statusCode = 404
      response.end('no')
    },
    'redirects elsewhere': (_bytes, _request, response) => {
      response.statusCode = 302
      response.setHeader('location', 'http://localhost:1/ipfs/x')
      response.end()
    },
    'redirects to another port of its own': (_bytes, _request, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/ipfs/x' }).end()
    },
    'redirects in circles': (_bytes, request, response) => {
      response.writeHead(302, { location: request.url }).end()
    },
    'is a bomb': (_bytes, _request, response) => {
      response.setHeader('content-encoding', 'gzip')
      response.end(bomb)
    },
    'is a bomb of plain bytes': (_bytes, _request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb)
    },
    'says that it has fewer bytes than it gives': (bytes, _request, response) => {
      response.socket?.end(
        Buffer.concat([
          Buffer.from(
            `HTTP/1.1 200 OK\r\ncontent-type: application/vnd.ipld.raw\r\ncontent-length: ${bytes.length >> 1}\r\n\r\n`,
          ),
          bytes,
        ]),
      )
    },
    'is endlessly slow': async (bytes, _request, response) => {
      for (let at = 0; !response.destroyed; at = (at + 1) % bytes.length) {
        response.write(bytes.subarray(at, at + 1))
        await delay(20)
      }
    },
  }
  describe('is never wrong by one byte', () => {
    let lie: Parameters<typeof relay>[1] = () => {}
    const open: AsyncDisposable[] = []
    let liar: Gateway
    let alone: Harness
    let helped: Harness
    before(async () => {
      liar = await openGateway((request, response) => relay(origin.url, lie)(request, response))
      alone = await hastyReader(liar.url)
      helped = await hastyReader(liar.url, origin.url)
      open.push(liar, alone, helped)
    })
    after(async () => {
      for (const one of open.reverse()) await one[Symbol.asyncDispose]()
    })
    for (const [what, told] of Object.entries(lies))
      test(`Content from another node is never wrong by one byte if a gateway ${what}`, async () => {
        lie = told
        const fresh = randomBytes(2_200_000)
        const { body } = await origin.upload(fresh)
        const before = await alone.onDisk()
        for (const path of [`/ipfs/${body.cid}`, `/ipfs/file/${body.cid}`]) {
          const answer = await alone.get(path)
          const { message } = (await answer.json()) as { message: string }
          assert.ok([404, 502, 504].includes(answer.status), `${answer.status} ${message}`)
          assert.match(message, new RegExp(`${new URL(liar.url).host} \\((it|aborted|no answer)`), message)
        }
        assert.deepEqual(await alone.onDisk(), before)
        for (const path of [`/ipfs/${body.cid}`, `/ipfs/file/${body.cid}`])
          await sameBytes(await helped.get(path), fresh)
      })
  })

  test('is cut off, never wrong, if a gateway lies only in the middle', async () => {
    let asked = 0
    await using liar = await openGateway((request, response) =>
      relay(origin.url, (bytes) => {
        const lies = request.url?.endsWith('format=car') || ++asked === 4
        response.end(lies ? flipped(bytes) : bytes)
      })(request, response),
    )
    await using harness = await hastyReader(liar.url)
    const answer = await harness.get(`/ipfs/${cid}`)
    assert.equal(answer.status, 200)
    const received: Uint8Array[] = []
    await assert.rejects(async () => {
      for await (const bytes of answer.body ?? []) received.push(bytes)
    })
    const got = Buffer.concat(received)
    assert.ok(got.length < content.length)
    assert.deepEqual(got, content.subarray(0, got.length))
  })

  test('is a 504 that names the sources if a gateway does not answer', async () => {
    await using silent = await openGateway(() => {})
    await using harness = await hastyReader(`${silent.url}/secret`)
    const answer = await harness.get(`/ipfs/${cid}`)
    assert.equal(answer.status, 504)
    const { code, message } = (await answer.json()) as { code: string; message: string }
    assert.equal(code, 'CONTENT_TIMEOUT')
    assert.match(
      message,
      /within 1500 ms: tried the node's peers \(it has no peers\), 127\.0\.0\.1:\d+ \(no answer yet\)/,
    )
  })

  test('is a 404 that gives only the error code of an unreachable gateway', async () => {
    const gateway = await openGateway(() => {})
    await gateway[Symbol.asyncDispose]()
    await using harness = await openHarness({ IPFS_GATEWAY_URLS: gateway.url })
    const { status, body } = await harness.ask(`/ipfs/${cid}`)
    assert.equal(status, 404)
    assert.match(body.message, /127\.0\.0\.1:\d+ \(ECONNREFUSED\)$/)
  })

  test('is read through the gateway that answers while others do not', async () => {
    await using silent = await openGateway(() => {})
    await using harness = await hastyReader(silent.url, origin.url)
    await sameBytes(await harness.get(`/ipfs/file/${cid}`), content)
  })

  test('is given to other nodes as blocks and as CAR, but only if it is here', async () => {
    const raw = await origin.get(`/ipfs/${cid}`, { accept: 'application/vnd.ipld.raw' })
    assert.equal(raw.headers.get('content-type'), 'application/vnd.ipld.raw')
    const car = await bytesOf(await origin.get(`/ipfs/${cid}?format=car`))
    const { CarReader } = await import('@ipld/car')
    const archive = await CarReader.fromBytes(car)
    assert.deepEqual((await archive.getRoots()).map(String), [cid])
    const blocks = []
    for await (const block of archive.blocks()) blocks.push(block.bytes)
    assert.deepEqual(Buffer.concat(blocks.slice(1)), content)
    const absent = await origin.get('/ipfs/bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy?format=raw')
    assert.equal(absent.status, 404)
  })
})

test('A gateway whose address has a user and a password is refused at the start', () => {
  const read = (url: string) => readSettings(settings, { env: { IPFS_GATEWAY_URLS: url }, service: 'node' })
  for (const url of [
    'https://user:secret@gateway.example',
    'https://user@gateway.example/ipfs',
    'https://\\/user:secret@x',
  ])
    assert.throws(() => read(url), ConfigError, url)
  const good = ['https://gateway.example', 'http://127.0.0.1:8080/ipfs/', 'http://[::1]:8080/@a']
  assert.deepEqual(read(good.join(',')).IPFS_GATEWAY_URLS, good)
})

describe('A block that comes in many pieces', () => {
  const SIZE = 1_000_000
  const blocks: Blocks = new Map()
  const cid = put(blocks, RAW, Buffer.alloc(SIZE, 7))
  test('is accepted in pieces of a few bytes each', async () => {
    await using gateway = await openGateway(async ({ url = '' }, response) => {
      if (url.includes('format=car')) return response.writeHead(404).end()
      response.writeHead(200, { 'content-type': 'application/vnd.ipld.raw' })
      for (let at = 0; at < SIZE; at += 100) if (!response.write(Buffer.alloc(100, 7))) await once(response, 'drain')
      return response.end()
    })
    await using harness = await openHarness({ IPFS_GATEWAY_URLS: gateway.url, IPFS_TIMEOUT: '60000' })
    const answer = await harness.get(`/ipfs/${cid}`)
    assert.ok(Buffer.from(await answer.arrayBuffer()).equals(Buffer.alloc(SIZE, 7)))
  })
})
