/** Content storage over real HTTP, with a separate database, jobs and clock. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFirstAnswers, readSettings } from '@quorate/platform'
import { startTestService, type TestClock, testClock, testDatabase, testTokens } from '@quorate/platform/testing'
import { type Storage, settings as shape, storage } from '../src/index.ts'
import { storedBlocks } from './stored-blocks.ts'

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what was answered, whatever it is.
  body: any
}

/** The parts that survive a restart: a test passes them to the next harness. */
export interface Kept {
  dataDir: string
  server: Awaited<ReturnType<typeof testDatabase>>
  clock: TestClock
  tokens: Awaited<ReturnType<typeof testTokens>>
  restarted: true
}

export interface UploadOptions {
  by?: string
  filename?: string
  field?: string
  /** `Idempotency-Key` */
  key?: string
}

export type Harness = Awaited<ReturnType<typeof openHarness>>

const GC_DELAY = 60_000

export async function openHarness(env: Record<string, string> = {}, kept: Partial<Kept> = {}) {
  const clock = kept.clock ?? testClock()
  const dataDir = kept.dataDir ?? (await mkdtemp(join(tmpdir(), 'quorate-storage-')))
  const server = kept.server ?? (await testDatabase())
  const tokens = kept.tokens ?? (await testTokens(clock))
  // By default, harnesses of one database do not wait for each other to copy uploads.
  const own = { DATA_DIR: dataDir, IPFS_TIMEOUT: '2000', CONTENT_REPLICAS: '1' }
  const settings = readSettings(shape, { env: { ...own, ...env }, service: 'node' })
  let content!: Storage
  const service = await startTestService({
    name: 'storage',
    server,
    clock,
    tokens: tokens.verifier,
    options: { idempotencyStore: await openFirstAnswers(server, clock) },
    async add({ http, jobs, logger }) {
      content = await storage({ http, server, jobs, settings, chain: 'hedera:devnet', clock, logger })
      return undefined
    },
  })
  const { url, jobs } = service
  await content.start()
  const token = (walletId = '0.0.1001') => tokens.issue({ walletId })

  const answerOf = async (response: Response): Promise<Answer> => ({
    status: response.status,
    headers: response.headers,
    body: await response.json(),
  })
  const stop = async (): Promise<Kept> => {
    await service.stop()
    await content.close()
    return { dataDir, server, clock, tokens, restarted: true }
  }
  return {
    url,
    clock,
    dataDir,
    content,
    jobs,
    server,
    tokens,
    token,
    get: (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers }),
    async ask(path: string, { method = 'GET', by, body }: { method?: string; by?: string; body?: unknown } = {}) {
      const headers = {
        ...(by ? { authorization: `Bearer ${await token(by)}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      }
      return answerOf(
        await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }),
      )
    },
    async upload(
      bytes: Uint8Array | string,
      { by = '0.0.1001', filename = 'file.bin', field = 'file', key }: UploadOptions = {},
    ) {
      const form = new FormData()
      form.append(field, new Blob([bytes as Buffer<ArrayBuffer>]), filename)
      const headers = { authorization: `Bearer ${await token(by)}`, ...(key ? { 'idempotency-key': key } : {}) }
      return answerOf(await fetch(`${url}/ipfs/upload`, { method: 'POST', headers, body: form }))
    },
    /** Sends an archive; `body` is CAR. @param query Begins with a question mark. */
    async import(
      body: Uint8Array | ReadableStream,
      { by = '0.0.1001', query = '', key }: { by?: string; query?: string; key?: string } = {},
    ) {
      const headers = {
        authorization: `Bearer ${await token(by)}`,
        'content-type': 'application/vnd.ipld.car',
        ...(key ? { 'idempotency-key': key } : {}),
      }
      const sent = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
      return answerOf(await fetch(`${url}/ipfs/import${query}`, sent))
    },
    /** Waits until unpinned content has been removed. */
    async collected() {
      await clock.advance(GC_DELAY)
      await jobs.idle()
    },
    /** Collects until no block is left: abandoned ones may still be on their way. */
    async emptied() {
      while ((await storedBlocks(dataDir)).size > 0) await content.collect()
    },
    /** The blocks on disk, and the staged files of uploads. */
    async onDisk() {
      const staged = await readdir(join(dataDir, 'ipfs', 'staging'))
      return { blocks: (await storedBlocks(dataDir)).size, staged: staged.length }
    },
    stop,
    /** A test that passed in the database closes it itself. */
    async [Symbol.asyncDispose]() {
      await stop()
      if (!kept.server || kept.restarted) await server.close()
      // A read that a gateway broke off may still be writing.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The record, once it is pinned or has failed; moves the clock on while the queue waits. */
export async function settled(harness: Harness, cid: string, by = '0.0.1001'): Promise<Answer['body']> {
  for (;;) {
    await harness.jobs.idle()
    const { body } = await harness.ask(`/ipfs/pin/${cid}`, { by })
    if (body.status === 'pinned' || body.status === 'failed') return body
    await harness.clock.advance(5000)
  }
}
