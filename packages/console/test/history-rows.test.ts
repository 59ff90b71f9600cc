import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sumsSince } from '../src/page/movements/movements.ts'
import { fits, historyRows } from '../src/page/wallets/history/history-rows.ts'

const entryAt = (timestamp: string, more: object = {}) =>
  ({ jobId: timestamp, type: 'withdraw', status: 'pending', payload: {}, timestamp, events: [], ...more }) as never
const movementAt = (at: string, change: bigint) =>
  ({ wallet: '0.0.1033', at, other: '0.0.1030', others: 0, receivers: [], change, memo: undefined }) as const

const NEW = entryAt('2026-11-29T12:00:00.000Z')
const OLD = entryAt('2026-11-01T12:00:00.000Z')
const BETWEEN = movementAt('1795000000.000000000', 5n)
const BEFORE = movementAt('1790000000.000000000', 5n)

const shown = (rows: ReturnType<typeof historyRows>) => rows.map((row) => ('entry' in row ? row.entry : row.movement))

test('Incoming payments stand between the requests, and what a request paid is not listed twice', () => {
  const consensusTimestamp = '1795000001.000000000'
  const paid = entryAt('2026-11-28T12:00:00.000Z', {
    status: 'success',
    events: [{ action: 'execute', payload: { consensusTimestamp } }],
  })
  const rows = historyRows([NEW, paid, OLD], [BETWEEN, movementAt(consensusTimestamp, -5n)], { isWhole: true })
  assert.deepEqual(shown(rows), [NEW, paid, BETWEEN, OLD])
})

test('A payment that no request made is listed, such as one within a spending limit', () => {
  const withinLimit = movementAt('1795000002.000000000', -5n)
  const rows = historyRows([NEW, OLD], [withinLimit], { isWhole: true })
  assert.deepEqual(shown(rows), [NEW, withinLimit, OLD])
  assert.ok(fits({ at: 0, movement: withinLimit }, 'outgoing', () => false))
  assert.ok(!fits({ at: 0, movement: withinLimit }, 'incoming', () => false))
})

test('While older requests are not loaded, payments before the oldest loaded request are left out', () => {
  assert.equal(historyRows([NEW, OLD], [BEFORE], { isWhole: false }).length, 2)
  assert.equal(historyRows([NEW, OLD], [BEFORE], { isWhole: true }).length, 3)
})

test('A request stands at the time of its execution', () => {
  const payload = { consensusTimestamp: '1795900000.000000001' }
  const done = entryAt('2026-10-01T12:00:00.000Z', { status: 'success', events: [{ action: 'execute', payload }] })
  const [first] = historyRows([OLD, done], [], { isWhole: true })
  assert.deepEqual(first, { at: 1_795_900_000_000, entry: done })
})

test('Each filter shows its own rows', () => {
  const [owners, stake] = [entryAt('2026-11-02T12:00:00.000Z', { type: 'update', payload: { action: 'add' } }), OLD]
  const never = () => false
  const row = { at: 0, entry: owners }
  assert.deepEqual(
    (['all', 'incoming', 'outgoing', 'owners', 'unfinished'] as const).map((one) => fits(row, one, never)),
    [true, false, false, true, false],
  )
  assert.ok(fits({ at: 0, entry: stake }, 'unfinished', () => true))
  assert.ok(fits({ at: 0, movement: BETWEEN }, 'incoming', never))
  assert.ok(!fits({ at: 0, movement: BETWEEN }, 'outgoing', never))
})

test('The sums of a month are known only if all of its transactions are', () => {
  const paymentOf = (at: string, amount: number) =>
    ({
      ...{ consensus_timestamp: at, transaction_id: '0.0.1030-1-1', name: 'CRYPTOTRANSFER', result: 'SUCCESS' },
      transfers: [
        { account: '0.0.1033', amount },
        { account: '0.0.1030', amount: -amount },
      ],
    }) as never
  const list = [paymentOf('1795000003.000000000', 7), paymentOf('1795000002.000000000', -2)]
  const old = paymentOf('1795000000.000000000', 100)
  const since = 1_795_000_001_000
  assert.deepEqual(sumsSince(since, [...list, old], '0.0.1033'), { received: 7n, paid: 2n, fees: 0n })
  const many = Array.from({ length: 100 }, () => paymentOf('1795000003.000000000', 1))
  assert.equal(sumsSince(since, many, '0.0.1033'), undefined)
  assert.equal(sumsSince(since, [...many.slice(1), old], '0.0.1033')?.received, 99n)
})
