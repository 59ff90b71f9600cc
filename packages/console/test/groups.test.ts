/** The list of payments that a group of requests is signed as. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  AccountId,
  AccountUpdateTransaction,
  Hbar,
  Timestamp,
  type Transaction,
  TransactionId,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { openEnvelope } from '@quorate/verify'
import { type CheckedRequest, checkRequest } from '../src/page/approve/check.ts'
import { besidePayments, isInList } from '../src/page/requests/groups/group.ts'
import { en } from '../src/page/texts/all.ts'

const NOW = 1_795_000_000
const CHAIN = 'hedera:devnet'

const payment = () =>
  new TransferTransaction().addHbarTransfer('0.0.7', new Hbar(-1)).addHbarTransfer('0.0.9', new Hbar(1))
const PAYMENT = { walletId: '0.0.7', payments: [{ receiverId: '0.0.9', tokenId: 'HBAR', amount: 100_000_000 }] }

function partWith(transaction: Transaction, operation: 'pay' | 'stake', payload: Record<string, unknown>) {
  const frozen = transaction
    .setTransactionId(TransactionId.withValidStart(AccountId.fromString('0.0.7'), new Timestamp(NOW, 1)))
    .setNodeAccountIds([new AccountId(3)])
    .freeze()
  const [body] = openEnvelope(frozen.toBytes()).bodies
  const time = new Date(NOW * 1000).toISOString()
  const request: CheckedRequest = {
    ...{ jobId: 'j', historyId: 'h', walletId: '0.0.7', chain: CHAIN, operation, type: 'update', payload },
    ...{ status: 'pending', requesterId: '0.0.8', threshold: 1, transactionId: `0.0.7@${NOW}.000000001` },
    ...{ bytes: 'AAAA', bodyBytes: Buffer.from(body?.bodyBytes ?? []).toString('base64') },
    ...{ createdAt: time, expiresAt: time, waitsFor: 'signature' },
    ...{ signatures: [], missing: [], needs: [], rejections: [], comments: [] },
    group: { groupId: 'g', position: 0, size: 2 },
  }
  const ledger = {
    ...{ key: async () => null, keyAt: async () => null, earlierKeys: async () => [], memo: async () => '' },
    ...{ schedule: async () => null, token: async () => null, topic: async () => null, isAccount: async () => true },
  }
  const reads = {
    ...{ chain: CHAIN, ledger, now: () => NOW * 1000 },
    ...{ ownersOf: async () => undefined, replacedOf: async () => undefined },
  }
  return checkRequest(request, reads, { jobId: 'j', signerId: '0.0.8' })
}

test('A group is signed as a list of payments only if each part is a payment of its wallet', async () => {
  const paid = await partWith(payment(), 'pay', PAYMENT)
  const staked = await partWith(new AccountUpdateTransaction().setAccountId('0.0.7').clearStakedNodeId(), 'stake', {
    walletId: '0.0.7',
  })
  assert.deepEqual([paid.verdict, staked.verdict], ['trusted', 'trusted'])
  assert.equal(isInList({ walletId: '0.0.7' }, paid), true)
  assert.equal(isInList({ walletId: '0.0.7' }, staked), false)
  assert.equal(isInList({ walletId: '0.0.6' }, paid), false)
})

test('A group shows beside its payments what signing it permits', async () => {
  const maxCustomFees = [{ id: '0.0.7', fees: [{ token_id: 'HBAR', amount: 5 }] }]
  const paid = await partWith(payment(), 'pay', { ...PAYMENT, maxCustomFees })
  assert.equal(paid.verdict, 'trusted')
  assert.deepEqual(besidePayments([paid, paid], en.words), [
    { label: en.words.customFees, id: '0.0.7', amount: 5n, token: 'HBAR' },
  ])
})
