import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import {
  AccountCreateTransaction,
  AccountUpdateTransaction,
  Hbar,
  KeyList,
  type PrivateKey,
  type Transaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { type FinalOutcome, keyFromText, parseTransactionId, signerFromText, withSignatures } from '@quorate/ledger'
import { type Answer, type Harness, openHarness, type Person } from './harness.ts'

/** How long until nothing can happen on the ledger any more and the mirror shows everything, in milliseconds. */
const ledgerWindow = 180_000

describe("A different transaction under a request's id", () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let eve: Person
  before(async () => {
    harness = await openHarness()
    ;[ada, ben, eve] = (await harness.people(3)) as [Person, Person, Person]
  })
  after(() => harness.close())

  /** Freezes another transaction under the id of a request, and submits it signed with these keys. */
  async function usurp(request: Answer['body'], transaction: Transaction, ...keys: PrivateKey[]) {
    const id = parseTransactionId(request.transactionId)
    assert.ok(id)
    // As similar to the request as possible: the same node, window and maximum fee.
    const body = proto.TransactionBody.decode(Buffer.from(request.bodyBytes, 'base64'))
    const { bodyBytes } = harness.ledger.freeze(
      transaction.setMaxTransactionFee(Hbar.fromTinybars(body.transactionFee.toString())),
      { payer: id.payer, validStart: id, validDurationSeconds: Number(body.transactionValidDuration?.seconds) },
    )
    const signatures = keys.map((key) => ({
      publicKey: keyFromText(key.publicKey.toStringRaw()),
      signature: key.sign(bodyBytes),
    }))
    const outcome = await harness.ledger.submit(withSignatures(bodyBytes, signatures))
    assert.ok(outcome.state === 'final' && outcome.success, JSON.stringify(outcome))
    return outcome.receipt
  }

  /**
   * Lets Eve submit a batch with a payment under the id of a request, signed with these keys. The payment exceeds its
   * payer's balance, so the batch always fails.
   */
  async function claimInBatch({ transactionId }: Answer['body'], ...keys: PrivateKey[]) {
    const id = parseTransactionId(transactionId)
    assert.ok(id)
    const payer = { accountNum: Number(id.payer.split('.')[2]) } as unknown as proto.IAccountID
    const start = harness.ledger.validStart()
    const { publicKey, sign } = signerFromText(eve.key.toStringDer())
    const bodyBytes = proto.TransactionBody.encode({
      transactionID: {
        accountID: payer,
        transactionValidStart: { seconds: Number(id.seconds), nanos: id.nanos } as unknown as proto.ITimestamp,
      },
      nodeAccountID: { accountNum: 0 } as unknown as proto.IAccountID,
      transactionFee: 100_000_000 as never,
      transactionValidDuration: { seconds: 120 as never },
      batchKey: { ed25519: publicKey.bytes },
      cryptoTransfer: {
        transfers: {
          accountAmounts: [
            { accountID: payer, amount: -1e14 as never },
            {
              accountID: { accountNum: Number(eve.id.split('.')[2]) } as unknown as proto.IAccountID,
              amount: 1e14 as never,
            },
          ],
        },
      },
    }).finish()
    const sigPair = keys.map((key) => ({ pubKeyPrefix: key.publicKey.toBytesRaw(), ed25519: key.sign(bodyBytes) }))
    const transactions = [proto.SignedTransaction.encode({ bodyBytes, sigMap: { sigPair } }).finish()]
    const batch = proto.TransactionBody.encode({
      transactionID: {
        accountID: { accountNum: Number(eve.id.split('.')[2]) } as unknown as proto.IAccountID,
        transactionValidStart: { seconds: Number(start.seconds) as never, nanos: start.nanos },
      },
      nodeAccountID: { accountNum: 3 } as unknown as proto.IAccountID,
      transactionFee: 500_000_000 as never,
      transactionValidDuration: { seconds: 120 as never },
      atomicBatch: { transactions },
    }).finish()
    const outcome = await harness.ledger.submit(withSignatures(batch, [{ publicKey, signature: sign(batch) }]))
    assert.equal(outcome.state === 'final' && outcome.status, 'INNER_TRANSACTION_FAILED')
  }

  const creation = (threshold = 2) => ({
    name: 'Treasury',
    description: '',
    balance: 0,
    settings: { owners: [ada, ben].map(({ id }) => ({ wallet: id, name: id })), threshold },
  })
  const payment = (walletId: string, amountOrSerial = 1, receiverId = ada.id) => ({
    walletId,
    receiverId,
    tokenId: 'HBAR',
    type: 'FUNGIBLE_COMMON',
    amountOrSerial,
  })
  const status = async (jobId: string, by: Person) =>
    (await harness.get(`/multisig/transaction/status/${jobId}`, by)).body
  async function pass(ms: number): Promise<void> {
    await harness.clock.advance(ms)
    await harness.jobs.idle()
  }

  test("does not register a wallet if the account does not have the owners' key", async () => {
    const socket = await harness.socket(ben)
    const request = await harness.ask('create', eve, creation())
    await harness.sign(request, eve)
    const mine = new AccountCreateTransaction().setKeyWithoutAlias(eve.key.publicKey)
    const { accountId } = await usurp(request, mine, eve.key)
    const answer = await harness.execute('create', eve, request)
    assert.deepEqual([answer.status, answer.body.code], [422, 'SUPERSEDED'])
    assert.match(answer.body.message, /key/)
    assert.deepEqual((await harness.execute('create', eve, request)).body.code, 'SUPERSEDED')
    const found = await status(request.jobId, eve)
    assert.deepEqual([found.status, found.code, found.walletId], ['error', 'SUPERSEDED', null])
    assert.equal(found.receipt, undefined, "the receipt is another transaction's")
    assert.equal((await harness.get(`/multisig/wallet/${accountId}`, ben)).status, 403)
    assert.deepEqual((await harness.get('/multisig/wallets', ben)).body, [])
    assert.ok(!socket.heard.some(({ event }) => event === 'wallet_created'))
    await pass(ledgerWindow)
    assert.equal((await status(request.jobId, eve)).code, 'SUPERSEDED', 'nor later')
    assert.deepEqual((await harness.get('/multisig/wallets', ben)).body, [])
  })

  test('does not register a wallet if the difference is visible only in the account itself', async () => {
    const request = await harness.ask('create', eve, creation())
    await harness.sign(request, eve)
    const key = new KeyList([ada.key.publicKey, ben.key.publicKey, eve.key.publicKey], 1)
    await usurp(request, new AccountCreateTransaction().setKeyWithoutAlias(key).setInitialBalance(0), eve.key)
    assert.equal((await harness.execute('create', eve, request)).body.code, 'SUPERSEDED')
  })

  test('does not register a wallet for an account that was only changed, or twice for one account', async () => {
    const first = await harness.ask('create', eve, creation())
    const second = await harness.ask('create', eve, creation())
    for (const request of [first, second]) await harness.sign(request, eve)
    await usurp(first, new AccountUpdateTransaction().setAccountId(eve.id).setAccountMemo('mine'), eve.key)
    await usurp(second, new AccountUpdateTransaction().setAccountId(eve.id).setAccountMemo('again'), eve.key)
    for (const request of [first, second])
      assert.equal((await harness.execute('create', eve, request)).body.code, 'SUPERSEDED')
    await pass(ledgerWindow)
    assert.deepEqual((await harness.get('/multisig/wallets', ben)).body, [])
  })

  test('is not shown as a withdrawal in the history: the request ends as SUPERSEDED', async () => {
    const walletId = await harness.wallet([ada, ben], 2)
    const request = await harness.ask('withdraw', ada, payment(walletId))
    for (const owner of [ada, ben]) await harness.sign(request, owner, walletId)
    const other = new TransferTransaction()
      .addHbarTransfer(walletId, new Hbar(-10))
      .addHbarTransfer(eve.id, new Hbar(10))
    await usurp(request, other, ada.key, ben.key)
    const answer = await harness.execute('withdraw', ada, request)
    assert.deepEqual([answer.status, answer.body.code], [422, 'SUPERSEDED'])
    const [entry] = (await harness.get(`/multisig/wallet/${walletId}/history`, ben)).body
    assert.equal(entry.status, 'error')
    assert.equal(entry.events.at(-1).payload.code, 'SUPERSEDED')
  })

  test('is found even if nobody executed here, and even after a rejection', async () => {
    const walletId = await harness.wallet([ada, ben], 1)
    const [open, rejected] = [
      await harness.ask('withdraw', ada, payment(walletId)),
      await harness.ask('withdraw', ada, payment(walletId)),
    ]
    await harness.post(`/multisig/transaction/reject/${rejected.jobId}`, ada, {})
    const other = () =>
      new TransferTransaction().addHbarTransfer(walletId, new Hbar(-1)).addHbarTransfer(eve.id, new Hbar(1))
    for (const request of [open, rejected]) await usurp(request, other(), ada.key)
    await pass(ledgerWindow)
    assert.equal((await status(open.jobId, ada)).code, 'SUPERSEDED')
    assert.equal((await status(rejected.jobId, ada)).code, 'WITHDRAWN')
  })

  test('does not replace owners', async () => {
    const walletId = await harness.wallet([ada, ben], 2)
    const owner = { wallet: eve.id, name: 'Eve' }
    const request = await harness.ask('update', ada, { walletId, action: 'add', owner, threshold: 2 })
    for (const signer of [ada, ben]) await harness.sign(request, signer, walletId)
    const memo = new AccountUpdateTransaction().setAccountId(walletId).setAccountMemo('nothing more')
    await usurp(request, memo, ada.key, ben.key)
    assert.equal((await harness.execute('update', ada, request)).body.code, 'SUPERSEDED')
    const { settings } = (await harness.get(`/multisig/wallet/${walletId}`, ada)).body
    assert.deepEqual(
      settings.owners.map(({ wallet }: { wallet: string }) => wallet),
      [ada.id, ben.id],
    )
    assert.equal((await harness.get(`/multisig/wallet/${walletId}`, eve)).status, 403)
  })

  test('is distinguished from the request itself, submitted by someone else with other signatures', async () => {
    const walletId = await harness.wallet([ada, ben], 1)
    const request = await harness.ask('update', ada, {
      walletId,
      action: 'add',
      owner: { wallet: eve.id, name: 'Eve' },
    })
    const bodyBytes = Buffer.from(request.bodyBytes, 'base64')
    const signatures = [ada, ben, eve].map(({ key }) => ({
      publicKey: keyFromText(key.publicKey.toStringRaw()),
      signature: key.sign(bodyBytes),
    }))
    await harness.ledger.submit(withSignatures(bodyBytes, signatures))
    await harness.sign(request, ada, walletId)
    await pass(ledgerWindow)
    assert.equal((await status(request.jobId, ada)).status, 'success')
    const { body } = await harness.get(`/multisig/wallet/${walletId}`, eve)
    assert.equal(body.settings.owners.length, 3)
    assert.equal(body.keyMatches, true)
  })

  test('is recognised once the mirror shows it after it won a race; the request is recognised if it won', async () => {
    const walletId = await harness.wallet([ada, ben], 1)
    const request = await harness.ask('withdraw', ada, payment(walletId))
    await harness.sign(request, ada, walletId)
    const other = new TransferTransaction().addHbarTransfer(walletId, new Hbar(-2)).addHbarTransfer(eve.id, new Hbar(2))
    await usurp(request, other, ada.key)
    // As if one node accepted the service's transaction, another node the other one, and the mirror lagged.
    const { mirror, submit } = harness.ledger
    const { executed, transaction } = mirror
    mirror.executed = async () => null
    mirror.transaction = async () => null
    harness.ledger.submit = async (bytes, options) => {
      const outcome = await submit(bytes, options)
      return outcome.state === 'final' ? { ...outcome, accepted: true } : outcome
    }
    try {
      assert.equal((await harness.execute('withdraw', ada, request)).status, 200, 'the node took it')
    } finally {
      Object.assign(mirror, { executed, transaction })
      harness.ledger.submit = submit
    }
    await pass(ledgerWindow)
    const found = await status(request.jobId, ada)
    assert.deepEqual([found.status, found.code], ['error', 'SUPERSEDED'])
    const [entry] = (await harness.get(`/multisig/wallet/${walletId}/history`, ben)).body
    assert.deepEqual(
      entry.events.map((event: { action: string; status: string }) => `${event.action} ${event.status}`),
      ['request pending', 'signature success', 'execute success', 'execute error'],
    )
  })

  describe('with a receipt that the mirror contradicts', () => {
    const codeOf = (success: boolean) => (success ? 'SUCCESS' : 'INSUFFICIENT_PAYER_BALANCE')
    const forged = (transactionId: string, success: boolean): FinalOutcome => ({
      ...{ state: 'final', success, status: codeOf(success), phase: 'consensus', transactionId },
      ...(success ? { accepted: true } : {}),
      receipt: { status: codeOf(success) },
    })

    /** Executes a request through a node that lies whenever it is asked for receipts. */
    async function lied(success: boolean, work: (request: Answer['body'], walletId: string) => Promise<void>) {
      const walletId = await harness.wallet([ada, ben], 1)
      const request = await harness.ask('withdraw', ada, payment(walletId))
      await harness.sign(request, ada, walletId)
      const { ledger } = harness
      const { submit, outcome } = ledger
      const { executed, transaction } = ledger.mirror
      ledger.submit = async (bytes, options) => {
        if (!success) await submit(bytes, options)
        return forged(request.transactionId, success)
      }
      ledger.outcome = async (id, options) => (options?.mirrorOnly ? outcome(id, options) : forged(id, success))
      ledger.mirror.executed = async () => null
      ledger.mirror.transaction = async () => null
      try {
        await harness.execute('withdraw', ada, request)
        Object.assign(ledger.mirror, { executed, transaction })
        await work(request, walletId)
      } finally {
        Object.assign(ledger, { submit, outcome })
        Object.assign(ledger.mirror, { executed, transaction })
      }
    }

    test('A receipt of failure that the mirror contradicts is corrected once the window has ended', () =>
      lied(false, async ({ jobId }) => {
        assert.equal((await status(jobId, ada)).code, 'INSUFFICIENT_PAYER_BALANCE')
        await pass(ledgerWindow)
        const found = await status(jobId, ada)
        assert.deepEqual([found.status, found.code, found.receipt.status], ['success', undefined, 'SUCCESS'])
        assert.match(found.consensusTimestamp, /^\d+\.\d{9}$/)
      }))

    test('A receipt of success that the mirror contradicts is taken back once the window has ended', () =>
      lied(true, async ({ jobId }, walletId) => {
        assert.equal((await status(jobId, ada)).status, 'success')
        await pass(ledgerWindow)
        const found = await status(jobId, ada)
        assert.deepEqual([found.status, found.code], ['error', 'REQUEST_EXPIRED'])
        const [entry] = (await harness.get(`/multisig/wallet/${walletId}/history`, ben)).body
        assert.equal(entry.events.at(-1).status, 'error')
      }))
  })

  test('cannot create a wallet if only a node confirms the creation', async () => {
    const request = await harness.ask('create', ada, creation())
    await harness.sign(request, ada)
    const { mirror } = harness.ledger
    const { executed } = mirror
    let asked = 0
    mirror.executed = async (id) => (asked++ === 0 ? null : executed(id))
    try {
      const execution = harness.execute('create', ada, request)
      while (asked === 0) await new Promise((resolve) => setImmediate(resolve))
      while ((await status(request.jobId, ada)).status === 'pending') {
        await pass(1000)
      }
      assert.equal((await execution).status, 200)
      assert.ok(asked > 1)
    } finally {
      mirror.executed = executed
    }
  })

  test('settles once, like the request, if ten executions coincide with the end of the window', async () => {
    const request = await harness.ask('create', ada, creation())
    await harness.sign(request, ada)
    await usurp(request, new AccountCreateTransaction().setKeyWithoutAlias(ada.key.publicKey), ada.key)
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => harness.execute('create', ada, request)),
      pass(ledgerWindow).then(() => undefined),
    ])
    for (const answer of answers) if (answer) assert.match(answer.body.code, /^(SUPERSEDED|REQUEST_EXPIRED)$/)
    const found = await status(request.jobId, ada)
    assert.equal(found.code, 'SUPERSEDED')
  })

  test("does not block the request if it is in a batch without its payer's signature", async () => {
    const walletId = await harness.wallet([ada, ben, eve], 2)
    for (const keys of [[], [eve.key]]) {
      const request = await harness.ask('withdraw', ada, payment(walletId))
      await harness.sign(request, ada, walletId)
      await claimInBatch(request, ...keys)
      await harness.sign(request, ben, walletId)
      const answer = await harness.execute('withdraw', ada, request)
      assert.deepEqual([answer.status, answer.body.status], [200, 'success'], JSON.stringify(answer.body))
      await claimInBatch(request, ...keys)
      await pass(ledgerWindow)
      assert.equal((await status(request.jobId, ada)).status, 'success')
    }
    const request = await harness.ask('create', eve, creation())
    await harness.sign(request, eve)
    await claimInBatch(request, ada.key)
    assert.equal((await harness.execute('create', eve, request)).status, 200)
  })

  test('ends the request as SUPERSEDED if it is in a batch that its payer signed', async () => {
    const walletId = await harness.wallet([ada, ben], 2)
    const executed = await harness.ask('withdraw', ada, payment(walletId))
    const open = await harness.ask('withdraw', ada, payment(walletId))
    for (const request of [executed, open]) for (const owner of [ada, ben]) await harness.sign(request, owner, walletId)
    for (const request of [executed, open]) await claimInBatch(request, ada.key, ben.key)
    const answer = await harness.execute('withdraw', ada, executed)
    assert.deepEqual([answer.status, answer.body.code], [422, 'SUPERSEDED'], JSON.stringify(answer.body))
    assert.match(answer.body.message, /batch/)
    await pass(ledgerWindow)
    for (const { jobId } of [executed, open]) assert.equal((await status(jobId, ada)).code, 'SUPERSEDED')
  })
})

describe("A wallet's key on the ledger", () => {
  test("is compared with its owners' keys on reads", async () => {
    const harness = await openHarness()
    try {
      const [ada, ben] = (await harness.people(2)) as [Person, Person]
      const walletId = await harness.wallet([ada, ben], 2)
      const read = async () => (await harness.get(`/multisig/wallet/${walletId}`, ada)).body.keyMatches
      assert.equal(await read(), true)
      const outside = new AccountUpdateTransaction().setAccountId(walletId).setKey(ben.key.publicKey)
      await harness.onLedger(outside, ada.key, ben.key)
      assert.equal(await read(), false)
    } finally {
      await harness.close()
    }
  })
})
