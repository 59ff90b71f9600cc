/**
 * Kills a multisig service in its own process after it has accepted a signature during a mirror outage and before it
 * has confirmed that signature.
 */
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { developmentAccounts } from '@quorate/localnet'
import { testDataDirectory } from '@quorate/platform/testing'
import { freePorts, owners, type Person, signBlindly, startProcess } from './process.ts'

const stack = new AsyncDisposableStack()
after(() => stack.disposeAsync())

/** A mirror that can go down and come back: it forwards requests, or answers 503. */
async function mirrorBefore(target: string) {
  const state = { isAway: false }
  const proxy = createServer((received, answer) => {
    if (state.isAway) return void answer.writeHead(503).end()
    const passed = ask(new URL(received.url ?? '/', target), (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    passed.end()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  stack.defer(async () => void proxy.close().closeAllConnections())
  return { state, url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }
}

test('A signature taken during a mirror outage is confirmed by the process that follows a killed one', async () => {
  const folder = async () => {
    const dataDir = await testDataDirectory()
    stack.defer(() => rm(dataDir, { recursive: true, force: true }))
    return dataDir
  }
  const ports = await freePorts()
  const node = await startProcess({ ...ports, DATA_DIR: await folder() }, ['node'])
  stack.defer(node.kill)
  const mirror = await mirrorBefore(`http://127.0.0.1:${ports.LOCALNET_REST_PORT}`)
  const [operator] = developmentAccounts()
  const env = {
    ...ports,
    DATA_DIR: await folder(),
    AUTH_JWKS_URL: `${node.at.node}/.well-known/jwks.json`,
    HEDERA_DEVNET_NODES: `127.0.0.1:${ports.LOCALNET_GRPC_PORT}=0.0.3`,
    HEDERA_DEVNET_MIRROR_URL: mirror.url,
    HEDERA_DEVNET_OPERATOR_ID: operator?.id ?? '',
    HEDERA_DEVNET_OPERATOR_KEY: operator?.privateKey ?? '',
  }
  const first = await startProcess(env, ['multisig'])
  stack.defer(first.kill)
  const [ada] = (await owners(node.at, 1)) as [Person]
  const { multisig } = ada.client
  const settings = { threshold: 1, owners: [{ wallet: ada.id, name: 'Ada' }] }
  const created = await multisig.post('/multisig/wallet/create/request', {
    body: { name: 'Ours', balance: 1_000_000_000, settings },
  })
  await signBlindly(ada.client, created)
  const { walletId } = await multisig.post('/multisig/wallet/create/execute', {
    body: { jobId: created.jobId, bytes: created.bytes },
  })
  const asked = await multisig.post('/multisig/wallet/withdraw/request', {
    body: {
      ...{
        walletId: String(walletId),
        receiverId: ada.id,
        tokenId: 'HBAR',
        type: 'FUNGIBLE_COMMON',
        amountOrSerial: 1,
      },
      executeAt: new Date(Date.now() + 3_600_000).toISOString(),
    },
  })
  mirror.state.isAway = true
  const taken = await signBlindly(ada.client, { ...asked, walletId: String(walletId) })
  assert.deepEqual([taken.status, taken.unconfirmed], ['pending', true])
  await first.kill()

  const second = await startProcess(env, ['multisig'])
  stack.defer(second.kill)
  const status = () => multisig.get('/multisig/transaction/status/{jobId}', { path: { jobId: asked.jobId } })
  const stored = await status()
  assert.deepEqual([stored.signatures.map(({ unconfirmed }) => unconfirmed), stored.missing], [[true], [ada.id]])
  const live = await ada.client.live.multisig()
  stack.defer(() => live.close())
  const confirmed = new Promise<object>((resolve) => live.on('signature_added', resolve))
  mirror.state.isAway = false
  assert.ok(!('unconfirmed' in (await confirmed)))
  const now = await status()
  assert.deepEqual(now.missing, [])
  assert.deepEqual(
    now.signatures.map(({ senderId, unconfirmed }) => [senderId, unconfirmed]),
    [[ada.id, undefined]],
  )
})
