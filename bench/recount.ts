/**
 * Measures the recount of the console in a browser worker: the built file, with a mirror and a governance service over
 * HTTP, and one signed vote of each of many accounts. BENCH_SIGNED_VOTES=1000 for fewer.
 */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pageFolder } from '@quorate/console'
import { localnet } from '@quorate/localnet'
import { testDataDirectory } from '@quorate/platform/testing'
import { signedText } from '@quorate/verify/recount'
import { browserPath, openBrowser } from '../packages/console/test/browser.ts'
import { FIRST_ENTITY, writeAccounts } from '../packages/localnet/bench/fill.ts'
import { call } from './client.ts'
import { CHAIN, openLargeDao } from './large-dao.ts'

export const SIGNED_VOTES = Number(process.env.BENCH_SIGNED_VOTES ?? 10_000)
const CLIENTS = 16
const BARE_READS = 3_000
/** Voting lasts as long as the votes take on a slow machine. */
const VOTING_SECONDS = 30 + SIGNED_VOTES / 80

export interface RecountRate {
  votes: number
  signed: number
  /** From the start of the worker until its verdict. */
  seconds: number
  verdict: string
  /** The time of the first progress report of each step, in seconds. */
  steps: Record<string, number>
  /** Reads of the mirror per second that a page of this browser makes, 32 at a time. */
  bareReads: number
}

/** Returns undefined if there is no browser. */
export async function recountRate(): Promise<RecountRate | undefined> {
  if (!browserPath) return undefined
  const ledgerDir = await testDataDirectory()
  const voters = votersOf(SIGNED_VOTES)
  writeAccounts(ledgerDir, SIGNED_VOTES, (index) => voters[index]?.publicKey ?? Buffer.alloc(32))
  const net = await localnet({ thread: true, ports: {}, dataDir: ledgerDir })
  const page = await servePage()
  const dao = await openLargeDao({ net, first: FIRST_ENTITY, members: SIGNED_VOTES, origins: [page.url] })
  const { url: governanceUrl, daoId, owner, tokenOf } = dao
  const proposal = await call(`${governanceUrl}/proposals`, 'POST', owner.token, {
    ...{ daoId, title: 'Many', description: '', creatorAddress: owner.id },
    votingDurationHours: VOTING_SECONDS / 3600,
  })
  const { proposalId, proposalHash } = proposal
  await eachOf(voters, CLIENTS, async ({ id, privateKey }, index) => {
    const vote = { proposalId, daoId, voterAddress: id, choice: index % 3 ? 'YES' : 'NO' }
    const text = Buffer.from(signedText({ ...vote, chain: CHAIN, proposalHash }))
    const signature = `0x${sign(null, text, privateKey).toString('hex')}`
    await call(`${governanceUrl}/votes`, 'POST', await tokenOf(id), { ...vote, signature })
  })
  const isDecided = async () =>
    JSON.parse(await call(`${governanceUrl}/proposals/${proposalId}`, 'GET')).decision !== null
  while (!(await isDecided())) await new Promise((resolve) => setTimeout(resolve, 500))

  const task = { kind: 'recount', proposalId, chain: CHAIN, mirrorUrl: net.mirrorRest, governanceUrl }
  const reads = voters
    .slice(0, BARE_READS)
    .map(({ id }) => `${net.mirrorRest}/api/v1/accounts/${id}?transactions=false`)
  const found = await inBrowser(page, task, reads)
  await dao.close()
  await net.close()
  page.close()
  await rm(ledgerDir, { recursive: true, force: true })
  return found
}

interface Voter {
  id: string
  privateKey: ReturnType<typeof createPrivateKey>
  publicKey: Buffer
}

function votersOf(count: number): Voter[] {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  return Array.from({ length: count }, (_, index) => {
    const seed = Buffer.alloc(32)
    seed.writeUInt32BE(index + 1)
    const privateKey = createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' })
    const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32)
    return { id: `0.0.${FIRST_ENTITY + index}`, privateKey, publicKey }
  })
}

async function eachOf<T>(list: readonly T[], atOnce: number, work: (one: T, index: number) => Promise<void>) {
  const entries = list.entries()
  const run = async () => {
    for (const [index, one] of entries) await work(one, index)
  }
  await Promise.all(Array.from({ length: atOnce }, run))
}

interface ServedPage {
  url: string
  worker: string
  close(): void
}

/**
 * Serves the built files with a policy like that of the console, because TypeBox is faster if a worker may use `eval`.
 */
async function servePage(): Promise<ServedPage> {
  const folder = join(await pageFolder(), 'assets')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const worker = files.find((name) => name.startsWith('worker-'))
  if (!worker) throw new Error('the built page has no worker')
  const server = createServer(async (request, response) => {
    const name = files.find((file) => request.url === `/assets/${file}`)
    response.setHeader(
      'content-security-policy',
      "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src http://127.0.0.1:*",
    )
    response.setHeader('content-type', name ? 'text/javascript' : 'text/html')
    response.end(name ? await readFile(join(folder, name)) : '<!doctype html><title>Recount</title>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ...{ url: `http://127.0.0.1:${port}`, worker: `/assets/${worker}` },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function inBrowser({ url, worker }: ServedPage, task: object, reads: string[]): Promise<RecountRate> {
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(url)
    const counted = await page.evaluate<Omit<RecountRate, 'bareReads'>>(`new Promise((resolve, reject) => {
      const started = performance.now()
      const since = () => (performance.now() - started) / 1000
      const steps = {}
      const worker = new Worker(${JSON.stringify(worker)}, { type: 'module' })
      worker.onerror = ({ message }) => reject(new Error(message))
      worker.onmessage = ({ data: { progress, counted, failure, faults } }) => {
        if (progress) steps[progress.step] ??= since()
        else if (!counted) reject(new Error(failure ?? faults.join()))
        else resolve({
          votes: counted.totalVotes, signed: counted.signedVotes, seconds: since(), verdict: counted.verdict, steps,
        })
      }
      worker.postMessage(${JSON.stringify(task)})
    })`)
    const bareReads = await page.evaluate<number>(`(async () => {
      const urls = ${JSON.stringify(reads)}
      const left = urls.values()
      const started = performance.now()
      const run = async () => {
        for (const url of left) await (await fetch(url, { credentials: 'omit' })).text()
      }
      await Promise.all(Array.from({ length: 32 }, run))
      return (1000 * urls.length) / (performance.now() - started)
    })()`)
    return { ...counted, bareReads }
  } finally {
    await browser.close()
  }
}
