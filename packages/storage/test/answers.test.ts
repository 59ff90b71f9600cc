import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { deflateSync, gzipSync } from 'node:zlib'
import { type Gateway, openGateway } from './gateway.ts'
import { type Harness, openHarness } from './harness.ts'

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe('An answer with content', () => {
  let harness: Harness
  const bytes = randomBytes(2_200_000)
  let cid: string
  before(async () => {
    harness = await openHarness()
    cid = (await harness.upload(bytes)).body.cid
  })
  after(() => harness[Symbol.asyncDispose]())
  const head = (path: string, headers: Record<string, string> = {}) =>
    fetch(harness.url + path, { method: 'HEAD', headers })

  test('is partial only for a request for a range that exists', async () => {
    const size = bytes.length
    for (const [range, status, told] of [
      ['bytes=0-', 206, `bytes 0-${size - 1}/${size}`],
      [`bytes=-${size + 5}`, 206, `bytes 0-${size - 1}/${size}`],
      [`bytes=0-${'9'.repeat(400)}`, 206, `bytes 0-${size - 1}/${size}`],
      ['Bytes=1-2', 206, `bytes 1-2/${size}`],
      ['bytes=-0', 416, `bytes */${size}`],
      [`bytes=${size}-`, 416, `bytes */${size}`],
      [`bytes=${'9'.repeat(400)}-`, 416, `bytes */${size}`],
      // Of several ranges, the first is sent.
      ['bytes=0-1,3-4', 206, `bytes 0-1/${size}`],
      ['bytes=3-1', 200, null],
      ['bytes=a-b', 200, null],
      ['bytes', 200, null],
    ] as const) {
      const answer = await harness.get(`/ipfs/${cid}`, { range })
      assert.deepEqual([answer.status, answer.headers.get('content-range')], [status, told], range)
      const received = await bytesOf(answer)
      if (status === 416) assert.equal(JSON.parse(received.toString()).code, 'RANGE_NOT_SATISFIABLE')
      else assert.equal(received.length, Number(answer.headers.get('content-length')))
      if (status === 200) assert.deepEqual(received, bytes)
    }
    const empty = (await harness.upload('')).body.cid
    assert.equal((await harness.get(`/ipfs/${empty}`, { range: 'bytes=0-' })).status, 416)
    assert.equal((await harness.get(`/ipfs/${empty}`)).headers.get('content-length'), '0')
  })

  test('is partial only if If-Range has its strong tag', async () => {
    const range = 'bytes=5-9'
    for (const [condition, status] of [
      [`"${cid}"`, 206],
      [`W/"${cid}"`, 200],
      ['"other"', 200],
      ['Wed, 21 Oct 2026 07:28:00 GMT', 200],
    ] as const)
      assert.equal((await harness.get(`/ipfs/${cid}`, { range, 'if-range': condition })).status, status, condition)
  })

  test('is not sent again to a client that has it', async () => {
    for (const known of [`"${cid}"`, `W/"${cid}"`, `"x", "${cid}"`, '*']) {
      const answer = await harness.get(`/ipfs/file/${cid}`, { 'if-none-match': known, range: 'bytes=0-1' })
      assert.deepEqual([answer.status, answer.headers.get('etag'), await answer.text()], [304, `"${cid}"`, ''], known)
    }
    assert.equal((await harness.get(`/ipfs/${cid}`, { 'if-none-match': '"x"' })).status, 200)
    const raw = await harness.get(`/ipfs/${cid}?format=raw`)
    const again = await harness.get(`/ipfs/${cid}?format=raw`, { 'if-none-match': raw.headers.get('etag') ?? '' })
    assert.equal(again.status, 304)
  })

  test('has the same headers for HEAD, of the whole content, with or without a range', async () => {
    for (const path of [`/ipfs/${cid}`, `/ipfs/file/${cid}`]) {
      const get = await harness.get(path)
      await get.body?.cancel()
      const told = await head(path, { range: 'bytes=0-1' })
      assert.deepEqual([told.status, await told.text()], [200, ''])
      for (const name of [
        'content-length',
        'content-type',
        'etag',
        'cache-control',
        'accept-ranges',
        'content-disposition',
      ])
        assert.equal(told.headers.get(name), get.headers.get(name), name)
    }
    for (const format of ['raw', 'car']) assert.equal(await (await head(`/ipfs/${cid}?format=${format}`)).text(), '')
    assert.equal((await head('/ipfs/nonsense')).status, 400)
  })

  test('depends on Accept, and says so to caches', async () => {
    const plain = await harness.get(`/ipfs/${cid}`)
    const raw = await harness.get(`/ipfs/${cid}`, { accept: 'application/vnd.ipld.raw' })
    assert.notDeepEqual(await bytesOf(plain), await bytesOf(raw))
    for (const { headers } of [plain, raw]) assert.match(headers.get('vary') ?? '', /\baccept\b/i)
  })

  test('is saved under a name that can neither end the header nor pass for another name', async () => {
    for (const [name, ascii, extended] of [
      ['a\r\nset-cookie: x=1', 'a__set-cookie: x=1', 'a%0D%0Aset-cookie%3A%20x%3D1'],
      ['"; filename="b.html', '_; filename=_b.html', '%22%3B%20filename%3D%22b.html'],
      ['ü€😀.txt', '____.txt', '%C3%BC%E2%82%AC%F0%9F%98%80.txt'],
      ["it's (1)*.txt", "it's (1)*.txt", 'it%27s%20%281%29%2A.txt'],
      ['%41\\b', '_41_b', '%2541%5Cb'],
    ] as const) {
      const answer = await head(`/ipfs/${cid}?filename=${encodeURIComponent(name)}`)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('set-cookie'), null)
      const told = (answer.headers.get('content-disposition') ?? '').replaceAll(/_+\.txt/g, '____.txt')
      assert.equal(told, `attachment; filename="${ascii}"; filename*=UTF-8''${extended}`)
    }
    const lone = await head(`/ipfs/${cid}?filename=%ED%A0%80`)
    assert.ok(lone.status === 200 || lone.status === 400)
  })

  test('never runs as code in a browser, whatever type it claims', async () => {
    const page = '<!DOCTYPE html><html><script>alert(document.domain)</script></html>'
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>'
    const png = Buffer.concat([
      Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
      deflateSync(page),
    ])
    for (const content of [
      page,
      svg,
      ` \n\t${page}`,
      `<!-- x -->${svg}`,
      `GIF89a/*${page}*/=1;alert(1)`,
      Buffer.concat([png, Buffer.from(page)]),
      `%PDF-1.7\n${page}`,
      Buffer.from(`\uFEFF${page}`, 'utf16le'),
      Buffer.from(`\uFEFF${svg}`, 'utf16le'),
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(svg)]),
      gzipSync(svg),
      `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#"?><html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>`,
      '<?xml version="1.0"?><rss version="2.0"><channel><title>x</title></channel></rss>',
      `MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n\n--x\nContent-Type: text/html\n\n${page}`,
      'CWS\u0009xxxxxxxx',
      'onmessage = () => {}; importScripts("x")',
      '{"__proto__": "<script>"}',
    ]) {
      const { body } = await harness.upload(content)
      for (const path of [`/ipfs/${body.cid}`, `/ipfs/file/${body.cid}`, `/ipfs/file/${body.cid}?filename=x.html`]) {
        const { headers } = await harness.get(path)
        const type = headers.get('content-type') ?? ''
        const disposition = headers.get('content-disposition') ?? ''
        const shown = `${path} ${type} ${disposition}`
        assert.doesNotMatch(
          type,
          /html|javascript|ecmascript|text\/xml|application\/xml|xhtml|flash|multipart|rfc822/,
          shown,
        )
        if (/svg|pdf/.test(type)) assert.match(disposition, /^attachment/, shown)
        assert.match(headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/, shown)
        assert.equal(headers.get('x-content-type-options'), 'nosniff')
      }
      for (const format of ['raw', 'car']) {
        const { headers } = await harness.get(`/ipfs/${body.cid}?format=${format}`)
        assert.match(headers.get('content-type') ?? '', /^application\/vnd\.ipld\./)
        assert.match(headers.get('content-disposition') ?? '', /^attachment/)
        assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
      }
    }
  })
})

describe('An answer that is long', () => {
  let harness: Harness
  let gateway: Gateway
  let cid: string
  const bytes = randomBytes(30_000_000)
  const silent = 'bafkreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4'
  before(async () => {
    gateway = await openGateway(({ url }, response) => url?.includes(silent) || response.writeHead(404).end())
    harness = await openHarness({ IPFS_GATEWAY_URLS: gateway.url, IPFS_TIMEOUT: '400' })
    cid = (await harness.upload(bytes)).body.cid
  })
  after(async () => {
    await harness[Symbol.asyncDispose]()
    await gateway[Symbol.asyncDispose]()
  })
  const ask = (...requests: string[]) => {
    const { hostname, port } = new URL(harness.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(requests.map((request) => `${request}\r\nHost: x\r\n\r\n`).join(''))
    return socket
  }

  test('keeps later answers on its connection from reading anything before their turn', async () => {
    const socket = ask(`GET /ipfs/${cid} HTTP/1.1`, `GET /ipfs/file/${cid} HTTP/1.1`, 'GET /health HTTP/1.1')
    let received = 0
    let early: string[] | undefined
    for await (const data of socket) {
      if (received < bytes.length / 2) early = [...gateway.asked]
      received += data.length
      if (received > 2 * bytes.length) break
    }
    assert.deepEqual(early, [])
    assert.ok(gateway.asked.length > 0, 'the second one asks a gateway first')
  })

  test('is cut off if its reader stops reading', async () => {
    const socket = ask(`GET /ipfs/${cid} HTTP/1.1`)
    await once(socket, 'readable')
    // Each of these reads times out, so the slow reader gets at least that long.
    for (let turn = 0; turn < 3; turn++) assert.equal((await harness.get(`/ipfs/${silent}`)).status, 504)
    let received = 0
    for await (const data of socket) received += data.length
    assert.ok(received < bytes.length, `${received} bytes`)
  })
  test('is finished by a service that stops meanwhile', async () => {
    const stopping = await openHarness()
    const { body } = await stopping.upload(bytes)
    const answer = await stopping.get(`/ipfs/${body.cid}`)
    const stopped = stopping[Symbol.asyncDispose]()
    assert.deepEqual(await bytesOf(answer), bytes)
    await stopped
  })
})
