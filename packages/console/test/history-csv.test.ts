import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MultisigTypes } from '@quorate/client'
import { historyCsv } from '../src/page/wallets/history-csv.ts'

type HistoryEntry = MultisigTypes['HistoryEntry']

const entry = (payload: Record<string, unknown>, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...{ historyId: 'h', jobId: 'j', type: 'withdraw', status: 'success', payload, threshold: 1, events: [] },
  ...{ timestamp: '2026-01-02T03:04:05.000Z', createdAt: '', updatedAt: '', ...more },
})

test('A history is valid CSV, and no cell in it is a formula', () => {
  const [head, first, second, third, end] = historyCsv([
    entry({ tokenId: 'HBAR', amountOrSerial: '150', receiverId: '0.0.5' }),
    entry({ name: '=HYPERLINK("http://evil.example")' }, { type: 'create', status: 'error', code: 'REQUEST_EXPIRED' }),
    entry({ tokenId: '@SUM(A1)', amountOrSerial: '-1', receiverId: '=1+1' }),
  ]).split('\r\n')
  assert.equal(
    head,
    '\ufefftime,request,operation,status,code,token,smallest_units_or_serial,receiver,purpose,transaction,details',
  )
  assert.equal(
    first,
    '2026-01-02T03:04:05.000Z,j,withdraw,success,,HBAR,150,0.0.5,,,"{""tokenId"":""HBAR"",""amountOrSerial"":""150"",""receiverId"":""0.0.5""}"',
  )
  assert.match(second ?? '', /^2026.*,create,error,REQUEST_EXPIRED,,,,,,"\{""name""/)
  assert.match(third ?? '', /,success,,'@SUM\(A1\),-1,'=1\+1,/)
  assert.equal(end, '')
})

test('Each of several payments has its own line, with what they are for', () => {
  const payments = [
    { receiverId: '0.0.5', tokenId: 'HBAR', amount: '150' },
    { receiverId: '0.0.6', tokenId: '0.0.7', amount: 2 },
  ]
  const [, first, second, end] = historyCsv([entry({ payments, memo: 'March' })]).split('\r\n')
  assert.match(first ?? '', /,j,pay,success,,HBAR,150,0\.0\.5,March,,/)
  assert.match(second ?? '', /,j,pay,success,,0\.0\.7,2,0\.0\.6,March,,/)
  assert.equal(end, '')
})
