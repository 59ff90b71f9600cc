import assert from 'node:assert/strict'
import { get, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Http } from '../src/http/server/http-type.ts'
import { startService } from './http-service.ts'

const rows = Array.from({ length: 200 }, (_, number) => ({ number, name: `row ${number}` }))

function routes(http: Http): void {
  http.get('/rows', () => rows)
  http.get('/few', () => rows.slice(0, 3))
  http.get('/kept', (_request, reply) => reply.header('cache-control', 'public, max-age=300').send({ keys: [] }))
  http.get('/mine/rows', { config: { access: 'session' } }, () => rows)
  http.get('/text', (_request, reply) => reply.type('text/plain').send(JSON.stringify(rows) as never))
  http.post('/rows', { config: { access: 'public' } }, () => rows)
  http.get('/secret', { config: { access: 'public', secret: true } }, () => rows)
  http.post('/secret', { config: { access: 'public', secret: true } }, () => rows)
}

/** A request without `fetch`'s own decoding. */
async function ask(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(url, { headers: { connection: 'close', ...headers }, method }, resolve).on('error', reject),
  )
  return { response, headers: response.headers, bytes: Buffer.concat(await Array.fromAsync(response)) }
}

test('JSON over a kilobyte is compressed as the client prefers, and names the headers that it depends on', async () => {
  await using service = await startService({}, {}, routes)
  const whole = (await ask(`${service.url}/rows`)).bytes
  assert.deepEqual(JSON.parse(whole.toString()), rows)
  const decoders: [accepted: string, encoding: string | undefined, decode: (bytes: Buffer) => Buffer][] = [
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip;q=0.8, br;q=0.2', 'gzip', gunzipSync],
    ['gzip', 'gzip', gunzipSync],
    ['*', 'br', brotliDecompressSync],
    ['br;q=0, gzip;q=0', undefined, (bytes) => bytes],
    ['deflate', undefined, (bytes) => bytes],
    [`${'x,'.repeat(600)}br`, undefined, (bytes) => bytes],
  ]
  for (const [accepted, encoding, decode] of decoders) {
    const { headers, bytes } = await ask(`${service.url}/rows`, { 'accept-encoding': accepted })
    assert.equal(headers['content-encoding'], encoding, accepted.slice(0, 40))
    assert.match(headers.vary ?? '', /Accept-Encoding/)
    assert.equal(Number(headers['content-length']), bytes.length)
    assert.ok(encoding === undefined || bytes.length < whole.length / 3)
    assert.deepEqual(decode(bytes), whole)
  }
})

test('Short answers, texts and answers with secrets are not compressed; other writes are', async () => {
  await using service = await startService({}, {}, routes)
  const encodingOf = async (path: string, method = 'GET') =>
    (await ask(service.url + path, { 'accept-encoding': 'br' }, method)).headers['content-encoding']
  assert.equal(await encodingOf('/few'), undefined)
  assert.equal(await encodingOf('/text'), undefined)
  assert.equal(await encodingOf('/secret'), undefined)
  assert.equal(await encodingOf('/secret', 'POST'), undefined)
  assert.equal(await encodingOf('/rows', 'POST'), 'br')
})

test('A public read has an entity tag, and is a 304 without a body for a client that sends it', async () => {
  await using service = await startService({}, {}, routes)
  const { headers, bytes } = await ask(`${service.url}/rows`, { 'accept-encoding': 'gzip' })
  assert.match(headers.etag ?? '', /^W\/"[\w-]{43}"$/)
  assert.ok(bytes.length > 0)
  for (const known of [headers.etag, `"other", ${headers.etag}`, '*']) {
    const again = await ask(`${service.url}/rows`, { 'if-none-match': String(known) })
    assert.deepEqual([again.response.statusCode, again.bytes.length], [304, 0])
    assert.equal(again.headers.etag, headers.etag)
    assert.equal(again.headers['content-type'], undefined)
    assert.match(again.headers.vary ?? '', /Accept-Encoding/)
  }
  const head = await ask(`${service.url}/rows`, {}, 'HEAD')
  assert.deepEqual([head.response.statusCode, head.headers.etag], [200, headers.etag])
  for (const accepted of ['identity', 'br']) {
    const known = { 'if-none-match': String(headers.etag), 'accept-encoding': accepted }
    const headAgain = await ask(`${service.url}/rows`, known, 'HEAD')
    assert.deepEqual([headAgain.response.statusCode, headAgain.headers.etag], [304, headers.etag])
    assert.equal(headAgain.headers['content-encoding'], undefined)
  }
  assert.equal((await ask(`${service.url}/rows`, { 'if-none-match': 'W/"other"' })).response.statusCode, 200)
})

test('Private answers have no tag, and short public ones only if caches may keep them', async () => {
  await using service = await startService({}, {}, routes)
  const bearer = { authorization: `Bearer ${await service.tokens.issue()}` }
  const mine = await ask(`${service.url}/mine/rows`, { ...bearer, 'accept-encoding': 'br' })
  assert.deepEqual([mine.response.statusCode, mine.headers.etag], [200, undefined])
  assert.match(mine.headers.vary ?? '', /Authorization, Cookie.*Accept-Encoding/)
  assert.equal((await ask(`${service.url}/few`)).headers.etag, undefined)
  assert.match((await ask(`${service.url}/kept`)).headers.etag ?? '', /^W\//)
})

test('The API description is compressed, and revalidated by its tag', async () => {
  await using service = await startService()
  const { headers, bytes } = await ask(`${service.url}/api/docs-json`, { 'accept-encoding': 'br' })
  assert.equal(headers['content-encoding'], 'br')
  assert.equal(JSON.parse(String(brotliDecompressSync(bytes))).openapi, '3.1.0')
  const again = await ask(`${service.url}/api/docs-json`, { 'if-none-match': String(headers.etag) })
  assert.equal(again.response.statusCode, 304)
})
