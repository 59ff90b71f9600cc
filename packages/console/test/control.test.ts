import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MultisigTypes } from '@quorate/client'
import { controlOf } from '../src/page/daos/control.ts'
import { ADA, BEN } from './people.ts'

test('What the page says about a DAO and an account of its treasury is never more than it knows', () => {
  const dao = { topicId: '0.0.2000', ownerAddress: ADA }
  const account = '0.0.2001'
  const rules = (controller: string, values = ['transfer/hbar']) => ({
    smartNodeSecurity: 'full' as const,
    actionsConditions: { values: values as never[], controller },
  })
  const wallet = (owners: string[]): MultisigTypes['WalletSummary'] =>
    ({ wallet: account, settings: { threshold: 1, owners: owners.map((one) => ({ wallet: one, name: '' })) } }) as never
  const control = (
    known: Partial<Parameters<typeof controlOf>[2]>,
    of: typeof dao | { topicId: null; ownerAddress: string } = dao,
    id = account,
  ) => controlOf(id, of, { rules: undefined, wallets: [], ...known })
  assert.equal(control({ rules: rules('dao:0.0.2000') }), 'guarded')
  for (const other of ['dao:0.0.20000', 'dao:0.0.200', 'owner', 'anyone', 'nobody'])
    assert.equal(control({ rules: rules(other) }), 'named', other)
  assert.equal(control({ rules: rules('dao:0.0.2000', ['message/topic']) }), 'named')
  assert.equal(control({ rules: { smartNodeSecurity: 'full' } }), 'named')
  assert.equal(control({ rules: rules('dao:null') }, { ...dao, topicId: null }), 'named')
  assert.equal(control({ wallets: [wallet([ADA, BEN])] }), 'wallet')
  assert.equal(control({ wallets: [wallet([BEN])] }), 'named')
  assert.equal(control({}, dao, ADA), 'owner')
})
