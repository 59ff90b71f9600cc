import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { TokenCreateTransaction, TransferTransaction } from '@hiero-ledger/sdk'
import { type Answer, type Harness, openHarness, type Person, signed } from './harness.ts'

const DAY = 86_400_000

describe('A spending limit', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let stranger: Person
  before(async () => {
    harness = await openHarness()
    ;[ada, ben, stranger] = (await Promise.all([patient(), patient(), patient()])) as [Person, Person, Person]
  })
  after(() => harness.close())

  /** A person whose session lasts while the clock is moved by days. */
  async function patient(): Promise<Person> {
    const { id, key } = await harness.person()
    const publicKey = key.publicKey.toStringRaw()
    return { id, key, token: await harness.tokens.issue({ walletId: id, publicKey, lifetimeMs: 1_000 * DAY }) }
  }

  const approval = (walletId: string, spender: string, amount: number, tokenId?: string) => ({
    walletId,
    operation: {
      method: 'POST',
      path: '/accounts/allowance/approve',
      body: { type: tokenId ? 'token' : 'hbar', spenderAccountId: spender, amount, ...(tokenId ? { tokenId } : {}) },
    },
  })
  const ending = (walletId: string, spender: string) => ({
    walletId,
    operation: {
      method: 'POST',
      path: '/accounts/allowance/delete',
      body: { type: 'hbar', spenderAccountId: spender },
    },
  })
  /** Requests an operation, which both owners sign. */
  const decide = async (body: { walletId: string; executeAt?: string }) => {
    const request = await harness.ask('operation', ada, body)
    for (const owner of [ada, ben]) assert.equal((await harness.sign(request, owner, body.walletId)).status, 200)
    if (body.executeAt === undefined) assert.equal((await harness.execute('operation', ada, request)).status, 200)
    return request
  }
  const limits = async (by: Person, walletId: string) =>
    (await harness.get(`/multisig/wallet/${walletId}/limits`, by)).body.map(
      ({ spenderId, tokenId, granted, left, isMember, renewals }: Answer['body']) => ({
        ...{ spenderId, tokenId, granted, left, isMember },
        renewals: renewals.map(({ amount }: Answer['body']) => amount),
      }),
    )
  const prepare = (by: Person, walletId: string, amount: number, more: object = {}) =>
    harness.post(`/multisig/wallet/${walletId}/limits/prepare`, by, {
      ...{ receiverId: stranger.id, tokenId: 'HBAR', amount },
      ...more,
    })
  const submit = (
    by: Person,
    walletId: string,
    { bytes, bodyBytes }: Answer['body'],
    signature = signed(by, bodyBytes),
  ) => harness.post(`/multisig/wallet/${walletId}/limits/pay`, by, { bytes, signature })
  const pay = async (by: Person, walletId: string, amount: number, more: object = {}) => {
    const prepared = await prepare(by, walletId, amount, more)
    return prepared.status === 200 ? submit(by, walletId, prepared.body) : prepared
  }
  const codeOf = ({ status, body }: Answer) => [status, body.code]
  const balance = async (id = stranger.id): Promise<bigint> => (await harness.ledger.mirror.account(id))?.balance ?? 0n
  const passTo = async (time: string, more: number): Promise<void> => {
    await harness.clock.advance(Date.parse(time) + more - harness.clock.now())
    await harness.jobs.idle()
  }
  const inDays = (days: number): string => new Date(harness.clock.now() + days * DAY).toISOString()

  test('lets its spender pay up to what is left, with one signature, and no more', async () => {
    const walletId = await harness.wallet([ada, ben], 2)
    assert.deepEqual(codeOf(await pay(ada, walletId, 5)), [422, 'SPENDER_DOES_NOT_HAVE_ALLOWANCE'])
    await decide(approval(walletId, ada.id, 100))
    const before = await balance()
    const paid = await pay(ada, walletId, 60, { memo: 'Stamps' })
    assert.deepEqual([paid.status, paid.body.status], [200, 'SUCCESS'])
    assert.equal((await balance()) - before, 60n)
    // A statement ends now, and the ledger's time may be ahead of the clock of the test.
    await harness.clock.advance(10_000)
    const period = `from=${new Date(harness.clock.now() - DAY).toISOString()}&to=${inDays(1)}`
    const { entries } = (await harness.get(`/multisig/wallet/${walletId}/statement?${period}`, ben)).body
    const stamps = entries.find(({ memo }: Answer['body']) => memo === 'Stamps')
    assert.deepEqual([stamps.request, stamps.signers], [undefined, [ada.id]], 'the statement names the spender')
    const own = { spenderId: ada.id, tokenId: 'HBAR', granted: 100, left: 40, isMember: true, renewals: [] }
    assert.deepEqual(await limits(ben, walletId), [own])
    assert.deepEqual(codeOf(await pay(ada, walletId, 41)), [422, 'AMOUNT_EXCEEDS_ALLOWANCE'])
    assert.deepEqual(codeOf(await pay(ben, walletId, 1)), [422, 'SPENDER_DOES_NOT_HAVE_ALLOWANCE'])
    assert.deepEqual(await limits(stranger, walletId), [], 'strangers see their own only')
  })

  test('is found by its spender, who has no role at the wallet, and is left out once the wallet is muted', async () => {
    const spender = await patient()
    const mine = async () =>
      (await harness.get('/multisig/limits', spender)).body.map(
        ({ walletId, tokenId, granted, left, isMember }: Answer['body']) => ({
          ...{ walletId, tokenId, granted, left, isMember },
        }),
      )
    assert.deepEqual(await mine(), [])
    const [first, second] = [await harness.wallet([ada, ben], 2), await harness.wallet([ada, ben], 2)]
    await decide(approval(first, spender.id, 100))
    await decide(approval(first, spender.id, 70))
    await decide(approval(second, ben.id, 100))
    // One that is only asked for gives nothing yet.
    await harness.ask('operation', ada, approval(second, spender.id, 5))
    const own = { walletId: first, tokenId: 'HBAR', granted: 70, left: 70, isMember: false }
    assert.deepEqual(await mine(), [own])
    assert.equal((await pay(spender, first, 30)).body.status, 'SUCCESS')
    assert.deepEqual(await mine(), [{ ...own, left: 40 }])
    await decide(approval(second, spender.id, 5))
    const ids = [first, second].toSorted()
    const { body, headers } = await harness.get('/multisig/limits?limit=1', spender)
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? assert.fail()
    const pages = [...body, ...(await harness.get(next, spender)).body]
    assert.deepEqual(
      pages.map(({ walletId }: Answer['body']) => walletId),
      ids,
    )
    await decide(ending(first, spender.id))
    assert.deepEqual(
      (await mine()).map(({ walletId }: Answer['body']) => walletId),
      [second],
    )
    await harness.call('PUT', `/multisig/muted/${second}`, spender)
    const left = await mine()
    assert.deepEqual(left.length, 0)
  })

  test('is paid from once, however often a payment is sent, and never beyond it', async () => {
    const walletId = await harness.wallet([ada, ben], 2)
    await decide(approval(walletId, ada.id, 100))
    const before = await balance()
    const prepared = await prepare(ada, walletId, 60)
    const same = await Promise.all([1, 2, 3].map(() => submit(ada, walletId, prepared.body)))
    assert.ok(same.every(({ status }) => status === 200 || status === 202))
    assert.deepEqual((await submit(ada, walletId, prepared.body)).body.status, 'SUCCESS')
    assert.equal((await balance()) - before, 60n)
    const both = await Promise.all([prepare(ada, walletId, 30), prepare(ada, walletId, 30)])
    const outcomes = await Promise.all(both.map(({ body }) => submit(ada, walletId, body)))
    assert.deepEqual(outcomes.map(({ body }) => body.code ?? body.status).sort(), [
      'AMOUNT_EXCEEDS_ALLOWANCE',
      'SUCCESS',
    ])
    assert.equal((await balance()) - before, 90n)
  })

  test('survives a node that fails after it took the payment', async () => {
    const walletId = await harness.wallet([ada, ben], 2)
    await decide(approval(walletId, ada.id, 100))
    const before = await balance()
    const prepared = await prepare(ada, walletId, 10)
    harness.net.setFault({ kind: 'lost', calls: 1 })
    const first = await submit(ada, walletId, prepared.body)
    assert.ok([200, 202, 503].includes(first.status), JSON.stringify(first.body))
    const second = await submit(ada, walletId, prepared.body)
    assert.deepEqual([second.status, second.body.status], [200, 'SUCCESS'])
    assert.equal((await balance()) - before, 10n)
  })

  test('submits nothing but a payment of its spender within it', async () => {
    const walletId = await harness.wallet([ada, ben], 2)
    await decide(approval(walletId, ada.id, 100))
    const prepared = await prepare(ada, walletId, 10)
    const forged = signed(ben, prepared.body.bodyBytes)
    assert.deepEqual(codeOf(await submit(ada, walletId, prepared.body, forged)), [422, 'INVALID_SIGNATURE'])
    assert.deepEqual(codeOf(await submit(ben, walletId, prepared.body)), [422, 'BODY_MISMATCH'])
    const other = await harness.wallet([ada, ben], 2)
    assert.deepEqual(codeOf(await submit(ada, other, prepared.body)), [422, 'BODY_MISMATCH'])
    const own = harness.ledger.freeze(
      new TransferTransaction().addHbarTransfer(ada.id, -5).addHbarTransfer(stranger.id, 5),
      { payer: ada.id, validStart: harness.ledger.validStart(), validDurationSeconds: 120 },
    )
    const bytes = {
      bytes: Buffer.from(own.bytes).toString('base64'),
      bodyBytes: Buffer.from(own.bodyBytes).toString('base64'),
    }
    assert.deepEqual(codeOf(await submit(ada, walletId, bytes)), [422, 'BODY_MISMATCH'])
    assert.deepEqual(codeOf(await prepare(ada, walletId, 1, { receiverId: walletId })), [
      422,
      'ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS',
    ])
  })

  test('is renewed for each period by timed requests that were signed at once, and ends with what would renew it', async () => {
    const walletId = await harness.wallet([ada, ben], 2)
    await decide(approval(walletId, stranger.id, 100))
    const [first, second] = [inDays(7), inDays(14)]
    await decide({ ...approval(walletId, stranger.id, 100), executeAt: first })
    const later = await decide({ ...approval(walletId, stranger.id, 100), executeAt: second })
    await pay(stranger, walletId, 70, { receiverId: ben.id })
    const own = { spenderId: stranger.id, tokenId: 'HBAR', granted: 100, isMember: false }
    assert.deepEqual(await limits(ada, walletId), [{ ...own, left: 30, renewals: [100, 100] }])
    assert.deepEqual(await limits(stranger, walletId), [{ ...own, left: 30, renewals: [] }])
    await passTo(first, 5_000)
    assert.deepEqual(await limits(ada, walletId), [{ ...own, left: 100, renewals: [100] }])
    await decide(ending(walletId, stranger.id))
    assert.deepEqual(await limits(ada, walletId), [])
    const { body } = await harness.get(`/multisig/transaction/status/${later.jobId}`, ada)
    assert.deepEqual([body.status, body.code], ['error', 'LIMIT_ENDED'])
    await passTo(second, 5_000)
    assert.deepEqual(codeOf(await pay(stranger, walletId, 1, { receiverId: ben.id })), [
      422,
      'SPENDER_DOES_NOT_HAVE_ALLOWANCE',
    ])
  })

  test('shows what the ledger keeps to renew it, also after the owners have ended it', async () => {
    const walletId = await harness.wallet([ada, ben], 2)
    const end = new Date(Math.floor(harness.clock.now() / 1000) * 1000 + 7 * DAY).toISOString()
    await decide(approval(walletId, stranger.id, 100))
    const kept = { ...approval(walletId, stranger.id, 50), expiresAt: end, execute: 'expiry' }
    const renewal = await harness.ask('operation', ada, kept)
    const signs = async (by: Person) => {
      const { body } = await harness.get(`/multisig/transaction/status/${renewal.jobId}`, by)
      assert.equal((await harness.sign(body, by, walletId)).status, 200)
    }
    await harness.sign(renewal, ada, walletId)
    await signs(ben)
    await decide(ending(walletId, stranger.id))
    const own = { spenderId: stranger.id, tokenId: 'HBAR', isMember: false }
    assert.deepEqual(await limits(ada, walletId), [{ ...own, granted: 0, left: 0, renewals: [50] }])
    await passTo(end, 20_000)
    assert.deepEqual(await limits(ada, walletId), [{ ...own, granted: 50, left: 50, renewals: [] }])
  })

  test('is not renewed by what former owners signed', async () => {
    const walletId = await harness.wallet([ada, ben], 2)
    const at = inDays(7)
    const renewal = await decide({ ...approval(walletId, ben.id, 100), executeAt: at })
    const update = await harness.ask('update', ada, {
      walletId,
      action: 'remove',
      owner: { wallet: ben.id },
      threshold: 1,
    })
    for (const owner of [ada, ben]) await harness.sign(update, owner, walletId)
    assert.equal((await harness.execute('update', ada, update)).status, 200)
    const { body } = await harness.get(`/multisig/transaction/status/${renewal.jobId}`, ada)
    assert.deepEqual([body.status, body.code], ['error', 'WALLET_CHANGED'])
    await passTo(at, 5_000)
    assert.deepEqual(await limits(ada, walletId), [])
  })

  test('may be of a fungible token', async () => {
    const walletId = await harness.wallet([ada, ben], 2)
    const { receipt } = await harness.onLedger(
      new TokenCreateTransaction()
        .setTokenName('Points')
        .setTokenSymbol('PTS')
        .setDecimals(2)
        .setInitialSupply(1_000)
        .setTreasuryAccountId(harness.treasury.id),
    )
    const tokenId = receipt.tokenId as string
    await harness.onLedger(
      new TransferTransaction()
        .addTokenTransfer(tokenId, harness.treasury.id, -500)
        .addTokenTransfer(tokenId, walletId, 500),
    )
    await decide(approval(walletId, ada.id, 100, tokenId))
    const to = { receiverId: harness.treasury.id, tokenId }
    assert.equal((await pay(ada, walletId, 60, to)).status, 200)
    assert.deepEqual(await limits(ada, walletId), [
      { spenderId: ada.id, tokenId, granted: 100, left: 40, isMember: true, renewals: [] },
    ])
    assert.deepEqual(codeOf(await pay(ada, walletId, 1)), [422, 'SPENDER_DOES_NOT_HAVE_ALLOWANCE'])
  })
})
