import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayReject, signatoriesOf, standingOf } from '../src/page/requests/progress.ts'

const signature = (at: string, unconfirmed?: true) => ({
  ...{ senderId: '0.0.1022', publicKey: at, signature: '', timestamp: at },
  ...(unconfirmed ? { unconfirmed } : {}),
})

test('An account has signed once one of its signatures counts, whichever came first', () => {
  const of = (...signatures: ReturnType<typeof signature>[]) =>
    signatoriesOf({ signatures, missing: [], rejections: [] } as never).map(({ state, at }) => [state, at])
  assert.deepEqual(of(signature('1', true), signature('2')), [['signed', '2']])
  assert.deepEqual(of(signature('1'), signature('2', true)), [['signed', '1']])
  assert.deepEqual(of(signature('1', true), signature('2', true)), [['unconfirmed', '1']])
})

test('A request that has its signatures is ready only where somebody has to execute it', () => {
  const of = (more: object) => standingOf({ status: 'pending', ...more } as never, 0)
  assert.equal(of({ waitsFor: 'execution' }), 'ready')
  assert.equal(of({ waitsFor: 'time' }), 'timed')
  assert.equal(of({ waitsFor: 'ledger' }), 'progress')
  assert.equal(of({ waitsFor: 'signature' }), 'open')
  assert.equal(of({ code: 'REQUEST_EXPIRED' }), 'expired')
  assert.equal(of({ expiresAt: '1970-01-01T00:00:00Z' }), 'expired')
})

test('A request is withdrawn where who asked for it has taken it back, and rejected where others have', () => {
  const of = (code: string) => standingOf({ status: 'error', code }, 0)
  assert.equal(of('WITHDRAWN'), 'withdrawn')
  assert.equal(of('REJECTED'), 'rejected')
})

test('An account that has signed cannot reject, unless it withdraws what it asked for', () => {
  const request = { signatures: [signature('1')], missing: ['0.0.1023'], rejections: [], requesterId: '0.0.1023' }
  assert.equal(mayReject(request as never, '0.0.1022'), false)
  assert.equal(mayReject({ ...request, requesterId: '0.0.1022' } as never, '0.0.1022'), true)
  assert.equal(mayReject(request as never, '0.0.1023'), true)
  const rejections = [{ walletId: '0.0.1023', reason: '', timestamp: '' }]
  assert.equal(mayReject({ ...request, rejections } as never, '0.0.1023'), false)
})
