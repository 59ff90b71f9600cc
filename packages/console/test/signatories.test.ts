import assert from 'node:assert/strict'
import { test } from 'node:test'
import { neededText } from '../src/page/requests/owner-changes/needed.ts'
import { endOf, mayReject, progressOf, signatoriesOf, standingOf, tellApart } from '../src/page/requests/progress.ts'
import { de, en } from '../src/page/texts/all.ts'
import type { Texts } from '../src/page/texts/en.ts'

const signature = (at: string, unconfirmed?: true) => ({
  ...{ senderId: '0.0.1022', publicKey: at, signature: '', timestamp: at },
  ...(unconfirmed ? { unconfirmed } : {}),
})

test('An account has signed if one of its signatures counts, in any order', () => {
  const of = (...signatures: ReturnType<typeof signature>[]) =>
    signatoriesOf({ signatures, missing: [], rejections: [] } as never).map(({ state, at }) => [state, at])
  assert.deepEqual(of(signature('1', true), signature('2')), [['signed', '2']])
  assert.deepEqual(of(signature('1'), signature('2', true)), [['signed', '1']])
  assert.deepEqual(of(signature('1', true), signature('2', true)), [['unconfirmed', '1']])
})

test('An account has not signed with all its keys as long as the service still misses one of them', () => {
  const request = { signatures: [signature('1')], missing: ['0.0.1022', '0.0.1023'], rejections: [] } as never
  assert.deepEqual(
    signatoriesOf(request).map(({ account, state }) => [account, state]),
    [
      ['0.0.1022', 'partial'],
      ['0.0.1023', 'missing'],
    ],
  )
  assert.equal(mayReject({ ...(request as object), requesterId: '0.0.1023' } as never, '0.0.1022'), false)
})

test('A complete request is ready only if somebody has to execute it', () => {
  const of = (more: object) => standingOf({ status: 'pending', ...more } as never, 0)
  assert.equal(of({ waitsFor: 'execution' }), 'ready')
  assert.equal(of({ waitsFor: 'time' }), 'timed')
  assert.equal(of({ waitsFor: 'ledger' }), 'progress')
  assert.equal(of({ waitsFor: 'signature' }), 'open')
  assert.equal(of({ code: 'REQUEST_EXPIRED' }), 'expired')
  assert.equal(of({ expiresAt: '1970-01-01T00:00:00Z' }), 'expired')
})

test('A request is withdrawn if its requester closed it, and rejected if others did', () => {
  const of = (code: string) => standingOf({ status: 'error', code }, 0)
  assert.equal(of('WITHDRAWN'), 'withdrawn')
  assert.equal(of('REJECTED'), 'rejected')
})

test('An account that has signed cannot reject, but a requester can still withdraw', () => {
  const request = { signatures: [signature('1')], missing: ['0.0.1023'], rejections: [], requesterId: '0.0.1023' }
  assert.equal(mayReject(request as never, '0.0.1022'), false)
  assert.equal(mayReject({ ...request, requesterId: '0.0.1022' } as never, '0.0.1022'), true)
  assert.equal(mayReject(request as never, '0.0.1023'), true)
  const rejections = [{ walletId: '0.0.1023', reason: '', timestamp: '' }]
  assert.equal(mayReject({ ...request, rejections } as never, '0.0.1023'), false)
})

test('A change of owners that is executed counts at most the signatures that it needed', () => {
  const signatures = ['0.0.1', '0.0.2', '0.0.3'].map((senderId) => ({ ...signature('1'), senderId }))
  const rows = { needs: [], missing: [], rejections: [] }
  const over = { operation: 'update', walletId: '0.0.9', threshold: 2, payload: {}, ...rows }
  assert.deepEqual(progressOf({ ...over, signatures } as never), [{ account: '0.0.9', signed: 2, needed: 2 }])
  // The ledger counts the signature of a requester who has replaced the request since.
  const rejections = [{ walletId: '0.0.1', reason: '', timestamp: '2030-01-01T00:00:00.000Z' }]
  const replaced = { ...over, signatures: signatures.slice(0, 1), rejections }
  assert.deepEqual(progressOf(replaced as never), [{ account: '0.0.9', signed: 1, needed: 2 }])
  // The stricter of the old rule and the new one was needed.
  const of = (threshold: number) => progressOf({ ...over, payload: { threshold }, signatures } as never)
  assert.deepEqual(
    [of(3), of(1)],
    [3, 2].map((needed) => [{ account: '0.0.9', signed: needed, needed }]),
  )
  const needs = [{ walletId: null, needed: 2, missing: 1, from: [] }]
  assert.deepEqual(progressOf({ ...over, signatures, needs } as never), [{ account: null, signed: 1, needed: 2 }])
})

test('A request whose schedule is not made yet ends with its bytes, minutes ahead', () => {
  const [expiresAt, end] = ['2030-01-01T00:02:00.000Z', '2030-01-04T00:00:00.000Z']
  const schedule = { scheduleId: null, state: 'creating', expiresAt: end }
  assert.equal(endOf({ expiresAt, schedule } as never), expiresAt)
  assert.equal(endOf({ expiresAt, executeAt: end }), end)
})

test('Owners of the same name are told apart by their accounts', () => {
  const names = new Map([
    ['0.0.1', 'Ada'],
    ['0.0.2', 'Ben'],
    ['0.0.3', 'Ben'],
  ])
  const accounts = ['0.0.1', '0.0.2', '0.0.3', '0.0.4']
  const called = tellApart(accounts, (account) => names.get(account))
  assert.deepEqual(accounts.map(called), ['Ada', 'Ben (0.0.2)', 'Ben (0.0.3)', '0.0.4'])
})

test('A request says how many more signatures it needs, and from whom, in each language', () => {
  const names = new Map([['0.0.1022', 'Ada']])
  const said = (from: string[], count: number, texts: Texts, more = { isLeast: false }) =>
    neededText({ count, from, isEach: from.length <= count, ...more }, (one) => names.get(one) ?? one, texts)
  const three = ['0.0.1022', '0.0.1023', '0.0.1024']
  assert.equal(said(three.slice(0, 2), 1, en), '1 more signature needed, from Ada or 0.0.1023')
  assert.equal(said(three, 2, en), '2 more signatures needed, from Ada, 0.0.1023 or 0.0.1024')
  assert.equal(said(three.slice(0, 2), 2, en), 'Waiting for Ada and 0.0.1023')
  assert.equal(
    said(three, 1, en, { isLeast: true }),
    'At least 1 more signature needed. These have not signed: Ada, 0.0.1023 and 0.0.1024',
  )
  assert.equal(said(three.slice(0, 2), 1, de), '1 weitere Unterschrift nötig, von Ada oder 0.0.1023')
  assert.equal(said(three.slice(0, 2), 2, de), 'Es fehlt: Ada und 0.0.1023')
})
