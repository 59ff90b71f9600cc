/** Formats of answers: codecs, blocks, archives, pages for browsers; and what else a gateway's client may ask for. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { CarReader } from '@ipld/car'
import * as dagCbor from '@ipld/dag-cbor'
import * as dagJson from '@ipld/dag-json'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { Parser } from 'tar'
import { type Blocks, put, putNode, RAW } from './block-gateway.ts'
import { type Harness, openHarness } from './harness.ts'
import { archiveOf, cidsOf, store } from './made-directories.ts'

const [DAG_CBOR, DAG_JSON, CBOR, JSON_CODEC] = [0x71, 0x0129, 0x51, 0x0200]

describe('Content', () => {
  let harness: Harness
  const blocks: Blocks = new Map()
  const leaf = put(blocks, RAW, Buffer.from('the leaf'))
  const inner = { link: leaf, list: [{ deep: leaf }], bytes: new Uint8Array([1]), '<b>': '<script>' }
  const cbor = put(blocks, DAG_CBOR, dagCbor.encode({ a: { inner } }))
  const json = put(blocks, DAG_JSON, dagJson.encode({ a: { inner }, next: cbor }))
  const plain = put(blocks, JSON_CODEC, Buffer.from('{"plain": true}'))
  const small = put(blocks, CBOR, Buffer.from('a16161', 'hex'))
  const link = putNode(blocks, { type: 4, data: Buffer.from('../target') })
  const root = putNode(blocks, { type: 1 }, [json, link, plain, small], ['json', 'link', 'plain', 'small'])
  before(async () => {
    harness = await openHarness()
    const { status, body } = await harness.import(await archiveOf([root], cidsOf(blocks)))
    assert.equal(status, 201, JSON.stringify(body))
  })
  after(() => harness[Symbol.asyncDispose]())

  const block = (cid: CID) => Buffer.from(blocks.get(cidsKey(cid)) ?? [])
  const cidsKey = (cid: CID) => Buffer.from(cid.multihash.bytes).toString('base64')
  const asked = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await harness.get(path, headers)
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, type: answer.headers.get('content-type'), headers: answer.headers, bytes }
  }

  for (const [name, cid, own, others] of [
    ['dag-json', json, ['dag-json', 'json'], ['dag-cbor', 'cbor']],
    ['dag-cbor', cbor, ['dag-cbor', 'cbor'], ['dag-json', 'json']],
    ['json', plain, ['json'], ['dag-json', 'dag-cbor', 'cbor']],
    ['cbor', small, ['cbor'], ['dag-json', 'dag-cbor', 'json']],
  ] as const)
    test(`of the codec ${name} is answered as it is stored, and converted into no other format`, async () => {
      const typeOf = (format: string) =>
        format.startsWith('dag') ? `application/vnd.ipld.${format}` : `application/${format}`
      const as = await asked(`/ipfs/${cid}`)
      assert.deepEqual([as.status, as.type, as.bytes], [200, typeOf(name), block(cid)])
      assert.match(as.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/)
      for (const format of own) {
        const byQuery = await asked(`/ipfs/${cid}?format=${format}`)
        assert.deepEqual([byQuery.type, byQuery.bytes], [typeOf(format), block(cid)])
        assert.equal(byQuery.headers.get('etag'), `"${cid}.${format}"`)
        const byHeader = await asked(`/ipfs/${cid}?x=1`, { accept: typeOf(format) })
        assert.deepEqual([byHeader.type, byHeader.bytes], [typeOf(format), block(cid)])
        assert.equal(byHeader.headers.get('content-location'), `/ipfs/${cid}?x=1&format=${format}`)
      }
      for (const format of others) {
        for (const refused of [
          await asked(`/ipfs/${cid}?format=${format}`),
          await asked(`/ipfs/${cid}`, { accept: typeOf(format) }),
        ]) {
          assert.equal(refused.status, 406)
          assert.equal((JSON.parse(String(refused.bytes)) as { code: string }).code, 'FORMAT_NOT_AVAILABLE')
          assert.equal(refused.headers.get('cache-control'), 'no-store')
        }
        assert.equal((await asked(`/ipfs/${cid}`, { accept: `${typeOf(format)}, */*` })).status, 200)
      }
    })

  test('of a file is answered as JSON only if it is JSON', async () => {
    const { body: is } = await harness.upload('{"a":1}')
    const { body: isNot } = await harness.upload('text')
    for (const headers of [{ accept: 'application/json' }, { accept: 'application/json, text/plain, */*' }])
      assert.equal((await asked(`/ipfs/${is.cid}`, headers)).type, 'application/json')
    assert.equal((await asked(`/ipfs/${isNot.cid}`, { accept: 'application/json' })).status, 406)
    assert.equal((await asked(`/ipfs/${isNot.cid}`, { accept: 'application/json, */*' })).status, 200)
    assert.equal((await asked(`/ipfs/${isNot.cid}?format=json`)).status, 406)
  })

  test('at a path through data is found over its links, and a path that ends within a block says so', async () => {
    for (const path of [`${json}/a/inner/link`, `${json}/next/a/inner/list/0/deep`, `${root}/json/next/a/inner/link`]) {
      const { status, bytes, headers } = await asked(`/ipfs/${path}`)
      assert.deepEqual([status, String(bytes)], [200, 'the leaf'], path)
      assert.equal(headers.get('x-ipfs-path'), `/ipfs/${path}`)
    }
    const { headers } = await asked(`/ipfs/${root}/json/next/a/inner/link`)
    assert.equal(headers.get('x-ipfs-roots'), [root, json, cbor, leaf].join(','))
    for (const [path, status, code] of [
      [`${json}/a/inner`, 501, 'PATH_INTO_DATA'],
      [`${json}/a/inner/list/0`, 501, 'PATH_INTO_DATA'],
      [`${json}/a/inner/bytes/0`, 404, 'CONTENT_NOT_FOUND'],
      [`${json}/a/nothing/link`, 404, 'CONTENT_NOT_FOUND'],
      [`${cbor}/a/inner/list/length`, 501, 'PATH_INTO_DATA'],
      [`${cbor}/a/inner/__proto__`, 404, 'CONTENT_NOT_FOUND'],
      [`${cbor}/constructor`, 404, 'CONTENT_NOT_FOUND'],
      [`${json}/a/inner/link/more`, 404, 'CONTENT_NOT_FOUND'],
    ] as const) {
      const answer = await asked(`/ipfs/${path}`)
      const body = JSON.parse(String(answer.bytes)) as { code: string; message: string }
      assert.deepEqual([answer.status, body.code], [status, code], path)
    }
  })

  test('of data is shown to browsers as a page that runs nothing', async () => {
    for (const cid of [json, cbor]) {
      const { type, bytes, headers } = await asked(`/ipfs/${cid}`, { accept: 'text/html,*/*' })
      assert.equal(type, 'text/html; charset=utf-8')
      assert.match(headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/)
      assert.match(headers.get('etag') ?? '', /^"DagIndex-/)
      assert.ok(!String(bytes).includes('<script'))
      assert.ok(String(bytes).includes('&lt;script&gt;'))
      assert.ok(String(bytes).includes(String(leaf)))
    }
    const large: Blocks = new Map()
    const big = put(large, DAG_CBOR, dagCbor.encode({ text: 'x'.repeat(100_000) }))
    await store(harness, large)
    const page = await asked(`/ipfs/${big}`, { accept: 'text/html' })
    assert.match(String(page.bytes), /too large to be shown/)
  })

  test('of a symlink is the path that it points to, as text that browsers save', async () => {
    const { status, type, bytes, headers } = await asked(`/ipfs/${root}/link`)
    assert.deepEqual([status, type, String(bytes)], [200, 'inode/symlink', '../target'])
    assert.match(headers.get('content-disposition') ?? '', /^attachment/)
    assert.equal((await asked(`/ipfs/${root}/link/more`)).status, 404)
  })

  test('in blocks is sent under a name, in ranges, and with its path', async () => {
    const named = await asked(`/ipfs/${root}/plain?format=raw&filename=a.json`, { range: 'bytes=2-6' })
    assert.deepEqual([named.status, String(named.bytes), named.type], [206, 'plain', 'application/vnd.ipld.raw'])
    assert.match(named.headers.get('content-disposition') ?? '', /^attachment; filename="a.json"/)
    assert.equal(named.headers.get('x-ipfs-roots'), `${root},${plain}`)
    const car = await asked(`/ipfs/${root}?format=car&filename=all.car`)
    assert.match(car.headers.get('content-disposition') ?? '', /^attachment; filename="all.car"/)
    assert.equal(car.headers.get('accept-ranges'), 'none')
    const saved = await asked(`/ipfs/${plain}?download=true&filename=x.json`)
    assert.match(saved.headers.get('content-disposition') ?? '', /^attachment; filename="x.json"/)
  })

  test('in an archive repeats blocks only if asked to', async () => {
    const own: Blocks = new Map()
    const part = put(own, RAW, randomBytes(10))
    const twice = putNode(own, { size: 20, sizes: [10, 10] }, [part, part])
    const inline = CID.createV1(RAW, create(0, Buffer.from('inline')))
    const all = putNode(own, { type: 1 }, [twice, twice, inline], ['a', 'b', 'c'])
    await harness.import(await archiveOf([all], cidsOf(own)))
    for (const [query, headers, count, dups] of [
      ['format=car', {}, 3, 'n'],
      ['format=car&car-dups=y', {}, 7, 'y'],
      ['', { accept: 'application/vnd.ipld.car; version=1; dups=y' }, 7, 'y'],
      ['format=car&dag-scope=entity&car-dups=y', {}, 1, 'y'],
    ] as const) {
      const { bytes, type } = await asked(`/ipfs/${all}?${query}`, headers)
      let found = 0
      for await (const _ of (await CarReader.fromBytes(bytes)).blocks()) found++
      assert.deepEqual([found, type], [count, `application/vnd.ipld.car; version=1; order=dfs; dups=${dups}`], query)
    }
    assert.equal((await asked(`/ipfs/${all}`, { accept: 'application/vnd.ipld.car; version=2' })).status, 400)
  })

  test('of a directory is sent as a TAR archive with all names, contents and symlinks', async () => {
    const own: Blocks = new Map()
    const file = put(own, RAW, randomBytes(700))
    const to = putNode(own, { type: 4, data: Buffer.from('a'.repeat(150)) })
    const long = 'ü'.repeat(120)
    const inside = putNode(own, { type: 1 }, [file, to], [long, `${long}.link`])
    const empty = put(own, RAW, Buffer.alloc(0))
    const all = putNode(own, { type: 1 }, [inside, file, empty], ['dir', 'file', 'leer'])
    await harness.import(await archiveOf([all], cidsOf(own)))
    const { status, type, headers, bytes } = await asked(
      `/ipfs/${all}?format=tar&filename=${encodeURIComponent('ü.tar')}`,
    )
    assert.deepEqual([status, type], [200, 'application/x-tar'])
    assert.equal(headers.get('etag'), `W/"${all}.x-tar"`)
    assert.match(
      headers.get('content-disposition') ?? '',
      /^attachment; filename="_.tar"; filename\*=UTF-8''%C3%BC.tar$/,
    )
    const found: [string, string, number, string | undefined][] = []
    const parser = new Parser({
      onReadEntry: (entry) => {
        found.push([entry.path, entry.type, entry.size, entry.linkpath])
        entry.resume()
      },
    })
    parser.end(bytes)
    assert.deepEqual(found, [
      [`${all}/`, 'Directory', 0, undefined],
      [`${all}/dir/`, 'Directory', 0, undefined],
      [`${all}/dir/${long}`, 'File', 700, undefined],
      [`${all}/dir/${long}.link`, 'SymbolicLink', 0, 'a'.repeat(150)],
      [`${all}/file`, 'File', 700, undefined],
      [`${all}/leer`, 'File', 0, undefined],
    ])
    const one = await asked(`/ipfs/${file}`, { accept: 'application/x-tar' })
    assert.deepEqual(one.bytes.subarray(512, 512 + 700), Buffer.from(own.get(cidsKey(file)) ?? []))
    assert.equal((await harness.get(`/ipfs/${all}?format=tar`, { 'if-none-match': `W/"${all}.x-tar"` })).status, 304)
    assert.equal((await asked(`/ipfs/${cbor}?format=tar`)).status, 406)
  })

  test('whose names lead out of their directory, or through a symlink, is not sent as a TAR archive', async () => {
    const own: Blocks = new Map()
    const file = put(own, RAW, Buffer.from('x'))
    const to = putNode(own, { type: 4, data: Buffer.from('/etc') })
    const dir = putNode(own, { type: 1 }, [file], ['passwd'])
    for (const [links, names] of [
      [[file], ['../x']],
      [[file], ['..']],
      [[file], ['']],
      [[file], ['a/../../../x']],
      [[file], ['a\0b']],
      [[file], ['..\\..\\x']],
      [
        [to, dir],
        ['A', 'a'],
      ],
      [
        [to, file],
        ['a', 'a\\b'],
      ],
      [
        [to, dir],
        ['a', 'a'],
      ],
      [
        [to, file],
        ['a', 'a/b'],
      ],
    ] as const) {
      const bad = putNode(own, { type: 1 }, [...links], [...names])
      await store(harness, own)
      const { status, bytes } = await asked(`/ipfs/${bad}?format=tar`)
      assert.deepEqual(
        [status, (JSON.parse(String(bytes)) as { code: string }).code],
        [422, 'MALFORMED_CONTENT'],
        String(names),
      )
    }
    let nested = file
    for (let level = 0; level < 70; level++) nested = putNode(own, { type: 1 }, [nested], ['a'])
    await store(harness, own)
    assert.equal((await asked(`/ipfs/${nested}?format=tar`)).status, 422)
  })

  test('that is not on this node is not fetched for a client that asks for what is cached', async () => {
    const cached = { 'cache-control': 'only-if-cached' }
    const elsewhere = put(new Map(), RAW, randomBytes(20))
    for (const query of ['', '?format=raw', '?format=car'])
      for (const method of ['GET', 'HEAD']) {
        const url = `${harness.url}/ipfs/${elsewhere}${query}`
        assert.equal((await fetch(url, { method, headers: cached })).status, 412)
      }
    assert.equal((await asked(`/ipfs/${root}/plain`, cached)).status, 200)
    assert.equal((await asked(`/ipfs/${root}/`, cached)).status, 200)
  })

  test('is never given to a browser as a service worker', async () => {
    const { body } = await harness.upload('self.onfetch = null')
    const answer = await asked(`/ipfs/${body.cid}`, { 'service-worker': 'script' })
    assert.equal(answer.status, 400)
  })

  test('that is no dag-json or dag-cbor, is nested too deep, or has too many values is refused by paths', async () => {
    const bad: Blocks = new Map()
    const deep = put(bad, DAG_JSON, Buffer.from(`{"a":${'['.repeat(500_000)}${']'.repeat(500_000)}}`))
    const wide = put(bad, DAG_JSON, Buffer.from(`{"a":[${'1,'.repeat(500_000)}1]}`))
    const broken = put(bad, DAG_JSON, Buffer.from('{"a":'))
    const loose = put(bad, DAG_JSON, Buffer.from(`{"a":{ "/" : "${leaf}" }}`))
    const wideCbor = put(bad, DAG_CBOR, dagCbor.encode({ a: Array(100_000).fill(1) }))
    await store(harness, bad)
    for (const cid of [deep, wide, broken, loose, wideCbor]) {
      const { status, bytes } = await asked(`/ipfs/${cid}/a`)
      assert.deepEqual([status, (JSON.parse(String(bytes)) as { code: string }).code], [422, 'MALFORMED_CONTENT'])
    }
  })
})
