import assert from 'node:assert/strict'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { testDataDirectory } from '@quorate/platform/testing'
import { type Server, startServer } from './process.ts'

const kills = 10
const folders = 8

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

interface Folder {
  id: string
  /** By path: the hash of each file that was acknowledged. */
  files: Map<string, string>
  cid?: string
}

describe('Uploads of folders, killed under way', () => {
  let env: Record<string, string>
  let server: Server
  const open = new Set<Folder>()
  const finished: Folder[] = []
  before(async () => {
    env = { DATA_DIR: await testDataDirectory(), IPFS_GC_DELAY: '500' }
    server = await startServer(env)
  })
  after(async () => {
    await server.kill()
    await rm(env.DATA_DIR ?? '', { recursive: true, force: true })
  })

  async function ask(at: Server, path: string, init: RequestInit = {}) {
    const headers = { authorization: at.authorization, ...init.headers }
    const answer = await fetch(at.url + path, { ...init, headers })
    const body = await answer.json()
    assert.ok(answer.ok, `${path}: ${JSON.stringify(body)}`)
    return body as never as { id: string; cid: string; files: { path: string }[]; status: string }
  }
  const post = (at: Server, path: string) => ask(at, path, { method: 'POST' })

  /** Sends new files, and others in place of most that are there, so that packs lose most of their blocks. */
  async function send(at: Server, folder: Folder): Promise<void> {
    const form = new FormData()
    const sent = new Map<string, string>()
    const add = (path: string) => {
      const bytes = randomBytes(randomInt(10) === 0 ? randomInt(2_000_000) : randomInt(20_000))
      form.append('file', new Blob([bytes]), path)
      sent.set(path, sha256(bytes))
    }
    if (randomInt(3) === 0)
      for (const path of [...folder.files.keys()].slice(randomInt(10))) {
        // Unless this is acknowledged, either content may be there.
        folder.files.delete(path)
        add(path)
      }
    for (let count = randomInt(1, 40); count > 0; count--)
      add(`${randomInt(5)}/${randomInt(1000)}/${randomBytes(4).toString('hex')}`)
    const { files } = await ask(at, `/ipfs/folders/${folder.id}/files`, { method: 'POST', body: form })
    assert.equal(files.length, sent.size)
    for (const [path, hash] of sent) folder.files.set(path, hash)
  }
  async function live(at: Server, folder?: Folder): Promise<void> {
    for (let own = folder; ; own = undefined) {
      own ??= { id: (await post(at, '/ipfs/folders')).id, files: new Map() }
      open.add(own)
      while (own.files.size < 100) await send(at, own)
      const { cid } = await post(at, `/ipfs/folders/${own.id}/finish`)
      finished.push({ ...own, cid })
      open.delete(own)
    }
  }
  async function readBack({ cid, files }: Folder): Promise<void> {
    const all = [...files]
    for (let at = 0; at < all.length; at += 20)
      await Promise.all(
        all.slice(at, at + 20).map(async ([path, hash]) => {
          const answer = await fetch(`${server.url}/ipfs/${cid}/${path}`)
          assert.equal(answer.status, 200, `${path} is lost`)
          assert.equal(sha256(Buffer.from(await answer.arrayBuffer())), hash, `${path} is not what it was`)
        }),
      )
  }

  test(`continue with every acknowledged file, and are complete in the end (kills: ${kills})`, async () => {
    for (let round = 0; round < kills; round++) {
      const before = [...open]
      const lives = Promise.allSettled(Array.from({ length: folders }, (_, at) => live(server, before[at])))
      await delay(randomInt(50, 1500))
      await server.kill()
      for (const end of await lives)
        assert.ok(end.status === 'rejected' && !(end.reason instanceof assert.AssertionError), String(end))
      server = await startServer(env)
      for (const folder of [...open]) {
        const { status } = await ask(server, `/ipfs/folders/${folder.id}`)
        const { cid } = await post(server, `/ipfs/folders/${folder.id}/finish`)
        finished.push({ ...folder, cid })
        open.delete(folder)
        assert.ok(status === 'open' || status === 'finished')
      }
    }
    for (const folder of finished) await readBack(folder)
  })

  test('leave no file of unfinished requests', async () => {
    assert.deepEqual(await readdir(join(env.DATA_DIR ?? '', 'ipfs', 'staging')), [])
  })
})
