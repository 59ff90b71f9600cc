import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { PrivateKey } from '@hiero-ledger/sdk'
import { governance, settings as governanceSettings, namespaces } from '@quorate/governance'
import { readNetwork } from '@quorate/ledger'
import { type TestLedger, testLedger } from '@quorate/ledger/testing'
import { node, settings as nodeSettings, openTokens } from '@quorate/node'
import {
  createHttp,
  createRealtime,
  type Http,
  silentLogger as logger,
  openJobs,
  readSettings,
} from '@quorate/platform'
import { type Answer, caller, testClock, testDatabase } from '@quorate/platform/testing'
import { storage, settings as storageSettings } from '@quorate/storage'
import { httpSource, recount } from '@quorate/verify/recount'
import { type Account, login, type Person } from './process.ts'

const HOUR = 3_600_000
const local = { host: '127.0.0.1', port: 0 }

describe('Leaves in the content storage of the node API', () => {
  const clock = testClock()
  const closing: (() => unknown)[] = []
  let network: TestLedger
  let at: { node: string; governance: string }
  let pass: (ms: number) => Promise<void>
  before(async () => {
    network = await testLedger({ clock })
    const { chain, ledger, net } = network
    const { operator } = ledger
    assert.ok(operator)
    const ledgers = new Map([[chain, { ...ledger, operator }]])
    const networks = [readNetwork(chain, {}, { grpc: net.grpc, mirrorUrl: net.mirrorRest })]
    const dataDir = await mkdtemp(join(tmpdir(), 'quorate-leaves-'))
    const server = await testDatabase()
    const env = { DATA_DIR: dataDir, GOVERNANCE_ANCHOR_INTERVAL: '1000' }
    const issued = await openTokens({ server, settings: readSettings(nodeSettings, { env }), clock, logger })
    const jobs = openJobs({ server, settings: { attempts: 3, backoffDelayMs: 1000 }, clock, logger })
    const open = (name: string): Promise<Http> =>
      createHttp({
        ...{ name, title: name, description: 'under test', version: '0.1.0', logger, clock, tokens: issued.verifier },
        settings: { RATE_LIMIT_WALLET: 0, RATE_LIMIT_ADDRESS: 0, CORS_ORIGINS: [] },
      })
    const nodeHttp = await open('node')
    await node({
      ...{ http: nodeHttp, tokens: issued, jobs, ledgers, networks, clock },
      settings: readSettings(nodeSettings, { env, service: 'node' }),
    })
    const content = await storage({
      ...{ http: nodeHttp, server, jobs, chain, clock, logger },
      settings: readSettings(storageSettings, { env, service: 'node' }),
    })
    const nodeUrl = await nodeHttp.listen(local)
    const governanceHttp = await open('governance')
    const settings = readSettings(governanceSettings, {
      env: { ...env, STORAGE_URL: `${nodeUrl}/` },
      service: 'governance',
    })
    const realtime = await governance({
      ...{ http: governanceHttp, server, jobs, ledgers, settings, clock },
      openRealtime: (on) =>
        createRealtime({
          ...{ tokens: issued.verifier, namespaces: namespaces(settings), clock, logger, on },
          settings: { ...local, cors: [] },
        }),
    })
    await jobs.start()
    await content.start()
    at = { node: nodeUrl, governance: await governanceHttp.listen(local) }
    pass = async (ms) => {
      await clock.advance(ms)
      await jobs.idle()
    }
    closing.push(
      () => governanceHttp.close(),
      () => realtime.close(),
      () => nodeHttp.close(),
      () => jobs.stop(),
      () => content.close(),
      () => issued.close(),
      () => server.close(),
      () => network.close(),
      () => rm(dataDir, { recursive: true }),
    )
  })
  after(async () => {
    for (const close of closing) await close()
  })

  const loggedIn = (owner: Account) => login({ node: at.node }, owner)
  const governanceAsked = async (
    method: string,
    path: string,
    by?: Person,
    body?: unknown,
  ): Promise<Answer['body']> => {
    const answer = await caller(at.governance)(method, path, by, body)
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  test("are kept for days under the service's login with its own account, and a recount reads them there", async () => {
    const key = PrivateKey.generateED25519()
    const owner = { id: await network.account(key.publicKey), key }
    const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false }
    const newDao = { name: 'D', description: '', ownerAddress: owner.id, votingRules }
    const { daoId, topicId } = await governanceAsked('POST', '/daos', await loggedIn(owner), newDao)
    await pass(1)
    for (let day = 0; day < 3; day++) {
      const ada = await loggedIn(owner)
      const { proposalId } = await governanceAsked('POST', '/proposals', ada, {
        ...{ daoId, title: `Day ${day}`, description: '', creatorAddress: owner.id, votingDurationHours: 1 },
      })
      await governanceAsked('POST', '/votes', ada, { proposalId, daoId, voterAddress: owner.id, choice: 'YES' })
      await pass(HOUR)
      for (let round = 0; round < 3; round++) await pass(1000)
      const { batches } = await governanceAsked('GET', `/votes/proposal/${proposalId}/audit`)
      const stored = await fetch(`${at.node}/ipfs/${batches[0].leaves}`)
      assert.equal(stored.status, 200, `day ${day}`)
      assert.equal(await stored.text(), await governanceAsked('GET', `/votes/proposal/${proposalId}/audit/batches/1`))
      const counted = await recount({
        ...{ proposalId, chain: network.chain, topicId, mirror: network.ledger.mirror },
        source: httpSource(at.governance, { storages: [at.node] }),
      })
      assert.deepEqual([counted.faults, counted.published?.status], [[], 'PASSED'])
      await pass(24 * HOUR)
    }
  })
})
