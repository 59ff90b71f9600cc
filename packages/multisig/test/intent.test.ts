import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { TokenCreateTransaction } from '@hiero-ledger/sdk'
import { keyFromText } from '@quorate/ledger'
import { compareIntent, type Intent, type Key, openEnvelope, startsNow } from '@quorate/verify'
import { type Answer, type Harness, openHarness, type Person } from './harness.ts'

const keyOf = ({ key }: Person): Key => keyFromText(key.publicKey.toStringDer())
const threshold = (count: number, people: Person[]): Key => ({
  type: 'threshold',
  threshold: count,
  keys: people.map(keyOf),
})

describe('The bytes of a request', () => {
  let harness: Harness
  let [ada, ben, eve]: Person[] = []
  let walletId: string
  let coin: string
  before(async () => {
    harness = await openHarness()
    ;[ada, ben, eve] = await harness.people(3)
    walletId = await harness.wallet([person(ada), person(ben)], 2)
    const token = new TokenCreateTransaction().setTokenName('Coin').setTokenSymbol('COIN').setInitialSupply(1_000)
    coin = (await harness.onLedger(token.setTreasuryAccountId(harness.treasury.id))).receipt.tokenId ?? ''
  })
  after(() => harness.close())

  const person = (one: Person | undefined): Person => one ?? assert.fail()

  /** The differences between the bytes and what a client asked for, using only what the client knows. */
  const differences = (
    request: Answer['body'],
    intent: Pick<Intent, 'operation' | 'payload'> & Partial<Pick<Intent, 'newKey' | 'schedule'>>,
  ) => {
    const { transactionId, bodyBytes, bytes } = request
    const [opened] = openEnvelope(Buffer.from(bytes, 'base64')).bodies
    assert.equal(Buffer.from(opened?.bodyBytes ?? []).toString('base64'), bodyBytes)
    const validStart = startsNow(harness.clock.now())
    const stated = {
      requesterId: person(ada).id,
      transactionId,
      validStart,
      maxTransactionFee: 2_000_000_000n,
      ...intent,
    }
    return compareIntent(Buffer.from(bodyBytes, 'base64'), stated)
  }

  test('match the request, and nothing else, in every operation', async () => {
    const [owner, other, third] = [person(ada), person(ben), person(eve)]
    const withdrawal = { walletId, receiverId: other.id, type: 'FUNGIBLE_COMMON' }
    const settings = { threshold: 1, owners: [owner, third].map(({ id }) => ({ wallet: id, name: '' })) }
    const asked: [Intent['operation'], Record<string, unknown>, Key?][] = [
      ['withdraw', { ...withdrawal, tokenId: 'HBAR', amountOrSerial: '250000000' }],
      ['withdraw', { ...withdrawal, tokenId: coin, amountOrSerial: 7 }],
      ['associate', { walletId, tokenId: coin }],
      ['stake', { walletId, nodeId: 0 }],
      ['stake', { walletId }],
      ['update', { walletId, action: 'add', owner: { wallet: third.id } }, threshold(2, [owner, other, third])],
      ['update', { walletId, action: 'remove', owner: { wallet: other.id }, threshold: 1 }, threshold(1, [owner])],
      [
        'update',
        { walletId, action: 'add', owner: { wallet: third.id, guarded: true } },
        threshold(2, [owner, other, third]),
      ],
      [
        'create',
        {
          name: 'Ours',
          settings: { ...settings, owners: [settings.owners[0], { ...settings.owners[1], guarded: true }] },
        },
        threshold(1, [owner, third]),
      ],
      ['create', { name: 'Club', settings, maxAutomaticTokenAssociations: -1 }, threshold(1, [owner, third])],
    ]
    for (const [operation, payload, newKey] of asked) {
      // Some are of tokens that the wallet does not hold.
      const request = await harness.ask(operation, owner, { ...payload, force: true })
      const intent = { operation, payload, ...(newKey && { newKey }) }
      assert.deepEqual(differences(request, intent), [], operation)
      // The service's answer about the request states the same.
      const { body: status } = await harness.get(`/multisig/transaction/status/${request.jobId}`, owner)
      assert.deepEqual(differences(status, { ...intent, payload: status.payload }), [], operation)
    }
  })

  test('The bytes of a scheduled request match both the schedule and its transaction', async () => {
    const owner = person(ada)
    const payload = {
      walletId,
      receiverId: person(ben).id,
      type: 'FUNGIBLE_COMMON',
      tokenId: 'HBAR',
      amountOrSerial: 5,
    }
    const expiresAt = new Date(Math.ceil(harness.clock.now() / 1000) * 1000 + 86_400_000)
    const request = await harness.ask('withdraw', owner, {
      ...{ ...payload, expiresAt: expiresAt.toISOString(), execute: 'expiry' },
    })
    const adminKey: Key = { type: 'threshold', threshold: 1, keys: [keyOf(owner), threshold(2, [owner, person(ben)])] }
    const schedule = {
      ...{ jobId: request.jobId, expiresAt: BigInt(expiresAt.getTime() / 1000), execute: 'expiry' as const, adminKey },
    }
    assert.deepEqual(differences(request, { operation: 'withdraw', payload, schedule }), [])
    const at = 'scheduleCreate.scheduledTransactionBody.cryptoTransfer.transfers.accountAmounts'
    assert.deepEqual(
      differences(request, { operation: 'withdraw', payload: { ...payload, amountOrSerial: 6 }, schedule }).map(
        ({ path, said, stated }) => [path, said, stated],
      ),
      [
        [`${at}[${walletId}].amount`, '-5', '-6'],
        [`${at}[${person(ben).id}].amount`, '5', '6'],
      ],
    )
  })
})
