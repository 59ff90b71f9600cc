import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { proto } from '@hiero-ledger/proto'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { accountId, tokenId } from '../src/protocol/ids.ts'
import { testNetwork } from './support/network.ts'
import { body, RawClient, signed, signerFor } from './support/raw.ts'

const network = await testNetwork({ after })
const raw = new RawClient(network.grpc)
after(() => raw.close())
const operator = signerFor(1022)

const call = { hookId: toLong(1n), evmHookCall: {} }
const autoRenewPeriod = { seconds: toLong(7_776_000n) }
const creation = { hookCreationDetails: [{ hookId: toLong(1n), lambdaEvmHook: {} }] }
const parties = { senderAccountID: accountId(1022), receiverAccountID: accountId(1023) }
const amounts = (fields: proto.IAccountAmount) => [
  { accountID: accountId(1022), amount: toLong(-1n), ...fields },
  { accountID: accountId(1023), amount: toLong(1n) },
]
const nfts = (fields: proto.INftTransfer) => [
  { token: tokenId(1032), nftTransfers: [{ ...parties, serialNumber: toLong(1n), ...fields }] },
]
const fungible = (fields: proto.IAccountAmount) => [{ token: tokenId(1032), transfers: amounts(fields) }]
const transfer = { transfers: { accountAmounts: amounts({ preTxAllowanceHook: call }) } }

const BODIES: readonly proto.ITransactionBody[] = [
  { cryptoCreateAccount: { key: { ed25519: operator.publicKey }, autoRenewPeriod, ...creation } },
  { cryptoUpdateAccount: { accountIDToUpdate: accountId(1022), ...creation } },
  { cryptoUpdateAccount: { accountIDToUpdate: accountId(1022), hookIdsToDelete: [toLong(1n)] } },
  { cryptoTransfer: transfer },
  { cryptoTransfer: { transfers: { accountAmounts: amounts({ prePostTxAllowanceHook: call }) } } },
  { cryptoTransfer: { tokenTransfers: fungible({ preTxAllowanceHook: call }) } },
  { cryptoTransfer: { tokenTransfers: nfts({ preTxSenderAllowanceHook: call }) } },
  { cryptoTransfer: { tokenTransfers: nfts({ prePostTxSenderAllowanceHook: call }) } },
  { cryptoTransfer: { tokenTransfers: nfts({ preTxReceiverAllowanceHook: call }) } },
  { cryptoTransfer: { tokenTransfers: nfts({ prePostTxReceiverAllowanceHook: call }) } },
  { tokenAirdrop: { tokenTransfers: fungible({ preTxAllowanceHook: call }) } },
]

for (const [index, fields] of BODIES.entries())
  test(`Hooks are refused instead of ignored: ${Object.keys(fields)[0]} (${index + 1})`, async () => {
    assert.equal(await raw.submit(signed(body(fields), [operator])), 'HOOKS_NOT_ENABLED')
  })

test('Hooks are refused in what is scheduled', async () => {
  const scheduled = body({ scheduleCreate: { scheduledTransactionBody: { cryptoTransfer: transfer } } })
  assert.equal(await raw.run(scheduled, [operator]), 'HOOKS_NOT_ENABLED')
})
