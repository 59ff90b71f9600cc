import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  AccountCreateTransaction,
  AccountDeleteTransaction,
  AccountUpdateTransaction,
  Hbar,
  KeyList,
  PrivateKey,
  Transaction,
} from '@hiero-ledger/sdk'
import { keyFromText } from '@quorate/ledger'
import { compareIntent, guardedOwnerMemo, type Key, startsNow } from '@quorate/verify'
import { type Answer, type Harness, openHarness, type Person, signed } from './harness.ts'

describe("A wallet's owners", () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let cleo: Person
  let dan: Person
  before(async () => {
    harness = await openHarness()
    ;[ada, ben, cleo, dan] = (await harness.people(4)) as [Person, Person, Person, Person]
  })
  after(() => harness.close())

  const named = (people: Person[]) => people.map(({ id }) => ({ wallet: id, name: id }))
  const creation = (owners: Person[], threshold: number) => ({
    name: 'Treasury',
    settings: { owners: named(owners), threshold },
  })
  const payment = (walletId: string) => ({
    walletId,
    receiverId: ada.id,
    tokenId: 'HBAR',
    type: 'FUNGIBLE_COMMON',
    amountOrSerial: 100,
  })
  const change = (walletId: string, action: 'add' | 'remove', person: Person, threshold?: number) => ({
    walletId,
    action,
    owner: { wallet: person.id, name: person.id },
    ...(threshold === undefined ? {} : { threshold }),
  })
  const refusal = async (path: string, by: Person, body: unknown) => {
    const answer = await harness.post(`/multisig/wallet/${path}/request`, by, body)
    return [answer.status, answer.body.code]
  }

  test('may be a single owner, whose key mirrors show without a list around it', async () => {
    const walletId = await harness.wallet([ada], 1)
    assert.equal((await harness.ledger.mirror.account(walletId))?.key?.type, 'ed25519')
    const { body } = await harness.get(`/multisig/wallet/${walletId}`, ada)
    assert.deepEqual([body.keyMatches, body.settings.threshold], [true, 1])
    const request = await harness.ask('withdraw', ada, payment(walletId))
    await harness.sign(request, ada, walletId)
    assert.equal((await harness.execute('withdraw', ada, request)).status, 200)
    const growing = await harness.ask('update', ada, change(walletId, 'add', ben, 2))
    await harness.sign(growing, ada, walletId)
    await harness.sign(growing, ben, walletId)
    assert.equal((await harness.execute('update', ada, growing)).status, 200)
  })

  test('grow from 2-of-3 to 3-of-4 with signatures for both the old and the new key, and the new owner counts', async () => {
    const walletId = await harness.wallet([ada, ben, cleo], 2)
    const request = await harness.ask('update', ada, change(walletId, 'add', dan, 3))
    await harness.sign(request, ada, walletId)
    await harness.sign(request, dan, walletId)
    const early = await harness.execute('update', ada, request)
    assert.equal(early.body.code, 'THRESHOLD_NOT_MET', 'the old key has one of two, the new one two of three')
    assert.equal(
      early.body.message,
      `2 verified signatures are not enough. 1 more signature needed, from ${ben.id} or ${cleo.id}`,
    )
    const waiting = await harness.get(`/multisig/transaction/status/${request.jobId}`, dan)
    assert.deepEqual(waiting.body.missing, [ben.id, cleo.id])
    await harness.sign(request, ben, walletId)
    assert.equal((await harness.execute('update', dan, request)).status, 200, 'the new owner may execute, too')

    const account = await harness.ledger.mirror.account(walletId)
    assert.ok(account?.key?.type === 'threshold' && account.key.threshold === 3 && account.key.keys.length === 4)
    const { body } = await harness.get(`/multisig/wallet/${walletId}`, dan)
    assert.equal(body.settings.threshold, 3)
    assert.equal(body.settings.owners.length, 4)

    const next = await harness.ask('withdraw', dan, payment(walletId))
    await harness.sign(next, dan, walletId)
    await harness.sign(next, ada, walletId)
    assert.equal((await harness.execute('withdraw', ada, next)).body.code, 'THRESHOLD_NOT_MET')
    await harness.sign(next, cleo, walletId)
    assert.equal((await harness.execute('withdraw', ada, next)).status, 200)
  })

  test('lose their signatures when they are removed: open requests wait for the others', async () => {
    const [ada, ben, cleo, dan] = (await harness.people(4)) as [Person, Person, Person, Person]
    const walletId = await harness.wallet([ada, ben, cleo, dan], 2)
    const executeAt = new Date(harness.clock.now() + 3_600_000).toISOString()
    const paying = { walletId, receiverId: ada.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 1 }
    const request = await harness.ask('withdraw', ada, { ...paying, executeAt })
    for (const owner of [ada, dan]) assert.equal((await harness.sign(request, owner, walletId)).status, 200)
    const status = async () => (await harness.get(`/multisig/transaction/status/${request.jobId}`, ada)).body
    assert.equal((await status()).waitsFor, 'time')
    const socket = await harness.socket(ada)
    const removal = await harness.ask('update', ada, { walletId, action: 'remove', owner: { wallet: dan.id } })
    for (const owner of [ada, ben]) await harness.sign(removal, owner, walletId)
    assert.equal((await harness.execute('update', ada, removal)).status, 200)
    const { signatures, missing, waitsFor } = await status()
    assert.deepEqual(
      signatures.map(({ senderId }: { senderId: string }) => senderId),
      [ada.id],
    )
    assert.deepEqual([missing, waitsFor], [[ben.id, cleo.id], 'signature'])
    const withdrawn = await socket.next('signature_withdrawn')
    assert.deepEqual([withdrawn.senderId, withdrawn.code], [dan.id, 'NOT_AN_OWNER'])
    const history = (await harness.get(`/multisig/wallet/${walletId}/history`, ada)).body
    const entry = history.find(({ jobId }: { jobId: string }) => jobId === request.jobId)
    const event = entry.events.find(({ payload }: { payload: { senderId?: string } }) => payload.senderId === dan.id)
    assert.deepEqual([event.status, event.payload.code], ['error', 'NOT_AN_OWNER'])
    assert.equal((await harness.sign(request, ben, walletId)).status, 200)
    assert.equal((await status()).waitsFor, 'time')
    socket.connection.disconnect()
  })

  test('shrink in the same way, and a removed owner sees nothing more of the wallet', async () => {
    const walletId = await harness.wallet([ada, ben, cleo], 2)
    const request = await harness.ask('update', ada, change(walletId, 'remove', cleo, 1))
    await harness.sign(request, ada, walletId)
    await harness.sign(request, cleo, walletId)
    assert.equal((await harness.execute('update', ada, request)).status, 200)
    for (const path of [`wallet/${walletId}`, `wallet/${walletId}/history`, `transaction/status/${request.jobId}`])
      assert.equal((await harness.get(`/multisig/${path}`, cleo)).status, 403, path)
    const next = await harness.ask('withdraw', ben, payment(walletId))
    assert.equal((await harness.sign(next, cleo, walletId, ben)).body.code, 'NOT_AN_OWNER')
    await harness.sign(next, ben, walletId)
    assert.equal((await harness.execute('withdraw', ben, next)).status, 200)
  })

  test('are refused at request time if the threshold cannot be met, or no owner would be left', async () => {
    const walletId = await harness.wallet([ada, ben, cleo], 2)
    assert.deepEqual(await refusal('update', ada, change(walletId, 'add', dan, 5)), [422, 'INVALID_THRESHOLD'])
    assert.deepEqual(await refusal('update', ada, change(walletId, 'add', dan, 0)), [400, 'VALIDATION_FAILED'])
    assert.deepEqual(await refusal('update', ada, change(walletId, 'remove', ben, 3)), [422, 'INVALID_THRESHOLD'])
    assert.deepEqual(await refusal('update', ada, change(walletId, 'remove', dan, 1)), [422, 'NOT_AN_OWNER'])
    assert.deepEqual(await refusal('create', ada, creation([ada, ben], 3)), [422, 'INVALID_THRESHOLD'])
    assert.deepEqual(await refusal('create', ada, creation([ada, ben], 0)), [400, 'VALIDATION_FAILED'])
    const alone = await harness.wallet([ada], 1)
    assert.deepEqual(await refusal('update', ada, change(alone, 'remove', ada)), [422, 'LAST_OWNER'])
    const two = await harness.wallet([ada, ben], 2)
    assert.deepEqual(await refusal('update', ada, change(two, 'remove', ben)), [422, 'INVALID_THRESHOLD'])
  })

  test('must be distinct accounts with different keys that can sign', async () => {
    const twin = await harness.person(ada.key)
    const gone = await harness.person()
    const deletion = new AccountDeleteTransaction().setAccountId(gone.id).setTransferAccountId(harness.treasury.id)
    await harness.onLedger(deletion, gone.key)
    assert.deepEqual(await refusal('create', ada, creation([ada, ada], 1)), [422, 'OWNER_REPEATED'])
    assert.deepEqual(await refusal('create', ada, creation([ada, twin], 2)), [422, 'OWNERS_SHARE_KEY'])
    assert.deepEqual(await refusal('create', ada, creation([ada, gone], 1)), [422, 'ACCOUNT_DELETED'])
    const nobody = { ...ada, id: '0.0.999999999' }
    assert.deepEqual(await refusal('create', ada, creation([ada, nobody], 1)), [422, 'INVALID_ACCOUNT_ID'])
    const many = await harness.people(21)
    assert.deepEqual(await refusal('create', ada, creation(many, 1)), [422, 'TOO_MANY_OWNERS'])
    assert.equal((await refusal('create', ada, creation(many.slice(1), 10)))[0], 200)
  })

  test("may include one guarded by a network key, which the wallet's memo names while it is an owner", async () => {
    const [ada, ben, cleo, dan] = (await harness.people(4)) as [Person, Person, Person, Person]
    const owners = [
      { wallet: ada.id, name: 'Ada' },
      { wallet: ben.id, name: 'DAO', guarded: true },
    ]
    const settings = { owners, threshold: 1 }
    const walletId = await harness.wallet([ada], 1, { settings })
    const memo = async () => (await harness.ledger.mirror.account(walletId))?.memo
    assert.equal(await memo(), guardedOwnerMemo(ben.id))
    const two = { name: 'T', settings: { ...settings, owners: owners.map((owner) => ({ ...owner, guarded: true })) } }
    const changed = async (change: object) => {
      const request = await harness.ask('update', ada, { walletId, threshold: 1, ...change })
      await harness.sign(request, ada, walletId)
      assert.equal((await harness.execute('update', ada, request)).status, 200)
    }
    const another = { walletId, action: 'add', owner: { wallet: cleo.id, guarded: true } }
    for (const [operation, body] of [['create', two] as const, ['update', another] as const]) {
      const answer = await harness.post(`/multisig/wallet/${operation}/request`, ada, body)
      assert.deepEqual([answer.status, answer.body.code], [422, 'ONE_GUARDED_OWNER'])
    }
    await changed({ action: 'add', owner: { wallet: cleo.id } })
    assert.equal(await memo(), guardedOwnerMemo(ben.id))
    await changed({ action: 'remove', owner: { wallet: cleo.id } })
    assert.equal(await memo(), guardedOwnerMemo(ben.id))
    // A later account with the same key is not mistaken for the removed one.
    const removal = await harness.ask('update', ada, { walletId, action: 'remove', owner: { wallet: ben.id } })
    const newKey: Key = { type: 'threshold', threshold: 1, keys: [keyFromText(ada.key.publicKey.toStringDer())] }
    const payload = { walletId, action: 'remove', owner: { wallet: ben.id } }
    const validStart = startsNow(harness.clock.now())
    const stated = { operation: 'update', requesterId: ada.id, newKey, payload, validStart } as const
    assert.deepEqual(compareIntent(Buffer.from(removal.bodyBytes, 'base64'), stated), [])
    await harness.sign(removal, ada, walletId)
    await harness.execute('update', ada, removal)
    assert.equal(await memo(), '')
    await changed({ action: 'add', owner: { wallet: dan.id, guarded: true } })
    assert.equal(await memo(), guardedOwnerMemo(dan.id))
  })

  test('may have ECDSA keys and key lists', async () => {
    const eve = await harness.person(PrivateKey.generateECDSA())
    const [first, second] = [PrivateKey.generateED25519(), PrivateKey.generateECDSA()]
    const pair = await harness.person(first)
    const both = new AccountUpdateTransaction()
      .setAccountId(pair.id)
      .setKey(new KeyList([first.publicKey, second.publicKey]))
    await harness.onLedger(both, first, second)
    const walletId = await harness.wallet([ada, eve, pair], 2)

    const request = await harness.ask('withdraw', eve, payment(walletId))
    await harness.sign(request, eve, walletId)
    await harness.sign(request, pair, walletId)
    const { body } = await harness.get(`/multisig/transaction/status/${request.jobId}`, eve)
    assert.deepEqual(body.missing, [ada.id, pair.id], 'one key of the pair is not enough')
    assert.equal((await harness.execute('withdraw', eve, request)).body.code, 'THRESHOLD_NOT_MET')
    await harness.sign(request, { ...pair, key: second }, walletId)
    assert.equal((await harness.execute('withdraw', eve, request)).status, 200)
  })

  test("may have key lists up to the wallet's limit: the offered fee covers all keys and signatures", async () => {
    const keys = Array.from({ length: 20 }, () => PrivateKey.generateED25519())
    const { accountId: many = '' } = (
      await harness.onLedger(
        new AccountCreateTransaction()
          .setKeyWithoutAlias(new KeyList(keys.map((key) => key.publicKey)))
          .setMaxTransactionFee(new Hbar(100)),
        ...keys,
      )
    ).receipt
    const [ada, ben] = (await harness.people(2)) as [Person, Person]
    const owners = [ada.id, many].map((wallet) => ({ wallet, name: wallet }))
    const creation = await harness.ask('create', ada, { name: 'x', settings: { owners, threshold: 2 } })
    await harness.sign(creation, ada)
    const created = await harness.execute('create', ada, creation)
    assert.equal(created.status, 200, JSON.stringify(created.body))
    const { walletId } = created.body
    await harness.fund(walletId, 50)
    const pay = { receiverId: ben.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 1 }
    for (const [operation, body] of [
      ['withdraw', pay],
      ['update', { action: 'add', owner: { wallet: ben.id, name: 'Ben' }, threshold: 2 }],
    ] as const) {
      const request = await harness.ask(operation, ada, { walletId, ...body })
      await harness.sign(request, ada, walletId)
      for (const key of keys) await harness.sign(request, { id: many, key, token: ada.token }, walletId)
      const answer = await harness.execute(operation, ada, request)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
    }
  })

  test('are asked to refresh a rotated key, and count again once they have', async () => {
    const fay = await harness.person()
    const walletId = await harness.wallet([ada, ben, fay], 2)
    const rotated = PrivateKey.generateED25519()
    const rotation = new AccountUpdateTransaction().setAccountId(fay.id).setKey(rotated.publicKey)
    await harness.onLedger(rotation, fay.key, rotated)
    const request = await harness.ask('withdraw', ada, payment(walletId))
    for (const key of [fay.key, rotated]) {
      const answer = await harness.sign(request, { ...fay, key }, walletId)
      assert.deepEqual([answer.status, answer.body.code], [409, 'OWNER_KEY_ROTATED'])
    }
    const refresh = await harness.ask('update', ada, change(walletId, 'add', fay))
    const missing = async () =>
      (await harness.get(`/multisig/transaction/status/${refresh.jobId}`, ada)).body.missing.toSorted()
    assert.deepEqual(await missing(), [ada.id, ben.id, fay.id].toSorted(), 'the new key has Fay’s new key')
    assert.equal((await harness.sign(refresh, { ...fay, key: rotated }, walletId)).status, 200)
    assert.deepEqual(await missing(), [ada.id, ben.id].toSorted(), 'Fay has no key any more that is still needed')
    await harness.sign(refresh, ada, walletId)
    await harness.sign(refresh, ben, walletId)
    assert.equal((await harness.execute('update', ada, refresh)).status, 200)
    const next = await harness.ask('withdraw', ada, payment(walletId))
    assert.equal((await harness.sign(next, { ...fay, key: rotated }, walletId)).status, 200)
    await harness.sign(next, ben, walletId)
    assert.equal((await harness.execute('withdraw', ada, next)).status, 200)
  })

  test("are informed if the wallet's key was changed on the ledger without this service", async () => {
    const walletId = await harness.wallet([ada, ben], 2)
    const request = await harness.ask('withdraw', ada, payment(walletId))
    await harness.sign(request, ada, walletId)
    const outside = new AccountUpdateTransaction().setAccountId(walletId).setKey(dan.key.publicKey)
    await harness.onLedger(outside, ada.key, ben.key, dan.key)
    assert.deepEqual(await refusal('withdraw', ada, payment(walletId)), [409, 'WALLET_KEY_CHANGED'])
    const signature = await harness.sign(request, ben, walletId)
    assert.deepEqual([signature.status, signature.body.code], [409, 'WALLET_KEY_CHANGED'])
    const execution = await harness.execute('withdraw', ada, request)
    assert.deepEqual([execution.status, execution.body.code], [409, 'WALLET_KEY_CHANGED'])
    assert.equal((await harness.get(`/multisig/wallet/${walletId}`, ada)).status, 200, 'it can still be read')
  })

  test('see a change closed, and removed from their inboxes, if another change overtook it', async () => {
    const walletId = await harness.wallet([ada, ben, cleo], 2)
    const executeAt = new Date(harness.clock.now() + 3_600_000).toISOString()
    const older = await harness.ask('update', ada, change(walletId, 'remove', cleo))
    const timed = await harness.ask('update', ada, { ...change(walletId, 'remove', ben), executeAt })
    const payout = await harness.ask('withdraw', ada, payment(walletId))
    const newer = await harness.ask('update', ada, change(walletId, 'add', dan))
    for (const owner of [ada, ben]) await harness.sign(newer, owner, walletId)
    const socket = await harness.socket(ben)
    await socket.subscribe(walletId)
    assert.equal((await harness.execute('update', ada, newer)).status, 200)
    assert.equal((await socket.next('transaction_failed')).code, 'WALLET_CHANGED')
    for (const closed of [older, timed]) {
      const { body } = await harness.get(`/multisig/transaction/status/${closed.jobId}`, ben)
      assert.deepEqual([body.status, body.code], ['error', 'WALLET_CHANGED'])
      for (const answer of [await harness.sign(closed, ada, walletId), await harness.execute('update', ada, closed)])
        assert.deepEqual([answer.status, answer.body.code], [409, 'WALLET_CHANGED'])
    }
    const inbox = (await harness.pages('/multisig/inbox', dan)).flat()
    const here = inbox.filter((entry: Answer['body']) => entry.walletId === walletId)
    assert.deepEqual(
      here.map(({ jobId }: Answer['body']) => jobId),
      [payout.jobId],
    )
  })

  test('sign the creation together if the receiver must sign, without a wallet id', async () => {
    const request = await harness.ask('create', dan, {
      ...creation([ada, ben, cleo], 2),
      isReceiverSignatureRequired: true,
    })
    await harness.sign(request, dan)
    assert.equal((await harness.execute('create', dan, request)).body.code, 'THRESHOLD_NOT_MET')
    await harness.sign(request, ada)
    await harness.sign(request, cleo)
    const created = await harness.execute('create', dan, request)
    assert.equal(created.status, 200, JSON.stringify(created.body))
    assert.equal((await harness.ledger.mirror.account(created.body.walletId))?.receiverSigRequired, true)
    assert.equal(
      (await harness.get(`/multisig/wallet/${created.body.walletId}`, dan)).status,
      403,
      'who pays owns nothing',
    )
    assert.deepEqual((await harness.execute('create', dan, request)).body, created.body, 'but may ask for the result')
  })

  test('learn that a receiver must sign, and that its signature is needed in the bytes', async () => {
    const receiver = await harness.person()
    const demand = new AccountUpdateTransaction().setAccountId(receiver.id).setReceiverSignatureRequired(true)
    await harness.onLedger(demand, receiver.key)
    const walletId = await harness.wallet([ada, ben], 1)
    const request = await harness.ask('withdraw', ada, { ...payment(walletId), receiverId: receiver.id })
    await harness.sign(request, ada, walletId)
    assert.equal((await harness.execute('withdraw', ada, request)).body.code, 'THRESHOLD_NOT_MET')
    const transaction = Transaction.fromBytes(Buffer.from(request.bytes, 'base64'))
    await transaction.sign(receiver.key)
    const bytes = Buffer.from(transaction.toBytes()).toString('base64')
    assert.equal((await harness.execute('withdraw', ada, { jobId: request.jobId, bytes })).status, 200)
  })

  test('may send a SignatureMap as wallets return it', async () => {
    const { proto } = await import('@hiero-ledger/proto')
    const walletId = await harness.wallet([ada, ben], 1)
    const request = await harness.ask('withdraw', ada, payment(walletId))
    const pair = {
      pubKeyPrefix: ada.key.publicKey.toBytesRaw(),
      ed25519: Buffer.from(signed(ada, request.bodyBytes).slice(2), 'hex'),
    }
    const answer = await harness.post(`/multisig/transaction/sign/${request.jobId}`, ada, {
      walletId,
      senderId: ada.id,
      historyId: request.historyId,
      signature: [...proto.SignatureMap.encode({ sigPair: [pair] }).finish()],
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  })

  test('count by all their signatures in a SignatureMap, even if one was sent before', async () => {
    const { proto } = await import('@hiero-ledger/proto')
    const [dan, second, third] = [await harness.person(), PrivateKey.generateED25519(), PrivateKey.generateED25519()]
    const keys = [dan.key, second, third]
    const list = new KeyList(keys.map(({ publicKey }) => publicKey))
    await harness.onLedger(new AccountUpdateTransaction().setAccountId(dan.id).setKey(list), ...keys)
    const walletId = await harness.wallet([ada, dan], 1)
    const request = await harness.ask('withdraw', ada, payment(walletId))
    const send = (...signers: PrivateKey[]) => {
      const sigPair = signers.map((key) => ({
        pubKeyPrefix: key.publicKey.toBytesRaw(),
        ed25519: Buffer.from(signed({ key }, request.bodyBytes).slice(2), 'hex'),
      }))
      const signature = [...proto.SignatureMap.encode({ sigPair }).finish()]
      const body = { walletId, senderId: dan.id, signature }
      return harness.post(`/multisig/transaction/sign/${request.jobId}`, ada, body)
    }
    assert.equal((await send(dan.key)).status, 200)
    const answers = [await send(...keys), await send(...keys), await send(second, third)]
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.publicKey]),
      [dan.key, dan.key, second].map((key) => [200, key.publicKey.toStringRaw()]),
    )
    const { body } = await harness.get(`/multisig/transaction/status/${request.jobId}`, ada)
    assert.deepEqual([body.signatures.length, body.missing], [3, []])
    assert.equal((await harness.execute('withdraw', ada, request)).status, 200)
    assert.equal((await send(...keys, ada.key)).status, 200, 'repeated after its end')
  })
})

describe("Changes of a wallet's owners", () => {
  test('happen one after the other, or not at all, if they are executed at the same instant', async () => {
    const harness = await openHarness()
    try {
      const [ada, ben] = (await harness.people(2)) as [Person, Person]
      for (let round = 0; round < 5; round++) {
        const walletId = await harness.wallet([ada, ben], 2)
        const joining = await harness.people(3)
        const requests = []
        for (const person of joining) {
          const owner = { wallet: person.id, name: person.id }
          const request = await harness.ask('update', ada, { walletId, action: 'add', owner })
          for (const signer of [ada, ben]) await harness.sign(request, signer, walletId)
          requests.push(request)
        }
        const answers = await Promise.all(requests.map((request) => harness.execute('update', ada, request)))
        const done = answers.filter(({ status }) => status === 200)
        assert.equal(done.length, 1, JSON.stringify(answers.map(({ body }) => body)))
        for (const { status, body } of answers)
          if (status !== 200) assert.match(body.code, /^WALLET_(CHANGING|CHANGED|KEY_CHANGED)$/)
        const { body } = await harness.get(`/multisig/wallet/${walletId}`, ada)
        assert.equal(body.settings.owners.length, 3)
        const payment = { walletId, receiverId: ada.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 1 }
        await harness.ask('withdraw', ada, payment)
      }
    } finally {
      await harness.close()
    }
  })
})

describe('A signature under a key that its owner has given up', () => {
  test('does not count within executed bytes either', async () => {
    const harness = await openHarness()
    try {
      const [ada, ben] = (await harness.people(2)) as [Person, Person]
      const walletId = await harness.wallet([ada, ben], 2)
      const payment = { walletId, receiverId: ada.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 1 }
      const request = await harness.ask('withdraw', ada, payment)
      const rotated = PrivateKey.generateED25519()
      const rotation = new AccountUpdateTransaction().setAccountId(ben.id).setKey(rotated.publicKey)
      await harness.onLedger(rotation, ben.key, rotated)
      await harness.sign(request, ada, walletId)
      const transaction = Transaction.fromBytes(Buffer.from(request.bytes, 'base64'))
      await transaction.sign(ben.key)
      const bytes = Buffer.from(transaction.toBytes()).toString('base64')
      const answer = await harness.execute('withdraw', ada, { jobId: request.jobId, bytes })
      assert.deepEqual([answer.status, answer.body.code], [422, 'THRESHOLD_NOT_MET'])
      // Ben's former key does not count through an account that another owner has created with it, either.
      const made = new AccountCreateTransaction().setReceiverSignatureRequired(true)
      made.setKeyWithoutAlias(new KeyList([ada.key.publicKey, ben.key.publicKey], 1))
      const { receipt } = await harness.onLedger(made, ada.key)
      const other = await harness.ask('withdraw', ada, { ...payment, receiverId: receipt.accountId })
      await harness.sign(other, ada, walletId)
      const bens = await Transaction.fromBytes(Buffer.from(other.bytes, 'base64')).sign(ben.key)
      const given = { jobId: other.jobId, bytes: Buffer.from(bens.toBytes()).toString('base64') }
      const refused = await harness.execute('withdraw', ada, given)
      assert.deepEqual([refused.status, refused.body.code], [422, 'THRESHOLD_NOT_MET'], JSON.stringify(refused.body))
    } finally {
      await harness.close()
    }
  })
})

describe('A key that an account has given up since the request', () => {
  test('cannot make it an owner of a new wallet, or of one that admits it, now or later', async () => {
    const harness = await openHarness()
    try {
      const [ada, ben] = (await harness.people(2)) as [Person, Person]
      const rotate = async ({ id, key }: Person) => {
        const next = PrivateKey.generateED25519()
        const rotation = new AccountUpdateTransaction().setAccountId(id).setKey(next.publicKey)
        await harness.onLedger(rotation, key, next)
      }
      const owners = [ada, ben].map(({ id }) => ({ wallet: id, name: id }))
      const creation = await harness.ask('create', ada, { name: 'Ours', settings: { owners, threshold: 1 } })
      await harness.sign(creation, ada)
      const [cleo, dora, eve] = (await harness.people(3)) as [Person, Person, Person]
      const walletId = await harness.wallet([ada], 1)
      const shared = await harness.wallet([ada, eve], 2)
      const add = (person: Person, more: object = {}) =>
        harness.ask('update', ada, { walletId, action: 'add', owner: { wallet: person.id, name: 'new' }, ...more })
      const admission = await add(cleo)
      await harness.sign(admission, ada, walletId)
      const expiresAt = new Date(harness.clock.now() + 3_600_000).toISOString()
      const scheduled = await add(dora, { walletId: shared, expiresAt })
      await harness.sign(scheduled, ada, shared)
      await Promise.all([ben, cleo, dora].map(rotate))
      const answers = [await harness.execute('create', ada, creation), await harness.execute('update', ada, admission)]
      for (const { status, body } of answers) assert.deepEqual([status, body.code], [409, 'OWNER_KEY_ROTATED'])
      const draft = (await harness.get(`/multisig/transaction/status/${scheduled.jobId}`, eve)).body
      const late = await harness.sign(draft, eve, shared)
      assert.equal(late.body.code, 'OWNER_KEY_ROTATED', JSON.stringify(late.body))
    } finally {
      await harness.close()
    }
  })
})
