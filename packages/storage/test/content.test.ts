import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { importFile } from 'ipfs-unixfs-importer'
import type { CID } from 'multiformats/cid'
import { type Harness, openHarness } from './harness.ts'

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe('Content', () => {
  let harness: Harness
  before(async () => {
    harness = await openHarness({ MAX_FILE_SIZE: '5000000' })
  })
  after(() => harness[Symbol.asyncDispose]())

  test('is uploaded, answered with its identifier, and read back byte by byte', async () => {
    for (const size of [0, 1, 1000, 1024 * 1024, 1024 * 1024 + 1, 4_900_000]) {
      const bytes = randomBytes(size)
      const { status, body, headers } = await harness.upload(bytes, { filename: 'data.bin' })
      assert.equal(status, 201, JSON.stringify(body))
      assert.deepEqual(
        { ...body, cid: 0 },
        { cid: 0, size, mimetype: size ? body.mimetype : 'text/plain; charset=utf-8', filename: 'data.bin' },
      )
      assert.equal(headers.get('location'), `/ipfs/${body.cid}`)
      for (const path of [`/ipfs/${body.cid}`, `/ipfs/file/${body.cid}`]) {
        const read = await harness.get(path)
        assert.equal(read.status, 200)
        assert.equal(read.headers.get('content-length'), String(size))
        assert.deepEqual(await bytesOf(read), bytes)
      }
    }
  })

  test('is uploaded with an upload-only token, which cannot pin', async () => {
    const authorization = `Bearer ${await harness.tokens.issue({ scope: 'ipfs:upload' })}`
    const form = new FormData()
    form.append('file', new Blob(['scoped']), 'scoped.txt')
    const headers = { authorization }
    const answer = await fetch(`${harness.url}/ipfs/upload`, { method: 'POST', headers, body: form })
    assert.equal(answer.status, 201)
    const { cid } = (await answer.json()) as { cid: string }
    const pin = await fetch(`${harness.url}/ipfs/pin/${cid}`, { method: 'POST', headers })
    const unpin = await fetch(`${harness.url}/ipfs/unpin/${cid}`, { method: 'DELETE', headers })
    assert.deepEqual([pin.status, unpin.status], [403, 403])
  })

  test('has the identifiers that Kubo and Helia give it', async () => {
    const { body } = await harness.upload('hello world')
    assert.equal(body.cid, 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e')
    for (const size of [1024 * 1024 - 1, 1024 * 1024, 1024 * 1024 + 1, 3_300_000]) {
      const content = randomBytes(size)
      const store = { put: async (cid: CID) => cid }
      const { cid } = await importFile({ content }, store as never, { profile: 'unixfs-v1-2025' })
      assert.equal((await harness.upload(content)).body.cid, cid.toString())
    }
  })

  test('is answered in ranges', async () => {
    const bytes = randomBytes(3_500_000)
    const { body } = await harness.upload(bytes)
    const last = bytes.length - 1
    for (const [range, start, end] of [
      ['bytes=0-0', 0, 0],
      ['bytes=10-1048600', 10, 1048600],
      ['bytes=1048576-1048576', 1048576, 1048576],
      ['bytes=2000000-', 2000000, last],
      ['bytes=-5', last - 4, last],
      ['bytes=3499999-99999999', last, last],
    ] as const) {
      const read = await harness.get(`/ipfs/${body.cid}`, { range })
      assert.equal(read.status, 206)
      assert.equal(read.headers.get('content-range'), `bytes ${start}-${end}/${bytes.length}`)
      assert.deepEqual(await bytesOf(read), bytes.subarray(start, end + 1), range)
    }
    const beyond = await harness.get(`/ipfs/${body.cid}`, { range: 'bytes=3500000-' })
    assert.equal(beyond.status, 416)
    assert.equal(beyond.headers.get('content-range'), `bytes */${bytes.length}`)
    assert.equal(((await beyond.json()) as { code: string }).code, 'RANGE_NOT_SATISFIABLE')
    const several = await harness.get(`/ipfs/${body.cid}`, { range: 'bytes=10-19,0-4' })
    assert.equal(several.headers.get('content-range'), `bytes 10-19/${bytes.length}`)
    for (const range of ['bytes=5-2', 'lines=1-2', 'bytes=5-2,0-1', 'bytes=-'])
      assert.equal((await harness.get(`/ipfs/${body.cid}`, { range })).status, 200)
    const other = { range: 'bytes=0-0', 'if-range': '"other"' }
    assert.equal((await harness.get(`/ipfs/${body.cid}`, other)).status, 200)
  })

  test('has its identifier as entity tag, and never changes', async () => {
    const { body } = await harness.upload('unchanging')
    const read = await harness.get(`/ipfs/${body.cid}`)
    assert.equal(read.headers.get('etag'), `"${body.cid}"`)
    assert.equal(read.headers.get('cache-control'), 'public, max-age=29030400, immutable')
    const again = await harness.get(`/ipfs/${body.cid}`, { 'if-none-match': `W/"x", "${body.cid}"` })
    assert.equal(again.status, 304)
    assert.equal(await again.text(), '')
    const head = await fetch(`${harness.url}/ipfs/${body.cid}`, { method: 'HEAD' })
    assert.equal(head.headers.get('content-length'), '10')
  })

  test('is answered with its media type, and with headers that keep its scripts from running', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const text = 'text/plain; charset=utf-8'
    for (const [content, type, disposition] of [
      [png, 'image/png', 'inline'],
      ['{"name":"A"}', 'application/json', 'inline'],
      ['<!DOCTYPE html><script>alert(1)</script>', text, 'inline'],
      [
        '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>',
        text,
        'inline',
      ],
      ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/svg+xml', 'attachment'],
      ['<?xml version="1.0"?>\n<!-- x --><svg onload="alert(1)"></svg>', 'image/svg+xml', 'attachment'],
      ['alert(1)', text, 'inline'],
      [Buffer.from('%PDF-1.7\n%....'), 'application/pdf', 'attachment'],
      [Buffer.from([0, 1, 2, 3, 255]), 'application/octet-stream', 'attachment'],
    ] as const) {
      const { body } = await harness.upload(content)
      assert.equal(body.mimetype, type)
      const read = await harness.get(`/ipfs/file/${body.cid}?filename=${encodeURIComponent('ü"; x.html')}`)
      assert.equal(read.headers.get('content-type'), type)
      assert.match(
        read.headers.get('content-disposition') ?? '',
        new RegExp(`^${disposition}; filename="___ x.html"; filename\\*=UTF-8''%C3%BC`.replace('___', '_.*')),
      )
      assert.match(read.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/)
      assert.equal(read.headers.get('x-content-type-options'), 'nosniff')
      const plain = await harness.get(`/ipfs/${body.cid}`)
      assert.equal(plain.headers.get('content-type'), type)
      assert.match(plain.headers.get('content-disposition') ?? '', new RegExp(`^${disposition}`))
    }
  })

  test('is refused with 413 when it is too large, and nothing of it is kept', async () => {
    const before = await harness.onDisk()
    const { body: largest } = await harness.upload(randomBytes(5_000_000))
    assert.equal(largest.size, 5_000_000)
    const kept = await harness.onDisk()
    assert.equal(kept.blocks, before.blocks + 6)
    const { status, body } = await harness.upload(randomBytes(5_000_001))
    assert.equal(status, 413)
    assert.equal(body.code, 'FILE_TOO_LARGE')
    assert.deepEqual(await harness.onDisk(), kept)
    assert.equal((await harness.upload(randomBytes(9_000_000))).body.code, 'FILE_TOO_LARGE')
    assert.deepEqual(await harness.onDisk(), { ...kept, staged: 0 })
  })

  test('leaves nothing behind when the connection is cut', async () => {
    const before = await harness.onDisk()
    const pins = (await harness.ask('/ipfs/pins?limit=1000', { by: '0.0.1001' })).body.length
    const token = await harness.token()
    const { hostname, port } = new URL(harness.url)
    const socket = connect(Number(port), hostname)
    const boundary = 'cut'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: text/plain\r\n\r\n`
    socket.write(
      `POST /ipfs/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: 4000000\r\n\r\n${head}`,
    )
    socket.write(randomBytes(3_000_000))
    while ((await harness.onDisk()).staged === 0) await new Promise(setImmediate)
    socket.destroy()
    while ((await harness.onDisk()).staged > 0) await new Promise(setImmediate)
    assert.deepEqual(await harness.onDisk(), before)
    assert.equal((await harness.ask('/ipfs/pins?limit=1000', { by: '0.0.1001' })).body.length, pins)
  })

  test('says what is wrong with an upload', async () => {
    const anonymous = await fetch(`${harness.url}/ipfs/upload`, { method: 'POST', body: new FormData() })
    assert.equal(anonymous.status, 401)
    assert.equal((await harness.upload('x', { field: 'other' })).body.code, 'FILE_MISSING')
    const authorization = `Bearer ${await harness.token()}`
    const form = new FormData()
    form.append('name', 'x')
    const without = await fetch(`${harness.url}/ipfs/upload`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    })
    assert.equal(((await without.json()) as { code: string }).code, 'FILE_MISSING')
    const json = await harness.ask('/ipfs/upload', { method: 'POST', by: '0.0.1001', body: {} })
    assert.equal(json.status, 415)
  })

  test('Content that no source has is a 404 that names the sources, and an invalid identifier is a 400', async () => {
    const { status, body } = await harness.ask('/ipfs/bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy')
    assert.equal(status, 404)
    assert.match(body.message, /was not found: tried the node's peers \(it has no peers\)/)
    assert.equal((await harness.ask('/ipfs/nonsense')).body.code, 'INVALID_CID')
    assert.equal((await harness.ask('/ipfs/bafzbeiaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')).status, 422)
  })

  test('is there after a restart', async () => {
    const { body } = await harness.upload('lasting')
    const kept = await harness.stop()
    harness = await openHarness({ MAX_FILE_SIZE: '5000000' }, kept)
    assert.equal(await (await harness.get(`/ipfs/${body.cid}`)).text(), 'lasting')
  })
})
