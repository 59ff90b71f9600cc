import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MultisigTypes } from '@quorate/client'
import type { Movement } from '../src/page/movements/movements.ts'
import { paymentsBefore } from '../src/page/requests/paid-before.ts'

type HistoryEntry = MultisigTypes['HistoryEntry']

const executed = (seconds: number) => ({
  action: 'execute' as const,
  status: 'success' as const,
  timestamp: '',
  payload: { consensusTimestamp: `${seconds}.000000000` },
})
const entry = (jobId: string, payload: Record<string, unknown>, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...{ historyId: jobId, jobId, type: 'withdraw', status: 'success', payload, threshold: 1, events: [] },
  ...{ timestamp: '2026-01-02T00:00:00.000Z', createdAt: '', updatedAt: '', ...more },
})
const request = { jobId: 'now', createdAt: '2026-02-01T00:00:00.000Z', payload: { tokenId: 'HBAR' } }

test('An account that was paid by a list with others was paid before', () => {
  const payments = [
    { receiverId: '0.0.5', tokenId: 'HBAR', amount: '70' },
    { receiverId: '0.0.6', tokenId: '0.0.9', amount: '3' },
  ]
  const history = [entry('list', { payments })]
  assert.deepEqual(
    paymentsBefore(request, '0.0.5', history, []).map(({ amounts }) => amounts),
    [[70n]],
  )
  assert.deepEqual(
    paymentsBefore(request, '0.0.6', history, []).map(({ amounts }) => amounts),
    [[]],
  )
  assert.deepEqual(paymentsBefore(request, '0.0.7', history, []), [])
})

test('Payments are dated by their execution, newest first, without what came later or was not executed', () => {
  const paid = { receiverId: '0.0.5', tokenId: 'HBAR', amountOrSerial: '1' }
  const found = paymentsBefore(
    request,
    '0.0.5',
    [
      entry('now', paid),
      entry('refused', paid, { status: 'error', code: 'REJECTED' }),
      entry('once', paid, { events: [executed(1_768_000_000)] }),
      entry('timed', paid, { timestamp: '2026-01-01T00:00:00.000Z', events: [executed(1_769_000_000)] }),
      entry('later', paid, { events: [executed(1_780_000_000)] }),
    ],
    [],
  )
  assert.deepEqual(
    found.map(({ at }) => at),
    [new Date(1_769_000_000_000).toISOString(), new Date(1_768_000_000_000).toISOString()],
  )
})

test('A payment without a request, such as one within a spending limit, was a payment before', () => {
  const movement = (at: number, receivers: Movement['receivers'], token?: string): Movement => ({
    ...{ wallet: '0.0.9', at: `${at}.000000000`, other: '0.0.5', others: receivers.length - 1, change: -1n },
    ...{ receivers, memo: undefined, ...(token === undefined ? {} : { token }) },
  })
  const paid = { receiverId: '0.0.5', tokenId: 'HBAR', amountOrSerial: '1' }
  const history = [entry('once', paid, { events: [executed(1_768_000_000)] })]
  const to = (account: string, amount: bigint) => ({ account, amount })
  const found = paymentsBefore(request, '0.0.5', history, [
    // The ledger's record of the request.
    movement(1_768_000_000, [to('0.0.5', 1n)]),
    movement(1_769_000_000, [to('0.0.6', 90n), to('0.0.5', 40n)]),
    movement(1_768_500_000, [to('0.0.5', 7n)], '0.0.77'),
    movement(1_769_500_000, [to('0.0.6', 5n)]),
    movement(1_780_000_000, [to('0.0.5', 5n)]),
  ])
  assert.deepEqual(
    found.map(({ amounts }) => amounts),
    [[40n], [], [1n]],
  )
})
