import assert from 'node:assert/strict'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { test } from 'node:test'
import { codeNumber } from '../src/protocol/status-error.ts'
import type { Executed } from '../src/store/executed.ts'
import { RecordCache } from '../src/store/record-cache.ts'

/** More outcomes than memory holds. */
const MANY = 50_010

const executed = (consensusTimestamp: bigint, validStart: bigint): Executed =>
  ({
    consensusTimestamp,
    validStart,
    payer: 1022,
    scheduled: false,
    nonce: 0,
    parent: 1n,
    result: codeNumber('INVALID_TRANSACTION_START'),
    record: new Uint8Array(1),
  }) as Partial<Executed> as Executed

test('Once an outcome with a valid start in the future is forgotten, the file is still not read for new ids', (t) => {
  const db = new DatabaseSync(':memory:')
  db.exec(
    'CREATE TABLE transactions (consensus_timestamp, payer, valid_start, scheduled, nonce, parent, result, record)',
  )
  const cache = new RecordCache(db, 0n)
  cache.add(executed(1n, 2n ** 63n - 1n))
  const read = t.mock.method(StatementSync.prototype, 'get')
  for (let time = 2; time < MANY; time++) cache.add(executed(BigInt(time), BigInt(time)))
  assert.equal(cache.has(executed(0n, BigInt(MANY))), false)
  assert.equal(read.mock.callCount(), 0)
  assert.equal(cache.has(executed(0n, 2n)), false)
  assert.equal(read.mock.callCount(), 1, 'the file is read for an id that memory has forgotten')
})
