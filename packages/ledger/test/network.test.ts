import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readNetwork } from '@quorate/ledger'
import { ConfigError } from '@quorate/platform'

const KEY = `302e020100300506032b657004220420${'11'.repeat(32)}`

describe("a chain's network", () => {
  test("is a local node's for devnet, unless this process runs one or the environment says otherwise", () => {
    const local = readNetwork('hedera:devnet', {})
    assert.deepEqual(local, {
      chain: 'hedera:devnet',
      nodes: [{ nodeId: '0.0.3', address: '127.0.0.1:50211' }],
      mirrorUrl: 'http://127.0.0.1:5551',
    })
    const embedded = { grpc: '127.0.0.1:7', mirrorUrl: 'http://127.0.0.1:8', operator: { id: '0.0.2', key: KEY } }
    const own = readNetwork('hedera:devnet', {}, embedded)
    assert.deepEqual(own.nodes, [{ nodeId: '0.0.3', address: '127.0.0.1:7' }])
    assert.deepEqual([own.mirrorUrl, own.operator?.accountId], ['http://127.0.0.1:8', '0.0.2'])
    const env = {
      HEDERA_DEVNET_NODES: 'node1:50211=0.0.3,[::1]:50211=0.0.4',
      HEDERA_DEVNET_MIRROR_URL: 'https://mirror',
      HEDERA_DEVNET_OPERATOR_ID: '0.0.1001',
      HEDERA_DEVNET_OPERATOR_KEY: '22'.repeat(32),
    }
    const set = readNetwork('hedera:devnet', env, embedded)
    assert.deepEqual(set.nodes, [
      { nodeId: '0.0.3', address: 'node1:50211' },
      { nodeId: '0.0.4', address: '[::1]:50211' },
    ])
    assert.deepEqual([set.mirrorUrl, set.operator?.accountId], ['https://mirror', '0.0.1001'])
  })

  test("comes from the SDK's address book for public chains: several addresses per node, no operator", () => {
    for (const chain of ['hedera:mainnet', 'hedera:testnet', 'hedera:previewnet']) {
      const { nodes, mirrorUrl, operator } = readNetwork(chain, {})
      assert.ok(nodes.length >= 7)
      for (const node of nodes) assert.match(`${node.address}=${node.nodeId}`, /:(50211|443)=0\.0\.\d+$/)
      assert.match(mirrorUrl, /^https:.*mirrornode\.hedera\.com$/)
      assert.equal(operator, undefined)
    }
  })

  test("is refused for an unknown chain, since its settings could be another chain's", () => {
    const env = { HEDERA_TESTNET_OPERATOR_ID: '0.0.5', HEDERA_TESTNET_OPERATOR_KEY: KEY }
    for (const chain of ['hedera-testnet', 'hedera:moonnet', 'constructor', '__proto__', ''])
      assert.throws(
        () => readNetwork(chain, env, { grpc: '127.0.0.1:7', mirrorUrl: 'http://127.0.0.1:8' }),
        (error) => {
          assert.ok(error instanceof ConfigError)
          assert.match(error.message, /^"[^"]*" is not a supported chain: expected hedera:devnet, hedera:mainnet/)
          return error.message.includes(JSON.stringify(chain))
        },
      )
  })

  test('is refused with one line that names the setting, and never shows a key', () => {
    const bad: [Record<string, string>, RegExp][] = [
      [{ HEDERA_TESTNET_OPERATOR_ID: '0.0.5' }, /^HEDERA_TESTNET_OPERATOR_KEY is not set/],
      [{ HEDERA_TESTNET_OPERATOR_KEY: KEY }, /^HEDERA_TESTNET_OPERATOR_ID is not set/],
      [{ HEDERA_TESTNET_OPERATOR_ID: 'me', HEDERA_TESTNET_OPERATOR_KEY: KEY }, /^HEDERA_TESTNET_OPERATOR_ID is "me"/],
      [
        { HEDERA_TESTNET_OPERATOR_ID: '0.0.5', HEDERA_TESTNET_OPERATOR_KEY: 'deadbeef' },
        /^HEDERA_TESTNET_OPERATOR_KEY is not a usable key/,
      ],
      [
        { HEDERA_TESTNET_NODES: 'localhost' },
        /^HEDERA_TESTNET_NODES is "localhost": expected a comma-separated list .*consensus nodes as host:port=0.0.3/,
      ],
      [{ HEDERA_TESTNET_MIRROR_URL: 'mirror' }, /^HEDERA_TESTNET_MIRROR_URL is "mirror": expected a URL/],
    ]
    for (const [env, message] of bad) {
      assert.throws(
        () => readNetwork('hedera:testnet', env),
        (error) => {
          assert.ok(error instanceof ConfigError)
          assert.match(error.message, message)
          assert.ok(!/deadbeef|\n/.test(error.message))
          return true
        },
      )
    }
  })
})
