/** Measures life cycles of multi-signature requests on the whole platform, which runs in a separate process. */

import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, type PlatformProcess, startProcess } from '../apps/quorate/test/process.ts'
import { type Answer, call, type Signer, signatureOf, signers } from './client.ts'
import { perSecond } from './measure.ts'

/** The number of accounts that log in. The first three own the wallets of life cycles. */
const PEOPLE = 10
/** The number of requests of each account that wait for one owner, whose inbox is read. */
const WAITING_EACH = 250
const DAY_MS = 86_400_000

export interface Bench {
  platform: PlatformProcess
  /** The seconds from the start of the process until it is ready. */
  readySeconds: number
  memoryMb(): number
  people: Signer[]
  post(by: Signer, path: string, body: unknown): Promise<Answer>
  get(by: Signer, path: string): Promise<Answer>
  wallet(owners?: Signer[]): Promise<string>
  lifeCycle(walletId: string): Promise<void>
  /** The same request, kept by the ledger: a ScheduleCreate, and a ScheduleSign that executes it. */
  scheduledLifeCycle(walletId: string): Promise<void>
  close(): Promise<void>
}

/** Starts the platform on a new data folder, which `close` removes. With `databaseUrl` it uses PostgreSQL. */
export async function openBench(databaseUrl?: string): Promise<Bench & { restart(): Promise<number> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quorate-bench-'))
  const env = {
    ...(await freePorts()),
    DATA_DIR: dataDir,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  }
  const start = async () => {
    const started = performance.now()
    const platform = await startProcess(env, [], [])
    return { platform, readySeconds: (performance.now() - started) / 1000 }
  }
  let { platform, readySeconds } = await start()
  let people = await signers(platform.at, PEOPLE)
  const post = (by: Signer, path: string, body: unknown) =>
    call(`${platform.at.multisig}/multisig/${path}`, 'POST', by.token, body)
  const person = (index: number): Signer => people[index] as Signer
  const sign = (by: Signer, request: Answer, walletId?: string) =>
    post(by, `transaction/sign/${request.jobId}`, {
      ...(walletId ? { walletId } : {}),
      senderId: by.id,
      historyId: request.historyId,
      signature: signatureOf(by, request.bodyBytes),
    })
  const payment = (walletId: string) => ({
    walletId,
    receiverId: person(0).id,
    tokenId: 'HBAR',
    type: 'FUNGIBLE_COMMON',
    amountOrSerial: 1,
  })
  return {
    get platform() {
      return platform
    },
    get readySeconds() {
      return readySeconds
    },
    get people() {
      return people
    },
    memoryMb: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${platform.child.pid}/status`, 'utf8'))?.[1]) / 1024,
    post,
    get: (by, path) => call(`${platform.at.multisig}/multisig/${path}`, 'GET', by.token),
    async wallet(owners = people.slice(0, 3)) {
      const [creator = person(0)] = owners
      const request = await post(creator, 'wallet/create/request', {
        name: 'Treasury',
        balance: 500_0000_0000,
        settings: { owners: owners.map(({ id }) => ({ wallet: id, name: id })), threshold: 2 },
      })
      await sign(creator, request)
      return (await post(creator, 'wallet/create/execute', request)).walletId
    },
    async lifeCycle(walletId) {
      const request = await post(person(0), 'wallet/withdraw/request', payment(walletId))
      await sign(person(0), request, walletId)
      await sign(person(1), request, walletId)
      await post(person(1), 'wallet/withdraw/execute', { jobId: request.jobId, bytes: request.bytes })
    },
    async scheduledLifeCycle(walletId) {
      const expiresAt = new Date(Date.now() + DAY_MS).toISOString()
      const request = await post(person(0), 'wallet/withdraw/request', { ...payment(walletId), expiresAt })
      await sign(person(0), request, walletId)
      const status = `${platform.at.multisig}/multisig/transaction/status/${request.jobId}`
      await sign(person(1), JSON.parse(await call(status, 'GET', person(1).token)), walletId)
    },
    async restart() {
      await platform.stop()
      ;({ platform, readySeconds } = await start())
      people = await signers(platform.at, PEOPLE)
      return readySeconds
    },
    async close() {
      await platform.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Life cycles per second: with one client, and with eight clients on separate wallets. */
export async function lifeCycles(
  bench: Bench,
  atOnce: number,
  seconds: number,
  run: (walletId: string) => Promise<void> = bench.lifeCycle,
): Promise<number> {
  const wallets = await Promise.all(Array.from({ length: atOnce }, () => bench.wallet()))
  let next = 0
  return perSecond(() => run(wallets[next++ % atOnce] as string), atOnce, seconds)
}

/** Reads per second of a wallet that has executed one request. */
export async function walletReads(bench: Bench, atOnce: number): Promise<number> {
  const walletId = await bench.wallet()
  await bench.lifeCycle(walletId)
  return perSecond(() => bench.get(bench.people[0] as Signer, `wallet/${walletId}`), atOnce, 3)
}

/** Reads per second of the first page of an inbox in which 25 requests wait, and of one with 100 times as many. */
export async function inboxReads(
  bench: Bench,
  atOnce: number,
): Promise<{ short: number; long: number; waiting: number }> {
  const [few, many, ...others] = bench.people as [Signer, Signer, ...Signer[]]
  const executeAt = new Date(Date.now() + 30 * DAY_MS).toISOString()
  const fill = async (by: Signer, owner: Signer, count: number) => {
    const walletId = await bench.wallet([by, owner])
    const payment = {
      walletId,
      receiverId: by.id,
      tokenId: 'HBAR',
      type: 'FUNGIBLE_COMMON',
      amountOrSerial: 1,
      executeAt,
    }
    for (let made = 0; made < count; made++) await bench.post(by, 'wallet/withdraw/request', payment)
  }
  await fill(many, few, 25)
  await Promise.all(others.map((by) => fill(by, many, WAITING_EACH)))
  const read = (by: Signer) => perSecond(() => bench.get(by, 'inbox'), atOnce, 2)
  return { short: await read(few), long: await read(many), waiting: others.length * WAITING_EACH }
}
