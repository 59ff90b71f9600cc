import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AccountId, Client } from '@hiero-ledger/sdk'
import { checksumOf, withChecksum, withoutChecksum } from '@quorate/verify'
import fc from 'fast-check'

const clients = {
  'hedera:mainnet': Client.forMainnet({ scheduleNetworkUpdate: false }),
  'hedera:testnet': Client.forTestnet({ scheduleNetworkUpdate: false }),
  'hedera:previewnet': Client.forPreviewnet({ scheduleNetworkUpdate: false }),
}

describe('The checksum of an id', () => {
  test('is the one that the Hiero SDK writes, on each network', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(clients) as (keyof typeof clients)[])),
        fc.tuple(fc.nat(1023), fc.nat(65_535), fc.nat()),
        (chain, [shard, realm, number]) => {
          const id = `${shard}.${realm}.${number}`
          assert.equal(withChecksum(id, chain), AccountId.fromString(id).toStringWithChecksum(clients[chain]))
        },
      ),
    )
  })

  test('reveals every mistyped digit and every other network; an id without one is accepted unchanged', () => {
    const written = withChecksum('0.0.1022', 'hedera:testnet')
    assert.equal(withoutChecksum(written, 'hedera:testnet'), '0.0.1022')
    assert.equal(withoutChecksum('0.0.1022', 'hedera:testnet'), '0.0.1022')
    assert.equal(withoutChecksum(written, 'hedera:mainnet'), undefined)
    for (let digit = 0; digit < 10; digit++)
      if (digit !== 2)
        assert.equal(withoutChecksum(written.replace('1022', `10${digit}2`), 'hedera:testnet'), undefined)
    for (const text of ['0.0.1022-', '0.0.1022-abcd', '0.0.1022-abcdef', '-', 'x-y'])
      assert.equal(withoutChecksum(text, 'hedera:testnet'), undefined)
  })

  test('does not exist for a chain without a ledger id', () => {
    assert.equal(checksumOf('0.0.1', 'eip155:1'), undefined)
    assert.equal(withChecksum('0.0.1', 'eip155:1'), '0.0.1')
  })
})
