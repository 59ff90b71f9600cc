/** Attacks on the HTTP ports of all services, with requests and bodies that no client library would send. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type AttackedPlatform, type Entrance, startPlatform } from './platform.ts'
import { connection, requestText, sendRaw } from './raw.ts'

const SERVICES: Entrance[] = ['node', 'governance', 'multisig']
const json = { 'content-type': 'application/json' }

/**
 * Requests that must be refused without an internal error. Each closes its connection, so that the whole answer is
 * read.
 */
const HOSTILE: [what: string, request: string][] = [
  ['a body nested 250,000 deep', post('/auth/web3/login', '['.repeat(250_000))],
  ['objects nested deep', post('/auth/web3/login', '{"a":'.repeat(12_000))],
  ['400,000 values', post('/auth/web3/login', `[${'0,'.repeat(400_000)}0]`)],
  ['400,000 values for nobody', post('/nowhere', `[${'0,'.repeat(400_000)}0]`)],
  ['__proto__', post('/auth/web3/login', '{"__proto__":{"role":"operator"}}')],
  ['an escaped __proto__', post('/auth/web3/login', '{"\\u005f_proto__":{"role":"operator"}}')],
  ['constructor.prototype', post('/auth/web3/login', '{"constructor":{"prototype":{"role":"operator"}}}')],
  ['a number of 60,000 digits', post('/auth/web3/login', '9'.repeat(60_000))],
  ['a number of a large exponent', post('/auth/web3/login', '{"a":1e999999}')],
  ['half a character', post('/auth/web3/login', '{"a":"\\ud800"}')],
  ['bytes that are no text', post('/auth/web3/login', '\xff\xfe{}')],
  ['a byte order mark', post('/auth/web3/login', '\ufeff{}')],
  ['a key of 60,000 characters', post('/auth/web3/login', `{"${'k'.repeat(60_000)}":9007199254740993}`)],
  ['an unfinished string of quotes', post('/auth/web3/login', `"${'\\"'.repeat(30_000)}`)],
  ['white space alone', post('/auth/web3/login', ' '.repeat(60_000))],
  ['no content', raw('POST', '/auth/web3/login', { ...json, 'content-length': '0' })],
  ['a negative length', raw('POST', '/auth/web3/login', { ...json, 'content-length': '-1' })],
  ['an endless length', raw('POST', '/auth/web3/login', { ...json, 'content-length': '99999999999999999999' })],
  ['two lengths', raw('POST', '/auth/web3/login', { ...json, 'content-length': '5\r\ncontent-length: 6' }, '{}')],
  [
    'a length and chunks',
    raw('POST', '/auth/web3/login', { ...json, 'content-length': '2', 'transfer-encoding': 'chunked' }, '0\r\n\r\n'),
  ],
  ['a chunk that is no number', raw('POST', '/auth/web3/login', { ...json, 'transfer-encoding': 'chunked' }, 'zz\r\n')],
  [
    'an endless chunk',
    raw('POST', '/auth/web3/login', { ...json, 'transfer-encoding': 'chunked' }, 'fffffffffffffffff\r\n'),
  ],
  [
    'a chunk with a long extension',
    raw(
      'POST',
      '/auth/web3/login',
      { ...json, 'transfer-encoding': 'chunked' },
      `1;${'x'.repeat(40_000)}\r\na\r\n0\r\n\r\n`,
    ),
  ],
  [
    'long trailers',
    raw(
      'POST',
      '/auth/web3/login',
      { ...json, 'transfer-encoding': 'chunked' },
      `0\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`,
    ),
  ],
  ['an unknown transfer coding', raw('POST', '/auth/web3/login', { ...json, 'transfer-encoding': 'gzip' }, '{}')],
  ['a content coding', raw('POST', '/auth/web3/login', { ...json, 'content-encoding': 'gzip' }, '{}')],
  [
    'a media type of many parameters',
    raw('POST', '/auth/web3/login', { 'content-type': `application/json${';a="\\"'.repeat(1500)}` }, '{}'),
  ],
  [
    'a form without an end',
    raw('POST', '/ipfs/upload', { 'content-type': `multipart/form-data; boundary=${'-'.repeat(5000)}` }, '--'),
  ],
  ['headers of 30 KB', raw('GET', '/health', { 'x-long': 'x'.repeat(30_000) })],
  ['3,000 headers', raw('GET', '/health', { a: `1${'\r\nb: 1'.repeat(3000)}` })],
  ['a header folded over lines', raw('GET', '/health', { a: '1\r\n b' })],
  ['a header without a name', raw('GET', '/health', { a: '1\r\n: 2' })],
  ['a NUL in a header', raw('GET', '/health', { a: '1\0' })],
  ['a cookie of thousands', raw('GET', '/auth/profile', { cookie: 'a=1;'.repeat(3500) })],
  ['a token of dots only', raw('GET', '/auth/profile', { authorization: `Bearer ${'.'.repeat(10_000)}` })],
  [
    'a token of nested JSON',
    raw('GET', '/auth/profile', { authorization: `Bearer ${Buffer.from('['.repeat(9000)).toString('base64url')}.a.a` }),
  ],
  ['a long address', raw('GET', `/accounts/${'9'.repeat(12_000)}`)],
  ['broken escapes', raw('GET', '/accounts/%c0%af%zz')],
  ['a NUL in the address', raw('GET', '/accounts/0.0.5%00')],
  ['an address that is a site', raw('GET', 'http://169.254.169.254/latest')],
  ['an address without a path', raw('GET', '*')],
  ['steps up', raw('GET', '/snapshots/../../../../etc/passwd')],
  ['7,000 parameters', raw('GET', `/mirrors/hts/tokens/0.0.5?${'a&'.repeat(7000)}`)],
  ['__proto__ as a parameter', raw('GET', '/mirrors/hts/tokens/0.0.5?__proto__=1&constructor=2&__proto__[a]=3')],
  ['a list of 5,000', raw('GET', `/mirrors/hts/tokens/0.0.5/balances?account.id=${'1,'.repeat(5000)}`)],
  ['an upgrade', raw('GET', '/health', { connection: 'upgrade, close', upgrade: 'h2c' })],
  ['an expectation that nobody meets', raw('POST', '/auth/web3/login', { expect: 'everything' })],
  ['CONNECT', 'CONNECT localhost:22 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
  ['TRACE', raw('TRACE', '/')],
  ['a method of our own', raw('STEAL', '/')],
  ['no host', 'GET /health HTTP/1.1\r\nconnection: close\r\n\r\n'],
  ['HTTP/3.0', 'GET /health HTTP/3.0\r\nhost: x\r\n\r\n'],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
]

function raw(method: string, path: string, headers: Record<string, string> = {}, body = ''): string {
  return requestText(method, path, { connection: 'close', ...headers }, body)
}
function post(path: string, body: string): string {
  return raw('POST', path, json, body)
}

describe('A stranger at the HTTP ports', () => {
  let platform: AttackedPlatform
  before(async () => {
    platform = await startPlatform()
  })
  after(() => platform.close())

  test('gets no internal error, whatever is sent', async () => {
    for (const service of SERVICES) {
      for (const [what, request] of HOSTILE) {
        const { status, text } = await sendRaw(platform.url[service], request, 3000)
        assert.ok(status < 500 || status === 501, `${what} at ${service}: ${text.slice(0, 300)}`)
        assert.ok(!text.includes('    at '), `${what} at ${service} shows a stack`)
      }
      assert.equal((await platform.call(service, 'GET', '/health')).status, 200)
    }
  })

  test('can open only a limited number of connections', async () => {
    const open = await Promise.all(Array.from({ length: 400 }, () => connection(platform.url.multisig)))
    const { status, text } = await sendRaw(platform.url.multisig, raw('GET', '/health'))
    assert.equal(status, 429, text)
    for (const socket of open) socket.destroy()
  })
})
