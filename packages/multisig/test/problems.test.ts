/** Problems are reported before anybody signs, with the code that the ledger itself would return. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  TokenAssociateTransaction,
  TokenCreateTransaction,
  TokenMintTransaction,
  TokenType,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { type Answer, type Harness, openHarness, type Person } from './harness.ts'

describe('A request that the ledger would refuse', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let walletId: string
  /** An account that accepts no token without an association. */
  let closed: string
  let coin: string
  let art: string
  before(async () => {
    harness = await openHarness()
    ;[ada, ben] = (await harness.people(2)) as [Person, Person]
    walletId = await harness.wallet([ada], 1)
    closed = await harness.wallet([ben], 1, { maxAutomaticTokenAssociations: 0 })
    coin = await token(TokenType.FungibleCommon)
    art = await token(TokenType.NonFungibleUnique)
    await harness.onLedger(
      new TokenMintTransaction().setTokenId(art).setMetadata([new Uint8Array([1]), new Uint8Array([2])]),
      ada.key,
    )
    await harness.onLedger(
      new TransferTransaction()
        .addTokenTransfer(coin, ada.id, -100)
        .addTokenTransfer(coin, walletId, 100)
        .addNftTransfer(art, 1, ada.id, walletId),
      ada.key,
    )
  })
  after(() => harness.close())

  async function token(type: TokenType): Promise<string> {
    const transaction = new TokenCreateTransaction()
      .setTokenName('Token')
      .setTokenSymbol('TOK')
      .setTokenType(type)
      .setTreasuryAccountId(ada.id)
      .setSupplyKey(ada.key.publicKey)
      .setInitialSupply(type === TokenType.FungibleCommon ? 1_000 : 0)
    return (await harness.onLedger(transaction, ada.key)).receipt.tokenId ?? ''
  }
  const paying = (tokenId: string, amountOrSerial: number | string, more: object = {}) => ({
    ...{ walletId, receiverId: ada.id, tokenId, amountOrSerial },
    type: tokenId === art ? 'NON_FUNGIBLE_UNIQUE' : 'FUNGIBLE_COMMON',
    ...more,
  })
  const request = (operation: string, body: object): Promise<Answer> =>
    harness.post(`/multisig/wallet/${operation}/request`, ada, body)
  const problems = async (operation: string, body: object): Promise<string[]> =>
    (await harness.post(`/multisig/wallet/${operation}/check`, ada, body)).body.problems.map(
      ({ code }: { code: string }) => code,
    )

  const refused = (): Record<string, [operation: string, body: object]> => ({
    INSUFFICIENT_PAYER_BALANCE: ['withdraw', paying('HBAR', 50_0000_0000)],
    INSUFFICIENT_TOKEN_BALANCE: ['withdraw', paying(coin, 101)],
    SENDER_DOES_NOT_OWN_NFT_SERIAL_NO: ['withdraw', paying(art, 2)],
    INVALID_NFT_ID: ['withdraw', paying(art, 3)],
    TOKEN_NOT_ASSOCIATED_TO_ACCOUNT: ['withdraw', paying(coin, 1, { receiverId: closed })],
    TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES: ['dissociate', { walletId, tokenId: coin }],
    ACCOUNT_STILL_OWNS_NFTS: ['dissociate', { walletId, tokenId: art }],
    TOKEN_ALREADY_ASSOCIATED_TO_ACCOUNT: ['associate', { walletId, tokenId: coin }],
    INVALID_PENDING_AIRDROP_ID: ['claim', { walletId, airdrops: [{ senderId: ben.id, tokenId: coin }] }],
  })

  test('reports no problems if the ledger would accept it', async () => {
    const settings = {
      owners: [
        { wallet: ada.id, name: 'Ada' },
        { wallet: ben.id, name: 'Ben' },
      ],
      threshold: 2,
    }
    const accepted: [operation: string, body: object][] = [
      ['create', { name: 'Treasury', balance: 10_0000_0000, settings }],
      ['update', { walletId, action: 'add', owner: { wallet: ben.id, name: 'Ben' }, threshold: 2 }],
      ['stake', { walletId, nodeId: 0 }],
    ]
    for (const [operation, body] of accepted) assert.deepEqual(await problems(operation, body), [], operation)
  })

  test('returns 422 with the code that the ledger returns if the request is forced', async () => {
    for (const [code, [operation, body]] of Object.entries(refused())) {
      const answer = await request(operation, body)
      assert.deepEqual([answer.status, answer.body.code], [422, code], JSON.stringify(answer.body))
      assert.match(answer.body.message, /"force": true$/)
      if (code === 'INSUFFICIENT_PAYER_BALANCE') assert.match(answer.body.message, / has [\d.,]+ ℏ, .* [\d.,]+ ℏ /)
      const isInUnits = /^(INSUFFICIENT_TOKEN_BALANCE|TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES)$/.test(code)
      assert.equal(/smallest unit/.test(answer.body.message), isInUnits, answer.body.message)
      assert.deepEqual(await problems(operation, body), [code])
      const forced = await request(operation, { ...body, force: true })
      assert.equal(forced.status, 200, JSON.stringify(forced.body))
      assert.deepEqual(forced.body.warnings, answer.body.details)
      const again = await harness.get(`/multisig/transaction/check/${forced.body.jobId}`, ada)
      assert.equal(again.body.problems[0].code, code)
      await harness.sign(forced.body, ada, walletId)
      const executed = await harness.execute(operation, ada, forced.body)
      assert.deepEqual([executed.status, executed.body.code], [422, code], JSON.stringify(executed.body))
    }
  })

  test('names the account, the token and the amounts apart from the message, so that any language can show them', async () => {
    const about = async (code: string) => {
      const [operation, body] = refused()[code] ?? []
      const { message: _, ...others } = (await request(operation ?? '', body ?? {})).body.details[0]
      return others
    }
    for (const [code, others] of [
      ['INSUFFICIENT_TOKEN_BALANCE', { accountId: walletId, tokenId: coin, balance: '100', needed: '101' }],
      ['SENDER_DOES_NOT_OWN_NFT_SERIAL_NO', { accountId: walletId, tokenId: art, serialNumber: '2' }],
      ['TOKEN_NOT_ASSOCIATED_TO_ACCOUNT', { accountId: closed, tokenId: coin }],
      ['TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES', { accountId: walletId, tokenId: coin, balance: '100' }],
    ] as const)
      assert.deepEqual(await about(code), { code, ...others })
    const { accountId, tokenId, needed } = await about('INSUFFICIENT_PAYER_BALANCE')
    assert.deepEqual([accountId, tokenId], [walletId, 'HBAR'])
    assert.ok(BigInt(needed) > 50_0000_0000n)
  })

  test('is created with a warning if it is executed later, and the warning disappears once it is possible', async () => {
    const executeAt = new Date(harness.clock.now() + 600_000).toISOString()
    const receiver = { receiverId: closed }
    const { status, body } = await request('withdraw', paying(coin, 1, { ...receiver, executeAt }))
    assert.deepEqual([status, body.warnings[0].code], [200, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT'])
    const associate = new TokenAssociateTransaction().setAccountId(closed).setTokenIds([coin])
    await harness.onLedger(associate, ben.key)
    const { body: again } = await harness.get(`/multisig/transaction/check/${body.jobId}`, ada)
    assert.deepEqual(again, { problems: [] })
    assert.deepEqual(await problems('withdraw', paying(coin, 1, receiver)), [])
  })

  test('is accepted if the wallet has exactly enough, including the fee', async () => {
    const account = await harness.ledger.mirror.account(walletId)
    // A hundredth of a cent, at 12 cents for an hbar.
    const fee = 83_334n
    const all = (account?.balance ?? 0n) - fee
    assert.deepEqual(await problems('withdraw', paying('HBAR', String(all + 1n))), ['INSUFFICIENT_PAYER_BALANCE'])
    const { status, body } = await request('withdraw', paying('HBAR', String(all)))
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.warnings, undefined)
    await harness.sign(body, ada, walletId)
    assert.equal((await harness.execute('withdraw', ada, body)).body.status, 'success')
  })

  test('reveals its problems only to those who may see the wallet', async () => {
    const answer = await harness.post('/multisig/wallet/withdraw/check', ben, paying('HBAR', 1))
    assert.equal(answer.status, 403)
  })
})
