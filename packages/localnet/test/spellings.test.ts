import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { proto } from '@hiero-ledger/proto'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { accountId, longZeroAddress, tokenId } from '../src/protocol/ids.ts'
import { nanosOf, timestampText } from '../src/protocol/time.ts'
import { testNetwork } from './support/network.ts'
import { body, RawClient, signerFor } from './support/raw.ts'

/** An id, a list or a time means the same, however it is spelled. */
const network = await testNetwork({ after })
const raw = new RawClient(network.grpc)
after(() => raw.close())
const signers = [1022, 1023].map(signerFor)
const key = { ed25519: signerFor(1023).publicKey }
const [owner, receiver] = [accountId(1022), accountId(1023)]
const autoRenewPeriod = { seconds: toLong(7_776_000n) }
const zero = { shardNum: toLong(0n), realmNum: toLong(0n) }

async function done(fields: proto.ITransactionBody): Promise<proto.ITransactionReceipt> {
  const transaction = body({ transactionFee: toLong(10n ** 11n), ...fields })
  assert.equal(await raw.run(transaction, signers), 'SUCCESS')
  return raw.receipt(transaction)
}
const run = (fields: proto.ITransactionBody): Promise<string> => raw.run(body(fields), signers)
const addressOf = (num: number): proto.IAccountID => ({ alias: longZeroAddress(num) })

const creation = { name: 't', symbol: 't', treasury: owner, supplyKey: key, autoRenewPeriod }
const { tokenID: coin } = await done({ tokenCreation: { ...creation, initialSupply: toLong(100n) } })
const { tokenID: art } = await done({ tokenCreation: { ...creation, tokenType: 1 } })
const { accountID: waiting } = await done({ cryptoCreateAccount: { key, autoRenewPeriod } })
assert.ok(coin && art && waiting)
await done({ tokenMint: { token: art, metadata: [Buffer.from('1'), Buffer.from('2')] } })
const paid = (from: proto.IAccountID, to: proto.IAccountID, amount = 10n) => [
  { accountID: from, amount: toLong(-amount) },
  { accountID: to, amount: toLong(amount) },
]
await done({ tokenAirdrop: { tokenTransfers: [{ token: coin, transfers: paid(owner, waiting) }] } })

const airdrop = { senderId: owner, receiverId: waiting, fungibleTokenType: coin }
const SAME: readonly proto.IPendingAirdropId[] = [
  { ...airdrop, fungibleTokenType: { ...zero, ...coin } },
  { ...airdrop, senderId: { ...owner, ...zero } },
  { ...airdrop, receiverId: { ...waiting, ...zero } },
  { ...airdrop, senderId: addressOf(1022) },
  { ...airdrop, receiverId: addressOf(Number(waiting.accountNum)) },
]

test('An airdrop is claimed or cancelled once, however its id is spelled a second time', async () => {
  for (const again of SAME) {
    const pendingAirdrops = [airdrop, again]
    assert.equal(await run({ tokenClaimAirdrop: { pendingAirdrops } }), 'PENDING_AIRDROP_ID_REPEATED')
    assert.equal(await run({ tokenCancelAirdrop: { pendingAirdrops } }), 'PENDING_AIRDROP_ID_REPEATED')
  }
  const { fungibleTokenType: token_ID, ...parties } = airdrop
  const asNft = { ...parties, nonFungibleToken: { token_ID, serialNumber: toLong(0n) } }
  assert.equal(await run({ tokenClaimAirdrop: { pendingAirdrops: [asNft] } }), 'INVALID_PENDING_AIRDROP_ID')
})

test('A list that names an account twice, by its number and by an alias, is refused', async () => {
  const repeated = 'ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS'
  const twice = [...paid(owner, receiver), ...paid(addressOf(1022), addressOf(1023))]
  assert.equal(await run({ cryptoTransfer: { transfers: { accountAmounts: twice } } }), repeated)
  assert.equal(await run({ cryptoTransfer: { tokenTransfers: [{ token: coin, transfers: twice }] } }), repeated)
  const nftTransfers = [{ senderAccountID: owner, receiverAccountID: addressOf(1022), serialNumber: toLong(1n) }]
  assert.equal(await run({ cryptoTransfer: { tokenTransfers: [{ token: art, nftTransfers }] } }), repeated)
  assert.equal(await run({ tokenAirdrop: { tokenTransfers: [{ token: art, nftTransfers }] } }), repeated)
  const tokens = [coin, { ...zero, ...coin }]
  assert.equal(await run({ tokenAssociate: { account: receiver, tokens } }), 'TOKEN_ID_REPEATED_IN_TOKEN_LIST')
})

test("Two aliases of an airdrop's sender count as two senders", async () => {
  const nftTransfers = [1022, 1023].map((num, i) => ({
    senderAccountID: addressOf(num),
    receiverAccountID: waiting,
    serialNumber: toLong(BigInt(i + 1)),
  }))
  const status = await run({ tokenAirdrop: { tokenTransfers: [{ token: art, nftTransfers }] } })
  assert.equal(status, 'AIRDROP_CONTAINS_MULTIPLE_SENDERS_FOR_A_TOKEN')
})

test('Two limits of one payer are a repetition; limits of two aliases are those of two accounts', async () => {
  const { topicID } = await done({ consensusCreateTopic: { autoRenewPeriod } })
  const limit = (id: proto.IAccountID) => ({ accountId: id, fees: [{ amount: toLong(1n) }] })
  const submit = (...ids: proto.IAccountID[]) =>
    run({
      consensusSubmitMessage: { topicID: topicID ?? null, message: Buffer.from('m') },
      maxCustomFees: ids.map(limit),
    })
  assert.equal(await submit(owner, { ...zero, ...owner }), 'DUPLICATE_ACCOUNT_ID_IN_MAX_CUSTOM_FEE_LIST')
  assert.equal(await submit(addressOf(1023), addressOf(1024)), 'SUCCESS')
})

test('Identical schedules are found, however their ids are spelled', async () => {
  const schedule = (from: proto.IAccountID, memo: string) => ({
    scheduleCreate: {
      memo,
      scheduledTransactionBody: { memo: '', cryptoTransfer: { transfers: { accountAmounts: paid(from, owner) } } },
    },
  })
  const other = accountId(1024)
  assert.equal(await run(schedule(other, 'm')), 'SUCCESS')
  assert.equal(await run(schedule({ ...zero, ...other }, 'm')), 'IDENTICAL_SCHEDULE_ALREADY_CREATED')
})

test('Nanos beyond a second are clamped to the same valid start everywhere', async () => {
  for (const nanos of [-1, -2_147_483_648, 1_000_000_000, 2_147_483_647]) {
    const fields = body({ cryptoTransfer: { transfers: { accountAmounts: paid(owner, receiver, 1n) } } })
    const seconds = toLong(BigInt(Math.floor(Date.now() / 1000) - 30 - (nanos % 7)))
    const transactionValidStart = { seconds, nanos }
    const transaction = { ...fields, transactionID: { accountID: { ...zero, ...owner }, transactionValidStart } }
    assert.equal(await raw.run(transaction, signers), 'SUCCESS')
    const clamped = { seconds, nanos: nanos < 0 ? 0 : 999_999_999 }
    const transactionID = { accountID: owner, transactionValidStart: clamped }
    assert.equal(await raw.status({ transactionID }), 'SUCCESS')
    assert.equal(await raw.run({ ...transaction, transactionID }, signers), 'DUPLICATE_TRANSACTION')
    const text = timestampText(nanosOf(clamped))
    const { json } = await network.mirror(`/transactions/0.0.1022-${text.replace('.', '-')}`)
    assert.equal(json.transactions[0].valid_start_timestamp, text)
  }
})

test('a token is not found in another shard', async () => {
  const elsewhere = { shardNum: toLong(1n), ...tokenId(Number(coin.tokenNum)) }
  assert.equal(await run({ tokenMint: { token: elsewhere, amount: toLong(1n) } }), 'INVALID_TOKEN_ID')
})
