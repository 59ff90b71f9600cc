/** DAOs' signatures on requests of wallets that they co-own through accounts. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import {
  AccountCreateTransaction,
  AccountDeleteTransaction,
  AccountId,
  AccountUpdateTransaction,
  Hbar,
  ScheduleCreateTransaction,
  ScheduleSignTransaction,
  Timestamp,
  TokenAssociateTransaction,
  type Transaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { keyFromText, keyToSdk, type Signature, withSignatures } from '@quorate/ledger'
import { guardedOwnerMemo, type Key, type Leaf } from '@quorate/verify'
import { limits } from '../src/limits.ts'
import { decidedOn } from './decided.ts'
import { type Guarded, openGuarded } from './guarded.ts'
import { type Answer, loggedIn } from './harness.ts'
import { type Person, signed } from './wallets.ts'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const keyOf = ({ key }: Person): Key => keyFromText(key.publicKey.toStringDer())
const threshold = (count: number, ...keys: Key[]): Key => ({ type: 'threshold', threshold: count, keys })

describe('A DAO that co-owns a wallet', () => {
  let g: Guarded
  let topic: string
  let dao: string
  let daosKey: Leaf
  let wallet: string
  before(async () => {
    g = await openGuarded()
    topic = (await g.wallets.done(g.ada, 'POST', '/hcs', { memo: 'dao' })).topicId
    dao = await ownerOf(`dao:${topic}`)
    daosKey = (await keyOn(dao)) as Leaf
    wallet = await walletOf(threshold(2, keyOf(g.ada), keyOf(g.ben), daosKey))
  })
  after(() => g[Symbol.asyncDispose]())

  const ownerOf = (controller: string, more: object = {}) =>
    g.account(g.ada, {
      ...{ smartNodeSecurity: 'full', actionsConditions: { values: ['sign/wallet'], controller } },
      ...more,
    })
  const keyOn = async (id: string): Promise<Key> =>
    (await g.harness.ledger.mirror.account(id))?.key ?? assert.fail(`${id} has no key`)
  async function walletOf(key: Key, memo = guardedOwnerMemo(dao)): Promise<string> {
    const create = new AccountCreateTransaction().setKeyWithoutAlias(keyToSdk(key)).setAccountMemo(memo)
    return (await g.wallets.onLedger(create.setInitialBalance(new Hbar(50)))).accountId ?? assert.fail()
  }
  const payment = (from = wallet, amount = 100) =>
    new TransferTransaction()
      .addHbarTransfer(from, Hbar.fromTinybars(-amount))
      .addHbarTransfer(g.ben.id, Hbar.fromTinybars(amount))
  const frozen = (transaction: Transaction, payer = wallet, aheadMs = 0): Uint8Array => {
    const { ledger } = g.harness
    const validStart = aheadMs ? ledger.validStart(g.harness.clock.now() + aheadMs) : ledger.validStart()
    return ledger.freeze(transaction, { payer, validStart, validDurationSeconds: 120 }).bodyBytes
  }
  const decided = async (body: object, more: object = {}, path = `/multisig/transaction/sign/${randomUUID()}`) =>
    decidedOn(g.harness, topic, { method: 'POST', path, body }, more)
  const named = (bodyBytes: Uint8Array, more: object = {}) => ({
    ...{ walletId: wallet, senderId: dao, bodyBytes: base64(bodyBytes) },
    ...more,
  })
  const sign = (by: Person, given: object, walletId = wallet): Promise<Answer> =>
    g.ask(by, `/wallets/${walletId}/sign`, given)
  const signatureIn = ({ status, body }: Answer): Signature => {
    assert.equal(status, 200, JSON.stringify(body))
    return { publicKey: keyFromText(body.publicKey), signature: Buffer.from(body.signature.slice(2), 'hex') }
  }
  const by = ({ key }: Person, bytes: Uint8Array): Signature => ({
    publicKey: keyFromText(key.publicKey.toStringDer()),
    signature: key.sign(bytes),
  })
  async function refused(answer: Promise<Answer>, status: number, code: string): Promise<string> {
    const { status: given, body } = await answer
    assert.deepEqual([given, body.code], [status, code], JSON.stringify(body))
    return body.message
  }
  /** Checks that the node refuses a decision with these bytes. */
  const refusedBytes = async (bytes: Uint8Array, code = 'BODY_NOT_UNDERSTOOD', status = 422, more: object = {}) =>
    refused(sign(g.ada, { dao: await decided(named(bytes, more)) }), status, code)

  test('signs what its decision names, the same every time, and the ledger executes it once', async () => {
    const bytes = frozen(payment())
    const jobId = randomUUID()
    const decision = await decided(named(bytes), {}, `/multisig/transaction/sign/${jobId}`)
    const answers = await Promise.all([g.ada, g.ben, g.ada].map((one) => sign(one, { dao: decision })))
    const signature = signatureIn(answers[0] as Answer)
    assert.deepEqual(
      answers.map(({ body }) => body),
      Array(3).fill({ ...answers[0]?.body, jobId, walletId: wallet, senderId: dao }),
    )
    assert.deepEqual(signature.publicKey, daosKey)
    const submitted = () => g.harness.ledger.submit(withSignatures(bytes, [by(g.ben, bytes), signature]))
    const first = await submitted()
    assert.ok(first.state === 'final' && first.success, JSON.stringify(first))
    // Submitting the same body again is the same transaction.
    const before = (await g.harness.ledger.mirror.account(wallet))?.balance
    await submitted()
    assert.equal((await g.harness.ledger.mirror.account(wallet))?.balance, before)
  })

  test('does not let anybody keep a network signature from before the wallet got a guarded owner', async () => {
    const eve = await g.wallets.person()
    const own = { smartNodeSecurity: 'full', actionsConditions: { values: ['transfer/hbar'], controller: 'owner' } }
    const payer = await g.account(eve, own)
    const [ada, ben, eves] = [g.ada, g.ben, eve].map(keyOf) as [Key, Key, Key]
    const to = { to: eve.id, amount: 4_000_000_000, sender: { id: payer } }
    const ask = (from: string, more: object = {}) => g.ask(eve, '/accounts/transfer/hbar', { from, ...to, ...more })
    const before = await walletOf(threshold(2, ada, ben, eves), '')
    const both = await walletOf({ type: 'list', keys: [ada, eves] }, '')
    for (const from of [before, both]) {
      const asked = await ask(from)
      // With the bytes, Eve could empty the wallet once the DAO co-owns it.
      if (asked.status === 200) {
        const bytes = await signed(asked, eve.key)
        const joined = keyToSdk(threshold(2, ada, eves, daosKey))
        const update = new AccountUpdateTransaction().setAccountId(from).setKey(joined)
        await g.wallets.onLedger(update.setAccountMemo(guardedOwnerMemo(dao)), g.ada.key, g.ben.key, eve.key)
        await g.ask(eve, '/transactions/submit', { bytes })
      }
      assert.equal((await g.harness.ledger.mirror.account(from))?.balance, 5_000_000_000n)
      assert.deepEqual([asked.status, asked.body.code], [403, 'ENTITY_UNBOUND'])
    }
    // The wallet must not be the payer, either.
    const asPayer = { from: payer, to: g.ada.id, amount: 1, sender: { id: before } }
    await refused(g.ask(eve, '/accounts/transfer/hbar', asPayer), 403, 'ENTITY_UNBOUND')
    // The wallet may receive. If the network need not sign, the owners may sign anything.
    assert.equal((await ask(payer, { to: before, amount: 1 })).status, 200)
    assert.equal((await ask(before, { sender: { id: eve.id } })).status, 200)
  })

  test('signs only for owners of the wallet, and only the decided bytes, wallet and proposal of its own DAO', async () => {
    const bytes = frozen(payment())
    const decision = await decided(named(bytes))
    const eve = await g.wallets.person()
    await refused(sign(eve, { dao: decision }), 403, 'NOT_AN_OWNER')
    const twin = await walletOf(threshold(2, keyOf(g.ada), keyOf(g.ben), daosKey))
    await refused(sign(g.ada, { dao: decision }, twin), 403, 'DECISION_DOES_NOT_PERMIT')
    for (const more of [{ status: 'REJECTED' }, { cancelled: true }])
      await refused(sign(g.ada, { dao: await decided(named(bytes), more) }), 403, 'DECISION_DOES_NOT_PERMIT')
    const paths = ['/multisig/transaction/sign/1', '/multisig/transaction/reject/00000000-0000-4000-8000-000000000000']
    for (const path of paths)
      await refused(sign(g.ada, { dao: await decided(named(bytes), {}, path) }), 403, 'DECISION_DOES_NOT_PERMIT')
    // Other spellings of the base64 are refused, because voters would not be shown the bytes.
    const loose = { bodyBytes: `${base64(bytes).replace(/=+$/, '')}===` }
    for (const more of [{ extra: 1 }, { bodyBytes: '' }, { bodyBytes: 7 }, loose, { senderId: 'x' }])
      await refused(sign(g.ada, { dao: await decided(named(bytes, more)) }), 403, 'DECISION_DOES_NOT_PERMIT')
    // The bytes of another wallet that the same DAO co-owns.
    await refusedBytes(frozen(payment(twin), twin))
    // Another DAO has an account under the same key. It decides for this DAO's account, and for its own.
    const other = (await g.wallets.done(g.ada, 'POST', '/hcs', { memo: 'other' })).topicId
    const theirs = await ownerOf(`dao:${other}`)
    const path = `/multisig/transaction/sign/${randomUUID()}`
    const foreign = (senderId: string) =>
      decidedOn(g.harness, other, { method: 'POST', path, body: named(bytes, { senderId }) })
    await refused(sign(g.ada, { dao: await foreign(dao) }), 403, 'VALIDATOR_REFUSED')
    const said = await refused(sign(g.ada, { dao: await foreign(theirs) }), 403, 'OWNER_NOT_NAMED')
    assert.match(said, /memo now does not name it as the guarded owner/)
  })

  test("does not sign unless the account's validator lists that for this DAO and has no gates", async () => {
    const bytes = frozen(payment())
    const values = ['sign/wallet']
    const configurations = [
      { actionsConditions: { values: ['transfer/hbar'], controller: `dao:${topic}` } },
      { actionsConditions: { values, controller: 'anyone' } },
      { actionsConditions: { values, controller: 'owner' } },
      { tokenGates: { timeRange: { end: '2100-01-01T00:00:00Z' } } },
    ]
    for (const configuration of configurations) {
      const senderId = await ownerOf(`dao:${topic}`, configuration)
      await refusedBytes(bytes, 'VALIDATOR_REFUSED', 403, { senderId })
    }
    await refusedBytes(bytes, 'ENTITY_UNBOUND', 403, { senderId: g.ben.id })
  })

  test('signs nothing that it does not understand, or that would count for another account', async () => {
    const changed = (change: (body: proto.ITransactionBody) => void, transaction: Transaction = payment()) => {
      const body = proto.TransactionBody.decode(frozen(transaction))
      change(body)
      return proto.TransactionBody.encode(body).finish()
    }
    const [key] = [keyToSdk(keyOf(g.ada))._toProtobufKey()]
    const approval = (body: proto.ITransactionBody) => {
      const [first] = body.cryptoTransfer?.transfers?.accountAmounts ?? []
      if (first) first.isApproval = true
    }
    const wrongs = [
      changed((body) => void Object.assign(body, { batchKey: key })),
      changed(approval),
      changed((body) => void Object.assign(body.transactionID ?? {}, { scheduled: true })),
      Buffer.concat([frozen(payment()), Buffer.from([0xf8, 0x3f, 0x01])]),
      Buffer.concat([frozen(payment()), Buffer.from([0x32, 0x01, 0x78])]),
      frozen(new AccountDeleteTransaction().setAccountId(wallet).setTransferAccountId(g.ben.id)),
      frozen(new AccountUpdateTransaction().setAccountId(wallet).setReceiverSignatureRequired(true)),
      frozen(new ScheduleSignTransaction().setScheduleId('0.0.5')),
      // Bodies that others pay for, or that move holdings of other accounts with the same key.
      frozen(payment(), g.ada.id),
      frozen(payment(dao), wallet),
      frozen(payment(), dao),
    ]
    for (const wrong of wrongs) await refusedBytes(wrong)
    for (const text of ['AAAA', 'CgQ=']) {
      const { status } = await sign(g.ada, { dao: await decided(named(Buffer.from(text, 'base64'))) })
      assert.equal(status, 422)
    }
  })

  test('signs nothing that an account other than the wallet must sign, even one that does not exist yet', async () => {
    const numberOf = (id: string) => Number(id.split('.')[2])
    const next = `0.0.${numberOf((await g.wallets.person()).id) + 1}`
    const takeOver = new AccountUpdateTransaction().setAccountId(next).setKey(keyToSdk(keyOf(g.ada)))
    const bodies = [frozen(payment(next, 1_000_000)), frozen(takeOver)]
    const answers = []
    for (const bytes of bodies) answers.push(await sign(g.ada, { dao: await decided(named(bytes)) }))
    // Another person's account gets that number and the network's key. The signatures must not count for that account.
    const victim = await g.account(g.ben, { smartNodeSecurity: 'full' })
    assert.equal(victim, next)
    for (const [index, bytes] of bodies.entries()) {
      const { status, body } = answers[index] ?? assert.fail()
      if (status !== 200) continue
      const all = [by(g.ada, bytes), by(g.ben, bytes), signatureIn({ status, body } as Answer)]
      const outcome = await g.harness.ledger.submit(withSignatures(bytes, all))
      assert.notEqual(outcome.state === 'final' && outcome.success, true, 'the account of another was taken')
    }
    for (const { status, body } of answers) assert.deepEqual([status, body.code], [422, 'BODY_NOT_UNDERSTOOD'])
  })

  test('does not sign a gift of an NFT if its receiver may owe a fee and may get another key', async () => {
    const eve = await g.wallets.person()
    const eves = keyOf(eve)
    const unlimited = (key: Key) =>
      new AccountCreateTransaction()
        .setKeyWithoutAlias(keyToSdk(key))
        .setMaxAutomaticTokenAssociations(-1)
        .setAccountMemo(guardedOwnerMemo(dao))
        .setInitialBalance(new Hbar(20))
    const create = async (key: Key) => (await g.wallets.onLedger(unlimited(key))).accountId ?? assert.fail()
    const giver = await create(threshold(2, keyOf(g.ada), daosKey))
    const receiver = await create(eves)
    const art = async (more: object) => {
      const customFees = [
        { feeType: 'royalty', numerator: 1, denominator: 2, feeCollectorAccountId: g.ben.id, ...more },
      ]
      const kind = { tokenType: { _code: 1 }, supplyKey: true, initialSupply: 0, customFees }
      const nft = await g.token(g.ben, kind)
      await g.wallets.done(g.ben, 'POST', `/hts/mint/nft/${nft}`, { metadata: ['1'] })
      const given = (from: string, to: string) => new TransferTransaction().addNftTransfer(nft, 1, from, to)
      await g.wallets.onLedger(given(g.ben.id, giver), g.ben.key)
      const gift = given(giver, receiver)
      return named(frozen(gift, giver), { walletId: giver })
    }
    const charging = await art({ fallbackFee: { hbarAmount: 1_500_000_000 } })
    const answer = await sign(g.ada, { dao: await decided(charging) }, giver)
    assert.equal((await sign(g.ada, { dao: await decided(await art({})) }, giver)).status, 200)
    // The receiver becomes a wallet that the DAO co-owns, and has 20 hbars.
    const key = keyToSdk(threshold(2, eves, keyOf(g.ben), daosKey))
    const joined = new AccountUpdateTransaction().setAccountId(receiver).setKey(key)
    await g.wallets.onLedger(joined, eve.key, g.ben.key)
    if (answer.status === 200) {
      const bytes = Buffer.from(charging.bodyBytes, 'base64')
      const all = [by(g.ada, bytes), signatureIn(answer), by(eve, bytes)]
      await g.harness.ledger.submit(withSignatures(bytes, all))
    }
    assert.equal((await g.harness.ledger.mirror.account(receiver))?.balance, 2_000_000_000n)
    assert.deepEqual([answer.status, answer.body.code], [422, 'BODY_NOT_UNDERSTOOD'])
  })

  test('does not sign for an account that is itself under a validator, whoever its memo names', async () => {
    const memo = guardedOwnerMemo(dao)
    const treasury = await g.account(g.ada, { smartNodeSecurity: 'partial' }, { memo })
    const take = frozen(payment(treasury, 1_000_000), treasury)
    const answer = await sign(g.ada, { dao: await decided(named(take, { walletId: treasury })) }, treasury)
    if (answer.status === 200) {
      const both = withSignatures(take, [by(g.ada, take), signatureIn(answer)])
      const outcome = await g.harness.ledger.submit(both)
      assert.notEqual(outcome.state === 'final' && outcome.success, true, 'its validator was not asked')
    }
    assert.deepEqual([answer.status, answer.body.code], [403, 'VALIDATOR_REFUSED'])
  })

  test('signs nothing that charges the wallet more than its decision names', async () => {
    const fee = { feeType: 'fixed', amount: 700, feeCollectorAccountId: g.ben.id }
    const charging = await g.token(g.ben, { customFees: [fee] })
    const rising = await g.token(g.ben, { feeScheduleKey: true })
    const own = await walletOf(threshold(2, keyOf(g.ada), daosKey))
    const associate = new TokenAssociateTransaction().setAccountId(own).setTokenIds([charging, rising])
    const associated = frozen(associate, own)
    const decision = await decided(named(associated, { walletId: own }))
    const all = [by(g.ada, associated), signatureIn(await sign(g.ada, { dao: decision }, own))]
    await g.harness.ledger.submit(withSignatures(associated, all))
    for (const token_id of [charging, rising])
      await g.wallets.done(g.ben, 'POST', '/accounts/transfer/token', { token_id, from: g.ben.id, to: own, amount: 9 })
    const give = (token: string) =>
      frozen(new TransferTransaction().addTokenTransfer(token, own, -1).addTokenTransfer(token, g.ben.id, 1), own)
    const signed = async (token: string, fees?: object[]) => {
      const maxCustomFees = fees && { maxCustomFees: [{ id: token, fees }] }
      return sign(g.ada, { dao: await decided(named(give(token), { walletId: own, ...maxCustomFees })) }, own)
    }
    const hbars = (amount: number) => [{ token_id: 'HBAR', amount }]
    for (const answer of [signed(charging), signed(charging, hbars(699)), signed(rising)])
      await refused(answer, 422, 'CUSTOM_FEES')
    const refusal = await signed(charging)
    assert.deepEqual(refusal.body.details, [{ id: charging, fees: hbars(700) }])
    for (const answer of [signed(charging, hbars(700)), signed(rising, [])]) signatureIn(await answer)
  })

  test("signs only while the decided bytes can be executed, and not after the decision's validity", async () => {
    const seconds = (ms: number) => `${Math.floor(ms / 1000)}.000000000`
    const later = frozen(payment(), wallet, 3_600_000)
    assert.equal((await sign(g.ada, { dao: await decided(named(later)) })).status, 200)
    const now = g.harness.clock.now()
    const ends = await decided(named(later), { validUntil: seconds(now + 3_600_000) })
    await refused(sign(g.ada, { dao: ends }), 410, 'DECISION_EXPIRED')
    const enough = await decided(named(later), { validUntil: seconds(now + 3_800_000) })
    assert.equal((await sign(g.ada, { dao: enough })).status, 200)
    const soon = await decided(named(frozen(payment())))
    await g.harness.clock.advance(121_000)
    await refused(sign(g.ada, { dao: soon }), 410, 'REQUEST_EXPIRED')
  })

  test("checks the wallet's present owners when it signs", async () => {
    const keys = [keyOf(g.ada), keyOf(g.ben)]
    const own = await walletOf(threshold(2, ...keys, daosKey))
    const bytes = frozen(payment(own), own)
    const given = { dao: await decided(named(bytes, { walletId: own })) }
    assert.equal((await sign(g.ada, given, own)).status, 200)
    const update = (change: (update: AccountUpdateTransaction) => AccountUpdateTransaction) =>
      g.wallets.onLedger(change(new AccountUpdateTransaction().setAccountId(own)), g.ada.key, g.ben.key)
    // The owners name another guarded owner in the memo. The node no longer signs for the DAO's account, although its
    // key is unchanged.
    await update((one) => one.setAccountMemo(guardedOwnerMemo(g.ada.id)))
    await refused(sign(g.ada, given, own), 403, 'OWNER_NOT_NAMED')
    await update((one) => one.setAccountMemo(''))
    await refused(sign(g.ada, given, own), 403, 'OWNER_NOT_NAMED')
    await update((one) => one.setAccountMemo(guardedOwnerMemo(dao)))
    assert.equal((await sign(g.ada, given, own)).status, 200)
    await update((one) => one.setKey(keyToSdk(threshold(2, ...keys))))
    await refused(sign(g.ada, given, own), 403, 'OWNER_NOT_NAMED')
    // The admission of the DAO's account: the body adds its key and names it in the memo.
    const admission = (memo: string | undefined, key = threshold(3, ...keys, daosKey)) => {
      const change = new AccountUpdateTransaction().setAccountId(own).setKey(keyToSdk(key))
      return frozen(memo === undefined ? change : change.setAccountMemo(memo), own)
    }
    await update((one) => one.setAccountMemo(''))
    const named3 = (body: Uint8Array) => named(body, { walletId: own })
    const asked = async (body: Uint8Array) => sign(g.ada, { dao: await decided(named3(body)) }, own)
    for (const memo of [undefined, '', guardedOwnerMemo(g.ada.id)])
      await refused(asked(admission(memo)), 403, 'OWNER_NOT_NAMED')
    await refused(asked(admission(guardedOwnerMemo(dao), threshold(2, ...keys))), 403, 'OWNER_NOT_NAMED')
    const admitted = admission(guardedOwnerMemo(dao))
    const signature = signatureIn(await asked(admitted))
    const all = [by(g.ada, admitted), by(g.ben, admitted), signature]
    const outcome = await g.harness.ledger.submit(withSignatures(admitted, all))
    assert.ok(outcome.state === 'final' && outcome.success, JSON.stringify(outcome))
  })

  test('signs a schedule that its decision names, a few times a day for each owner', async () => {
    const scheduled = async (transaction: Transaction, from = wallet) => {
      const create = new ScheduleCreateTransaction()
        .setScheduledTransaction(transaction)
        .setPayerAccountId(AccountId.fromString(from))
        .setWaitForExpiry(false)
        .setExpirationTime(new Timestamp(Math.floor(g.harness.clock.now() / 1000) + 86_400, 0))
      return (await g.wallets.onLedger(create)).scheduleId ?? assert.fail()
    }
    const scheduleId = await scheduled(payment(wallet, 321))
    const { body } = (await g.harness.ledger.mirror.schedule(scheduleId)) ?? assert.fail()
    const decision = await decided(named(body, { scheduleId }))
    const draft = (id = scheduleId, payer = dao, fee = new Hbar(5)) =>
      frozen(new ScheduleSignTransaction().setScheduleId(id).setMaxTransactionFee(fee), payer)
    const given = (bytes: Uint8Array | undefined, dao: object = decision) =>
      bytes ? { dao, bodyBytes: base64(bytes) } : { dao }
    await refused(sign(g.ada, given(undefined)), 400, 'BODY_BYTES_MISSING')
    const other = await scheduled(payment(wallet, 322))
    const another = await ownerOf(`dao:${topic}`)
    const wrongs = [draft(other), draft(scheduleId, another), draft(scheduleId, dao, new Hbar(6)), frozen(payment())]
    for (const wrong of wrongs) await refused(sign(g.ada, given(wrong)), 422, 'BODY_NOT_UNDERSTOOD')
    const elsewhere = await decided(named(body, { scheduleId: other }))
    await refused(sign(g.ada, given(draft(other), elsewhere)), 403, 'DECISION_DOES_NOT_PERMIT')
    // A signature that would also count for another account with the same key.
    const robbing = await scheduled(payment(dao))
    const robbery = (await g.harness.ledger.mirror.schedule(robbing))?.body ?? assert.fail()
    const robbed = await decided(named(robbery, { scheduleId: robbing }))
    await refused(sign(g.ada, given(draft(robbing), robbed)), 422, 'BODY_NOT_UNDERSTOOD')
    const ending = `${Math.floor(g.harness.clock.now() / 1000) + 3600}.000000000`
    const shorter = await decided(named(body, { scheduleId }), { validUntil: ending })
    await refused(sign(g.ada, given(draft(), shorter)), 410, 'DECISION_EXPIRED')

    // The account itself may pay.
    assert.equal((await sign(g.ada, given(draft(scheduleId, g.ada.id)))).status, 200)

    const first = draft()
    const most = limits.scheduleSignsOfDecision.value
    const drafts = [first, ...Array.from({ length: most }, () => draft())]
    // Another account with Ben's key counts as the same owner.
    const signer = { publicKey: keyOf(g.ben), sign: (bytes: Uint8Array) => g.ben.key.sign(bytes) }
    const twinId = await g.harness.account(keyOf(g.ben) as never)
    const twin: Person = { ...g.ben, id: twinId, token: await loggedIn(g.harness, twinId, signer as never) }
    const answers = await Promise.all(drafts.map((bytes, index) => sign(index % 2 ? twin : g.ben, given(bytes))))
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [...Array(most).fill(200), 429])
    const { body: late } = answers.find(({ status }) => status === 429) ?? assert.fail()
    assert.equal(late.code, 'TOO_MANY_SCHEDULE_SIGNS')
    // The same ScheduleSign counts once. The other owners have their own limits.
    for (let times = 0; times <= most; times++) assert.equal((await sign(g.ada, given(first))).status, 200)
    const signature = signatureIn(await sign(g.ada, given(first)))
    const outcome = await g.harness.ledger.submit(withSignatures(first, [signature]))
    assert.ok(outcome.state === 'final' && outcome.success, JSON.stringify(outcome))
    // The mirror may show a signature with the network's key that is invalid, since any owner could have sent it.
    const shown = (await g.harness.ledger.mirror.schedule(scheduleId))?.signatures ?? []
    assert.equal(shown.length, 1)
    assert.equal((await sign(g.ada, given(draft()))).status, 200)
    const bens = frozen(new ScheduleSignTransaction().setScheduleId(scheduleId), g.ben.id)
    await g.harness.ledger.submit(withSignatures(bens, [by(g.ben, bens)]))
    assert.notEqual((await g.harness.ledger.mirror.schedule(scheduleId))?.executedTimestamp, null)
    await refused(sign(g.ada, given(draft())), 409, 'SCHEDULE_CLOSED')
  })
})
