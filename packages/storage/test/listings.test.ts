/** Directories as clients read them: listings as JSON and HTML, index.html, redirects, paths. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { type Blocks, DAG_PB, put, putNode, RAW } from './block-gateway.ts'
import { type Harness, openHarness } from './harness.ts'
import { directoryOf, type Files, store } from './made-directories.ts'

interface Listing {
  cid: string
  entries: { name: string; cid: string; size: number | null; type: string }[]
  next?: string
}

describe('A directory', () => {
  let harness: Harness
  before(async () => {
    harness = await openHarness()
  })
  after(() => harness[Symbol.asyncDispose]())

  const made = (files: Files, options: { isSharded?: boolean } = {}) => directoryOf(harness, files, options)
  const json = { accept: 'application/json' }
  async function list(path: string): Promise<Listing> {
    const answer = await harness.get(path, json)
    assert.equal(answer.status, 200, path)
    assert.equal(answer.headers.get('content-type'), 'application/json')
    return (await answer.json()) as Listing
  }
  /** All entries, page by page. */
  async function all(path: string, limit: number): Promise<Listing['entries']> {
    const found: Listing['entries'] = []
    for (let cursor = ''; ; ) {
      const { entries, next } = await list(`${path}?limit=${limit}${cursor}`)
      assert.ok(entries.length <= limit)
      found.push(...entries)
      if (next === undefined) return found
      cursor = `&cursor=${next}`
    }
  }

  test('is listed as JSON with name, identifier, size and type of each entry', async () => {
    const root = await made({ 'a.txt': 'hello', 'big.bin': randomBytes(3000), 'sub/b.txt': 'b', 'ü&<b>.txt': 'x' })
    const { cid, entries, next } = await list(`/ipfs/${root}`)
    assert.equal(cid, root)
    assert.equal(next, undefined)
    assert.deepEqual(
      entries.map(({ name, size, type }) => [name, size, type]),
      [
        ['a.txt', 5, 'file'],
        ['big.bin', 3000, 'file'],
        ['sub', null, 'directory'],
        ['ü&<b>.txt', 1, 'file'],
      ],
    )
    for (const { name, cid: of } of entries.filter(({ type }) => type === 'file'))
      assert.equal(
        await (await harness.get(`/ipfs/${of}`)).text(),
        await (await harness.get(`/ipfs/${root}/${encodeURIComponent(name)}`)).text(),
      )
    assert.deepEqual(await list(`/ipfs/file/${root}/`), { cid: root, entries })
    assert.equal((await list(`/ipfs/${root}/sub?format=json`)).entries.length, 1)
  })

  for (const isSharded of [false, true])
    test(`with many names is listed in pages of any size${isSharded ? ', if it is sharded over many blocks' : ''}`, async () => {
      const names = Array.from({ length: 700 }, (_, index) => `file ${index}.txt`)
      const root = await made(Object.fromEntries(names.map((name) => [name, name])), { isSharded })
      const whole = await all(`/ipfs/${root}`, 1000)
      assert.deepEqual(whole.map(({ name }) => name).sort(), [...names].sort())
      for (const limit of [7, 100, 699, 700]) assert.deepEqual(await all(`/ipfs/${root}`, limit), whole)
      const first = await harness.get(`/ipfs/${root}?limit=5`, json)
      const [, address = ''] = /^<(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? []
      assert.deepEqual((await list(address)).entries, whole.slice(5, 10))
      assert.equal((await list(`/ipfs/${root}`)).entries.length, 100)
    })

  test('is shown to browsers as a page that runs nothing, with all names escaped', async () => {
    const name = '<script>alert(1)<'
    const root = await made({ [`sub/${name}`]: 'x', "sub/it's javascript:1": 'y', 'sub/%41.txt': 'percent' })
    const answer = await harness.get(`/ipfs/${root}/sub/`, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(answer.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/)
    assert.equal(answer.headers.get('content-disposition'), null)
    const text = await answer.text()
    assert.match(text, /Index of \/ipfs\//)
    assert.ok(!text.includes('<script'), text)
    assert.ok(text.includes('&lt;script&gt;alert(1)&lt;'))
    assert.ok(text.includes(`href="../"`))
    for (const [, href = ''] of text.matchAll(/<td><a href="(\.\/[^"]*)">/g)) {
      const address = new URL(href.replaceAll('&#39;', "'"), `${harness.url}/ipfs/${root}/sub/`)
      assert.equal((await fetch(address)).status, 200, href)
    }
    const top = await (await harness.get(`/ipfs/${root}/`)).text()
    assert.ok(!top.includes('"../"'), 'the root has nothing above it')
    const paged = await (await harness.get(`/ipfs/${root}/sub/?limit=1`)).text()
    const [, next = ''] = /<a href="([^"]*)" rel="next">/.exec(paged) ?? []
    assert.match(next, /^\?limit=1&amp;cursor=/)
  })

  test('is answered with its index.html, but listed for programs', async () => {
    const root = await made({ 'site/index.html': '<script>alert(1)</script>', 'site/a.txt': 'a' })
    const answer = await harness.get(`/ipfs/${root}/site/`)
    assert.equal(await answer.text(), '<script>alert(1)</script>')
    assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8')
    const [directory, file] = (answer.headers.get('x-ipfs-roots') ?? '').split(',').slice(-1).concat('')
    assert.equal(answer.headers.get('etag'), `"${directory}"`)
    assert.equal(file, '')
    assert.equal((await list(`/ipfs/${root}/site/`)).entries.length, 2)
    const { entries } = await list(`/ipfs/${await made({ 'index.html/a.txt': 'not a file' })}`)
    assert.deepEqual(
      entries.map(({ type }) => type),
      ['directory'],
    )
  })

  test('is redirected to its address with a slash at the end, which keeps the query', async () => {
    const root = await made({ 'ä/b.txt': 'x' })
    for (const [path, to] of [
      [`/ipfs/${root}`, `/ipfs/${root}/`],
      [`/ipfs/${root}/%C3%A4`, `/ipfs/${root}/%C3%A4/`],
      [`/ipfs/${root}/%C3%A4?limit=1&x=/y`, `/ipfs/${root}/%C3%A4/?limit=1&x=/y`],
    ] as const) {
      const answer = await fetch(harness.url + path, { redirect: 'manual' })
      assert.equal(answer.status, 301)
      assert.equal(answer.headers.get('location'), to)
    }
    assert.equal((await fetch(`${harness.url}/ipfs/${root}/%C3%A4/b.txt`, { redirect: 'manual' })).status, 200)
  })

  test('has an ETag for each page and form, and is not sent again to a client that has it', async () => {
    const root = await made({ a: 'a', b: 'b', c: 'c' })
    const tags = new Set<string>()
    for (const [query, headers] of [
      ['', json],
      ['', {}],
      ['?limit=2', json],
      ['?limit=2', {}],
      ['?limit=2&cursor=1', json],
    ] as const) {
      const answer = await harness.get(`/ipfs/${root}/${query}`, headers)
      const tag = answer.headers.get('etag') ?? ''
      assert.match(tag, new RegExp(`^"DirIndex-[\\w-]+_CID-${root}"$`))
      tags.add(tag)
      for (const known of [tag, `W/${tag}`]) {
        const again = await harness.get(`/ipfs/${root}/${query}`, { ...headers, 'if-none-match': known })
        assert.equal(again.status, 304)
      }
    }
    assert.equal(tags.size, 5)
    const head = await fetch(`${harness.url}/ipfs/${root}/`, { method: 'HEAD' })
    const body = await (await harness.get(`/ipfs/${root}/`)).arrayBuffer()
    assert.equal(Number(head.headers.get('content-length')), body.byteLength)
  })

  test('says of an entry whose blocks are elsewhere that its type is unknown', async () => {
    const blocks: Blocks = new Map()
    const elsewhere = putNode(new Map(), { type: 2, data: Buffer.from('x'), size: 1 })
    const leaf = put(new Map(), RAW, Buffer.from('leaf'))
    const damaged = put(blocks, DAG_PB, Buffer.from('not dag-pb'))
    const root = putNode(blocks, { type: 1 }, [elsewhere, leaf, damaged], ['a', 'b', 'c'])
    await store(harness, blocks)
    const { entries } = await list(`/ipfs/${root}`)
    assert.deepEqual(
      entries.map(({ type }) => type),
      ['unknown', 'file', 'unknown'],
    )
  })

  test('with a million names is listed as fast as a small one, from any place', async () => {
    // Each block of the directory is linked 256 times, so that three blocks have a million names.
    const blocks: Blocks = new Map()
    const file = put(blocks, RAW, Buffer.from('x'))
    const prefixes = Array.from({ length: 256 }, (_, index) => index.toString(16).toUpperCase().padStart(2, '0'))
    const few = prefixes.slice(0, 16)
    let shard = putNode(
      blocks,
      { type: 5, fanout: 256 },
      few.map(() => file),
      few.map((one) => `${one}name`),
    )
    for (let level = 0; level < 2; level++)
      shard = putNode(
        blocks,
        { type: 5, fanout: 256 },
        prefixes.map(() => shard),
        prefixes,
      )
    await store(harness, blocks)
    const near = await list(`/ipfs/${shard}?limit=1000`)
    assert.deepEqual([near.entries.length, near.next], [1000, '0.62.7'])
    const far = await list(`/ipfs/${shard}?limit=1000&cursor=255.250.3`)
    assert.deepEqual([far.entries.length, far.next], [12 + 5 * 16, undefined])
  })

  test('that is made to be expensive is refused, or listed in smaller pages', async () => {
    const blocks: Blocks = new Map()
    const file = put(blocks, RAW, Buffer.from('x'))
    const empty = putNode(blocks, { type: 5, fanout: 256 })
    const plain = putNode(blocks, { type: 1 }, [file], ['a'])
    let chain = putNode(blocks, { type: 5, fanout: 256 }, [file], ['00a'])
    for (let level = 0; level < 9; level++) chain = putNode(blocks, { type: 5, fanout: 256 }, [chain], ['00'])
    const roots = [empty, plain, file].map((one) => putNode(blocks, { type: 5, fanout: 256 }, [one], ['00']))
    const long = putNode(
      blocks,
      { type: 1 },
      Array.from({ length: 12 }, () => file),
      Array.from({ length: 12 }, (_, index) => String.fromCharCode(97 + index).repeat(80_000)),
    )
    await store(harness, blocks)
    for (const root of [...roots, chain]) {
      const answer = await harness.get(`/ipfs/${root}`, json)
      assert.equal(answer.status, 422)
    }
    assert.equal((await all(`/ipfs/${long}`, 1000)).length, 12)
    assert.equal((await harness.get(`/ipfs/${long}/`)).status, 200)
  })

  test('is not listed from a cursor that no page has given', async () => {
    const root = await made({ a: 'a', b: 'b' })
    for (const cursor of ['2', '0.1', '99999']) {
      const answer = await harness.get(`/ipfs/${root}?cursor=${cursor}`, json)
      assert.equal(answer.status, 400, cursor)
      assert.equal(((await answer.json()) as { code: string }).code, 'INVALID_CURSOR')
    }
    for (const cursor of ['-1', 'x', '1..2'])
      assert.equal((await harness.get(`/ipfs/${root}?cursor=${cursor}`)).status, 400)
  })
})
