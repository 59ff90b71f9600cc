import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  TokenAssociateTransaction,
  TokenCreateTransaction,
  TokenMintTransaction,
  TokenType,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { type House, openHouse, type Person } from './house.ts'

describe("A wallet's tokens", () => {
  let house: House
  let ada: Person
  let ben: Person
  let walletId: string
  let coin: string
  let art: string
  before(async () => {
    house = await openHouse()
    ;[ada, ben] = (await house.people(2)) as [Person, Person]
    walletId = await house.wallet([ada, ben], 2, { maxAutomaticTokenAssociations: 0 })
    const create = (symbol: string) =>
      new TokenCreateTransaction()
        .setTokenName(`The ${symbol}`)
        .setTokenSymbol(symbol)
        .setTreasuryAccountId(house.treasury.id)
        .setSupplyKey(house.treasury.key.publicKey)
    coin = (await house.onLedger(create('COIN').setDecimals(2).setInitialSupply(1_000_000))).receipt.tokenId ?? ''
    art = (await house.onLedger(create('ART').setTokenType(TokenType.NonFungibleUnique))).receipt.tokenId ?? ''
    await house.onLedger(new TokenMintTransaction().setTokenId(art).setMetadata([Buffer.from('a'), Buffer.from('b')]))
    await house.onLedger(new TokenAssociateTransaction().setAccountId(ben.id).setTokenIds([coin, art]), ben.key)
  })
  after(() => house.close())

  async function carryOut(operation: string, body: object) {
    const request = await house.ask(operation, ada, { walletId, ...body })
    for (const person of [ada, ben]) await house.sign(request, person, walletId)
    return house.execute(operation, ada, request)
  }
  const assets = async () => (await house.get(`/multisig/wallet/${walletId}`, ada)).body.assets
  const refusal = async (operation: string, body: object) => {
    const answer = await house.post(`/multisig/wallet/${operation}/request`, ada, { walletId, ...body })
    return [answer.status, answer.body.code]
  }

  it('are associated, received, paid out and dissociated, and the wallet shows what it holds', async () => {
    for (const tokenId of [coin, art]) {
      const answer = await carryOut('associate', { tokenId })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      assert.equal(answer.body.type, 'associate')
    }
    await house.onLedger(
      new TransferTransaction()
        .addTokenTransfer(coin, house.treasury.id, -5000)
        .addTokenTransfer(coin, walletId, 5000)
        .addNftTransfer(art, 1, house.treasury.id, walletId)
        .addNftTransfer(art, 2, house.treasury.id, walletId),
    )
    const held = await assets()
    assert.equal(held[0].tokenId, 'HBAR')
    const shown = (tokenId: string, list = held) => list.find((asset: { tokenId: string }) => asset.tokenId === tokenId)
    assert.deepEqual(shown(coin), {
      tokenId: coin,
      type: 'FUNGIBLE_COMMON',
      symbol: 'COIN',
      name: 'The COIN',
      decimals: 2,
      balance: 5000,
    })
    assert.equal(shown(art).balance, 2)
    assert.deepEqual(shown(art).serials.sort(), [1, 2])

    const receiverId = ben.id
    const pay = { receiverId, tokenId: coin, type: 'FUNGIBLE_COMMON', amountOrSerial: '1200' }
    assert.equal((await carryOut('withdraw', pay)).status, 200)
    const give = { receiverId, tokenId: art, type: 'NON_FUNGIBLE_UNIQUE', amountOrSerial: 2 }
    assert.equal((await carryOut('withdraw', give)).status, 200)
    const after = await assets()
    assert.equal(shown(coin, after).balance, 3800)
    assert.deepEqual(shown(art, after).serials, [1])
    assert.deepEqual(await house.ledger.mirror.accountNfts(ben.id), [{ tokenId: art, serial: 2n }])

    const early = await carryOut('dissociate', { tokenId: coin })
    assert.deepEqual([early.status, early.body.code], [422, 'TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES'])
    assert.equal((await carryOut('withdraw', { ...pay, amountOrSerial: 3800 })).status, 200)
    const gone = await carryOut('dissociate', { tokenId: coin })
    assert.equal(gone.status, 200, JSON.stringify(gone.body))
    assert.equal(gone.body.type, 'dissociate')
    assert.equal(shown(coin, await assets()), undefined)
  })

  it('are refused at request time where the ledger would refuse them for sure', async () => {
    const pay = { receiverId: ben.id, tokenId: coin, type: 'FUNGIBLE_COMMON', amountOrSerial: 1 }
    assert.deepEqual(await refusal('withdraw', { ...pay, tokenId: '0.0.999999' }), [422, 'INVALID_TOKEN_ID'])
    assert.deepEqual(await refusal('withdraw', { ...pay, receiverId: '0.0.999999' }), [422, 'INVALID_ACCOUNT_ID'])
    assert.deepEqual(await refusal('withdraw', { ...pay, type: 'NON_FUNGIBLE_UNIQUE' }), [422, 'WRONG_TOKEN_TYPE'])
    assert.deepEqual(await refusal('withdraw', { ...pay, tokenId: 'HBAR', type: 'NON_FUNGIBLE_UNIQUE' }), [
      400,
      'WRONG_TOKEN_TYPE',
    ])
    assert.deepEqual(await refusal('withdraw', { ...pay, amountOrSerial: 0 }), [400, 'INVALID_AMOUNT'])
    assert.deepEqual(await refusal('withdraw', { ...pay, amountOrSerial: 2 ** 53 }), [400, 'INTEGER_TOO_LARGE'])
    assert.deepEqual(await refusal('associate', { tokenId: '0.0.999999' }), [422, 'INVALID_TOKEN_ID'])
    assert.deepEqual(await refusal('associate', { tokenId: art }), [422, 'TOKEN_ALREADY_ASSOCIATED_TO_ACCOUNT'])
    assert.deepEqual(await refusal('dissociate', { tokenId: coin }), [422, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT'])
  })
})
