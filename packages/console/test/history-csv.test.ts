import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MultisigTypes } from '@quorate/client'
import { historyCsv, tokensPaidIn } from '../src/page/wallets/history/history-csv.ts'

type HistoryEntry = MultisigTypes['HistoryEntry']

const entry = (payload: Record<string, unknown>, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...{ historyId: 'h', jobId: 'j', type: 'withdraw', status: 'success', payload, threshold: 1, events: [] },
  ...{ timestamp: '2026-01-02T03:04:05.000Z', createdAt: '', updatedAt: '', ...more },
})
const noDecimals = () => undefined

test('A history is valid CSV, and no cell in it is a formula', () => {
  const [head, first, second, third, end] = historyCsv(
    [
      entry({ tokenId: 'HBAR', amountOrSerial: '150', receiverId: '0.0.5' }),
      entry(
        { name: '=HYPERLINK("http://evil.example")' },
        { type: 'create', status: 'error', code: 'REQUEST_EXPIRED' },
      ),
      entry({ tokenId: '@SUM(A1)', amountOrSerial: '-1', receiverId: '=1+1' }),
    ],
    noDecimals,
  ).split('\r\n')
  assert.equal(
    head,
    '\ufefftime,executed,request,operation,status,code,token,amount,smallest_units_or_serial,receiver,purpose,transaction,details',
  )
  assert.equal(
    first,
    '2026-01-02T03:04:05.000Z,,j,withdraw,success,,HBAR,0.0000015,150,0.0.5,,,"{""tokenId"":""HBAR"",""amountOrSerial"":""150"",""receiverId"":""0.0.5""}"',
  )
  assert.match(second ?? '', /^2026.*,create,error,REQUEST_EXPIRED,,,,,,,"\{""name""/)
  assert.match(third ?? '', /,success,,'@SUM\(A1\),,-1,'=1\+1,/)
  assert.equal(end, '')
})

test('Each of several payments has its own line, with what they are for', () => {
  const payments = [
    { receiverId: '0.0.5', tokenId: 'HBAR', amount: '150' },
    { receiverId: '0.0.6', tokenId: '0.0.7', amount: 2 },
  ]
  const entries = [entry({ payments, memo: 'March' })]
  const [, first, second, end] = historyCsv(entries, (id) => (id === '0.0.7' ? 3 : undefined)).split('\r\n')
  assert.match(first ?? '', /,j,pay,success,,HBAR,0\.0000015,150,0\.0\.5,March,,/)
  assert.match(second ?? '', /,j,pay,success,,0\.0\.7,0\.002,2,0\.0\.6,March,,/)
  assert.equal(end, '')
  assert.deepEqual(tokensPaidIn(entries), ['0.0.7'])
})

test('Only what the ledger executed has an amount, and the time of its execution', () => {
  const paid = { tokenId: 'HBAR', amountOrSerial: '150000000', receiverId: '0.0.5' }
  const execute = {
    action: 'execute' as const,
    status: 'success' as const,
    timestamp: '2026-01-05T00:00:01.000Z',
    payload: { consensusTimestamp: '1767571200.000000001' },
  }
  const [, done, refused, nft, unknown] = historyCsv(
    [
      entry(paid, { events: [execute] }),
      entry(paid, { status: 'error', code: 'REJECTED' }),
      entry({ ...paid, tokenId: '0.0.7', type: 'NON_FUNGIBLE_UNIQUE', amountOrSerial: '3' }),
      entry({ ...paid, tokenId: '0.0.8' }),
    ],
    (id) => (id === '0.0.7' ? 0 : undefined),
  ).split('\r\n')
  assert.match(
    done ?? '',
    /^2026-01-02T03:04:05\.000Z,2026-01-05T00:00:00\.000Z,j,withdraw,success,,HBAR,1\.5,150000000,/,
  )
  assert.match(refused ?? '', /,,j,withdraw,error,REJECTED,HBAR,,150000000,/)
  assert.match(nft ?? '', /,0\.0\.7,,3,/)
  assert.match(unknown ?? '', /,0\.0\.8,,150000000,/)
})
