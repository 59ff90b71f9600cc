import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { after, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { testDataDirectory, testServerDatabase } from '@quorate/platform/testing'
import { type Server, startServer } from './process.ts'

const serverUrl = process.env.TEST_DATABASE_URL

describe('Content uploaded to one process', () => {
  const folders: string[] = []
  const servers: Server[] = []
  after(async () => {
    for (const server of servers) await server.kill()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })
  const start = async (env: Record<string, string> = {}) => {
    const folder = await testDataDirectory()
    const server = await startServer({ DATA_DIR: folder, IPFS_TIMEOUT: '5000', ...env })
    folders.push(folder)
    servers.push(server)
    return server
  }
  const content = randomBytes(3_300_000)
  const upload = async (to: Server): Promise<string> =>
    ((await (await to.upload(content)).json()) as { cid: string }).cid
  const read = (from: Server, cid: string) => fetch(`${from.url}/ipfs/${cid}`)

  /** Reads the content as soon as it is there. */
  async function found(from: Server, cid: string): Promise<Buffer> {
    let answer = await read(from, cid)
    while (answer.status === 404) {
      await answer.arrayBuffer()
      await delay(20)
      answer = await read(from, cid)
    }
    return Buffer.from(await answer.arrayBuffer())
  }

  test('is read through another process that uses it as a gateway, and outlives the first if pinned there', async () => {
    const one = await start()
    const two = await start({ IPFS_GATEWAY_URLS: one.url })
    const cid = await upload(one)
    const headers = { authorization: two.authorization }
    assert.equal((await fetch(`${two.url}/ipfs/pin/${cid}`, { method: 'POST', headers })).status, 202)
    const status = async () =>
      ((await (await fetch(`${two.url}/ipfs/pin/${cid}`, { headers })).json()) as { status: string }).status
    while ((await status()) !== 'pinned') await delay(10)
    await one.kill()
    assert.deepEqual(Buffer.from(await (await read(two, cid)).arrayBuffer()), content)
  })

  test('is read through another process on the same database, by its announced addresses', {
    skip: !serverUrl && 'needs TEST_DATABASE_URL',
  }, async () => {
    const { url, drop } = await testServerDatabase(serverUrl ?? '')
    const one = await start({ DATABASE_URL: url })
    const two = await start({ DATABASE_URL: url })
    const cid = await upload(one)
    assert.deepEqual(await found(two, cid), content)
    await one.kill()
    await two.kill()
    await drop()
  })
  test('is read through another process that started later, and after the first has restarted', {
    skip: !serverUrl && 'needs TEST_DATABASE_URL',
    timeout: 60_000,
  }, async () => {
    const { url, drop } = await testServerDatabase(serverUrl ?? '')
    const folder = await testDataDirectory()
    let one = await start({ DATABASE_URL: url, DATA_DIR: folder })
    const cid = await upload(one)
    const two = await start({ DATABASE_URL: url })
    assert.deepEqual(await found(two, cid), content)
    const { cid: other } = (await (await one.upload(randomBytes(1_500_000))).json()) as { cid: string }
    await one.kill()
    one = await start({ DATABASE_URL: url, DATA_DIR: folder })
    assert.equal((await found(two, other)).length, 1_500_000)
    await one.kill()
    await two.kill()
    await drop()
    await rm(folder, { recursive: true, force: true })
  })
})
