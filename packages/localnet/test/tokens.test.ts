import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  AccountBalanceQuery,
  AccountCreateTransaction,
  AccountDeleteTransaction,
  type AccountId,
  Hbar,
  NftId,
  PrivateKey,
  TokenAssociateTransaction,
  TokenCreateTransaction,
  TokenDissociateTransaction,
  type TokenId,
  TokenInfoQuery,
  TokenMintTransaction,
  TokenNftInfoQuery,
  TokenSupplyType,
  TokenType,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { execute, statusOf, testNetwork } from './support/network.ts'

const network = await testNetwork({ after })
const { client, mirror } = network
const treasuryKey = PrivateKey.generateED25519()
const treasury = await newAccount(treasuryKey)

async function newAccount(key: PrivateKey, slots = 0): Promise<AccountId> {
  const create = new AccountCreateTransaction().setKeyWithoutAlias(key.publicKey).setInitialBalance(new Hbar(20))
  const { accountId } = await execute(create.setMaxAutomaticTokenAssociations(slots), client)
  assert.ok(accountId)
  return accountId
}

function tokenCreate(): TokenCreateTransaction {
  const create = new TokenCreateTransaction()
    .setTokenName('Quorum')
    .setTokenSymbol('QRM')
    .setTreasuryAccountId(treasury)
  return create.setSupplyKey(treasuryKey.publicKey)
}

async function newToken(create: TokenCreateTransaction): Promise<TokenId> {
  const { tokenId } = await execute(create, client, treasuryKey)
  assert.ok(tokenId)
  return tokenId
}

const fungible = () => newToken(tokenCreate().setDecimals(2).setInitialSupply(1000))
const nonFungible = () => newToken(tokenCreate().setTokenType(TokenType.NonFungibleUnique))

const send = (token: TokenId, to: AccountId, amount: number, decimals = 2) =>
  new TransferTransaction()
    .addTokenTransferWithDecimals(token, treasury, -amount, decimals)
    .addTokenTransferWithDecimals(token, to, amount, decimals)

test('A fungible token starts with its supply in the treasury, and every query shows the same', async () => {
  const token = await newToken(
    tokenCreate().setDecimals(2).setInitialSupply(1000).setAdminKey(treasuryKey.publicKey).setTokenMemo('m'),
  )
  const info = await new TokenInfoQuery().setTokenId(token).execute(client)
  assert.equal(info.totalSupply.toString(), '1000')
  assert.equal(info.decimals, 2)
  assert.equal(info.treasuryAccountId?.toString(), treasury.toString())
  const { json } = await mirror(`/tokens/${token}`)
  assert.equal(json.total_supply, '1000')
  assert.equal(json.type, 'FUNGIBLE_COMMON')
  assert.equal(json.treasury_account_id, treasury.toString())
  assert.equal(json.admin_key.key, treasuryKey.publicKey.toStringRaw())
  const { tokens } = await new AccountBalanceQuery().setAccountId(treasury).execute(client)
  assert.equal(tokens?.get(token)?.toString(), '1000')
})

test('A receiver must be associated, and cannot receive again after it dissociates', async () => {
  const token = await fungible()
  const key = PrivateKey.generateECDSA()
  const id = await newAccount(key)
  assert.equal(await statusOf(execute(send(token, id, 5), client, treasuryKey)), 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
  const associate = () => new TokenAssociateTransaction().setAccountId(id).setTokenIds([token])
  assert.equal(await statusOf(execute(associate(), client)), 'INVALID_SIGNATURE')
  assert.equal(await statusOf(execute(associate(), client, key)), 'SUCCESS')
  assert.equal(await statusOf(execute(associate(), client, key)), 'TOKEN_ALREADY_ASSOCIATED_TO_ACCOUNT')
  assert.equal(await statusOf(execute(send(token, id, 5), client, treasuryKey)), 'SUCCESS')
  const { json } = await mirror(`/accounts/${id}/tokens`)
  assert.equal(json.tokens[0].balance, 5)
  assert.equal(json.tokens[0].decimals, 2)
  const leave = () => new TokenDissociateTransaction().setAccountId(id).setTokenIds([token])
  assert.equal(await statusOf(execute(leave(), client, key)), 'TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES')
  const drop = new AccountDeleteTransaction().setAccountId(id).setTransferAccountId('0.0.1022')
  assert.equal(await statusOf(execute(drop, client, key)), 'TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES')
  const back = new TransferTransaction().addTokenTransfer(token, id, -5).addTokenTransfer(token, treasury, 5)
  assert.equal(await statusOf(execute(back, client, key)), 'SUCCESS')
  assert.equal(await statusOf(execute(leave(), client, key)), 'SUCCESS')
  assert.deepEqual((await mirror(`/accounts/${id}/tokens`)).json.tokens, [])
})

test('A transfer that expects other decimals is refused', async () => {
  const token = await fungible()
  const id = await newAccount(PrivateKey.generateED25519(), -1)
  assert.equal(await statusOf(execute(send(token, id, 5, 3), client, treasuryKey)), 'UNEXPECTED_TOKEN_DECIMALS')
  assert.equal(await statusOf(execute(send(token, id, 5, 2), client, treasuryKey)), 'SUCCESS')
  const { json } = await mirror(`/accounts/${id}/tokens?token.id=${token}`)
  assert.equal(json.tokens[0].automatic_association, true)
})

test('More than the balance cannot be sent, and without free slots there is no automatic association', async () => {
  const [first, second] = [await fungible(), await fungible()]
  const id = await newAccount(PrivateKey.generateED25519(), 1)
  assert.equal(await statusOf(execute(send(first, id, 1001), client, treasuryKey)), 'INSUFFICIENT_TOKEN_BALANCE')
  assert.equal(await statusOf(execute(send(first, id, 1), client, treasuryKey)), 'SUCCESS')
  assert.equal(await statusOf(execute(send(second, id, 1), client, treasuryKey)), 'NO_REMAINING_AUTOMATIC_ASSOCIATIONS')
})

test('Minting raises the supply up to its maximum', async () => {
  const create = tokenCreate().setInitialSupply(10).setSupplyType(TokenSupplyType.Finite).setMaxSupply(15)
  const token = await newToken(create)
  const mint = (amount: number) => new TokenMintTransaction().setTokenId(token).setAmount(amount)
  assert.equal(await statusOf(execute(mint(5), client)), 'INVALID_SIGNATURE')
  const { totalSupply } = await execute(mint(5), client, treasuryKey)
  assert.equal(totalSupply?.toString(), '15')
  assert.equal(await statusOf(execute(mint(1), client, treasuryKey)), 'TOKEN_MAX_SUPPLY_REACHED')
})

test('NFTs are minted, sent by their owner alone, and followed by the mirror', async () => {
  const token = await nonFungible()
  const mint = new TokenMintTransaction().setTokenId(token).setMetadata([Buffer.from('one'), Buffer.from('two')])
  const { serials } = await execute(mint, client, treasuryKey)
  assert.deepEqual(serials.map(String), ['1', '2'])
  const key = PrivateKey.generateED25519()
  const id = await newAccount(key, -1)
  const give = (serial: number, from: AccountId, to: AccountId) =>
    new TransferTransaction().addNftTransfer(token, serial, from, to)
  assert.equal(await statusOf(execute(give(1, id, treasury), client, key)), 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
  assert.equal(await statusOf(execute(give(1, treasury, id), client, treasuryKey)), 'SUCCESS')
  assert.equal(await statusOf(execute(give(1, treasury, id), client, treasuryKey)), 'SENDER_DOES_NOT_OWN_NFT_SERIAL_NO')
  assert.equal(await statusOf(execute(give(9, treasury, id), client, treasuryKey)), 'INVALID_NFT_ID')
  const [info] = await new TokenNftInfoQuery().setNftId(new NftId(token, 1)).execute(client)
  assert.equal(info?.accountId.toString(), id.toString())
  const { json } = await mirror(`/accounts/${id}/nfts`)
  assert.deepEqual(
    json.nfts.map((nft: { serial_number: number }) => nft.serial_number),
    [1],
  )
  const { json: nft } = await mirror(`/tokens/${token}/nfts/1`)
  assert.equal(nft.account_id, id.toString())
  assert.equal(Buffer.from(nft.metadata, 'base64').toString(), 'one')
  const { json: page } = await mirror(`/tokens/${token}/nfts?limit=1`)
  assert.equal(page.nfts[0].serial_number, 2)
  assert.match(page.links.next, /serialnumber=lt:2/)
})

test('Amounts of an NFT and serial numbers of a fungible token are refused', async () => {
  const [nft, coin] = [await nonFungible(), await fungible()]
  const id = await newAccount(PrivateKey.generateED25519(), -1)
  const amounts = new TransferTransaction().addTokenTransfer(nft, treasury, -1).addTokenTransfer(nft, id, 1)
  assert.equal(
    await statusOf(execute(amounts, client, treasuryKey)),
    'ACCOUNT_AMOUNT_TRANSFERS_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON',
  )
  const serial = new TransferTransaction().addNftTransfer(coin, 1, treasury, id)
  assert.equal(await statusOf(execute(serial, client, treasuryKey)), 'INVALID_NFT_ID')
})

const REFUSED_CREATIONS: [string, (create: TokenCreateTransaction) => TokenCreateTransaction][] = [
  ['MISSING_TOKEN_NAME', (create) => create.setTokenName('')],
  ['MISSING_TOKEN_SYMBOL', (create) => create.setTokenSymbol('')],
  ['TOKEN_NAME_TOO_LONG', (create) => create.setTokenName('n'.repeat(101))],
  ['TOKEN_SYMBOL_TOO_LONG', (create) => create.setTokenSymbol('s'.repeat(101))],
  ['INVALID_TOKEN_DECIMALS', (create) => create.setTokenType(TokenType.NonFungibleUnique).setDecimals(1)],
  ['INVALID_TOKEN_INITIAL_SUPPLY', (create) => create.setTokenType(TokenType.NonFungibleUnique).setInitialSupply(1)],
  ['INVALID_TOKEN_INITIAL_SUPPLY', (create) => create.setInitialSupply(-1)],
  ['INVALID_TOKEN_MAX_SUPPLY', (create) => create.setMaxSupply(1)],
  ['INVALID_TOKEN_MAX_SUPPLY', (create) => create.setSupplyType(TokenSupplyType.Finite)],
  ['TOKEN_HAS_NO_FREEZE_KEY', (create) => create.setFreezeDefault(true)],
  ['INVALID_ACCOUNT_ID', (create) => create.setTreasuryAccountId('123.456.789')],
  ['INVALID_AUTORENEW_ACCOUNT', (create) => create.setAutoRenewAccountId('0.0.999999')],
  ['INVALID_RENEWAL_PERIOD', (create) => create.setAutoRenewPeriod(2_591_999)],
  ['MEMO_TOO_LONG', (create) => create.setTokenMemo('m'.repeat(101))],
]

for (const [status, change] of REFUSED_CREATIONS) {
  test(`A token is not created: ${status} for ${change
    .toString()
    .replace(/^.*=> create/, '')
    .slice(0, 60)}`, async () => {
    assert.equal(await statusOf(execute(change(tokenCreate()), client, treasuryKey)), status)
  })
}

test('A token with KYC keeps accounts out until it is granted, and one frozen by default too', async () => {
  const id = await newAccount(PrivateKey.generateED25519(), -1)
  const kyc = await newToken(tokenCreate().setDecimals(2).setInitialSupply(10).setKycKey(treasuryKey.publicKey))
  assert.equal(await statusOf(execute(send(kyc, id, 1), client, treasuryKey)), 'ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN')
  const frozen = tokenCreate()
    .setDecimals(2)
    .setInitialSupply(10)
    .setFreezeKey(treasuryKey.publicKey)
    .setFreezeDefault(true)
  assert.equal(
    await statusOf(execute(send(await newToken(frozen), id, 1), client, treasuryKey)),
    'ACCOUNT_FROZEN_FOR_TOKEN',
  )
})
