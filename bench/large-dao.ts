/** A governance service on an embedded ledger, with a DAO of many members. */
import { governance, settings as shape } from '@quorate/governance'
import { openLedger, signerFromText } from '@quorate/ledger'
import type { Localnet } from '@quorate/localnet'
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
import { call } from './client.ts'

export const CHAIN = 'hedera:devnet'

export interface LargeDao {
  /** The service's URL. */
  url: string
  daoId: string
  /** The account that founded the DAO, with its session. */
  owner: { id: string; token: string }
  tokenOf(account: string): Promise<string>
  close(): Promise<void>
}

export interface LargeDaoOptions {
  net: Localnet
  /** The URL of a PostgreSQL server. Default: the embedded database. */
  databaseUrl?: string | undefined
  /** The account number of the first member. The other members have the following numbers. */
  first: number
  members: number
  /** Voting rules, in addition to a majority of half. */
  rules?: object
  /** Origins of pages that may send requests to the service (CORS). */
  origins?: string[]
}

export async function openLargeDao(options: LargeDaoOptions): Promise<LargeDao> {
  const { net, databaseUrl, first, members, rules = {}, origins = [] } = options
  const [operator] = net.accounts
  if (!operator) throw new Error('the embedded ledger has no accounts')
  const ledger = openLedger({
    chain: CHAIN,
    nodes: [{ nodeId: '0.0.3', address: net.grpc }],
    mirrorUrl: net.mirrorRest,
    operator: { accountId: operator.id, ...signerFromText(operator.privateKey) },
  })
  const place = databaseUrl ? { url: databaseUrl } : { dataDir: await testDataDirectory() }
  const server = await openDatabase({ ...place, logger })
  const jobs = openJobs({ server, settings: { attempts: 3, backoffDelayMs: 2000 }, clock, logger })
  const tokens = await testTokens(clock)
  const http = await createHttp({
    ...{ name: 'governance', title: 'Governance', description: '', version: '0', logger, clock },
    tokens: tokens.verifier,
    settings: { RATE_LIMIT_WALLET: 0, RATE_LIMIT_ADDRESS: 0, CORS_ORIGINS: origins },
  })
  await governance({
    ...{ http, server, jobs, clock, ledgers: new Map([[CHAIN, ledger]]) },
    settings: readSettings(shape, { env: process.env }),
    openRealtime: (on) =>
      createRealtime({
        ...{ tokens: tokens.verifier, namespaces: ['dao_events'], clock, logger, server, on, channel: 'governance' },
        settings: { host: '127.0.0.1', port: 0, cors: [] },
      }),
  })
  await jobs.start()
  const url = await http.listen({ host: '127.0.0.1', port: 0 })
  const tokenOf = (walletId: string) => tokens.issue({ walletId, lifetimeMs: 24 * 3_600_000 })

  const owner = { id: operator.id, token: await tokenOf(operator.id) }
  const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false, ...rules }
  const dao = { name: 'Many', description: '', ownerAddress: operator.id, votingRules }
  const { daoId } = await call(`${url}/daos`, 'POST', owner.token, dao)
  // Members are inserted directly, because adding them by the API takes a topic message each.
  const session = await server.connections.session()
  await session.query(
    `insert into governance.member (dao_id, account, added_at)
     select $1, '0.0.' || ($2::int + n), now() - interval '1 second' from generate_series(0, $3::int - 1) n`,
    [daoId, first, members],
  )
  await session.query(
    `insert into governance.membership_change (dao_id, account, change, changed_at)
     select dao_id, account, 'added', added_at from governance.member where dao_id = $1 and account <> $2`,
    [daoId, operator.id],
  )
  session.release()
  return {
    ...{ url, daoId, owner, tokenOf },
    async close() {
      await http.close()
      await jobs.stop()
      await server.close()
      ledger.close()
    },
  }
}
