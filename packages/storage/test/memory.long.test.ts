import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { testDataDirectory } from '@quorate/platform/testing'
import { type Server, startServer } from './process.ts'

const SIZE = 100 * 1024 * 1024
const GROWTH_MB = 64
/** For an archive: its blocks are not read into the buffers that uploads use again and again. */
const ARCHIVE_GROWTH_MB = 160
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

describe('A file of 100 MB', () => {
  let dataDir: string
  let server: Server
  let cid: string
  const bytes = randomBytes(SIZE)
  before(async () => {
    dataDir = await testDataDirectory()
    server = await startServer({ DATA_DIR: dataDir })
    // Memory that any process uses once it does something at all.
    const { cid: small } = (await (await server.upload(randomBytes(20_000_000))).json()) as { cid: string }
    await (await fetch(`${server.url}/ipfs/${small}`)).arrayBuffer()
  })
  after(async () => {
    await server.kill()
    await rm(dataDir, { recursive: true, force: true })
  })

  /** The most MB that the server grew by during `work`. */
  async function growth(work: () => Promise<unknown>, of = server): Promise<number> {
    const before = of.memoryMb()
    let most = before
    let done = false
    const watching = (async () => {
      while (!done) {
        most = Math.max(most, of.memoryMb())
        await delay(5)
      }
    })()
    await work()
    done = true
    await watching
    return most - before
  }

  test(`is uploaded while the process grows by at most ${GROWTH_MB} MB`, async (t) => {
    const grown = await growth(async () => {
      const answer = await server.upload(bytes)
      assert.equal(answer.status, 201)
      cid = ((await answer.json()) as { cid: string }).cid
    })
    t.diagnostic(`${grown.toFixed(0)} MB`)
    assert.ok(grown <= GROWTH_MB, `${grown} MB`)
  })

  test('is downloaded by a slow reader within the same bound', async (t) => {
    const hash = createHash('sha256')
    const grown = await growth(async () => {
      const { body } = await fetch(`${server.url}/ipfs/${cid}`)
      let received = 0
      for await (const part of body ?? []) {
        hash.update(part)
        received += part.length
        if (received < SIZE / 4) await delay(1)
      }
    })
    t.diagnostic(`${grown.toFixed(0)} MB`)
    assert.equal(hash.digest('hex'), sha256(bytes))
    assert.ok(grown <= GROWTH_MB, `${grown} MB`)
  })

  test(`is exported as an archive, and imported while the process grows by at most ${ARCHIVE_GROWTH_MB} MB`, async (t) => {
    const car = new Uint8Array(await (await fetch(`${server.url}/ipfs/${cid}?format=car`)).arrayBuffer())
    // The archive is a little longer than its file.
    const dataDir = await testDataDirectory()
    const other = await startServer({ DATA_DIR: dataDir, MAX_FILE_SIZE: String(2 * SIZE) })
    await (await other.upload(randomBytes(20_000_000))).json()
    const grown = await growth(async () => assert.equal((await other.import(car)).status, 201), other)
    await other.kill()
    await rm(dataDir, { recursive: true, force: true })
    t.diagnostic(`${grown.toFixed(0)} MB`)
    assert.ok(grown <= ARCHIVE_GROWTH_MB, `${grown} MB`)
  })

  test('A file one byte larger than 100 MB is refused, and nothing of it is stored', async () => {
    const answer = await server.upload(Buffer.concat([bytes, Buffer.from('!')]))
    assert.equal(answer.status, 413)
    const { code } = (await answer.json()) as { code: string }
    assert.equal(code, 'FILE_TOO_LARGE')
    const pins = await fetch(`${server.url}/ipfs/pins`, { headers: { authorization: server.authorization } })
    assert.equal(((await pins.json()) as unknown[]).length, 2)
  })
})
