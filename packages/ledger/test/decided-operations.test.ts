/** Which operations of the node API a decision may name without a sender. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '@quorate/ledger/operations'
import { operationNeedsSender } from '@quorate/verify/recount'

const pathOf = (path: string) => path.replaceAll(/\{\w+\}/g, '0.0.1001')
const needing = (body: Record<string, unknown>) =>
  operations.flatMap(({ method, path }) =>
    operationNeedsSender({ method, path: pathOf(path), body }) ? [`${method} ${path}`] : [],
  )

test('Operations whose effect depends on the sender need one, and so does any that is added later', () => {
  assert.deepEqual(needing({}).sort(), [
    'POST /accounts',
    'POST /accounts/allowance/approve',
    'POST /accounts/allowance/delete',
    'POST /contracts/{contract}/call',
    'POST /hcs',
    'POST /hts/create/token',
  ])
  for (const path of ['/hts/later/0.0.1001', '/contracts', '/accounts/0.0.1001/later'])
    assert.ok(operationNeedsSender({ method: 'POST', path, body: {} }), path)
  assert.equal(operationNeedsSender({ method: 'POST', path: '/multisig/wallet/withdraw/request', body: {} }), false)
})

test('No operation needs a sender besides the one that it names', () => {
  assert.deepEqual(needing({ sender: { id: '0.0.1002' } }), [])
})
