/** `npm run bench`: what the platform does in a second, beside the bare limits of this machine in the same run. */
import { openDatabase, silentLogger } from '@quorate/platform'
import { testDataDirectory } from '@quorate/platform/testing'
import { bareStreams, healthChecks, sha256, smallReads, streams, writtenFiles } from './content.ts'
import { ledgerRates } from './ledger.ts'
import { type Bench, lifeCycles, openBench, walletReads } from './life-cycles.ts'
import { bareRoute, commits, nativeVerifications } from './limits.ts'
import { shares } from './shares.ts'

const say = (text = '') => process.stdout.write(`${text}\n`)
const rate = (what: string, perSecond: number, beside = '') =>
  say(`  ${what.padEnd(56)} ${perSecond.toFixed(0).padStart(8)} /s  ${beside}`)
const ratio = (value: number, limit: number, of: string) => `${(value / limit).toFixed(3)} of ${of}`

const postgres = process.env.BENCH_DATABASE_URL

say('Limits of this machine')
const verifications = await nativeVerifications()
rate('native Ed25519 verifications, one core', verifications)
const bare = await bareRoute(32)
rate('bare Fastify route, 32 at a time', bare)
const rows = new Map<string, number>()
for (const url of [undefined, ...(postgres ? [postgres] : [])]) {
  const server = await openDatabase(
    url ? { url, logger: silentLogger } : { dataDir: await testDataDirectory(), logger: silentLogger },
  )
  const name = url ? 'PostgreSQL' : 'PGlite'
  rows.set(name, await commits(server, 8))
  rate(`one-row commits on ${name}, 8 at a time`, rows.get(name) ?? 0)
  await server.close()
}

for (const url of [undefined, ...(postgres ? [postgres] : [])]) {
  const name = url ? 'PostgreSQL' : 'PGlite'
  say(`\nMulti-signature wallets on ${name}`)
  const bench = await openBench(url)
  const first = bench.readySeconds
  say(
    `  ready in ${first.toFixed(2)} s at first, ${(await bench.restart()).toFixed(2)} s warm; ${bench.memoryMb().toFixed(0)} MB at rest`,
  )
  const one = await lifeCycles(bench, 1, 4)
  rate('life cycles, one after the other', one, ratio(one, rows.get(name) ?? 1, 'one-row commits'))
  const eight = await lifeCycles(bench, 8, 6)
  rate(
    'life cycles, 8 at a time (aim 300)',
    eight,
    `${ratio(eight, rows.get(name) ?? 1, 'one-row commits')}, ${ratio(eight, verifications, 'verifications')}`,
  )
  const reads = await walletReads(bench, 32)
  rate('reads of a wallet, 32 at a time', reads, `${ratio(reads, bare, 'a bare route')} (aim 0.5)`)
  if (!url) await contentOn(bench)
  await bench.close()
}

async function contentOn({ platform, people: [by] }: Bench): Promise<void> {
  if (!by) return
  say('\nContent storage and health')
  const hashing = await sha256()
  rate('MB of SHA-256, one core', hashing)
  const limits = await bareStreams()
  rate('MB taken by a bare server', limits.up, ratio(limits.up, hashing, 'SHA-256'))
  rate('MB given by a bare server', limits.down, ratio(limits.down, hashing, 'SHA-256'))
  const files = await writtenFiles()
  rate('MB written as files of 1 MiB, 4 at once', files, ratio(files, hashing, 'SHA-256'))
  const { up, down, upCpuMs, downCpuMs } = await streams(platform, by)
  const cost = (ms: number) => `; ${ms.toFixed(0)} ms of processors`
  rate('MB uploaded, 100 MB a file (aim 0.5)', up, ratio(up, hashing, 'SHA-256') + cost(upCpuMs))
  rate('MB downloaded, 100 MB a file (aim 0.5)', down, ratio(down, hashing, 'SHA-256') + cost(downCpuMs))
  const small = await smallReads(platform, by, 32)
  rate('reads of 1,000 bytes, 32 at a time (aim 0.3)', small, ratio(small, bare, 'a bare route'))
  const checks = await healthChecks(platform, 32)
  rate('/health/check, 32 at a time (aim 0.6)', checks, ratio(checks, bare, 'a bare route'))
}

await embeddedLedger()

async function embeddedLedger(): Promise<void> {
  say('\nThe embedded ledger, 64 transactions in flight')
  const { writes, reads, history, accountsMb } = await ledgerRates()
  const verified = (value: number) => ratio(value, verifications, 'verifications')
  const routed = (value: number) => ratio(value, bare, 'a bare route')
  rate('durable transfers (aim 0.40)', writes.transfer, verified(writes.transfer))
  rate('durable topic messages (aim 0.40)', writes.topicMessage, verified(writes.topicMessage))
  rate('durable token transfers (aim 0.40)', writes.tokenTransfer, verified(writes.tokenTransfer))
  const fresh = ratio(history.transfer, writes.transfer, 'a new ledger (at least 0.9)')
  rate(`transfers after ${history.count.toLocaleString('en')} of history`, history.transfer, fresh)
  rate('reads of an account, 32 at a time (aim 0.4)', reads.account, routed(reads.account))
  rate('reads of it with its newest transactions', reads.accountAndTransactions, routed(reads.accountAndTransactions))
  rate('reads of a transaction by its id (aim 0.4)', reads.transaction, routed(reads.transaction))
  rate('pages of a topic (aim 0.4)', reads.topicPage, routed(reads.topicPage))
  say(
    `  ready in ${history.readySeconds.toFixed(2)} s with that history; ${accountsMb.toFixed(0)} MB per 100,000 accounts`,
  )
}

const { cycleMs, database, ledger, rest } = await shares(200)
const percent = (share: number) => `${(share * 100).toFixed(0)} %`
say('\nWhere a life cycle spends its time, one after the other on PGlite')
say(
  `  ${cycleMs.toFixed(1)} ms: database ${percent(database)}, ledger ${percent(ledger)}, HTTP and the rest ${percent(rest)}`,
)
process.exit(0)
