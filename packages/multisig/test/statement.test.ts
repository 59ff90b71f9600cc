import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  AccountId,
  Hbar,
  TokenAssociateTransaction,
  TokenCreateTransaction,
  TokenMintTransaction,
  TokenType,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { type Answer, type Harness, openHarness, type Person } from './harness.ts'

describe('The statement of a wallet', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let wallet: string
  let begin: string
  before(async () => {
    harness = await openHarness({ env: { REQUESTS_PER_DAY: '0' } })
    ;[ada, ben] = (await harness.people(2)) as [Person, Person]
    wallet = await harness.wallet([ada, ben], 2)
    await harness.clock.advance(60_000)
    begin = now()
  })
  after(() => harness.close())

  const now = () => new Date(harness.clock.now()).toISOString()
  const statement = async (from: string, to = now(), person = ada): Promise<Answer> =>
    harness.get(`/multisig/wallet/${wallet}/statement?from=${from}&to=${to}`, person)
  const hbars = (answer: Answer) => answer.body.assets[0]
  const pay = (from: Person, to: string, tinybars: number, memo = '') =>
    harness.onLedger(
      new TransferTransaction()
        .addHbarTransfer(from.id, Hbar.fromTinybars(-tinybars))
        .addHbarTransfer(to, Hbar.fromTinybars(tinybars))
        .setTransactionMemo(memo),
      from.key,
    )
  const signedByBoth = async (request: Answer['body']) => {
    for (const person of [ada, ben]) assert.equal((await harness.sign(request, person, wallet)).status, 200)
  }

  test('has what came in and what a request paid, with its signers, and its sums lead from balance to balance', async () => {
    const before = (await harness.ledger.mirror.account(wallet))?.balance ?? 0n
    await pay(ben, wallet, 700, 'Dues, November')
    const request = await harness.ask('withdraw', ada, {
      ...{ walletId: wallet, receiverId: ben.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 250 },
      memo: 'Invoice 4711',
    })
    await signedByBoth(request)
    assert.equal((await harness.execute('withdraw', ada, request)).status, 200)
    await harness.clock.advance(1_000)
    const answer = await statement(begin)
    assert.equal(answer.status, 200)
    const held = (await harness.ledger.mirror.account(wallet))?.balance ?? 0n
    const { opening, received, paid, fees, rewards, closing, unexplained } = hbars(answer)
    assert.deepEqual([BigInt(opening), received, paid, rewards, unexplained], [before, 700, 250, 0, 0])
    assert.equal(BigInt(closing), held)
    assert.equal(closing, opening + received - paid - fees)
    const [dues, payment] = answer.body.entries
    assert.deepEqual(
      [dues.memo, dues.movements[0].change, dues.movements[0].otherId, dues.fee, dues.request],
      ['Dues, November', 700, ben.id, 0, undefined],
    )
    assert.equal(dues.balance, opening + 700)
    assert.deepEqual(
      [payment.memo, payment.movements[0].change, payment.movements[0].otherId, payment.movements[0].balance],
      ['Invoice 4711', -250, ben.id, payment.balance],
    )
    assert.deepEqual(payment.request, {
      jobId: request.jobId,
      type: 'withdraw',
      requesterId: ada.id,
      signers: [ada.id, ben.id],
    })
    assert.equal(payment.balance, closing)
    // The next period begins with this one's end.
    const until = now()
    await harness.clock.advance(20 * 60_000)
    await pay(ada, wallet, 5)
    await harness.clock.advance(1_000)
    const next = await statement(until)
    assert.deepEqual([hbars(next).opening, hbars(next).received, next.body.entries.length], [closing, 5, 1])
    assert.deepEqual((await statement(begin, until)).body.entries, answer.body.entries)
  })

  test('of a month before the ledger began is empty, and no fault of the mirror', async () => {
    const answer = await statement('2001-01-01T00:00:00.000Z', '2001-02-01T00:00:00.000Z')
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const { opening, closing, unexplained } = hbars(answer)
    assert.deepEqual([opening, closing, unexplained, answer.body.entries], [0, 0, 0, []])
  })

  test('has tokens with their decimals, NFTs, payments by schedules, and failed transactions with their fee', async () => {
    await harness.clock.advance(20 * 60_000)
    const from = now()
    const create = (change: (create: TokenCreateTransaction) => TokenCreateTransaction) =>
      harness.onLedger(
        change(
          new TokenCreateTransaction()
            .setTokenName('Euro')
            .setTokenSymbol('EURH')
            .setTreasuryAccountId(ada.id)
            .setSupplyKey(ada.key.publicKey),
        ),
        ada.key,
      )
    const euro = (await create((one) => one.setDecimals(2).setInitialSupply(100_000))).receipt.tokenId ?? ''
    const art = (await create((one) => one.setTokenType(TokenType.NonFungibleUnique))).receipt.tokenId ?? ''
    await harness.onLedger(new TokenMintTransaction().setTokenId(art).setMetadata([Buffer.from('1')]), ada.key)
    await harness.onLedger(
      new TokenAssociateTransaction().setAccountId(wallet).setTokenIds([euro, art]),
      ada.key,
      ben.key,
    )
    await harness.onLedger(
      new TransferTransaction()
        .addTokenTransfer(euro, ada.id, -510_00)
        .addTokenTransfer(euro, wallet, 510_00)
        .addNftTransfer(art, 1, ada.id, wallet),
      ada.key,
    )
    await assert.rejects(
      harness.onLedger(
        new TransferTransaction().addTokenTransfer(euro, wallet, -999_999).addTokenTransfer(euro, ada.id, 999_999),
        ada.key,
        ben.key,
      ),
    )
    const request = await harness.ask('withdraw', ada, {
      ...{ walletId: wallet, receiverId: ada.id, tokenId: euro, type: 'FUNGIBLE_COMMON', amountOrSerial: 12_50 },
      expiresAt: new Date(harness.clock.now() + 3 * 86_400_000).toISOString(),
    })
    assert.equal((await harness.sign(request, ada, wallet)).status, 200)
    const statusFor = async (person: Person) =>
      (await harness.get(`/multisig/transaction/status/${request.jobId}`, person)).body
    assert.equal((await harness.sign(await statusFor(ben), ben, wallet)).status, 200)
    assert.equal((await statusFor(ben)).status, 'success')
    await harness.clock.advance(1_000)

    const { body } = await statement(from)
    const [hbar, of] = body.assets
    assert.deepEqual(
      [of.tokenId, of.symbol, of.decimals, of.opening, of.received, of.paid, of.closing, of.unexplained],
      [euro, 'EURH', 2, 0, 510_00, 12_50, 497_50, 0],
    )
    assert.equal(hbar.closing, hbar.opening - hbar.fees)
    const received = body.entries.find((one: Answer['body']) => one.movements.length === 2)
    assert.deepEqual(received.movements, [
      { tokenId: euro, change: 510_00, otherId: ada.id, others: 0, balance: 510_00 },
      { tokenId: art, serial: '1', change: 1, otherId: ada.id, others: 0 },
    ])
    const scheduled = body.entries.find((one: Answer['body']) => one.scheduled)
    assert.equal(scheduled.request.jobId, request.jobId)
    assert.deepEqual(scheduled.request.signers, [ada.id, ben.id])
    assert.equal(scheduled.movements[0].balance, 497_50)
  })

  test('leaves the fee of a scheduled payment to the account that its schedule names, also if that is paid', async () => {
    for (const payer of [ben, ada]) {
      const from = now()
      const payment = new TransferTransaction()
        .addHbarTransfer(wallet, Hbar.fromTinybars(-9_000_000))
        .addHbarTransfer(ben.id, Hbar.fromTinybars(9_000_000))
      await harness.onLedger(
        payment.schedule().setPayerAccountId(AccountId.fromString(payer.id)).setScheduleMemo(payer.id),
        ada.key,
        ben.key,
      )
      await harness.clock.advance(1_000)
      const { body } = await statement(from)
      const paid = body.entries.find((one: Answer['body']) => one.scheduled)
      assert.deepEqual([paid.movements[0].change, paid.movements[0].otherId, paid.fee], [-9_000_000, ben.id, 0])
    }
  })

  test('is only for owners, and for a period that has begun', async () => {
    const [eve] = (await harness.people(1)) as [Person]
    assert.equal((await statement(begin, now(), eve)).body.code, 'FORBIDDEN')
    for (const [from, to] of [
      [now(), begin],
      [begin, begin],
      [new Date(harness.clock.now() + 1_000).toISOString(), new Date(harness.clock.now() + 2_000).toISOString()],
    ] as const) {
      const { status, body } = await statement(from, to)
      assert.deepEqual([status, body.code], [400, 'INVALID_PERIOD'])
    }
    assert.equal((await statement('yesterday')).body.code, 'VALIDATION_FAILED')
    const [epoch, day] = ['1970-01-01T00:00:00Z', '1970-01-02T00:00:00Z']
    assert.match(
      (await statement(epoch)).body.message,
      /more than 100 pages, each of at most 100 transactions or 30 days/,
    )
    // The ledger began later.
    const { status, body } = await statement(epoch, day)
    assert.deepEqual([status, body.entries, body.assets[0].opening, body.assets[0].closing], [200, [], 0, 0])
  })
})
