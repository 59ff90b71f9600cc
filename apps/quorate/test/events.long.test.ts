/** Tests every documented socket event on a running platform, from its cause to a client. */
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, describe, test } from 'node:test'
import type { Client } from '@quorate/client'
import { developmentAccounts } from '@quorate/localnet'
import { testDataDirectory } from '@quorate/platform/testing'
import { type Addresses, freePorts, owners, type Person, signBlindly, startProcess } from './process.ts'

const MULTISIG = [
  'wallet_created',
  'wallet_updated',
  'transaction_pending',
  'signature_added',
  'transaction_executed',
  'transaction_failed',
]
const GOVERNANCE = ['dao_created', 'proposal_submitted', 'vote_cast', 'proposal_status_changed']

describe('Every documented event reaches the people concerned without a subscription,', () => {
  const stack = new AsyncDisposableStack()
  after(() => stack.disposeAsync())

  async function start(ports: Record<string, string>, services: string[], more: Record<string, string> = {}) {
    const dataDir = await testDataDirectory()
    stack.defer(() => rm(dataDir, { recursive: true, force: true }))
    const env = { ...ports, DATA_DIR: dataDir, GOVERNANCE_ANCHOR_INTERVAL: '200', ...more }
    const { at, kill } = await startProcess(env, services)
    stack.defer(kill)
    return at
  }

  test('Every documented event reaches the people concerned if all services are in one process', async () => {
    await hears(await start(await freePorts(), ['node', 'multisig', 'governance']))
  })

  test('Every documented event reaches the people concerned if each service is in a separate process', async () => {
    const ports = await freePorts()
    const at = await start(ports, ['node'])
    const [operator] = developmentAccounts()
    const env = {
      AUTH_JWKS_URL: `${at.node}/.well-known/jwks.json`,
      HEDERA_DEVNET_NODES: `127.0.0.1:${ports.LOCALNET_GRPC_PORT}=0.0.3`,
      HEDERA_DEVNET_MIRROR_URL: `http://127.0.0.1:${ports.LOCALNET_REST_PORT}`,
      HEDERA_DEVNET_OPERATOR_ID: operator?.id ?? '',
      HEDERA_DEVNET_OPERATOR_KEY: operator?.privateKey ?? '',
    }
    await start(ports, ['multisig'], env)
    await start(ports, ['governance'], env)
    await hears(at)
  })
})

/** Ada causes the events; Ben, an owner and a member, receives them. */
async function hears(at: Addresses): Promise<void> {
  const [ada, ben] = (await owners(at, 2)) as [Person, Person]
  await using heard = new AsyncDisposableStack()
  const [ofWallets, ofDaos] = [await ben.client.live.multisig(), await ben.client.live.governance()]
  heard.defer(() => ofWallets.close())
  heard.defer(() => ofDaos.close())
  const allHeard = Promise.all([
    all(MULTISIG, (listen) => ofWallets.onAny(({ event }) => listen(event))),
    all(GOVERNANCE, (listen) => ofDaos.onAny(({ event }) => listen(event))),
  ])
  await changeWallets(ada.client, ben.id)
  await voteInDao(ada.client, ben.id)
  await allHeard
}

function all(names: readonly string[], start: (listen: (event: string) => void) => void): Promise<void> {
  const missing = new Set(names)
  return new Promise((resolve) => {
    start((event) => {
      if (missing.delete(event) && missing.size === 0) resolve()
    })
  })
}

async function changeWallets(ada: Client, ben: string): Promise<void> {
  const { multisig } = ada
  const settings = { owners: [ada.accountId, ben].map((wallet) => ({ wallet, name: wallet })), threshold: 1 }
  const creation = await multisig.post('/multisig/wallet/create/request', {
    body: { name: 'Treasury', balance: 10_0000_0000, settings },
  })
  await signBlindly(ada, creation)
  const { walletId } = await multisig.post('/multisig/wallet/create/execute', { body: creation })
  assert.ok(walletId)
  const stake = await multisig.post('/multisig/wallet/stake/request', { body: { walletId, nodeId: 0 } })
  await signBlindly(ada, { ...stake, walletId })
  await multisig.post('/multisig/wallet/stake/execute', { body: stake })
  const update = await multisig.post('/multisig/wallet/update/request', {
    body: { walletId, action: 'add', owner: { wallet: ben, name: 'Ben' }, threshold: 1 },
  })
  await signBlindly(ada, { ...update, walletId })
  await multisig.post('/multisig/wallet/update/execute', { body: update })
  const { jobId } = await multisig.post('/multisig/wallet/stake/request', { body: { walletId } })
  await multisig.post('/multisig/transaction/reject/{jobId}', { path: { jobId }, body: {} })
}

async function voteInDao({ accountId, governance }: Client, ben: string): Promise<void> {
  const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false }
  const { daoId } = await governance.post('/daos', {
    body: { name: 'D', description: '', ownerAddress: accountId, members: [ben], votingRules },
  })
  const proposal = { daoId, title: 'T', description: '', creatorAddress: accountId, votingDurationHours: 1 }
  const { proposalId } = await governance.post('/proposals', { body: proposal })
  await governance.post('/votes', { body: { proposalId, daoId, voterAddress: accountId, choice: 'YES' } })
  const { proposalId: cancelled } = await governance.post('/proposals', { body: { ...proposal, title: 'C' } })
  await governance.delete('/proposals/{proposalId}', { path: { proposalId: cancelled } })
}
