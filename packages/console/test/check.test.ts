import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  AccountId,
  AccountUpdateTransaction,
  ScheduleCreateTransaction,
  Timestamp,
  TransactionId,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { keySigner } from '@quorate/client/keys'
import { openEnvelope, scheduleFingerprint } from '@quorate/verify'
import { approveRequest } from '../src/page/approve/approve.ts'
import { type CheckedRequest, checkRequest } from '../src/page/approve/check.ts'
import { accountsIn, namesOf } from '../src/page/requests/names.ts'

const NOW = 1_795_000_000
const CHAIN = 'hedera:devnet'

/** A request to end staking, valid from this second on. */
function requestFrom(start: number, executeAt?: number): CheckedRequest {
  const transaction = new AccountUpdateTransaction()
    .setAccountId('0.0.7')
    .clearStakedNodeId()
    .setTransactionId(TransactionId.withValidStart(AccountId.fromString('0.0.7'), new Timestamp(start, 1)))
    .setNodeAccountIds([new AccountId(3)])
    .freeze()
  const [body] = openEnvelope(transaction.toBytes()).bodies
  const time = new Date(NOW * 1000).toISOString()
  return {
    ...{ jobId: 'j', historyId: 'h', walletId: '0.0.7', chain: CHAIN, operation: 'stake', type: 'update' },
    ...{ status: 'pending', requesterId: '0.0.8', payload: { walletId: '0.0.7' }, threshold: 1 },
    ...{ transactionId: `0.0.7@${start}.000000001`, bytes: 'AAAA', createdAt: time, expiresAt: time },
    bodyBytes: Buffer.from(body?.bodyBytes ?? []).toString('base64'),
    ...{ waitsFor: 'signature', signatures: [], missing: [], needs: [], rejections: [], comments: [] },
    ...(executeAt === undefined ? {} : { executeAt: new Date(executeAt * 1000).toISOString() }),
  }
}

const check = (request: CheckedRequest, asked?: Record<string, unknown>) =>
  checkRequest(
    request,
    {
      ...{ chain: CHAIN, now: () => NOW * 1000, ownersOf: async () => undefined, replacedOf: async () => undefined },
      ledger: {
        key: async () => null,
        keyAt: async () => null,
        earlierKeys: async () => [],
        memo: async () => '',
        schedule: async () => null,
        token: async () => null,
        ...{ topic: async () => null, isAccount: async () => true },
      },
    },
    { jobId: 'j', signerId: '0.0.8', asked: asked && { operation: 'stake', payload: { walletId: '0.0.7', ...asked } } },
  )

test('The check of a request accepts bytes whose valid start is the time in the request, or now if the request has none', async () => {
  const verdictOf = async (...given: Parameters<typeof requestFrom>) => (await check(requestFrom(...given))).verdict
  assert.deepEqual([await verdictOf(NOW), await verdictOf(NOW + 3600, NOW + 3600)], ['trusted', 'trusted'])
  assert.deepEqual([await verdictOf(NOW + 3600), await verdictOf(NOW, NOW + 3600)], ['BYTES_DIFFER', 'BYTES_DIFFER'])
  const { verdict, differences } = await check(requestFrom(NOW + 3600, NOW + 3600), {})
  assert.equal(verdict, 'BYTES_DIFFER', 'in this tab it was asked for at once')
  assert.match(String(differences[0]?.message), /is valid from 2026-11-18T/)
})

test('The check of a request distrusts an answer with a missing or an additional field, and names the field', async () => {
  const request = requestFrom(NOW)
  for (const [name, changed] of [
    ['status', { ...request, status: undefined }],
    ['schedule', { ...request, schedule: null }],
    ['extra', { ...request, extra: 1 }],
  ] as const) {
    const { verdict, differences } = await check(changed as never)
    assert.equal(verdict, 'INTENT_UNKNOWN', name)
    assert.match(String(differences[0]?.message), new RegExp(`\`${name}\``))
  }
})

test('The check of a request compares nothing if it is closed, and offers no signature', async () => {
  assert.equal((await check({ ...requestFrom(NOW), status: 'success' })).verdict, 'over')
})

test('The check of a request takes the names of accounts from the service, but the owner of a key only from the ledger', () => {
  const key = { type: 'ed25519' as const, bytes: new Uint8Array(32).fill(3) }
  const text = `ed25519:${'03'.repeat(32)}`
  const lies = [
    { wallet: text, name: '0.0.8' },
    { wallet: `1 of (${text})`, name: 'Ben' },
    { wallet: '0.0.7', name: 'Garden' },
    { wallet: '0.0.9', name: '' },
    undefined,
  ]
  assert.deepEqual([...namesOf(lies)], [['0.0.7', 'Garden']])
  assert.deepEqual(
    [...namesOf(lies, new Map([['0.0.10', key]]))],
    [
      ['0.0.7', 'Garden'],
      [text, '0.0.10'],
    ],
  )
  assert.deepEqual(
    accountsIn(lies).map(({ wallet }) => wallet),
    ['0.0.7', '0.0.9'],
  )
})

test('The check of a scheduled request shows the same fingerprint before and after it has ended', async () => {
  const create = new ScheduleCreateTransaction()
    .setScheduledTransaction(new AccountUpdateTransaction().setAccountId('0.0.7').clearStakedNodeId())
    .setTransactionId(TransactionId.withValidStart(AccountId.fromString('0.0.8'), new Timestamp(NOW, 1)))
    .setNodeAccountIds([new AccountId(3)])
    .freeze()
  const [body] = openEnvelope(create.toBytes()).bodies
  const bodyBytes = Buffer.from(body?.bodyBytes ?? []).toString('base64')
  const over = await check({ ...requestFrom(NOW), bodyBytes, status: 'success' })
  assert.equal(over.fingerprint, scheduleFingerprint(body?.body ?? assert.fail()))
})

test('The check of a request lets only what was shown be signed, also if the bytes are the same and the service now permits more', async () => {
  const signer = keySigner({ accountId: '0.0.8', privateKey: '07'.repeat(32), type: 'ed25519' })
  const own = { type: 'ed25519' as const, bytes: Uint8Array.fromHex(signer.publicKey ?? '') }
  const transaction = new TransferTransaction()
    .addTokenTransfer('0.0.5', '0.0.7', -1)
    .addTokenTransfer('0.0.5', '0.0.9', 1)
  const id = TransactionId.withValidStart(AccountId.fromString('0.0.7'), new Timestamp(NOW, 1))
  const list = transaction
    .setTransactionId(id)
    .setNodeAccountIds([new AccountId(3)])
    .freeze()
    .toBytes()
  const bodyBytes = Buffer.from(openEnvelope(list).bodies[0]?.bodyBytes ?? []).toString('base64')
  const permitting = (amount: number): CheckedRequest => ({
    ...{ ...requestFrom(NOW), operation: 'withdraw', type: 'withdraw', bodyBytes },
    payload: {
      ...{ walletId: '0.0.7', receiverId: '0.0.9', tokenId: '0.0.5', type: 'FUNGIBLE_COMMON', amountOrSerial: 1 },
      maxCustomFees: [{ id: '0.0.5', fees: [{ token_id: 'HBAR', amount }] }],
    },
  })
  const keys = { adminKey: null, feeScheduleKey: null }
  const token = { id: '0.0.5', symbol: 'A', decimals: 0, treasury: null, customFees: [], keys }
  const reads = {
    ...{ chain: CHAIN, now: () => NOW * 1000, ownersOf: async () => undefined, replacedOf: async () => undefined },
    ledger: {
      key: async () => own,
      keyAt: async () => own,
      earlierKeys: async () => [],
      memo: async () => '',
      schedule: async () => null,
      token: async () => token,
      ...{ topic: async () => null, isAccount: async () => true },
    },
  }
  const seen = await checkRequest(permitting(5), reads, { jobId: 'j', signerId: '0.0.8' })
  assert.equal(seen.verdict, 'trusted')
  const signed = (request: CheckedRequest) =>
    approveRequest({
      ...{ jobId: 'j', request, seen, reads, signer, asked: undefined },
      send: async ({ signature }) => signature as never,
    })
  assert.match(String(await signed(permitting(5))), /^0x/)
  await assert.rejects(signed(permitting(10 ** 15)), { code: 'BYTES_DIFFER' })
})
