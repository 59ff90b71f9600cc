/** Governance in a process of its own, with one proposal that many may vote on; the voters' tokens go to a file. */
import { writeFileSync } from 'node:fs'
import { governance, settings as shape } from '@quorate/governance'
import { openLedger, signerFromText } from '@quorate/ledger'
import { localnet } from '@quorate/localnet'
import {
  systemClock as clock,
  createHttp,
  createRealtime,
  silentLogger as logger,
  openDatabase,
  openJobs,
  readSettings,
} from '@quorate/platform'
import { testDataDirectory, testTokens } from '@quorate/platform/testing'

const [voters = '', tokensFile = '', url] = process.argv.slice(2)
const chain = 'hedera:devnet'
const net = await localnet({ thread: true, ports: {} })
const [operator] = net.accounts
if (!operator) throw new Error('the embedded ledger has no accounts')
const ledger = openLedger({
  chain,
  nodes: [{ nodeId: '0.0.3', address: net.grpc }],
  mirrorUrl: net.mirrorRest,
  operator: { accountId: operator.id, ...signerFromText(operator.privateKey) },
})
const server = await openDatabase(url ? { url, logger } : { dataDir: await testDataDirectory(), logger })
const jobs = openJobs({ server, settings: { attempts: 3, backoffDelayMs: 2000 }, clock, logger })
const tokens = await testTokens(clock)
const http = await createHttp({
  ...{ name: 'governance', title: 'Governance', description: '', version: '0', logger, clock, tokens: tokens.verifier },
  settings: { RATE_LIMIT_WALLET: 0, RATE_LIMIT_ADDRESS: 0, CORS_ORIGINS: [] },
})
await governance({
  ...{ http, server, jobs, clock },
  ledgers: new Map([[chain, ledger]]),
  settings: readSettings(shape, { env: process.env }),
  openRealtime: (on) =>
    createRealtime({
      ...{ tokens: tokens.verifier, namespaces: ['dao_events'], clock, logger, server, on, channel: 'governance' },
      settings: { host: '127.0.0.1', port: 0, cors: [] },
    }),
})
await jobs.start()
const address = await http.listen({ host: '127.0.0.1', port: 0 })

const token = (walletId: string) => tokens.issue({ walletId, lifetimeMs: 24 * 3_600_000 })
const post = async (path: string, body: object) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await token(operator.id)}` }
  const response = await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  // biome-ignore lint/suspicious/noExplicitAny: a benchmark takes what is answered.
  return (await response.json()) as any
}
const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false }
const { daoId } = await post('/daos', { name: 'Many', description: '', ownerAddress: operator.id, votingRules })
const session = await server.connections.session()
await session.query(
  `insert into governance.member (dao_id, account, added_at)
   select $1, '0.0.' || (1000000 + n), now() - interval '1 second' from generate_series(1, $2::int) n`,
  [daoId, Number(voters)],
)
await session.query(
  `insert into governance.membership_change (dao_id, account, change, changed_at)
   select dao_id, account, 'added', added_at from governance.member where dao_id = $1 and account <> $2`,
  [daoId, operator.id],
)
session.release()
const { proposalId } = await post('/proposals', {
  ...{ daoId, title: 'Many', description: '', creatorAddress: operator.id, votingDurationHours: 24 },
})
const lines: string[] = []
for (let n = 1; n <= Number(voters); n++) lines.push(await token(`0.0.${1_000_000 + n}`))
writeFileSync(tokensFile, lines.join('\n'))
process.on('SIGTERM', () => process.exit(0))
// It goes with who started it.
process.stdin.resume().on('end', () => process.exit(0))
process.stdout.write(`Ready ${JSON.stringify({ address, daoId, proposalId, topicId: '', mirror: net.mirrorRest })}\n`)
