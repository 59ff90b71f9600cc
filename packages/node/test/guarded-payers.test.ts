import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  AccountUpdateTransaction,
  CustomFixedFee,
  CustomRoyaltyFee,
  NftId,
  TokenCreateTransaction,
  TokenMintTransaction,
  TokenType,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { decidedOn } from './decided.ts'
import { type Guarded, openGuarded } from './guarded.ts'
import { type Person, signed } from './wallets.ts'

describe('A guarded account that pays for what its DAO has decided', () => {
  let g: Guarded
  let topic: string
  before(async () => {
    g = await openGuarded()
    topic = (await g.wallets.done(g.ada, 'POST', '/hcs', { memo: 'dao' })).topicId
  })
  after(() => g[Symbol.asyncDispose]())

  const payer = (...values: string[]) =>
    g.account(g.ada, { smartNodeSecurity: 'full', actionsConditions: { values, controller: `dao:${topic}` } }, RICH)
  const RICH = { balance: 20_000_000_000 }
  /** What was decided, with its decision. */
  const decided = async (path: string, given: object) => ({
    ...given,
    dao: await decidedOn(g.harness, topic, { method: 'POST', path, body: given }),
  })
  const balance = async (id: string) => (await g.harness.ledger.mirror.account(id))?.balance
  /** Asks for the bytes and hands them in, signed by these: the code of the refusal, or the status. */
  async function handedIn(path: string, body: object, ...by: Person[]): Promise<string> {
    const asked = await g.ask(g.ben, path, body)
    if (asked.status !== 200) return asked.body.code
    const bytes = await signed(asked, ...by.map(({ key }) => key))
    const { body: said } = await g.ask(g.ben, '/transactions/submit', { bytes })
    return said.code ?? said.status
  }
  const TOKEN = '/hts/create/token'
  const token = (id: string, ...customFees: object[]) => ({
    ...{ name: 'T', symbol: 'T', initialSupply: 1000, maxTransactionFee: 10_000_000_000, customFees },
    sender: { id },
  })

  test('pays nothing for a token whose collectors have not signed, as those who get associated with it must', async () => {
    const id = await payer('create/token')
    const collector = await g.wallets.person()
    const collected = { feeCollectorAccountId: collector.id }
    for (const fee of [
      { feeType: 'fractional', numerator: 1, denominator: 100, ...collected },
      { feeType: 'fixed', amount: 1, denominatingTokenId: '0.0.0', ...collected },
    ]) {
      const body = await decided(TOKEN, token(id, fee))
      const before = await balance(id)
      assert.equal(await handedIn(TOKEN, body), 'INVALID_SIGNATURE')
      assert.equal(await balance(id), before)
      assert.equal(await handedIn(TOKEN, body, collector), 'SUCCESS')
    }
  })

  test('pays nothing for a token one of whose collectors asks to sign and has not', async () => {
    const id = await payer('create/token')
    const collector = await g.wallets.person()
    const insists = new AccountUpdateTransaction().setAccountId(collector.id).setReceiverSignatureRequired(true)
    await g.wallets.onLedger(insists, collector.key)
    const body = await decided(TOKEN, token(id, { feeType: 'fixed', amount: 1, feeCollectorAccountId: collector.id }))
    const before = await balance(id)
    assert.equal(await handedIn(TOKEN, body), 'INVALID_SIGNATURE')
    assert.equal(await balance(id), before)
    assert.equal(await handedIn(TOKEN, body, collector), 'SUCCESS')
  })

  test('pays nothing for a token one of whose collectors could not hold what it collects', async () => {
    const id = await payer('create/token')
    const collector = await g.wallets.person()
    const denominatingTokenId = await g.token(g.ben)
    const fixed = { amount: 1, denominatingTokenId }
    const nft = { tokenType: { _code: 1 }, initialSupply: 0, supplyKey: true }
    const given = { feeCollectorAccountId: collector.id }
    const fee = { ...token(id, { feeType: 'fixed', ...fixed, ...given }) }
    const royalty = { feeType: 'royalty', numerator: 1, denominator: 10, fallbackFee: fixed, ...given }
    const bodies = [fee, { ...token(id, royalty), ...nft }]
    const before = await balance(id)
    const all = await Promise.all(bodies.map((body) => decided(TOKEN, body)))
    for (const body of all) assert.equal(await handedIn(TOKEN, body), 'TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR')
    assert.equal(await balance(id), before)
    const give = { token_id: denominatingTokenId, from: g.ben.id, to: collector.id, amount: 1 }
    await g.wallets.done(g.ben, 'POST', '/accounts/transfer/token', give)
    for (const body of all) assert.equal(await handedIn(TOKEN, body), 'SUCCESS')
  })

  test('pays nothing for an NFT whose receiver owes a fallback fee and has not signed', async () => {
    const id = await payer('transfer/nft')
    const receiver = await g.wallets.person()
    const fallback = new CustomFixedFee().setAmount(100)
    const royalty = new CustomRoyaltyFee().setNumerator(1).setDenominator(10).setFallbackFee(fallback)
    const create = new TokenCreateTransaction()
      .setTokenName('N')
      .setTokenSymbol('N')
      .setTokenType(TokenType.NonFungibleUnique)
      .setTreasuryAccountId(g.ben.id)
      .setSupplyKey(g.ben.key.publicKey)
      .setCustomFees([royalty.setFeeCollectorAccountId(g.ben.id)])
    const { tokenId = '' } = await g.wallets.onLedger(create, g.ben.key)
    const metadata = [Buffer.from('a'), Buffer.from('b')]
    await g.wallets.onLedger(new TokenMintTransaction().setTokenId(tokenId).setMetadata(metadata), g.ben.key)
    const give = new TransferTransaction()
    for (const serial of [1, 2]) give.addNftTransfer(NftId.fromString(`${tokenId}/${serial}`), g.ben.id, id)
    await g.wallets.onLedger(give, g.ben.key)
    const path = '/accounts/transfer/nft'
    const nft = { nft: tokenId, serial_number: 1, from: id, sender: { id } }
    const before = await balance(id)
    const given = await decided(path, { ...nft, to: receiver.id })
    assert.equal(await handedIn(path, given), 'INVALID_SIGNATURE')
    assert.equal(await balance(id), before)
    assert.equal(await handedIn(path, given, receiver), 'SUCCESS')
    const back = await decided(path, { ...nft, serial_number: 2, to: g.ben.id })
    assert.equal(await handedIn(path, back), 'SUCCESS', 'the treasury owes none')
  })
  test('pays for a token in whichever second the signed bytes come back', async (t) => {
    const id = await payer('create/token')
    const body = await decided(TOKEN, token(id))
    const asked = await g.ask(g.ben, TOKEN, body)
    const later = Date.now() + 5_000
    t.mock.method(Date, 'now', () => later)
    const { body: said } = await g.ask(g.ben, '/transactions/submit', { bytes: asked.body.bytes })
    assert.equal(said.status, 'SUCCESS', JSON.stringify(said))
  })
})
