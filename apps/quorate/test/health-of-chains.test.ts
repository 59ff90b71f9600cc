import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { settings as shape } from '@quorate/health'
import type { Network } from '@quorate/ledger'
import { createEvents, createLifecycle, readSettings, silentLogger } from '@quorate/platform'
import { startTestService, testClock, testDatabase, testTokens } from '@quorate/platform/testing'
import { openHealth } from '../src/health.ts'

test("A service's health names each chain with its consensus nodes down, even if another chain's are up", async () => {
  await using stack = new AsyncDisposableStack()
  const there = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1')
  await once(there, 'listening')
  const address = `127.0.0.1:${(there.address() as AddressInfo).port}`
  // Nothing listens on port 1. Another process might take a port that was free a moment ago.
  const away = '127.0.0.1:1'
  stack.defer(() => void there.close())
  const network = (chain: string, node: string) =>
    ({ chain, nodes: [{ address: node, nodeId: '0.0.3' }], mirrorUrl: `http://${address}` }) as unknown as Network
  const clock = testClock()
  const server = await testDatabase()
  stack.defer(() => server.close())
  const lifecycle = createLifecycle({ logger: silentLogger })
  const events = await createEvents({ server, logger: silentLogger })
  stack.defer(() => events.close())
  const health = await openHealth({
    settings: { ...readSettings(shape, { env: {}, service: 'node' }), DATA_DIR: '/tmp' },
    ...{ server, addresses: {}, services: ['node'], missing: () => [], events, clock, logger: silentLogger, lifecycle },
    networks: [network('hedera:devnet', address), network('hedera:testnet', away)],
  })
  const service = await startTestService({
    ...{ name: 'node', server, clock, tokens: (await testTokens(clock)).verifier },
    async add({ http }) {
      health.mount(http, 'node')
      return undefined
    },
  })
  stack.defer(() => service.stop())
  const { status, body } = await service.call('GET', '/health/check')
  assert.equal(status, 503)
  assert.deepEqual(Object.keys(body.error), ['ledger hedera:testnet'])
  assert.equal(body.details['ledger hedera:devnet'].status, 'up')
  assert.equal((await service.call('GET', '/health/ready')).status, 200)
})
