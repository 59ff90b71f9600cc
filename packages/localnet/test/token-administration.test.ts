import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  AccountInfoQuery,
  type Key,
  KeyList,
  NftId,
  PrivateKey,
  TokenBurnTransaction,
  TokenDeleteTransaction,
  TokenDissociateTransaction,
  TokenFreezeTransaction,
  TokenGrantKycTransaction,
  type TokenId,
  TokenInfoQuery,
  TokenKeyValidation,
  TokenNftInfoQuery,
  TokenPauseTransaction,
  TokenRevokeKycTransaction,
  TokenUnfreezeTransaction,
  TokenUnpauseTransaction,
  TokenUpdateNftsTransaction,
  TokenUpdateTransaction,
  TokenWipeTransaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { testNetwork } from './support/network.ts'
import { TokenHarness } from './support/tokens.ts'

const network = await testNetwork({ after })
const { client, mirror } = network
const harness = await TokenHarness.on(network)
const holder = await harness.newAccount()
const NO_KEY = new KeyList()

const update = (token: TokenId) => new TokenUpdateTransaction().setTokenId(token)
const infoOf = (token: TokenId) => new TokenInfoQuery().setTokenId(token).execute(client)
const frozen = (token: TokenId) => new TokenFreezeTransaction().setTokenId(token).setAccountId(holder)
const unfrozen = (token: TokenId) => new TokenUnfreezeTransaction().setTokenId(token).setAccountId(holder)

async function heldToken(): Promise<TokenId> {
  const token = await harness.newToken()
  await harness.run(harness.transfer(token, harness.treasury, holder, 100))
  return token
}

test('A frozen account neither sends nor receives, until it is unfrozen', async () => {
  const token = await heldToken()
  assert.equal(await harness.statusSigned(frozen(token)), 'INVALID_SIGNATURE')
  assert.equal(await harness.status(frozen(token)), 'SUCCESS')
  assert.equal(await harness.status(frozen(token)), 'SUCCESS')
  for (const [from, to] of [
    [holder, harness.treasury],
    [harness.treasury, holder],
  ] as const)
    assert.equal(await harness.status(harness.transfer(token, from, to, 1)), 'ACCOUNT_FROZEN_FOR_TOKEN')
  const { json } = await mirror(`/accounts/${holder}/tokens?token.id=${token}`)
  assert.equal(json.tokens[0].freeze_status, 'FROZEN')
  const { tokenRelationships } = await new AccountInfoQuery().setAccountId(holder).execute(client)
  assert.equal(tokenRelationships.get(token)?.isFrozen, true)
  const leave = new TokenDissociateTransaction().setAccountId(holder).setTokenIds([token])
  assert.equal(await harness.status(leave), 'ACCOUNT_FROZEN_FOR_TOKEN')
  assert.equal(await harness.status(unfrozen(token)), 'SUCCESS')
  assert.equal(await harness.status(harness.transfer(token, holder, harness.treasury, 1)), 'SUCCESS')
})

test('Granting KYC lets an account use a token, and revoking it ends that', async () => {
  const token = await harness.newToken((create) => create.setKycKey(harness.key.publicKey))
  assert.equal(
    await harness.status(harness.transfer(token, harness.treasury, holder, 1)),
    'ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN',
  )
  const grant = () => new TokenGrantKycTransaction().setTokenId(token).setAccountId(holder)
  assert.equal(await harness.status(grant()), 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
  await harness.associate(holder, token)
  assert.equal(await harness.status(grant()), 'SUCCESS')
  assert.equal(await harness.status(harness.transfer(token, harness.treasury, holder, 1)), 'SUCCESS')
  const { json } = await mirror(`/accounts/${holder}/tokens?token.id=${token}`)
  assert.equal(json.tokens[0].kyc_status, 'GRANTED')
  const revoke = new TokenRevokeKycTransaction().setTokenId(token).setAccountId(holder)
  assert.equal(await harness.status(revoke), 'SUCCESS')
  assert.equal(
    await harness.status(harness.transfer(token, holder, harness.treasury, 1)),
    'ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN',
  )
})

test('Past holders and balances are available for any moment, including ended associations', async () => {
  const [token, art] = [await heldToken(), await harness.newNfts(2)]
  await harness.run(new TransferTransaction().addNftTransfer(art, 2, harness.treasury, holder))
  const { json: then } = await mirror(`/transactions?limit=1`)
  const moment = then.transactions[0].consensus_timestamp
  const back = harness.transfer(token, holder, harness.treasury, 100)
  await harness.run(back.addNftTransfer(art, 2, holder, harness.treasury))
  await harness.run(new TokenDissociateTransaction().setAccountId(holder).setTokenIds([token, art]))
  const heldAt = async (id: TokenId, time: string): Promise<unknown[]> => {
    const { json } = await mirror(`/tokens/${id}/balances?account.id=${holder}${time}`)
    return json.balances.map(({ balance }: { balance: number }) => balance)
  }
  for (const [id, balance] of [
    [token, 100],
    [art, 1],
  ] as const) {
    assert.deepEqual(await heldAt(id, `&timestamp=${moment}`), [balance])
    assert.deepEqual(await heldAt(id, ''), [])
    const { json } = await mirror(`/accounts/${holder}?timestamp=${moment}`)
    const found = json.balance.tokens.find((one: { token_id: string }) => one.token_id === `${id}`)
    assert.equal(found.balance, balance)
  }
  const { publicKey } = harness.key
  const { json } = await mirror(`/tokens/${token}/balances?account.publickey=${publicKey.toStringRaw()}`)
  assert.deepEqual(json.balances, [{ account: `${harness.treasury}`, balance: 1000, decimals: 0 }])
  const { json: none } = await mirror(`/tokens/${token}/balances?account.id=0.0.987654321`)
  assert.deepEqual(none, { timestamp: null, balances: [], links: { next: null } }, 'the rows tell the time')
})

test('Nothing moves while a token is paused', async () => {
  const token = await heldToken()
  assert.equal(await harness.status(new TokenPauseTransaction().setTokenId(token)), 'SUCCESS')
  assert.equal((await mirror(`/tokens/${token}`)).json.pause_status, 'PAUSED')
  assert.equal(await harness.status(harness.transfer(token, holder, harness.treasury, 1)), 'TOKEN_IS_PAUSED')
  assert.equal(await harness.status(frozen(token)), 'TOKEN_IS_PAUSED')
  assert.equal(await harness.status(update(token).setTokenMemo('m')), 'TOKEN_IS_PAUSED')
  assert.equal(await harness.status(new TokenUnpauseTransaction().setTokenId(token)), 'SUCCESS')
  assert.equal(await harness.status(harness.transfer(token, holder, harness.treasury, 1)), 'SUCCESS')
})

test('Burning and wiping lower the supply, at most by what exists', async () => {
  const token = await heldToken()
  const burn = (amount: number) => new TokenBurnTransaction().setTokenId(token).setAmount(amount)
  const wipe = (amount: number, account = holder) =>
    new TokenWipeTransaction().setTokenId(token).setAccountId(account).setAmount(amount)
  assert.equal(await harness.status(burn(901)), 'INVALID_TOKEN_BURN_AMOUNT')
  assert.equal((await harness.run(burn(400))).totalSupply?.toString(), '600')
  assert.equal(await harness.status(wipe(101)), 'INVALID_WIPING_AMOUNT')
  assert.equal(await harness.status(wipe(1, harness.treasury)), 'CANNOT_WIPE_TOKEN_TREASURY_ACCOUNT')
  assert.equal((await harness.run(wipe(40))).totalSupply?.toString(), '560')
  const { json } = await mirror(`/tokens/${token}`)
  assert.equal(json.total_supply, '560')
  assert.equal(json.initial_supply, '1000')
  assert.equal(await harness.balance(holder, token), 60)
})

test('Burned and wiped NFTs are gone, and the mirror keeps their history', async () => {
  const token = await harness.newNfts(3)
  await harness.run(new TransferTransaction().addNftTransfer(token, 2, harness.treasury, holder))
  const burn = (serial: number) => new TokenBurnTransaction().setTokenId(token).setSerials([serial])
  const wipe = (serial: number) =>
    new TokenWipeTransaction().setTokenId(token).setAccountId(holder).setSerials([serial])
  assert.equal(await harness.status(burn(2)), 'TREASURY_MUST_OWN_BURNED_NFT')
  assert.equal(await harness.status(wipe(1)), 'ACCOUNT_DOES_NOT_OWN_WIPED_NFT')
  assert.equal((await harness.run(burn(1))).totalSupply?.toString(), '2')
  assert.equal((await harness.run(wipe(2))).totalSupply?.toString(), '1')
  assert.equal(await harness.status(burn(1)), 'INVALID_NFT_ID')
  await assert.rejects(new TokenNftInfoQuery().setNftId(new NftId(token, 2)).execute(client), /INVALID_NFT_ID/)
  const { json: nft } = await mirror(`/tokens/${token}/nfts/2`)
  assert.equal(nft.deleted, true)
  assert.equal(nft.account_id, null)
  const { json } = await mirror(`/tokens/${token}/nfts/2/transactions`)
  const steps = (json.transactions as Record<string, string>[]).map((t) => [
    t.type,
    t.sender_account_id,
    t.receiver_account_id,
  ])
  assert.deepEqual(steps, [
    ['TOKENWIPE', `${holder}`, null],
    ['CRYPTOTRANSFER', `${harness.treasury}`, `${holder}`],
    ['TOKENMINT', null, `${harness.treasury}`],
  ])
  assert.equal((await mirror(`/tokens/${token}/nfts/9/transactions`)).status, 404)
  const { json: page } = await mirror(`/tokens/${token}/nfts/2/transactions?limit=1`)
  assert.match(page.links.next, /timestamp=lt:/)
})

test('Only dissociation works for a deleted token', async () => {
  const [token, art] = [await heldToken(), await harness.newNfts(1)]
  await harness.run(new TransferTransaction().addNftTransfer(art, 1, harness.treasury, holder))
  for (const id of [token, art])
    assert.equal(await harness.status(new TokenDeleteTransaction().setTokenId(id)), 'SUCCESS')
  assert.equal(await harness.status(harness.transfer(token, holder, harness.treasury, 1)), 'TOKEN_WAS_DELETED')
  assert.equal(await harness.status(new TokenDeleteTransaction().setTokenId(token)), 'TOKEN_WAS_DELETED')
  assert.equal((await infoOf(token)).isDeleted, true)
  assert.equal((await mirror(`/tokens/${art}/nfts/1`)).json.deleted, true)
  const leave = new TokenDissociateTransaction().setAccountId(holder).setTokenIds([token, art])
  assert.equal(await harness.status(leave), 'SUCCESS')
  const { json } = await mirror(`/tokens/${token}`)
  assert.equal(json.total_supply, '900')
  assert.deepEqual((await mirror(`/accounts/${holder}/nfts?token.id=${art}`)).json.nfts, [])
})

test('A token without an admin key cannot be changed or deleted', async () => {
  const token = await harness.newToken((create) => create.setAdminKey(null as unknown as Key))
  assert.equal(await harness.status(update(token).setTokenName('other')), 'TOKEN_IS_IMMUTABLE')
  assert.equal(await harness.status(new TokenDeleteTransaction().setTokenId(token)), 'TOKEN_IS_IMMUTABLE')
  const expiry = new Date(Date.now() + 92 * 86_400_000)
  assert.equal(await harness.status(update(token).setExpirationTime(expiry)), 'SUCCESS')
})

test('Queries and the mirror show changes by the admin, and the previous values', async () => {
  const token = await harness.newToken()
  const before = (await mirror(`/tokens/${token}`)).json
  const change = () => update(token).setTokenName('other').setTokenSymbol('OTH').setTokenMemo('memo')
  assert.equal(await harness.statusSigned(change()), 'INVALID_SIGNATURE')
  assert.equal(await harness.status(change().setMetadata(Buffer.from('meta'))), 'SUCCESS')
  const info = await infoOf(token)
  assert.deepEqual([info.name, info.symbol, info.tokenMemo], ['other', 'OTH', 'memo'])
  assert.equal(Buffer.from(info.metadata ?? []).toString(), 'meta')
  const then = (await mirror(`/tokens/${token}?timestamp=${before.modified_timestamp}`)).json
  assert.equal(then.name, 'Quorum')
  const { json } = await mirror(`/tokens?name=OTHE`)
  assert.deepEqual(
    json.tokens.map((found: { token_id: string }) => found.token_id),
    [`${token}`],
  )
  const { json: byKey } = await mirror(`/tokens?publickey=${harness.key.publicKey.toStringRaw()}&limit=2&order=desc`)
  assert.equal(byKey.tokens.length, 2)
  assert.equal((await mirror('/tokens?name=ab')).status, 400)
  assert.equal((await mirror('/tokens?publickey=xyz')).status, 400)
})

test('A role key replaces itself if the new one signs or is exempt; only the admin key removes it', async () => {
  const [admin, pauser, next] = [PrivateKey.generateED25519(), PrivateKey.generateED25519(), PrivateKey.generateECDSA()]
  const create = (token = harness.tokenCreate()) => token.setAdminKey(admin.publicKey).setPauseKey(pauser.publicKey)
  const { tokenId: token } = await harness.run(create(), admin)
  assert.ok(token)
  const replace = () => update(token).setPauseKey(next.publicKey)
  const unchecked = () => replace().setKeyVerificationMode(TokenKeyValidation.NoValidation)
  assert.equal(await harness.statusSigned(replace(), next), 'INVALID_SIGNATURE')
  assert.equal(await harness.statusSigned(replace(), pauser), 'INVALID_SIGNATURE')
  assert.equal(await harness.statusSigned(replace(), pauser, next), 'SUCCESS')
  assert.equal(await harness.statusSigned(update(token).setPauseKey(pauser.publicKey), admin), 'SUCCESS')
  assert.equal(await harness.statusSigned(unchecked(), pauser), 'SUCCESS')
  const remove = () => update(token).setPauseKey(NO_KEY)
  assert.equal(await harness.statusSigned(remove(), next), 'INVALID_SIGNATURE')
  assert.equal(await harness.statusSigned(remove(), admin), 'SUCCESS')
  assert.equal((await mirror(`/tokens/${token}`)).json.pause_key, null)
  assert.equal((await mirror(`/tokens/${token}`)).json.pause_status, 'NOT_APPLICABLE')
  assert.equal(await harness.status(replace(), admin), 'TOKEN_HAS_NO_PAUSE_KEY')
  assert.equal(await harness.status(new TokenPauseTransaction().setTokenId(token)), 'TOKEN_HAS_NO_PAUSE_KEY')
  assert.equal(await harness.statusSigned(update(token).setAdminKey(NO_KEY), admin), 'SUCCESS')
  assert.equal(await harness.status(update(token).setTokenMemo('m'), admin), 'TOKEN_IS_IMMUTABLE')
})

test('A new treasury takes over what the old one holds, with a free slot', async () => {
  const [token, art] = [await harness.newToken(), await harness.newNfts(3)]
  await harness.run(new TransferTransaction().addNftTransfer(art, 3, harness.treasury, holder))
  const [full, next] = [await harness.newAccount(0), await harness.newAccount(2)]
  assert.equal(await harness.status(update(token).setTreasuryAccountId(full)), 'NO_REMAINING_AUTOMATIC_ASSOCIATIONS')
  for (const id of [token, art]) assert.equal(await harness.status(update(id).setTreasuryAccountId(next)), 'SUCCESS')
  assert.equal(await harness.balance(next, token), 1000)
  assert.equal(await harness.balance(harness.treasury, token), 0)
  assert.equal((await mirror(`/tokens/${art}/nfts/1`)).json.account_id, `${next}`)
  assert.equal((await mirror(`/tokens/${art}/nfts/3`)).json.account_id, `${holder}`)
  const toHolder = update(art).setTreasuryAccountId(holder)
  assert.equal(await harness.status(toHolder), 'TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES')
})

test('The metadata of NFTs is changed by its key, or by the supply key while the treasury has them', async () => {
  const [supply, metadata] = [PrivateKey.generateED25519(), PrivateKey.generateED25519()]
  const token = await harness.newNfts(2)
  await harness.run(update(token).setSupplyKey(supply.publicKey).setMetadataKey(metadata.publicKey), supply, metadata)
  await harness.run(new TransferTransaction().addNftTransfer(token, 2, harness.treasury, holder))
  const change = (serial: number, text: string) =>
    new TokenUpdateNftsTransaction()
      .setTokenId(token)
      .setSerialNumbers([new NftId(token, serial).serial])
      .setMetadata(Buffer.from(text))
  assert.equal(await harness.statusSigned(change(1, 'a'), supply), 'SUCCESS')
  assert.equal(await harness.statusSigned(change(2, 'b'), supply), 'INVALID_SIGNATURE')
  assert.equal(await harness.statusSigned(change(2, 'b'), metadata), 'SUCCESS')
  assert.equal(await harness.statusSigned(change(9, 'c'), metadata), 'INVALID_NFT_ID')
  assert.equal(await harness.statusSigned(change(1, 'x'.repeat(101)), metadata), 'METADATA_TOO_LONG')
  const { json } = await mirror(`/tokens/${token}/nfts/2`)
  assert.equal(Buffer.from(json.metadata, 'base64').toString(), 'b')
})
