import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { TokenCreateTransaction } from '@hiero-ledger/sdk'
import { keyToSdk } from '@quorate/ledger'
import type { NodeEvents } from '../src/index.ts'
import { createMonitor } from '../src/network/monitor.ts'
import { describedBy } from './described.ts'
import { type Harness, OPERATOR, openHarness } from './harness.ts'

describe('The node', () => {
  let harness: Harness
  let ask: Awaited<ReturnType<typeof describedBy>>
  before(async () => {
    harness = await openHarness({
      NODE_NAME: 'Node one',
      NODE_NFT: '0.0.5005',
      NODE_NFT_SERIAL: '7',
      NODE_TIER: 'gold',
      NODE_REGION: 'eu',
      NODE_PERMISSIONS: 'governance,storage',
      // One of these is the token created below. The others do not exist.
      UTILITY_TOKENS: Array.from({ length: 40 }, (_, index) => `0.0.${1032 + index}`).join(','),
    })
    ask = await describedBy(harness)
  })
  after(() => harness[Symbol.asyncDispose]())

  test('says who owns it, with the configured NFT', async () => {
    const { status, body } = await ask('/smart-node/identifier')
    assert.equal(status, 200)
    assert.ok(harness.ledger.operator)
    assert.deepEqual(body, {
      accountId: OPERATOR,
      publicKey: keyToSdk(harness.ledger.operator.publicKey).toString(),
      url: harness.url,
      nft: {
        id: '0.0.5005',
        serialNumber: 7,
        name: 'Node one',
        description: '',
        attributes: { tier: 'gold', region: 'eu', permissions: ['governance', 'storage'] },
      },
    })
  })

  test('returns its health as text values', async () => {
    const { body } = await ask('/smart-node/status')
    assert.equal(body.node.status, 'online')
    assert.match(body.node.metrics.cpu, /^\d+\.\d%$/)
    assert.match(body.node.metrics.memory, /^\d+\.\d%$/)
    assert.equal(body.node.metrics.network, '1/1')
    assert.deepEqual(body.ipfs, { connected: false, peers: 0, storage: { pinned: 0, available: '0' } })
  })

  test('is always a member of its network', async () => {
    const { body } = await ask('/smart-node/network')
    assert.equal(body.length, 1)
    assert.deepEqual(
      [body[0].membership.walletId, body[0].membership.status, body[0].trustScore.score],
      [OPERATOR, 'ACTIVE', 100],
    )
    assert.equal(body[0].membership.details.metadata.name, 'Node one')
  })

  test('lists those of its utility tokens that exist', async () => {
    const create = new TokenCreateTransaction()
      .setTokenName('Utility')
      .setTokenSymbol('UTL')
      .setDecimals(4)
      .setTreasuryAccountId(OPERATOR)
    const outcome = await harness.ledger.execute(create)
    assert.ok(outcome.state === 'final' && outcome.success)
    const { body } = await ask('/smart-node/utilities')
    assert.deepEqual(body, [{ name: 'Utility', id: outcome.receipt.tokenId, treasury: OPERATOR, decimals: '4' }])
  })

  test('returns its metrics as text', async () => {
    const response = await fetch(`${harness.url}/metrics`)
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain/)
    assert.match(await response.text(), /^# HELP /m)
  })

  test('is a network of its own if it is alone, and online once it has started to watch', async () => {
    const emitted: [string, unknown][] = []
    const events = { emit: (name: keyof NodeEvents, data: unknown) => void emitted.push([name, data]) }
    assert.ok(harness.ledger.operator)
    const monitor = createMonitor({
      operator: harness.ledger.operator,
      members: async () => [],
      intervalMs: 1000,
      events,
      clock: harness.clock,
      logger: { warn: () => {} },
    })
    await monitor.start()
    monitor.stop()
    const timestamp = new Date(harness.clock.now()).toISOString()
    assert.deepEqual(emitted, [
      ['smart_node.monitors.network_threshold_online', { live: 1, threshold: 1, members: 1, timestamp }],
    ])
  })
})
