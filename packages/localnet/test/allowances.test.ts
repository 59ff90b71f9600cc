import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  AccountAllowanceApproveTransaction,
  AccountAllowanceDeleteTransaction,
  AccountCreateTransaction,
  type AccountId,
  Hbar,
  NftId,
  PrivateKey,
  TokenAssociateTransaction,
  TokenCreateTransaction,
  type TokenId,
  TokenMintTransaction,
  TokenType,
  type Transaction,
  TransactionId,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { execute, statusOf, testNetwork } from './support/network.ts'

const network = await testNetwork({ after })
const { client, mirror } = network
const [ownerKey, spenderKey, otherKey] = [0, 1, 2].map(() => PrivateKey.generateED25519()) as [
  PrivateKey,
  PrivateKey,
  PrivateKey,
]

async function account(key: PrivateKey): Promise<AccountId> {
  const create = new AccountCreateTransaction().setKeyWithoutAlias(key.publicKey).setInitialBalance(new Hbar(50))
  const { accountId } = await execute(create.setMaxAutomaticTokenAssociations(-1), client)
  assert.ok(accountId)
  return accountId
}

const [owner, spender, other] = [await account(ownerKey), await account(spenderKey), await account(otherKey)]

/** Executes a transaction that a spender pays for, and that only the spender signs. Returns its status. */
const by = (id: AccountId, key: PrivateKey, transaction: Transaction) =>
  statusOf(execute(transaction.setTransactionId(TransactionId.generate(id)), client, key))

const approve = () => new AccountAllowanceApproveTransaction()
const takeHbar = (hbar: number) =>
  new TransferTransaction().addApprovedHbarTransfer(owner, new Hbar(-hbar)).addHbarTransfer(other, new Hbar(hbar))

async function token(type: TokenType): Promise<TokenId> {
  const create = new TokenCreateTransaction()
    .setTokenName('t')
    .setTokenSymbol('t')
    .setTokenType(type)
    .setTreasuryAccountId(owner)
    .setSupplyKey(ownerKey.publicKey)
  if (type === TokenType.FungibleCommon) create.setInitialSupply(1000)
  const { tokenId } = await execute(create, client, ownerKey)
  assert.ok(tokenId)
  return tokenId
}

test('Only the approved spender spends hbar, up to the allowance', async () => {
  const grant = approve().approveHbarAllowance(owner, spender, new Hbar(3))
  assert.equal(await statusOf(execute(grant, client)), 'INVALID_SIGNATURE')
  await execute(approve().approveHbarAllowance(owner, spender, new Hbar(3)), client, ownerKey)
  assert.equal(await by(other, otherKey, takeHbar(1)), 'SPENDER_DOES_NOT_HAVE_ALLOWANCE')
  assert.equal(await by(spender, spenderKey, takeHbar(4)), 'AMOUNT_EXCEEDS_ALLOWANCE')
  assert.equal(await by(spender, spenderKey, takeHbar(2)), 'SUCCESS')
  const { json } = await mirror(`/accounts/${owner}/allowances/crypto`)
  const { amount, amount_granted, spender: to } = json.allowances[0]
  assert.deepEqual([amount, amount_granted, to], [100_000_000, 300_000_000, spender.toString()])
  const { json: list } = await mirror(`/transactions?account.id=${other}&type=credit&limit=1`)
  const taken = list.transactions[0].transfers.find((t: { account: string }) => t.account === owner.toString())
  assert.deepEqual([taken.amount, taken.is_approval], [-200_000_000, true])
  assert.equal(await by(spender, spenderKey, takeHbar(1)), 'SUCCESS')
  assert.equal(await by(spender, spenderKey, takeHbar(1)), 'SPENDER_DOES_NOT_HAVE_ALLOWANCE')
  assert.deepEqual((await mirror(`/accounts/${owner}/allowances/crypto`)).json.allowances, [])
})

test('A token is spent up to the allowance', async () => {
  const id = await token(TokenType.FungibleCommon)
  await execute(approve().approveTokenAllowance(id, owner, spender, 10), client, ownerKey)
  const take = (amount: number) =>
    new TransferTransaction().addApprovedTokenTransfer(id, owner, -amount).addTokenTransfer(id, other, amount)
  assert.equal(await by(spender, spenderKey, take(11)), 'AMOUNT_EXCEEDS_ALLOWANCE')
  assert.equal(await by(spender, spenderKey, take(4)), 'SUCCESS')
  const { json } = await mirror(`/accounts/${owner}/allowances/tokens?spender.id=${spender}&token.id=${id}`)
  assert.deepEqual([json.allowances[0].amount, json.allowances[0].amount_granted], [6, 10])
  const { json: credits } = await mirror(`/transactions?account.id=${other}&type=credit&limit=1`)
  assert.equal(credits.transactions[0].token_transfers[0].token_id, id.toString())
  await execute(approve().approveTokenAllowance(id, owner, spender, 0), client, ownerKey)
  assert.equal(await by(spender, spenderKey, take(1)), 'SPENDER_DOES_NOT_HAVE_ALLOWANCE')
})

test('A spender is approved for one NFT or all of a token, and may delegate single ones', async () => {
  const id = await token(TokenType.NonFungibleUnique)
  const metadata = [1, 2, 3, 4].map((n) => Buffer.from([n]))
  await execute(new TokenMintTransaction().setTokenId(id).setMetadata(metadata), client, ownerKey)
  const nft = (serial: number) => new NftId(id, serial)
  const take = (serial: number) => new TransferTransaction().addApprovedNftTransfer(nft(serial), owner, other)
  await execute(approve().approveTokenNftAllowance(nft(1), owner, spender), client, ownerKey)
  assert.equal((await mirror(`/tokens/${id}/nfts/1`)).json.spender, spender.toString())
  assert.equal(await by(spender, spenderKey, take(2)), 'SPENDER_DOES_NOT_HAVE_ALLOWANCE')
  assert.equal(await by(spender, spenderKey, take(1)), 'SUCCESS')
  assert.equal((await mirror(`/tokens/${id}/nfts/1`)).json.spender, null)
  const pass = () => approve().approveTokenNftAllowanceWithDelegatingSpender(nft(2), owner, other, spender)
  const refused = 'DELEGATING_SPENDER_DOES_NOT_HAVE_APPROVE_FOR_ALL'
  assert.equal(await by(spender, spenderKey, pass()), refused)
  await execute(approve().approveTokenNftAllowanceAllSerials(id, owner, spender), client, ownerKey)
  assert.equal(await by(spender, spenderKey, pass()), 'SUCCESS')
  const { json } = await mirror(`/tokens/${id}/nfts/2`)
  assert.deepEqual([json.spender, json.delegating_spender], [other.toString(), spender.toString()])
  assert.equal(await by(other, otherKey, take(2)), 'SUCCESS')
  assert.equal(await by(spender, spenderKey, take(3)), 'SUCCESS')
  const given = await mirror(`/accounts/${spender}/allowances/nfts?owner=false`)
  assert.deepEqual(given.json.allowances[0].token_id, id.toString())
  assert.equal((await mirror(`/accounts/${owner}/allowances/nfts`)).json.allowances.length, 1)
})

test('The spender of an NFT is revoked', async () => {
  const id = await token(TokenType.NonFungibleUnique)
  await execute(new TokenMintTransaction().setTokenId(id).setMetadata([Buffer.from([1])]), client, ownerKey)
  const nft = new NftId(id, 1)
  await execute(approve().approveTokenNftAllowance(nft, owner, spender), client, ownerKey)
  const take = () => new AccountAllowanceDeleteTransaction().deleteAllTokenNftAllowances(nft, owner)
  assert.equal(await statusOf(execute(take(), client)), 'INVALID_SIGNATURE')
  assert.equal(await statusOf(execute(take(), client, ownerKey)), 'SUCCESS')
  assert.equal((await mirror(`/tokens/${id}/nfts/1`)).json.spender, null)
})

test('Allowances come in pages that, put together, are all of them', async () => {
  const ids = [await token(TokenType.FungibleCommon), await token(TokenType.FungibleCommon)]
  for (const id of ids) {
    const associate = new TokenAssociateTransaction().setAccountId(spender).setTokenIds([id])
    await execute(associate, client, spenderKey)
    const both = approve().approveTokenAllowance(id, owner, spender, 1).approveTokenAllowance(id, owner, other, 1)
    await execute(both, client, ownerKey)
  }
  const whole = (await mirror(`/accounts/${owner}/allowances/tokens`)).json.allowances
  const pages: object[] = []
  let next = `/accounts/${owner}/allowances/tokens?limit=1`
  while (next) {
    const { json } = await mirror(next)
    pages.push(...json.allowances)
    next = json.links.next?.replace('/api/v1', '')
  }
  assert.equal(whole.length, 4)
  assert.deepEqual(pages, whole)
})

test('No more than twenty grants are in a transaction, and no more than a hundred from an owner', async () => {
  const grants = (from: number, count: number) => {
    const transaction = approve().setMaxTransactionFee(new Hbar(20))
    for (let i = 0; i < count; i++) transaction.approveHbarAllowance(owner, `0.0.${from + i}`, 1)
    return transaction
  }
  assert.equal(await statusOf(execute(grants(20, 21), client, ownerKey)), 'MAX_ALLOWANCES_EXCEEDED')
  const { length } = (await mirror(`/accounts/${owner}/allowances/tokens`)).json.allowances
  const nfts = (await mirror(`/accounts/${owner}/allowances/nfts`)).json.allowances.length
  const free = 100 - length - nfts
  for (let given = 0; given < free; given += 20)
    assert.equal(await statusOf(execute(grants(1 + given, Math.min(20, free - given)), client, ownerKey)), 'SUCCESS')
  assert.equal(await statusOf(execute(grants(1002, 1), client, ownerKey)), 'MAX_ALLOWANCES_EXCEEDED')
})
