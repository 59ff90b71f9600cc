/** Sentences about the wallet request that a proposal's operation opens. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { opensRequest, sentenceOf, walletRequestIn } from '../src/index.ts'

const PAYMENT = {
  method: 'POST',
  path: '/multisig/wallet/withdraw/request',
  body: {
    walletId: '0.0.7',
    receiverId: '0.0.1023',
    tokenId: 'HBAR',
    type: 'FUNGIBLE_COMMON',
    amountOrSerial: '150000000',
  },
}

test('A wallet request is shown in words if the words cover all of it', () => {
  const { walletId, ...payload } = PAYMENT.body
  assert.deepEqual(walletRequestIn(PAYMENT), { operation: 'withdraw', walletId, payload, executeAt: undefined })
  const update = { walletId, action: 'add', owner: { wallet: '0.0.1023', name: 'Ben' }, threshold: 2 }
  const path = (kind: string) => `/multisig/wallet/${kind}/request`
  for (const [kind, body] of [
    ['update', update],
    ['stake', { walletId }],
    ['stake', { walletId, nodeId: 3 }],
    ['associate', { walletId, tokenId: '0.0.9' }],
  ] as const)
    assert.equal(walletRequestIn({ ...PAYMENT, path: path(kind), body })?.operation, kind)
})

test('A time is shown as one moment, in whichever form it is written', () => {
  for (const executeAt of [
    '2027-01-01',
    '2027-01-01T00:00:00.000Z',
    '2027-01-01T01:00+01:00',
    '1798761600',
    '1798761600.000000000',
  ]) {
    const request = walletRequestIn({ ...PAYMENT, body: { ...PAYMENT.body, executeAt } })
    assert.deepEqual(
      [request?.executeAt, request?.payload.executeAt],
      ['2027-01-01T00:00:00.000Z', undefined],
      executeAt,
    )
  }
})

test('An operation opens a request of a wallet also if words do not cover it', () => {
  assert.equal(opensRequest({ ...PAYMENT, body: { ...PAYMENT.body, maxCustomFees: [] } }), true)
  for (const other of [undefined, null, {}, { ...PAYMENT, path: '/multisig/wallet/create/request' }])
    assert.equal(opensRequest(other), false)
})

test('Any other operation is shown as JSON only', () => {
  const withBody = (more: object) => ({ ...PAYMENT, body: { ...PAYMENT.body, ...more } })
  for (const other of [
    undefined,
    null,
    'POST /multisig/wallet/withdraw/request',
    // No service would open a request with these.
    ...[withBody({ type: 'NON_FUNGIBLE_UNIQUE' }), withBody({ receiverId: PAYMENT.body.walletId })],
    { ...PAYMENT, method: 'post' },
    { ...PAYMENT, path: `${PAYMENT.path}?walletId=0.0.8` },
    { ...PAYMENT, path: '/multisig/wallet/create/request' },
    { ...PAYMENT, query: {} },
    { ...PAYMENT, body: null },
    { ...PAYMENT, body: [PAYMENT.body] },
    withBody({ executeAt: '2027-02-30T00:00:00Z' }),
    withBody({ executeAt: '2027-01-01T00:00:00' }),
    withBody({ executeAt: 1798761600 }),
    withBody({ expiresAt: '2027-01-01T00:00:00Z' }),
    withBody({ amountOrSerial: 1.5 }),
    withBody({ amountOrSerial: '-1' }),
    withBody({ receiverId: '0.0.1023\u202e' }),
    withBody({ tokenId: 'hbar' }),
    withBody({ type: 'OTHER' }),
    withBody({ walletId: { toString: () => '0.0.7' } }),
    {
      ...PAYMENT,
      path: '/multisig/wallet/update/request',
      body: { walletId: '0.0.7', action: 'add', owner: '0.0.1023' },
    },
  ])
    assert.equal(walletRequestIn(other), undefined, JSON.stringify(other))
})

test('A sentence has amounts in whole units, and no symbol that passes for hbars', async () => {
  const said = async (operation: unknown, token: { symbol: string; decimals: unknown } | null = null) =>
    sentenceOf(walletRequestIn(operation) ?? assert.fail(), async () => token)
  const withBody = (more: object) => ({ ...PAYMENT, body: { ...PAYMENT.body, ...more } })
  assert.equal(await said(PAYMENT), 'Transfer 1.50 ℏ from 0.0.7 to 0.0.1023.')
  assert.equal(
    await said(withBody({ executeAt: '2027-01-01T01:00+01:00' })),
    'Transfer 1.50 ℏ from 0.0.7 to 0.0.1023. The service executes it at 2027-01-01T00:00:00.000Z.',
  )
  const ofToken = withBody({ tokenId: '0.0.9', amountOrSerial: 250 })
  assert.equal(
    await said(ofToken, { symbol: 'USDC', decimals: '2' }),
    'Transfer 2.50 "USDC" (token 0.0.9) from 0.0.7 to 0.0.1023.',
  )
  assert.equal(
    await said(ofToken, { symbol: 'ℏ', decimals: '2' }),
    'Transfer 2.50 of the token 0.0.9 from 0.0.7 to 0.0.1023.',
  )
  assert.equal(await said(ofToken), 'Transfer an amount (not known yet) of the token 0.0.9 from 0.0.7 to 0.0.1023.')
  assert.equal(
    await said(withBody({ tokenId: '0.0.9', type: 'NON_FUNGIBLE_UNIQUE', amountOrSerial: 4 })),
    'Transfer NFT 4 of 0.0.9 from 0.0.7 to 0.0.1023.',
  )
  const change = { walletId: '0.0.7', action: 'remove', owner: { wallet: '0.0.1023' }, threshold: 2 }
  assert.equal(
    await said({ ...PAYMENT, path: '/multisig/wallet/update/request', body: change }),
    'Remove the owner 0.0.1023 of 0.0.7: 2 must sign from then on.',
  )
})
