/**
 * `npm run bench` measures operations per second of the platform, compared with the limits of this machine in the same
 * run. Names after `--` select sections: wallets, content, node, ledger, votes, costs, kinds, recount, live, shares,
 * dkg. BENCH_DATABASE_URL adds PostgreSQL to those that use a database. The last lines name the ratios that are more
 * than a tenth below `baseline.json`; `--keep` saves the ratios of this run there.
 */
import { openDatabase, silentLogger } from '@quorate/platform'
import { testDataDirectory, testServerDatabase } from '@quorate/platform/testing'
import { keepAsBaseline, losses, type Ratios } from './baseline.ts'
import { bareStreams, FILES, folders, healthChecks, sha256, smallReads, streams, writtenFiles } from './content.ts'
import { ceremonySeconds, HEARTBEAT_MS, type SignedWrites, signedWrites } from './dkg.ts'
import { countOf, followers, KIND_VOTES, kinds, leastSeconds, votersOf } from './kinds.ts'
import { ledgerRates } from './ledger.ts'
import { inboxReads, lifeCycles, openBench, walletReads } from './life-cycles.ts'
import { bareLifeCycles, bareRoute, commits, nativeVerifications } from './limits.ts'
import { liveTimes, percentile } from './live.ts'
import { type Measured, nodeRates } from './node.ts'
import { recountRate } from './recount.ts'
import { shares } from './shares.ts'
import { VOTES, VOTES_OF_A_KIND, voteCosts, voteRates } from './votes.ts'

const say = (text = '') => process.stdout.write(`${text}\n`)
/** The present section, which is the first part of the names of ratios. */
let title = ''
const begin = (text: string) => {
  title = text
  say(`\n${text}`)
}
const measured: Ratios = {}
interface Ratio {
  value: number
  of: string
}
const ratio = (value: number, limit: number, of: string): Ratio => ({ value: value / limit, of })
/** Names of ratios omit texts in brackets, such as an aim. */
const withoutBrackets = (text: string) => text.replaceAll(/ \([^)]*\)/g, '')
const rate = (what: string, perSecond: number, beside: readonly (Ratio | string)[] = []) => {
  for (const one of beside)
    if (typeof one !== 'string') measured[`${title}: ${withoutBrackets(what)} / ${withoutBrackets(one.of)}`] = one.value
  const texts = beside.map((one) => (typeof one === 'string' ? one : `${one.value.toFixed(3)} of ${one.of}`))
  say(`  ${what.padEnd(56)} ${perSecond.toFixed(0).padStart(8)} /s  ${texts.join(', ')}`)
}

type Kind = 'PGlite' | 'PostgreSQL'
/** Measures with PGlite and, if there is a PostgreSQL server, with a new database there. */
async function onEach(measure: (kind: Kind, url?: string) => Promise<void>): Promise<void> {
  await measure('PGlite')
  const server = process.env.BENCH_DATABASE_URL
  if (!server) return
  const { url, drop } = await testServerDatabase(server)
  await measure('PostgreSQL', url)
  await drop()
}

say('Limits of this machine')
const verifications = await nativeVerifications()
rate('native Ed25519 verifications, one core', verifications)
const bare = await bareRoute(32)
rate('bare Fastify route, 32 at a time', bare)
const rows: Record<Kind, number> = { PGlite: 0, PostgreSQL: 0 }
await onEach(async (kind, url) => {
  const server = await openDatabase(
    url ? { url, logger: silentLogger } : { dataDir: await testDataDirectory(), logger: silentLogger },
  )
  rows[kind] = await commits(server, 8)
  rate(`one-row commits on ${kind}, 8 at a time`, rows[kind])
  await server.close()
})

async function wallets(): Promise<void> {
  await onEach(async (kind, url) => {
    begin(`Multi-signature wallets on ${kind}`)
    const bench = await openBench(url)
    const first = bench.readySeconds
    say(
      `  ready in ${first.toFixed(2)} s at first, ${(await bench.restart()).toFixed(2)} s warm; ${bench.memoryMb().toFixed(0)} MB at rest`,
    )
    const one = await lifeCycles(bench, 1, 4)
    rate('life cycles, one after the other', one, [ratio(one, rows[kind], 'one-row commits')])
    const eight = await lifeCycles(bench, 8, 6)
    rate('life cycles, 8 at a time', eight, [
      ratio(eight, rows[kind], 'one-row commits'),
      ratio(eight, verifications, 'verifications'),
    ])
    const scheduled = await lifeCycles(bench, 8, 6, bench.scheduledLifeCycle)
    rate('the same, kept by the ledger', scheduled, [ratio(scheduled, eight, 'life cycles (at least 0.4)')])
    const reads = await walletReads(bench, 32)
    rate('reads of a wallet, 32 at a time (aim 0.4)', reads, [ratio(reads, bare, 'a bare route')])
    const inbox = await inboxReads(bench, 8)
    rate('reads of an inbox of 25 requests, 8 at a time', inbox.short, [ratio(inbox.short, bare, 'a bare route')])
    rate(`reads of an inbox of ${inbox.waiting.toLocaleString('en')} requests`, inbox.long, [
      ratio(inbox.long, inbox.short, 'that of 25 (at least 0.9)'),
    ])
    await bench.close()
    const could = await bareLifeCycles(url ?? (await testDataDirectory()), 8)
    rate('bare routes that commit the same rows, 8 at a time', could)
    rate('life cycles, 8 at a time (aim 0.4)', eight, [ratio(eight, could, 'these bare routes')])
  })
}

async function content(): Promise<void> {
  const bench = await openBench()
  const { platform } = bench
  const [by] = bench.people
  if (!by) return
  begin('Content storage and health')
  const hashing = await sha256()
  rate('MB of SHA-256, one core', hashing)
  const limits = await bareStreams()
  rate('MB taken by a bare server', limits.up, [ratio(limits.up, hashing, 'SHA-256')])
  rate('MB given by a bare server', limits.down, [ratio(limits.down, hashing, 'SHA-256')])
  const files = await writtenFiles()
  rate('MB written as files of 1 MiB, 4 at once', files, [ratio(files, hashing, 'SHA-256')])
  const { up, down, upCpuMs, downCpuMs } = await streams(platform, by)
  const cost = (ms: number) => `${ms.toFixed(0)} ms of processors`
  rate('MB uploaded, 100 MB a file (aim 0.5)', up, [ratio(up, hashing, 'SHA-256'), cost(upCpuMs)])
  rate('MB downloaded, 100 MB a file (aim 0.5)', down, [ratio(down, hashing, 'SHA-256'), cost(downCpuMs)])
  const folder = await folders(platform, by)
  rate(`MB uploaded, 100 MB in ${FILES.toLocaleString('en')} files (aim 0.33)`, up / folder.time, [
    ratio(1, folder.time, 'one file'),
    `${(1 / folder.cpu).toFixed(3)} in processor time`,
  ])
  const small = await smallReads(platform, by, 32)
  rate('reads of 1,000 bytes, 32 at a time (aim 0.3)', small, [ratio(small, bare, 'a bare route')])
  const checks = await healthChecks(platform, 32)
  rate('/health/check, 32 at a time (aim 0.6)', checks, [ratio(checks, bare, 'a bare route')])
  await bench.close()
}

async function node(): Promise<void> {
  begin('The node API, 32 at a time')
  const { write, account, message, page, messages, longTopic } = await nodeRates()
  const line = (what: string, { perSecond, byCpu }: Measured) =>
    rate(what, perSecond, [ratio(perSecond, bare, 'a bare route'), `${byCpu.toFixed(3)} in processor time`])
  line('writes prepared (aim 0.15)', write)
  line('mirror reads of an account (aim 0.4)', account)
  line('mirror reads of messages (aim 0.4)', message)
  line('mirror reads of 25 messages', page)
  const cost = (value: number) => value.toFixed(2)
  say(
    `  a topic of ${messages.toLocaleString('en')} messages costs, of one of 1,000 (at most 1.2): newest ${cost(longTopic.newest)}, middle ${cost(longTopic.middle)}, one ${cost(longTopic.one)}`,
  )
}

async function ledger(): Promise<void> {
  begin('The embedded ledger, 64 transactions in flight')
  const { writes, reads, history, accountsMb } = await ledgerRates()
  const verified = (value: number) => [ratio(value, verifications, 'verifications')]
  const routed = (value: number) => [ratio(value, bare, 'a bare route')]
  rate('durable transfers (aim 0.40)', writes.transfer, verified(writes.transfer))
  rate('durable topic messages (aim 0.40)', writes.topicMessage, verified(writes.topicMessage))
  rate('durable token transfers (aim 0.40)', writes.tokenTransfer, verified(writes.tokenTransfer))
  const fresh = [ratio(history.transfer, writes.transfer, 'a new ledger (at least 0.9)')]
  rate(`transfers after ${history.count.toLocaleString('en')} of history`, history.transfer, fresh)
  rate('reads of an account, 32 at a time (aim 0.4)', reads.account, routed(reads.account))
  rate('reads of it with its newest transactions', reads.accountAndTransactions, routed(reads.accountAndTransactions))
  rate('reads of a transaction by its id (aim 0.4)', reads.transaction, routed(reads.transaction))
  rate('pages of a topic (aim 0.4)', reads.topicPage, routed(reads.topicPage))
  say(
    `  ready in ${history.readySeconds.toFixed(2)} s with that history; ${accountsMb.toFixed(0)} MB per 100,000 accounts`,
  )
}

async function votes(): Promise<void> {
  const many = VOTES.toLocaleString('en')
  await onEach(async (kind, url) => {
    begin(`Votes on one proposal on ${kind}, 8 at a time`)
    const found = await voteRates(url)
    rate('votes after 1,000 (aim 0.5)', found.early, [ratio(found.early, rows[kind], 'one-row commits')])
    rate(`votes after ${many}`, found.late, [ratio(found.late, found.early, 'those after 1,000 (at least 0.9)')])
    say(
      `  ${found.voteCpuMs.toFixed(2)} ms of the service's processors a vote; results in ${found.resultsMs.toFixed(1)} ms`,
    )
    say(`  ${found.earlyMb.toFixed(0)} MB after 1,000, ${found.lateMb.toFixed(0)} MB after ${many}`)
    const { votes, seconds, faults } = found.recount
    say(`  recount of ${votes.toLocaleString('en')} votes in ${seconds.toFixed(1)} s, ${faults} faults`)
  })
}

async function costsOfVotes(): Promise<void> {
  begin(`What a vote of each kind costs the service, ${VOTES_OF_A_KIND.toLocaleString('en')} of each on PGlite`)
  const { 'single choice': single = 0, ...others } = await voteCosts()
  say(`  single choice: ${single.toFixed(2)} ms of processors a vote`)
  for (const [kind, cost] of Object.entries(others))
    rate(kind, 1000 / cost, [ratio(single, cost, 'single choice (at least 0.9)')])
}

async function recount(): Promise<void> {
  say('\nThe recount of the console, in a worker of a browser')
  const found = await recountRate()
  if (!found) {
    say('  no browser was found')
    return
  }
  const { votes, signed, seconds, verdict, steps, bareReads } = found
  const count = (value: number) => value.toLocaleString('en')
  say(`  ${count(votes)} votes, ${count(signed)} signed, in ${seconds.toFixed(1)} s (aim 10 s for 10,000): ${verdict}`)
  const began = Object.entries(steps).map(([step, at]) => `${step} from ${at.toFixed(1)} s`)
  say(`  ${began.join(', ')}`)
  rate('bare reads of the mirror by that browser, 32 at a time', bareReads)
  const oneByOne = (3 * signed) / bareReads
  say(`  three reads for each vote would take ${oneByOne.toFixed(1)} s at that rate`)
}

async function live(): Promise<void> {
  say('\nA signature by one owner, on the screen of another')
  const found = await liveTimes()
  if (!found) {
    say('  no browser was found')
    return
  }
  const line = (what: string, times: number[], aim = '') =>
    say(
      `  ${what.padEnd(56)} ${percentile(times, 50).toFixed(0)} ms in the middle, ${percentile(times, 95).toFixed(0)} ms for 95 of 100${aim}`,
    )
  line(`from its sending, ${found.sentToSeen.length} signatures`, found.sentToSeen, ' (aim 250)')
  line('from the press of the button', found.pressedToSeen)
}

async function whereTimeGoes(): Promise<void> {
  const found = await shares(200)
  const percent = (share: number) => `${(share * 100).toFixed(0)} %`
  say('\nWhere a life cycle spends its time, one after the other on PGlite')
  say(
    `  ${found.cycleMs.toFixed(1)} ms: database ${percent(found.database)}, ledger ${percent(found.ledger)}, HTTP and the rest ${percent(found.rest)}`,
  )
}

async function kindsOfVotes(): Promise<void> {
  begin('Counting signed votes of each kind again')
  const voters = votersOf(KIND_VOTES)
  const single = await countOf('single', voters)
  await (await countOf('secret', voters.slice(0, 1_000)))()
  for (const kind of kinds.filter((one) => one !== 'single')) {
    const [seconds = 0, others = 0] = await leastSeconds([await countOf(kind, voters), single])
    rate(`${kind}, of ${KIND_VOTES} votes (aim: 1.5 of its time)`, KIND_VOTES / seconds, [
      `${(seconds / others).toFixed(2)} of the time of single choice`,
    ])
  }
  const [some, twice] = [voters.slice(0, KIND_VOTES / 4), voters.slice(0, KIND_VOTES / 2)]
  const [delegated = 0, votes = 0] = await leastSeconds([
    await countOf('single', some, followers(some.length, voters)),
    await countOf('single', twice),
  ])
  rate(`as many delegations as ${some.length} votes`, some.length / delegated, [
    `${(delegated / votes).toFixed(2)} of the time of twice as many votes (aim: 1)`,
  ])
}

async function dkg(): Promise<void> {
  begin('A key that nodes share, 8 writes at a time')
  const single = await signedWrites(1, 1)
  const told = ({ oneMs, processorMs }: SignedWrites) =>
    `${oneMs.toFixed(1)} ms one after the other, ${processorMs.toFixed(1)} ms of processors`
  rate('writes signed by a single node', single.perSecond, [told(single)])
  for (const [threshold, count] of [
    [3, 5],
    [7, 10],
  ] as const) {
    const signed = await signedWrites(threshold, count)
    rate(`writes signed by ${threshold} of ${count} (aim 0.5)`, signed.perSecond, [
      ratio(signed.perSecond, single.perSecond, 'a single node'),
      `${(single.processorMs / signed.processorMs).toFixed(3)} in processor time of all nodes`,
      told(signed),
    ])
    const each = Object.entries(signed.ceremonies).map(([kind, seconds]) => `${kind} ${seconds.toFixed(1)} s`)
    say(`  ceremonies of ${count} nodes that read the topic every ${HEARTBEAT_MS} ms: ${each.join(', ')}`)
  }
  for (const count of [5, 10, 20]) {
    const all = Object.entries(await ceremonySeconds(count))
    const each = all.map(([kind, seconds]) => `${kind} ${(seconds / count).toFixed(2)} s`)
    say(`  computation of each of ${count} members: ${each.join(', ')}`)
  }
}

const sections = {
  wallets,
  content,
  node,
  ledger,
  votes,
  costs: costsOfVotes,
  kinds: kindsOfVotes,
  recount,
  live,
  shares: whereTimeGoes,
  dkg,
}
const keeps = process.argv.includes('--keep')
const asked = process.argv.slice(2).filter((one) => one !== '--keep')
for (const [name, measure] of Object.entries(sections)) if (asked.length === 0 || asked.includes(name)) await measure()
if (keeps) keepAsBaseline(measured)
const lost = losses(measured)
if (lost.length > 0) say(`\nMore than a tenth below the baseline:\n${lost.map((line) => `  ${line}`).join('\n')}`)
process.exit(0)
