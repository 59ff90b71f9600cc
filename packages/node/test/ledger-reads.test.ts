import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  AccountCreateTransaction,
  Hbar,
  KeyList,
  PrivateKey,
  TokenMintTransaction,
  TopicCreateTransaction,
  TopicMessageSubmitTransaction,
  TopicUpdateTransaction,
  type Transaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { keyToSdk } from '@quorate/ledger'
import { type Described, describedBy } from './described.ts'
import { type Harness, loggedIn, OPERATOR, OTHER_CHAIN, openHarness } from './harness.ts'
import { execute as executeOn, goldAndArt } from './holdings.ts'

const ALICE = '0.0.1024'
const TINYBARS = 100_000_000

describe('Ledger reads', () => {
  let harness: Harness
  let ask: Awaited<ReturnType<typeof describedBy>>
  const bobKey = PrivateKey.generateED25519()
  const others = [PrivateKey.generateED25519(), PrivateKey.generateECDSA()]
  let bob = ''
  let treasury = ''
  let gold = ''
  let art = ''
  let topic = ''

  const execute = (transaction: Transaction) => executeOn(harness, transaction)
  const get = async (path: string, token?: string): Promise<Described['body']> => {
    const answer = await ask(path, { token })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const refused = async (path: string, status: number, code: string) => {
    const { status: found, body } = await ask(path)
    assert.deepEqual([found, body.code], [status, code], JSON.stringify(body))
  }

  before(async () => {
    harness = await openHarness()
    ask = await describedBy(harness)
    assert.ok(harness.ledger.operator)
    const operatorKey = keyToSdk(harness.ledger.operator.publicKey)
    const create = async (key: AccountCreateTransaction) => (await execute(key)).receipt.accountId ?? ''
    bob = await create(
      new AccountCreateTransaction()
        .setKeyWithoutAlias(bobKey.publicKey)
        .setInitialBalance(new Hbar(7))
        .setAccountMemo('bob')
        .setMaxAutomaticTokenAssociations(10),
    )
    treasury = await create(
      new AccountCreateTransaction().setKeyWithoutAlias(
        new KeyList(
          others.map(({ publicKey }) => publicKey),
          1,
        ),
      ),
    )
    topic =
      (await execute(new TopicCreateTransaction().setTopicMemo('news').setSubmitKey(operatorKey))).receipt.topicId ?? ''
    ;({ gold, art } = await goldAndArt(harness, bob))
  })
  after(() => harness[Symbol.asyncDispose]())

  test("return an account in the specification's terms", async () => {
    const account = await get(`/accounts/${bob}`)
    assert.equal(account.accountId, bob)
    assert.equal(account.balance, String(7 * TINYBARS))
    assert.equal(account.key, bobKey.publicKey.toStringDer())
    assert.equal(account.accountMemo, 'bob')
    assert.equal(account.ownedNfts, 1)
    assert.equal(account.maxAutomaticTokenAssociations, 10)
    assert.deepEqual(account.autoRenewPeriod, { seconds: { low: 7_776_000, high: 0, unsigned: false } })
    assert.deepEqual([account.isDeleted, account.stakingInfo.stakedNodeId], [false, null])
    await refused('/accounts/0.0.999999', 404, 'ACCOUNT_NOT_FOUND')
    await refused('/accounts/bob', 400, 'VALIDATION_FAILED')
  })

  test('return a balance with hbars and tokens, or with one token', async () => {
    assert.deepEqual(await get(`/accounts/${bob}/balance`), {
      wallet: bob,
      hbars: { _valueInTinybar: String(7 * TINYBARS) },
      tokens: [
        { tokenId: gold, balance: '2500', decimals: '2' },
        { tokenId: art, balance: '1', decimals: '0' },
      ],
    })
    assert.deepEqual((await get(`/accounts/${bob}/balance?tokenId=${art}`)).tokens, [
      { tokenId: art, balance: '1', decimals: '0' },
    ])
    await refused('/accounts/0.0.999999/balance', 404, 'ACCOUNT_NOT_FOUND')
  })

  test('return a public key as text, and the threshold of a key of several', async () => {
    const answer = await ask(`/accounts/${bob}/publicKey`)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
    assert.equal(answer.body, bobKey.publicKey.toStringDer())
    assert.deepEqual(JSON.parse(await get(`/accounts/${treasury}/publicKey`)), {
      threshold: 1,
      key: others.map(({ publicKey }) => publicKey.toStringDer()),
    })
    await refused('/accounts/0.0.999999/publicKey', 404, 'ACCOUNT_NOT_FOUND')
  })

  test("return a token and an NFT in the SDKs' terms", async () => {
    const token = await get(`/hts/token/${gold}`)
    assert.deepEqual(
      [token.tokenId, token.symbol, token.decimals, token.totalSupply, token.treasuryAccountId, token.supplyKey],
      [gold, 'AU', 2, '10000', OPERATOR, null],
    )
    const [nft, ...more] = await get(`/hts/nft/${art}/2`)
    assert.deepEqual([nft.nftId, nft.accountId, more.length], [{ tokenId: art, serialNumber: 2 }, bob, 0])
    await refused('/hts/token/0.0.999999', 404, 'NOT_FOUND')
    await refused(`/hts/nft/${art}/9`, 404, 'NOT_FOUND')
  })

  test('return a topic with the number of its newest message', async () => {
    const empty = await get(`/hcs/${topic}`)
    assert.deepEqual([empty.topicMemo, empty.sequenceNumber, empty.adminKey], ['news', '0', []])
    assert.deepEqual(empty.submitKey, [keyToSdk(harness.ledger.operator?.publicKey ?? { type: 'contract' }).toString()])
    await execute(new TopicMessageSubmitTransaction().setTopicId(topic).setMessage('one'))
    assert.equal((await get(`/hcs/${topic}`)).sequenceNumber, '1')
    await refused('/hcs/0.0.999999', 404, 'NOT_FOUND')
  })

  test("return a topic's expiry as one period after its creation, even if it was changed, with or without a session", async () => {
    const operatorKey = keyToSdk(harness.ledger.operator?.publicKey ?? { type: 'contract' })
    const created = await execute(new TopicCreateTransaction().setAdminKey(operatorKey).setAutoRenewPeriod(7_000_000))
    const { topicId = '' } = created.receipt
    const shown = await get(`/hcs/${topicId}`)
    const { created_timestamp } = (await (
      await fetch(`${harness.network.mirrorRest}/api/v1/topics/${topicId}`)
    ).json()) as { created_timestamp: string }
    const first = `${Number(created_timestamp.split('.')[0]) + 7_000_000}`
    assert.equal(shown.expirationTime.split('.')[0], first)
    await execute(new TopicUpdateTransaction().setTopicId(topicId).setTopicMemo('changed'))
    await harness.clock.advance(Math.max(0, Date.now() + 30_000 - harness.clock.now()))
    const token = await loggedIn(harness, ALICE)
    const told = await get(`/hcs/${topicId}`)
    assert.equal(told.topicMemo, 'changed')
    assert.equal(told.expirationTime, shown.expirationTime)
    assert.deepEqual(await get(`/hcs/${topicId}`, token), told, 'the same to everybody')
  })

  test('find an account by its alias, as mirrors write it and as the SDKs print it', async () => {
    for (const key of [PrivateKey.generateECDSA(), PrivateKey.generateED25519()]) {
      const { publicKey } = key
      const alias = publicKey.toAccountId(0, 0)
      await execute(new TransferTransaction().addHbarTransfer(OPERATOR, -5).addHbarTransfer(alias, 5))
      const evm = key.type === 'secp256k1' ? [`0.0.${publicKey.toEvmAddress()}`, `0x${publicKey.toEvmAddress()}`] : []
      const [{ account }] = (
        (await (
          await fetch(`${harness.network.mirrorRest}/api/v1/accounts?account.publickey=${publicKey.toStringRaw()}`)
        ).json()) as { accounts: [{ account: string }] }
      ).accounts
      const { aliasKey } = await get(`/accounts/${account}`)
      for (const name of [alias.toString(), publicKey.toStringDer(), aliasKey, `0.0.${aliasKey}`, ...evm]) {
        assert.equal((await get(`/accounts/${name}`)).accountId, account, name)
        assert.equal((await get(`/accounts/${name}/balance`)).wallet, account, name)
        assert.equal((await get(`/mirrors/accounts/${name}`)).account, account, name)
        assert.deepEqual(await get(`/mirrors/accounts/${name}/tokens`), [], name)
      }
    }
  })

  test('return a record that a session paid for, complete and for everybody, and pay for it once', async () => {
    const token = await loggedIn(harness, ALICE)
    const { transactionId } = await execute(
      new TransferTransaction()
        .addHbarTransfer(OPERATOR, -1)
        .addHbarTransfer(ALICE, 1)
        .addTokenTransfer(gold, OPERATOR, -10)
        .addTokenTransfer(gold, bob, 10)
        .addNftTransfer(art, 1, OPERATOR, bob)
        .setTransactionMemo('thanks'),
    )
    const before = (await get(`/accounts/${OPERATOR}`)).balance
    // The valid start of query payments follows the system's clock, however long the requests until then take.
    await harness.clock.advance(Math.max(0, Date.now() + 30_000 - harness.clock.now()))
    const other = await loggedIn(harness, ALICE, undefined, OTHER_CHAIN)
    const path = `/transactions/query/${transactionId}?chain=${OTHER_CHAIN}`
    const notPaid = await get(path, token)
    assert.equal((await get(`/accounts/${OPERATOR}`)).balance, before, 'a session of another chain counts as none')
    const told = await get(path, other)
    assert.equal(notPaid.partial, true, 'the mirror does not tell all')
    assert.equal('partial' in told, false)
    const { partial: _partial, ...shown } = notPaid
    const unknown = { automaticTokenAssociations: null, newPendingAirdrops: null }
    assert.deepEqual([told.automaticTokenAssociations, told.newPendingAirdrops], [[], []])
    assert.deepEqual(shown, { ...told, ...unknown })
    const paid = (await get(`/accounts/${OPERATOR}`)).balance
    assert.notEqual(paid, before, 'the operator paid for the record')
    for (const by of [undefined, token, other]) assert.deepEqual(await get(path, by), told)
    assert.equal((await get(`/accounts/${OPERATOR}`)).balance, paid, 'it was asked for once')
    assert.deepEqual(await get(`/transactions/query/${transactionId}`), told, 'the embedded ledger tells everybody')
    await harness.clock.advance(600_000)
    assert.deepEqual(await get(`/transactions/query/${transactionId}`), told, 'it was kept')
    assert.deepEqual(told.tokenTransfers, { [gold]: { [OPERATOR]: -10, [bob]: 10 } })
    assert.deepEqual(told.nftTransfers, { [art]: { [bob]: [`${art}/1`] } })
    assert.deepEqual([told.transactionMemo, told.receipt], ['thanks', { status: 'SUCCESS', accountId: null }])
    assert.equal(told.transfers.find((one: { accountId: string }) => one.accountId === ALICE).amount, TINYBARS)
    await refused(`/transactions/query/${OPERATOR}@1.1`, 404, 'NOT_FOUND')
    const [payer, start] = transactionId.split('@')
    assert.deepEqual(await get(`/transactions/query/${payer}-${start?.replace('.', '-')}`), told)
  })

  test('return the same receipt from the ledger and, once the ledger has forgotten it, from the mirror', async () => {
    const transactions = [
      new TransferTransaction().addHbarTransfer(OPERATOR, -1).addHbarTransfer(ALICE, 1),
      new TopicMessageSubmitTransaction().setTopicId(topic).setMessage('two'),
      new TokenMintTransaction().setTokenId(art).setMetadata([Buffer.from('c')]),
      new AccountCreateTransaction().setKeyWithoutAlias(bobKey.publicKey),
    ]
    const fresh = new Map<string, Described['body']>()
    for (const transaction of transactions) {
      const { transactionId } = await execute(transaction)
      fresh.set(transactionId, await get(`/transactions/receipt/${transactionId}`))
    }
    const [transfer, message, mint, creation] = [...fresh.values()]
    assert.deepEqual([transfer.status, transfer.serials, transfer.children], ['SUCCESS', [], []])
    assert.equal(message.topicSequenceNumber, 2)
    assert.deepEqual([mint.serials, mint.totalSupply], [[3], 3])
    assert.match(creation.accountId, /^0\.0\.\d+$/)
    await harness.clock.advance(600_000)
    for (const [id, receipt] of fresh) {
      const { exchangeRate, nextExchangeRate, ...kept } = await get(`/transactions/receipt/${id}`)
      const { exchangeRate: was, nextExchangeRate: next, ...told } = receipt
      assert.deepEqual(kept, told)
      assert.deepEqual([Boolean(exchangeRate), Boolean(nextExchangeRate)], [Boolean(was), Boolean(next)])
    }
    await refused(`/transactions/receipt/${OPERATOR}@1.1`, 404, 'NOT_FOUND')
    await refused('/transactions/receipt/nonsense', 400, 'INVALID_TRANSACTION_ID')
  })
})
