import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signatoriesOf } from '../src/page/requests/progress.ts'

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
