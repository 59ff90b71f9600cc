import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { proto } from '@hiero-ledger/proto'
import {
  AccountCreateTransaction,
  AccountId,
  CustomFixedFee,
  Hbar,
  Long,
  PrivateKey,
  TokenAssociateTransaction,
  TokenFeeScheduleUpdateTransaction,
  TopicMessageSubmitTransaction,
  Transaction,
  TransactionId,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { type FinalOutcome, GrpcFailure, keyToSdk, type Signer, signerFromText, withSignatures } from '@quorate/ledger'
import { unavailable } from '@quorate/platform'
import { deletedIn, ROWS_DELETED_AT_ONCE, testDatabase } from '@quorate/platform/testing'
import { type DecisionRecord, decodeRecord, encodeRecord } from '@quorate/verify/recount'
import { limits } from '../src/limits.ts'
import { signedIn } from '../src/writes/signatures.ts'
import { decidedOn, recordedOn } from './decided.ts'
import {
  type Answer,
  CHAIN,
  challenge,
  ed25519Signer,
  type Harness,
  loggedIn,
  loginBody,
  OPERATOR,
  OTHER_CHAIN,
  openHarness,
} from './harness.ts'
import { type Person, signed, walletsOf, withUnrelatedSignature } from './wallets.ts'

const PATH = '/accounts/transfer/hbar'

describe("A DAO's decision", () => {
  let harness: Harness
  let wallets: ReturnType<typeof walletsOf>
  let ada: Person
  let ben: Person
  let eve: Person
  let topic: string
  let guarded: string
  before(async () => {
    harness = await openHarness({}, {}, { mirrorTimeoutMs: 10_000 })
    wallets = walletsOf(harness)
    ada = await wallets.person()
    ben = await wallets.person()
    eve = await wallets.person()
    topic = (await wallets.done(ada, 'POST', '/hcs', { memo: 'dao' })).topicId
    const values = ['transfer/hbar', 'allowance/approve', 'message/topic']
    guarded = await account({ values, controller: `dao:${topic}` })
  })
  after(async () => {
    wallets.client.close()
    await harness[Symbol.asyncDispose]()
  })

  const ask = (by: Person, path: string, body: object): Promise<Answer> => harness.ask(path, { token: by.token, body })
  const text = async (by: Person, path: string, body: object) => {
    const headers = { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' }
    const response = await fetch(harness.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    assert.equal(response.status, 200)
    return response.text()
  }
  async function account(actionsConditions: object): Promise<string> {
    const configuration = { smartNodeSecurity: 'full', actionsConditions }
    const validatorConsensusTimestamp = await text(ada, '/validators/accounts', configuration)
    const body = { validatorConsensusTimestamp, balance: 200_000_000, maxAutomaticTokenAssociations: 5 }
    return (await wallets.done(ada, 'POST', '/accounts', body)).accountId
  }

  const decided = (operation: object, more: Partial<DecisionRecord> = {}, topicId = topic) =>
    decidedOn(harness, topicId, operation, more)
  const transfer = (amount = 5) => ({ amount, from: guarded, to: ben.id })
  const transferDecided = async (more: Partial<DecisionRecord> = {}) => ({
    ...transfer(),
    dao: await decided({ method: 'POST', path: PATH, body: transfer() }, more),
  })
  /** A decision to send a message of this many bytes to a topic under a validator. */
  async function messageDecided(bytes: number, more: Partial<DecisionRecord> = {}) {
    const configuration = { smartNodeSecurity: 'full', actionsConditions: { create: [`dao:${topic}`] } }
    const validatorConsensusTimestamp = await text(ada, '/validators/consensus', configuration)
    const { topicId } = await wallets.done(ada, 'POST', '/hcs', { validatorConsensusTimestamp })
    const path = `/hcs/${topicId}/message`
    const message = { message: 'x'.repeat(bytes) }
    return { topicId, path, body: { ...message, dao: await decided({ method: 'POST', path, body: message }, more) } }
  }
  /** Calls `then` after submission number `at`. Returns how many submissions there were. */
  async function countingSubmissions(act: () => Promise<void>, at: number, then: () => Promise<void>): Promise<number> {
    const { submit } = harness.ledger
    let submissions = 0
    harness.ledger.submit = async (...given) => {
      const outcome = await submit(...given)
      if (++submissions === at) await then()
      return outcome
    }
    await act()
    harness.ledger.submit = submit
    return submissions
  }
  /** A sender with hbars whose account has no key yet, because it was created from this key's address. */
  async function keyless(key: PrivateKey): Promise<{ id: string; key: string }> {
    const evmAddress = `0x${key.publicKey.toEvmAddress()}`
    const fund = new TransferTransaction().addHbarTransfer(OPERATOR, new Hbar(-50))
    await wallets.onLedger(fund.addHbarTransfer(AccountId.fromEvmAddress(0, 0, evmAddress), new Hbar(50)))
    const { account: id } = await wallets.mirror(`/accounts/${evmAddress}`)
    assert.equal((await harness.ledger.mirror.account(id))?.key, null)
    return { id, key: key.publicKey.toStringDer() }
  }
  /** The state of the answer's transaction in this database. */
  const stateOf = async ({ body }: Pick<Answer, 'body'>): Promise<string | undefined> => {
    const found = harness.tokens.database.read.selectFrom('node.opening').select('state')
    return (await found.where('transaction_id', '=', body.transactionId).executeTakeFirst())?.state
  }
  const balance = async () => (await harness.ledger.mirror.account(guarded))?.balance ?? 0n

  /** Executes another transaction under the answer's id. The same person pays for it and signs it. */
  async function instead(answer: Answer, by: Person, other: Transaction): Promise<void> {
    const { transactionId } = answer.body
    other
      .setTransactionId(TransactionId.fromString(transactionId))
      .setNodeAccountIds([new AccountId(3)])
      .freeze()
    await (await other.sign(by.key)).execute(wallets.client)
  }

  /** Transfers all of a person's hbars away, except this many tinybars. */
  async function emptied({ id, key }: Person, except = 0n): Promise<void> {
    const all = ((await harness.ledger.mirror.account(id))?.balance ?? 0n) - except
    const transfer = new TransferTransaction()
      .addHbarTransfer(id, Hbar.fromTinybars(String(-all)))
      .addHbarTransfer(OPERATOR, Hbar.fromTinybars(String(all)))
    await wallets.onLedger(transfer, key)
  }

  /** Advances the clock until the answer's transaction has expired. */
  const endOf = async ({ body }: Pick<Answer, 'body'>) =>
    harness.clock.advance(Math.max(0, Date.parse(body.expiresAt) - harness.clock.now()))

  test('is not blocked by whoever asks first: the first to sign carries it out', async () => {
    const body = await transferDecided()
    const eves = await ask(eve, PATH, body)
    const bens = await ask(ben, PATH, body)
    assert.equal(eves.body.status, 'SIGNATURE_REQUIRED')
    assert.notEqual(bens.body.transactionId, eves.body.transactionId)
    assert.equal(bens.body.submitTo, '/transactions/submit')
    const before = await balance()
    assert.equal((await wallets.submit(bens, ben)).body.status, 'SUCCESS')
    assert.equal((await wallets.submit(eves, eve)).body.code, 'DECISION_USED')
    assert.equal(await balance(), before - 5n)
  })

  test('is not spoiled by submitting bytes that are about to expire', async () => {
    const body = await transferDecided()
    const late = await ask(eve, PATH, body)
    await harness.clock.advance(Date.parse(late.body.expiresAt) - harness.clock.now() - 2_000)
    const refused = await wallets.submit(late, eve)
    assert.deepEqual([refused.status, refused.body.code], [409, 'DECISION_BYTES_OUTDATED'])
    const again = await ask(eve, PATH, body)
    assert.notEqual(
      again.body.transactionId,
      late.body.transactionId,
      'bytes that expire too soon are no longer returned',
    )
    assert.equal((await wallets.submit(again, eve)).body.status, 'SUCCESS')
  })

  test('is opened once, even if it is on the topic again with another timestamp', async () => {
    const again = { proposalId: randomUUID() }
    const [first, second, third] = [
      await transferDecided(again),
      await transferDecided(again),
      await transferDecided(again),
    ]
    assert.notEqual(second.dao.consensusTimestamp, first.dao.consensusTimestamp)
    const [bens, eves, adas] = [await ask(ben, PATH, first), await ask(eve, PATH, second), await ask(ada, PATH, third)]
    const before = await balance()
    const submitted = await Promise.all([wallets.submit(bens, ben), wallets.submit(eves, eve)])
    assert.equal(submitted.filter(({ body }) => body.status === 'SUCCESS').length, 1, JSON.stringify(submitted))
    assert.equal((await wallets.submit(adas, ada)).body.code, 'DECISION_USED')
    assert.equal((await ask(eve, PATH, second)).body.code, 'DECISION_USED')
    assert.equal(await balance(), before - 5n)
  })

  test('is not used up by a proposal with the same id on another topic', async () => {
    const same = { proposalId: randomUUID() }
    const { topicId: other } = await wallets.done(eve, 'POST', '/hcs', { memo: 'another dao' })
    const own = { amount: 1, from: eve.id, to: ben.id }
    const theirs = { ...own, dao: await decided({ method: 'POST', path: PATH, body: own }, same, other) }
    const ours = await transferDecided(same)
    await wallets.done(eve, 'POST', PATH, theirs)
    assert.equal((await wallets.submit(await ask(ben, PATH, ours), ben)).body.status, 'SUCCESS')
  })

  test('is opened once, however many submit signed bytes at the same time', async () => {
    const body = await transferDecided()
    const holders = [ada, ben, eve]
    const asked = await Promise.all(holders.map((person) => ask(person, PATH, body)))
    const before = await balance()
    const submitted = await Promise.all(
      [...asked, ...asked].map((answer, index) => wallets.submit(answer, holders[index % 3] ?? ada)),
    )
    const statuses = submitted.map(({ status, body: { code } }) => (status < 300 ? 'done' : code))
    assert.ok(statuses.includes('done'))
    for (const status of statuses) assert.match(status, /^(done|DECISION_USED|DECISION_PENDING)$/)
    for (const { body } of submitted) if (body.code === 'DECISION_PENDING') assert.doesNotMatch(body.message, /@/)
    assert.equal(await balance(), before - 5n)
    assert.equal((await ask(eve, PATH, body)).body.code, 'DECISION_USED')
  })

  test('is not used up by a similar transaction about the same accounts under the id that was given', async () => {
    const body = await transferDecided()
    const answer = await ask(eve, PATH, body)
    await instead(answer, eve, new TransferTransaction().addHbarTransfer(eve.id, -1).addHbarTransfer(guarded, 1))
    const late = await wallets.submit(answer, eve)
    assert.deepEqual([late.status, late.body.code], [409, 'SUPERSEDED'])
    assert.equal((await wallets.submit(await ask(ben, PATH, body), ben)).body.status, 'SUCCESS')
    assert.equal((await ask(eve, PATH, body)).body.code, 'DECISION_USED')
  })

  test('is not used up by another transaction that its payer executes between the claim and the submission', async () => {
    const body = await transferDecided()
    const answer = await ask(eve, PATH, body)
    const { submit } = harness.ledger
    let submissions = 0
    harness.ledger.submit = async (...given) => {
      // The first submission is the record on the node topic, just before the decision's own transaction.
      if (++submissions === 1)
        await instead(answer, eve, new TransferTransaction().addHbarTransfer(eve.id, -1).addHbarTransfer(ben.id, 1))
      return submit(...given)
    }
    const before = await balance()
    const superseded = await wallets.submit(answer, eve)
    harness.ledger.submit = submit
    assert.deepEqual([superseded.status, superseded.body.code], [409, 'SUPERSEDED'])
    assert.equal(await balance(), before)
    const again = await wallets.submit(answer, eve)
    assert.deepEqual([again.status, again.body.code], [409, 'SUPERSEDED'], 'nor is it a success on second thoughts')
    assert.equal((await wallets.submit(await ask(ben, PATH, body), ben)).body.status, 'SUCCESS')
    assert.equal(await balance(), before - 5n)
  })

  test('is not used up by a transaction that had the id before the network signed, even if the mirror cannot tell them apart', async () => {
    const payer = await wallets.person()
    const configuration = {
      smartNodeSecurity: 'full',
      actionsConditions: { values: ['freeze/token'], controller: { type: 'dao', topicId: topic } },
    }
    const validatorConsensusTimestamp = await text(ada, '/validators/tokens', configuration)
    const token = { name: 'T', symbol: 'T', freezeKey: true }
    const { tokenId } = await wallets.done(ada, 'POST', '/hts/create/token', { ...token, validatorConsensusTimestamp })
    const { tokenId: mine } = await wallets.done(payer, 'POST', '/hts/create/token', token)
    await wallets.onLedger(new TokenAssociateTransaction().setAccountId(ben.id).setTokenIds([tokenId, mine]), ben.key)
    const path = `/hts/freeze/${tokenId}`
    const frozen = { walletId: ben.id }
    const body = { ...frozen, dao: await decided({ method: 'POST', path, body: frozen }) }
    const status = async () =>
      (await wallets.mirror(`/accounts/${ben.id}/tokens?token.id=${tokenId}`)).tokens[0].freeze_status
    const { submit, outcome } = harness.ledger
    /** The payer freezes the same account for its own token instead. Mirrors show only the account. */
    const insteadOf = async (answer: Answer) => {
      const decoded = proto.TransactionBody.decode(Buffer.from(answer.body.bodyBytes, 'base64'))
      decoded.tokenFreeze = { ...decoded.tokenFreeze, token: { tokenNum: Long.fromString(mine.split('.')[2] ?? '') } }
      const bodyBytes = Uint8Array.from(proto.TransactionBody.encode(decoded).finish())
      const { publicKey, sign } = signerFromText(payer.key.toStringDer())
      const other = await submit(withSignatures(bodyBytes, [{ publicKey, signature: sign(bodyBytes) }]))
      assert.ok(other.state === 'final' && other.success, JSON.stringify(other))
    }
    const answer = await ask(payer, path, body)
    const handIn = async () => {
      const late = await wallets.submit(answer, payer)
      assert.deepEqual([late.status, late.body.code], [409, 'SUPERSEDED'])
    }
    assert.equal(await countingSubmissions(handIn, 1, () => insteadOf(answer)), 1, 'the record on the node’s topic')
    const onItsWay = await ask(payer, path, body)
    harness.ledger.outcome = async (transactionId, options) =>
      transactionId === onItsWay.body.transactionId && submissions > 0
        ? { state: 'unknown', isUnderWay: true }
        : outcome(transactionId, options)
    let submissions = 0
    harness.ledger.submit = async (...given) => {
      submissions++
      return submit(...given)
    }
    assert.equal((await wallets.submit(onItsWay, payer)).body.code, 'SUPERSEDED')
    Object.assign(harness.ledger, { submit, outcome })
    assert.deepEqual([submissions, await status()], [1, 'UNFROZEN'])
    assert.equal((await wallets.submit(await ask(eve, path, body), eve)).body.status, 'SUCCESS')
    assert.equal(await status(), 'FROZEN')
  })

  test('counts a failure if its payer uses the id while the record is written, even if others ask meanwhile', async (t) => {
    t.mock.property(limits.maxSpoiledOpenings, 'value', 1)
    const payer = await wallets.person()
    const body = await transferDecided()
    const answer = await ask(payer, PATH, body)
    const handIn = async () => {
      const late = await wallets.submit(answer, payer)
      assert.deepEqual([late.status, late.body.code], [409, 'SUPERSEDED'])
    }
    const meanwhile = async () => {
      const mine = new TransferTransaction().addHbarTransfer(payer.id, -1).addHbarTransfer(ben.id, 1)
      await instead(answer, payer, mine)
      const eves = await ask(eve, PATH, body)
      assert.equal(eves.status, 200)
      assert.equal(await stateOf(answer), 'claimed', 'its process says itself what becomes of it')
      const other = await wallets.submit(eves, eve)
      assert.equal(other.body.code, 'DECISION_PENDING')
      assert.ok(!other.body.message.includes('@'), 'who knows the id of what is claimed could use it up')
      const again = await wallets.submit(answer, payer)
      assert.deepEqual([again.status, again.body.status], [202, 'PENDING'], 'what stands under the id is not its')
    }
    assert.equal(await countingSubmissions(handIn, 1, meanwhile), 1, 'the record on the node’s topic')
    assert.equal(await stateOf(answer), 'spoiled')
    const refused = await wallets.submit(await ask(payer, PATH, body), payer)
    assert.deepEqual([refused.status, refused.body.code], [429, 'TOO_MANY_SPOILED'])
    assert.equal((await wallets.submit(await ask(ben, PATH, body), ben)).body.status, 'SUCCESS')
  })

  test('is not used up by another transaction that its payer executes while validators are asked again', async () => {
    const payer = await wallets.person()
    const configuration = {
      smartNodeSecurity: 'full',
      actionsConditions: { values: ['transfer/hbar'], controller: `dao:${topic}` },
      tokenGates: { timeRange: { end: new Date(harness.clock.now() + 3_600_000).toISOString() } },
    }
    const validatorConsensusTimestamp = await text(ada, '/validators/accounts', configuration)
    const creation = { validatorConsensusTimestamp, balance: 100 }
    const { accountId: from } = await wallets.done(ada, 'POST', '/accounts', creation)
    const given = { amount: 1, from, to: ben.id }
    const body = { ...given, dao: await decided({ method: 'POST', path: PATH, body: given }) }
    const answer = await ask(payer, PATH, body)
    const { account } = harness.ledger.mirror
    const handIn = async () => {
      const late = await wallets.submit(answer, payer)
      assert.deepEqual([late.status, late.body.code], [409, 'SUPERSEDED'])
    }
    // Accounts are read again for the validators after the record was written.
    const isWritten = async () => {
      let used: Promise<void> | undefined
      harness.ledger.mirror.account = async (...asked) => {
        harness.ledger.mirror.account = account
        const mine = new TransferTransaction().addHbarTransfer(payer.id, -1).addHbarTransfer(from, 1)
        used ??= instead(answer, payer, mine)
        await used
        return account(...asked)
      }
    }
    assert.equal(await countingSubmissions(handIn, 1, isWritten), 1, 'the record on the node’s topic')
    assert.equal(harness.ledger.mirror.account, account, 'the validators were asked again')
    assert.equal(await stateOf(answer), 'spoiled')
    assert.equal((await wallets.submit(await ask(eve, PATH, body), eve)).body.status, 'SUCCESS')
  })

  test('is used up by its own body, even if someone in transit adds a signature that changes the hash', async () => {
    const { submit } = harness.ledger
    const path = '/accounts/allowance/approve'
    const allowance = { type: 'hbar', spenderAccountId: ben.id, amount: 9 }
    const named = { ...allowance, sender: { id: guarded } }
    const approval = { ...allowance, dao: await decided({ method: 'POST', path, body: named }) }
    for (const [at, body, sign] of [
      [PATH, await transferDecided(), (answer: Answer) => signed(answer, eve.key)],
      [path, approval, async (answer: Answer) => answer.body.bytes],
    ] as const) {
      const answer = await ask(eve, at, body)
      let submissions = 0
      // The first submission is the record on the node topic.
      harness.ledger.submit = async (bytes, options) =>
        submit(++submissions === 1 ? bytes : withUnrelatedSignature(bytes), options)
      const done = await ask(eve, '/transactions/submit', { bytes: await sign(answer) })
      harness.ledger.submit = submit
      assert.equal(done.body.status, 'SUCCESS', JSON.stringify(done.body))
      assert.equal((await ask(ben, at, body)).body.code, 'DECISION_USED')
    }
  })

  test("is blocked by a payer that the ledger refuses only until that transaction's window ends", async () => {
    const body = await transferDecided()
    const answer = await ask(eve, PATH, body)
    const { key } = await wallets.person()
    assert.equal((await wallets.submit(answer, { ...eve, key })).body.code, 'INVALID_SIGNATURE')
    const [broke, poor] = [await wallets.person(), await wallets.person()]
    const [brokes, poors] = [await ask(broke, PATH, body), await ask(poor, PATH, body)]
    const { submit } = harness.ledger
    let submissions = 0
    harness.ledger.submit = async (...given) => {
      submissions++
      return submit(...given)
    }
    await emptied(broke)
    submissions = 0
    const needy = await wallets.submit(brokes, broke)
    assert.deepEqual([needy.status, needy.body.code], [422, 'INSUFFICIENT_PAYER_BALANCE'])
    assert.equal(submissions, 0, 'nothing is claimed for a payer who has no money')
    harness.ledger.submit = async (...given) => {
      // The first submission is the record on the node topic. The payer has its hbars until then.
      if (++submissions === 1) await emptied(poor)
      return submit(...given)
    }
    const refused = await wallets.submit(poors, poor)
    harness.ledger.submit = submit
    assert.equal(refused.body.code, 'INSUFFICIENT_PAYER_BALANCE')
    assert.ok(submissions > 1)
    const bens = await ask(ben, PATH, body)
    const held = await wallets.submit(bens, ben)
    assert.equal(held.body.code, 'DECISION_PENDING')
    assert.ok(!held.body.message.includes('@'), held.body.message)
    await endOf(poors)
    assert.equal((await wallets.submit(await ask(ben, PATH, body), ben)).body.status, 'SUCCESS')
  })

  test('is opened once, even if someone in transit forges a refusal and keeps the bytes', async () => {
    const { submit, outcome } = harness.ledger
    const forged = (transactionId: string, phase: FinalOutcome['phase']): FinalOutcome => {
      const status = 'INSUFFICIENT_PAYER_BALANCE'
      return { state: 'final', success: false, status, phase, transactionId, receipt: { status } }
    }
    const lies: ((bytes: Uint8Array) => Promise<FinalOutcome>)[] = [
      async (bytes) => forged(signedIn(bytes)[0]?.transactionId ?? '', 'precheck'),
      async (bytes) => forged(signedIn(bytes)[0]?.transactionId ?? '', 'consensus'),
      async () => Promise.reject(unavailable('LEDGER_UNAVAILABLE', 'it says that it is busy')),
      async () => {
        const refused = new GrpcFailure('refused unread', false, { wasSent: true })
        throw unavailable('LEDGER_UNAVAILABLE', 'nothing was submitted', 5, refused)
      },
    ]
    for (const lie of lies) {
      const body = await transferDecided()
      const answer = await ask(eve, PATH, body)
      const before = await balance()
      let kept: Uint8Array | undefined
      let submissions = 0
      harness.ledger.submit = async (bytes, options) => {
        // The first submission is the record on the node topic.
        if (++submissions === 1) return submit(bytes, options)
        kept ??= bytes
        return submissions === 2 ? lie(bytes) : { state: 'unknown' }
      }
      harness.ledger.outcome = async (transactionId, options) =>
        submissions > 1 && transactionId === answer.body.transactionId
          ? forged(transactionId, 'consensus')
          : outcome(transactionId, options)
      await wallets.submit(answer, eve)
      assert.equal((await wallets.submit(await ask(ben, PATH, body), ben)).body.code, 'DECISION_PENDING')
      harness.ledger.submit = submit
      assert.ok(kept)
      await submit(kept)
      harness.ledger.outcome = outcome
      assert.equal((await ask(ben, PATH, body)).body.code, 'DECISION_USED')
      assert.equal(await balance(), before - 5n)
    }
  })

  test('limits how many failing submissions one wallet may make, whoever pays', async () => {
    const [wallet, other] = [await wallets.person(), await wallets.person()]
    const [payer, second] = [await wallets.person(), await wallets.person()]
    const answers: Answer[] = []
    const { submit } = harness.ledger
    const handIn = async (by: Person, paidBy: Person, body: object) => {
      const answer = await ask(by, PATH, { ...body, sender: { id: paidBy.id } })
      answers.push(answer)
      let submissions = 0
      harness.ledger.submit = async (bytes, options) => {
        // The first submission is the record on the node topic.
        if (++submissions === 1) return submit(bytes, options)
        const { transactionId } = signedIn(bytes)[0] ?? { transactionId: '' }
        const status = 'INVALID_ACCOUNT_AMOUNTS'
        return { state: 'final', success: false, status, phase: 'precheck', transactionId, receipt: { status } }
      }
      const { body: said } = await wallets.submit(answer, { ...by, key: paidBy.key })
      harness.ledger.submit = submit
      return said.code
    }
    const codes: string[] = []
    for (const paidBy of [payer, second, payer]) codes.push(await handIn(wallet, paidBy, await transferDecided()))
    const last = await transferDecided()
    codes.push(await handIn(wallet, second, last))
    const refused = 'INVALID_ACCOUNT_AMOUNTS'
    assert.deepEqual(codes, [refused, refused, refused, 'TOO_MANY_SPOILED'])
    assert.equal((await wallets.submit(await ask(other, PATH, last), other)).body.status, 'SUCCESS')
    for (const answer of answers) await endOf(answer)
  })

  test('limits failing submissions even if one wallet makes many at once', async (t) => {
    t.mock.property(limits.maxSpoiledOpenings, 'value', 2)
    const somebody = await wallets.person()
    const bodies = await Promise.all(Array.from({ length: 5 }, () => transferDecided()))
    const answers = await Promise.all(bodies.map((body) => ask(somebody, PATH, body)))
    const { submit } = harness.ledger
    const ids = new Set(answers.map(({ body }) => body.transactionId))
    harness.ledger.submit = async (bytes, options) => {
      const { transactionId } = signedIn(bytes)[0] ?? { transactionId: '' }
      if (!ids.has(transactionId)) return submit(bytes, options)
      const status = 'INVALID_ACCOUNT_AMOUNTS'
      return { state: 'final', success: false, status, phase: 'precheck', transactionId, receipt: { status } }
    }
    const handedIn = await Promise.all(answers.map((answer) => wallets.submit(answer, somebody)))
    harness.ledger.submit = submit
    const codes = handedIn.map(({ body }) => body.code).sort()
    const refused = [...Array<string>(2).fill('INVALID_ACCOUNT_AMOUNTS'), ...Array<string>(3).fill('TOO_MANY_SPOILED')]
    assert.deepEqual(codes, refused)
    for (const answer of answers) await endOf(answer)
  })

  test('does not count as a failure once the ledger shows it, even if nobody waited for it', async (t) => {
    t.mock.property(limits.maxSpoiledOpenings, 'value', 1)
    const somebody = await wallets.person()
    const answer = await ask(somebody, PATH, await transferDecided())
    const next = await ask(somebody, PATH, await transferDecided())
    const { submit } = harness.ledger
    harness.ledger.submit = async (bytes, options) => {
      const outcome = await submit(bytes, options)
      return signedIn(bytes)[0]?.transactionId === answer.body.transactionId ? { state: 'unknown' } : outcome
    }
    assert.equal((await wallets.submit(answer, somebody)).status, 202)
    assert.equal(await stateOf(answer), 'sent')
    assert.equal((await wallets.submit(next, somebody)).body.status, 'SUCCESS')
    harness.ledger.submit = submit
    assert.equal(await stateOf(answer), 'used')
  })

  test('stays available to other wallets if one wallet keeps submitting it without success', async () => {
    const named = async (amount: number) => {
      const body = { ...transfer(amount), sender: { id: guarded } }
      return { ...transfer(amount), dao: await decided({ method: 'POST', path: PATH, body }) }
    }
    const failing = await named(6)
    const handIn = async (body: object, by = eve) => {
      const { bytes } = (await ask(by, PATH, body)).body
      return (await ask(by, '/transactions/submit', { bytes })).body
    }
    const { submit } = harness.ledger
    const codes: string[] = []
    for (let count = 0; count < 4; count++) {
      let submissions = 0
      harness.ledger.submit = async (bytes, options) => {
        if (++submissions === 1) return submit(bytes, options)
        const { transactionId } = signedIn(bytes)[0] ?? { transactionId: '' }
        const status = 'INVALID_ACCOUNT_AMOUNTS'
        return { state: 'final', success: false, status, phase: 'precheck', transactionId, receipt: { status } }
      }
      codes.push((await handIn(failing)).code)
      await harness.clock.advance(180_000)
    }
    harness.ledger.submit = submit
    assert.deepEqual(codes, [...Array<string>(3).fill('INVALID_ACCOUNT_AMOUNTS'), 'TOO_MANY_SPOILED'])
    // Only the network signs for this payer, so anybody can submit. A wallet that fails does not block other wallets.
    assert.equal((await handIn(failing, ben)).status, 'SUCCESS')
  })

  test('ignores unneeded signatures if the network alone signs for the payer that it names', async () => {
    const strangers = Array.from({ length: 100 }, ed25519Signer)
    const [stranger = ed25519Signer()] = strangers
    const pairOf = ({ publicKey, sign }: Signer, body: Uint8Array, more: number[] = []) => ({
      pubKeyPrefix: Uint8Array.from([...publicKey.bytes, ...more]),
      ed25519: sign(body),
    })
    for (const pairsOver of [
      (body: Uint8Array) => strangers.map((one) => pairOf(one, body)),
      (body: Uint8Array) => [pairOf(stranger, body), pairOf(stranger, body, [0xaa])],
    ]) {
      const named = { ...transfer(8), sender: { id: guarded } }
      const body = { ...transfer(8), dao: await decided({ method: 'POST', path: PATH, body: named }) }
      const answer = await ask(eve, PATH, body)
      const [{ bodyBytes } = { bodyBytes: new Uint8Array() }] = signedIn(Buffer.from(answer.body.bytes, 'base64'))
      const sigMap = { sigPair: pairsOver(bodyBytes) }
      const signedTransactionBytes = proto.SignedTransaction.encode({ bodyBytes, sigMap }).finish()
      const bytes = Buffer.from(proto.Transaction.encode({ signedTransactionBytes }).finish()).toString('base64')
      const done = await ask(eve, '/transactions/submit', { bytes })
      assert.equal(done.body.status, 'SUCCESS', JSON.stringify(done.body))
    }
  })

  test("is not claimed if the transaction is too large with its payer's signatures", async () => {
    const signers = Array.from({ length: 100 }, ed25519Signer)
    const key = { type: 'threshold' as const, threshold: 1, keys: signers.map(({ publicKey }) => publicKey) }
    const create = new AccountCreateTransaction().setKeyWithoutAlias(keyToSdk(key)).setInitialBalance(new Hbar(50))
    const { accountId } = await wallets.onLedger(create.setMaxTransactionFee(new Hbar(100)))
    const body = await transferDecided()
    const answer = await ask(eve, PATH, { ...body, sender: { id: accountId } })
    const [{ bodyBytes } = { bodyBytes: new Uint8Array() }] = signedIn(Buffer.from(answer.body.bytes, 'base64'))
    const signatures = signers.map(({ publicKey, sign }) => ({ publicKey, signature: sign(bodyBytes) }))
    const all = Buffer.from(withSignatures(bodyBytes, signatures)).toString('base64')
    const refused = await ask(eve, '/transactions/submit', { bytes: all })
    assert.deepEqual([refused.status, refused.body.code], [422, 'TRANSACTION_OVERSIZE'])
    assert.equal((await wallets.submit(await ask(ben, PATH, body), ben)).body.status, 'SUCCESS')
  })

  test("is not claimed without the payer's signature, whoever the payer is", async () => {
    const hollow = await keyless(PrivateKey.generateECDSA())
    for (const [decides, sender] of [
      [{}, { id: '0.0.2' }],
      [{}, { id: '0.0.50' }],
      [{ sender: hollow }, undefined],
    ] as const) {
      const dao = await decided({ method: 'POST', path: PATH, body: { ...transfer(10), ...decides } })
      const answer = await ask(eve, PATH, { ...transfer(10), dao, ...(sender ? { sender } : {}) })
      const refused = await ask(eve, '/transactions/submit', { bytes: answer.body.bytes })
      assert.deepEqual([refused.status, refused.body.code], [422, 'INVALID_SIGNATURE'])
      assert.equal(await stateOf(answer), undefined)
    }
  })

  test('accepts the signature of the key that a keyless account was created for', async () => {
    const key = PrivateKey.generateECDSA()
    const sender = await keyless(key)
    const dao = await decided({ method: 'POST', path: PATH, body: { ...transfer(9), sender } })
    const answer = await ask(ben, PATH, { ...transfer(9), dao })
    assert.equal((await wallets.submit(answer, { ...ben, key })).body.status, 'SUCCESS')
  })

  test('is not carried out if a validator closes while its record is written, which counts against the submitter', async () => {
    const closing = async (amount: number) => {
      const configuration = {
        smartNodeSecurity: 'full',
        actionsConditions: { values: ['transfer/hbar'], controller: `dao:${topic}` },
        tokenGates: { timeRange: { end: new Date(harness.clock.now() + 20_000).toISOString() } },
      }
      const validatorConsensusTimestamp = await text(ada, '/validators/accounts', configuration)
      const { accountId: from } = await wallets.done(ada, 'POST', '/accounts', {
        validatorConsensusTimestamp,
        balance: 100,
      })
      const body = { amount, from, to: ben.id }
      return { ...body, dao: await decided({ method: 'POST', path: PATH, body }) }
    }
    const [late, inTime] = [await closing(1), await closing(2)]
    assert.equal((await wallets.submit(await ask(ben, PATH, inTime), ben)).body.status, 'SUCCESS')
    const answer = await ask(ben, PATH, late)
    assert.equal(answer.status, 200)
    const submissions: string[] = []
    const { submit } = harness.ledger
    harness.ledger.submit = async (bytes, options) => {
      submissions.push(signedIn(bytes)[0]?.transactionId ?? '')
      const outcome = await submit(bytes, options)
      await harness.clock.advance(25_000)
      return outcome
    }
    const refused = await wallets.submit(answer, ben)
    harness.ledger.submit = submit
    assert.deepEqual([refused.status, refused.body.code], [403, 'VALIDATOR_REFUSED'])
    assert.ok(submissions.length > 0 && !submissions.includes(answer.body.transactionId))
    assert.equal(await stateOf(answer), 'spoiled')
  })

  test('is not carried out if an issuer raises custom fees while its record is written', async () => {
    const issuer = await wallets.person()
    const token = { name: 'T', symbol: 'T', initialSupply: 100, feeScheduleKey: true }
    const { tokenId } = await wallets.done(issuer, 'POST', '/hts/create/token', token)
    const configuration = {
      smartNodeSecurity: 'full',
      actionsConditions: { values: ['transfer/token'], controller: `dao:${topic}` },
      maxCustomFees: [{ id: tokenId, fees: [{ token_id: 'HBAR', amount: 10 }] }],
    }
    const creation = { balance: 150_000_000, maxAutomaticTokenAssociations: 5 }
    const validatorConsensusTimestamp = await text(ada, '/validators/accounts', configuration)
    const { accountId } = await wallets.done(ada, 'POST', '/accounts', { ...creation, validatorConsensusTimestamp })
    const move = { token_id: tokenId, amount: 1 }
    const path = '/accounts/transfer/token'
    await wallets.done(issuer, 'POST', path, { ...move, from: issuer.id, to: accountId, amount: 5 })
    const body = { ...move, from: accountId, to: issuer.id }
    const dao = await decided({ method: 'POST', path, body })
    const raise = (amount: number) =>
      wallets.onLedger(
        new TokenFeeScheduleUpdateTransaction()
          .setTokenId(tokenId)
          .setCustomFees([new CustomFixedFee().setHbarAmount(new Hbar(amount)).setFeeCollectorAccountId(issuer.id)]),
        issuer.key,
      )
    // The issuer itself submits the decision's transaction, and so knows when to act.
    const answer = await ask(issuer, path, { ...body, dao })
    const { submit } = harness.ledger
    harness.ledger.submit = async (bytes, options) => {
      harness.ledger.submit = submit
      const outcome = await submit(bytes, options)
      await raise(1)
      return outcome
    }
    const refused = await wallets.submit(answer, issuer)
    assert.deepEqual([refused.status, refused.body.code], [403, 'VALIDATOR_REFUSED'])
    assert.equal((await harness.ledger.mirror.account(accountId))?.balance, 150_000_000n)
    assert.equal(await stateOf(answer), 'spoiled')
  })

  test('is not blocked if the ledger was unreachable when somebody submitted it', async () => {
    const body = await transferDecided()
    const somebody = await wallets.person()
    const answer = await ask(somebody, PATH, body)
    const { submit } = harness.ledger
    let submissions = 0
    harness.ledger.submit = async (...given) => {
      if (++submissions === 2)
        throw unavailable('LEDGER_UNAVAILABLE', 'away', 5, new GrpcFailure('cannot connect', false))
      return submit(...given)
    }
    const away = await wallets.submit(answer, somebody)
    harness.ledger.submit = submit
    assert.equal(away.body.code, 'LEDGER_UNAVAILABLE')
    const again = await wallets.submit(answer, somebody)
    assert.deepEqual([again.status, again.body.code], [409, 'SUPERSEDED'], 'these bytes are not on their way')
    assert.equal((await wallets.submit(await ask(ben, PATH, body), ben)).body.status, 'SUCCESS')
  })

  test("has the network's signature only in the transaction that the node submits", async () => {
    const body = await transferDecided()
    const answer = await ask(eve, PATH, body)
    const transaction = Transaction.fromBytes(Buffer.from(await signed(answer, eve.key), 'base64'))
    const outcome = await (await transaction.execute(wallets.client))
      .getReceipt(wallets.client)
      .then(String, ({ status }) => String(status))
    assert.equal(outcome, 'INVALID_SIGNATURE')
    assert.equal((await wallets.submit(await ask(ben, PATH, body), ben)).body.status, 'SUCCESS')
  })

  test('gives the same answer if the same bytes are submitted again', async () => {
    const answer = await ask(ben, PATH, await transferDecided())
    const [first, second] = [await wallets.submit(answer, ben), await wallets.submit(answer, ben)]
    assert.deepEqual([first.body.status, second.body.status], ['SUCCESS', 'SUCCESS'])
    assert.equal(first.body.transactionId, second.body.transactionId)
  })

  test('is carried out at once by the operator, and is then used', async () => {
    const token = await loggedIn(harness, OPERATOR)
    const body = await transferDecided()
    const before = await balance()
    const done = await harness.ask(PATH, { token, body })
    assert.equal(done.body.status, 'SUCCESS', JSON.stringify(done.body))
    assert.equal(await balance(), before - 5n)
    assert.equal((await ask(ben, PATH, body)).body.code, 'DECISION_USED')
  })

  test('must name the sender if the effect depends on it', async () => {
    const allowance = { type: 'hbar', spenderAccountId: ben.id, amount: 7 }
    const path = '/accounts/allowance/approve'
    const other = await account({ values: ['allowance/approve'], controller: `dao:${topic}` })
    const open = { ...allowance, dao: await decided({ method: 'POST', path, body: allowance }) }
    assert.equal((await ask(eve, path, open)).body.code, 'DECISION_NEEDS_SENDER')
    assert.equal((await ask(eve, path, { ...open, sender: { id: other } })).body.code, 'DECISION_NEEDS_SENDER')
    const token = { name: 'Token', symbol: 'T', supplyKey: true }
    const made = { ...token, dao: await decided({ method: 'POST', path: '/hts/create/token', body: token }) }
    assert.equal((await ask(eve, '/hts/create/token', made)).body.code, 'DECISION_NEEDS_SENDER')
    const message = { message: 'hi', signature: Buffer.from(eve.key.sign(Buffer.from('hi'))).toString('base64') }
    const said = { ...message, dao: await decided({ method: 'POST', path: `/hcs/${topic}/message`, body: message }) }
    assert.equal((await ask(eve, `/hcs/${topic}/message`, said)).body.code, 'DECISION_NEEDS_SENDER')
    // Anybody could send the call, and so use up the decision.
    const call = { data: '0x12345678', gas: 60_000 }
    const place = `/contracts/${ben.id}/call`
    const called = { ...call, dao: await decided({ method: 'POST', path: place, body: call }) }
    const uncalled = await ask(eve, place, called)
    assert.deepEqual([uncalled.status, uncalled.body.code], [403, 'DECISION_NEEDS_SENDER'])

    const named = { ...allowance, sender: { id: guarded } }
    const dao = await decided({ method: 'POST', path, body: named })
    const refused = await ask(eve, path, { ...allowance, sender: { id: other }, dao })
    assert.equal(refused.body.code, 'DECISION_DOES_NOT_PERMIT')
    const answer = await ask(eve, path, { ...allowance, dao })
    assert.ok(answer.body.transactionId.startsWith(`${guarded}@`), JSON.stringify(answer.body))
    const given = await ask(eve, '/transactions/submit', { bytes: answer.body.bytes })
    assert.equal(given.body.status, 'SUCCESS', JSON.stringify(given.body))
    const allowances = await wallets.mirror(`/accounts/${guarded}/allowances/crypto`)
    assert.deepEqual(
      allowances.allowances.map(({ amount, spender }: { amount: number; spender: string }) => [amount, spender]),
      [[7, ben.id]],
    )
  })

  test("opens nothing if its path has another spelling, and does not let requesters choose new entities' keys", async () => {
    const sender = { id: guarded, key: eve.key.publicKey.toStringDer() }
    const token = { name: 'Token', symbol: 'T', supplyKey: true }
    for (const [plain, encoded, body] of [
      ['/accounts', '/account%73', { balance: 1 }],
      ['/hts/create/token', '/hts/create/toke%6e', token],
    ] as const) {
      const dao = await decided({ method: 'POST', path: encoded, body })
      for (const path of [plain, encoded])
        for (const more of [{ sender }, {}]) {
          const refused = await ask(eve, path, { ...body, ...more, dao })
          assert.deepEqual([refused.status, refused.body.code], [403, 'DECISION_DOES_NOT_PERMIT'], path)
        }
    }
    const body = await transferDecided()
    assert.equal((await ask(eve, PATH, { ...body, sender })).body.code, 'DECISION_DOES_NOT_PERMIT')
    // The decision permits the operation in any spelling of its URL.
    const answer = await ask(ben, PATH.replace('hbar', 'hba%72'), body)
    assert.equal((await wallets.submit(answer, ben)).body.status, 'SUCCESS')
  })

  test('treats null in an optional field as if the field were absent', async () => {
    const nulls = { ...transfer(), memo: null, sender: null }
    const dao = await decided({ method: 'POST', path: PATH, body: nulls })
    const others = await ask(ben, PATH, { ...transfer(6), dao })
    assert.deepEqual([others.status, others.body.code], [403, 'DECISION_DOES_NOT_PERMIT'])
    const bare = await ask(ben, PATH, { ...transfer(), dao })
    assert.equal(bare.status, 200, bare.body.message)
    const answer = await ask(ben, PATH, { ...nulls, dao })
    assert.equal((await wallets.submit(answer, ben)).body.status, 'SUCCESS')
  })

  test('is found by its timestamp alone, even without trailing zeros, and needs no topic', async () => {
    const { consensusTimestamp = '', topicId } = await decided({ method: 'POST', path: PATH, body: transfer() })
    const found = await ask(ben, PATH, { ...transfer(), dao: { consensusTimestamp } })
    assert.equal(found.status, 200, found.body.message)
    const short = consensusTimestamp.replace(/\.?0+$/, '')
    const same = await ask(ben, PATH, { ...transfer(), dao: { topicId, consensusTimestamp: short } })
    assert.equal(same.body.transactionId, found.body.transactionId)
    assert.equal((await wallets.submit(found, ben)).body.status, 'SUCCESS')
    const other = await ask(ben, PATH, { ...transfer(), dao: { consensusTimestamp: '1.5' } })
    assert.deepEqual([other.status, other.body.code], [403, 'DECISION_NOT_FOUND'])
    assert.match(other.body.message, /1\.500000000/)
  })

  test('may name a validator by a timestamp without trailing zeros, and so may the requester', async () => {
    const path = '/accounts'
    const configuration = { smartNodeSecurity: 'full', actionsConditions: { values: [], controller: 'owner' } }
    const stamp = await text(ada, '/validators/accounts', configuration)
    const named = { balance: 1, sender: { id: guarded } }
    const short = stamp.replace(/\.?0+$/, '')
    const dao = await decided({ method: 'POST', path, body: { ...named, validatorConsensusTimestamp: short } })
    for (const validatorConsensusTimestamp of [stamp, short]) {
      const answer = await ask(ben, path, { balance: 1, validatorConsensusTimestamp, dao })
      assert.notEqual(answer.body.code, 'DECISION_DOES_NOT_PERMIT', answer.body.message)
    }
    const undecided = await wallets.done(ada, 'POST', path, { validatorConsensusTimestamp: short })
    assert.match(undecided.accountId, /^0\.0\./)
  })

  test('is not carried out before its delay has ended, nor after a veto in it', async () => {
    const rules = { executionDelay: 0.05, veto: eve.id }
    // An optimistic proposal that passed waits like one that was voted on.
    const [free, stopped] = [await transferDecided({ ...rules, optimistic: true }), await transferDecided(rules)]
    const { topicId = '', consensusTimestamp = '' } = stopped.dao
    const message = await harness.ledger.mirror.topicMessage(topicId, consensusTimestamp)
    const decided = message && decodeRecord(message.bytes)
    assert.ok(decided?.type === 'decision')
    const { chain, daoId, proposalId } = decided
    await recordedOn(harness, topicId, {
      ...{ quorate: 1, type: 'veto', chain, daoId, proposalId, vetoedBy: eve.id },
      vetoedAt: new Date(harness.clock.now()).toISOString(),
      proof: { keyAt: consensusTimestamp, signatures: [{ publicKey: 'aa', signature: 'bb' }] },
    })
    const early = await ask(ben, PATH, free)
    assert.deepEqual([early.status, early.body.code], [409, 'DECISION_DELAYED'])
    await harness.clock.advance(181_000)
    const vetoed = await ask(ben, PATH, stopped)
    assert.deepEqual([vetoed.status, vetoed.body.code], [403, 'DECISION_VETOED'])
    assert.equal((await wallets.submit(await ask(ben, PATH, free), ben)).body.status, 'SUCCESS')
  })

  test('is not carried out after its validity has ended', async () => {
    const seconds = Math.floor(harness.clock.now() / 1000) + 60
    const body = await transferDecided({ validUntil: `${seconds}.000000000` })
    const answer = await ask(ben, PATH, body)
    assert.ok(Date.parse(answer.body.expiresAt) <= seconds * 1000, answer.body.expiresAt)
    await harness.clock.advance(40_000)
    assert.deepEqual([(await ask(eve, PATH, body)).body.code], ['DECISION_EXPIRED'])
    await harness.clock.advance(30_000)
    const late = await wallets.submit(answer, ben)
    assert.deepEqual([late.status, late.body.code], [422, 'TRANSACTION_EXPIRED'])
  })

  test('must send the whole message, chunk by chunk as decided', async () => {
    const { topicId, path, body } = await messageDecided(1_500)
    const answer = await ask(ben, path, body)
    assert.equal(answer.body.chunks.length, 2)
    const all = Buffer.from(await signed(answer, ben.key), 'base64')
    const [first] = proto.TransactionList.decode(all).transactionList ?? []
    const alone = Buffer.from(proto.TransactionList.encode({ transactionList: first ? [first] : [] }).finish())
    const missing = await ask(ben, '/transactions/submit', { bytes: alone.toString('base64') })
    assert.deepEqual([missing.status, missing.body.code], [400, 'CHUNKS_MISSING'])
    // Another message gets the second chunk's id, so the decided message is incomplete and may be opened again.
    const { submit } = harness.ledger
    let submissions = 0
    harness.ledger.submit = async (...given) => {
      if (++submissions === 3) {
        const { chunks } = answer.body
        const id = proto.TransactionBody.decode(Buffer.from(chunks[1], 'base64')).transactionID
        const start = id?.transactionValidStart
        const transactionId = `${ben.id}@${start?.seconds}.${String(start?.nanos).padStart(9, '0')}`
        const mine = new TopicMessageSubmitTransaction().setTopicId(topic).setMessage('mine')
        await instead({ body: { transactionId } } as Answer, ben, mine)
      }
      return submit(...given)
    }
    const torn = await ask(ben, '/transactions/submit', { bytes: all.toString('base64') })
    harness.ledger.submit = submit
    assert.equal(torn.body.code, 'SUPERSEDED', JSON.stringify(torn.body))
    const again = await ask(ben, path, body)
    assert.equal((await wallets.submit(again, ben)).body.status, 'SUCCESS')
    const { messages } = await wallets.mirror(`/topics/${topicId}/messages`)
    assert.equal(messages.length, 3)
    assert.equal((await ask(ben, path, body)).body.code, 'DECISION_USED')
  })

  test('uses ids that nobody can guess, but that a node without its database can still find', async () => {
    const { path, body } = await messageDecided(3_500)
    const answer = await ask(ben, path, body)
    const starts = answer.body.chunks.map((chunk: string) => {
      const { transactionID } = proto.TransactionBody.decode(Buffer.from(chunk, 'base64'))
      const { seconds, nanos } = transactionID?.transactionValidStart ?? {}
      return BigInt(String(seconds)) * 1_000_000_000n + BigInt(nanos ?? 0)
    })
    const gaps = starts.slice(1).map((start: bigint, index: number) => starts[index] - start)
    assert.equal(new Set(gaps).size, 3, String(gaps))
    assert.ok(gaps.every((gap: bigint) => gap > 0n && gap < 50_000_000n))
    // Another wallet that requests the same gets other ids.
    assert.notEqual((await ask(eve, path, body)).body.transactionId, answer.body.transactionId)
    const { topic_id } = await harness.tokens.database.read
      .selectFrom('node.topic')
      .select('topic_id')
      .where('chain', '=', CHAIN)
      .executeTakeFirstOrThrow()
    const { submit } = harness.ledger
    let submissions = 0
    let published = ''
    harness.ledger.submit = async (...given) => {
      const outcome = await submit(...given)
      // The first submission is the record on the node topic. The first chunk's receipt comes too late, so the others
      // are not sent.
      if (++submissions > 1) return { state: 'unknown' }
      const { messages } = await wallets.mirror(`/topics/${topic_id}/messages?order=desc&limit=1`)
      published = Buffer.from(messages[0].message, 'base64').toString()
      return outcome
    }
    const begun = await wallets.submit(answer, ben)
    harness.ledger.submit = submit
    assert.deepEqual([begun.status, submissions], [202, 2])
    const { sealed: _sealed, ...record } = JSON.parse(published)
    assert.deepEqual(record, {
      ...{ quorate: 1, type: 'opened', chain: CHAIN, topicId: topic },
      ...{ consensusTimestamp: body.dao.consensusTimestamp, proposalId: record.proposalId },
    })
    const { network, clock, dataDir } = harness
    const kept = { network, clock, dataDir, server: await testDatabase() }
    await using another = await openHarness({}, kept, { mirrorTimeoutMs: 10_000 })
    // Sessions are lost with the database.
    const token = await loggedIn(another, ben.id, signerFromText(ben.key.toStringDer()))
    const handIn = async () => {
      const asked = await another.ask(path, { token, body })
      const bytes = await signed(asked, ben.key)
      return another.ask('/transactions/submit', { token, body: { bytes } })
    }
    assert.equal((await handIn()).body.code, 'DECISION_PENDING')
    // A message that lacks chunks is void.
    await endOf(answer)
    const done = await handIn()
    assert.equal(done.body.status, 'SUCCESS', JSON.stringify(done.body))
  })

  test('is on one node topic, even if two nodes with the same keys and separate databases create it at once', async () => {
    const { network, clock, dataDir } = harness
    const key = PrivateKey.generateED25519().toStringDer()
    const open = async () =>
      openHarness({ NETWORK_KEY: key }, { network, clock, dataDir, server: await testDatabase() })
    const [one, other] = await Promise.all([open(), open()])
    const topicOf = async ({ tokens }: Harness): Promise<string> => {
      const found = tokens.database.read.selectFrom('node.topic').select('topic_id').where('chain', '=', CHAIN)
      return (
        (await found.executeTakeFirst())?.topic_id ?? (await setImmediate().then(() => topicOf({ tokens } as Harness)))
      )
    }
    assert.equal(await topicOf(one), await topicOf(other))
    for (const node of [one, other]) await node[Symbol.asyncDispose]()
  })

  test('is opened once by two nodes with the same keys and separate databases, one after the other and at once', async () => {
    const { network, clock, dataDir } = harness
    const kept = { network, clock, dataDir, server: await testDatabase() }
    await using another = await openHarness({}, kept, { mirrorTimeoutMs: 10_000 })
    const token = await loggedIn(another, ben.id, signerFromText(ben.key.toStringDer()))
    const askBoth = async () => {
      const body = await transferDecided()
      return [await ask(ada, PATH, body), await another.ask(PATH, { token, body })] as const
    }
    const handIn = async (asked: Answer) =>
      another.ask('/transactions/submit', { token, body: { bytes: await signed(asked, ben.key) } })

    const [mine, theirs] = await askBoth()
    const before = await balance()
    assert.equal((await wallets.submit(mine, ada)).body.status, 'SUCCESS')
    assert.equal((await handIn(theirs)).body.code, 'DECISION_USED')
    assert.equal((await another.ask(PATH, { token, body: await transferDecided() })).status, 200)
    assert.equal(before - (await balance()), 5n)

    const both = await askBoth()
    const answers = await Promise.all([wallets.submit(both[0], ada), handIn(both[1])])
    const ends = answers.map(({ body }) => body.status ?? body.code)
    assert.deepEqual(
      ends.map((end) => ['DECISION_PENDING', 'DECISION_USED'].includes(end) || end).sort(),
      ['SUCCESS', true].sort(),
      String(ends),
    )
    assert.equal(before - (await balance()), 10n)
  })

  test('is opened by the node whose record came first, even if that node then sees a later record of another', async () => {
    const { network, clock, dataDir } = harness
    const kept = { network, clock, dataDir, server: await testDatabase() }
    await using another = await openHarness({}, kept, { mirrorTimeoutMs: 10_000 })
    const token = await loggedIn(another, ben.id, signerFromText(ben.key.toStringDer()))
    const body = await transferDecided()
    const [mine, theirs] = [await ask(ada, PATH, body), await another.ask(PATH, { token, body })]
    const bytes = await signed(theirs, ben.key)
    const before = await balance()
    const openings = async () => {
      const records = another.tokens.database.read.selectFrom('node.opening').selectAll()
      const { consensusTimestamp } = body.dao
      return (await records.where('consensus_timestamp', '=', String(consensusTimestamp)).execute()).length
    }
    // The second node has not read the first one's record when it writes its own.
    const { mirror } = another.ledger
    const { topicMessages } = mirror
    let behind = 1
    mirror.topicMessages = async function* (...given) {
      if (behind-- > 0) return
      yield* topicMessages(...given)
    }
    let late: Answer | undefined
    const count = await countingSubmissions(
      async () => assert.equal((await wallets.submit(mine, ada)).body.status, 'SUCCESS'),
      1,
      async () => {
        late = await another.ask('/transactions/submit', { token, body: { bytes } })
      },
    )
    mirror.topicMessages = topicMessages
    assert.deepEqual([count, late?.status, late?.body.code], [2, 409, 'DECISION_PENDING'])
    assert.equal(await openings(), 2)
    assert.equal(before - (await balance()), 5n)
  })

  test('is refused by a second node that reads of the first one before it pays for a record', async () => {
    const { network, clock, dataDir } = harness
    const kept = { network, clock, dataDir, server: await testDatabase() }
    await using another = await openHarness({}, kept, { mirrorTimeoutMs: 10_000 })
    const token = await loggedIn(another, ben.id, signerFromText(ben.key.toStringDer()))
    const body = await transferDecided()
    const [mine, theirs] = [await ask(ada, PATH, body), await another.ask(PATH, { token, body })]
    assert.equal((await wallets.submit(mine, ada)).body.status, 'SUCCESS')
    let submitted = 0
    const { submit } = another.ledger
    another.ledger.submit = (...given) => {
      submitted++
      return submit(...given)
    }
    const late = await another.ask('/transactions/submit', { token, body: { bytes: await signed(theirs, ben.key) } })
    assert.deepEqual([late.status, late.body.code, submitted], [409, 'DECISION_USED', 0])
  })

  test('is not opened by a second node while the mirror that it asks lags behind the record of the first', async () => {
    const { network, clock, dataDir } = harness
    const kept = { network, clock, dataDir, server: await testDatabase() }
    await using another = await openHarness({}, kept, { mirrorTimeoutMs: 10_000 })
    const token = await loggedIn(another, ben.id, signerFromText(ben.key.toStringDer()))
    const body = await transferDecided()
    const [mine, theirs] = [await ask(ada, PATH, body), await another.ask(PATH, { token, body })]
    const before = await balance()
    assert.equal((await wallets.submit(mine, ada)).body.status, 'SUCCESS')
    // One machine of the mirror shows transactions. Another one, which shows messages, is two reads behind.
    const { mirror } = another.ledger
    const { topicMessages } = mirror
    let behind = 2
    mirror.topicMessages = async function* (...given) {
      if (behind-- > 0) return
      yield* topicMessages(...given)
    }
    const bytes = await signed(theirs, ben.key)
    const late = await another.ask('/transactions/submit', { token, body: { bytes } })
    mirror.topicMessages = topicMessages
    assert.deepEqual([late.status, late.body.code], [409, 'DECISION_PENDING'])
    assert.equal(before - (await balance()), 5n)
    assert.equal(behind, -1)
  })

  test("is not begun if any chunk's id is used for something else, before or while its record is written", async () => {
    const somebody = await wallets.person()
    const { topicId, path, body } = await messageDecided(2_500)
    const lastUsed = async ({ body: { chunks } }: Answer) => {
      const id = proto.TransactionBody.decode(Buffer.from(chunks.at(-1), 'base64')).transactionID
      const start = id?.transactionValidStart
      const transactionId = `${somebody.id}@${start?.seconds}.${String(start?.nanos).padStart(9, '0')}`
      const mine = new TransferTransaction().addHbarTransfer(somebody.id, -1).addHbarTransfer(ben.id, 1)
      await instead({ body: { transactionId } } as Answer, somebody, mine)
    }
    const handIn = (answer: Answer) => async () => {
      const late = await wallets.submit(answer, somebody)
      assert.deepEqual([late.status, late.body.code], [409, 'SUPERSEDED'])
    }
    const before = await ask(somebody, path, body)
    await lastUsed(before)
    assert.equal(await countingSubmissions(handIn(before), 0, async () => {}), 0)
    assert.equal(await stateOf(before), undefined, 'nothing is claimed for it')
    const meanwhile = await ask(somebody, path, body)
    assert.notEqual(meanwhile.body.transactionId, before.body.transactionId)
    assert.equal(await countingSubmissions(handIn(meanwhile), 1, () => lastUsed(meanwhile)), 1, 'the record')
    assert.equal(await stateOf(meanwhile), 'spoiled')
    assert.equal((await wallets.submit(await ask(ben, path, body), ben)).body.status, 'SUCCESS')
    assert.equal((await wallets.mirror(`/topics/${topicId}/messages`)).messages.length, 3)
  })

  test('does not count against its payer if the node itself leaves chunks unsent', async (t) => {
    t.mock.property(limits.maxSpoiledOpenings, 'value', 1)
    const payer = await wallets.person()
    const { path, body } = await messageDecided(1_500)
    const answer = await ask(payer, path, body)
    const { submit } = harness.ledger
    let submissions = 0
    harness.ledger.submit = async (...given) => {
      const outcome = await submit(...given)
      // The first submission is the record on the node topic. The first chunk's receipt comes too late.
      return ++submissions === 2 ? { state: 'unknown' } : outcome
    }
    const first = await wallets.submit(answer, payer)
    harness.ledger.submit = submit
    assert.deepEqual([first.status, submissions], [202, 2])
    assert.equal((await wallets.submit(await ask(ben, path, body), ben)).body.code, 'DECISION_PENDING')
    await endOf(answer)
    assert.equal((await wallets.submit(await ask(payer, path, body), payer)).body.status, 'SUCCESS')
  })

  test('does not count against the submitter if the node ends before sending, and is not sent when the node returns', async (t) => {
    t.mock.property(limits.maxSpoiledOpenings, 'value', 1)
    const { submit, outcome } = harness.ledger
    for (const isTakenForEnded of [
      (answer: Answer) => endOf(answer),
      // Another process, whose clock is fast, considers the window ended.
      async ({ body: { transactionId } }: Answer) => {
        const session = await harness.server.connections.session()
        await session.query("update node.opening set state = 'void' where transaction_id = $1", [transactionId])
        await session.query('delete from node.offer where transaction_id = $1', [transactionId])
        session.release()
      },
    ]) {
      const payer = await wallets.person()
      const body = await transferDecided()
      const answer = await ask(payer, PATH, body)
      const [paused, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      let submissions = 0
      harness.ledger.submit = async (...given) => {
        submissions++
        return submit(...given)
      }
      harness.ledger.outcome = async (transactionId, options) => {
        // The first submission is the record on the node topic.
        if (transactionId === answer.body.transactionId && submissions > 0) {
          paused.resolve()
          await resumed.promise
        }
        return outcome(transactionId, options)
      }
      const before = await balance()
      const handedIn = wallets.submit(answer, payer)
      await paused.promise
      harness.ledger.outcome = outcome
      assert.equal(await stateOf(answer), 'claimed')
      await isTakenForEnded(answer)
      const next = await wallets.submit(await ask(payer, PATH, body), payer)
      assert.equal(next.body.status, 'SUCCESS', JSON.stringify(next.body))
      submissions = 0
      resumed.resolve()
      const late = await handedIn
      harness.ledger.submit = submit
      assert.deepEqual([late.status, late.body.code, submissions], [409, 'DECISION_BYTES_OUTDATED', 0])
      assert.equal(await balance(), before - 5n)
    }
  })

  test('accepts a long message only with time for all of its chunks', async () => {
    const { topicId, path, body } = await messageDecided(20_000)
    const early = await ask(ben, path, body)
    assert.equal(early.body.chunks.length, 20)
    const window = Date.parse(early.body.expiresAt) - harness.clock.now()
    assert.ok(window > 170_000, `a window of ${window} ms`)
    await harness.clock.advance(Date.parse(early.body.submitBy) - harness.clock.now() + 1)
    const late = Buffer.from(await signed(early, ben.key), 'base64').toString('base64')
    const handIn = async () => {
      const { status, body: said } = await ask(ben, '/transactions/submit', { bytes: late })
      assert.deepEqual([status, said.code], [409, 'DECISION_BYTES_OUTDATED'])
    }
    assert.equal(
      await countingSubmissions(handIn, 0, async () => {}),
      0,
      'and costs the node nothing where there is none',
    )
    const fresh = await ask(ben, path, body)
    assert.notEqual(
      fresh.body.transactionId,
      early.body.transactionId,
      'bytes that expire too soon are no longer returned',
    )
    assert.equal((await wallets.submit(fresh, ben)).body.status, 'SUCCESS')
    const { messages } = await wallets.mirror(`/topics/${topicId}/messages?limit=100`)
    assert.equal(messages.length, 20)
    assert.equal((await ask(ben, path, body)).body.code, 'DECISION_USED')
  })

  test('is not begun for a long message if its validity ends before all chunks can be sent', async () => {
    const seconds = Math.floor(harness.clock.now() / 1000) + 100
    const valid = { validUntil: `${seconds}.000000000` }
    const { path, body } = await messageDecided(20_000, valid)
    const refused = await ask(ben, path, body)
    assert.deepEqual([refused.status, refused.body.code], [410, 'DECISION_EXPIRED'])
    assert.equal((await ask(ben, PATH, await transferDecided(valid))).body.status, 'SIGNATURE_REQUIRED')
  })

  test('is free at once if writing its record made it too late, which counts against the submitter', async (t) => {
    t.mock.property(limits.maxSpoiledOpenings, 'value', 1)
    const [somebody, other] = [await wallets.person(), await wallets.person()]
    const { path, body } = await messageDecided(1_500)
    const answer = await ask(somebody, path, body)
    const end = Date.parse(answer.body.expiresAt)
    const handIn = async () => {
      const late = await wallets.submit(answer, somebody)
      assert.deepEqual([late.status, late.body.code], [409, 'DECISION_BYTES_OUTDATED'])
    }
    // The first submission is the record on the node topic.
    const slowly = () => harness.clock.advance(end - harness.clock.now() - 9_000)
    assert.equal(await countingSubmissions(handIn, 1, slowly), 1, 'no chunk was sent')
    const again = await wallets.submit(await ask(somebody, path, body), somebody)
    assert.equal(again.body.code, 'TOO_MANY_SPOILED')
    assert.equal((await wallets.submit(await ask(other, path, body), other)).body.status, 'SUCCESS')
  })

  test('sends no chunk that the ledger could receive too late, which counts against nobody', async (t) => {
    t.mock.property(limits.maxSpoiledOpenings, 'value', 1)
    const somebody = await wallets.person()
    const { topicId, path, body } = await messageDecided(2_500)
    const answer = await ask(somebody, path, body)
    const end = Date.parse(answer.body.expiresAt)
    const handIn = async () => {
      const slow = await wallets.submit(answer, somebody)
      assert.deepEqual([slow.status, slow.body.status], [202, 'PENDING'])
    }
    const slowly = () => harness.clock.advance(end - harness.clock.now() - 4_000)
    assert.equal(await countingSubmissions(handIn, 2, slowly), 2, 'the record and the first of three chunks')
    const { outcome } = harness.ledger
    let asked = 0
    harness.ledger.outcome = async (...given) => {
      asked++
      return outcome(...given)
    }
    assert.equal((await ask(ben, path, body)).status, 200)
    harness.ledger.outcome = outcome
    assert.equal(asked, 1, 'who asks has one chunk looked for')
    assert.equal((await wallets.submit(await ask(ben, path, body), ben)).body.code, 'DECISION_PENDING')
    await endOf(answer)
    assert.equal((await wallets.submit(await ask(somebody, path, body), somebody)).body.status, 'SUCCESS')
    const { messages } = await wallets.mirror(`/topics/${topicId}/messages`)
    assert.equal(messages.length, 4)
    const again = await wallets.submit(answer, somebody)
    assert.deepEqual([again.status, again.body.code], [409, 'SUPERSEDED'], 'one chunk of three is no success')
  })

  test('is refused if the payer can pay the greatest fee of only one chunk', async () => {
    const somebody = await wallets.person()
    const { path, body } = await messageDecided(2_500)
    const answer = await ask(somebody, path, body)
    const [first = ''] = answer.body.chunks
    const { transactionFee } = proto.TransactionBody.decode(Buffer.from(first, 'base64'))
    // The transfer's own fee is paid from the remainder.
    await emptied(somebody, 2n * BigInt(String(transactionFee)))
    const refused = await wallets.submit(answer, somebody)
    assert.deepEqual([refused.status, refused.body.code], [422, 'INSUFFICIENT_PAYER_BALANCE'])
    assert.match(refused.body.message, /have another account pay/)
    assert.equal((await wallets.submit(await ask(ben, path, body), ben)).body.status, 'SUCCESS')
  })

  test('sends no further chunk after a node refuses one', async () => {
    const somebody = await wallets.person()
    const { path, body } = await messageDecided(2_500)
    const answer = await ask(somebody, path, body)
    const { submit } = harness.ledger
    let submissions = 0
    harness.ledger.submit = async (bytes, options) => {
      // The first submission is the record on the node topic, the second the first of three chunks.
      if (++submissions !== 3) return submit(bytes, options)
      const { transactionId } = signedIn(bytes)[0] ?? { transactionId: '' }
      const status = 'INSUFFICIENT_PAYER_BALANCE'
      return { state: 'final', success: false, status, phase: 'precheck', transactionId, receipt: { status } }
    }
    const refused = await wallets.submit(answer, somebody)
    harness.ledger.submit = submit
    assert.deepEqual([refused.status, refused.body.code, submissions], [422, 'INSUFFICIENT_PAYER_BALANCE', 3])
    await endOf(answer)
    assert.equal((await wallets.submit(await ask(ben, path, body), ben)).body.status, 'SUCCESS')
  })

  test("is free after a failed transaction's window, even if someone in transit keeps forging receipts", async () => {
    const somebody = await wallets.person()
    const body = await transferDecided()
    const answer = await ask(somebody, PATH, body)
    const { submit, outcome } = harness.ledger
    let submissions = 0
    // The first submission is the record on the node topic.
    harness.ledger.submit = async (...given) => (++submissions === 1 ? submit(...given) : { state: 'unknown' })
    assert.equal((await wallets.submit(answer, somebody)).status, 202)
    harness.ledger.submit = submit
    harness.ledger.outcome = async (transactionId, options) => {
      const receipt = { status: 'SUCCESS' }
      return transactionId === answer.body.transactionId && !options?.mirrorOnly
        ? { ...{ state: 'final', success: true, phase: 'consensus', transactionId, receipt }, ...receipt }
        : outcome(transactionId, options)
    }
    assert.equal((await wallets.submit(await ask(ben, PATH, body), ben)).body.code, 'DECISION_PENDING')
    await endOf(answer)
    assert.equal((await wallets.submit(await ask(ben, PATH, body), ben)).body.status, 'SUCCESS')
    harness.ledger.outcome = outcome
  })

  test('returns new bytes once the old ones no longer match it', async () => {
    const payer = await wallets.person()
    const token = { name: 'Token', symbol: 'T', supplyKey: true, sender: { id: payer.id } }
    const path = '/hts/create/token'
    const body = { ...token, dao: await decided({ method: 'POST', path, body: token }) }
    const old = await ask(eve, path, body)
    const [was, key] = [signerFromText(payer.key.toStringDer()), PrivateKey.generateED25519()]
    await harness.rotate(payer.id, was, signerFromText(key.toStringDer()))
    const outdated = await wallets.submit(old, { ...eve, key })
    assert.deepEqual([outdated.status, outdated.body.code], [409, 'DECISION_BYTES_OUTDATED'])
    const fresh = await ask(eve, path, body)
    assert.notEqual(fresh.body.transactionId, old.body.transactionId)
    const { body: submitted } = await wallets.submit(fresh, { ...eve, key })
    assert.equal(submitted.status, 'SUCCESS', JSON.stringify(submitted))
  })

  test('is answered while expired bytes are deleted in batches', async () => {
    const { connections } = harness.server
    const session = await connections.session()
    const rows = 2.5 * ROWS_DELETED_AT_ONCE
    await session.query(`
      insert into node.offer (chain, topic_id, consensus_timestamp, wallet, sender, transaction_id, node_id, expires_at, request, answer)
      select 'c', 't', n::text, 'w', 's', n::text, '0.0.3', '2020-01-01', '{}', '{}' from generate_series(1, ${rows}) n`)
    session.release()
    const deleted = deletedIn(connections)
    assert.equal((await ask(ben, PATH, await transferDecided())).status, 200)
    assert.ok(
      deleted.every((count) => count <= ROWS_DELETED_AT_ONCE),
      String(deleted),
    )
    assert.ok(deleted.reduce((sum, count) => sum + count, 0) >= rows, String(deleted))
  })

  test('limits how many decisions one wallet may hold bytes for', async () => {
    const mallory = await wallets.person()
    const codes = new Set<string>()
    for (let index = 0; index <= 20; index++) {
      const answer = await ask(mallory, PATH, await transferDecided())
      codes.add(answer.body.code ?? answer.body.status)
      if (index < 20) assert.equal(answer.status, 200, JSON.stringify(answer.body))
    }
    assert.deepEqual([...codes], ['SIGNATURE_REQUIRED', 'TOO_MANY_OPEN_BYTES'])
  })
})

describe('A decision that the node cannot pay for', () => {
  test('leaves nothing in the database, and may be submitted again', async () => {
    await using harness = await openHarness({ SPENDING_PER_HOUR: '40000000' })
    const wallets = walletsOf(harness)
    const eve = await wallets.person()
    const { topicId } = await wallets.done(eve, 'POST', '/hcs', { memo: 'dao' })
    const { read } = harness.tokens.database
    const kept = () => read.selectFrom('node.opening').select(['transaction_id', 'state', 'parts']).execute()
    let refused: Answer | undefined
    let answer: Answer
    let carriedOut = 0
    do {
      const own = { amount: 1, from: eve.id, to: OPERATOR }
      const dao = await decidedOn(harness, topicId, { method: 'POST', path: PATH, body: own })
      answer = await harness.ask(PATH, { token: eve.token, body: { ...own, dao } })
      const said = await wallets.submit(answer, eve)
      if (said.status === 200) carriedOut++
      else refused = { ...answer, ...said }
    } while (!refused && carriedOut < 20)
    assert.deepEqual([refused?.status, refused?.body.code], [429, 'SPENDING_BUDGET_USED'])
    const again = await wallets.submit(answer, eve)
    assert.deepEqual([again.status, again.body.code], [429, 'SPENDING_BUDGET_USED'])
    const rows = await kept()
    assert.equal(rows.length, carriedOut)
    assert.ok(
      rows.every(({ state, parts }) => state === 'used' && parts === null),
      JSON.stringify(rows),
    )
    wallets.client.close()
  })
})

describe('A trusted publisher', () => {
  test('is trusted on the default chain only, since the same id is another account elsewhere', async () => {
    const publisher = '0.0.1024'
    await using harness = await openHarness({ TRUSTED_PUBLISHERS: publisher })
    const wallets = walletsOf(harness)
    const ada = await wallets.person()
    const given = await challenge(harness, `?chain=${OTHER_CHAIN}`)
    const login = await harness.ask('/auth/web3/login', {
      body: loginBody(ada.id, signerFromText(ada.key.toStringDer()), given),
    })
    const { topicId } = await wallets.done(ada, 'POST', '/hcs', { memo: 'dao' })
    const operation = {
      method: 'POST',
      path: PATH,
      body: { amount: 5, from: ada.id, to: OPERATOR, sender: { id: ada.id } },
    }
    const codes: string[] = []
    for (const [chain, token] of [
      [CHAIN, ada.token],
      [OTHER_CHAIN, login.body.accessToken],
    ]) {
      const record = {
        ...{ quorate: 1, type: 'decision', chain: chain ?? '', daoId: 'd', proposalId: randomUUID(), status: 'PASSED' },
        ...{ cancelled: false, decidedAt: '2026-01-01T00:00:00.000Z', batches: 0, proposalData: { operation } },
        result: { options: [], totalVotes: 0, totalWeight: '0', eligibleWeight: null, winner: 'YES' },
      } satisfies DecisionRecord
      const message = new TopicMessageSubmitTransaction().setTopicId(topicId).setMessage(encodeRecord(record))
      const { bodyBytes, transactionId } = harness.ledger.freeze(message, {
        payer: publisher,
        validStart: harness.ledger.validStart(),
        validDurationSeconds: 120,
      })
      const signer = harness.signers.get(publisher)
      assert.ok(signer)
      await harness.ledger.submit(withSignatures(bodyBytes, [{ ...signer, signature: signer.sign(bodyBytes) }]))
      const written = await harness.ledger.mirror.transaction(transactionId)
      const dao = { topicId, consensusTimestamp: written?.consensusTimestamp }
      const body = { amount: 5, from: ada.id, to: OPERATOR, dao }
      const answer = await harness.ask(PATH, { token, body })
      codes.push(answer.body.code ?? answer.body.status)
    }
    assert.deepEqual(codes, ['SIGNATURE_REQUIRED', 'DECISION_NOT_TRUSTED'])
    wallets.client.close()
  })
})
