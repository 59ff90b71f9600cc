import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { ConfigError } from '../src/base/errors.ts'
import { readSettings, refuseSharedPorts } from '../src/config/config.ts'
import { platformSettings, serviceSettings } from '../src/config/settings.ts'

const shape = {
  ...platformSettings,
  ...serviceSettings({ httpPort: 3003, wsPort: 3004, wsNamespace: 'multisig_events' }),
}
const read = (env: Record<string, string>) => readSettings(shape, { env, service: 'multisig' })

test('Settings have the documented defaults', () => {
  const settings = read({})
  assert.deepEqual(
    [settings.HTTP_PORT, settings.WS_PORT, settings.WS_NAMESPACE, settings.HOST, settings.DATA_DIR],
    [3003, 3004, 'multisig_events', '127.0.0.1', './data'],
  )
  assert.deepEqual(
    [settings.TRANSACTION_TIMEOUT, settings.QUEUE_ATTEMPTS, settings.QUEUE_BACKOFF_DELAY],
    [120_000, 3, 2000],
  )
  assert.deepEqual([settings.RATE_LIMIT_WALLET, settings.RATE_LIMIT_ADDRESS, settings.MAX_OWNERS], [600, 3000, 20])
  assert.deepEqual([settings.CHAINS, settings.DATABASE_URL], [['hedera:devnet'], undefined])
})

test("A variable with the service's name precedes the plain one, and an empty value counts as absent", () => {
  assert.equal(read({ MULTISIG_HTTP_PORT: '1', HTTP_PORT: '2' }).HTTP_PORT, 1)
  assert.equal(read({ MULTISIG_HTTP_PORT: '', HTTP_PORT: '2' }).HTTP_PORT, 2)
  assert.equal(read({ NODE_HTTP_PORT: '1' }).HTTP_PORT, 3003)
})

test("Text becomes the setting's type, and nothing can be changed later", () => {
  const settings = read({
    CHAINS: 'hedera:testnet, hedera:devnet',
    IPFS_PIN_BROADCAST: 'false',
    ADMIN_WALLETS: '0.0.2',
  })
  assert.deepEqual(
    [settings.CHAINS, settings.IPFS_PIN_BROADCAST, settings.ADMIN_WALLETS],
    [['hedera:testnet', 'hedera:devnet'], false, ['0.0.2']],
  )
  assert.ok(Object.isFrozen(settings) && Object.isFrozen(settings.CHAINS) && Object.isFrozen(read({}).CHAINS))
})

test('A bad value is named in one line', () => {
  const wrong: [env: Record<string, string>, message: string | RegExp][] = [
    [{ MULTISIG_HTTP_PORT: 'abc' }, 'MULTISIG_HTTP_PORT is "abc": expected an integer from 0 to 65535'],
    [{ HTTP_PORT: '65536' }, 'HTTP_PORT is "65536": expected an integer from 0 to 65535'],
    [{ HTTP_PORT: '0x10' }, /^HTTP_PORT is "0x10"/],
    [{ QUEUE_ATTEMPTS: '1.5' }, /^QUEUE_ATTEMPTS is "1.5": expected an integer from 1/],
    [
      { TRANSACTION_TIMEOUT: '200000' },
      /^TRANSACTION_TIMEOUT is "200000": expected milliseconds, an integer from 1000 to 150000/,
    ],
    [{ CHAINS: 'hedera:moonnet' }, /^CHAINS is "hedera:moonnet": expected a comma-separated list .*hedera:devnet/],
    [{ LOG_LEVEL: 'loud\nx' }, /^LOG_LEVEL is "loud\\nx": expected one of trace, debug/],
    [{ IPFS_PIN_BROADCAST: 'maybe' }, 'IPFS_PIN_BROADCAST is "maybe": expected true or false'],
  ]
  for (const [env, message] of wrong) {
    assert.throws(
      () => read(env),
      (error: Error) => {
        assert.ok(error instanceof ConfigError)
        assert.ok(!error.message.includes('\n'))
        return typeof message === 'string' ? error.message === message : message.test(error.message)
      },
    )
  }
})

test('Secrets are never shown, and a missing required setting is named', () => {
  assert.throws(
    () => read({ DATABASE_URL: 'mysql://root:swordfish@db' }),
    (error: Error) => !error.message.includes('swordfish'),
  )
  assert.throws(() => readSettings({ OPERATOR_ID: Type.String() }, { env: {} }), {
    message: 'OPERATOR_ID is not set: expected text',
  })
})

test('Several services refuse to share one port', () => {
  refuseSharedPorts(['multisig'], { HTTP_PORT: '1' })
  refuseSharedPorts(['node', 'multisig'], { NODE_HTTP_PORT: '1' })
  assert.throws(() => refuseSharedPorts(['node', 'multisig'], { WS_PORT: '1' }), {
    message: /^WS_PORT is "1": .*NODE_WS_PORT/,
  })
})
