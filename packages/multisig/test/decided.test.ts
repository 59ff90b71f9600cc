/** Requests opened by passed proposals of a wallet's DAO. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import {
  TokenCreateTransaction,
  TopicCreateTransaction,
  TopicMessageSubmitTransaction,
  Transaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { keyFromText, withSignatures } from '@quorate/ledger'
import { canonicalBytes, compareIntent, startsAt } from '@quorate/verify'
import { limits } from '../src/limits.ts'
import { type Answer, type Harness, openHarness, type Person } from './harness.ts'

const SECOND = 1_000
const HOUR = 3_600_000

describe('A passed proposal', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let eve: Person
  let walletId: string
  before(async () => {
    harness = await openHarness()
    const patient = async (): Promise<Person> => {
      const { id, key } = await harness.person()
      const publicKey = key.publicKey.toStringRaw()
      return { id, key, token: await harness.tokens.issue({ walletId: id, publicKey, lifetimeMs: 10_000 * HOUR }) }
    }
    ;[ada, ben, eve] = (await Promise.all([patient(), patient(), patient()])) as [Person, Person, Person]
    walletId = await harness.wallet([ada, ben], 2)
  })
  after(() => harness.close())

  const head = (daoId: string) => ({ quorate: 1, chain: harness.network.chain, daoId })
  async function submittedBy({ id: payer, key }: Person, message: TopicMessageSubmitTransaction) {
    const { ledger } = harness
    const { bodyBytes } = ledger.freeze(message, { payer, validStart: ledger.validStart(), validDurationSeconds: 120 })
    const publicKey = keyFromText(key.publicKey.toStringRaw())
    await ledger.submit(withSignatures(bodyBytes, [{ publicKey, signature: key.sign(bodyBytes) }]))
  }
  async function written(topicId: string, record: object, by?: Person): Promise<string> {
    const message = new TopicMessageSubmitTransaction().setTopicId(topicId).setMessage(canonicalBytes(record))
    if (by) await submittedBy(by, message)
    else await harness.onLedger(message)
    const { messages } = (await (
      await fetch(`${harness.network.net.mirrorRest}/api/v1/topics/${topicId}/messages?order=desc&limit=1`)
    ).json()) as { messages: { consensus_timestamp: string }[] }
    return messages[0]?.consensus_timestamp ?? ''
  }
  /** The topic of a DAO owned by this account. */
  async function daoOf(ownerAddress: string): Promise<{ topicId: string; daoId: string }> {
    const { topicId } = (await harness.onLedger(new TopicCreateTransaction())).receipt
    const daoId = randomUUID()
    const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false, tokenId: null, decimals: 0 }
    const dao = { ...head(daoId), type: 'dao', name: 'Gardeners', ownerAddress, votingRules }
    await written(topicId ?? '', { ...dao, createdAt: '2026-01-01T00:00:00.000Z' })
    return { topicId: topicId ?? '', daoId }
  }
  const payment = (more: object = {}) => ({
    ...{ walletId, receiverId: eve.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 100 },
    ...more,
  })
  const withdrawal = (more: object = {}) => ({
    ...{ method: 'POST', path: '/multisig/wallet/withdraw/request' },
    body: payment(more),
  })
  const decision = (daoId: string, operation: object, more: object = {}) => ({
    ...{ ...head(daoId), type: 'decision', proposalId: randomUUID(), status: 'PASSED', cancelled: false },
    ...{ decidedAt: '2026-01-02T00:00:00.000Z', batches: 0, proposalData: { operation } },
    result: { options: [], totalVotes: 1, totalWeight: '1', eligibleWeight: null, winner: 'YES' },
    ...more,
  })
  const open = (topicId: string, consensusTimestamp: string): Promise<Answer> =>
    harness.call('POST', '/multisig/proposal/request', undefined, { topicId, consensusTimestamp })
  const statusOf = async (jobId: string, by = ada) =>
    (await harness.get(`/multisig/transaction/status/${jobId}`, by)).body
  const refused = async (answer: Promise<Answer>, status: number, code: string) => {
    const { status: given, body } = await answer
    assert.deepEqual([given, body.code], [status, code], JSON.stringify(body))
  }
  async function passTo(time: number): Promise<void> {
    await harness.clock.advance(time - harness.clock.now())
    await harness.jobs.idle()
  }

  test('opens nothing before its delay has ended, nor after a veto in it', async () => {
    const { topicId, daoId } = await daoOf(ada.id)
    const rules = { executionDelay: 24, veto: eve.id }
    const [free, stopped] = [decision(daoId, withdrawal(), rules), decision(daoId, withdrawal(), rules)]
    const [freeAt, stoppedAt] = [await written(topicId, free), await written(topicId, stopped)]
    const veto = (proposalId: string, vetoedBy: string) => ({
      ...{ ...head(daoId), type: 'veto', proposalId, vetoedBy, vetoedAt: '2026-01-02T01:00:00.000Z' },
      proof: { keyAt: '1767312000.000000000', signatures: [{ publicKey: 'aa', signature: 'bb' }] },
    })
    await written(topicId, veto(stopped.proposalId, eve.id))
    // Neither a stranger's veto counts nor one by an account that the rules do not name.
    await written(topicId, veto(free.proposalId, eve.id), eve)
    await written(topicId, veto(free.proposalId, ben.id))
    await passTo(harness.clock.now() + 23 * HOUR)
    await refused(open(topicId, freeAt), 409, 'DECISION_DELAYED')
    await passTo(harness.clock.now() + HOUR + SECOND)
    // Too late.
    await written(topicId, veto(free.proposalId, eve.id))
    await refused(open(topicId, stoppedAt), 403, 'DECISION_VETOED')
    assert.equal((await open(topicId, freeAt)).status, 200)
  })

  test('opens the request that it names, which the owners sign and the service executes', async () => {
    for (const owner of [ada.id, walletId]) {
      const { topicId, daoId } = await daoOf(owner)
      const record = decision(daoId, withdrawal())
      const at = await written(topicId, record)
      const { status, body } = await open(topicId, at)
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual([body.walletId, body.proposalId], [walletId, record.proposalId])
      const opened = await harness.call('GET', `/multisig/proposal/${record.proposalId}`, undefined)
      assert.deepEqual([opened.status, opened.body], [200, body])
      const request = await statusOf(body.jobId)
      assert.equal(request.proposal.proposalId, record.proposalId)
      const expected = new Date(harness.clock.now() + limits.proposalsOpen.value * HOUR).toISOString()
      assert.deepEqual([request.status, request.executeAt, request.requesterId], ['pending', expected, walletId])
      const pending = (await harness.get(`/multisig/wallet/${walletId}/pending`, ben)).body
      const shown = pending.find((one: Answer['body']) => one.jobId === body.jobId)
      const { proposalId } = record
      assert.deepEqual(shown.payload.proposal, { daoId, proposalId, topicId, consensusTimestamp: at })
      const transaction = Transaction.fromBytes(Buffer.from(request.bytes, 'base64'))
      assert.equal(transaction.transactionMemo, `Proposal ${proposalId}`)
      const { payload, transactionId } = shown
      const validStart = startsAt(expected)
      const intent = { operation: 'withdraw', payload, transactionId, requesterId: walletId, validStart } as const
      const bodyBytes = Buffer.from(request.bodyBytes, 'base64')
      assert.deepEqual(compareIntent(bodyBytes, intent), [])
      const other = { ...intent, payload: { ...payload, proposal: { ...payload.proposal, proposalId: daoId } } }
      assert.deepEqual(
        compareIntent(bodyBytes, other).map(({ path }) => path),
        ['memo'],
      )
      const before = (await harness.ledger.mirror.account(eve.id))?.balance ?? 0n
      for (const person of [ada, ben]) assert.equal((await harness.sign(request, person, walletId)).status, 200)
      await passTo(Date.parse(expected) + 2 * SECOND)
      assert.equal((await statusOf(body.jobId)).status, 'success')
      assert.equal((await harness.ledger.mirror.account(eve.id))?.balance, before + 100n)
      // The request is opened once, and not again after it was executed.
      assert.deepEqual((await open(topicId, at)).body, body)
    }
  })

  test('returns 404 while it has opened nothing', async () => {
    await refused(harness.call('GET', `/multisig/proposal/${randomUUID()}`, undefined), 404, 'REQUEST_NOT_FOUND')
  })

  test('opens one request, however many ask at once, and no other once that is deleted', async () => {
    const { topicId, daoId } = await daoOf(ben.id)
    const record = decision(daoId, withdrawal({ amountOrSerial: 7 }))
    const at = await written(topicId, record)
    const answers = await Promise.all(Array.from({ length: 5 }, () => open(topicId, at)))
    const jobs = new Set(answers.map(({ status, body }) => `${status} ${body.jobId}`))
    assert.equal(jobs.size, 1, [...jobs].join())
    const [{ body }] = answers as [Answer]
    // The same decision, written again elsewhere on the topic, belongs to the same proposal.
    assert.equal((await open(topicId, await written(topicId, record))).body.jobId, body.jobId)
    for (const person of [ada, ben])
      await harness.post(`/multisig/transaction/reject/${body.jobId}`, person, { reason: 'no' })
    assert.equal((await statusOf(body.jobId)).status, 'error')
    for (let times = 0; times < 3; times++) await passTo(harness.clock.now() + 31 * 24 * HOUR)
    await refused(harness.get(`/multisig/transaction/status/${body.jobId}`, ada), 403, 'FORBIDDEN')
    assert.equal((await open(topicId, at)).body.jobId, body.jobId)
    assert.equal((await harness.get(`/multisig/wallet/${walletId}/pending`, ada)).body.length, 0)
  })

  test("sets the request's deadline, and opens nothing beyond the decision's end", async () => {
    const { topicId, daoId } = await daoOf(ada.id)
    const now = () => harness.clock.now()
    const at = async (more: object, operation: object = withdrawal()) =>
      open(topicId, await written(topicId, decision(daoId, operation, more)))
    const executeAt = new Date(now() + HOUR).toISOString()
    const named = await at({}, withdrawal({ executeAt }))
    assert.equal((await statusOf(named.body.jobId)).executeAt, executeAt)
    const seconds = (ms: number) => `${Math.floor(ms / 1000)}.000000000`
    const soon = await at({ validUntil: seconds(now() + HOUR) })
    const shown = Date.parse((await statusOf(soon.body.jobId)).executeAt)
    assert.ok(shown <= now() + HOUR - 120 * SECOND && shown > now(), String(shown - now()))
    // The ledger does not accept it later either, even from somebody who has its bytes.
    const { transactionId, transactionValidDuration } = Transaction.fromBytes(
      Buffer.from((await statusOf(soon.body.jobId)).bytes, 'base64'),
    )
    const startsAt = Number(transactionId?.validStart?.seconds) + Number(transactionId?.validStart?.nanos) / 1e9
    assert.ok(startsAt + transactionValidDuration <= (now() + HOUR) / 1000)
    await refused(at({ validUntil: seconds(now() + 60 * SECOND) }), 410, 'DECISION_EXPIRED')
    for (const late of [new Date(now() + HOUR).toISOString(), seconds(now() + HOUR), seconds(now() + 5 * HOUR)])
      await refused(at({ validUntil: seconds(now() + HOUR) }, withdrawal({ executeAt: late })), 410, 'DECISION_EXPIRED')
    await refused(at({}, withdrawal({ executeAt: '2020-01-01T00:00:00Z' })), 400, 'INVALID_EXECUTE_AT')
  })

  test('opens nothing for wallets unrelated to its DAO, and nothing that it does not name', async () => {
    await refused(open((await daoOf(ada.id)).topicId, '999999999999.999999999'), 404, 'DECISION_NOT_FOUND')
    const of = async (owner: string) => {
      const { topicId, daoId } = await daoOf(owner)
      return async (operation: object, more: object = {}) =>
        open(topicId, await written(topicId, decision(daoId, operation, more)))
    }
    await refused((await of(eve.id))(withdrawal()), 403, 'NOT_THE_WALLETS_DAO')
    const adas = await of(ada.id)
    await refused(adas(withdrawal({ walletId: '0.0.2' })), 403, 'NOT_THE_WALLETS_DAO')
    for (const operation of [
      { ...withdrawal(), method: 'GET' },
      { ...withdrawal(), path: '/multisig/wallet/withdraw/execute' },
      { ...withdrawal(), path: '/transfer/hbar' },
      { method: 'POST', path: '/multisig/wallet/create/request', body: {} },
      { method: 'POST', path: '/multisig/wallet/withdraw/request' },
      withdrawal({ expiresAt: '2030-01-01T00:00:00Z' }),
      withdrawal({ amountOrSerial: 'many' }),
      withdrawal({ amountOrSerial: 0 }),
    ])
      await refused(adas(operation), 422, 'DECISION_DOES_NOT_PERMIT')
    const rejected = {
      status: 'REJECTED',
      result: { options: [], totalVotes: 1, totalWeight: '1', eligibleWeight: null, winner: null },
    }
    await refused(adas(withdrawal(), rejected), 422, 'DECISION_DOES_NOT_PERMIT')
    await refused(adas(withdrawal(), { chain: 'hedera:testnet' }), 404, 'DECISION_NOT_FOUND')
    const { topicId, daoId } = await daoOf(ada.id)
    await refused(open(topicId, '1.000000000'), 404, 'DECISION_NOT_FOUND')
    await refused(open('0.0.2', '1.000000000'), 404, 'DECISION_NOT_FOUND')
    for (const proposalId of ['\u0000', 'x'.repeat(200), ''])
      await refused(adas(withdrawal(), { proposalId }), 404, 'DECISION_NOT_FOUND')
    const forged = await written(topicId, decision(daoId, withdrawal()), eve)
    await refused(open(topicId, forged), 403, 'DECISION_NOT_TRUSTED')
  })

  test('is checked before it is created: its operation must be possible when voting ends', async () => {
    const { topicId, daoId } = await daoOf(ada.id)
    const theirs = await daoOf(eve.id)
    const now = harness.clock.now()
    const endsAt = new Date(now + 24 * HOUR).toISOString()
    const check = (operation: object, more: object = {}) =>
      harness.call('POST', '/multisig/proposal/check', undefined, { topicId, daoId, operation, endsAt, ...more })
    const taken = async (answer: Promise<Answer>) => assert.equal((await answer).status, 200)
    const at = (hours: number) => withdrawal({ executeAt: new Date(now + hours * HOUR).toISOString() })
    await taken(check(withdrawal()))
    await taken(check(at(25)))
    await taken(check(at(90 * 24 + 20)))
    await taken(check(withdrawal(), { topicId: undefined }))
    await refused(check(at(23)), 400, 'INVALID_EXECUTE_AT')
    await refused(check(at(92 * 24)), 400, 'INVALID_EXECUTE_AT')
    const validUntil = `${Math.floor((now + 30 * HOUR) / 1000)}.000000000`
    await taken(check(at(25), { validUntil }))
    await refused(check(at(31), { validUntil }), 410, 'DECISION_EXPIRED')
    await refused(check(withdrawal(), theirs), 403, 'NOT_THE_WALLETS_DAO')
    await refused(check(withdrawal(), { topicId: theirs.topicId }), 403, 'NOT_THE_WALLETS_DAO')
    await refused(check(withdrawal({ walletId: eve.id })), 403, 'NOT_THE_WALLETS_DAO')
    await refused(check(withdrawal({ walletId: eve.id }), { topicId: undefined }), 403, 'NOT_THE_WALLETS_DAO')
    await refused(check(withdrawal(), { chain: 'hedera:testnet' }), 400, 'UNKNOWN_CHAIN')
    const wrongs = [
      withdrawal({ amountOrSerial: -1.5 }),
      withdrawal({ expiresAt: endsAt }),
      { ...withdrawal(), method: 'GET' },
      { ...withdrawal(), path: '/multisig/wallet/create/request' },
      { ...withdrawal(), path: '/multisig/wallet/steal/request' },
    ]
    for (const wrong of wrongs) await refused(check(wrong), 422, 'DECISION_DOES_NOT_PERMIT')
    const paying = (...receivers: string[]) => ({
      ...{ method: 'POST', path: '/multisig/wallet/pay/request' },
      body: { walletId, payments: receivers.map((receiverId) => ({ receiverId, tokenId: 'HBAR', amount: 1 })) },
    })
    await taken(check(paying(eve.id, ben.id)))
    await refused(check(paying(eve.id, eve.id)), 400, 'PAYMENT_REPEATED')
    const many = Array.from({ length: 10 }, (_, i) => `0.0.${1005 + i}`)
    await refused(check(paying(...many)), 422, 'TRANSFER_LIST_SIZE_LIMIT_EXCEEDED')
    const fees = withdrawal({ maxCustomFees: [{ id: '0.0.9', fees: [] }] })
    await refused(check(fees), 400, 'INVALID_MAX_CUSTOM_FEES')
    // The refusal of an account or token that does not exist is lasting.
    for (const wrong of [withdrawal({ receiverId: '0.0.88888' }), paying(ben.id, '0.0.88888')])
      for (const more of [{}, { topicId: undefined }]) await refused(check(wrong, more), 422, 'INVALID_ACCOUNT_ID')
    await refused(check(withdrawal({ tokenId: '0.0.88888' })), 422, 'INVALID_TOKEN_ID')
    // The wallet may have more when the proposal passes.
    await taken(check(withdrawal({ amountOrSerial: 4_000_000_000_000_000_000n.toString() })))
    // The proposal's signature must be for exactly this request.
    const { jobId, bodyBytes } = await harness.ask('withdraw', ada, payment())
    const signing = (more: object = {}, of = jobId) => ({
      ...{ method: 'POST', path: `/multisig/transaction/sign/${of}` },
      body: { walletId, senderId: ben.id, bodyBytes, ...more },
    })
    await taken(check(signing()))
    const others = [
      { senderId: eve.id },
      { walletId: eve.id },
      { bodyBytes: 'AAAA' },
      { scheduleId: '0.0.9' },
      { x: 1 },
      { maxCustomFees: [{ id: '0.0.9', fees: [] }] },
    ]
    for (const more of others) await refused(check(signing(more)), 422, 'DECISION_DOES_NOT_PERMIT')
    // It must permit the same custom fees as the request.
    const treasury = harness.treasury.id
    const create = new TokenCreateTransaction()
      .setTokenName('Fees')
      .setTokenSymbol('FEE')
      .setInitialSupply(10)
      .setTreasuryAccountId(treasury)
      .setFeeScheduleKey(eve.key.publicKey)
    const token = (await harness.onLedger(create)).receipt.tokenId ?? ''
    const gift = new TransferTransaction().addTokenTransfer(token, treasury, -5).addTokenTransfer(token, walletId, 5)
    await harness.onLedger(gift)
    const maxCustomFees = [{ id: token, fees: [] }]
    const withFees = await harness.ask('withdraw', ada, payment({ tokenId: token, amountOrSerial: 1, maxCustomFees }))
    const named = { bodyBytes: withFees.bodyBytes, maxCustomFees }
    await taken(check(signing(named, withFees.jobId)))
    const { bodyBytes: feeless } = withFees
    await refused(check(signing({ bodyBytes: feeless }, withFees.jobId)), 422, 'DECISION_DOES_NOT_PERMIT')
    await refused(check(signing({}, randomUUID())), 422, 'DECISION_DOES_NOT_PERMIT')
    await harness.post(`/multisig/transaction/reject/${jobId}`, ada, {})
    await refused(check(signing()), 422, 'DECISION_DOES_NOT_PERMIT')
  })

  test("counts against the DAO owner's limits, so that other DAOs can still open requests for the wallet", async (t) => {
    t.mock.property(limits.maxOpenRequestsOfPerson, 'value', 20)
    const executeAt = new Date(harness.clock.now() + 80 * 24 * HOUR).toISOString()
    const opened = async (owner: string, count: number) => {
      const { topicId, daoId } = await daoOf(owner)
      const decisions: string[] = []
      while (decisions.length < count)
        decisions.push(await written(topicId, decision(daoId, withdrawal({ executeAt }))))
      return Promise.all(decisions.map((at) => open(topicId, at)))
    }
    await opened(ben.id, limits.maxOpenRequestsOfPerson.value)
    const own = await harness.post('/multisig/wallet/withdraw/request', ben, payment())
    assert.equal(own.body.code, 'TOO_MANY_OPEN_REQUESTS')
    for (const other of [walletId, ada.id]) {
      const [answer] = await opened(other, 1)
      assert.equal(answer?.status, 200, JSON.stringify(answer?.body))
    }
  })
})
