import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AccountCreateTransaction, AccountUpdateTransaction, KeyList } from '@hiero-ledger/sdk'
import { signerFromText, withSignatures } from '@quorate/ledger'
import { publicKeyText } from '@quorate/verify'
import { limits } from '../src/limits.ts'
import { type Answer, type Harness, openHarness, type Person, signed } from './harness.ts'

describe('Access', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let mallory: Person
  let walletId: string
  let request: Answer['body']
  before(async () => {
    harness = await openHarness()
    ;[ada, ben, mallory] = (await harness.people(3)) as [Person, Person, Person]
    walletId = await harness.wallet([ada, ben], 2)
    request = await harness.ask('stake', ada, { walletId })
  })
  after(() => harness.close())

  /** Every endpoint that an outsider could call for a wallet and a request. */
  const calls = (wallet: string, { jobId, historyId, bytes }: Answer['body']) =>
    [
      ['GET', `/multisig/wallet/${wallet}`],
      ['GET', `/multisig/wallet/${wallet}/pending`],
      ['GET', `/multisig/wallet/${wallet}/history`],
      ['GET', `/multisig/transaction/status/${jobId}`],
      [
        'POST',
        `/multisig/transaction/sign/${jobId}`,
        { walletId: wallet, senderId: mallory.id, historyId, signature: signed(mallory, request.bodyBytes) },
      ],
      ['POST', `/multisig/transaction/reject/${jobId}`, {}],
      ['POST', `/multisig/transaction/comment/${jobId}`, { text: 'hello' }],
      [
        'POST',
        '/multisig/wallet/withdraw/request',
        { walletId: wallet, receiverId: mallory.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 1 },
      ],
      [
        'POST',
        '/multisig/wallet/update/request',
        { walletId: wallet, action: 'add', owner: { wallet: mallory.id, name: 'M' }, threshold: 1 },
      ],
      ['POST', '/multisig/wallet/stake/request', { walletId: wallet, nodeId: 0 }],
      ['POST', '/multisig/wallet/associate/request', { walletId: wallet, tokenId: '0.0.5' }],
      ['POST', '/multisig/wallet/dissociate/request', { walletId: wallet, tokenId: '0.0.5' }],
      ...['create', 'withdraw', 'update', 'stake', 'associate', 'dissociate'].map((operation) => [
        'POST',
        `/multisig/wallet/${operation}/execute`,
        { bytes, jobId },
      ]),
    ] as [string, string, unknown][]

  test('an outsider gets the same 403 for existing and nonexistent things', async () => {
    const nowhere = { ...request, jobId: '00000000-0000-4000-8000-000000000000' }
    const real = calls(walletId, request)
    const imagined = calls('0.0.987654', nowhere)
    for (const [index, [method, path, body]] of real.entries()) {
      const there = await harness.call(method, path, mallory, body)
      const [, otherPath, otherBody] = imagined[index] ?? ['', '', undefined]
      const notThere = await harness.call(method, otherPath, mallory, otherBody)
      assert.equal(there.status, 403, `${method} ${path}: ${JSON.stringify(there.body)}`)
      assert.deepEqual(there.body, notThere.body, `${method} ${path}`)
    }
    assert.deepEqual((await harness.get('/multisig/wallets', mallory)).body, [])
  })

  test('no endpoint works without a valid token', async () => {
    const other = await (await import('@quorate/platform/testing')).testTokens(harness.clock)
    const expired = await harness.tokens.issue({ walletId: ada.id, lifetimeMs: 1 })
    await harness.clock.advance(2000)
    const tokens = [undefined, '', 'x.y.z', await other.issue({ walletId: ada.id }), expired]
    for (const [method, path, body] of [...calls(walletId, request), ['GET', '/multisig/wallets', undefined] as const])
      for (const token of tokens) {
        const answer = await harness.call(method, path, token === undefined ? undefined : { ...ada, token }, body)
        assert.equal(answer.status, 401, `${method} ${path} with ${token}`)
        assert.equal(typeof answer.body.code, 'string')
      }
  })

  test('a token works on its own chain only', async () => {
    const elsewhere = { ...ada, token: await harness.tokens.issue({ walletId: ada.id, chain: 'hedera:testnet' }) }
    assert.equal((await harness.get(`/multisig/transaction/status/${request.jobId}`, elsewhere)).status, 403)
    assert.equal((await harness.get(`/multisig/wallet/${walletId}`, elsewhere)).status, 403)
    const body = { name: 'x', settings: { owners: [{ wallet: ada.id, name: '' }], threshold: 1 } }
    const answer = await harness.post('/multisig/wallet/create/request', elsewhere, body)
    assert.equal(answer.body.code, 'UNKNOWN_CHAIN')
  })

  test('every kind of bad input returns a 4xx with a code that names the field', async () => {
    const junk: unknown[] = [
      undefined,
      null,
      true,
      -1,
      1.5,
      2 ** 53,
      '',
      'x',
      '0.0.',
      '0.0.-5',
      '1',
      [],
      {},
      'é'.repeat(50_000),
      '\u0000',
      [[[]]],
      { $gt: '' },
    ]
    const good: Record<string, Record<string, unknown>> = {
      'wallet/create/request': {
        name: 'x',
        settings: { owners: [{ wallet: ada.id, name: 'a' }], threshold: 1 },
        balance: 1,
        maxAutomaticTokenAssociations: 0,
        isReceiverSignatureRequired: false,
      },
      'wallet/withdraw/request': {
        walletId,
        receiverId: ada.id,
        tokenId: 'HBAR',
        type: 'FUNGIBLE_COMMON',
        amountOrSerial: 1,
      },
      'wallet/update/request': { walletId, action: 'add', owner: { wallet: mallory.id, name: 'M' }, threshold: 2 },
      'wallet/stake/request': { walletId, nodeId: 0 },
      'wallet/associate/request': { walletId, tokenId: '0.0.5' },
      'wallet/dissociate/request': { walletId, tokenId: '0.0.5' },
      'wallet/withdraw/execute': { jobId: request.jobId, bytes: request.bytes },
      [`transaction/sign/${request.jobId}`]: {
        walletId,
        senderId: ada.id,
        historyId: request.historyId,
        signature: signed(mallory, request.bodyBytes),
      },
      [`transaction/comment/${request.jobId}`]: { text: 'x' },
      [`transaction/reject/${request.jobId}`]: { reason: 'x' },
    }
    for (const [path, body] of Object.entries(good))
      for (const field of Object.keys(body))
        for (const value of junk) {
          if (path.includes('reject') && (value === undefined || typeof value === 'string')) continue
          const answer = await harness.post(`/multisig/${path}`, ada, { ...body, [field]: value })
          const what = `${path} ${field}=${JSON.stringify(value)?.slice(0, 40)}: ${JSON.stringify(answer.body).slice(0, 200)}`
          assert.ok(answer.status < 500, what)
          if (answer.status >= 400) assert.match(answer.body.code, /^[A-Z0-9_]+$/, what)
        }
    for (const path of Object.keys(good))
      for (const body of ['{', '[]', '"x"', 'null', '7', '{"__proto__":{"x":1}}']) {
        const response = await fetch(`${harness.url}/multisig/${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
          body,
        })
        assert.ok(response.status >= 400 && response.status < 500, `${path} ${body}`)
        assert.match(((await response.json()) as { code: string }).code, /^[A-Z0-9_]+$/)
      }
  })

  test('null in an optional field means that it is absent', async () => {
    const absent = {
      description: null,
      balance: null,
      maxAutomaticTokenAssociations: null,
      isReceiverSignatureRequired: null,
    }
    const settings = { owners: [{ wallet: ada.id, name: 'Ada' }], threshold: 1 }
    const made = await harness.post('/multisig/wallet/create/request', ada, { name: 'x', settings, ...absent })
    assert.equal(made.status, 200, made.body.message)
    const update = { walletId, action: 'add', owner: { wallet: ada.id, name: null }, threshold: null }
    for (const [operation, body] of [
      ['update', update],
      ['stake', { walletId, nodeId: null }],
    ] as const) {
      const asked = await harness.post(`/multisig/wallet/${operation}/request`, ada, body)
      assert.equal(asked.status, 200, asked.body.message)
    }
  })

  test('an unknown field of a request is refused, but ignored if an answer is sent back', async () => {
    const asked = await harness.ask('stake', ada, { walletId })
    const bodies = [
      ['wallet/stake/request', { walletId, executedAt: '2030-01-01T00:00:00Z' }, 'executedAt'],
      [`transaction/reject/${asked.jobId}`, { reson: 'x' }, 'reson'],
      [`transaction/comment/${asked.jobId}`, { text: 'x', historyId: asked.historyId }, 'historyId'],
    ] as const
    for (const [path, body, name] of bodies) {
      const answer = await harness.post(`/multisig/${path}`, ada, body)
      assert.equal(answer.body.code, 'VALIDATION_FAILED', path)
      assert.match(answer.body.message, new RegExp(`^body/${name} is not known here: expected only `), path)
    }
    const { body } = await harness.post('/multisig/wallet/stake/execute', ada, asked)
    assert.equal(body.code, 'THRESHOLD_NOT_MET', JSON.stringify(body))
  })

  test('odd paths and queries are refused cleanly', async () => {
    for (const path of [
      'wallet/x',
      'wallet/0.0.',
      'wallet/%00',
      'wallet/%ff',
      'transaction/status/x',
      `wallet/${walletId}/history?limit=0`,
      `wallet/${walletId}/history?limit=1001`,
      `wallet/${walletId}/history?cursor=abc`,
      `wallet/${walletId}/pending?cursor=-1`,
      'wallets?limit=x',
      'wallets?cursor=abc',
      'nothing',
    ]) {
      const answer = await harness.get(`/multisig/${path}`, ada)
      assert.ok(answer.status >= 400 && answer.status < 500, `${path}: ${answer.status}`)
      assert.match(answer.body.code, /^[A-Z0-9_]+$/)
    }
  })
})

describe('A rejection or comment', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let cleo: Person
  let walletId: string
  before(async () => {
    harness = await openHarness()
    ;[ada, ben, cleo] = (await harness.people(3)) as [Person, Person, Person]
    walletId = await harness.wallet([ada, ben, cleo], 2)
  })
  after(() => harness.close())

  const reject = (jobId: string, by: Person) =>
    harness.post(`/multisig/transaction/reject/${jobId}`, by, { reason: 'not now' })

  const signedBy = ({ bodyBytes }: { bodyBytes: string }, ...people: Person[]) => {
    const body = Buffer.from(bodyBytes, 'base64')
    const signatures = people.map(({ key }) => {
      const { publicKey, sign } = signerFromText(key.toStringDer())
      return { publicKey, signature: sign(body) }
    })
    return Buffer.from(withSignatures(body, signatures)).toString('base64')
  }

  test('closes the request once those who have not rejected it cannot reach the threshold', async () => {
    const request = await harness.ask('stake', ada, { walletId })
    const first = await reject(request.jobId, ben)
    assert.equal(first.body.status, 'pending')
    assert.deepEqual(
      first.body.rejections.map((one: { walletId: string }) => one.walletId),
      [ben.id],
    )
    assert.equal((await harness.sign(request, ben, walletId)).body.code, 'ALREADY_REJECTED')
    const second = await reject(request.jobId, cleo)
    assert.equal(second.body.status, 'error')
    assert.equal(second.body.code, 'REJECTED')
    assert.equal((await harness.sign(request, ada, walletId)).body.code, 'REJECTED')
    assert.equal((await harness.execute('stake', ada, request)).status, 409)
  })

  test("keeps a rejecting owner's signature from counting, even within an execution's bytes", async (t) => {
    const request = await harness.ask('stake', ada, { walletId })
    assert.equal((await reject(request.jobId, ben)).body.status, 'pending')
    const refused = await harness.execute('stake', ada, { ...request, bytes: signedBy(request, ada, ben) })
    assert.deepEqual([refused.status, refused.body.code], [422, 'THRESHOLD_NOT_MET'])
    assert.ok(refused.body.message.includes(`Those of ${ben.id}, who rejected the request, do not count`))
    const missingKeys = refused.body.details.map(({ publicKey }: { publicKey: string }) => publicKey)
    assert.deepEqual(missingKeys, [signerFromText(cleo.key.toStringDer()).publicKey].map(publicKeyText))
    const open = await harness.get(`/multisig/transaction/status/${request.jobId}`, ada)
    assert.deepEqual(open.body.missing.sort(), [ada.id, cleo.id].sort())
    const done = await harness.execute('stake', ada, { ...request, bytes: signedBy(request, ada, ben, cleo) })
    assert.equal(done.body.status, 'success', JSON.stringify(done.body))
    const { body } = await harness.get(`/multisig/transaction/status/${request.jobId}`, ada)
    const signers = body.signatures.map(({ senderId }: { senderId: string }) => senderId)
    assert.deepEqual(signers.sort(), [ada.id, cleo.id].sort())
    // A rejection that arrives while the signatures are checked.
    const other = await harness.ask('stake', ada, { walletId })
    const { mirror } = harness.ledger
    const { account } = mirror
    let rejected: ReturnType<typeof reject> | undefined
    const read = t.mock.method(mirror, 'account', async (id: string) => {
      read.mock.restore()
      rejected ??= reject(other.jobId, ben)
      await rejected
      return account(id)
    })
    const late = await harness.execute('stake', ada, { ...other, bytes: signedBy(other, ada, ben) })
    assert.deepEqual([late.status, late.body.code], [409, 'ALREADY_REJECTED'], JSON.stringify(late.body))
    const shown = await harness.get(`/multisig/transaction/status/${other.jobId}`, ada)
    assert.deepEqual([shown.body.status, shown.body.signatures.length], ['pending', 0])
  })

  test("keeps a rejecting owner's signature from counting through another owner's account with the same key", async () => {
    const key = new KeyList([ada.key.publicKey, ben.key.publicKey], 1)
    const demanding = new AccountCreateTransaction().setKeyWithoutAlias(key).setReceiverSignatureRequired(true)
    const { receipt } = await harness.onLedger(demanding, ada.key)
    const payment = { walletId, receiverId: receipt.accountId, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON' }
    const request = await harness.ask('withdraw', ada, { ...payment, amountOrSerial: 1 })
    assert.equal((await reject(request.jobId, ben)).body.status, 'pending')
    const open = await harness.get(`/multisig/transaction/status/${request.jobId}`, ada)
    assert.deepEqual(open.body.missing.sort(), [ada.id, cleo.id, receipt.accountId].sort())
    const refused = await harness.execute('withdraw', ada, { ...request, bytes: signedBy(request, ada, ben) })
    assert.deepEqual([refused.status, refused.body.code], [422, 'THRESHOLD_NOT_MET'], JSON.stringify(refused.body))
    const done = await harness.execute('withdraw', ada, { ...request, bytes: signedBy(request, ada, ben, cleo) })
    assert.equal(done.body.status, 'success', JSON.stringify(done.body))
    const { body } = await harness.get(`/multisig/transaction/status/${request.jobId}`, ada)
    const signers = body.signatures.map(({ senderId }: { senderId: string }) => senderId)
    assert.deepEqual(signers.sort(), [ada.id, cleo.id].sort())
  })

  test("keeps a rejecting owner's signature from counting through the payer's key of a creation", async () => {
    const payer = await harness.person()
    const key = new KeyList([payer.key.publicKey, ben.key.publicKey], 1)
    await harness.onLedger(new AccountUpdateTransaction().setAccountId(payer.id).setKey(key), payer.key)
    const owners = [ada, ben, cleo].map(({ id }) => ({ wallet: id, name: id }))
    const creation = { name: 'Ours', settings: { owners, threshold: 2 }, isReceiverSignatureRequired: true }
    const bens = (request: Answer['body']) =>
      harness.post(`/multisig/transaction/sign/${request.jobId}`, payer, {
        ...{ senderId: payer.id, historyId: request.historyId, signature: signed(ben, request.bodyBytes) },
      })
    const request = await harness.ask('create', payer, creation)
    assert.equal((await reject(request.jobId, ben)).body.status, 'pending')
    const refused = await bens(request)
    assert.deepEqual([refused.status, refused.body.code], [409, 'ALREADY_REJECTED'], JSON.stringify(refused.body))
    const earlier = await harness.ask('create', payer, creation)
    assert.equal((await bens(earlier)).status, 200)
    assert.equal((await reject(earlier.jobId, ben)).body.code, 'ALREADY_SIGNED')
  })

  test('returns the closed request to an account that was only invited', async () => {
    const settings = { owners: [{ wallet: ben.id, name: 'Ben' }], threshold: 1 }
    const invitation = await harness.ask('create', ada, { name: 'Ours', settings, isReceiverSignatureRequired: true })
    const { status, body } = await reject(invitation.jobId, ben)
    assert.deepEqual([status, body.status, body.code], [200, 'error', 'REJECTED'])
    assert.equal((await harness.get(`/multisig/transaction/status/${invitation.jobId}`, ada)).body.code, 'REJECTED')
    const owner = await harness.person()
    const update = await harness.ask('update', ada, {
      walletId,
      action: 'add',
      owner: { wallet: owner.id },
      threshold: 4,
    })
    const answer = await reject(update.jobId, owner)
    assert.deepEqual([answer.status, answer.body.code], [200, 'REJECTED'])
  })

  test('closes the request once if the last two possible signers reject it at the same instant', async () => {
    const request = await harness.ask('stake', ada, { walletId })
    await Promise.all([reject(request.jobId, ben), reject(request.jobId, cleo)])
    const { body } = await harness.get(`/multisig/transaction/status/${request.jobId}`, ada)
    assert.equal(body.code, 'REJECTED')
    const { body: history } = await harness.get(`/multisig/wallet/${walletId}/history?limit=1`, ada)
    assert.equal(history[0].events.filter((event: { action: string }) => event.action === 'execute').length, 1)
  })

  test('cannot close a request that is with the ledger: of a concurrent rejection and execution, one is refused', async () => {
    for (let round = 0; round < 30; round++) {
      const request = await harness.ask('stake', ada, { walletId })
      for (const person of [ada, ben]) await harness.sign(request, person, walletId)
      const [rejected, executed] = await Promise.all([
        reject(request.jobId, ada),
        harness.execute('stake', ben, request),
      ])
      const { body } = await harness.get(`/multisig/transaction/status/${request.jobId}`, ada)
      if (executed.status === 200) {
        assert.equal(rejected.status, 409, JSON.stringify(rejected.body))
        assert.equal(body.status, 'success')
      } else {
        assert.deepEqual([executed.body.code, rejected.body.code, body.status], ['WITHDRAWN', 'WITHDRAWN', 'error'])
      }
    }
  })

  test("counts if it arrives while the same owner's signature is checked, which is then refused", async (t) => {
    const { mirror } = harness.ledger
    const { account } = mirror
    for (const [owner, code] of [
      [ben, 'ALREADY_REJECTED'],
      [ada, 'WITHDRAWN'],
    ] as const) {
      const request = await harness.ask('stake', ada, { walletId })
      let rejected: ReturnType<typeof reject> | undefined
      const read = t.mock.method(mirror, 'account', async (id: string) => {
        read.mock.restore()
        rejected ??= reject(request.jobId, owner)
        assert.equal((await rejected).status, 200)
        return account(id)
      })
      const { status, body } = await harness.sign(request, owner, walletId)
      assert.deepEqual([status, body.code], [409, code])
      const shown = await harness.get(`/multisig/transaction/status/${request.jobId}`, ada)
      assert.deepEqual(shown.body.signatures ?? [], [])
    }
  })

  test('lets the requester withdraw the request, but nobody take back a signature', async () => {
    const request = await harness.ask('stake', ada, { walletId })
    await harness.sign(request, ben, walletId)
    assert.equal((await reject(request.jobId, ben)).body.code, 'ALREADY_SIGNED')
    await harness.sign(request, ada, walletId)
    assert.equal((await reject(request.jobId, ada)).body.code, 'WITHDRAWN')
  })

  test('is kept, for comments, newest first', async () => {
    const request = await harness.ask('stake', ada, { walletId })
    for (const [person, text] of [
      [ada, 'Why?'],
      [ben, 'Because.'],
    ] as const) {
      await harness.clock.advance(1)
      const answer = await harness.post(`/multisig/transaction/comment/${request.jobId}`, person, { text })
      assert.equal(answer.status, 201)
      assert.equal(answer.body.walletId, person.id)
    }
    const { body } = await harness.get(`/multisig/transaction/status/${request.jobId}`, cleo)
    assert.deepEqual(
      body.comments.map((comment: { text: string }) => comment.text),
      ['Because.', 'Why?'],
    )
  })

  test('is listed in pages, like everything else', async () => {
    const wallets = [walletId]
    for (let index = 0; index < 4; index++) wallets.push(await harness.wallet([ada, ben], 1))
    const pages = (await harness.pages('/multisig/wallets?limit=2', ada)).flat().map(({ wallet }) => wallet)
    assert.deepEqual(pages.sort(), wallets.sort())

    const jobs: string[] = []
    for (let index = 0; index < 5; index++)
      jobs.unshift((await harness.ask('stake', ada, { walletId: pages[0] ?? '' })).jobId)
    for (const list of ['pending', 'history']) {
      const listed = await harness.pages(`/multisig/wallet/${pages[0]}/${list}?limit=2`, ada)
      const seen = listed.flat().map(({ jobId }) => jobId)
      assert.deepEqual(seen.slice(0, 5), jobs, list)
      const counted = await harness.get(`/multisig/wallet/${pages[0]}/${list}?limit=2&total=true`, ada)
      assert.equal(Number(counted.headers.get('x-total-count')), seen.length, list)
    }
    const counted = await harness.get('/multisig/wallets?limit=2&total=true', ada)
    assert.equal(counted.headers.get('x-total-count'), String(wallets.length))
    assert.equal((await harness.get('/multisig/wallets', ada)).headers.get('x-total-count'), null)
  })

  test('is listed in shorter pages if entries are large, with at least one entry', async () => {
    const { value } = limits.pageBytes
    Object.assign(limits.pageBytes, { value: 1 })
    try {
      const pages = await harness.pages('/multisig/wallets', ada)
      const listed = pages.flat().map(({ wallet }) => wallet)
      assert.ok(listed.length > 1)
      assert.equal(pages.length, listed.length)
      Object.assign(limits.pageBytes, { value })
      assert.deepEqual(
        (await harness.get('/multisig/wallets', ada)).body.map(({ wallet }: never) => wallet),
        listed,
      )
    } finally {
      Object.assign(limits.pageBytes, { value })
    }
  })
})
