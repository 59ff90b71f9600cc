import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { Faults } from '../src/faults.ts'
import { consensusServer } from '../src/grpc/consensus-server.ts'
import { listen } from '../src/grpc/listen.ts'
import { systemClock } from '../src/ledger/clock.ts'
import { Ledger } from '../src/ledger/ledger.ts'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { accountId, accountNumber, tokenId } from '../src/protocol/ids.ts'
import { MAX_VERIFICATIONS } from '../src/protocol/signatures.ts'
import { testNetwork } from './support/network.ts'
import { body, RawClient, type Signer, signerFor, signerOf, transferOf } from './support/raw.ts'

const network = await testNetwork({ after })
const raw = new RawClient(network.grpc)
after(() => raw.close())
const operator = signerFor(1022)
const autoRenewPeriod = { seconds: toLong(7_776_000n) }

/** An account under one of `count` keys. The last one signs: with its whole key, or with a prefix that fits all. */
async function accountUnderOneOf(count: number) {
  const exact = signerOf(generateKeyPairSync('ed25519').privateKey)
  const keys = [...Array.from({ length: count - 1 }, () => randomBytes(32)), exact.publicKey]
  const key = { thresholdKey: { threshold: 1, keys: { keys: keys.map((ed25519) => ({ ed25519 })) } } }
  const creation = body({
    cryptoCreateAccount: { key, autoRenewPeriod, initialBalance: toLong(1_000_000_000n) },
    transactionFee: toLong(10n ** 11n),
  })
  assert.equal(await raw.run(creation, [operator]), 'SUCCESS')
  const { accountID } = await raw.receipt(creation)
  const vague: Signer = { ...exact, pair: (bytes) => ({ ...exact.pair(bytes), pubKeyPrefix: new Uint8Array() }) }
  return { num: accountNumber(accountID), exact, vague }
}

const giveOne = (num: number): proto.ITransactionBody =>
  transferOf([
    [num, -1n],
    [1023, 1n],
  ])
const paidBy = (num: number): proto.ITransactionBody => ({
  ...body(giveOne(num), num),
  transactionFee: toLong(10n ** 8n),
})

const MOST = MAX_VERIFICATIONS

test('A signature whose prefix fits many keys is tried on 128 of them', async () => {
  const few = await accountUnderOneOf(MOST)
  assert.equal(await raw.run(paidBy(few.num), [few.vague]), 'SUCCESS')
  const many = await accountUnderOneOf(MOST + 1)
  assert.equal(await raw.run(paidBy(many.num), [many.vague]), 'INVALID_SIGNATURE')
  assert.equal(await raw.run(paidBy(many.num), [many.exact]), 'SUCCESS')
})

/** A batch of transactions, each with its signer; the operator has the key of the batch and pays. */
function batchOf(inner: readonly (readonly [proto.ITransactionBody, Signer])[]): proto.ITransactionBody {
  const transactions = inner.map(([fields, signer]) => {
    const bodyBytes = proto.TransactionBody.encode(fields).finish()
    return proto.SignedTransaction.encode({ bodyBytes, sigMap: { sigPair: [signer.pair(bodyBytes)] } }).finish()
  })
  return body({ atomicBatch: { transactions } })
}
const inBatch = (fields: proto.ITransactionBody): proto.ITransactionBody => ({
  ...fields,
  nodeAccountID: accountId(0),
  batchKey: { ed25519: operator.publicKey },
})

test('The transactions of a batch share 128 tries', async () => {
  const accounts = [await accountUnderOneOf(80), await accountUnderOneOf(80)]
  for (const { num, vague } of accounts)
    assert.equal(await raw.run(batchOf([[inBatch(paidBy(num)), vague]]), [operator]), 'SUCCESS')
  const both = accounts.map(({ num, vague }) => [inBatch(paidBy(num)), vague] as const)
  assert.equal(await raw.run(batchOf(both), [operator]), 'INNER_TRANSACTION_FAILED')
  assert.equal(await raw.status(both[1]?.[0] ?? {}), 'INVALID_SIGNATURE')
})

const NFT = tokenId(999_999)
const id = accountId(1023)
const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const serials = times(21, (at) => toLong(BigInt(at) + 1n))
const amounts = times(12, (at) => ({ accountID: accountId(1011 + at), amount: toLong(at < 6 ? -1n : 1n) }))
const nftTransfers = times(11, (at) => ({
  senderAccountID: id,
  receiverAccountID: accountId(1024),
  serialNumber: serials[at] ?? null,
}))
const airdropIds = times(11, (at) => ({
  senderId: accountId(700_000 + at),
  receiverId: accountId(700_000),
  fungibleTokenType: NFT,
}))
const customFees = times(11, () => ({ fixedFee: { amount: toLong(1n) }, feeCollectorAccountId: accountId(700_000) }))

/** Lists that are too long. Their entries have other faults, which are reported if entries are checked first. */
const TOO_LONG: readonly (readonly [status: string, fields: proto.ITransactionBody])[] = [
  ['TRANSFER_LIST_SIZE_LIMIT_EXCEEDED', { cryptoTransfer: { transfers: { accountAmounts: amounts } } }],
  [
    'TOKEN_TRANSFER_LIST_SIZE_LIMIT_EXCEEDED',
    { cryptoTransfer: { tokenTransfers: [{ token: NFT, transfers: amounts }] } },
  ],
  ['BATCH_SIZE_LIMIT_EXCEEDED', { cryptoTransfer: { tokenTransfers: [{ token: NFT, nftTransfers }] } }],
  ['BATCH_SIZE_LIMIT_EXCEEDED', { tokenAirdrop: { tokenTransfers: [{ token: NFT, nftTransfers }] } }],
  ['BATCH_SIZE_LIMIT_EXCEEDED', { tokenUpdateNfts: { token: NFT, serialNumbers: serials } }],
  [
    'PENDING_AIRDROP_ID_LIST_TOO_LONG',
    {
      tokenClaimAirdrop: {
        pendingAirdrops: airdropIds.map((one) => ({ ...one, receiverId: one.senderId, senderId: id })),
      },
    },
  ],
  ['PENDING_AIRDROP_ID_LIST_TOO_LONG', { tokenCancelAirdrop: { pendingAirdrops: airdropIds } }],
  [
    'TOKEN_REFERENCE_LIST_SIZE_LIMIT_EXCEEDED',
    { tokenReject: { owner: accountId(700_000), rejections: times(11, (at) => ({ fungibleToken: tokenId(at + 1) })) } },
  ],
  [
    'MAX_ALLOWANCES_EXCEEDED',
    {
      cryptoApproveAllowance: {
        cryptoAllowances: times(21, (at) => ({ owner: accountId(700_000 + at), spender: id, amount: toLong(1n) })),
      },
    },
  ],
  [
    'MAX_ALLOWANCES_EXCEEDED',
    { cryptoDeleteAllowance: { nftAllowances: [{ owner: accountId(700_000), tokenId: NFT, serialNumbers: serials }] } },
  ],
  [
    'CUSTOM_FEES_LIST_TOO_LONG',
    { tokenCreation: { name: 'n', symbol: 's', treasury: accountId(1022), autoRenewPeriod, customFees } },
  ],
  [
    'BATCH_SIZE_LIMIT_EXCEEDED',
    batchOf(
      times(51, () => [
        { ...inBatch(body({ utilPrng: {} })), batchKey: { ed25519: Buffer.alloc(32) } },
        { ...operator, pair: () => ({}) },
      ]),
    ),
  ],
]

test('Lists that are too long are refused before their entries are looked at', async () => {
  for (const [status, fields] of TOO_LONG) {
    assert.equal(await raw.run({ ...body({}), ...fields }, [operator]), status, JSON.stringify(Object.keys(fields)))
  }
  const scheduledTransactionBody = { ...TOO_LONG[0]?.[1], transactionFee: toLong(10n ** 8n) }
  const scheduling = body({ scheduleCreate: { scheduledTransactionBody } as proto.IScheduleCreateTransactionBody })
  assert.equal(await raw.run(scheduling, [operator]), 'TRANSFER_LIST_SIZE_LIMIT_EXCEEDED')
})

test('Dissociating from a deleted token costs work for the NFTs held, not for all of the token', async (t) => {
  const ledger = new Ledger(undefined, systemClock)
  const listening = await listen(consensusServer(ledger, new Faults()), '127.0.0.1', 0)
  const own = new RawClient(`127.0.0.1:${listening.port}`)
  t.after(() => {
    own.close()
    listening.close()
    ledger.close()
  })
  const run = async (fields: proto.ITransactionBody, signers = [operator]) => {
    const made = body({ transactionFee: toLong(10n ** 11n), ...fields })
    assert.equal(await own.run(made, signers), 'SUCCESS')
    return own.receipt(made)
  }
  const key = { ed25519: operator.publicKey }
  const art = { name: 't', symbol: 't', treasury: accountId(1022), tokenType: 1, adminKey: key, supplyKey: key }
  const { tokenID } = await run({ tokenCreation: { ...art, autoRenewPeriod } })
  const token = tokenID ?? null
  const metadata = Array.from({ length: 10 }, () => Buffer.from('m'))
  for (let minted = 0; minted < 5; minted++) await run({ tokenMint: { token, metadata } })
  await run({ tokenAssociate: { account: accountId(1023), tokens: token ? [token] : [] } }, [operator, signerFor(1023)])
  const [senderAccountID, receiverAccountID] = [accountId(1022), accountId(1023)]
  const nftTransfers = [{ senderAccountID, receiverAccountID, serialNumber: toLong(50n) }]
  await run({ cryptoTransfer: { tokenTransfers: [{ token, nftTransfers }] } })
  await run({ tokenDeletion: { token } })
  const { mock } = t.mock.method(ledger.state, 'nft')
  await run({ tokenDissociate: { account: accountId(1023), tokens: token ? [token] : [] } }, [
    operator,
    signerFor(1023),
  ])
  assert.equal(mock.callCount(), 1)
  assert.equal(ledger.state.nft(Number(token?.tokenNum), 50n), undefined)
  assert.equal(ledger.state.nft(Number(token?.tokenNum), 49n)?.owner, 1022)
})
