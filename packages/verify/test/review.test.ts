import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ScheduleId, ScheduleSignTransaction } from '@hiero-ledger/sdk'
import { type Key, review, type StatedRequest } from '@quorate/verify'
import { bodyOf, frozen, KEY, RECEIVER, REQUESTER, TRANSACTION_ID, WALLET } from './bodies.ts'

const SCHEDULE = '0.0.3001'
const SERVICE = '0.0.4001'
const key = (byte: number): Key => ({ type: 'ed25519', bytes: new Uint8Array(32).fill(byte) })
const own = key(1)

/** The paths at which a signature for the schedule, paid by this account, differs from what an owner would sign. */
async function differencesOf(payer: string, keys: Record<string, Key>): Promise<string[]> {
  const transaction = new ScheduleSignTransaction().setScheduleId(ScheduleId.fromString(SCHEDULE))
  const request: StatedRequest = {
    ...{ jobId: 'job', operation: 'withdraw', requesterId: REQUESTER, transactionId: `${REQUESTER}${TRANSACTION_ID}` },
    bodyBytes: bodyOf(frozen(transaction, payer)),
    walletId: WALLET,
    payload: { walletId: WALLET, receiverId: RECEIVER, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 1 },
    schedule: { scheduleId: SCHEDULE, expiresAt: '2027-01-01T00:00:00Z', execute: 'signed' },
  }
  const known: Record<string, Key> = { [WALLET]: KEY, [REQUESTER]: own, ...keys }
  const ledger = { key: async (id: string) => known[id] ?? null, schedule: async () => null }
  const { act, differences } = await review(request, { signerId: REQUESTER, owners: [], ledger })
  assert.equal(act, 'scheduleSign')
  return differences.map(({ path }) => path)
}

test('A signature for a schedule is paid by its signer, or by another account whose key the signer has no part of', async () => {
  // The schedule itself is not on this ledger.
  assert.deepEqual(await differencesOf(REQUESTER, {}), ['schedule'])
  assert.deepEqual(await differencesOf(SERVICE, { [SERVICE]: key(2) }), ['schedule'])
  const payer = ['transactionID.accountID', 'schedule']
  assert.deepEqual(await differencesOf(SERVICE, {}), payer)
  assert.deepEqual(await differencesOf(SERVICE, { [SERVICE]: own }), payer)
  const shared: Key = { type: 'threshold', threshold: 1, keys: [key(2), own] }
  assert.deepEqual(await differencesOf(WALLET, { [WALLET]: shared }), payer)
})
