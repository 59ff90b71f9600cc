import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, mock, test } from 'node:test'
import { type Harness, openHarness, settled } from './harness.ts'

const MB = 1024 * 1024

/** The state of the files on the drive, by inode number. */
const drive = { files: new Set<number>(), names: new Map<number, Set<string>>() }

/** Notes the files and names that are forced to the drive. */
async function watchDrive(): Promise<void> {
  const handle = await open(import.meta.filename)
  const { datasync, sync } = Object.getPrototypeOf(handle)
  mock.method(Object.getPrototypeOf(handle), 'datasync', async function (this: typeof handle) {
    await datasync.call(this)
    drive.files.add((await this.stat()).ino)
  })
  mock.method(Object.getPrototypeOf(handle), 'sync', async function (this: typeof handle) {
    await sync.call(this)
    const { ino } = await this.stat()
    drive.names.set(ino, new Set(await readdir(`/proc/self/fd/${this.fd}`)))
  })
  await handle.close()
}

/** Removes everything that a loss of power would remove from the drive: names, or the contents of files. */
async function losePower(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  const known = drive.names.get((await stat(folder)).ino)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (!known?.has(entry.name)) await rm(path, { recursive: true })
    else if (entry.isDirectory()) await losePower(path)
    else if (!drive.files.has((await stat(path)).ino)) await truncate(path)
  }
}

describe('After the power has failed', { skip: process.platform === 'linux' ? false : 'needs /proc' }, () => {
  before(watchDrive)

  /** The harness after the power failed and came back. */
  async function afterwards(harness: Harness): Promise<Harness> {
    const before = await harness.stop()
    for (const folder of ['blocks', 'packs']) await losePower(join(before.dataDir, 'ipfs', folder))
    return openHarness({}, before)
  }
  const bytesAt = async (harness: Harness, cid: string): Promise<Buffer> => {
    const answer = await harness.get(`/ipfs/${cid}`)
    assert.equal(answer.status, 200)
    return Buffer.from(await answer.arrayBuffer())
  }

  test('uploads that were answered are there', async () => {
    const harness = await openHarness()
    const bytes = randomBytes(5 * MB)
    const { body: whole } = await harness.upload(bytes)
    const { body: small } = await harness.upload('small')
    await using later = await afterwards(harness)
    assert.deepEqual(await bytesAt(later, whole.cid), bytes)
    assert.equal(String(await bytesAt(later, small.cid)), 'small')
  })

  test('files of a folder that were answered are there', async () => {
    const harness = await openHarness()
    const headers = { authorization: `Bearer ${await harness.token()}` }
    const { id } = (await harness.ask('/ipfs/folders', { method: 'POST', by: '0.0.1001', body: {} })).body
    const files = new Map(Array.from({ length: 200 }, (_, index) => [`${index}`, randomBytes(1000 + index)]))
    const body = new FormData()
    for (const [path, bytes] of files) body.append('file', new Blob([bytes]), path)
    assert.equal(
      (await fetch(`${harness.url}/ipfs/folders/${id}/files`, { method: 'POST', headers, body })).status,
      200,
    )
    await using later = await afterwards(harness)
    const { cid } = (await later.ask(`/ipfs/folders/${id}/finish`, { method: 'POST', by: '0.0.1001' })).body
    for (const [path, bytes] of files) assert.deepEqual(await bytesAt(later, `${cid}/${path}`), bytes)
  })

  test('content that was fetched from elsewhere and is pinned is there', async () => {
    await using origin = await openHarness()
    const bytes = randomBytes(3 * MB)
    const { body: there } = await origin.upload(bytes)
    const harness = await openHarness({ IPFS_GATEWAY_URLS: origin.url })
    await harness.ask(`/ipfs/pin/${there.cid}`, { method: 'POST', by: '0.0.1001' })
    assert.equal((await settled(harness, there.cid)).status, 'pinned')
    await using later = await afterwards(harness)
    assert.deepEqual(await bytesAt(later, there.cid), bytes)
  })
})
