import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { MAX_DECODED_BYTES, saysSame } from '@quorate/verify'

// The encoder takes numbers where its types want a Long.
const encode = (body: object): Uint8Array => proto.SchedulableTransactionBody.encode(body).finish()
const transfer = (amount: number, more: object = {}): object => ({
  cryptoTransfer: { transfers: { accountAmounts: [{ accountID: { accountNum: 5 }, amount, ...more }] } },
})

const isSame = (one: Uint8Array, other: Uint8Array) => saysSame(one, other, 'SchedulableTransactionBody')

test('Bodies of schedules are the same if one writes the defaults that the other leaves out', () => {
  const plain = encode(transfer(7))
  const withDefaults = { ...transfer(7, { isApproval: false }), memo: '', maxCustomFees: [] }
  assert.ok(isSame(plain, encode(withDefaults)))
  const shard = { accountID: { shardNum: 0, realmNum: 0, accountNum: 5 } }
  assert.ok(isSame(plain, encode(transfer(7, shard))))
})

test('An enum that has its first value is the same as none', () => {
  const token = (more: object) => encode({ tokenCreation: { name: 'Points', ...more } })
  assert.ok(isSame(token({ tokenType: 0, supplyType: 0 }), token({})))
  assert.equal(isSame(token({ tokenType: 1 }), token({})), false)
  const update = (more: object) => encode({ tokenUpdate: { token: { tokenNum: 5 }, name: 'Mine', ...more } })
  assert.ok(isSame(update({ keyVerificationMode: 0 }), update({})))
  assert.equal(isSame(update({ keyVerificationMode: 1 }), update({})), false)
})

test('Bodies of schedules differ if a value differs, or if a oneof field is present', () => {
  const plain = encode(transfer(7))
  const stake = (stakedNodeId?: number) =>
    encode({
      cryptoUpdateAccount: { accountIDToUpdate: { accountNum: 5 }, ...(stakedNodeId === 0 ? { stakedNodeId } : {}) },
    })
  for (const [one, other] of [
    [plain, encode(transfer(8))],
    [plain, encode(transfer(7, { isApproval: true }))],
    [plain, encode({ ...transfer(7), memo: 'other' })],
    [plain, encode(transfer(7, { accountID: { accountNum: 0 } }))],
    [stake(0), stake()],
    [plain, Buffer.from('no message')],
    // A field that this version does not know.
    [plain, Buffer.concat([plain, Buffer.from([0xfa, 0x3f, 0x01, 0x00])])],
    [plain, Buffer.concat([encode(transfer(8)), plain])],
    [plain, new Uint8Array(MAX_DECODED_BYTES + 1)],
  ] as const)
    assert.equal(isSame(one, other), false)
})
