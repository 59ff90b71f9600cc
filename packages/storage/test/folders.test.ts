import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { readSettings } from '@quorate/platform'
import { startTestService, testClock, testDatabase, testTokens } from '@quorate/platform/testing'
import { importer } from 'ipfs-unixfs-importer'
import { sql } from 'kysely'
import { CID } from 'multiformats/cid'
import { settings } from '../src/index.ts'
import { limits } from '../src/limits.ts'
import { createService } from '../src/service.ts'
import { fileBelow, filesAt, putFiles } from '../src/store/folders.ts'
import { openTables } from '../src/store/open-tables.ts'
import { usageOf } from '../src/store/usage.ts'
import { type Answer, type Harness, openHarness } from './harness.ts'

const ADA = '0.0.1001'
const BEN = '0.0.1002'
const CHAIN = 'hedera:devnet'
type Files = Record<string, Uint8Array | string>

async function open(harness: Harness, by = ADA, body: unknown = {}): Promise<string> {
  const answer = await harness.ask('/ipfs/folders', { method: 'POST', by, body })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.id
}

async function send(harness: Harness, id: string, files: Files | [string, Uint8Array | string][], by = ADA) {
  const form = new FormData()
  for (const [path, content] of Array.isArray(files) ? files : Object.entries(files))
    form.append('file', new Blob([content as Buffer<ArrayBuffer>]), path)
  const headers = { authorization: `Bearer ${await harness.token(by)}` }
  const response = await fetch(`${harness.url}/ipfs/folders/${id}/files`, { method: 'POST', headers, body: form })
  return { status: response.status, body: await response.json() } as Pick<Answer, 'status' | 'body'>
}

const finish = (harness: Harness, id: string, by = ADA) =>
  harness.ask(`/ipfs/folders/${id}/finish`, { method: 'POST', by })

const remove = async (harness: Harness, id: string, by = ADA): Promise<number> =>
  (await harness.ask(`/ipfs/folders/${id}`, { method: 'DELETE', by })).status

/** The identifier that the public importer gives a folder of these files. */
async function cidOf(files: Files): Promise<string> {
  const blocks = { put: async (cid: unknown) => cid }
  const entries = Object.entries(files).map(([path, content]) => ({ path, content: Buffer.from(content as string) }))
  let root = ''
  for await (const { cid } of importer(entries, blocks as never, {
    profile: 'unixfs-v1-2025',
    wrapWithDirectory: true,
  }))
    root = cid.toString()
  return root
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const usage = async (harness: Harness, owner = ADA) =>
  usageOf((await openTables(harness.server)).read, { chain: CHAIN, owner })

describe('A folder', () => {
  test('of files sent in several requests is the one that the public importer makes, and is read by its paths', async () => {
    await using harness = await openHarness()
    const big = randomBytes(3_500_000)
    const files = {
      'minutes/2026/may.md': '# May',
      'minutes/2026/june.md': '# June',
      'a b+c%.txt': 'x',
      'big.bin': big,
      empty: '',
    }
    const id = await open(harness, ADA, { name: 'Minutes' })
    const first = await send(harness, id, { 'minutes/2026/may.md': '# May', 'a%20b%2Bc%25.txt': 'x', 'big.bin': big })
    assert.deepEqual([first.status, first.body.files.length], [200, 3])
    const second = await send(harness, id, { 'minutes/2026/june.md': '# June', empty: '' })
    assert.deepEqual(second.body.files.map(({ path, size }: { path: string; size: number }) => [path, size]).sort(), [
      ['empty', 0],
      ['minutes/2026/june.md', 6],
    ])
    const done = await finish(harness, id)
    const size = 5 + 6 + 1 + big.length
    assert.deepEqual([done.status, done.body], [200, { cid: await cidOf(files), size, files: 5 }])
    assert.deepEqual((await finish(harness, id)).body, done.body)
    const read = await harness.get(`/ipfs/${done.body.cid}/minutes/2026/may.md`)
    assert.equal(await read.text(), '# May')
    const whole = await harness.get(`/ipfs/${done.body.cid}/big.bin`)
    assert.deepEqual(Buffer.from(await whole.arrayBuffer()), big)
    const pin = await harness.ask(`/ipfs/pin/${done.body.cid}`, { by: ADA })
    assert.deepEqual([pin.body.status, pin.body.metadata], ['pinned', { filename: 'Minutes' }])
    assert.equal((await harness.ask(`/ipfs/folders/${id}`, { by: ADA })).body.status, 'finished')
    assert.deepEqual((await send(harness, id, { late: 'x' })).body.code, 'FOLDER_FINISHED')
  })

  test('of one wallet cannot be seen or changed by another', async () => {
    await using harness = await openHarness()
    const id = await open(harness)
    await send(harness, id, { a: 'x' })
    assert.deepEqual((await harness.ask('/ipfs/folders', { by: BEN })).body, [])
    for (const path of ['', '/files']) {
      assert.equal((await harness.ask(`/ipfs/folders/${id}${path}`)).status, 401)
      assert.equal((await harness.ask(`/ipfs/folders/${id}${path}`, { by: BEN })).body.code, 'FOLDER_NOT_FOUND')
    }
    assert.equal((await send(harness, id, { b: 'y' }, BEN)).body.code, 'FOLDER_NOT_FOUND')
    assert.equal((await finish(harness, id, BEN)).body.code, 'FOLDER_NOT_FOUND')
    assert.equal(await remove(harness, id, BEN), 404)
    assert.equal((await harness.ask(`/ipfs/folders/${id}`, { by: ADA })).body.files, 1)
  })

  test('lists in pages what has arrived, so that a client can continue after an interruption', async () => {
    await using harness = await openHarness()
    const id = await open(harness)
    const files = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`a b/${index}`, `${index}`]))
    await send(harness, id, files)
    const listed: string[] = []
    for (let path = `/ipfs/folders/${id}/files?limit=10`; path; ) {
      const { headers, body } = await harness.ask(path, { by: ADA })
      listed.push(...body.map((file: { path: string }) => file.path))
      path = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? ''
    }
    assert.deepEqual(listed, Object.keys(files).sort())
    const [folder] = (await harness.ask('/ipfs/folders', { by: ADA })).body
    assert.deepEqual([folder.id, folder.status, folder.files], [id, 'open', 25])
  })

  test('keeps the files of earlier batches when a connection breaks', async () => {
    await using harness = await openHarness()
    const id = await open(harness)
    const stop = new AbortController()
    async function* body() {
      for (let index = 0; index < 4200; index++)
        yield Buffer.from(
          `--b\r\ncontent-disposition: form-data; name="file"; filename="f/${index}"\r\n\r\n${index}\r\n`,
        )
      // Wait until the first batch is there, then break off.
      for (;;) {
        const { body } = await harness.ask(`/ipfs/folders/${id}`, { by: ADA })
        if (body.files > 0) break
      }
      stop.abort()
    }
    const headers = {
      authorization: `Bearer ${await harness.token()}`,
      'content-type': 'multipart/form-data; boundary=b',
    }
    const init = { method: 'POST', headers, body: body() as never, duplex: 'half', signal: stop.signal } as RequestInit
    await assert.rejects(fetch(`${harness.url}/ipfs/folders/${id}/files`, init))
    const { files } = (await harness.ask(`/ipfs/folders/${id}`, { by: ADA })).body
    assert.equal(files, 4096)
    const first = await harness.ask(`/ipfs/folders/${id}/files?limit=1`, { by: ADA })
    assert.deepEqual(first.body[0].path, 'f/0')
  })

  test('replaces a file that is sent again, and counts it once', async () => {
    await using harness = await openHarness()
    const id = await open(harness)
    await send(harness, id, { a: randomBytes(10_000), b: 'b' })
    await send(harness, id, [
      ['a', 'first'],
      ['a', 'second'],
    ])
    const folder = (await harness.ask(`/ipfs/folders/${id}`, { by: ADA })).body
    assert.deepEqual([folder.files, folder.size], [2, 7])
    assert.deepEqual(await usage(harness), { bytes: 8192, released: 14_096 })
    await harness.collected()
    assert.deepEqual(await usage(harness), { bytes: 8192, released: 0 })
    assert.equal((await harness.onDisk()).blocks, 2)
    const { body } = await finish(harness, id)
    assert.equal(body.cid, await cidOf({ a: 'second', b: 'b' }))
    assert.deepEqual(await usage(harness), { bytes: 3 * 4096, released: 0 })
  })

  test('is kept whole through collections while it is open, and leaves nothing when it is deleted or expires', async () => {
    await using harness = await openHarness()
    const [kept, expiring] = [await open(harness), await open(harness)]
    await send(harness, kept, { 'a/1': '1', 'a/2': randomBytes(2_000_000) })
    await send(harness, expiring, { 'b/1': 'one', 'b/2': randomBytes(2_000_000) })
    await harness.content.collect()
    assert.equal((await harness.onDisk()).blocks, 8)
    assert.equal(await remove(harness, kept), 200)
    assert.equal(await remove(harness, kept), 404)
    await harness.collected()
    assert.equal((await harness.onDisk()).blocks, 4)
    await harness.clock.advance(limits.folderAge.value)
    await harness.jobs.idle()
    assert.equal((await harness.ask(`/ipfs/folders/${expiring}`, { by: ADA })).body.code, 'FOLDER_NOT_FOUND')
    await harness.collected()
    assert.deepEqual(await harness.onDisk(), { blocks: 0, staged: 0 })
    assert.deepEqual(await usage(harness), { bytes: 0, released: 0 })
  })

  test('keeps its files if it is finished while a collection runs, which does not know the new directory', async () => {
    const [clock, server] = [testClock(), await testDatabase()]
    const dataDir = await mkdtemp(join(tmpdir(), 'quorate-folders-'))
    let content!: Awaited<ReturnType<typeof createService>>
    const served = await startTestService({
      ...{ name: 'storage', server, clock, tokens: (await testTokens(clock)).verifier },
      async add({ http, jobs, logger }) {
        const own = readSettings(settings, { env: { DATA_DIR: dataDir, CONTENT_REPLICAS: '1' }, service: 'node' })
        content = await createService({ http, server, jobs, settings: own, chain: CHAIN, clock, logger })
        return undefined
      },
    })
    const { folders, node } = content
    const owner = { chain: CHAIN, owner: ADA }
    const { id } = await folders.open(owner, null)
    const files = { 'a/small': 'small', large: randomBytes(2_000_000) }
    const arriving = Object.entries(files).map(([path, bytes]) => ({ path, content: once(Buffer.from(bytes)) }))
    await folders.add(owner, id, Readable.from(arriving))
    // The blocks have been listed, and the files of open folders are read next.
    async function* roots(): AsyncGenerator<CID> {
      const { cid } = await folders.finish(owner, id)
      yield CID.parse(cid ?? '')
    }
    async function* none(): AsyncGenerator<never> {}
    const nothing = { released: none, onRemove() {}, onIncomplete: async () => {}, settle: async () => {} }
    assert.equal(await node.collect({ ...nothing, roots }), 0)
    await served.stop()
    await content.members.close()
    await node.close()
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('expires a day after its last file', async () => {
    await using harness = await openHarness()
    const id = await open(harness)
    await harness.clock.advance(limits.folderAge.value - 1000)
    await send(harness, id, { a: 'a' })
    await harness.clock.advance(2000)
    await harness.jobs.idle()
    assert.equal((await harness.ask(`/ipfs/folders/${id}`, { by: ADA })).body.files, 1)
  })

  test('without files is the empty directory', async () => {
    await using harness = await openHarness()
    const { body } = await finish(harness, await open(harness))
    assert.deepEqual(body, { cid: 'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354', size: 0, files: 0 })
  })
})

describe('Paths of a folder', () => {
  test('that lead elsewhere or are none are refused by name, and nothing of the request is stored', async () => {
    await using harness = await openHarness()
    const id = await open(harness)
    const wrong = [
      '/a',
      '../a',
      'a/../b',
      'a/./b',
      'a//b',
      'a/',
      'a\\b',
      'a%00',
      '..%2Fa',
      `${'n'.repeat(256)}`,
      `${'a/'.repeat(64)}a`,
      `${'ab/'.repeat(400)}a`,
    ]
    for (const path of wrong) {
      const { status, body } = await send(harness, id, { 'fine.txt': 'x', [path]: 'y' })
      assert.deepEqual([status, body.code], [400, 'INVALID_FOLDER_PATH'], path)
    }
    assert.equal((await harness.ask(`/ipfs/folders/${id}`, { by: ADA })).body.files, 0)
  })

  test('are looked up one by one among thousands of files', async () => {
    await using harness = await openHarness()
    const tables = await openTables(harness.server)
    const folder = await open(harness)
    const paths = Array.from({ length: 2000 }, (_, index) => `${index % 10}/${index}`)
    const file = { cid: await cidOf({}), size: 1n, total: 1n, bytes: 4096n, blocks: 1n }
    await tables.change(async (trx) => {
      await putFiles(
        trx,
        folder,
        paths.map((path) => ({ path, ...file })),
        { node: null, is_held: false },
      )
      const read = async (): Promise<number> => {
        const { rows } = await sql<{ rows: number }>`
          select sum(pg_stat_get_xact_tuples_returned(oid))::int as rows from pg_class
          where relname in ('folder_file', 'folder_file_pkey')`.execute(trx)
        return rows[0]?.rows ?? 0
      }
      const before = await read()
      assert.equal(await fileBelow(trx, folder, paths), undefined)
      assert.equal((await filesAt(trx, folder, paths)).length, 2000)
      const rows = (await read()) - before
      assert.ok(rows > 0 && rows < 3 * paths.length, `${rows} rows were read`)
    })
  })

  test('cannot name both a file and a folder, in one request or in two', async () => {
    await using harness = await openHarness()
    const id = await open(harness)
    for (const files of [
      { a: 'x', 'a/b': 'y' },
      { 'a/b/c': 'x', 'a/b': 'y' },
    ]) {
      const { status, body } = await send(harness, id, files as never)
      assert.deepEqual([status, body.code], [409, 'FOLDER_PATH_CONFLICT'])
    }
    await send(harness, id, { 'a-b': '1', 'a/b/c': '2' })
    const file = await send(harness, id, { 'a/b': 'y' })
    assert.match(file.body.message, /"a\/b" is a file/)
    const below = await send(harness, id, { 'a-b/x/y': 'y' })
    assert.match(below.body.message, /"a-b" is a file/)
    assert.equal((await harness.ask(`/ipfs/folders/${id}`, { by: ADA })).body.files, 2)
    await harness.collected()
    assert.deepEqual(await usage(harness), { bytes: 8192, released: 0 })
    assert.equal((await harness.onDisk()).blocks, 2)
  })
})

describe('Limits of folders', () => {
  test('refuse files beyond the quota, which includes open folders and replaced files', async () => {
    await using harness = await openHarness({ STORAGE_QUOTA_BYTES: '50000' })
    const id = await open(harness)
    assert.equal((await send(harness, id, { a: randomBytes(30_000) })).status, 200)
    assert.equal((await send(harness, id, { b: randomBytes(30_000) })).body.code, 'QUOTA_EXCEEDED')
    assert.equal((await harness.upload(randomBytes(30_000))).body.code, 'QUOTA_EXCEEDED')
    assert.equal((await send(harness, await open(harness), { b: randomBytes(30_000) })).body.code, 'QUOTA_EXCEEDED')
    // The old file is collected immediately, since its owner needs the room.
    for (let round = 0; round < 4; round++) {
      const again = await send(harness, id, { a: randomBytes(18_000) })
      assert.equal(again.status, 200, JSON.stringify(again.body))
    }
    assert.equal((await finish(harness, id)).status, 200)
    await harness.collected()
    assert.deepEqual(await usage(harness), { bytes: 18_000 + 4096, released: 0 })
  })

  test('bound open folders, and neither finished ones nor those of others count', async () => {
    await using harness = await openHarness()
    const most = limits.maxOpenFolders.value
    const ids = await Promise.all(Array.from({ length: most }, () => open(harness)))
    const refused = await harness.ask('/ipfs/folders', { method: 'POST', by: ADA, body: {} })
    assert.deepEqual([refused.status, refused.body.code], [429, 'TOO_MANY_FOLDERS'])
    await open(harness, BEN)
    await finish(harness, ids[0] ?? '')
    await open(harness)
  })

  test('bound the files of a folder and of a request', async () => {
    await using harness = await openHarness()
    const id = await open(harness)
    const tables = await openTables(harness.server)
    const files = limits.maxFilesInFolder.value
    await tables.change((trx) => trx.updateTable('storage.folder').set({ files }).execute())
    assert.equal((await send(harness, id, { a: 'x' })).body.code, 'FOLDER_TOO_LARGE')
    const many = Array.from({ length: limits.maxFilesInForm.value + 1 }, (_, index): [string, string] => [
      `${index}`,
      '',
    ])
    assert.equal((await send(harness, await open(harness), many)).body.code, 'TOO_MANY_FILES')
  })

  test('refuse a file that is too large, a form without files, and fields of other names', async () => {
    await using harness = await openHarness({ MAX_FILE_SIZE: '100000' })
    const id = await open(harness)
    const large = await send(harness, id, { 'a/large': randomBytes(100_001) })
    assert.deepEqual([large.status, large.body.code], [413, 'FILE_TOO_LARGE'])
    assert.match(large.body.message, /a\/large/)
    // A request may be larger than a file.
    assert.equal((await send(harness, id, { a: randomBytes(100_000), b: randomBytes(100_000) })).status, 200)
    assert.equal((await send(harness, id, {})).body.code, 'FILE_MISSING')
  })
})
