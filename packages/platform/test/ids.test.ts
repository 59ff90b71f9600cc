import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEntityId } from '@quorate/verify'
import fc from 'fast-check'

const int64 = 2n ** 63n - 1n

test('An id is canonical shard.realm.num up to the protocol’s numbers', () => {
  const number = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 64n }), fc.bigInt({ min: int64 - 20n, max: int64 + 20n }))
  fc.assert(fc.property(number, (num) => assert.equal(isEntityId(`0.0.${num}`), num <= int64)))
  fc.assert(
    fc.property(fc.nat(2000), fc.nat(70_000), (shard, realm) =>
      assert.equal(isEntityId(`${shard}.${realm}.7`), shard <= 1023 && realm <= 65535),
    ),
  )
  for (const text of ['0.0.01', '0.0.', '0.0', '1001', '0.0.1.2', '0.0.-1', '0.0.1 ', '0.0.1\n', '0,0,1', '']) {
    assert.equal(isEntityId(text), false, JSON.stringify(text))
  }
})
