import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  AccountUpdateTransaction,
  CustomFixedFee,
  CustomRoyaltyFee,
  NftId,
  TokenCreateTransaction,
  TokenMintTransaction,
  TokenType,
  TokenUpdateTransaction,
  TopicCreateTransaction,
  TopicUpdateTransaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { GrpcFailure } from '@quorate/ledger'
import { unavailable } from '@quorate/platform'
import { signedIn } from '../src/writes/signatures.ts'
import { decidedOn } from './decided.ts'
import { type Guarded, openGuarded } from './guarded.ts'
import { openHarness } from './harness.ts'
import { type Person, signed } from './wallets.ts'

describe("A guarded account that pays for its DAO's decisions", () => {
  let g: Guarded
  let topic: string
  before(async () => {
    g = await openGuarded()
    topic = (await g.wallets.done(g.ada, 'POST', '/hcs', { memo: 'dao' })).topicId
  })
  after(() => g[Symbol.asyncDispose]())

  const payer = (...values: string[]) =>
    g.account(g.ada, { smartNodeSecurity: 'full', actionsConditions: { values, controller: `dao:${topic}` } }, RICH)
  const RICH = { balance: 20_000_000_000 }
  /** The body, with a decision that permits it. */
  const decided = async (path: string, given: object) => ({
    ...given,
    dao: await decidedOn(g.harness, topic, { method: 'POST', path, body: given }),
  })
  const balance = async (id: string) => (await g.harness.ledger.mirror.account(id))?.balance
  /** Requests the bytes, has these people sign them, and submits them. Returns the error code or the status. */
  async function handedIn(path: string, body: object, ...by: Person[]): Promise<string> {
    const asked = await g.ask(g.ben, path, body)
    if (asked.status !== 200) return asked.body.code
    const bytes = await signed(asked, ...by.map(({ key }) => key))
    const { body: said } = await g.ask(g.ben, '/transactions/submit', { bytes })
    return said.code ?? said.status
  }
  const TOKEN = '/hts/create/token'
  const token = (id: string, ...customFees: object[]) => ({
    ...{ name: 'T', symbol: 'T', initialSupply: 1000, maxTransactionFee: 10_000_000_000, customFees },
    sender: { id },
  })

  test('does not pay for a token whose collectors have not signed, although associating them requires it', async () => {
    const id = await payer('create/token')
    const collector = await g.wallets.person()
    const collected = { feeCollectorAccountId: collector.id }
    for (const fee of [
      { feeType: 'fractional', numerator: 1, denominator: 100, ...collected },
      { feeType: 'fixed', amount: 1, denominatingTokenId: '0.0.0', ...collected },
    ]) {
      const body = await decided(TOKEN, token(id, fee))
      const before = await balance(id)
      assert.equal(await handedIn(TOKEN, body), 'INVALID_SIGNATURE')
      assert.equal(await balance(id), before)
      assert.equal(await handedIn(TOKEN, body, collector), 'SUCCESS')
    }
  })

  test('does not pay for a token if a collector requires its own signature and has not signed', async () => {
    const id = await payer('create/token')
    const collector = await g.wallets.person()
    const insists = new AccountUpdateTransaction().setAccountId(collector.id).setReceiverSignatureRequired(true)
    await g.wallets.onLedger(insists, collector.key)
    const body = await decided(TOKEN, token(id, { feeType: 'fixed', amount: 1, feeCollectorAccountId: collector.id }))
    const before = await balance(id)
    assert.equal(await handedIn(TOKEN, body), 'INVALID_SIGNATURE')
    assert.equal(await balance(id), before)
    assert.equal(await handedIn(TOKEN, body, collector), 'SUCCESS')
  })

  test('does not pay for a token if a collector could not hold what it collects', async () => {
    const id = await payer('create/token')
    const collector = await g.wallets.person()
    const denominatingTokenId = await g.token(g.ben)
    const fixed = { amount: 1, denominatingTokenId }
    const nft = { tokenType: { _code: 1 }, initialSupply: 0, supplyKey: true }
    const given = { feeCollectorAccountId: collector.id }
    const fee = { ...token(id, { feeType: 'fixed', ...fixed, ...given }) }
    const royalty = { feeType: 'royalty', numerator: 1, denominator: 10, fallbackFee: fixed, ...given }
    // Without a validator, the sender's key, which is the network's, must not become the token's key.
    const sender = { id, key: g.ada.key.publicKey.toStringDer() }
    const bodies = [fee, { ...token(id, royalty), ...nft, sender }]
    const before = await balance(id)
    const all = await Promise.all(bodies.map((body) => decided(TOKEN, body)))
    for (const body of all) assert.equal(await handedIn(TOKEN, body), 'TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR')
    assert.equal(await balance(id), before)
    const give = { token_id: denominatingTokenId, from: g.ben.id, to: collector.id, amount: 1 }
    await g.wallets.done(g.ben, 'POST', '/accounts/transfer/token', give)
    for (const body of all) assert.equal(await handedIn(TOKEN, body), 'SUCCESS')
  })

  test('does not pay for an NFT whose receiver owes a fallback fee and has not signed', async () => {
    const id = await payer('transfer/nft')
    const receiver = await g.wallets.person()
    const fallback = new CustomFixedFee().setAmount(100)
    const royalty = new CustomRoyaltyFee().setNumerator(1).setDenominator(10).setFallbackFee(fallback)
    const create = new TokenCreateTransaction()
      .setTokenName('N')
      .setTokenSymbol('N')
      .setTokenType(TokenType.NonFungibleUnique)
      .setTreasuryAccountId(g.ben.id)
      .setSupplyKey(g.ben.key.publicKey)
      .setCustomFees([royalty.setFeeCollectorAccountId(g.ben.id)])
    const { tokenId = '' } = await g.wallets.onLedger(create, g.ben.key)
    const metadata = [Buffer.from('a'), Buffer.from('b')]
    await g.wallets.onLedger(new TokenMintTransaction().setTokenId(tokenId).setMetadata(metadata), g.ben.key)
    const give = new TransferTransaction()
    for (const serial of [1, 2]) give.addNftTransfer(NftId.fromString(`${tokenId}/${serial}`), g.ben.id, id)
    await g.wallets.onLedger(give, g.ben.key)
    const path = '/accounts/transfer/nft'
    const nft = { nft: tokenId, serial_number: 1, from: id, sender: { id } }
    const before = await balance(id)
    const given = await decided(path, { ...nft, to: receiver.id })
    assert.equal(await handedIn(path, given), 'INVALID_SIGNATURE')
    assert.equal(await balance(id), before)
    assert.equal(await handedIn(path, given, receiver), 'SUCCESS')
    const back = await decided(path, { ...nft, serial_number: 2, to: g.ben.id })
    assert.equal(await handedIn(path, back), 'SUCCESS', 'the treasury owes none')
  })

  test('does not pay for new token keys unless the admin key, or each replaced key with its new one, has signed', async () => {
    const id = await payer('update/token')
    const tokenId = await g.token(g.ben, { adminKey: true, supplyKey: true, wipeKey: true })
    const [supply, wipe] = [await g.wallets.person(), await g.wallets.person()]
    const path = `/hts/update/${tokenId}`
    const replaced = async (...by: Person[]) => {
      const named = (one: Person) => one.key.publicKey.toStringDer()
      const given = { supplyKey: named(supply), wipeKey: named(wipe), sender: { id } }
      const body = { ...given, dao: await decidedOn(g.harness, topic, { method: 'PATCH', path, body: given }) }
      const asked = await g.ask(supply, path, body, 'PATCH')
      const bytes = await signed(asked, ...by.map(({ key }) => key))
      const { body: said } = await g.ask(supply, '/transactions/submit', { bytes })
      return said.code ?? said.status
    }
    const insists = new TokenUpdateTransaction().setTokenId(tokenId).setAdminKey(g.ada.key.publicKey)
    await g.wallets.onLedger(insists, g.ben.key, g.ada.key)
    const before = await balance(id)
    for (const by of [[], [supply, wipe], [g.ben], [g.ben, supply]])
      assert.equal(await replaced(...by), 'INVALID_SIGNATURE')
    assert.equal(await balance(id), before)
    assert.equal(await replaced(g.ben, supply, wipe), 'SUCCESS')
    assert.equal(await replaced(g.ada), 'SUCCESS')
  })

  /** A payer of messages, with 20 hbars. */
  const writer = (ofDao = topic) => {
    const actionsConditions = { values: ['message/topic'], controller: `dao:${ofDao}` }
    return g.account(g.ada, { smartNodeSecurity: 'full', actionsConditions })
  }
  const fee = (tinybars: number) => new CustomFixedFee().setAmount(tinybars).setFeeCollectorAccountId(g.ben.id)
  const FAILED = 'MAX_CUSTOM_FEE_LIMIT_EXCEEDED'
  /** A message that `id` pays for. It fails at consensus until the topic's fee is within the limit. */
  async function failing(id: string, more: object = {}, ofDao = topic) {
    const keyed = new TopicCreateTransaction().setAdminKey(g.ben.key).setFeeScheduleKey(g.ben.key.publicKey)
    const { topicId = '' } = await g.wallets.onLedger(keyed.setCustomFees([fee(200)]), g.ben.key)
    const path = `/hcs/${topicId}/message`
    const maxCustomFees = [{ id: topicId, fees: [{ token_id: 'HBAR', amount: 100 }] }]
    const given = { message: 'hi', maxCustomFees, sender: { id } }
    const dao = await decidedOn(g.harness, ofDao, { method: 'POST', path, body: given }, more)
    const mend = () =>
      g.wallets.onLedger(new TopicUpdateTransaction().setTopicId(topicId).setCustomFees([fee(100)]), g.ben.key)
    return { path, body: { ...given, dao }, mend }
  }

  test('does not pay for chunks of a message that could be charged again', async () => {
    const id = await writer()
    const maximum = (topicId: string) => [{ id: topicId, fees: [{ token_id: 'HBAR', amount: 100 }] }]
    const charging = new TopicCreateTransaction().setCustomFees([fee(100)])
    const mayCharge = new TopicCreateTransaction().setFeeScheduleKey(g.ben.key.publicKey)
    for (const create of [charging, mayCharge]) {
      const { topicId = '' } = await g.wallets.onLedger(create, g.ben.key)
      const path = `/hcs/${topicId}/message`
      const message = (bytes: number) => ({ message: 'x'.repeat(bytes), maxCustomFees: maximum(topicId) })
      const long = await decided(path, { ...message(1_025), sender: { id } })
      const refused = await g.ask(g.ben, path, long)
      assert.deepEqual([refused.status, refused.body.code], [422, 'CHUNKS_CHARGE_FEES'])
      const short = await decided(path, { ...message(1_024), sender: { id } })
      assert.equal(await handedIn(path, short), 'SUCCESS')
      const own = await decided(path, { ...message(1_025), sender: { id: g.ben.id } })
      assert.equal(await handedIn(path, own, g.ben), 'SUCCESS', 'who signs for every attempt may')
    }
  })

  test('does not pay for a decision that does not name it, whoever chooses it', async () => {
    const id = await writer()
    const { topicId = '' } = await g.wallets.onLedger(new TopicCreateTransaction())
    const path = `/hcs/${topicId}/message`
    const open = await decided(path, { message: 'hi' })
    const refused = await g.ask(g.ben, path, { ...open, sender: { id } })
    assert.deepEqual([refused.status, refused.body.code], [403, 'VALIDATOR_REFUSED'])
    assert.match(refused.body.message, /decisions of its DAO that name it/)
    assert.equal(await handedIn(path, open, g.ben), 'SUCCESS')
  })

  test('pays for a token in whichever second the signed bytes come back', async (t) => {
    const id = await payer('create/token')
    const body = await decided(TOKEN, token(id))
    const asked = await g.ask(g.ben, TOKEN, body)
    const later = Date.now() + 5_000
    t.mock.method(Date, 'now', () => later)
    const { body: said } = await g.ask(g.ben, '/transactions/submit', { bytes: asked.body.bytes })
    assert.equal(said.status, 'SUCCESS', JSON.stringify(said))
  })

  test('pays for only one failure at a time, whoever submits, with a longer wait after each', async () => {
    const id = await writer()
    const { path, body, mend } = await failing(id)
    const people = await Promise.all(Array.from({ length: 5 }, () => g.wallets.person()))
    const offers = await Promise.all(people.map((one) => g.ask(one, path, body)))
    const handIn = (index: number) =>
      g.ask(people[index] as Person, '/transactions/submit', { bytes: offers[index]?.body.bytes })
    const rich = await balance(id)
    assert.equal((await handIn(0)).body.code, FAILED)
    const once = await balance(id)
    assert.ok(once !== undefined && rich !== undefined && once < rich)
    const others = await Promise.all([1, 2, 3, 4].map(handIn))
    // A submission while another one is being refused may get DECISION_PENDING.
    for (const { body: said } of others) assert.match(said.code, /^DECISION_(FAILED|PENDING)$/)
    assert.equal(await balance(id), once)
    const refused = await g.ask(g.ben, path, body)
    assert.equal(refused.body.code, 'DECISION_FAILED')
    assert.match(refused.body.message, /after 2\d{3}-.*Z$/)
    const waits: number[] = []
    for (let attempt = 0; attempt < 2; attempt++) {
      const wait = Number((await g.ask(g.ben, path, body)).headers.get('retry-after'))
      await g.harness.clock.advance(wait * 1000 - 2_000)
      assert.equal((await g.ask(g.ben, path, body)).body.code, 'DECISION_FAILED')
      await g.harness.clock.advance(2_000)
      assert.equal(await handedIn(path, body), FAILED)
      waits.push(wait)
    }
    const [first = 0, second = 0] = waits
    assert.ok(first >= 300 && first <= 480 && second >= 600 && second <= 780, `${first} and ${second} s`)
    const before = await balance(id)
    const kept = {
      network: g.harness.network,
      clock: g.harness.clock,
      dataDir: g.harness.dataDir,
      server: g.harness.server,
    }
    const another = await openHarness({}, kept, { mirrorTimeoutMs: 10_000 })
    const there = await another.ask(path, { token: g.ben.token, body })
    await another.stop()
    assert.equal(there.body.code, 'DECISION_FAILED', 'in another process, too')
    assert.equal(await balance(id), before)
    await mend()
    await g.harness.clock.advance(Number(there.headers.get('retry-after')) * 1000)
    assert.equal(await handedIn(path, body), 'SUCCESS')
  })

  test("pays for a message's chunks again only after a wait, whatever kept the other chunks from the ledger", async () => {
    const id = await writer()
    const { topicId = '' } = await g.wallets.onLedger(new TopicCreateTransaction())
    const path = `/hcs/${topicId}/message`
    const body = await decided(path, { message: 'x'.repeat(1_500), sender: { id } })
    const asked = await g.ask(g.ada, path, body)
    const { submit } = g.harness.ledger
    let submissions = 0
    g.harness.ledger.submit = async (...given) => {
      // Fails after the record on the node topic and the first chunk.
      if (++submissions === 3)
        throw unavailable('LEDGER_UNAVAILABLE', 'away', 5, new GrpcFailure('cannot connect', false))
      return submit(...given)
    }
    const { body: said } = await g.ask(g.ada, '/transactions/submit', { bytes: asked.body.bytes })
    g.harness.ledger.submit = submit
    assert.equal(said.code, 'LEDGER_UNAVAILABLE')
    await g.harness.clock.advance(Date.parse(asked.body.expiresAt) - g.harness.clock.now())
    const refused = await g.ask(g.ada, path, body)
    assert.equal(refused.body.code, 'DECISION_FAILED')
    await g.harness.clock.advance(Number(refused.headers.get('retry-after')) * 1000)
    const again = await g.ask(g.ada, path, body)
    const done = await g.ask(g.ada, '/transactions/submit', { bytes: again.body.bytes })
    assert.equal(done.body.status, 'SUCCESS')
  })

  test('waits after a failure even if the mirror could not say whether it was charged', async () => {
    const { path, body } = await failing(await writer())
    assert.equal(await handedIn(path, body), FAILED)
    const { ledger } = g.harness
    const { outcome } = ledger
    let asked = 0
    // The first query is for the transaction's outcome.
    ledger.outcome = async (id, known) => (known?.mirrorOnly && ++asked > 1 ? { state: 'unknown' } : outcome(id, known))
    const eve = await g.wallets.person()
    assert.match((await g.ask(eve, path, body)).body.bytes, /./)
    ledger.outcome = outcome
    assert.equal(await handedIn(path, body), 'DECISION_FAILED')
  })

  test("is not blocked by a failure under its id in other people's batch, which they paid for", async () => {
    const id = await writer()
    const { topicId = '' } = await g.wallets.onLedger(new TopicCreateTransaction())
    const path = `/hcs/${topicId}/message`
    const body = await decided(path, { message: 'hi', sender: { id } })
    const eve = await g.wallets.person()
    const asked = await g.ask(eve, path, body)
    const { transactionId } = asked.body
    const { ledger } = g.harness
    const { submit, outcome } = ledger
    const { transaction } = ledger.mirror
    const [status, receipt] = ['TRANSACTION_EXPIRED', { status: 'TRANSACTION_EXPIRED' }]
    const used = {
      state: 'final',
      success: false,
      phase: 'consensus',
      inBatch: true,
      status,
      transactionId,
      receipt,
    } as const
    ledger.submit = async (bytes, options) =>
      signedIn(bytes)[0]?.transactionId === transactionId ? { state: 'unknown' } : submit(bytes, options)
    ledger.mirror.transaction = async (of) => (of === transactionId ? used : transaction(of))
    assert.equal((await g.ask(eve, '/transactions/submit', { bytes: asked.body.bytes })).status, 202)
    ledger.submit = submit
    ledger.outcome = async (of, options) => (of === transactionId ? used : outcome(of, options))
    await g.harness.clock.advance(Date.parse(asked.body.expiresAt) + 60_000 - g.harness.clock.now())
    const said = await handedIn(path, body, eve)
    Object.assign(ledger, { outcome })
    ledger.mirror.transaction = transaction
    assert.equal(said, 'SUCCESS')
  })

  test("waits at most half of the remaining validity after a decision's failure", async () => {
    const id = await writer()
    const seconds = Math.floor(g.harness.clock.now() / 1000) + 480
    const { path, body, mend } = await failing(id, { validUntil: `${seconds}.000000000` })
    assert.equal(await handedIn(path, body), FAILED)
    const refused = await g.ask(g.ben, path, body)
    assert.equal(refused.body.code, 'DECISION_FAILED')
    const wait = Number(refused.headers.get('retry-after'))
    await g.harness.clock.advance(wait * 1000)
    const left = seconds - g.harness.clock.now() / 1000
    assert.ok(wait > 180 && left > 120, `after ${wait} s ${left} s are left`)
    await mend()
    assert.equal(await handedIn(path, body), 'SUCCESS')
  })
})
