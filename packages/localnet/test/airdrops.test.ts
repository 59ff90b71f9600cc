import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  AccountCreateTransaction,
  AccountDeleteTransaction,
  type AccountId,
  CustomFixedFee,
  CustomFractionalFee,
  CustomRoyaltyFee,
  Hbar,
  NftId,
  PendingAirdropId,
  PrivateKey,
  TokenAirdropTransaction,
  TokenCancelAirdropTransaction,
  TokenClaimAirdropTransaction,
  type TokenId,
  TokenRejectTransaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { type Localnet, localnet } from '../src/index.ts'
import { clientOf, execute, testNetwork } from './support/network.ts'
import { TokenHarness } from './support/tokens.ts'

const network = await testNetwork({ after })
const { client, mirror } = network
const harness = await TokenHarness.on(network)

const ledgerOf = (net: Localnet) => ({ client: clientOf(net) })

const airdrop = (token: TokenId, to: AccountId, amount: number, from = harness.treasury) =>
  new TokenAirdropTransaction().addTokenTransfer(token, from, -amount).addTokenTransfer(token, to, amount)
const amountId = (token: TokenId, to: AccountId, from = harness.treasury) =>
  new PendingAirdropId({ senderId: from, receiverId: to, tokenId: token })
const nftId = (token: TokenId, serial: number, to: AccountId) =>
  new PendingAirdropId({ senderId: harness.treasury, receiverId: to, nftId: new NftId(token, serial) })
const claim = (...ids: PendingAirdropId[]) => new TokenClaimAirdropTransaction({ pendingAirdropIds: ids })
const cancel = (...ids: PendingAirdropId[]) => new TokenCancelAirdropTransaction({ pendingAirdropIds: ids })

test('Receivers with a free slot get a token at once; for others the airdrops stay pending and add up', async () => {
  const token = await harness.newToken()
  const [open, closed] = [await harness.newAccount(1), await harness.newAccount(0)]
  const both = airdrop(token, open, 5).addTokenTransfer(token, harness.treasury, -7).addTokenTransfer(token, closed, 7)
  const record = await harness.record(both)
  assert.equal(await harness.balance(open, token), 5)
  assert.equal(await harness.balance(closed, token), 0)
  assert.equal(record.newPendingAirdrops.length, 1)
  const again = await harness.record(airdrop(token, closed, 3))
  assert.equal(again.newPendingAirdrops[0]?.amount.toString(), '10')
  const { json: given } = await mirror(`/accounts/${harness.treasury}/airdrops/outstanding?token.id=${token}`)
  const { json: waiting } = await mirror(`/accounts/${closed}/airdrops/pending`)
  assert.deepEqual(given, waiting)
  const [entry] = waiting.airdrops
  assert.deepEqual([entry.amount, entry.serial_number, entry.token_id], [10, null, `${token}`])
  assert.deepEqual([entry.sender_id, entry.receiver_id], [`${harness.treasury}`, `${closed}`])
})

test('The receiver claims without a free slot, once, and signs for it', async () => {
  const [token, art] = [await harness.newToken(), await harness.newNfts(2)]
  const otherKey = PrivateKey.generateED25519()
  const create = new AccountCreateTransaction().setKeyWithoutAlias(otherKey.publicKey).setInitialBalance(new Hbar(1))
  const { accountId: receiver } = await execute(create, client)
  assert.ok(receiver)
  await harness.run(airdrop(token, receiver, 4).addNftTransfer(new NftId(art, 2), harness.treasury, receiver))
  const ids = [amountId(token, receiver), nftId(art, 2, receiver)]
  assert.equal(await harness.status(claim(...ids)), 'INVALID_SIGNATURE')
  assert.equal(await harness.status(claim(...ids), otherKey), 'SUCCESS')
  assert.equal(await harness.status(claim(...ids), otherKey), 'INVALID_PENDING_AIRDROP_ID')
  assert.equal(await harness.balance(receiver, token), 4)
  assert.equal((await mirror(`/tokens/${art}/nfts/2`)).json.account_id, `${receiver}`)
  const { json } = await mirror(`/accounts/${receiver}/tokens`)
  assert.deepEqual(
    json.tokens.map((t: { automatic_association: boolean }) => t.automatic_association),
    [false, false],
  )
  assert.deepEqual((await mirror(`/accounts/${receiver}/airdrops/pending`)).json.airdrops, [])
})

test('Pending airdrops are not reserved: a claim fails if the sender no longer has the tokens', async () => {
  const [token, art] = [await harness.newToken(), await harness.newNfts(1)]
  const [receiver, other] = [await harness.newAccount(0), await harness.newAccount()]
  await harness.run(airdrop(token, receiver, 900))
  await harness.run(harness.transfer(token, harness.treasury, other, 200))
  assert.equal(await harness.status(claim(amountId(token, receiver))), 'INSUFFICIENT_TOKEN_BALANCE')
  const nft = () => new TokenAirdropTransaction().addNftTransfer(new NftId(art, 1), harness.treasury, receiver)
  await harness.run(nft())
  assert.equal(await harness.status(nft()), 'PENDING_NFT_AIRDROP_ALREADY_EXISTS')
  await harness.run(new TransferTransaction().addNftTransfer(art, 1, harness.treasury, other))
  assert.equal(await harness.status(claim(nftId(art, 1, receiver))), 'SENDER_DOES_NOT_OWN_NFT_SERIAL_NO')
})

test('The sender takes back what was not claimed, and cannot be deleted before', async () => {
  const token = await harness.newToken()
  const [sender, receiver] = [await harness.newAccount(), await harness.newAccount(0)]
  await harness.run(harness.transfer(token, harness.treasury, sender, 10))
  await harness.run(airdrop(token, receiver, 10, sender))
  await harness.run(harness.transfer(token, sender, harness.treasury, 10))
  const end = () => new AccountDeleteTransaction().setAccountId(sender).setTransferAccountId(harness.treasury)
  assert.equal(await harness.status(end()), 'ACCOUNT_HAS_PENDING_AIRDROPS')
  assert.equal(await harness.statusSigned(cancel(amountId(token, receiver, sender))), 'INVALID_SIGNATURE')
  assert.equal(await harness.status(cancel(amountId(token, receiver, sender))), 'SUCCESS')
  assert.equal(await harness.status(cancel(amountId(token, receiver, sender))), 'INVALID_PENDING_AIRDROP_ID')
  assert.equal(await harness.status(end()), 'SUCCESS')
})

test('Airdrops to receivers that require a signature stay pending', async () => {
  const token = await harness.newToken()
  const key = PrivateKey.generateED25519()
  const create = new AccountCreateTransaction().setKeyWithoutAlias(key.publicKey).setReceiverSignatureRequired(true)
  const { accountId: shy } = await execute(create.setMaxAutomaticTokenAssociations(-1), client, key)
  assert.ok(shy)
  assert.equal(await harness.status(airdrop(token, shy, 1)), 'SUCCESS')
  assert.equal(await harness.balance(shy, token), 0)
  assert.equal(await harness.status(airdrop(token, shy, 2), key), 'SUCCESS')
  assert.equal(await harness.balance(shy, token), 2)
  assert.equal(await harness.status(claim(amountId(token, shy)), key), 'SUCCESS')
  assert.equal(await harness.balance(shy, token), 3)
})

test('Custom fees are paid with the airdrop, not with the claim', async () => {
  const [sender, collector, receiver] = [
    await harness.newAccount(),
    await harness.newAccount(),
    await harness.newAccount(0),
  ]
  const hbar = new CustomFixedFee().setHbarAmount(Hbar.fromTinybars(40)).setFeeCollectorAccountId(collector)
  const tenth = new CustomFractionalFee().setNumerator(1).setDenominator(10).setFeeCollectorAccountId(collector)
  const token = await harness.newToken((create) => create.setCustomFees([hbar, tenth]))
  await harness.run(harness.transfer(token, harness.treasury, sender, 100))
  const record = await harness.record(airdrop(token, receiver, 100, sender))
  assert.deepEqual(record.assessedCustomFees.map(({ amount }) => Number(amount)).sort(), [10, 40])
  assert.equal(await harness.balance(collector, token), 10)
  assert.equal(record.newPendingAirdrops[0]?.amount.toString(), '90')
  const claimed = await harness.record(claim(amountId(token, receiver, sender)))
  assert.deepEqual(claimed.assessedCustomFees, [])
  assert.equal(await harness.balance(receiver, token), 90)
  assert.equal(await harness.balance(sender, token), 0)
})

test('An airdrop of an NFT is refused if the receiver would owe a royalty', async () => {
  const [collector, receiver] = [await harness.newAccount(), await harness.newAccount(0)]
  const royalty = new CustomRoyaltyFee().setNumerator(1).setDenominator(2).setFeeCollectorAccountId(collector)
  const fees = [royalty.setFallbackFee(new CustomFixedFee().setHbarAmount(new Hbar(1)))]
  const art = await harness.newNfts(2, (create) => create.setCustomFees(fees))
  await harness.run(new TransferTransaction().addNftTransfer(art, 1, harness.treasury, collector))
  const gift = (to: AccountId) => new TokenAirdropTransaction().addNftTransfer(new NftId(art, 1), collector, to)
  assert.equal(await harness.status(gift(receiver)), 'TOKEN_AIRDROP_WITH_FALLBACK_ROYALTY')
  assert.equal(await harness.status(gift(harness.treasury)), 'SUCCESS')
})

test('An airdrop by the hundred is listed in pages that continue', async () => {
  const [receiver, art] = [await harness.newAccount(0), await harness.newNfts(5)]
  const token = await harness.newToken()
  await harness.run(airdrop(token, receiver, 1))
  for (const serial of [1, 2, 3, 4, 5])
    await harness.run(new TokenAirdropTransaction().addNftTransfer(new NftId(art, serial), harness.treasury, receiver))
  const seen: string[] = []
  for (let next: string | null = `/accounts/${receiver}/airdrops/pending?limit=2`; next; ) {
    const { json } = await mirror(next.replace('/api/v1', ''))
    seen.push(
      ...json.airdrops.map((a: { token_id: string; serial_number: number }) => `${a.token_id}/${a.serial_number}`),
    )
    next = json.links.next
  }
  const nfts = [1, 2, 3, 4, 5].map((serial) => `${art}/${serial}`)
  assert.deepEqual(seen, [...nfts, `${token}/null`])
})

test('Pending airdrops and custom fees outlive the process', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'localnet-airdrops-'))
  t.after(() => rmSync(dataDir, { recursive: true }))
  const first = await localnet({ ports: {}, dataDir })
  const before = await TokenHarness.on(ledgerOf(first))
  const [receiver, collector] = [await before.newAccount(0), await before.newAccount()]
  const fee = new CustomFixedFee().setHbarAmount(Hbar.fromTinybars(9)).setFeeCollectorAccountId(collector)
  const token = await before.newToken((create) => create.setCustomFees([fee]))
  await before.run(airdrop(token, receiver, 6, before.treasury))
  before.network.client.close()
  await first.close()
  const second = await localnet({ ports: {}, dataDir })
  const network = ledgerOf(second)
  const later = new TokenHarness(network, before.key)
  assert.equal(await later.status(claim(amountId(token, receiver, before.treasury))), 'SUCCESS')
  const { assessedCustomFees } = await later.record(later.transfer(token, receiver, before.treasury, 6))
  assert.equal(assessedCustomFees[0]?.amount?.toString(), '9')
  network.client.close()
  await second.close()
})

test('Rejected tokens go back to the treasury, free of custom fees', async () => {
  const [collector, owner] = [await harness.newAccount(), await harness.newAccount()]
  const fee = new CustomFixedFee().setHbarAmount(new Hbar(1)).setFeeCollectorAccountId(collector)
  const token = await harness.newToken((create) => create.setCustomFees([fee]))
  const art = await harness.newNfts(1)
  await harness.run(harness.transfer(token, harness.treasury, owner, 30))
  await harness.run(new TransferTransaction().addNftTransfer(art, 1, harness.treasury, owner))
  const reject = () => new TokenRejectTransaction().setOwnerId(owner).addTokenId(token).addNftId(new NftId(art, 1))
  assert.equal(await harness.statusSigned(reject()), 'INVALID_SIGNATURE')
  const { assessedCustomFees } = await harness.record(reject())
  assert.deepEqual(assessedCustomFees, [])
  assert.equal(await harness.balance(harness.treasury, token), 1000)
  assert.equal((await mirror(`/tokens/${art}/nfts/1`)).json.account_id, `${harness.treasury}`)
  assert.equal(
    await harness.status(new TokenRejectTransaction().setOwnerId(owner).addTokenId(token)),
    'INSUFFICIENT_TOKEN_BALANCE',
  )
  const { json } = await mirror(`/accounts/${owner}/tokens`)
  assert.equal(json.tokens.length, 2)
})
