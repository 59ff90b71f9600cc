/** A typed or pasted list of payments, as the page reads it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paymentsIn } from '../src/page/wallets/paying/payments.ts'

test('A token is named by its id or its symbol, unless the symbol passes for a number', () => {
  const known = {
    ...{ walletId: '0.0.9', chain: 'hedera:devnet', language: 'de', names: new Map(), nfts: new Set<string>() },
    decimals: new Map(['0.0.2001', '0.0.2002', '0.0.2003'].map((id) => [id, 2])),
    symbols: new Map([
      ['0.0.2001', 'EURD'],
      ['0.0.2002', '50'],
      ['0.0.2003', '1INCH'],
    ]),
  }
  const read = (text: string) => {
    const { payments, faults } = paymentsIn(text, known)
    return faults[0]?.fault ?? payments.map(({ tokenId, amount }) => [tokenId, amount])
  }
  assert.deepEqual(read('0.0.1022;12;eurd\n0.0.1022;12;0.0.2002\n0.0.1022;12;1INCH'), [
    ['0.0.2001', 1_200n],
    ['0.0.2002', 1_200n],
    ['0.0.2003', 1_200n],
  ])
  assert.equal(read('0.0.1022;12;50'), 'unknown')
  assert.equal(read('0.0.1022, 12,50'), 'cells')
})
