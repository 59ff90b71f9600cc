import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  PrivateKey,
  ScheduleSignTransaction,
  TokenCreateTransaction,
  TokenUpdateTransaction,
  TopicCreateTransaction,
  type Transaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { ConfigError, readSettings } from '@quorate/platform'
import { decode, type OperationName, operationWith, transactionIdIn } from '@quorate/verify'
import { readSchedulePayers, settings as shape } from '../src/index.ts'
import { openTables } from '../src/store/open-tables.ts'
import { type Answer, type Harness, openHarness, type Person } from './harness.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A development account of the embedded ledger. */
const PAYER = '0.0.1022'
const PAYER_KEY = 'a608e2130a0a3cb34f86e757303c862bee353d9ab77ba4387ec084f881d420d4'
const PAYS = {
  SCHEDULE_PAYER: 'service',
  HEDERA_DEVNET_SCHEDULE_PAYER_ID: PAYER,
  HEDERA_DEVNET_SCHEDULE_PAYER_KEY: PAYER_KEY,
}

describe('With SCHEDULE_PAYER=service', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let walletId: string
  before(async () => {
    harness = await openHarness({ env: PAYS })
    const [creator] = (await harness.people(1)) as [Person]
    ;[ada, ben] = [await withoutHbars(), await withoutHbars()]
    walletId = await harness.wallet([creator, ada, ben], 2)
  })
  after(() => harness.close())

  async function withoutHbars(key = PrivateKey.generateED25519()): Promise<Person> {
    const id = await harness.network.account(key.publicKey, 0)
    const publicKey = key.publicKey.toStringRaw()
    return { id, key, token: await harness.tokens.issue({ walletId: id, publicKey, lifetimeMs: 1_000 * DAY }) }
  }

  const payment = (more: object = {}) => ({
    walletId,
    receiverId: harness.treasury.id,
    tokenId: 'HBAR',
    type: 'FUNGIBLE_COMMON',
    amountOrSerial: 100,
    expiresAt: new Date(Math.floor((harness.clock.now() + 3 * DAY) / 1000) * 1000).toISOString(),
    ...more,
  })
  const statusFor = async (jobId: string, person: Person, query = ''): Promise<Answer['body']> =>
    (await harness.get(`/multisig/transaction/status/${jobId}${query}`, person)).body
  const balance = async (id: string): Promise<bigint> => (await harness.ledger.mirror.account(id))?.balance ?? 0n
  test('owners without hbars request and sign a schedule, and the service pays for its transactions', async () => {
    const before = await balance(PAYER)
    const request = await harness.ask('withdraw', ada, payment())
    assert.match(request.transactionId, new RegExp(`^${PAYER.replaceAll('.', '\\.')}@`))
    const created = await harness.sign(request, ada, walletId)
    assert.deepEqual([created.status, created.body.senderId], [200, ada.id], JSON.stringify(created.body))
    const draft = await statusFor(request.jobId, ben)
    assert.deepEqual(draft.schedule.state, 'open')
    assert.equal((await harness.sign(draft, ben, walletId)).status, 200)
    const done = await statusFor(request.jobId, ben)
    assert.deepEqual([done.status, done.schedule.state], ['success', 'executed'])
    assert.deepEqual(
      done.signatures.map(({ senderId }: { senderId: string }) => senderId),
      [ada.id, ben.id],
    )
    assert.deepEqual([await balance(ada.id), await balance(ben.id)], [0n, 0n])
    assert.ok((await balance(PAYER)) < before)
  })

  test('an owner may pay itself, and then needs enough balance', async () => {
    const request = await harness.ask('withdraw', ada, payment({ payer: 'owner' }))
    assert.match(request.transactionId, new RegExp(`^${ada.id.replaceAll('.', '\\.')}@`))
    const refused = await harness.sign(request, ada, walletId)
    assert.deepEqual([refused.status, refused.body.code], [422, 'INSUFFICIENT_PAYER_BALANCE'])
    const kept = await harness.ask('withdraw', ada, payment())
    assert.equal((await harness.sign(kept, ada, walletId)).status, 200)
    const own = await statusFor(kept.jobId, ben, '?payer=owner')
    const paid = await statusFor(kept.jobId, ben, '?payer=service')
    assert.notEqual(own.bodyBytes, paid.bodyBytes)
    assert.equal((await harness.sign(own, ben, walletId)).body.code, 'INSUFFICIENT_PAYER_BALANCE')
    assert.equal((await harness.sign(paid, ben, walletId)).status, 200)
  })

  test('nothing is paid before the owner has signed the transaction', async () => {
    const request = await harness.ask('withdraw', ada, payment())
    assert.equal((await harness.sign(request, ada, walletId)).status, 200)
    const draft = await statusFor(request.jobId, ben)
    const before = await balance(PAYER)
    const wrong = await harness.sign({ ...draft, bodyBytes: request.bodyBytes }, ben, walletId)
    assert.deepEqual([wrong.status, wrong.body.code], [422, 'INVALID_SIGNATURE'])
    const eve = await withoutHbars()
    const stranger = await harness.post(`/multisig/transaction/sign/${request.jobId}`, ben, {
      ...{ walletId, senderId: eve.id, signature: `0x${'00'.repeat(64)}` },
    })
    assert.equal(stranger.body.code, 'NOT_AN_OWNER')
    assert.equal(await balance(PAYER), before)
    // The service pays for the same body once, however often it is sent.
    const both = await Promise.all([harness.sign(draft, ben, walletId), harness.sign(draft, ben, walletId)])
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200],
    )
    const after = await balance(PAYER)
    assert.equal((await harness.sign(draft, ben, walletId)).status, 200)
    assert.equal(await balance(PAYER), after)
  })

  test("the service pays for nothing that its own account's signature could help to execute", async () => {
    const toPayer = { receiverId: PAYER }
    const refused = await harness.post('/multisig/wallet/withdraw/request', ada, {
      ...payment({ ...toPayer, payer: 'service' }),
    })
    assert.deepEqual([refused.status, refused.body.code], [422, 'SCHEDULE_PAYER_INVOLVED'])
    const { expiresAt } = payment()
    const several = { walletId, payments: [{ ...toPayer, tokenId: 'HBAR', amount: 1 }], expiresAt }
    const refusedPay = await harness.post('/multisig/wallet/pay/request', ada, { ...several, payer: 'service' })
    assert.deepEqual([refusedPay.status, refusedPay.body.code], [422, 'SCHEDULE_PAYER_INVOLVED'])
    const ownPay = await harness.ask('pay', ada, several)
    assert.match(ownPay.transactionId, new RegExp(`^${ada.id.replaceAll('.', '\\.')}@`))
    const own = await harness.ask('withdraw', ada, payment(toPayer))
    assert.match(own.transactionId, new RegExp(`^${ada.id.replaceAll('.', '\\.')}@`), 'who asks pays, unasked')
    // Anybody may create an account with another's key, and make it an owner.
    const twin = await harness.network.account(PrivateKey.fromStringED25519(PAYER_KEY).publicKey, 0)
    const admission = await harness.post('/multisig/wallet/update/request', ada, {
      ...{ walletId, action: 'add', owner: { wallet: twin, name: 'Twin' }, expiresAt: payment().expiresAt },
      payer: 'service',
    })
    assert.deepEqual([admission.status, admission.body.code], [422, 'SCHEDULE_PAYER_INVOLVED'])
  })

  /** The payer of the transaction in an answer's bytes. */
  const payerIn = ({ bodyBytes }: Answer['body']) =>
    transactionIdIn(decode(Buffer.from(bodyBytes, 'base64'))).split('@')[0]
  const askFor = (name: OperationName, values: object, more: object = {}) =>
    harness.post('/multisig/wallet/operation/request', ada, {
      ...{ walletId, operation: operationWith(name, values as Record<string, unknown>), ...more },
      expiresAt: payment().expiresAt,
    })

  test("the service pays for operations, but for none that its own key as a token's or topic's could help", async () => {
    const own = PrivateKey.fromStringED25519(PAYER_KEY)
    const create = new TokenCreateTransaction().setTokenName('S').setTokenSymbol('S').setInitialSupply(5)
    create.setTreasuryAccountId(harness.treasury.id).setSupplyKey(own.publicKey).setAdminKey(own.publicKey)
    const token = String((await harness.onLedger(create, harness.treasury.key, own)).receipt.tokenId)
    const theirs = new TokenCreateTransaction().setTokenName('F').setTokenSymbol('F').setInitialSupply(5)
    theirs.setTreasuryAccountId(harness.treasury.id).setAdminKey(ada.key.publicKey).setSupplyKey(ada.key.publicKey)
    const foreign = String((await harness.onLedger(theirs, harness.treasury.key, ada.key)).receipt.tokenId)
    const created = await harness.onLedger(new TopicCreateTransaction().setSubmitKey(own.publicKey))
    const topic = String(created.receipt.topicId)
    const keyOfPayer = { _type: 'ED25519', key: own.publicKey.toStringRaw() }
    for (const [name, values] of [
      ['mint/token', { token, amount: '1000' }],
      ['update/token', { token, name: 'Mine', adminKey: { _type: 'ED25519', key: ada.key.publicKey.toStringRaw() } }],
      ['message/topic', { topic, message: 'signed by the service' }],
      ['update/token', { token: foreign, adminKey: keyOfPayer }],
      ['update/token', { token: foreign, supplyKey: keyOfPayer }],
    ] as const) {
      const refused = await askFor(name, values, { payer: 'service', force: true })
      assert.deepEqual([refused.status, refused.body.code], [422, 'SCHEDULE_PAYER_INVOLVED'], name)
    }
    // If an owner pays for the ScheduleCreate, the service must not pay for the ScheduleSign, either: it would sign
    // with its key.
    await harness.fund(ada.id, 20)
    const mint = (await askFor('mint/token', { token, amount: '1000' }, { payer: 'owner', force: true })).body
    assert.equal((await harness.sign(mint, ada, walletId)).status, 200)
    const asked = await harness.get(`/multisig/transaction/status/${mint.jobId}?payer=service`, ben)
    assert.deepEqual([asked.status, asked.body.code], [422, 'SCHEDULE_PAYER_INVOLVED'])
    assert.equal(payerIn(await statusFor(mint.jobId, ben)), ben.id, 'the one who signs pays, unasked')
    assert.equal((await harness.ledger.mirror.tokenDetails(token))?.totalSupply, 5n)
  })

  test("the service does not sign for a token that has got the service's key since the request", async () => {
    const eve = PrivateKey.generateED25519()
    const create = new TokenCreateTransaction().setTokenName('E').setTokenSymbol('E').setInitialSupply(5)
    create.setTreasuryAccountId(harness.treasury.id).setSupplyKey(eve.publicKey).setAdminKey(eve.publicKey)
    const token = String((await harness.onLedger(create, harness.treasury.key, eve)).receipt.tokenId)
    const request = (await askFor('mint/token', { token, amount: '1000' }, { force: true })).body
    assert.match(request.transactionId, /^0\.0\.1022@/)
    assert.equal((await harness.sign(request, ada, walletId)).status, 200)
    const draft = await statusFor(request.jobId, ben)
    const own = PrivateKey.fromStringED25519(PAYER_KEY)
    await harness.onLedger(new TokenUpdateTransaction().setTokenId(token).setSupplyKey(own.publicKey), eve, own)
    const refused = await harness.sign(draft, ben, walletId)
    assert.deepEqual([refused.status, refused.body.code], [422, 'SCHEDULE_PAYER_INVOLVED'])
    assert.equal((await harness.ledger.mirror.tokenDetails(token))?.totalSupply, 5n)
  })

  test('the service pays for the schedule of an operation, and its owners carry it out', async () => {
    const request = (await askFor('allowance/hbar', { type: 'hbar', spenderAccountId: ben.id, amount: '5' })).body
    assert.match(request.transactionId, /^0\.0\.1022@/)
    const created = await harness.sign(request, ada, walletId)
    assert.equal(created.status, 200, JSON.stringify(created.body))
    const draft = await statusFor(request.jobId, ben)
    assert.equal(payerIn(draft), PAYER)
    assert.equal((await harness.sign(draft, ben, walletId)).status, 200)
    assert.equal((await statusFor(request.jobId, ben)).status, 'success')
  })

  test("the service signs no body but the request's, whatever its database contains", async () => {
    const request = await harness.ask('withdraw', ada, payment())
    const other = await harness.ask('withdraw', ada, payment({ amountOrSerial: 99 }))
    const database = await openTables(harness.server)
    await database.change((trx) =>
      trx
        .updateTable('multisig.request')
        .set({ bytes: Buffer.from(other.bytes, 'base64'), body_bytes: Buffer.from(other.bodyBytes, 'base64') })
        .where('job_id', '=', request.jobId)
        .execute(),
    )
    const refused = await harness.sign({ ...request, bodyBytes: other.bodyBytes }, ada, walletId)
    assert.deepEqual([refused.status, refused.body.code], [403, 'NOT_THE_SCHEDULE'])

    const [kept, another] = [
      await harness.ask('withdraw', ada, payment()),
      await harness.ask('withdraw', ada, payment()),
    ]
    for (const one of [kept, another]) assert.equal((await harness.sign(one, ada, walletId)).status, 200)
    const draft = await statusFor(kept.jobId, ben)
    const frozen = (transaction: Transaction) =>
      harness.ledger.freeze(transaction, {
        ...{ payer: PAYER, validStart: harness.ledger.validStart(), validDurationSeconds: 120 },
      }).bodyBytes
    const { scheduleId } = (await statusFor(another.jobId, ben)).schedule
    const robbery = new TransferTransaction().addHbarTransfer(PAYER, -5).addHbarTransfer(ben.id, 5)
    const before = await balance(PAYER)
    for (const body of [
      frozen(robbery),
      frozen(new ScheduleSignTransaction().setScheduleId(scheduleId)),
      frozen(new ScheduleSignTransaction().setScheduleId(draft.schedule.scheduleId).setTransactionMemo('x')),
    ]) {
      await database.change((trx) =>
        trx
          .updateTable('multisig.draft')
          .set({ body_bytes: body })
          .where('job_id', '=', kept.jobId)
          .where('sender', '=', ben.id)
          .execute(),
      )
      const answer = await harness.sign({ ...draft, bodyBytes: Buffer.from(body).toString('base64') }, ben, walletId)
      assert.deepEqual([answer.status, answer.body.code], [403, 'NOT_THE_SCHEDULE'])
    }
    assert.equal(await balance(PAYER), before)
  })

  test('each wallet and each owner has a share of an hourly budget, and gets an error when it is used up', async () => {
    await using small = await openSmall()
    const { harness, owner, walletId, ask } = small
    const request = await ask()
    assert.equal((await harness.sign(request, owner, walletId)).status, 200)
    const second = await ask()
    const refused = await harness.sign(second, owner, walletId)
    assert.deepEqual([refused.status, refused.body.code], [429, 'SCHEDULE_BUDGET_USED'])
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    // Every created schedule can be signed.
    const [, cosigner] = small.owners
    const draft = (await harness.get(`/multisig/transaction/status/${request.jobId}`, cosigner)).body
    assert.match(draft.transactionId, /^0\.0\.1022@/)
    assert.equal((await harness.sign(draft, cosigner, walletId)).status, 200)
    // Others keep their shares when one owner has used up its own.
    const other = await patient(harness)
    const theirs = await harness.wallet([other, owner], 2)
    const asked = await harness.ask('withdraw', other, { ...payment(), walletId: theirs })
    assert.equal((await harness.sign(asked, other, theirs)).status, 200)
    const again = await ask({ payer: 'owner' })
    assert.equal((await harness.sign(again, owner, walletId)).status, 200, 'the owner may pay itself')
    await harness.clock.advance(6 * HOUR)
    assert.equal((await harness.sign(await ask(), owner, walletId)).status, 200, 'and later the service pays again')
  })

  async function patient({ network, tokens }: Harness): Promise<Person> {
    const key = PrivateKey.generateED25519()
    const id = await network.account(key.publicKey)
    const publicKey = key.publicKey.toStringRaw()
    return { id, key, token: await tokens.issue({ walletId: id, publicKey, lifetimeMs: DAY }) }
  }

  async function openSmall() {
    const harness = await openHarness({ env: { ...PAYS, SCHEDULE_SPENDING_PER_HOUR: '300000000' } })
    const owner = await patient(harness)
    const owners = [owner, await patient(harness)] as const
    const walletId = await harness.wallet([...owners], 2)
    const ask = (more: object = {}) => {
      const expiresAt = new Date(harness.clock.now() + 3 * DAY).toISOString()
      return harness.ask('withdraw', owner, { ...payment(more), walletId, expiresAt })
    }
    return { harness, owner, owners, walletId, ask, [Symbol.asyncDispose]: () => harness.close() }
  }

  test('Without SCHEDULE_PAYER=service, a request that names the service as payer is refused', async () => {
    const plain = await openHarness()
    const [owner] = (await plain.people(1)) as [Person]
    const own = await plain.wallet([owner], 1)
    const refused = await plain.post('/multisig/wallet/withdraw/request', owner, {
      ...payment({ walletId: own, payer: 'service' }),
    })
    assert.deepEqual([refused.status, refused.body.code], [422, 'NO_SCHEDULE_PAYER'])
    await plain.close()
  })

  test('the platform does not start without the key, with an unreadable one, or with one for two chains', () => {
    const settings = readSettings(shape, { env: { SCHEDULE_PAYER: 'service' } })
    const read =
      (env: Record<string, string>, chains = ['hedera:devnet']) =>
      () =>
        readSchedulePayers(chains, env, settings)
    assert.throws(read({}), ConfigError)
    const { HEDERA_DEVNET_SCHEDULE_PAYER_KEY: _, ...withoutKey } = PAYS
    assert.throws(read(withoutKey), /HEDERA_DEVNET_SCHEDULE_PAYER_KEY is not set/)
    assert.throws(read({ ...PAYS, HEDERA_DEVNET_SCHEDULE_PAYER_KEY: 'secret' }), (error: Error) => {
      assert.match(error.message, /HEDERA_DEVNET_SCHEDULE_PAYER_KEY is set, but not usable/)
      return !error.message.includes('secret')
    })
    const both = {
      ...PAYS,
      HEDERA_TESTNET_SCHEDULE_PAYER_ID: '0.0.5',
      HEDERA_TESTNET_SCHEDULE_PAYER_KEY: PAYER_KEY,
    }
    assert.throws(read(both, ['hedera:devnet', 'hedera:testnet']), /is also the key of hedera:devnet/)
    assert.equal(readSchedulePayers(['hedera:devnet'], {}, readSettings(shape, { env: {} })).size, 0)
  })
})
