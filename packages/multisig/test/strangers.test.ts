import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { AccountUpdateTransaction, KeyList, PrivateKey, Transaction } from '@hiero-ledger/sdk'
import { limits } from '../src/limits.ts'
import { type Harness, openHarness, type Person, signed } from './harness.ts'

describe('Strangers, and owners against each other,', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let eve: Person
  before(async () => {
    harness = await openHarness()
    ;[ada, ben, eve] = (await harness.people(3)) as [Person, Person, Person]
  })
  after(() => harness.close())

  const payment = (walletId: string, receiverId = ada.id) => ({
    walletId,
    receiverId,
    tokenId: 'HBAR',
    type: 'FUNGIBLE_COMMON',
    amountOrSerial: 1,
  })
  const creation = (owners: { id: string }[], more: object = {}) => ({
    name: 'Treasury',
    description: '',
    balance: 0,
    settings: { owners: owners.map(({ id }) => ({ wallet: id, name: id })), threshold: 1 },
    ...more,
  })
  const code = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
    const { status, body } = await answer
    return [status, body.code]
  }

  test('see no signatures of a request that could be used to submit its transaction', async () => {
    const walletId = await harness.wallet([ada, ben], 2)
    const request = await harness.ask('withdraw', ada, payment(walletId))
    const mine = signed(ada, request.bodyBytes)
    await harness.sign(request, ada, walletId)
    const base64 = Buffer.from(mine.slice(2), 'hex').toString('base64')
    const reads = () =>
      Promise.all(
        [
          `wallet/${walletId}`,
          `wallet/${walletId}/history`,
          `wallet/${walletId}/pending`,
          `transaction/status/${request.jobId}`,
        ].map(async (path) => JSON.stringify((await harness.get(`/multisig/${path}`, ben)).body)),
      )
    for (const text of await reads()) assert.ok(!text.includes(base64))
    await harness.post(`/multisig/transaction/reject/${request.jobId}`, ada, {})
    for (const text of await reads()) assert.ok(!text.includes(base64), 'a rejected one can be submitted, too')
    const { transactionId, transactionValidDuration } = Transaction.fromBytes(Buffer.from(request.bytes, 'base64'))
    const validStart = transactionId?.validStart?.toDate().getTime() ?? 0
    const ended = validStart + transactionValidDuration * 1000
    await harness.clock.advance(ended - harness.clock.now() + 9_000)
    for (const text of await reads()) assert.ok(!text.includes(base64), "the ledger's clock may be behind ours")
    await harness.clock.advance(6_000)
    await harness.jobs.idle()
    assert.ok((await reads())[1]?.includes(base64), 'once its window has ended they are shown')
    const second = await harness.ask('withdraw', ada, payment(walletId))
    for (const owner of [ada, ben]) await harness.sign(second, owner, walletId)
    await harness.execute('withdraw', ada, second)
    const [entry] = (await harness.get(`/multisig/wallet/${walletId}/history`, ben)).body
    assert.equal(entry.events.filter((event: { signature?: string }) => event.signature).length, 2)
  })

  test("cannot make a key that one owner gave up count as another's", async () => {
    const [cleo, dan] = (await harness.people(2)) as [Person, Person]
    const walletId = await harness.wallet([ada, cleo, dan], 2)
    const given = cleo.key
    const next = PrivateKey.generateED25519()
    await harness.onLedger(new AccountUpdateTransaction().setAccountId(cleo.id).setKey(next.publicKey), given, next)
    // Dan's account still has his own key, and Cleo's old one as well.
    const both = new KeyList([dan.key.publicKey, given.publicKey], 1)
    await harness.onLedger(new AccountUpdateTransaction().setAccountId(dan.id).setKey(both), dan.key, given)
    const request = await harness.ask('withdraw', ada, payment(walletId))
    await harness.sign(request, ada, walletId)
    assert.deepEqual(await code(harness.sign(request, { ...dan, key: given }, walletId)), [422, 'INVALID_SIGNATURE'])
    const transaction = Transaction.fromBytes(Buffer.from(request.bytes, 'base64'))
    await transaction.sign(given)
    const bytes = Buffer.from(transaction.toBytes()).toString('base64')
    assert.deepEqual(await code(harness.execute('withdraw', dan, { jobId: request.jobId, bytes })), [
      422,
      'THRESHOLD_NOT_MET',
    ])
    const { body } = await harness.get(`/multisig/transaction/status/${request.jobId}`, ada)
    assert.deepEqual(
      body.signatures.map(({ senderId }: { senderId: string }) => senderId),
      [ada.id],
    )
    assert.equal((await harness.sign(request, dan, walletId)).status, 200, 'his own key counts')
    assert.equal((await harness.execute('withdraw', ada, request)).status, 200)
  })

  test('cannot read or comment on the creation that they requested once they were removed', async () => {
    const [cleo] = (await harness.people(1)) as [Person]
    const asked = await harness.ask('create', cleo, creation([cleo, ben]))
    await harness.sign(asked, cleo)
    const { walletId } = (await harness.execute('create', cleo, asked)).body
    await harness.fund(walletId, 10)
    const path = `/multisig/transaction/status/${asked.jobId}`
    const comment = (by: Person) => harness.post(`/multisig/transaction/comment/${asked.jobId}`, by, { text: 'hello' })
    assert.equal((await harness.get(path, cleo)).status, 200)
    assert.equal((await comment(cleo)).status, 201)
    const removal = await harness.ask('update', ben, { walletId, action: 'remove', owner: { wallet: cleo.id } })
    await harness.sign(removal, ben, walletId)
    assert.equal((await harness.execute('update', ben, removal)).status, 200)
    assert.deepEqual(await code(harness.get(path, cleo)), [403, 'FORBIDDEN'])
    assert.deepEqual(await code(comment(cleo)), [403, 'FORBIDDEN'])
    assert.deepEqual(await code(harness.execute('create', cleo, asked)), [403, 'FORBIDDEN'])
    const paid = await harness.ask('create', eve, creation([ada, ben]))
    await harness.sign(paid, eve)
    await harness.execute('create', eve, paid)
    assert.equal((await harness.get(`/multisig/transaction/status/${paid.jobId}`, eve)).status, 200, 'who paid sees it')
    const said = harness.post(`/multisig/transaction/comment/${paid.jobId}`, eve, { text: 'hello' })
    assert.deepEqual(await code(said), [403, 'FORBIDDEN'], 'and says nothing to its owners any more')
  })

  test('cause the same work by asking for a wallet as for an account that is not a wallet', async () => {
    const walletId = await harness.wallet([ada, ben], 2)
    const { connections } = harness.server
    const { mirror } = harness.ledger
    const session = connections.session.bind(connections)
    const { account } = mirror
    let statements: string[] = []
    let reads = 0
    connections.session = async () => {
      const one = await session()
      const query = one.query.bind(one)
      return Object.assign(Object.create(one), {
        query: (text: string, ...values: unknown[]) => {
          if (text.includes('multisig')) statements.push(text)
          return (query as (...all: unknown[]) => unknown)(text, ...values)
        },
        release: () => one.release(),
      })
    }
    mirror.account = async (id) => {
      reads++
      return account(id)
    }
    const workOf = async (ask: (id: string) => Promise<{ status: number; body: object }>, id: string) => {
      statements = []
      reads = 0
      const { status, body } = await ask(id)
      return { status, body, statements, reads }
    }
    try {
      for (const ask of [
        (id: string) => harness.get(`/multisig/wallet/${id}`, eve),
        (id: string) => harness.get(`/multisig/wallet/${id}/history`, eve),
        (id: string) => harness.get(`/multisig/wallet/${id}/pending`, eve),
        (id: string) => harness.post('/multisig/wallet/stake/request', eve, { walletId: id }),
        (id: string) => harness.post('/multisig/wallet/withdraw/request', eve, payment(id)),
      ]) {
        const [wallet, none] = [await workOf(ask, walletId), await workOf(ask, eve.id)]
        assert.equal(wallet.status, 403)
        assert.equal(wallet.reads, 0)
        assert.ok(wallet.statements.length > 0)
        assert.deepEqual(wallet, none)
      }
    } finally {
      connections.session = session
      mirror.account = account
    }
  })

  test('cannot use invisible characters in names', async () => {
    const walletId = await harness.wallet([ada, ben], 2)
    const hidden = 'Trea\u202Esury'
    const create = (more: object) =>
      harness.post('/multisig/wallet/create/request', ada, { ...creation([ada]), ...more })
    const owners = [{ wallet: ada.id, name: 'A\u200Bda' }]
    assert.deepEqual(await code(create({ name: hidden })), [400, 'HIDDEN_CHARACTER'])
    for (const blank of [' ', '\u00a0\u2003', '\u3000', '\u0301 '])
      assert.deepEqual(await code(create({ name: blank })), [400, 'BLANK_TEXT'])
    assert.deepEqual(await code(create({ description: hidden })), [400, 'HIDDEN_CHARACTER'])
    assert.deepEqual(await code(create({ settings: { owners, threshold: 1 } })), [400, 'HIDDEN_CHARACTER'])
    const add = { walletId, action: 'add', owner: { wallet: eve.id, name: '\u0007' } }
    assert.deepEqual(await code(harness.post('/multisig/wallet/update/request', ada, add)), [400, 'HIDDEN_CHARACTER'])
    const blank = { ...add, owner: { wallet: eve.id, name: ' \u2003' } }
    assert.deepEqual(await code(harness.post('/multisig/wallet/update/request', ada, blank)), [400, 'BLANK_TEXT'])
    const settings = { owners: [{ wallet: ada.id, name: ' ' }], threshold: 1 }
    assert.deepEqual(await code(create({ settings })), [400, 'BLANK_TEXT'])
    const { jobId } = await harness.ask('withdraw', ada, payment(walletId))
    for (const [path, body] of [
      ['comment', { text: hidden }],
      ['reject', { reason: hidden }],
    ] as const) {
      const answer = harness.post(`/multisig/transaction/${path}/${jobId}`, ada, body)
      assert.deepEqual(await code(answer), [400, 'HIDDEN_CHARACTER'])
    }
  })

  test('are refused with a hundred owners before any is looked up', async () => {
    const { mirror } = harness.ledger
    const { account } = mirror
    let reads = 0
    mirror.account = async (id) => {
      reads++
      return account(id)
    }
    try {
      const many = Array.from({ length: 100 }, (_, index) => ({ id: `0.0.${5000 + index}` }))
      const ask = (owners: { id: string }[]) => harness.post('/multisig/wallet/create/request', ada, creation(owners))
      assert.deepEqual(await code(ask(many)), [422, 'TOO_MANY_OWNERS'])
      assert.deepEqual(await code(ask([ada, ada])), [422, 'OWNER_REPEATED'])
      assert.equal(reads, 0)
    } finally {
      mirror.account = account
    }
  })

  test('learn at the execution that the receiver has required its signature since', async () => {
    const receiver = await harness.person()
    const walletId = await harness.wallet([ada, ben], 1)
    const request = await harness.ask('withdraw', ada, payment(walletId, receiver.id))
    await harness.sign(request, ada, walletId)
    const demand = new AccountUpdateTransaction().setAccountId(receiver.id).setReceiverSignatureRequired(true)
    await harness.onLedger(demand, receiver.key)
    const refused = await harness.execute('withdraw', ada, request)
    assert.deepEqual([refused.status, refused.body.code], [422, 'THRESHOLD_NOT_MET'])
    const missing = { publicKey: receiver.key.publicKey.toStringRaw(), accountId: receiver.id }
    assert.deepEqual(refused.body.details, [missing])
    const transaction = Transaction.fromBytes(Buffer.from(request.bytes, 'base64'))
    await transaction.sign(receiver.key)
    const bytes = Buffer.from(transaction.toBytes()).toString('base64')
    assert.equal((await harness.execute('withdraw', ada, { jobId: request.jobId, bytes })).status, 200)
  })

  test('are refused with a thousand junk signatures before any is verified', async () => {
    const walletId = await harness.wallet([ada, ben], 2)
    const request = await harness.ask('withdraw', ada, payment(walletId))
    const pair = (seed: number) => ({ pubKeyPrefix: new Uint8Array(), ed25519: new Uint8Array(64).fill(seed) })
    const sigMap = (count: number) => ({ sigPair: Array.from({ length: count }, (_, index) => pair(index)) })
    const sign = (count: number) =>
      harness.post(`/multisig/transaction/sign/${request.jobId}`, ada, {
        walletId,
        senderId: ada.id,
        signature: Buffer.from(proto.SignatureMap.encode(sigMap(count)).finish()).toString('base64'),
      })
    const execute = (count: number) => {
      const body = { bodyBytes: Buffer.from(request.bodyBytes, 'base64'), sigMap: sigMap(count) }
      const signedTransactionBytes = proto.SignedTransaction.encode(body).finish()
      const bytes = Buffer.from(proto.Transaction.encode({ signedTransactionBytes }).finish()).toString('base64')
      return harness.execute('withdraw', ada, { jobId: request.jobId, bytes })
    }
    for (const ask of [sign, execute]) assert.deepEqual(await code(ask(1_000)), [400, 'TOO_MANY_SIGNATURES'])
    assert.deepEqual(await code(execute(100)), [400, 'TOO_MANY_SIGNATURES'], '100 pairs, each for two keys')
    for (const owner of [ada, ben]) assert.equal((await harness.sign(request, owner, walletId)).status, 200)
    assert.equal((await execute(20)).status, 200, 'junk within the bounds is left out')
  })
})

describe("A person's limit", () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let walletId: string
  before(async () => {
    harness = await openHarness()
    ;[ada, ben] = (await harness.people(2)) as [Person, Person]
    walletId = await harness.wallet([ada, ben], 1)
  })
  after(() => harness.close())

  const stake = (by: Person) => harness.post('/multisig/wallet/stake/request', by, { walletId })
  const counts = (answers: { status: number }[]) => [
    answers.filter(({ status }) => status === 200).length,
    answers.filter(({ status }) => status === 429).length,
  ]

  test('applies to its open requests, even concurrent ones, and each that ends makes room for another', async () => {
    const most = limits.maxOpenRequestsOfPerson.value
    const answers = await Promise.all(Array.from({ length: most + 10 }, () => stake(ada)))
    assert.deepEqual(counts(answers), [most, 10])
    const pages = await harness.pages(`/multisig/wallet/${walletId}/pending?limit=1000`, ada)
    assert.deepEqual(
      pages.slice(0, 3).map(({ length }) => length),
      [100, 100, most - 200],
    )
    const refused = answers.find(({ status }) => status === 429)
    assert.equal(refused?.body.code, 'TOO_MANY_OPEN_REQUESTS')
    assert.ok(Number(refused?.headers.get('retry-after')) > 0)
    const open = answers.find(({ status }) => status === 200)
    assert.equal((await stake(ben)).status, 200, "others' are others'")
    await harness.post(`/multisig/transaction/reject/${open?.body.jobId}`, ada, {})
    assert.equal((await stake(ada)).status, 200)
    await harness.clock.advance(120_000)
    assert.equal((await stake(ada)).status, 200, 'what has expired is open no more')
  })

  test('applies to its requests without a wallet', async () => {
    const [eve] = (await harness.people(1)) as [Person]
    const body = { name: 'x', settings: { owners: [{ wallet: eve.id, name: 'x' }], threshold: 1 } }
    const most = limits.maxOpenRequestsOfPerson.value
    const answers = await Promise.all(
      Array.from({ length: most + 3 }, () => harness.post('/multisig/wallet/create/request', eve, body)),
    )
    assert.deepEqual(counts(answers), [most, 3])
    assert.equal((await stake(ada)).status, 200, "others' are others'")
  })

  test('applies to its comments in a day', async () => {
    const { jobId } = (await stake(ada)).body
    const say = (by: Person) => harness.post(`/multisig/transaction/comment/${jobId}`, by, { text: 'hello' })
    const most = limits.maxCommentsADay.value
    const answers = await Promise.all(Array.from({ length: most + 2 }, () => say(ada)))
    assert.equal(answers.filter(({ status }) => status === 201).length, most)
    assert.equal(answers.find(({ status }) => status === 429)?.body.code, 'TOO_MANY_COMMENTS')
    assert.equal((await say(ben)).status, 201)
  })
})
