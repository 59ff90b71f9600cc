import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import {
  AccountCreateTransaction,
  AccountId,
  AccountUpdateTransaction,
  Hbar,
  type PrivateKey,
  PublicKey,
  TokenMintTransaction,
  TopicMessageSubmitTransaction,
  type Transaction,
  TransactionId,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { createPrices, signerFromText } from '@quorate/ledger'
import { openDatabase, silentLogger } from '@quorate/platform'
import { testClock, testDatabase, testServerDatabase } from '@quorate/platform/testing'
import { type DecisionRecord, encodeRecord } from '@quorate/verify/recount'
import {
  ADMIN,
  type Answer,
  CHAIN,
  challenge,
  type Harness,
  loggedIn,
  loginBody,
  OPERATOR,
  OTHER_CHAIN,
  openHarness,
} from './harness.ts'
import { owned, type Person, signed, walletsOf, withUnrelatedSignature } from './wallets.ts'

type Wallets = ReturnType<typeof walletsOf>

const passed = (proposalData: Record<string, unknown>): DecisionRecord => ({
  quorate: 1,
  type: 'decision',
  chain: CHAIN,
  daoId: 'd',
  proposalId: randomUUID(),
  status: 'PASSED',
  cancelled: false,
  decidedAt: '2026-01-01T00:00:00.000Z',
  result: { options: [], totalVotes: 0, totalWeight: '0', eligibleWeight: null, winner: 'YES' },
  batches: 0,
  proposalData,
})

describe('Validators', () => {
  let harness: Harness
  let wallets: Wallets
  let ada: Person
  let ben: Person
  before(async () => {
    harness = await openHarness({}, {}, { mirrorTimeoutMs: 10_000 })
    wallets = walletsOf(harness)
    ada = await wallets.person()
    ben = await wallets.person()
  })
  after(async () => {
    wallets.client.close()
    await harness[Symbol.asyncDispose]()
  })

  async function validator(path: string, body: object): Promise<string> {
    const response = await fetch(`${harness.url}/validators/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    assert.equal(response.status, 200, text)
    return text
  }

  const ask = (by: Person, path: string, body: object, method = 'POST'): Promise<Answer> =>
    harness.ask(path, { method, token: by.token, body })
  const refusal = async (by: Person, path: string, body: object, method = 'POST') => {
    const answer = await ask(by, path, body, method)
    return [answer.status, answer.body.code]
  }
  const REFUSED = [403, 'VALIDATOR_REFUSED']

  /** The ledger's status for a transaction that is signed with these keys, but not by the node. */
  async function withoutNode(transaction: Transaction, ...keys: PrivateKey[]): Promise<string> {
    return wallets.onLedger(transaction, ...keys).then(
      () => 'SUCCESS',
      (error) => /"status":"(\w+)"/.exec(error.message)?.[1] ?? error.message,
    )
  }

  const account = async (configuration: object, more: object = {}) => {
    const validatorConsensusTimestamp = await validator('accounts', configuration)
    const body = { validatorConsensusTimestamp, balance: 200_000_000, maxAutomaticTokenAssociations: 5, ...more }
    return (await wallets.done(ada, 'POST', '/accounts', body)).accountId as string
  }

  test('are stored on the node topic, long ones in chunks, and read back by their timestamp', async () => {
    const price = { token_id: '0.0.5', amount: 1, counter: { token_id: 'HBAR', amount: 2 } }
    const { topicId } = await wallets.done(ada, 'POST', '/hcs', { memo: 'dao' })
    const kinds = {
      accounts: {
        smartNodeSecurity: 'partial',
        updateConditions: { values: ['memo'], controller: 'owner' },
        actionsConditions: { values: ['transfer/hbar'], controller: `dao:${topicId}` },
        tokenGates: { fungibles: { tokens: ['0.0.5'] }, nonFungibles: { tokens: [] }, timeRange: null },
        swapConditions: { prices: Array.from({ length: 20 }, () => price) },
      },
      consensus: {
        smartNodeSecurity: 'full',
        tokenGates: { fungibleTokens: [], nonFungibleTokens: [] },
        customInterface: { parameters: { text: { type: 'string' } }, conditions: [] },
        actionsConditions: { create: ['anyone'], update: [], delete: ['nobody'] },
        updateConditions: { memo: 'owner' },
      },
      tokens: {
        smartNodeSecurity: 'partial',
        updateConditions: { values: ['name'], controller: { type: 'owner' } },
        actionsConditions: { values: ['mint/token'], controller: { type: 'dao', topicId } },
        feesConditions: { values: [], controller: { type: 'nobody' } },
        keysConditions: { values: ['supplyKey'], controller: { type: 'owner' } },
      },
    }
    assert.ok(JSON.stringify(kinds.accounts).length > 1024)
    for (const [path, configuration] of Object.entries(kinds)) {
      const timestamp = await validator(path, configuration)
      assert.match(timestamp, /^\d+\.\d{9}$/)
      const { status, body } = await harness.ask(`/validators/${path}/${timestamp}`)
      assert.equal(status, 200)
      assert.deepEqual(body, configuration)
      const other = path === 'tokens' ? 'accounts' : 'tokens'
      assert.equal((await harness.ask(`/validators/${other}/${timestamp}`)).body.code, 'WRONG_VALIDATOR')
    }
    assert.equal((await harness.ask('/validators/tokens/1700000000.000000001')).status, 404)
  })

  test('are refused if they name unknown things or promise what nothing enforces', async () => {
    for (const topicId of ['99999.0.5', '0.0.01', '0.0.99999999999999999999', '0.70000.5', '0.0.5-vfmkw']) {
      const listed = { values: ['transfer/hbar'], controller: `dao:${topicId}` }
      const full = { smartNodeSecurity: 'full' }
      const invalid = [400, 'VALIDATION_FAILED']
      assert.deepEqual(await refusal(ada, '/validators/accounts', { ...full, actionsConditions: listed }), invalid)
      const ofTopic = { ...full, actionsConditions: { create: [`dao:${topicId}`] } }
      assert.deepEqual(await refusal(ada, '/validators/consensus', ofTopic), invalid)
      const ofToken = { values: ['mint/token'], controller: { type: 'dao', topicId } }
      assert.deepEqual(await refusal(ada, '/validators/tokens', { ...full, actionsConditions: ofToken }), invalid)
    }
    const values = { values: ['fly/moon'], controller: 'owner' }
    const unknown = await ask(ada, '/validators/accounts', { smartNodeSecurity: 'partial', actionsConditions: values })
    assert.equal(unknown.status, 400)
    assert.match(unknown.body.details[0].path, /^body\/actionsConditions\/values/)
    const none = { smartNodeSecurity: 'none', updateConditions: { values: ['memo'], controller: 'owner' } }
    assert.deepEqual(await refusal(ada, '/validators/accounts', none), [400, 'INVALID_VALIDATOR'])
    assert.equal((await refusal(ada, '/validators/accounts', { smartNodeSecurity: 'strong' }))[0], 400)
    const pattern = { smartNodeSecurity: 'full', customInterface: { parameters: { a: { pattern: '(a+)+$' } } } }
    assert.deepEqual(await refusal(ada, '/validators/consensus', pattern), [400, 'INVALID_VALIDATOR'])
    const missing = { validatorConsensusTimestamp: '1700000000.000000001' }
    assert.deepEqual(await refusal(ada, '/accounts', missing), [404, 'VALIDATOR_NOT_FOUND'])
  })

  test('are refused if they name a DAO whose topic is not on the ledger', async () => {
    // An account is not a topic. Under such rules, nothing could ever leave the account.
    for (const topicId of ['0.0.1022', '0.0.99999999']) {
      const refused = [422, 'INVALID_TOPIC_ID']
      const listed = { values: ['transfer/hbar'], controller: `dao:${topicId}` }
      const ofToken = { values: ['mint/token'], controller: { type: 'dao', topicId } }
      const full = { smartNodeSecurity: 'full' }
      assert.deepEqual(await refusal(ada, '/validators/accounts', { ...full, actionsConditions: listed }), refused)
      assert.deepEqual(
        await refusal(ada, '/validators/accounts', { ...full, updateConditions: { ...listed, values: ['memo'] } }),
        refused,
      )
      const ofTopic = { actionsConditions: { create: ['anyone', `dao:${topicId}`] } }
      assert.deepEqual(await refusal(ada, '/validators/consensus', { ...full, ...ofTopic }), refused)
      assert.deepEqual(
        await refusal(ada, '/validators/consensus', { ...full, updateConditions: { memo: `dao:${topicId}` } }),
        refused,
      )
      assert.deepEqual(await refusal(ada, '/validators/tokens', { ...full, actionsConditions: ofToken }), refused)
    }
  })

  test("use their own key, which the owner can read, and never the operator's", async () => {
    assert.equal((await stat(join(harness.dataDir, 'network-key.pem'))).mode & 0o777, 0o600)
    const id = await account({ smartNodeSecurity: 'full' })
    const { key } = await wallets.mirror(`/accounts/${id}`)
    assert.equal(key._type, 'ED25519')
    assert.notEqual(key.key, Buffer.from(harness.ledger.operator?.publicKey.bytes ?? []).toString('hex'))
    const plain = await account({ smartNodeSecurity: 'none' })
    assert.equal((await wallets.mirror(`/accounts/${plain}`)).key.key, ada.key.publicKey.toStringRaw())
  })

  test("let the node sign what an account's rules list, for those they name", async () => {
    const id = await account({
      smartNodeSecurity: 'partial',
      actionsConditions: { values: ['transfer/hbar'], controller: 'owner' },
      updateConditions: { values: ['memo'], controller: 'owner' },
    })
    const pay = { amount: 10, from: id, to: ben.id }
    const alone = new TransferTransaction()
      .addHbarTransfer(id, Hbar.fromTinybars(-10))
      .addHbarTransfer(ben.id, Hbar.fromTinybars(10))
    assert.equal(await withoutNode(alone, ada.key), 'INVALID_SIGNATURE')
    assert.equal((await wallets.done(ada, 'POST', '/accounts/transfer/hbar', pay)).status, 'SUCCESS')
    // The account also pays for itself.
    assert.equal(
      (await wallets.done(ada, 'POST', '/accounts/transfer/hbar', { ...pay, sender: { id } })).status,
      'SUCCESS',
    )
    assert.deepEqual(await refusal(ben, '/accounts/transfer/hbar', pay), REFUSED)
    assert.deepEqual(await refusal(ada, `/accounts/${id}`, { transferAccountId: ada.id }, 'DELETE'), REFUSED)
    await wallets.done(ada, 'PUT', `/accounts/${id}`, { memo: 'mine' })
    assert.equal((await wallets.mirror(`/accounts/${id}`)).memo, 'mine')
    assert.deepEqual(await refusal(ada, `/accounts/${id}`, { memo: 'x', stakingNode: 0 }, 'PUT'), REFUSED)
    assert.equal(
      await withoutNode(new AccountUpdateTransaction().setAccountId(id).setAccountMemo('x'), ada.key),
      'INVALID_SIGNATURE',
    )
  })

  test('move an account under the network key for its owner, but not for others who name it as sender', async () => {
    const id = await account({
      smartNodeSecurity: 'full',
      actionsConditions: { values: ['transfer/hbar'], controller: 'owner' },
    })
    const pay = { amount: 10, from: id, to: ada.id, sender: { id } }
    assert.deepEqual(await refusal(ben, '/accounts/transfer/hbar', pay), REFUSED)
    const asked = await ask(ada, '/accounts/transfer/hbar', pay)
    const submitted = await ask(ada, '/transactions/submit', { bytes: asked.body.bytes, ...owned(asked, ada.key) })
    assert.equal(submitted.body.status, 'SUCCESS')
  })

  test('open gates for holders of a token or an NFT, and during their time range', async () => {
    const { tokenId } = await wallets.done(ben, 'POST', '/hts/create/token', {
      name: 'Pass',
      symbol: 'P',
      initialSupply: 9,
    })
    const art = { name: 'Art', symbol: 'A', tokenType: { _code: 1 }, supplyKey: true }
    const { tokenId: nft } = await wallets.done(ben, 'POST', '/hts/create/token', art)
    await wallets.done(ben, 'POST', `/hts/mint/nft/${nft}`, { metadata: ['1'] })
    const gated = (fungibles: unknown[], nonFungibles: unknown[], timeRange: object | null = null) =>
      account({
        smartNodeSecurity: 'full',
        actionsConditions: { values: ['transfer/hbar'], controller: 'anyone' },
        tokenGates: { fungibles: { tokens: fungibles }, nonFungibles: { tokens: nonFungibles }, timeRange },
      })
    const later = new Date(harness.clock.now() + 60_000).toISOString()
    for (const amount of [0, '0']) {
      const none = [{ tokenId, amount }]
      const ofAccount = { smartNodeSecurity: 'full', tokenGates: { fungibles: { tokens: none } } }
      const ofTopic = { smartNodeSecurity: 'full', tokenGates: { fungibleTokens: none } }
      assert.deepEqual(await refusal(ada, '/validators/accounts', ofAccount), [400, 'INVALID_VALIDATOR'])
      assert.deepEqual(await refusal(ada, '/validators/consensus', ofTopic), [400, 'INVALID_VALIDATOR'])
    }
    for (const [start, code] of [
      ['2030', 'INVALID_VALIDATOR'],
      ['20300101', 'INVALID_VALIDATOR'],
      ['2030-02-30', 'INVALID_TIMESTAMP'],
    ] as const) {
      const ofAccount = { smartNodeSecurity: 'full', tokenGates: { timeRange: { start } } }
      assert.deepEqual(await refusal(ada, '/validators/accounts', ofAccount), [400, code])
    }
    for (const [id, allowed] of [
      [await gated([{ tokenId, amount: 9 }], []), true],
      [await gated([{ tokenId, amount: 10 }], []), false],
      [await gated([], [{ tokenId: nft, serialNumbers: [1] }]), true],
      [await gated([], [{ tokenId: nft, serialNumbers: [2] }]), false],
      [await gated([tokenId], [nft], { end: later }), true],
      [await gated([tokenId], [nft], { start: later }), false],
    ] as const) {
      const pay = { amount: 10, from: id, to: ben.id }
      if (!allowed) assert.deepEqual(await refusal(ben, '/accounts/transfer/hbar', pay), REFUSED)
      else assert.equal((await wallets.done(ben, 'POST', '/accounts/transfer/hbar', pay)).status, 'SUCCESS')
      assert.deepEqual(await refusal(ada, '/accounts/transfer/hbar', pay), REFUSED)
    }
  })

  test('let an account sell at its price or above, and not below', async () => {
    const { tokenId } = await wallets.done(ada, 'POST', '/hts/create/token', {
      name: 'G',
      symbol: 'G',
      initialSupply: 900,
    })
    const price = { token_id: tokenId, amount: 10, counter: { token_id: 'HBAR', amount: 25 } }
    const id = await account({
      smartNodeSecurity: 'full',
      actionsConditions: { values: ['transfer/atomic-swap'], controller: 'anyone' },
      swapConditions: { prices: [price] },
    })
    await wallets.done(ada, 'POST', '/accounts/transfer/token', {
      token_id: tokenId,
      from: ada.id,
      to: id,
      amount: 500,
    })
    const swap = { from: id, to: ben.id, token_id: tokenId, amount: 3 }
    const cheap = { ...swap, counter: { token_id: 'HBAR', amount: 7 } }
    assert.deepEqual(await refusal(ben, '/accounts/transfer/atomic-swap', cheap), REFUSED)
    const before = (await wallets.mirror(`/accounts/${id}`)).balance.balance
    await wallets.done(ben, 'POST', '/accounts/transfer/atomic-swap', swap)
    // 3 of 10 at a price of 25 is 7.5, rounded up.
    assert.equal((await wallets.mirror(`/accounts/${id}`)).balance.balance, before + 8)
  })

  test("govern a token's supply, fields, fees and keys", async () => {
    const validatorConsensusTimestamp = await validator('tokens', {
      smartNodeSecurity: 'partial',
      updateConditions: { values: ['name'], controller: { type: 'owner' } },
      actionsConditions: { values: ['mint/token'], controller: { type: 'owner' } },
      feesConditions: { values: ['fixed_fees'], controller: { type: 'owner' } },
      keysConditions: { values: ['pauseKey'], controller: { type: 'owner' } },
    })
    const { tokenId } = await wallets.done(ada, 'POST', '/hts/create/token', {
      ...{ name: 'T', symbol: 'T', initialSupply: 5, validatorConsensusTimestamp },
      ...{ adminKey: true, supplyKey: true, pauseKey: true, feeScheduleKey: true },
    })
    const mint = () => new TokenMintTransaction().setTokenId(tokenId).setAmount(1)
    assert.equal(await withoutNode(mint(), ada.key), 'INVALID_SIGNATURE')
    assert.equal((await wallets.done(ada, 'POST', `/hts/mint/token/${tokenId}`, { amount: 1 })).totalSupply, 6)
    assert.deepEqual(await refusal(ben, `/hts/mint/token/${tokenId}`, { amount: 1 }), REFUSED)
    assert.deepEqual(await refusal(ada, `/hts/burn/token/${tokenId}`, { amount: 1 }), REFUSED)
    assert.deepEqual(await refusal(ada, `/hts/pause/${tokenId}`, {}), REFUSED)
    assert.deepEqual(await refusal(ada, `/hts/delete/${tokenId}`, {}, 'DELETE'), REFUSED)
    const path = `/hts/update/${tokenId}`
    await wallets.done(ada, 'PATCH', path, { name: 'Renamed' })
    assert.deepEqual(await refusal(ada, path, { symbol: 'X' }, 'PATCH'), REFUSED)
    const key = ada.key.publicKey.toStringDer()
    for (const field of ['supplyKey', 'adminKey'])
      assert.deepEqual(await refusal(ada, path, { [field]: key }, 'PATCH'), REFUSED)
    await wallets.done(ada, 'PATCH', path, { pauseKey: key })
    await wallets.done(ada, 'POST', `/hts/pause/${tokenId}`)
    await wallets.done(ada, 'POST', `/hts/unpause/${tokenId}`)
    const fixed = { customFees: { fixed_fees: [{ amount: 3, collector_account_id: ada.id }] } }
    await wallets.done(ada, 'PATCH', `${path}/fees`, fixed)
    const share = { amount: { numerator: 1, denominator: 10 }, collector_account_id: ada.id }
    assert.deepEqual(await refusal(ada, `${path}/fees`, { customFees: { fractional_fees: [share] } }, 'PATCH'), REFUSED)
  })

  test('let a topic accept messages of its form, and be changed by those they name', async () => {
    const validatorConsensusTimestamp = await validator('consensus', {
      smartNodeSecurity: 'full',
      actionsConditions: { create: ['anyone'], update: ['owner'], delete: ['nobody'] },
      updateConditions: { memo: 'owner' },
      customInterface: {
        parameters: { text: { type: 'string', maxLength: 5 }, size: { type: 'integer' } },
        conditions: [{ required: ['text'] }],
      },
    })
    const { topicId } = await wallets.done(ada, 'POST', '/hcs', { validatorConsensusTimestamp, memo: 'm' })
    const path = `/hcs/${topicId}/message`
    const alone = new TopicMessageSubmitTransaction().setTopicId(topicId).setMessage('{"text":"hi"}')
    assert.equal(await withoutNode(alone, ada.key), 'INVALID_SIGNATURE')
    await wallets.done(ben, 'POST', path, { message: '{"text":"hi","size":3}' })
    for (const message of ['hi', '{"text":"too long"}', '{"size":3}', '{"text":"hi","size":"3"}'])
      assert.deepEqual(await refusal(ben, path, { message }), REFUSED, message)
    await wallets.done(ada, 'PUT', `/hcs/${topicId}`, { memo: 'new' })
    assert.deepEqual(await refusal(ben, `/hcs/${topicId}`, { memo: 'his' }, 'PUT'), REFUSED)
    assert.deepEqual(await refusal(ada, `/hcs/${topicId}`, {}, 'DELETE'), REFUSED)
  })

  test("let any message pass if a topic's interface asks for nothing", async () => {
    const validatorConsensusTimestamp = await validator('consensus', {
      smartNodeSecurity: 'full',
      actionsConditions: { create: ['anyone'] },
      customInterface: { parameters: {}, conditions: [] },
    })
    const { topicId } = await wallets.done(ada, 'POST', '/hcs', { validatorConsensusTimestamp })
    await wallets.done(ben, 'POST', `/hcs/${topicId}/message`, { message: 'plain text' })
  })

  test('are read with their entities by another node at once, without any record of the first one', async () => {
    const actionsConditions = { values: ['transfer/hbar'], controller: 'owner' }
    const { network, clock, dataDir } = harness
    const server = await testDatabase()
    await using another = await openHarness({}, { network, clock, dataDir, server }, { mirrorTimeoutMs: 10_000 })
    const token = await loggedIn(another, ada.id, signerFromText(ada.key.toStringDer()))
    const mine = await account({ smartNodeSecurity: 'full', actionsConditions })
    const body = { amount: 1, to: ada.id, from: mine }
    assert.equal((await another.ask('/accounts/transfer/hbar', { token, body })).body.status, 'SIGNATURE_REQUIRED')
  })

  /** An account with the same key as another account, created without this node. */
  async function unboundLike(guarded: string): Promise<string> {
    const { key } = await wallets.mirror(`/accounts/${guarded}`)
    const create = new AccountCreateTransaction().setKeyWithoutAlias(PublicKey.fromStringED25519(key.key))
    return (await wallets.onLedger(create.setInitialBalance(Hbar.fromTinybars(99)))).accountId ?? ''
  }

  test('are read with their bindings by a node without its database, before it signs anything', async () => {
    const actionsConditions = { values: ['transfer/hbar'], controller: 'owner' }
    const mine = await account({ smartNodeSecurity: 'full', actionsConditions })
    const topic = await validator('consensus', { smartNodeSecurity: 'full', actionsConditions: { create: ['anyone'] } })
    const { topicId } = await wallets.done(ada, 'POST', '/hcs', { validatorConsensusTimestamp: topic })
    const unbound = await unboundLike(mine)
    const { network, clock, dataDir } = harness
    const server = await testDatabase()
    await using another = await openHarness({}, { network, clock, dataDir, server }, { mirrorTimeoutMs: 10_000 })
    // Sessions are lost with the database.
    const adas = await loggedIn(another, ada.id, signerFromText(ada.key.toStringDer()))
    const bensToken = await loggedIn(another, ben.id, signerFromText(ben.key.toStringDer()))
    const pay = { amount: 1, to: ada.id }
    const refusedPay = await another.ask('/accounts/transfer/hbar', {
      token: adas,
      body: { ...pay, from: unbound },
    })
    assert.equal(refusedPay.body.code, 'ENTITY_UNBOUND')
    const paid = await another.ask('/accounts/transfer/hbar', { token: adas, body: { ...pay, from: mine } })
    assert.equal(paid.body.status, 'SIGNATURE_REQUIRED', JSON.stringify(paid.body))
    const bens = await another.ask('/accounts/transfer/hbar', { token: bensToken, body: { ...pay, from: mine } })
    assert.equal(bens.body.code, 'VALIDATOR_REFUSED')
    const message = await another.ask(`/hcs/${topicId}/message`, { token: bensToken, body: { message: 'hi' } })
    assert.equal(message.body.status, 'SIGNATURE_REQUIRED', JSON.stringify(message.body))
    const bindingsAt = async (node: Harness, token: string) => (await node.ask('/validators/bindings', { token })).body
    const known = await bindingsAt(another, adas)
    assert.ok(known.some(({ entityId }: { entityId: string }) => entityId === mine))
    assert.deepEqual(await bindingsAt(harness, ada.token), known)
    // New records are appended to the old ones.
    const body = { smartNodeSecurity: 'full' as const }
    const posted = await fetch(`${another.url}/validators/accounts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adas}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    assert.deepEqual((await harness.ask(`/validators/accounts/${await posted.text()}`)).body, body)
  })

  test('do not sign for an entity under the network key that has no validator', async () => {
    const guarded = await account({ smartNodeSecurity: 'full' })
    const { key } = await wallets.mirror(`/accounts/${guarded}`)
    const accountId = await unboundLike(guarded)
    const pay = { amount: 1, from: accountId, to: ada.id }
    assert.deepEqual(await refusal(ada, '/accounts/transfer/hbar', pay), [403, 'ENTITY_UNBOUND'])
    assert.deepEqual(await refusal(ada, '/hcs', { key: key.key }), [403, 'ENTITY_UNBOUND'])
  })

  describe('and decisions of DAOs', () => {
    let topic: string
    let guarded: string
    before(async () => {
      const created = await wallets.done(ada, 'POST', '/hcs', { memo: 'dao' })
      topic = created.topicId
      guarded = await account({
        smartNodeSecurity: 'full',
        actionsConditions: { values: ['transfer/hbar'], controller: `dao:${topic}` },
      })
    })

    const record = (operation: object | undefined, status: 'PASSED' | 'REJECTED' = 'PASSED') => ({
      ...passed(operation ? { operation } : {}),
      status,
    })
    /** Writes a decision, by default as the operator, whose records count. */
    async function decided(
      what: DecisionRecord,
      by?: Person,
      on = topic,
    ): Promise<{ topicId: string; consensusTimestamp: string }> {
      const message = Buffer.from(encodeRecord(what))
      if (by) {
        const done = await wallets.done(by, 'POST', `/hcs/${on}/message`, { message: message.toString() })
        return { topicId: on, consensusTimestamp: done.consensusTimestamp }
      }
      const outcome = await harness.ledger.execute(
        new TopicMessageSubmitTransaction().setTopicId(on).setMessage(message),
      )
      if (outcome.state !== 'final') throw new Error('no outcome')
      const found = await harness.ledger.mirror.transaction(outcome.transactionId)
      return { topicId: on, consensusTimestamp: found?.consensusTimestamp ?? '' }
    }
    const transfer = () => ({ amount: 5, from: guarded, to: ben.id })
    const operation = () => ({ method: 'POST', path: '/accounts/transfer/hbar', body: transfer() })

    test('open the operation that they name, once, for whoever asks', async () => {
      assert.deepEqual(await refusal(ada, '/accounts/transfer/hbar', transfer()), REFUSED)
      const dao = await decided(record(operation()))
      const body = { ...transfer(), dao }
      const [first, second] = await Promise.all([
        ask(ben, '/accounts/transfer/hbar', body),
        ask(ben, '/accounts/transfer/hbar', body),
      ])
      assert.deepEqual([first.status, second.status], [200, 200])
      const again = await ask(ben, '/accounts/transfer/hbar', body)
      assert.equal(again.status, 200)
      for (const one of [first, second]) assert.deepEqual(one.body, again.body)
      assert.equal((await wallets.submit(again, ben)).body.status, 'SUCCESS')
      assert.deepEqual(await refusal(ben, '/accounts/transfer/hbar', body), [409, 'DECISION_USED'])
    })

    test('open one transaction, whichever of several processes gets the request', async (context) => {
      const serverUrl = process.env.TEST_DATABASE_URL
      if (!serverUrl) return context.skip('the embedded database has one process')
      const { url, drop } = await testServerDatabase(serverUrl)
      const { network, clock, dataDir } = harness
      const process_ = async () =>
        openHarness(
          {},
          { network, clock, dataDir, server: await openDatabase({ url, logger: silentLogger }) },
          { mirrorTimeoutMs: 10_000 },
        )
      const processes = [await process_(), await process_()] as const
      // Sessions are rows in the processes' database.
      const token = await loggedIn(processes[0], ben.id, signerFromText(ben.key.toStringDer()))
      for (let round = 0; round < 10; round++) {
        const body = { ...transfer(), dao: await decided(record(operation())) }
        const answers = await Promise.all(
          Array.from({ length: 8 }, (_, index) =>
            processes[index % 2]?.ask('/accounts/transfer/hbar', { token, body }),
          ),
        )
        const ids = new Set(answers.map((answer) => answer?.body.bytes ?? JSON.stringify(answer?.body)))
        assert.equal(ids.size, 1, [...ids].join('\n'))
        const [answer] = answers
        const bytes = answer && (await signed(answer, ben.key))
        const submitted = await Promise.all(
          processes.map((one) => one.ask('/transactions/submit', { token, body: { bytes } })),
        )
        assert.ok(
          submitted.some(({ body: { status } }) => status === 'SUCCESS'),
          JSON.stringify(submitted.map(({ body }) => body)),
        )
        for (const one of processes)
          assert.equal((await one.ask('/accounts/transfer/hbar', { token, body })).body.code, 'DECISION_USED')
      }
      for (const one of processes) await one[Symbol.asyncDispose]()
      await drop()
    })

    test('are not used up by another transaction under the id that the node gave', async () => {
      const path = '/accounts/transfer/hbar'
      const body = { ...transfer(), dao: await decided(record(operation())) }
      const nothing = new TransferTransaction().addHbarTransfer(ada.id, -1).addHbarTransfer(ben.id, 1)
      const message = new TopicMessageSubmitTransaction().setTopicId(topic).setMessage('mine')
      for (const transaction of [nothing, message] as Transaction[]) {
        const { transactionId } = (await ask(ada, path, body)).body
        transaction.setTransactionId(TransactionId.fromString(transactionId)).setNodeAccountIds([new AccountId(3)])
        const signed = await transaction.freeze().sign(ada.key)
        const bytes = Buffer.from(signed.toBytes()).toString('base64')
        assert.equal((await ask(ada, '/transactions/submit', { bytes })).status, 200)
      }
      const opened = await ask(ben, path, body)
      assert.equal((await wallets.submit(opened, ben)).body.status, 'SUCCESS')
      assert.deepEqual(await refusal(ada, path, body), [409, 'DECISION_USED'])
    })

    test('are used once, even by a node that has lost its database, and even if the topic has them twice', async () => {
      const passed = record(operation())
      const body = { ...transfer(), dao: await decided(passed) }
      const again = { ...transfer(), dao: await decided(passed) }
      const first = await ask(ben, '/accounts/transfer/hbar', body)
      const { network, clock, dataDir } = harness
      const fresh = async () =>
        openHarness({}, { network, clock, dataDir, server: await testDatabase() }, { mirrorTimeoutMs: 10_000 })
      // Sessions are lost with the database.
      const asked = async (at: Harness, what = body) => {
        const token = await loggedIn(at, ben.id, signerFromText(ben.key.toStringDer()))
        return (await at.ask('/accounts/transfer/hbar', { token, body: what })).body
      }
      {
        await using another = await fresh()
        assert.equal(
          (await asked(another)).status,
          'SIGNATURE_REQUIRED',
          'bytes that nobody carried out hold up nobody',
        )
      }
      // Someone between the node and the consensus node changes the hash. The node topic contains nothing else about
      // the transaction.
      const { submit } = harness.ledger
      let submissions = 0
      harness.ledger.submit = async (bytes, options) =>
        submit(++submissions === 1 ? bytes : withUnrelatedSignature(bytes), options)
      const done = await wallets.submit(first, ben)
      harness.ledger.submit = submit
      assert.equal(done.body.status, 'SUCCESS')
      await using another = await fresh()
      assert.equal((await asked(another)).code, 'DECISION_USED')
      assert.equal((await asked(another, again)).code, 'DECISION_USED')
    })

    test('open nothing else, and nothing if they were rejected or come from others', async () => {
      const dao = await decided(record(operation()))
      const path = '/accounts/transfer/hbar'
      const forbidden = [403, 'DECISION_DOES_NOT_PERMIT']
      assert.deepEqual(await refusal(ben, path, { ...transfer(), amount: 6, dao }), forbidden)
      assert.deepEqual(await refusal(ben, path, { ...transfer(), memo: 'x', dao }), forbidden)
      const rejected = await decided(record(operation(), 'REJECTED'))
      assert.deepEqual(await refusal(ben, path, { ...transfer(), dao: rejected }), forbidden)
      assert.deepEqual(await refusal(ben, path, { ...transfer(), dao: await decided(record(undefined)) }), forbidden)
      const cancelled = await decided({ ...record(operation()), cancelled: true })
      assert.deepEqual(await refusal(ben, path, { ...transfer(), dao: cancelled }), forbidden)
      const forged = await decided(record(operation()), ben)
      assert.deepEqual(await refusal(ben, path, { ...transfer(), dao: forged }), [403, 'DECISION_NOT_TRUSTED'])
      const nowhere = { topicId: topic, consensusTimestamp: '1700000000.000000001' }
      assert.deepEqual(await refusal(ben, path, { ...transfer(), dao: nowhere }), [403, 'DECISION_NOT_FOUND'])
      const { topicId: elsewhere } = await wallets.done(ada, 'POST', '/hcs', { memo: 'other dao' })
      const others = await decided(record(operation()), undefined, elsewhere)
      assert.deepEqual(await refusal(ben, path, { ...transfer(), dao: others }), REFUSED)
    })

    test('are opened again after their window if they were not carried out', async () => {
      const body = { ...transfer(), dao: await decided(record(operation())) }
      const first = await ask(ben, '/accounts/transfer/hbar', body)
      await harness.clock.advance(181_000)
      const token = await loggedIn(harness, ben.id, signerFromText(ben.key.toStringDer()))
      const second = await ask({ ...ben, token }, '/accounts/transfer/hbar', body)
      assert.equal(second.status, 200, JSON.stringify(second.body))
      assert.notEqual(second.body.transactionId, first.body.transactionId)
      assert.equal((await wallets.submit(second, { ...ben, token })).body.status, 'SUCCESS')
    })
  })
})

describe('A lagging mirror', () => {
  test('delays co-signing, since it may lack what was opened before the start', async () => {
    await using first = await openHarness({}, {}, { mirrorTimeoutMs: 10_000 })
    const { network, clock, dataDir } = first
    const server = await testDatabase()
    const kept = { network, clock, dataDir, server }
    await (await openHarness({}, kept, { mirrorTimeoutMs: 10_000 })).stop()
    await clock.advance(10_000)
    await using harness = await openHarness({}, kept, { mirrorTimeoutMs: 10_000 })
    const given = await challenge(harness, `?chain=${OTHER_CHAIN}`)
    const signer = harness.signers.get(ADMIN)
    assert.ok(signer)
    const login = await harness.ask('/auth/web3/login', { body: loginBody(ADMIN, signer, given) })
    const dao = { topicId: '0.0.5', consensusTimestamp: '1700000000.000000001' }
    const body = { amount: 1, from: ADMIN, to: OPERATOR, dao }
    const ask = async () =>
      (await harness.ask('/accounts/transfer/hbar', { token: login.body.accessToken, body })).body.code
    assert.equal(await ask(), 'MIRROR_UNAVAILABLE')
    await harness.submit(new TransferTransaction().addHbarTransfer(ADMIN, 1).addHbarTransfer(OPERATOR, -1), OPERATOR)
    assert.equal(await ask(), 'DECISION_NOT_FOUND')
  })
})

describe("The node's own spending", () => {
  /** Requests a validator. */
  const ask = (at: Harness, by: Person) => askFor(at, by, 'accounts', { smartNodeSecurity: 'full' })
  async function askFor(at: Harness, by: Person, kind: string, body: object) {
    const response = await fetch(`${at.url}/validators/${kind}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, text: await response.text(), after: Number(response.headers.get('retry-after')) }
  }
  /** Writes a decision on a DAO's topic. Returns the request's `dao` field. */
  async function decided(harness: Harness, topicId: string, operation: object, count: number) {
    const submit = new TopicMessageSubmitTransaction().setTopicId(topicId)
    const outcome = await harness.ledger.execute(submit.setMessage(encodeRecord(passed({ operation, count }))))
    const written = outcome.state === 'final' ? await harness.ledger.mirror.transaction(outcome.transactionId) : null
    return { topicId, consensusTimestamp: written?.consensusTimestamp }
  }

  test('is limited per hour, in total and for each wallet, whichever process gets the request', async () => {
    const env = { SPENDING_PER_HOUR: '41500000' }
    await using harness = await openHarness(env, {}, { mirrorTimeoutMs: 10_000 })
    const wallets = walletsOf(harness)
    const [greedy, other, third] = [await wallets.person(), await wallets.person(), await wallets.person()]
    const writeAll = async (by: Person) => {
      for (let count = 0; ; count++) {
        const refused = await ask(harness, by)
        if (refused.status === 200) continue
        assert.deepEqual([refused.status, JSON.parse(refused.text).code], [429, 'SPENDING_BUDGET_USED'])
        assert.ok(refused.after > 0 && refused.after <= 3600, `${refused.after} seconds`)
        return count
      }
    }
    assert.equal(await writeAll(greedy), 9, 'a fifth for one wallet')
    const metrics = await (await fetch(`${harness.url}/metrics`)).text()
    const reserved = metrics.split('\n').find((text) => /^node_spending.*devnet/.test(text))
    assert.equal(
      Number(reserved?.split(' ')[1]),
      31_250_000 + 9 * 833_334,
      'the topic and messages at 12 cents for an hbar, and a quarter',
    )
    assert.equal(await writeAll(other), 3, 'the topic and 12 messages in all')
    const { network, clock, dataDir, server } = harness
    const beside = await openHarness(env, { network, clock, dataDir, server }, { mirrorTimeoutMs: 10_000 })
    assert.equal((await ask(beside, third)).status, 429)
    await beside.stop()

    const transfer = { amount: 5, from: third.id, to: OPERATOR }
    const operation = { method: 'POST', path: '/accounts/transfer/hbar', body: transfer }
    const { topicId } = await wallets.done(third, 'POST', '/hcs', { memo: 'dao' })
    const body = { ...transfer, dao: await decided(harness, topicId, operation, 0) }
    const asked = await harness.ask(operation.path, { token: third.token, body })
    assert.equal((await wallets.submit(asked, third)).body.code, 'SPENDING_BUDGET_USED')

    await clock.advance(3_600_000)
    const token = await loggedIn(harness, third.id, signerFromText(third.key.toStringDer()))
    assert.equal((await ask(harness, { ...third, token })).status, 200, 'an hour later')
    wallets.client.close()
  })

  test("never exceeds the price that was set aside, which is the transaction's maximum fee", async () => {
    await using harness = await openHarness({ SPENDING_PER_HOUR: '60000000' }, {}, { mirrorTimeoutMs: 10_000 })
    const wallets = walletsOf(harness)
    const written = await ask(harness, await wallets.person())
    const found = (await harness.ledger.mirror.get(`/transactions?timestamp=${written.text}`)) as {
      transactions: { max_fee: string; charged_tx_fee: number }[]
    }
    assert.deepEqual(
      found.transactions.map(({ max_fee, charged_tx_fee }) => [Number(max_fee), charged_tx_fee]),
      [[833_334, 666_666]],
    )
    wallets.client.close()
  })

  test('is refused as too small if the setting can never allow it', async () => {
    await using harness = await openHarness({ SPENDING_PER_HOUR: '24000000' }, {}, { mirrorTimeoutMs: 10_000 })
    const wallets = walletsOf(harness)
    const refused = await ask(harness, await wallets.person())
    const { code, message } = JSON.parse(refused.text)
    assert.deepEqual([refused.status, code], [422, 'SPENDING_BUDGET_TOO_SMALL'], 'the topic costs 3 cents')
    assert.match(message, /this costs 31250000: .* raise SPENDING_PER_HOUR/)
    wallets.client.close()
  })
})

describe('The price of a message', () => {
  test('follows the mirror only within plausible bounds', async () => {
    const clock = testClock()
    let rate: object = { cent_equivalent: 12, hbar_equivalent: 1 }
    const priceOf = createPrices(clock)
    const mirror = { get: async () => ({ current_rate: rate }) }
    const ledger = { chain: 'hedera:devnet', mirror } as unknown as Parameters<typeof priceOf>[0]
    const elsewhere = { ...ledger, chain: 'hedera:testnet' }
    assert.equal(await priceOf(ledger, 0.08), 833_334)
    for (const implausible of [
      { cent_equivalent: 1e9, hbar_equivalent: 1 },
      { cent_equivalent: 1, hbar_equivalent: 1e9 },
    ]) {
      rate = implausible
      await clock.advance(3_600_001)
      assert.equal(await priceOf(ledger, 0.08), 833_334, 'the last one is kept')
      assert.equal(await priceOf(elsewhere, 0.08), 6_250_000, 'or one that is high')
    }
  })
})
