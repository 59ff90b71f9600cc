import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import {
  AccountCreateTransaction,
  AccountUpdateTransaction,
  CustomFixedFee,
  PrivateKey,
  TokenAssociateTransaction,
  TokenCreateTransaction,
  Transaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { type Answer, type Harness, openHarness, type Person } from './harness.ts'

const HOUR = 3_600_000

let harness: Harness
let ada: Person
let ben: Person
let walletId: string
before(async () => {
  harness = await openHarness({ env: { REQUESTS_PER_DAY: '0' } })
})
after(() => harness.close())
beforeEach(async () => {
  ;[ada, ben] = (await harness.people(2)) as [Person, Person]
  walletId = await harness.wallet([ada, ben], 2)
})

const balance = async (id: string): Promise<bigint> => (await harness.ledger.mirror.account(id))?.balance ?? 0n
const held = async (id: string, token: string) => (await harness.ledger.mirror.holding(id, token))?.balance
const refused = async (operation: string, body: object) => {
  const { status, body: answer } = await harness.post(`/multisig/wallet/${operation}/request`, ada, {
    walletId,
    ...body,
  })
  return [status, answer.code]
}
const signedByAll = async (request: Answer['body'], people = [ada, ben]) => {
  for (const person of people) assert.equal((await harness.sign(request, person, walletId)).status, 200)
}
/** An account without automatic associations. */
async function plainAccount(change: (create: AccountCreateTransaction) => unknown = () => {}): Promise<string> {
  const key = PrivateKey.generateED25519()
  const create = new AccountCreateTransaction().setKeyWithoutAlias(key.publicKey)
  change(create)
  return (await harness.onLedger(create, key)).receipt.accountId ?? ''
}
const memoOf = (request: Answer['body']) => Transaction.fromBytes(Buffer.from(request.bytes, 'base64')).transactionMemo
const memosOnLedger = async (account: string): Promise<string[]> => {
  const page = await fetch(`${harness.net.mirrorRest}/api/v1/transactions?account.id=${account}&limit=5`)
  const { transactions } = (await page.json()) as { transactions: { memo_base64: string }[] }
  return transactions.map(({ memo_base64 }) => Buffer.from(memo_base64, 'base64').toString())
}

describe("A request's memo", () => {
  const payment = (more: object = {}) => ({
    ...{ walletId, receiverId: ben.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 100 },
    ...{ memo: 'Rechnung 4711: Büro', ...more },
  })

  test("is the transaction's memo on the ledger, and stays in the request and its history", async () => {
    const request = await harness.ask('withdraw', ada, payment())
    assert.equal(memoOf(request), 'Rechnung 4711: Büro')
    await signedByAll(request)
    assert.equal((await harness.execute('withdraw', ada, request)).status, 200)
    assert.equal((await memosOnLedger(walletId))[0], 'Rechnung 4711: Büro')
    const { body } = await harness.get(`/multisig/wallet/${walletId}/history`, ben)
    assert.equal(body[0].payload.memo, 'Rechnung 4711: Büro')
  })

  test('is kept in the schedule of a scheduled request, and executed with it', async () => {
    const expiresAt = new Date(harness.clock.now() + 5 * HOUR).toISOString()
    const request = await harness.ask('withdraw', ada, payment({ expiresAt }))
    assert.equal(memoOf(request), '', 'that of the ScheduleCreate')
    await signedByAll(request, [ada])
    const { body: draft } = await harness.get(`/multisig/transaction/status/${request.jobId}`, ben)
    await signedByAll(draft, [ben])
    assert.equal((await memosOnLedger(walletId))[0], 'Rechnung 4711: Büro')
  })

  test('is accepted by every operation', async () => {
    const memo = 'What it is for'
    const dan = (await harness.people(1))[0] as Person
    const settings = { threshold: 1, owners: [{ wallet: ada.id, name: 'Ada' }] }
    const bodies: [string, object][] = [
      ['create', { name: 'Club', settings }],
      ['pay', { walletId, payments: [{ receiverId: dan.id, tokenId: 'HBAR', amount: 1 }] }],
      ['update', { walletId, action: 'add', owner: { wallet: dan.id } }],
      ['stake', { walletId, nodeId: 0 }],
    ]
    for (const [operation, body] of bodies)
      assert.equal(memoOf(await harness.ask(operation, ada, { ...body, memo })), memo, operation)
  })

  test('has at most 100 bytes, which are all visible', async () => {
    const fits = 'ü'.repeat(50)
    assert.equal(memoOf(await harness.ask('withdraw', ada, payment({ memo: fits }))), fits)
    assert.deepEqual(await refused('withdraw', payment({ memo: `${fits}x` })), [422, 'MEMO_TOO_LONG'])
    assert.deepEqual(await refused('withdraw', payment({ memo: 'x'.repeat(101) })), [400, 'VALIDATION_FAILED'])
    assert.deepEqual(await refused('withdraw', payment({ memo: ' ' })), [400, 'BLANK_TEXT'])
    assert.deepEqual(await refused('withdraw', payment({ memo: 'a\u202eb' })), [400, 'HIDDEN_CHARACTER'])
  })

  test('cannot look like the memo of a request that a DAO decided', async () => {
    const id = '84324cb7-2597-46c9-8ca3-8a0708802d2a'
    for (const memo of [`Proposal ${id}`, ` proposal: ${id.toUpperCase()}`])
      assert.deepEqual(await refused('withdraw', payment({ memo })), [400, 'VALIDATION_FAILED'], memo)
    const ours = `For proposal ${id}`
    assert.equal(memoOf(await harness.ask('withdraw', ada, payment({ memo: ours }))), ours)
  })
})

describe('Payments to several receivers', () => {
  let coin: string
  let receivers: Person[]
  beforeEach(async () => {
    receivers = await harness.people(3)
    const create = new TokenCreateTransaction()
      .setTokenName('The coin')
      .setTokenSymbol('COIN')
      .setDecimals(2)
      .setInitialSupply(1_000_000)
      .setTreasuryAccountId(harness.treasury.id)
    coin = (await harness.onLedger(create)).receipt.tokenId ?? ''
    for (const { id, key } of receivers.slice(0, 2))
      await harness.onLedger(new TokenAssociateTransaction().setAccountId(id).setTokenIds([coin]), key)
    const associate = await harness.ask('associate', ada, { walletId, tokenId: coin })
    await signedByAll(associate)
    await harness.execute('associate', ada, associate)
    await harness.onLedger(
      new TransferTransaction().addTokenTransfer(coin, harness.treasury.id, -500).addTokenTransfer(coin, walletId, 500),
    )
  })
  const to = (index: number, amount: number | string, tokenId = 'HBAR') => ({
    ...{ receiverId: receivers[index]?.id ?? '', tokenId, amount },
  })

  test('are made in one transaction, in hbars and tokens', async () => {
    const before = await Promise.all(receivers.map(({ id }) => balance(id)))
    const payments = [to(0, '250'), to(1, 30), to(2, 7), to(0, 200, coin), to(1, '300', coin)]
    const request = await harness.ask('pay', ada, { walletId, payments, memo: 'Salaries' })
    await signedByAll(request)
    const done = await harness.execute('pay', ada, request)
    assert.deepEqual([done.status, done.body.type], [200, 'withdraw'], JSON.stringify(done.body))
    const after = await Promise.all(receivers.map(({ id }) => balance(id)))
    assert.deepEqual(
      after.map((now, index) => now - (before[index] ?? 0n)),
      [250n, 30n, 7n],
    )
    assert.deepEqual([await held(receivers[0]?.id ?? '', coin), await held(receivers[1]?.id ?? '', coin)], [200n, 300n])
    assert.equal(await held(walletId, coin), 0n)
    const { body: status } = await harness.get(`/multisig/transaction/status/${request.jobId}`, ben)
    assert.deepEqual([status.operation, status.payload.payments], ['pay', payments])
  })

  test('are all made, or none', async () => {
    const before = await balance(receivers[0]?.id ?? '')
    const payments = [to(0, 250), { receiverId: await plainAccount(), tokenId: coin, amount: 5 }]
    const checked = await harness.post('/multisig/wallet/pay/check', ada, { walletId, payments })
    const request = await harness.ask('pay', ada, { walletId, payments, force: true })
    assert.deepEqual(checked.body.problems, request.warnings)
    assert.deepEqual(
      request.warnings.map(({ code }: { code: string }) => code),
      ['TOKEN_NOT_ASSOCIATED_TO_ACCOUNT'],
    )
    await signedByAll(request)
    const done = await harness.execute('pay', ada, request)
    assert.deepEqual([done.status, done.body.code], [422, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT'])
    assert.equal(await balance(receivers[0]?.id ?? ''), before)
  })

  test('are refused before anybody signs if the balance does not suffice for all of them together', async () => {
    assert.deepEqual(await refused('pay', { payments: [to(0, 300, coin), to(1, 201, coin)] }), [
      422,
      'INSUFFICIENT_TOKEN_BALANCE',
    ])
    assert.deepEqual(await refused('pay', { payments: [to(0, 3_000_000_000), to(1, 2_000_000_000)] }), [
      422,
      'INSUFFICIENT_PAYER_BALANCE',
    ])
  })

  test('name each receiver once for an asset, and never the wallet', async () => {
    assert.deepEqual(await refused('pay', { payments: [to(0, 1), to(0, 2)] }), [400, 'PAYMENT_REPEATED'])
    const itself = { receiverId: walletId, tokenId: 'HBAR', amount: 1 }
    assert.deepEqual(await refused('pay', { payments: [to(0, 1), itself] }), [
      422,
      'ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS',
    ])
    assert.deepEqual(await refused('pay', { payments: [] }), [400, 'VALIDATION_FAILED'])
    const most = String(2n ** 63n - 1n)
    assert.deepEqual(await refused('pay', { payments: [to(0, most), to(1, 1)] }), [400, 'INVALID_AMOUNT'])
  })

  test('are as many as the ledger takes in one transaction', async () => {
    const key = PrivateKey.generateED25519().publicKey
    const ids = await Promise.all(Array.from({ length: 10 }, () => harness.network.account(key)))
    const pays = (count: number, tokenId = 'HBAR') =>
      ids.slice(0, count).map((receiverId) => ({ receiverId, tokenId, amount: 1 }))
    const request = await harness.ask('pay', ada, { walletId, payments: pays(9) })
    await signedByAll(request)
    assert.equal((await harness.execute('pay', ada, request)).status, 200)
    assert.deepEqual(await refused('pay', { payments: pays(10) }), [422, 'TRANSFER_LIST_SIZE_LIMIT_EXCEEDED'])
    assert.deepEqual(await refused('pay', { payments: pays(10, coin) }), [
      422,
      'TOKEN_TRANSFER_LIST_SIZE_LIMIT_EXCEEDED',
    ])
  })

  test('wait for a receiver who must sign for what it receives', async () => {
    const careful = await plainAccount((create) => create.setReceiverSignatureRequired(true))
    const payments = [to(0, 5), { receiverId: careful, tokenId: 'HBAR', amount: 4 }]
    const request = await harness.ask('pay', ada, { walletId, payments })
    const { body: status } = await harness.get(`/multisig/transaction/status/${request.jobId}`, ada)
    assert.deepEqual(
      status.needs.map(({ walletId: id }: { walletId: string }) => id).sort(),
      [careful, walletId].sort(),
    )
  })

  test('wait for a receiver who has required its signature since the request was made', async () => {
    const careful = await harness.person()
    const payments = [to(0, 5), { receiverId: careful.id, tokenId: 'HBAR', amount: 4 }]
    const request = await harness.ask('pay', ada, { walletId, payments })
    await signedByAll(request)
    const insists = new AccountUpdateTransaction().setAccountId(careful.id).setReceiverSignatureRequired(true)
    await harness.onLedger(insists, careful.key)
    const early = await harness.execute('pay', ada, request)
    assert.deepEqual([early.status, early.body.code], [422, 'THRESHOLD_NOT_MET'])
    const transaction = Transaction.fromBytes(Buffer.from(request.bytes, 'base64'))
    await transaction.sign(careful.key)
    const bytes = Buffer.from(transaction.toBytes()).toString('base64')
    const done = await harness.execute('pay', ada, { ...request, bytes })
    assert.deepEqual([done.status, done.body.status], [200, 'success'])
  })

  test("ask for the custom fees of each token, and may not exceed the request's maximum", async () => {
    const fee = new CustomFixedFee().setAmount(3).setFeeCollectorAccountId(harness.treasury.id)
    const create = new TokenCreateTransaction()
      .setTokenName('Taxed')
      .setTokenSymbol('TAX')
      .setInitialSupply(1_000)
      .setTreasuryAccountId(harness.treasury.id)
      .setCustomFees([fee])
    const taxed = (await harness.onLedger(create)).receipt.tokenId ?? ''
    const payments = [to(0, 5), to(1, 4, taxed)]
    const { status, body } = await harness.post('/multisig/wallet/pay/request', ada, {
      walletId,
      payments,
      force: true,
    })
    assert.deepEqual([status, body.code], [422, 'CUSTOM_FEES'])
    const maxCustomFees = body.details
    assert.deepEqual(maxCustomFees, [{ id: taxed, fees: [{ token_id: 'HBAR', amount: 3 }] }])
    const request = await harness.ask('pay', ada, { walletId, payments, maxCustomFees, force: true })
    assert.ok(request.jobId)
    assert.deepEqual(await refused('pay', { payments: [to(0, 5)], maxCustomFees }), [400, 'INVALID_MAX_CUSTOM_FEES'])
  })
})
