import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import {
  AccountId,
  Hbar,
  type PrivateKey,
  ScheduleCreateTransaction,
  ScheduleSignTransaction,
  Timestamp,
  type Transaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { keyFromText, type MirrorSchedule, parseTransactionId, withSignatures } from '@quorate/ledger'
import { type Answer, type Harness, openHarness, type Person } from './harness.ts'

const SECOND = 1_000
const DAY = 86_400_000

describe('A hostile owner of a scheduled request', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let cleo: Person
  let walletId: string
  let readSchedule: Harness['ledger']['mirror']['schedule']
  before(async () => {
    harness = await openHarness()
    readSchedule = harness.ledger.mirror.schedule
    ;[ada, ben, cleo] = (await Promise.all([patient(), patient(), patient()])) as [Person, Person, Person]
    walletId = await harness.wallet([ada, ben], 2)
  })
  afterEach(() => {
    harness.ledger.mirror.schedule = readSchedule
  })
  after(() => harness.close())

  /** A person whose session lasts while the clock is moved by days. */
  async function patient(): Promise<Person> {
    const { id, key } = await harness.person()
    const token = await harness.tokens.issue({
      walletId: id,
      publicKey: key.publicKey.toStringRaw(),
      lifetimeMs: 1_000 * DAY,
    })
    return { id, key, token }
  }

  const inDays = (days: number): number => Math.floor((harness.clock.now() + days * DAY) / SECOND) * SECOND
  const statusFor = async (jobId: string, person: Person) =>
    (await harness.get(`/multisig/transaction/status/${jobId}`, person)).body
  const balance = async (id: string): Promise<bigint> => (await harness.ledger.mirror.account(id))?.balance ?? 0n
  const payment = (days: number, more: object = {}) => ({
    walletId,
    receiverId: cleo.id,
    tokenId: 'HBAR',
    type: 'FUNGIBLE_COMMON',
    amountOrSerial: 100,
    expiresAt: new Date(inDays(days)).toISOString(),
    ...more,
  })
  async function pass(ms: number): Promise<void> {
    await harness.clock.advance(ms)
    await harness.jobs.idle()
  }
  async function schedule(body: ReturnType<typeof payment>): Promise<Answer['body']> {
    const request = await harness.ask('withdraw', ada, body)
    assert.equal((await harness.sign(request, ada, body.walletId)).status, 200)
    return request
  }
  const tinybars = (from: string, to: string, amount: number) =>
    new TransferTransaction()
      .addHbarTransfer(from, Hbar.fromTinybars(-amount))
      .addHbarTransfer(to, Hbar.fromTinybars(amount))

  /** Executes another transaction under the id of one that was offered for signing. */
  async function useUpId(given: Answer['body'], transaction: Transaction, key: PrivateKey): Promise<void> {
    const { transactionID, transactionFee, transactionValidDuration } = proto.TransactionBody.decode(
      Buffer.from(given.bodyBytes, 'base64'),
    )
    const { seconds, nanos } = transactionID?.transactionValidStart ?? {}
    const id = parseTransactionId(`0.0.${transactionID?.accountID?.accountNum}@${seconds}.${nanos}`)
    assert.ok(id)
    const start = { seconds: id.seconds, nanos: nanos ?? 0 }
    const { bodyBytes } = harness.ledger.freeze(
      transaction.setMaxTransactionFee(Hbar.fromTinybars(transactionFee.toString())),
      { payer: id.payer, validStart: start, validDurationSeconds: Number(transactionValidDuration?.seconds) },
    )
    const signature = { publicKey: keyFromText(key.publicKey.toStringRaw()), signature: key.sign(bodyBytes) }
    const outcome = await harness.ledger.submit(withSignatures(bodyBytes, [signature]))
    assert.ok(outcome.state === 'final' && outcome.success, JSON.stringify(outcome))
  }

  /** Submits a person's offered transaction without the service. */
  async function submitSigned(given: Answer['body'], { key }: Person): Promise<void> {
    const bodyBytes = Buffer.from(given.bodyBytes, 'base64')
    const signature = { publicKey: keyFromText(key.publicKey.toStringRaw()), signature: key.sign(bodyBytes) }
    const outcome = await harness.ledger.submit(withSignatures(bodyBytes, [signature]))
    assert.ok(outcome.state === 'final' && outcome.success, JSON.stringify(outcome))
  }

  test('cannot get owners to sign another schedule created under the same id', async () => {
    const request = await harness.ask('withdraw', ada, payment(10))
    const hostile = new ScheduleCreateTransaction()
      .setScheduledTransaction(tinybars(walletId, ada.id, 4_000_000_000))
      .setPayerAccountId(AccountId.fromString(walletId))
      .setExpirationTime(new Timestamp(inDays(10) / SECOND, 0))
      .setScheduleMemo(`quorate:${request.jobId}`)
      .setAdminKey(ada.key.publicKey)
    await useUpId(request, hostile, ada.key)
    const before = await balance(walletId)
    const answer = await harness.sign(request, ada, walletId)
    assert.deepEqual([answer.status, answer.body.code], [422, 'SUPERSEDED'])
    const seen = await statusFor(request.jobId, ben)
    assert.deepEqual([seen.code, seen.schedule.scheduleId, seen.bytesExpireAt], ['SUPERSEDED', null, undefined])
    assert.notEqual((await harness.sign(seen, ben, walletId)).status, 200)
    assert.equal(await balance(walletId), before)
  })

  test('cannot make the service count a signature that the ledger lacks, even if its id was executed', async () => {
    const wallet = await harness.wallet([ada, ben, cleo], 3)
    const request = await schedule(payment(10, { walletId: wallet }))
    const draft = await statusFor(request.jobId, ben)
    await useUpId(draft, tinybars(ben.id, ada.id, 1), ben.key)
    await harness.sign(draft, ben, wallet)
    await pass(400 * SECOND)
    const { missing, signatures } = await statusFor(request.jobId, ada)
    assert.deepEqual([missing.toSorted(), signatures.length], [[ben.id, cleo.id].toSorted(), 1])
  })

  test("cannot fake a deletion with another transaction under the ScheduleDelete's id", async () => {
    const request = await schedule(payment(10))
    const { body } = await harness.post(`/multisig/transaction/reject/${request.jobId}`, ada, {})
    await useUpId(body, tinybars(ada.id, ben.id, 1), ada.key)
    await harness.sign(body, ada, walletId)
    assert.equal((await statusFor(request.jobId, ada)).schedule.state, 'open')
    await harness.onLedger(new ScheduleSignTransaction().setScheduleId(body.schedule.scheduleId), ben.key)
    await pass(900 * SECOND)
    assert.equal((await statusFor(request.jobId, ada)).status, 'success', 'the ledger executed it')
  })

  test('cannot delete the schedule with an earlier offer', async () => {
    const wallet = await harness.wallet([ada, ben, cleo], 3)
    const request = await schedule(payment(9, { walletId: wallet }))
    await harness.sign(await statusFor(request.jobId, ben), ben, wallet)
    const change = { walletId: wallet, action: 'remove', owner: { wallet: cleo.id }, threshold: 2 }
    const update = await harness.ask('update', ada, change)
    for (const person of [ada, ben, cleo]) await harness.sign(update, person, wallet)
    await harness.execute('update', ada, update)
    const draft = await statusFor(request.jobId, ada)
    assert.ok(draft.bytesExpireAt)
    await harness.post(`/multisig/transaction/reject/${request.jobId}`, ada, {})
    assert.notEqual((await harness.sign(draft, ada, wallet)).status, 200)
    assert.equal((await statusFor(request.jobId, ada)).schedule.state, 'open')
  })

  test('can withdraw and delete its own request even after its removal, but sees nothing else of it', async () => {
    const stranger = await patient()
    const wallet = await harness.wallet([ada, ben, cleo], 2)
    const asked = await schedule(payment(9, { walletId: wallet }))
    const rejected = await schedule(payment(9, { walletId: wallet }))
    await harness.post(`/multisig/transaction/comment/${asked.jobId}`, ben, { text: 'she goes' })
    const removal = { walletId: wallet, action: 'remove', owner: { wallet: ada.id }, threshold: 2 }
    const update = await harness.ask('update', ben, removal)
    for (const person of [ben, cleo]) await harness.sign(update, person, wallet)
    assert.equal((await harness.execute('update', ben, update)).status, 200)
    for (const person of [ben, cleo]) await harness.post(`/multisig/transaction/reject/${rejected.jobId}`, person, {})

    const seen = await statusFor(asked.jobId, ada)
    const nothing = { signatures: [], missing: [], rejections: [], comments: [] }
    assert.deepEqual({ ...seen, ...nothing }, seen, 'neither who is an owner now nor what they do')
    assert.deepEqual([seen.status, seen.schedule.state, seen.bytesExpireAt], ['pending', 'open', undefined])
    const path = `/multisig/transaction/status/${asked.jobId}`
    assert.deepEqual((await harness.get(`${path}?senderId=${ben.id}`, ada)).body, seen)
    const refused = [
      await harness.post(`/multisig/transaction/comment/${asked.jobId}`, ada, { text: 'still here' }),
      await harness.execute('withdraw', ada, asked),
      await harness.get(`/multisig/wallet/${wallet}/pending`, ada),
    ]
    for (const { status, body } of refused) assert.deepEqual([status, body.code], [403, 'FORBIDDEN'])
    const draft = await statusFor(asked.jobId, ben)
    assert.equal((await harness.sign({ ...draft, jobId: asked.jobId }, ada, wallet)).body.code, 'NOT_AN_OWNER')
    // Whichever sender it names, the stranger learns nothing and cannot add that sender's signature.
    for (const person of [ben, cleo, stranger]) {
      const { status, body } = await harness.sign({ ...draft, jobId: asked.jobId }, person, wallet, ada)
      assert.deepEqual([status, body.message], [422, `${person.id} is not an owner of this wallet`])
    }

    const { status, body } = await harness.post(`/multisig/transaction/reject/${asked.jobId}`, ada, { reason: 'mine' })
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual([body.code, body.comments, body.missing], ['WITHDRAWN', [], []])
    const others = await statusFor(rejected.jobId, ada)
    assert.deepEqual([others.code, others.rejections], ['REJECTED', []])
    for (const one of [body, others]) {
      assert.ok(one.bytesExpireAt)
      assert.equal((await harness.sign(one, ada, wallet)).status, 200)
      assert.equal((await harness.ledger.mirror.schedule(one.schedule.scheduleId))?.deleted, true)
      assert.equal((await statusFor(one.jobId, ben)).schedule.state, 'deleted')
      assert.equal((await statusFor(one.jobId, ada)).code, 'FORBIDDEN', 'nothing is left to withdraw')
    }
  })

  test('can block changes of owners only until the others have rejected its own', async () => {
    const wallet = await harness.wallet([ada, ben, cleo], 2)
    const dora = await patient()
    const admission = { walletId: wallet, action: 'add', owner: { wallet: dora.id }, expiresAt: payment(60).expiresAt }
    const request = await harness.ask('update', ada, admission)
    assert.equal((await harness.sign(request, ada, wallet)).status, 200)
    const removal = { walletId: wallet, action: 'remove', owner: { wallet: ada.id }, threshold: 2 }
    const refused = await harness.post('/multisig/wallet/update/request', ben, removal)
    assert.equal(refused.body.code, 'WALLET_CHANGING')
    for (const person of [ben, cleo]) await harness.post(`/multisig/transaction/reject/${request.jobId}`, person, {})
    const again = await harness.post('/multisig/wallet/update/request', ada, admission)
    assert.equal(again.body.code, 'WALLET_CHANGING', 'before she has deleted the rejected one')
    const update = await harness.ask('update', ben, removal)
    for (const person of [ben, cleo]) await harness.sign(update, person, wallet)
    assert.equal((await harness.execute('update', ben, update)).status, 200)
  })

  test('cannot get signatures for a change that was made for the previous owners', async () => {
    const wallet = await harness.wallet([ada, ben, cleo], 2)
    const [dora, eve] = await Promise.all([patient(), patient()])
    const removal = { walletId: wallet, action: 'remove', owner: { wallet: ada.id }, threshold: 2 }
    const update = await harness.ask('update', ben, removal)
    const admission = (person: Person) =>
      harness.ask('update', ada, {
        ...{ walletId: wallet, action: 'add', owner: { wallet: person.id } },
        expiresAt: payment(30).expiresAt,
      })
    const [open, creating] = [await admission(dora), await admission(eve)]
    assert.equal((await harness.sign(open, ada, wallet)).status, 200)
    for (const person of [ben, cleo]) await harness.sign(update, person, wallet)
    assert.equal((await harness.execute('update', ben, update)).status, 200)
    // Ada creates the other schedule outside the service.
    await submitSigned(creating, ada)
    await pass(400 * SECOND)
    for (const { jobId } of [open, creating]) {
      const seen = await statusFor(jobId, ben)
      assert.deepEqual(
        [seen.status, seen.code, seen.schedule.state, seen.bytesExpireAt, seen.missing],
        ['error', 'WALLET_CHANGED', 'open', undefined, []],
      )
    }
    const inbox = (await harness.get('/multisig/inbox', ben)).body
    assert.ok(inbox.every(({ walletId }: { walletId: string }) => walletId !== wallet))
    const next = { walletId: wallet, action: 'add', owner: { wallet: eve.id } }
    assert.equal((await harness.post('/multisig/wallet/update/request', ben, next)).status, 200)
  })

  test('cannot escape rejections from before the schedule was created', async () => {
    const wallet = await harness.wallet([ada, ben, cleo], 2)
    const dora = await patient()
    const change = (more: object) => ({ walletId: wallet, owner: { wallet: dora.id }, ...more })
    const request = await harness.ask('update', ada, change({ action: 'add', expiresAt: payment(60).expiresAt }))
    for (const person of [ben, cleo]) await harness.post(`/multisig/transaction/reject/${request.jobId}`, person, {})
    assert.equal((await statusFor(request.jobId, ben)).code, 'REJECTED')
    await submitSigned(request, ada)
    await pass(400 * SECOND)
    const seen = await statusFor(request.jobId, ben)
    assert.deepEqual([seen.status, seen.code, seen.schedule.state], ['error', 'REJECTED', 'open'])
    const removal = change({ action: 'remove', owner: { wallet: ada.id }, threshold: 2 })
    assert.equal((await harness.post('/multisig/wallet/update/request', ben, removal)).status, 200)
  })

  test('cannot escape rejections that suffice among the remaining owners', async () => {
    const wallet = await harness.wallet([ada, ben, cleo], 2)
    const request = await schedule(payment(10, { walletId: wallet }))
    const { body } = await harness.post(`/multisig/transaction/reject/${request.jobId}`, cleo, {})
    assert.equal(body.status, 'pending')
    const removal = { walletId: wallet, action: 'remove', owner: { wallet: ben.id }, threshold: 2 }
    const update = await harness.ask('update', ada, removal)
    for (const person of [ada, cleo]) await harness.sign(update, person, wallet)
    assert.equal((await harness.execute('update', ada, update)).status, 200)
    assert.equal((await statusFor(request.jobId, cleo)).code, 'REJECTED')
  })

  test('can have only one change of owners signed at a time, however many were requested before the first was created', async () => {
    const wallet = await harness.wallet([ada, ben, cleo], 2)
    const admission = async (days: number) => {
      const { id } = await patient()
      const { expiresAt } = payment(days)
      return harness.ask('update', ada, { walletId: wallet, action: 'add', owner: { wallet: id }, expiresAt })
    }
    const [first, second] = [await admission(20), await admission(30)]
    assert.equal((await harness.sign(second, ada, wallet)).status, 200)
    const refused = await harness.sign(first, ada, wallet)
    assert.deepEqual([refused.status, refused.body.code], [409, 'WALLET_CHANGING'])
    await submitSigned(first, ada)
    await pass(400 * SECOND)
    const seen = await statusFor(first.jobId, ben)
    assert.deepEqual(
      [seen.status, seen.code, seen.schedule.state, seen.bytesExpireAt, seen.missing],
      ['error', 'WALLET_CHANGING', 'open', undefined, []],
    )
    const inbox = (await harness.get('/multisig/inbox', ben)).body.map(({ jobId }: { jobId: string }) => jobId)
    assert.deepEqual([inbox.includes(second.jobId), inbox.includes(first.jobId)], [true, false])
    const { bodyBytes } = await statusFor(first.jobId, ada)
    assert.ok(proto.TransactionBody.decode(Buffer.from(bodyBytes, 'base64')).scheduleDelete, 'she may delete it')
  })

  test('gets a ScheduleDelete for a withdrawal, even if a ScheduleSign was made in the same millisecond', async () => {
    const wallet = await harness.wallet([ada, ben, cleo], 3)
    const request = await schedule(payment(9, { walletId: wallet, execute: 'signed' }))
    await harness.sign(await statusFor(request.jobId, ben), ben, wallet)
    const change = { walletId: wallet, action: 'remove', owner: { wallet: cleo.id }, threshold: 2 }
    const update = await harness.ask('update', ada, change)
    for (const person of [ada, ben, cleo]) await harness.sign(update, person, wallet)
    await harness.execute('update', ada, update)
    const kindOf = ({ bodyBytes }: Answer['body']) =>
      proto.TransactionBody.decode(Buffer.from(bodyBytes, 'base64')).data ?? ''
    assert.equal(kindOf(await statusFor(request.jobId, ada)), 'scheduleSign')
    const { body } = await harness.post(`/multisig/transaction/reject/${request.jobId}`, ada, {})
    assert.equal(kindOf(body), 'scheduleDelete')
    assert.equal((await harness.sign(body, ada, wallet)).status, 200)
    assert.equal((await statusFor(request.jobId, ada)).schedule.state, 'deleted')
  })

  test('gets a failure announced once, however often it asks at the same time', async () => {
    const wallet = await harness.wallet([ada, ben], 2)
    const request = await schedule(payment(9, { walletId: wallet, amountOrSerial: 4_900_000_000 }))
    const spent = { ...payment(9, { walletId: wallet, amountOrSerial: 4_000_000_000 }), expiresAt: undefined }
    const first = await harness.ask('withdraw', ada, spent)
    for (const person of [ada, ben]) await harness.sign(first, person, wallet)
    assert.equal((await harness.execute('withdraw', ada, first)).status, 200)
    const draft = await statusFor(request.jobId, ben)
    await Promise.all(Array.from({ length: 5 }, () => harness.sign(draft, ben, wallet)))
    const { body: history } = await harness.get(`/multisig/wallet/${wallet}/history`, ada)
    const entry = history.find(({ jobId }: { jobId: string }) => jobId === request.jobId)
    const ends = entry.events.filter(({ action }: { action: string }) => action === 'execute')
    assert.deepEqual(
      ends.map(({ payload }: { payload: { code: string } }) => payload.code),
      ['INSUFFICIENT_PAYER_BALANCE'],
    )
  })

  test('makes the service submit a draft once, however often one body contains it', async () => {
    const wallet = await harness.wallet([ada, ben, cleo], 3)
    const request = await schedule(payment(5, { walletId: wallet }))
    const draft = await statusFor(request.jobId, ben)
    const bodyBytes = Buffer.from(draft.bodyBytes, 'base64')
    const signature = { publicKey: keyFromText(ben.key.publicKey.toStringRaw()), signature: ben.key.sign(bodyBytes) }
    const transaction = proto.Transaction.decode(withSignatures(bodyBytes, [signature]))
    const list = proto.TransactionList.encode({
      transactionList: Array.from({ length: 20 }, () => transaction),
    }).finish()
    const submit = harness.ledger.submit
    let submissions = 0
    harness.ledger.submit = (...args) => {
      submissions++
      return submit(...args)
    }
    const answer = await harness.execute('withdraw', ben, {
      jobId: request.jobId,
      bytes: Buffer.from(list).toString('base64'),
    })
    harness.ledger.submit = submit
    assert.deepEqual([answer.status, submissions], [202, 1], JSON.stringify(answer.body))
  })

  /** Makes the mirror show a schedule differently. */
  function distort(change: (shown: MirrorSchedule) => MirrorSchedule | null): void {
    harness.ledger.mirror.schedule = async (id) => {
      const shown = await readSchedule(id)
      return shown && change(shown)
    }
  }

  test("silences nobody with an invalid signature in another's name, which a mirror shows", async () => {
    const wallet = await harness.wallet([ada, ben, cleo], 2)
    const request = await schedule(payment(5, { walletId: wallet, execute: 'expiry' }))
    const invalid = { publicKeyPrefix: ben.key.publicKey.toBytesRaw(), signature: Buffer.alloc(64, 7) }
    distort((shown) => ({
      ...shown,
      signatures: [...shown.signatures, { ...invalid, consensusTimestamp: `${inDays(0) / SECOND}.000000001` }],
    }))
    const socket = await harness.socket(ada)
    await socket.subscribe(wallet)
    await pass(20 * SECOND)
    const heard = await socket.next('signature_added')
    assert.deepEqual([heard.senderId, heard.byMirror], [ben.id, true], 'nobody has verified it')
    const seen = await statusFor(request.jobId, ben)
    assert.deepEqual(
      seen.signatures.map(({ byMirror }: { byMirror?: true }) => byMirror),
      [undefined, true],
    )
    assert.ok(seen.missing.includes(ben.id) && seen.bytesExpireAt)
    const inbox = (await harness.get('/multisig/inbox', ben)).body
    assert.ok(inbox.some(({ jobId }: { jobId: string }) => jobId === request.jobId))
    const rejected = await harness.post(`/multisig/transaction/reject/${request.jobId}`, ben, {})
    assert.equal(rejected.status, 200)
  })

  test('cannot sign for others by repeating their signature in its own transaction', async () => {
    const wallet = await harness.wallet([ada, ben, cleo], 3)
    const request = await schedule(payment(5, { walletId: wallet }))
    const draft = await statusFor(request.jobId, ben)
    const repeated = {
      publicKeyPrefix: ben.key.publicKey.toBytesRaw(),
      signature: ben.key.sign(Buffer.from(draft.bodyBytes, 'base64')),
    }
    distort((shown) => {
      const [first] = shown.signatures
      return { ...shown, signatures: [...shown.signatures, ...(first ? [{ ...first, ...repeated }] : [])] }
    })
    await pass(20 * SECOND)
    const seen = await statusFor(request.jobId, ben)
    assert.deepEqual([seen.missing.toSorted(), seen.bodyBytes], [[ben.id, cleo.id].toSorted(), draft.bodyBytes])
    assert.equal((await harness.sign(draft, ben, wallet)).status, 200)
    assert.deepEqual((await statusFor(request.jobId, cleo)).missing, [cleo.id], 'his own counts, which is the same')
  })

  test("cannot sign for someone who signed its draft, by executing another ScheduleSign under that draft's id", async () => {
    const wallet = await harness.wallet([ada, ben, cleo], 3)
    const request = await schedule(payment(5, { walletId: wallet, execute: 'expiry' }))
    const draft = await statusFor(request.jobId, ben)
    const other = new ScheduleSignTransaction().setScheduleId(draft.schedule.scheduleId).setTransactionMemo('other')
    await useUpId(draft, other, ben.key)
    // The other signature that Ben sent is not over that transaction, but a mirror could show it there.
    const repeated = {
      publicKeyPrefix: cleo.key.publicKey.toBytesRaw(),
      signature: cleo.key.sign(Buffer.from(draft.bodyBytes, 'base64')),
    }
    distort((shown) => {
      const last = shown.signatures.at(-1)
      return { ...shown, signatures: [...shown.signatures, ...(last ? [{ ...last, ...repeated }] : [])] }
    })
    await pass(20 * SECOND)
    const seen = await statusFor(request.jobId, cleo)
    assert.ok(seen.missing.includes(cleo.id) && seen.bytesExpireAt, JSON.stringify(seen.signatures))
    assert.equal((await harness.sign(seen, cleo, wallet)).status, 200)
    await pass(6 * DAY)
    assert.equal((await statusFor(request.jobId, ada)).status, 'success')
  })

  test('delays nobody with thousands of invalid signatures, which a mirror shows', async () => {
    const wallet = await harness.wallet([ada, ben, cleo], 2)
    const request = await schedule(payment(5, { walletId: wallet, execute: 'expiry' }))
    let rounds = 0
    let isOver = false
    const count = () => {
      rounds++
      if (!isOver) setImmediate(count)
    }
    const looked: number[] = []
    /** An invalid signature that records the round of the event loop in which its key is read. */
    const invalid = (prefix: Uint8Array) => ({
      get publicKeyPrefix() {
        looked.push(rounds)
        return prefix
      },
      signature: Buffer.alloc(64, 7),
      consensusTimestamp: `${inDays(0) / SECOND}.000000001`,
    })
    const others = Array.from({ length: 20_000 }, (_, index) => invalid(Buffer.from(`9${index}`)))
    const last = invalid(ben.key.publicKey.toBytesRaw())
    distort((shown) => ({ ...shown, signatures: [...shown.signatures, ...others, last] }))
    setImmediate(count)
    await pass(7 * SECOND)
    isOver = true
    const turns = (looked[others.length] ?? 0) - (looked[0] ?? 0)
    assert.ok(turns >= 5, `${turns} turns of others between ${looked.length} signatures`)
    const { signatures } = await statusFor(request.jobId, ben)
    assert.deepEqual(
      signatures.map(({ senderId, byMirror }: { senderId: string; byMirror?: true }) => [senderId, byMirror]),
      [
        [ada.id, undefined],
        [ben.id, true],
      ],
    )
  })

  test('gains nothing if a mirror shows the schedule wrongly for a while, or not at all when it ends', async () => {
    const request = await schedule(payment(2))
    distort((shown) => ({ ...shown, expirationTime: null, memo: 'other' }))
    await pass(30 * SECOND)
    assert.equal((await statusFor(request.jobId, ben)).status, 'pending')
    distort(() => null)
    await pass(3 * DAY)
    const ended = await statusFor(request.jobId, ben)
    assert.deepEqual([ended.code, ended.schedule.state], ['REQUEST_EXPIRED', 'expired'])
  })

  test('learns that the ledger refused its ScheduleCreate, and no draft stays valid', async () => {
    const poor = await patient()
    const wallet = await harness.wallet([poor, ben], 2)
    const request = await harness.ask('withdraw', poor, payment(3, { walletId: wallet }))
    const left = Number(await balance(poor.id)) - 1_000
    await harness.onLedger(tinybars(poor.id, harness.treasury.id, left), poor.key)
    const answer = await harness.sign(request, poor, wallet)
    assert.deepEqual([answer.status, answer.body.code], [422, 'INSUFFICIENT_PAYER_BALANCE'])
  })
})
