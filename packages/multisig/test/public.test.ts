import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AccountUpdateTransaction, KeyList, PrivateKey, TokenCreateTransaction } from '@hiero-ledger/sdk'
import { type Harness, openHarness } from './harness.ts'

describe('The public view of a wallet', () => {
  let harness: Harness
  before(async () => {
    harness = await openHarness()
  })
  after(() => harness.close())

  const view = (id: string) => harness.get(`/multisig/wallet/${id}/public`)
  const raw = (key: PrivateKey): string => key.publicKey.toStringRaw()

  test('shows the keys, the threshold and the balances to anybody, but no names', async () => {
    const [ada, ben] = await harness.people(2)
    assert.ok(ada && ben)
    const wallet = await harness.wallet([ada, ben], 2)
    const { receipt } = await harness.onLedger(
      new TokenCreateTransaction()
        .setTokenName('Gold')
        .setTokenSymbol('GLD')
        .setDecimals(2)
        .setInitialSupply(500)
        .setTreasuryAccountId(wallet),
      ada.key,
      ben.key,
    )
    const { status, body } = await view(wallet)
    assert.equal(status, 200)
    const { key, ...rest } = body
    assert.deepEqual(rest, {
      wallet,
      chain: 'hedera:devnet',
      deleted: false,
      threshold: 2,
      owners: [ada, ben].map((owner) => ({ publicKeys: [raw(owner.key)], signatures: 1 })),
      balance: 5_000_000_000,
      tokens: [{ tokenId: receipt.tokenId, balance: 500, decimals: 2 }],
    })
    assert.match(key, /^[0-9a-f]+$/)
  })

  test('shows an owner under several keys, and any other account in the same way', async () => {
    const [first, second, third] = [1, 2, 3].map(() => PrivateKey.generateED25519()) as [
      PrivateKey,
      PrivateKey,
      PrivateKey,
    ]
    const { id, key } = await harness.person()
    const nested = new KeyList([new KeyList([first.publicKey, second.publicKey], 1), third.publicKey])
    const change = new AccountUpdateTransaction().setAccountId(id).setKey(nested)
    await harness.onLedger(change, key, first, second, third)
    const { body } = await view(id)
    assert.equal(body.threshold, 2)
    assert.deepEqual(body.owners, [
      { publicKeys: [raw(first), raw(second)], signatures: 1 },
      { publicKeys: [raw(third)], signatures: 1 },
    ])
    const simple = await harness.person()
    const { threshold, owners } = (await view(simple.id)).body
    assert.deepEqual(
      { threshold, owners },
      { threshold: 1, owners: [{ publicKeys: [raw(simple.key)], signatures: 1 }] },
    )
  })

  test('does not exist for an account that is not on the ledger, or for a chain that is not served', async () => {
    const missing = await view('0.0.999999999')
    assert.deepEqual([missing.status, missing.body.code], [404, 'NOT_FOUND'])
    const elsewhere = await harness.get('/multisig/wallet/0.0.2/public?chain=hedera:mainnet')
    assert.deepEqual([elsewhere.status, elsewhere.body.code], [400, 'UNKNOWN_CHAIN'])
    const malformed = await view('0.0.x')
    assert.deepEqual([malformed.status, malformed.body.code], [400, 'VALIDATION_FAILED'])
  })
})
